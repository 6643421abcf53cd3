//! XAES-256-GCM.

use core::fmt;
use core::ops::RangeInclusive;

use super::gf128::double;
use super::words::ModesEngine as _;
use super::{Ecb, Gcm};
use crate::algorithm::engine::{
    AeadEngine, CipherEngine as _, Expand, INTERNAL, Internal, Operation, Settings,
};
use crate::batch::{AeadJob, CipherJob, Data, Key, Status, allowed_tag};
use crate::block::Aes256;
use crate::lanes::{leaving_little, wipe};
use crate::{Aead, Algorithm, Backend, Error, Tag};

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
    /// The first subkey of CMAC (NIST SP 800-38B, section 6.1), as a little-endian number.
    subkey: u128,
}

impl Drop for XAes256Gcm {
    fn drop(&mut self) {
        // The cipher wipes its key.
        wipe(&mut self.subkey, 0);
    }
}

/// The bytes of a block of AES.
const BLOCK: usize = 16;

/// The bytes of a key.
const KEY: usize = 32;

/// The bytes of the nonce from which the key of a message is derived.
const DERIVING: usize = 12;

/// The keys of messages. Wiped on drop.
struct MessageKeys<const N: usize>([[u8; KEY]; N]);

impl<const N: usize> Drop for MessageKeys<N> {
    fn drop(&mut self) {
        wipe(&mut self.0, [[0; KEY]; N]);
    }
}

/// The subkey that is made of an encrypted block of zeros.
fn subkey_of(zeros: [u8; BLOCK]) -> u128 {
    double(u128::from_be_bytes(zeros)).swap_bytes()
}

/// The two blocks whose encryption is the key of a message: a counter, the letter X and the nonce, with the
/// subkey.
#[inline]
fn blocks(nonce: &[u8], subkey: u128) -> [u8; KEY] {
    // A nonce of another length is refused before.
    let [n0, n1, n2] = match nonce.first_chunk::<DERIVING>() {
        Some(nonce) => [0, 4, 8]
            .map(|at| u32::from_le_bytes([nonce[at], nonce[at + 1], nonce[at + 2], nonce[at + 3]])),
        None => [0; 3],
    };
    let both = u128::from(n2) << 96 | u128::from(n1) << 64 | u128::from(n0) << 32;
    let both = both ^ subkey ^ (u128::from(b'X') << 16);
    let mut blocks = [0; KEY];
    blocks[..BLOCK].copy_from_slice(&(both ^ (1 << 8)).to_le_bytes());
    blocks[BLOCK..].copy_from_slice(&(both ^ (2 << 8)).to_le_bytes());
    blocks
}

/// The nonce of GCM: what the key is not derived from.
fn inner_nonce(nonce: &[u8]) -> &[u8] {
    nonce.get(DERIVING..).unwrap_or(&[])
}

impl Expand for XAes256Gcm {
    fn expand(key: &[u8], settings: Settings<Self>, _: Internal) -> Self {
        let ecb = Ecb::<Aes256>::expand(key, settings.of(), INTERNAL);
        let mut zeros = [0; BLOCK];
        ecb.cipher.ecb(settings.backend, false, &mut Data::from(&mut zeros), INTERNAL);
        let subkey = subkey_of(zeros);
        wipe(&mut zeros, [0; BLOCK]);
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
        let settings = Settings::<Self> { backend: self.backend(), options: () };
        let mut keys = MessageKeys([[0; KEY]]);
        leaving_little(|| {
            keys.0[0] = blocks(job.nonce, self.subkey);
            self.encrypt(settings.backend, &mut keys.0);
        });
        let data = job.data.reborrow();
        let mut inner = [AeadJob::seal(&keys.0[0], inner_nonce(job.nonce), job.aad, data)];
        Gcm::<Aes256>::run_many(&settings.of(), operation, &mut inner, INTERNAL);
        // Nothing verifies against the tag of a job that was not processed.
        inner[0].tag().copied().unwrap_or(Tag::NONE)
    }

    fn run_many(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [AeadJob<'_, Self>],
        _: Internal,
    ) {
        // Room for many takes time even if it is used for few.
        match jobs.len() {
            1 => run_window::<1>(settings, operation, jobs),
            2..=4 => run_window::<4>(settings, operation, jobs),
            5..=16 => run_window::<16>(settings, operation, jobs),
            17..=32 => run_window::<32>(settings, operation, jobs),
            _ => jobs.chunks_mut(64).for_each(|jobs| run_window::<64>(settings, operation, jobs)),
        }
    }
}

impl XAes256Gcm {
    /// Makes keys of their blocks.
    fn encrypt(&self, backend: Backend, blocks: &mut [[u8; KEY]]) {
        let mut data = Data::from(blocks.as_flattened_mut());
        self.ecb.cipher.ecb(backend, false, &mut data, INTERNAL);
    }
}

/// Seals or opens the pending ones of at most `N` jobs.
fn run_window<const N: usize>(
    settings: &Settings<XAes256Gcm>,
    operation: Operation,
    jobs: &mut [AeadJob<'_, XAes256Gcm>],
) {
    let count = jobs.len();
    let mut keys = MessageKeys([[0; KEY]; N]);
    leaving_little(|| derive(settings, jobs, &mut keys.0));
    // Jobs that make their tags and compare them with none, with keys that are bytes. Each is filled in field
    // by field where it stays, because a copy would wait for what was just stored.
    let mut inner: [AeadJob<'_, Gcm<Aes256>>; N] = core::array::from_fn(|_| {
        let mut none = AeadJob::seal(&[], &[], &[], &mut []);
        none.status = Status::Done;
        none
    });
    for ((inner, job), key) in inner.iter_mut().zip(&mut *jobs).zip(&keys.0) {
        if job.is_pending() {
            inner.key = Key::Bytes(key);
            inner.nonce = inner_nonce(job.nonce);
            inner.aad = job.aad;
            inner.data = job.data.reborrow();
            inner.status = Status::Pending;
        }
    }
    Gcm::run_many(&settings.of(), operation, &mut inner[..count], INTERNAL);
    let mut tags = [None; N];
    for (tag, inner) in tags.iter_mut().zip(&inner[..count]) {
        *tag = inner.tag().and_then(|tag| tag.as_ref().first_chunk::<BLOCK>().copied());
    }
    for (job, tag) in jobs.iter_mut().zip(&tags) {
        if let (true, Some(tag)) = (job.is_pending(), tag) {
            job.finish_block(tag);
        }
    }
}

/// Derives the keys of the pending ones of at most `N` messages. There are zeros before.
fn derive<const N: usize>(
    settings: &Settings<XAes256Gcm>,
    jobs: &[AeadJob<'_, XAes256Gcm>],
    keys: &mut [[u8; KEY]; N],
) {
    // Messages in succession under one ready key are encrypted together.
    let runs = jobs.chunk_by(|job, next| match (job.key, next.key) {
        (Key::Ready(key), Key::Ready(other)) => {
            core::ptr::eq(key, other) && job.is_pending() && next.is_pending()
        }
        _ => false,
    });
    let (mut first, mut any_fresh) = (0, false);
    for run in runs {
        let keys = &mut keys[first..][..run.len()];
        first += run.len();
        match run[0].key {
            _ if !run[0].is_pending() => {}
            Key::Ready(xaes) => {
                for (key, job) in keys.iter_mut().zip(run) {
                    *key = blocks(job.nonce, xaes.subkey);
                }
                xaes.encrypt(settings.backend, keys);
            }
            Key::Bytes(_) => any_fresh = true,
        }
    }
    if any_fresh {
        derive_fresh(settings, jobs, keys);
    }
}

/// Whether a job is pending and its key is bytes.
fn is_fresh(job: &AeadJob<'_, XAes256Gcm>) -> bool {
    job.is_pending() && matches!(job.key, Key::Bytes(_))
}

/// Derives the keys of those messages whose own keys are bytes. These are expanded side by side.
#[inline(never)]
fn derive_fresh<const N: usize>(
    settings: &Settings<XAes256Gcm>,
    jobs: &[AeadJob<'_, XAes256Gcm>],
    keys: &mut [[u8; KEY]; N],
) {
    // The block of zeros first, for the subkey.
    encrypt_fresh(settings, jobs, keys, BLOCK);
    for (key, job) in keys.iter_mut().zip(jobs).filter(|(_, job)| is_fresh(job)) {
        let zeros = key.first_chunk().unwrap_or(&[0; BLOCK]);
        *key = blocks(job.nonce, subkey_of(*zeros));
    }
    encrypt_fresh(settings, jobs, keys, KEY);
}

/// Encrypts so many bytes of those messages' keys in place.
fn encrypt_fresh<const N: usize>(
    settings: &Settings<XAes256Gcm>,
    jobs: &[AeadJob<'_, XAes256Gcm>],
    keys: &mut [[u8; KEY]; N],
    bytes: usize,
) {
    let mut rest = jobs.iter().zip(keys);
    let mut inner: [CipherJob<'_, Ecb<Aes256>>; N] = core::array::from_fn(|_| match rest.next() {
        Some((job, key)) if is_fresh(job) => {
            CipherJob::new(job.key.map(|xaes| &xaes.ecb), (), &mut key[..bytes])
        }
        _ => CipherJob::done(()),
    });
    let inner = &mut inner[..jobs.len()];
    Ecb::run_many(&settings.of(), Operation::Encrypt, inner, INTERNAL);
}

impl fmt::Debug for XAes256Gcm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("XAes256Gcm").field("backend", &self.backend()).finish_non_exhaustive()
    }
}
