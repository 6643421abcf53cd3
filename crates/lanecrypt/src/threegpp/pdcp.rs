//! PDUs of PDCP: integrity over header and data, then encryption of data and MAC-I.

use core::fmt;

use super::chosen::{NeaKey, NiaKey};
use super::length::check_bytes;
use super::{Direction, EncryptionId, IntegrityId, Nea, Nia, Parameters};
use crate::{
    Algorithm, Backend, Batch, Cipher, CipherJob, Error, Mac, MacJob, Quantity, Report, Status,
};

/// How many PDUs of a batch are worked on together, at most.
const TOGETHER: usize = 64;

/// The keys of a radio bearer in one direction, which protect PDUs as PDCP does.
///
/// A PDU is `header || data || MAC-I` in one buffer. The header is that of PDCP (2 or 3 bytes) and, if there is
/// one, that of SDAP (1 byte). The MAC-I has 4 bytes; bearers without integrity protection have none. The MAC-I is
/// computed over header and data. Then data and MAC-I are encrypted, and the header is not.
///
/// The algorithms are 0 to 3, in any combination. Algorithms 4 to 6 take an IV in place of COUNT and are refused:
/// [`Error::ParameterKind`].
///
/// COUNT must not be used twice in one direction under the same keys; [`TransmitGuard`] checks that. Keys are wiped
/// on drop. `Debug` shows no part of them. Constant time in keys and data; whether a MAC-I was right shows.
///
/// Source: 3GPP TS 38.323, sections 5.8 and 5.9.
///
/// ```
/// use lanecrypt::Error;
/// use lanecrypt::threegpp::{Direction, EncryptionId, IntegrityId, Nea, Nia, Pdcp};
///
/// let encryption = Nea::new(EncryptionId::Nea2, &[7; 16])?;
/// let integrity = Nia::new(IntegrityId::Nia2, &[8; 16])?;
/// let pdcp = Pdcp::new(encryption, integrity, 4, Direction::Downlink)?;
///
/// // A header of 3 bytes, 9 bytes of data, and room for the MAC-I.
/// let mut pdu = *b"\x80\x00\x01some data\0\0\0\0";
/// pdcp.protect(1, 3, &mut pdu)?;
/// assert_eq!(&pdu[..3], b"\x80\x00\x01");
///
/// pdcp.unprotect(1, 3, &mut pdu)?;
/// assert_eq!(&pdu[3..12], b"some data");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Pdcp {
    encryption: Nea,
    integrity: Option<Nia>,
    /// With COUNT 0.
    parameters: Parameters,
}

impl Pdcp {
    /// The length of a MAC-I in bytes.
    pub const MAC_BYTES: usize = 4;

    /// Takes keys, BEARER and DIRECTION.
    ///
    /// BEARER is the identity of the radio bearer less 1: 0 to 31. The integrity algorithm is `None` for bearers
    /// whose PDUs have no MAC-I.
    ///
    /// # Errors
    ///
    /// [`Error::Bearer`] if the bearer is above 31. [`Error::ParameterKind`] for algorithms 4 to 6.
    pub fn new(
        encryption: Nea,
        integrity: impl Into<Option<Nia>>,
        bearer: u8,
        direction: Direction,
    ) -> Result<Self, Error> {
        let integrity = integrity.into();
        let parameters = Parameters::new(0, bearer, direction)?;
        let takes_ivs = encryption.id().number() > EncryptionId::Nea3.number()
            || integrity.as_ref().is_some_and(|nia| nia.id().number() > IntegrityId::Nia3.number());
        if takes_ivs {
            Err(Error::ParameterKind)
        } else {
            Ok(Self { encryption, integrity, parameters })
        }
    }

    /// The encryption algorithm.
    pub fn encryption(&self) -> EncryptionId {
        self.encryption.id()
    }

    /// The integrity algorithm, if PDUs have a MAC-I.
    pub fn integrity(&self) -> Option<IntegrityId> {
        self.integrity.as_ref().map(Nia::id)
    }

    /// The bytes of a MAC-I: 4, or 0 if PDUs have none.
    pub fn mac_bytes(&self) -> usize {
        if self.integrity.is_some() { Self::MAC_BYTES } else { 0 }
    }

    /// BEARER, 0 to 31.
    pub fn bearer(&self) -> u8 {
        self.parameters.bearer()
    }

    /// DIRECTION.
    pub fn direction(&self) -> Direction {
        self.parameters.direction()
    }

    /// Protects a PDU in place. Its first `header` bytes are not encrypted; its last 4 bytes, which can be
    /// anything, become the MAC-I.
    ///
    /// # Errors
    ///
    /// [`Error::PduLength`] if the PDU is shorter than header and MAC-I. [`Error::TooLong`] if it has 2^32 bits
    /// or more. Nothing was written then.
    pub fn protect(&self, count: u32, header: usize, pdu: &mut [u8]) -> Result<(), Error> {
        self.check(header, pdu)?;
        let parameters = self.parameters.with_count(count);
        if let Some(nia) = &self.integrity {
            let (message, mac) = pdu.split_at_mut(pdu.len() - Self::MAC_BYTES);
            mac.copy_from_slice(nia.compute(parameters, message)?.as_ref());
        }
        self.encryption.encrypt(parameters, &mut pdu[header..])
    }

    /// Decrypts a PDU in place and verifies its MAC-I, which is in its last 4 bytes afterwards.
    ///
    /// # Errors
    ///
    /// Those of [`Pdcp::protect`]. [`Error::Authentication`] if the MAC-I is wrong: then all after the header is
    /// zeros.
    pub fn unprotect(&self, count: u32, header: usize, pdu: &mut [u8]) -> Result<(), Error> {
        self.check(header, pdu)?;
        let parameters = self.parameters.with_count(count);
        self.encryption.decrypt(parameters, &mut pdu[header..])?;
        let Some(nia) = &self.integrity else { return Ok(()) };
        let (message, mac) = pdu.split_at(pdu.len() - Self::MAC_BYTES);
        let verdict = nia.verify(parameters, message, mac);
        if verdict.is_err() {
            pdu[header..].fill(0);
        }
        verdict
    }

    /// Protects every pending PDU, side by side in registers where algorithms are the same. PDUs can belong to
    /// different bearers and users. Each algorithm runs on the backend of the first key that it has.
    ///
    /// The errors in the jobs are those of [`Pdcp::protect`].
    ///
    /// ```
    /// use lanecrypt::threegpp::{Direction, EncryptionId, IntegrityId, Nea, Nia, Pdcp, PduJob};
    ///
    /// let encryption = Nea::new(EncryptionId::Nea2, &[7; 16])?;
    /// let integrity = Nia::new(IntegrityId::Nia2, &[8; 16])?;
    /// let pdcp = Pdcp::new(encryption, integrity, 4, Direction::Uplink)?;
    ///
    /// let mut pdus = [[1; 100]; 32];
    /// let mut count = 0;
    /// let mut jobs = pdus.each_mut().map(|pdu| {
    ///     count += 1;
    ///     PduJob::new(&pdcp, count, 3, pdu)
    /// });
    /// Pdcp::protect_batch(&mut jobs).into_result()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn protect_batch(jobs: &mut [PduJob<'_>]) -> Report {
        Self::batch(jobs, Call::Protect)
    }

    /// Decrypts every pending PDU and verifies its MAC-I, as [`Pdcp::protect_batch`] protects them. The errors in
    /// the jobs are those of [`Pdcp::unprotect`].
    pub fn unprotect_batch(jobs: &mut [PduJob<'_>]) -> Report {
        Self::batch(jobs, Call::Unprotect)
    }

    fn batch(jobs: &mut [PduJob<'_>], call: Call) -> Report {
        for jobs in jobs.chunks_mut(TOGETHER) {
            if let [job] = jobs {
                if job.is_pending() {
                    call.run_one(job);
                }
                continue;
            }
            for job in jobs.iter_mut().filter(|job| job.is_pending()) {
                if let Err(error) = job.pdcp.check(job.header, job.pdu) {
                    job.end(Err(error));
                }
            }
            // The jobs of an algorithm are an array of fixed length, and jobs that only fill it up take time.
            match jobs.len() {
                ..=8 => call.run::<8>(jobs),
                9..=32 => call.run::<32>(jobs),
                _ => call.run::<TOGETHER>(jobs),
            }
            jobs.iter_mut().filter(|job| job.is_pending()).for_each(|job| job.end(Ok(())));
        }
        Report::of(jobs.iter().map(|job| &job.status))
    }

    fn check(&self, header: usize, pdu: &[u8]) -> Result<(), Error> {
        let min = header.saturating_add(self.mac_bytes());
        if pdu.len() < min {
            return Err(Error::PduLength { bytes: pdu.len(), min });
        }
        check_bytes(Quantity::Message, pdu.len() as u64)
    }
}

impl fmt::Debug for Pdcp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pdcp")
            .field("encryption", &self.encryption())
            .field("integrity", &self.integrity())
            .field("bearer", &self.bearer())
            .field("direction", &self.direction())
            .finish_non_exhaustive()
    }
}

/// One PDU of a batch: [`Pdcp::protect_batch`], [`Pdcp::unprotect_batch`].
///
/// ```
/// use lanecrypt::threegpp::{Direction, EncryptionId, Nea, Pdcp, PduJob};
/// use lanecrypt::Status;
///
/// let pdcp = Pdcp::new(Nea::new(EncryptionId::Nea0, &[0; 16])?, None, 0, Direction::Uplink)?;
/// let mut pdu = [1; 100];
/// let mut jobs = [PduJob::new(&pdcp, 7, 3, &mut pdu)];
/// assert_eq!(jobs[0].status(), Status::Pending);
/// assert!(Pdcp::protect_batch(&mut jobs).is_ok());
/// assert_eq!(jobs[0].status(), Status::Done);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub struct PduJob<'a> {
    /// The keys.
    pub pdcp: &'a Pdcp,
    /// COUNT.
    pub count: u32,
    /// How many bytes in front are not encrypted.
    pub header: usize,
    /// Header, data and MAC-I.
    pub pdu: &'a mut [u8],
    status: Status,
}

impl<'a> PduJob<'a> {
    /// A PDU that is to be protected or opened.
    pub fn new(pdcp: &'a Pdcp, count: u32, header: usize, pdu: &'a mut [u8]) -> Self {
        Self { pdcp, count, header, pdu, status: Status::Pending }
    }

    /// What became of it.
    pub fn status(&self) -> Status {
        self.status
    }

    fn is_pending(&self) -> bool {
        matches!(self.status, Status::Pending)
    }

    fn end(&mut self, result: Result<(), Error>) {
        self.status = match result {
            Ok(()) => Status::Done,
            Err(error) => Status::Failed(error),
        };
    }

    /// Ends with an error and with zeros after the header.
    fn refuse(&mut self, error: Error) {
        self.pdu[self.header..].fill(0);
        self.end(Err(error));
    }

    fn parameters(&self) -> Parameters {
        self.pdcp.parameters.with_count(self.count)
    }

    /// The keys, if the job is pending.
    fn keys(&self) -> Option<&'a Pdcp> {
        self.is_pending().then_some(self.pdcp)
    }
}

impl fmt::Debug for PduJob<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PduJob")
            .field("pdcp", &self.pdcp)
            .field("count", &self.count)
            .field("header", &self.header)
            .field("bytes", &self.pdu.len())
            .field("status", &self.status)
            .finish()
    }
}

/// What is done to the PDUs of a batch.
#[derive(Clone, Copy)]
enum Call {
    Protect,
    Unprotect,
}

impl Call {
    fn run_one(self, job: &mut PduJob<'_>) {
        let PduJob { pdcp, count, header, .. } = *job;
        let result = match self {
            Self::Protect => pdcp.protect(count, header, job.pdu),
            Self::Unprotect => pdcp.unprotect(count, header, job.pdu),
        };
        job.end(result);
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
            impl Chosen for super::$nea {
                #[allow(unreachable_patterns, reason = "a build may have one algorithm")]
                fn key(pdcp: &Pdcp) -> Option<&Self> {
                    match &pdcp.encryption.0 {
                        NeaKey::$nea(key) => Some(key),
                        _ => None,
                    }
                }
            }

            $(#[$cfg])?
            impl Chosen for super::$nia {
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
            $($(#[$cfg])? encrypt_or_decrypt_with::<super::$nea, N>(jobs);)*
        }

        /// Writes the MACs of pending PDUs, or verifies them.
        fn authenticate<const N: usize>(jobs: &mut [PduJob<'_>], verify: bool) {
            $($(#[$cfg])? authenticate_with::<super::$nia, N>(jobs, verify);)*
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

fn encrypt_or_decrypt_with<C, const N: usize>(jobs: &mut [PduJob<'_>])
where
    C: Chosen + for<'n> Cipher<Nonce<'n> = Parameters>,
{
    let Some(backend) = backend_of::<C>(jobs) else { return };
    let mut rest = jobs.iter_mut();
    let mut ciphers: [CipherJob<'_, C>; N] = core::array::from_fn(|_| {
        rest.next()
            .and_then(|job| {
                let (key, parameters) = (C::key(job.keys()?)?, job.parameters());
                Some(CipherJob::new(key, parameters, &mut job.pdu[job.header..]))
            })
            .unwrap_or_else(|| CipherJob::done(Parameters::NONE))
    });
    // The ciphers are keystreams: encryption and decryption are the same.
    let report = Batch::<C>::with_backend(backend).unwrap_or_default().encrypt(&mut ciphers);
    if report.is_ok() {
        return;
    }
    // What was checked does not fail; if it did, nothing may leave unencrypted.
    let statuses = ciphers.map(|cipher| cipher.status());
    for (job, status) in jobs.iter_mut().zip(statuses) {
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
        let mut macs: [MacJob<'_, M>; N] = core::array::from_fn(|i| {
            let made = jobs.get(i).and_then(|job| {
                let (key, parameters) = (M::key(job.keys()?)?, job.parameters());
                let (message, mac) = job.pdu.split_at(job.pdu.len() - Pdcp::MAC_BYTES);
                Some(match verify {
                    true => MacJob::expecting(key, parameters, message, mac),
                    false => MacJob::new(key, parameters, message),
                })
            });
            made.unwrap_or_else(|| MacJob::done(Parameters::NONE))
        });
        // What became of them is in the jobs.
        let _ = if verify { batch.verify(&mut macs) } else { batch.compute(&mut macs) };
        macs.map(MacJob::into_result)
    };
    for (job, result) in jobs.iter_mut().zip(results) {
        if job.keys().and_then(M::key).is_none() {
            continue;
        }
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

/// Refuses a COUNT that a transmitter has used before: each must be higher than all before it.
///
/// There is one for each direction of each bearer, as long as its keys are the same. It is not `Clone`, and a
/// COUNT is taken with `&mut`.
///
/// ```
/// use lanecrypt::{Error, threegpp::TransmitGuard};
///
/// let mut guard = TransmitGuard::new();
/// assert_eq!(guard.next_count(), Ok(0));
/// assert_eq!(guard.count(5), Ok(5));
/// assert_eq!(guard.next_count(), Ok(6));
/// assert_eq!(guard.count(5), Err(Error::CountUsed { count: 5, next: 7 }));
///
/// assert_eq!(guard.count(u32::MAX), Ok(u32::MAX));
/// assert!(guard.next_count().is_err());
/// ```
#[derive(Debug, Default)]
pub struct TransmitGuard {
    /// The lowest COUNT that was not used.
    next: u64,
}

impl TransmitGuard {
    /// No COUNT is used.
    pub const fn new() -> Self {
        Self { next: 0 }
    }

    /// Those below `next` are used, for keys that were in use before.
    pub const fn starting_at(next: u32) -> Self {
        Self { next: next as u64 }
    }

    /// Takes this COUNT. Lower ones cannot be taken any more.
    ///
    /// # Errors
    ///
    /// [`Error::CountUsed`] if it or a higher one was taken. Nothing changes then.
    pub fn count(&mut self, count: u32) -> Result<u32, Error> {
        if u64::from(count) < self.next {
            return Err(Error::CountUsed { count, next: self.next });
        }
        self.next = u64::from(count) + 1;
        Ok(count)
    }

    /// Takes the lowest COUNT that is left.
    ///
    /// # Errors
    ///
    /// [`Error::CountUsed`] if all 2^32 are taken: other keys are needed.
    pub fn next_count(&mut self) -> Result<u32, Error> {
        let count = u32::try_from(self.next).unwrap_or(u32::MAX);
        self.count(count)
    }
}
