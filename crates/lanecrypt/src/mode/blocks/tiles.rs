//! Data in tiles of registers: as many as hide latency, then fewer, then what is left of one.

use core::mem::ManuallyDrop;

use super::{RoundKeys, Rounds};
use crate::Backend;
use crate::lanes::{
    AesBlocks, BlockKeys, Blocks, InOut, Isa, KeyAt, PlacedKeys, SharedKey, Tile, Vector as _,
    unroll,
};

/// Registers that are worked on together where there is enough data: more than the latency of a
/// round times the rounds that can start in a cycle.
pub(super) const TOGETHER: usize = 8;

/// What a mode does with data, a tile after another.
pub(super) trait Step<I: Isa> {
    /// With `N` whole registers.
    fn whole<const N: usize>(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>);
    /// With the end of a message, which has more than `N` - 2 and less than `N` registers.
    fn end<const N: usize>(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>);
}

/// A block cipher with its keys, in one direction.
pub(super) trait Blockwise {
    fn apply<B: AesBlocks, const N: usize>(&self, isa: B::Isa, blocks: &mut [B; N]);
}

/// Encrypts with some keys, or decrypts with those for that if `DECRYPT`.
struct WithKeys<K, const DECRYPT: bool> {
    keys: K,
}

impl<K: BlockKeys, const DECRYPT: bool> Blockwise for WithKeys<K, DECRYPT> {
    #[inline(always)]
    fn apply<B: AesBlocks, const N: usize>(&self, isa: B::Isa, blocks: &mut [B; N]) {
        if DECRYPT {
            Rounds::decrypt(isa, self.keys, blocks);
        } else {
            Rounds::encrypt(isa, self.keys, blocks);
        }
    }
}

/// The keys of one message or several.
pub(super) trait KeyRing: Copy {
    /// In what form.
    type Key: BlockKeys;
    /// That of a message.
    fn of(self, message: usize) -> Self::Key;
    /// In what form for blocks of different messages.
    type Keys: BlockKeys;
    /// Those of the messages from one on, a block each.
    fn from(self, message: usize) -> Self::Keys;
    /// The keys in places, unless one is for all.
    fn places(&self) -> Option<PlacedKeys<'_>>;
}

impl KeyRing for SharedKey<'_> {
    type Key = Self;
    #[inline(always)]
    fn of(self, _: usize) -> Self {
        self
    }
    type Keys = Self;
    #[inline(always)]
    fn from(self, _: usize) -> Self {
        self
    }
    #[inline(always)]
    fn places(&self) -> Option<PlacedKeys<'_>> {
        None
    }
}

impl<'a> KeyRing for PlacedKeys<'a> {
    type Key = KeyAt<'a>;
    #[inline(always)]
    fn of(self, message: usize) -> KeyAt<'a> {
        KeyAt(self, message)
    }
    type Keys = KeysFrom<'a>;
    #[inline(always)]
    fn from(self, message: usize) -> KeysFrom<'a> {
        KeysFrom(self, message)
    }
    #[inline(always)]
    fn places(&self) -> Option<PlacedKeys<'_>> {
        Some(*self)
    }
}

/// Round keys of their own for every place, from a place on.
#[derive(Clone, Copy)]
pub(super) struct KeysFrom<'a>(pub(super) PlacedKeys<'a>, pub(super) usize);

impl BlockKeys for KeysFrom<'_> {
    const OF_PLACES: bool = true;

    #[inline(always)]
    fn first(self) -> usize {
        self.0.first
    }
    #[inline(always)]
    fn key<B: AesBlocks>(self, isa: B::Isa, slot: usize, register: usize) -> B {
        self.0.keys[slot].register(isa, self.1 + register * B::BLOCKS)
    }
}

/// Does it with all of the data of a message.
#[inline(always)]
pub(super) fn each_tile<I: Isa, const DECRYPT: bool>(
    isa: I,
    keys: impl BlockKeys,
    step: &mut impl Step<I>,
    mut data: InOut<'_>,
) {
    let cipher = &WithKeys::<_, DECRYPT> { keys };
    let register = 16 * I::Aes::BLOCKS;
    // Short messages skip all of this with one branch.
    if data.len() > register {
        while data.len() >= TOGETHER * register {
            step.whole::<TOGETHER>(isa, cipher, &mut data.take(TOGETHER * register));
        }
        // One step of eight registers, even if one is not needed: smaller steps have too few independent blocks.
        if I::Aes::WIDE_END && data.len() > (TOGETHER - 2) * register {
            let bytes = data.len();
            return step.end::<TOGETHER>(isa, cipher, &mut data.take(bytes));
        }
        if data.len() >= 4 * register {
            step.whole::<4>(isa, cipher, &mut data.take(4 * register));
        }
        if data.len() >= 2 * register {
            step.whole::<2>(isa, cipher, &mut data.take(2 * register));
        }
    }
    if data.len() >= register {
        step.whole::<1>(isa, cipher, &mut data.take(register));
    }
    let bytes = data.len();
    if bytes > 0 {
        step.end::<1>(isa, cipher, &mut data.take(bytes));
    }
}

/// Encrypts while a key is expanded, given its bytes.
struct WhileExpanded<'a>(&'a [u8]);

impl Blockwise for WhileExpanded<'_> {
    #[inline(always)]
    fn apply<B: AesBlocks, const N: usize>(&self, isa: B::Isa, blocks: &mut [B; N]) {
        Rounds::encrypt_fresh(isa, self.0, blocks, None);
    }
}

/// Does it with all of the data of a message, under a key whose bytes are given, of the right length.
#[inline(always)]
pub(super) fn each_tile_fresh<I: Isa, const DECRYPT: bool>(
    isa: I,
    key: &[u8],
    step: &mut impl Step<I>,
    mut data: InOut<'_>,
) {
    let register = 16 * I::Aes::BLOCKS;
    let bytes = data.len();
    // Planes of bits are made for all rounds at once.
    if !DECRYPT && bytes <= register && !matches!(I::BACKEND, Backend::Portable) {
        let cipher = &WhileExpanded(key);
        if bytes == register {
            step.whole::<1>(isa, cipher, &mut data.take(bytes));
        } else if bytes > 0 {
            step.end::<1>(isa, cipher, &mut data.take(bytes));
        }
    } else {
        // Not wiped on drop: that would have this kernel call the unwinder.
        let mut keys = ManuallyDrop::new(RoundKeys::NONE);
        keys.expand_here::<I, DECRYPT>(isa, key);
        each_tile::<I, DECRYPT>(isa, keys.shared(), step, data);
        keys.wipe();
    }
}

/// Registers of a tile.
#[inline(always)]
pub(super) fn load<I: Isa, const N: usize>(isa: I, tile: &Tile<'_>) -> [I::Aes; N] {
    let register = 16 * I::Aes::BLOCKS;
    let mut blocks = [I::Aes::zero(isa); N];
    unroll!(N, |i| blocks[i] = I::Aes::load(isa, tile.input(i * register, register)));
    blocks
}

/// Registers of the end of a message: see [`Step::end`]. What is beyond it is zeros.
#[inline(always)]
pub(super) fn load_end<I: Isa, const N: usize>(isa: I, tile: &Tile<'_>) -> [I::Aes; N] {
    let register = 16 * I::Aes::BLOCKS;
    let mut blocks = [I::Aes::zero(isa); N];
    unroll!(N, |i| blocks[i] = load_register::<I, N>(isa, tile, i * register));
    blocks
}

/// A register of such an end from a byte on, likewise.
#[inline(always)]
pub(super) fn load_register<I: Isa, const N: usize>(isa: I, tile: &Tile<'_>, at: usize) -> I::Aes {
    let register = 16 * I::Aes::BLOCKS;
    let rest = tile.input_from(at);
    match rest.get(..register) {
        Some(whole) if N > 1 => I::Aes::load(isa, whole),
        _ if N > 1 && rest.is_empty() => I::Aes::zero(isa),
        _ => I::Aes::load_part(isa, rest),
    }
}

/// Writes such registers.
#[inline(always)]
pub(super) fn store_end<I: Isa, const N: usize>(mut blocks: [I::Aes; N], tile: &mut Tile<'_>) {
    let register = 16 * I::Aes::BLOCKS;
    // Otherwise the compiler moves all rounds of a register that may not be needed behind the others.
    if N > 1 {
        unroll!(N, |i| blocks[i] = blocks[i].in_order());
    }
    unroll!(N, |i| {
        let rest = tile.output_from(i * register);
        if N > 1 && rest.len() >= register {
            blocks[i].store(&mut rest[..register]);
        } else if N == 1 || !rest.is_empty() {
            blocks[i].store_part(rest);
        }
    });
}
