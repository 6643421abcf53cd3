//! One message of few blocks: they lie in the parts of four registers, and one block in general registers. Nothing is made
//! that is not needed.

use super::ChaCha20;
use super::lanes::{CONSTANTS, QUAD_NUMBERS, State, double_rounds};
use crate::Backend;
use crate::batch::{CipherJob, Data};
use crate::lanes::{
    Constant, InOut, Isa, Kernel, Lanes as _, Parts as _, PlainWords, Quads as _, Vector as _,
    WordOps, constant, dispatch, in_general_register, unroll, wipe_in_kernel,
};
use crate::stream::key::HoldsKey as _;

/// The most blocks that are few.
pub(super) const MAX_BLOCKS: usize = 4;

/// Encrypts a message that is pending, or makes its keystream, if it has few blocks. Returns whether it did.
#[inline]
pub(super) fn few(backend: Backend, keystream: bool, job: &mut CipherJob<'_, ChaCha20>) -> bool {
    match job.data.len() {
        ..=64 => dispatch(backend, One { job, keystream }),
        bytes => bytes <= constant::<Most>(backend) && dispatch(backend, Few { job, keystream }),
    }
}

/// The most bytes that are few.
struct Most;

impl Constant for Most {
    type Output = usize;
    type Ops = WordOps;

    #[inline(always)]
    fn of<I: Isa>() -> usize {
        let parts = I::FewQuads32::PARTS;
        // Where a lane is a register, a block a lane is as fast.
        if 2 * parts > I::U32::LANES || parts > MAX_BLOCKS { 0 } else { 64 * MAX_BLOCKS }
    }
}

/// What one block is enough for.
struct One<'j, 'd> {
    job: &'j mut CipherJob<'d, ChaCha20>,
    keystream: bool,
}

impl Kernel for One<'_, '_> {
    type Output = bool;
    type Class = PlainWords<WordOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> bool {
        let Self { job, keystream } = self;
        let Some(key) = job.key.bytes(ChaCha20::key).first_chunk::<32>() else { return false };
        if job.begin() {
            // `check` has seen that the block is below 2^32, or that the message is empty.
            let state = State::new(key, job.nonce, job.block as u32);
            one(isa, &state, &mut in_out(&mut job.data, keystream));
        }
        true
    }
}

struct Few<'j, 'd> {
    job: &'j mut CipherJob<'d, ChaCha20>,
    keystream: bool,
}

impl Kernel for Few<'_, '_> {
    type Output = bool;
    type Class = PlainWords<WordOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> bool {
        let Self { job, keystream } = self;
        if Most::of::<I>() == 0 {
            return false;
        }
        let Some(key) = job.key.bytes(ChaCha20::key).first_chunk::<32>() else { return false };
        if !job.begin() {
            return true;
        }
        let mut data = in_out(&mut job.data, keystream);
        let start = start(isa, key, job.nonce, job.block as u32);
        add_blocks(isa, start, &mut data);
        true
    }
}

/// Data that is encrypted where it lies or into its output; only the output, of zeros, if only keystream is wanted.
#[inline(always)]
pub(super) fn in_out<'j>(data: &'j mut Data<'_>, keystream: bool) -> InOut<'j> {
    if !keystream {
        return data.in_out();
    }
    let output = data.output_mut();
    output.fill(0);
    InOut::in_place(output)
}

/// The states of blocks from a number on.
#[inline(always)]
pub(super) fn start<I: Isa>(
    isa: I,
    key: &[u8; 32],
    nonce: &[u8; 12],
    block: u32,
) -> [I::FewQuads32; 4] {
    let mut last = [0; 16];
    last[..4].copy_from_slice(&block.to_le_bytes());
    last[4..].copy_from_slice(nonce);
    let same = |words: &[u8]| I::FewQuads32::same(isa, words);
    let last = same(&last).add(I::FewQuads32::load_words(isa, &QUAD_NUMBERS));
    [same(CONSTANTS), same(&key[..16]), same(&key[16..]), last]
}

/// Makes as many blocks of these states, and of those that follow, as there is data for, and adds them to it.
#[inline(always)]
pub(super) fn add_blocks<I: Isa>(isa: I, mut start: [I::FewQuads32; 4], data: &mut InOut<'_>) {
    let parts = I::FewQuads32::PARTS;
    let mut words = [[0; 16 * MAX_BLOCKS]; 4];
    while data.len() > 0 {
        let end = double_rounds(start);
        unroll!(4, |i| end[i].add(start[i]).store(&mut words[i]));
        for at in (0..16 * parts).step_by(16) {
            for words in &words {
                let mut piece = data.split_off_at_most(16);
                piece.xor(&words[at..][..piece.len()]);
            }
        }
        start[3] = start[3].add(I::FewQuads32::same(isa, &[parts as u8]));
    }
    wipe_in_kernel(isa, &mut words, [[0; 16 * MAX_BLOCKS]; 4]);
}

/// Encrypts what one block is enough for.
#[inline(always)]
pub(super) fn one<I: Isa>(isa: I, State(state): &State, data: &mut InOut<'_>) {
    let mut words = *state;
    rounds_in_general_registers(&mut words);
    let mut bytes = [0; 64];
    for ((bytes, word), start) in bytes.as_chunks_mut().0.iter_mut().zip(words).zip(state) {
        *bytes = word.wrapping_add(*start).to_le_bytes();
    }
    data.xor(&bytes[..data.len()]);
    wipe_in_kernel(isa, &mut words, [0; 16]);
    wipe_in_kernel(isa, &mut bytes, [0; 64]);
}

/// The twenty rounds of one block. They are one chain of operations, and on some processors each operation takes two
/// cycles in vector registers and one in general ones.
#[inline(always)]
fn rounds_in_general_registers(s: &mut [u32; 16]) {
    for _ in 0..10 {
        for i in 0..4 {
            quarter_round(s, [i, 4 + i, 8 + i, 12 + i]);
        }
        for i in 0..4 {
            quarter_round(s, [i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4]);
        }
    }
}

/// RFC 8439, section 2.1.
#[inline(always)]
fn quarter_round(s: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    s[a] = s[a].wrapping_add(s[b]);
    s[d] = in_general_register((s[d] ^ s[a]).rotate_left(16));
    s[c] = s[c].wrapping_add(s[d]);
    s[b] = in_general_register((s[b] ^ s[c]).rotate_left(12));
    s[a] = s[a].wrapping_add(s[b]);
    s[d] = in_general_register((s[d] ^ s[a]).rotate_left(8));
    s[c] = s[c].wrapping_add(s[d]);
    s[b] = in_general_register((s[b] ^ s[c]).rotate_left(7));
}
