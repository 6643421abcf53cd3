//! Measurement: the clock, samples and statistics. It knows no cipher.

pub(crate) mod cache;
pub(crate) mod clock;
pub(crate) mod counter;
pub(crate) mod instructions;
pub(crate) mod line;
pub(crate) mod pinning;
pub(crate) mod samples;
pub(crate) mod sampling;
pub(crate) mod statistics;
mod together;
