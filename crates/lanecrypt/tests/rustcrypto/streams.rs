//! Stream ciphers.

use cipher::dev::stream::{TestVector, stream_cipher_test};
use cipher::stream_cipher_seek_test;
use cipher::{InOutBuf, KeyIvInit, StreamCipher, StreamCipherSeek};
use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::Ctr;
use lanecrypt::rustcrypto::consts::U12;
use lanecrypt::rustcrypto::{
    ChaCha20, Ctr128BE, Snow3g, Snow5g, SnowV, SnowVi, Stream, Zuc128, Zuc256,
};
use lanecrypt_vectors::{Case, cases_of};

use crate::{field, passed, wipes};

/// The test of `cipher` with every case of these sizes that begins with block 0. A case without a message has
/// zeros, which the keystream encrypts.
fn check<C: KeyIvInit + StreamCipher>(target: &str, iv: &str, of: impl Fn(&Case) -> bool) {
    let mut checked = 0;
    for case in cases_of(target).unwrap().iter().filter(|case| of(case)) {
        if !case.has(iv)
            || case.has("bit_length")
                && case.number("bit_length", u64::MAX)
                    != Ok(8 * field(case, "plaintext").len() as u64)
            || case.has("counter") && case.number("counter", 9) != Ok(0)
        {
            continue;
        }
        let (key, iv) = (field(case, "key"), field(case, iv));
        if (key.len(), iv.len()) != (C::key_size(), C::iv_size()) {
            continue;
        }
        let (plaintext, ciphertext) = if case.has("keystream") {
            let keystream = field(case, "keystream");
            (&*vec![0; keystream.len()].leak(), keystream)
        } else {
            (field(case, "plaintext"), field(case, "ciphertext"))
        };
        passed(stream_cipher_test::<C>(&TestVector { key, iv, plaintext, ciphertext }), case);
        checked += 1;
    }
    assert!(checked > 0, "{target}");
}

#[test]
fn known_answers() {
    let ctr = |case: &Case| case.text("mode") == Ok("CTR");
    check::<Ctr128BE<Aes128>>("aes_modes", "iv", ctr);
    check::<Ctr128BE<Aes192>>("aes_modes", "iv", ctr);
    check::<Ctr128BE<Aes256>>("aes_modes", "iv", ctr);
    check::<ChaCha20>("chacha20", "nonce", |_| true);
    check::<Snow3g>("snow3g", "iv", |_| true);
    check::<Snow5g>("snow5g_nea4", "iv", |_| true);
    check::<SnowV>("snow_v", "iv", |_| true);
    check::<SnowVi>("snow_vi", "iv", |_| true);
    check::<Zuc128>("zuc128_keystream", "iv", |_| true);
    check::<Zuc256>("zuc256_2018_keystream", "iv23", |_| true);
}

stream_cipher_seek_test!(seek_in_ctr, Ctr128BE<Aes128>);
stream_cipher_seek_test!(seek_in_ctr_with_a_nonce, Stream<Ctr<Aes256>, U12>);
stream_cipher_seek_test!(seek_in_chacha20, ChaCha20);

/// A nonce of 12 bytes is the counter block that ends with zeros, as long as 32 bits count.
#[test]
fn a_short_nonce_is_a_counter_block() {
    let mut block = [3; 16];
    block[12..].fill(0);
    let (mut short, mut whole) = ([0; 1000], [0; 1000]);
    Stream::<Ctr<Aes128>, U12>::new(&[7; 16].into(), &[3; 12].into()).write_keystream(&mut short);
    Ctr128BE::<Aes128>::new(&[7; 16].into(), &block.into()).write_keystream(&mut whole);
    assert_eq!(short, whole);
}

/// Keystream is written as it is applied, and applied apart as in place.
fn ways<C: KeyIvInit + StreamCipher>() {
    let new = || C::new(&Default::default(), &Default::default());
    let (mut keystream, mut in_place) = (vec![1; 777], vec![0; 777]);
    new().write_keystream(&mut keystream);
    new().apply_keystream(&mut in_place);
    assert_eq!(keystream, in_place);
    let mut apart = vec![9; 777];
    new().apply_keystream_b2b(&[0; 777], &mut apart);
    assert_eq!(keystream, apart);
    let mut stream = new();
    stream.apply_keystream_inout(InOutBuf::new(&[0; 777][..100], &mut apart[..100]).unwrap());
    stream.apply_keystream_inout(InOutBuf::new(&[0; 777][100..], &mut apart[100..]).unwrap());
    assert_eq!(keystream, apart);
    assert!(new().try_apply_keystream_b2b(&[0; 9], &mut [0; 10]).is_err());
}

#[test]
fn every_way() {
    ways::<Ctr128BE<Aes128>>();
    ways::<ChaCha20>();
    ways::<Snow3g>();
    ways::<Snow5g>();
    ways::<Zuc128>();
    ways::<Zuc256>();
}

/// At the end nothing is written, and nothing is repeated.
fn the_end<C: KeyIvInit + StreamCipher + StreamCipherSeek>(end: u128) {
    let mut stream = C::new(&Default::default(), &Default::default());
    assert!(stream.try_seek(end + 1).is_err());
    assert_eq!(stream.current_pos::<u64>(), 0);
    stream.seek(end - 5);
    let mut data = [1; 6];
    assert!(stream.check_remaining(6).is_err());
    assert!(stream.try_apply_keystream(&mut data).is_err());
    assert!(stream.try_write_keystream(&mut data).is_err());
    assert_eq!((data, stream.current_pos::<u128>()), ([1; 6], end - 5));
    assert!(stream.try_current_pos::<i32>().is_err());
    stream.apply_keystream(&mut data[..5]);
    assert_ne!(data, [1; 6]);
    assert!(stream.check_remaining(0).is_ok());
    assert!(stream.try_apply_keystream(&mut data[..1]).is_err());
}

#[test]
fn the_end_of_the_keystream() {
    the_end::<Stream<Ctr<Aes128>, U12>>(16 << 32);
    the_end::<ChaCha20>(64 << 32);
}

#[test]
#[should_panic(expected = "the end of the keystream")]
fn unchecked_calls_do_not_repeat_keystream() {
    let mut stream = ChaCha20::new(&[7; 32].into(), &[1; 12].into());
    stream.seek(64_u64 << 32);
    stream.unchecked_apply_keystream(&mut [0; 1]);
}

#[test]
fn secrets_are_wiped_and_not_shown() {
    wipes::<Ctr128BE<Aes256>>();
    wipes::<ChaCha20>();
    wipes::<Snow3g>();
    wipes::<Snow5g>();
    wipes::<Zuc128>();
    let mut stream = ChaCha20::new(&[0xa7; 32].into(), &[0x5c; 12].into());
    stream.apply_keystream(&mut [0; 3]);
    assert_eq!(format!("{stream:?}"), "Stream { position: 3, .. }");
}
