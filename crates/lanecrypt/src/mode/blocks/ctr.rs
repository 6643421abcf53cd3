//! Counter mode with big-endian counters at the end of blocks.

use core::marker::PhantomData;

use super::short::{self, Short};
use super::tiles::{Blockwise, Step, each_tile, load_end, store_end};
use super::window::{self, Form, Windowed};
use super::{AesKey, AesKeyed as _, Any, BLOCK};
use crate::Backend;
use crate::Cipher;
use crate::batch::{CipherJob, Data, Status};
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, Blocks, FullWidth, InOut, Isa, Kernel, SharedKey, Tile,
    Vector as _, Word, dispatch, loaded_anew, unroll,
};
use crate::mode::Ctr;

/// The counter block of a block of a message, as its bytes lie in memory: see [`ctr`](crate::mode::ctr).
#[inline(always)]
fn first_counter(nonce: &[u8], block: u64) -> u128 {
    let first = if let Some(nonce) = nonce.first_chunk() {
        u128::from_le_bytes(*nonce)
    } else if let Some(nonce) = nonce.first_chunk() {
        before_counter(nonce)
    } else {
        0
    };
    match block {
        0 => first,
        _ => first.swap_bytes().wrapping_add(block.into()).swap_bytes(),
    }
}

/// How many bytes come before the lowest 64 bits of the counter start anew, if that is within so many bytes.
#[inline(always)]
fn carry(first: u128, bytes: usize) -> Option<usize> {
    let low = ((first >> 64) as u64).swap_bytes();
    match low.checked_add((bytes.saturating_sub(1) / BLOCK) as u64) {
        Some(_) => None,
        None => Some(BLOCK * low.wrapping_neg() as usize),
    }
}

/// A nonce and four bytes of zeros, as they lie in memory. Without a copy on the stack, which would be
/// read before it is there.
#[inline(always)]
pub(super) fn before_counter(nonce: &[u8; 12]) -> u128 {
    let [a, b, c, d, e, f, g, h, rest @ ..] = *nonce;
    let (first, rest) = (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u32::from_le_bytes(rest));
    u128::from(first) | u128::from(rest) << 64
}

/// One message.
#[inline(always)]
pub(super) fn one(
    backend: Backend,
    keys: SharedKey<'_>,
    nonce: &[u8],
    block: u64,
    data: &mut Data<'_>,
) {
    if !dispatch(backend, One { keys, nonce, block, data: data.in_out() }) {
        with_carry(backend, keys, first_counter(nonce, block), data.in_out());
    }
}

/// A message within which the lowest 64 bits of the counter start anew, in two parts.
#[cold]
fn with_carry(backend: Backend, keys: SharedKey<'_>, first: u128, mut data: InOut<'_>) {
    let before = data.split_off(carry(first, data.len()).unwrap_or(0));
    let after = (first.swap_bytes() >> 64).wrapping_add(1) << 64;
    for (first, data) in [(first.to_le_bytes(), before), (after.to_be_bytes(), data)] {
        dispatch(backend, One { keys, nonce: &first, block: 0, data });
    }
}

/// Says whether it worked on the message: not if the lowest 64 bits of the counter start anew within it.
struct One<'a, 'd> {
    keys: SharedKey<'a>,
    nonce: &'a [u8],
    block: u64,
    data: InOut<'d>,
}

impl Kernel for One<'_, '_> {
    type Output = bool;
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> bool {
        let first = first_counter(self.nonce, self.block);
        let Some(mut step) = CtrStep::<I::Aes>::new(isa, first, self.data.len()) else {
            return false;
        };
        each_tile::<I, false>(isa, self.keys, &mut step, self.data);
        true
    }
}

/// Counter mode with AES, where each mode has first counter blocks of its own.
pub(crate) trait CounterMode: Cipher {
    fn key(&self) -> &AesKey;
    /// The first counter block of a message with this nonce, from this block of its keystream on, as its bytes lie in
    /// memory.
    fn first(nonce: Self::Nonce<'_>, block: u64) -> u128;
}

impl CounterMode for Ctr<Any> {
    fn key(&self) -> &AesKey {
        self.cipher.key()
    }
    #[inline(always)]
    fn first(nonce: &[u8], block: u64) -> u128 {
        first_counter(nonce, block)
    }
}

/// One message under a key object.
pub(crate) fn alone<M: CounterMode>(mode: &M, job: &mut CipherJob<'_, M>) {
    let first = M::first(job.nonce, job.block).to_le_bytes();
    let (key, bytes) = (mode.key(), job.bytes());
    let mut data = job.data.reborrow().split_at(bytes).0;
    one(key.backend, key.forward(), &first, 0, &mut data);
    job.clear_spare_bits();
    job.status = Status::Done;
}

/// Every pending job.
pub(crate) fn many<M: CounterMode>(backend: Backend, jobs: &mut [CipherJob<'_, M>]) {
    window::run::<Batches<M>, false>(backend, jobs);
}

/// Batches.
struct Batches<M>(PhantomData<M>);

impl<M: CounterMode> Windowed<false> for Batches<M> {
    type Mode = M;
    type Form = Counting;

    fn key(mode: &M) -> &AesKey {
        mode.key()
    }
    #[inline(always)]
    fn first(nonce: M::Nonce<'_>, block: u64) -> u128 {
        M::first(nonce, block)
    }
    fn side_by_side(backend: Backend, jobs: &mut [CipherJob<'_, M>]) -> bool {
        short::side_by_side::<Self>(backend, jobs)
    }
    fn rare(backend: Backend, keys: SharedKey<'_>, job: &mut CipherJob<'_, M>) {
        let (nonce, block, data) = job.message_from();
        with_carry(backend, keys, M::first(nonce, block), data);
    }
}

/// Counter mode from a first counter block on, as its bytes lie in memory.
pub(super) struct Counting;

impl Form<false> for Counting {
    type First = u128;
    type Step<I: Isa> = CtrStep<I::Aes>;

    #[inline(always)]
    fn begin<I: Isa>(isa: I, first: u128, bytes: usize) -> Option<CtrStep<I::Aes>> {
        CtrStep::new(isa, first, bytes)
    }
}

impl<M: CounterMode> Short for Batches<M> {
    #[inline(always)]
    fn blocks<I: Isa>(isa: I, step: &mut CtrStep<I::Aes>, _: &InOut<'_>) -> I::Aes {
        let [blocks] = step.0.next(isa);
        blocks
    }
    #[inline(always)]
    fn put<I: Isa>(isa: I, blocks: I::Aes, data: InOut<'_>) {
        short::add_to(isa, blocks, data);
    }
}

/// The counter blocks of a message.
pub(super) struct CtrStep<B>(Counters<B, u64>);

impl<B: AesBlocks> CtrStep<B> {
    /// From the first counter block on, as its bytes lie in memory, for so many bytes; not if the lowest 64 bits
    /// start anew within them.
    #[inline(always)]
    pub(super) fn new(isa: B::Isa, first: u128, bytes: usize) -> Option<Self> {
        match carry(first, bytes) {
            None => Some(Self(Counters::new(isa, first.swap_bytes(), true))),
            Some(_) => None,
        }
    }
}

impl<I: Isa> Step<I> for CtrStep<I::Aes> {
    #[inline(always)]
    fn whole<const N: usize>(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>) {
        let register = BLOCK * I::Aes::BLOCKS;
        let mut blocks = self.0.next::<N>(isa);
        cipher.apply(isa, &mut blocks);
        unroll!(N, |i| {
            let input = I::Aes::load(isa, tile.input(i * register, register));
            input.xor(blocks[i]).store(tile.output(i * register, register));
        });
    }

    #[inline(always)]
    fn end<const N: usize>(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>) {
        let input = load_end::<I, N>(isa, tile);
        let mut blocks = self.0.next::<N>(isa);
        cipher.apply(isa, &mut blocks);
        unroll!(N, |i| blocks[i] = blocks[i].xor(input[i]));
        store_end::<I, N>(blocks, tile);
    }
}

/// The number of every place in one byte of its block.
pub(super) const fn numbers(byte: usize) -> BlockArray {
    let mut numbers = BlockArray::ZERO;
    let mut place = 0;
    while place < BlockArray::COUNT {
        numbers.0[place][byte] = place as u8;
        place += 1;
    }
    numbers
}

static BIG_ENDIAN: BlockArray = numbers(BLOCK - 1);
static LITTLE_ENDIAN: BlockArray = numbers(0);

/// Counter blocks, of which the lowest bits count: as many as `W` has.
pub(super) struct Counters<B, W> {
    /// The next one, as a big-endian number.
    number: u128,
    /// The same in every place, as its bytes lie in memory. It is added to in a register, because the way there from
    /// general registers is long.
    next: B,
    /// Whether the number is public, and decides which way is taken.
    public: bool,
    counted: PhantomData<W>,
}

impl<B: AesBlocks, W: Word> Counters<B, W> {
    /// From a number on.
    #[inline(always)]
    pub(super) fn new(isa: B::Isa, number: u128, public: bool) -> Self {
        Self { number, next: B::splat(isa, number.swap_bytes()), public, counted: PhantomData }
    }

    /// The blocks of the next registers.
    #[inline(always)]
    pub(super) fn next<const N: usize>(&mut self, isa: B::Isa) -> [B; N] {
        let count = N * B::BLOCKS;
        let mut blocks = [B::zero(isa); N];
        let end = usize::from(self.number as u8) + count;
        let low = W::truncate(self.number as u64).number();
        let mask = u128::from(u64::MAX >> (64 - W::BITS));
        let next = W::truncate(low.wrapping_add(count as u64)).number();
        if self.public && end <= 256 {
            // The lowest byte has no carry: no order of bytes to mind. Instead of a constant for each register of blocks,
            // three are enough.
            unroll!(N, |i| {
                blocks[i] = if i == 0 || !B::KEEPS_CONSTANTS {
                    self.next.add_bytes(BIG_ENDIAN.register(isa, i * B::BLOCKS))
                } else {
                    let step = 1 << i.ilog2().min(2);
                    let numbers = B::splat(isa, ((step * B::BLOCKS) as u128) << 120);
                    blocks[i - step].add_bytes(numbers)
                };
            });
        } else {
            let first = B::splat(isa, self.number);
            let numbers =
                if B::KEEPS_CONSTANTS { loaded_anew(&LITTLE_ENDIAN) } else { &LITTLE_ENDIAN };
            unroll!(N, |i| {
                let counter = first.add::<W>(numbers.register(isa, i * B::BLOCKS));
                blocks[i] = counter.swap_bytes();
            });
        }
        self.number = self.number & !mask | u128::from(next);
        self.next = if self.public && end < 256 {
            self.next.add_bytes(B::splat(isa, (count as u128) << 120))
        } else {
            B::splat(isa, self.number.swap_bytes())
        };
        blocks
    }
}

/// Counter blocks from a public number on, of which the lowest bits count: as many as `W` has.
#[inline(always)]
pub(super) fn counters<B: AesBlocks, W: Word, const N: usize>(isa: B::Isa, number: u128) -> [B; N] {
    Counters::<B, W>::new(isa, number, true).next::<N>(isa)
}
