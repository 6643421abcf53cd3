//! What `Debug` shows of every public type with a secret does not depend on keys or data, and none of their bytes are in
//! it. Copies of keys are made by `Clone` on purpose, and what must not be copied is not `Clone`.
#![cfg(feature = "aes")]

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;

#[cfg(any(feature = "aegis", feature = "morus"))]
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::aead::*;
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::block::*;
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::mode::*;
use lanecrypt::threegpp::{
    AeadId, Direction, EncryptionId, IntegrityId, Iv, Nca, Nea, Nea0, Nia, Nia0, Parameters, Pdcp,
    PduJob,
};
use lanecrypt::{
    Aead, AeadJob, Algorithm, Cipher, CipherJob, Data, Gathered, Key, KeyStream, Mac, MacJob,
    StreamCipher,
};

#[cfg(feature = "full")]
#[path = "support/without_secrets.rs"]
mod without_secrets;

thread_local! {
    /// The types that were shown, with their full names, but without parameters.
    static SHOWN: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// Two keys, or two pieces of data, without a byte in common at any place.
fn two(bytes: usize) -> [Vec<u8>; 2] {
    [0x00, 0xff].map(|turn| (0..bytes).map(|i| (i as u8).wrapping_mul(91) ^ 0x35 ^ turn).collect())
}

/// Without what separates bytes or words and tells their base.
fn bare(text: &str) -> String {
    text.replace(|c: char| c.is_whitespace() || c == '_', "").replace("0x", "").to_lowercase()
}

/// Some bytes of a secret in a text: as a list of numbers, as hexadecimal digits, as numbers of 32 bits or more, or raw.
fn found(text: &str, secret: &[u8]) -> Option<String> {
    let (listed, texts) = (bare(text), [text, &text.to_lowercase()]);
    let is_there = |form: &String| listed.contains(form) || texts.iter().any(|t| t.contains(form));
    let few = secret.windows(3).flat_map(|bytes| {
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let short: Vec<String> = bytes.iter().map(|byte| format!("{byte:x}")).collect();
        let decimal: Vec<String> = bytes.iter().map(u8::to_string).collect();
        [hex.concat(), hex.join(","), hex.join(":"), short.join(","), decimal.join(",")]
    });
    let raw = secret.windows(5).flat_map(|bytes| {
        let letters = bytes.iter().map(|byte| char::from(*byte)).collect();
        [letters, bytes.escape_ascii().to_string()]
    });
    let words = secret.windows(4).map(|bytes| bytes.try_into().unwrap());
    let words = words.flat_map(|word| [u32::from_le_bytes(word), u32::from_be_bytes(word)]);
    let words = words.flat_map(|word| [format!("{word}"), format!("{word:08x}")]);
    let long = secret.windows(8).map(|bytes| bytes.try_into().unwrap());
    let long = long.flat_map(|word| [u64::from_le_bytes(word), u64::from_be_bytes(word)]);
    let longest = secret.windows(16).map(|bytes| bytes.try_into().unwrap());
    let longest = longest.flat_map(|word| [u128::from_le_bytes(word), u128::from_be_bytes(word)]);
    few.chain(raw)
        .chain(words)
        .chain(long.map(|word| word.to_string()))
        .chain(longest.map(|word| word.to_string()))
        .find(is_there)
}

/// The same text for two things with different secrets, with none of their bytes, and with words that say what it is.
fn check<T: Debug>(first: &T, second: &T, secrets: &[&[Vec<u8>; 2]]) {
    check_shown(std::any::type_name::<T>(), [first, second], secrets);
}

/// The same, compiled once for all types.
fn check_shown(name: &'static str, things: [&dyn Debug; 2], secrets: &[&[Vec<u8>; 2]]) {
    let texts = things.map(|of| format!("{of:?} {of:#?}"));
    assert_eq!(texts[0], texts[1], "{name}");
    assert!(texts[0].len() > 10, "{name}");
    for secret in secrets.iter().flat_map(|secrets| secrets.iter()) {
        assert_eq!(found(&texts[0], secret), None, "{name}: {}", texts[0]);
    }
    SHOWN.with_borrow_mut(|shown| shown.insert(name.split('<').next().unwrap()));
}

#[test]
fn a_secret_is_found_in_every_form() {
    #[derive(Debug)]
    #[allow(dead_code, reason = "only shown")]
    struct Careless<T>(u8, T);

    let [secret, _] = two(40);
    let other: Vec<u8> = (100..140).collect();
    let words =
        |of: fn([u8; 4]) -> u32| secret.as_chunks().0.iter().map(|b| of(*b)).collect::<Vec<_>>();
    let (little, big) = (words(u32::from_le_bytes), words(u32::from_be_bytes));
    let long = u64::from_le_bytes(*secret[8..].first_chunk().unwrap());
    let longest = u128::from_be_bytes(*secret[8..].first_chunk().unwrap());
    let hex: String = secret.iter().map(|byte| format!("{byte:02X}")).collect();
    let raw: String = secret.iter().map(|byte| char::from(*byte)).collect();
    for text in [
        format!("{secret:?}"),
        format!("{secret:#?}"),
        format!("{:?}", Careless(1, &secret)),
        format!("{secret:x?} {secret:#X?}"),
        format!("{secret:02x?}"),
        format!("{:?}", &secret[10..13]),
        format!("Key({hex})"),
        format!("Key({})", &hex[20..26].to_lowercase()),
        format!("{little:?}"),
        format!("{big:#?}"),
        format!("{big:x?}"),
        format!("{:#?}", Careless(2, long)),
        format!("{longest}"),
        format!("{longest:#x}"),
        raw,
        format!("{}", secret.escape_ascii()),
    ] {
        assert!(found(&text, &secret).is_some(), "{text}");
        assert_eq!(found(&text, &other), None, "{text}");
    }
    assert_eq!(found("Aes128 { backend: Avx512, .. }", &secret), None);
}

fn parameters() -> Parameters {
    Parameters::new(0, 0, Direction::Uplink).unwrap()
}

/// A key object, a copy of it, and what stands for it in a job.
fn key_object<A: Algorithm + Debug>() {
    let keys = two(A::KEY_BYTES);
    let [first, second] = [0, 1].map(|i| A::new(&keys[i]).unwrap());
    check(&first, &second, &[&keys]);
    // A copy on purpose shows no more, and works when the first is gone.
    let copy = first.clone();
    drop(first);
    check(&copy, &second, &[&keys]);
    check(&Key::from(&copy), &Key::from(&second), &[&keys]);
    check(&Key::<A>::from(&keys[0][..]), &Key::<A>::from(&keys[1][..]), &[&keys]);
}

fn aead<A: Aead + Debug>() {
    let (keys, data, tags) = (two(A::KEY_BYTES), two(40), two(A::DEFAULT_TAG_BYTES));
    let nonce = vec![1; (*A::NONCE_BYTES.start()).max(1)];
    let [first, second] = &mut data.clone();
    check(
        &AeadJob::<A>::seal(&keys[0], &nonce, &data[0], &mut *first),
        &AeadJob::<A>::seal(&keys[1], &nonce, &data[1], &mut *second),
        &[&keys, &data],
    );
    check(
        &AeadJob::<A>::open(&keys[0], &nonce, &data[0], first, &tags[0]),
        &AeadJob::<A>::open(&keys[1], &nonce, &data[1], second, &tags[1]),
        &[&keys, &data, &tags],
    );
    key_object::<A>();
}

fn mac<M: Mac + Debug>(nonce: M::Nonce<'_>) {
    let (keys, data, tags) = (two(M::KEY_BYTES), two(40), two(M::DEFAULT_TAG_BYTES));
    let [first, second] = [0, 1].map(|i| MacJob::<M>::new(&keys[i], nonce, &data[i]));
    check(&first, &second, &[&keys, &data]);
    let [first, second] =
        [0, 1].map(|i| MacJob::<M>::expecting(&keys[i], nonce, &data[i], &tags[i]));
    check(&first, &second, &[&keys, &data, &tags]);
    key_object::<M>();
}

fn cipher<C: Cipher + Debug>(nonce: C::Nonce<'_>, bytes: usize) {
    let (keys, data) = (two(C::KEY_BYTES), two(bytes));
    let [first, second] = &mut data.clone();
    check(
        &CipherJob::<C>::new(&keys[0], nonce, first),
        &CipherJob::<C>::new(&keys[1], nonce, second),
        &[&keys, &data],
    );
    key_object::<C>();
}

/// A keystream at its start and between blocks.
fn stream<C: StreamCipher<Stream: Debug> + Debug>(nonce: C::Nonce<'_>) {
    let keys = two(C::KEY_BYTES);
    let ciphers = [0, 1].map(|i| C::new(&keys[i]).unwrap());
    let keystream = [0, 1].map(|i| {
        let mut bytes = vec![0; 300];
        ciphers[i].keystream(nonce, &mut bytes).unwrap();
        bytes
    });
    let [mut first, mut second] = [0, 1].map(|i| ciphers[i].stream(nonce).unwrap());
    check(&first, &second, &[&keys, &keystream]);
    for stream in [&mut first, &mut second] {
        stream.keystream(&mut [0; 150]).unwrap();
    }
    check(&first, &second, &[&keys, &keystream]);
    cipher::<C>(nonce, 40);
}

/// A block cipher with its two modes.
fn block_cipher<C: Modes + Debug>()
where
    Ctr<C>: for<'a> StreamCipher<Nonce<'a> = &'a [u8], Stream: Debug> + Debug,
{
    cipher::<Ecb<C>>((), 4 * C::BLOCK_BYTES);
    stream::<Ctr<C>>(&vec![1; Ctr::<C>::NONCES[0].0]);
    key_object::<C>();
}

/// A cipher that takes a block at a time.
#[cfg(any(feature = "reference", feature = "tables"))]
fn one_block<C: OneBlock + Debug>() {
    let keys = two(C::KEY_BYTES);
    let [first, second] = [0, 1].map(|i| C::new(&keys[i]).unwrap());
    check(&first, &second, &[&keys]);
}

macro_rules! one_block {
    (reference $type:ident) => {
        #[cfg(feature = "reference")]
        one_block::<lanecrypt::block::reference::$type>();
    };
    (table $type:ident) => {
        #[cfg(feature = "tables")]
        one_block::<lanecrypt::block::table::$type>();
    };
}

macro_rules! block_ciphers {
    (
        over_words { $({
            $wm:ident::$word:ident $wi:ident $wt:literal $wf:literal $wk:literal $wb:literal
            $words:literal x $bits:literal $wc:ident [$($wp:ident)*] $word_target:literal $wv:literal
        })* }
        over_blocks { $({
            $bm:ident::$block:ident $bi:ident $bt:literal $bf:literal $bk:literal $bb:literal
            $keys:literal $bc:ident [$($bp:ident)*] $block_target:literal $bv:literal
        })* }
    ) => {
        $(#[cfg(feature = $wf)] {
            block_cipher::<$word>();
            $(one_block!($wp $word);)*
        })*
        $(#[cfg(feature = $bf)] {
            block_cipher::<$block>();
            cipher::<Cbc<$block>>(&[1; 16], 64);
            $(one_block!($bp $block);)*
        })*
    };
}

macro_rules! stream_ciphers {
    ($({
        ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty) $bits:literal
        $target:literal
    })*) => {
        $(#[cfg(feature = $feature)] key_object::<$type>();)*
    };
}

macro_rules! macs {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $ai:ident $ao:ident $at:literal $af:literal $ak:literal
            $aes_target:literal
        })* }
        over_aegis { $({
            AegisMac<$form:ident> $gi:ident $gt:literal $gf:literal $gk:literal
            $aegis_target:literal
        })* }
        other { $({
            ($type:ty) $oi:ident $ot:literal $of:literal $ok:literal ($nonce:ty) $target:literal
        })* }
    ) => {
        $(#[cfg(feature = $af)] mac::<$mode<$aes>>(());)*
        $(#[cfg(feature = $gf)] aegis_mac::<$form>();)*
        $(#[cfg(feature = $of)] key_object::<$type>();)*
    };
}

macro_rules! aeads {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $ai:ident $ao:ident $at:literal $af:literal $ak:literal
            $aes_target:literal
        })* }
        stateful { $({
            $module:ident::$name:ident $si:ident $st:literal $sf:literal $sk:literal $bits:literal
            $stateful_target:literal
        })* }
        other { $({
            ($type:ty) $oi:ident $ot:literal $of:literal $ok:literal $target:literal
        })* }
    ) => {
        $(#[cfg(feature = $af)] aead::<$mode<$aes>>();)*
        $(#[cfg(feature = $sf)] {
            aead::<$name>();
            in_pieces::<$name>();
        })*
        $(#[cfg(feature = $of)] aead::<$type>();)*
    };
}

#[cfg(feature = "aegis")]
fn aegis_mac<A: AegisForm>() {
    let nonce = vec![1; A::KEY_BYTES];
    mac::<AegisMac<A>>(&nonce);
    let (keys, data) = (two(A::KEY_BYTES), two(100));
    let [first, second] = [0, 1].map(|i| {
        let mut state = AegisMac::<A>::new(&keys[i]).unwrap().start(&nonce).unwrap();
        state.update(&data[i]).unwrap();
        state
    });
    check(&first, &second, &[&keys, &data]);
}

/// An AEAD that seals and opens in pieces, in the midst of a message.
#[cfg(any(feature = "aegis", feature = "morus"))]
fn in_pieces<A: stream::Incremental>() {
    use stream::{Opening, Sealing};

    let (keys, data) = (two(A::KEY_BYTES), two(100));
    let ciphers = [0, 1].map(|i| A::new(&keys[i]).unwrap());
    let nonce = vec![1; *A::NONCE_BYTES.start()];
    let [first, second] = [0, 1].map(|i| {
        let mut sealing = Sealing::new(&ciphers[i], &nonce).unwrap();
        sealing.aad(&data[i]).unwrap();
        sealing.update(&mut data[i].clone()).unwrap();
        sealing
    });
    check(&first, &second, &[&keys, &data]);
    let [first, second] = [0, 1].map(|i| {
        let mut opening = Opening::new(&ciphers[i], &nonce).unwrap();
        opening.aad(&data[i]).unwrap();
        opening.update_unverified(&mut data[i].clone()).unwrap();
        opening
    });
    check(&first, &second, &[&keys, &data]);
}

/// Buffers, and states of MACs that messages went into.
fn data_and_states() {
    let (keys, data) = (two(16), two(40));
    let [first, second] = &mut data.clone();
    check(&Data::from(&mut *first), &Data::from(&mut *second), &[&data]);
    check(
        &Data::Copy { input: &data[0], output: first },
        &Data::Copy { input: &data[1], output: second },
        &[&data],
    );
    let (mut pieces, mut room) = (data.clone(), [0; 80]);
    let mut segments = pieces.each_mut().map(|piece| piece.split_at_mut(7)).map(|(a, b)| [a, b]);
    let [first, second] = &mut segments;
    let mut rest = &mut room[..];
    let first = Gathered::new(first, &mut rest).unwrap();
    check(&first, &Gathered::new(second, &mut rest).unwrap(), &[&data]);
    drop(first);
    let aes = [0, 1].map(|i| Aes128::new(&keys[i]).unwrap());
    let [first, second] = [0, 1].map(|i| {
        let mut cmac = Cmac::from(aes[i].clone()).start();
        cmac.update(&data[i]);
        cmac
    });
    check(&first, &second, &[&keys, &data]);
    let [first, second] = [0, 1].map(|i| {
        let mut pmac = Pmac::from(aes[i].clone()).start();
        pmac.update(&data[i]);
        pmac
    });
    check(&first, &second, &[&keys, &data]);
    #[cfg(feature = "short-gcm-tags")]
    aead::<GcmShortTags<Aes128>>();
}

/// Keystreams and jobs of the stream ciphers that have another type of nonce than [`Ctr`].
fn streams() {
    #[cfg(feature = "chacha20")]
    stream::<lanecrypt::stream::ChaCha20>(&[1; 12]);
    #[cfg(feature = "snow3g")]
    {
        stream::<lanecrypt::stream::snow3g::Snow3g>(&[1; 16]);
        stream::<lanecrypt::threegpp::Nea1>(parameters());
        mac::<lanecrypt::threegpp::Nia1>(parameters());
        mac::<lanecrypt::stream::snow3g::Uia2>(&[1; 16]);
    }
    #[cfg(feature = "snow5g")]
    {
        stream::<lanecrypt::stream::Snow5g>(&[1; 16]);
        stream::<lanecrypt::stream::SnowV>(&[1; 16]);
        stream::<lanecrypt::stream::SnowVi>(&[1; 16]);
        stream::<lanecrypt::threegpp::Nea4>(Iv::encryption(&[1; 15]));
    }
    #[cfg(feature = "zuc")]
    {
        use lanecrypt::stream::zuc::{Iv184, Zuc128, Zuc256, Zuc256Mac};
        stream::<Zuc128>(&[1; 16]);
        stream::<Zuc256>(Iv184::from_packed(&[1; 23]));
        mac::<Zuc256Mac>(Iv184::from_packed(&[1; 23]));
        stream::<lanecrypt::threegpp::Nea3>(parameters());
        stream::<lanecrypt::threegpp::Nea6>(Iv::encryption(&[1; 15]));
        mac::<lanecrypt::threegpp::Nia3>(parameters());
    }
    stream::<lanecrypt::threegpp::Nea2>(parameters());
    stream::<lanecrypt::threegpp::Nea5>(Iv::encryption(&[1; 15]));
    mac::<lanecrypt::threegpp::Nia2>(parameters());
    cipher::<Nea0>(parameters(), 40);
    mac::<Nia0>(parameters());
    #[cfg(all(feature = "reference", feature = "snow5g"))]
    {
        use lanecrypt::stream::reference::Snow;
        for new in [Snow::snow5g, Snow::snow_v, Snow::snow_vi] {
            let (keys, mut keystream) = (two(32), two(300));
            let [first, second] = [0, 1].map(|i| {
                let mut snow = new(keys[i].as_slice().try_into().unwrap(), &[1; 16]);
                snow.keystream(&mut keystream[i][..150]);
                snow
            });
            check(&first, &second, &[&keys, &keystream]);
        }
    }
}

/// Algorithms that are chosen by number, bearers and PDUs.
fn of_3gpp() {
    for id in EncryptionId::ALL.iter().copied().filter(|id| id.is_supported()) {
        let keys = two(id.key_bytes());
        let [first, second] = [0, 1].map(|i| Nea::new(id, &keys[i]).unwrap());
        check(&first, &second, &[&keys]);
    }
    for id in IntegrityId::ALL.iter().copied().filter(|id| id.is_supported()) {
        let keys = two(id.key_bytes());
        let [first, second] = [0, 1].map(|i| Nia::new(id, &keys[i]).unwrap());
        check(&first, &second, &[&keys]);
    }
    for id in AeadId::ALL.iter().copied().filter(|id| id.is_supported()) {
        let keys = two(id.key_bytes());
        let [first, second] = [0, 1].map(|i| Nca::new(id, &keys[i]).unwrap());
        check(&first, &second, &[&keys]);
    }
    // Algorithms 0 to 3 are those of PDCP.
    let of = EncryptionId::ALL.iter().zip(IntegrityId::ALL).take(4);
    for (&encryption, &integrity) in of.filter(|(id, _)| id.is_supported()) {
        let (keys, data) = (two(16), two(100));
        let [first, second] = [0, 1].map(|i| {
            let nea = Nea::new(encryption, &keys[i]).unwrap();
            let nia = Nia::new(integrity, &keys[i]).unwrap();
            Pdcp::new(nea, Some(nia), 1, Direction::Downlink).unwrap()
        });
        check(&first, &second, &[&keys]);
        let mut pdus = data.clone();
        let [first_pdu, second_pdu] = &mut pdus;
        let mut jobs =
            [PduJob::new(&first, 7, 3, first_pdu), PduJob::new(&second, 7, 3, second_pdu)];
        check(&jobs[0], &jobs[1], &[&keys, &data]);
        assert!(Pdcp::protect_batch(&mut jobs).is_ok());
        check(&jobs[0], &jobs[1], &[&keys, &data]);
    }
}

/// Chunked encryption: keys, messages, and both directions after a chunk.
#[cfg(feature = "chunked")]
fn chunked<C: lanecrypt::chunked::Variant + Debug>() {
    use lanecrypt::chunked::{CHUNK_BYTES, Cobblestone, SEALED_CHUNK_BYTES};

    key_object::<Cobblestone<C>>();
    let (keys, data) = (two(Cobblestone::<C>::KEY_BYTES), two(CHUNK_BYTES));
    // Their bytes come again every 256.
    let some = [0, 1].map(|i| data[i][..256].to_vec());
    let objects = [0, 1].map(|i| Cobblestone::<C>::new(&keys[i]).unwrap());
    let [first, second] = [0, 1].map(|i| objects[i].message(&[1; 24], b"context"));
    check(&first, &second, &[&keys]);
    let mut sealed = [0, 1].map(|_| vec![0; SEALED_CHUNK_BYTES]);
    let [first, second] = [0, 1].map(|i| {
        let mut sealing = objects[i].sealing(&[1; 24], b"context");
        sealing.update(&data[i], &mut sealed[i]).unwrap();
        sealing
    });
    check(&first, &second, &[&keys, &some]);
    let headers = [*first.header(), *second.header()];
    let [first, second] = [0, 1].map(|i| {
        let mut opening = objects[i].opening(&headers[i], b"context").unwrap();
        opening.update(&sealed[i], &mut vec![0; CHUNK_BYTES]).unwrap();
        opening
    });
    check(&first, &second, &[&keys, &some]);
}

/// The generator, when it is new and after a request.
#[cfg(feature = "drbg")]
fn generators() {
    let (entropy, mut random) = (two(48), two(100));
    let [mut first, mut second] = [0, 1].map(|i| {
        let options = DrbgOptions::default();
        CtrDrbg::<Aes256>::from_seed(&entropy[i], &[], &entropy[i], options).unwrap()
    });
    check(&first, &second, &[&entropy]);
    first.generate(&mut random[0]).unwrap();
    second.generate(&mut random[1]).unwrap();
    check(&first, &second, &[&entropy, &random]);
}

/// The types behind the traits of RustCrypto.
#[cfg(feature = "rustcrypto")]
fn of_rustcrypto() {
    use cipher::{KeyIvInit as _, StreamCipher as _};
    use digest::Update as _;
    use lanecrypt::rustcrypto::{self, KeyInit as _};

    let (keys, mut data) = (two(16), two(40));
    let [first, second] = [0, 1].map(|i| rustcrypto::Aes128Gcm::new_from_slice(&keys[i]).unwrap());
    check(&first, &second, &[&keys]);
    let [first, second] = [0, 1].map(|i| {
        let mut mac = rustcrypto::Cmac::<Aes128>::new_from_slice(&keys[i]).unwrap();
        mac.update(&data[i]);
        mac
    });
    check(&first, &second, &[&keys, &data]);
    let [first, second] = [0, 1].map(|i| {
        let mut mac = rustcrypto::Pmac::<Aes128>::new_from_slice(&keys[i]).unwrap();
        mac.update(&data[i]);
        mac
    });
    check(&first, &second, &[&keys, &data]);
    let [first, second] = [0, 1].map(|i| {
        let iv = [1; 16];
        let mut stream = rustcrypto::Ctr128BE::<Aes128>::new_from_slices(&keys[i], &iv).unwrap();
        stream.apply_keystream(&mut data[i]);
        stream
    });
    check(&first, &second, &[&keys, &two(40)]);
    #[cfg(feature = "drbg")]
    {
        use lanecrypt::rustcrypto::rand_core::SeedableRng;
        type Generator = rustcrypto::CtrDrbg<Aes256>;

        let seeds = two(48);
        let [first, second] =
            [0, 1].map(|i| <Generator as SeedableRng>::Seed::try_from(&seeds[i][..]).unwrap());
        check(&first, &second, &[&seeds]);
        check(&Generator::from_seed(first), &Generator::from_seed(second), &[&seeds]);
    }
}

/// The public types with an implementation of a trait of `core::fmt`, as `public-api.txt` has them, without parameters.
#[cfg(feature = "full")]
fn public_types(formatting: &str) -> BTreeSet<&'static str> {
    let marker = format!("core::fmt::{formatting} for ");
    let lines = include_str!("../public-api.txt").lines().filter(|line| line.starts_with("impl"));
    lines.filter_map(|line| line.split_once(&marker)?.1.split('<').next()).collect()
}

/// The public name of a type: of those that end in the same way, the one that has most modules in common with the full
/// name, and no more others than it must.
#[cfg(feature = "full")]
fn public_name(full: &str, public: &BTreeSet<&'static str>) -> &'static str {
    let (modules, name) = full.rsplit_once("::").unwrap();
    let modules: Vec<&str> = modules.split("::").collect();
    let candidates = public.iter().filter(|path| path.rsplit("::").next() == Some(name));
    let best = candidates.max_by_key(|path| {
        let all = path.split("::").count();
        (path.split("::").filter(|module| modules.contains(module)).count(), usize::MAX - all)
    });
    best.unwrap_or_else(|| panic!("{full} is not public"))
}

#[test]
fn debug_shows_no_secret_of_any_type() {
    lanecrypt::block_ciphers!(block_ciphers);
    lanecrypt::stream_ciphers!(stream_ciphers);
    lanecrypt::macs!(macs);
    lanecrypt::aeads!(aeads);
    data_and_states();
    streams();
    of_3gpp();
    #[cfg(feature = "drbg")]
    generators();
    #[cfg(feature = "chunked")]
    {
        chunked::<Aes128>();
        chunked::<Aes256>();
    }
    #[cfg(feature = "rustcrypto")]
    of_rustcrypto();

    // With all families, each type that has `Debug` was shown above, or is known to have no secret.
    let shown = SHOWN.take();
    println!("types that were shown: {}", shown.len());
    assert!(shown.len() > 30);
    #[cfg(feature = "full")]
    {
        let public = public_types("Debug");
        let without: BTreeSet<&str> = without_secrets::WITHOUT_SECRETS.iter().copied().collect();
        let shown: BTreeSet<&str> = shown.iter().map(|full| public_name(full, &public)).collect();
        assert_eq!(shown.intersection(&without).next(), None, "shown, and in the list");
        assert_eq!(without.difference(&public).next(), None, "in the list, but not public");
        let is_built = |path: &&str| {
            (cfg!(feature = "chunked") || !path.starts_with("lanecrypt::chunked::"))
                && (cfg!(feature = "rustcrypto") || !path.starts_with("lanecrypt::rustcrypto::"))
        };
        let public: BTreeSet<&str> = public.into_iter().filter(is_built).collect();
        let forgotten: Vec<_> = public.iter().filter(|path| !shown.contains(*path)).collect();
        let forgotten: Vec<_> = forgotten.iter().filter(|path| !without.contains(**path)).collect();
        assert!(forgotten.is_empty(), "neither shown nor in the list: {forgotten:?}");
        // No other form shows a type with a secret.
        for formatting in ["Display", "LowerHex", "UpperHex", "LowerExp", "Octal", "Binary"] {
            let types = public_types(formatting);
            assert_eq!(types.difference(&without).next(), None, "{formatting}");
        }
    }
}

/// Whether a type is `Clone`: the method of the inherent block is found first, where there is one.
struct IsClone<T>(std::marker::PhantomData<T>);

impl<T: Clone> IsClone<T> {
    const ANSWER: bool = true;
}

trait NotClone {
    const ANSWER: bool = false;
}

impl<T> NotClone for IsClone<T> {}

/// Two copies of a stream or of a generator give the same bytes twice, so there are none. Key objects and the
/// states of MACs can be copied: copies are wiped too.
#[test]
fn what_must_not_be_copied_is_not_clone() {
    const { assert!(IsClone::<Aes128>::ANSWER && IsClone::<CmacState<Aes128>>::ANSWER) };
    const { assert!(!IsClone::<CtrStream<Aes128>>::ANSWER) };
    #[cfg(feature = "drbg")]
    const {
        assert!(!IsClone::<CtrDrbg<Aes128>>::ANSWER)
    };
    #[cfg(feature = "chacha20")]
    const {
        assert!(!IsClone::<lanecrypt::stream::ChaCha20Stream>::ANSWER)
    };
    #[cfg(feature = "snow3g")]
    const {
        assert!(!IsClone::<lanecrypt::stream::snow3g::Snow3gStream>::ANSWER)
    };
    #[cfg(feature = "snow5g")]
    const {
        assert!(!IsClone::<lanecrypt::stream::SnowStream>::ANSWER)
    };
    #[cfg(feature = "zuc")]
    const {
        assert!(!IsClone::<lanecrypt::stream::zuc::ZucStream>::ANSWER)
    };
    #[cfg(feature = "aegis")]
    const {
        assert!(
            !IsClone::<stream::Sealing<Aegis128L>>::ANSWER
                && !IsClone::<stream::Opening<Aegis128L>>::ANSWER
        )
    };
}
