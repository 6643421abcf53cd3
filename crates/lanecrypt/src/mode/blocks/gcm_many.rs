//! Batches of GCM. What comes before and after the data of a message is done for many messages side by
//! side: keys, hash keys and their first powers, the masks of tags, the last product of the hash. Between
//! them, a kernel takes message after message.

use super::ctr::before_counter;
use super::gcm::{self, Message, lengths};
use super::gcm_data::{Counter, Known, hashed};
use super::tiles::KeyRing;
use super::window::FEW;
use super::{AesKeyed as _, Any, BLOCK, ManyKeys, Rounds, gcm_ready};
use crate::Backend;
use crate::batch::{AeadJob, Key};
use crate::hash::columns::{ColumnPowers, MOST_BLOCKS, ROWS};
use crate::hash::many::{ManyPowers, TOGETHER};
use crate::hash::polyval::{NEAR, Products, keys_of_ghash, multiply};
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, Blocks, FullWidth, Isa, Kernel, PlacedKeys, Vector as _,
    align_stack, blocks_of_register, dispatch, unroll,
};
use crate::mode::Gcm;

/// Every pending job.
pub(super) fn many(backend: Backend, open: bool, jobs: &mut [AeadJob<'_, Gcm<Any>>]) {
    if let [job] = jobs
        && let Key::Ready(key) = job.key
        && job.is_pending()
    {
        return ready(backend, key, open, job);
    }
    several(backend, open, jobs);
}

/// The same, whatever the jobs are. A function of its own, because it needs more stack than [`ready`].
#[inline(never)]
fn several(backend: Backend, open: bool, jobs: &mut [AeadJob<'_, Gcm<Any>>]) {
    let mut pending = jobs.iter().filter(|job| job.is_pending());
    if let (gcm_ready::TOGETHER.., Some(AeadJob { key: Key::Ready(key), .. })) =
        (jobs.len(), pending.next())
        && !gcm_ready::ready(backend, key, open, jobs)
    {
        return;
    }
    // Where keys and their powers are ready, one after another is faster. So it is for few messages, as nothing has to
    // be made and wiped. Bit planes always hold several blocks.
    let few = match blocks_of_register(backend) {
        _ if backend == Backend::Portable => 1,
        1 => 2 * FEW,
        MOST_BLOCKS => FEW,
        _ => FEW + FEW / 2,
    };
    let fresh = jobs.iter().filter(|job| is_fresh(job)).take(few + 1).count();
    if fresh > few {
        side_by_side(backend, open, jobs);
    }
    alone(backend, open, jobs);
}

/// Every pending job whose key is bytes and whose nonce has the usual length, side by side.
#[inline(never)]
fn side_by_side(backend: Backend, open: bool, jobs: &mut [AeadJob<'_, Gcm<Any>>]) {
    let mut keys = ManyKeys::new(backend);
    let mut room =
        Room { places: Places::ZERO, own: ManyPowers::empty(), powers: ColumnPowers::empty() };
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        let part = Part::of(jobs, &mut room.places);
        if part.jobs == 0 {
            continue;
        }
        keys.expand(jobs.iter().map(|job| match job.key {
            Key::Bytes(key) if is_fresh(job) => Some(Key::Bytes(key)),
            _ => None,
        }));
        run(backend, keys.placed(), open, part, &mut room, jobs);
        for (place, job) in jobs.iter_mut().enumerate() {
            if part.jobs >> place & 1 != 0 {
                job.finish_block(&room.places.mask.0[place % BlockArray::COUNT]);
            }
        }
    }
}

/// Every pending job, one after another.
#[inline(always)]
fn alone(backend: Backend, open: bool, jobs: &mut [AeadJob<'_, Gcm<Any>>]) {
    for job in jobs.iter_mut().filter(|job| job.is_pending()) {
        match job.key {
            Key::Ready(key) => ready(backend, key, open, job),
            Key::Bytes(key) => {
                let message = Message { nonce: job.nonce, aad: job.aad, data: job.data.in_out() };
                let tag = gcm::fresh(backend, key, open, message);
                job.finish_block(&tag);
            }
        }
    }
}

/// One job under a key object.
#[inline(always)]
fn ready(backend: Backend, key: &Gcm<Any>, open: bool, job: &mut AeadJob<'_, Gcm<Any>>) {
    // The message is made where its kernel is known: otherwise it is copied by loads that wait for what was stored.
    let message = Message { nonce: job.nonce, aad: job.aad, data: job.data.in_out() };
    let tag = gcm::one(backend, key.cipher.key().forward(), &key.hash, open, message);
    job.finish_block(&tag);
}

/// Whether a job is pending, its key is bytes, and it has a nonce that the counter begins with.
#[inline]
fn is_fresh(job: &AeadJob<'_, Gcm<Any>>) -> bool {
    job.is_pending() && job.nonce.len() == 12 && matches!(job.key, Key::Bytes(_))
}

/// The jobs that are worked on side by side.
#[derive(Clone, Copy)]
struct Part {
    /// A bit each.
    jobs: u32,
    /// The most bytes of data.
    longest: usize,
    /// Whether every one is so short that it needs half of the first powers at most.
    short: bool,
}

impl Part {
    /// Those of some jobs, whose nonces and lengths are put into their places.
    #[inline]
    fn of(all: &[AeadJob<'_, Gcm<Any>>], places: &mut Places) -> Self {
        let (mut jobs, mut longest, mut most) = (0, 0, 0);
        for (place, job) in all.iter().enumerate().take(BlockArray::COUNT) {
            let Ok(nonce) = job.nonce.try_into() else { continue };
            if !is_fresh(job) {
                continue;
            }
            places.mask.0[place] = (before_counter(nonce) | 1 << 120).to_le_bytes();
            places.lengths.0[place] = lengths(job.aad, job.data.len()).to_le_bytes();
            jobs |= 1 << place;
            longest = longest.max(job.data.len());
            most = most.max(job.data.len().div_ceil(BLOCK) + job.aad.len().div_ceil(BLOCK));
        }
        let part = Self { jobs, longest, short: most <= NEAR / 2 };
        places.used = places.used.max(part.places());
        part
    }

    /// How many places are in use, counted from the first.
    fn places(self) -> usize {
        (u32::BITS - self.jobs.leading_zeros()) as usize
    }
}

/// Room for messages side by side.
struct Room {
    places: Places,
    own: ManyPowers,
    /// The powers of one message's key.
    powers: ColumnPowers,
}

/// What belongs to the messages side by side, a block of each. Wiped on drop.
struct Places {
    /// The first counter blocks, then the masks of the tags, then the tags.
    mask: BlockArray,
    /// The keys of the hash.
    hash: BlockArray,
    /// Sums of products of the hash, not reduced.
    sums: Products<BlockArray>,
    /// The blocks of lengths.
    lengths: BlockArray,
    /// How many places from the first on have been in use.
    used: usize,
}

impl Places {
    const ZERO: Self = Self {
        mask: BlockArray::ZERO,
        hash: BlockArray::ZERO,
        sums: Products { low: BlockArray::ZERO, middle: BlockArray::ZERO, high: BlockArray::ZERO },
        lengths: BlockArray::ZERO,
        used: 0,
    };
}

impl Drop for Places {
    fn drop(&mut self) {
        let Products { low, middle, high } = &mut self.sums;
        for places in [&mut self.mask, &mut self.hash, low, middle, high] {
            places.wipe(self.used);
        }
    }
}

/// Makes the tags of some jobs.
fn run(
    backend: Backend,
    keys: PlacedKeys<'_>,
    open: bool,
    part: Part,
    room: &mut Room,
    jobs: &mut [AeadJob<'_, Gcm<Any>>],
) {
    if open {
        dispatch(backend, Many::<true> { keys, part, room, jobs });
    } else {
        dispatch(backend, Many::<false> { keys, part, room, jobs });
    }
}

struct Many<'a, 'd, const OPEN: bool> {
    keys: PlacedKeys<'a>,
    part: Part,
    room: &'a mut Room,
    jobs: &'a mut [AeadJob<'d, Gcm<Any>>],
}

impl<const OPEN: bool> Kernel for Many<'_, '_, OPEN> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        align_stack();
        let Self { keys, part, room, jobs } = self;
        let Room { places, own, powers } = room;
        powers.begin(isa);
        let count = part.places();
        let together = if count <= I::Aes::BLOCKS { 1 } else { TOGETHER } * I::Aes::BLOCKS;
        for (number, jobs) in jobs.chunks_mut(together).enumerate() {
            let start = number * together % BlockArray::COUNT;
            if start >= count {
                break;
            }
            if together == I::Aes::BLOCKS {
                before::<I, 1>(isa, keys, part, places, number, own);
            } else {
                before::<I, TOGETHER>(isa, keys, part, places, number, own);
            }
            for (slot, job) in jobs.iter_mut().enumerate() {
                let Ok(nonce) = job.nonce.try_into() else { continue };
                // Below it already, which the compiler cannot see.
                let place = (start + slot) % BlockArray::COUNT;
                if part.jobs >> place & 1 == 0 {
                    continue;
                }
                let counter = Counter { number: first_counter(nonce), public: true };
                let (aad, data, keys) = (job.aad, job.data.in_out(), keys.of(place));
                let rows = data.len() / (BLOCK * I::Aes::BLOCKS);
                own.give::<I>(isa, slot, rows, part.short, rows >= ROWS, powers);
                let powers = powers.powers();
                let hash = hashed::<I, _, _, true, 0, _>(
                    isa,
                    Known::<OPEN>,
                    keys,
                    powers,
                    counter,
                    aad,
                    data,
                );
                let sums = hash.sums();
                sums.low.store(&mut places.sums.low.0[place]);
                sums.middle.store(&mut places.sums.middle.0[place]);
                sums.high.store(&mut places.sums.high.0[place]);
            }
        }
        let mut first = 0;
        while first < count {
            let at = first % BlockArray::COUNT;
            let Products { low, middle, high } = &places.sums;
            let sums = Products::<I::Aes> {
                low: low.register(isa, at),
                middle: middle.register(isa, at),
                high: high.register(isa, at),
            };
            let sum = sums.reduce(isa).xor(places.lengths.register(isa, at));
            let hash = multiply(isa, sum, places.hash.register(isa, at));
            let tag = hash.swap_bytes().xor(places.mask.register(isa, at));
            places.mask.put(tag, at);
            first += I::Aes::BLOCKS;
        }
    }
}

/// The counter of a message's first block, as a big-endian number: after that of the mask.
#[inline(always)]
pub(super) fn first_counter(nonce: &[u8; 12]) -> u128 {
    before_counter(nonce).swap_bytes() | 2
}

/// What is done for `N` registers of places, which are the group of this number, before their messages.
#[inline(always)]
fn before<I: Isa, const N: usize>(
    isa: I,
    keys: PlacedKeys<'_>,
    part: Part,
    places: &mut Places,
    number: usize,
    own: &mut ManyPowers,
) {
    // A multiple of a constant, from which the compiler sees that all places exist.
    let start = number * (N * I::Aes::BLOCKS) % BlockArray::COUNT;
    let at = |i: usize| start + i * I::Aes::BLOCKS;
    let mut blocks = [I::Aes::zero(isa); N];
    unroll!(N, |i| blocks[i] = places.mask.register(isa, at(i)));
    Rounds::encrypt(isa, keys.from(start), &mut blocks);
    unroll!(N, |i| places.mask.put(blocks[i], at(i)));
    let mut zeros = [I::Aes::zero(isa); N];
    Rounds::encrypt(isa, keys.from(start), &mut zeros);
    let mut hashes = [I::Aes::zero(isa); N];
    unroll!(N, |i| hashes[i] = keys_of_ghash(isa, zeros[i]));
    unroll!(N, |i| places.hash.put(hashes[i], at(i)));
    own.expand(isa, hashes, part.short, part.longest / (BLOCK * I::Aes::BLOCKS));
}
