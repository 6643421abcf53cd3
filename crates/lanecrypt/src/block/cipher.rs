//! What a block cipher is to the modes: rounds over lanes, and round keys in two forms.

pub(crate) use crate::lanes::PerLane;
use crate::lanes::{AnyWidth, Class, Isa, Lanes, Nibbles, PerSlot, Portable, Word};

/// The class of the modes of a cipher, which depends on its words. It is the same on every backend, so
/// it is taken from the lanes of the portable one.
pub(crate) type ModeClass<C, const N: usize> =
    <<C as LaneCipher<N>>::KeyLanes<Portable> as Lanes>::Class;

/// How many registers of a cipher are worked on at a time.
pub(crate) trait Interleave: 'static {
    /// Whether it is one.
    const ARE_SINGLE: bool;
    /// The class of modes with so many, given that of the modes of the cipher.
    type Class<C: Class>: Class;
    /// Those of a kind: `MANY` or `FEW` are what the cipher asks for, as in [`Isa::Interleaved`].
    type Registers<I: Isa, W: Lanes<Isa = I>, const MANY: usize, const FEW: usize>: Lanes<Isa = I, Word = W::Word>;
    /// Those whose nibbles are looked up.
    type Nibbles<I: Isa>: Nibbles<Isa = I>;
}

/// As many as hide the latency of their rounds.
pub(crate) struct Interleaved;

impl Interleave for Interleaved {
    const ARE_SINGLE: bool = false;
    type Class<C: Class> = C;
    type Registers<I: Isa, W: Lanes<Isa = I>, const MANY: usize, const FEW: usize> =
        I::Interleaved<W, MANY, FEW>;
    type Nibbles<I: Isa> = I::Nibbles;
}

/// One, for few blocks: it takes as long as the latency of its rounds.
pub(crate) struct Single;

impl Interleave for Single {
    const ARE_SINGLE: bool = true;
    // Loading round keys and blocks takes about as many instructions as the rounds.
    type Class<C: Class> = AnyWidth<C::Ops>;
    type Registers<I: Isa, W: Lanes<Isa = I>, const MANY: usize, const FEW: usize> = W;
    type Nibbles<I: Isa> = I::FewNibbles;
}

/// A block cipher over lanes, of blocks of `N` words. Its rounds are written once; the modes bring
/// the blocks and take them away.
///
/// Blocks are words in memory order, little-endian but for [`LaneCipher::BIG_ENDIAN`]. Narrow words
/// are at the top of their lanes (see [`Narrow`](crate::lanes::Narrow)).
pub(crate) trait LaneCipher<const N: usize>: Sized + 'static {
    /// What a lane holds.
    type Word: Word;
    /// The bytes of a word in memory.
    const WORD_BYTES: usize = size_of::<Self::Word>();
    /// Whether words are big-endian in memory.
    const BIG_ENDIAN: bool = false;
    /// The word that counts blocks in counter mode: the least significant one of the counter, which
    /// is the half of the block that it lies in. The other half is the nonce.
    const COUNTER: usize;

    /// The registers that are worked on at a time.
    type Lanes<I: Isa, S: Interleave>: Lanes<Isa = I, Word = Self::Word>;
    /// What the rounds need beside round keys.
    type Parameters: Copy + PartialEq + 'static;
    /// What tells the key schedules of one cipher from another with the same rounds.
    type Schedule: Copy + 'static;
    /// Room for the round keys of the longest schedule, and for one more, because of [`PerLane::from_lane`].
    type RoundKeys: RoundKeys<Word = Self::Word>;

    /// One register of keys.
    type KeyLanes<I: Isa>: Lanes<Isa = I, Word = Self::Word>;

    /// The key schedule, over lanes of keys: one word of all keys after another, and as many round
    /// keys as there is room for.
    fn expand<I: Isa, S: Slot<Self::KeyLanes<I>>>(
        isa: I,
        schedule: Self::Schedule,
        key: &[Self::KeyLanes<I>],
        keys: &mut [S],
    );

    /// Encrypts a block a lane.
    fn encrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
        isa: I,
        keys: &[K],
        parameters: &Self::Parameters,
        block: &mut [Self::Lanes<I, S>; N],
    );

    /// Decrypts a block a lane.
    fn decrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
        isa: I,
        keys: &[K],
        parameters: &Self::Parameters,
        block: &mut [Self::Lanes<I, S>; N],
    );

    /// What the constant words of a counter mode fix in the first rounds.
    type Fixed<I: Isa>: Copy;

    /// Computes it, from a block whose word [`LaneCipher::COUNTER`] does not matter.
    fn fix<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
        isa: I,
        keys: &[K],
        parameters: &Self::Parameters,
        block: &[Self::Lanes<I, Interleaved>; N],
    ) -> Self::Fixed<I>;

    /// Encrypts the block with this counter.
    fn encrypt_counter<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
        isa: I,
        keys: &[K],
        parameters: &Self::Parameters,
        fixed: &Self::Fixed<I>,
        counter: Self::Lanes<I, Interleaved>,
    ) -> [Self::Lanes<I, Interleaved>; N];
}

/// A round key as it lies in memory.
pub(crate) trait RoundKey<W: Lanes>: Copy {
    /// In lanes.
    fn lanes(&self, isa: W::Isa) -> W;
}

/// Where a key schedule puts a round key.
pub(crate) trait Slot<W: Lanes>: Copy {
    /// Puts it there.
    fn put(&mut self, key: W);
}

/// A round key that is the same for all lanes.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Broadcast<T: Word>(pub(crate) T::Wide);

impl<T: Word> Broadcast<T> {
    /// The word.
    #[inline(always)]
    pub(crate) fn word(self) -> T {
        T::truncate(self.0.number())
    }
}

impl<W: Lanes> RoundKey<W> for Broadcast<W::Word> {
    #[inline(always)]
    fn lanes(&self, isa: W::Isa) -> W {
        W::splat_wide(isa, self.0)
    }
}

/// Plain words, or narrow ones of one lane, are what one key is expanded in.
impl<W: Lanes> Slot<W> for Broadcast<W::Word> {
    #[inline(always)]
    fn put(&mut self, key: W) {
        let mut word = [W::Word::default()];
        key.store_words(&mut word);
        self.0 = word[0].wide();
    }
}

/// A round key of its own for every lane of a register.
impl<W: Lanes> RoundKey<W> for PerLane<W::Word> {
    #[inline(always)]
    fn lanes(&self, isa: W::Isa) -> W {
        W::repeat(isa, self.0.as_ref())
    }
}

/// A round key of its own for every slot.
impl<W: Lanes> RoundKey<W> for PerSlot<W::Word> {
    #[inline(always)]
    fn lanes(&self, isa: W::Isa) -> W {
        W::splat_slots(isa, self.0.as_ref())
    }
}

impl<W: Lanes> Slot<W> for PerLane<W::Word> {
    #[inline(always)]
    fn put(&mut self, key: W) {
        key.store_words(self.0.as_mut());
    }
}

/// Room for round keys of one key.
pub(crate) trait RoundKeys: Copy + 'static {
    /// What they are.
    type Word: Word;
    /// All zero.
    const ZERO: Self;
    /// Room for those of a key a lane.
    type PerLaneKeys: AsRef<[PerLane<Self::Word>]> + AsMut<[PerLane<Self::Word>]> + Copy;
    /// All zero.
    const PER_LANE_ZERO: Self::PerLaneKeys;
    /// Room for those of a key a slot.
    type PerSlotKeys: AsRef<[PerSlot<Self::Word>]> + AsMut<[PerSlot<Self::Word>]> + Copy;
    /// All zero.
    const PER_SLOT_ZERO: Self::PerSlotKeys;
    /// All of it.
    fn all(&self) -> &[Broadcast<Self::Word>];
    /// All of it.
    fn all_mut(&mut self) -> &mut [Broadcast<Self::Word>];
}

macro_rules! round_keys {
    ($($word:ty)*) => {$(
        impl<const COUNT: usize> RoundKeys for [Broadcast<$word>; COUNT] {
            type Word = $word;
            const ZERO: Self = [Broadcast(0); COUNT];
            type PerLaneKeys = [PerLane<$word>; COUNT];
            const PER_LANE_ZERO: Self::PerLaneKeys = [PerLane(<$word>::ZEROS); COUNT];
            type PerSlotKeys = [PerSlot<$word>; COUNT];
            const PER_SLOT_ZERO: Self::PerSlotKeys = [PerSlot::ZERO; COUNT];
            #[inline(always)]
            fn all(&self) -> &[Broadcast<$word>] {
                self
            }
            #[inline(always)]
            fn all_mut(&mut self) -> &mut [Broadcast<$word>] {
                self
            }
        }
    )*};
}
round_keys!(u16 u32 u64);
