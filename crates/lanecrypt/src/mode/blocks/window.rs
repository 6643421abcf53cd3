//! Batches of modes whose blocks do not wait for each other: keys are expanded side by side, then a kernel
//! takes message after message. The processor overlaps the end of one with the beginning of the next.

use super::tiles::{Step, each_tile, each_tile_fresh};
use super::{AesKey, ManyKeys, RoundKeys};
use crate::batch::{CipherJob, Key, Status};
use crate::block::aes_key::Schedules;
use crate::lanes::{
    AesOps, BlockArray, BlockKeys, FullWidth, InOut, Isa, Kernel, KeyAt, PlacedKeys, Schedule,
    SharedKey, dispatch, in_this_branch,
};
use crate::{Backend, Cipher};

/// A mode of a cipher in one direction: it needs round keys for decryption if `BACK`.
pub(super) trait Windowed<const BACK: bool> {
    type Mode: Cipher;
    /// What it has in common with modes that make other blocks of their nonces.
    type Form: Form<BACK>;

    fn key(mode: &Self::Mode) -> &AesKey;
    /// What a message with this nonce begins with, from this block of its keystream on.
    fn first(
        nonce: <Self::Mode as Cipher>::Nonce<'_>,
        block: u64,
    ) -> <Self::Form as Form<BACK>>::First;
    /// Works on every pending job of a few side by side, if it can. Says whether it did.
    fn side_by_side(backend: Backend, jobs: &mut [CipherJob<'_, Self::Mode>]) -> bool {
        let _ = (backend, jobs);
        false
    }
    /// Works on a message that kernels do not take, where there are such, given the round keys for encryption.
    fn rare(backend: Backend, keys: SharedKey<'_>, job: &mut CipherJob<'_, Self::Mode>) {
        let _ = (backend, keys, job);
    }
}

/// What is done with messages, whatever their nonces are: kernels for one message are compiled for this.
pub(super) trait Form<const BACK: bool> {
    /// What a message begins with.
    type First: Copy;
    /// What is done with each tile of a message.
    type Step<I: Isa>: Step<I>;

    /// At the beginning of a message of so many bytes; or nothing, if [`Windowed::rare`] must work on it.
    fn begin<I: Isa>(isa: I, first: Self::First, bytes: usize) -> Option<Self::Step<I>>;
}

/// The step of a mode.
pub(super) type StepOf<W, I, const BACK: bool> =
    <<W as Windowed<BACK>>::Form as Form<BACK>>::Step<I>;

/// The round keys of jobs.
pub(super) trait JobKeys<const BACK: bool>: Copy {
    type Keys<'j>: BlockKeys
    where
        Self: 'j;
    /// Those of the job of this number, which has this key.
    fn of<'j>(self, number: usize, key: Key<'j, AesKey>) -> Option<Self::Keys<'j>>
    where
        Self: 'j;
}

/// Those of key objects are with them, those of other keys here, in the order of the jobs.
#[derive(Clone, Copy)]
pub(crate) struct Few<'k>(&'k [Schedule]);

impl<'k> Few<'k> {
    /// Where all keys are ready.
    pub(super) const READY: Self = Few(&[]);

    /// Those for encryption of the message of this number, which has this key.
    #[inline(always)]
    pub(crate) fn forward<'j>(self, number: usize, key: Key<'j, AesKey>) -> Option<SharedKey<'j>>
    where
        'k: 'j,
    {
        JobKeys::<false>::of(self, number, key)
    }
}

impl<'k, const BACK: bool> JobKeys<BACK> for Few<'k> {
    type Keys<'j>
        = SharedKey<'j>
    where
        'k: 'j;
    #[inline(always)]
    fn of<'j>(self, number: usize, key: Key<'j, AesKey>) -> Option<SharedKey<'j>>
    where
        'k: 'j,
    {
        match key {
            Key::Ready(key) => Some(key.round_keys(BACK)),
            Key::Bytes(_) => self.0.get(in_this_branch(number)).map(SharedKey),
        }
    }
}

/// Those of all jobs in places.
impl<'k, const BACK: bool> JobKeys<BACK> for PlacedKeys<'k> {
    type Keys<'j>
        = KeyAt<'j>
    where
        'k: 'j;
    #[inline(always)]
    fn of<'j>(self, number: usize, _: Key<'j, AesKey>) -> Option<KeyAt<'j>>
    where
        'k: 'j,
    {
        Some(KeyAt(self, number))
    }
}

/// The most jobs that are few: room for many keys or messages takes longer to make and to wipe than they take.
pub(super) const FEW: usize = 4;

/// Up to so many keys are expanded faster one after another than side by side.
pub(super) const ALONE: usize = 2;

/// There is room for so many keys too: for twice as many, it takes longer to make and to wipe.
const HALF: usize = 8;

/// With more jobs than this, keys are expanded in places, as many side by side as registers hold: what that room
/// takes is shared by enough jobs then.
pub(super) const SOME: usize = 16;

/// The most jobs of a call of a kernel.
const MANY: usize = BlockArray::COUNT;

/// Works on every pending job.
pub(super) fn run<W, const BACK: bool>(backend: Backend, jobs: &mut [CipherJob<'_, W::Mode>])
where
    W: Windowed<BACK>,
{
    if jobs.iter().all(|job| matches!(job.key, Key::Ready(_))) {
        jobs.chunks_mut(MANY).for_each(|jobs| each::<W, BACK>(backend, Few::READY, jobs));
    } else if jobs.len() <= ALONE {
        for job in jobs {
            match job.key {
                Key::Bytes(key) if job.is_pending() => {
                    job.status = Status::Done;
                    let (nonce, block, data) = job.message_from();
                    let first = W::first(nonce, block);
                    if dispatch(backend, Fresh::<W::Form, BACK> { key, first, data }) {
                        job.clear_spare_bits();
                    } else {
                        rare::<W, BACK>(backend, job);
                    }
                }
                _ => each::<W, BACK>(backend, Few::READY, core::slice::from_mut(job)),
            }
        }
    } else if jobs.len() <= SOME {
        if !W::side_by_side(backend, jobs) {
            with_few_keys::<_, BACK>(backend, jobs, key_of::<W, BACK>, |keys, jobs| {
                each::<W, BACK>(backend, keys, jobs);
            });
        }
    } else {
        with_many_keys::<W, BACK>(backend, jobs);
    }
}

/// Does some work with the round keys for encryption of at most [`MANY`] messages. Keys that are bytes are expanded side by
/// side.
pub(crate) fn with_keys<'k>(
    backend: Backend,
    keys: impl ExactSizeIterator<Item = Key<'k, AesKey>> + Clone,
    work: impl FnOnce(Few<'_>),
) {
    if keys.clone().all(|key| matches!(key, Key::Ready(_))) {
        work(Few::READY);
    } else if keys.len() <= FEW {
        few_keyed::<FEW>(backend, keys, work);
    } else if keys.len() <= HALF {
        few_keyed::<HALF>(backend, keys, work);
    } else if keys.len() <= SOME {
        few_keyed::<SOME>(backend, keys, work);
    } else {
        few_keyed::<MANY>(backend, keys, work);
    }
}

/// The same with at most `COUNT` keys.
#[inline(never)]
fn few_keyed<'k, const COUNT: usize>(
    backend: Backend,
    keys: impl Iterator<Item = Key<'k, AesKey>>,
    work: impl FnOnce(Few<'_>),
) {
    let mut own = Schedules::<COUNT>::NONE;
    own.expand(backend, keys.map(Some), false);
    work(Few(&own.0));
}

/// Does some work on jobs, at most [`SOME`] of them, given the key of a job if it is wanted. Keys that are bytes are expanded
/// side by side before, for decryption if `BACK`.
#[inline(always)]
pub(super) fn with_few_keys<'k, J, const BACK: bool>(
    backend: Backend,
    jobs: &mut [J],
    key_of: impl Fn(&J) -> Option<Key<'k, AesKey>>,
    work: impl FnMut(Few<'_>, &mut [J]),
) {
    if jobs.len() <= FEW {
        with_room::<J, FEW, BACK>(backend, jobs, key_of, work);
    } else {
        with_room::<J, HALF, BACK>(backend, jobs, key_of, work);
    }
}

/// The same with room for `COUNT` keys, for as many jobs at a time.
#[inline(never)]
fn with_room<'k, J, const COUNT: usize, const BACK: bool>(
    backend: Backend,
    jobs: &mut [J],
    key_of: impl Fn(&J) -> Option<Key<'k, AesKey>>,
    mut work: impl FnMut(Few<'_>, &mut [J]),
) {
    let mut keys = Schedules::<COUNT>::NONE;
    for jobs in jobs.chunks_mut(COUNT) {
        keys.expand(backend, jobs.iter().map(&key_of), BACK);
        work(Few(&keys.0), jobs);
    }
}

/// Works on every pending job, with room for the keys of [`MANY`].
#[inline(never)]
fn with_many_keys<W, const BACK: bool>(backend: Backend, jobs: &mut [CipherJob<'_, W::Mode>])
where
    W: Windowed<BACK>,
{
    let mut keys = ManyKeys::new(backend);
    for jobs in jobs.chunks_mut(MANY) {
        let of_jobs = jobs.iter().map(key_of::<W, BACK>);
        if BACK {
            keys.expand_back(of_jobs);
        } else {
            keys.expand(of_jobs);
        }
        each::<W, BACK>(backend, keys.placed(), jobs);
    }
}

/// The key of a job, if it is pending.
#[inline]
fn key_of<'k, W: Windowed<BACK>, const BACK: bool>(
    job: &CipherJob<'k, W::Mode>,
) -> Option<Key<'k, AesKey>> {
    job.is_pending().then_some(job.key.map(W::key))
}

/// Works on the pending ones of at most [`MANY`] jobs.
#[inline]
fn each<W, const BACK: bool>(
    backend: Backend,
    keys: impl JobKeys<BACK>,
    jobs: &mut [CipherJob<'_, W::Mode>],
) where
    W: Windowed<BACK>,
{
    let rest = dispatch(backend, Each::<W, _, BACK> { keys, jobs });
    if rest != 0 {
        rare_ones::<W, BACK>(backend, jobs, rest);
    }
}

/// Works on messages that kernels do not take, a bit each.
#[cold]
#[inline(never)]
pub(super) fn rare_ones<W, const BACK: bool>(
    backend: Backend,
    jobs: &mut [CipherJob<'_, W::Mode>],
    mut rest: u32,
) where
    W: Windowed<BACK>,
{
    while rest != 0 {
        rare::<W, BACK>(backend, &mut jobs[rest.trailing_zeros() as usize]);
        rest &= rest - 1;
    }
}

/// Works on a message that kernels do not take.
#[cold]
fn rare<W, const BACK: bool>(backend: Backend, job: &mut CipherJob<'_, W::Mode>)
where
    W: Windowed<BACK>,
{
    let key = job.key.map(W::key);
    with_key(backend, key, |keys| W::rare(backend, keys, job));
    job.clear_spare_bits();
}

/// Works on pending jobs, at most [`MANY`], and makes them done. Returns those that are rare, a bit each.
struct Each<'a, 'd, W: Windowed<BACK>, K, const BACK: bool> {
    keys: K,
    jobs: &'a mut [CipherJob<'d, W::Mode>],
}

impl<W, K, const BACK: bool> Kernel for Each<'_, '_, W, K, BACK>
where
    W: Windowed<BACK>,
    K: JobKeys<BACK>,
{
    type Output = u32;
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u32 {
        let mut rest = 0;
        for (number, job) in self.jobs.iter_mut().enumerate() {
            let Some(keys) = self.keys.of(number, job.key.map(W::key)) else { continue };
            if !job.begin() {
                continue;
            }
            let (nonce, block, data) = job.message_from();
            match W::Form::begin(isa, W::first(nonce, block), data.len()) {
                Some(mut step) => {
                    each_tile::<I, BACK>(isa, keys, &mut step, data);
                    job.clear_spare_bits();
                }
                None => rest |= 1 << number,
            }
        }
        rest
    }
}

/// Works on a message under a key whose bytes are given. Returns whether it is not rare.
struct Fresh<'a, F: Form<BACK>, const BACK: bool> {
    key: &'a [u8],
    first: F::First,
    data: InOut<'a>,
}

impl<F: Form<BACK>, const BACK: bool> Kernel for Fresh<'_, F, BACK> {
    type Output = bool;
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> bool {
        let Self { key, first, data } = self;
        let Some(mut step) = F::begin(isa, first, data.len()) else { return false };
        each_tile_fresh::<I, BACK>(isa, key, &mut step, data);
        true
    }
}

/// Calls a function with the round keys of a key for encryption. The key is expanded if it is bytes.
#[inline(always)]
fn with_key(backend: Backend, key: Key<'_, AesKey>, work: impl FnOnce(SharedKey<'_>)) {
    let mut own;
    work(match key {
        Key::Ready(key) => key.forward(),
        Key::Bytes(key) => {
            own = RoundKeys::NONE;
            own.expand(backend, key);
            own.shared()
        }
    });
}

/// Works on every pending job, one after another, given its key if it is pending and a function that gets its round
/// keys, those for encryption. Those of at most [`FEW`] jobs are expanded side by side.
#[inline(always)]
pub(super) fn one_by_one<'k, J>(
    backend: Backend,
    jobs: &mut [J],
    key_of: impl Fn(&J) -> Option<Key<'k, AesKey>>,
    mut work: impl FnMut(&mut J, SharedKey<'_>),
) {
    let is_fresh = |job: &J| matches!(key_of(job), Some(Key::Bytes(_)));
    if (ALONE + 1..=FEW).contains(&jobs.len()) && jobs.iter().any(is_fresh) {
        return with_few_keys::<J, false>(backend, jobs, &key_of, |keys, jobs| {
            for (number, job) in jobs.iter_mut().enumerate() {
                let keys = |key| JobKeys::<false>::of(keys, number, key);
                if let Some(keys) = key_of(job).and_then(keys) {
                    work(job, keys);
                }
            }
        });
    }
    for job in jobs {
        if let Some(key) = key_of(job) {
            with_key(backend, key, |keys| work(job, keys));
        }
    }
}

/// The one ready key of all pending jobs, if there is one.
#[inline]
pub(super) fn shared_key<'k>(
    keys: impl Iterator<Item = Option<Key<'k, AesKey>>>,
) -> Option<&'k AesKey> {
    let mut shared = None;
    for key in keys.flatten() {
        match (key, shared) {
            (Key::Ready(key), None) => shared = Some(key),
            (Key::Ready(key), Some(other)) if core::ptr::eq(key, other) => {}
            _ => return None,
        }
    }
    shared
}
