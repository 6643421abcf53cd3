//! XAES-256-GCM.

use core::fmt;
use core::ops::RangeInclusive;

use super::gf128::double;
use super::{Ecb, Gcm};
use crate::algorithm::engine::{
    AeadEngine, CipherEngine as _, Expand, INTERNAL, Internal, Operation, Settings,
};
use crate::batch::{AeadJob, CipherJob, Key, allowed_tag};
use crate::block::Aes256;
use crate::lanes::wipe;
use crate::{Aead, Algorithm, Backend, Cipher as _, Error, Tag};

/// XAES-256-GCM (C2SP, c2sp.org/XAES-256-GCM): AES-256-GCM with nonces of 24 bytes.
///
/// - Keys have 32 bytes, nonces 24, tags 16.
/// - A message has at most 2^36 - 32 bytes, associated data at most 2^61 - 1 bytes.
///
/// A nonce must not be used twice under one key. It is long enough to be random: after 2^80 messages with
/// random nonces, the chance that two nonces are the same is below 2^-32.
///
/// The first 12 bytes of the nonce and the key give the key of the message, by two encryptions with AES-256.
/// The other 12 bytes are the nonce of GCM under that key. So each message costs a key schedule more than
/// GCM with a ready key; a [`Batch`](crate::Batch) derives and expands the keys of its messages side by
/// side. A ciphertext does not commit to its key, as with GCM. Constant time in keys and data.
///
/// ```
/// use lanecrypt::{Aead, Algorithm, mode::XAes256Gcm};
///
/// let cipher = XAes256Gcm::from_key(&[7; 32]);
/// let mut message = *b"message";
/// let tag = cipher.seal(&[1; 24], b"header", &mut message)?;
/// cipher.open(&[1; 24], b"header", &mut message, tag.as_ref())?;
/// assert_eq!(&message, b"message");
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct XAes256Gcm {
    ecb: Ecb<Aes256>,
    subkey: Subkey,
}

/// The first subkey of CMAC (NIST SP 800-38B, section 6.1), in the order of bytes. A block of zeros until it
/// is made.
type Subkey = Secret<[u8; BLOCK]>;

/// The bytes of a block of AES.
const BLOCK: usize = 16;

/// The bytes of a key.
const KEY: usize = 32;

/// The bytes of the nonce from which the key of a message is derived.
const DERIVING: usize = 12;

/// Bytes that are wiped on drop.
#[derive(Clone)]
struct Secret<T: Zero>(T);

/// What secrets are filled with when they are wiped.
trait Zero: Copy {
    const ZERO: Self;
}

impl<const BYTES: usize> Zero for [u8; BYTES] {
    const ZERO: Self = [0; BYTES];
}

impl<const BYTES: usize, const COUNT: usize> Zero for [[u8; BYTES]; COUNT] {
    const ZERO: Self = [[0; BYTES]; COUNT];
}

impl<T: Zero> Secret<T> {
    const ZERO: Self = Self(T::ZERO);
}

impl<T: Zero> Drop for Secret<T> {
    fn drop(&mut self) {
        wipe(&mut self.0, T::ZERO);
    }
}

/// Makes the subkey of an encrypted block of zeros.
fn make_subkey(block: &mut [u8; BLOCK]) {
    *block = double(u128::from_be_bytes(*block)).to_be_bytes();
}

/// The blocks whose encryption is the key of a message: a counter, the letter X and the nonce, with the
/// subkey.
fn blocks(nonce: &[u8], subkey: &[u8; BLOCK]) -> [u8; KEY] {
    let mut blocks = [0; KEY];
    for (number, block) in (1..).zip(blocks.chunks_exact_mut(BLOCK)) {
        block[1] = number;
        block[2] = b'X';
        // A nonce that is shorter is refused before.
        block[4..].copy_from_slice(nonce.first_chunk().unwrap_or(&[0; DERIVING]));
        block.iter_mut().zip(subkey).for_each(|(byte, key)| *byte ^= key);
    }
    blocks
}

/// The job of GCM that a job is made of. It makes the tag and compares it with none.
fn inner<'j>(job: &'j mut AeadJob<'_, XAes256Gcm>, key: &'j [u8; KEY]) -> AeadJob<'j, Gcm<Aes256>> {
    let nonce = job.nonce.get(DERIVING..).unwrap_or(&[]);
    let mut made = AeadJob::seal(key, nonce, job.aad, job.data.reborrow());
    made.status = job.status;
    made
}

/// The tag that was made. Nothing verifies against the one of a job that was not processed.
fn tag_of(job: &AeadJob<'_, Gcm<Aes256>>) -> Tag {
    job.tag().copied().unwrap_or(Tag::NONE)
}

impl Expand for XAes256Gcm {
    fn expand(key: &[u8], settings: Settings<Self>, _: Internal) -> Self {
        let ecb = Ecb::<Aes256>::expand(key, settings.of(), INTERNAL);
        let mut subkey = Subkey::ZERO;
        let mut zeros = CipherJob::new(&ecb, (), &mut subkey.0);
        ecb.run_one(&mut zeros, Operation::Encrypt, INTERNAL);
        make_subkey(&mut subkey.0);
        Self { ecb, subkey }
    }
}

impl Algorithm for XAes256Gcm {
    type KeyArray = [u8; KEY];
    type Options = ();

    fn backend(&self) -> Backend {
        self.ecb.backend()
    }
}

impl Aead for XAes256Gcm {
    const NONCE_BYTES: RangeInclusive<usize> = 24..=24;
    const TAG_BYTES: &'static [usize] = &[16];

    fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error> {
        allowed_tag(tag_bytes, Self::TAG_BYTES).map(|_| self)
    }

    fn tag_bytes(&self) -> usize {
        Self::DEFAULT_TAG_BYTES
    }
}

impl AeadEngine for XAes256Gcm {
    fn check_lengths(aad: u64, message: u64, _: Internal) -> Result<(), Error> {
        Gcm::<Aes256>::check_lengths(aad, message, INTERNAL)
    }

    fn run_one(
        &self,
        job: &mut AeadJob<'_, Self>,
        _: usize,
        operation: Operation,
        _: Internal,
    ) -> Tag {
        let settings = Settings { backend: self.backend(), options: () };
        let mut key = Secret(blocks(job.nonce, &self.subkey.0));
        let mut derive = CipherJob::new(&self.ecb, (), &mut key.0);
        self.ecb.run_one(&mut derive, Operation::Encrypt, INTERNAL);
        let mut inner = [inner(job, &key.0)];
        Gcm::run_many(&settings, operation, &mut inner, INTERNAL);
        tag_of(&inner[0])
    }

    fn run_many(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [AeadJob<'_, Self>],
        _: Internal,
    ) {
        // To make and to wipe room for many keys takes longer than to use it for few.
        const FEW: usize = 4;
        const MANY: usize = 64;
        match jobs.len() {
            0..=FEW => run_window::<FEW>(settings, operation, jobs),
            _ => {
                jobs.chunks_mut(MANY).for_each(|jobs| run_window::<MANY>(settings, operation, jobs))
            }
        }
    }
}

/// Seals or opens the pending ones of at most `N` jobs.
fn run_window<const N: usize>(
    settings: &Settings<XAes256Gcm>,
    operation: Operation,
    jobs: &mut [AeadJob<'_, XAes256Gcm>],
) {
    let count = jobs.len();
    let mut keys = Secret([[0; KEY]; N]);
    derive::<N>(settings, jobs, &mut keys.0);
    let mut rest = jobs.iter_mut().zip(&keys.0);
    let mut inner: [AeadJob<'_, Gcm<Aes256>>; N] = core::array::from_fn(|_| match rest.next() {
        Some((job, key)) => inner(job, key),
        None => AeadJob::seal(&[], &[], &[], &mut []),
    });
    Gcm::run_many(&settings.of(), operation, &mut inner[..count], INTERNAL);
    let tags = inner.each_ref().map(tag_of);
    for (job, tag) in jobs.iter_mut().zip(tags) {
        if job.is_pending() {
            job.finish(tag);
        }
    }
}

/// Derives the keys of the pending ones of at most `N` messages.
fn derive<const N: usize>(
    settings: &Settings<XAes256Gcm>,
    jobs: &[AeadJob<'_, XAes256Gcm>],
    keys: &mut [[u8; KEY]; N],
) {
    let mut subkeys = Secret([[0; BLOCK]; N]);
    let pending_bytes =
        |job: &AeadJob<'_, XAes256Gcm>| job.is_pending() && matches!(job.key, Key::Bytes(_));
    if jobs.iter().any(pending_bytes) {
        let mut rest = jobs.iter().zip(&mut subkeys.0);
        encrypt::<N>(settings, || {
            let (job, block) = rest.next()?;
            Some(match pending_bytes(job) {
                true => CipherJob::new(job.key.map(|xaes| &xaes.ecb), (), block),
                false => CipherJob::done(()),
            })
        });
        subkeys.0.iter_mut().for_each(make_subkey);
    }
    for ((job, key), own) in jobs.iter().zip(&mut *keys).zip(&subkeys.0) {
        *key = match job.key {
            Key::Ready(xaes) => blocks(job.nonce, &xaes.subkey.0),
            Key::Bytes(_) => blocks(job.nonce, own),
        };
    }
    // Messages in succession under one ready key have one job here.
    let mut runs = jobs.chunk_by(|job, next| match (job.key, next.key) {
        (Key::Ready(key), Key::Ready(other)) => {
            core::ptr::eq(key, other) && job.is_pending() && next.is_pending()
        }
        _ => false,
    });
    let mut rest = &mut keys[..];
    encrypt::<N>(settings, || {
        let run = runs.next()?;
        let blocks = rest.split_off_mut(..run.len())?.as_flattened_mut();
        Some(match &run[0] {
            job if job.is_pending() => CipherJob::new(job.key.map(|xaes| &xaes.ecb), (), blocks),
            _ => CipherJob::done(()),
        })
    });
}

/// Encrypts the blocks of at most `N` jobs, each with its key.
fn encrypt<'a, const N: usize>(
    settings: &Settings<XAes256Gcm>,
    mut next: impl FnMut() -> Option<CipherJob<'a, Ecb<Aes256>>>,
) {
    let mut count = 0;
    let mut jobs: [CipherJob<'_, Ecb<Aes256>>; N] = core::array::from_fn(|_| match next() {
        Some(job) => {
            count += 1;
            job
        }
        None => CipherJob::done(()),
    });
    Ecb::run_many(&settings.of(), Operation::Encrypt, &mut jobs[..count], INTERNAL);
}

impl fmt::Debug for XAes256Gcm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("XAes256Gcm").field("backend", &self.backend()).finish_non_exhaustive()
    }
}
