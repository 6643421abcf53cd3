//! Batches of ECB and counter mode: keys expanded side by side, then message after message.

use super::ctr::{self, CtrMessage};
use super::{ManyKeys, RegisterKey, RegisterKeyed, ecb as ecb_of, with_key};
use crate::Backend;
use crate::batch::{CipherJob, Key, Status};
use crate::lanes::{BlockArray, InOut, KeyAt, SharedKey};
use crate::mode::{AesModes, Ctr, Ecb};

/// As many jobs as are better expanded one by one than side by side.
const FEW: usize = 2;

/// Counter mode of every pending job.
pub(super) fn ctr<B: AesModes + RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [CipherJob<'_, Ctr<B>>],
) {
    if jobs.len() <= FEW {
        for job in jobs.iter_mut().filter(|job| job.is_pending()) {
            job.status = Status::Done;
            let message = CtrMessage::new(job.nonce, job.block, job.data.in_out());
            with_key::<B, KEYS>(backend, job.key.map(|ctr| ctr.cipher.key()), |key| {
                ctr::run::<B::Rounds, _, KEYS>(backend, SharedKey(&key.forward), &mut [message]);
            });
        }
        return;
    }
    let mut keys = None;
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        let shared = shared_key(jobs.iter().map(round_keys));
        let keys = match shared {
            Some(_) => None,
            None => {
                let keys = keys.get_or_insert_with(|| ManyKeys::new(backend));
                keys.expand::<B::Rounds>(jobs.iter().map(round_keys));
                Some(keys)
            }
        };
        let count = jobs.len();
        let mut rest = jobs.iter_mut();
        let mut messages: [CtrMessage<'_>; BlockArray::COUNT] =
            core::array::from_fn(|_| match rest.next().filter(|job| job.is_pending()) {
                Some(job) => {
                    job.status = Status::Done;
                    CtrMessage::new(job.nonce, job.block, job.data.in_out())
                }
                None => CtrMessage::new(&[], 0, InOut::in_place(&mut [])),
            });
        let messages = &mut messages[..count];
        if let Some(keys) = keys {
            ctr::run::<B::Rounds, _, KEYS>(backend, &keys.keys, messages);
        } else if let Some(key) = shared {
            ctr::run::<B::Rounds, _, KEYS>(backend, SharedKey(&key.forward), messages);
        }
    }
}

/// The key of a job, if it is pending.
fn round_keys<'k, B: AesModes + RegisterKeyed<KEYS>, const KEYS: usize>(
    job: &CipherJob<'k, Ctr<B>>,
) -> Option<Key<'k, RegisterKey<KEYS>>> {
    job.is_pending().then_some(job.key.map(|ctr| ctr.cipher.key()))
}

/// The one ready key of all pending jobs, if there is one.
fn shared_key<'k, const KEYS: usize>(
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

/// ECB of every pending job.
pub(super) fn ecb<B: AesModes + RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    decrypt: bool,
    jobs: &mut [CipherJob<'_, Ecb<B>>],
) {
    if decrypt || jobs.len() <= FEW {
        for job in jobs.iter_mut().filter(|job| job.is_pending()) {
            with_key::<B, KEYS>(backend, job.key.map(|ecb| ecb.cipher.key()), |key| {
                ecb_of::one::<B::Rounds, KEYS>(backend, key, decrypt, job.data.in_out());
            });
            job.status = Status::Done;
        }
        return;
    }
    let mut keys = ManyKeys::new(backend);
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        keys.expand::<B::Rounds>(jobs.iter().map(|job| match job.key {
            Key::Bytes(key) if job.is_pending() => Some(Key::Bytes(key)),
            _ => None,
        }));
        for (place, job) in jobs.iter_mut().enumerate().filter(|(_, job)| job.is_pending()) {
            let data = job.data.in_out();
            match job.key {
                Key::Ready(ecb) => {
                    let key = SharedKey(&ecb.cipher.key().forward);
                    ecb_of::run::<B::Rounds, _, false, KEYS>(backend, key, data);
                }
                Key::Bytes(_) => {
                    let key = KeyAt(&keys.keys, place);
                    ecb_of::run::<B::Rounds, _, false, KEYS>(backend, key, data);
                }
            }
            job.status = Status::Done;
        }
    }
}
