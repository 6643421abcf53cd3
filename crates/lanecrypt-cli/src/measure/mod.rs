//! Measuring: a clock, samples, and what is made of them. Knows no cipher.

pub(crate) mod clock;
pub(crate) mod instructions;
pub(crate) mod sampling;
pub(crate) mod statistics;
