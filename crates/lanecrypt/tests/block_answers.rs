//! Every known answer of the block ciphers, both ways: the plain implementations and the tables.

use lanecrypt::block::{OneBlock, Sbox, reference, table};
use serde_json::Value;

fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/../../vectors/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let document: Value = serde_json::from_str(&text).unwrap();
    let cases = document["cases"].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "{path} has no cases");
    cases
}

fn bytes(case: &Value, field: &str) -> Vec<u8> {
    let hex = case[field].as_str().unwrap_or_else(|| panic!("{}: no {field}", case["id"]));
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

/// One case, forwards and backwards.
fn check_case<C: OneBlock>(cipher: &C, case: &Value) {
    let (plaintext, ciphertext) = (bytes(case, "plaintext"), bytes(case, "ciphertext"));
    assert!(!plaintext.is_empty());
    let mut data = plaintext.clone();
    cipher.encrypt(&mut data).unwrap();
    assert_eq!(data, ciphertext, "{} {}", C::NAME, case["id"]);
    cipher.decrypt(&mut data).unwrap();
    assert_eq!(data, plaintext, "{} {}", C::NAME, case["id"]);
}

/// The cases of one variant; there must be some.
fn check_variant<C: OneBlock>(file: &str, variant: &str) {
    let mut checked = 0;
    for case in cases(file).iter().filter(|case| case["variant"] == variant) {
        check_case(&C::new(&bytes(case, "key")).unwrap(), case);
        checked += 1;
    }
    assert!(checked > 0, "{file}: no case of {variant}");
}

#[test]
fn speck() {
    check_variant::<reference::Speck32_64>("speck", "32/64");
    check_variant::<reference::Speck48_72>("speck", "48/72");
    check_variant::<reference::Speck48_96>("speck", "48/96");
    check_variant::<reference::Speck64_96>("speck", "64/96");
    check_variant::<reference::Speck64_128>("speck", "64/128");
    check_variant::<reference::Speck96_96>("speck", "96/96");
    check_variant::<reference::Speck96_144>("speck", "96/144");
    check_variant::<reference::Speck128_128>("speck", "128/128");
    check_variant::<reference::Speck128_192>("speck", "128/192");
    check_variant::<reference::Speck128_256>("speck", "128/256");
}

#[test]
fn simon() {
    check_variant::<reference::Simon32_64>("simon", "32/64");
    check_variant::<reference::Simon48_72>("simon", "48/72");
    check_variant::<reference::Simon48_96>("simon", "48/96");
    check_variant::<reference::Simon64_96>("simon", "64/96");
    check_variant::<reference::Simon64_128>("simon", "64/128");
    check_variant::<reference::Simon96_96>("simon", "96/96");
    check_variant::<reference::Simon96_144>("simon", "96/144");
    check_variant::<reference::Simon128_128>("simon", "128/128");
    check_variant::<reference::Simon128_192>("simon", "128/192");
    check_variant::<reference::Simon128_256>("simon", "128/256");
}

#[test]
fn simeck() {
    check_variant::<reference::Simeck32_64>("simeck", "32/64");
    check_variant::<reference::Simeck48_96>("simeck", "48/96");
    check_variant::<reference::Simeck64_128>("simeck", "64/128");
}

#[test]
fn sparx() {
    check_variant::<reference::Sparx64_128>("sparx", "64/128");
    check_variant::<reference::Sparx128_128>("sparx", "128/128");
    check_variant::<reference::Sparx128_256>("sparx", "128/256");
}

#[test]
fn cypress() {
    check_variant::<reference::Cypress256>("cypress", "Cypress-256");
    check_variant::<reference::Cypress512>("cypress", "Cypress-512");
}

#[test]
fn gost28147() {
    let mut checked = [0; 2];
    for case in cases("gost28147") {
        let key = bytes(&case, "key");
        let (_, sbox) = Sbox::NAMED.into_iter().find(|(name, _)| case["sbox"] == *name).unwrap();
        if case["mode"] == "ECB" {
            check_case(&reference::Gost28147::with_sbox(&key, sbox).unwrap(), &case);
            check_case(&table::Gost28147::with_sbox(&key, sbox).unwrap(), &case);
            checked[0] += 1;
        } else {
            check_case(&reference::Magma::new(&key).unwrap(), &case);
            checked[1] += 1;
        }
    }
    assert!(checked[0] > 20 && checked[1] > 0, "{checked:?}");
}
