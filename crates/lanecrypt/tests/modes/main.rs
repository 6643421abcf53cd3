//! Modes of operation over AES, on every backend: known answers, and batches against one by one.
#![cfg(feature = "aes")]

mod block_macs;
mod cbc;
#[cfg(feature = "drbg")]
mod ctr_drbg;
mod ecb_ctr;
mod made_of_ciphers;
mod ocb3;
#[path = "support.rs"]
mod support;
