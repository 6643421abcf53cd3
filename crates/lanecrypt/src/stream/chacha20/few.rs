//! One message of few blocks: they lie in the parts of four registers, and nothing is made that it does not need.

use super::ChaCha20;
use super::lanes::{CONSTANTS, QUAD_NUMBERS, double_rounds};
use crate::Backend;
use crate::batch::CipherJob;
use crate::lanes::{
    InOut, Isa, Kernel, Lanes as _, Parts as _, PlainWords, Quads as _, Vector as _, WordOps,
    dispatch, unroll, wipe_in_kernel,
};
use crate::stream::key::HoldsKey as _;

/// The most blocks that are few.
const MAX_BLOCKS: usize = 4;

/// Encrypts a message that is pending, or makes its keystream, if it has few blocks. Returns whether it did.
#[inline]
pub(super) fn few(backend: Backend, keystream: bool, job: &mut CipherJob<'_, ChaCha20>) -> bool {
    let few = job.data.len() <= 64 * MAX_BLOCKS;
    few && dispatch(backend, Few { job, keystream })
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
        let parts = I::FewQuads32::PARTS;
        // Where a lane is a register, a block a lane is as fast.
        if 2 * parts > I::U32::LANES || parts > MAX_BLOCKS {
            return false;
        }
        let Some(key) = job.key.bytes(ChaCha20::key).first_chunk::<32>() else { return false };
        if !job.begin() {
            return true;
        }
        let mut last = [0; 16];
        // `check` has seen that the block is below 2^32, or that the message is empty.
        last[..4].copy_from_slice(&(job.block as u32).to_le_bytes());
        last[4..].copy_from_slice(job.nonce);
        let same = |words: &[u8]| I::FewQuads32::same(isa, words);
        let mut start = [same(CONSTANTS), same(&key[..16]), same(&key[16..]), same(&last)];
        start[3] = start[3].add(I::FewQuads32::load_words(isa, &QUAD_NUMBERS));
        let mut data = if keystream {
            let output = job.data.output_mut();
            output.fill(0);
            InOut::in_place(output)
        } else {
            job.data.in_out()
        };
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
            start[3] = start[3].add(same(&[parts as u8]));
        }
        wipe_in_kernel(isa, &mut words, [[0; 16 * MAX_BLOCKS]; 4]);
        true
    }
}
