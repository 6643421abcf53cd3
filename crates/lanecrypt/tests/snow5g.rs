//! SNOW 5G, SNOW-V and SNOW-Vi on every backend against their plain implementation: alone, in pieces and in
//! batches.
#![cfg(all(feature = "snow5g", feature = "reference"))]

#[path = "support/mod.rs"]
mod support;

use lanecrypt::stream::reference::Snow;
use lanecrypt::stream::{Snow5g, SnowStream, SnowV, SnowVi};
use lanecrypt::{Backend, StreamCipher};
use lanecrypt_vectors::cases_of;
use support::ciphers::{Message, check_batch, check_keystream};
use support::jobs::Keys;
use support::{Guarded, Random};

trait Version:
    for<'a> StreamCipher<Nonce<'a> = &'a [u8; 16], Stream = SnowStream, Options = ()>
{
    const TARGET: &'static str;
    fn plain(key: &[u8; 32], iv: &[u8; 16]) -> Snow;
}

impl Version for Snow5g {
    const TARGET: &'static str = "snow5g_nea4";
    fn plain(key: &[u8; 32], iv: &[u8; 16]) -> Snow {
        Snow::snow5g(key, iv)
    }
}

impl Version for SnowV {
    const TARGET: &'static str = "snow_v";
    fn plain(key: &[u8; 32], iv: &[u8; 16]) -> Snow {
        Snow::snow_v(key, iv)
    }
}

impl Version for SnowVi {
    const TARGET: &'static str = "snow_vi";
    fn plain(key: &[u8; 32], iv: &[u8; 16]) -> Snow {
        Snow::snow_vi(key, iv)
    }
}

fn nonce(bytes: &[u8]) -> &[u8; 16] {
    bytes.try_into().unwrap()
}

fn message<C: Version>(random: &mut Random, bytes: usize) -> Message {
    let (key, iv, plain) = (random.bytes(32), random.bytes(16), random.bytes(bytes));
    let mut encrypted = vec![0; bytes];
    C::plain(key[..].try_into().unwrap(), nonce(&iv)).keystream(&mut encrypted);
    encrypted.iter_mut().zip(&plain).for_each(|(byte, plain)| *byte ^= plain);
    Message { key, nonce: iv, block: 0, plain, encrypted }
}

/// Messages with known answers: keystream, or plaintext and ciphertext.
fn known<C: Version>() -> Vec<Message> {
    let cases = cases_of(C::TARGET).unwrap();
    let message = |case: &lanecrypt_vectors::Case| {
        let field = |name| case.bytes(name).unwrap();
        let (plain, encrypted) = if case.has("keystream") {
            (vec![0; field("keystream").len()], field("keystream"))
        } else {
            (field("plaintext"), field("ciphertext"))
        };
        Message { key: field("key"), nonce: field("iv"), block: 0, plain, encrypted }
    };
    cases.iter().map(message).collect()
}

fn known_answers<C: Version>() {
    let known = known::<C>();
    assert!(known.iter().any(|message| message.plain.len() >= 16));
    for Message { key, nonce: iv, plain, encrypted, .. } in &known {
        let mut data = vec![0; plain.len()];
        C::plain(key[..].try_into().unwrap(), nonce(iv)).keystream(&mut data);
        data.iter_mut().zip(plain).for_each(|(byte, plain)| *byte ^= plain);
        assert_eq!(data, *encrypted, "the plain implementation");
    }
    for backend in Backend::available() {
        for Message { key, nonce: iv, plain, encrypted, .. } in &known {
            let key = C::with_backend(key, backend).unwrap();
            let mut data = plain.clone();
            key.encrypt(nonce(iv), &mut data).unwrap();
            assert_eq!(data, *encrypted, "{backend}");
        }
        let mut random = Random::new(71);
        for first in 0..34 {
            let mut messages: Vec<_> =
                (0..first).map(|i| message::<C>(&mut random, 31 * i % 200)).collect();
            messages.extend(self::known::<C>());
            let keys = Keys::turn(first);
            check_batch::<C>(&mut random, &messages, nonce, (), backend, keys);
        }
    }
}

fn every_length_on_every_backend<C: Version>() {
    let mut random = Random::new(72);
    let messages: Vec<_> = (0..=600)
        .chain([1023, 1024, 1025, 4096, 5000])
        .map(|bytes| message::<C>(&mut random, bytes))
        .collect();
    for backend in Backend::available() {
        for Message { key, nonce: iv, plain, encrypted, .. } in &messages {
            let key = C::with_backend(key, backend).unwrap();
            let mut data = Guarded::new(&mut random, plain.len(), plain);
            key.encrypt(nonce(iv), data.get_mut()).unwrap();
            assert_eq!(data.get(), *encrypted, "{} on {backend}", plain.len());
            data.check_guards();
            let mut output = vec![7; plain.len()];
            key.decrypt(nonce(iv), (&encrypted[..], &mut output[..])).unwrap();
            assert_eq!(output, *plain, "{} on {backend}", plain.len());
        }
        for keys in Keys::ALL {
            check_batch::<C>(&mut random, &messages, nonce, (), backend, keys);
            check_keystream::<C>(&mut random, &messages, nonce, (), backend, keys);
        }
        for count in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 32, 33] {
            let messages = &messages[17 * (count % 13)..][..count];
            let keys = Keys::turn(count);
            check_batch::<C>(&mut random, messages, nonce, (), backend, keys);
            check_keystream::<C>(&mut random, messages, nonce, (), backend, keys);
        }
    }
}

fn pieces<C: Version>() {
    let mut random = Random::new(73);
    for backend in Backend::available() {
        let message = message::<C>(&mut random, 3000);
        let key = C::with_backend(&message.key, backend).unwrap();
        for piece in [1, 7, 16, 48, 63, 64, 65, 1000, 1024, 3000] {
            let mut stream = key.stream(nonce(&message.nonce)).unwrap();
            let mut data = message.plain.clone();
            for piece in data.chunks_mut(piece) {
                stream.apply(piece).unwrap();
            }
            assert_eq!(data, message.encrypted, "pieces of {piece} on {backend}");
            assert_eq!((stream.position(), stream.backend()), (3000, backend));
        }
    }
}

macro_rules! each {
    ($($module:ident: $cipher:ident;)* | $tests:tt) => {
        $(each!(@ $module $cipher $tests);)*
    };
    (@ $module:ident $cipher:ident { $($test:ident)* }) => {
        mod $module {
            $(
                #[test]
                fn $test() {
                    super::$test::<super::$cipher>();
                }
            )*
        }
    };
}
each! {
    snow5g: Snow5g;
    snow_v: SnowV;
    snow_vi: SnowVi;
    | { known_answers every_length_on_every_backend pieces }
}
