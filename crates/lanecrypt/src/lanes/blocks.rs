//! Registers of 128-bit blocks: what AES, carry-less products and all that is made of them are
//! written in.

use core::ops::Range;

use super::{Isa, Lanes as _, View, Words, unroll, wipe};
use crate::Backend;

/// A register of 128-bit blocks.
pub(crate) trait Blocks: Words {
    /// How many blocks.
    const BLOCKS: usize;
    /// Whether a carry-less product takes so long that a few other operations are better than one more.
    const SLOW_CLMUL: bool = false;

    /// The first `4 * BLOCKS` words of a slice, which must have them; words are little-endian.
    #[inline(always)]
    fn of_words(isa: Self::Isa, words: &[u32]) -> Self {
        View::<Self, u32>::load_words(isa, words).register()
    }
    /// Reverses the bits of every byte.
    fn reverse_bits(self) -> Self;
    /// In every block, the carry-less product of one 64-bit half of `self` and one of `other`:
    /// the upper half where the flag is set.
    fn clmul<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self;
    /// Exchanges rows and columns of the bytes of every block, four of each: byte `4 r + c` becomes
    /// byte `4 c + r`.
    fn transpose_bytes(self) -> Self;
    /// In every block the bytes of both registers in turns: first those of the lower halves, then those of
    /// the upper ones.
    fn zip_bytes(self, other: Self) -> (Self, Self);
    /// In every block the bytes from `K` on, then the first `K` bytes of the other register's block.
    fn align<const K: i32>(self, next: Self) -> Self;
    /// In every block the lower half of `self`, then that of `other`.
    #[inline(always)]
    fn unpack_lo(self, other: Self) -> Self {
        self.zip(other, 64).0
    }
    /// Drops the first block, moves the others down and takes the first block of `next`.
    fn next_block(self, next: Self) -> Self;
    /// Drops the last block, moves the others up and takes the last block of `before`.
    fn previous_block(self, before: Self) -> Self;
    /// The exclusive or of all blocks, as a little-endian number.
    fn xor_all_block(self) -> u128;
}

/// A register of blocks with the rounds of AES (FIPS 197, section 5) and what its modes need.
///
/// A block is sixteen bytes as they lie in memory; as a number, byte 0 is the lowest.
pub(crate) trait AesBlocks: Blocks {
    /// Whether the end of a message is processed faster in one step, with a register that is not needed, than in
    /// several smaller steps. That needs fast loads and stores of a part of a register.
    const WIDE_END: bool = false;

    /// Whether the exclusive or of three is one operation.
    const FAST_XOR3: bool = false;

    /// Whether there are so many registers that the compiler keeps constants in them, and copies them to the stack where
    /// these are too many after all.
    const KEEPS_CONSTANTS: bool = false;

    /// The same block in every place.
    fn splat(isa: Self::Isa, block: u128) -> Self;
    /// A block of its own in every place.
    fn from_each(isa: Self::Isa, block: impl Fn(usize) -> u128) -> Self;
    /// The block in a place.
    fn block(self, place: usize) -> u128;
    /// Turns as many registers as each has blocks, at most the four given: block `j` of register `i`
    /// becomes block `i` of register `j`.
    fn transpose(isa: Self::Isa, square: &mut [Self; 4]);
    /// Reverses the bytes of every block.
    fn swap_bytes(self) -> Self;
    /// In every word of a block its last word; with its bytes rotated by one, the second becoming
    /// the first, if `ROTATED`.
    fn last_word<const ROTATED: bool>(self) -> Self;
    /// In every word of a block the exclusive or of it and of those before it.
    fn prefix_xor(self) -> Self;
    /// The exclusive or of all blocks.
    fn xor_all(self) -> <Self::Isa as Isa>::One;
    /// Block `j` is the exclusive or of all blocks of register `j`, of as many registers as each has blocks.
    #[inline(always)]
    fn xor_each(isa: Self::Isa, mut registers: [Self; 4]) -> Self {
        Self::transpose(isa, &mut registers);
        let [a, b, c, d] = registers;
        match Self::BLOCKS {
            1 => a,
            2 => a.xor(b),
            _ => a.xor(b).xor3(c, d),
        }
    }
    /// The first block.
    fn first(self) -> <Self::Isa as Isa>::One;
    /// A block, then zeros.
    fn of_one(block: <Self::Isa as Isa>::One) -> Self;
    /// As many bytes as there are, fewer than the register has; the others are zero.
    fn load_part(isa: Self::Isa, bytes: &[u8]) -> Self;
    /// Writes as many bytes as there is room for, fewer than the register has.
    fn store_part(self, bytes: &mut [u8]);

    /// The register, unchanged. The compiler keeps all calls of this function in the order of the source, so what
    /// is computed before one call is not moved behind the next. Only registers of 256 and 512 bits do this.
    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }
    /// A round: ShiftRows, SubBytes, MixColumns, then exclusive or with the key.
    fn aes_enc(self, key: Self) -> Self;
    /// The last round: the same without MixColumns.
    fn aes_enc_last(self, key: Self) -> Self;
    /// A round of the equivalent inverse cipher (section 5.3.5): InvShiftRows, InvSubBytes,
    /// InvMixColumns, then exclusive or with the key.
    fn aes_dec(self, key: Self) -> Self;
    /// The last one: the same without InvMixColumns.
    fn aes_dec_last(self, key: Self) -> Self;
    /// InvMixColumns: what makes a round key one of the equivalent inverse cipher.
    fn inv_mix_columns(self) -> Self;

    /// A round of several registers, each with a key of its own.
    #[inline(always)]
    fn aes_enc_each<const N: usize>(blocks: &mut [Self; N], keys: &[Self; N]) {
        unroll!(N, |i| blocks[i] = blocks[i].aes_enc(keys[i]));
    }

    /// Rounds of AES with the round keys of some slots.
    #[inline(always)]
    fn aes_rounds<K: BlockKeys, const N: usize>(
        isa: Self::Isa,
        keys: K,
        blocks: &mut [Self; N],
        slots: Range<usize>,
    ) {
        for slot in slots {
            unroll!(N, |i| blocks[i] = blocks[i].aes_enc(keys.key(isa, slot, i)));
        }
    }

    /// What comes before the rounds that keys of all lengths have.
    #[inline(always)]
    fn aes_begin<K: BlockKeys, const N: usize>(isa: Self::Isa, keys: K, blocks: &mut [Self; N]) {
        let first = keys.first();
        // Many blocks under one key are met with the first round key at once, wherever it is, so that this is one
        // operation with what comes before. Few blocks do not wait for where it is, and neither do keys of their own.
        // The remainder changes no slot; from it the compiler sees that there is such a slot.
        let at_once = N > 2 && !K::OF_PLACES;
        if at_once {
            unroll!(N, |i| blocks[i] = blocks[i].xor(keys.key(isa, first % 8, i)));
        }
        if first < FIRST_OF_128 {
            if first < FIRST_OF_192 {
                if !at_once {
                    unroll!(N, |i| blocks[i] = blocks[i].xor(keys.key(isa, 0, i)));
                }
                Self::aes_rounds(isa, keys, blocks, 1..FIRST_OF_192 + 1);
            } else if !at_once {
                unroll!(N, |i| blocks[i] = blocks[i].xor(keys.key(isa, FIRST_OF_192, i)));
            }
            Self::aes_rounds(isa, keys, blocks, FIRST_OF_192 + 1..FIRST_OF_128 + 1);
        } else if !at_once {
            unroll!(N, |i| blocks[i] = blocks[i].xor(keys.key(isa, FIRST_OF_128, i)));
        }
    }

    /// Encrypts with AES.
    #[inline(always)]
    fn aes_encrypt<K: BlockKeys, const N: usize>(isa: Self::Isa, keys: K, blocks: &mut [Self; N]) {
        Self::aes_begin(isa, keys, blocks);
        Self::aes_rounds(isa, keys, blocks, FIRST_OF_128 + 1..LAST_KEY);
        unroll!(N, |i| blocks[i] = blocks[i].aes_enc_last(keys.key(isa, LAST_KEY, i)));
    }

    /// Encrypts blocks that were met with the first round key already, with a last round key that is given: the last one
    /// of the key, which may have been met with what comes after.
    #[inline(always)]
    fn aes_encrypt_met<K: BlockKeys, const N: usize>(
        isa: Self::Isa,
        keys: K,
        blocks: &mut [Self; N],
        last: &[Self; N],
    ) {
        let mut rounds = |slots: Range<usize>| {
            for slot in slots {
                unroll!(N, |i| blocks[i] = blocks[i].aes_enc(keys.key(isa, slot, i)));
            }
        };
        let first = keys.first();
        if first < FIRST_OF_128 {
            if first < FIRST_OF_192 {
                rounds(1..FIRST_OF_192 + 1);
            }
            rounds(FIRST_OF_192 + 1..FIRST_OF_128 + 1);
        }
        rounds(FIRST_OF_128 + 1..LAST_KEY);
        unroll!(N, |i| blocks[i] = blocks[i].aes_enc_last(last[i]));
    }

    /// Encrypts as [`AesBlocks::aes_encrypt`] does, with other work between the rounds.
    #[inline(always)]
    fn aes_encrypt_stitched<K: BlockKeys, const N: usize>(
        isa: Self::Isa,
        keys: K,
        blocks: &mut [Self; N],
        work: &mut impl Stitch,
    ) {
        const { assert!(FIRST_OF_128 + STEPS < LAST_KEY) };
        Self::aes_begin(isa, keys, blocks);
        unroll!(STEPS, |step| {
            unroll!(N, |i| {
                let key = keys.key(isa, FIRST_OF_128 + 1 + step, i);
                blocks[i] = blocks[i].aes_enc(key).in_order();
            });
            work.step(step);
        });
        Self::aes_rounds(isa, keys, blocks, FIRST_OF_128 + 1 + STEPS..LAST_KEY);
        unroll!(N, |i| blocks[i] = blocks[i].aes_enc_last(keys.key(isa, LAST_KEY, i)));
    }

    /// Rounds of the equivalent inverse cipher with the round keys of some slots, the last one first.
    #[inline(always)]
    fn aes_rounds_back<K: BlockKeys, const N: usize>(
        isa: Self::Isa,
        keys: K,
        blocks: &mut [Self; N],
        slots: Range<usize>,
    ) {
        for slot in slots.rev() {
            unroll!(N, |i| blocks[i] = blocks[i].aes_dec(keys.key(isa, slot, i)));
        }
    }

    /// Decrypts with AES, given the round keys of the equivalent inverse cipher.
    #[inline(always)]
    fn aes_decrypt<K: BlockKeys, const N: usize>(isa: Self::Isa, keys: K, blocks: &mut [Self; N]) {
        let first = keys.first();
        unroll!(N, |i| blocks[i] = blocks[i].xor(keys.key(isa, LAST_KEY, i)));
        Self::aes_rounds_back(isa, keys, blocks, FIRST_OF_128 + 1..LAST_KEY);
        if first < FIRST_OF_128 {
            Self::aes_rounds_back(isa, keys, blocks, FIRST_OF_192 + 1..FIRST_OF_128 + 1);
            if first < FIRST_OF_192 {
                Self::aes_rounds_back(isa, keys, blocks, 1..FIRST_OF_192 + 1);
            }
        }
        unroll!(N, |i| blocks[i] = blocks[i].aes_dec_last(keys.key(isa, first % 8, i)));
    }
}

/// Work that is done in steps between the rounds of a cipher: a processor looks ahead only so far,
/// so what shall run at the same time must lie close together.
pub(crate) trait Stitch {
    /// Whether there is nothing to do.
    const IDLE: bool = false;

    /// A step: each from 0 up to [`STEPS`], in this order. The number is a constant when all is
    /// inlined.
    fn step(&mut self, number: usize);
}

/// How many steps there are.
pub(crate) const STEPS: usize = 8;

/// The slots for round keys of AES, of which keys of 32 bytes use all. The round keys of shorter keys are in the last
/// ones, so that most rounds have the same slot with keys of all lengths. Round keys for decryption are those of the
/// equivalent inverse cipher, in the slots that they have for encryption.
pub(crate) const ROUND_KEYS: usize = 15;

/// The slot of the last round key.
pub(crate) const LAST_KEY: usize = ROUND_KEYS - 1;

/// The slot of the first round key of a key of 16 bytes.
pub(crate) const FIRST_OF_128: usize = 4;

/// The same of a key of 24 bytes.
pub(crate) const FIRST_OF_192: usize = 2;

/// Round keys of AES for registers of blocks.
pub(crate) trait BlockKeys: Copy {
    /// Whether every block has its own.
    const OF_PLACES: bool = false;

    /// The slot of the first: 0 or one of the two above.
    fn first(self) -> usize;
    /// That of a slot, for one of several registers.
    fn key<B: AesBlocks>(self, isa: B::Isa, slot: usize, register: usize) -> B;
    /// All of them, if they are the same for all blocks; there is room to gather them in.
    #[inline(always)]
    fn same<'r>(&'r self, room: &'r mut [u128; ROUND_KEYS]) -> Option<&'r [u128; ROUND_KEYS]> {
        let _ = room;
        None
    }
}

/// The round keys of one key of AES, for one direction.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Schedule {
    pub(crate) keys: [u128; ROUND_KEYS],
    /// The slot of the first.
    pub(crate) first: usize,
    /// Instead of padding, which would be copied as it is.
    _zeros: [u8; 16 - size_of::<usize>()],
}

impl Schedule {
    /// All zero.
    pub(crate) const ZERO: Self =
        Self { keys: [0; ROUND_KEYS], first: 0, _zeros: [0; 16 - size_of::<usize>()] };
}

/// Round keys that are the same for all blocks.
#[derive(Clone, Copy)]
pub(crate) struct SharedKey<'a>(pub(crate) &'a Schedule);

impl BlockKeys for SharedKey<'_> {
    #[inline(always)]
    fn first(self) -> usize {
        self.0.first
    }
    #[inline(always)]
    fn key<B: AesBlocks>(self, isa: B::Isa, slot: usize, _: usize) -> B {
        B::splat(isa, self.0.keys[slot])
    }
    #[inline(always)]
    fn same<'r>(&'r self, _: &'r mut [u128; ROUND_KEYS]) -> Option<&'r [u128; ROUND_KEYS]> {
        Some(&self.0.keys)
    }
}

/// A round key for each of so many places of blocks: as many as are worked on together.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct BlockArray(pub(crate) [[u8; 16]; Self::COUNT]);

impl BlockArray {
    /// How many.
    pub(crate) const COUNT: usize = 32;
    /// All zero.
    pub(crate) const ZERO: Self = Self([[0; 16]; Self::COUNT]);

    /// The blocks of a register, the first of which is in this place.
    #[inline(always)]
    pub(crate) fn register<B: AesBlocks>(&self, isa: B::Isa, place: usize) -> B {
        B::load(isa, self.0[place..][..B::BLOCKS].as_flattened())
    }

    /// Wipes what kernels have written when so many places, from the first on, were in use. Kernels write
    /// whole registers: at most eight places if at most four were in use.
    #[inline(always)]
    pub(crate) fn wipe(&mut self, places: usize) {
        const WRITTEN: usize = 8;
        match self.0.first_chunk_mut::<WRITTEN>() {
            Some(first) if places <= 4 => wipe(first, [[0; 16]; WRITTEN]),
            _ => wipe(self, Self::ZERO),
        }
    }

    /// Puts the blocks of a register there, the first of which goes into this place.
    #[inline(always)]
    pub(crate) fn put<B: AesBlocks>(&mut self, blocks: B, place: usize) {
        blocks.store(self.0[place..][..B::BLOCKS].as_flattened_mut());
    }
}

/// The blocks of a register of [`Isa::Aes`].
#[inline(always)]
pub(crate) fn blocks_of_register(backend: Backend) -> usize {
    match backend {
        Backend::Avx512 => 4,
        Backend::Avx2Vaes | Backend::Avx2Gfni => 2,
        _ => 1,
    }
}

/// Round keys in places: for each slot, those of all of the keys.
#[derive(Clone, Copy)]
pub(crate) struct PlacedKeys<'a> {
    pub(crate) keys: &'a [BlockArray; ROUND_KEYS],
    /// The slot of the first ones.
    pub(crate) first: usize,
}

/// The round keys of one of many places, for all blocks.
#[derive(Clone, Copy)]
pub(crate) struct KeyAt<'a>(pub(crate) PlacedKeys<'a>, pub(crate) usize);

impl BlockKeys for KeyAt<'_> {
    #[inline(always)]
    fn first(self) -> usize {
        self.0.first
    }
    #[inline(always)]
    fn key<B: AesBlocks>(self, isa: B::Isa, slot: usize, _: usize) -> B {
        B::splat(isa, u128::from_le_bytes(self.0.keys[slot].0[self.1 % BlockArray::COUNT]))
    }
    #[inline(always)]
    fn same<'r>(&'r self, room: &'r mut [u128; ROUND_KEYS]) -> Option<&'r [u128; ROUND_KEYS]> {
        for (key, places) in room.iter_mut().zip(self.0.keys) {
            *key = u128::from_le_bytes(places.0[self.1 % BlockArray::COUNT]);
        }
        Some(room)
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
