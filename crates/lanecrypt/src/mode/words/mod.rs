//! The modes of ciphers over words, compiled in this crate whoever uses them.

mod kernels;
mod many;
mod one;

use super::ctr::halves;
use crate::Backend;
use crate::algorithm::engine::Internal;
use crate::batch::CipherJob;
use crate::block::key::Keyed;
use crate::block::{self, BlockCipher};
use crate::lanes::InOut;

/// A block cipher that [`Ecb`](super::Ecb) and [`Ctr`](super::Ctr) work over: all of this crate.
///
/// The trait is sealed and has nothing to call: use the modes.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, Error, block::Speck64_128, mode::{Ecb, Modes}};
///
/// fn encrypt_blocks<C: Modes>(key: &[u8], blocks: &mut [u8]) -> Result<(), Error> {
///     Ecb::<C>::new(key)?.encrypt((), blocks)
/// }
/// # #[cfg(feature = "lightweight")]
/// encrypt_blocks::<Speck64_128>(&[7; 16], &mut [0; 32])?;
/// # Ok::<(), Error>(())
/// ```
pub trait Modes: BlockCipher + ModesEngine {}

/// What a block cipher gives to the modes.
pub trait ModesEngine: BlockCipher {
    /// The lengths in bytes that nonces of counter mode can have, the usual one first, and how many
    /// blocks each has; 2^64 - 1 stands for that and more.
    const NONCES: &'static [(usize, u64)];

    /// ECB of whole blocks.
    fn ecb(&self, backend: Backend, decrypt: bool, data: InOut<'_>, _: Internal);
    /// Counter mode from a block of a nonce on; the counter does not wrap.
    fn ctr(&self, backend: Backend, nonce: &[u8], block: u64, data: InOut<'_>, _: Internal);
    /// Counter mode of every pending job.
    fn ctr_many(
        backend: Backend,
        options: &Self::Options,
        jobs: &mut [CipherJob<'_, super::Ctr<Self>>],
        _: Internal,
    ) where
        Self: Modes;
    /// ECB of every pending job.
    fn ecb_many(
        backend: Backend,
        options: &Self::Options,
        decrypt: bool,
        jobs: &mut [CipherJob<'_, super::Ecb<Self>>],
        _: Internal,
    ) where
        Self: Modes;
}

macro_rules! modes {
    ($($feature:literal { $($words:literal: $($name:ident)*;)* })*) => {$($($(
        #[cfg(feature = $feature)]
        impl Modes for block::$name {}

        #[cfg(feature = $feature)]
        impl ModesEngine for block::$name {
            const NONCES: &'static [(usize, u64)] = &[halves(Self::BLOCK_BYTES)];

            fn ecb(&self, backend: Backend, decrypt: bool, data: InOut<'_>, _: Internal) {
                one::ecb(backend, self.key(), decrypt, data);
            }
            fn ctr(&self, backend: Backend, nonce: &[u8], block: u64, data: InOut<'_>, _: Internal) {
                one::ctr(backend, self.key(), nonce, block, data);
            }
            fn ctr_many(
                backend: Backend,
                options: &Self::Options,
                jobs: &mut [CipherJob<'_, super::Ctr<Self>>],
                _: Internal,
            ) {
                many::ctr::<Self, $words>(backend, options, jobs);
            }
            fn ecb_many(
                backend: Backend,
                options: &Self::Options,
                decrypt: bool,
                jobs: &mut [CipherJob<'_, super::Ecb<Self>>],
                _: Internal,
            ) {
                many::ecb::<Self, $words>(backend, options, decrypt, jobs);
            }
        }
    )*)*)*};
}

modes! {
    "lightweight" {
        2: Speck32_64 Speck48_72 Speck48_96 Speck64_96 Speck64_128 Speck96_96 Speck96_144
       Speck128_128 Speck128_192 Speck128_256;
    2: Simon32_64 Simon48_72 Simon48_96 Simon64_96 Simon64_128 Simon96_96 Simon96_144
       Simon128_128 Simon128_192 Simon128_256;
    2: Simeck32_64 Simeck48_96 Simeck64_128;
    4: Sparx64_128;
    8: Sparx128_128 Sparx128_256;
    }
    "gost" {
        2: Gost28147 Magma;
    }
    "cypress" {
        8: Cypress256 Cypress512;
    }
}
