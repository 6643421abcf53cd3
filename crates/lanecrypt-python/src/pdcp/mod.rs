//! PDUs of PDCP: `Pdcp`, its batches, and `TransmitGuard` of the module `lanecrypt.threegpp`.

mod function;
mod guard;
mod run;

pub(crate) use function::{pdcp_open_many, pdcp_protect_many};
pub(crate) use guard::TransmitGuard;
use lanecrypt::threegpp::{self, EncryptionId, IntegrityId, Nea, Nia};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::aead::backend_named;
use crate::buffer::{Input, maybe_detached};
use crate::errors::{not_picklable, refused, value_error};
use crate::threegpp::direction_of;

/// The keys of a radio bearer in one direction, which protect PDUs as PDCP does (TS 38.323, sections 5.8 and 5.9).
///
/// A PDU is header, data and MAC-I, one after the other. The header is that of PDCP (2 or 3 bytes) and, if there is
/// one, that of SDAP (1 byte). The MAC-I has 4 bytes. It is computed over header and data; then data and MAC-I are
/// encrypted, and the header is not.
///
/// `encryption` and `integrity` are the numbers of NEA and NIA, 0 to 3, in any combination. Their keys have 16 bytes.
/// With `None` for `integrity` and its key, PDUs have no MAC-I. `bearer` is the identity of the radio bearer less 1, 0
/// to 31; `direction` is 0 (uplink) or 1 (downlink).
///
/// COUNT must not be used twice in one direction under the same keys; `TransmitGuard` checks that. An object can be
/// used by any number of threads at once. Its keys are wiped from memory when it is freed.
///
/// >>> from lanecrypt import threegpp
/// >>> pdcp = threegpp.Pdcp(2, bytes(16), 2, b"another key.....", bearer=4, direction=1)
/// >>> guard = threegpp.TransmitGuard()
/// >>> count = guard.next_count()
/// >>> pdu = pdcp.protect(count, 3, b"\x80\x00\x00" + b"some data")
/// >>> len(pdu), pdu[:3]
/// (16, b'\x80\x00\x00')
/// >>> pdcp.open(count, 3, pdu)[3:]
/// b'some data'
#[pyclass(module = "lanecrypt.threegpp", frozen)]
pub(crate) struct Pdcp {
    pdcp: threegpp::Pdcp,
}

#[pymethods]
impl Pdcp {
    #[new]
    #[pyo3(signature = (
        encryption, encryption_key, integrity, integrity_key, bearer, direction, *, backend = None
    ))]
    fn new(
        encryption: u8,
        encryption_key: Input<'_>,
        integrity: Option<u8>,
        integrity_key: Option<Input<'_>>,
        bearer: u8,
        direction: u8,
        backend: Option<&str>,
    ) -> PyResult<Self> {
        let backend = backend_named(backend)?;
        let nea = EncryptionId::from_number(encryption)
            .and_then(|id| Nea::with_backend(id, encryption_key.as_slice(), backend))
            .map_err(refused)?;
        let nia = match (integrity, integrity_key) {
            (Some(number), Some(key)) => {
                let nia = IntegrityId::from_number(number)
                    .and_then(|id| Nia::with_backend(id, key.as_slice(), backend));
                Some(nia.map_err(refused)?)
            }
            (None, None) => None,
            (Some(_), None) => return Err(value_error("integrity without integrity_key")),
            (None, Some(_)) => return Err(value_error("integrity_key without integrity")),
        };
        let pdcp = threegpp::Pdcp::new(nea, nia, bearer, direction_of(direction)?);
        Ok(Self { pdcp: pdcp.map_err(refused)? })
    }

    /// Protects one PDU: returns it with its MAC-I.
    ///
    /// `data` is the header, of `header_bytes` bytes, and the data. The result is 4 bytes longer, or as long if PDUs
    /// have no MAC-I. `count` has 32 bits.
    fn protect<'py>(
        &self,
        py: Python<'py>,
        count: u32,
        header_bytes: usize,
        data: Input<'_>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let data = data.as_slice();
        PyBytes::new_with(py, data.len() + self.pdcp.mac_bytes(), |pdu| {
            let protect = || {
                pdu[..data.len()].copy_from_slice(data);
                self.pdcp.protect(count, header_bytes, pdu)
            };
            maybe_detached(py, data.len(), protect).map_err(refused)
        })
    }

    /// Decrypts one PDU and verifies its MAC-I: returns header and data. Raises `InvalidTag` if the MAC-I is wrong.
    ///
    /// `data` is what `protect` returned. One that is shorter than header and MAC-I is a `ValueError`.
    fn open<'py>(
        &self,
        py: Python<'py>,
        count: u32,
        header_bytes: usize,
        data: Input<'_>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let data = data.as_slice();
        let open = || {
            let mut pdu = data.to_vec();
            self.pdcp.unprotect(count, header_bytes, &mut pdu)?;
            // It was long enough.
            pdu.truncate(pdu.len().saturating_sub(self.pdcp.mac_bytes()));
            Ok(pdu)
        };
        let opened = maybe_detached(py, data.len(), open).map_err(refused)?;
        Ok(PyBytes::new(py, &opened))
    }

    /// The number of the encryption algorithm.
    #[getter]
    fn encryption(&self) -> u8 {
        self.pdcp.encryption().number()
    }

    /// The number of the integrity algorithm; `None` if PDUs have no MAC-I.
    #[getter]
    fn integrity(&self) -> Option<u8> {
        self.pdcp.integrity().map(IntegrityId::number)
    }

    /// BEARER, 0 to 31.
    #[getter]
    fn bearer(&self) -> u8 {
        self.pdcp.bearer()
    }

    /// DIRECTION: 0 for uplink, 1 for downlink.
    #[getter]
    fn direction(&self) -> u8 {
        match self.pdcp.direction() {
            threegpp::Direction::Uplink => 0,
            threegpp::Direction::Downlink => 1,
        }
    }

    /// The bytes of a MAC-I: 4, or 0 if PDUs have none.
    #[getter]
    fn mac_bytes(&self) -> usize {
        self.pdcp.mac_bytes()
    }

    fn __repr__(&self) -> String {
        let integrity = self.pdcp.integrity().map_or("no integrity", IntegrityId::name);
        let (encryption, bearer) = (self.pdcp.encryption().name(), self.bearer());
        let direction = self.direction();
        format!(
            "<lanecrypt.threegpp.Pdcp with {encryption} and {integrity} for bearer {bearer}, direction {direction}>"
        )
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable("threegpp.Pdcp"))
    }
}
