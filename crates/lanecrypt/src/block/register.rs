//! Block ciphers whose block is a part of a register: what they are to the modes, and their keys.

use core::marker::PhantomData;

use super::BlockCipher;
use crate::Backend;
use crate::batch::Key;
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, BlockArray, BlockKeys, Blocks, FullWidth, Isa, Kernel, Stitch,
    Vector as _, dispatch, unroll, wipe,
};

/// The length of a block, in bytes.
pub(crate) const BLOCK: usize = 16;

/// A block cipher of blocks of 16 bytes with `KEYS` round keys as long as blocks.
pub(crate) trait RegisterCipher<const KEYS: usize>: 'static {
    /// The key schedule of a key, or of several side by side: the first 16 bytes of each and the
    /// rest, filled up with zeros.
    fn expand<B: AesBlocks, S: KeySlots<B, N>, const N: usize>(
        isa: B::Isa,
        key: [[B; N]; 2],
        slots: &mut S,
    );
    /// Makes round keys for decryption: in the order of use, in the form of the inverse cipher.
    fn turn<B: AesBlocks>(isa: B::Isa, forward: &[u128; KEYS], back: &mut [u128; KEYS]);
    /// The same with those of `N` registers of keys, from a place on, where they lie.
    fn turn_many<B: AesBlocks, const N: usize>(
        isa: B::Isa,
        keys: &mut [BlockArray; KEYS],
        place: usize,
    );
    /// Encrypts registers of blocks.
    fn encrypt<B: AesBlocks, K: BlockKeys<KEYS>, const N: usize>(
        isa: B::Isa,
        keys: K,
        blocks: &mut [B; N],
    );
    /// Encrypts registers of blocks while the key is expanded, of which the two halves are in every block. The round
    /// keys are kept where there is room for them.
    fn encrypt_fresh<B: AesBlocks, const N: usize>(
        isa: B::Isa,
        key: [B; 2],
        blocks: &mut [B; N],
        keep: Option<&mut [u128; KEYS]>,
    );
    /// Encrypts registers of blocks, with other work between the rounds.
    fn encrypt_stitched<B: AesBlocks, K: BlockKeys<KEYS>, W: Stitch, const N: usize>(
        isa: B::Isa,
        keys: K,
        blocks: &mut [B; N],
        work: &mut W,
    );
    /// Decrypts registers of blocks.
    fn decrypt<B: AesBlocks, K: BlockKeys<KEYS>, const N: usize>(
        isa: B::Isa,
        keys: K,
        blocks: &mut [B; N],
    );
}

/// Where a key schedule puts the round keys of `N` registers.
pub(crate) trait KeySlots<B, const N: usize> {
    /// Those of a round.
    fn put(&mut self, round: usize, keys: &[B; N]);
}

impl<B: AesBlocks, const KEYS: usize> KeySlots<B, 1> for [u128; KEYS] {
    #[inline(always)]
    fn put(&mut self, round: usize, keys: &[B; 1]) {
        self[round] = keys[0].xor_all_block();
    }
}

/// Slots in arrays of blocks, from a place on: where several registers of keys go.
struct ArraySlots<'a, const KEYS: usize> {
    keys: &'a mut [BlockArray; KEYS],
    place: usize,
}

impl<B: AesBlocks, const N: usize, const KEYS: usize> KeySlots<B, N> for ArraySlots<'_, KEYS> {
    #[inline(always)]
    fn put(&mut self, round: usize, keys: &[B; N]) {
        let places = &mut self.keys[round].0[self.place..][..N * B::BLOCKS];
        for (i, key) in keys.iter().enumerate() {
            key.store(places[i * B::BLOCKS..][..B::BLOCKS].as_flattened_mut());
        }
    }
}

/// What the modes need of such a cipher.
pub(crate) trait RegisterKeyed<const KEYS: usize>: BlockCipher<Options = ()> {
    /// Its rounds.
    type Rounds: RegisterCipher<KEYS>;
    /// Its key.
    fn key(&self) -> &RegisterKey<KEYS>;
}

/// An expanded key. Wiped on drop.
#[derive(Clone)]
pub(crate) struct RegisterKey<const KEYS: usize> {
    pub(crate) backend: Backend,
    /// Round keys for encryption.
    pub(crate) forward: [u128; KEYS],
    /// Round keys for decryption, in the order of use.
    pub(crate) back: [u128; KEYS],
}

impl<const KEYS: usize> RegisterKey<KEYS> {
    /// Expands the bytes of a key of the right length.
    pub(crate) fn new<B: RegisterKeyed<KEYS>>(key: &[u8], backend: Backend) -> Self {
        let mut out = Self::none(backend);
        out.expand::<B>(key, true);
        out
    }

    /// Of no key yet.
    pub(crate) fn none(backend: Backend) -> Self {
        Self { backend, forward: [0; KEYS], back: [0; KEYS] }
    }

    /// Expands the bytes of a key of the right length, for decryption too if `back`.
    pub(crate) fn expand<B: RegisterKeyed<KEYS>>(&mut self, key: &[u8], back: bool) {
        let back = back.then_some(&mut self.back);
        expand::<B, KEYS>(self.backend, key, &mut self.forward, back);
    }

    /// The round keys for encryption, or those for decryption if `back`.
    #[inline(always)]
    pub(crate) fn round_keys(&self, back: bool) -> &[u128; KEYS] {
        if back { &self.back } else { &self.forward }
    }
}

impl<const KEYS: usize> Drop for RegisterKey<KEYS> {
    fn drop(&mut self) {
        wipe(&mut self.forward, [0; KEYS]);
        wipe(&mut self.back, [0; KEYS]);
    }
}

/// The round keys of one key for one direction, for one call. They are expanded where they stay, because
/// a copy would wait for what the kernel has stored. Wiped on drop.
#[repr(C, align(64))]
pub(crate) struct RoundKeys<const KEYS: usize>(pub(crate) [u128; KEYS]);

impl<const KEYS: usize> RoundKeys<KEYS> {
    /// Of no key yet.
    pub(crate) const NONE: Self = Self([0; KEYS]);

    /// Expands the bytes of a key of the right length, for decryption if `back`.
    #[inline]
    pub(crate) fn expand<B: RegisterKeyed<KEYS>>(
        &mut self,
        backend: Backend,
        key: &[u8],
        back: bool,
    ) {
        if back {
            let mut forward = Self::NONE;
            expand::<B, KEYS>(backend, key, &mut forward.0, Some(&mut self.0));
        } else {
            expand::<B, KEYS>(backend, key, &mut self.0, None);
        }
    }
}

impl<const KEYS: usize> RoundKeys<KEYS> {
    /// Expands a key within a kernel, given its halves, for decryption if `BACK`.
    #[inline(always)]
    pub(crate) fn expand_here<I: Isa, C: RegisterCipher<KEYS>, const BACK: bool>(
        &mut self,
        isa: I,
        key: [u128; 2],
    ) {
        let key = key.map(|half| [I::One::splat(isa, half)]);
        let out = core::array::from_mut(&mut self.0);
        C::expand(isa, key, &mut ScheduleSlots::<BACK, 1, KEYS>(out));
    }
}

impl<const KEYS: usize> Drop for RoundKeys<KEYS> {
    fn drop(&mut self) {
        wipe(&mut self.0, [0; KEYS]);
    }
}

/// Expands the bytes of a key of the right length, for encryption, and for decryption too if there is
/// room for that.
#[inline]
fn expand<B: RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    key: &[u8],
    forward: &mut [u128; KEYS],
    back: Option<&mut [u128; KEYS]>,
) {
    let cipher = PhantomData;
    dispatch(backend, ExpandOne::<B::Rounds, KEYS> { key, forward, back, cipher });
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

struct ExpandOne<'a, C, const KEYS: usize> {
    key: &'a [u8],
    forward: &'a mut [u128; KEYS],
    back: Option<&'a mut [u128; KEYS]>,
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for ExpandOne<'_, C, KEYS> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let [first, second] = halves(self.key);
        let key = [[I::One::splat(isa, first)], [I::One::splat(isa, second)]];
        C::expand::<I::One, _, 1>(isa, key, self.forward);
        if let Some(back) = self.back {
            C::turn::<I::One>(isa, self.forward, back);
        }
    }
}

/// The round keys of a few keys for one direction, one key after another, for one call. Wiped on drop.
#[repr(C, align(64))]
pub(crate) struct Schedules<const COUNT: usize, const KEYS: usize>(
    pub(crate) [[u128; KEYS]; COUNT],
);

/// Keys are expanded there eight side by side, to hide latency, and the last ones four. Each has a register of its
/// own, because taking wider ones apart costs more than they gain.
const FOUR: usize = 4;

impl<const COUNT: usize, const KEYS: usize> Schedules<COUNT, KEYS> {
    /// Of no keys yet. There is room for a multiple of four.
    pub(crate) const NONE: Self = Self([[0; KEYS]; COUNT]);

    /// Expands those of the keys that are bytes, of the right length, for decryption if `back`. Ready keys and
    /// missing ones leave their places as they are or with the round keys of any key.
    #[inline]
    pub(crate) fn expand<'k, C: RegisterCipher<KEYS>>(
        &mut self,
        backend: Backend,
        keys: impl Iterator<Item = Option<Key<'k, RegisterKey<KEYS>>>>,
        back: bool,
    ) {
        let mut bytes: [&[u8]; COUNT] = [&[]; COUNT];
        let mut count = 0usize;
        for (bytes, key) in bytes.iter_mut().zip(keys) {
            if let Some(Key::Bytes(key)) = key {
                *bytes = key;
            }
            count += 1;
        }
        let keys = &bytes[..count.next_multiple_of(FOUR).min(COUNT)];
        let (out, cipher) = (&mut self.0, PhantomData::<C>);
        if back {
            dispatch(backend, ExpandFew::<C, true, KEYS> { keys, out, cipher });
        } else {
            dispatch(backend, ExpandFew::<C, false, KEYS> { keys, out, cipher });
        }
    }
}

impl<const COUNT: usize, const KEYS: usize> Drop for Schedules<COUNT, KEYS> {
    fn drop(&mut self) {
        wipe(&mut self.0, [[0; KEYS]; COUNT]);
    }
}

/// For decryption if `BACK`.
struct ExpandFew<'a, C, const BACK: bool, const KEYS: usize> {
    keys: &'a [&'a [u8]],
    out: &'a mut [[u128; KEYS]],
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const BACK: bool, const KEYS: usize> Kernel
    for ExpandFew<'_, C, BACK, KEYS>
{
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let (eights, fours) = self.keys.as_chunks::<8>();
        let (out, rest) = self.out.split_at_mut((8 * eights.len()).min(self.out.len()));
        for (keys, out) in eights.iter().zip(out.as_chunks_mut().0) {
            expand_together::<I, C, 8, BACK, KEYS>(isa, keys, out);
        }
        for (keys, out) in fours.as_chunks().0.iter().zip(rest.as_chunks_mut().0) {
            expand_together::<I, C, FOUR, BACK, KEYS>(isa, keys, out);
        }
    }
}

/// Expands some keys side by side, in a register each.
#[inline(always)]
fn expand_together<I, C, const N: usize, const BACK: bool, const KEYS: usize>(
    isa: I,
    keys: &[&[u8]; N],
    out: &mut [[u128; KEYS]; N],
) where
    I: Isa,
    C: RegisterCipher<KEYS>,
{
    if keys.iter().all(|key| key.is_empty()) {
        return;
    }
    let mut key = [[I::One::zero(isa); N]; 2];
    unroll!(N, |i| {
        let [first, second] = halves(keys[i]);
        key[0][i] = I::One::splat(isa, first);
        key[1][i] = I::One::splat(isa, second);
    });
    C::expand(isa, key, &mut ScheduleSlots::<BACK, N, KEYS>(out));
}

/// Slots in schedules of one key each, in the order and form of decryption if `BACK`.
struct ScheduleSlots<'a, const BACK: bool, const N: usize, const KEYS: usize>(
    &'a mut [[u128; KEYS]; N],
);

impl<B: AesBlocks, const BACK: bool, const N: usize, const KEYS: usize> KeySlots<B, N>
    for ScheduleSlots<'_, BACK, N, KEYS>
{
    #[inline(always)]
    fn put(&mut self, round: usize, keys: &[B; N]) {
        let inner = 0 < round && round < KEYS - 1;
        let slot = if BACK { KEYS - 1 - round } else { round };
        unroll!(N, |i| {
            let key = if BACK && inner { keys[i].inv_mix_columns() } else { keys[i] };
            self.0[i][slot] = key.xor_all_block();
        });
    }
}

/// The round keys of many keys. Wiped on drop.
pub(crate) struct ManyKeys<const KEYS: usize> {
    backend: Backend,
    /// How many places from the first on have had keys.
    used: usize,
    /// The two halves of the keys.
    halves: [BlockArray; 2],
    /// The round keys.
    pub(crate) keys: [BlockArray; KEYS],
}

impl<const KEYS: usize> ManyKeys<KEYS> {
    /// Room for them.
    pub(crate) fn new(backend: Backend) -> Self {
        let (halves, keys) = ([BlockArray::ZERO; 2], [BlockArray::ZERO; KEYS]);
        Self { backend, used: 0, halves, keys }
    }

    /// Puts at most [`BlockArray::COUNT`] keys into places, for encryption: bytes of the right length are
    /// expanded, ready keys are copied. A place without a key has any.
    pub(crate) fn expand<'k, C: RegisterCipher<KEYS>>(
        &mut self,
        keys: impl Iterator<Item = Option<Key<'k, RegisterKey<KEYS>>>>,
    ) {
        self.put::<C, false>(keys);
    }

    /// The same for decryption.
    pub(crate) fn expand_back<'k, C: RegisterCipher<KEYS>>(
        &mut self,
        keys: impl Iterator<Item = Option<Key<'k, RegisterKey<KEYS>>>>,
    ) {
        self.put::<C, true>(keys);
    }

    #[inline]
    fn put<'k, C: RegisterCipher<KEYS>, const BACK: bool>(
        &mut self,
        keys: impl Iterator<Item = Option<Key<'k, RegisterKey<KEYS>>>>,
    ) {
        let (mut count, mut used) = (0, self.used);
        let mut ready = [None; BlockArray::COUNT];
        let mut any_ready = false;
        for (place, key) in keys.enumerate().take(BlockArray::COUNT) {
            match key {
                Some(Key::Bytes(key)) => {
                    let [first, second] = halves(key);
                    self.halves[0].0[place] = first.to_le_bytes();
                    self.halves[1].0[place] = second.to_le_bytes();
                    count = place + 1;
                }
                Some(Key::Ready(key)) => (ready[place], any_ready) = (Some(key), true),
                None => continue,
            }
            used = used.max(place + 1);
        }
        self.used = used;
        if count > 0 {
            let (halves, keys) = (&self.halves, &mut self.keys);
            let cipher = PhantomData;
            if BACK {
                dispatch(self.backend, ExpandMany::<C, true, KEYS> { halves, keys, count, cipher });
            } else {
                dispatch(
                    self.backend,
                    ExpandMany::<C, false, KEYS> { halves, keys, count, cipher },
                );
            }
        }
        if any_ready {
            for (place, key) in ready.iter().enumerate() {
                let Some(key) = key else { continue };
                let round_keys = if BACK { &key.back } else { &key.forward };
                for (places, round_key) in self.keys.iter_mut().zip(round_keys) {
                    places.0[place] = round_key.to_le_bytes();
                }
            }
        }
    }
}

impl<const KEYS: usize> Drop for ManyKeys<KEYS> {
    fn drop(&mut self) {
        // Other places hold the round keys of a key of zeros at most.
        if self.used <= 4 {
            for places in self.halves.iter_mut().chain(&mut self.keys) {
                places.wipe(self.used);
            }
        } else {
            wipe(&mut self.halves, [BlockArray::ZERO; 2]);
            wipe(&mut self.keys, [BlockArray::ZERO; KEYS]);
        }
    }
}

/// For decryption if `BACK`.
struct ExpandMany<'a, C, const BACK: bool, const KEYS: usize> {
    halves: &'a [BlockArray; 2],
    keys: &'a mut [BlockArray; KEYS],
    count: usize,
    cipher: PhantomData<C>,
}

/// Registers of keys that are expanded together, to hide latency.
const TOGETHER: usize = 4;

impl<C: RegisterCipher<KEYS>, const BACK: bool, const KEYS: usize> Kernel
    for ExpandMany<'_, C, BACK, KEYS>
{
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
            C::expand(isa, key, &mut ArraySlots { keys: self.keys, place });
            if BACK {
                C::turn_many::<I::Aes, TOGETHER>(isa, self.keys, place % BlockArray::COUNT);
            }
            place += step;
        }
    }
}
