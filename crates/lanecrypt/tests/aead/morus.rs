//! MORUS.

use lanecrypt::aead::{Morus640, Morus1280, Morus1280Key256};

use crate::{batches, common, pieces, refusals};

/// MORUS on plain words, one block at a time: the description read literally, with registers turned
/// as numbers of bits and every step on its own.
fn model<const WORD: usize>(
    key: &[u8],
    nonce: &[u8],
    aad: &[u8],
    plain: &[u8],
    _: usize,
) -> (Vec<u8>, Vec<u8>) {
    let block = 4 * WORD;
    let mut s = [[0u64; 4]; 5];
    let (mut iv, mut full_key) = (nonce.to_vec(), key.to_vec());
    iv.resize(block, 0);
    full_key.extend_from_slice(key);
    full_key.truncate(block);
    let mut fibonacci = vec![0u8, 1];
    while fibonacci.len() < 32 {
        let [.., a, b] = fibonacci[..] else { unreachable!() };
        fibonacci.push(a.wrapping_add(b));
    }
    s[0] = words::<WORD>(&iv);
    s[1] = words::<WORD>(&full_key);
    s[2] = words::<WORD>(&vec![0xff; block]);
    if WORD == 4 {
        s[3] = words::<WORD>(&fibonacci[..16]);
        s[4] = words::<WORD>(&fibonacci[16..]);
    } else {
        s[4] = words::<WORD>(&fibonacci);
    }
    for _ in 0..16 {
        update::<WORD>(&mut s, &[0; 4]);
    }
    s[1] = each(|i| s[1][i] ^ words::<WORD>(&full_key)[i]);
    for part in aad.chunks(block) {
        update::<WORD>(&mut s, &words::<WORD>(&padded(part, block)));
    }
    let mut sealed = Vec::new();
    for part in plain.chunks(block) {
        let keystream = bytes::<WORD>(&keystream(&s));
        sealed.extend(part.iter().zip(keystream).map(|(byte, key)| byte ^ key));
        update::<WORD>(&mut s, &words::<WORD>(&padded(part, block)));
    }
    s[4] = each(|i| s[4][i] ^ s[0][i]);
    let mut lengths = (8 * aad.len() as u64).to_le_bytes().to_vec();
    lengths.extend((8 * plain.len() as u64).to_le_bytes());
    for _ in 0..10 {
        update::<WORD>(&mut s, &words::<WORD>(&padded(&lengths, block)));
    }
    (sealed, bytes::<WORD>(&keystream(&s))[..16].to_vec())
}

fn each(f: impl Fn(usize) -> u64) -> [u64; 4] {
    std::array::from_fn(f)
}

fn padded(part: &[u8], block: usize) -> Vec<u8> {
    let mut out = part.to_vec();
    out.resize(block, 0);
    out
}

/// Words from bytes, the first bytes lowest.
fn words<const WORD: usize>(bytes: &[u8]) -> [u64; 4] {
    each(|i| bytes[i * WORD..][..WORD].iter().rev().fold(0, |word, &b| word << 8 | u64::from(b)))
}

fn bytes<const WORD: usize>(words: &[u64; 4]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()[..WORD].to_vec()).collect()
}

/// A register turned left by so many words.
fn turned(x: [u64; 4], words: usize) -> [u64; 4] {
    each(|i| x[(i + 4 - words) % 4])
}

fn keystream(s: &[[u64; 4]; 5]) -> [u64; 4] {
    let turned = turned(s[1], 3);
    each(|i| s[0][i] ^ turned[i] ^ s[2][i] & s[3][i])
}

fn update<const WORD: usize>(s: &mut [[u64; 4]; 5], block: &[u64; 4]) {
    let rotations = if WORD == 4 { [5, 31, 7, 22, 13] } else { [13, 46, 38, 7, 4] };
    for (step, (rotation, turn)) in rotations.into_iter().zip([1, 2, 3, 2, 1]).enumerate() {
        let [a, b, c] = [1, 2, 3].map(|i| (step + i) % 5);
        let mixed = each(|i| {
            let message = if step == 0 { 0 } else { block[i] };
            s[step][i] ^ s[a][i] & s[b][i] ^ s[c][i] ^ message
        });
        s[step] = each(|i| match WORD {
            4 => u64::from((mixed[i] as u32).rotate_left(rotation)),
            _ => mixed[i].rotate_left(rotation),
        });
        s[c] = turned(s[c], turn);
    }
}

macro_rules! tests {
    ($($name:ident: $cipher:ty, $target:literal, $word:literal;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn known_answers() {
                common::known_answers::<$cipher>($target, "tag");
            }
            #[test]
            fn known_answers_in_batches() {
                batches::known_answers::<$cipher>($target, "tag", model::<$word>);
            }
            #[test]
            fn known_answers_of_the_model() {
                for case in common::sealed($target, "tag").iter().filter(|case| case.right) {
                    let made = model::<$word>(&case.key, &case.nonce, &case.aad, &case.plain, 16);
                    assert_eq!(made, (case.sealed.clone(), case.tag.clone()), "{}", case.id);
                }
            }
            #[test]
            fn lengths() {
                common::against_model::<$cipher>(model::<$word>, 4 * $word);
            }
            #[test]
            fn batches() {
                batches::against_model::<$cipher>(model::<$word>, 4 * $word);
                batches::zeros::<$cipher>(model::<$word>);
                batches::every_length::<$cipher>(model::<$word>);
            }
            #[test]
            fn refused_jobs() {
                batches::refused_jobs::<$cipher>(model::<$word>);
            }
            #[test]
            fn pieces() {
                pieces::cuts::<$cipher>(model::<$word>, 4 * $word);
                pieces::refusals::<$cipher>(model::<$word>);
            }
            #[test]
            fn refusals() {
                refusals::wrong::<$cipher>(model::<$word>, 4 * $word);
                refusals::lengths::<$cipher>();
            }
        }
    )*};
}
tests! {
    morus640: Morus640, "morus_640_128", 4;
    morus1280: Morus1280, "morus_1280_128", 8;
    morus1280_256: Morus1280Key256, "morus_1280_256", 8;
}
