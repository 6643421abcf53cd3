//! PDUs whose integrity and encryption are done side by side, because both are over one cipher.

use super::batch::Call;
use super::{Pdcp, PduJob};
use crate::batch::Window;
use crate::threegpp::Parameters;
use crate::{Backend, Error, Tag};

/// The most PDUs that are worked on together.
pub(super) const MOST: usize = 8;

/// Two algorithms over one cipher.
pub(super) trait Pair {
    type Nea;
    type Nia;
    /// The longest header.
    const MAX_HEADER: usize = usize::MAX;
    /// Whether more PDUs than are worked on together are done faster one algorithm after the other, all of them.
    const ONLY_FEW: bool = false;

    /// The keys of a bearer that has both.
    fn keys(pdcp: &Pdcp) -> Option<(&Self::Nea, &Self::Nia)>;
    /// The backend of both keys, if it is one and nothing else was chosen.
    fn backend(nea: &Self::Nea, nia: &Self::Nia) -> Option<Backend>;
    /// How many PDUs a backend works on together, at most [`MOST`]. Perhaps none.
    fn together(backend: Backend) -> usize;
    /// How many of some PDUs, the longest first and given by their lengths, are done faster one algorithm after the other. If
    /// they can be worked on together, lengths do not matter.
    fn apart(backend: Backend, count: usize, bytes: impl Fn(usize) -> usize) -> usize;
    /// Protects so many PDUs, or decrypts them. Returns their tags, first byte highest.
    fn run<'p>(
        backend: Backend,
        opens: bool,
        count: usize,
        pdus: impl Iterator<Item = Pdu<'p, Self::Nea, Self::Nia>>,
    ) -> [u32; MOST]
    where
        Self::Nea: 'p,
        Self::Nia: 'p;
}

/// A PDU with its keys.
pub(super) struct Pdu<'p, E, I> {
    pub(super) nea: &'p E,
    pub(super) nia: &'p I,
    pub(super) parameters: Parameters,
    /// How many bytes in front are not encrypted.
    pub(super) header: usize,
    pub(super) bytes: &'p mut [u8],
}

/// The algorithms of bearers that are a pair.
macro_rules! keys_of {
    ($nea:ident, $nia:ident) => {
        type Nea = crate::threegpp::$nea;
        type Nia = crate::threegpp::$nia;

        #[allow(irrefutable_let_patterns, reason = "a build may have one algorithm")]
        fn keys(pdcp: &crate::threegpp::Pdcp) -> Option<(&Self::Nea, &Self::Nia)> {
            use crate::threegpp::chosen::{NeaKey, NiaKey};
            match (&pdcp.encryption.0, &pdcp.integrity.as_ref()?.0) {
                (NeaKey::$nea(nea), NiaKey::$nia(nia)) => Some((nea, nia)),
                #[allow(unreachable_patterns, reason = "a build may have one algorithm")]
                _ => None,
            }
        }
    };
}
pub(super) use keys_of;

/// The backend and the keys of a pending PDU that has both algorithms.
fn keys<'a, P: Pair>(job: &PduJob<'a>) -> Option<(Backend, &'a P::Nea, &'a P::Nia)> {
    let (nea, nia) = P::keys(job.keys()?)?;
    let backend = P::backend(nea, nia)?;
    (job.header <= P::MAX_HEADER).then_some((backend, nea, nia))
}

/// Runs those of some pending PDUs, whose lengths were checked, that have both algorithms, if that is faster than one
/// algorithm after the other. The others stay pending.
pub(super) fn run<P: Pair>(call: Call, jobs: &mut [PduJob<'_>]) {
    let Some((backend, ..)) = jobs.iter().find_map(keys::<P>) else { return };
    let together = P::together(backend);
    if together == 0 {
        return;
    }
    let fits = |job: &PduJob<'_>| keys::<P>(job).is_some_and(|(of_job, ..)| of_job == backend);
    if jobs.len() <= together {
        let (mut fitting, mut count) = ([const { None }; MOST], 0);
        for (place, job) in fitting.iter_mut().zip(jobs.iter_mut().filter(|job| fits(job))) {
            *place = Some(job);
            count += 1;
        }
        if P::apart(backend, count, |_| 0) == 0 {
            run_together::<P>(backend, call, &mut fitting[..count]);
        }
        return;
    }
    if P::ONLY_FEW && jobs.iter().filter(|job| fits(job)).count() > together {
        return;
    }
    let mut jobs = jobs.iter_mut();
    let mut window = Window::new();
    loop {
        let rest = window.fill(&mut jobs, |job| fits(job).then_some(job.pdu.len() as u64));
        if rest.is_empty() {
            return;
        }
        let bytes = |number: usize| rest[number].as_ref().map_or(0, |job| job.pdu.len());
        let apart = P::apart(backend, rest.len(), bytes);
        for jobs in rest[apart..].chunks_mut(together) {
            run_together::<P>(backend, call, jobs);
        }
    }
}

/// Runs PDUs that have both algorithms.
fn run_together<P: Pair>(backend: Backend, call: Call, jobs: &mut [Option<&mut PduJob<'_>>]) {
    let opens = call == Call::Unprotect;
    let count = jobs.len();
    let pdus = jobs.iter_mut().flatten().filter_map(|job| {
        let (_, nea, nia) = keys::<P>(job)?;
        let (parameters, header) = (job.parameters(), job.header);
        Some(Pdu { nea, nia, parameters, header, bytes: &mut *job.pdu })
    });
    let tags = P::run(backend, opens, count, pdus);
    for (job, tag) in jobs.iter_mut().flatten().zip(tags) {
        let mac = &job.pdu[job.pdu.len() - Pdcp::MAC_BYTES..];
        if opens && !Tag::new(&tag.to_be_bytes()).verify(mac) {
            job.refuse(Error::Authentication);
        } else {
            job.end(Ok(()));
        }
    }
}
