//! The functions of Python.

use arrow_array::OffsetSizeTrait;
use lanecrypt::block::Aes256;
use lanecrypt::mode::CtrDrbg;
use pyo3::prelude::*;

use super::arrow::{BinaryColumn, Column};
use super::keyring::Keyring;
use super::run::{Aad, Beside, Prefix};
use crate::buffer::Input;
use crate::entropy::SystemEntropy;
use crate::errors::{refused, value_error};
use crate::many::threads;
use crate::memory;

/// The associated data of a column as an argument: one value for all rows, or a column.
enum AadArgument<'a> {
    None,
    Same(Input<'a>),
    Column(Column),
}

impl<'a> AadArgument<'a> {
    fn extract(object: Option<&'a Bound<'_, PyAny>>) -> PyResult<Self> {
        match object {
            None => Ok(Self::None),
            Some(object)
                if object.hasattr("__arrow_c_array__")?
                    || object.hasattr("__arrow_c_stream__")? =>
            {
                Column::import(object, "aad").map(Self::Column)
            }
            Some(object) => object.extract().map(Self::Same),
        }
    }

    /// The values of a column, none of them null where the value of the row is not.
    fn rows(&self, values: &[Option<&[u8]>]) -> PyResult<Vec<Option<&[u8]>>> {
        let Self::Column(column) = self else { return Ok(Vec::new()) };
        same_rows(column, values.len(), "aad")?;
        let rows = column.bytes_or_integers("aad")?;
        let null =
            |(value, aad): (&Option<&[u8]>, &Option<&[u8]>)| value.is_some() && aad.is_none();
        match values.iter().zip(&rows).position(null) {
            Some(row) => Err(value_error(format!("aad of row {row} is null, its value is not"))),
            None => Ok(rows),
        }
    }

    fn with_rows<'b>(&'b self, rows: &'b [Option<&'b [u8]>]) -> Aad<'b> {
        match self {
            Self::None => Aad::Same(&[]),
            Self::Same(aad) => Aad::Same(aad.as_slice()),
            Self::Column(_) => Aad::Rows(rows),
        }
    }
}

fn same_rows(column: &Column, rows: usize, what: &str) -> PyResult<()> {
    match column.rows() {
        own if own == rows => Ok(()),
        own => Err(value_error(format!("{what} of {own} rows for a column of {rows} rows"))),
    }
}

fn import_ids(object: Option<&Bound<'_, PyAny>>, rows: usize) -> PyResult<Option<Column>> {
    let Some(object) = object else { return Ok(None) };
    let column = Column::import(object, "key_id")?;
    same_rows(&column, rows, "key_id")?;
    Ok(Some(column))
}

/// What both functions are given.
struct Given<'a> {
    column: Column,
    keys: &'a Keyring,
    ids: Option<Column>,
    aad: AadArgument<'a>,
    prefix: Prefix<'a>,
    threads: usize,
}

impl<'a> Given<'a> {
    fn extract(
        values: &Bound<'_, PyAny>,
        keys: &'a Bound<'_, Keyring>,
        key_id: Option<&Bound<'_, PyAny>>,
        aad: Option<&'a Bound<'_, PyAny>>,
        prefix: Prefix<'a>,
        threads: usize,
    ) -> PyResult<Self> {
        let column = Column::import(values, "values")?;
        let ids = import_ids(key_id, column.rows())?;
        let aad = AadArgument::extract(aad)?;
        Ok(Self { column, keys: keys.get(), ids, aad, prefix, threads: threads::count(threads)? })
    }
}

/// Where each row ends in the output, if its length is `length` of its value. Null rows have no bytes.
fn offsets<O: OffsetSizeTrait>(
    values: &[Option<&[u8]>],
    length: impl Fn(usize) -> usize,
) -> PyResult<Vec<O>> {
    let mut end = 0_usize;
    let ends = values.iter().map(|value| {
        end = end.saturating_add(value.map_or(0, |value| length(value.len())));
        O::from_usize(end).ok_or_else(|| {
            value_error(
                "the result has 2 GiB or more, which a column of type binary cannot hold; cast the column to \
                 large_binary, or give parts of it",
            )
        })
    });
    std::iter::once(Ok(O::usize_as(0))).chain(ends).collect()
}

/// Which rows are valid, if any is null.
fn valid_rows(values: &[Option<&[u8]>]) -> Option<Vec<bool>> {
    let any = values.iter().any(Option::is_none);
    any.then(|| values.iter().map(Option::is_some).collect())
}

/// Nonces for so many values.
fn draw_nonces(
    generator: &mut CtrDrbg<Aes256, SystemEntropy>,
    bytes: usize,
) -> Result<Vec<u8>, lanecrypt::Error> {
    let mut nonces = vec![0; bytes];
    nonces.chunks_mut(1 << 16).try_for_each(|part| generator.generate(part))?;
    Ok(nonces)
}

/// Seals every value of a column: returns a column of nonce, ciphertext and tag, one after the other.
///
/// - `values`: an Arrow array or series of binary values or strings, from pyarrow, polars, pandas or another
///   library with the Arrow PyCapsule interface. Nulls stay null.
/// - `keys`: a `Keyring`, which has the algorithm too.
/// - `key_id`: a column of the ids of keys; without it, the keyring must have one key.
/// - `aad`: associated data: one value for all rows, or a column of binary values, strings or integers, which
///   count as their bytes in little-endian order. It is authenticated, not stored.
/// - `prefix`: bytes that each result begins with, such as a version or the id of a key, before the nonce. They
///   are not authenticated: have them in `aad` too.
/// - `threads`: on how many threads; 0 means one for each processor.
///
/// Nonces are drawn at random within the call, from a generator that takes a new seed from the operating
/// system in every call: processes after a fork, or a task that is repeated, never repeat a nonce. The GIL is
/// released. The result has the type `binary` or `large_binary`, as `values` has offsets of 32 bits or not.
///
/// >>> import lanecrypt, pyarrow as pa
/// >>> ring = lanecrypt.Keyring("AEGIS-256", {1: bytes(32), 2: bytes([7] * 32)})
/// >>> values, ids = pa.array([b"first", None, b"last"]), pa.array([1, 1, 2])
/// >>> sealed = pa.array(lanecrypt.seal_column(values, ring, ids, aad=b"table"))
/// >>> [value and len(value) for value in sealed.to_pylist()] # 32 + length + 16
/// [53, None, 52]
/// >>> pa.array(lanecrypt.open_column(sealed, ring, ids, aad=b"table")).to_pylist()
/// [b'first', None, b'last']
#[pyfunction]
#[pyo3(signature = (values, keys, key_id = None, *, aad = None, prefix = None, threads = 1))]
pub(crate) fn seal_column(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    keys: &Bound<'_, Keyring>,
    key_id: Option<&Bound<'_, PyAny>>,
    aad: Option<&Bound<'_, PyAny>>,
    prefix: Option<Input<'_>>,
    threads: usize,
) -> PyResult<BinaryColumn> {
    let prefix = Prefix::These(prefix.as_ref().map_or(&[], Input::as_slice));
    let given = Given::extract(values, keys, key_id, aad, prefix, threads)?;
    if given.column.has_short_offsets() { seal::<i32>(py, &given) } else { seal::<i64>(py, &given) }
}

fn seal<O: OffsetSizeTrait>(py: Python<'_>, given: &Given<'_>) -> PyResult<BinaryColumn> {
    let Given { column, keys, ids, aad, prefix, threads } = given;
    let (prefix, threads) = (*prefix, *threads);
    let mut generator =
        CtrDrbg::<Aes256, _>::new(SystemEntropy, b"lanecrypt column").map_err(refused)?;
    let rows = column.rows();
    let values = column.bytes("values")?;
    let indices = keys.indices(ids.as_ref(), &values)?;
    let aad_rows = aad.rows(&values)?;
    let beside = Beside { keys: &indices, aad: aad.with_rows(&aad_rows), prefix, threads };
    let ring = &keys.ring;
    let overhead = prefix.len().saturating_add(ring.overhead());
    let offsets = offsets::<O>(&values, |bytes| bytes.saturating_add(overhead))?;
    let bytes = offsets.last().map_or(0, |end| end.as_usize());
    let (sealed, failures) = py
        .detach(|| {
            let count = values.iter().flatten().count();
            let nonces = draw_nonces(&mut generator, count * ring.nonce_bytes())?;
            Ok(memory::filled(bytes, |room| ring.seal(&values, &beside, &nonces, room)))
        })
        .map_err(refused)?;
    failures.into_result(py, rows)?;
    BinaryColumn::new(offsets, sealed, valid_rows(&values))
}

/// Opens what `seal_column` returned, with the same keys and associated data.
///
/// If values are not authentic, `errors="raise"` raises `BatchError`, whose attribute `failed` is the list of
/// their rows, and `errors="null"` makes them null. Other arguments are as for `seal_column`. A key id that
/// the keyring does not have is a `ValueError` in any case. `prefix_bytes` is the length of the prefix that values
/// were sealed with: so many bytes of each value are passed over.
#[pyfunction]
#[pyo3(signature = (values, keys, key_id = None, *, aad = None, prefix_bytes = 0, errors = "raise", threads = 1))]
#[allow(clippy::too_many_arguments, reason = "each is an argument of the function of Python")]
pub(crate) fn open_column(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    keys: &Bound<'_, Keyring>,
    key_id: Option<&Bound<'_, PyAny>>,
    aad: Option<&Bound<'_, PyAny>>,
    prefix_bytes: usize,
    errors: &str,
    threads: usize,
) -> PyResult<BinaryColumn> {
    let to_null = match errors {
        "raise" => false,
        "null" => true,
        other => {
            return Err(value_error(format!("errors={other:?}; expected \"raise\" or \"null\"")));
        }
    };
    let given = Given::extract(values, keys, key_id, aad, Prefix::Any(prefix_bytes), threads)?;
    if given.column.has_short_offsets() {
        open::<i32>(py, &given, to_null)
    } else {
        open::<i64>(py, &given, to_null)
    }
}

fn open<O: OffsetSizeTrait>(
    py: Python<'_>,
    given: &Given<'_>,
    to_null: bool,
) -> PyResult<BinaryColumn> {
    let Given { column, keys, ids, aad, prefix, threads } = given;
    let (prefix, threads) = (*prefix, *threads);
    let rows = column.rows();
    let values = column.bytes("values")?;
    let indices = keys.indices(ids.as_ref(), &values)?;
    let aad_rows = aad.rows(&values)?;
    let beside = Beside { keys: &indices, aad: aad.with_rows(&aad_rows), prefix, threads };
    let ring = &keys.ring;
    let overhead = prefix.len().saturating_add(ring.overhead());
    let offsets = offsets::<O>(&values, |bytes| bytes.saturating_sub(overhead))?;
    let bytes = offsets.last().map_or(0, |end| end.as_usize());
    let (opened, failures) =
        py.detach(|| memory::filled(bytes, |room| ring.open(&values, &beside, room)));
    if !to_null {
        failures.into_result(py, rows)?;
        return BinaryColumn::new(offsets, opened, valid_rows(&values));
    }
    let mut valid = valid_rows(&values);
    for row in failures.rows() {
        valid.get_or_insert_with(|| vec![true; rows])[row] = false;
    }
    BinaryColumn::new(offsets, opened, valid)
}
