//! How PDUs are protected and opened: integrity and encryption one after the other, or both side by side.

use super::{Pdcp, PduJob};
#[cfg(any(feature = "aes", feature = "snow3g", feature = "zuc"))]
use super::{pairs, side_by_side};
use crate::threegpp::Parameters;
use crate::threegpp::chosen::{NeaKey, NiaKey};
use crate::{Algorithm, Backend, Batch, Cipher, CipherJob, Error, Mac, MacJob, Report, Status};

/// How many PDUs of a batch are worked on together, at most.
const TOGETHER: usize = 64;

/// What is done to PDUs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    Protect,
    Unprotect,
}

impl Call {
    /// One PDU.
    pub(super) fn run_one(self, job: &mut PduJob<'_>) -> Result<(), Error> {
        let PduJob { pdcp, header, .. } = *job;
        pdcp.check(header, job.pdu)?;
        self.run_side_by_side(core::slice::from_mut(job));
        match job.status() {
            Status::Pending => self.run_in_turn(job),
            Status::Done => Ok(()),
            Status::Failed(error) => Err(error),
        }
    }

    /// Integrity and encryption of a PDU, whose length was checked.
    fn run_in_turn(self, job: &mut PduJob<'_>) -> Result<(), Error> {
        let Pdcp { encryption, integrity, .. } = job.pdcp;
        let (parameters, header, pdu) = (job.parameters(), job.header, &mut *job.pdu);
        match (self, integrity) {
            (Self::Protect, Some(nia)) => {
                let (message, mac) = pdu.split_at_mut(pdu.len() - Pdcp::MAC_BYTES);
                mac.copy_from_slice(nia.compute(parameters, message)?.as_ref());
                encryption.encrypt(parameters, &mut pdu[header..])
            }
            (Self::Protect, None) => encryption.encrypt(parameters, &mut pdu[header..]),
            (Self::Unprotect, None) => encryption.decrypt(parameters, &mut pdu[header..]),
            (Self::Unprotect, Some(nia)) => {
                encryption.decrypt(parameters, &mut pdu[header..])?;
                let (message, mac) = pdu.split_at(pdu.len() - Pdcp::MAC_BYTES);
                let verdict = nia.verify(parameters, message, mac);
                if verdict.is_err() {
                    pdu[header..].fill(0);
                }
                verdict
            }
        }
    }

    /// Every pending PDU.
    pub(super) fn run_batch(self, jobs: &mut [PduJob<'_>]) -> Report {
        for job in jobs.iter_mut().filter(|job| job.is_pending()) {
            if let Err(error) = job.pdcp.check(job.header, job.pdu) {
                job.end(Err(error));
            }
        }
        self.run_side_by_side(jobs);
        for jobs in jobs.chunks_mut(TOGETHER) {
            let mut pending = jobs.iter_mut().filter(|job| job.is_pending());
            let Some(first) = pending.next() else { continue };
            if pending.next().is_none() {
                let result = self.run_in_turn(first);
                first.end(result);
                continue;
            }
            // The jobs of an algorithm are an array of fixed length, and jobs that only fill it up take time.
            match jobs.len() {
                ..=8 => self.run::<8>(jobs),
                9..=32 => self.run::<32>(jobs),
                _ => self.run::<TOGETHER>(jobs),
            }
            jobs.iter_mut().filter(|job| job.is_pending()).for_each(|job| job.end(Ok(())));
        }
        Report::of(jobs.iter().map(|job| &job.status))
    }

    /// Those of some pending PDUs whose integrity and encryption are done side by side; the others stay pending.
    fn run_side_by_side(self, jobs: &mut [PduJob<'_>]) {
        #[cfg(feature = "snow3g")]
        side_by_side::run::<pairs::Snow3g>(self, jobs);
        #[cfg(feature = "aes")]
        side_by_side::run::<pairs::Aes>(self, jobs);
        #[cfg(feature = "zuc")]
        side_by_side::run::<pairs::Zuc>(self, jobs);
        let _ = jobs;
    }

    /// At most `N` PDUs, whose lengths were checked.
    fn run<const N: usize>(self, jobs: &mut [PduJob<'_>]) {
        match self {
            Self::Protect => {
                authenticate::<N>(jobs, false);
                encrypt_or_decrypt::<N>(jobs);
            }
            Self::Unprotect => {
                encrypt_or_decrypt::<N>(jobs);
                authenticate::<N>(jobs, true);
            }
        }
    }
}

/// An algorithm that a bearer may have.
trait Chosen: Sized {
    /// The key of a bearer that has it.
    fn key(pdcp: &Pdcp) -> Option<&Self>;
}

macro_rules! algorithms {
    ($($(#[$cfg:meta])? $nea:ident $nia:ident;)*) => {
        $(
            $(#[$cfg])?
            impl Chosen for crate::threegpp::$nea {
                #[allow(unreachable_patterns, reason = "a build may have one algorithm")]
                fn key(pdcp: &Pdcp) -> Option<&Self> {
                    match &pdcp.encryption.0 {
                        NeaKey::$nea(key) => Some(key),
                        _ => None,
                    }
                }
            }

            $(#[$cfg])?
            impl Chosen for crate::threegpp::$nia {
                #[allow(unreachable_patterns, reason = "a build may have one algorithm")]
                fn key(pdcp: &Pdcp) -> Option<&Self> {
                    match &pdcp.integrity.as_ref()?.0 {
                        NiaKey::$nia(key) => Some(key),
                        _ => None,
                    }
                }
            }
        )*

        /// Encrypts or decrypts what follows the headers of pending PDUs.
        fn encrypt_or_decrypt<const N: usize>(jobs: &mut [PduJob<'_>]) {
            $($(#[$cfg])? encrypt_or_decrypt_with::<crate::threegpp::$nea, N>(jobs);)*
        }

        /// Writes the MACs of pending PDUs, or verifies them.
        fn authenticate<const N: usize>(jobs: &mut [PduJob<'_>], verify: bool) {
            $($(#[$cfg])? authenticate_with::<crate::threegpp::$nia, N>(jobs, verify);)*
        }
    };
}

algorithms! {
    Nea0 Nia0;
    #[cfg(feature = "snow3g")]
    Nea1 Nia1;
    #[cfg(feature = "aes")]
    Nea2 Nia2;
    #[cfg(feature = "zuc")]
    Nea3 Nia3;
}

/// The backend of the first pending job with a key of an algorithm.
fn backend_of<A: Chosen + Algorithm>(jobs: &[PduJob<'_>]) -> Option<Backend> {
    jobs.iter().find_map(|job| A::key(job.keys()?)).map(A::backend)
}

/// The pending jobs with a key of an algorithm.
fn with<'j, 'a, A: Chosen + 'a>(
    jobs: &'j mut [PduJob<'a>],
) -> impl Iterator<Item = (&'a A, &'j mut PduJob<'a>)> {
    jobs.iter_mut().filter_map(|job| Some((A::key(job.keys()?)?, job)))
}

fn encrypt_or_decrypt_with<C, const N: usize>(jobs: &mut [PduJob<'_>])
where
    C: Chosen + for<'n> Cipher<Nonce<'n> = Parameters>,
{
    let Some(backend) = backend_of::<C>(jobs) else { return };
    let (mut rest, mut count) = (with::<C>(jobs), 0);
    let mut ciphers: [CipherJob<'_, C>; N] = core::array::from_fn(|_| {
        let Some((key, job)) = rest.next() else { return CipherJob::done(Parameters::NONE) };
        count += 1;
        let parameters = job.parameters();
        CipherJob::new(key, parameters, &mut job.pdu[job.header..])
    });
    // The ciphers are keystreams: encryption and decryption are the same.
    let batch = Batch::<C>::with_backend(backend).unwrap_or_default();
    if batch.encrypt(&mut ciphers[..count]).is_ok() {
        return;
    }
    drop(rest);
    // What was checked does not fail; if it did, nothing may leave unencrypted.
    let statuses = ciphers.map(|cipher| cipher.status());
    for ((_, job), status) in with::<C>(jobs).zip(statuses) {
        if let Status::Failed(error) = status {
            job.refuse(error);
        }
    }
}

fn authenticate_with<M, const N: usize>(jobs: &mut [PduJob<'_>], verify: bool)
where
    M: Chosen + for<'n> Mac<Nonce<'n> = Parameters>,
{
    let Some(backend) = backend_of::<M>(jobs) else { return };
    let batch = Batch::<M>::with_backend(backend).unwrap_or_default();
    let results = {
        let (mut rest, mut count) = (with::<M>(jobs), 0);
        let mut macs: [MacJob<'_, M>; N] = core::array::from_fn(|_| {
            let Some((key, job)) = rest.next() else { return MacJob::done(Parameters::NONE) };
            count += 1;
            let parameters = job.parameters();
            let (message, mac) = job.pdu.split_at(job.pdu.len() - Pdcp::MAC_BYTES);
            match verify {
                true => MacJob::expecting(key, parameters, message, mac),
                false => MacJob::new(key, parameters, message),
            }
        });
        let macs_with_pdus = &mut macs[..count];
        // What became of them is in the jobs.
        let _ = if verify { batch.verify(macs_with_pdus) } else { batch.compute(macs_with_pdus) };
        macs.map(MacJob::into_result)
    };
    for ((_, job), result) in with::<M>(jobs).zip(results) {
        match result {
            Ok(tag) if !verify => {
                let place = job.pdu.len() - Pdcp::MAC_BYTES;
                job.pdu[place..].copy_from_slice(tag.as_ref());
            }
            Ok(_) => {}
            Err(error) => job.refuse(error),
        }
    }
}
