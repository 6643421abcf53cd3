//! CBC: a block is met with the block before it, encrypted (NIST SP 800-38A, section 6.2).
//!
//! The initialisation vector has 16 bytes and must not be predictable; it is not part of the data.
//! Messages are whole blocks: whoever pads does it outside. Nothing is authenticated.
//!
//! To encrypt, every block waits for the one before it, so one message keeps a processor idle for
//! most of the time: [`Batch`](super::Batch) encrypts many at once. Blocks are decrypted in any
//! order.

use super::{BlockModes, ecb};
use crate::Error;
use crate::batch::Data;

/// The length of an initialisation vector, in bytes.
pub const IV_BYTES: usize = 16;

/// Encrypts whole blocks. Another length, an initialisation vector of another length than
/// [`IV_BYTES`], [`Data::Keystream`], and buffers of different lengths, are errors, and then
/// nothing is written.
pub fn encrypt<C: BlockModes>(cipher: &C, iv: &[u8], mut data: Data<'_>) -> Result<(), Error> {
    let iv = check::<C>(iv, &data)?;
    cipher.run_cbc(false, iv, &mut data)
}

/// Decrypts whole blocks; errors as [`encrypt`].
pub fn decrypt<C: BlockModes>(cipher: &C, iv: &[u8], mut data: Data<'_>) -> Result<(), Error> {
    let iv = check::<C>(iv, &data)?;
    cipher.run_cbc(true, iv, &mut data)
}

/// The initialisation vector, if it has the right length and the data is whole blocks.
pub(super) fn check<'v, C: BlockModes>(
    iv: &'v [u8],
    data: &Data<'_>,
) -> Result<&'v [u8; IV_BYTES], Error> {
    ecb::check::<C>(data)?;
    let wrong = Error::NonceLength { bytes: iv.len(), expected: IV_BYTES };
    <&[u8; IV_BYTES]>::try_from(iv).map_err(|_| wrong)
}
