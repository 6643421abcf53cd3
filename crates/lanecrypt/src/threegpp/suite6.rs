//! The algorithms of 3GPP over ZUC-256: 256-NEA6, and over it and POLYVAL 256-NIA6 and 256-NCA6.
//!
//! The first 48 bytes of keystream are H, Q and P. The hash of a message, with H, is summed with
//! the lengths, multiplied by Q and summed with P; a tag is its first 4 to 16 bytes.

use core::ops::RangeInclusive;

use super::Iv;
use super::hash6::hash_many;
use super::iv::{Purpose, TAG_BYTES};
use super::length::{MAX_BYTES, check_bits, check_bytes};
use crate::algorithm::engine::{
    AeadEngine, CipherEngine as _, INTERNAL, Internal, MacEngine, Operation, Settings, shorten,
};
use crate::batch::{AeadJob, CipherJob, Data, MacJob, allowed_tag};
use crate::hash::polyval::{Polyval, dot};
use crate::lanes::{Row, wipe};
use crate::stream::key::{KeyBytes, key_object};
use crate::stream::messages::stream_cipher;
use crate::stream::zuc::{FirstRows, Loading, Setup, Variant, ZucCipher, ZucStream};
use crate::{Aead, Algorithm as _, Backend, Cipher, Error, Mac, Quantity, Tag};

/// 256-NEA6: ZUC with keys of 32 bytes, the IV of the 256-bit suite and 48 rounds of initialisation.
///
/// An IV must not be used twice under one key. A message has at most 2^32 - 1 bits and may end within
/// a byte. Encryption and decryption are the same. An [`Iv`] that was made for tags is refused.
/// Constant time in keys and data.
///
/// Source: 3GPP TS 35.246.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, threegpp::{Iv, Nea6}};
///
/// let key = Nea6::from_key(&[7; 32]);
/// let iv = Iv::encryption(&[1; 15]);
/// let mut message = *b"any length";
/// key.encrypt(iv, &mut message)?;
/// key.decrypt(iv, &mut message)?;
/// assert_eq!(&message, b"any length");
/// assert!(key.encrypt(Iv::integrity(&[1; 15], 4)?, &mut message).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nea6 {
    key: KeyBytes<32, Variant>,
}

key_object!(Nea6, 32 byte keys, Variant);
stream_cipher!(Nea6, ZucStream);

impl Cipher for Nea6 {
    type Nonce<'a> = Iv;

    const BIT_LENGTHS: bool = true;
}

impl ZucCipher for Nea6 {
    const MAX_BYTES: u64 = MAX_BYTES;

    #[inline(always)]
    fn load(key: &[u8], iv: Iv, row: &mut Row) -> Loading {
        Loading::nea6(row, key, u128::from_le_bytes(*iv.as_bytes()))
    }

    fn check_message(iv: Iv, bits: u64) -> Result<(), Error> {
        iv.check(Purpose::Encryption)?;
        check_bits(bits)
    }
}

/// 256-NIA6: a MAC over ZUC and POLYVAL.
///
/// The key has 32 bytes, tags have 4 to 16 bytes. [`Mac::DEFAULT_TAG_BYTES`] is 4, the length of
/// MAC-I; longer tags are made after [`Mac::with_tag_bytes`]. An IV must not be used for two messages
/// under one key. An [`Iv`] that was made for another purpose or another length of tags is refused.
/// Messages are whole bytes, at most 2^29 - 1. Constant time in keys and messages.
///
/// A [`Batch`](crate::Batch) initialises many keys at once, which is most of the work for short
/// messages.
///
/// Source: 3GPP TS 35.246; POLYVAL is that of RFC 8452.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, threegpp::{Iv, Nia6}};
///
/// let key = Nia6::from_key(&[7; 32]).with_tag_bytes(8)?;
/// let iv = Iv::integrity(&[1; 15], 8)?;
/// let tag = key.compute(iv, b"message")?;
/// key.verify(iv, b"message", tag.as_ref())?;
/// assert!(key.verify(iv, b"massage", tag.as_ref()).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nia6 {
    key: KeyBytes<32, Variant>,
    tag_bytes: usize,
}

key_object!(Nia6, 32 byte keys, Variant, tag_bytes: Self::DEFAULT_TAG_BYTES);

impl Mac for Nia6 {
    type Nonce<'a> = Iv;

    const TAG_BYTES: &'static [usize] = TAG_BYTES;
    const DEFAULT_TAG_BYTES: usize = 4;

    fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error> {
        Ok(Self { tag_bytes: allowed_tag(tag_bytes, TAG_BYTES)?, ..self })
    }

    fn tag_bytes(&self) -> usize {
        self.tag_bytes
    }
}

impl MacEngine for Nia6 {
    shorten!(Mac);

    #[inline]
    fn check(job: &MacJob<'_, Self>, _: Internal) -> Result<(), Error> {
        job.nonce.check(Purpose::Integrity { tag_bytes: job.tag_length() })?;
        check_bytes(Quantity::Message, job.message.len() as u64)
    }

    fn run_one(&self, job: &MacJob<'_, Self>, tag_bytes: usize, _: Internal) -> Tag {
        let settings = Settings { backend: self.backend(), options: self.key.options() };
        let mut hash_key = [0; HASH_KEY];
        let mut load = [load_job(self.key.bytes(), job.nonce, &mut hash_key)];
        Nea6::run_many(&settings, Operation::Keystream, &mut load, INTERNAL);
        let tag = tag_of(settings.backend, &hash_key, job.message, tag_bytes);
        wipe(&mut hash_key, [0; HASH_KEY]);
        tag
    }

    fn run_many(settings: &Settings<Self>, jobs: &mut [MacJob<'_, Self>], _: Internal) {
        let Settings { backend, options } = *settings;
        let mut rows = FirstRows::EMPTY;
        let mut rest = jobs.iter_mut().filter(|job| job.is_pending());
        loop {
            let mut window = [const { None }; FirstRows::MAX];
            let mut messages = [&[][..]; FirstRows::MAX];
            let mut count = 0;
            for job in rest.by_ref().take(FirstRows::MAX) {
                messages[count] = job.message;
                window[count] = Some(job);
                count += 1;
            }
            let window = &mut window[..count];
            let load = |number: usize, row: &mut Row| match &window[number] {
                Some(job) => Nea6::load(key_of(job), job.nonce, row),
                None => Loading::nea6(row, &[0; 32], 0),
            };
            if !rows.fill((backend, options), count, HASH_KEY / 4, load) {
                for job in window.iter_mut().flatten() {
                    let mut hash_key = [0; HASH_KEY];
                    let mut load = [load_job(key_of(job), job.nonce, &mut hash_key)];
                    Nea6::run_many(&settings.of(), Operation::Keystream, &mut load, INTERNAL);
                    let tag = tag_of(backend, &hash_key, job.message, job.tag_length());
                    job.finish(tag);
                    wipe(&mut hash_key, [0; HASH_KEY]);
                }
            } else {
                let mut sums = [0; FirstRows::MAX];
                hash_many(backend, &rows.0[..count], &messages[..count], &mut sums);
                for (job, sum) in window.iter_mut().flatten().zip(sums) {
                    job.finish_number(sum.swap_bytes(), job.tag_length());
                }
            }
            if count < FirstRows::MAX {
                return;
            }
        }
    }
}

/// The bytes of the key of a job.
fn key_of<'k>(job: &MacJob<'k, Nia6>) -> &'k [u8] {
    job.key.bytes(|nia6| nia6.key.bytes())
}

/// The bytes of H, Q and P.
const HASH_KEY: usize = 48;

/// The job that fills H, Q and P.
fn load_job<'a>(key: &'a [u8], iv: Iv, hash_key: &'a mut [u8; HASH_KEY]) -> CipherJob<'a, Nea6> {
    CipherJob::new(key, iv, hash_key)
}

/// The tag of 256-NIA6.
fn tag_of(backend: Backend, key: &[u8; HASH_KEY], message: &[u8], tag_bytes: usize) -> Tag {
    let bits = 8 * message.len() as u128;
    Tag::of_block(hash(backend, key, message, &[], bits << 64), tag_bytes)
}

/// The whole sum of which a tag is the beginning: two strings, each padded on its own, then the
/// lengths.
fn hash(
    backend: Backend,
    key: &[u8; HASH_KEY],
    first: &[u8],
    second: &[u8],
    lengths: u128,
) -> [u8; 16] {
    let part = |i: usize| {
        let mut part = [0; 16];
        part.copy_from_slice(&key[16 * i..16 * (i + 1)]);
        part
    };
    let mut hash = Polyval::new(backend, &part(0));
    hash.update(first);
    hash.update(second);
    let q = u128::from_le_bytes(part(1));
    let product = dot(backend, hash.state() ^ lengths, q);
    (product ^ u128::from_le_bytes(part(2))).to_le_bytes()
}

/// 256-NCA6: authenticated encryption over ZUC and POLYVAL.
///
/// The key has 32 bytes. The nonce is the IV of 16 bytes, such as [`Iv::as_bytes`] of an IV made by
/// [`Iv::aead`]; byte 0 is not looked at. Tags have 4 to 16 bytes, and 16 where no other length is
/// asked for. An IV must not be used twice under one key. The message and the associated data have
/// at most 2^29 - 1 bytes each. Constant time in keys and data; whether a tag was right shows.
///
/// Opening verifies the tag before anything is decrypted. Where the tag is wrong, the output is
/// zeros.
///
/// Source: 3GPP TS 35.246; POLYVAL is that of RFC 8452.
///
/// ```
/// use lanecrypt::{Aead, Algorithm, Error, threegpp::{Iv, Nca6}};
///
/// let key = Nca6::from_key(&[7; 32]);
/// let iv = Iv::aead(&[1; 15], 16)?;
/// let mut message = *b"a message";
/// let tag = key.seal(iv.as_bytes(), b"header", &mut message)?;
/// key.open(iv.as_bytes(), b"header", &mut message, tag.as_ref())?;
/// assert_eq!(&message, b"a message");
///
/// let forged = key.open(iv.as_bytes(), b"header", &mut message, &[0; 16]);
/// assert_eq!(forged, Err(Error::Authentication));
/// assert_eq!(message, [0; 9]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Nca6 {
    key: KeyBytes<32, ()>,
    tag_bytes: usize,
}

key_object!(Nca6, 32 byte keys, (), tag_bytes: Self::DEFAULT_TAG_BYTES);

impl Aead for Nca6 {
    const NONCE_BYTES: RangeInclusive<usize> = 16..=16;
    const TAG_BYTES: &'static [usize] = TAG_BYTES;
    const DEFAULT_TAG_BYTES: usize = 16;

    fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error> {
        Ok(Self { tag_bytes: allowed_tag(tag_bytes, TAG_BYTES)?, ..self })
    }

    fn tag_bytes(&self) -> usize {
        self.tag_bytes
    }
}

impl AeadEngine for Nca6 {
    fn check_lengths(aad: u64, message: u64, _: Internal) -> Result<(), Error> {
        check_bytes(Quantity::AssociatedData, aad)?;
        check_bytes(Quantity::Message, message)
    }

    fn run_one(
        &self,
        job: &mut AeadJob<'_, Self>,
        tag_bytes: usize,
        operation: Operation,
        _: Internal,
    ) -> Tag {
        run(self.backend(), self.key.bytes(), job, tag_bytes, operation)
    }

    fn run_many(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [AeadJob<'_, Self>],
        _: Internal,
    ) {
        let mut rest = jobs.iter_mut().filter(|job| job.is_pending());
        loop {
            let mut window = [const { None }; FirstRows::MAX];
            let mut count = 0;
            for (place, job) in window.iter_mut().zip(rest.by_ref()) {
                *place = Some(job);
                count += 1;
            }
            let window = &mut window[..count];
            let done = match operation {
                Operation::Encrypt => seal_in_lanes(settings, window),
                _ => open_in_lanes(settings, window),
            };
            if !done {
                for job in window.iter_mut().flatten() {
                    let key = nca6_key_of(job);
                    let tag = run(settings.backend, key, job, job.tag_length(), operation);
                    job.finish(tag);
                }
            }
            if count < FirstRows::MAX {
                return;
            }
        }
    }
}

/// A job of a window.
type Job<'j, 'a> = Option<&'j mut AeadJob<'a, Nca6>>;

/// The bytes of the key of a job.
fn nca6_key_of<'k>(job: &AeadJob<'k, Nca6>) -> &'k [u8] {
    job.key.bytes(|nca6| nca6.key.bytes())
}

/// How the stream of a job is loaded.
fn load_nca6(job: &Job<'_, '_>, row: &mut Row) -> Loading {
    match job {
        Some(job) => {
            let iv = job.nonce.first_chunk().unwrap_or(&[0; 16]);
            Loading::nea6(row, nca6_key_of(job), u128::from_le_bytes(*iv))
        }
        None => Loading::nea6(row, &[0; 32], 0),
    }
}

/// The data of a job.
fn data_of<'j>(job: &'j mut Job<'_, '_>) -> Data<'j> {
    job.as_mut().map(|job| job.data.reborrow()).unwrap_or_default()
}

/// The tag of a ciphertext, whole.
fn nca6_sum(backend: Backend, first: &Row, aad: &[u8], ciphertext: &[u8]) -> [u8; 16] {
    let mut bytes = first.to_bytes();
    let lengths = ((8 * aad.len() as u128) << 64) | (8 * ciphertext.len() as u128);
    let key = bytes.first_chunk().unwrap_or(&[0; HASH_KEY]);
    let sum = hash(backend, key, aad, ciphertext, lengths);
    wipe(&mut bytes, [0; 64]);
    sum
}

/// Seals jobs side by side, if lanes are there. Returns whether it did.
fn seal_in_lanes(settings: &Settings<Nca6>, jobs: &mut [Job<'_, '_>]) -> bool {
    let (backend, variant) = (settings.backend, Variant::default());
    let mut rows = FirstRows::EMPTY;
    if !rows.encrypt_behind((backend, variant), jobs, load_nca6, data_of) {
        return false;
    }
    for (job, row) in jobs.iter_mut().flatten().zip(&rows.0) {
        let sum = nca6_sum(backend, row, job.aad, job.data.output());
        job.finish(Tag::of_block(sum, job.tag_length()));
    }
    true
}

/// Opens jobs side by side, if lanes are there. The tags of all are verified first; then the jobs whose tag is right
/// are decrypted. Returns whether it did.
fn open_in_lanes(settings: &Settings<Nca6>, jobs: &mut [Job<'_, '_>]) -> bool {
    let (backend, variant) = (settings.backend, Variant::default());
    let mut rows = FirstRows::EMPTY;
    let load = |number: usize, row: &mut Row| load_nca6(&jobs[number], row);
    if !rows.fill((backend, variant), jobs.len(), HASH_KEY / 4, load) {
        return false;
    }
    let mut tags = [Tag::NONE; FirstRows::MAX];
    let mut right = 0;
    for i in 0..jobs.len() {
        let Some(job) = &mut jobs[i] else { continue };
        let sum = nca6_sum(backend, &rows.0[i], job.aad, job.data.input());
        let tag = Tag::of_block(sum, job.tag_length());
        if job.expects(&tag) {
            tags[right] = tag;
            jobs.swap(i, right);
            right += 1;
        } else {
            job.finish(tag);
        }
    }
    let jobs = &mut jobs[..right];
    if !rows.encrypt_behind((backend, variant), jobs, load_nca6, data_of) {
        // One is left, or none.
        for job in jobs.iter_mut().flatten() {
            let tag = run(backend, nca6_key_of(job), job, job.tag_length(), Operation::Decrypt);
            job.finish(tag);
        }
        return true;
    }
    for (job, tag) in jobs.iter_mut().flatten().zip(tags) {
        job.finish(tag);
    }
    true
}

/// Seals a message, or opens it if its tag is the expected one. Returns the tag.
fn run(
    backend: Backend,
    key: &[u8],
    job: &mut AeadJob<'_, Nca6>,
    tag_bytes: usize,
    operation: Operation,
) -> Tag {
    let mut iv = [0; 16];
    iv.copy_from_slice(job.nonce);
    let setup = Setup::new(|row| Loading::nea6(row, key, u128::from_le_bytes(iv)));
    let mut stream = ZucStream::new(&setup, backend);
    let mut hash_key = [0; HASH_KEY];
    stream.fill(&mut hash_key);
    if operation == Operation::Encrypt {
        stream.add_to(&mut job.data);
    }
    let (aad, ciphertext) = match operation {
        Operation::Encrypt => (job.aad, job.data.output()),
        _ => (job.aad, job.data.input()),
    };
    let lengths = ((8 * aad.len() as u128) << 64) | (8 * ciphertext.len() as u128);
    let sum = hash(backend, &hash_key, aad, ciphertext, lengths);
    wipe(&mut hash_key, [0; HASH_KEY]);
    let tag = Tag::of_block(sum, tag_bytes);
    if operation == Operation::Decrypt && job.expects(&tag) {
        stream.add_to(&mut job.data);
    }
    tag
}
