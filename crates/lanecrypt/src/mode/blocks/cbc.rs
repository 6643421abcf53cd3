//! CBC: decryption, whose blocks do not wait for each other, and batches.

use super::chain;
use super::groups::{self, CbcMessage, few_and_short, in_groups};
use super::multibuffer::{self, Chained, places};
use super::tiles::{Blockwise, Step, each_tile, load, load_end, load_register, store_end};
use super::window::{ALONE, FEW, Few, Form, JobKeys, SOME, Windowed, shared_key, with_few_keys};
use super::{AesKey, AesKeyed as _, Any, BLOCK, ManyKeys};
use crate::Backend;
use crate::batch::{CipherJob, Key, Status};
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, BlockOps, Blocks, FullWidth, InOut, Isa, Kernel, LanePointers,
    SharedKey, Tile, Vector as _, dispatch, unroll,
};
use crate::mode::Cbc;

/// Decrypts whole blocks, the first of which was met with this block. The key is one for decryption.
#[inline(always)]
pub(super) fn decrypt(
    backend: Backend,
    keys: SharedKey<'_>,
    before: &[u8; BLOCK],
    data: InOut<'_>,
) {
    dispatch(backend, DecryptOne { keys, before, data });
}

struct DecryptOne<'a, 'd> {
    keys: SharedKey<'a>,
    /// The block before the first.
    before: &'a [u8; BLOCK],
    data: InOut<'d>,
}

impl Kernel for DecryptOne<'_, '_> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let mut step = DecryptStep::new(isa, self.before);
        each_tile::<I, true>(isa, self.keys, &mut step, self.data);
    }
}

pub(super) struct DecryptStep<I: Isa> {
    /// The row of ciphertext before the next, of which the last block is needed.
    before: I::Aes,
}

impl<I: Isa> DecryptStep<I> {
    /// After this block.
    #[inline(always)]
    fn new(isa: I, before: &[u8; BLOCK]) -> Self {
        Self { before: I::Aes::splat(isa, u128::from_le_bytes(*before)) }
    }
}

impl<I: Isa> Step<I> for DecryptStep<I> {
    #[inline(always)]
    fn whole<const N: usize>(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>) {
        let register = BLOCK * I::Aes::BLOCKS;
        let load_at = |tile: &Tile<'_>, at| I::Aes::load(isa, tile.input(at, register));
        let mut blocks = load::<I, N>(isa, tile);
        cipher.apply(isa, &mut blocks);
        let first = load_at(tile, 0).previous_block(self.before);
        self.before = load_at(tile, (N - 1) * register);
        // From the last row down, so that what is written is not needed any more, be it in place. The blocks
        // before those of a row are read from where they lie: turning registers takes the place of rounds.
        unroll!(N, |i| {
            let at = (N - 1 - i) * register;
            let mask = if at > 0 { load_at(tile, at - BLOCK) } else { first };
            blocks[N - 1 - i].xor(mask).store(tile.output(at, register));
        });
    }

    #[inline(always)]
    fn end<const N: usize>(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>) {
        let register = BLOCK * I::Aes::BLOCKS;
        let mut blocks = load_end::<I, N>(isa, tile);
        let mut masks = [blocks[0].previous_block(self.before); N];
        cipher.apply(isa, &mut blocks);
        unroll!(N - 1, |i| {
            let at = (i + 1) * register - BLOCK;
            masks[i + 1] = load_register::<I, N>(isa, tile, at);
        });
        unroll!(N, |i| blocks[i] = blocks[i].xor(masks[i]));
        store_end::<I, N>(blocks, tile);
    }
}

/// Encrypts every pending job.
pub(super) fn encrypt_many(backend: Backend, jobs: &mut [CipherJob<'_, Cbc<Any>>]) {
    if few_and_short(backend, jobs, blocks_of) || are_short(backend, jobs) {
        return one_after_another(backend, jobs);
    }
    let most = groups::most(jobs, blocks_of);
    let pending = jobs.iter().filter(|job| job.is_pending());
    if shared_key(pending.map(|job| Some(job.key.map(|cbc| cbc.cipher.key())))).is_some() {
        side_by_side(backend, most, jobs, None);
    } else {
        side_by_side(backend, most, jobs, Some(&mut ManyKeys::new(backend)));
    }
}

/// Encrypts every pending job, one after another, at most [`SOME`] if there are keys that are bytes. The processor overlaps
/// what one kernel does.
fn one_after_another(backend: Backend, jobs: &mut [CipherJob<'_, Cbc<Any>>]) {
    let is_fresh = |job: &CipherJob<'_, _>| job.is_pending() && matches!(job.key, Key::Bytes(_));
    if !jobs.iter().any(is_fresh) {
        dispatch(backend, Each { keys: Few::READY, jobs });
    } else if jobs.len() <= ALONE {
        for job in jobs {
            match job.key {
                Key::Bytes(key) if job.is_pending() => {
                    job.status = Status::Done;
                    let (iv, data) = (job.nonce, job.data.in_out());
                    chain::encrypt_fresh(backend, key, iv, data);
                }
                _ => dispatch(backend, Each { keys: Few::READY, jobs: core::slice::from_mut(job) }),
            }
        }
    } else {
        with_few_keys::<_, false>(backend, jobs, key_of, |keys, jobs| {
            dispatch(backend, Each { keys, jobs });
        });
    }
}

/// The key of a job, if it is pending.
fn key_of<'k>(job: &CipherJob<'k, Cbc<Any>>) -> Option<Key<'k, AesKey>> {
    job.is_pending().then_some(job.key.map(|cbc| cbc.cipher.key()))
}

/// Encrypts every pending job, one after another.
struct Each<'a, 'd> {
    keys: Few<'a>,
    jobs: &'a mut [CipherJob<'d, Cbc<Any>>],
}

impl Kernel for Each<'_, '_> {
    type Output = ();
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        for (number, job) in self.jobs.iter_mut().enumerate() {
            let key = job.key.map(|cbc| cbc.cipher.key());
            if let Some(keys) = JobKeys::<false>::of(self.keys, number, key)
                && job.begin()
            {
                chain::whole::<I>(isa, keys, job.nonce, job.data.in_out());
            }
        }
    }
}

/// Encrypts every pending job side by side, in groups those of at most so many blocks. There is room for
/// keys unless one key is for all.
fn side_by_side(
    backend: Backend,
    most: usize,
    jobs: &mut [CipherJob<'_, Cbc<Any>>],
    mut keys: Option<&mut ManyKeys>,
) {
    in_groups(
        backend,
        places(backend),
        jobs,
        |job| Some(blocks_of(job)).filter(|blocks| (1..=most).contains(blocks)),
        |room, jobs, numbers| {
            let of_group = || {
                let keys = numbers.iter().map(|number| jobs[usize::from(*number)].key);
                keys.map(|key| Some(key.map(|cbc| cbc.cipher.key())))
            };
            let shared = shared_key(of_group());
            if let (None, Some(keys)) = (shared, &mut keys) {
                keys.expand(of_group());
            }
            // The numbers ascend.
            let (first, last) = (numbers[0].into(), numbers[numbers.len() - 1].into());
            let mut numbers = numbers.iter().map(|number| usize::from(*number) - first).peekable();
            let messages = jobs[first..=last].iter_mut().enumerate().filter_map(|(number, job)| {
                numbers.next_if_eq(&number)?;
                job.status = Status::Done;
                Some(CbcMessage { iv: *job.nonce, data: job.data.in_out() })
            });
            match (shared, &keys) {
                (Some(key), _) => {
                    room.cbc(key.forward(), messages);
                }
                (None, Some(keys)) => {
                    room.cbc(keys.placed(), messages);
                }
                // There is room for keys unless one key is for all.
                (None, None) => {}
            }
        },
    );
    let mut long = jobs
        .iter_mut()
        .filter(|job| job.is_pending())
        .filter_map(|job| {
            job.status = Status::Done;
            let (key, data) = (job.key.map(|cbc| cbc.cipher.key()), job.data.in_out());
            (data.len() > 0).then_some(Message { key, iv: *job.nonce, data: Some(data) })
        })
        .peekable();
    if long.peek().is_some() {
        multibuffer::run(backend, long);
    }
}

/// Whether messages are so short that one after another is faster: of two blocks at most, of four in a small batch, or of
/// eight if they are few. Of keys that are bytes, only some can be expanded for that.
fn are_short(backend: Backend, jobs: &[CipherJob<'_, Cbc<Any>>]) -> bool {
    const BLOCKS: usize = 40;
    let most = if jobs.len() <= FEW { 8 } else { 4 };
    let (mut longest, mut total) = (0, 0);
    let short = |job: &CipherJob<'_, Cbc<Any>>| {
        let blocks = blocks_of(job);
        (longest, total) = (blocks.max(longest), blocks.saturating_add(total));
        blocks <= most && (jobs.len() <= SOME || matches!(job.key, Key::Ready(_)))
    };
    backend != Backend::Portable && jobs.iter().all(short) && (longest <= 2 || total <= BLOCKS)
}

/// How many blocks a pending job has; none if it is not pending.
#[inline]
fn blocks_of(job: &CipherJob<'_, Cbc<Any>>) -> usize {
    if job.is_pending() { job.data.len() / BLOCK } else { 0 }
}

/// A message that is encrypted beside others.
struct Message<'d> {
    key: Key<'d, AesKey>,
    iv: [u8; BLOCK],
    /// As long as it is not started.
    data: Option<InOut<'d>>,
}

impl<'d> Chained<'d, true> for Message<'d> {
    const ZEROS: bool = false;

    fn key(&self) -> Key<'d, AesKey> {
        self.key
    }
    fn blocks(&self) -> u64 {
        self.data.as_ref().map_or(0, |data| (data.len() / BLOCK) as u64)
    }
    fn start(&self) -> u128 {
        u128::from_le_bytes(self.iv)
    }
    fn put<'c>(
        &mut self,
        pointers: &mut LanePointers<'c, true>,
        place: usize,
        _: &[u8; BLOCK],
        _: &[u8; BLOCK],
    ) -> bool
    where
        'd: 'c,
    {
        match self.data.take() {
            Some(data) => {
                pointers.put_message(place, data);
                true
            }
            None => false,
        }
    }
}

/// Decryption of batches.
pub(super) struct Decryption;

impl Windowed<true> for Decryption {
    type Mode = Cbc<Any>;
    type Form = Self;

    fn key(mode: &Cbc<Any>) -> &AesKey {
        mode.cipher.key()
    }
    #[inline(always)]
    fn first(iv: &[u8; BLOCK], _: u64) -> [u8; BLOCK] {
        *iv
    }
}

impl Form<true> for Decryption {
    type First = [u8; BLOCK];
    type Step<I: Isa> = DecryptStep<I>;

    #[inline(always)]
    fn begin<I: Isa>(isa: I, iv: [u8; BLOCK], _: usize) -> Option<DecryptStep<I>> {
        Some(DecryptStep::new(isa, &iv))
    }
}
