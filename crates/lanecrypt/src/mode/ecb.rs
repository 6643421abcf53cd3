//! ECB: every block on its own (NIST SP 800-38A, section 6.1). Equal blocks stay equal; it is what
//! tables of block ciphers are measured in, and what other modes are made of.

use super::Modes;
use crate::Error;
use crate::batch::Data;

/// Encrypts whole blocks. Another length, and buffers of different lengths, are errors, and then
/// nothing is written.
pub fn encrypt<C: Modes>(cipher: &C, mut data: Data<'_>) -> Result<(), Error> {
    check::<C>(&data)?;
    cipher.run_ecb(false, &mut data)
}

/// Decrypts whole blocks; errors as [`encrypt`].
pub fn decrypt<C: Modes>(cipher: &C, mut data: Data<'_>) -> Result<(), Error> {
    check::<C>(&data)?;
    cipher.run_ecb(true, &mut data)
}

/// Whether the data is whole blocks.
pub(super) fn check<C: Modes>(data: &Data<'_>) -> Result<(), Error> {
    let bytes = data.checked_len()?;
    if matches!(data, Data::Keystream(_)) {
        return Err(Error::NoKeystream);
    }
    if !bytes.is_multiple_of(C::BLOCK_BYTES) {
        return Err(Error::PartialBlock { bytes, block: C::BLOCK_BYTES });
    }
    Ok(())
}
