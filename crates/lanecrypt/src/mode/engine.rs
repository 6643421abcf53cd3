//! The modes of one cipher, compiled in this crate whoever uses them.

use super::ctr::halves;
use super::kernels::{Ctr, Ecb};
use super::many;
use crate::Backend;
use crate::algorithm::engine::Internal;
use crate::batch::CipherJob;
use crate::block::cipher::LaneCipher;
use crate::block::key::{Keyed, LaneKey, word_of, word_of_number};
use crate::block::{self, BlockCipher};
use crate::lanes::{InOut, Stage, dispatch};

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
                ecb(backend, self.key(), decrypt, data);
            }
            fn ctr(&self, backend: Backend, nonce: &[u8], block: u64, data: InOut<'_>, _: Internal) {
                ctr(backend, self.key(), nonce, block, data);
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

/// ECB of whole blocks.
pub(super) fn ecb<C: LaneCipher<N>, const N: usize>(
    backend: Backend,
    key: &LaneKey<C, N>,
    decrypt: bool,
    data: InOut<'_>,
) {
    match decrypt {
        false => ecb_one_way::<C, N, false>(backend, key, data),
        true => ecb_one_way::<C, N, true>(backend, key, data),
    }
}

fn ecb_one_way<C: LaneCipher<N>, const N: usize, const DECRYPT: bool>(
    backend: Backend,
    key: &LaneKey<C, N>,
    mut data: InOut<'_>,
) {
    let (keys, parameters) = (key.keys(), key.parameters());
    let data = &mut data;
    let tile = dispatch(backend, Ecb::<C, N, DECRYPT> { keys, parameters, data });
    if data.len() > 0 {
        Stage::new().work(data, tile, |data| {
            dispatch(backend, Ecb::<C, N, DECRYPT> { keys, parameters, data });
        });
    }
}

/// Counter mode from a block of a nonce on; the counter must not wrap.
pub(super) fn ctr<C: LaneCipher<N>, const N: usize>(
    backend: Backend,
    key: &LaneKey<C, N>,
    nonce: &[u8],
    number: u64,
    mut data: InOut<'_>,
) {
    let mut number = number;
    while data.len() > 0 {
        // As far as the counter's lowest word does not wrap.
        let left = blocks_to_wrap::<C, N>(number);
        let bytes = left.saturating_mul((N * C::WORD_BYTES) as u64).min(data.len() as u64);
        ctr_of_one_word(backend, key, nonce, number, data.split_off(bytes as usize));
        number = number.wrapping_add(left);
    }
}

fn ctr_of_one_word<C: LaneCipher<N>, const N: usize>(
    backend: Backend,
    key: &LaneKey<C, N>,
    nonce: &[u8],
    number: u64,
    mut data: InOut<'_>,
) {
    let (keys, parameters) = (key.keys(), key.parameters());
    let bytes = data.len();
    let data = &mut data;
    let block = counter_block::<C, N>(nonce, number);
    let tile = dispatch(backend, Ctr::<C, N> { keys, parameters, block, data });
    if data.len() > 0 {
        let done = (bytes - data.len()) / (N * C::WORD_BYTES);
        let block = counter_block::<C, N>(nonce, number.wrapping_add(done as u64));
        Stage::new().work(data, tile, |data| {
            dispatch(backend, Ctr::<C, N> { keys, parameters, block, data });
        });
    }
}

/// How many blocks, this one included, can be counted before the lowest word of the counter wraps;
/// 2^64 - 1 stands for that and more.
pub(super) fn blocks_to_wrap<C: LaneCipher<N>, const N: usize>(number: u64) -> u64 {
    match C::WORD_BYTES {
        8 => (u64::MAX - number).saturating_add(1),
        bytes => (1 << (8 * bytes)) - number % (1 << (8 * bytes)),
    }
}

/// The block of a nonce, of half a block, and a number.
pub(super) fn counter_block<C: LaneCipher<N>, const N: usize>(
    nonce: &[u8],
    number: u64,
) -> [C::Word; N] {
    let half = N / 2;
    // The counter is the half that its lowest word lies in; words above it count its overflows.
    let (counter, other) = if C::COUNTER < half { (0, half) } else { (half, 0) };
    const { assert!(C::COUNTER % (N / 2) == if C::BIG_ENDIAN { N / 2 - 1 } else { 0 }) };
    let mut block = [C::Word::default(); N];
    for (word, bytes) in block[other..].iter_mut().zip(nonce.chunks_exact(C::WORD_BYTES)) {
        *word = word_of::<C, N>(bytes);
    }
    let mut rest = u128::from(number);
    for i in 0..half {
        let at = counter + if C::BIG_ENDIAN { half - 1 - i } else { i };
        block[at] = word_of_number::<C, N>(rest as u64);
        rest >>= 8 * C::WORD_BYTES;
    }
    block
}
