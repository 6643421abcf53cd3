//! Batches of OCB3. What comes before and after the data of a message is done for many messages side by
//! side: keys, what their offsets are made of, the blocks made of nonces, the last encryption of the tag.
//! Between them, a kernel takes message after message.

use super::chain;
use super::groups::double;
use super::ocb3::{
    Ocb3Offsets, Sealing, first_offset, hashed, nonce_block, one, top_and_bottom, worked,
};
use super::tiles::KeyRing;
use super::{AesKey, AesKeyed as _, Any, BLOCK, ManyKeys, Rounds};
use crate::Backend;
use crate::batch::{AeadJob, Key};
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, Blocks, FullWidth, Isa, Kernel, PlacedKeys, Schedule, SharedKey,
    Vector as _, align_stack, dispatch, leaving_little, unroll, wipe,
};
use crate::mode::Ocb3;

/// Seals every pending job, or opens it if `OPEN`.
pub(super) fn many<const OPEN: bool>(backend: Backend, jobs: &mut [AeadJob<'_, Ocb3<Any>>]) {
    if let [job] = jobs {
        if job.is_pending() {
            alone::<OPEN>(backend, job);
        }
        return;
    }
    let mut places = Places::ZERO;
    let mut own = None;
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        let (part, shared) = Part::of(jobs, &mut places);
        if part.pending == 0 {
            continue;
        }
        let places = &mut places;
        if let Some(key) = shared {
            let (keys, back, own) = (key.forward(), key.back(), None);
            dispatch(backend, Many::<_, OPEN> { keys, back, part, places, own, jobs });
        } else {
            let (keys, own) = own.get_or_insert_with(|| (ManyKeys::new(backend), Own::ZERO));
            leaving_little(|| keys.expand(jobs.iter().map(key_of)));
            let (keys, back, own) = (keys.placed(), SharedKey(&Schedule::ZERO), Some(own));
            dispatch(backend, Many::<_, OPEN> { keys, back, part, places, own, jobs });
        }
        for (place, job) in jobs.iter_mut().enumerate() {
            if part.pending >> place & 1 != 0 {
                job.finish_block(&places.blocks.0[place % BlockArray::COUNT]);
            }
        }
    }
}

/// One job.
fn alone<const OPEN: bool>(backend: Backend, job: &mut AeadJob<'_, Ocb3<Any>>) {
    let (aad, tag_bytes) = (job.aad, job.tag_length());
    let nonce = nonce_block(job.nonce, tag_bytes);
    let blocks = (aad.len().max(job.data.len()) / BLOCK) as u64;
    let message = Sealing { nonce, aad, data: job.data.in_out() };
    let tag = match job.key {
        Key::Ready(key) => {
            let (key, offsets) = (key.cipher.key(), &key.offsets);
            one(key.backend, key, OPEN, offsets, message)
        }
        Key::Bytes(key) => {
            // Expanded where it stays: it would leave a copy where it is moved from.
            let mut own = AesKey::none(backend);
            own.expand(key, OPEN);
            let key = &own;
            let keys = key.forward();
            let mut offsets = Ocb3Offsets::zero();
            leaving_little(|| {
                let zeros = chain::absorb(backend, keys, 0, &[0; BLOCK]);
                offsets.fill(&zeros.to_le_bytes(), blocks);
            });
            one(backend, key, OPEN, &offsets, message)
        }
    };
    job.finish_block(&tag);
}

/// The key of a job, if it is pending.
#[inline]
fn key_of<'k>(job: &AeadJob<'k, Ocb3<Any>>) -> Option<Key<'k, AesKey>> {
    job.is_pending().then_some(job.key.map(|ocb3| ocb3.cipher.key()))
}

/// The jobs that are worked on, a bit each.
#[derive(Clone, Copy)]
struct Part {
    /// All pending ones.
    pending: u32,
    /// Those with keys that are bytes.
    fresh: u32,
}

impl Part {
    /// Of some jobs, whose nonces are put into their places, and the one ready key of all of them, if there
    /// is one.
    #[inline]
    fn of<'k>(jobs: &[AeadJob<'k, Ocb3<Any>>], places: &mut Places) -> (Self, Option<&'k AesKey>) {
        let mut part = Self { pending: 0, fresh: 0 };
        let (mut shared, mut same) = (None, true);
        for (place, job) in jobs.iter().enumerate().take(BlockArray::COUNT) {
            if !job.is_pending() {
                continue;
            }
            part.pending |= 1 << place;
            let (top, bottom) = top_and_bottom(nonce_block(job.nonce, job.tag_length()));
            places.blocks.0[place] = top.to_le_bytes();
            places.bottoms[place] = bottom;
            match job.key {
                Key::Bytes(_) => part.fresh |= 1 << place,
                Key::Ready(key) => same &= core::ptr::eq(*shared.get_or_insert(key), key),
            }
        }
        places.used = places.used.max(part.places());
        (part, shared.filter(|_| same && part.fresh == 0).map(|key| key.cipher.key()))
    }

    /// How many places are in use, counted from the first.
    #[inline(always)]
    fn places(self) -> usize {
        (u32::BITS - self.pending.leading_zeros()) as usize
    }
}

/// What belongs to the messages side by side. Wiped on drop.
struct Places {
    /// How many places from the first on have been in use.
    used: usize,
    /// The blocks made of nonces, then these encrypted, then what is encrypted for the tags, then the tags.
    blocks: BlockArray,
    /// How far the encrypted blocks of nonces are shifted.
    bottoms: [u32; BlockArray::COUNT],
    /// The hashes of associated data.
    hashes: BlockArray,
}

impl Places {
    const ZERO: Self = Self {
        used: 0,
        blocks: BlockArray::ZERO,
        bottoms: [0; BlockArray::COUNT],
        hashes: BlockArray::ZERO,
    };
}

impl Drop for Places {
    fn drop(&mut self) {
        self.blocks.wipe(self.used);
        self.hashes.wipe(self.used);
    }
}

/// What is made for messages with keys of their own. Wiped on drop.
struct Own {
    /// L_* of all of them.
    stars: BlockArray,
    /// What the offsets of one of the messages are made of.
    offsets: Ocb3Offsets,
    /// Its round keys for decryption.
    back: Schedule,
}

impl Own {
    const ZERO: Self =
        Self { stars: BlockArray::ZERO, offsets: Ocb3Offsets::zero(), back: Schedule::ZERO };

    /// Makes what the offsets of the message in a place want.
    #[inline(always)]
    fn fill<I: Isa>(&mut self, isa: I, place: usize, bytes: usize) {
        let star = I::One::load(isa, &self.stars.0[place % BlockArray::COUNT]);
        let dollar = double(isa, star.swap_bytes());
        star.store(&mut self.offsets.star);
        dollar.swap_bytes().store(&mut self.offsets.dollar);
        self.offsets.blocks.fill_in_kernel(isa, double(isa, dollar), bytes / BLOCK);
    }

    /// Makes the round keys for decryption of those of a place.
    #[inline(always)]
    fn turn<I: Isa>(&mut self, isa: I, keys: PlacedKeys<'_>, place: usize) {
        let forward =
            |slot: usize| u128::from_le_bytes(keys.keys[slot].0[place % BlockArray::COUNT]);
        Rounds::turn::<I::One>(isa, keys.first, forward, &mut self.back);
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        wipe(&mut self.stars, BlockArray::ZERO);
        wipe(&mut self.back, Schedule::ZERO);
    }
}

/// Makes the tags of some jobs.
struct Many<'a, 'd, K, const OPEN: bool> {
    keys: K,
    /// The round keys for decryption, if one key is for all.
    back: SharedKey<'a>,
    part: Part,
    places: &'a mut Places,
    /// There if the keys are not one for all.
    own: Option<&'a mut Own>,
    jobs: &'a mut [AeadJob<'d, Ocb3<Any>>],
}

impl<K: KeyRing, const OPEN: bool> Kernel for Many<'_, '_, K, OPEN> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        align_stack();
        let Self { keys, back, part, places, jobs, .. } = self;
        // What the compiler knows already of one key for all.
        let mut own = self.own.filter(|_| keys.places().is_some());
        let few = part.places() <= I::Aes::BLOCKS;
        if few {
            before::<I, K, 1>(isa, keys, part, places, &mut own);
        } else {
            before::<I, K, TOGETHER>(isa, keys, part, places, &mut own);
        }
        for (place, job) in jobs.iter_mut().enumerate().take(BlockArray::COUNT) {
            if part.pending >> place & 1 == 0 {
                continue;
            }
            // Below it already, which the compiler cannot see.
            let place = place % BlockArray::COUNT;
            let (aad, data) = (job.aad, job.data.in_out());
            let mut back = back;
            let mut offsets = match job.key {
                Key::Ready(key) => Some(&key.offsets),
                Key::Bytes(_) => None,
            };
            if let (Some(own), Some(keys)) = (&mut own, keys.places()) {
                if offsets.is_none() {
                    own.fill(isa, place, aad.len().max(data.len()));
                }
                if OPEN {
                    own.turn::<I>(isa, keys, place);
                }
                (back, offsets) = (SharedKey(&own.back), offsets.or(Some(&own.offsets)));
            }
            let Some(offsets) = offsets else { continue };
            let top = u128::from_le_bytes(places.blocks.0[place]);
            let first = first_offset(top, places.bottoms[place]);
            let keys = keys.of(place);
            let hash = hashed::<I, _>(isa, keys, offsets, aad);
            let last = if OPEN {
                worked::<I, _, _, OPEN>(isa, keys, back, offsets, first, data)
            } else {
                worked::<I, _, _, OPEN>(isa, keys, keys, offsets, first, data)
            };
            hash.store(&mut places.hashes.0[place]);
            last.store(&mut places.blocks.0[place]);
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
fn before<I, K, const N: usize>(
    isa: I,
    keys: K,
    part: Part,
    places: &mut Places,
    own: &mut Option<&mut Own>,
) where
    I: Isa,
    K: KeyRing,
{
    let mut first = 0;
    while first < part.places() {
        let start = first % BlockArray::COUNT;
        let at = |i: usize| start + i * I::Aes::BLOCKS;
        let mut blocks = [I::Aes::zero(isa); N];
        unroll!(N, |i| blocks[i] = places.blocks.register(isa, at(i)));
        Rounds::encrypt(isa, keys.from(start), &mut blocks);
        unroll!(N, |i| places.blocks.put(blocks[i], at(i)));
        if let Some(own) = own
            && part.fresh != 0
        {
            let mut stars = [I::Aes::zero(isa); N];
            Rounds::encrypt(isa, keys.from(start), &mut stars);
            unroll!(N, |i| own.stars.put(stars[i], at(i)));
        }
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
    while first < part.places() {
        let start = first % BlockArray::COUNT;
        let at = |i: usize| start + i * I::Aes::BLOCKS;
        let mut tags = [I::Aes::zero(isa); N];
        unroll!(N, |i| tags[i] = places.blocks.register(isa, at(i)));
        Rounds::encrypt(isa, keys.from(start), &mut tags);
        unroll!(N, |i| places.blocks.put(tags[i].xor(places.hashes.register(isa, at(i))), at(i)));
        first += N * I::Aes::BLOCKS;
    }
}
