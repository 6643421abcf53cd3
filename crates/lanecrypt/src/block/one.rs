//! One block after another: the face of the plain and the table implementations.

use crate::Error;

/// A block cipher that encrypts one block at a time on plain words.
///
/// What the ciphers over lanes are compared with, for answers and for speed: no backend, no modes.
/// Block and key are the same byte strings as those of the type of the same name over lanes. Keys
/// are wiped on drop. Whether it is constant time is said by each module.
pub trait OneBlock: Sized {
    /// Its name in the program: `speck64_128`.
    const NAME: &'static str;
    /// The length of a key, in bytes.
    const KEY_BYTES: usize;
    /// The length of a block, in bytes.
    const BLOCK_BYTES: usize;

    /// Expands a key. A key of another length than [`OneBlock::KEY_BYTES`] is an error.
    fn new(key: &[u8]) -> Result<Self, Error>;

    /// Encrypts every block in place. A message that is not whole blocks is an error, and nothing
    /// is written.
    fn encrypt(&self, data: &mut [u8]) -> Result<(), Error>;

    /// Decrypts every block in place, likewise.
    fn decrypt(&self, data: &mut [u8]) -> Result<(), Error>;
}

/// A key as an array, or the error that it is none.
pub(super) fn key_of<const BYTES: usize>(key: &[u8]) -> Result<&[u8; BYTES], Error> {
    key.try_into().map_err(|_| Error::KeyLength { bytes: key.len(), expected: BYTES })
}

/// A message as blocks, or the error that it is none.
pub(super) fn blocks_of<const BYTES: usize>(data: &mut [u8]) -> Result<&mut [[u8; BYTES]], Error> {
    let bytes = data.len();
    match data.as_chunks_mut() {
        (blocks, []) => Ok(blocks),
        _ => Err(Error::PartialBlock { bytes, block: BYTES }),
    }
}

/// [`OneBlock`] for a type that has `expand` from the bytes of a key, `encrypt_block` and
/// `decrypt_block`; it wipes the fields named, and shows none in `Debug`.
macro_rules! one_block {
    ($name:ident, $text:literal, $block:expr, $key:expr, $($field:ident: $zero:expr),+) => {
        impl $crate::block::OneBlock for $name {
            const NAME: &'static str = $text;
            const KEY_BYTES: usize = $key;
            const BLOCK_BYTES: usize = $block;

            fn new(key: &[u8]) -> Result<Self, $crate::Error> {
                Ok(Self::expand($crate::block::one::key_of::<{ $key }>(key)?))
            }

            fn encrypt(&self, data: &mut [u8]) -> Result<(), $crate::Error> {
                for block in $crate::block::one::blocks_of::<{ $block }>(data)? {
                    self.encrypt_block(block);
                }
                Ok(())
            }

            fn decrypt(&self, data: &mut [u8]) -> Result<(), $crate::Error> {
                for block in $crate::block::one::blocks_of::<{ $block }>(data)? {
                    self.decrypt_block(block);
                }
                Ok(())
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                $($crate::lanes::wipe(&mut self.$field, $zero);)+
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    };
}
pub(super) use one_block;
