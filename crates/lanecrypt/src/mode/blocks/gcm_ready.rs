//! Batches of GCM under one ready key: four messages at a time, whose masks, sums of the hash and tags are made
//! side by side. Those that fit in a few registers are encrypted together too.

use super::ctr::{before_counter, counters};
use super::gcm::lengths;
use super::gcm_data::{Counter, hashed, hashed_but_rest, short};
use super::gcm_many::first_counter;
use super::{BLOCK, RegisterCipher, RegisterKeyed};
use crate::Backend;
use crate::batch::{AeadJob, Key};
use crate::hash::polyval::{GROUP, Products, multiply};
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, Blocks, FullWidth, Isa, Kernel, SharedKey, Vector as _,
    align_stack, dispatch, unroll,
};
use crate::mode::{AesModes, Gcm, TagLengths};

/// Messages at a time.
pub(super) const TOGETHER: usize = 4;

/// Processes pending jobs under this key in groups of four. If a job of a group is not pending, has another key or
/// an unusual nonce, the whole group is left as it is. Returns whether any jobs are still pending.
pub(super) fn ready<B: AesModes + RegisterKeyed<KEYS>, T: TagLengths, const KEYS: usize>(
    backend: Backend,
    key: &Gcm<B, T>,
    open: bool,
    jobs: &mut [AeadJob<'_, Gcm<B, T>>],
) -> bool {
    let mut left = false;
    let mut tags = BlockArray::ZERO;
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        let tags = &mut tags;
        let done = if open {
            dispatch(backend, Fours::<B, T, true, KEYS> { key, jobs, tags })
        } else {
            dispatch(backend, Fours::<B, T, false, KEYS> { key, jobs, tags })
        };
        for (place, job) in jobs.iter_mut().enumerate() {
            if done >> place & 1 != 0 {
                job.finish_block(&tags.0[place % BlockArray::COUNT]);
            } else {
                left |= job.is_pending();
            }
        }
    }
    // The tags that were computed of refused messages must not stay in memory.
    tags.wipe(BlockArray::COUNT);
    left
}

/// Makes the tags of jobs, and says of which: a bit each.
struct Fours<'a, 'd, B: AesModes, T: TagLengths, const OPEN: bool, const KEYS: usize> {
    key: &'a Gcm<B, T>,
    jobs: &'a mut [AeadJob<'d, Gcm<B, T>>],
    tags: &'a mut BlockArray,
}

impl<B, T, const OPEN: bool, const KEYS: usize> Kernel for Fours<'_, '_, B, T, OPEN, KEYS>
where
    B: AesModes + RegisterKeyed<KEYS>,
    T: TagLengths,
{
    type Output = u32;
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u32 {
        align_stack();
        // As many registers as four masks fill, and as many as messages more.
        match I::Aes::BLOCKS {
            1 => self.fours::<I, 4, 8>(isa),
            2 => self.fours::<I, 2, 6>(isa),
            _ => self.fours::<I, 1, 5>(isa),
        }
    }
}

impl<B, T, const OPEN: bool, const KEYS: usize> Fours<'_, '_, B, T, OPEN, KEYS>
where
    B: AesModes + RegisterKeyed<KEYS>,
    T: TagLengths,
{
    /// With masks that fill `MASKS` registers; `ALL` are four more.
    #[inline(always)]
    fn fours<I: Isa, const MASKS: usize, const ALL: usize>(self, isa: I) -> u32 {
        let Self { key, jobs, tags } = self;
        let power = I::Aes::splat(isa, u128::from_le_bytes(*key.hash.first()));
        let mut done = 0;
        let (fours, _) = jobs.as_chunks_mut();
        for (number, four) in fours.iter_mut().enumerate() {
            if !are_usual(key, four) {
                continue;
            }
            let place = number * TOGETHER % BlockArray::COUNT;
            done |= ((1 << TOGETHER) - 1) << place;
            let (sums, masks) = process::<I, B, T, OPEN, MASKS, ALL, KEYS>(isa, key, four);
            unroll!(MASKS, |i| {
                let from = i * I::Aes::BLOCKS;
                let ends = I::Aes::from_each(isa, |j| {
                    let job = &four[(from + j) % TOGETHER];
                    lengths(job.aad, job.data.len())
                });
                let hash = multiply(isa, sums[i].reduce(isa).xor(ends), power);
                tags.put(hash.swap_bytes().xor(masks[i]), place + from);
            });
        }
        done
    }
}

/// Encrypts or decrypts the messages of jobs. Returns the sums of products of their hashes and the masks of
/// their tags, a block each.
#[inline(always)]
fn process<I, B, T, const OPEN: bool, const MASKS: usize, const ALL: usize, const KEYS: usize>(
    isa: I,
    key: &Gcm<B, T>,
    jobs: &mut [AeadJob<'_, Gcm<B, T>>; TOGETHER],
) -> ([Products<I::Aes>; MASKS], [I::Aes; MASKS])
where
    I: Isa,
    B: AesModes + RegisterKeyed<KEYS>,
    T: TagLengths,
{
    let keys = SharedKey(&key.cipher.key().forward);
    let mut masks = [I::Aes::zero(isa); MASKS];
    unroll!(MASKS, |i| {
        masks[i] = I::Aes::from_each(isa, |j| {
            let nonce = jobs[(i * I::Aes::BLOCKS + j) % TOGETHER].nonce.first_chunk();
            nonce.map_or(0, before_counter) | 1 << 120
        });
    });
    let mut sums = [Products::<I::Aes>::zero(isa); MASKS];
    let mut longest = 0;
    unroll!(TOGETHER, |i| longest = jobs[i].data.len().max(jobs[i].aad.len()).max(longest));
    if longest <= BLOCK * I::Aes::BLOCKS {
        let mut blocks = [I::Aes::zero(isa); ALL];
        unroll!(TOGETHER, |i| {
            let number = jobs[i].nonce.first_chunk().map_or(0, first_counter);
            [blocks[i]] = counters::<_, u32, 1>(isa, number);
        });
        unroll!(MASKS, |i| blocks[TOGETHER + i] = masks[i]);
        B::Rounds::encrypt(isa, keys, &mut blocks);
        unroll!(MASKS, |i| masks[i] = blocks[TOGETHER + i]);
        let mut products = [Products::<I::Aes>::zero(isa); TOGETHER];
        unroll!(TOGETHER, |i| {
            let (aad, data) = (jobs[i].aad, jobs[i].data.in_out());
            products[i] = short::<I, OPEN, 1>(isa, [blocks[i]], &key.hash, aad, data).products();
        });
        unroll!(MASKS, |i| sums[i] = Products::sums_of_each(isa, &products, i * I::Aes::BLOCKS));
    } else if longest <= 4 * BLOCK * I::Aes::BLOCKS {
        B::Rounds::encrypt(isa, keys, &mut masks);
        if longest <= 2 * BLOCK * I::Aes::BLOCKS {
            in_registers::<I, B, T, OPEN, 2, MASKS, KEYS>(isa, key, jobs, &mut sums);
        } else {
            in_registers::<I, B, T, OPEN, 4, MASKS, KEYS>(isa, key, jobs, &mut sums);
        }
    } else {
        B::Rounds::encrypt(isa, keys, &mut masks);
        // Where parts of registers are fast and there are enough registers, the end of each message that is being sealed
        // is hashed while the next one is encrypted.
        let mut rest = None;
        for job in jobs {
            let number = job.nonce.first_chunk().map_or(0, first_counter);
            let counter = Counter { number, public: true };
            let (aad, data, powers) = (job.aad, job.data.in_out(), key.hash.powers());
            if !I::Aes::WIDE_END {
                let hash = hashed::<I, B::Rounds, _, OPEN, 0, _, KEYS>(
                    isa, keys, powers, counter, aad, data,
                );
                Products::push(&mut sums, hash.sums());
                continue;
            }
            let this = hashed_but_rest::<I, B::Rounds, _, OPEN, KEYS>(
                isa, keys, powers, counter, aad, data, &mut rest,
            );
            if OPEN {
                Products::push(&mut sums, this.sums());
            } else if let Some(before) = rest.replace(this) {
                Products::push(&mut sums, before.sums());
            }
        }
        if let Some(mut rest) = rest {
            rest.hash();
            Products::push(&mut sums, rest.sums());
        }
    }
    (sums, masks)
}

/// Encrypts or decrypts messages that fit in `N` registers each, as many at a time as there are in eight. Puts the sums
/// of products of their hashes.
#[inline(always)]
fn in_registers<I, B, T, const OPEN: bool, const N: usize, const MASKS: usize, const KEYS: usize>(
    isa: I,
    key: &Gcm<B, T>,
    jobs: &mut [AeadJob<'_, Gcm<B, T>>; TOGETHER],
    sums: &mut [Products<I::Aes>; MASKS],
) where
    I: Isa,
    B: AesModes + RegisterKeyed<KEYS>,
    T: TagLengths,
{
    const REGISTERS: usize = 8;
    const { assert!(2 * N * 4 <= GROUP && REGISTERS.is_multiple_of(N)) };
    for jobs in jobs.chunks_exact_mut(REGISTERS / N) {
        let mut blocks = [I::Aes::zero(isa); REGISTERS];
        for (blocks, job) in blocks.as_chunks_mut::<N>().0.iter_mut().zip(&*jobs) {
            let number = job.nonce.first_chunk().map_or(0, first_counter);
            *blocks = counters::<_, u32, N>(isa, number);
        }
        B::Rounds::encrypt(isa, SharedKey(&key.cipher.key().forward), &mut blocks);
        for (keystream, job) in blocks.as_chunks::<N>().0.iter().zip(jobs) {
            let (aad, data) = (job.aad, job.data.in_out());
            let hash = short::<I, OPEN, N>(isa, *keystream, &key.hash, aad, data);
            Products::push(sums, hash.sums());
        }
    }
}

/// Whether jobs are pending, under this key, and have nonces that the counter begins with.
#[inline(always)]
fn are_usual<B: AesModes, T: TagLengths>(
    key: &Gcm<B, T>,
    jobs: &[AeadJob<'_, Gcm<B, T>>; TOGETHER],
) -> bool {
    // One after another: the compiler would gather the lengths of four.
    jobs.iter().all(|job| {
        matches!(job.key, Key::Ready(other) if core::ptr::eq(key, other))
            && job.is_pending()
            && job.nonce.len() == 12
    })
}
