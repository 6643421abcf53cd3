//! The block function over lanes, a block in each.

use crate::lanes::{
    AsWords, Isa, Lanes, Lanes32, PlainWords, Row, RowOrder, WordOps, unroll, wipe,
};
use crate::stream::alone::{Generator, MAX_ROWS};
use crate::stream::scheduler::Keyed;

/// The words that every state begins with (RFC 8439, section 2.3).
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

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
        state[..4].copy_from_slice(&CONSTANTS);
        state[COUNTER] = block;
        let words = |words: &mut [u32], bytes: &[u8]| {
            for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                *word = u32::from_le_bytes(*bytes);
            }
        };
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

/// RFC 8439, section 2.1.
#[inline(always)]
fn quarter_round<W: Lanes32>(s: &mut [W; 16], a: usize, b: usize, c: usize, d: usize) {
    s[a] = s[a].add(s[b]);
    s[d] = s[d].xor(s[a]).rotl::<16>();
    s[c] = s[c].add(s[d]);
    s[b] = s[b].xor(s[c]).rotl::<12>();
    s[a] = s[a].add(s[b]);
    s[d] = s[d].xor(s[a]).rotl::<8>();
    s[c] = s[c].add(s[d]);
    s[b] = s[b].xor(s[c]).rotl::<7>();
}

/// The twenty rounds.
#[inline(always)]
pub(super) fn rounds<W: Lanes32>(s: &mut [W; 16]) {
    for _ in 0..10 {
        quarter_round(s, 0, 4, 8, 12);
        quarter_round(s, 1, 5, 9, 13);
        quarter_round(s, 2, 6, 10, 14);
        quarter_round(s, 3, 7, 11, 15);
        quarter_round(s, 0, 5, 10, 15);
        quarter_round(s, 1, 6, 11, 12);
        quarter_round(s, 2, 7, 8, 13);
        quarter_round(s, 3, 4, 9, 14);
    }
}

/// What blocks are made from and what they make.
pub(crate) struct Streams;

impl Keyed for Streams {
    type Setup = State;
    type Order = AsWords;
}

/// Makes the keystream of one message: blocks that follow one another, one a lane.
pub(super) struct Blocks(State);

/// The numbers of the lanes.
pub(super) const NUMBERS: [u32; MAX_ROWS] = {
    let mut numbers = [0; MAX_ROWS];
    let mut lane = 0;
    while lane < MAX_ROWS {
        numbers[lane] = lane as u32;
        lane += 1;
    }
    numbers
};

impl Generator for Blocks {
    type Setup = State;
    type Class = PlainWords<WordOps>;

    #[inline(always)]
    fn new<I: Isa>(_: I, setup: &State) -> Self {
        Self(setup.clone())
    }

    #[inline(always)]
    fn rows<I: Isa, O: RowOrder>(&mut self, isa: I, rows: &mut [Row; MAX_ROWS], count: usize) {
        let Self(State(state)) = self;
        let numbers = I::U32::load_words(isa, &NUMBERS);
        for (tile, rows) in rows.chunks_exact_mut(I::U32::LANES).enumerate() {
            let blocks = count.saturating_sub(tile * I::U32::LANES).min(I::U32::LANES);
            if blocks == 0 {
                break;
            }
            let mut words = [numbers; 16];
            unroll!(16, |i| words[i] = I::U32::splat(isa, state[i]));
            words[COUNTER] = words[COUNTER].add(numbers);
            rounds(&mut words);
            unroll!(16, |i| words[i] = words[i].add(I::U32::splat(isa, state[i])));
            words[COUNTER] = words[COUNTER].add(numbers);
            state[COUNTER] = state[COUNTER].wrapping_add(blocks as u32);
            I::U32::transpose::<O>(&words, rows);
        }
    }
}
