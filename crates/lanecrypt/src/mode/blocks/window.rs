//! Batches of modes whose blocks do not wait for each other: keys are expanded side by side, then a kernel
//! takes message after message. The processor overlaps the end of one with the beginning of the next.

use super::{ManyKeys, RegisterKey, RegisterKeyed, RoundKeys};
use crate::batch::{CipherJob, Key, Status};
use crate::block::register::Schedules;
use crate::lanes::{BlockArray, BlockKeys, KeyAt, SharedKey, wipe};
use crate::{Backend, Cipher};

/// A mode of a cipher in one direction.
pub(super) trait Windowed<const KEYS: usize> {
    type Mode: Cipher;
    /// Whether it needs round keys for decryption.
    const BACK: bool;

    fn key(mode: &Self::Mode) -> &RegisterKey<KEYS>;
    /// Works on the message of a job.
    fn one(backend: Backend, key: &[u128; KEYS], job: &mut CipherJob<'_, Self::Mode>);
    /// Works on the messages of the pending jobs, at most [`MANY`], and makes them done. Returns those for which
    /// [`Windowed::one`] must be called yet, a bit each.
    fn many(
        backend: Backend,
        keys: impl JobKeys<KEYS>,
        jobs: &mut [CipherJob<'_, Self::Mode>],
    ) -> u32;
}

/// The round keys of jobs.
pub(super) trait JobKeys<const KEYS: usize>: Copy {
    type Keys<'j>: BlockKeys<KEYS>
    where
        Self: 'j;
    /// Those of the job of this number, which has this key.
    fn of<'j, W: Windowed<KEYS>>(
        self,
        number: usize,
        key: Key<'j, W::Mode>,
    ) -> Option<Self::Keys<'j>>
    where
        Self: 'j;
}

/// Those of key objects are with them, those of other keys here, in the order of the jobs.
#[derive(Clone, Copy)]
struct Few<'k, const KEYS: usize>(&'k [[u128; KEYS]]);

impl<'k, const KEYS: usize> JobKeys<KEYS> for Few<'k, KEYS> {
    type Keys<'j>
        = SharedKey<'j, KEYS>
    where
        'k: 'j;
    #[inline(always)]
    fn of<'j, W: Windowed<KEYS>>(
        self,
        number: usize,
        key: Key<'j, W::Mode>,
    ) -> Option<SharedKey<'j, KEYS>>
    where
        'k: 'j,
    {
        match key {
            Key::Ready(mode) => Some(SharedKey(W::key(mode).round_keys(W::BACK))),
            Key::Bytes(_) => self.0.get(number).map(SharedKey),
        }
    }
}

/// Those of all jobs in places.
impl<'k, const KEYS: usize> JobKeys<KEYS> for &'k [BlockArray; KEYS] {
    type Keys<'j>
        = KeyAt<'j, KEYS>
    where
        'k: 'j;
    #[inline(always)]
    fn of<'j, W: Windowed<KEYS>>(
        self,
        number: usize,
        _: Key<'j, W::Mode>,
    ) -> Option<KeyAt<'j, KEYS>>
    where
        'k: 'j,
    {
        Some(KeyAt(self, number))
    }
}

/// The most jobs that are few: room for many keys or messages takes longer to make and to wipe than they take.
pub(super) const FEW: usize = 4;

/// Up to so many keys are expanded faster one after another than side by side.
const ALONE: usize = 2;

/// With more jobs than this, keys are expanded in places, as many side by side as registers hold: what that room
/// takes is shared by enough jobs then.
const SOME: usize = 16;

/// The most jobs of a call of a kernel.
const MANY: usize = BlockArray::COUNT;

/// Works on every pending job.
pub(super) fn run<W: Windowed<KEYS>, B: RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [CipherJob<'_, W::Mode>],
) {
    if jobs.len() <= ALONE {
        one_by_one::<B, _, KEYS>(backend, W::BACK, jobs, key_of::<W, KEYS>, |job, keys| {
            job.status = Status::Done;
            W::one(backend, keys, job);
        });
    } else if jobs.iter().all(|job| matches!(job.key, Key::Ready(_))) {
        jobs.chunks_mut(MANY).for_each(|jobs| few::<W, KEYS>(backend, &[], jobs));
    } else if jobs.len() <= FEW {
        with_few_keys::<W, B, FEW, KEYS>(backend, jobs);
    } else if jobs.len() <= SOME {
        with_few_keys::<W, B, SOME, KEYS>(backend, jobs);
    } else {
        let mut keys = ManyKeys::new(backend);
        for jobs in jobs.chunks_mut(MANY) {
            let of_jobs = jobs.iter().map(key_of::<W, KEYS>);
            if W::BACK {
                keys.expand_back::<B::Rounds>(of_jobs);
            } else {
                keys.expand::<B::Rounds>(of_jobs);
            }
            let mut rest = W::many(backend, &keys.keys, jobs);
            while rest != 0 {
                let number = rest.trailing_zeros() as usize;
                let mut key = [0; KEYS];
                for (key, places) in key.iter_mut().zip(&keys.keys) {
                    *key = u128::from_le_bytes(places.0[number]);
                }
                W::one(backend, &key, &mut jobs[number]);
                wipe(&mut key, [0; KEYS]);
                rest &= rest - 1;
            }
        }
    }
}

/// Works on every pending job, one after another, given its key if it is pending and a function that gets its round
/// keys. Those of at most [`FEW`] jobs are expanded side by side.
#[inline(always)]
pub(super) fn one_by_one<'k, B: RegisterKeyed<KEYS>, J, const KEYS: usize>(
    backend: Backend,
    back: bool,
    jobs: &mut [J],
    key_of: impl Fn(&J) -> Option<Key<'k, RegisterKey<KEYS>>>,
    mut work: impl FnMut(&mut J, &[u128; KEYS]),
) {
    let is_fresh = |job: &J| matches!(key_of(job), Some(Key::Bytes(_)));
    if (ALONE + 1..=FEW).contains(&jobs.len()) && jobs.iter().any(is_fresh) {
        return few_fresh::<B, J, KEYS>(backend, back, jobs, key_of, work);
    }
    for job in jobs {
        let mut own;
        let keys = match key_of(job) {
            Some(Key::Ready(key)) => key.round_keys(back),
            Some(Key::Bytes(key)) => {
                own = RoundKeys::NONE;
                own.expand::<B>(backend, key, back);
                &own.0
            }
            None => continue,
        };
        work(job, keys);
    }
}

/// The same for at most [`FEW`] jobs. Not inlined, so that the loop for ready keys stays small.
#[inline(never)]
fn few_fresh<'k, B: RegisterKeyed<KEYS>, J, const KEYS: usize>(
    backend: Backend,
    back: bool,
    jobs: &mut [J],
    key_of: impl Fn(&J) -> Option<Key<'k, RegisterKey<KEYS>>>,
    mut work: impl FnMut(&mut J, &[u128; KEYS]),
) {
    let mut keys = Schedules::<FEW, KEYS>::NONE;
    keys.expand::<B::Rounds>(backend, jobs.iter().map(&key_of), back);
    for (job, own) in jobs.iter_mut().zip(&keys.0) {
        let keys = match key_of(job) {
            Some(Key::Ready(key)) => key.round_keys(back),
            Some(Key::Bytes(_)) => own,
            None => continue,
        };
        work(job, keys);
    }
}

/// The same for at most `COUNT` jobs, of which some keys are bytes.
fn with_few_keys<
    W: Windowed<KEYS>,
    B: RegisterKeyed<KEYS>,
    const COUNT: usize,
    const KEYS: usize,
>(
    backend: Backend,
    jobs: &mut [CipherJob<'_, W::Mode>],
) {
    let mut keys = Schedules::<COUNT, KEYS>::NONE;
    keys.expand::<B::Rounds>(backend, jobs.iter().map(key_of::<W, KEYS>), W::BACK);
    few::<W, KEYS>(backend, &keys.0, jobs);
}

/// Works on the pending ones of at most [`MANY`] jobs.
fn few<W: Windowed<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: &[[u128; KEYS]],
    jobs: &mut [CipherJob<'_, W::Mode>],
) {
    let mut rest = W::many(backend, Few(keys), jobs);
    while rest != 0 {
        let number = rest.trailing_zeros() as usize;
        if let Some(key) = Few(keys).of::<W>(number, jobs[number].key) {
            W::one(backend, key.0, &mut jobs[number]);
        }
        rest &= rest - 1;
    }
}

/// The key of a job, if it is pending.
#[inline]
fn key_of<'k, W: Windowed<KEYS>, const KEYS: usize>(
    job: &CipherJob<'k, W::Mode>,
) -> Option<Key<'k, RegisterKey<KEYS>>> {
    job.is_pending().then_some(job.key.map(W::key))
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
