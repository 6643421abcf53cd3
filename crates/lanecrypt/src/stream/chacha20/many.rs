//! Many messages: each lane takes the next block, whichever message it belongs to.

use super::ChaCha20;
use super::lanes::{COUNTER, NUMBERS, ROWS, State, rounds};
use crate::Backend;
use crate::batch::CipherJob;
use crate::lanes::{
    AddedTo, AsWords, Blocks as _, FullWidth, InOut, Isa, Kernel, Lanes as _, Lanes32 as _, Row,
    SideBySide, Vector as _, WithCopies, WordOps, dispatch, unroll, wipe,
};
use crate::stream::key::HoldsKey as _;

/// Encrypts every pending job, or makes its keystream.
pub(super) fn many(backend: Backend, keystream: bool, jobs: &mut [CipherJob<'_, ChaCha20>]) {
    dispatch(backend, Many { jobs, keystream });
}

struct Many<'j, 'd> {
    jobs: &'j mut [CipherJob<'d, ChaCha20>],
    keystream: bool,
}

impl Kernel for Many<'_, '_> {
    type Output = ();
    type Class = SideBySide<WithCopies<FullWidth<WordOps>>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { jobs, keystream } = self;
        let mut lanes = Lanes::NONE;
        for number in 0..jobs.len() {
            let Some(job) = jobs.get_mut(number) else { continue };
            if !job.begin() {
                continue;
            }
            if keystream {
                job.data.output_mut().fill(0);
            }
            let bytes = job.data.len();
            // `check` has seen that the block is below 2^32, or that the message is empty.
            let block = job.block as u32;
            let state = State::new(job.key.bytes(ChaCha20::key), job.nonce, block);
            let mut offset = 0;
            while offset < bytes {
                let left = (bytes - offset).div_ceil(64);
                let blocks = left.min(I::U32::LANES - lanes.used);
                if blocks == I::U32::LANES {
                    lanes.load_all(blocks, &state, number, offset);
                } else {
                    lanes.load(blocks, &state, number, offset);
                }
                offset += 64 * blocks;
                if lanes.used == I::U32::LANES {
                    lanes.run(isa, keystream, jobs);
                }
            }
        }
        lanes.run(isa, keystream, jobs);
    }
}

/// What the lanes are to do: secret, wiped when dropped.
#[repr(C, align(64))]
struct Lanes {
    /// The states, a word of each side by side.
    words: [[u32; ROWS]; 16],
    /// The message whose words they are, if all are of one.
    words_of: Option<usize>,
    /// The states before the rounds, then the keystream.
    rows: [Row; ROWS],
    /// The number of the message, and how many of its bytes come before the block.
    places: [(usize, usize); ROWS],
    /// How many of them have a block.
    used: usize,
    /// Whether all have blocks of one message, which follow one another.
    all: bool,
}

impl Lanes {
    const NO_ROWS: [Row; ROWS] = [Row::ZERO; ROWS];
    const NO_WORDS: [[u32; ROWS]; 16] = [[0; ROWS]; 16];
    const NONE: Self = Self {
        words: Self::NO_WORDS,
        words_of: None,
        rows: Self::NO_ROWS,
        places: [(usize::MAX, 0); ROWS],
        used: 0,
        all: false,
    };

    /// Gives the next so many lanes blocks of a message, from one of its bytes on.
    #[inline(always)]
    fn load(&mut self, blocks: usize, State(state): &State, message: usize, offset: usize) {
        for block in 0..blocks {
            let (lane, offset) = ((self.used + block) % ROWS, offset + 64 * block);
            self.rows[lane] = Row(*state);
            self.rows[lane].0[COUNTER] = state[COUNTER].wrapping_add((offset / 64) as u32);
            self.places[lane] = (message, offset);
        }
        self.used += blocks;
    }

    /// Gives all lanes blocks of a message, likewise: the first row stands for all.
    #[inline(always)]
    fn load_all(&mut self, lanes: usize, state: &State, message: usize, offset: usize) {
        self.load(1, state, message, offset);
        (self.used, self.all) = (lanes, true);
    }

    /// Makes the blocks and adds them to the messages.
    #[inline(always)]
    fn run<I: Isa>(&mut self, isa: I, keystream: bool, jobs: &mut [CipherJob<'_, ChaCha20>]) {
        if self.used == 0 {
            return;
        }
        if self.all {
            let message = Some(self.places[0].0);
            if self.words_of != message {
                let row = &self.rows[0].0;
                unroll!(16, |i| I::U32::splat(isa, row[i]).store_words(&mut self.words[i]));
                self.words_of = message;
            }
            let first = I::U32::splat(isa, self.rows[0].0[COUNTER]);
            let numbers = I::U32::load_words(isa, &NUMBERS);
            first.add(numbers).store_words(&mut self.words[COUNTER]);
        } else {
            let mut words = [I::U32::splat(isa, 0); 16];
            I::U32::columns(isa, &self.rows, &mut words);
            unroll!(16, |i| words[i].store_words(&mut self.words[i]));
            self.words_of = None;
        }
        let mut words = [I::U32::splat(isa, 0); 16];
        unroll!(16, |i| words[i] = I::U32::load_words(isa, &self.words[i]));
        rounds(&mut words);
        unroll!(16, |i| words[i] = words[i].add(I::U32::load_words(isa, &self.words[i])));
        // Added where they are made, if they are blocks of one message: a word at a time would be slow, and registers of
        // sixteen words were not measured.
        let direct = matches!(I::U32::LANES, 4 | 8) && self.all;
        if !direct {
            I::U32::transpose::<AsWords>(&words, &mut self.rows[..]);
        }
        if self.all {
            let (message, offset) = self.places[0];
            let bytes = 64 * I::U32::LANES;
            if let Some(mut data) = data_from(jobs, keystream, message, offset) {
                if direct && data.len() >= bytes {
                    let data = data.take(bytes);
                    I::U32::transpose::<AsWords>(&words, AddedTo { isa, data });
                } else {
                    if direct {
                        I::U32::transpose::<AsWords>(&words, &mut self.rows[..]);
                    }
                    for row in self.rows.iter().take(I::U32::LANES) {
                        add::<I>(isa, row, &mut data.split_off_at_most(64));
                    }
                }
            }
        } else {
            let used = self.used.min(ROWS);
            for (row, (message, offset)) in self.rows.iter().zip(self.places).take(used) {
                if let Some(mut data) = data_from(jobs, keystream, message, offset) {
                    add::<I>(isa, row, &mut data.split_off_at_most(64));
                }
            }
        }
        (self.used, self.all) = (0, false);
    }
}

impl Drop for Lanes {
    fn drop(&mut self) {
        wipe(&mut self.words, Self::NO_WORDS);
        wipe(&mut self.rows, Self::NO_ROWS);
    }
}

/// The data of a job from one of its bytes on. Where only keystream is wanted, the output is zeros.
#[inline(always)]
fn data_from<'j>(
    jobs: &'j mut [CipherJob<'_, ChaCha20>],
    keystream: bool,
    number: usize,
    offset: usize,
) -> Option<InOut<'j>> {
    let data = &mut jobs.get_mut(number)?.data;
    if keystream {
        data.output_mut().get_mut(offset..).map(InOut::in_place)
    } else {
        data.in_out_from(offset)
    }
}

/// Adds as much of a row of keystream as there is data for.
#[inline(always)]
pub(super) fn add<I: Isa>(isa: I, row: &Row, data: &mut InOut<'_>) {
    if data.len() < 64 {
        let key = row.to_bytes();
        data.xor(&key[..data.len() % 64]);
        return;
    }
    let mut data = data.take(64);
    let blocks = I::Blocks::BLOCKS;
    unroll!(4 / blocks, |i| {
        let at = 16 * blocks * i;
        let key = I::Blocks::of_words(isa, &row.0[at / 4..]);
        let input = I::Blocks::load(isa, data.input(at, 16 * blocks));
        input.xor(key).store(data.output(at, 16 * blocks));
    });
}
