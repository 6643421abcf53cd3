//! A message to be encrypted or decrypted.

use core::fmt;

use super::{Data, Key, Status, WHOLE};
use crate::algorithm::engine::{INTERNAL, Operation};
use crate::lanes::InOut;
use crate::{Cipher, Error};

/// One message for a [`Cipher`]: its key, its nonce and its buffers.
///
/// `Debug` shows lengths and the status, never keys or data.
///
/// ```
/// use lanecrypt::{Batch, CipherJob, Status, block::Speck128_256, mode::Ctr};
///
/// let mut message = [0; 100];
/// let mut jobs = [CipherJob::<Ctr<Speck128_256>>::new(&[7; 32], &[1; 8], &mut message)];
/// let report = Batch::new().encrypt(&mut jobs);
/// assert!(report.is_ok());
/// assert_eq!(jobs[0].status(), Status::Done);
/// ```
// Not for callers: see `mode::blocks::any`.
#[repr(C)]
pub struct CipherJob<'a, C: Cipher> {
    /// Its key.
    pub key: Key<'a, C>,
    /// Its nonce, or what the algorithm has in place of one.
    pub nonce: C::Nonce<'a>,
    /// Its buffers.
    pub data: Data<'a>,
    pub(crate) block: u64,
    /// The length in bits, or [`WHOLE`].
    bits: u64,
    pub(crate) status: Status,
}

impl<'a, C: Cipher> CipherJob<'a, C> {
    /// A message of whole bytes, as long as its data.
    pub fn new<'n: 'a>(
        key: impl Into<Key<'a, C>>,
        nonce: C::Nonce<'n>,
        data: impl Into<Data<'a>>,
    ) -> Self {
        Self {
            key: key.into(),
            nonce: C::shorten(nonce, INTERNAL),
            data: data.into(),
            block: 0,
            bits: WHOLE,
            status: Status::Pending,
        }
    }

    /// Only the first `bits` bits of the data, counted from the most significant bit of the first
    /// byte. The bits of the last byte beyond them become zero; later bytes stay as they are.
    ///
    /// Ciphers without bit lengths ([`Cipher::BIT_LENGTHS`]) refuse any length but that of the data:
    /// [`Error::NoBitLengths`].
    pub fn with_bits(self, bits: u64) -> Self {
        Self { bits: bits.min(WHOLE - 1), ..self }
    }

    /// From another block of the keystream than the first: for [`Ctr`](crate::mode::Ctr), in blocks
    /// of the block cipher; for `ChaCha20`, in blocks of 64 bytes. Other ciphers refuse a start other
    /// than 0: [`Error::StartBlock`].
    pub fn with_start_block(self, block: u64) -> Self {
        Self { block, ..self }
    }

    /// What became of it.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The length of the message in bits.
    pub fn bits(&self) -> u64 {
        if self.bits == WHOLE { 8 * self.data.len() as u64 } else { self.bits }
    }

    /// Makes a job that is done or failed pending again, so that the next batch call processes it.
    ///
    /// Of a job in place that is done, the data is the result by now: encrypting it again with the
    /// same nonce gives the plaintext back, or worse. Set new data first.
    pub fn make_pending(&mut self) {
        self.status = Status::Pending;
    }

    /// A job that only fills an array up: it is done and has no data.
    pub(crate) fn done(nonce: C::Nonce<'a>) -> Self {
        Self { status: Status::Done, ..Self::new(Key::Bytes(&[]), nonce, Data::default()) }
    }

    pub(crate) fn is_pending(&self) -> bool {
        matches!(self.status, Status::Pending)
    }

    /// Whether it is pending, which ends here: it is done.
    #[inline(always)]
    pub(crate) fn begin(&mut self) -> bool {
        let pending = self.is_pending();
        if pending {
            self.status = Status::Done;
        }
        pending
    }

    /// The length of the message in bytes, the last of which may be used in part.
    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        super::bytes_for(self.bits()) as usize
    }

    /// The bytes of the message, as kernels take them.
    #[inline(always)]
    pub(crate) fn message(&mut self) -> InOut<'_> {
        let bytes = self.bytes();
        let mut data = self.data.in_out();
        if C::BIT_LENGTHS { data.split_off_at_most(bytes) } else { data }
    }

    /// The same, after the nonce and the block that its keystream starts with.
    #[cfg(feature = "aes")]
    #[inline(always)]
    pub(crate) fn message_from(&mut self) -> (C::Nonce<'a>, u64, InOut<'_>) {
        (self.nonce, self.block, self.message())
    }

    /// Makes the bits of the last byte of the output zero that are beyond the message.
    #[inline(always)]
    pub(crate) fn clear_spare_bits(&mut self) {
        if !C::BIT_LENGTHS || self.bits == WHOLE {
            return;
        }
        let bits = self.bits();
        if !bits.is_multiple_of(8)
            && let Some(last) = self.data.output_mut().get_mut((bits / 8) as usize)
        {
            *last &= !(0xff >> (bits % 8));
        }
    }

    /// Refuses the job if it is pending and cannot be processed, and returns its status.
    #[inline(always)]
    pub(crate) fn checked(&mut self) -> &Status {
        if self.is_pending() && self.check().is_err() {
            self.refuse();
        }
        &self.status
    }

    /// Refuses the job, which cannot be processed. The reason is found once more, so that the loop over jobs has nothing
    /// to do with errors.
    #[cold]
    #[inline(never)]
    fn refuse(&mut self) {
        if let Err(error) = self.check() {
            self.status.refuse(error);
        }
    }

    /// Whether the job can be processed.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.key.check()?;
        let mut bits = 8 * self.data.checked_len()? as u64;
        if self.bits != WHOLE {
            super::check_bits(self.bits, bits, C::BIT_LENGTHS)?;
            bits = self.bits;
        }
        C::check(self.nonce, self.block, bits, INTERNAL)
    }
}

/// Whether a message starts at block 0, as it must where there is no counter.
#[inline]
pub(crate) fn check_start(block: u64) -> Result<(), Error> {
    match block {
        0 => Ok(()),
        block => Err(Error::StartBlock { block }),
    }
}

/// Processes pending jobs with a function that encrypts: keystream is the encryption of zeros. The jobs keep their
/// buffers.
#[inline]
pub(crate) fn for_operation<'a, C: Cipher>(
    operation: Operation,
    jobs: &mut [CipherJob<'a, C>],
    encrypt: impl Fn(&mut [CipherJob<'a, C>]),
) {
    if operation != Operation::Keystream {
        return encrypt(jobs);
    }
    for jobs in jobs.chunks_mut(INPUTS) {
        let mut inputs = [None; INPUTS];
        for (job, input) in jobs.iter_mut().zip(&mut inputs).filter(|(job, _)| job.is_pending()) {
            *input = job.data.make_zeros(job.bytes());
        }
        encrypt(jobs);
        for (job, input) in jobs.iter_mut().zip(inputs) {
            if let Some(input) = input {
                job.data.read_from(input);
            }
        }
    }
}

/// How many jobs make keystream together.
const INPUTS: usize = 64;

impl<C: Cipher> fmt::Debug for CipherJob<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CipherJob")
            .field("key", &self.key)
            .field("data", &self.data)
            .field("bits", &self.bits())
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}
