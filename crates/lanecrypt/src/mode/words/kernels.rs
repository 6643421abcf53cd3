//! The modes over lanes: what is compiled for every backend.

use core::marker::PhantomData;

use crate::Backend;
use crate::block::cipher::{
    Broadcast, Interleave, Interleaved, LaneCipher, ModeClass, PerLane, RoundKey, Single,
};
use crate::block::key::MAX_KEY_WORDS;
use crate::lanes::{
    AnyWidth, Class, Constant, FromLane, InOut, Isa, Kernel, Lanes, MAX_SLOT_BYTES, MAX_SLOTS,
    MAX_TILE, PerSlot, SideBySide, SlotData, Tile, Vector as _, Word, WordOps, Words as _,
    constant, unroll,
};

/// The registers of a tile.
type TileOf<I, C, const N: usize> = <C as LaneCipher<N>>::Lanes<I, Interleaved>;

/// ECB over the whole tiles of some data, or over what fills single registers.
pub(super) struct Ecb<'a, 'd, C: LaneCipher<N>, S, const N: usize, const DECRYPT: bool> {
    pub(super) keys: &'a [Broadcast<C::Word>],
    pub(super) parameters: &'a C::Parameters,
    pub(super) data: &'a mut InOut<'d>,
    pub(super) registers: PhantomData<S>,
}

impl<C: LaneCipher<N>, S: Interleave, const N: usize, const DECRYPT: bool> Kernel
    for Ecb<'_, '_, C, S, N, DECRYPT>
{
    type Output = ();
    type Class = S::Class<ModeClass<C, N>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let bytes =
            if S::ARE_SINGLE { Sizes::single::<I, C, N>() } else { Sizes::tile::<I, C, N>() };
        if bytes == 0 {
            return;
        }
        while self.data.len() >= bytes {
            let mut tile = self.data.take(bytes);
            let mut block = in_order::<C, _, N>(C::Lanes::<I, S>::read_blocks(isa, &mut tile));
            if DECRYPT {
                C::decrypt::<I, S, _>(isa, self.keys, self.parameters, &mut block);
            } else {
                C::encrypt::<I, S, _>(isa, self.keys, self.parameters, &mut block);
            }
            C::Lanes::<I, S>::write_blocks(in_order::<C, _, N>(block), &mut tile);
        }
    }
}

/// How many bytes the kernels of a cipher work on at a time, on a backend.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    /// Those of a tile.
    pub(super) tile: usize,
    /// Those of single registers; 0 where a tile is no more.
    pub(super) single: usize,
}

impl Sizes {
    /// Those of a cipher.
    #[inline(always)]
    pub(super) fn of<C: LaneCipher<N>, const N: usize>(backend: Backend) -> Self {
        constant::<SizesOf<C, N>>(backend)
    }

    #[inline(always)]
    const fn tile<I: Isa, C: LaneCipher<N>, const N: usize>() -> usize {
        TileOf::<I, C, N>::LANES * N * C::WORD_BYTES
    }

    /// None on plain words, where it was not tried.
    #[inline(always)]
    const fn single<I: Isa, C: LaneCipher<N>, const N: usize>() -> usize {
        let bytes = C::Lanes::<I, Single>::LANES * N * C::WORD_BYTES;
        if matches!(I::BACKEND, Backend::Portable) || bytes == Self::tile::<I, C, N>() {
            return 0;
        }
        bytes
    }

    /// How many bytes are processed for so many: whole tiles, and single registers if these do for what is left.
    #[inline(always)]
    pub(super) fn rounded(self, bytes: usize) -> usize {
        let rest = bytes % self.tile;
        // Half a tile takes about as long, register after register, as all of it side by side.
        if self.single > 0 && 2 * rest <= self.tile {
            bytes - rest + rest.next_multiple_of(self.single)
        } else {
            bytes.next_multiple_of(self.tile)
        }
    }
}

/// The sizes of a cipher.
struct SizesOf<C, const N: usize>(PhantomData<C>);

impl<C: LaneCipher<N>, const N: usize> Constant for SizesOf<C, N> {
    type Output = Sizes;
    type Ops = <ModeClass<C, N> as Class>::Ops;

    #[inline(always)]
    fn of<I: Isa>() -> Sizes {
        const {
            let (tile, single) = (Sizes::tile::<I, C, N>(), Sizes::single::<I, C, N>());
            assert!(0 < tile && tile <= MAX_TILE && tile.is_multiple_of(N * C::WORD_BYTES));
            assert!(single == 0 || tile.is_multiple_of(single));
            Sizes { tile, single }
        }
    }
}

/// Counter mode over the whole tiles of some data.
pub(super) struct Ctr<'a, 'd, C: LaneCipher<N>, const N: usize> {
    pub(super) keys: &'a [Broadcast<C::Word>],
    pub(super) parameters: &'a C::Parameters,
    /// The first block. Its word [`LaneCipher::COUNTER`] must not wrap within the data.
    pub(super) block: [C::Word; N],
    pub(super) data: &'a mut InOut<'d>,
}

impl<C: LaneCipher<N>, const N: usize> Kernel for Ctr<'_, '_, C, N> {
    type Output = ();
    type Class = ModeClass<C, N>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let bytes = Sizes::tile::<I, C, N>();
        let mut words = [TileOf::<I, C, N>::splat(isa, self.block[0]); N];
        unroll!(N, |i| words[i] = TileOf::<I, C, N>::splat(isa, self.block[i]));
        let mut counter = words[C::COUNTER].add(TileOf::<I, C, N>::block_indices::<N>(isa));
        let step =
            TileOf::<I, C, N>::splat(isa, TileOf::<I, C, N>::word(TileOf::<I, C, N>::LANES as u64));
        let fixed = C::fix(isa, self.keys, self.parameters, &words);
        while self.data.len() >= bytes {
            let mut tile = self.data.take(bytes);
            let block = C::encrypt_counter(isa, self.keys, self.parameters, &fixed, counter);
            TileOf::<I, C, N>::xor_blocks(isa, in_order::<C, _, N>(block), &mut tile);
            counter = counter.add(step);
        }
    }
}

/// The round keys of the message in each slot.
pub(super) enum KeysInSlots<'a, T: Word> {
    /// Where kernels read them.
    Ready(&'a [PerSlot<T>]),
    /// In lanes, to be copied into room for as many, because kernels need them wide.
    InLanes(&'a [FromLane<T>], &'a mut [PerSlot<T>]),
}

impl<'a, T: Word> KeysInSlots<'a, T> {
    /// Copies them if need be.
    #[inline(always)]
    fn ready<I: Isa>(self, isa: I) -> &'a [PerSlot<T>] {
        match self {
            Self::Ready(keys) => keys,
            Self::InLanes(lanes, keys) => {
                debug_assert!(T::BITS == 16, "others lie in lanes as they do in slots");
                if const { T::BITS == 16 } {
                    for (slots, lanes) in keys.iter_mut().zip(lanes) {
                        let words = I::One::load(isa, &T::bytes(lanes.0.as_ref())[..BLOCK]);
                        let (first, second) = words.zip(words, 16);
                        let slots = T::Wide::bytes_mut(slots.0.as_mut());
                        first.store(&mut slots[..BLOCK]);
                        second.store(&mut slots[BLOCK..][..BLOCK]);
                    }
                }
                keys
            }
        }
    }
}

/// The bytes of a register of one block.
const BLOCK: usize = 16;

/// Counter mode of several messages, a slot for each.
pub(super) struct SlotCtr<'a, 'd, C: LaneCipher<N>, const N: usize> {
    pub(super) keys: KeysInSlots<'a, C::Word>,
    pub(super) parameters: &'a C::Parameters,
    /// The first block of each message. Its word [`LaneCipher::COUNTER`] must not wrap within the message.
    pub(super) block: &'a [PerSlot<C::Word>; N],
    pub(super) data: &'a mut SlotData<'d>,
    /// How many steps there are. A step takes as many blocks of each message as a slot has lanes.
    pub(super) steps: usize,
}

/// How much the kernels of a cipher work on at a time.
pub(super) struct Forms<C, const N: usize>(PhantomData<C>);

/// The forms of a backend.
pub(super) struct Form {
    pub(super) sizes: Sizes,
    pub(super) slots: Slots,
    pub(super) steps: Steps,
}

impl Form {
    /// Those of a cipher.
    #[inline(never)]
    pub(super) fn of<C: LaneCipher<N>, const N: usize>(backend: Backend) -> Self {
        let form = constant::<Forms<C, N>>(backend);
        let Slots { count, bytes } = form.slots;
        assert!(0 < count && count <= MAX_SLOTS && 0 < bytes && bytes <= MAX_SLOT_BYTES);
        assert!(count * bytes + MAX_SLOT_BYTES <= MAX_TILE);
        form
    }
}

impl<C: LaneCipher<N>, const N: usize> Constant for Forms<C, N> {
    type Output = Form;
    type Ops = <ModeClass<C, N> as Class>::Ops;

    #[inline(always)]
    fn of<I: Isa>() -> Form {
        Form {
            sizes: SizesOf::<C, N>::of::<I>(),
            slots: Slots::of_registers::<I, C, N>(),
            steps: Steps::of_registers::<I, C, N>(),
        }
    }
}

/// The slots of a backend.
#[derive(Clone, Copy)]
pub(super) struct Slots {
    /// How many there are.
    pub(super) count: usize,
    /// The bytes that a step takes of each.
    pub(super) bytes: usize,
}

impl Slots {
    /// Of plain words, whose tiles are so short that slots would gain little: one, which no message is worth.
    const NONE: Self = Self { count: 1, bytes: MAX_SLOT_BYTES };

    #[inline(always)]
    fn of_registers<I: Isa, C: LaneCipher<N>, const N: usize>() -> Self {
        if const { matches!(I::BACKEND, Backend::Portable) } {
            return Self::NONE;
        }
        let count = TileOf::<I, C, N>::SLOTS;
        Self { count, bytes: TileOf::<I, C, N>::LANES / count * N * C::WORD_BYTES }
    }
}

impl<C: LaneCipher<N>, const N: usize> Kernel for SlotCtr<'_, '_, C, N> {
    type Output = ();
    type Class = SideBySide<ModeClass<C, N>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if const { matches!(I::BACKEND, Backend::Portable) } {
            return;
        }
        let (parameters, keys) = (self.parameters, self.keys.ready(isa));
        let blocks = TileOf::<I, C, N>::LANES / TileOf::<I, C, N>::SLOTS;
        let mut words = [TileOf::<I, C, N>::splat_slots(isa, self.block[0].0.as_ref()); N];
        unroll!(N, |i| words[i] = TileOf::<I, C, N>::splat_slots(isa, self.block[i].0.as_ref()));
        let mut counter = words[C::COUNTER].add(TileOf::<I, C, N>::slot_indices::<N>(isa));
        let step = TileOf::<I, C, N>::splat(isa, TileOf::<I, C, N>::word(blocks as u64));
        let fixed = C::fix(isa, keys, parameters, &words);
        for _ in 0..self.steps {
            let block = C::encrypt_counter(isa, keys, parameters, &fixed, counter);
            TileOf::<I, C, N>::xor_slots(isa, in_order::<C, _, N>(block), self.data);
            counter = counter.add(step);
        }
    }
}

/// From the byte order of the cipher to that of lanes, or back.
#[inline(always)]
fn in_order<C: LaneCipher<N>, W: Lanes, const N: usize>(block: [W; N]) -> [W; N] {
    let mut block = block;
    if C::BIG_ENDIAN {
        unroll!(N, |i| block[i] = block[i].swap_bytes());
    }
    block
}

/// The key schedule of one key, on the lanes of plain words; or of a key a lane.
pub(super) struct Expand<'a, C: LaneCipher<N>, S, const N: usize> {
    pub(super) schedule: C::Schedule,
    pub(super) key: &'a [S],
    pub(super) keys: &'a mut [S],
}

impl<C: LaneCipher<N>, const N: usize> Kernel for Expand<'_, C, PerLane<C::Word>, N> {
    /// How many keys there are lanes for.
    type Output = usize;
    type Class = AnyWidth<WordOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> usize {
        let lanes = C::KeyLanes::<I>::LANES;
        if const { C::KeyLanes::<I>::LANES == 1 } {
            return lanes;
        }
        let Some(first) = self.key.first() else { return lanes };
        let mut key = [C::KeyLanes::<I>::load_words(isa, first.0.as_ref()); MAX_KEY_WORDS];
        for (word, each) in key.iter_mut().zip(self.key) {
            *word = RoundKey::<C::KeyLanes<I>>::lanes(each, isa);
        }
        let words = self.key.len().min(MAX_KEY_WORDS);
        C::expand::<I, _>(isa, self.schedule, &key[..words], self.keys);
        lanes
    }
}

/// Many messages, each with a lane and round keys of its own, as their [`Steps`] lie in memory. Registers of one
/// lane have no room for two, and messages are worked on one after another there.
pub(super) struct Many<'a, C: LaneCipher<N>, const N: usize> {
    pub(super) keys: &'a [PerLane<C::Word>],
    pub(super) parameters: &'a C::Parameters,
    /// As many steps as fit. For counter mode they become keystream.
    pub(super) steps: &'a mut [u8],
}

/// The keystream of many messages in counter mode.
pub(super) struct ManyCtr<'a, C: LaneCipher<N>, const N: usize> {
    pub(super) many: Many<'a, C, N>,
    /// The next block of every message; its counter must not wrap.
    pub(super) block: [PerLane<C::Word>; N],
}

/// ECB of many messages.
pub(super) struct ManyEcb<'a, C: LaneCipher<N>, const N: usize, const DECRYPT: bool> {
    pub(super) many: Many<'a, C, N>,
}

/// The form of many messages side by side: for each step, for each of its blocks, the block of every
/// message.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    /// How many blocks of each message a step has.
    pub(super) blocks: usize,
    /// How many messages there are at a time.
    pub(super) messages: usize,
    /// Which place the message of each lane has among the others.
    pub(super) places: [u8; MAX_WINDOW],
}

impl Steps {
    #[inline(always)]
    fn of_registers<I: Isa, C: LaneCipher<N>, const N: usize>() -> Self {
        let messages = TileOf::<I, C, N>::REGISTER_LANES;
        let (blocks, places) =
            (TileOf::<I, C, N>::LANES / messages, TileOf::<I, C, N>::lane_to_block::<N>());
        Self { blocks, messages, places }
    }
}

/// The most messages at a time: one per lane of the longest register, of which there are the most for
/// words of 16 bits.
pub(super) const MAX_WINDOW: usize = <u16 as Word>::ZEROS.len();

impl<C: LaneCipher<N>, const N: usize> Kernel for ManyCtr<'_, C, N> {
    type Output = ();
    type Class = ModeClass<C, N>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if const { TileOf::<I, C, N>::REGISTER_LANES == 1 } {
            return;
        }
        let Many { keys, parameters, steps } = self.many;
        let blocks = TileOf::<I, C, N>::LANES / TileOf::<I, C, N>::REGISTER_LANES;
        let mut words = [TileOf::<I, C, N>::repeat(isa, self.block[0].0.as_ref()); N];
        unroll!(N, |i| words[i] = TileOf::<I, C, N>::repeat(isa, self.block[i].0.as_ref()));
        let mut counter = words[C::COUNTER].add(TileOf::<I, C, N>::register_indices(isa));
        let step = TileOf::<I, C, N>::splat(isa, TileOf::<I, C, N>::word(blocks as u64));
        let fixed = C::fix(isa, keys, parameters, &words);
        for step_bytes in steps.chunks_exact_mut(TileOf::<I, C, N>::LANES * N * C::WORD_BYTES) {
            let block = C::encrypt_counter(isa, keys, parameters, &fixed, counter);
            let mut tile = Tile::in_place(step_bytes);
            TileOf::<I, C, N>::write_blocks(in_order::<C, _, N>(block), &mut tile);
            counter = counter.add(step);
        }
    }
}

impl<C: LaneCipher<N>, const N: usize, const DECRYPT: bool> Kernel for ManyEcb<'_, C, N, DECRYPT> {
    type Output = ();
    type Class = ModeClass<C, N>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if const { TileOf::<I, C, N>::REGISTER_LANES == 1 } {
            return;
        }
        let Many { keys, parameters, steps } = self.many;
        for step_bytes in steps.chunks_exact_mut(TileOf::<I, C, N>::LANES * N * C::WORD_BYTES) {
            let mut tile = Tile::in_place(step_bytes);
            let mut block = in_order::<C, _, N>(TileOf::<I, C, N>::read_blocks(isa, &mut tile));
            if DECRYPT {
                C::decrypt::<I, Interleaved, _>(isa, keys, parameters, &mut block);
            } else {
                C::encrypt::<I, Interleaved, _>(isa, keys, parameters, &mut block);
            }
            TileOf::<I, C, N>::write_blocks(in_order::<C, _, N>(block), &mut tile);
        }
    }
}
