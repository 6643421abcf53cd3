//! The tags of CMAC of a few messages, whose chains are beside each other: a block of each in a register of its own. Keys
//! and messages are read where they lie, and nothing is made for more messages than there are.

use core::hint::black_box;

use super::BLOCK;
use super::groups::double;
use crate::Backend;
use crate::lanes::{
    AesBlocks, AnyWidth, BlockKeys as _, BlockOps, Blocks as _, Isa, Kernel, LAST_KEY, SharedKey,
    SideBySide, Vector as _, dispatch, in_registers, unroll,
};

/// The most messages: more chains than this do not hide each other's latency.
pub(super) const MOST: usize = 8;

/// So many do not take longer than one.
const FOUR: usize = 4;

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
    type Class = SideBySide<AnyWidth<BlockOps>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        // Plain words take several blocks at a time in another way.
        if const { matches!(I::BACKEND, Backend::Portable) } {
            return;
        }
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
        if self.count <= FOUR {
            self.begin::<FOUR>(isa);
        } else {
            self.begin::<MOST>(isa);
        }
        // As far as the shortest of those that go on, again and again.
        let mut done = 0;
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
                1..=FOUR => self.go_on::<FOUR>(isa, &going, done, until),
                _ => self.go_on::<MOST>(isa, &going, done, until),
            }
            done = until;
        }
        if self.count <= FOUR {
            self.end::<FOUR>(isa);
        } else {
            self.end::<MOST>(isa);
        }
    }

    /// The blocks of zeros, of which the subkeys are made, and the first blocks.
    #[inline(always)]
    fn begin<const K: usize>(&mut self, isa: I) {
        let keys = self.first_keys::<K>();
        let zeros = [I::One::zero(isa); MOST];
        // Hidden: otherwise the rounds are there twice.
        for (is_first, blocks) in black_box([(false, &zeros), (true, &{ self.first })]) {
            let mut states = [I::One::zero(isa); K];
            unroll!(K, |i| states[i % K] = blocks[i]);
            encrypt::<I, K>(isa, &keys, &mut states);
            if is_first {
                unroll!(K, |i| if self.has_first[i] {
                    self.states[i] = states[i % K];
                });
                continue;
            }
            unroll!(K, |i| {
                let mut subkey = double(isa, states[i % K].swap_bytes());
                if !self.whole[i] {
                    subkey = double(isa, subkey);
                }
                self.last[i] = self.last[i].xor(subkey.swap_bytes());
            });
        }
    }

    /// Chains some blocks of the messages in some places, which have them.
    #[inline(always)]
    fn go_on<const K: usize>(&mut self, isa: I, going: &Going, done: usize, until: usize) {
        let mut places = [going.places[0]; K];
        unroll!(K, |i| if i < going.count {
            places[i % K] = going.places[i];
        });
        let mut keys = [self.keys[0]; K];
        let mut middle = [self.middle[0]; K];
        let mut states = [I::One::zero(isa); K];
        unroll!(K, |i| {
            let place = places[i % K] % MOST;
            keys[i % K] = self.keys[place];
            middle[i % K] = self.middle[place];
            states[i % K] = self.states[place];
        });
        let block = |i: usize, number: usize| match middle[i % K].get(number) {
            Some(block) => I::One::load(isa, block),
            None => I::One::zero(isa),
        };
        let [first, last] = [first_slot(&keys), LAST_KEY];
        unroll!(K, |i| {
            states[i % K] = states[i % K].xor3(block(i, done), key::<I>(isa, keys[i % K], first));
        });
        for number in done + 1..until {
            rounds::<I, K>(isa, &keys, &mut states);
            // The next block and the first round key come in with the last one.
            unroll!(K, |i| {
                let [first, last] =
                    [key::<I>(isa, keys[i % K], first), key::<I>(isa, keys[i % K], last)];
                states[i % K] = states[i % K].aes_enc_last(last.xor3(block(i, number), first));
            });
        }
        rounds::<I, K>(isa, &keys, &mut states);
        unroll!(K, |i| {
            let last = key::<I>(isa, keys[i % K], last);
            self.states[places[i % K] % MOST] = states[i % K].aes_enc_last(last);
        });
    }

    /// The last blocks.
    #[inline(always)]
    fn end<const K: usize>(&mut self, isa: I) {
        let mut states = [I::One::zero(isa); K];
        unroll!(K, |i| states[i % K] = self.states[i].xor(self.last[i]));
        encrypt::<I, K>(isa, &self.first_keys(), &mut states);
        unroll!(K, |i| self.states[i] = states[i % K]);
    }

    /// The keys of the first messages.
    #[inline(always)]
    fn first_keys<const K: usize>(&self) -> [SharedKey<'a>; K] {
        let mut keys = [self.keys[0]; K];
        unroll!(K, |i| keys[i % K] = self.keys[i]);
        keys
    }
}

/// Encrypts a block under each of some keys.
#[inline(always)]
fn encrypt<I: Isa, const K: usize>(isa: I, keys: &[SharedKey<'_>; K], states: &mut [I::One; K]) {
    let first = first_slot(keys);
    unroll!(K, |i| states[i % K] = states[i % K].xor(key::<I>(isa, keys[i % K], first)));
    rounds::<I, K>(isa, keys, states);
    unroll!(K, |i| {
        states[i % K] = states[i % K].aes_enc_last(key::<I>(isa, keys[i % K], LAST_KEY));
    });
}

/// All rounds but the last.
#[inline(always)]
fn rounds<I: Isa, const K: usize>(isa: I, keys: &[SharedKey<'_>; K], states: &mut [I::One; K]) {
    for slot in first_slot(keys) + 1..LAST_KEY {
        unroll!(K, |i| states[i % K] = states[i % K].aes_enc(key::<I>(isa, keys[i % K], slot)));
    }
}

/// The slot of the first round key, which is the same for all.
#[inline(always)]
fn first_slot<const K: usize>(keys: &[SharedKey<'_>; K]) -> usize {
    // The remainder changes no slot; from it the compiler sees that there is such a slot.
    keys[0].first() % 8
}

#[inline(always)]
fn key<I: Isa>(isa: I, key: SharedKey<'_>, slot: usize) -> I::One {
    key.key(isa, slot, 0)
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
