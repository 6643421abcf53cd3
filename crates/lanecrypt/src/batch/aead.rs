//! A message to be sealed or opened.

use core::fmt;

use super::{Data, JobTag, Key, Status};
use crate::algorithm::engine::{INTERNAL, Operation};
use crate::{Aead, Error, Tag};

/// One message for an [`Aead`]: made by [`AeadJob::seal`] or [`AeadJob::open`].
///
/// `Debug` shows lengths and the status, never keys or data.
///
/// ```
/// use lanecrypt::{Aead, AeadJob, Algorithm, Batch, block::Aes256, mode::Gcm};
///
/// let key = Gcm::<Aes256>::from_key(&[7; 32]);
/// let (mut first, mut second) = (*b"first", *b"second");
/// let mut jobs = [
///     AeadJob::seal(&key, &[1; 12], b"header", &mut first),
///     AeadJob::seal(&key, &[2; 12], b"header", &mut second),
/// ];
/// let batch = Batch::<Gcm<Aes256>>::new();
/// batch.seal(&mut jobs).into_result()?;
/// let [Some(first_tag), Some(second_tag)] = jobs.map(|job| job.tag().copied()) else { panic!() };
///
/// let mut jobs = [
///     AeadJob::open(&key, &[1; 12], b"header", &mut first, first_tag.as_ref()),
///     AeadJob::open(&key, &[2; 12], b"header", &mut second, second_tag.as_ref()),
/// ];
/// batch.open(&mut jobs).into_result()?;
/// assert_eq!((&first, &second), (b"first", b"second"));
/// # Ok::<(), lanecrypt::BatchError>(())
/// ```
// Not for callers: see `mode::blocks::any`.
#[repr(C)]
pub struct AeadJob<'a, A> {
    /// Its key.
    pub key: Key<'a, A>,
    /// Its nonce.
    pub nonce: &'a [u8],
    /// The associated data, which is authenticated but not encrypted.
    pub aad: &'a [u8],
    /// Its buffers: the plaintext before sealing, the ciphertext before opening.
    pub data: Data<'a>,
    tag: JobTag,
    pub(crate) status: Status,
}

impl<'a, A: Aead> AeadJob<'a, A> {
    /// A message to be sealed.
    pub fn seal(
        key: impl Into<Key<'a, A>>,
        nonce: &'a [u8],
        aad: &'a [u8],
        data: impl Into<Data<'a>>,
    ) -> Self {
        Self {
            key: key.into(),
            nonce,
            aad,
            data: data.into(),
            tag: JobTag::to_make(),
            status: Status::Pending,
        }
    }

    /// A message to be opened, with the tag that came with it.
    pub fn open(
        key: impl Into<Key<'a, A>>,
        nonce: &'a [u8],
        aad: &'a [u8],
        data: impl Into<Data<'a>>,
        tag: &[u8],
    ) -> Self {
        Self { tag: JobTag::expected(tag), ..Self::seal(key, nonce, aad, data) }
    }

    /// With a tag of another length than [`Aead::DEFAULT_TAG_BYTES`]. A ready key has its length of
    /// tags; a job that asks for another one is refused.
    pub fn with_tag_bytes(mut self, tag_bytes: usize) -> Self {
        self.tag.ask_for(tag_bytes);
        self
    }

    /// What became of it.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Its tag, once it is done.
    #[must_use]
    pub fn tag(&self) -> Option<&Tag> {
        matches!(self.status, Status::Done).then_some(&self.tag.tag)
    }

    /// Makes a job that is done or failed pending again, so that the next batch call processes it.
    /// A tag that was computed is forgotten.
    ///
    /// Of a job in place that is done, the data is the result by now: sealing it again with the same
    /// nonce gives the plaintext away. Set new data and a new nonce first.
    pub fn make_pending(&mut self) {
        self.status = Status::Pending;
        self.tag.forget();
    }

    pub(crate) fn is_pending(&self) -> bool {
        matches!(self.status, Status::Pending)
    }

    /// The length of its tag in bytes.
    pub(crate) fn tag_length(&self) -> usize {
        match self.key {
            Key::Ready(key) => key.tag_bytes(),
            Key::Bytes(_) => self.tag.asked().unwrap_or(A::DEFAULT_TAG_BYTES),
        }
    }

    /// Keeps the length of its tag for what works on it as a job of another algorithm, which may have another default.
    #[cfg(feature = "short-gcm-tags")]
    pub(crate) fn fix_tag_length(&mut self) {
        self.tag.length = self.tag_length() as u8;
    }

    /// Whether the job can be processed.
    #[inline]
    pub(crate) fn check(&self, operation: Operation) -> Result<(), Error> {
        if self.tag.is_expected() != (operation == Operation::Decrypt) {
            return Err(Error::WrongJob);
        }
        self.key.check()?;
        self.tag.check(self.tag_length(), A::DEFAULT_TAG_BYTES, A::TAG_BYTES)?;
        super::check_nonce(self.nonce, &A::NONCE_BYTES)?;
        let bytes = self.data.checked_len()?;
        A::check_lengths(self.aad.len() as u64, bytes as u64, INTERNAL)
    }

    /// Refuses the job if it cannot be processed. The reason is found once more, so that the loop over jobs has nothing to
    /// do with errors.
    #[inline]
    pub(super) fn refuse_unless_right(&mut self, operation: Operation) {
        if self.check(operation).is_err() {
            self.refuse(operation);
        }
    }

    #[cold]
    #[inline(never)]
    fn refuse(&mut self, operation: Operation) {
        if let Err(error) = self.check(operation) {
            self.status.refuse(error);
        }
    }

    /// Its buffers, to be worked on, and its tag, to be compared with meanwhile.
    pub(crate) fn data_and_tag(&mut self) -> (Data<'_>, &JobTag) {
        (self.data.reborrow(), &self.tag)
    }

    /// Takes the tag that was made: the job is done, unless another tag was expected. Then the output
    /// is made zeros.
    #[inline]
    pub(crate) fn finish(&mut self, tag: Tag) {
        if self.tag.take(tag) {
            self.status = Status::Done;
        } else {
            self.refuse_forged();
        }
    }

    /// The same with the whole tag, of which the job wants a part or all.
    #[cfg(any(feature = "aes", feature = "aegis", feature = "morus"))]
    #[inline(always)]
    pub(crate) fn finish_block(&mut self, tag: &[u8; 16]) {
        let length = match self.tag.length {
            JobTag::NOT_FIXED => self.tag_length(),
            length => length.into(),
        };
        self.finish_beginning(u128::from_le_bytes(*tag), length);
    }

    /// The same with a little-endian number that the tag is the beginning of.
    #[cfg(any(feature = "aes", feature = "snow5g", feature = "zuc"))]
    #[inline(always)]
    pub(crate) fn finish_number(&mut self, number: u128) {
        self.finish_beginning(number, self.tag_length());
    }

    #[allow(dead_code, reason = "some families have no tags")]
    #[inline(always)]
    fn finish_beginning(&mut self, number: u128, bytes: usize) {
        if self.tag.take_beginning(number, bytes) {
            self.status = Status::Done;
        } else {
            self.refuse_forged();
        }
    }

    /// The tag was not the expected one: the output is made zeros. Not inlined: the verdict is looked at once, before this,
    /// and nobody who reads the status looks at it again.
    #[cold]
    #[inline(never)]
    fn refuse_forged(&mut self) {
        self.data.output_mut().fill(0);
        self.status = Status::Failed(Error::Authentication);
    }

    /// The tag that was made by opening, unless another one was expected. Then the output is made zeros.
    #[inline]
    pub(crate) fn outcome(&mut self, tag: Tag) -> Result<Tag, Error> {
        if self.tag.allows(&tag) {
            return Ok(tag);
        }
        self.data.output_mut().fill(0);
        Err(Error::Authentication)
    }
}

impl<A: Aead> fmt::Debug for AeadJob<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AeadJob")
            .field("key", &self.key)
            .field("aad_bytes", &self.aad.len())
            .field("data", &self.data)
            .field("tag_bytes", &self.tag_length())
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}
