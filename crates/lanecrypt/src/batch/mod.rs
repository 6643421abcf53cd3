//! Many messages of different keys, nonces and lengths in one call.
//!
//! A job is one message: its key, what is given with every message, and its buffers. There are three
//! shapes: [`CipherJob`], [`MacJob`] and [`AeadJob`]. A [`Batch`] processes a slice of jobs of one
//! algorithm and says in a [`Report`] what became of them.

mod aead;
mod cipher;
mod data;
mod gathered;
mod key;
mod mac;
mod order;
#[allow(unsafe_code)]
mod raw;
mod report;
mod window;

use core::fmt;
use core::ops::RangeInclusive;

pub use aead::AeadJob;
pub use cipher::CipherJob;
pub(crate) use cipher::{check_start, for_operation};
pub use data::Data;
pub(crate) use data::bytes_for;
pub use gathered::Gathered;
pub use key::Key;
pub use mac::MacJob;
pub(crate) use order::Order;
pub use report::{BatchError, Report, Status};
pub(crate) use window::{Window, sort};

use crate::algorithm::engine::{INTERNAL, Operation, Settings};
use crate::{Aead, Algorithm, Backend, Cipher, Error, Mac, StreamCipher, Tag};

/// The batch call of one algorithm.
///
/// A call takes any number of jobs, also none, of any lengths, also zero; their keys may be bytes or
/// ready key objects, mixed. It processes the jobs that are pending and leaves the others alone, so
/// that nothing is encrypted twice. It allocates nothing and returns when all are processed. A wrong
/// job disturbs no other. Short messages lie side by side in registers, and keys are expanded side by
/// side.
///
/// **Contract**, for each job: refused, nothing was written; authentication failed, the output is
/// zeros; otherwise done.
///
/// Constant time in keys and data. The number and the lengths of messages show, and so does whether
/// a tag was right.
///
/// All jobs run on the backend of the batch, those with ready keys too.
///
/// ```
/// use lanecrypt::{Backend, Batch, CipherJob, threegpp::{Direction, Nea3, Parameters}};
///
/// let parameters = Parameters::new(1, 5, Direction::Uplink)?;
/// let (mut first, mut second) = ([0; 1500], [0; 64]);
/// let mut jobs = [
///     CipherJob::new(&[7; 16], parameters, &mut first),
///     CipherJob::new(&[8; 16], parameters, &mut second).with_bits(511),
/// ];
/// Batch::<Nea3>::with_backend(Backend::Portable)?.encrypt(&mut jobs).into_result()?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub struct Batch<A: Algorithm> {
    settings: Settings<A>,
}

impl<A: Algorithm> Default for Batch<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Algorithm> Clone for Batch<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Algorithm> Copy for Batch<A> {}

impl<A: Algorithm> fmt::Debug for Batch<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { backend, options } = &self.settings;
        f.debug_struct("Batch").field("backend", backend).field("options", options).finish()
    }
}

impl<A: Algorithm> Batch<A> {
    /// On the best backend of this processor.
    pub fn new() -> Self {
        Self { settings: Settings::default() }
    }

    /// On the given backend.
    ///
    /// # Errors
    ///
    /// [`Error::BackendUnavailable`] if this processor does not have it.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        Ok(Self { settings: Settings { backend: backend.checked()?, ..Settings::default() } })
    }

    /// With what can be chosen beside keys, for jobs whose key is given as bytes.
    pub fn with_options(self, options: A::Options) -> Self {
        Self { settings: Settings { options, ..self.settings } }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.settings.backend
    }

    /// The key object of a job, if it has one for the same backend.
    fn own<'k>(&self, key: Key<'k, A>) -> Option<&'k A> {
        match key {
            Key::Ready(key) if key.backend() == self.settings.backend => Some(key),
            _ => None,
        }
    }
}

impl<C: Cipher> Batch<C> {
    /// Encrypts every pending job.
    pub fn encrypt(&self, jobs: &mut [CipherJob<'_, C>]) -> Report {
        self.run_cipher(Operation::Encrypt, jobs)
    }

    /// Decrypts every pending job.
    pub fn decrypt(&self, jobs: &mut [CipherJob<'_, C>]) -> Report {
        self.run_cipher(Operation::Decrypt, jobs)
    }

    fn run_cipher(&self, operation: Operation, jobs: &mut [CipherJob<'_, C>]) -> Report {
        // Nothing fails but what is refused here. The report is written before the jobs are processed: whoever copies it
        // from where it was just written in pieces would wait. One job needs no loop.
        let report;
        if let [job] = &mut *jobs {
            report = Report::of([job.checked()].into_iter());
            if job.is_pending()
                && let Some(key) = self.own(job.key)
            {
                key.run_one(job, operation, INTERNAL);
                return report;
            }
        } else {
            report = Report::of(jobs.iter_mut().map(|job| job.checked()));
        }
        C::run_many(&self.settings, operation, jobs, INTERNAL);
        report
    }
}

impl<C: StreamCipher> Batch<C> {
    /// Fills the output of every pending job with its keystream; the input of [`Data::Copy`] is not
    /// read.
    pub fn keystream(&self, jobs: &mut [CipherJob<'_, C>]) -> Report {
        self.run_cipher(Operation::Keystream, jobs)
    }
}

impl<M: Mac> Batch<M> {
    /// Computes the tag of every pending job. A job made by [`MacJob::expecting`] is refused.
    pub fn compute(&self, jobs: &mut [MacJob<'_, M>]) -> Report {
        self.run_mac(false, jobs)
    }

    /// Verifies the tag of every pending job in constant time. A job made by [`MacJob::new`] is
    /// refused.
    pub fn verify(&self, jobs: &mut [MacJob<'_, M>]) -> Report {
        self.run_mac(true, jobs)
    }

    fn run_mac(&self, verify: bool, jobs: &mut [MacJob<'_, M>]) -> Report {
        for job in jobs.iter_mut().filter(|job| job.is_pending()) {
            job.refuse_unless_right(verify);
        }
        if let [job] = &mut *jobs
            && job.is_pending()
            && let Some(key) = self.own(job.key)
        {
            let tag = key.run_one(job, job.tag_length(), INTERNAL);
            job.finish(tag);
        } else {
            M::run_many(&self.settings, jobs, INTERNAL);
        }
        Report::of(jobs.iter().map(|job| &job.status))
    }
}

impl<A: Aead> Batch<A> {
    /// Seals every pending job. A job made by [`AeadJob::open`] is refused.
    pub fn seal(&self, jobs: &mut [AeadJob<'_, A>]) -> Report {
        self.run_aead(Operation::Encrypt, jobs)
    }

    /// Opens every pending job. A job made by [`AeadJob::seal`] is refused.
    pub fn open(&self, jobs: &mut [AeadJob<'_, A>]) -> Report {
        self.run_aead(Operation::Decrypt, jobs)
    }

    fn run_aead(&self, operation: Operation, jobs: &mut [AeadJob<'_, A>]) -> Report {
        for job in jobs.iter_mut().filter(|job| job.is_pending()) {
            job.refuse_unless_right(operation);
        }
        A::run_many(&self.settings, operation, jobs, INTERNAL);
        Report::of(jobs.iter().map(|job| &job.status))
    }
}

/// The length in bits of a job that is as long as its data.
const WHOLE: u64 = u64::MAX;

/// The tag of a job: one that it makes or one that it expects.
pub(crate) struct JobTag {
    tag: Tag,
    /// The length that the job asks for, or [`JobTag::NOT_ASKED`].
    asked: u8,
    /// The length that it has whatever the default, or [`JobTag::NOT_FIXED`].
    length: u8,
    /// The length of the expected tag as given, or [`JobTag::TO_MAKE`].
    expected: u32,
}

impl JobTag {
    const NOT_ASKED: u8 = u8::MAX;
    const NOT_FIXED: u8 = 0;
    const TO_MAKE: u32 = u32::MAX;

    #[inline]
    fn of(tag: Tag, expected: u32) -> Self {
        Self { tag, asked: Self::NOT_ASKED, length: Self::NOT_FIXED, expected }
    }

    #[inline]
    fn to_make() -> Self {
        Self::of(Tag::NONE, Self::TO_MAKE)
    }

    #[inline]
    fn expected(tag: &[u8]) -> Self {
        // A tag that is longer than any is refused for its length.
        let expected = tag.len().min(Self::TO_MAKE as usize - 1) as u32;
        let tag = Tag::new(&tag[..tag.len().min(Tag::MAX_BYTES)]);
        Self::of(tag, expected)
    }

    #[inline]
    fn is_expected(&self) -> bool {
        self.expected != Self::TO_MAKE
    }

    fn ask_for(&mut self, bytes: usize) {
        self.asked = bytes.min(usize::from(Self::NOT_ASKED) - 1) as u8;
    }

    fn asked(&self) -> Option<usize> {
        (self.asked != Self::NOT_ASKED).then_some(self.asked.into())
    }

    /// Forgets a tag that was made.
    fn forget(&mut self) {
        if !self.is_expected() {
            self.tag = Tag::NONE;
        }
    }

    /// Whether a tag is the expected one, in constant time, if one is expected.
    #[inline]
    pub(crate) fn allows(&self, tag: &Tag) -> bool {
        !self.is_expected() || tag.verify(self.tag.as_ref())
    }

    /// Whether a tag of so many bytes that a little-endian number begins with is the expected one, likewise.
    #[allow(dead_code, reason = "some families have no tags")]
    #[inline(always)]
    pub(crate) fn allows_beginning(&self, number: u128, bytes: usize) -> bool {
        !self.is_expected() || self.expected as usize == bytes && self.tag.begins(number)
    }

    /// Takes a tag that was made. Returns whether it is the expected one, if one is expected.
    #[inline]
    fn take(&mut self, tag: Tag) -> bool {
        let allowed = self.allows(&tag);
        if !self.is_expected() {
            self.tag = tag;
        }
        allowed
    }

    /// The same of a tag of so many bytes, at most 16, that a little-endian number begins with.
    #[allow(dead_code, reason = "some families have no tags")]
    #[inline(always)]
    fn take_beginning(&mut self, number: u128, bytes: usize) -> bool {
        if self.is_expected() {
            return self.allows_beginning(number, bytes);
        }
        self.tag.set_beginning(number, bytes);
        true
    }

    /// Whether the length of the tag is one that the algorithm has, as the default is, the one that the
    /// job asks for, and that of the expected tag.
    #[inline]
    fn check(&self, length: usize, default: usize, allowed: &'static [usize]) -> Result<(), Error> {
        if length != default {
            allowed_tag(length, allowed)?;
        }
        match self.asked() {
            Some(bytes) if bytes != length => {
                return Err(Error::TagMismatch { bytes, expected: length });
            }
            _ => {}
        }
        if self.is_expected() && self.expected as usize != length {
            return Err(Error::TagMismatch { bytes: self.expected as usize, expected: length });
        }
        Ok(())
    }
}

/// The length of a tag, if it is one of those allowed.
pub(crate) fn allowed_tag(bytes: usize, allowed: &'static [usize]) -> Result<usize, Error> {
    if allowed.contains(&bytes) { Ok(bytes) } else { Err(Error::TagLength { bytes, allowed }) }
}

/// Whether a length in bits is within the message, or is that of the message.
fn check_bits(bits: u64, available: u64, bit_lengths: bool) -> Result<(), Error> {
    match bits {
        _ if bits > available => Err(Error::BitLength { bits, available }),
        _ if !bit_lengths && bits < available => Err(Error::NoBitLengths { bits, available }),
        _ => Ok(()),
    }
}

/// Whether a nonce has a length that the algorithm has.
#[inline]
pub(crate) fn check_nonce(nonce: &[u8], allowed: &RangeInclusive<usize>) -> Result<(), Error> {
    let (bytes, min, max) = (nonce.len(), *allowed.start(), *allowed.end());
    match bytes {
        _ if allowed.contains(&bytes) => Ok(()),
        _ if min == max => Err(Error::NonceLength { bytes, expected: min }),
        _ => Err(Error::NonceRange { bytes, min, max }),
    }
}
