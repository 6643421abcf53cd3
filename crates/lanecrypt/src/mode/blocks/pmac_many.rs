//! Batches of PMAC. What comes before and after the blocks of a message is done for many messages side by
//! side: keys, what their offsets are made of, the last encryption. Between them, a kernel takes message
//! after message.

use super::chain;
use super::offsets::{Offsets, absorb_all};
use super::pmac::{Sum, add, last_block};
use super::tiles::KeyRing;
use super::window::shared_key;
use super::{AesKey, AesKeyed as _, Any, BLOCK, ManyKeys, RoundKeys, Rounds};
use crate::batch::{Key, MacJob};
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, Blocks, FullWidth, Isa, Kernel, SharedKey, Vector as _,
    align_stack, dispatch, leaving_little, unroll, wipe,
};
use crate::mode::Pmac;
use crate::mode::last_block::{but_last, padded};
use crate::{Backend, Tag};

/// Authenticates every pending job.
pub(super) fn many(backend: Backend, jobs: &mut [MacJob<'_, Pmac<Any>>]) {
    if let [job] = jobs {
        if job.is_pending() {
            alone(backend, job);
        }
        return;
    }
    let mut places = Places::ZERO;
    let mut keys = None;
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        let whole = |job: &MacJob<'_, Pmac<Any>>| whole_blocks(job.message);
        let most = jobs.iter().filter(|job| job.is_pending()).map(whole).max();
        let Some(blocks) = most else { continue };
        let part = Part { places: jobs.len(), blocks };
        let places = &mut places;
        places.used = places.used.max(jobs.len());
        if let Some(key) = shared_key(jobs.iter().map(key_of)) {
            let keys = key.forward();
            dispatch(backend, Many { keys, part, places, jobs });
        } else {
            let keys = keys.get_or_insert_with(|| ManyKeys::new(backend));
            leaving_little(|| keys.expand(jobs.iter().map(key_of)));
            let keys = keys.placed();
            dispatch(backend, Many { keys, part, places, jobs });
        }
        for (job, tag) in jobs.iter_mut().zip(&places.blocks.0) {
            if job.is_pending() {
                job.finish_block(tag);
            }
        }
    }
}

/// One job.
fn alone(backend: Backend, job: &mut MacJob<'_, Pmac<Any>>) {
    let (blocks, last) = but_last(job.message);
    let tag = |keys: SharedKey<'_>| {
        let absorb = |block: &[u8; BLOCK]| chain::absorb(backend, keys, 0, block);
        let mut zeros = absorb(&[0; BLOCK]).to_le_bytes();
        let mut sum = Sum::new();
        if !blocks.is_empty() {
            let mut offsets = Offsets::new();
            offsets.fill(u128::from_be_bytes(zeros), (blocks.len() / BLOCK) as u64);
            add(backend, keys, &offsets, &mut sum, blocks);
        }
        let mut last = last_block(&zeros, sum.number(), last).to_le_bytes();
        let tag = absorb(&last);
        wipe(&mut zeros, [0; BLOCK]);
        wipe(&mut last, [0; BLOCK]);
        tag
    };
    let tag = match job.key {
        Key::Ready(key) => tag(key.cipher.key().forward()),
        Key::Bytes(key) => {
            let mut keys = RoundKeys::NONE;
            keys.expand(backend, key);
            tag(keys.shared())
        }
    };
    job.finish(Tag::of_block(tag.to_le_bytes(), job.tag_length()));
}

/// The key of a job, if it is pending.
#[inline]
fn key_of<'k>(job: &MacJob<'k, Pmac<Any>>) -> Option<Key<'k, AesKey>> {
    job.is_pending().then_some(job.key.map(|pmac| pmac.cipher.key()))
}

/// How many blocks of a message come before the last one.
#[inline(always)]
fn whole_blocks(message: &[u8]) -> usize {
    message.len().saturating_sub(1) / BLOCK
}

/// What is said of some jobs.
#[derive(Clone, Copy)]
struct Part {
    /// How many places are in use, counted from the first.
    places: usize,
    /// The most blocks of a message before the last one.
    blocks: usize,
}

/// What belongs to the messages side by side. Wiped on drop.
struct Places {
    /// How many places from the first on have been in use.
    used: usize,
    /// What is encrypted last, then the tags.
    blocks: BlockArray,
    /// The blocks of zeros, encrypted.
    zeros: BlockArray,
    /// Halves of these.
    halves: BlockArray,
    /// What the offsets of one of the messages are made of, or of all of them.
    offsets: Offsets,
}

impl Places {
    const ZERO: Self = Self {
        used: 0,
        blocks: BlockArray::ZERO,
        zeros: BlockArray::ZERO,
        halves: BlockArray::ZERO,
        offsets: Offsets::new(),
    };
}

impl Drop for Places {
    fn drop(&mut self) {
        for places in [&mut self.blocks, &mut self.zeros, &mut self.halves] {
            places.wipe(self.used);
        }
    }
}

/// Makes the tags of some jobs.
struct Many<'a, 'd, K> {
    keys: K,
    part: Part,
    places: &'a mut Places,
    jobs: &'a mut [MacJob<'d, Pmac<Any>>],
}

impl<K: KeyRing> Kernel for Many<'_, '_, K> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        align_stack();
        let Self { keys, part, places, jobs } = self;
        let few = part.places <= I::Aes::BLOCKS;
        let one_key = keys.places().is_none();
        if one_key {
            let mut zeros = [I::One::zero(isa)];
            Rounds::encrypt(isa, keys.from(0), &mut zeros);
            places.halves.put(half(isa, zeros[0]), 0);
            places.offsets.fill_in_kernel(isa, zeros[0].swap_bytes(), part.blocks);
        } else if few {
            before::<I, K, 1>(isa, keys, part, places);
        } else {
            before::<I, K, TOGETHER>(isa, keys, part, places);
        }
        for (place, job) in jobs.iter_mut().enumerate().take(BlockArray::COUNT) {
            if !job.is_pending() {
                continue;
            }
            // Below it already, which the compiler cannot see.
            let place = place % BlockArray::COUNT;
            let whole = whole_blocks(job.message);
            let Places { blocks, zeros, halves, offsets, .. } = &mut *places;
            let mut half = &halves.0[0];
            if !one_key {
                half = &halves.0[place];
                let zeros = I::One::load(isa, &zeros.0[place]);
                offsets.fill_in_kernel(isa, zeros.swap_bytes(), whole);
            }
            let Some((whole, last)) = job.message.split_at_checked(whole * BLOCK) else { continue };
            let mut sum = I::One::zero(isa);
            if !whole.is_empty() {
                let keys = keys.of(place);
                (sum, ..) = absorb_all::<I, _>(isa, keys, offsets, whole);
            }
            let (last, is_whole) = padded(last);
            sum = sum.xor(I::One::splat(isa, last));
            if is_whole {
                sum = sum.xor(I::One::load(isa, half));
            }
            sum.store(&mut blocks.0[place]);
        }
        if few {
            after::<I, K, 1>(isa, keys, part, places);
        } else {
            after::<I, K, TOGETHER>(isa, keys, part, places);
        }
    }
}

/// Registers of places that are worked on together.
const TOGETHER: usize = 4;

/// What is done for `N` registers of places at a time before their messages.
#[inline(always)]
fn before<I, K, const N: usize>(isa: I, keys: K, part: Part, places: &mut Places)
where
    I: Isa,
    K: KeyRing,
{
    let mut first = 0;
    while first < part.places {
        let start = first % BlockArray::COUNT;
        let mut zeros = [I::Aes::zero(isa); N];
        Rounds::encrypt(isa, keys.from(start), &mut zeros);
        unroll!(N, |i| {
            let place = start + i * I::Aes::BLOCKS;
            places.zeros.put(zeros[i], place);
            places.halves.put(half(isa, zeros[i]), place);
        });
        first += N * I::Aes::BLOCKS;
    }
}

/// The same after them: makes the tags.
#[inline(always)]
fn after<I, K, const N: usize>(isa: I, keys: K, part: Part, places: &mut Places)
where
    I: Isa,
    K: KeyRing,
{
    let mut first = 0;
    while first < part.places {
        let start = first % BlockArray::COUNT;
        let at = |i: usize| start + i * I::Aes::BLOCKS;
        let mut tags = [I::Aes::zero(isa); N];
        unroll!(N, |i| tags[i] = places.blocks.register(isa, at(i)));
        Rounds::encrypt(isa, keys.from(start), &mut tags);
        unroll!(N, |i| places.blocks.put(tags[i], at(i)));
        first += N * I::Aes::BLOCKS;
    }
}

/// Halves of elements, both as they lie in memory.
#[inline(always)]
fn half<B: AesBlocks>(isa: B::Isa, elements: B) -> B {
    // The lowest bit is in the last byte, the uppermost of the last word.
    let lowest = elements.last_word::<false>().shl::<u32>(7).sign_mask::<u32>();
    let numbers = elements.swap_bytes();
    let carry = numbers.shl::<u64>(63).align::<8>(B::zero(isa));
    let half = numbers.shr::<u64>(1).xor(carry);
    half.xor_and(lowest, B::splat(isa, 1 << 127 | 0x43)).swap_bytes()
}
