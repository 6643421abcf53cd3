//! One message.

use core::marker::PhantomData;

use super::Work;
use super::kernels::{Ctr, Ecb, Sizes};
use crate::Backend;
use crate::block::cipher::{Interleave, Interleaved, LaneCipher, Single};
use crate::block::key::{LaneKey, put_word, word_of, word_of_number};
use crate::lanes::{InOut, Kernels, TailBuffer, Word as _};

/// Encrypts or decrypts data as far as it fills tiles, or single registers.
#[inline(never)]
pub(super) fn whole<C: LaneCipher<N>, S: Interleave, const N: usize>(
    kernels: &mut Kernels,
    key: &LaneKey<C, N>,
    work: Work,
    data: &mut InOut<'_>,
) {
    let (keys, parameters) = (key.keys(), key.parameters());
    let registers = PhantomData::<S>;
    match work {
        Work::Decrypt => kernels.run(Ecb::<C, _, N, true> { keys, parameters, data, registers }),
        _ => kernels.run(Ecb::<C, _, N, false> { keys, parameters, data, registers }),
    };
}

/// Encrypts or decrypts data of a [rounded](Sizes::rounded) length.
#[inline]
pub(super) fn rounded<C: LaneCipher<N>, const N: usize>(
    kernels: &mut Kernels,
    key: &LaneKey<C, N>,
    sizes: Sizes,
    work: Work,
    data: &mut InOut<'_>,
) {
    if data.len() >= sizes.tile {
        whole::<C, Interleaved, N>(kernels, key, work, data);
    }
    if data.len() > 0 {
        whole::<C, Single, N>(kernels, key, work, data);
    }
}

/// ECB of whole blocks.
#[inline(never)]
pub(super) fn ecb<C: LaneCipher<N>, const N: usize>(
    backend: Backend,
    key: &LaneKey<C, N>,
    work: Work,
    mut data: InOut<'_>,
) {
    let mut kernels = Kernels::on(backend);
    let sizes = Sizes::of::<C, N>(backend);
    if data.len() >= sizes.tile {
        whole::<C, Interleaved, N>(&mut kernels, key, work, &mut data);
    }
    if data.len() > 0 {
        TailBuffer::new().work(&data, sizes.rounded(data.len()), |data| {
            rounded(&mut kernels, key, sizes, work, data);
        });
    }
}

/// Counter mode from a block of a nonce on; the counter must not wrap.
#[inline]
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

#[inline]
fn ctr_of_one_word<C: LaneCipher<N>, const N: usize>(
    backend: Backend,
    key: &LaneKey<C, N>,
    nonce: &[u8],
    number: u64,
    data: InOut<'_>,
) {
    ctr_from_block(backend, key, counter_block::<C, N>(nonce, number), data);
}

/// Counter mode from a block on, whose lowest word must not wrap.
#[inline(never)]
pub(super) fn ctr_from_block<C: LaneCipher<N>, const N: usize>(
    backend: Backend,
    key: &LaneKey<C, N>,
    mut block: [C::Word; N],
    mut data: InOut<'_>,
) {
    let (keys, parameters) = (key.keys(), key.parameters());
    let (bytes, sizes) = (data.len(), Sizes::of::<C, N>(backend));
    let data = &mut data;
    let mut kernels = Kernels::on(backend);
    if bytes >= sizes.tile {
        kernels.run(Ctr::<C, N> { keys, parameters, block, data });
        let done = (bytes - data.len()) / (N * C::WORD_BYTES);
        let done = word_of_number::<C, N>(done as u64).number();
        let counter = &mut block[C::COUNTER];
        *counter = C::Word::truncate(counter.number().wrapping_add(done));
    }
    if data.len() == 0 {
        return;
    }
    let rest = sizes.rounded(data.len());
    if rest == sizes.tile {
        TailBuffer::new().work(data, rest, |data| {
            kernels.run(Ctr::<C, N> { keys, parameters, block, data });
        });
    } else {
        let blocks = data.len().next_multiple_of(N * C::WORD_BYTES);
        TailBuffer::new().xor(data, rest, |keystream| {
            put_counter_blocks::<C, N>(block, &mut keystream[..blocks]);
            let data = &mut InOut::in_place(keystream);
            rounded(&mut kernels, key, sizes, Work::Encrypt, data);
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

/// The longest block.
const MAX_BLOCK: usize = 64;

/// Fills blocks with those from one on; the counter's lowest word must not wrap.
#[inline]
pub(super) fn put_counter_blocks<C: LaneCipher<N>, const N: usize>(
    words: [C::Word; N],
    blocks: &mut [u8],
) {
    const { assert!(N * C::WORD_BYTES <= MAX_BLOCK) };
    let mut block = [0; MAX_BLOCK];
    for (bytes, &word) in block.chunks_exact_mut(C::WORD_BYTES).zip(&words) {
        put_word::<C, N>(word, bytes);
    }
    let mut counter = words[C::COUNTER];
    let one = word_of_number::<C, N>(1).number();
    for to in blocks.chunks_exact_mut(N * C::WORD_BYTES) {
        to.copy_from_slice(&block[..N * C::WORD_BYTES]);
        put_word::<C, N>(counter, &mut to[C::COUNTER * C::WORD_BYTES..][..C::WORD_BYTES]);
        counter = C::Word::truncate(counter.number().wrapping_add(one));
    }
}
