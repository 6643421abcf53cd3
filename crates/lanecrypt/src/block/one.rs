//! One block after another: the plain and the table implementations.

use crate::Error;

/// A block cipher that encrypts one block at a time on plain words, without backends and modes.
///
/// The ciphers over lanes are tested against these implementations and compared with them. Blocks and
/// keys are the same byte strings as those of the type of the same name in [`block`](crate::block).
/// Keys are wiped on drop. Each module says whether it is constant time.
///
/// ```
/// # #[cfg(feature = "reference")] {
/// use lanecrypt::block::{OneBlock, reference::Speck64_128};
///
/// let cipher = Speck64_128::new(&[7; 16])?;
/// let mut blocks = [0; 16];
/// cipher.encrypt(&mut blocks)?;
/// cipher.decrypt(&mut blocks)?;
/// assert_eq!(blocks, [0; 16]);
/// # }
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub trait OneBlock: Sized {
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

/// The example of a type of a module; the length of its key is known there.
macro_rules! one_example {
    ($module:literal, $name:ident) => {
        concat!(
            "\n```\nuse lanecrypt::block::{OneBlock, ",
            $module,
            "::",
            stringify!($name),
            " as C};\n\n",
            "let cipher = C::new(&vec![7; C::KEY_BYTES])?;\n",
            "let mut blocks = vec![0; 2 * C::BLOCK_BYTES];\n",
            "cipher.encrypt(&mut blocks)?;\n",
            "cipher.decrypt(&mut blocks)?;\n",
            "assert!(blocks.iter().all(|byte| *byte == 0));\n",
            "# Ok::<(), lanecrypt::Error>(())\n```"
        )
    };
}
pub(super) use one_example;

/// [`OneBlock`] for a type that has `expand` from the bytes of a key, `encrypt_block` and
/// `decrypt_block`; it wipes the fields named, and shows none in `Debug`.
macro_rules! one_block {
    ($name:ident, $block:expr, $key:expr, $($field:ident: $zero:expr),+) => {
        impl $crate::block::OneBlock for $name {
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
