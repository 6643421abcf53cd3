//! Modes of operation over AES, on every backend: known answers, and batches against one by one.

mod cbc;
mod cmac;
mod ecb_ctr;
mod pmac;
#[path = "support.rs"]
mod support;
