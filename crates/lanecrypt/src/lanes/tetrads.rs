//! Four registers of words at a time, whose bytes are sorted by their place in the word: what a linear map
//! that is not the same for all bytes of a word wants.

use super::{Blocks, Bytes, Lanes32, View};

/// Registers of 32-bit words, four of which can be sorted.
///
/// Sorted, register `j` has byte `j` of the words of all four: in every block those of the first register,
/// then those of the second, and so on. Bitwise operations and maps of bytes act on them as on the words.
pub(crate) trait Tetrads: Lanes32 + Bytes {
    /// Sorts the bytes of four registers of words.
    fn sort_bytes(words: [Self; 4]) -> [Self; 4];
    /// The words of four sorted registers.
    fn unsort_bytes(bytes: [Self; 4]) -> [Self; 4];
    /// Of sorted bytes, and those of the four registers of words after them: the bytes of the third one to
    /// the sixth.
    fn two_later(self, next: Self) -> Self;
    /// The same of the fourth register of words to the seventh.
    fn three_later(self, next: Self) -> Self;
}

impl<R: Blocks + Bytes> Tetrads for View<R, u32>
where
    Self: Lanes32<Isa = R::Isa>,
{
    #[inline(always)]
    fn sort_bytes(words: [Self; 4]) -> [Self; 4] {
        let [a, b, c, d] = words;
        let (a, b) = (a.register().transpose_bytes(), b.register().transpose_bytes());
        let (c, d) = (c.register().transpose_bytes(), d.register().transpose_bytes());
        // Word `j` of every block goes to register `j`.
        let ((ab, ab_upper), (cd, cd_upper)) = (a.zip(b, 32), c.zip(d, 32));
        let ((first, second), (third, fourth)) = (ab.zip(cd, 64), ab_upper.zip(cd_upper, 64));
        [Self::of(first), Self::of(second), Self::of(third), Self::of(fourth)]
    }
    #[inline(always)]
    fn unsort_bytes(bytes: [Self; 4]) -> [Self; 4] {
        let [a, b, c, d] = bytes;
        let (ab, ab_upper) = a.register().zip_bytes(b.register());
        let (cd, cd_upper) = c.register().zip_bytes(d.register());
        let ((first, second), (third, fourth)) = (ab.zip(cd, 16), ab_upper.zip(cd_upper, 16));
        [Self::of(first), Self::of(second), Self::of(third), Self::of(fourth)]
    }
    #[inline(always)]
    fn two_later(self, next: Self) -> Self {
        Self::of(self.register().align::<8>(next.register()))
    }
    #[inline(always)]
    fn three_later(self, next: Self) -> Self {
        Self::of(self.register().align::<12>(next.register()))
    }
}
