//! Electronic codebook mode.

use super::{Modes, over_cipher};
use crate::algorithm::engine::{CipherEngine, INTERNAL, Internal, Operation, Settings, shorten};
use crate::batch::{CipherJob, Status, check_start};
use crate::{Algorithm as _, Cipher, Error};

/// ECB (NIST SP 800-38A, section 6.1): every block is encrypted by itself.
///
/// Equal blocks of the message stay equal, so ECB hides no patterns. It is here because published
/// measurements of block ciphers use it and because other constructions are made of it.
///
/// There is no nonce: the nonce is `()`. Messages are whole blocks, otherwise
/// [`Error::PartialBlock`]. Constant time in keys and data.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, block::Aes128, mode::Ecb};
///
/// let cipher = Ecb::<Aes128>::from_key(&[7; 16]);
/// let mut blocks = [0; 32];
/// cipher.encrypt((), &mut blocks)?;
/// assert_eq!(blocks[..16], blocks[16..]);
/// cipher.decrypt((), &mut blocks)?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
// Not for callers: see `blocks::any`.
#[repr(C)]
pub struct Ecb<C> {
    pub(super) cipher: C,
}

impl<C> Ecb<C> {
    fn over(cipher: C) -> Self {
        Self { cipher }
    }
}

over_cipher!(Ecb, Modes);

impl<C: Modes> Cipher for Ecb<C> {
    type Nonce<'a> = ();
}

impl<C: Modes> CipherEngine for Ecb<C> {
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
        self.cipher.ecb(self.backend(), decrypt, &mut job.data, INTERNAL);
        job.status = Status::Done;
    }

    fn run_many(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [CipherJob<'_, Self>],
        _: Internal,
    ) {
        C::ecb_many(
            settings.backend,
            &settings.options,
            operation == Operation::Decrypt,
            jobs,
            INTERNAL,
        );
    }
}

/// Whether a message starts at block 0, and its whole bytes of so many bits are whole blocks.
#[inline]
pub(super) fn check_blocks<C: Modes>(start: u64, bits: u64) -> Result<(), Error> {
    check_start(start)?;
    let (bytes, block) = ((bits / 8) as usize, C::BLOCK_BYTES);
    if !bytes.is_multiple_of(block) {
        return Err(Error::PartialBlock { bytes, block });
    }
    Ok(())
}
