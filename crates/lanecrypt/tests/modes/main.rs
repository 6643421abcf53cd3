//! The modes of ciphers of 16-byte blocks, on every backend.

mod ctr_drbg;
mod ocb3;
#[path = "../support/mod.rs"]
mod support;

use serde_json::Value;

/// The cases of a file of known answers.
fn known(file: &str) -> Value {
    let path = format!("{}/../../vectors/{file}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A field of bytes; one that is not there has none.
fn bytes(case: &Value, field: &str) -> Vec<u8> {
    let text = case[field].as_str().unwrap_or("");
    let digits = text.as_bytes().chunks(2);
    digits.map(|two| u8::from_str_radix(str::from_utf8(two).unwrap(), 16).unwrap()).collect()
}
