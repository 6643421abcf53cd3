//! The modes of ciphers over words, compiled in this crate whoever uses them.

mod item;
mod kernels;
mod many;
mod one;
mod room;
mod short;
mod slots;
mod stage;

use super::ctr::halves;
use crate::Backend;
use crate::algorithm::engine::Internal;
use crate::batch::{CipherJob, Data};
use crate::block::key::{KeyForm, Keyed};
use crate::block::{self, BlockCipher};

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
    fn ecb(&self, backend: Backend, decrypt: bool, data: &mut Data<'_>, _: Internal);
    /// Counter mode from a block of a nonce on; the counter does not wrap.
    fn ctr(&self, backend: Backend, nonce: &[u8], block: u64, data: &mut Data<'_>, _: Internal);
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

/// What is done with blocks that lie together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    /// They are encrypted and are the output.
    Encrypt,
    /// They are decrypted and are the output.
    Decrypt,
    /// They are encrypted and are added to the input.
    Keystream,
}

impl Work {
    /// That of ECB.
    #[inline]
    fn of_ecb(decrypt: bool) -> Self {
        if decrypt { Self::Decrypt } else { Self::Encrypt }
    }
}

macro_rules! modes {
    (
        over_words { $({
            $module:ident::$name:ident $id:ident $title:literal $feature:literal $key:literal
            $block:literal $words:literal x $($rest:tt)*
        })* }
        over_blocks { $($over_blocks:tt)* }
    ) => {$(
        #[cfg(feature = $feature)]
        impl Modes for block::$name {}

        #[cfg(feature = $feature)]
        impl ModesEngine for block::$name {
            const NONCES: &'static [(usize, u64)] = &[halves(Self::BLOCK_BYTES)];

            fn ecb(&self, backend: Backend, decrypt: bool, data: &mut Data<'_>, _: Internal) {
                one::ecb(backend, self.key(), Work::of_ecb(decrypt), data.in_out());
            }
            fn ctr(
                &self,
                backend: Backend,
                nonce: &[u8],
                block: u64,
                data: &mut Data<'_>,
                _: Internal,
            ) {
                one::ctr(backend, self.key(), nonce, block, data.in_out());
            }
            fn ctr_many(
                backend: Backend,
                options: &Self::Options,
                jobs: &mut [CipherJob<'_, super::Ctr<Self>>],
                _: Internal,
            ) {
                let (form, parameters) = (KeyForm::of::<Self>(), &Self::parameters(options));
                many::many::<_, _, $words, $block>(backend, form, parameters, Work::Keystream, jobs);
            }
            fn ecb_many(
                backend: Backend,
                options: &Self::Options,
                decrypt: bool,
                jobs: &mut [CipherJob<'_, super::Ecb<Self>>],
                _: Internal,
            ) {
                let work = Work::of_ecb(decrypt);
                let (form, parameters) = (KeyForm::of::<Self>(), &Self::parameters(options));
                many::many::<_, _, $words, $block>(backend, form, parameters, work, jobs);
            }
        }
    )*};
}
crate::block_ciphers!(modes);
