//! Keys of AES: their round keys, for one key or many side by side.

use super::BlockCipher;
use super::aes::Rounds;
use crate::Backend;
use crate::batch::Key;
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, BlockArray, BlockOps, Blocks, FIRST_OF_128, FullWidth, Isa,
    Kernel, LAST_KEY, PlacedKeys, ROUND_KEYS, Schedule, SharedKey, Vector as _, dispatch,
    keep_in_memory, unroll, wipe,
};

/// The length of a block, in bytes.
pub(crate) const BLOCK: usize = 16;

/// The slot of the first round key of a key of so many bytes: see [`ROUND_KEYS`].
#[inline(always)]
pub(crate) const fn first_slot(key_bytes: usize) -> usize {
    FIRST_OF_128.saturating_sub(key_bytes.saturating_sub(16) / 4)
}

/// Where a key schedule puts the round keys of `N` registers.
pub(crate) trait KeySlots<B, const N: usize> {
    /// Whether two round keys of AES-256 are made at a time, which takes fewer instructions and more code.
    const IN_PAIRS: bool = false;

    /// Those of a round, where those of round 0 have the slot `first`.
    fn put(&mut self, first: usize, round: usize, keys: &[B; N]);
}

/// Slots in arrays of blocks, from a place on: where several registers of keys go.
struct ArraySlots<'a> {
    keys: &'a mut [BlockArray; ROUND_KEYS],
    place: usize,
}

impl<B: AesBlocks, const N: usize> KeySlots<B, N> for ArraySlots<'_> {
    #[inline(always)]
    fn put(&mut self, first: usize, round: usize, keys: &[B; N]) {
        let places = &mut self.keys[first + round].0[self.place..][..N * B::BLOCKS];
        for (i, key) in keys.iter().enumerate() {
            key.store(places[i * B::BLOCKS..][..B::BLOCKS].as_flattened_mut());
        }
    }
}

/// A key object that is a key of AES and nothing else.
pub(crate) trait AesKeyed: BlockCipher<Options = ()> {
    /// Its key.
    fn key(&self) -> &AesKey;
}

/// An expanded key. Wiped on drop.
#[derive(Clone)]
pub(crate) struct AesKey {
    pub(crate) backend: Backend,
    /// The round keys for encryption.
    forward: Schedule,
    /// The round keys for decryption.
    back: Schedule,
}

impl AesKey {
    /// Expands the bytes of a key.
    pub(crate) fn new(key: &[u8], backend: Backend) -> Self {
        let mut out = Self::none(backend);
        out.expand(key, true);
        out
    }

    /// Of no key yet.
    pub(crate) fn none(backend: Backend) -> Self {
        Self { backend, forward: Schedule::ZERO, back: Schedule::ZERO }
    }

    /// Expands the bytes of a key, for decryption too if `back`.
    pub(crate) fn expand(&mut self, key: &[u8], back: bool) {
        let back = back.then_some(&mut self.back);
        dispatch(self.backend, ExpandOne { key, forward: &mut self.forward, back });
    }

    /// The round keys for encryption.
    #[inline(always)]
    pub(crate) fn forward(&self) -> SharedKey<'_> {
        SharedKey(&self.forward)
    }

    /// The round keys for decryption.
    #[inline(always)]
    pub(crate) fn back(&self) -> SharedKey<'_> {
        SharedKey(&self.back)
    }

    /// The round keys for encryption, or those for decryption if `back`.
    #[inline(always)]
    pub(crate) fn round_keys(&self, back: bool) -> SharedKey<'_> {
        if back { self.back() } else { self.forward() }
    }
}

impl Drop for AesKey {
    fn drop(&mut self) {
        wipe(&mut self.forward, Schedule::ZERO);
        wipe(&mut self.back, Schedule::ZERO);
    }
}

/// The round keys of one key for one direction, for one call. They are expanded where they stay, because
/// a copy would wait for what the kernel has stored. Wiped on drop.
#[repr(C, align(64))]
pub(crate) struct RoundKeys(Schedule);

impl RoundKeys {
    /// Of no key yet.
    pub(crate) const NONE: Self = Self(Schedule::ZERO);

    /// Expands the bytes of a key, for encryption.
    #[inline]
    pub(crate) fn expand(&mut self, backend: Backend, key: &[u8]) {
        dispatch(backend, ExpandOne { key, forward: &mut self.0, back: None });
    }

    /// Expands a key within a kernel, given its bytes, for decryption if `BACK`.
    #[inline(always)]
    pub(crate) fn expand_here<I: Isa, const BACK: bool>(&mut self, isa: I, key: &[u8]) {
        let halves = halves(key).map(|half| [I::One::splat(isa, half)]);
        let out = core::array::from_mut(&mut self.0);
        Rounds::expand(isa, first_slot(key.len()), halves, &mut ScheduleSlots::<BACK, 1>(out));
    }

    /// Has a kernel encrypt blocks while it expands a key, given its bytes.
    #[inline(always)]
    pub(crate) fn encrypt_fresh<B: AesBlocks, const N: usize>(
        &mut self,
        isa: B::Isa,
        key: &[u8],
        blocks: &mut [B; N],
    ) {
        Rounds::encrypt_fresh(isa, key, blocks, Some(&mut self.0));
    }

    /// As kernels take them.
    #[inline(always)]
    pub(crate) fn shared(&self) -> SharedKey<'_> {
        SharedKey(&self.0)
    }

    /// Wipes them where nothing may be wiped on drop.
    #[inline(always)]
    pub(crate) fn wipe(&mut self) {
        wipe(&mut self.0, Schedule::ZERO);
    }
}

impl Drop for RoundKeys {
    fn drop(&mut self) {
        self.wipe();
    }
}

/// The two halves of a key of at most 32 bytes, filled up with zeros.
#[inline(always)]
pub(crate) fn halves(key: &[u8]) -> [u128; 2] {
    let Some((first, rest)) = key.split_first_chunk() else { return [0; 2] };
    let second = if let Some(all) = rest.first_chunk() {
        u128::from_le_bytes(*all)
    } else if let Some(half) = rest.first_chunk() {
        u64::from_le_bytes(*half).into()
    } else {
        0
    };
    [u128::from_le_bytes(*first), second]
}

/// The halves of as many keys as a register has blocks, a block each.
#[inline(always)]
pub(crate) fn halves_of_each<'k, B: AesBlocks>(
    isa: B::Isa,
    key: impl Fn(usize) -> &'k [u8],
) -> [B; 2] {
    [
        B::from_each(isa, |place| halves(key(place))[0]),
        B::from_each(isa, |place| halves(key(place))[1]),
    ]
}

/// Puts them where there are zeros, or the halves of a key of the same length. As numbers, they would be kept on the stack.
#[inline(always)]
fn put_halves(key: &[u8], first: &mut [u8; BLOCK], second: &mut [u8; BLOCK]) {
    let Some((start, rest)) = key.split_first_chunk() else { return };
    *first = *start;
    if let Some(all) = rest.first_chunk() {
        *second = *all;
    } else if let (Some(half), Some(place)) = (rest.first_chunk::<8>(), second.first_chunk_mut()) {
        *place = *half;
    }
}

struct ExpandOne<'a> {
    key: &'a [u8],
    forward: &'a mut Schedule,
    back: Option<&'a mut Schedule>,
}

impl Kernel for ExpandOne<'_> {
    type Output = ();
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let first = first_slot(self.key.len());
        let halves = halves(self.key).map(|half| [I::One::splat(isa, half)]);
        let out = core::array::from_mut(self.forward);
        Rounds::expand::<I::One, _, 1>(isa, first, halves, &mut ScheduleSlots::<false, 1>(out));
        if let Some(back) = self.back {
            let forward = &self.forward.keys;
            Rounds::turn::<I::One>(isa, first, |slot| forward[slot], back);
        }
    }
}

/// The round keys of a few keys for one direction, one key after another, for one call. Wiped on drop.
#[repr(C, align(64))]
pub(crate) struct Schedules<const COUNT: usize>(pub(crate) [Schedule; COUNT]);

/// Keys are expanded there eight side by side, to hide latency, and the last ones four. Each has a register of its
/// own, because taking wider ones apart costs more than they gain.
const FOUR: usize = 4;

impl<const COUNT: usize> Schedules<COUNT> {
    /// Of no keys yet. There is room for a multiple of four.
    pub(crate) const NONE: Self = Self([Schedule::ZERO; COUNT]);

    /// Expands those of the keys that are bytes, all of one length, for decryption if `back`. Ready keys and
    /// missing ones leave their places as they are or with the round keys of any key.
    #[inline]
    pub(crate) fn expand<'k>(
        &mut self,
        backend: Backend,
        keys: impl Iterator<Item = Option<Key<'k, AesKey>>>,
        back: bool,
    ) {
        let mut bytes: [&[u8]; COUNT] = [&[]; COUNT];
        let (mut count, mut first) = (0usize, 0);
        for (bytes, key) in bytes.iter_mut().zip(keys) {
            if let Some(Key::Bytes(key)) = key {
                (*bytes, first) = (key, first_slot(key.len()));
            }
            count += 1;
        }
        let keys = &bytes[..count.next_multiple_of(FOUR).min(COUNT)];
        let out = &mut self.0;
        if back {
            dispatch(backend, ExpandFew::<true> { keys, first, out });
        } else {
            dispatch(backend, ExpandFew::<false> { keys, first, out });
        }
    }
}

impl<const COUNT: usize> Drop for Schedules<COUNT> {
    fn drop(&mut self) {
        wipe(&mut self.0, [Schedule::ZERO; COUNT]);
    }
}

/// For decryption if `BACK`.
struct ExpandFew<'a, const BACK: bool> {
    keys: &'a [&'a [u8]],
    first: usize,
    out: &'a mut [Schedule],
}

impl<const BACK: bool> Kernel for ExpandFew<'_, BACK> {
    type Output = ();
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let (eights, fours) = self.keys.as_chunks::<8>();
        let (out, rest) = self.out.split_at_mut((8 * eights.len()).min(self.out.len()));
        for (keys, out) in eights.iter().zip(out.as_chunks_mut().0) {
            expand_together::<I, 8, BACK>(isa, self.first, keys, out);
        }
        for (keys, out) in fours.as_chunks().0.iter().zip(rest.as_chunks_mut().0) {
            expand_together::<I, FOUR, BACK>(isa, self.first, keys, out);
        }
    }
}

/// Expands some keys side by side, in a register each.
#[inline(always)]
fn expand_together<I: Isa, const N: usize, const BACK: bool>(
    isa: I,
    first: usize,
    keys: &[&[u8]; N],
    out: &mut [Schedule; N],
) {
    if keys.iter().all(|key| key.is_empty()) {
        return;
    }
    let mut key = [[I::One::zero(isa); N]; 2];
    unroll!(N, |i| {
        let [first, second] = halves(keys[i]);
        key[0][i] = I::One::splat(isa, first);
        key[1][i] = I::One::splat(isa, second);
    });
    Rounds::expand(isa, first, key, &mut ScheduleSlots::<BACK, N>(out));
}

/// Slots in schedules of one key each, in the form of decryption if `BACK`.
struct ScheduleSlots<'a, const BACK: bool, const N: usize>(&'a mut [Schedule; N]);

impl<B: AesBlocks, const BACK: bool, const N: usize> KeySlots<B, N> for ScheduleSlots<'_, BACK, N> {
    #[inline(always)]
    fn put(&mut self, first: usize, round: usize, keys: &[B; N]) {
        let slot = first + round;
        let inner = 0 < round && slot < LAST_KEY;
        unroll!(N, |i| {
            let key = if BACK && inner { keys[i].inv_mix_columns() } else { keys[i] };
            self.0[i].keys[slot] = key.xor_all_block();
            if round == 0 {
                self.0[i].first = first;
            }
        });
    }
}

/// The round keys of many keys, all of one length. Wiped on drop.
pub(crate) struct ManyKeys {
    backend: Backend,
    /// How many places from the first on have had keys.
    used: usize,
    /// The two halves of the keys.
    halves: [BlockArray; 2],
    /// The slot of the first round keys.
    first: usize,
    /// The round keys.
    keys: [BlockArray; ROUND_KEYS],
}

impl ManyKeys {
    /// Room for them.
    pub(crate) fn new(backend: Backend) -> Self {
        let (halves, keys) = ([BlockArray::ZERO; 2], [BlockArray::ZERO; ROUND_KEYS]);
        Self { backend, used: 0, halves, first: 0, keys }
    }

    /// As kernels take them.
    #[inline]
    pub(crate) fn placed(&self) -> PlacedKeys<'_> {
        PlacedKeys { keys: &self.keys, first: self.first }
    }

    /// Puts at most [`BlockArray::COUNT`] keys into places, for encryption: bytes are expanded, ready keys are copied.
    /// A place without a key has any.
    pub(crate) fn expand<'k>(&mut self, keys: impl Iterator<Item = Option<Key<'k, AesKey>>>) {
        self.put::<false>(keys);
    }

    /// The same for decryption.
    pub(crate) fn expand_back<'k>(&mut self, keys: impl Iterator<Item = Option<Key<'k, AesKey>>>) {
        self.put::<true>(keys);
    }

    #[inline]
    fn put<'k, const BACK: bool>(&mut self, keys: impl Iterator<Item = Option<Key<'k, AesKey>>>) {
        let (mut count, mut used) = (0, self.used);
        let mut ready = [None; BlockArray::COUNT];
        let mut any_ready = false;
        for (place, key) in keys.enumerate().take(BlockArray::COUNT) {
            match key {
                Some(Key::Bytes(key)) => {
                    let [first, second] = &mut self.halves;
                    put_halves(key, &mut first.0[place], &mut second.0[place]);
                    self.first = first_slot(key.len());
                    count = place + 1;
                }
                Some(Key::Ready(key)) => {
                    (ready[place], any_ready, self.first) = (Some(key), true, key.forward.first);
                }
                None => continue,
            }
            used = used.max(place + 1);
        }
        self.used = used;
        if count > 0 {
            let (halves, first, keys) = (&self.halves, self.first, &mut self.keys);
            if BACK {
                dispatch(self.backend, ExpandMany::<true> { halves, first, keys, count });
            } else {
                dispatch(self.backend, ExpandMany::<false> { halves, first, keys, count });
            }
        }
        if any_ready {
            for (place, key) in ready.iter().enumerate() {
                let Some(key) = key else { continue };
                let keys = self.keys.iter_mut().zip(&key.round_keys(BACK).0.keys);
                for (places, round_key) in keys.skip(self.first) {
                    places.0[place] = round_key.to_le_bytes();
                    // One after another: otherwise the compiler reads all of them first, and keeps some on the stack.
                    keep_in_memory(&mut places.0[place]);
                }
            }
        }
    }

    /// Copies the round keys of a place of another such room, for keys of the same length, into one of this.
    pub(crate) fn copy(&mut self, from: &Self, source: usize, place: usize) {
        self.first = from.first;
        self.used = self.used.max(place + 1);
        for (to, from) in self.keys.iter_mut().zip(&from.keys) {
            to.0[place] = from.0[source];
        }
    }

    /// Copies the round keys of a place into another one.
    pub(crate) fn relocate(&mut self, from: usize, to: usize) {
        for places in &mut self.keys {
            places.0[to] = places.0[from];
        }
    }
}

impl Drop for ManyKeys {
    fn drop(&mut self) {
        // Other places hold the round keys of a key of zeros at most, and slots before the first one nothing.
        if self.used <= 4 {
            for places in self.halves.iter_mut().chain(self.keys.iter_mut().skip(self.first)) {
                places.wipe(self.used);
            }
            return;
        }
        const OF_128: usize = ROUND_KEYS - FIRST_OF_128;
        wipe(&mut self.halves, [BlockArray::ZERO; 2]);
        match self.keys.last_chunk_mut() {
            Some(keys) if self.first == FIRST_OF_128 => wipe(keys, [BlockArray::ZERO; OF_128]),
            _ => wipe(&mut self.keys, [BlockArray::ZERO; ROUND_KEYS]),
        }
    }
}

/// For decryption if `BACK`.
struct ExpandMany<'a, const BACK: bool> {
    halves: &'a [BlockArray; 2],
    first: usize,
    keys: &'a mut [BlockArray; ROUND_KEYS],
    count: usize,
}

/// Registers of keys that are expanded together, to hide latency.
const TOGETHER: usize = 4;

impl<const BACK: bool> Kernel for ExpandMany<'_, BACK> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let step = TOGETHER * I::Aes::BLOCKS;
        let mut place = 0;
        while place < self.count.min(BlockArray::COUNT) {
            let [first, second] = self.halves;
            let mut key = [[I::Aes::zero(isa); TOGETHER]; 2];
            unroll!(TOGETHER, |i| {
                let place = place % BlockArray::COUNT + i * I::Aes::BLOCKS;
                key[0][i] = first.register(isa, place);
                key[1][i] = second.register(isa, place);
            });
            Rounds::expand(isa, self.first, key, &mut ArraySlots { keys: self.keys, place });
            if BACK {
                let place = place % BlockArray::COUNT;
                Rounds::turn_many::<I::Aes, TOGETHER>(isa, self.first, self.keys, place);
            }
            place += step;
        }
    }
}
