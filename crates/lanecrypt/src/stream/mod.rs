//! Stream ciphers.

pub mod zuc;
