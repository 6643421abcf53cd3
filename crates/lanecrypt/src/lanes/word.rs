//! Words: what a lane holds.

use super::{Lanes, MAX_SLOTS, order};

/// A word of a lane: 16, 32 or 64 bits.
pub(crate) trait Word: Copy + Default + PartialEq + core::fmt::Debug + 'static {
    /// Its bits.
    const BITS: u32;
    /// As many as the longest register has.
    type Line: AsRef<[Self]> + AsMut<[Self]> + Copy;
    /// A line of zeros.
    const ZEROS: Self::Line;
    /// The word as registers are filled with it: twice if it has 16 bits. Processors load 32 bits into every lane with
    /// nothing but a load; 16 bits take a permutation too.
    type Wide: Word;
    /// It in this form.
    fn wide(self) -> Self::Wide;
    /// At least [`MAX_SLOTS`] wide words; a line, if these are the words themselves.
    type Slots: AsRef<[Self::Wide]> + AsMut<[Self::Wide]> + Copy;
    /// Zeros.
    const NO_SLOTS: Self::Slots;
    /// From its bytes, little-endian; fewer bytes are the lower ones.
    fn from_le(bytes: &[u8]) -> Self;
    /// The other byte order.
    fn swap(self) -> Self;
    /// The low bits of a number.
    fn truncate(number: u64) -> Self;
    /// The number it is.
    fn number(self) -> u64;
    /// Words as the bytes that they are in memory.
    fn bytes(words: &[Self]) -> &[u8];
    /// The same, to be written.
    fn bytes_mut(words: &mut [Self]) -> &mut [u8];
    /// In every lane the number of the block, of `N` words, that [`Lanes::read_blocks`] gives it.
    fn block_indices<L: Lanes<Word = Self>, const N: usize>() -> &'static [Self];
}

/// The bytes of the longest register.
const LINE: usize = 64;

macro_rules! word {
    ($($word:ident as $wide:ident, $slots:expr;)*) => {$(
        impl Word for $word {
            const BITS: u32 = $word::BITS;
            type Wide = $wide;
            type Slots = [$wide; $slots];
            const NO_SLOTS: Self::Slots = [0; $slots];
            #[inline(always)]
            fn wide(self) -> $wide {
                let word = <$wide>::from(self);
                word | word << ($wide::BITS - $word::BITS)
            }
            type Line = [$word; LINE / size_of::<$word>()];
            const ZEROS: Self::Line = [0; LINE / size_of::<$word>()];
            #[inline(always)]
            fn from_le(bytes: &[u8]) -> Self {
                let mut word = [0; size_of::<$word>()];
                match bytes.first_chunk() {
                    Some(bytes) => word = *bytes,
                    None => word[..bytes.len()].copy_from_slice(bytes),
                }
                $word::from_le_bytes(word)
            }
            #[inline(always)]
            fn swap(self) -> Self {
                self.swap_bytes()
            }
            #[inline(always)]
            fn truncate(number: u64) -> Self {
                number as $word
            }
            #[inline(always)]
            fn number(self) -> u64 {
                self.into()
            }
            #[inline(always)]
            fn bytes(words: &[Self]) -> &[u8] {
                // SAFETY: the bytes of the same words, which have no padding.
                unsafe { core::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words)) }
            }
            #[inline(always)]
            fn bytes_mut(words: &mut [Self]) -> &mut [u8] {
                let bytes = size_of_val(words);
                // SAFETY: the bytes of the same words, which have no padding; any bytes are words.
                unsafe { core::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), bytes) }
            }
            #[inline(always)]
            fn block_indices<L: Lanes<Word = Self>, const N: usize>() -> &'static [Self] {
                const { &order::$word(L::LANES, N) }
            }
        }
    )*};
}
word! {
    u16 as u32, MAX_SLOTS;
    u32 as u32, LINE / 4;
    u64 as u64, LINE / 8;
}

/// A word for every lane of the longest register.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct PerLane<T: Word>(pub(crate) T::Line);

/// As many words, which may begin at any lane of a [`PerLane`] and end in the next one.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct FromLane<T: Word>(pub(crate) T::Line);

impl<T: Word> PerLane<T> {
    /// The words of every line but the last from a lane on, and as many of the line after it as are missing.
    #[inline(always)]
    pub(crate) fn from_lane(lines: &[Self], lane: usize) -> &[FromLane<T>] {
        const { assert!(size_of::<Self>() == LINE && size_of::<FromLane<T>>() == LINE) };
        const { assert!(align_of::<FromLane<T>>() == align_of::<T>()) };
        assert!(!lines.is_empty() && lane <= LINE / size_of::<T>());
        // SAFETY: each line is `LINE` bytes, which is its alignment, so words lie without gaps, and `FromLane` is as
        // long. The result ends within the last line, because it has one line less and begins within the first.
        unsafe {
            let first = lines.as_ptr().cast::<T>().add(lane);
            core::slice::from_raw_parts(first.cast(), lines.len() - 1)
        }
    }
}

/// A word for every slot, wide.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct PerSlot<T: Word>(pub(crate) T::Slots);

impl<T: Word> PerSlot<T> {
    /// Zeros.
    pub(crate) const ZERO: Self = Self(T::NO_SLOTS);
}

impl<T: Word> FromLane<T> {
    /// Whether words are wide as they are, so that those of lanes lie as those of slots do.
    const WIDE: bool = {
        let wide = size_of::<T>() == size_of::<T::Wide>();
        assert!(!wide || size_of::<PerSlot<T>>() == size_of::<Self>());
        assert!(!wide || align_of::<PerSlot<T>>() == align_of::<Self>());
        wide
    };

    /// The words of lanes as those of slots, if they lie alike.
    #[inline(always)]
    pub(crate) fn in_slots(lines: &[Self]) -> Option<&[PerSlot<T>]> {
        // SAFETY: both are as many numbers of the same length and alignment; any bytes are numbers.
        Self::WIDE
            .then(|| unsafe { core::slice::from_raw_parts(lines.as_ptr().cast(), lines.len()) })
    }
}
