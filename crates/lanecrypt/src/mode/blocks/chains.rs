//! The tags of CMAC of a few messages, whose chains are beside each other: a block of each in a register of its own. Keys
//! and messages are read where they lie, and nothing is made for more messages than there are.

use super::BLOCK;
use super::groups::double;
use crate::Backend;
use crate::lanes::{
    AesBlocks, AnyWidth, BlockKeys as _, BlockOps, Blocks as _, Isa, Kernel, LAST_KEY, SharedKey,
    Vector as _, dispatch, in_registers, unroll,
};

/// The most messages: more chains than this do not hide each other's latency.
pub(super) const MOST: usize = 8;

/// What CMAC makes a tag of. Blocks are little-endian numbers.
#[derive(Clone, Copy)]
pub(super) struct Input<'a> {
    pub(super) key: SharedKey<'a>,
    /// A block before the others.
    pub(super) first: Option<u128>,
    pub(super) middle: &'a [[u8; BLOCK]],
    /// The last block with its padding.
    pub(super) last: u128,
    /// Whether it was whole without.
    pub(super) whole: bool,
}

/// Computes the tags of messages under keys of one length, as little-endian numbers.
pub(super) fn run(backend: Backend, inputs: &[Option<Input<'_>>; MOST], tags: &mut [u128; MOST]) {
    dispatch(backend, Run { inputs, tags });
}

struct Run<'a, 'd> {
    inputs: &'a [Option<Input<'d>>; MOST],
    tags: &'a mut [u128; MOST],
}

impl Kernel for Run<'_, '_> {
    type Output = ();
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Some(some) = self.inputs.iter().flatten().next() else { return };
        let mut chains = Chains::<I>::new(isa, some.key);
        for input in self.inputs.iter().flatten() {
            chains.put(isa, input);
        }
        chains.authenticate(isa);
        let tags = self.tags.iter_mut().zip(self.inputs).filter(|(_, input)| input.is_some());
        for ((tag, _), end) in tags.zip(&chains.states) {
            *tag = end.xor_all_block();
        }
    }
}

/// The chains of some messages.
pub(super) struct Chains<'a, I: Isa> {
    count: usize,
    // Where there is no message, there is the first one's key.
    keys: [SharedKey<'a>; MOST],
    first: [I::One; MOST],
    has_first: [bool; MOST],
    middle: [&'a [[u8; BLOCK]]; MOST],
    last: [I::One; MOST],
    whole: [bool; MOST],
    /// The tags, in the end.
    pub(super) states: [I::One; MOST],
}

impl<'a, I: Isa> Chains<'a, I> {
    /// Without messages, given the key of one.
    #[inline(always)]
    pub(super) fn new(isa: I, key: SharedKey<'a>) -> Self {
        let zeros = [I::One::zero(isa); MOST];
        Self {
            count: 0,
            keys: [key; MOST],
            first: zeros,
            has_first: [false; MOST],
            middle: [&[]; MOST],
            last: zeros,
            whole: [false; MOST],
            states: zeros,
        }
    }

    /// Takes a message, of which there are at most [`MOST`].
    #[inline(always)]
    pub(super) fn put(&mut self, isa: I, input: &Input<'a>) {
        let place = self.count % MOST;
        self.keys[place] = input.key;
        if let Some(first) = input.first {
            self.first[place] = I::One::splat(isa, in_registers(first));
            self.has_first[place] = true;
        }
        self.middle[place] = input.middle;
        self.last[place] = I::One::splat(isa, in_registers(input.last));
        self.whole[place] = input.whole;
        self.count += 1;
    }

    /// Makes the tags.
    #[inline(always)]
    pub(super) fn authenticate(&mut self, isa: I) {
        match self.count {
            0 => return,
            1 => self.begin::<1>(isa),
            2 => self.begin::<2>(isa),
            3 | 4 => self.begin::<4>(isa),
            _ => self.begin::<8>(isa),
        }
        let mut done = self.shortest();
        // As far as the shortest of those that go on, again and again.
        loop {
            let (mut going, mut until) = (Going { places: [0; MOST], count: 0 }, usize::MAX);
            for (place, middle) in self.middle.iter().enumerate().take(self.count) {
                if middle.len() > done {
                    until = until.min(middle.len());
                    going.put(place);
                }
            }
            match going.count {
                0 => break,
                1 => self.go_on::<1>(isa, &going, done, until),
                2 => self.go_on::<2>(isa, &going, done, until),
                3 | 4 => self.go_on::<4>(isa, &going, done, until),
                _ => self.go_on::<8>(isa, &going, done, until),
            }
            done = until;
        }
        match self.count {
            1 => self.end::<1>(isa),
            2 => self.end::<2>(isa),
            3 | 4 => self.end::<4>(isa),
            _ => self.end::<8>(isa),
        }
    }

    /// The number of blocks in the middle of the shortest message.
    #[inline(always)]
    fn shortest(&self) -> usize {
        self.middle.iter().take(self.count).map(|middle| middle.len()).min().unwrap_or(0)
    }

    /// The blocks of zeros, of which the subkeys are made, the first blocks, and those after them that all have.
    #[inline(always)]
    fn begin<const K: usize>(&mut self, isa: I) {
        let places = core::array::from_fn(|place| place);
        let mut states = [I::One::zero(isa); K];
        self.encrypt(isa, &places, &mut states);
        unroll!(K, |i| {
            let mut subkey = double(isa, states[i % K].swap_bytes());
            if !self.whole[i] {
                subkey = double(isa, subkey);
            }
            self.last[i] = self.last[i].xor(subkey.swap_bytes());
        });
        unroll!(K, |i| states[i % K] = self.first[i]);
        self.encrypt(isa, &places, &mut states);
        unroll!(K, |i| if self.has_first[i] {
            self.states[i] = states[i % K];
        });
        let until = self.shortest();
        self.chain::<K>(isa, &places, 0, until);
    }

    /// More blocks of the messages in some places.
    #[inline(always)]
    fn go_on<const K: usize>(&mut self, isa: I, going: &Going, done: usize, until: usize) {
        let mut places = [going.places[0]; K];
        unroll!(K, |i| if i < going.count {
            places[i % K] = going.places[i];
        });
        self.chain::<K>(isa, &places, done, until);
    }

    /// The last blocks.
    #[inline(always)]
    fn end<const K: usize>(&mut self, isa: I) {
        let mut states = [I::One::zero(isa); K];
        unroll!(K, |i| states[i % K] = self.states[i].xor(self.last[i]));
        self.encrypt(isa, &core::array::from_fn(|place| place), &mut states);
        unroll!(K, |i| self.states[i] = states[i % K]);
    }

    /// Encrypts a block of each of some places.
    #[inline(always)]
    fn encrypt<const K: usize>(&self, isa: I, places: &[usize; K], states: &mut [I::One; K]) {
        let slot = self.first_slot();
        unroll!(K, |i| {
            states[i % K] = states[i % K].xor(self.key(isa, places[i % K], slot));
        });
        self.rounds(isa, places, states);
        unroll!(K, |i| {
            states[i % K] = states[i % K].aes_enc_last(self.key(isa, places[i % K], LAST_KEY));
        });
    }

    /// Chains some blocks of the messages in some places, which have them.
    #[inline(always)]
    fn chain<const K: usize>(&mut self, isa: I, places: &[usize; K], from: usize, until: usize) {
        if from >= until {
            return;
        }
        let block = |i: usize, number: usize| {
            let middle = self.middle[places[i % K] % MOST];
            middle.get(number).map_or(I::One::zero(isa), |block| I::One::load(isa, block))
        };
        let key = |i: usize, slot: usize| self.key(isa, places[i % K], slot);
        let slot = self.first_slot();
        let mut states = [I::One::zero(isa); K];
        unroll!(K, |i| {
            let state = self.states[places[i % K] % MOST];
            states[i % K] = state.xor3(block(i, from), key(i, slot));
        });
        for number in from + 1..until {
            self.rounds(isa, places, &mut states);
            // The next block and the first round key come in with the last one.
            unroll!(K, |i| {
                let met = key(i, LAST_KEY).xor3(block(i, number), key(i, slot));
                states[i % K] = states[i % K].aes_enc_last(met);
            });
        }
        self.rounds(isa, places, &mut states);
        unroll!(K, |i| states[i % K] = states[i % K].aes_enc_last(key(i, LAST_KEY)));
        unroll!(K, |i| self.states[places[i % K] % MOST] = states[i % K]);
    }

    /// All rounds but the last.
    #[inline(always)]
    fn rounds<const K: usize>(&self, isa: I, places: &[usize; K], states: &mut [I::One; K]) {
        for slot in self.first_slot() + 1..LAST_KEY {
            unroll!(K, |i| {
                states[i % K] = states[i % K].aes_enc(self.key(isa, places[i % K], slot));
            });
        }
    }

    /// The slot of the first round key.
    #[inline(always)]
    fn first_slot(&self) -> usize {
        // The remainder changes no slot; from it the compiler sees that there is such a slot.
        self.keys[0].first() % 8
    }

    #[inline(always)]
    fn key(&self, isa: I, place: usize, slot: usize) -> I::One {
        self.keys[place % MOST].key(isa, slot, 0)
    }
}

/// The messages that have more blocks than others.
struct Going {
    places: [usize; MOST],
    count: usize,
}

impl Going {
    #[inline(always)]
    fn put(&mut self, place: usize) {
        self.places[self.count % MOST] = place;
        self.count += 1;
    }
}
