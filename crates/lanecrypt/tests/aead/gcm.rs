//! GCM.

use lanecrypt::block::{Aes128, Aes192, Aes256, OneBlock, table};
use lanecrypt::mode::Gcm;
use lanecrypt::{Aead, Algorithm as _, Backend};

use crate::common::{Model, Sealed, sealed};
use crate::support::Random;
use crate::support::jobs::Keys;
use crate::{batches, common, refusals};

/// GCM as NIST SP 800-38D writes it, bit by bit, over AES in tables.
pub(crate) fn model<C: OneBlock>(
    key: &[u8],
    nonce: &[u8],
    aad: &[u8],
    plain: &[u8],
    tag_bytes: usize,
) -> (Vec<u8>, Vec<u8>) {
    let cipher = C::new(key).unwrap();
    let encrypt = |block: u128| {
        let mut bytes = block.to_be_bytes();
        cipher.encrypt(&mut bytes).unwrap();
        u128::from_be_bytes(bytes)
    };
    let hash_key = encrypt(0);
    let hash = |parts: &[&[u8]], lengths: u128| {
        let mut state = 0;
        for block in parts.iter().flat_map(|part| part.chunks(16)) {
            state = times(state ^ padded(block), hash_key);
        }
        times(state ^ lengths, hash_key)
    };
    let first = match nonce.len() {
        12 => padded(nonce) | 1,
        bytes => hash(&[nonce], 8 * bytes as u128),
    };
    let mut counter = first;
    let mut out = Vec::new();
    for block in plain.chunks(16) {
        counter = counter >> 32 << 32 | u128::from((counter as u32).wrapping_add(1));
        let keystream = encrypt(counter).to_be_bytes();
        out.extend(block.iter().zip(keystream).map(|(byte, key)| byte ^ key));
    }
    let lengths = ((8 * aad.len() as u128) << 64) | (8 * plain.len() as u128);
    let tag = hash(&[aad, &out], lengths) ^ encrypt(first);
    (out, tag.to_be_bytes()[..tag_bytes].to_vec())
}

fn padded(block: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    bytes[..block.len()].copy_from_slice(block);
    u128::from_be_bytes(bytes)
}

/// The product of section 6.3: the first bit of a block is that of x^0.
fn times(x: u128, y: u128) -> u128 {
    let (mut product, mut v) = (0, y);
    for bit in (0..128).rev() {
        if x >> bit & 1 == 1 {
            product ^= v;
        }
        v = v >> 1 ^ if v & 1 == 1 { 0xe1 << 120 } else { 0 };
    }
    product
}

/// The cases for keys and tags of the lengths that a cipher has.
fn cases<A: Aead>() -> Vec<Sealed> {
    let mut cases = sealed("aes_gcm", "tag");
    cases.retain(|case| case.key.len() == A::KEY_BYTES && A::TAG_BYTES.contains(&case.tag.len()));
    cases
}

/// Every case, alone and at every position of a batch, among others and one that is wrong.
fn known_answers<A: Aead>(model: Model) -> usize {
    let cases = cases::<A>();
    for case in &cases {
        let made = model(&case.key, &case.nonce, &case.aad, &case.plain, case.tag.len());
        assert_eq!(made, (case.sealed.clone(), case.tag.clone()), "{}", case.id);
        let mut other = case.clone();
        other.tag[0] ^= 1;
        other.right = false;
        for backend in Backend::available() {
            common::check::<A>(case, backend, 1);
            for position in 0..34 {
                let mut batch = vec![case; 34];
                batch[position] = &other;
                batches::check_batch::<A>(&batch, backend, Keys::turn(position));
            }
        }
    }
    for backend in Backend::available() {
        batches::check_all::<A>(&cases, backend);
    }
    cases.len()
}

/// Messages of many lengths with nonces and tags of all lengths, alone and together.
fn nonces<A: Aead>(model: Model) {
    let mut numbers = Random::new(23);
    for backend in Backend::available() {
        let mut all = Vec::new();
        for nonce in [12, 8, 16, 17, 60, 700] {
            for message in [0, 1, 16, 100, 257, 511, 512, 513, 1023, 1040] {
                let (key, nonce) = (numbers.bytes(A::KEY_BYTES), numbers.bytes(nonce));
                let (aad, plain) = (numbers.bytes(message % 37), numbers.bytes(message));
                let tag_bytes = A::TAG_BYTES[all.len() / 3 % A::TAG_BYTES.len()];
                let (sealed, tag) = model(&key, &nonce, &aad, &plain, tag_bytes);
                let id = format!("nonce of {} bytes, message of {message}", nonce.len());
                let case = Sealed { id, key, nonce, aad, plain, sealed, tag, right: true };
                common::check::<A>(&case, backend, message);
                all.push(case);
            }
        }
        batches::check_all::<A>(&all, backend);
    }
}

/// Associated data and messages of middle length: what is hashed together depends on both.
fn both_lengths<A: Aead>(model: Model) {
    const LENGTHS: [usize; 14] = [0, 47, 48, 64, 65, 96, 128, 129, 192, 193, 241, 256, 257, 600];
    let mut numbers = Random::new(31);
    let mut all = Vec::new();
    for (aad, message) in LENGTHS.iter().flat_map(|aad| LENGTHS.map(|message| (*aad, message))) {
        let id = format!("associated data of {aad} bytes, message of {message}");
        let (key, nonce) = (numbers.bytes(A::KEY_BYTES), numbers.bytes(12));
        let (aad, plain) = (numbers.bytes(aad), numbers.bytes(message));
        let (sealed, tag) = model(&key, &nonce, &aad, &plain, A::DEFAULT_TAG_BYTES);
        all.push(Sealed { id, key, nonce, aad, plain, sealed, tag, right: true });
    }
    for backend in Backend::available() {
        all.iter().for_each(|case| common::check::<A>(case, backend, 0));
        batches::check_all::<A>(&all, backend);
    }
}

/// Counters that start anew at 32 bits, and bytes of them before, within messages: the nonce is
/// chosen for it through the hash, so that many are tried.
fn counters<A: Aead>(model: Model) {
    let mut numbers = Random::new(29);
    let key = numbers.bytes(A::KEY_BYTES);
    let plain = numbers.bytes(3000);
    for backend in Backend::available() {
        for _ in 0..20 {
            let nonce = numbers.bytes(13);
            let (sealed, tag) = model(&key, &nonce, &[], &plain, A::DEFAULT_TAG_BYTES);
            let (key, plain) = (key.clone(), plain.clone());
            let id = "any counter".to_owned();
            let case = Sealed { id, key, nonce, aad: vec![], plain, sealed, tag, right: true };
            common::check::<A>(&case, backend, 0);
        }
    }
}

/// A message that is longer than the standard allows: pages that exist only when they are touched,
/// which they are not.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
fn too_long() {
    use lanecrypt::{AeadJob, Batch, Data, Error, Quantity, Status};

    let (max, bytes) = ((1 << 36) - 32, (1_usize << 36) - 31);
    let (prot, flags) = (
        libc::PROT_READ | libc::PROT_WRITE,
        libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
    );
    // SAFETY: a fresh mapping of the system's choice.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, prot, flags, -1, 0) };
    if start == libc::MAP_FAILED {
        eprintln!("not checked: this system does not give away so many addresses");
        return;
    }
    let start = start.cast::<u8>();
    // SAFETY: the mapping, which nothing else uses, for one call or batch after another.
    let data = || unsafe { Data::from_raw(start, start, bytes) }.unwrap();
    let error = Error::TooLong { what: Quantity::Message, bytes: bytes as u64, max };
    let cipher = Gcm::<Aes128>::from_key(&[7; 16]);
    assert_eq!(cipher.seal(&[1; 12], b"", data()), Err(error));
    assert_eq!(cipher.open(&[1; 12], b"", data(), &[0; 16]), Err(error));
    let mut jobs = [AeadJob::seal(&cipher, &[1; 12], b"", data())];
    assert_eq!(Batch::new().seal(&mut jobs).first_failure(), Some((0, error)));
    assert_eq!(jobs[0].status(), Status::Failed(error));
    // SAFETY: the mapping, of which nothing is in use any more.
    assert_eq!(unsafe { libc::munmap(start.cast(), bytes) }, 0);
}

macro_rules! tests {
    ($($name:ident: $cipher:ident;)*) => {$(
        mod $name {
            use super::*;

            const MODEL: Model = model::<table::$cipher>;
            type A = Gcm<$cipher>;
            #[cfg(feature = "short-gcm-tags")]
            type Short = lanecrypt::mode::GcmShortTags<$cipher>;

            #[test]
            fn known_answers() {
                assert!(super::known_answers::<A>(MODEL) > 0);
            }
            #[test]
            fn lengths() {
                common::against_model::<A>(MODEL, 16);
            }
            #[test]
            fn nonces() {
                super::nonces::<A>(MODEL);
            }
            #[test]
            fn both_lengths() {
                super::both_lengths::<A>(MODEL);
            }
            #[test]
            fn counters() {
                super::counters::<A>(MODEL);
            }
            #[test]
            fn batches() {
                batches::zeros::<A>(MODEL);
                batches::refused_jobs::<A>(MODEL);
                batches::every_length::<A>(MODEL);
                batches::one_ready_key::<A>(MODEL);
            }
            #[test]
            fn batches_of_every_shape() {
                batches::against_model::<A>(MODEL, 16);
            }
            #[test]
            fn refusals() {
                refusals::wrong::<A>(MODEL, 16);
                refusals::lengths::<A>();
            }
            #[cfg(feature = "short-gcm-tags")]
            #[test]
            fn short_tags() {
                let short = super::known_answers::<Short>(MODEL);
                let all = sealed("aes_gcm", "tag");
                let all = all.iter().filter(|case| case.key.len() == Short::KEY_BYTES).count();
                assert_eq!(cases::<A>().len() + short, all);
                common::against_model::<Short>(MODEL, 16);
                super::nonces::<Short>(MODEL);
                batches::refused_jobs::<Short>(MODEL);
                refusals::wrong::<Short>(MODEL, 16);
                refusals::lengths::<Short>();
                super::default_of_short_tags::<Short>();
            }
        }
    )*};
}
/// Batches give tags of the default length where no other is asked for, and of the key's length under ready keys.
#[cfg(feature = "short-gcm-tags")]
fn default_of_short_tags<A: Aead>() {
    use lanecrypt::{AeadJob, Batch, Key};

    let bytes = &[7; 32][..A::KEY_BYTES];
    for backend in Backend::available() {
        let batch = Batch::<A>::with_backend(backend).unwrap();
        let alone = A::with_backend(bytes, backend).unwrap();
        let shorter = A::with_backend(bytes, backend).unwrap().with_tag_bytes(4).unwrap();
        for count in [1, 2, 4, 5, 9, 33] {
            let mut data = vec![[0x55; 40]; 3 * count];
            let keys = [Key::Bytes(bytes), Key::Ready(&alone), Key::Ready(&shorter)];
            let mut jobs: Vec<_> = data
                .iter_mut()
                .enumerate()
                .map(|(i, data)| AeadJob::<A>::seal(keys[i / count], &[1; 12], b"header", data))
                .collect();
            for jobs in jobs.chunks_mut(count) {
                batch.seal(jobs).into_result().unwrap();
            }
            for (i, job) in jobs.iter().enumerate() {
                let key = if i / count == 2 { &shorter } else { &alone };
                let expected = key.seal(&[1; 12], b"header", &mut [0x55; 40]).unwrap();
                assert_eq!(expected.as_ref().len(), [8, 8, 4][i / count]);
                assert_eq!(job.tag(), Some(&expected), "{backend}, {count} jobs");
            }
        }
    }
}

tests! {
    aes128: Aes128;
    aes192: Aes192;
    aes256: Aes256;
}
