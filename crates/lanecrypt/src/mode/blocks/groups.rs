//! Messages of about the same length chained side by side, each with its own key or all with one: a kernel
//! call does all of their blocks. A lane whose message has ended waits for the others, so longer messages
//! of different lengths are better off with `multibuffer`, which puts the next one there.

use super::multibuffer::{Stage, TOGETHER, chain};
use super::tiles::KeyRing;
use super::window::FEW;
use super::{BLOCK, Rounds};
use crate::Backend;
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, Blocks, FullWidth, InOut, Isa, Kernel, Kernels, LanePointers,
    Spare, Vector as _, align_stack, load_anew, unroll,
};

/// The most blocks of a message.
pub(super) const MAX: usize = 1 << (CLASSES - 1);

/// A call with at most [`MANY`] messages has a [`Stage`] only if one of them has this many blocks: for shorter ones,
/// making and wiping it takes longer than it saves.
const STAGED: usize = 32;

/// A call with more messages always has a [`Stage`].
const MANY: usize = 16;

/// Messages are put side by side with others of the same class: those of 2^(c - 1) + 1 to 2^c blocks are
/// of class c.
const CLASSES: usize = 8;

/// The most blocks of the messages of some jobs that are worked on in groups: longer ones only if all are of
/// one length. Not pending ones have no blocks.
#[inline]
pub(super) fn most<J>(jobs: &[J], blocks: impl Fn(&J) -> usize) -> usize {
    let mut all = jobs.iter().map(blocks).filter(|blocks| *blocks > 0);
    match all.next() {
        Some(first) if first > MAX && all.all(|blocks| blocks == first) => first,
        _ => MAX,
    }
}

/// Whether messages, given how many blocks each job has, are so few and so short that one after another is
/// faster than side by side: the processor overlaps them, and nothing has to be made and wiped. Bit planes
/// always hold several blocks.
#[inline]
pub(super) fn few_and_short<J>(backend: Backend, jobs: &[J], blocks: impl Fn(&J) -> usize) -> bool {
    const BLOCKS: usize = 20;
    let short = || jobs.iter().map(blocks).sum::<usize>() <= BLOCKS;
    jobs.len() == 1 || jobs.len() <= FEW && backend != Backend::Portable && short()
}

/// Has the jobs of such messages worked on in groups of so many at most, given the blocks of a job, at
/// least one, if it is pending and not too long. The function gets room for a group, the jobs, and the
/// numbers of those of the group.
#[inline(always)]
pub(super) fn in_groups<J>(
    backend: Backend,
    most: usize,
    jobs: &mut [J],
    blocks: impl Fn(&J) -> Option<usize>,
    mut group: impl FnMut(&mut Room<'_>, &mut [J], &[u16]),
) {
    // Both are made where they stay.
    let long = |job: &J| blocks(job).is_some_and(|blocks| blocks >= STAGED);
    let mut stage;
    let stage = if jobs.len() > MANY || jobs.len() > FEW && jobs.iter().any(long) {
        stage = Stage::new();
        Some(&mut stage)
    } else {
        None
    };
    let (state, ended) = (BlockArray::ZERO, BlockArray::ZERO);
    let mut kernels = Kernels::on(backend);
    let kernels = &mut kernels;
    let mut room = Room { kernels, used: 0, spare: Spare::new(), stage, state, ended };
    for jobs in jobs.chunks_mut(1 << u16::BITS) {
        let mut numbers = [[0; BlockArray::COUNT]; CLASSES];
        let mut counts = [0; CLASSES];
        for number in 0..jobs.len() {
            let Some(blocks) = blocks(&jobs[number]) else { continue };
            let class = (usize::BITS - blocks.saturating_sub(1).leading_zeros()) as usize % CLASSES;
            let (numbers, count) = (&mut numbers[class], &mut counts[class]);
            numbers[*count % BlockArray::COUNT] = number as u16;
            *count += 1;
            if *count == most.min(BlockArray::COUNT) {
                group(&mut room, jobs, &numbers[..*count]);
                *count = 0;
            }
        }
        for (numbers, count) in numbers.iter().zip(counts) {
            if count > 0 {
                group(&mut room, jobs, &numbers[..count]);
            }
        }
    }
}

/// What a group needs beside its keys and its messages. Wiped on drop.
pub(super) struct Room<'s> {
    kernels: &'s mut Kernels,
    /// How many places from the first on have been in use.
    used: usize,
    spare: Spare,
    /// Not for few messages, which wait for the rounds of a block anyway, and not for some short ones: making
    /// and wiping it would take longer.
    stage: Option<&'s mut Stage>,
    /// What the first block of each message is added to, then the last block of each, chained: for MACs,
    /// the tags.
    state: BlockArray,
    /// The last blocks of messages that end before others.
    ended: BlockArray,
}

/// Blocks of messages for a MAC that are not where the messages lie.
pub(super) struct MacBlocks {
    /// The first blocks, of some.
    first: BlockArray,
    /// Which have one, a bit each.
    headed: u32,
    /// The last blocks with their padding.
    last: BlockArray,
    /// All ones where that was a whole block without padding.
    whole: BlockArray,
}

impl MacBlocks {
    pub(super) const ZERO: Self = Self {
        first: BlockArray::ZERO,
        headed: 0,
        last: BlockArray::ZERO,
        whole: BlockArray::ZERO,
    };
}

/// Those where there is no MAC.
static NO_MAC: MacBlocks = MacBlocks::ZERO;

impl Room<'_> {
    /// Encrypts a group of messages in CBC mode.
    #[inline(always)]
    pub(super) fn cbc<'d>(
        &mut self,
        keys: impl KeyRing,
        messages: impl Iterator<Item = CbcMessage<'d>>,
    ) {
        let mut pointers = LanePointers::<true>::new(&mut self.spare);
        let mut places = 0;
        for message in messages.take(BlockArray::COUNT) {
            self.state.0[places] = message.iv;
            pointers.put_message(places, message.data);
            places += 1;
        }
        self.used = self.used.max(places);
        let stage = self.stage.as_deref_mut();
        let (state, ended) = (&mut self.state, &mut self.ended);
        let (pointers, mac) = (&mut pointers, &NO_MAC);
        self.kernels.run(Group { keys, pointers, places, state, ended, mac, stage });
    }

    /// Authenticates a group of messages with CMAC. Returns the tags, in the order of the messages.
    #[inline(always)]
    pub(super) fn cmac<'d>(
        &mut self,
        keys: impl KeyRing,
        mac: &mut MacBlocks,
        messages: impl Iterator<Item = MacMessage<'d>>,
    ) -> &[[u8; BLOCK]] {
        let mut pointers = LanePointers::<false>::new(&mut self.spare);
        let mut places = 0;
        mac.headed = 0;
        for message in messages.take(BlockArray::COUNT) {
            if let Some(first) = message.first {
                mac.first.0[places] = first.to_le_bytes();
                mac.headed |= 1 << places;
            }
            if !message.blocks.is_empty() {
                pointers.put_input(places, message.blocks);
            }
            let (last, whole) = message.last;
            mac.last.0[places] = last.to_le_bytes();
            mac.whole.0[places] = if whole { [0xff; BLOCK] } else { [0; BLOCK] };
            places += 1;
        }
        self.used = self.used.max(places);
        let stage = self.stage.as_deref_mut();
        let (state, ended) = (&mut self.state, &mut self.ended);
        let (pointers, mac) = (&mut pointers, &*mac);
        self.kernels.run(Group { keys, pointers, places, state, ended, mac, stage });
        &self.state.0[..places]
    }
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        self.state.wipe(self.used);
        self.ended.wipe(self.used);
    }
}

/// A message to be encrypted in CBC mode: whole blocks, one at least.
pub(super) struct CbcMessage<'d> {
    pub(super) iv: [u8; BLOCK],
    pub(super) data: InOut<'d>,
}

/// A message to be authenticated with CMAC.
pub(super) struct MacMessage<'d> {
    /// A block before the others, if there is one.
    pub(super) first: Option<u128>,
    /// Whole blocks, perhaps none.
    pub(super) blocks: &'d [u8],
    /// The last block with its padding, and whether it was whole without.
    pub(super) last: (u128, bool),
}

/// Chains the messages of a group: CBC if `WRITE`, CMAC otherwise.
struct Group<'a, 'd, K, const WRITE: bool> {
    keys: K,
    pointers: &'a mut LanePointers<'d, WRITE>,
    places: usize,
    state: &'a mut BlockArray,
    ended: &'a mut BlockArray,
    mac: &'a MacBlocks,
    stage: Option<&'a mut Stage>,
}

impl<K: KeyRing, const WRITE: bool> Kernel for Group<'_, '_, K, WRITE> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) {
        align_stack();
        match self.places.div_ceil(I::Aes::BLOCKS) {
            0..=1 => self.registers::<I, 1>(isa),
            2 => self.registers::<I, 2>(isa),
            3..=4 => self.registers::<I, 4>(isa),
            _ => self.registers::<I, TOGETHER>(isa),
        }
    }
}

impl<K: KeyRing, const WRITE: bool> Group<'_, '_, K, WRITE> {
    #[inline(always)]
    fn registers<I: Isa, const N: usize>(&mut self, isa: I) {
        let (blocks, places) = (I::Aes::BLOCKS, N * I::Aes::BLOCKS);
        let keys = self.keys.from(0);
        let mut state = [I::Aes::zero(isa); N];
        if WRITE {
            unroll!(N, |i| state[i] = self.state.register(isa, i * blocks));
        } else if self.mac.headed != 0 {
            unroll!(N, |i| state[i] = self.mac.first.register(isa, i * blocks));
            Rounds::encrypt(isa, keys, &mut state);
            load_anew();
            unroll!(N, |i| self.state.put(state[i], i * blocks));
            for (place, state) in self.state.0.iter_mut().enumerate() {
                if self.mac.headed >> place & 1 == 0 {
                    *state = [0; BLOCK];
                }
            }
            unroll!(N, |i| state[i] = self.state.register(isa, i * blocks));
        }
        // Messages of no whole blocks have ended already.
        let mut ended = !self.pointers.taken();
        if self.pointers.taken().count_ones() as usize != self.places {
            unroll!(N, |i| self.ended.put(state[i], i * blocks));
        }
        while self.pointers.taken() != 0 {
            let mut run = self.pointers.run(places);
            let stage = self.stage.as_deref_mut();
            chain::<I, _, WRITE, N>(isa, self.keys, &mut run, &mut state, stage);
            let mut now = self.pointers.take_ended(places);
            if self.pointers.taken() == 0 {
                break;
            }
            ended |= now;
            unroll!(N, |i| self.state.put(state[i], i * blocks));
            while now != 0 {
                let place = now.trailing_zeros() as usize;
                now &= now - 1;
                self.ended.0[place] = self.state.0[place];
            }
        }
        if WRITE {
            return;
        }
        let mut early = ended & (u32::MAX >> (u32::BITS as usize - self.places.clamp(1, 32)));
        if early != 0 {
            unroll!(N, |i| self.state.put(state[i], i * blocks));
            while early != 0 {
                let place = early.trailing_zeros() as usize;
                early &= early - 1;
                self.state.0[place] = self.ended.0[place];
            }
            unroll!(N, |i| state[i] = self.state.register(isa, i * blocks));
        }
        load_anew();
        let mut subkeys = [I::Aes::zero(isa); N];
        Rounds::encrypt(isa, keys, &mut subkeys);
        load_anew();
        unroll!(N, |i| {
            let once = double(isa, subkeys[i].swap_bytes());
            let twice = double(isa, once);
            let whole = self.mac.whole.register(isa, i * blocks);
            let subkey = twice.xor_and(once.xor(twice), whole).swap_bytes();
            state[i] = state[i].xor3(subkey, self.mac.last.register(isa, i * blocks));
        });
        Rounds::encrypt(isa, keys, &mut state);
        unroll!(N, |i| self.state.put(state[i], i * blocks));
    }
}

/// Twice an element of the field of CMAC, of which the lowest bit is the constant term.
#[inline(always)]
pub(super) fn double<B: AesBlocks>(isa: B::Isa, elements: B) -> B {
    // The top bit of every word goes into the next one, and that of the last one is reduced.
    const CARRIES: u128 = 1 << 96 | 1 << 64 | 1 << 32 | 0x87;
    let tops = elements.sign_mask::<u32>();
    elements.shl::<u32>(1).xor_and(tops.align::<12>(tops), B::splat(isa, CARRIES))
}
