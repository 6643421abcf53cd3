//! Batches of modes whose blocks do not wait for each other: keys are expanded side by side, then a kernel
//! takes message after message. The processor overlaps the end of one with the beginning of the next.

use super::tiles::{Step, each_tile, each_tile_fresh};
use super::{ManyKeys, RegisterCipher, RegisterKey, RegisterKeyed, RoundKeys};
use crate::batch::{CipherJob, Key, Status};
use crate::block::register::Schedules;
use crate::lanes::{
    AesOps, BlockArray, BlockKeys, FullWidth, Isa, Kernel, KeyAt, SharedKey, dispatch,
};
use crate::{Backend, Cipher};

/// A mode of a cipher in one direction: it needs round keys for decryption if `BACK`.
pub(super) trait Windowed<const BACK: bool, const KEYS: usize> {
    type Mode: Cipher;
    /// The cipher.
    type Rounds: RegisterCipher<KEYS>;
    /// What is done with each tile of a message.
    type Step<I: Isa>: Step<I>;

    fn key(mode: &Self::Mode) -> &RegisterKey<KEYS>;
    /// At the beginning of the message of a job; or nothing, if [`Windowed::rare`] must work on it.
    fn begin<I: Isa>(isa: I, job: &mut CipherJob<'_, Self::Mode>) -> Option<Self::Step<I>>;
    /// Works on a message that kernels do not take, where there are such.
    fn rare(backend: Backend, key: &[u128; KEYS], job: &mut CipherJob<'_, Self::Mode>) {
        let _ = (backend, key, job);
    }
}

/// The round keys of jobs.
pub(super) trait JobKeys<const BACK: bool, const KEYS: usize>: Copy {
    type Keys<'j>: BlockKeys<KEYS>
    where
        Self: 'j;
    /// Those of the job of this number, which has this key.
    fn of<'j>(self, number: usize, key: Key<'j, RegisterKey<KEYS>>) -> Option<Self::Keys<'j>>
    where
        Self: 'j;
}

/// Those of key objects are with them, those of other keys here, in the order of the jobs.
#[derive(Clone, Copy)]
pub(super) struct Few<'k, const KEYS: usize>(&'k [[u128; KEYS]]);

impl<const KEYS: usize> Few<'_, KEYS> {
    /// Where all keys are ready.
    pub(super) const READY: Self = Few(&[]);
}

impl<'k, const BACK: bool, const KEYS: usize> JobKeys<BACK, KEYS> for Few<'k, KEYS> {
    type Keys<'j>
        = SharedKey<'j, KEYS>
    where
        'k: 'j;
    #[inline(always)]
    fn of<'j>(self, number: usize, key: Key<'j, RegisterKey<KEYS>>) -> Option<SharedKey<'j, KEYS>>
    where
        'k: 'j,
    {
        match key {
            Key::Ready(key) => Some(SharedKey(key.round_keys(BACK))),
            Key::Bytes(_) => self.0.get(number).map(SharedKey),
        }
    }
}

/// Those of all jobs in places.
impl<'k, const BACK: bool, const KEYS: usize> JobKeys<BACK, KEYS> for &'k [BlockArray; KEYS] {
    type Keys<'j>
        = KeyAt<'j, KEYS>
    where
        'k: 'j;
    #[inline(always)]
    fn of<'j>(self, number: usize, _: Key<'j, RegisterKey<KEYS>>) -> Option<KeyAt<'j, KEYS>>
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
pub(super) fn run<W, B, const BACK: bool, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [CipherJob<'_, W::Mode>],
) where
    W: Windowed<BACK, KEYS>,
    B: RegisterKeyed<KEYS, Rounds = W::Rounds>,
{
    if jobs.iter().all(|job| matches!(job.key, Key::Ready(_))) {
        jobs.chunks_mut(MANY).for_each(|jobs| each::<W, B, BACK, KEYS>(backend, Few::READY, jobs));
    } else if jobs.len() <= ALONE {
        for job in jobs {
            match job.key {
                Key::Bytes(key) if job.is_pending() => {
                    if !dispatch(backend, Fresh::<W, BACK, KEYS> { key, job }) {
                        rare::<W, B, BACK, KEYS>(backend, job);
                    }
                }
                _ => each::<W, B, BACK, KEYS>(backend, Few::READY, core::slice::from_mut(job)),
            }
        }
    } else if jobs.len() <= SOME {
        with_few_keys::<B, _, BACK, KEYS>(backend, jobs, key_of::<W, BACK, KEYS>, |keys, jobs| {
            each::<W, B, BACK, KEYS>(backend, keys, jobs);
        });
    } else {
        with_many_keys::<W, B, BACK, KEYS>(backend, jobs);
    }
}

/// Work on at most [`MANY`] messages, given their round keys for encryption.
pub(super) trait KeyedWork<const KEYS: usize> {
    fn run(self, keys: impl JobKeys<false, KEYS>);
}

/// Whether a window of some of so many keys that are bytes needs room for [`MANY`].
pub(crate) fn needs_room(bytes: usize) -> bool {
    bytes > SOME
}

/// Does some work with keys, at most [`MANY`] of them, which are expanded side by side where they are bytes: in the room
/// that is given, if there is any.
pub(super) fn with_keys<'k, B: RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: impl ExactSizeIterator<Item = Key<'k, RegisterKey<KEYS>>> + Clone,
    room: Option<&mut ManyKeys<KEYS>>,
    work: impl KeyedWork<KEYS>,
) {
    if keys.clone().all(|key| matches!(key, Key::Ready(_))) {
        work.run(Few::READY);
    } else if let Some(room) = room {
        room.expand::<B::Rounds>(keys.map(Some));
        work.run(&room.keys);
    } else if keys.len() <= FEW {
        few_keyed::<B, FEW, KEYS>(backend, keys, work);
    } else if keys.len() <= HALF {
        few_keyed::<B, HALF, KEYS>(backend, keys, work);
    } else if keys.len() <= SOME {
        few_keyed::<B, SOME, KEYS>(backend, keys, work);
    } else {
        many_keyed::<B, KEYS>(backend, keys, work);
    }
}

/// The same with at most `COUNT` keys.
#[inline(never)]
fn few_keyed<'k, B: RegisterKeyed<KEYS>, const COUNT: usize, const KEYS: usize>(
    backend: Backend,
    keys: impl Iterator<Item = Key<'k, RegisterKey<KEYS>>>,
    work: impl KeyedWork<KEYS>,
) {
    let mut own = Schedules::<COUNT, KEYS>::NONE;
    own.expand::<B::Rounds>(backend, keys.map(Some), false);
    work.run(Few(&own.0));
}

/// The same with more keys.
#[inline(never)]
fn many_keyed<'k, B: RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: impl Iterator<Item = Key<'k, RegisterKey<KEYS>>>,
    work: impl KeyedWork<KEYS>,
) {
    let mut own = ManyKeys::new(backend);
    own.expand::<B::Rounds>(keys.map(Some));
    work.run(&own.keys);
}

/// Does some work on jobs, at most [`SOME`] of them, given the key of a job if it is wanted. Keys that are bytes are expanded
/// side by side before, for decryption if `BACK`.
#[inline(always)]
pub(super) fn with_few_keys<'k, B: RegisterKeyed<KEYS>, J, const BACK: bool, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [J],
    key_of: impl Fn(&J) -> Option<Key<'k, RegisterKey<KEYS>>>,
    work: impl FnOnce(Few<'_, KEYS>, &mut [J]),
) {
    if jobs.len() <= FEW {
        with_room::<B, J, FEW, BACK, KEYS>(backend, jobs, key_of, work);
    } else if jobs.len() <= HALF {
        with_room::<B, J, HALF, BACK, KEYS>(backend, jobs, key_of, work);
    } else {
        with_room::<B, J, SOME, BACK, KEYS>(backend, jobs, key_of, work);
    }
}

/// The same with room for at most `COUNT` keys.
#[inline(never)]
fn with_room<
    'k,
    B: RegisterKeyed<KEYS>,
    J,
    const COUNT: usize,
    const BACK: bool,
    const KEYS: usize,
>(
    backend: Backend,
    jobs: &mut [J],
    key_of: impl Fn(&J) -> Option<Key<'k, RegisterKey<KEYS>>>,
    work: impl FnOnce(Few<'_, KEYS>, &mut [J]),
) {
    let mut keys = Schedules::<COUNT, KEYS>::NONE;
    keys.expand::<B::Rounds>(backend, jobs.iter().map(key_of), BACK);
    work(Few(&keys.0), jobs);
}

/// Works on every pending job, with room for the keys of [`MANY`].
#[inline(never)]
fn with_many_keys<W, B, const BACK: bool, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [CipherJob<'_, W::Mode>],
) where
    W: Windowed<BACK, KEYS>,
    B: RegisterKeyed<KEYS, Rounds = W::Rounds>,
{
    let mut keys = ManyKeys::new(backend);
    for jobs in jobs.chunks_mut(MANY) {
        let of_jobs = jobs.iter().map(key_of::<W, BACK, KEYS>);
        if BACK {
            keys.expand_back::<B::Rounds>(of_jobs);
        } else {
            keys.expand::<B::Rounds>(of_jobs);
        }
        each::<W, B, BACK, KEYS>(backend, &keys.keys, jobs);
    }
}

/// The key of a job, if it is pending.
#[inline]
fn key_of<'k, W: Windowed<BACK, KEYS>, const BACK: bool, const KEYS: usize>(
    job: &CipherJob<'k, W::Mode>,
) -> Option<Key<'k, RegisterKey<KEYS>>> {
    job.is_pending().then_some(job.key.map(W::key))
}

/// Works on the pending ones of at most [`MANY`] jobs.
#[inline]
fn each<W, B, const BACK: bool, const KEYS: usize>(
    backend: Backend,
    keys: impl JobKeys<BACK, KEYS>,
    jobs: &mut [CipherJob<'_, W::Mode>],
) where
    W: Windowed<BACK, KEYS>,
    B: RegisterKeyed<KEYS>,
{
    let mut rest = dispatch(backend, Each::<W, _, BACK, KEYS> { keys, jobs });
    while rest != 0 {
        rare::<W, B, BACK, KEYS>(backend, &mut jobs[rest.trailing_zeros() as usize]);
        rest &= rest - 1;
    }
}

/// Works on a message that kernels do not take.
#[cold]
fn rare<W, B, const BACK: bool, const KEYS: usize>(
    backend: Backend,
    job: &mut CipherJob<'_, W::Mode>,
) where
    W: Windowed<BACK, KEYS>,
    B: RegisterKeyed<KEYS>,
{
    let key = job.key.map(W::key);
    with_key::<B, KEYS>(backend, BACK, key, |keys| W::rare(backend, keys, job));
    job.clear_spare_bits();
}

/// Works on pending jobs, at most [`MANY`], and makes them done. Returns those that are rare, a bit each.
struct Each<'a, 'd, W: Windowed<BACK, KEYS>, K, const BACK: bool, const KEYS: usize> {
    keys: K,
    jobs: &'a mut [CipherJob<'d, W::Mode>],
}

impl<W, K, const BACK: bool, const KEYS: usize> Kernel for Each<'_, '_, W, K, BACK, KEYS>
where
    W: Windowed<BACK, KEYS>,
    K: JobKeys<BACK, KEYS>,
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
            match W::begin(isa, job) {
                Some(mut step) => {
                    let data = job.message();
                    each_tile::<W::Rounds, I, BACK, KEYS>(isa, keys, &mut step, data);
                    job.clear_spare_bits();
                }
                None => rest |= 1 << number,
            }
        }
        rest
    }
}

/// Works on a pending job under a key whose bytes are given, and makes it done. Returns whether it is not rare.
struct Fresh<'a, 'd, W: Windowed<BACK, KEYS>, const BACK: bool, const KEYS: usize> {
    key: &'a [u8],
    job: &'a mut CipherJob<'d, W::Mode>,
}

impl<W, const BACK: bool, const KEYS: usize> Kernel for Fresh<'_, '_, W, BACK, KEYS>
where
    W: Windowed<BACK, KEYS>,
{
    type Output = bool;
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> bool {
        self.job.status = Status::Done;
        let Some(mut step) = W::begin(isa, self.job) else { return false };
        let data = self.job.message();
        each_tile_fresh::<W::Rounds, I, BACK, KEYS>(isa, self.key, &mut step, data);
        self.job.clear_spare_bits();
        true
    }
}

/// Calls a function with the round keys of a key, which is expanded if it is bytes.
#[inline(always)]
fn with_key<B: RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    back: bool,
    key: Key<'_, RegisterKey<KEYS>>,
    work: impl FnOnce(&[u128; KEYS]),
) {
    let mut own;
    work(match key {
        Key::Ready(key) => key.round_keys(back),
        Key::Bytes(key) => {
            own = RoundKeys::NONE;
            own.expand::<B>(backend, key, back);
            &own.0
        }
    });
}

/// Works on every pending job, one after another, given its key if it is pending and a function that gets its round
/// keys, those for encryption. Those of at most [`FEW`] jobs are expanded side by side.
#[inline(always)]
pub(super) fn one_by_one<'k, B: RegisterKeyed<KEYS>, J, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [J],
    key_of: impl Fn(&J) -> Option<Key<'k, RegisterKey<KEYS>>>,
    mut work: impl FnMut(&mut J, &[u128; KEYS]),
) {
    let is_fresh = |job: &J| matches!(key_of(job), Some(Key::Bytes(_)));
    if (ALONE + 1..=FEW).contains(&jobs.len()) && jobs.iter().any(is_fresh) {
        return with_few_keys::<B, J, false, KEYS>(backend, jobs, &key_of, |keys, jobs| {
            for (number, job) in jobs.iter_mut().enumerate() {
                let keys = |key| JobKeys::<false, KEYS>::of(keys, number, key);
                if let Some(SharedKey(keys)) = key_of(job).and_then(keys) {
                    work(job, keys);
                }
            }
        });
    }
    for job in jobs {
        if let Some(key) = key_of(job) {
            with_key::<B, KEYS>(backend, false, key, |keys| work(job, keys));
        }
    }
}

/// The one ready key of all pending jobs, if there is one.
#[inline]
pub(super) fn shared_key<'k, const KEYS: usize>(
    keys: impl Iterator<Item = Option<Key<'k, RegisterKey<KEYS>>>>,
) -> Option<&'k RegisterKey<KEYS>> {
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
