//! Modes of operation over AES, on every backend: known answers, and batches against one by one.
#![cfg(feature = "aes")]

mod cbc;
mod cmac;
#[cfg(feature = "drbg")]
mod ctr_drbg;
mod ecb_ctr;
mod made_of_ciphers;
mod ocb3;
mod pmac;
#[path = "support.rs"]
mod support;
