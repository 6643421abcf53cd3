//! Short messages of a batch side by side, each under a key of its own that is bytes.
//!
//! A block of a register belongs to one message. So the keys of as many messages as a register has blocks are expanded at
//! once, and no round key is written to memory: all blocks of these messages are encrypted while it is in a register.

use core::hint::black_box;

use super::Rounds;
use super::window::{self, Form as _, StepOf, Windowed};
use crate::Backend;
use crate::batch::{CipherJob, Key};
use crate::block::aes_key::{first_slot, halves_of_each};
use crate::hash::columns::MOST_BLOCKS;
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, Blocks as _, InOut, Isa, Kernel, Vector as _, blocks_of_register,
    dispatch, unroll, wipe_in_kernel,
};

/// Blocks of as many messages as a register has blocks, as many of each.
#[repr(align(64))]
struct Memory([[u8; 16 * MOST_BLOCKS]; MOST_BLOCKS]);

/// A mode whose short messages can be side by side.
pub(super) trait Short: Windowed<false> {
    /// The blocks that go into the cipher, given data of at most a register.
    fn blocks<I: Isa>(isa: I, step: &mut StepOf<Self, I, false>, data: &InOut<'_>) -> I::Aes;
    /// Puts what comes out of it.
    fn put<I: Isa>(isa: I, blocks: I::Aes, data: InOut<'_>);
}

/// Works on every pending job, at most [`SOME`](window::SOME) of them, if all have keys that are bytes and at most a
/// register of data, and registers have several blocks. Says whether it did.
#[inline(never)]
pub(super) fn side_by_side<W: Short>(
    backend: Backend,
    jobs: &mut [CipherJob<'_, W::Mode>],
) -> bool {
    let blocks = blocks_of_register(backend);
    let is_short = |job: &CipherJob<'_, W::Mode>| {
        matches!(job.key, Key::Bytes(_)) && job.bytes() <= 16 * blocks
    };
    if blocks == 1 || !jobs.iter().all(is_short) {
        return false;
    }
    let rest = dispatch(backend, ShortJobs::<W> { jobs });
    if rest != 0 {
        window::rare_ones::<W, false>(backend, jobs, rest);
    }
    true
}

/// At most [`SOME`](window::SOME) jobs, which it makes done. Returns those that are rare, a bit each.
struct ShortJobs<'a, 'd, W: Short> {
    jobs: &'a mut [CipherJob<'d, W::Mode>],
}

impl<W: Short> Kernel for ShortJobs<'_, '_, W> {
    type Output = u32;
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u32 {
        match const { I::Aes::BLOCKS } {
            4 => each::<I, W, 4>(isa, self.jobs),
            2 => each::<I, W, 2>(isa, self.jobs),
            _ => 0,
        }
    }
}

/// The same with registers of so many blocks.
#[inline(always)]
fn each<I: Isa, W: Short, const BLOCKS: usize>(isa: I, jobs: &mut [CipherJob<'_, W::Mode>]) -> u32 {
    let mut rest = 0;
    let mut memory = Memory([[0; 16 * MOST_BLOCKS]; MOST_BLOCKS]);
    // All pending ones have keys of one length. Those of others can have any.
    let first = jobs.iter().find_map(|job| match job.key {
        Key::Bytes(key) if job.is_pending() => Some(first_slot(key.len())),
        _ => None,
    });
    let Some(first) = first else { return 0 };
    for (group, jobs) in jobs.chunks_mut(BLOCKS).enumerate() {
        let mut keys: [&[u8]; BLOCKS] = [&[]; BLOCKS];
        // Their number is hidden here and below: written out for each of them, the code would be much longer.
        for (place, job) in black_box(&mut *jobs).iter_mut().enumerate() {
            let place = place % BLOCKS;
            if !job.is_pending() {
                continue;
            }
            if let Key::Bytes(key) = job.key {
                keys[place] = key;
            }
            let (nonce, block, data) = job.message_from();
            match W::Form::begin(isa, W::first(nonce, block), data.len()) {
                Some(mut step) => {
                    W::blocks(isa, &mut step, &data).store(&mut memory.0[place][..16 * BLOCKS]);
                }
                None => rest |= 1 << (group * BLOCKS + place),
            }
        }
        let mut square = [I::Aes::zero(isa); MOST_BLOCKS];
        unroll!(4, |j| if j < BLOCKS {
            square[j] = I::Aes::load(isa, &memory.0[j][..16 * BLOCKS])
        });
        I::Aes::transpose(isa, &mut square);
        let [low, high] = halves_of_each(isa, |place| keys[place % BLOCKS]);
        let mut blocks = [[I::Aes::zero(isa); BLOCKS]];
        unroll!(4, |k| if k < BLOCKS {
            blocks[0][k % BLOCKS] = square[k]
        });
        Rounds::encrypt_each_fresh(isa, first, [[low], [high]], &mut blocks);
        unroll!(4, |k| if k < BLOCKS {
            square[k] = blocks[0][k % BLOCKS]
        });
        I::Aes::transpose(isa, &mut square);
        unroll!(4, |j| if j < BLOCKS {
            square[j].store(&mut memory.0[j][..16 * BLOCKS])
        });
        for (place, job) in black_box(jobs).iter_mut().enumerate() {
            let place = place % BLOCKS;
            if !job.begin() || rest >> (group * BLOCKS + place) & 1 == 1 {
                continue;
            }
            let (_, _, data) = job.message_from();
            W::put(isa, I::Aes::load(isa, &memory.0[place][..16 * BLOCKS]), data);
            job.clear_spare_bits();
        }
    }
    wipe_in_kernel(isa, &mut memory.0, [[0; 16 * MOST_BLOCKS]; MOST_BLOCKS]);
    rest
}

/// At most a register of data, with zeros after it.
#[inline(always)]
pub(super) fn load<B: AesBlocks>(isa: B::Isa, bytes: &[u8]) -> B {
    if bytes.len() >= 16 * B::BLOCKS { B::load(isa, bytes) } else { B::load_part(isa, bytes) }
}

/// Writes at most a register.
#[inline(always)]
pub(super) fn store<B: AesBlocks>(blocks: B, bytes: &mut [u8]) {
    if bytes.len() >= 16 * B::BLOCKS {
        blocks.store(bytes);
    } else {
        blocks.store_part(bytes);
    }
}

/// Adds keystream to at most a register of data.
#[inline(always)]
pub(super) fn add_to<B: AesBlocks>(isa: B::Isa, keystream: B, mut data: InOut<'_>) {
    let input: B = load(isa, data.input());
    store(keystream.xor(input), data.output());
}
