//! Batches: messages under one ready key gathered into tiles; of the others, keys put into lanes, long messages one
//! after another, short ones side by side.

use super::item::{Item, Job};
use super::kernels::{Form, MAX_WINDOW};
use super::room::Room;
use super::stage::Stage;
use super::{Work, short};
use crate::Backend;
use crate::batch::{Key, Window};
use crate::block::cipher::LaneCipher;
use crate::block::key::{KeyForm, LaneKey};
use crate::lanes::{Kernels, leaving_little};

/// As many jobs as are better expanded one by one than in lanes that stay empty. So are all where there is one lane.
const FEW: usize = 2;

/// Every pending job, with blocks of `BLOCK` bytes.
pub(super) fn many<'a, C: LaneCipher<N>, J: Job<'a, C, N>, const N: usize, const BLOCK: usize>(
    backend: Backend,
    form: KeyForm<C, N>,
    parameters: &C::Parameters,
    work: Work,
    jobs: &mut [J],
) {
    if let Some((count, parameters)) = under_shared_keys(backend, work, jobs) {
        of_own_keys::<C, J, N, BLOCK>(backend, form, parameters, work, jobs, count, true);
    }
    let count = jobs.iter().filter(|job| job.is_pending()).count();
    if count > 0 {
        of_own_keys::<C, J, N, BLOCK>(backend, form, parameters, work, jobs, count, false);
    }
}

/// The ready key of a pending job.
fn ready<'a, C: LaneCipher<N>, J: Job<'a, C, N>, const N: usize>(
    job: &J,
) -> Option<&'a LaneKey<C, N>> {
    match job.key() {
        Key::Ready(key) if job.is_pending() => Some(key),
        _ => None,
    }
}

/// The pending jobs under ready keys that one of their neighbours has too. Returns how many jobs are left that
/// have a ready key of their own, and their parameters, which are the same.
#[inline(never)]
fn under_shared_keys<'a, C: LaneCipher<N>, J: Job<'a, C, N>, const N: usize>(
    backend: Backend,
    work: Work,
    jobs: &mut [J],
) -> Option<(usize, &'a C::Parameters)> {
    let shared = jobs.iter().find_map(ready)?;
    let mut kernels = Kernels::on(backend);
    let mut stage = Stage::new(&mut kernels, shared);
    let mut own: Option<(usize, &C::Parameters)> = None;
    let mut last = None;
    let mut rest = jobs.iter_mut().peekable();
    while let Some(job) = rest.next() {
        let Some(key) = ready(job) else { continue };
        let next = rest.peek().and_then(|job| ready(*job));
        let is_key = |other: Option<&_>| other.is_some_and(|other| core::ptr::eq(other, key));
        let shared = is_key(last) || is_key(next);
        last = Some(key);
        match &mut own {
            Some((count, parameters)) if !shared && key.parameters() == *parameters => *count += 1,
            None if !shared => own = Some((1, key.parameters())),
            _ => {
                stage.under(key, work);
                stage.take(job.take(), work);
            }
        }
    }
    stage.finish(work);
    own
}

/// The pending jobs, or those of them that are under ready keys, of which there are so many, in windows with a key a
/// lane. Keys must all be bytes or all be ready.
#[inline(never)]
fn of_own_keys<'a, C: LaneCipher<N>, J: Job<'a, C, N>, const N: usize, const BLOCK: usize>(
    backend: Backend,
    form: KeyForm<C, N>,
    parameters: &C::Parameters,
    work: Work,
    jobs: &mut [J],
    count: usize,
    under_ready_keys: bool,
) {
    let of_kind =
        |job: &J| job.is_pending() && (!under_ready_keys || matches!(job.key(), Key::Ready(_)));
    let lanes = (count > FEW).then(|| Form::of::<C, N>(backend));
    let Some(lanes) = lanes.filter(|lanes| lanes.steps.messages > 1) else {
        for job in jobs.iter_mut().filter(|job| of_kind(job)) {
            alone(backend, form, parameters, work, job.take());
        }
        return;
    };
    let mut kernels = Kernels::on(backend);
    let together = lanes.steps.messages.min(MAX_WINDOW);
    let mut room = Room::<C, N>::new(&mut kernels, *parameters, form, lanes);
    let mut jobs = jobs.iter_mut();
    let mut window = Window::new();
    loop {
        let window = window.fill(&mut jobs, |job| of_kind(job).then(|| job.bytes() as u64));
        if window.is_empty() {
            return;
        }
        // A constant would be copied whole.
        let mut items = core::array::from_fn::<_, MAX_WINDOW, _>(|_| None);
        for jobs in window.chunks_mut(together) {
            let count = jobs.len();
            for (item, job) in items.iter_mut().zip(jobs.iter_mut().flatten()) {
                *item = Some(job.take());
            }
            short::run::<C, N, BLOCK>(&mut room, work, &mut items[..count]);
        }
    }
}

/// One item under its own key.
#[inline(never)]
fn alone<C: LaneCipher<N>, const N: usize>(
    backend: Backend,
    form: KeyForm<C, N>,
    parameters: &C::Parameters,
    work: Work,
    mut item: Item<'_, '_, C, N>,
) {
    match item.key {
        Key::Ready(key) => item.alone(backend, key, work),
        Key::Bytes(key) => {
            let key = leaving_little(|| LaneKey::new(key, form, *parameters, backend));
            item.alone(backend, &key, work);
        }
    }
}
