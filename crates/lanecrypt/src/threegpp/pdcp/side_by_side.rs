//! PDUs under 128-NIA3 and 128-NEA3, whose streams run side by side.

use super::batch::Call;
use super::{Pdcp, PduJob};
use crate::batch::Window;
use crate::stream::key::HoldsKey as _;
use crate::stream::zuc::{
    MAX_HEADER, MAX_PDUS, Pdu, Variant, lanes_interleaved, pdus_together, run_pdu, run_pdus,
};
use crate::threegpp::chosen::{NeaKey, NiaKey};
use crate::threegpp::{Nea3, Nia3};
use crate::{Backend, Error, Tag};

/// Runs those of some pending PDUs, whose lengths were checked, that have both algorithms. Those of which there are as
/// many as interleaved registers have lanes stay pending: one algorithm after the other is faster for them.
pub(super) fn run(call: Call, jobs: &mut [PduJob<'_>]) {
    let Some((backend, ..)) = jobs.iter().find_map(keys) else { return };
    let together = pdus_together(backend);
    if together == 0 {
        return;
    }
    let mut jobs = jobs.iter_mut();
    let mut window = Window::new();
    loop {
        let mut rest = window.fill(&mut jobs, |job| {
            keys(job).filter(|(of_job, ..)| *of_job == backend).map(|_| job.pdu.len() as u64)
        });
        if rest.is_empty() {
            return;
        }
        while let [Some(longest), ..] = rest {
            let bytes = longest.pdu.len();
            let apart = lanes_interleaved(backend, bytes).filter(|lanes| {
                let last = rest.get(lanes - 1).and_then(Option::as_ref);
                last.is_some_and(|job| lanes_interleaved(backend, job.pdu.len()).is_some())
            });
            let count = apart.unwrap_or(together).min(rest.len());
            let (now, later) = rest.split_at_mut(count);
            rest = later;
            if apart.is_none() {
                run_together(backend, call, now);
            }
        }
    }
}

/// Runs PDUs in the lanes of a register.
fn run_together(backend: Backend, call: Call, jobs: &mut [Option<&mut PduJob<'_>>]) {
    let opens = call == Call::Unprotect;
    let count = jobs.len();
    let mut pdus = jobs.iter_mut().flatten().filter_map(|job| {
        let (_, nea, nia) = keys(job)?;
        let parameters = job.parameters();
        Some(Pdu {
            integrity: (nia.key(), Nia3::iv(parameters)),
            encryption: (nea.key(), Nea3::iv(parameters)),
            header: job.header,
            bytes: &mut *job.pdu,
        })
    });
    let tags = match pdus.next() {
        Some(pdu) if count == 1 => {
            let mut tags = [0; MAX_PDUS];
            tags[0] = run_pdu(backend, opens, pdu);
            tags
        }
        first => run_pdus(backend, opens, first.into_iter().chain(pdus)),
    };
    for (job, tag) in jobs.iter_mut().flatten().zip(tags) {
        let mac = &job.pdu[job.pdu.len() - Pdcp::MAC_BYTES..];
        if opens && !Tag::new(&tag.to_be_bytes()).verify(mac) {
            job.refuse(Error::Authentication);
        } else {
            job.end(Ok(()));
        }
    }
}

/// The backend and the keys of a pending PDU that has both algorithms.
fn keys<'a>(job: &PduJob<'a>) -> Option<(Backend, &'a Nea3, &'a Nia3)> {
    let pdcp = job.keys()?;
    let (NeaKey::Nea3(nea), NiaKey::Nia3(nia)) = (&pdcp.encryption.0, &pdcp.integrity.as_ref()?.0)
    else {
        return None;
    };
    let (of_nea, of_nia) = (nea.settings(), nia.settings());
    let both = of_nea.backend == of_nia.backend
        && (of_nea.options, of_nia.options) == (Variant::Auto, Variant::Auto);
    (both && job.header <= MAX_HEADER).then_some((of_nea.backend, nea, nia))
}
