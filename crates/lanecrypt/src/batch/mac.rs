//! A message to be authenticated.

use core::fmt;

use super::{JobTag, Key, Status, WHOLE};
use crate::algorithm::engine::INTERNAL;
use crate::{Error, Mac, Tag};

/// One message for a [`Mac`]: its key, its nonce, and the expected tag if it is to be verified.
///
/// `Debug` shows lengths and the status, never keys or data.
///
/// ```
/// use lanecrypt::{Batch, MacJob, block::Aes128, mode::Cmac};
///
/// let batch = Batch::<Cmac<Aes128>>::new();
/// let mut jobs = [MacJob::new(&[7; 16], (), b"message").with_tag_bytes(8)];
/// batch.compute(&mut jobs).into_result()?;
/// let tag = jobs[0].tag().unwrap();
///
/// let mut jobs = [MacJob::expecting(&[7; 16], (), b"message", tag.as_ref()).with_tag_bytes(8)];
/// batch.verify(&mut jobs).into_result()?;
/// # Ok::<(), lanecrypt::BatchError>(())
/// ```
// Not for callers: see `mode::blocks::any`.
#[repr(C)]
pub struct MacJob<'a, M: Mac> {
    /// Its key.
    pub key: Key<'a, M>,
    /// Its nonce, or what the algorithm has in place of one.
    pub nonce: M::Nonce<'a>,
    /// The message.
    pub message: &'a [u8],
    /// The length in bits, or [`WHOLE`].
    bits: u64,
    tag: JobTag,
    pub(crate) status: Status,
}

impl<'a, M: Mac> MacJob<'a, M> {
    /// A message whose tag is to be computed.
    pub fn new<'n: 'a>(key: impl Into<Key<'a, M>>, nonce: M::Nonce<'n>, message: &'a [u8]) -> Self {
        Self {
            key: key.into(),
            nonce: M::shorten(nonce, INTERNAL),
            message,
            bits: WHOLE,
            tag: JobTag::to_make(),
            status: Status::Pending,
        }
    }

    /// A message whose tag is to be verified.
    pub fn expecting<'n: 'a>(
        key: impl Into<Key<'a, M>>,
        nonce: M::Nonce<'n>,
        message: &'a [u8],
        tag: &[u8],
    ) -> Self {
        Self { tag: JobTag::expected(tag), ..Self::new(key, nonce, message) }
    }

    /// Only the first `bits` bits of the message, counted from the most significant bit of the first
    /// byte. The rest of the message is not read.
    ///
    /// MACs without bit lengths ([`Mac::BIT_LENGTHS`]) refuse any length but that of the message:
    /// [`Error::NoBitLengths`].
    pub fn with_bits(self, bits: u64) -> Self {
        Self { bits: bits.min(WHOLE - 1), ..self }
    }

    /// With a tag of another length than [`Mac::DEFAULT_TAG_BYTES`]. A ready key has its length of
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

    /// The length of the message in bits.
    pub fn bits(&self) -> u64 {
        if self.bits == WHOLE { 8 * self.message.len() as u64 } else { self.bits }
    }

    /// Makes a job that is done or failed pending again, so that the next batch call processes it.
    /// A tag that was computed is forgotten.
    pub fn make_pending(&mut self) {
        self.status = Status::Pending;
        self.tag.forget();
    }

    /// A job that only fills an array up: it is done.
    pub(crate) fn done(nonce: M::Nonce<'a>) -> Self {
        Self { status: Status::Done, ..Self::new(Key::Bytes(&[]), nonce, &[]) }
    }

    pub(crate) fn is_pending(&self) -> bool {
        matches!(self.status, Status::Pending)
    }

    /// The length of its tag in bytes.
    pub(crate) fn tag_length(&self) -> usize {
        match self.key {
            Key::Ready(key) => key.tag_bytes(),
            Key::Bytes(_) => self.tag.asked().unwrap_or(M::DEFAULT_TAG_BYTES),
        }
    }

    /// Whether the job can be processed by a call that verifies tags, or by one that computes them.
    #[inline]
    pub(crate) fn check_to(&self, verify: bool) -> Result<(), Error> {
        if self.tag.is_expected() != verify {
            return Err(Error::WrongJob);
        }
        self.check()
    }

    /// Refuses the job if it cannot be processed. The reason is found once more, so that the loop over jobs has nothing to
    /// do with errors.
    #[inline]
    pub(super) fn refuse_unless_right(&mut self, verify: bool) {
        if self.check_to(verify).is_err() {
            self.refuse(verify);
        }
    }

    #[cold]
    #[inline(never)]
    fn refuse(&mut self, verify: bool) {
        if let Err(error) = self.check_to(verify) {
            self.status.refuse(error);
        }
    }

    /// Whether the job can be processed.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.key.check()?;
        self.tag.check(self.tag_length(), M::DEFAULT_TAG_BYTES, M::TAG_BYTES)?;
        if self.bits != WHOLE {
            super::check_bits(self.bits, 8 * self.message.len() as u64, M::BIT_LENGTHS)?;
        }
        M::check(self, INTERNAL)
    }

    /// Takes the tag that was computed: the job is done, unless another tag was expected.
    pub(crate) fn finish(&mut self, tag: Tag) {
        if self.tag.take(tag) {
            self.status = Status::Done;
        } else {
            self.fail();
        }
    }

    /// Not inlined: the verdict is looked at once, here, and nobody who reads the status looks at it again.
    #[cold]
    #[inline(never)]
    fn fail(&mut self) {
        self.status = Status::Failed(Error::Authentication);
    }

    /// The same of a tag of so many bytes, at most 16, that a little-endian number begins with.
    #[cfg(any(feature = "aes", feature = "snow3g", feature = "snow5g", feature = "zuc"))]
    #[inline(always)]
    pub(crate) fn finish_number(&mut self, number: u128, bytes: usize) {
        if self.tag.take_beginning(number, bytes) {
            self.status = Status::Done;
        } else {
            self.fail();
        }
    }

    /// The same with the whole tag, of which the job wants a part or all.
    #[cfg(feature = "aes")]
    #[inline(always)]
    pub(crate) fn finish_block(&mut self, tag: &[u8; 16]) {
        self.finish_number(u128::from_le_bytes(*tag), self.tag_length());
    }

    pub(crate) fn into_result(self) -> Result<Tag, Error> {
        match self.status {
            Status::Failed(error) => Err(error),
            _ => Ok(self.tag.tag),
        }
    }
}

impl<M: Mac> fmt::Debug for MacJob<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MacJob")
            .field("key", &self.key)
            .field("bits", &self.bits())
            .field("tag_bytes", &self.tag_length())
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}
