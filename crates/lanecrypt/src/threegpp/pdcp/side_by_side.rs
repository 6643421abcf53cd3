//! PDUs whose integrity and encryption are streams of one cipher, which run side by side.

use super::batch::Call;
use super::{Pdcp, PduJob};
use crate::batch::Window;
use crate::stream::key::HoldsKey;
use crate::stream::pdu::{MAX_HEADER, MAX_PDUS, Pdu, PduCipher, pdus_together, run_pdus};
use crate::threegpp::Parameters;
use crate::threegpp::chosen::{NeaKey, NiaKey};
use crate::{Backend, Error, Tag};

/// Two algorithms over one cipher.
trait Pair {
    type Cipher: PduCipher;
    type Nea: HoldsKey<Options: PartialEq>;
    type Nia: HoldsKey<Options: PartialEq>;

    /// The keys of a bearer that has both.
    fn keys(pdcp: &Pdcp) -> Option<(&Self::Nea, &Self::Nia)>;
    /// The IVs of the cipher for encryption and for integrity.
    fn ivs(parameters: Parameters) -> [u128; 2];
}

macro_rules! pairs {
    ($($feature:literal $pair:ident: $cipher:path, $nea:ident $nia:ident;)*) => {
        $(
            #[cfg(feature = $feature)]
            enum $pair {}

            #[cfg(feature = $feature)]
            impl Pair for $pair {
                type Cipher = $cipher;
                type Nea = crate::threegpp::$nea;
                type Nia = crate::threegpp::$nia;

                fn keys(pdcp: &Pdcp) -> Option<(&Self::Nea, &Self::Nia)> {
                    match (&pdcp.encryption.0, &pdcp.integrity.as_ref()?.0) {
                        (NeaKey::$nea(nea), NiaKey::$nia(nia)) => Some((nea, nia)),
                        _ => None,
                    }
                }
                fn ivs(parameters: Parameters) -> [u128; 2] {
                    [Self::Nea::iv(parameters), Self::Nia::iv(parameters)]
                }
            }
        )*

        /// Runs those of some pending PDUs, whose lengths were checked, for which that is faster than one algorithm after
        /// the other. The others stay pending.
        pub(super) fn run(call: Call, jobs: &mut [PduJob<'_>]) {
            $(
                #[cfg(feature = $feature)]
                run_pair::<$pair>(call, jobs);
            )*
        }
    };
}

pairs! {
    "snow3g" Snow3g: crate::stream::snow3g::Streams, Nea1 Nia1;
    "zuc" Zuc: crate::stream::zuc::Zuc, Nea3 Nia3;
}

/// The backend and the keys of a pending PDU that has both algorithms.
fn keys<'a, P: Pair>(job: &PduJob<'a>) -> Option<(Backend, &'a P::Nea, &'a P::Nia)> {
    let (nea, nia) = P::keys(job.keys()?)?;
    let (of_nea, of_nia) = (nea.settings(), nia.settings());
    let chosen = of_nea.options != Default::default() || of_nia.options != Default::default();
    let fits = of_nea.backend == of_nia.backend && !chosen && job.header <= MAX_HEADER;
    fits.then_some((of_nea.backend, nea, nia))
}

fn run_pair<P: Pair>(call: Call, jobs: &mut [PduJob<'_>]) {
    let Some((backend, ..)) = jobs.iter().find_map(keys::<P>) else { return };
    let together = pdus_together(backend);
    if together == 0 {
        return;
    }
    let mut jobs = jobs.iter_mut();
    let mut window = Window::new();
    loop {
        let rest = window.fill(&mut jobs, |job| {
            let (of_job, ..) = keys::<P>(job)?;
            (of_job == backend).then_some(job.pdu.len() as u64)
        });
        if rest.is_empty() {
            return;
        }
        let bytes = |number: usize| rest[number].as_ref().map_or(0, |job| job.pdu.len());
        let apart = P::Cipher::apart(backend, rest.len(), bytes);
        for jobs in rest[apart..].chunks_mut(together) {
            run_together::<P>(backend, call, jobs);
        }
    }
}

/// Runs PDUs in the lanes of a register, or one in another way.
fn run_together<P: Pair>(backend: Backend, call: Call, jobs: &mut [Option<&mut PduJob<'_>>]) {
    let opens = call == Call::Unprotect;
    let is_one = jobs.len() == 1;
    let mut pdus = jobs.iter_mut().flatten().filter_map(|job| {
        let (_, nea, nia) = keys::<P>(job)?;
        let [encryption, integrity] = P::ivs(job.parameters());
        Some(Pdu {
            integrity: (nia.key(), integrity),
            encryption: (nea.key(), encryption),
            header: job.header,
            bytes: &mut *job.pdu,
        })
    });
    let mut tags = [0; MAX_PDUS];
    match pdus.next() {
        Some(pdu) if is_one => tags[0] = P::Cipher::run_one(backend, opens, pdu),
        first => tags = run_pdus::<P::Cipher>(backend, opens, first.into_iter().chain(pdus)),
    }
    for (job, tag) in jobs.iter_mut().flatten().zip(tags) {
        let mac = &job.pdu[job.pdu.len() - Pdcp::MAC_BYTES..];
        if opens && !Tag::new(&tag.to_be_bytes()).verify(mac) {
            job.refuse(Error::Authentication);
        } else {
            job.end(Ok(()));
        }
    }
}
