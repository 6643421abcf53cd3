//! The jobs of a batch in cohorts.

use super::{CipherLane, Cohort, Core, Loaded, MAX_LANES, MAX_SINGLE, Sink as _};
use crate::batch::{CipherJob, Window};
use crate::lanes::{Kernels, Row};
use crate::stream::key::HoldsKey;
use crate::{Backend, Cipher};

/// Encrypts every pending job, or makes its keystream, in cohorts of so many lanes at most.
///
/// It is told how many lanes a cohort has whose longest message has so many bits, and how a key and a nonce
/// are loaded.
pub(in crate::stream) fn encrypt<K: Core, C: Cipher + HoldsKey>(
    backend: Backend,
    most: usize,
    keystream: bool,
    jobs: &mut [CipherJob<'_, C>],
    lanes_for: impl Fn(u64) -> usize,
    load: impl Fn(&[u8], C::Nonce<'_>, &mut Row) -> K::Loading,
) {
    if most <= MAX_SINGLE {
        encrypt_in::<K, C, MAX_SINGLE>(backend, keystream, jobs, lanes_for, load);
    } else {
        encrypt_in::<K, C, MAX_LANES>(backend, keystream, jobs, lanes_for, load);
    }
}

fn encrypt_in<K: Core, C: Cipher + HoldsKey, const LANES: usize>(
    backend: Backend,
    keystream: bool,
    jobs: &mut [CipherJob<'_, C>],
    lanes_for: impl Fn(u64) -> usize,
    load: impl Fn(&[u8], C::Nonce<'_>, &mut Row) -> K::Loading,
) {
    let mut jobs = jobs.iter_mut();
    let mut kernels = Kernels::on(backend);
    let (mut loaded, mut sinks) =
        (Loaded::<LANES>::EMPTY, const { [const { CipherLane::EMPTY }; LANES] });
    let mut cohort = Cohort::<K, _>::new(&mut kernels, &mut loaded, &mut sinks);
    let mut window = Window::new();
    loop {
        let mut rest = window.fill(&mut jobs, |job| {
            if !job.begin() {
                return None;
            }
            Some(job.bits()).filter(|bits| *bits > 0)
        });
        if rest.is_empty() {
            return;
        }
        while let [Some(longest), ..] = rest {
            let lanes = lanes_for(longest.bits()).min(rest.len());
            let (jobs, after) = rest.split_at_mut(lanes);
            rest = after;
            for (lane, job) in jobs.iter_mut().enumerate() {
                let Some(job) = job.take() else { continue };
                let (key, bits) = (job.key.bytes(C::key), job.bits());
                cohort.load(lane, |row| load(key, job.nonce, row));
                cohort.sinks[lane].begin(job.data.reborrow(), bits, keystream);
            }
            cohort.run(lanes);
            cohort.sinks[..lanes].iter_mut().for_each(CipherLane::finish);
        }
    }
}
