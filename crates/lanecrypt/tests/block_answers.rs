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

/// The test of a cipher.
macro_rules! test {
    // Their cases have no variants, and S-boxes instead.
    (Gost28147 $($rest:tt)*) => {};
    (Magma $($rest:tt)*) => {};
    ($name:ident $module:ident $target:literal $variant:literal) => {
        #[test]
        fn $module() {
            check_variant::<block::$name, reference::$name>($target, $variant);
        }
    };
}

macro_rules! ciphers {
    (
        over_words { $({
            $family:ident::$name:ident $module:ident $title:literal $feature:literal $key:literal
            $block:literal $words:literal x $word:literal $counter:ident
            [reference $($table:ident)?] $target:literal $variant:literal
        })* }
        over_blocks { $($over_blocks:tt)* }
    ) => {
        $(test!($name $module $target $variant);)*
    };
}
lanecrypt::block_ciphers!(ciphers);

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
