//! What is done with the blocks of many messages at once, each under its own key.

use super::super::Rounds;
use super::super::tiles::{KeyRing, KeysFrom};
use crate::Backend;
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, BlockKeys, Blocks, FIRST_OF_128, FullWidth, Isa, Kernel,
    LanePointers, Lines, PlacedKeys, Run, Vector as _, align_stack, blocks_of_register, unroll,
    wipe,
};

/// How many places a backend works on together at most.
pub(in crate::mode::blocks) fn places(backend: Backend) -> usize {
    TOGETHER * blocks_of_register(backend)
}

/// The most registers that are worked on together.
pub(in crate::mode::blocks) const TOGETHER: usize = 8;

/// Chains the blocks of messages side by side, as many of each as the first to end has.
pub(super) struct Side<'a, 'd, const WRITE: bool> {
    pub(super) keys: PlacedKeys<'a>,
    /// The last block of each.
    pub(super) state: &'a mut BlockArray,
    pub(super) pointers: &'a mut LanePointers<'d, WRITE>,
    /// Room for the kernel.
    pub(super) stage: &'a mut Stage,
}

impl<const WRITE: bool> Kernel for Side<'_, '_, WRITE> {
    /// The places whose messages have ended, a bit each.
    type Output = u32;
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) -> u32 {
        align_stack();
        let places = u32::BITS - self.pointers.taken().leading_zeros();
        let registers = (places as usize).div_ceil(I::Aes::BLOCKS);
        match registers {
            0..=1 => self.registers::<I, 1>(isa),
            2 => self.registers::<I, 2>(isa),
            3..=4 => self.registers::<I, 4>(isa),
            _ => self.registers::<I, TOGETHER>(isa),
        }
    }
}

impl<const WRITE: bool> Side<'_, '_, WRITE> {
    #[inline(always)]
    fn registers<I: Isa, const N: usize>(&mut self, isa: I) -> u32 {
        let (blocks, places) = (I::Aes::BLOCKS, N * I::Aes::BLOCKS);
        let mut state = [I::Aes::zero(isa); N];
        unroll!(N, |i| state[i] = self.state.register(isa, i * blocks));
        let mut run = self.pointers.run(places);
        let stage = Some(&mut *self.stage);
        chain::<I, _, WRITE, N>(isa, self.keys, &mut run, &mut state, stage);
        unroll!(N, |i| self.state.put(state[i], i * blocks));
        self.pointers.take_ended(places)
    }
}

/// Room for as many blocks of each message as a register has, twice. Wiped on drop.
pub(in crate::mode::blocks) struct Stage([[BlockArray; 4]; 2]);

impl Stage {
    /// With nothing on it.
    pub(in crate::mode::blocks) const fn new() -> Self {
        Self([[BlockArray::ZERO; 4]; 2])
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        wipe(&mut self.0, [[BlockArray::ZERO; 4]; 2]);
    }
}

/// Chains the blocks of a run on from a state. Without a stage, every message is read block by block.
#[inline(always)]
pub(in crate::mode::blocks) fn chain<I, K, const WRITE: bool, const N: usize>(
    isa: I,
    keys: K,
    run: &mut Run<'_, WRITE>,
    state: &mut [I::Aes; N],
    stage: Option<&mut Stage>,
) where
    I: Isa,
    K: KeyRing,
{
    let blocks = I::Aes::BLOCKS;
    // As many blocks of each message as a register has: every message is read and written a
    // register at a time, however its lines lie in the cache, and squares of blocks are turned.
    // That is done between the steps, for the blocks before and after, in the other half of the
    // stage: so there is always something to encrypt meanwhile.
    if let Some(stage) = stage
        && blocks > 1
    {
        let cached = keys.places().map(|places| CachedKeys::<I::Aes, N>::new(isa, places));
        let [mut stage, mut other] = stage.0.each_mut();
        let mut before = None;
        let mut now = run.next(blocks);
        if let Some(lines) = &now {
            unroll!(N, |i| read::<I, WRITE>(isa, lines, stage, i));
        }
        while let Some(lines) = now {
            let after = run.next(blocks);
            for (t, step) in stage.iter_mut().enumerate().take(blocks) {
                unroll!(N, |i| state[i] = state[i].xor(step.register(isa, i * blocks)));
                match &cached {
                    Some(keys) => Rounds::encrypt(isa, keys, state),
                    None => Rounds::encrypt(isa, keys.from(0), state),
                }
                unroll!(N, |i| if WRITE {
                    step.put(state[i], i * blocks);
                });
                let squares = N.div_ceil(blocks);
                unroll!(squares, |i| if t * squares + i < N {
                    let i = (t * squares + i) % N;
                    if let Some(lines) = &mut before {
                        write::<I, WRITE>(isa, lines, other, i);
                    }
                    if let Some(lines) = &after {
                        read::<I, WRITE>(isa, lines, other, i);
                    }
                });
            }
            (stage, other) = (other, stage);
            before = WRITE.then_some(lines);
            now = after;
        }
        if let Some(lines) = &mut before {
            unroll!(N, |i| write::<I, WRITE>(isa, lines, other, i));
        }
    }
    while let Some(mut lines) = run.next(1) {
        unroll!(N, |i| state[i] = state[i].xor(lines.load(isa, i * blocks)));
        Rounds::encrypt(isa, keys.from(0), state);
        unroll!(N, |i| lines.store(state[i], i * blocks));
    }
}

/// Reads the rows of some messages, those of a register, into a stage.
#[inline(always)]
fn read<I: Isa, const WRITE: bool>(
    isa: I,
    lines: &Lines<'_, WRITE>,
    stage: &mut [BlockArray; 4],
    register: usize,
) {
    let blocks = I::Aes::BLOCKS;
    let mut square = [I::Aes::zero(isa); 4];
    unroll!(blocks, |j| square[j % 4] = lines.load_row(isa, register * blocks + j));
    I::Aes::transpose(isa, &mut square);
    unroll!(blocks, |j| stage[j % 4].put(square[j % 4], register * blocks));
}

/// Writes the rows of some messages, those of a register, from a stage.
#[inline(always)]
fn write<I: Isa, const WRITE: bool>(
    isa: I,
    lines: &mut Lines<'_, WRITE>,
    stage: &[BlockArray; 4],
    register: usize,
) {
    let blocks = I::Aes::BLOCKS;
    let mut square = [I::Aes::zero(isa); 4];
    unroll!(blocks, |j| square[j % 4] = stage[j % 4].register(isa, register * blocks));
    I::Aes::transpose(isa, &mut square);
    unroll!(blocks, |j| lines.store_row(square[j % 4], register * blocks + j));
}

/// Round keys of their own for every place, those of some rounds in registers: reading keys is what
/// keeps a processor busy here, one for every round of a register.
struct CachedKeys<'a, H, const N: usize> {
    keys: PlacedKeys<'a>,
    held: [[H; N]; HELD],
    rounds: usize,
}

/// The most rounds whose keys are held.
const HELD: usize = 5;

/// Their first slot, which keys of all lengths have.
const HELD_FROM: usize = FIRST_OF_128 + 1;

impl<'a, H: AesBlocks, const N: usize> CachedKeys<'a, H, N> {
    #[inline(always)]
    fn new(isa: H::Isa, keys: PlacedKeys<'a>) -> Self {
        let mut held = [[H::zero(isa); N]; HELD];
        // As many as there are registers for.
        let rounds = match (H::BLOCKS, N) {
            (4, 4) => HELD,
            (4, 8) => 2,
            _ => 0,
        };
        unroll!(rounds, |round| {
            unroll!(N, |i| {
                held[round % HELD][i] =
                    keys.keys[HELD_FROM + round % HELD].register(isa, i * H::BLOCKS);
            });
        });
        Self { keys, held, rounds }
    }
}

impl<H: AesBlocks, const N: usize> BlockKeys for &CachedKeys<'_, H, N> {
    const OF_PLACES: bool = true;

    #[inline(always)]
    fn first(self) -> usize {
        self.keys.first
    }
    #[inline(always)]
    fn key<B: AesBlocks>(self, isa: B::Isa, slot: usize, register: usize) -> B {
        if (HELD_FROM..HELD_FROM + self.rounds).contains(&slot) && B::BLOCKS == H::BLOCKS {
            // The same register, as nobody but the compiler can tell.
            let mut bytes = [[0; 16]; 4];
            self.held[(slot - HELD_FROM) % HELD][register % N].store(bytes.as_flattened_mut());
            return B::load(isa, bytes.as_flattened());
        }
        self.keys.keys[slot].register(isa, register * B::BLOCKS)
    }
}

/// Encrypts a block in each of the first places.
pub(in crate::mode::blocks) struct Encrypt<'a> {
    pub(in crate::mode::blocks) keys: PlacedKeys<'a>,
    pub(in crate::mode::blocks) blocks: &'a mut BlockArray,
    pub(in crate::mode::blocks) count: usize,
}

impl Kernel for Encrypt<'_> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let places = TOGETHER * I::Aes::BLOCKS;
        unroll!(BlockArray::COUNT / places, |group| if group * places < self.count {
            let first = group * places;
            let mut blocks = [I::Aes::zero(isa); TOGETHER];
            unroll!(TOGETHER, |i| {
                blocks[i] = self.blocks.register(isa, first + i * I::Aes::BLOCKS);
            });
            Rounds::encrypt(isa, KeysFrom(self.keys, first), &mut blocks);
            unroll!(TOGETHER, |i| {
                self.blocks.put(blocks[i], first + i * I::Aes::BLOCKS);
            });
        });
    }
}
