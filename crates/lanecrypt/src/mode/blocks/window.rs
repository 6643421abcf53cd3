//! Batches of modes whose blocks do not wait for each other: keys are expanded side by side, then a kernel
//! takes message after message. The processor overlaps the end of one with the beginning of the next.

use super::tiles::KeyRing;
use super::{ManyKeys, RegisterKey, RegisterKeyed, RoundKeys};
use crate::batch::{CipherJob, Key};
use crate::lanes::{BlockArray, SharedKey, wipe};
use crate::{Backend, Cipher};

/// A mode of a cipher in one direction.
pub(super) trait Windowed<const KEYS: usize> {
    type Mode: Cipher;
    /// Whether it needs round keys for decryption.
    const BACK: bool;

    fn key(mode: &Self::Mode) -> &RegisterKey<KEYS>;
    /// Works on the message of a job.
    fn one(backend: Backend, key: &[u128; KEYS], job: &mut CipherJob<'_, Self::Mode>);
    /// Works on the messages of the pending jobs, each with the key of its number, and makes them done.
    /// Returns those for which [`Windowed::one`] must be called yet, a bit each.
    fn many<K: KeyRing<KEYS>>(
        backend: Backend,
        keys: K,
        jobs: &mut [CipherJob<'_, Self::Mode>],
    ) -> u32;
}

/// The most jobs that are few: room for many keys or messages takes longer to make and to wipe than they take.
pub(super) const FEW: usize = 4;

/// How many jobs with keys of their own are better expanded and worked on one by one. Bit planes always hold
/// several blocks.
fn few(backend: Backend) -> usize {
    if backend == Backend::Portable { 2 } else { FEW }
}

/// Works on every pending job.
pub(super) fn run<W: Windowed<KEYS>, B: RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [CipherJob<'_, W::Mode>],
) {
    let count = jobs.len();
    let own_keys = || shared_key(jobs.iter().map(key_of::<W, KEYS>)).is_none();
    if count == 1 || count <= few(backend) && own_keys() {
        for job in jobs {
            if job.begin() {
                match job.key {
                    Key::Ready(key) => W::one(backend, round_keys::<W, KEYS>(W::key(key)), job),
                    Key::Bytes(key) => {
                        let mut keys = RoundKeys::NONE;
                        keys.expand::<B>(backend, key, W::BACK);
                        W::one(backend, &keys.0, job);
                    }
                }
            }
        }
        return;
    }
    let mut keys = None;
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        if let Some(key) = shared_key(jobs.iter().map(key_of::<W, KEYS>)) {
            let key = round_keys::<W, KEYS>(key);
            let mut rest = W::many(backend, SharedKey(key), jobs);
            while rest != 0 {
                W::one(backend, key, &mut jobs[rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        } else {
            let keys = keys.get_or_insert_with(|| ManyKeys::new(backend));
            if W::BACK {
                keys.expand_back::<B::Rounds>(jobs.iter().map(key_of::<W, KEYS>));
            } else {
                keys.expand::<B::Rounds>(jobs.iter().map(key_of::<W, KEYS>));
            }
            let mut rest = W::many(backend, &keys.keys, jobs);
            while rest != 0 {
                let place = rest.trailing_zeros() as usize;
                let mut key = [0; KEYS];
                for (key, places) in key.iter_mut().zip(&keys.keys) {
                    *key = u128::from_le_bytes(places.0[place]);
                }
                W::one(backend, &key, &mut jobs[place]);
                wipe(&mut key, [0; KEYS]);
                rest &= rest - 1;
            }
        }
    }
}

/// The round keys for the direction.
fn round_keys<W: Windowed<KEYS>, const KEYS: usize>(key: &RegisterKey<KEYS>) -> &[u128; KEYS] {
    if W::BACK { &key.back } else { &key.forward }
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
