//! CMAC: batches.

use super::chain::{self, MacInput};
use super::chains::{self, Input};
use super::groups::{self, MacBlocks, MacMessage, few_and_short, in_groups};
use super::multibuffer::{self, Chained, places};
use super::window::{ALONE, FEW, Few, JobKeys, one_by_one, shared_key, with_few_keys};
use super::{AesKey, AesKeyed as _, Any, BLOCK, ManyKeys};
use crate::batch::{Key, MacJob};
use crate::lanes::{LanePointers, SharedKey};
use crate::mode::Cmac;
use crate::mode::cmac::{LastBlock, but_last};
use crate::{Backend, Mac, Tag};

/// Authenticates every pending job.
pub(super) fn many(backend: Backend, jobs: &mut [MacJob<'_, Cmac<Any>>]) {
    run(
        backend,
        jobs,
        |cmac| cmac.cipher.key(),
        |job| {
            let (whole, last) = but_last(job.message);
            MessageBlocks { first: None, whole: Some(whole), last: Some(LastBlock::of_bytes(last)) }
        },
    );
}

/// The blocks of a message. Each part is taken when it begins.
pub(crate) struct MessageBlocks<'d> {
    /// The block that a header and the beginning of the message fill, if there is a header and it is
    /// not in the last block.
    pub(crate) first: Option<u128>,
    /// Whole blocks after it.
    pub(crate) whole: Option<&'d [u8]>,
    /// The last.
    pub(crate) last: Option<LastBlock>,
}

/// Authenticates every pending job side by side, given the key of AES in a key object and the blocks of a
/// job.
pub(crate) fn run<'j, M: Mac>(
    backend: Backend,
    jobs: &mut [MacJob<'j, M>],
    key_of: impl for<'k> Fn(&'k M) -> &'k AesKey + Copy,
    blocks_of: impl for<'s> Fn(&'s MacJob<'j, M>) -> MessageBlocks<'j> + Copy,
) {
    if few_and_short(backend, jobs, blocks_of_job) {
        let input = |job: &MacJob<'j, M>| blocks_of(job).into_input();
        if jobs.len() <= ALONE {
            for job in jobs.iter_mut().filter(|job| job.is_pending()) {
                let tag = match job.key.map(key_of) {
                    Key::Ready(key) => chain::mac(backend, key.forward(), &input(job)),
                    Key::Bytes(key) => chain::mac_fresh(backend, key, &input(job)),
                };
                job.finish_number(tag, job.tag_length());
            }
            return;
        }
        one_by_one(
            backend,
            jobs,
            |job| job.is_pending().then_some(job.key.map(key_of)),
            |job, keys| {
                let tag = chain::mac(backend, keys, &input(job));
                job.finish_number(tag, job.tag_length());
            },
        );
        return;
    }
    let pending = jobs.iter().filter(|job| job.is_pending());
    let is_shared = shared_key(pending.map(|job| Some(job.key.map(key_of)))).is_some();
    // One key for some more messages is in several blocks of a register at once.
    let most = if is_shared { FEW } else { chains::MOST };
    if jobs.len() <= most && backend != Backend::Portable {
        return run_few(backend, jobs, key_of, blocks_of);
    }
    let most = groups::most(jobs, blocks_of_job);
    if is_shared {
        side_by_side(backend, most, jobs, key_of, blocks_of, None);
    } else {
        let keys = Some(&mut ManyKeys::new(backend));
        side_by_side(backend, most, jobs, key_of, blocks_of, keys);
    }
}

/// The same for at most [`chains::MOST`] jobs, one of which at least is pending. A function of its own, because its frame is
/// large.
#[inline(never)]
fn run_few<'j, M: Mac>(
    backend: Backend,
    jobs: &mut [MacJob<'j, M>],
    key_of: impl for<'k> Fn(&'k M) -> &'k AesKey + Copy,
    blocks_of: impl for<'s> Fn(&'s MacJob<'j, M>) -> MessageBlocks<'j> + Copy,
) {
    let key = |job: &MacJob<'j, M>| job.is_pending().then_some(job.key.map(key_of));
    let run = |keys: Few<'_>, jobs: &mut [MacJob<'j, M>]| {
        let mut chains = [const { None }; chains::MOST];
        for (number, (chain, job)) in chains.iter_mut().zip(&*jobs).enumerate() {
            *chain = key(job)
                .and_then(|key| JobKeys::<false>::of(keys, number, key))
                .map(|key| blocks_of(job).into_chain(key));
        }
        let mut tags = [0; chains::MOST];
        chains::run(backend, &chains, &mut tags);
        for (job, tag) in jobs.iter_mut().zip(tags).filter(|(job, _)| job.is_pending()) {
            job.finish_number(tag, job.tag_length());
        }
    };
    if jobs.iter().any(|job| matches!(key(job), Some(Key::Bytes(_)))) {
        with_few_keys::<_, false>(backend, jobs, key, run);
    } else {
        run(Few::READY, jobs);
    }
}

/// How many blocks a pending job has, its header aside; none if it is not pending.
#[inline]
fn blocks_of_job<M: Mac>(job: &MacJob<'_, M>) -> usize {
    if job.is_pending() { job.message.len() / BLOCK + 1 } else { 0 }
}

/// Authenticates every pending job side by side, in groups those of at most so many blocks. There is room
/// for keys unless one key is for all.
fn side_by_side<'j, M: Mac>(
    backend: Backend,
    most: usize,
    jobs: &mut [MacJob<'j, M>],
    key_of: impl for<'k> Fn(&'k M) -> &'k AesKey + Copy,
    blocks_of: impl for<'s> Fn(&'s MacJob<'j, M>) -> MessageBlocks<'j> + Copy,
    mut keys: Option<&mut ManyKeys>,
) {
    let mut mac = MacBlocks::ZERO;
    in_groups(
        backend,
        places(backend),
        jobs,
        |job| Some(blocks_of_job(job)).filter(|blocks| (1..=most).contains(blocks)),
        |room, jobs, numbers| {
            let all = || numbers.iter().map(|number| &jobs[usize::from(*number)]);
            let messages = all().map(|job| {
                let MessageBlocks { first, whole, last } = blocks_of(job);
                let (blocks, last) =
                    (whole.unwrap_or(&[]), last.map_or((0, false), LastBlock::parts));
                MacMessage { first, blocks, last }
            });
            let key = |job: &MacJob<'j, M>| Some(job.key.map(key_of));
            let tags = match (shared_key(all().map(key)), &mut keys) {
                (Some(key), _) => {
                    let keys = key.forward();
                    room.cmac(keys, &mut mac, messages)
                }
                (None, Some(keys)) => {
                    keys.expand(all().map(key));
                    room.cmac(keys.placed(), &mut mac, messages)
                }
                // There is room for keys unless one key is for all.
                (None, None) => &[],
            };
            for (number, tag) in numbers.iter().zip(tags) {
                jobs[usize::from(*number)].finish_block(tag);
            }
        },
    );
    let mut long = jobs.iter_mut().filter(|job| job.is_pending()).peekable();
    if long.peek().is_some() {
        let messages =
            long.map(|job| Message { key: job.key.map(key_of), blocks: blocks_of(job), job });
        multibuffer::run(backend, messages);
    }
}

impl<'d> MessageBlocks<'d> {
    /// All of them, for one kernel.
    #[inline(always)]
    fn into_input(self) -> MacInput<'d> {
        let Self { first, whole, last } = self;
        let (last, whole_last) = last.unwrap_or(LastBlock::of_bytes(&[])).parts();
        let blocks = whole.unwrap_or(&[]);
        MacInput { state: 0, first, blocks, last, whole: whole_last }
    }

    /// All of them, for chains beside each other.
    #[inline(always)]
    fn into_chain(self, key: SharedKey<'d>) -> Input<'d> {
        let Self { first, whole, last } = self;
        let (last, whole_last) = last.unwrap_or(LastBlock::of_bytes(&[])).parts();
        let (middle, _) = whole.unwrap_or(&[]).as_chunks();
        Input { key, first, middle, last, whole: whole_last }
    }

    /// How many blocks.
    fn count(&self) -> usize {
        let whole = self.whole.map_or(0, |whole| whole.len() / BLOCK);
        usize::from(self.first.is_some()) + whole + 1
    }
}

/// A message that is authenticated together with others.
struct Message<'d, 'j, M: Mac> {
    key: Key<'d, AesKey>,
    blocks: MessageBlocks<'d>,
    job: &'d mut MacJob<'j, M>,
}

impl<'d, M: Mac> Chained<'d, false> for Message<'d, '_, M> {
    const ZEROS: bool = true;

    fn key(&self) -> Key<'d, AesKey> {
        self.key
    }
    fn blocks(&self) -> u64 {
        self.blocks.count() as u64
    }
    fn start(&self) -> u128 {
        0
    }
    #[inline(never)]
    fn put<'c>(
        &mut self,
        pointers: &mut LanePointers<'c, false>,
        place: usize,
        zeros: &[u8; BLOCK],
        tag: &[u8; BLOCK],
    ) -> bool
    where
        'd: 'c,
    {
        if let Some(first) = self.blocks.first.take() {
            pointers.put_block(place, first);
            return true;
        }
        if let Some(whole) = self.blocks.whole.take()
            && !whole.is_empty()
        {
            pointers.put_input(place, whole);
            return true;
        }
        if let Some(last) = self.blocks.last.take() {
            pointers.put_block(place, last.with_subkey(zeros));
            return true;
        }
        let tag_bytes = self.job.tag_length();
        self.job.finish(Tag::of_block(*tag, tag_bytes));
        false
    }
}
