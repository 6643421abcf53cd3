//! Cipher block chaining.

use super::ecb::check_blocks;
use super::{AesModes, over_cipher};
use crate::algorithm::engine::{CipherEngine, INTERNAL, Internal, Operation, Settings, shorten};
use crate::batch::{CipherJob, Status};
use crate::{Algorithm as _, Cipher, Error};

/// CBC (NIST SP 800-38A, section 6.2): every block is combined with the encrypted block before it.
///
/// The nonce is the initialisation vector of 16 bytes, which must not be predictable. It is not part
/// of the data. Messages are whole blocks, otherwise [`Error::PartialBlock`]: padding is the caller's.
/// Nothing is authenticated. Constant time in keys and data.
///
/// Encryption of one message is slow, because every block waits for the one before it. A
/// [`Batch`](crate::Batch) encrypts many messages side by side. Decryption does not wait.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, block::Aes256, mode::Cbc};
///
/// let cipher = Cbc::<Aes256>::from_key(&[7; 32]);
/// let mut blocks = [0; 32];
/// cipher.encrypt(&[1; 16], &mut blocks)?;
/// cipher.decrypt(&[1; 16], &mut blocks)?;
/// assert_eq!(blocks, [0; 32]);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
// Not for callers: see `blocks::any`.
#[repr(C)]
pub struct Cbc<C> {
    pub(super) cipher: C,
}

impl<C> Cbc<C> {
    fn over(cipher: C) -> Self {
        Self { cipher }
    }
}

over_cipher!(Cbc, AesModes);

impl<C: AesModes> Cipher for Cbc<C> {
    type Nonce<'a> = &'a [u8; 16];
}

impl<C: AesModes> CipherEngine for Cbc<C> {
    shorten!(Cipher);

    #[inline]
    fn check(
        _: <Self as Cipher>::Nonce<'_>,
        block: u64,
        bits: u64,
        _: Internal,
    ) -> Result<(), Error> {
        check_blocks::<C>(block, bits)
    }

    fn run_one(&self, job: &mut CipherJob<'_, Self>, operation: Operation, _: Internal) {
        let decrypt = operation == Operation::Decrypt;
        self.cipher.cbc(self.backend(), decrypt, job.nonce, &mut job.data, INTERNAL);
        job.status = Status::Done;
    }

    fn run_many(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [CipherJob<'_, Self>],
        _: Internal,
    ) {
        C::cbc_many(settings.backend, operation == Operation::Decrypt, jobs, INTERNAL);
    }
}
