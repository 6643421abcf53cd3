//! OCB3 against known answers and against the text of RFC 7253 written down block by block.

use lanecrypt::aead::{Aead, AeadBatch, AeadJob};
use lanecrypt::batch::{Data, Status};
use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::{BlockModes, Ocb3, ecb};
use lanecrypt::{Backend, Error};

use crate::support::{Guarded, Random};
use crate::support::{bytes_or_none as bytes, known};

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
struct Plain<C: BlockModes> {
    cipher: C,
    tag_bytes: usize,
}

impl<C: BlockModes> Plain<C> {
    fn new(key: &[u8], tag_bytes: usize) -> Self {
        Self { cipher: C::with_backend(key, Backend::Portable).unwrap(), tag_bytes }
    }

    fn block(&self, number: u128) -> u128 {
        let mut block = number.to_be_bytes();
        ecb::encrypt(&self.cipher, Data::InPlace(&mut block)).unwrap();
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

/// A message with what is expected of it.
struct Sealed {
    key: Vec<u8>,
    nonce: Vec<u8>,
    aad: Vec<u8>,
    plain: Vec<u8>,
    sealed: Vec<u8>,
    tag: Vec<u8>,
}

impl Sealed {
    fn random<C: BlockModes>(
        random: &mut Random,
        tag_bytes: usize,
        aad: usize,
        length: usize,
    ) -> Self {
        let (key, nonce_bytes) = (random.bytes(C::KEY_BYTES), 1 + random.below(15));
        let nonce = random.bytes(nonce_bytes);
        let (aad, plain) = (random.bytes(aad), random.bytes(length));
        let (sealed, tag) = Plain::<C>::new(&key, tag_bytes).seal(&nonce, &aad, &plain);
        Self { key, nonce, aad, plain, sealed, tag }
    }

    /// Both ways, in place and apart, with nothing written beside the buffers.
    fn check<C: BlockModes>(&self, backend: Backend, random: &mut Random) {
        let key = Ocb3::<C>::with_tags(&self.key, self.tag.len(), backend).unwrap();
        let (at, aad) = (random.below(64), Guarded::new(random, 3, &self.aad));
        for (open, from, to) in
            [(false, &self.plain, &self.sealed), (true, &self.sealed, &self.plain)]
        {
            let run = |data: Data<'_>| match open {
                false => {
                    let tag = key.seal(&self.nonce, aad.get(), data).unwrap();
                    assert_eq!(tag.as_ref(), self.tag, "{backend}");
                }
                true => key.open(&self.nonce, aad.get(), data, &self.tag).unwrap(),
            };
            let mut place = Guarded::new(random, at, from);
            run(Data::InPlace(place.get_mut()));
            assert_eq!(place.get(), to, "{backend}, {} bytes", from.len());
            place.check_guards();
            let mut output = Guarded::new(random, at + 1, &vec![0xee; from.len()]);
            run(Data::Copy { input: from, output: output.get_mut() });
            assert_eq!(output.get(), to);
            output.check_guards();
        }
    }
}

#[test]
fn known_answers() {
    fn check<C: BlockModes>(case: &Sealed, backend: Backend, random: &mut Random) {
        let made = Plain::<C>::new(&case.key, case.tag.len());
        let made = made.seal(&case.nonce, &case.aad, &case.plain);
        assert_eq!(made, (case.sealed.clone(), case.tag.clone()));
        case.check::<C>(backend, random);
    }
    let mut random = Random::new(1);
    let file = known("aes_ocb3.json");
    let cases = file["cases"].as_array().unwrap();
    assert!(!cases.is_empty());
    for case in cases {
        let sealed = Sealed {
            key: bytes(case, "key"),
            nonce: bytes(case, "nonce"),
            aad: bytes(case, "aad"),
            plain: bytes(case, "plaintext"),
            sealed: bytes(case, "ciphertext"),
            tag: bytes(case, "tag"),
        };
        for backend in Backend::available() {
            by_key!(sealed.key.len(), check(&sealed, backend, &mut random));
        }
    }
}

/// Appendix A, at the end: every length from 0 to 127 bytes under one key.
#[test]
fn iterated() {
    fn run<C: BlockModes>(tag_bytes: usize, backend: Backend) -> Vec<u8> {
        let mut key = vec![0; C::KEY_BYTES];
        *key.last_mut().unwrap() = 8 * tag_bytes as u8;
        let key = Ocb3::<C>::with_tags(&key, tag_bytes, backend).unwrap();
        let (mut all, mut number) = (Vec::new(), 0u128);
        let mut seal = |aad: &[u8], plain: &[u8]| {
            number += 1;
            let mut data = plain.to_vec();
            let nonce = &number.to_be_bytes()[4..];
            let tag = key.seal(nonce, aad, Data::InPlace(&mut data)).unwrap();
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
    let file = known("aes_ocb3.json");
    let cases = file["iterated_test"]["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 9);
    for case in cases {
        let [key_bytes, tag_bytes] =
            ["key_bits", "tag_bits"].map(|field| case[field].as_u64().unwrap() as usize / 8);
        for backend in Backend::available() {
            let made = by_key!(key_bytes, run(tag_bytes, backend));
            assert_eq!(made, bytes(case, "output"), "{key_bytes}, {tag_bytes}, {backend}");
        }
    }
}

#[test]
fn every_length() {
    fn check<C: BlockModes>(random: &mut Random) {
        let lengths = (0..=130).chain([255, 256, 511, 512, 513, 527, 1024, 1100, 2047, 4096, 5000]);
        for length in lengths {
            // Every other time as long, so that both are met at every length.
            let aad = if length % 2 == 0 { length } else { random.below(600) };
            let tag_bytes = 4 + length % 13;
            for (aad, length) in [(aad, length), (length, 0)] {
                let case = Sealed::random::<C>(random, tag_bytes, aad, length);
                Backend::available().for_each(|backend| case.check::<C>(backend, random));
            }
        }
    }
    let mut random = Random::new(2);
    check::<Aes128>(&mut random);
    check::<Aes192>(&mut random);
    check::<Aes256>(&mut random);
}

#[test]
fn zeros_where_no_plaintext_is_given() {
    for backend in Backend::available() {
        let key = Ocb3::<Aes128>::with_backend(&[7; 16], backend).unwrap();
        let (mut zeros, mut made) = ([0; 77], [0x55; 77]);
        let expected = key.seal(b"nonce", b"", Data::InPlace(&mut zeros)).unwrap();
        assert_eq!(key.seal(b"nonce", b"", Data::Keystream(&mut made)), Ok(expected));
        assert_eq!(made, zeros);
        let refused = key.open(b"nonce", b"", Data::Keystream(&mut made), expected.as_ref());
        assert_eq!(refused, Err(Error::NoKeystream));
        assert_eq!(made, zeros);
    }
}

#[test]
fn any_flipped_bit_is_found() {
    let mut random = Random::new(3);
    let case = Sealed::random::<Aes128>(&mut random, 16, 21, 53);
    for backend in Backend::available() {
        let open = |case: &Sealed| {
            let key = Ocb3::<Aes128>::with_backend(&case.key, backend).unwrap();
            let mut output = vec![0xaa; case.sealed.len()];
            let data = Data::Copy { input: &case.sealed, output: &mut output };
            let apart = key.open(&case.nonce, &case.aad, data, &case.tag);
            let mut place = case.sealed.clone();
            let data = Data::InPlace(&mut place);
            assert_eq!(key.open(&case.nonce, &case.aad, data, &case.tag), apart);
            assert_eq!(place, output);
            (apart, output)
        };
        assert_eq!(open(&case), (Ok(()), case.plain.clone()));
        for which in 0..5 {
            let mut bit = 0;
            loop {
                let mut other = Sealed {
                    key: case.key.clone(),
                    nonce: case.nonce.clone(),
                    aad: case.aad.clone(),
                    plain: Vec::new(),
                    sealed: case.sealed.clone(),
                    tag: case.tag.clone(),
                };
                let bytes = match which {
                    0 => &mut other.key,
                    1 => &mut other.nonce,
                    2 => &mut other.aad,
                    3 => &mut other.sealed,
                    _ => &mut other.tag,
                };
                let Some(byte) = bytes.get_mut(bit / 8) else { break };
                *byte ^= 1 << (bit % 8);
                let zeros = vec![0; case.sealed.len()];
                assert_eq!(open(&other), (Err(Error::Authentication), zeros), "{which}, bit {bit}");
                bit += 1;
            }
        }
        // A tag that was cut, or is too long, is wrong too.
        for length in (0..16).chain([17, 32, 40]) {
            let mut tag = case.tag.clone();
            tag.resize(length, 0);
            let mut place = case.sealed.clone();
            let key = Ocb3::<Aes128>::with_backend(&case.key, backend).unwrap();
            let refused = key.open(&case.nonce, &case.aad, Data::InPlace(&mut place), &tag);
            assert_eq!(refused, Err(Error::Authentication));
            assert!(place.iter().all(|byte| *byte == 0));
        }
    }
}

#[test]
fn batches() {
    fn check<C: BlockModes>(random: &mut Random) {
        for backend in Backend::available() {
            for count in [0, 1, 2, 3, 4, 5, 31, 32, 33, 70] {
                let tag_bytes = 4 + random.below(13);
                let cases: Vec<Sealed> = (0..count)
                    .map(|_| {
                        let (aad, length) = (random.below(80), random.below(300));
                        Sealed::random::<C>(random, tag_bytes, aad, length)
                    })
                    .collect();
                check_batch::<C>(&cases, tag_bytes, backend, random);
            }
        }
    }
    let mut random = Random::new(4);
    check::<Aes128>(&mut random);
    check::<Aes192>(&mut random);
    check::<Aes256>(&mut random);
}

/// A batch, with one job that is refused and one whose tag is wrong among the others.
fn check_batch<C: BlockModes>(
    cases: &[Sealed],
    tag_bytes: usize,
    backend: Backend,
    random: &mut Random,
) {
    let batch = AeadBatch::<Ocb3<C>>::with_backend(backend).unwrap();
    let batch = batch.with_tag_bytes(tag_bytes).unwrap();
    let (refused, wrong) = (random.below(cases.len() + 2), random.below(cases.len() + 2));
    for open in [false, true] {
        let mut memory: Vec<_> = cases
            .iter()
            .enumerate()
            .map(|(i, case)| Guarded::new(random, i, if open { &case.sealed } else { &case.plain }))
            .collect();
        let tags: Vec<_> = cases
            .iter()
            .enumerate()
            .map(|(i, case)| {
                let mut tag = case.tag.clone();
                tag[0] ^= u8::from(i == wrong);
                tag
            })
            .collect();
        let mut jobs: Vec<_> = cases
            .iter()
            .zip(&mut memory)
            .zip(&tags)
            .enumerate()
            .map(|(i, ((case, memory), tag))| {
                let nonce = if i == refused { &[][..] } else { &case.nonce };
                let data = Data::InPlace(memory.get_mut());
                match open {
                    false => AeadJob::seal(&case.key, nonce, &case.aad, data),
                    true => AeadJob::open(&case.key, nonce, &case.aad, data, tag),
                }
            })
            .collect();
        if open {
            batch.open(&mut jobs);
        } else {
            batch.seal(&mut jobs);
        }
        for (i, (job, case)) in jobs.iter().zip(cases).enumerate() {
            let (from, to) = match open {
                false => (&case.plain, &case.sealed),
                true => (&case.sealed, &case.plain),
            };
            if i == refused {
                let error = Error::NonceRange { bytes: 0, least: 1, most: 15 };
                assert_eq!(job.status, Status::Failed(error));
                assert_eq!(job.data.output(), from);
            } else if open && i == wrong {
                assert_eq!(job.status, Status::Failed(Error::Authentication));
                assert!(job.data.output().iter().all(|byte| *byte == 0));
            } else {
                assert_eq!(job.status, Status::Done);
                assert_eq!(job.data.output(), to, "{backend}, job {i} of {}", cases.len());
                assert!(open || job.tag.as_ref() == case.tag);
            }
        }
        drop(jobs);
        memory.iter().for_each(Guarded::check_guards);
    }
}

#[test]
fn refusals() {
    let key = Ocb3::<Aes192>::new(&[1; 24]).unwrap();
    let mut data = [9; 20];
    for bytes in [0, 16, 17] {
        let refused = key.seal(&vec![0; bytes], b"", Data::InPlace(&mut data));
        assert_eq!(refused, Err(Error::NonceRange { bytes, least: 1, most: 15 }));
    }
    let input = [0; 19];
    let refused = key.seal(b"n", b"", Data::Copy { input: &input, output: &mut data });
    assert_eq!(refused, Err(Error::OutputLength { output: 20, input: 19 }));
    assert_eq!(data, [9; 20]);
    for bytes in [0, 16, 23, 25, 32] {
        let refused = Ocb3::<Aes192>::new(&vec![0; bytes]).err();
        assert_eq!(refused, Some(Error::KeyLength { bytes, expected: 24 }));
    }
    for bytes in [0, 1, 3, 17, 32] {
        let refused = Ocb3::<Aes192>::with_tags(&[0; 24], bytes, Backend::Portable).err();
        let allowed = Ocb3::<Aes192>::TAG_BYTES;
        assert_eq!(refused, Some(Error::TagLength { bytes, allowed }));
    }
    assert_eq!(Ocb3::<Aes128>::NAME, "aes128_ocb3");
    assert_eq!(Ocb3::<Aes192>::NAME, "aes192_ocb3");
    assert_eq!(Ocb3::<Aes256>::NAME, "aes256_ocb3");
}

/// 2^48 blocks in all (section 5).
#[test]
fn limits() {
    use lanecrypt::Part::{AssociatedData, Message};
    let check = Ocb3::<Aes128>::check_lengths;
    let most = 1 << 52;
    for (aad, message) in [(0, 0), (most, 0), (0, most), (1, most - 1), (most / 2, most / 2)] {
        assert_eq!(check(aad, message), Ok(()));
    }
    let bytes = most + 1;
    assert_eq!(check(0, bytes), Err(Error::TooLong { what: Message, bytes, most }));
    assert_eq!(check(bytes, 0), Err(Error::TooLong { what: AssociatedData, bytes, most }));
    let (bytes, left) = (12, 11);
    let refused = Error::TooLong { what: AssociatedData, bytes, most: left };
    assert_eq!(check(bytes, most - left), Err(refused));
}
