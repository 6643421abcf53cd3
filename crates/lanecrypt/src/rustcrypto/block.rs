//! Block ciphers: the types of [`block`](crate::block) implement the traits themselves.

use cipher::array::{Array, ArraySize};
use cipher::consts::U32;
use cipher::typenum::U;
use cipher::{
    Block, BlockCipherDecBackend, BlockCipherDecClosure, BlockCipherDecrypt, BlockCipherEncBackend,
    BlockCipherEncClosure, BlockCipherEncrypt, BlockSizeUser, InOut, InOutBuf, Key, KeyInit,
    KeySizeUser, ParBlocks, ParBlocksSizeUser,
};
use zeroize::ZeroizeOnDrop;

use crate::Data;
use crate::algorithm::engine::INTERNAL;
use crate::lanes::leaving_nothing;
use crate::mode::Modes;

/// What a closure of the traits works with: it gives 32 blocks at a time where it has as many, which fill the
/// registers of most ciphers.
struct Blocks<'c, C>(&'c C);

impl<C: BlockSizeUser> BlockSizeUser for Blocks<'_, C> {
    type BlockSize = C::BlockSize;
}

impl<C: BlockSizeUser> ParBlocksSizeUser for Blocks<'_, C> {
    type ParBlocksSize = U32;
}

/// Encrypts or decrypts whole blocks.
fn ecb<C: Modes>(cipher: &C, decrypt: bool, mut data: Data<'_>) {
    cipher.ecb(cipher.backend(), decrypt, &mut data, INTERNAL);
}

/// The same with blocks of a size that is a type.
fn blocks<C: Modes, N: ArraySize>(
    cipher: &C,
    decrypt: bool,
    blocks: InOutBuf<'_, '_, Array<u8, N>>,
) {
    ecb(cipher, decrypt, Data::from_in_out_blocks(blocks));
}

impl<C: Modes + BlockSizeUser> BlockCipherEncBackend for Blocks<'_, C> {
    fn encrypt_block(&self, block: InOut<'_, '_, Block<Self>>) {
        ecb(self.0, false, Data::from_in_out(block.into_buf()));
    }

    fn encrypt_par_blocks(&self, par_blocks: InOut<'_, '_, ParBlocks<Self>>) {
        blocks(self.0, false, par_blocks.into_buf());
    }

    fn encrypt_tail_blocks(&self, tail: InOutBuf<'_, '_, Block<Self>>) {
        blocks(self.0, false, tail);
    }
}

impl<C: Modes + BlockSizeUser> BlockCipherDecBackend for Blocks<'_, C> {
    fn decrypt_block(&self, block: InOut<'_, '_, Block<Self>>) {
        ecb(self.0, true, Data::from_in_out(block.into_buf()));
    }

    fn decrypt_par_blocks(&self, par_blocks: InOut<'_, '_, ParBlocks<Self>>) {
        blocks(self.0, true, par_blocks.into_buf());
    }

    fn decrypt_tail_blocks(&self, tail: InOutBuf<'_, '_, Block<Self>>) {
        blocks(self.0, true, tail);
    }
}

macro_rules! block_ciphers {
    (
        over_words { $({
            $wm:ident::$word:ident $wi:ident $wt:literal $wf:literal $wk:literal $wb:literal
            $($word_rest:tt)*
        })* }
        over_blocks { $({
            $bm:ident::$block:ident $bi:ident $bt:literal $bf:literal $bk:literal $bb:literal
            $($block_rest:tt)*
        })* }
    ) => {
        $(#[cfg(feature = $wf)] block_cipher!($word $wk $wb);)*
        $(#[cfg(feature = $bf)] block_cipher!($block $bk $bb);)*
    };
}

// The methods for many blocks hand over all of them in one call; those of the traits would cut them into
// pieces of 32.
macro_rules! block_cipher {
    ($name:ident $key:literal $block:literal) => {
        impl KeySizeUser for crate::block::$name {
            type KeySize = U<$key>;
        }

        impl KeyInit for crate::block::$name {
            fn new(key: &Key<Self>) -> Self {
                leaving_nothing(|| super::expand(key))
            }
        }

        impl BlockSizeUser for crate::block::$name {
            type BlockSize = U<$block>;
        }

        impl BlockCipherEncrypt for crate::block::$name {
            fn encrypt_with_backend(
                &self,
                f: impl BlockCipherEncClosure<BlockSize = Self::BlockSize>,
            ) {
                f.call(&Blocks(self));
            }

            fn encrypt_blocks_inout(&self, all: InOutBuf<'_, '_, Block<Self>>) {
                blocks(self, false, all);
            }

            fn encrypt_blocks(&self, all: &mut [Block<Self>]) {
                blocks(self, false, all.into());
            }
        }

        impl BlockCipherDecrypt for crate::block::$name {
            fn decrypt_with_backend(
                &self,
                f: impl BlockCipherDecClosure<BlockSize = Self::BlockSize>,
            ) {
                f.call(&Blocks(self));
            }

            fn decrypt_blocks_inout(&self, all: InOutBuf<'_, '_, Block<Self>>) {
                blocks(self, true, all);
            }

            fn decrypt_blocks(&self, all: &mut [Block<Self>]) {
                blocks(self, true, all.into());
            }
        }

        /// The key object wipes its key.
        impl ZeroizeOnDrop for crate::block::$name {}
    };
}

crate::block_ciphers!(block_ciphers);
