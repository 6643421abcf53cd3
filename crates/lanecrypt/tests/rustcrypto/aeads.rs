//! AEADs.

use aead::dev::{TestVector, fail_test, pass_test};
use aead::inout::InOutBuf;
use aead::{Aead as _, AeadCore, AeadInOut, KeyInit, Payload, TagPosition};
use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::rustcrypto::consts::{U1, U4, U8, U12, U13, U15, U16, U32, U128};
use lanecrypt::rustcrypto::{
    AeadCipher, Aegis128, Aegis128L, Aegis128X2, Aegis128X4, Aegis256, Aegis256X2, Aegis256X4,
    Aes128Gcm, Aes192Gcm, Aes256Gcm, AesGcm, AesOcb3, Error, XAes256Gcm,
};
use lanecrypt::{Algorithm as _, Backend, mode};
use lanecrypt_vectors::{Case, cases_of};

use crate::support::Random;
use crate::{field, passed, wipes};

/// The tests of `aead` with every case of a target that has these sizes. Returns how many there are.
fn check<C: AeadInOut + KeyInit>(target: &str, tag: &str) -> usize {
    let mut checked = 0;
    for case in &cases_of(target).unwrap() {
        let nonce = field(case, if case.has("iv") { "iv" } else { "nonce" });
        let sizes = (C::key_size(), nonce.len());
        if !case.has(tag) || sizes != (field(case, "key").len(), size_of::<aead::Nonce<C>>()) {
            continue;
        }
        if field(case, tag).len() != size_of::<aead::Tag<C>>() {
            continue;
        }
        check_case::<C>(case, nonce, field(case, tag));
        checked += 1;
    }
    checked
}

fn check_case<C: AeadInOut + KeyInit>(case: &Case, nonce: &'static [u8], tag: &'static [u8]) {
    let sealed: &[u8] = [field(case, "ciphertext"), tag].concat().leak();
    let vector = TestVector {
        key: field(case, "key"),
        nonce,
        aad: field(case, "aad"),
        plaintext: if case.has("plaintext") { field(case, "plaintext") } else { &[] },
        ciphertext: sealed,
    };
    if case.must_be_rejected() {
        return passed(fail_test::<C>(&vector), case);
    }
    passed(pass_test::<C>(&vector), case);
    // Anything wrong, and too few bytes for a tag.
    for i in 0..sealed.len() {
        let mut wrong = sealed.to_vec();
        wrong[i] ^= 1 << (i % 8);
        passed(fail_test::<C>(&TestVector { ciphertext: wrong.leak(), ..vector }), case);
    }
    let short = &sealed[sealed.len() + 1 - tag.len()..];
    passed(fail_test::<C>(&TestVector { ciphertext: short, ..vector }), case);
}

macro_rules! known_answers {
    ($($name:ident: $target:literal $tag:literal [$($cipher:ty),*];)*) => {$(
        #[test]
        fn $name() {
            $(assert!(check::<$cipher>($target, $tag) > 0, stringify!($cipher));)*
        }
    )*};
}

known_answers! {
    gcm: "aes_gcm" "tag" [
        Aes128Gcm, Aes192Gcm, Aes256Gcm, AesGcm<Aes192, U1>, AesGcm<Aes256, U128>
    ];
    ocb3: "aes_ocb3" "tag" [
        AesOcb3<Aes128>, AesOcb3<Aes192>, AesOcb3<Aes256>, AesOcb3<Aes128, U12, U12>,
        AesOcb3<Aes192, U12, U8>, AesOcb3<Aes256, U13, U12>
    ];
    xaes: "xaes256_gcm" "tag" [XAes256Gcm];
    aegis128: "aegis_128" "tag128" [Aegis128];
    aegis128l: "aegis_128l" "tag128" [Aegis128L];
    aegis128l_long_tags: "aegis_128l" "tag256" [Aegis128L<U32>];
    aegis128x: "aegis_128x2" "tag128" [Aegis128X2];
    aegis128x4: "aegis_128x4" "tag256" [Aegis128X4<U32>];
    aegis256: "aegis_256" "tag128" [Aegis256];
    aegis256x2: "aegis_256x2" "tag128" [Aegis256X2];
    aegis256x4: "aegis_256x4" "tag256" [Aegis256X4<U32>];
}

/// Two implementations make the same of messages of many lengths, and each opens what the other sealed.
fn same<A, B>(nonces: usize)
where
    A: AeadInOut + KeyInit,
    B: AeadInOut + KeyInit,
{
    let mut random = Random::new(61);
    for bytes in (0..70).chain([255, 256, 257, 1500, 16384]) {
        let key = random.bytes(A::key_size());
        let (nonce, aad) = (random.bytes(nonces), random.bytes(bytes % 40));
        let msg = random.bytes(bytes);
        let (a, b) = (A::new_from_slice(&key).unwrap(), B::new_from_slice(&key).unwrap());
        let (for_a, for_b) = (nonce[..].try_into().unwrap(), nonce[..].try_into().unwrap());
        let sealed = a.encrypt(for_a, Payload { msg: &msg, aad: &aad }).unwrap();
        assert_eq!(sealed, b.encrypt(for_b, Payload { msg: &msg, aad: &aad }).unwrap());
        assert_eq!(a.decrypt(for_a, Payload { msg: &sealed, aad: &aad }).unwrap(), msg);
        assert_eq!(b.decrypt(for_b, Payload { msg: &sealed, aad: &aad }).unwrap(), msg);
        assert!(a.decrypt(for_a, Payload { msg: &sealed, aad: b"other" }).is_err());
    }
}

#[test]
fn gcm_is_that_of_the_crate_aes_gcm() {
    same::<Aes128Gcm, aes_gcm::Aes128Gcm>(12);
    same::<Aes256Gcm, aes_gcm::Aes256Gcm>(12);
    same::<AesGcm<Aes256, U16, U12>, aes_gcm::AesGcm<aes::Aes256, U16, U12>>(16);
    same::<AesGcm<Aes128, U8, U15>, aes_gcm::AesGcm<aes::Aes128, U8, U15>>(8);
}

/// That crate over the block ciphers of this one, whose backends it uses.
#[test]
fn gcm_of_the_crate_aes_gcm_over_our_aes() {
    same::<Aes128Gcm, aes_gcm::AesGcm<Aes128, U12>>(12);
    same::<Aes192Gcm, aes_gcm::AesGcm<Aes192, U12>>(12);
    same::<Aes256Gcm, aes_gcm::AesGcm<Aes256, U12>>(12);
}

/// Nothing of a message with a wrong tag is given out, in place and apart.
#[test]
fn a_wrong_tag_leaves_zeros() {
    let cipher = Aes256Gcm::new(&[7; 32].into());
    let (nonce, mut data) = ([1; 12].into(), [5; 100]);
    let mut tag = cipher.encrypt_inout_detached(&nonce, b"", (&mut data[..]).into()).unwrap();
    tag[0] ^= 1;
    let mut output = [9; 100];
    let apart = InOutBuf::new(&data, &mut output).unwrap();
    assert_eq!(cipher.decrypt_inout_detached(&nonce, b"", apart, &tag), Err(Error));
    assert_eq!(output, [0; 100]);
    let in_place = (&mut data[..]).into();
    assert_eq!(cipher.decrypt_inout_detached(&nonce, b"", in_place, &tag), Err(Error));
    assert_eq!(data, [0; 100]);
}

#[test]
fn over_key_objects_of_every_backend() {
    let expected = Aes128Gcm::new(&[7; 16].into()).encrypt(&[1; 12].into(), &[3; 99][..]).unwrap();
    for backend in Backend::available() {
        // Whatever length of tags the key object had.
        let key = mode::Gcm::<Aes128>::with_backend(&[7; 16], backend).unwrap();
        let key = lanecrypt::Aead::with_tag_bytes(key, 13).unwrap();
        let cipher: AeadCipher<_, U12, U16> = key.into();
        assert_eq!(cipher.clone().encrypt(&[1; 12].into(), &[3; 99][..]).unwrap(), expected);
    }
    let shown = format!("{:?}", Aes128Gcm::new(&[0xa7; 16].into()));
    assert!(shown.contains("Gcm") && !shown.contains("167"), "{shown}");
}

#[test]
fn keys_of_other_lengths_are_refused() {
    for bytes in (0..40).filter(|bytes| *bytes != 24) {
        assert!(Aes192Gcm::new_from_slice(&vec![0; bytes]).is_err());
    }
    assert!(Aes192Gcm::new_from_slice(&[0; 24]).is_ok());
    assert_eq!(<AesOcb3<Aes128, U15, U4> as AeadCore>::TAG_POSITION, TagPosition::Postfix);
    AesOcb3::<Aes128, U15, U4>::new(&[7; 16].into());
}

#[test]
fn keys_are_wiped() {
    wipes::<Aes256Gcm>();
    wipes::<AesOcb3<Aes128>>();
    wipes::<XAes256Gcm>();
    wipes::<Aegis128L>();
}
