//! The modes of one cipher, compiled in this crate whoever uses them.

use super::batch::{CtrJob, EcbJob};
use super::ctr::halves;
use super::kernels::{Ctr, Ecb};
use super::many;
use crate::batch::Data;
use crate::block::cipher::LaneCipher;
use crate::block::key::{Key, Keyed, word_of, word_of_number};
use crate::block::{self, BlockCipher};
use crate::lanes::{InOut, Stage, dispatch};
use crate::{Backend, Error};

/// A block cipher that the modes know: all of this crate.
///
/// What it has are the modes themselves, with everything checked: use [`ecb`](super::ecb),
/// [`Ctr`](super::Ctr) and [`Batch`](super::Batch).
pub trait Modes: BlockCipher {
    /// The lengths that nonces of counter mode can have, in bytes, the usual one first, and how many
    /// blocks each has; 2^64 - 1 stands for that and more.
    const NONCES: &'static [(usize, u64)];

    /// ECB of whole blocks.
    #[doc(hidden)]
    fn run_ecb(&self, decrypt: bool, data: &mut Data<'_>) -> Result<(), Error>;
    /// Counter mode from a block of a nonce on; the counter does not wrap.
    #[doc(hidden)]
    fn run_ctr(&self, nonce: &[u8], block: u64, data: &mut Data<'_>) -> Result<(), Error>;
    /// Counter mode of many keys.
    #[doc(hidden)]
    fn run_ctr_many(backend: Backend, options: &Self::Options, jobs: &mut [CtrJob<'_>]);
    /// ECB of many keys.
    #[doc(hidden)]
    fn run_ecb_many(
        backend: Backend,
        options: &Self::Options,
        decrypt: bool,
        jobs: &mut [EcbJob<'_>],
    );
}

macro_rules! modes {
    ($($words:literal: $($name:ident)*;)*) => {$($(
        impl Modes for block::$name {
            const NONCES: &'static [(usize, u64)] = &[halves(Self::BLOCK_BYTES)];

            fn run_ecb(&self, decrypt: bool, data: &mut Data<'_>) -> Result<(), Error> {
                ecb(self.key(), decrypt, data.in_out()?);
                Ok(())
            }
            fn run_ctr(&self, nonce: &[u8], block: u64, data: &mut Data<'_>) -> Result<(), Error> {
                ctr(self.key(), nonce, block, data.in_out()?);
                Ok(())
            }
            fn run_ctr_many(backend: Backend, options: &Self::Options, jobs: &mut [CtrJob<'_>]) {
                many::ctr::<Self, $words>(backend, options, jobs);
            }
            fn run_ecb_many(
                backend: Backend,
                options: &Self::Options,
                decrypt: bool,
                jobs: &mut [EcbJob<'_>],
            ) {
                many::ecb::<Self, $words>(backend, options, decrypt, jobs);
            }
        }
    )*)*};
}

modes! {
    2: Speck32_64 Speck48_72 Speck48_96 Speck64_96 Speck64_128 Speck96_96 Speck96_144
       Speck128_128 Speck128_192 Speck128_256;
    2: Simon32_64 Simon48_72 Simon48_96 Simon64_96 Simon64_128 Simon96_96 Simon96_144
       Simon128_128 Simon128_192 Simon128_256;
    2: Simeck32_64 Simeck48_96 Simeck64_128;
    2: Gost28147 Magma;
    4: Sparx64_128;
    8: Sparx128_128 Sparx128_256;
    8: Cypress256 Cypress512;
}

/// ECB of whole blocks.
pub(super) fn ecb<C: LaneCipher<N>, const N: usize>(
    key: &Key<C, N>,
    decrypt: bool,
    data: InOut<'_>,
) {
    match decrypt {
        false => ecb_one_way::<C, N, false>(key, data),
        true => ecb_one_way::<C, N, true>(key, data),
    }
}

fn ecb_one_way<C: LaneCipher<N>, const N: usize, const DECRYPT: bool>(
    key: &Key<C, N>,
    mut data: InOut<'_>,
) {
    let (keys, parameters, backend) = (key.keys(), key.parameters(), key.backend());
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
    key: &Key<C, N>,
    nonce: &[u8],
    number: u64,
    mut data: InOut<'_>,
) {
    let mut number = number;
    while data.len() > 0 {
        // As far as the counter's lowest word does not wrap.
        let left = blocks_to_wrap::<C, N>(number);
        let bytes = left.saturating_mul((N * C::WORD_BYTES) as u64).min(data.len() as u64);
        ctr_of_one_word(key, nonce, number, data.split_off(bytes as usize));
        number = number.wrapping_add(left);
    }
}

fn ctr_of_one_word<C: LaneCipher<N>, const N: usize>(
    key: &Key<C, N>,
    nonce: &[u8],
    number: u64,
    mut data: InOut<'_>,
) {
    let (keys, parameters, backend) = (key.keys(), key.parameters(), key.backend());
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
