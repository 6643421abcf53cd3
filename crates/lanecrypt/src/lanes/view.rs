//! A register seen as words of one length.

use core::marker::PhantomData;

use super::{
    AffineMap, Bytes, FullWidth, InverseMap, Lanes, Messages, NibbleTable, Parts, Table256, Vector,
    Word, WordOps, Words,
};

/// The register, and the word as a type: so that a cipher need not name it in every operation.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct View<R, W>(R, PhantomData<W>);

impl<R, W> View<R, W> {
    /// Of a register.
    #[inline(always)]
    pub(crate) fn of(register: R) -> Self {
        Self(register, PhantomData)
    }
}

impl<R: Copy, W> View<R, W> {
    /// The register.
    #[inline(always)]
    pub(crate) fn register(self) -> R {
        self.0
    }
}

impl<R: Vector, W: Word> Vector for View<R, W> {
    type Isa = R::Isa;
    const BYTES: usize = R::BYTES;

    #[inline(always)]
    fn zero(isa: R::Isa) -> Self {
        Self::of(R::zero(isa))
    }
    #[inline(always)]
    fn load(isa: R::Isa, bytes: &[u8]) -> Self {
        Self::of(R::load(isa, bytes))
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        self.0.store(bytes);
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self::of(self.0.xor(other.0))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self::of(self.0.and(other.0))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        Self::of(self.0.xor3(b.0, c.0))
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        Self::of(self.0.xor_and(b.0, c.0))
    }
}

impl<R: Words, W: Word> Lanes for View<R, W> {
    type Word = W;
    type Class = FullWidth<WordOps>;
    const LANES: usize = R::BYTES / size_of::<W>();

    #[inline(always)]
    fn splat(isa: R::Isa, word: W) -> Self {
        Self::of(R::splat_word(isa, word))
    }
    #[inline(always)]
    fn splat_wide(isa: R::Isa, word: W::Wide) -> Self {
        Self::of(R::splat_word(isa, word))
    }
    #[inline(always)]
    fn load_words(isa: R::Isa, words: &[W]) -> Self {
        let words = &words[..Self::LANES];
        if cfg!(target_endian = "little") {
            return Self::of(R::load(isa, W::bytes(words)));
        }
        let mut line = W::ZEROS;
        for (to, word) in line.as_mut().iter_mut().zip(words) {
            *to = word.swap();
        }
        Self::of(R::load(isa, W::bytes(line.as_ref())))
    }
    #[inline(always)]
    fn store_words(self, words: &mut [W]) {
        let words = &mut words[..Self::LANES];
        self.0.store(W::bytes_mut(words));
        if cfg!(target_endian = "big") {
            for word in words {
                *word = word.swap();
            }
        }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::of(self.0.add::<W>(other.0))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::of(self.0.sub::<W>(other.0))
    }
    #[inline(always)]
    fn shl(self, count: u32) -> Self {
        Self::of(self.0.shl::<W>(count))
    }
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        Self::of(self.0.shr::<W>(count))
    }
    #[inline(always)]
    fn upper(self, bits: u32) -> Self {
        Self::of(self.0.upper::<W>(bits))
    }
    #[inline(always)]
    fn rotl<const K: u32>(self) -> Self {
        Self::of(self.0.rotl::<W, K>())
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        Self::of(self.0.swap_word_bytes::<W>())
    }
    #[inline(always)]
    fn zip(self, other: Self, bits: usize) -> (Self, Self) {
        let (first, second) = self.0.zip(other.0, bits);
        (Self::of(first), Self::of(second))
    }
    #[inline(always)]
    fn unzip(self, other: Self, bits: usize) -> (Self, Self) {
        let (first, second) = self.0.unzip(other.0, bits);
        (Self::of(first), Self::of(second))
    }
}

impl<R: Bytes, W: Word> Bytes for View<R, W> {
    const FAST_LOOKUP256: bool = R::FAST_LOOKUP256;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        Self::of(self.0.lookup16(table))
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        Self::of(self.0.lookup256(table))
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        Self::of(self.0.affine::<C>(map))
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        Self::of(self.0.inverse_affine(map))
    }
    const FAST_PRODUCT: bool = R::FAST_PRODUCT;
    #[inline(always)]
    fn aes_product(self, other: Self) -> Self {
        Self::of(self.0.aes_product(other.0))
    }
    #[inline(always)]
    fn aes_columns(self) -> Self {
        Self::of(self.0.aes_columns())
    }
}

/// Four words of 32 bits fill a block.
impl<R: Parts> Parts for View<R, u32> {
    const PARTS: usize = R::PARTS;
    const PART_BYTES: usize = R::PART_BYTES;

    #[inline(always)]
    fn gather<M: Messages>(isa: R::Isa, messages: &M, first: usize, start: usize) -> Self {
        Self::of(R::gather(isa, messages, first, start))
    }
    #[inline(always)]
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
        self.0.scatter(messages, first, start);
    }
}
