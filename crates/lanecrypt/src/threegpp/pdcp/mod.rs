//! PDUs of PDCP: integrity over header and data, then encryption of data and MAC-I.

mod batch;
mod guard;
mod job;
#[cfg(any(feature = "aes", feature = "snow3g", feature = "zuc"))]
mod pairs;
#[cfg(any(feature = "aes", feature = "snow3g", feature = "zuc"))]
mod side_by_side;

use core::fmt;

use self::batch::Call;
use super::length::check_bytes;
use super::{Direction, EncryptionId, IntegrityId, Nea, Nia, Parameters};
use crate::{Error, Quantity, Report};

pub use self::guard::TransmitGuard;
pub use self::job::PduJob;

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
        Call::Protect.run_one(&mut PduJob::new(self, count, header, pdu))
    }

    /// Decrypts a PDU in place and verifies its MAC-I, which is in its last 4 bytes afterwards.
    ///
    /// # Errors
    ///
    /// Those of [`Pdcp::protect`]. [`Error::Authentication`] if the MAC-I is wrong: then all after the header is
    /// zeros.
    pub fn unprotect(&self, count: u32, header: usize, pdu: &mut [u8]) -> Result<(), Error> {
        Call::Unprotect.run_one(&mut PduJob::new(self, count, header, pdu))
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
        Call::Protect.run_batch(jobs)
    }

    /// Decrypts every pending PDU and verifies its MAC-I, as [`Pdcp::protect_batch`] protects them. The errors in
    /// the jobs are those of [`Pdcp::unprotect`].
    pub fn unprotect_batch(jobs: &mut [PduJob<'_>]) -> Report {
        Call::Unprotect.run_batch(jobs)
    }

    /// Whether a PDU can have this header and this length.
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
