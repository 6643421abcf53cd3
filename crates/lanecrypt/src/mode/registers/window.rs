//! Batches: keys expanded side by side, then message after message.

use super::ctr::{self, Counting};
use super::{ManyKeys, RegisterKeyed, ecb as ecb_of};
use crate::batch::Status;
use crate::block::register::RegisterKey;
use crate::lanes::{InOut, PlaceKey, Places, SameKey};
use crate::mode::batch::{CtrJob, EcbJob};
use crate::mode::many::done;
use crate::{Backend, Error};

/// As many jobs as are better expanded one by one than side by side.
const FEW: usize = 2;

/// Counter mode of every pending job.
pub(super) fn ctr<B: RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [CtrJob<'_>],
) {
    if jobs.len() <= FEW {
        for job in jobs.iter_mut().filter(|job| job.status == Status::Pending) {
            let (nonce, block) = (job.nonce, job.block);
            let one = RegisterKey::new::<B>(job.key, backend).and_then(|key| {
                let message = Counting::new(nonce, block, job.data.in_out()?);
                ctr::run::<B::Rounds, _, KEYS>(backend, SameKey(&key.forward), &mut [message]);
                Ok(())
            });
            job.status = done(one);
        }
        return;
    }
    let mut keys = ManyKeys::new(backend);
    for jobs in jobs.chunks_mut(Places::COUNT) {
        keys.expand::<B::Rounds>(jobs.iter().map(|job| pending(job.status, job.key)));
        let count = jobs.len();
        let mut rest = jobs.iter_mut();
        let mut messages: [Counting<'_>; Places::COUNT] = core::array::from_fn(|_| {
            let message = rest.next().filter(|job| job.status == Status::Pending).and_then(|job| {
                let data = job.data.in_out();
                job.status = done(data.as_ref().map(|_| ()).map_err(|error| *error));
                Some(Counting::new(job.nonce, job.block, data.ok()?))
            });
            message.unwrap_or_else(|| Counting::new(&[], 0, InOut::in_place(&mut [])))
        });
        ctr::run::<B::Rounds, _, KEYS>(backend, &keys.keys, &mut messages[..count]);
    }
}

/// ECB of every pending job.
pub(super) fn ecb<B: RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    decrypt: bool,
    jobs: &mut [EcbJob<'_>],
) {
    if decrypt || jobs.len() <= FEW {
        for job in jobs.iter_mut().filter(|job| job.status == Status::Pending) {
            let key = RegisterKey::new::<B>(job.key, backend);
            job.status = done(key.and_then(|key| {
                ecb_of::one::<B::Rounds, KEYS>(&key, decrypt, job.data.in_out()?);
                Ok(())
            }));
        }
        return;
    }
    let mut keys = ManyKeys::new(backend);
    for jobs in jobs.chunks_mut(Places::COUNT) {
        keys.expand::<B::Rounds>(jobs.iter().map(|job| pending(job.status, job.key)));
        let pending = jobs.iter_mut().enumerate();
        for (place, job) in pending.filter(|(_, job)| job.status == Status::Pending) {
            let key = PlaceKey(&keys.keys, place);
            let one = |data: Result<InOut<'_>, Error>| {
                ecb_of::run::<B::Rounds, _, false, KEYS>(backend, key, data?);
                Ok(())
            };
            job.status = done(one(job.data.in_out()));
        }
    }
}

/// The key of a job that is to be processed.
fn pending(status: Status, key: &[u8]) -> &[u8] {
    if status == Status::Pending { key } else { &[] }
}
