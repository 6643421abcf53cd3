//! The state of as many messages as a register has blocks, and its steps.

use crate::lanes::{AesBlocks, InOut, unroll};

/// A version of the cipher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// The first one, with other LFSRs.
    SnowV,
    /// With the LFSRs of SNOW 5G, and additions of words of 32 bits.
    SnowVi,
    /// With additions of words of 16 bits.
    Snow5g,
}

/// An expression with the type of a version's steps.
macro_rules! of_version {
    ($version:expr, $steps:ident => $use:expr) => {
        match $version {
            $crate::stream::snow5g::Version::SnowV => {
                type $steps = $crate::stream::snow5g::state::StepsV;
                $use
            }
            $crate::stream::snow5g::Version::SnowVi => {
                type $steps = $crate::stream::snow5g::state::StepsVi;
                $use
            }
            $crate::stream::snow5g::Version::Snow5g => {
                type $steps = $crate::stream::snow5g::state::Steps5g;
                $use
            }
        }
    };
}
pub(super) use of_version;

/// A version as a type, so that its steps have no branches.
pub(super) trait Steps {
    /// Whether words of 16 bits are added, not of 32.
    const SHORT: bool;
    /// Whether the LFSRs are those of SNOW-V.
    const FIRST: bool;
}

pub(super) enum StepsV {}
pub(super) enum StepsVi {}
pub(super) enum Steps5g {}

impl Steps for StepsV {
    const SHORT: bool = false;
    const FIRST: bool = true;
}

impl Steps for StepsVi {
    const SHORT: bool = false;
    const FIRST: bool = false;
}

impl Steps for Steps5g {
    const SHORT: bool = true;
    const FIRST: bool = false;
}

/// The blocks of a state: two of each LFSR, then the three registers.
pub(super) const BLOCKS: usize = 7;

/// The steps of the initialisation.
const INITIALISATION: usize = 16;

/// The state of the messages of a register.
#[derive(Clone, Copy)]
pub(super) struct State<B> {
    /// Cells 0 to 7 and 8 to 15 of LFSR A, words of 16 bits, the first one lowest.
    a: [B; 2],
    /// The same of LFSR B.
    b: [B; 2],
    /// The registers of the finite state machine.
    r: [B; 3],
}

/// The blocks of a state that are loaded. The others are zeros before the initialisation.
pub(super) const LOADED: usize = 3;
/// Their places in it.
pub(super) const LOADED_AT: [usize; LOADED] = [0, 1, 3];

/// What they are loaded with.
#[inline(always)]
pub(super) fn loaded<'a>(key: &'a [u8; 32], iv: &'a [u8; 16]) -> [&'a [u8; 16]; LOADED] {
    let [first, second] = key.as_chunks().0 else { return [iv; LOADED] };
    [iv, first, second]
}

impl<B: AesBlocks> State<B> {
    /// Of seven registers.
    #[inline(always)]
    pub(super) fn new([a, a_next, b, b_next, r1, r2, r3]: [B; BLOCKS]) -> Self {
        Self { a: [a, a_next], b: [b, b_next], r: [r1, r2, r3] }
    }

    /// Of a message, at the first step that makes keystream. A register has one block.
    #[inline(always)]
    pub(super) fn started<S: Steps>(isa: B::Isa, key: &[u8; 32], iv: &[u8; 16]) -> Self {
        let loaded = loaded(key, iv);
        let mut registers = [B::zero(isa); BLOCKS];
        unroll!(LOADED, |i| registers[LOADED_AT[i]] = B::load(isa, loaded[i]));
        let mut state = Self::new(registers);
        state.initialise::<S>(isa);
        state
    }

    /// Encrypts or decrypts data with the keystream from here on. A register has one block.
    #[inline(always)]
    pub(super) fn add_to<S: Steps>(mut self, isa: B::Isa, mut data: InOut<'_>) {
        // Four steps at a time: registers change their places with each step.
        while data.len() >= 4 * B::BYTES {
            let mut tile = data.take(4 * B::BYTES);
            unroll!(4, |i| {
                let input = B::load(isa, tile.input(i * B::BYTES, B::BYTES));
                input.xor(self.step::<S>(isa)).store(tile.output(i * B::BYTES, B::BYTES));
            });
        }
        while data.len() >= B::BYTES {
            let mut tile = data.take(B::BYTES);
            let input = B::load(isa, tile.input(0, B::BYTES));
            input.xor(self.step::<S>(isa)).store(tile.output(0, B::BYTES));
        }
        if data.len() > 0 {
            let input = B::load_part(isa, data.input());
            input.xor(self.step::<S>(isa)).store_part(data.output());
        }
    }

    /// The seven registers.
    #[inline(always)]
    pub(super) fn registers(self) -> [B; BLOCKS] {
        let ([a, a_next], [b, b_next], [r1, r2, r3]) = (self.a, self.b, self.r);
        [a, a_next, b, b_next, r1, r2, r3]
    }

    /// From the loaded key and IV to the first step that makes keystream.
    #[inline(always)]
    pub(super) fn initialise<S: Steps>(&mut self, isa: B::Isa) {
        let key = [self.a[1], self.b[1]];
        for _ in 0..INITIALISATION - 2 {
            self.feed_back::<S>(isa);
        }
        unroll!(2, |i| {
            self.feed_back::<S>(isa);
            self.r[0] = self.r[0].xor(key[i]);
        });
    }

    #[inline(always)]
    fn feed_back<S: Steps>(&mut self, isa: B::Isa) {
        let z = self.step::<S>(isa);
        self.a[1] = self.a[1].xor(z);
    }

    /// The next block of keystream.
    #[inline(always)]
    pub(super) fn step<S: Steps>(&mut self, isa: B::Isa) -> B {
        let ([a, a_next], [b, b_next], [r1, r2, r3]) = (self.a, self.b, self.r);
        let z = add::<B, S>(r1, b_next).xor(r2);
        let tap = if S::FIRST { a } else { a_next };
        let mut substituted = [r1, r2];
        B::aes_enc_each(&mut substituted, &[B::zero(isa); 2]);
        let [from_r1, from_r2] = substituted;
        self.r = [add::<B, S>(r2, r3.xor(tap)).transpose_bytes(), from_r1, from_r2];
        let (new_a, new_b) = if S::FIRST {
            let a_sum = over_x(isa, a_next, 0xcc87).xor3(b, a.align::<2>(a_next));
            let b_sum = over_x(isa, b_next, 0xe4b1).xor3(a, b.align::<6>(b_next));
            (times_x(isa, a, 0x990f).xor(a_sum), times_x(isa, b, 0xc963).xor(b_sum))
        } else {
            let new_a = times_x(isa, a, 0x4a6d).xor3(b, a.align::<14>(a_next));
            (new_a, times_x(isa, b, 0xcc87).xor3(a, b_next))
        };
        (self.a, self.b) = ([a_next, new_a], [b_next, new_b]);
        z
    }
}

#[inline(always)]
fn add<B: AesBlocks, S: Steps>(a: B, b: B) -> B {
    if S::SHORT { a.add::<u16>(b) } else { a.add::<u32>(b) }
}

/// Every word of 16 bits times x, modulo a polynomial whose lower coefficients are given.
#[inline(always)]
fn times_x<B: AesBlocks>(isa: B::Isa, words: B, polynomial: u16) -> B {
    words.shl::<u16>(1).xor_and(words.sign_mask::<u16>(), B::splat_word(isa, polynomial))
}

/// Every word of 16 bits over x, modulo a polynomial of which the upper coefficients are given.
///
/// The word is rotated by a bit to the right. If that bit was one, it is now the sign bit, and the constant clears it.
/// Written with shifts, LLVM loads the polynomial with a secret mask on AVX-512.
#[inline(always)]
fn over_x<B: AesBlocks>(isa: B::Isa, words: B, polynomial: u16) -> B {
    let rotated = words.rotl::<u16, 15>();
    rotated.xor_and(rotated.sign_mask::<u16>(), B::splat_word(isa, polynomial ^ 0x8000))
}
