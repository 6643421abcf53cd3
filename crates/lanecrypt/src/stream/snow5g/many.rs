//! Many messages: a message in each block of the longest registers that have rounds of AES.

use core::cmp::Reverse;

use super::state::{self, BLOCKS, LOADED, LOADED_AT, State, Steps, Steps5g, Version, of_version};
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, BlockArray, Blocks as _, FullWidth, InOut, Isa, Kernel, Kernels,
    Row, Vector as _, WithCopies, unroll, wipe, wipe_in_kernel,
};

/// The states of messages, each in a place. Secret, wiped when dropped.
#[repr(C, align(64))]
pub(crate) struct States([BlockArray; BLOCKS]);

impl Drop for States {
    fn drop(&mut self) {
        wipe(&mut self.0, [BlockArray::ZERO; BLOCKS]);
    }
}

/// A message to be encrypted, by the state in a place.
pub(crate) struct Lane<'d> {
    place: usize,
    data: InOut<'d>,
    /// The keystream of the end, less than a register, which kernels leave.
    last: [u8; 64],
}

impl<'d> Lane<'d> {
    /// No message.
    pub(crate) const EMPTY: Self = Self { place: 0, data: InOut::empty(), last: [0; 64] };

    pub(crate) fn new(place: usize, data: InOut<'d>) -> Self {
        Self { place, data, last: [0; 64] }
    }

    /// Encrypts the end.
    fn finish(&mut self) {
        let mut data = self.data.split_off_at_most(self.last.len());
        let bytes = data.len();
        data.xor(&self.last[..bytes]);
        wipe(&mut self.last, [0; 64]);
    }
}

impl States {
    /// The most messages.
    pub(crate) const MAX: usize = BlockArray::COUNT;

    /// Of no messages yet.
    pub(crate) fn new() -> Self {
        Self([BlockArray::ZERO; BLOCKS])
    }

    /// Loads messages into the first places and runs their initialisation, then puts the first three blocks of
    /// keystream of each into a row, if there are rows.
    pub(crate) fn initialise(
        &mut self,
        kernels: &mut Kernels,
        version: Version,
        messages: &[Load<'_>],
        rows: &mut [Row],
    ) {
        kernels.run(Initialise { states: self, version, messages, rows });
    }

    /// Encrypts messages, whose order changes.
    pub(crate) fn encrypt(&self, kernels: &mut Kernels, version: Version, lanes: &mut [Lane<'_>]) {
        // Messages of about one length share registers.
        lanes.sort_unstable_by_key(|lane| Reverse(lane.data.len()));
        let done = kernels.run(Encrypt { states: self, version, lanes: &mut *lanes });
        if let Some(lanes) = lanes.get_mut(done..).filter(|lanes| !lanes.is_empty()) {
            kernels.run(EncryptFew { states: self, version, lanes });
        }
        lanes.iter_mut().for_each(Lane::finish);
    }
}

/// The keystreams of as many messages as a register has blocks.
pub(crate) struct Streams<B>(State<B>);

impl<B: AesBlocks> Streams<B> {
    /// From the states in places.
    #[inline(always)]
    fn of(isa: B::Isa, states: &States, places: [usize; 4]) -> Self {
        let mut registers = [B::zero(isa); BLOCKS];
        unroll!(BLOCKS, |i| {
            let array = &states.0[i].0;
            registers[i] = B::from_each(isa, |lane| {
                u128::from_le_bytes(array[places[lane % 4] % BlockArray::COUNT])
            });
        });
        Self(State::new(registers))
    }

    /// From the states in a place and those after it.
    #[inline(always)]
    pub(crate) fn from(isa: B::Isa, states: &States, place: usize) -> Self {
        let mut registers = [B::zero(isa); BLOCKS];
        unroll!(BLOCKS, |i| registers[i] = states.0[i].register(isa, place));
        Self(State::new(registers))
    }

    /// The next register of each of them: as many steps as a register has blocks.
    #[inline(always)]
    fn next_of<S: Steps>(&mut self, isa: B::Isa) -> [B; 4] {
        let mut keystream = [B::zero(isa); 4];
        unroll!(4, |i| if i < B::BLOCKS {
            keystream[i] = self.0.step::<S>(isa);
        });
        if B::BLOCKS > 1 {
            B::transpose(isa, &mut keystream);
        }
        keystream
    }

    /// The same with SNOW 5G.
    #[inline(always)]
    pub(crate) fn next(&mut self, isa: B::Isa) -> [B; 4] {
        self.next_of::<Steps5g>(isa)
    }

    /// One step: a block of each.
    #[inline(always)]
    pub(crate) fn step(&mut self, isa: B::Isa) -> B {
        self.0.step::<Steps5g>(isa)
    }
}

/// What a message is loaded from. The kernel does that, so that no other function has keys on its stack.
#[derive(Clone, Copy)]
pub(crate) struct Load<'k> {
    pub(super) key: &'k [u8; 32],
    pub(super) iv: [u8; 16],
}

impl<'k> Load<'k> {
    /// No message.
    pub(crate) const EMPTY: Self = Self { key: &[0; 32], iv: [0; 16] };

    /// A key of 32 bytes and an IV.
    pub(crate) fn new(key: &'k [u8], iv: [u8; 16]) -> Self {
        Self { key: key.first_chunk().unwrap_or(Self::EMPTY.key), iv }
    }
}

/// The blocks of keystream that a row begins with.
const IN_ROW: usize = 3;

struct Initialise<'a> {
    states: &'a mut States,
    version: Version,
    messages: &'a [Load<'a>],
    rows: &'a mut [Row],
}

impl Kernel for Initialise<'_> {
    type Output = ();
    type Class = WithCopies<FullWidth<AesOps>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        of_version!(self.version, S => self.steps::<I, S>(isa))
    }
}

impl Initialise<'_> {
    #[inline(always)]
    fn steps<I: Isa, S: Steps>(self, isa: I) {
        let Self { states: States(arrays), messages, rows, .. } = self;
        let size = I::Aes::BLOCKS;
        // Those of `LOADED_AT`.
        let [first, second, _, third, ..] = arrays;
        let places = first.0.iter_mut().zip(&mut second.0).zip(&mut third.0);
        for (Load { key, iv }, ((first, second), third)) in messages.iter().zip(places) {
            let blocks = state::loaded(key, iv);
            (*first, *second, *third) = (*blocks[0], *blocks[1], *blocks[2]);
        }
        for group in 0..BlockArray::COUNT / size {
            let place = group * size;
            if place >= messages.len() {
                break;
            }
            let mut registers = [I::Aes::zero(isa); BLOCKS];
            unroll!(LOADED, |i| {
                registers[LOADED_AT[i]] = arrays[LOADED_AT[i]].register(isa, place);
            });
            let mut state = State::new(registers);
            state.initialise::<S>(isa);
            if let Some(rows) = rows.get_mut(place..).filter(|rows| !rows.is_empty()) {
                // A register of each block, then the blocks of a message after another.
                let mut bytes = [[0; 64]; IN_ROW];
                unroll!(IN_ROW, |i| state.step::<S>(isa).store(&mut bytes[i]));
                for (lane, row) in rows.iter_mut().take(size).enumerate() {
                    let mut all = [0; 64];
                    for (to, from) in all.as_chunks_mut::<16>().0.iter_mut().zip(&bytes) {
                        *to = from.as_chunks().0[lane % 4];
                    }
                    *row = Row::from_bytes(&all);
                }
                wipe_in_kernel(isa, &mut bytes, [[0; 64]; IN_ROW]);
            }
            let registers = state.registers();
            unroll!(BLOCKS, |i| arrays[i].put(registers[i], place));
        }
    }
}

/// Encrypts messages in the longest registers, if there are more than fit in shorter ones. Returns how many it
/// did, from the first one on.
struct Encrypt<'a, 'd> {
    states: &'a States,
    version: Version,
    lanes: &'a mut [Lane<'d>],
}

impl Kernel for Encrypt<'_, '_> {
    type Output = usize;
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> usize {
        of_version!(self.version, S => self.steps::<I, S>(isa))
    }
}

impl Encrypt<'_, '_> {
    #[inline(always)]
    fn steps<I: Isa, S: Steps>(self, isa: I) -> usize {
        let Self { states, lanes, .. } = self;
        let mut done = 0;
        for lanes in lanes.chunks_mut(I::Aes::BLOCKS) {
            if lanes.len() <= I::Aes::BLOCKS / 2 {
                break;
            }
            encrypt::<I::Aes, S>(isa, states, lanes);
            done += lanes.len();
        }
        done
    }
}

/// Encrypts one message or two, where the longest registers have more than one block. On other backends there are none left.
struct EncryptFew<'a, 'd> {
    states: &'a States,
    version: Version,
    lanes: &'a mut [Lane<'d>],
}

impl Kernel for EncryptFew<'_, '_> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if I::Aes::BLOCKS == 1 {
            return;
        }
        of_version!(self.version, S => self.steps::<I, S>(isa))
    }
}

impl EncryptFew<'_, '_> {
    #[inline(always)]
    fn steps<I: Isa, S: Steps>(self, isa: I) {
        let Self { states, lanes, .. } = self;
        if lanes.len() == 1 {
            encrypt::<I::One, S>(isa, states, lanes);
        } else if I::Aes::BLOCKS > 2 {
            encrypt::<I::Two, S>(isa, states, lanes);
        }
    }
}

/// Encrypts as many messages as a register has blocks, or fewer.
#[inline(always)]
fn encrypt<B: AesBlocks, S: Steps>(isa: B::Isa, states: &States, lanes: &mut [Lane<'_>]) {
    let mut places = [0; 4];
    let mut data = [const { InOut::empty() }; 4];
    let mut most = 0;
    unroll!(4, |i| if i < B::BLOCKS
        && let Some(lane) = lanes.get_mut(i)
    {
        places[i] = lane.place % BlockArray::COUNT;
        data[i] = lane.data.split_off_at_most(usize::MAX);
        most = most.max(data[i].len());
    });
    let mut streams = Streams::of(isa, states, places);
    let size = 16 * B::BLOCKS;
    for _ in 0..most.div_ceil(size) {
        let keystream = streams.next_of::<S>(isa);
        unroll!(4, |i| if i < B::BLOCKS {
            if data[i].len() >= size {
                let mut piece = data[i].split_off_at_most(size);
                let sum = B::load(isa, piece.input()).xor(keystream[i]);
                sum.store(piece.output());
            } else if data[i].len() > 0
                && let Some(lane) = lanes.get_mut(i)
            {
                keystream[i].store(&mut lane.last);
                core::mem::swap(&mut lane.data, &mut data[i]);
            }
        });
    }
}
