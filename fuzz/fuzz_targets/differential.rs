//! For `cargo fuzz run differential --features libfuzzer`.
#![no_main]

use lanecrypt_fuzz::{Target, target};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::of_bytes(Target::Differential, bytes));
