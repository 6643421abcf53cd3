//! AEGIS and AEGISMAC.

use lanecrypt::aead::{
    Aegis128, Aegis128L, Aegis128X2, Aegis128X4, Aegis256, Aegis256X2, Aegis256X4, AegisForm,
    AegisMac,
};
use lanecrypt::{Aead, Algorithm, Backend, Error, Mac};
use lanecrypt_vectors::cases_of;

use crate::support::Random;
use crate::support::ciphers::same_nonce;
use crate::support::jobs::Keys;
use crate::support::macs::{self, Tagged};
use crate::{batches, common, pieces, refusals};

type Block = [u8; 16];

/// The S-box of AES from its definition: the inverse, then an affine map.
fn sbox() -> &'static [u8; 256] {
    static SBOX: std::sync::OnceLock<[u8; 256]> = std::sync::OnceLock::new();
    SBOX.get_or_init(|| {
        std::array::from_fn(|x| {
            let inverse = (0..=255).find(|&y| times(x as u8, y) == 1).unwrap_or(0);
            (0..5).fold(0x63, |sum, turn| sum ^ inverse.rotate_left(turn))
        })
    })
}

/// The product in the field of AES.
fn times(a: u8, b: u8) -> u8 {
    let (mut a, mut sum) = (a, 0);
    for bit in 0..8 {
        sum ^= if b >> bit & 1 == 1 { a } else { 0 };
        a = a << 1 ^ if a >> 7 == 1 { 0x1b } else { 0 };
    }
    sum
}

/// A round of AES (FIPS 197, section 5.1).
fn round(x: &Block, key: &Block) -> Block {
    let shifted: Block = std::array::from_fn(|i| sbox()[usize::from(x[5 * i % 16])]);
    std::array::from_fn(|i| {
        let byte = |row: usize| shifted[i / 4 * 4 + (i + row) % 4];
        let doubled = |byte: u8| byte << 1 ^ if byte >> 7 == 1 { 0x1b } else { 0 };
        doubled(byte(0)) ^ doubled(byte(1)) ^ byte(1) ^ byte(2) ^ byte(3) ^ key[i]
    })
}

fn xor(blocks: &[&Block]) -> Block {
    std::array::from_fn(|i| blocks.iter().fold(0, |sum, block| sum ^ block[i]))
}

fn and(a: &Block, b: &Block) -> Block {
    std::array::from_fn(|i| a[i] & b[i])
}

fn block(bytes: &[u8]) -> Block {
    bytes.try_into().unwrap()
}

/// A lane: five registers are AEGIS-128, six AEGIS-256, eight AEGIS-128L.
struct Lane(Vec<Block>);

impl Lane {
    fn new(registers: usize, key: &[u8], nonce: &[u8], number: usize, lanes: usize) -> Self {
        let fibonacci = {
            let mut bytes = vec![0u8, 1];
            while bytes.len() < 32 {
                bytes.push(bytes[bytes.len() - 2].wrapping_add(bytes[bytes.len() - 1]));
            }
            bytes
        };
        let (c0, c1) = (block(&fibonacci[..16]), block(&fibonacci[16..]));
        let (k, n) = (block(&key[..16]), block(&nonce[..16]));
        let both = xor(&[&k, &n]);
        let (mut lane, feed, updates) = match registers {
            5 => (
                vec![both, c1, c0, xor(&[&k, &c0]), xor(&[&k, &c1])],
                vec![vec![k], vec![both]],
                10,
            ),
            8 => {
                let (k0, k1) = (xor(&[&k, &c0]), xor(&[&k, &c1]));
                (vec![both, c1, c0, c1, both, k0, k1, k0], vec![vec![n, k]], 10)
            }
            _ => {
                let (k1, n1) = (block(&key[16..]), block(&nonce[16..]));
                let both1 = xor(&[&k1, &n1]);
                let state = vec![both, both1, c1, c0, xor(&[&k, &c0]), xor(&[&k1, &c1])];
                (state, vec![vec![k], vec![k1], vec![both], vec![both1]], 16)
            }
        };
        let mut context = [0; 16];
        (context[0], context[1]) = (number as u8, lanes as u8 - 1);
        let last = if registers == 8 { 7 } else { 5 };
        let mut out = Self(Vec::new());
        for update in 0..updates {
            if lanes > 1 {
                lane[3] = xor(&[&lane[3], &context]);
                lane[last] = xor(&[&lane[last], &context]);
            }
            out = Self(lane);
            out.update(&feed[update % feed.len()]);
            lane = out.0.clone();
        }
        out
    }

    fn update(&mut self, message: &[Block]) {
        let old = self.0.clone();
        for i in 0..old.len() {
            let key = match (i, message) {
                (0, [first, ..]) => xor(&[&old[0], first]),
                (4, [_, second]) => xor(&[&old[4], second]),
                _ => old[i],
            };
            self.0[i] = round(&old[(i + old.len() - 1) % old.len()], &key);
        }
    }

    fn keystream(&self) -> Vec<Block> {
        let s = &self.0;
        match s.len() {
            5 => vec![xor(&[&s[1], &s[4], &and(&s[2], &s[3])])],
            6 => vec![xor(&[&s[1], &s[4], &s[5], &and(&s[2], &s[3])])],
            _ => vec![
                xor(&[&s[6], &s[1], &and(&s[2], &s[3])]),
                xor(&[&s[2], &s[5], &and(&s[6], &s[7])]),
            ],
        }
    }

    /// Takes in two numbers and mixes.
    fn finish(&mut self, first: u64, second: u64) {
        let lengths = [first.to_le_bytes(), second.to_le_bytes()].concat();
        let place = if self.0.len() == 8 { 2 } else { 3 };
        let mixed = xor(&[&self.0[place], &block(&lengths)]);
        for _ in 0..7 {
            self.update(&vec![mixed; if self.0.len() == 8 { 2 } else { 1 }]);
        }
    }

    fn tag(&self, bytes: usize) -> Vec<u8> {
        let s = &self.0;
        let sum = |range: std::ops::Range<usize>| xor(&s[range].iter().collect::<Vec<_>>());
        match (bytes, s.len()) {
            (16, 8) => sum(0..7).to_vec(),
            (16, count) => sum(0..count).to_vec(),
            (_, count) => [sum(0..count / 2), sum(count / 2..count)].concat(),
        }
    }
}

/// AEGIS one block and one lane at a time, the description read literally.
fn model<const REGISTERS: usize, const LANES: usize>(
    key: &[u8],
    nonce: &[u8],
    aad: &[u8],
    plain: &[u8],
    tag_bytes: usize,
) -> (Vec<u8>, Vec<u8>) {
    let pieces = if REGISTERS == 8 { 2 } else { 1 };
    let rate = 16 * pieces * LANES;
    let mut lanes: Vec<Lane> =
        (0..LANES).map(|lane| Lane::new(REGISTERS, key, nonce, lane, LANES)).collect();
    // Piece `p` of lane `l` is block `p * LANES + l`.
    let take_in = |lanes: &mut [Lane], part: &[u8]| {
        let mut full = part.to_vec();
        full.resize(rate, 0);
        for (l, lane) in lanes.iter_mut().enumerate() {
            let piece = |p: usize| block(&full[16 * (p * LANES + l)..][..16]);
            lane.update(&(0..pieces).map(piece).collect::<Vec<_>>());
        }
    };
    for part in aad.chunks(rate) {
        take_in(&mut lanes, part);
    }
    let mut sealed = Vec::new();
    for part in plain.chunks(rate) {
        let keystreams: Vec<_> = lanes.iter().map(Lane::keystream).collect();
        let keystream: Vec<u8> =
            (0..pieces).flat_map(|p| keystreams.iter().flat_map(move |lane| lane[p])).collect();
        sealed.extend(part.iter().zip(keystream).map(|(byte, key)| byte ^ key));
        take_in(&mut lanes, part);
    }
    let mut tag = vec![0; tag_bytes];
    for lane in &mut lanes {
        lane.finish(8 * aad.len() as u64, 8 * plain.len() as u64);
        for (sum, byte) in tag.iter_mut().zip(lane.tag(tag_bytes)) {
            *sum ^= byte;
        }
    }
    (sealed, tag)
}

/// Batches of messages so long that they are worked on side by side on every backend that can; some
/// tags are wrong. With tags of one length, and with those of all lengths together.
fn long_batches<A: Aead>(model: common::Model) {
    let mut numbers = Random::new(41);
    let mixed = (A::TAG_BYTES.len() > 1).then_some(A::TAG_BYTES);
    for tag_lengths in A::TAG_BYTES.chunks(1).chain(mixed) {
        for count in [3, 8, 21, 40] {
            let mut case = |i: usize| {
                let (aad, message) = (numbers.below(200), numbers.below(8000));
                let message = if i % 9 == 8 { aad % 3 } else { message };
                let tag_bytes = tag_lengths[i % tag_lengths.len()];
                let mut case = common::random::<A>(&mut numbers, model, tag_bytes, aad, message);
                if i % 7 == 5 {
                    case.tag[i % tag_bytes] ^= 1;
                    case.right = false;
                }
                case
            };
            let cases: Vec<_> = (0..count).map(&mut case).collect();
            Backend::available().for_each(|backend| batches::check_all::<A>(&cases, backend));
        }
    }
}

macro_rules! tests {
    ($($name:ident: $cipher:ty, $target:literal, $registers:literal, $lanes:literal, $rate:literal,
        [$($tag:literal)*];)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn known_answers() {
                $(common::known_answers::<$cipher>($target, $tag);)*
            }
            #[test]
            fn known_answers_in_batches() {
                $(batches::known_answers::<$cipher>($target, $tag, model::<$registers, $lanes>);)*
            }
            #[test]
            fn known_answers_of_the_model() {
                for case in [$(common::sealed($target, $tag)),*].concat() {
                    if case.right {
                        let bytes = case.tag.len();
                        let made = model::<$registers, $lanes>(
                            &case.key, &case.nonce, &case.aad, &case.plain, bytes,
                        );
                        assert_eq!(made, (case.sealed, case.tag), "{}", case.id);
                    }
                }
            }
            #[test]
            fn lengths() {
                common::against_model::<$cipher>(model::<$registers, $lanes>, $rate);
            }
            #[test]
            fn batches() {
                batches::against_model::<$cipher>(model::<$registers, $lanes>, $rate);
                batches::zeros::<$cipher>(model::<$registers, $lanes>);
                batches::every_length::<$cipher>(model::<$registers, $lanes>);
                long_batches::<$cipher>(model::<$registers, $lanes>);
            }
            #[test]
            fn refused_jobs() {
                batches::refused_jobs::<$cipher>(model::<$registers, $lanes>);
            }
            #[test]
            fn pieces() {
                pieces::cuts::<$cipher>(model::<$registers, $lanes>, $rate);
                pieces::refusals::<$cipher>(model::<$registers, $lanes>);
            }
            #[test]
            fn refusals() {
                refusals::wrong::<$cipher>(model::<$registers, $lanes>, $rate);
                refusals::lengths::<$cipher>();
            }
        }
    )*};
}
tests! {
    aegis128: Aegis128, "aegis_128", 5, 1, 16, ["tag128"];
    aegis128l: Aegis128L, "aegis_128l", 8, 1, 32, ["tag128" "tag256"];
    aegis256: Aegis256, "aegis_256", 6, 1, 16, ["tag128" "tag256"];
    aegis128x2: Aegis128X2, "aegis_128x2", 8, 2, 64, ["tag128" "tag256"];
    aegis128x4: Aegis128X4, "aegis_128x4", 8, 4, 128, ["tag128" "tag256"];
    aegis256x2: Aegis256X2, "aegis_256x2", 6, 2, 32, ["tag128" "tag256"];
    aegis256x4: Aegis256X4, "aegis_256x4", 6, 4, 64, ["tag128" "tag256"];
}

/// Every case of a form of AEGISMAC, cut in two at every place; and with a wrong bit anywhere.
fn known_macs<A: AegisForm>(variant: &str) -> Vec<Tagged> {
    let cases = cases_of("aegis_mac").unwrap();
    let cases: Vec<_> = cases.iter().filter(|case| case.text("variant") == Ok(variant)).collect();
    assert!(!cases.is_empty(), "no cases of {variant}");
    let mut all = Vec::new();
    for case in &cases {
        let field = |name| case.bytes(name).unwrap();
        let (key, nonce, message) = (field("key"), field("nonce"), field("message"));
        for tag in [field("tag128"), field("tag256")] {
            let (key, nonce, message) = (key.clone(), nonce.clone(), message.clone());
            all.push(Tagged { key, nonce, message, tag });
        }
    }
    for backend in Backend::available() {
        for case in &all {
            macs::check::<AegisMac<A>>(case, same_nonce, backend);
            macs::check_wrong::<AegisMac<A>>(case, same_nonce, backend);
            let Tagged { key, nonce, message, tag } = case;
            let mac = AegisMac::<A>::with_backend(key, backend).unwrap();
            let mac = mac.with_tag_bytes(tag.len()).unwrap();
            for cut in 0..=message.len() {
                let mut state = mac.start(nonce).unwrap();
                state.update(&message[..cut]).unwrap();
                let mut other = state.clone();
                state.update(&message[cut..]).unwrap();
                assert_eq!(state.finish().as_ref(), tag, "{variant} on {backend}");
                // What has the same beginning goes on by itself.
                other.update(b"another end").unwrap();
                let another = [&message[..cut], b"another end"].concat();
                assert_eq!(other.finish(), mac.compute(nonce, &another).unwrap());
            }
            let verify = |message: &[u8], tag: &[u8]| {
                let mut state = mac.start(nonce).unwrap();
                state.update(message).unwrap();
                state.verify(tag)
            };
            assert_eq!(verify(message, tag), Ok(()));
            for bit in 0..8 * tag.len() {
                let mut wrong = tag.clone();
                wrong[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(verify(message, &wrong), Err(Error::Authentication));
            }
            for bytes in (0..tag.len()).chain([tag.len() + 1, 64]) {
                let mut other = tag.clone();
                other.resize(bytes, 0);
                let refused = Error::TagMismatch { bytes, expected: tag.len() };
                assert_eq!(verify(message, &other), Err(refused));
            }
            let longer = [&message[..], &[0]].concat();
            assert_eq!(verify(&longer, tag), Err(Error::Authentication));
            assert_eq!(mac.verify(nonce, &longer, tag), Err(Error::Authentication));
            let (bytes, expected) = (nonce.len() - 1, nonce.len());
            let refused = Error::NonceLength { bytes, expected };
            assert_eq!(mac.start(&nonce[1..]).err(), Some(refused));
            assert_eq!(mac.compute(&nonce[1..], message), Err(refused));
            assert_eq!(mac.verify(&nonce[1..], message, tag), Err(refused));
            // The state outlives its key object.
            let mut state = mac.start(nonce).unwrap();
            drop(mac);
            message.chunks(7).for_each(|piece| state.update(piece).unwrap());
            assert_eq!(state.verify(tag), Ok(()));
        }
    }
    all
}

/// A form of AEGISMAC in batches, with tags of both lengths among each other.
fn macs<A: AegisForm>(variant: &str) {
    let known = known_macs::<A>(variant);
    let mut numbers = Random::new(43);
    for backend in Backend::available() {
        for count in [1, 2, 5, 40] {
            let cases: Vec<Tagged> = (0..count)
                .map(|i| {
                    let mut case = known[i % known.len()].clone();
                    if i >= known.len() {
                        // As many others, whose tags are those that messages alone have.
                        let bytes = numbers.below(400);
                        (case.key, case.message) =
                            (numbers.bytes(A::KEY_BYTES), numbers.bytes(bytes));
                        let mac = AegisMac::<A>::with_backend(&case.key, backend).unwrap();
                        let mac = mac.with_tag_bytes([16, 32][i % 2]).unwrap();
                        let tag = mac.compute(&case.nonce, &case.message).unwrap();
                        case.tag = tag.as_ref().to_vec();
                    }
                    case
                })
                .collect();
            for keys in Keys::ALL {
                macs::check_batch::<AegisMac<A>>(&cases, same_nonce, backend, keys);
            }
        }
        let nonce_bytes = known[0].nonce.len();
        macs::check_refused::<AegisMac<A>>(&mut numbers, nonce_bytes, same_nonce, backend);
    }
}

#[test]
fn aegismac() {
    macs::<Aegis128L>("AEGISMAC-128L");
    macs::<Aegis128X2>("AEGISMAC-128X2");
    macs::<Aegis128X4>("AEGISMAC-128X4");
    macs::<Aegis256>("AEGISMAC-256");
    macs::<Aegis256X2>("AEGISMAC-256X2");
    macs::<Aegis256X4>("AEGISMAC-256X4");
}
