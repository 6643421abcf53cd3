//! OCB3 against known answers and against the text of RFC 7253 written down block by block.

use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::{AesModes, Ecb, Ocb3};
use lanecrypt::{Aead, Algorithm, Backend, Cipher, Data, Error};
use lanecrypt_vectors::cases_of;

use crate::support::Random;
use crate::support::aeads::{Sealed, check, check_batch, check_refused, object};
use crate::support::jobs::Keys;

/// Calls a test for the key length of a key.
macro_rules! by_key {
    ($key_bytes:expr, $test:ident($($argument:expr),*)) => {
        match $key_bytes {
            16 => $test::<Aes128>($($argument),*),
            24 => $test::<Aes192>($($argument),*),
            _ => $test::<Aes256>($($argument),*),
        }
    };
}

/// OCB3 block by block, sections 4.1 to 4.3; numbers are big-endian.
struct Plain<C: AesModes> {
    cipher: Ecb<C>,
    tag_bytes: usize,
}

impl<C: AesModes> Plain<C> {
    fn new(key: &[u8], tag_bytes: usize) -> Self {
        Self { cipher: Ecb::with_backend(key, Backend::Portable).unwrap(), tag_bytes }
    }

    fn block(&self, number: u128) -> u128 {
        let mut block = number.to_be_bytes();
        self.cipher.encrypt((), &mut block).unwrap();
        u128::from_be_bytes(block)
    }

    /// L_*, then L_$, then L_0 and on.
    fn l(&self, index: usize) -> u128 {
        (0..index).fold(self.block(0), |l, _| l << 1 ^ if l >> 127 == 1 { 0x87 } else { 0 })
    }

    /// Goes through a message: whole blocks with their offsets, then the offset at the end and the
    /// rest, filled up, if there is any.
    fn walk(
        &self,
        mut offset: u128,
        message: &[u8],
        mut whole: impl FnMut(u128, u128),
        rest: impl FnOnce(u128, &[u8], u128),
    ) -> u128 {
        let (blocks, end) = message.as_chunks::<16>();
        for (i, block) in blocks.iter().enumerate() {
            offset ^= self.l(2 + (i + 1).trailing_zeros() as usize);
            whole(offset, u128::from_be_bytes(*block));
        }
        if !end.is_empty() {
            offset ^= self.l(0);
            let mut block = [0; 16];
            block[..end.len()].copy_from_slice(end);
            block[end.len()] = 0x80;
            rest(offset, end, u128::from_be_bytes(block));
        }
        offset
    }

    fn hash(&self, aad: &[u8]) -> u128 {
        let (mut sum, mut last) = (0, 0);
        let block = |offset, block| sum ^= self.block(offset ^ block);
        self.walk(0, aad, block, |offset, _, block| last = self.block(offset ^ block));
        sum ^ last
    }

    fn seal(&self, nonce: &[u8], aad: &[u8], message: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let mut block = [0; 16];
        block[16 - nonce.len()..].copy_from_slice(nonce);
        block[15 - nonce.len()] |= 1;
        block[0] |= ((8 * self.tag_bytes % 128) << 1) as u8;
        let nonce = u128::from_be_bytes(block);
        let bottom = nonce & 63;
        let top = self.block(nonce & !63);
        let stretch: Vec<bool> = (0..128)
            .map(|i| top >> (127 - i) & 1 == 1)
            .chain((0..64).map(|i| (top >> (127 - i) ^ top >> (119 - i)) & 1 == 1))
            .collect();
        let first = stretch[bottom as usize..][..128]
            .iter()
            .fold(0, |number, bit| number << 1 | u128::from(*bit));

        let (mut out, mut sum, mut end, mut last) = (Vec::new(), 0, Vec::new(), 0);
        let whole = |offset: u128, block: u128| {
            sum ^= block;
            out.extend((offset ^ self.block(offset ^ block)).to_be_bytes());
        };
        let offset = self.walk(first, message, whole, |offset, rest, block| {
            last = block;
            let pad = self.block(offset).to_be_bytes();
            end.extend(rest.iter().zip(pad).map(|(byte, pad)| byte ^ pad));
        });
        out.extend(end);
        let tag = self.block(sum ^ last ^ offset ^ self.l(1)) ^ self.hash(aad);
        (out, tag.to_be_bytes()[..self.tag_bytes].to_vec())
    }
}

/// A message of these lengths, with a nonce of any length.
fn random_case<C: AesModes>(
    random: &mut Random,
    tag_bytes: usize,
    aad: usize,
    length: usize,
) -> Sealed {
    let (key, nonce_bytes) = (random.bytes(C::KEY_BYTES), 1 + random.below(15));
    let nonce = random.bytes(nonce_bytes);
    let (aad, plain) = (random.bytes(aad), random.bytes(length));
    sealed::<C>(key, nonce, aad, plain, tag_bytes)
}

/// A message and what comes out.
fn sealed<C: AesModes>(
    key: Vec<u8>,
    nonce: Vec<u8>,
    aad: Vec<u8>,
    plain: Vec<u8>,
    tag_bytes: usize,
) -> Sealed {
    let (sealed, tag) = Plain::<C>::new(&key, tag_bytes).seal(&nonce, &aad, &plain);
    let id = format!("{} and {} bytes, nonce of {}", aad.len(), plain.len(), nonce.len());
    Sealed { id, key, nonce, aad, plain, sealed, tag, right: true }
}

#[test]
fn known_answers() {
    fn check_case<C: AesModes>(case: &Sealed, backend: Backend, alignment: usize) {
        let made = Plain::<C>::new(&case.key, case.tag.len());
        let made = made.seal(&case.nonce, &case.aad, &case.plain);
        assert_eq!(made, (case.sealed.clone(), case.tag.clone()));
        check::<Ocb3<C>>(case, backend, alignment);
        for keys in Keys::ALL {
            check_batch::<Ocb3<C>>(&[case; 5], backend, keys);
        }
    }
    for (i, case) in cases_of("aes_ocb3").unwrap().iter().enumerate() {
        let sealed = Sealed::of_case(case, "tag");
        for backend in Backend::available() {
            by_key!(sealed.key.len(), check_case(&sealed, backend, 5 * i));
        }
    }
}

/// Appendix A, at the end: every length from 0 to 127 bytes under one key.
#[test]
fn iterated() {
    fn run<C: AesModes>(tag_bytes: usize, backend: Backend) -> Vec<u8> {
        let mut key = vec![0; C::KEY_BYTES];
        *key.last_mut().unwrap() = 8 * tag_bytes as u8;
        let key: Ocb3<C> = object(&key, tag_bytes, backend);
        let (mut all, mut number) = (Vec::new(), 0u128);
        let mut seal = |aad: &[u8], plain: &[u8]| {
            number += 1;
            let mut data = plain.to_vec();
            let nonce = &number.to_be_bytes()[4..];
            let tag = key.seal(nonce, aad, &mut data[..]).unwrap();
            data.extend(tag.as_ref());
            data
        };
        for i in 0..128 {
            let zeros = vec![0; i];
            all.extend(seal(&zeros, &zeros));
            all.extend(seal(&[], &zeros));
            all.extend(seal(&zeros, &[]));
        }
        seal(&all, &[])
    }
    let cases = cases_of("aes_ocb3").unwrap();
    let cases = cases[0].cases_beside("iterated_test").unwrap();
    assert_eq!(cases.len(), 9);
    for case in &cases {
        let [key_bytes, tag_bytes] =
            ["key_bits", "tag_bits"].map(|field| case.number(field, 256).unwrap() as usize / 8);
        for backend in Backend::available() {
            let made = by_key!(key_bytes, run(tag_bytes, backend));
            assert_eq!(made, case.bytes("output").unwrap(), "{key_bytes}, {tag_bytes}, {backend}");
        }
    }
}

#[test]
fn every_length() {
    fn check_all<C: AesModes>(random: &mut Random) {
        let lengths = (0..=130).chain([255, 256, 511, 512, 513, 527, 1024, 1100, 2047, 4096, 5000]);
        for length in lengths {
            // Every other time as long, so that both are met at every length.
            let aad = if length % 2 == 0 { length } else { random.below(600) };
            let tag_bytes = 4 + length % 13;
            for (aad, length) in [(aad, length), (length, 0)] {
                let case = random_case::<C>(random, tag_bytes, aad, length);
                for backend in Backend::available() {
                    check::<Ocb3<C>>(&case, backend, random.below(64));
                }
            }
        }
    }
    let mut random = Random::new(2);
    check_all::<Aes128>(&mut random);
    check_all::<Aes192>(&mut random);
    check_all::<Aes256>(&mut random);
}

#[test]
fn zeros() {
    let case = sealed::<Aes128>(vec![7; 16], b"nonce".to_vec(), vec![], vec![0; 77], 16);
    for backend in Backend::available() {
        check::<Ocb3<Aes128>>(&case, backend, 1);
    }
}

#[test]
fn any_flipped_bit_is_found() {
    let mut random = Random::new(3);
    let case = random_case::<Aes128>(&mut random, 16, 21, 53);
    for backend in Backend::available() {
        let open = |case: &Sealed| {
            let key = Ocb3::<Aes128>::with_backend(&case.key, backend).unwrap();
            let mut output = vec![0xaa; case.sealed.len()];
            let data = Data::Copy { input: &case.sealed, output: &mut output };
            let apart = key.open(&case.nonce, &case.aad, data, &case.tag);
            let mut place = case.sealed.clone();
            assert_eq!(key.open(&case.nonce, &case.aad, &mut place[..], &case.tag), apart);
            assert_eq!(place, output);
            (apart, output)
        };
        assert_eq!(open(&case), (Ok(()), case.plain.clone()));
        let fields: [fn(&mut Sealed) -> &mut Vec<u8>; 5] = [
            |case| &mut case.key,
            |case| &mut case.nonce,
            |case| &mut case.aad,
            |case| &mut case.sealed,
            |case| &mut case.tag,
        ];
        for (which, field) in fields.into_iter().enumerate() {
            let mut other = case.clone();
            for bit in 0..8 * field(&mut other).len() {
                field(&mut other)[bit / 8] ^= 1 << (bit % 8);
                let zeros = vec![0; case.sealed.len()];
                assert_eq!(open(&other), (Err(Error::Authentication), zeros), "{which}, bit {bit}");
                field(&mut other)[bit / 8] ^= 1 << (bit % 8);
            }
        }
        // A tag that was cut, or is too long: nothing is decrypted.
        for bytes in (0..16).chain([17, 32, 40]) {
            let mut tag = case.tag.clone();
            tag.resize(bytes, 0);
            let mut place = case.sealed.clone();
            let key = Ocb3::<Aes128>::with_backend(&case.key, backend).unwrap();
            let refused = key.open(&case.nonce, &case.aad, &mut place[..], &tag);
            assert_eq!(refused, Err(Error::TagMismatch { bytes, expected: 16 }));
            assert_eq!(place, case.sealed);
        }
    }
}

#[test]
fn batches() {
    fn check_all<C: AesModes>(random: &mut Random) {
        for backend in Backend::available() {
            for count in [0, 1, 2, 3, 4, 5, 31, 32, 33, 70] {
                // Tags of one length, then of all lengths among each other; one of them is wrong.
                let (one, wrong) = (4 + random.below(13), random.below(count + 2));
                for mixed in [false, true] {
                    let cases: Vec<Sealed> = (0..count)
                        .map(|i| {
                            let (aad, length) = (random.below(80), random.below(300));
                            let tag_bytes = if mixed { 4 + random.below(13) } else { one };
                            let mut case = random_case::<C>(random, tag_bytes, aad, length);
                            case.right = i != wrong;
                            case.tag[0] ^= u8::from(i == wrong);
                            case
                        })
                        .collect();
                    let cases: Vec<&Sealed> = cases.iter().collect();
                    for keys in Keys::ALL {
                        check_batch::<Ocb3<C>>(&cases, backend, keys);
                    }
                }
            }
            let cases: Vec<Sealed> =
                (0..70).map(|i| random_case::<C>(random, 16, i, 3 * i)).collect();
            let cases: Vec<&Sealed> = cases.iter().collect();
            check_refused::<Ocb3<C>>(&cases, 0, backend);
            for (first, count) in (0..20).map(|first| (first, 1 + first % 4)) {
                check_refused::<Ocb3<C>>(&cases[first..][..count], first, backend);
            }
        }
    }
    let mut random = Random::new(4);
    check_all::<Aes128>(&mut random);
    check_all::<Aes192>(&mut random);
    check_all::<Aes256>(&mut random);
}

/// Every length up to 600 bytes among others, with one key for all and with keys of their own; some tags
/// are wrong.
#[test]
fn every_length_in_batches() {
    fn check_all<C: AesModes>(random: &mut Random) {
        // A prime number of lengths, so that these are all of them.
        let lengths: Vec<usize> = (0..601).map(|i| i * 227 % 601).collect();
        for (turn, lengths) in lengths.chunks(37).enumerate() {
            let (one, tag_bytes) = (random.bytes(C::KEY_BYTES), 4 + turn % 13);
            for same in [true, false] {
                let cases: Vec<Sealed> = lengths
                    .iter()
                    .enumerate()
                    .map(|(i, &length)| {
                        let key = if same { one.clone() } else { random.bytes(C::KEY_BYTES) };
                        let (nonce, aad) = (1 + random.below(15), i % 3 * random.below(90));
                        let (nonce, aad) = (random.bytes(nonce), random.bytes(aad));
                        let plain = random.bytes(length);
                        let mut case = sealed::<C>(key, nonce, aad, plain, tag_bytes);
                        case.right = length % 9 != 0;
                        case.tag[length % tag_bytes] ^= u8::from(!case.right);
                        case
                    })
                    .collect();
                let cases: Vec<&Sealed> = cases.iter().collect();
                for backend in Backend::available() {
                    for keys in Keys::ALL {
                        check_batch::<Ocb3<C>>(&cases, backend, keys);
                    }
                }
            }
        }
    }
    let mut random = Random::new(5);
    check_all::<Aes128>(&mut random);
    check_all::<Aes192>(&mut random);
    check_all::<Aes256>(&mut random);
}

#[test]
fn refusals() {
    let key = Ocb3::<Aes192>::new(&[1; 24]).unwrap();
    let mut data = [9; 20];
    for bytes in [0, 16, 17] {
        let refused = Err(Error::NonceRange { bytes, min: 1, max: 15 });
        assert_eq!(key.seal(&vec![0; bytes], b"", &mut data), refused);
        assert_eq!(key.open(&vec![0; bytes], b"", &mut data, &[0; 16]), refused.map(|_| ()));
    }
    let input = [0; 19];
    let refused = Error::OutputLength { output: 20, input: 19 };
    assert_eq!(key.seal(b"n", b"", (&input[..], &mut data[..])), Err(refused));
    assert_eq!(key.open(b"n", b"", (&input[..], &mut data[..]), &[0; 16]), Err(refused));
    assert_eq!(data, [9; 20]);
    for bytes in [0, 16, 23, 25, 32] {
        let refused = Ocb3::<Aes192>::new(&vec![0; bytes]).err();
        assert_eq!(refused, Some(Error::KeyLength { bytes, expected: 24 }));
    }
    for bytes in [0, 1, 3, 17, 32] {
        let refused = key.clone().with_tag_bytes(bytes).err();
        let allowed = Ocb3::<Aes192>::TAG_BYTES;
        assert_eq!(refused, Some(Error::TagLength { bytes, allowed }));
    }
    assert_eq!(Ocb3::<Aes192>::TAG_BYTES, (4..=16).collect::<Vec<_>>());
}
