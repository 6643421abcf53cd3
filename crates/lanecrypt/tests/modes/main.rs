//! Modes of operation over AES, on every backend: known answers, and batches against one by one.

mod cbc;
mod cmac;
mod ctr_drbg;
mod ecb_ctr;
mod ocb3;
mod pmac;
#[path = "support.rs"]
mod support;
