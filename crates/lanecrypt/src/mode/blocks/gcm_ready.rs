//! Batches of GCM under one ready key: four messages at a time, whose masks, sums of the hash and tags are made
//! side by side. Those that fit in a few registers are encrypted together too.

use super::ctr::{before_counter, counters};
use super::gcm::{AAD_REGISTERS, is_short, lengths, registers};
use super::gcm_data::{Counter, Known, hashed, hashed_but_rest, hashed_either};
use super::gcm_many::first_counter;
use super::{AesKeyed as _, Any, BLOCK, Rounds};
use crate::batch::{AeadJob, Key};
use crate::hash::polyval::{Products, multiply};
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, Blocks, FullWidth, Isa, Kernel, Vector as _, align_stack,
    blocks_of_register, dispatch, in_this_branch, unroll,
};
use crate::mode::Gcm;
use crate::{Aead, Backend};

/// Messages at a time.
pub(super) const TOGETHER: usize = 4;

/// Processes pending jobs under this key in groups of four. If a job of a group is not pending, has another key or
/// an unusual nonce, the whole group is left as it is. Returns whether any jobs are still pending.
pub(super) fn ready(
    backend: Backend,
    key: &Gcm<Any>,
    open: bool,
    jobs: &mut [AeadJob<'_, Gcm<Any>>],
) -> bool {
    let mut left = false;
    let mut tags = BlockArray::ZERO;
    let (used, register) = (jobs.len(), blocks_of_register(backend));
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        let mut done = 0;
        // Those first of the length that the first one has: often there are no others.
        let long = jobs.first().is_some_and(|job| !is_short(register, job.aad, job.data.len()));
        for long in [long, !long] {
            let tags = &mut tags;
            let of_these = match (long, open) {
                (false, _) => dispatch(backend, Fours::<SHORT> { key, open, jobs, tags }),
                (true, false) => dispatch(backend, Fours::<SEALED> { key, open, jobs, tags }),
                (true, true) => dispatch(backend, Fours::<OPENED> { key, open, jobs, tags }),
            };
            done |= of_these.done;
            if !of_these.others {
                break;
            }
        }
        for (place, job) in jobs.iter_mut().enumerate() {
            if done >> place & 1 != 0 {
                job.finish_block(&tags.0[place % BlockArray::COUNT]);
            } else {
                left |= job.is_pending();
            }
        }
    }
    // The tags that were computed of refused messages must not stay in memory.
    tags.wipe(used);
    left
}

/// Groups of short messages, in place of those with a longer one that are sealed or opened.
const SHORT: usize = 0;
const SEALED: usize = 1;
const OPENED: usize = 2;

/// Makes the tags of jobs in groups of some kind.
struct Fours<'a, 'd, const KIND: usize> {
    key: &'a Gcm<Any>,
    open: bool,
    jobs: &'a mut [AeadJob<'d, Gcm<Any>>],
    tags: &'a mut BlockArray,
}

/// Which jobs have their tags.
struct Done {
    /// A bit each.
    done: u32,
    /// Whether there are groups of the other kind.
    others: bool,
}

impl<const KIND: usize> Kernel for Fours<'_, '_, KIND> {
    type Output = Done;
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Done {
        align_stack();
        // As many registers as four masks fill, and as many as messages more.
        match I::Aes::BLOCKS {
            1 => self.fours::<I, 4, 8>(isa),
            2 => self.fours::<I, 2, 6>(isa),
            _ => self.fours::<I, 1, 5>(isa),
        }
    }
}

impl<const KIND: usize> Fours<'_, '_, KIND> {
    /// With masks that fill `MASKS` registers; `ALL` are four more.
    #[inline(always)]
    fn fours<I: Isa, const MASKS: usize, const ALL: usize>(self, isa: I) -> Done {
        let Self { key, open, jobs, tags } = self;
        let power = I::Aes::splat(isa, u128::from_le_bytes(*key.hash.first()));
        let mut result = Done { done: 0, others: false };
        let (fours, _) = jobs.as_chunks_mut();
        for (number, four) in fours.iter_mut().enumerate() {
            if !are_usual(key, four) {
                continue;
            }
            let mut longest = 0;
            let fits = if KIND != SHORT {
                // One after another, as in `are_usual`.
                four.iter().all(|job| is_short(I::Aes::BLOCKS, job.aad, job.data.len()))
            } else {
                let mut aad = 0;
                unroll!(TOGETHER, |i| longest = in_this_branch(four[i].data.len()).max(longest));
                // Less than a power of two if each is.
                unroll!(TOGETHER, |i| aad |= four[i].aad.len());
                let register = BLOCK * I::Aes::BLOCKS;
                longest <= registers(I::Aes::BLOCKS) * register && aad < AAD_REGISTERS * register
            };
            if fits != (KIND == SHORT) {
                result.others = true;
                continue;
            }
            let place = number * TOGETHER % BlockArray::COUNT;
            result.done |= ((1 << TOGETHER) - 1) << place;
            let (sums, masks) = match KIND {
                SHORT => short::<I, MASKS, ALL>(isa, open, key, four, longest),
                SEALED => long::<I, false, MASKS>(isa, key, four),
                _ => long::<I, true, MASKS>(isa, key, four),
            };
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
        result
    }
}

/// The blocks that become the masks of the tags of jobs.
#[inline(always)]
fn masks<I: Isa, A: Aead, const MASKS: usize>(
    isa: I,
    jobs: &[AeadJob<'_, A>; TOGETHER],
) -> [I::Aes; MASKS] {
    let mut masks = [I::Aes::zero(isa); MASKS];
    unroll!(MASKS, |i| {
        masks[i] = I::Aes::from_each(isa, |j| {
            let nonce = jobs[(i * I::Aes::BLOCKS + j) % TOGETHER].nonce.first_chunk();
            nonce.map_or(0, before_counter) | 1 << 120
        });
    });
    masks
}

/// Encrypts or decrypts the messages of jobs, of which the longest fits in [`registers`]. Returns the sums of products
/// of their hashes and the masks of their tags, a block each.
#[inline(always)]
fn short<I: Isa, const MASKS: usize, const ALL: usize>(
    isa: I,
    open: bool,
    key: &Gcm<Any>,
    jobs: &mut [AeadJob<'_, Gcm<Any>>; TOGETHER],
    longest: usize,
) -> ([Products<I::Aes>; MASKS], [I::Aes; MASKS]) {
    let keys = key.cipher.key().forward();
    let mut masks = masks::<I, _, MASKS>(isa, jobs);
    let mut products = [Products::<I::Aes>::zero(isa); TOGETHER];
    let register = BLOCK * I::Aes::BLOCKS;
    if longest <= register {
        let mut blocks = [I::Aes::zero(isa); ALL];
        unroll!(TOGETHER, |i| {
            let number = jobs[i].nonce.first_chunk().map_or(0, first_counter);
            [blocks[i]] = counters::<_, u32, 1>(isa, number);
        });
        unroll!(MASKS, |i| blocks[TOGETHER + i] = masks[i]);
        Rounds::encrypt(isa, keys, &mut blocks);
        unroll!(MASKS, |i| masks[i] = blocks[TOGETHER + i]);
        unroll!(TOGETHER, |i| {
            let (aad, data) = (jobs[i].aad, jobs[i].data.in_out());
            let hash = hashed_either::<I, 0, 1>(isa, open, [blocks[i]], &key.hash, aad, data);
            products[i] = hash.products();
        });
    } else {
        Rounds::encrypt(isa, keys, &mut masks);
        if longest <= 2 * register {
            in_registers::<I, 2>(isa, open, key, jobs, &mut products);
        } else if longest <= 4 * register {
            in_registers::<I, 4>(isa, open, key, jobs, &mut products);
        } else if const { registers(I::Aes::BLOCKS) > 4 } {
            in_registers::<I, 8>(isa, open, key, jobs, &mut products);
        }
    }
    let mut sums = [Products::<I::Aes>::zero(isa); MASKS];
    unroll!(MASKS, |i| sums[i] = Products::sums_of_each(isa, &products, i * I::Aes::BLOCKS));
    (sums, masks)
}

/// The same with messages of any length.
#[inline(always)]
fn long<I: Isa, const OPEN: bool, const MASKS: usize>(
    isa: I,
    key: &Gcm<Any>,
    jobs: &mut [AeadJob<'_, Gcm<Any>>; TOGETHER],
) -> ([Products<I::Aes>; MASKS], [I::Aes; MASKS]) {
    let keys = key.cipher.key().forward();
    let mut masks = masks::<I, _, MASKS>(isa, jobs);
    Rounds::encrypt(isa, keys, &mut masks);
    let mut sums = [Products::<I::Aes>::zero(isa); MASKS];
    // Where parts of registers are fast and there are enough registers, the end of each message that is being sealed
    // is hashed while the next one is encrypted.
    let mut rest = None;
    for job in jobs {
        let number = job.nonce.first_chunk().map_or(0, first_counter);
        let counter = Counter { number, public: true };
        let (aad, data, powers) = (job.aad, job.data.in_out(), key.hash.powers());
        if !I::Aes::WIDE_END {
            let hash =
                hashed::<I, _, _, true, 0, _>(isa, Known::<OPEN>, keys, powers, counter, aad, data);
            Products::push(&mut sums, hash.sums());
            continue;
        }
        let this = hashed_but_rest::<I, _, OPEN>(isa, keys, powers, counter, aad, data, &mut rest);
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
    (sums, masks)
}

/// Encrypts or decrypts messages that fit in `N` registers each, as many at a time as there are in eight. Puts the
/// products of their hashes.
#[inline(always)]
fn in_registers<I: Isa, const N: usize>(
    isa: I,
    open: bool,
    key: &Gcm<Any>,
    jobs: &mut [AeadJob<'_, Gcm<Any>>; TOGETHER],
    products: &mut [Products<I::Aes>; TOGETHER],
) {
    const EIGHT: usize = 8;
    const { assert!(EIGHT.is_multiple_of(N)) };
    let messages = EIGHT / N;
    let products = products.chunks_exact_mut(messages);
    for (jobs, products) in jobs.chunks_exact_mut(messages).zip(products) {
        let mut blocks = [I::Aes::zero(isa); EIGHT];
        // Written out, so that no keystream is in memory.
        unroll!(messages, |m| {
            let number = jobs[m].nonce.first_chunk().map_or(0, first_counter);
            let counters = counters::<_, u32, N>(isa, number);
            unroll!(N, |i| blocks[(m * N + i) % EIGHT] = counters[i]);
        });
        Rounds::encrypt(isa, key.cipher.key().forward(), &mut blocks);
        unroll!(messages, |m| {
            let mut keystream = [I::Aes::zero(isa); N];
            unroll!(N, |i| keystream[i] = blocks[(m * N + i) % EIGHT]);
            let (aad, data) = (jobs[m].aad, jobs[m].data.in_out());
            let hash = hashed_either::<I, 0, N>(isa, open, keystream, &key.hash, aad, data);
            products[m] = hash.products();
        });
    }
}

/// Whether jobs are pending, under this key, and have nonces that the counter begins with.
#[inline(always)]
fn are_usual(key: &Gcm<Any>, jobs: &[AeadJob<'_, Gcm<Any>>; TOGETHER]) -> bool {
    // One after another: the compiler would gather the lengths of four.
    jobs.iter().all(|job| {
        matches!(job.key, Key::Ready(other) if core::ptr::eq(key, other))
            && job.is_pending()
            && job.nonce.len() == 12
    })
}
