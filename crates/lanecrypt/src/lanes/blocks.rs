//! Registers of 128-bit blocks: what AES, carry-less products and all that is made of them are
//! written in.

use super::{Isa, Messages, Parts, each_below};

/// A register of 128-bit blocks.
pub(crate) trait Blocks: Copy {
    /// The instruction set that owns the register.
    type Isa: Isa;
    /// How many blocks.
    const BLOCKS: usize;

    /// All zero.
    fn zero(isa: Self::Isa) -> Self;
    /// The first `16 * BLOCKS` bytes of a slice, which must have them.
    fn load(isa: Self::Isa, bytes: &[u8]) -> Self;
    /// The first `4 * BLOCKS` words of a slice, which must have them; words are little-endian.
    fn load_words(isa: Self::Isa, words: &[u32]) -> Self;
    /// Writes the first `16 * BLOCKS` bytes of a slice, which must have room.
    fn store(self, bytes: &mut [u8]);
    /// Bitwise exclusive or.
    fn xor(self, other: Self) -> Self;
    /// Exclusive or of three.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// Reverses the bits of every byte.
    fn reverse_bits(self) -> Self;
    /// In every block, the carry-less product of one 64-bit half of `self` and one of `other`:
    /// the upper half where the flag is set.
    fn clmul<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self;
    /// Drops the first block, moves the others down and takes the first block of `next`.
    fn next_block(self, next: Self) -> Self;
    /// The exclusive or of all blocks, as a little-endian number.
    fn fold(self) -> u128;
}

/// A register of blocks with the rounds of AES (FIPS 197, section 5) and what its modes need.
///
/// A block is sixteen bytes as they lie in memory; as a number, byte 0 is the lowest.
pub(crate) trait AesBlocks: Blocks {
    /// The same block in every place.
    fn splat(isa: Self::Isa, block: u128) -> Self;
    /// A block of its own in every place.
    fn from_each(isa: Self::Isa, block: impl Fn(usize) -> u128) -> Self;
    /// The block in a place.
    fn block(self, place: usize) -> u128;
    /// Turns as many registers as each has blocks, at most the four given: block `j` of register `i`
    /// becomes block `i` of register `j`.
    fn turn_square(isa: Self::Isa, square: &mut [Self; 4]);
    /// Bitwise and.
    fn and(self, other: Self) -> Self;
    /// `self ^ (b & c)`.
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        self.xor(b.and(c))
    }
    /// Reverses the bytes of every block.
    fn swap_bytes(self) -> Self;
    /// Adds byte by byte, each modulo 256.
    fn add_bytes(self, other: Self) -> Self;
    /// Adds by little-endian words of 32 bits, each modulo 2^32.
    fn add_words(self, other: Self) -> Self;
    /// Adds by little-endian halves of 64 bits, each modulo 2^64.
    fn add_halves(self, other: Self) -> Self;
    /// In every word of a block its last word; with its bytes rotated by one, the second becoming
    /// the first, if `TURNED`.
    fn last_word<const TURNED: bool>(self) -> Self;
    /// In every word of a block the exclusive or of it and of those before it.
    fn sums(self) -> Self;
    /// The lower half of every block, then that of the other register's.
    fn lower_lower(self, other: Self) -> Self;
    /// The upper half of every block, then the lower one of the other register's.
    fn upper_lower(self, other: Self) -> Self;
    /// The exclusive or of all blocks.
    fn sum(self) -> <Self::Isa as Isa>::One;
    /// A block, then zeros.
    fn of_one(block: <Self::Isa as Isa>::One) -> Self;
    /// As many bytes as there are, fewer than the register has; the others are zero.
    fn load_part(isa: Self::Isa, bytes: &[u8]) -> Self;
    /// Writes as many bytes as there is room for, fewer than the register has.
    fn store_part(self, bytes: &mut [u8]);

    /// A round: ShiftRows, SubBytes, MixColumns, then exclusive or with the key.
    fn aes(self, key: Self) -> Self;
    /// The last round: the same without MixColumns.
    fn aes_last(self, key: Self) -> Self;
    /// A round of the equivalent inverse cipher (section 5.3.5): InvShiftRows, InvSubBytes,
    /// InvMixColumns, then exclusive or with the key.
    fn aes_back(self, key: Self) -> Self;
    /// The last one: the same without InvMixColumns.
    fn aes_last_back(self, key: Self) -> Self;
    /// InvMixColumns: what makes a round key one of the equivalent inverse cipher.
    fn mix_back(self) -> Self;

    /// A round of several registers, each with a key of its own.
    #[inline(always)]
    fn aes_each<const N: usize>(blocks: &mut [Self; N], keys: &[Self; N]) {
        each_below!(N, |i| blocks[i] = blocks[i].aes(keys[i]));
    }

    /// Encrypts with AES of `KEYS` round keys.
    #[inline(always)]
    fn aes_encrypt<K: BlockKeys<KEYS>, const KEYS: usize, const N: usize>(
        isa: Self::Isa,
        keys: K,
        blocks: &mut [Self; N],
    ) {
        each_below!(N, |i| blocks[i] = blocks[i].xor(keys.key(isa, 0, i)));
        for round in 1..KEYS - 1 {
            each_below!(N, |i| blocks[i] = blocks[i].aes(keys.key(isa, round, i)));
        }
        each_below!(N, |i| blocks[i] = blocks[i].aes_last(keys.key(isa, KEYS - 1, i)));
    }

    /// Encrypts as [`AesBlocks::aes_encrypt`] does, with other work between the rounds.
    #[inline(always)]
    fn aes_encrypt_beside<K: BlockKeys<KEYS>, const KEYS: usize, const N: usize>(
        isa: Self::Isa,
        keys: K,
        blocks: &mut [Self; N],
        work: &mut impl Beside,
    ) {
        each_below!(N, |i| blocks[i] = blocks[i].xor(keys.key(isa, 0, i)));
        each_below!(STEPS, |step| {
            each_below!(N, |i| blocks[i] = blocks[i].aes(keys.key(isa, step + 1, i)));
            work.step(step);
        });
        for round in STEPS + 1..KEYS - 1 {
            each_below!(N, |i| blocks[i] = blocks[i].aes(keys.key(isa, round, i)));
        }
        each_below!(N, |i| blocks[i] = blocks[i].aes_last(keys.key(isa, KEYS - 1, i)));
    }

    /// Decrypts with AES of `KEYS` round keys, those of the equivalent inverse cipher, the last
    /// one first.
    #[inline(always)]
    fn aes_decrypt<K: BlockKeys<KEYS>, const KEYS: usize, const N: usize>(
        isa: Self::Isa,
        keys: K,
        blocks: &mut [Self; N],
    ) {
        each_below!(N, |i| blocks[i] = blocks[i].xor(keys.key(isa, 0, i)));
        for round in 1..KEYS - 1 {
            each_below!(N, |i| blocks[i] = blocks[i].aes_back(keys.key(isa, round, i)));
        }
        each_below!(N, |i| blocks[i] = blocks[i].aes_last_back(keys.key(isa, KEYS - 1, i)));
    }
}

/// Work that is done in steps between the rounds of a cipher: a processor looks ahead only so far,
/// so what shall run at the same time must lie close together.
pub(crate) trait Beside {
    /// A step: each from 0 up to [`STEPS`], in this order. The number is a constant when all is
    /// inlined.
    fn step(&mut self, number: usize);
}

/// How many steps there are.
pub(crate) const STEPS: usize = 8;

/// Round keys of a cipher, `KEYS` of them, as they lie in memory, for registers of blocks.
pub(crate) trait BlockKeys<const KEYS: usize>: Copy {
    /// That of a round, for one of several registers.
    fn key<B: AesBlocks>(self, isa: B::Isa, round: usize, register: usize) -> B;
    /// All of them, if they are the same for all blocks; there is room to gather them in.
    #[inline(always)]
    fn same<'r>(&'r self, room: &'r mut [u128; KEYS]) -> Option<&'r [u128; KEYS]> {
        let _ = room;
        None
    }
}

/// Round keys that are the same for all blocks.
#[derive(Clone, Copy)]
pub(crate) struct SameKey<'a, const KEYS: usize>(pub(crate) &'a [u128; KEYS]);

impl<const KEYS: usize> BlockKeys<KEYS> for SameKey<'_, KEYS> {
    #[inline(always)]
    fn key<B: AesBlocks>(self, isa: B::Isa, round: usize, _: usize) -> B {
        B::splat(isa, self.0[round])
    }
    #[inline(always)]
    fn same<'r>(&'r self, _: &'r mut [u128; KEYS]) -> Option<&'r [u128; KEYS]> {
        Some(self.0)
    }
}

/// A round key for each of so many places of blocks: as many as are worked on together.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Places(pub(crate) [[u8; 16]; Self::COUNT]);

impl Places {
    /// How many.
    pub(crate) const COUNT: usize = 32;
    /// All zero.
    pub(crate) const ZERO: Self = Self([[0; 16]; Self::COUNT]);

    /// The blocks of a register, the first of which is in this place.
    #[inline(always)]
    pub(crate) fn register<B: AesBlocks>(&self, isa: B::Isa, place: usize) -> B {
        B::load(isa, self.0[place..][..B::BLOCKS].as_flattened())
    }

    /// Puts the blocks of a register there, the first of which goes into this place.
    #[inline(always)]
    pub(crate) fn put<B: AesBlocks>(&mut self, blocks: B, place: usize) {
        blocks.store(self.0[place..][..B::BLOCKS].as_flattened_mut());
    }
}

/// Round keys of their own for every place: block `b` of register `r` is in place
/// `r * BLOCKS + b`.
#[derive(Clone, Copy)]
pub(crate) struct EachKey<'a, const KEYS: usize>(pub(crate) &'a [Places; KEYS]);

impl<const KEYS: usize> BlockKeys<KEYS> for EachKey<'_, KEYS> {
    #[inline(always)]
    fn key<B: AesBlocks>(self, isa: B::Isa, round: usize, register: usize) -> B {
        self.0[round].register(isa, register * B::BLOCKS)
    }
}

/// The round keys of one of many places, for all blocks.
#[derive(Clone, Copy)]
pub(crate) struct PlaceKey<'a, const KEYS: usize>(pub(crate) &'a [Places; KEYS], pub(crate) usize);

impl<const KEYS: usize> BlockKeys<KEYS> for PlaceKey<'_, KEYS> {
    #[inline(always)]
    fn key<B: AesBlocks>(self, isa: B::Isa, round: usize, _: usize) -> B {
        B::splat(isa, u128::from_le_bytes(self.0[round].0[self.1 % Places::COUNT]))
    }
    #[inline(always)]
    fn same<'r>(&'r self, room: &'r mut [u128; KEYS]) -> Option<&'r [u128; KEYS]> {
        for (key, places) in room.iter_mut().zip(self.0) {
            *key = u128::from_le_bytes(places.0[self.1 % Places::COUNT]);
        }
        Some(room)
    }
}

/// `N` registers as one.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Several<B, const N: usize>([B; N]);

impl<B: Copy, const N: usize> Several<B, N> {
    /// Of its registers.
    #[inline(always)]
    pub(super) fn of(registers: [B; N]) -> Self {
        Self(registers)
    }
    /// Its registers.
    #[inline(always)]
    pub(super) fn registers(self) -> [B; N] {
        self.0
    }
}

/// An operation on each register of [`Several`], at most four.
macro_rules! on_each {
    ($n:expr, $out:ident = $start:expr, |$i:ident| $value:expr) => {{
        let mut $out = $start;
        each_below!($n, |$i| $out.0[$i] = $value);
        $out
    }};
}

impl<B: Blocks, const N: usize> Blocks for Several<B, N> {
    type Isa = B::Isa;
    const BLOCKS: usize = N * B::BLOCKS;

    #[inline(always)]
    fn zero(isa: B::Isa) -> Self {
        Self([B::zero(isa); N])
    }
    #[inline(always)]
    fn load(isa: B::Isa, bytes: &[u8]) -> Self {
        let bytes = &bytes[..16 * Self::BLOCKS];
        on_each!(N, out = Self::zero(isa), |i| B::load(isa, &bytes[16 * i * B::BLOCKS..]))
    }
    #[inline(always)]
    fn load_words(isa: B::Isa, words: &[u32]) -> Self {
        let words = &words[..4 * Self::BLOCKS];
        on_each!(N, out = Self::zero(isa), |i| B::load_words(isa, &words[4 * i * B::BLOCKS..]))
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..16 * Self::BLOCKS];
        each_below!(N, |i| self.0[i].store(&mut bytes[16 * i * B::BLOCKS..]));
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].xor(other.0[i]))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].xor3(b.0[i], c.0[i]))
    }
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        on_each!(N, out = self, |i| self.0[i].reverse_bits())
    }
    #[inline(always)]
    fn clmul<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].clmul::<UPPER, OTHER_UPPER>(other.0[i]))
    }
    #[inline(always)]
    fn next_block(self, next: Self) -> Self {
        on_each!(N, out = self, |i| {
            self.0[i].next_block(if i + 1 < N { self.0[(i + 1) % N] } else { next.0[0] })
        })
    }
    #[inline(always)]
    fn fold(self) -> u128 {
        let mut sum = self.0[0];
        each_below!(N, |i| if i > 0 {
            sum = sum.xor(self.0[i]);
        });
        sum.fold()
    }
}

impl<B: Parts, const N: usize> Parts for Several<B, N> {
    type Isa = B::Isa;
    const PARTS: usize = N * B::PARTS;
    const PART_BYTES: usize = B::PART_BYTES;

    #[inline(always)]
    fn gather<M: Messages>(isa: B::Isa, messages: &M, first: usize, start: usize) -> Self {
        let mut out = Self([B::gather(isa, messages, first, start); N]);
        each_below!(N, |i| out.0[i] = B::gather(isa, messages, first + i * B::PARTS, start));
        out
    }
    #[inline(always)]
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
        each_below!(N, |i| self.0[i].scatter(messages, first + i * B::PARTS, start));
    }
}

impl<B: AesBlocks, const N: usize> AesBlocks for Several<B, N> {
    #[inline(always)]
    fn splat(isa: B::Isa, block: u128) -> Self {
        Self([B::splat(isa, block); N])
    }
    #[inline(always)]
    fn from_each(isa: B::Isa, block: impl Fn(usize) -> u128) -> Self {
        on_each!(N, out = Self::zero(isa), |i| B::from_each(isa, |j| block(i * B::BLOCKS + j)))
    }
    #[inline(always)]
    fn block(self, place: usize) -> u128 {
        self.0[place / B::BLOCKS].block(place % B::BLOCKS)
    }
    #[inline(always)]
    fn turn_square(isa: B::Isa, square: &mut [Self; 4]) {
        let before = *square;
        each_below!(Self::BLOCKS, |j| square[j] = Self::from_each(isa, |i| before[i % 4].block(j)));
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].and(other.0[i]))
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].xor_and(b.0[i], c.0[i]))
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        on_each!(N, out = self, |i| self.0[i].swap_bytes())
    }
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].add_bytes(other.0[i]))
    }
    #[inline(always)]
    fn add_words(self, other: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].add_words(other.0[i]))
    }
    #[inline(always)]
    fn add_halves(self, other: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].add_halves(other.0[i]))
    }
    #[inline(always)]
    fn last_word<const TURNED: bool>(self) -> Self {
        on_each!(N, out = self, |i| self.0[i].last_word::<TURNED>())
    }
    #[inline(always)]
    fn sums(self) -> Self {
        on_each!(N, out = self, |i| self.0[i].sums())
    }
    #[inline(always)]
    fn lower_lower(self, other: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].lower_lower(other.0[i]))
    }
    #[inline(always)]
    fn upper_lower(self, other: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].upper_lower(other.0[i]))
    }
    #[inline(always)]
    fn sum(self) -> <B::Isa as Isa>::One {
        let mut sum = self.0[0];
        each_below!(N, |i| if i > 0 {
            sum = sum.xor(self.0[i]);
        });
        sum.sum()
    }
    #[inline(always)]
    fn of_one(block: <B::Isa as Isa>::One) -> Self {
        let first = B::of_one(block);
        // Nothing but zeros.
        let zero = first.xor(first);
        on_each!(N, out = Self([zero; N]), |i| if i == 0 { first } else { zero })
    }
    #[inline(always)]
    fn load_part(isa: B::Isa, bytes: &[u8]) -> Self {
        let size = 16 * B::BLOCKS;
        on_each!(N, out = Self::zero(isa), |i| {
            let bytes = &bytes[(i * size).min(bytes.len())..];
            if bytes.len() < size { B::load_part(isa, bytes) } else { B::load(isa, bytes) }
        })
    }
    #[inline(always)]
    fn store_part(self, bytes: &mut [u8]) {
        let (size, end) = (16 * B::BLOCKS, bytes.len());
        each_below!(N, |i| {
            let bytes = &mut bytes[(i * size).min(end)..];
            if bytes.len() < size {
                self.0[i].store_part(bytes);
            } else {
                self.0[i].store(bytes);
            }
        });
    }
    #[inline(always)]
    fn aes(self, key: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].aes(key.0[i]))
    }
    #[inline(always)]
    fn aes_last(self, key: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].aes_last(key.0[i]))
    }
    #[inline(always)]
    fn aes_back(self, key: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].aes_back(key.0[i]))
    }
    #[inline(always)]
    fn aes_last_back(self, key: Self) -> Self {
        on_each!(N, out = self, |i| self.0[i].aes_last_back(key.0[i]))
    }
    #[inline(always)]
    fn mix_back(self) -> Self {
        on_each!(N, out = self, |i| self.0[i].mix_back())
    }
    #[inline(always)]
    fn aes_each<const M: usize>(blocks: &mut [Self; M], keys: &[Self; M]) {
        // Register by register of the several, so that backends which work on many at once can.
        each_below!(N, |i| {
            let mut part = [blocks[0].0[i]; M];
            let mut part_keys = part;
            each_below!(M, |j| (part[j], part_keys[j]) = (blocks[j].0[i], keys[j].0[i]));
            B::aes_each(&mut part, &part_keys);
            each_below!(M, |j| blocks[j].0[i] = part[j]);
        });
    }
}

/// Fewer than 16 bytes as a number, the first the lowest, with loads that overlap: nothing here
/// becomes a call or a loop.
#[inline(always)]
pub(crate) fn part_number(bytes: &[u8]) -> u128 {
    let count = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        u128::from(first) | u128::from(last) << ((8 * (count - 8)) & 127)
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        (u64::from(first) | u64::from(last) << (8 * (count - 4))).into()
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u16::from_le_bytes(*first), u16::from_le_bytes(*last));
        (u32::from(first) | u32::from(last) << (8 * (count - 2))).into()
    } else {
        bytes.first().map_or(0, |byte| u128::from(*byte))
    }
}

/// Writes the lowest bytes of a number, fewer than 16, likewise.
#[inline(always)]
pub(super) fn store_part_number(number: u128, bytes: &mut [u8]) {
    let count = bytes.len();
    if let Some(first) = bytes.first_chunk_mut() {
        *first = (number as u64).to_le_bytes();
        if let Some(last) = bytes.last_chunk_mut() {
            *last = ((number >> ((8 * (count - 8)) & 127)) as u64).to_le_bytes();
        }
    } else if let Some(first) = bytes.first_chunk_mut() {
        *first = (number as u32).to_le_bytes();
        if let Some(last) = bytes.last_chunk_mut() {
            *last = ((number as u64 >> (8 * (count - 4))) as u32).to_le_bytes();
        }
    } else if let Some(first) = bytes.first_chunk_mut() {
        *first = (number as u16).to_le_bytes();
        if let Some(last) = bytes.last_chunk_mut() {
            *last = ((number as u32 >> (8 * (count - 2))) as u16).to_le_bytes();
        }
    } else if let Some(byte) = bytes.first_mut() {
        *byte = number as u8;
    }
}
