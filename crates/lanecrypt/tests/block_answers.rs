//! Every known answer of the block ciphers, both ways: over lanes on every backend, the plain
//! implementations and the tables.
#![cfg(all(
    feature = "lightweight",
    feature = "cypress",
    feature = "gost",
    feature = "reference",
    feature = "tables"
))]

use lanecrypt::block::{self, OneBlock, Sbox, reference, table};
use lanecrypt::mode::{Ctr, Ecb, Modes};
use lanecrypt::{Algorithm, Backend, Cipher, Error, StreamCipher as _};
use lanecrypt_vectors::{Case, cases_of};

/// One case, forwards and backwards.
fn check_case<C: OneBlock>(cipher: &C, case: &Case) {
    let (plaintext, ciphertext) =
        (case.bytes("plaintext").unwrap(), case.bytes("ciphertext").unwrap());
    assert!(!plaintext.is_empty());
    let mut data = plaintext.clone();
    cipher.encrypt(&mut data).unwrap();
    let name = core::any::type_name::<C>();
    assert_eq!(data, ciphertext, "{name} {}", case.id);
    cipher.decrypt(&mut data).unwrap();
    assert_eq!(data, plaintext, "{name} {}", case.id);
}

/// One case over lanes, so often that every lane has it, forwards and backwards.
fn check_lanes<C: Modes>(options: C::Options, case: &Case) {
    let key = case.bytes("key").unwrap();
    let (plaintext, ciphertext) = (
        case.bytes("plaintext").unwrap().repeat(300),
        case.bytes("ciphertext").unwrap().repeat(300),
    );
    for backend in Backend::available() {
        let cipher = Ecb::<C>::with_options(&key, options, backend).unwrap();
        let name = core::any::type_name::<C>();
        let mut data = plaintext.clone();
        cipher.encrypt((), &mut data[..]).unwrap();
        assert!(data == ciphertext, "{name} {} on {backend}", case.id);
        cipher.decrypt((), &mut data[..]).unwrap();
        assert!(data == plaintext, "{name} {} on {backend}, back", case.id);
    }
}

/// The cases of one variant; there must be some.
fn check_variant<L: Modes, C: OneBlock>(target: &str, variant: &str) {
    let mut checked = 0;
    for case in cases_of(target).unwrap().iter().filter(|case| case.text("variant") == Ok(variant))
    {
        check_case(&C::new(&case.bytes("key").unwrap()).unwrap(), case);
        check_lanes::<L>(L::Options::default(), case);
        checked += 1;
    }
    assert!(checked > 0, "{target}: no case of {variant}");
}

#[test]
fn speck() {
    check_variant::<block::Speck32_64, reference::Speck32_64>("speck", "32/64");
    check_variant::<block::Speck48_72, reference::Speck48_72>("speck", "48/72");
    check_variant::<block::Speck48_96, reference::Speck48_96>("speck", "48/96");
    check_variant::<block::Speck64_96, reference::Speck64_96>("speck", "64/96");
    check_variant::<block::Speck64_128, reference::Speck64_128>("speck", "64/128");
    check_variant::<block::Speck96_96, reference::Speck96_96>("speck", "96/96");
    check_variant::<block::Speck96_144, reference::Speck96_144>("speck", "96/144");
    check_variant::<block::Speck128_128, reference::Speck128_128>("speck", "128/128");
    check_variant::<block::Speck128_192, reference::Speck128_192>("speck", "128/192");
    check_variant::<block::Speck128_256, reference::Speck128_256>("speck", "128/256");
}

#[test]
fn simon() {
    check_variant::<block::Simon32_64, reference::Simon32_64>("simon", "32/64");
    check_variant::<block::Simon48_72, reference::Simon48_72>("simon", "48/72");
    check_variant::<block::Simon48_96, reference::Simon48_96>("simon", "48/96");
    check_variant::<block::Simon64_96, reference::Simon64_96>("simon", "64/96");
    check_variant::<block::Simon64_128, reference::Simon64_128>("simon", "64/128");
    check_variant::<block::Simon96_96, reference::Simon96_96>("simon", "96/96");
    check_variant::<block::Simon96_144, reference::Simon96_144>("simon", "96/144");
    check_variant::<block::Simon128_128, reference::Simon128_128>("simon", "128/128");
    check_variant::<block::Simon128_192, reference::Simon128_192>("simon", "128/192");
    check_variant::<block::Simon128_256, reference::Simon128_256>("simon", "128/256");
}

#[test]
fn simeck() {
    check_variant::<block::Simeck32_64, reference::Simeck32_64>("simeck", "32/64");
    check_variant::<block::Simeck48_96, reference::Simeck48_96>("simeck", "48/96");
    check_variant::<block::Simeck64_128, reference::Simeck64_128>("simeck", "64/128");
}

#[test]
fn sparx() {
    check_variant::<block::Sparx64_128, reference::Sparx64_128>("sparx", "64/128");
    check_variant::<block::Sparx128_128, reference::Sparx128_128>("sparx", "128/128");
    check_variant::<block::Sparx128_256, reference::Sparx128_256>("sparx", "128/256");
}

#[test]
fn cypress() {
    check_variant::<block::Cypress256, reference::Cypress256>("cypress", "Cypress-256");
    check_variant::<block::Cypress512, reference::Cypress512>("cypress", "Cypress-512");
}

#[test]
fn gost28147() {
    let mut checked = [0; 2];
    for case in cases_of("gost28147").unwrap() {
        let key = case.bytes("key").unwrap();
        let (_, sbox) =
            Sbox::NAMED.into_iter().find(|(name, _)| case.text("sbox") == Ok(name)).unwrap();
        if case.text("mode") == Ok("ECB") {
            check_case(&reference::Gost28147::with_sbox(&key, sbox).unwrap(), &case);
            check_case(&table::Gost28147::with_sbox(&key, sbox).unwrap(), &case);
            check_lanes::<block::Gost28147>(sbox, &case);
            checked[0] += 1;
        } else {
            check_case(&reference::Magma::new(&key).unwrap(), &case);
            check_lanes::<block::Magma>((), &case);
            checked[1] += 1;
        }
    }
    assert!(checked[0] > 20 && checked[1] > 0, "{checked:?}");
}

/// A case of counter mode from any block on. The nonce is the word that does not count, as a number.
fn check_counter<C: Modes>(case: &Case, little_endian: bool) {
    let (key, mut nonce) = (case.bytes("key").unwrap(), case.bytes("nonce").unwrap());
    if little_endian {
        nonce.reverse();
    }
    let start = u128::from(case.number("counter", u64::MAX).unwrap()) * C::BLOCK_BYTES as u128;
    let plaintext = case.bytes("plaintext").unwrap();
    for backend in Backend::available() {
        let cipher = Ctr::<C>::with_backend(&key, backend).unwrap();
        let mut stream = cipher.stream(&nonce).unwrap();
        stream.seek(start).unwrap();
        let mut data = plaintext.clone();
        let result = stream.apply(&mut data[..]);
        if case.has("error") {
            // The counter would pass its last value.
            assert!(matches!(result, Err(Error::Counter { .. })), "{} on {backend}", case.id);
            assert_eq!(data, plaintext, "{} on {backend}", case.id);
        } else {
            assert_eq!(result, Ok(()), "{} on {backend}", case.id);
            assert_eq!(data, case.bytes("ciphertext").unwrap(), "{} on {backend}", case.id);
        }
    }
}

#[test]
fn counters() {
    for case in cases_of("ctr_simon_simeck_speck").unwrap() {
        match case.text("cipher").unwrap() {
            "simon64_128" => check_counter::<block::Simon64_128>(&case, true),
            "speck64_128" => check_counter::<block::Speck64_128>(&case, true),
            "simeck64_128" => check_counter::<block::Simeck64_128>(&case, false),
            "simeck32_64" => check_counter::<block::Simeck32_64>(&case, false),
            other => panic!("{}: {other}", case.id),
        }
    }
}
