//! PDUs of a batch.

use core::fmt;

use super::Pdcp;
use crate::threegpp::Parameters;
use crate::{Error, Status};

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
    pub(super) status: Status,
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

    pub(super) fn is_pending(&self) -> bool {
        matches!(self.status, Status::Pending)
    }

    pub(super) fn end(&mut self, result: Result<(), Error>) {
        self.status = match result {
            Ok(()) => Status::Done,
            Err(error) => Status::Failed(error),
        };
    }

    /// Ends with an error and with zeros after the header.
    pub(super) fn refuse(&mut self, error: Error) {
        self.pdu[self.header..].fill(0);
        self.end(Err(error));
    }

    pub(super) fn parameters(&self) -> Parameters {
        self.pdcp.parameters.with_count(self.count)
    }

    /// The keys, if the job is pending.
    pub(super) fn keys(&self) -> Option<&'a Pdcp> {
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
