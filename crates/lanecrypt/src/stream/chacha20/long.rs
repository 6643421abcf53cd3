//! One message of more blocks: as many at a time as there are lanes, added to the data where they are made, and the last few
//! in the parts of registers.

use super::ChaCha20;
use super::few::{self, MAX_BLOCKS, one};
use super::lanes::{COUNTER, NUMBERS, ROWS, State, rounds};
use super::many::add;
use crate::Backend;
use crate::batch::CipherJob;
use crate::lanes::{
    AddedTo, AnyWidth, AsWords, Constant, Isa, Kernel, Lanes as _, Lanes32 as _, Parts as _, Row,
    WordOps, constant, dispatch, unroll, wipe_in_kernel,
};
use crate::stream::key::HoldsKey as _;

/// Encrypts a message that is pending, or makes its keystream, where that is faster than otherwise. Returns whether it did.
#[inline]
pub(super) fn long(backend: Backend, keystream: bool, job: &mut CipherJob<'_, ChaCha20>) -> bool {
    job.data.len() <= constant::<Most>(backend) && dispatch(backend, Long { job, keystream })
}

/// The most bytes of a message for which it was found to be faster than rows of keystream. Registers of sixteen lanes were
/// not measured.
pub(super) struct Most;

impl Constant for Most {
    type Output = usize;
    type Ops = WordOps;

    #[inline(always)]
    fn of<I: Isa>() -> usize {
        match I::U32::LANES {
            1 => 512,
            4 | 8 => usize::MAX,
            _ => 0,
        }
    }
}

struct Long<'j, 'd> {
    job: &'j mut CipherJob<'d, ChaCha20>,
    keystream: bool,
}

impl Kernel for Long<'_, '_> {
    type Output = bool;
    type Class = AnyWidth<WordOps>;

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
        let mut data = few::in_out(&mut job.data, keystream);
        // `check` has seen that the last block is below 2^32.
        let mut block = job.block as u32;
        let state = &mut State::new(key, job.nonce, block);
        if I::U32::LANES == 1 {
            while data.len() > 0 {
                one(isa, state, &mut data.split_off_at_most(64));
                block = block.wrapping_add(1);
                state.0[COUNTER] = block;
            }
            return true;
        }
        let State(state) = state;
        let mut rows = [Row::ZERO; ROWS];
        while data.len() > 64 * I::FewQuads32::PARTS.min(MAX_BLOCKS) {
            let numbers = I::U32::load_words(isa, &NUMBERS).add(I::U32::splat(isa, block));
            let mut words = [numbers; 16];
            unroll!(16, |i| if i != COUNTER {
                words[i] = I::U32::splat(isa, state[i]);
            });
            rounds(&mut words);
            unroll!(16, |i| {
                let start = if i == COUNTER { numbers } else { I::U32::splat(isa, state[i]) };
                words[i] = words[i].add(start);
            });
            if data.len() >= 64 * I::U32::LANES {
                let data = data.take(64 * I::U32::LANES);
                I::U32::transpose::<AsWords>(&words, AddedTo { isa, data });
            } else {
                I::U32::transpose::<AsWords>(&words, &mut rows[..]);
                for row in rows.iter().take(data.len().div_ceil(64)) {
                    add::<I>(isa, row, &mut data.split_off_at_most(64));
                }
                wipe_in_kernel(isa, &mut rows, [Row::ZERO; ROWS]);
            }
            block = block.wrapping_add(I::U32::LANES as u32);
        }
        few::add_blocks(isa, few::start::<I>(isa, key, job.nonce, block), &mut data);
        true
    }
}
