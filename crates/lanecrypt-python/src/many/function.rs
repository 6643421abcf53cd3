//! The functions of Python, which check the shapes of arrays.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyTuple};

use super::{Keys, Lengths, Messages, Rows, Tags, threads};
use crate::algorithms::{AnyAead, TAG_BYTES, aead_named};
use crate::buffer::{Integers, Output, Table};
use crate::errors::{refused, value_error};

/// The arguments that sealing and opening have in common, with their sizes.
struct Shapes<'a> {
    algorithm: &'static dyn AnyAead,
    rows: usize,
    keys: &'a Table,
    index: Option<&'a [usize]>,
    nonces: &'a Table,
    nonce_bytes: usize,
    data: &'a Table,
    offsets: Option<&'a [usize]>,
    aad: Option<&'a Table>,
    aad_offsets: Option<&'a [usize]>,
}

/// A table of one dimension is one value for all rows, a table of two dimensions a value for each.
fn one_or_rows<'a>(table: &'a Table, rows: usize, what: &str) -> PyResult<Rows<'a>> {
    match table.shape()[..] {
        [_] => Ok(Rows::Same(table.as_slice())),
        [given, _] if given == rows => Ok(Rows::Equal(table.as_slice(), width(table, rows))),
        ref shape => Err(value_error(format!(
            "{what} of shape {shape:?}; expected one dimension, or a row for each of the {rows} messages"
        ))),
    }
}

pub(crate) fn width(table: &Table, rows: usize) -> usize {
    table.len().checked_div(rows).unwrap_or(0)
}

/// Offsets of so many rows into so many bytes.
pub(crate) fn check_offsets(
    offsets: &[usize],
    rows: usize,
    bytes: usize,
    what: &str,
) -> PyResult<()> {
    if offsets.len() != rows + 1 {
        return Err(value_error(format!(
            "{} offsets of {what}; {rows} messages have {}",
            offsets.len(),
            rows + 1
        )));
    }
    if let Some(row) = offsets.windows(2).position(|pair| pair[0] > pair[1]) {
        return Err(value_error(format!("offsets of {what} fall after row {row}")));
    }
    match offsets.last() {
        Some(&end) if end > bytes => {
            Err(value_error(format!("offsets of {what} go up to {end}; there are {bytes} bytes")))
        }
        _ => Ok(()),
    }
}

/// Whether every byte of the data belongs to a message.
pub(crate) fn covers(offsets: Option<&[usize]>, data: &Table) -> bool {
    match offsets {
        None => true,
        Some(offsets) => (offsets.first(), offsets.last()) == (Some(&0), Some(&data.len())),
    }
}

impl<'a> Shapes<'a> {
    /// Checks everything but the outputs.
    fn check(&self) -> PyResult<()> {
        let rows = self.rows;
        if let Some(offsets) = self.offsets {
            check_offsets(offsets, rows, self.data.len(), "data")?;
        }
        let key_bytes = self.algorithm.key_bytes();
        let own_key_bytes = match (self.index, &self.keys.shape()[..]) {
            (Some(index), &[keys, _]) => {
                if index.len() != rows {
                    return Err(value_error(format!(
                        "key_index of {} items for {rows} messages",
                        index.len()
                    )));
                }
                if let Some(row) = index.iter().position(|index| *index >= keys) {
                    return Err(value_error(format!(
                        "key_index of row {row} is {}; there are {keys} keys",
                        index[row]
                    )));
                }
                if keys == 0 { key_bytes } else { width(self.keys, keys) }
            }
            (Some(_), shape) => {
                return Err(value_error(format!(
                    "keys of shape {shape:?}; with key_index they have two dimensions, a key in each row"
                )));
            }
            (None, _) => match one_or_rows(self.keys, rows, "keys")? {
                Rows::Equal(_, _) if rows == 0 => key_bytes,
                Rows::Equal(_, width) => width,
                _ => self.keys.len(),
            },
        };
        match self.nonces.shape()[..] {
            [given, _] if given == rows => {}
            ref shape => {
                return Err(value_error(format!(
                    "nonces of shape {shape:?}; expected a row for each of the {rows} messages"
                )));
            }
        }
        match (self.aad, self.aad_offsets) {
            (Some(aad), Some(offsets)) => check_offsets(offsets, rows, aad.len(), "aad")?,
            (Some(aad), None) => one_or_rows(aad, rows, "aad").map(|_| ())?,
            (None, Some(_)) => return Err(value_error("aad_offsets without aad")),
            (None, None) => {}
        }
        if rows > 0 {
            self.algorithm.check(own_key_bytes, self.nonce_bytes).map_err(refused)?;
        }
        Ok(())
    }

    fn data_rows(&self) -> Rows<'a> {
        match self.offsets {
            None => Rows::Equal(self.data.as_slice(), width(self.data, self.rows)),
            Some(offsets) => Rows::Ragged(self.data.as_slice(), offsets),
        }
    }

    fn messages(
        &self,
        in_place: bool,
        output: &'a mut [u8],
        tags: Tags<'a>,
    ) -> PyResult<Messages<'a>> {
        let rows = self.rows;
        let keys = match self.index {
            Some(index) => Keys::Indexed(self.keys.as_slice(), index),
            None => Keys::Rows(one_or_rows(self.keys, rows, "keys")?),
        };
        let aad = match (self.aad, self.aad_offsets) {
            (None, _) => Rows::Same(&[]),
            (Some(aad), Some(offsets)) => Rows::Ragged(aad.as_slice(), offsets),
            (Some(aad), None) => one_or_rows(aad, rows, "aad")?,
        };
        Ok(Messages {
            rows,
            keys,
            nonces: Rows::Equal(self.nonces.as_slice(), self.nonce_bytes),
            aad,
            lengths: match self.offsets {
                None => Lengths::Equal(width(self.data, rows)),
                Some(offsets) => Lengths::Offsets(offsets),
            },
            input: if in_place { None } else { Some(self.data_rows()) },
            output,
            tags,
        })
    }

    /// The bytes that no output may touch; without the data, if it is processed in place.
    fn inputs(&self, in_place: bool) -> Vec<&'a [u8]> {
        let mut inputs = vec![self.keys.as_slice(), self.nonces.as_slice()];
        inputs.extend(self.aad.map(Table::as_slice));
        if !in_place {
            inputs.push(self.data.as_slice());
        }
        inputs
    }
}

/// A new array: of NumPy, if it can be imported, otherwise a `bytearray` of the same bytes. `covered` says
/// that all of it will be written; otherwise it is zeros.
fn new_array<'py>(py: Python<'py>, shape: &[usize], covered: bool) -> PyResult<Bound<'py, PyAny>> {
    static NUMPY: PyOnceLock<Option<Py<PyModule>>> = PyOnceLock::new();
    match NUMPY.get_or_init(py, || py.import("numpy").ok().map(Bound::unbind)) {
        Some(numpy) => {
            // Clearing first costs a tenth of sealing long messages.
            let make = if covered { "empty" } else { "zeros" };
            numpy.bind(py).call_method1(make, (PyTuple::new(py, shape)?, "u1"))
        }
        None => Ok(PyByteArray::new_with(py, shape.iter().product(), |_| Ok(()))?.into_any()),
    }
}

/// The object that is written: the given one, or a new array.
pub(crate) fn output<'py>(
    given: Option<&Bound<'py, PyAny>>,
    py: Python<'py>,
    shape: &[usize],
    covered: bool,
    what: &str,
) -> PyResult<(Bound<'py, PyAny>, Output)> {
    let object = match given {
        Some(object) => object.clone(),
        None => new_array(py, shape, covered)?,
    };
    let output: Output = object.extract()?;
    let bytes = shape.iter().product::<usize>();
    if output.len() != bytes {
        let given = output.len();
        return Err(value_error(format!("{what} of {given} bytes; it must have {bytes} bytes")));
    }
    Ok((object, output))
}

/// The number of messages, and the shape of the result.
pub(crate) fn shape_of(data: &Table, offsets: Option<&[usize]>) -> PyResult<(usize, Vec<usize>)> {
    match (offsets, &data.shape()[..]) {
        (None, &[rows, _]) => Ok((rows, data.shape())),
        (None, shape) => Err(value_error(format!(
            "data of shape {shape:?}; without offsets it has two dimensions, a message in each row"
        ))),
        (Some([]), _) => {
            Err(value_error("no offsets; messages have one more than there are messages"))
        }
        (Some(offsets), &[bytes]) => Ok((offsets.len() - 1, vec![bytes])),
        (Some(_), shape) => {
            Err(value_error(format!("data of shape {shape:?}; with offsets it has one dimension")))
        }
    }
}

/// Seals many messages in one call: returns their ciphertexts, in the shape of `data`, and their tags of 16
/// bytes, a row for each.
///
/// - `algorithm`: a name such as `"AES-256-GCM"`, the attribute `ALGORITHM` of a class.
/// - `keys`: one key for all, or two dimensions with a key for each message. With `key_index`, an array of
///   integers, message `i` has the key in row `key_index[i]`; each key is then expanded only once.
/// - `nonces`: two dimensions, a nonce for each message. None may be used twice under one key.
/// - `data`: two dimensions with a message in each row, or one dimension with `offsets`, where message `i` is
///   `data[offsets[i]:offsets[i + 1]]`.
/// - `aad`: associated data: the same for all, a row for each, or one dimension with `aad_offsets`.
/// - `out`, `tags`: writable buffers for the results; `out` can be `data` itself. Without them, NumPy arrays
///   are made, or, where NumPy is missing, `bytearray`s of the same bytes.
/// - `threads`: on how many threads; 0 means one for each processor.
///
/// The GIL is released. If messages are refused, `BatchError` names them, and the others are done.
///
/// >>> import os, numpy as np, lanecrypt
/// >>> key, nonces = bytes(32), np.frombuffer(os.urandom(3 * 12), np.uint8).reshape(3, 12)
/// >>> messages = np.frombuffer(b"firstnext?last.", np.uint8).reshape(3, 5)
/// >>> sealed, tags = lanecrypt.seal_many("AES-256-GCM", key, nonces, messages)
/// >>> sealed.shape, tags.shape
/// ((3, 5), (3, 16))
/// >>> lanecrypt.open_many("AES-256-GCM", key, nonces, sealed, tags)[1].tobytes()
/// b'next?'
#[pyfunction]
#[pyo3(signature = (
    algorithm, keys, nonces, data, offsets = None, *, key_index = None, aad = None, aad_offsets = None,
    out = None, tags = None, threads = 1
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn seal_many<'py>(
    py: Python<'py>,
    algorithm: &str,
    keys: Table,
    nonces: Table,
    data: Table,
    offsets: Option<Integers>,
    key_index: Option<Integers>,
    aad: Option<Table>,
    aad_offsets: Option<Integers>,
    out: Option<Bound<'py, PyAny>>,
    tags: Option<Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let algorithm = aead_named(algorithm)?;
    let offsets = offsets.as_ref().map(|offsets| &offsets.0[..]);
    let (rows, shape) = shape_of(&data, offsets)?;
    let shapes = Shapes {
        algorithm,
        rows,
        keys: &keys,
        index: key_index.as_ref().map(|index| &index.0[..]),
        nonces: &nonces,
        nonce_bytes: width(&nonces, rows),
        data: &data,
        offsets,
        aad: aad.as_ref(),
        aad_offsets: aad_offsets.as_ref().map(|offsets| &offsets.0[..]),
    };
    shapes.check()?;
    let threads = threads::count(threads)?;
    let (out_object, mut out) =
        output(out.as_ref(), py, &shape, covers(shapes.offsets, shapes.data), "out")?;
    let (tags_object, mut tags) = output(tags.as_ref(), py, &[rows, TAG_BYTES], true, "tags")?;
    let in_place = out.is(&data);
    let inputs = shapes.inputs(in_place);
    let bytes =
        tags.apart(&[&inputs[..], &[data.as_slice()]].concat(), &[&out]).map_err(refused)?;
    let output = out.apart(&inputs, &[]).map_err(refused)?;
    let messages = shapes.messages(in_place, output, Tags::Make(bytes))?;
    py.detach(|| algorithm.run(messages, threads)).into_result(py, rows)?;
    Ok((out_object, tags_object))
}

/// Opens what `seal_many` returned: returns the messages, in the shape of `data`. Arguments as for
/// `seal_many`; `tags` has a row of 16 bytes for each message.
///
/// If messages are not authentic, `BatchError` names them: its attribute `failed` is the list of their
/// indices. They are zeros in `out`, and the others are opened, so give `out` to use these.
///
/// >>> import lanecrypt
/// >>> out, nonces = bytearray(10), memoryview(bytes(24)).cast("B", (2, 12))
/// >>> data, tags = memoryview(bytes(10)).cast("B", (2, 5)), memoryview(bytes(32)).cast("B", (2, 16))
/// >>> try:
/// ...     lanecrypt.open_many("AES-128-GCM", bytes(16), nonces, data, tags, out=out)
/// ... except lanecrypt.BatchError as error:
/// ...     print(error, error.failed)
/// 2 of 2 rows failed; the first is row 0: authentication failed [0, 1]
#[pyfunction]
#[pyo3(signature = (
    algorithm, keys, nonces, data, tags, offsets = None, *, key_index = None, aad = None,
    aad_offsets = None, out = None, threads = 1
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn open_many<'py>(
    py: Python<'py>,
    algorithm: &str,
    keys: Table,
    nonces: Table,
    data: Table,
    tags: Table,
    offsets: Option<Integers>,
    key_index: Option<Integers>,
    aad: Option<Table>,
    aad_offsets: Option<Integers>,
    out: Option<Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let algorithm = aead_named(algorithm)?;
    let offsets = offsets.as_ref().map(|offsets| &offsets.0[..]);
    let (rows, shape) = shape_of(&data, offsets)?;
    let shapes = Shapes {
        algorithm,
        rows,
        keys: &keys,
        index: key_index.as_ref().map(|index| &index.0[..]),
        nonces: &nonces,
        nonce_bytes: width(&nonces, rows),
        data: &data,
        offsets,
        aad: aad.as_ref(),
        aad_offsets: aad_offsets.as_ref().map(|offsets| &offsets.0[..]),
    };
    shapes.check()?;
    let threads = threads::count(threads)?;
    if tags.len() != rows * TAG_BYTES {
        return Err(value_error(format!(
            "tags of {} bytes; {rows} messages have {} bytes of tags",
            tags.len(),
            rows * TAG_BYTES
        )));
    }
    let (out_object, mut out) =
        output(out.as_ref(), py, &shape, covers(shapes.offsets, shapes.data), "out")?;
    let in_place = out.is(&data);
    let mut inputs = shapes.inputs(in_place);
    inputs.push(tags.as_slice());
    let output = out.apart(&inputs, &[]).map_err(refused)?;
    let messages = shapes.messages(in_place, output, Tags::Check(tags.as_slice()))?;
    py.detach(|| algorithm.run(messages, threads)).into_result(py, rows)?;
    Ok(out_object)
}
