//! Known-answer tests of the generator itself (section 11.3), and its error state.

use core::sync::atomic::{AtomicU8, Ordering};

use super::{CtrDrbg, DrbgOptions, NoEntropy, seed_bytes};
use crate::lanes::leaving_nothing;
use crate::mode::AesModes;
use crate::{Backend, Error};

/// The length of an answer, in bytes.
const BYTES: usize = 32;

/// The answers, for each length of keys: with and without the derivation function. Computed with a model in
/// Python over the AES of OpenSSL, which gives the published answers in `vectors/aes_ctr_drbg.json` too.
#[rustfmt::skip]
const ANSWERS: [[[u8; BYTES]; 2]; 3] = [
    [
        [
            0xb0, 0x39, 0xcc, 0xb5, 0x18, 0xd9, 0xd2, 0x71, 0x12, 0x58, 0x48, 0xaa, 0xab, 0x97, 0xe8, 0xc6,
            0xd1, 0xed, 0x30, 0x08, 0xac, 0xaa, 0x51, 0x87, 0xf9, 0x2e, 0x27, 0x86, 0xac, 0x07, 0x33, 0xf7,
        ],
        [
            0xa0, 0x0e, 0x9e, 0x18, 0xba, 0x9a, 0xaa, 0xfb, 0xe5, 0x37, 0x42, 0xda, 0xed, 0x84, 0xde, 0x1d,
            0x44, 0x87, 0x74, 0xe7, 0x8e, 0x5b, 0x8a, 0x7b, 0x37, 0xcc, 0x5c, 0x3f, 0x26, 0xcd, 0x19, 0x49,
        ],
    ],
    [
        [
            0x20, 0xe9, 0xb8, 0x50, 0xfd, 0xc4, 0xad, 0xcb, 0xd7, 0x5f, 0x71, 0xe6, 0x1b, 0x42, 0x0c, 0xab,
            0x20, 0x91, 0xf1, 0x4c, 0x18, 0xed, 0x94, 0x57, 0xf8, 0xde, 0x46, 0x61, 0xd1, 0x3d, 0x4b, 0xf4,
        ],
        [
            0x61, 0x1b, 0x95, 0x03, 0x00, 0x33, 0xac, 0xb3, 0x25, 0xa3, 0xda, 0x41, 0xd1, 0xc4, 0x27, 0xb6,
            0x29, 0x77, 0xac, 0xa3, 0x65, 0x07, 0x7e, 0x91, 0x47, 0x98, 0x6e, 0xcf, 0xc6, 0xd6, 0x32, 0x81,
        ],
    ],
    [
        [
            0xc8, 0xa4, 0x5d, 0xf7, 0x4c, 0xb8, 0x4e, 0x1f, 0xe8, 0x19, 0xd1, 0x98, 0x91, 0xf0, 0x22, 0x9a,
            0xc8, 0x99, 0xf2, 0xfd, 0xa8, 0xf2, 0xa1, 0x9d, 0xc1, 0x17, 0x47, 0x63, 0xe4, 0xa2, 0x54, 0xc4,
        ],
        [
            0x23, 0xb4, 0x8a, 0xda, 0x1a, 0x12, 0x07, 0x1e, 0x1b, 0x75, 0x1f, 0x53, 0xeb, 0x9e, 0x58, 0xf4,
            0x09, 0x9c, 0xb5, 0xd5, 0xaa, 0xa4, 0x97, 0x02, 0x98, 0x6c, 0xa6, 0x36, 0x84, 0x88, 0x4c, 0x1f,
        ],
    ],
];

/// What the tests of one kind of generator have shown: a bit for each backend.
struct Shown {
    passed: AtomicU8,
    failed: AtomicU8,
}

/// By the length of keys, with and without the derivation function.
static SHOWN: [[Shown; 2]; 3] =
    [const { [const { Shown { passed: AtomicU8::new(0), failed: AtomicU8::new(0) } }; 2] }; 3];

const _: () = assert!(Backend::ALL.len() <= u8::BITS as usize);

/// Which kind a generator is.
fn kind<C: AesModes>(derivation: bool) -> (usize, usize) {
    (C::KEY_BYTES / 8 - 2, usize::from(!derivation))
}

fn shown<C: AesModes>(derivation: bool) -> &'static Shown {
    let (key, without) = kind::<C>(derivation);
    &SHOWN[key][without]
}

fn bit(backend: Backend) -> u8 {
    1 << backend as u8
}

/// Whether generators of this kind may be used. The first call for each kind and backend tests it.
pub(super) fn check<C: AesModes>(derivation: bool, backend: Backend) -> Result<(), Error> {
    may_answer::<C>(derivation, backend)?;
    if shown::<C>(derivation).passed.load(Ordering::Relaxed) & bit(backend) == 0 {
        test::<C>(derivation, backend)?;
    }
    Ok(())
}

/// Whether no test of this kind failed.
pub(super) fn may_answer<C: AesModes>(derivation: bool, backend: Backend) -> Result<(), Error> {
    match shown::<C>(derivation).failed.load(Ordering::Relaxed) & bit(backend) {
        0 => Ok(()),
        _ => Err(Error::SelfTest),
    }
}

/// Tests now. A test that fails once counts until the process ends.
pub(super) fn test<C: AesModes>(derivation: bool, backend: Backend) -> Result<(), Error> {
    let (key, without) = kind::<C>(derivation);
    let passed = leaving_nothing(|| answer::<C>(derivation, backend) == Ok(ANSWERS[key][without]));
    note::<C>(derivation, backend, passed)
}

fn note<C: AesModes>(derivation: bool, backend: Backend, passed: bool) -> Result<(), Error> {
    let shown = shown::<C>(derivation);
    let flags = if passed { &shown.passed } else { &shown.failed };
    flags.fetch_or(bit(backend), Ordering::Relaxed);
    may_answer::<C>(derivation, backend)
}

/// Instantiates, generates, reseeds, and generates the answer, on inputs that count from a number on.
fn answer<C: AesModes>(derivation: bool, backend: Backend) -> Result<[u8; BYTES], Error> {
    let inputs: [u8; 256] = core::array::from_fn(|i| i as u8);
    let from = |start: usize, bytes: usize| &inputs[start..start + bytes];
    let seed = seed_bytes::<C>();
    let (entropy, nonce) = if derivation { (C::KEY_BYTES, C::KEY_BYTES / 2) } else { (seed, 0) };
    let options = DrbgOptions { derivation, backend, ..DrbgOptions::default() };
    let mut generator = CtrDrbg::<C>::start(
        NoEntropy,
        from(0x00, entropy),
        from(0x40, nonce),
        from(0x60, seed),
        options,
    )?;
    generator.output(from(0x80, seed), &mut [0; 48])?;
    generator.reseed_from(from(0x20, entropy), from(0xa0, seed))?;
    let mut out = [0; BYTES];
    generator.output(&[], &mut out)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{Aes128, Aes192, Aes256};

    /// One test, because the error state lasts.
    #[test]
    fn all_pass_and_then_one_fails() {
        fn each<C: AesModes>() {
            for backend in Backend::available() {
                for derivation in [true, false] {
                    let (key, without) = kind::<C>(derivation);
                    let right = answer::<C>(derivation, backend).unwrap();
                    assert_eq!(right, ANSWERS[key][without], "{backend}");
                    let others = ANSWERS.as_flattened().iter().filter(|other| **other == right);
                    assert_eq!(others.count(), 1);
                }
                assert_eq!(check::<C>(true, backend), Ok(()));
                assert_ne!(shown::<C>(true).passed.load(Ordering::Relaxed) & bit(backend), 0);
            }
        }
        each::<Aes128>();
        each::<Aes192>();
        each::<Aes256>();
        the_error_state();
    }

    /// The error state, in a kind that no other test of this program uses: AES-192 on plain words without
    /// the derivation function. It ends the generators that exist and lets no other start.
    fn the_error_state() {
        let (derivation, backend) = (false, Backend::Portable);
        let options = DrbgOptions { derivation, backend, ..DrbgOptions::default() };
        let new = |options| CtrDrbg::<Aes192>::from_seed(&[1; 40], &[], &[], options);
        let mut generator = new(options).unwrap();
        let mut out = [7; 20];
        assert_eq!(generator.self_test(), Ok(()));
        assert_eq!(generator.generate(&mut out), Ok(()));
        assert_eq!(note::<Aes192>(derivation, backend, false), Err(Error::SelfTest));
        let before = out;
        assert_eq!(generator.generate(&mut out), Err(Error::SelfTest));
        assert_eq!(generator.generate_with(b"more", &mut out), Err(Error::SelfTest));
        assert_eq!(generator.reseed_from(&[1; 40], &[]), Err(Error::SelfTest));
        // A test that passes later does not end it.
        assert_eq!(generator.self_test(), Err(Error::SelfTest));
        assert_eq!(new(options).err(), Some(Error::SelfTest));
        assert_eq!(out, before);
        // Others are not concerned.
        let with = DrbgOptions { derivation: true, ..options };
        assert!(CtrDrbg::<Aes192>::from_seed(&[1; 24], &[1; 12], &[], with).is_ok());
        assert!(CtrDrbg::<Aes256>::from_seed(&[1; 48], &[], &[], options).is_ok());
    }
}
