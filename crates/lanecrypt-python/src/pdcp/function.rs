//! The functions of Python, which check the arguments.

use lanecrypt::threegpp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::{Borrowed, Bound};

use super::Pdcp;
use super::run::{Call, Each, Pdus, run};
use crate::buffer::{Integers, Output, Table};
use crate::errors::{refused, value_error};
use crate::many::function::{check_offsets, covers, output, shape_of, width};
use crate::many::{Lengths, Rows, threads};

/// An argument that is one bearer for all PDUs, or a sequence of bearers.
pub(crate) enum Bearers {
    One(Py<Pdcp>),
    Several(Vec<Py<Pdcp>>),
}

impl FromPyObject<'_, '_> for Bearers {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match object.cast::<Pdcp>() {
            Ok(one) => Ok(Self::One(one.to_owned().unbind())),
            Err(_) => object.extract().map(Self::Several),
        }
    }
}

/// An argument that is one integer for all PDUs, or an array with one for each.
pub(crate) enum HeaderBytes {
    One(usize),
    Each(Vec<usize>),
}

impl FromPyObject<'_, '_> for HeaderBytes {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match object.extract() {
            Ok(one) => Ok(Self::One(one)),
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
                Ok(Self::Each(object.extract::<Integers>()?.0))
            }
            Err(error) => Err(error),
        }
    }
}

/// Refuses an array that does not have one item for each PDU.
fn one_for_each(items: usize, rows: usize, what: &str) -> PyResult<()> {
    if items == rows {
        return Ok(());
    }
    Err(value_error(format!("{what} of {items} items for {rows} PDUs")))
}

impl Bearers {
    /// The bearer of each PDU.
    fn each(&self, index: Option<&[usize]>, rows: usize) -> PyResult<Each<&threegpp::Pdcp>> {
        match (self, index) {
            (Self::One(bearer), None) => Ok(Each::Same(&bearer.get().pdcp)),
            (Self::One(_), Some(_)) => {
                Err(value_error("one bearer; with bearer_index there is a sequence of them"))
            }
            (Self::Several(bearers), None) => {
                one_for_each(bearers.len(), rows, "bearers")?;
                Ok(Each::Rows(bearers.iter().map(|bearer| &bearer.get().pdcp).collect()))
            }
            (Self::Several(bearers), Some(index)) => {
                one_for_each(index.len(), rows, "bearer_index")?;
                let found = index.iter().enumerate().map(|(row, index)| {
                    bearers.get(*index).map(|bearer| &bearer.get().pdcp).ok_or_else(|| {
                        let known = bearers.len();
                        value_error(format!(
                            "bearer_index of row {row} is {index}; there are {known} bearers"
                        ))
                    })
                });
                Ok(Each::Rows(found.collect::<PyResult<_>>()?))
            }
        }
    }
}

impl HeaderBytes {
    fn each(self, rows: usize) -> PyResult<Each<usize>> {
        match self {
            Self::One(bytes) => Ok(Each::Same(bytes)),
            Self::Each(bytes) => {
                one_for_each(bytes.len(), rows, "header_bytes")?;
                Ok(Each::Rows(bytes))
            }
        }
    }
}

/// COUNT of each PDU.
fn counts_of(counts: &Integers, rows: usize) -> PyResult<Vec<u32>> {
    one_for_each(counts.0.len(), rows, "counts")?;
    let checked = counts.0.iter().enumerate().map(|(row, count)| {
        u32::try_from(*count)
            .map_err(|_| value_error(format!("count of row {row} is {count}; COUNT has 32 bits")))
    });
    checked.collect()
}

#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
fn call_many<'py>(
    py: Python<'py>,
    call: Call,
    bearers: &Bearers,
    counts: &Integers,
    header_bytes: HeaderBytes,
    data: &Table,
    offsets: Option<&[usize]>,
    bearer_index: Option<&[usize]>,
    out: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (rows, shape) = shape_of(data, offsets)?;
    let lengths = match offsets {
        None => Lengths::Equal(width(data, rows)),
        Some(offsets) => {
            check_offsets(offsets, rows, data.len(), "data")?;
            Lengths::Offsets(offsets)
        }
    };
    let bearers = bearers.each(bearer_index, rows)?;
    let (counts, header_bytes) = (counts_of(counts, rows)?, header_bytes.each(rows)?);
    let threads = threads::count(threads)?;
    let (object, mut out): (_, Output) = output(out, py, &shape, covers(offsets, data), "out")?;
    let input = (!out.is(data)).then(|| match offsets {
        None => Rows::Equal(data.as_slice(), width(data, rows)),
        Some(offsets) => Rows::Ragged(data.as_slice(), offsets),
    });
    let apart_from = if input.is_some() { data.as_slice() } else { &[] };
    let output = out.apart(&[apart_from], &[]).map_err(refused)?;
    let pdus = Pdus { bearers, counts, header_bytes, lengths, input, output };
    py.detach(|| run(pdus, call, threads)).into_result(py, rows)?;
    Ok(object)
}

/// Protects many PDUs in one call: returns them in the shape of `data`.
///
/// - `bearers`: one `Pdcp` for all, or a sequence with one for each PDU. With `bearer_index`, an array of integers,
///   PDU `i` belongs to `bearers[bearer_index[i]]`. Bearers can have different algorithms.
/// - `counts`: an array of integers, COUNT of each PDU.
/// - `header_bytes`: how many bytes in front are not encrypted: an integer, or an array with one for each PDU.
/// - `data`: two dimensions with a PDU in each row, or one dimension with `offsets`, where PDU `i` is
///   `data[offsets[i]:offsets[i + 1]]`. A PDU is header, data, and 4 bytes of any content that become the MAC-I (none
///   if its bearer has no integrity).
/// - `out`: a writable buffer for the result, which can be `data` itself. Without it, a NumPy array is made, or,
///   where NumPy is missing, a `bytearray` of the same bytes.
/// - `threads`: on how many threads; 0 means one for each processor.
///
/// The GIL is released. If PDUs are refused, because they are shorter than header and MAC-I, `BatchError` names them,
/// and the others are done.
///
/// >>> import numpy as np
/// >>> from lanecrypt import threegpp
/// >>> pdcp = threegpp.Pdcp(3, bytes(16), 3, bytes(16), bearer=4, direction=0)
/// >>> guard = threegpp.TransmitGuard()
/// >>> counts = np.array([guard.next_count() for _ in range(32)])
/// >>> pdus = np.zeros((32, 3 + 40 + 4), np.uint8)
/// >>> protected = threegpp.pdcp_protect_many(pdcp, counts, 3, pdus)
/// >>> opened = threegpp.pdcp_open_many(pdcp, counts, 3, protected)
/// >>> bool((opened[:, :43] == pdus[:, :43]).all())
/// True
#[pyfunction]
#[pyo3(signature = (
    bearers, counts, header_bytes, data, offsets = None, *, bearer_index = None, out = None, threads = 1
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn pdcp_protect_many<'py>(
    py: Python<'py>,
    bearers: Bearers,
    counts: Integers,
    header_bytes: HeaderBytes,
    data: Table,
    offsets: Option<Integers>,
    bearer_index: Option<Integers>,
    out: Option<Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let call = threegpp::Pdcp::protect_batch;
    let (offsets, index) = (slice(&offsets), slice(&bearer_index));
    let out = out.as_ref();
    call_many(py, call, &bearers, &counts, header_bytes, &data, offsets, index, out, threads)
}

/// Opens many PDUs in one call: decrypts them and verifies their MAC-Is. Returns them in the shape of `data`, each
/// with its MAC-I in its last 4 bytes. Arguments as for `pdcp_protect_many`.
///
/// If PDUs are not authentic, `BatchError` names them: its attribute `failed` is the list of their indices. They are
/// zeros after their headers in `out`, and the others are opened, so give `out` to use these.
///
/// >>> import array
/// >>> from lanecrypt import BatchError, threegpp
/// >>> pdcp = threegpp.Pdcp(1, bytes(16), 1, bytes(16), bearer=4, direction=0)
/// >>> data, out = memoryview(bytes(2 * 20)).cast("B", (2, 20)), bytearray(2 * 20)
/// >>> try:
/// ...     threegpp.pdcp_open_many(pdcp, array.array("I", [7, 8]), 3, data, out=out)
/// ... except BatchError as error:
/// ...     print(error, error.failed)
/// 2 of 2 rows failed; the first is row 0: authentication failed [0, 1]
#[pyfunction]
#[pyo3(signature = (
    bearers, counts, header_bytes, data, offsets = None, *, bearer_index = None, out = None, threads = 1
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn pdcp_open_many<'py>(
    py: Python<'py>,
    bearers: Bearers,
    counts: Integers,
    header_bytes: HeaderBytes,
    data: Table,
    offsets: Option<Integers>,
    bearer_index: Option<Integers>,
    out: Option<Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let call = threegpp::Pdcp::unprotect_batch;
    let (offsets, index) = (slice(&offsets), slice(&bearer_index));
    let out = out.as_ref();
    call_many(py, call, &bearers, &counts, header_bytes, &data, offsets, index, out, threads)
}

fn slice(integers: &Option<Integers>) -> Option<&[usize]> {
    integers.as_ref().map(|integers| &integers.0[..])
}
