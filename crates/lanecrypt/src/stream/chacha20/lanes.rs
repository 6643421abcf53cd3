//! The block function over lanes, a block in each.

use super::long::Most;
use crate::lanes::{
    AsWords, Constant as _, Isa, Lanes, Lanes32, Parts as _, PlainWords, Quads, Row, RowOrder,
    WordOps, unroll, wipe, wipe_in_kernel,
};
use crate::stream::alone::Generator;
use crate::stream::scheduler::Keyed;

/// The bytes of the words that every state begins with (RFC 8439, section 2.3).
pub(super) const CONSTANTS: &[u8; 16] = b"expand 32-byte k";

/// The word that counts blocks.
pub(super) const COUNTER: usize = 12;

/// The state of a block: secret, wiped when dropped.
#[derive(Clone)]
pub(crate) struct State(pub(super) [u32; 16]);

impl State {
    /// From a key, a nonce and the number of the block.
    #[inline(always)]
    pub(super) fn new(key: &[u8], nonce: &[u8; 12], block: u32) -> Self {
        let mut state = [0; 16];
        state[COUNTER] = block;
        let words = |words: &mut [u32], bytes: &[u8]| {
            for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                *word = u32::from_le_bytes(*bytes);
            }
        };
        words(&mut state[..4], CONSTANTS);
        words(&mut state[4..12], key);
        words(&mut state[13..], nonce);
        Self(state)
    }
}

impl Drop for State {
    fn drop(&mut self) {
        wipe(&mut self.0, [0; 16]);
    }
}

/// RFC 8439, section 2.1, of some quarters of a state, of which `a` to `d` are the words: each step of all before the next.
#[inline(always)]
fn quarters<W: Lanes32, const N: usize>(s: &mut [W; 16], [a, b, c, d]: [[usize; N]; 4]) {
    step::<_, N, 16>(s, a, b, d);
    step::<_, N, 12>(s, c, d, b);
    step::<_, N, 8>(s, a, b, d);
    step::<_, N, 7>(s, c, d, b);
}

/// Adds words to others, and adds these to words that are rotated then.
#[inline(always)]
fn step<W: Lanes32, const N: usize, const K: u32>(
    s: &mut [W; 16],
    sums: [usize; N],
    terms: [usize; N],
    turned: [usize; N],
) {
    unroll!(N, |i| s[sums[i]] = s[sums[i]].add(s[terms[i]]));
    unroll!(N, |i| s[turned[i]] = s[turned[i]].xor(s[sums[i]]));
    unroll!(N, |i| s[turned[i]] = s[turned[i]].rotl::<K>());
}

/// All quarters of a state, which are its columns or its diagonals.
#[inline(always)]
fn half<W: Lanes32>(s: &mut [W; 16], [a, b, c, d]: [[usize; 4]; 4]) {
    // Four at once are faster with AVX2, but slower with SSE, whose operations overwrite an operand.
    if W::LANES == 8 {
        quarters(s, [a, b, c, d]);
    } else {
        unroll!(4, |i| quarters(s, [[a[i]], [b[i]], [c[i]], [d[i]]]));
    }
}

/// The same with all columns of a state, or all diagonals that were turned into columns.
#[inline(always)]
fn quarter_rounds<W: Lanes<Word = u32>>(a: W, b: W, c: W, d: W) -> (W, W, W, W) {
    let a = a.add(b);
    let d = d.xor(a).rotl::<16>();
    let c = c.add(d);
    let b = b.xor(c).rotl::<12>();
    let a = a.add(b);
    let d = d.xor(a).rotl::<8>();
    let c = c.add(d);
    let b = b.xor(c).rotl::<7>();
    (a, b, c, d)
}

/// The twenty rounds.
#[inline(always)]
pub(super) fn rounds<W: Lanes32>(s: &mut [W; 16]) {
    for _ in 0..10 {
        half(s, [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]);
        half(s, [[0, 1, 2, 3], [5, 6, 7, 4], [10, 11, 8, 9], [15, 12, 13, 14]]);
    }
}

/// The same of blocks in the parts of four registers.
#[inline(always)]
pub(super) fn double_rounds<W: Quads<Word = u32>>([a, b, c, d]: [W; 4]) -> [W; 4] {
    let (mut a, mut b, mut c, mut d) = (a, b, c, d);
    for _ in 0..10 {
        (a, b, c, d) = quarter_rounds(a, b, c, d);
        (b, c, d) = (b.rotate::<3>(), c.rotate::<2>(), d.rotate::<1>());
        (a, b, c, d) = quarter_rounds(a, b, c, d);
        (b, c, d) = (b.rotate::<1>(), c.rotate::<2>(), d.rotate::<3>());
    }
    [a, b, c, d]
}

/// What blocks are made from and what they make.
pub(crate) struct Streams;

impl Keyed for Streams {
    type Setup = State;
    type Order = AsWords;
}

/// The blocks made at a time: as many as the longest register has lanes.
pub(super) const ROWS: usize = 16;

/// Makes the keystream of one message: blocks that follow one another, one a lane.
pub(super) struct Blocks(State);

/// The numbers of the lanes.
pub(super) const NUMBERS: [u32; ROWS] = {
    let mut numbers = [0; ROWS];
    let mut lane = 0;
    while lane < ROWS {
        numbers[lane] = lane as u32;
        lane += 1;
    }
    numbers
};

/// In the first word of every four their number.
pub(super) const QUAD_NUMBERS: [u32; ROWS] = {
    let mut numbers = [0; ROWS];
    let mut quad = 0;
    while 4 * quad < ROWS {
        numbers[4 * quad] = quad as u32;
        quad += 1;
    }
    numbers
};

impl Generator for Blocks {
    type Setup = State;
    type Class = PlainWords<WordOps>;
    type Rows = [Row; ROWS];
    const NO_ROWS: Self::Rows = [Row::ZERO; ROWS];

    #[inline(always)]
    fn whole<I: Isa>() -> bool {
        Most::of::<I>() < usize::MAX
    }

    #[inline(always)]
    fn new<I: Isa>(_: I, setup: &State) -> Self {
        Self(setup.clone())
    }

    #[inline(always)]
    fn rows<I: Isa, O: RowOrder>(&mut self, isa: I, rows: &mut [Row], count: usize) {
        let (mut rows, mut left) = (rows, count);
        while left > 0 {
            // A longer register takes longer, however few of its lanes are wanted.
            let few = 2 * I::FewQuads32::PARTS <= I::U32::LANES && left <= I::FewQuads32::PARTS;
            let short = I::ShortU32::LANES < I::U32::LANES && left <= I::ShortU32::LANES;
            let lanes = match few {
                true => I::FewQuads32::PARTS,
                false if short => I::ShortU32::LANES,
                false => I::U32::LANES,
            };
            let Some((now, later)) = rows.split_at_mut_checked(lanes) else { break };
            let blocks = left.min(lanes);
            if few {
                self.quads::<I::FewQuads32, O>(isa, now);
            } else if short {
                self.tile::<I::ShortU32, O>(isa, now);
            } else {
                self.tile::<I::U32, O>(isa, now);
            }
            let counter = &mut self.0.0[COUNTER];
            *counter = counter.wrapping_add(blocks as u32);
            (rows, left) = (later, left - blocks);
        }
    }
}

impl Blocks {
    /// The next blocks, one a lane. There is a row for every lane.
    #[inline(always)]
    fn tile<W: Lanes32, O: RowOrder>(&self, isa: W::Isa, rows: &mut [Row]) {
        let Self(State(state)) = self;
        let numbers = W::load_words(isa, &NUMBERS);
        let mut words = [numbers; 16];
        unroll!(16, |i| words[i] = W::splat(isa, state[i]));
        words[COUNTER] = words[COUNTER].add(numbers);
        rounds(&mut words);
        unroll!(16, |i| words[i] = words[i].add(W::splat(isa, state[i])));
        words[COUNTER] = words[COUNTER].add(numbers);
        W::transpose::<O>(&words, rows);
    }

    /// The next blocks, one in the parts of four registers of four words each. There is a row for every block.
    #[inline(always)]
    fn quads<W: Quads<Word = u32>, O: RowOrder>(&self, isa: W::Isa, rows: &mut [Row]) {
        const WORDS: usize = 16;
        const { assert!(W::LANES <= WORDS && !O::SWAP_BYTES && !O::SWAP_PAIRS) };
        let State(state) = &self.0;
        let mut start = [W::zero(isa); 4];
        for (register, words) in start.iter_mut().zip(state.as_chunks::<4>().0) {
            let mut every = [0; WORDS];
            for (place, word) in every.iter_mut().enumerate() {
                *word = words[place % 4];
            }
            *register = W::load_words(isa, &every);
        }
        start[3] = start[3].add(W::load_words(isa, &QUAD_NUMBERS));
        let end = double_rounds(start);
        let mut words = [[0; WORDS]; 4];
        unroll!(4, |i| end[i].add(start[i]).store_words(&mut words[i]));
        for (block, row) in rows.iter_mut().enumerate() {
            for (row, words) in row.0.as_chunks_mut().0.iter_mut().zip(&words) {
                if let Some(words) = words.as_chunks::<4>().0.get(block) {
                    *row = *words;
                }
            }
        }
        wipe_in_kernel(isa, &mut words, [[0; WORDS]; 4]);
    }
}
