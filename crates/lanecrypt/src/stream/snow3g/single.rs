//! One stream: for single messages and for a message in pieces.

use super::load::Setup;
use super::mac::KEY_WORDS;
use super::ring::{Carry, ROUNDS, Ring, Streams};
use crate::lanes::{
    ByteOps, Isa, Kernel, Kernels, Lanes as _, Lanes32 as _, MAX_LANES32, PlainWords, Row,
    RowOrder, Tetrads, unroll, wipe, wipe_in_kernel,
};
use crate::stream::alone::Generator;
use crate::stream::cohort::{Core as _, initialise, one_step, wipe_ring};

/// One stream between rows: the words of the ring at place 1. Wiped when dropped.
pub(super) struct Single {
    words: Words,
}

/// The cells, those that come next, and R1 to R3.
#[derive(Clone, Copy)]
struct Words {
    cells: [u32; 16],
    next: [u32; 4],
    r: [u32; 3],
}

impl Words {
    const ZERO: Self = Self { cells: [0; 16], next: [0; 4], r: [0; 3] };

    /// Those of the first lane.
    #[inline(always)]
    fn of_first<W: Tetrads>(&mut self, ring: &Ring<W>, carry: &Carry<W>) {
        put_first(&ring.cells, &mut self.cells);
        put_first(&ring.next, &mut self.next);
        put_first(&carry.r, &mut self.r);
    }
}

/// The words in the first lane of registers.
#[inline(always)]
fn put_first<W: Tetrads>(registers: &[W], words: &mut [u32]) {
    let mut room = [0; MAX_LANES32];
    for (word, register) in words.iter_mut().zip(registers) {
        register.store_words(&mut room);
        *word = room[0];
    }
    wipe(&mut room, [0; MAX_LANES32]);
}

/// The same word in every lane of registers.
#[inline(always)]
fn splat<W: Tetrads>(isa: W::Isa, words: &[u32], registers: &mut [W]) {
    for (register, word) in registers.iter_mut().zip(words) {
        *register = W::splat(isa, *word);
    }
}

impl Drop for Single {
    fn drop(&mut self) {
        wipe(&mut self.words, Words::ZERO);
    }
}

/// The initialisation of a ring with one stream. It ends at place 1.
#[inline(always)]
fn start<W: Tetrads>(isa: W::Isa, setup: &Setup, ring: &mut Ring<W>) -> Carry<W> {
    let zero = W::splat(isa, 0);
    let mut cells = [zero; 16];
    splat(isa, &setup.cells(), &mut cells);
    ring.with_cells(cells, None);
    let mut carry = Carry { r: [zero; 3], s15: cells[15] };
    initialise::<Streams, W>(isa, ring, &mut carry, ROUNDS);
    carry
}

/// The first words of keystream of one message, of which a tag makes its key, at the start of a row. For a caller whose
/// stack is overwritten.
pub(super) fn first_words(kernels: &mut Kernels, setup: &Setup) -> Row {
    kernels.run(FirstWords(setup))
}

struct FirstWords<'a>(&'a Setup);

/// How many there are, a multiple of four.
const FIRST: usize = KEY_WORDS.next_multiple_of(4);

impl Kernel for FirstWords<'_> {
    type Output = Row;
    type Class = PlainWords<ByteOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Row {
        let mut ring = Streams::new::<I::ShortU32>(isa);
        let mut carry = start(isa, self.0, &mut ring);
        for four in 0..FIRST / 4 {
            unroll!(4, |i| {
                let position = 4 * four + i + 1;
                one_step::<Streams, I::ShortU32, false>(isa, &mut ring, &mut carry, position);
            });
        }
        let mut row = Row::ZERO;
        put_first(&ring.words[..FIRST], &mut row.0);
        wipe_ring::<Streams, I::ShortU32>(isa, &mut ring);
        row
    }
}

/// The rows made at a time.
const ROWS: usize = 8;

impl Generator for Single {
    type Setup = Setup;
    type Class = PlainWords<ByteOps>;
    type Rows = [Row; ROWS];
    const NO_ROWS: Self::Rows = [Row::ZERO; ROWS];

    #[inline(always)]
    fn new<I: Isa>(isa: I, setup: &Setup) -> Self {
        let mut ring = Streams::new::<I::ShortU32>(isa);
        let carry = start(isa, setup, &mut ring);
        let mut out = Self { words: Words::ZERO };
        out.words.of_first(&ring, &carry);
        wipe_ring::<Streams, I::ShortU32>(isa, &mut ring);
        out
    }

    #[inline(always)]
    fn rows<I: Isa, O: RowOrder>(&mut self, isa: I, rows: &mut [Row], count: usize) {
        let mut ring = Streams::new::<I::ShortU32>(isa);
        let zero = I::ShortU32::splat(isa, 0);
        let (mut cells, mut next, mut r) = ([zero; 16], [zero; 4], [zero; 3]);
        splat(isa, &self.words.cells, &mut cells);
        splat(isa, &self.words.next, &mut next);
        splat(isa, &self.words.r, &mut r);
        ring.with_cells(cells, Some(next));
        // s15 is before the place of s0, which is 1.
        let mut carry = Carry { r, s15: cells[0] };
        for row in rows.iter_mut().take(count) {
            for four in 0..4 {
                unroll!(4, |i| {
                    let position = (4 * four + i + 1) % 16;
                    one_step::<Streams, I::ShortU32, false>(isa, &mut ring, &mut carry, position);
                });
            }
            let mut words = [0; 16];
            put_first(&ring.words, &mut words);
            u32::transpose::<O>(&words, core::slice::from_mut(row));
            wipe_in_kernel(isa, &mut words, [0; 16]);
        }
        self.words.of_first(&ring, &carry);
        wipe_ring::<Streams, I::ShortU32>(isa, &mut ring);
    }
}
