//! Arrow arrays through the PyCapsule interface. All `unsafe` code about Arrow is here.
//!
//! The names and the meaning of the capsules are those of "The Arrow PyCapsule Interface".

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::{
    ArrowPrimitiveType, BinaryType, BinaryViewType, ByteArrayType, ByteViewType, Int8Type,
    Int16Type, Int32Type, Int64Type, LargeBinaryType, LargeUtf8Type, StringViewType, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type, Utf8Type,
};
use arrow_array::{Array, ArrayRef, GenericBinaryArray, OffsetSizeTrait, make_array};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::critical_section::with_critical_section;
use pyo3::types::{PyCapsule, PyTuple};

use crate::errors::value_error;

const _: () = assert!(cfg!(target_endian = "little"), "integers are taken as they lie in memory");

/// An array, or several that follow each other, from another library.
pub(crate) struct Column {
    data_type: DataType,
    chunks: Vec<ArrayRef>,
}

fn wrong(error: ArrowError) -> PyErr {
    value_error(error.to_string())
}

/// What a capsule of this name points to.
fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &'static std::ffi::CStr) -> PyResult<*mut T> {
    Ok(capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.as_ptr().cast())
}

impl Column {
    /// Takes what an object with `__arrow_c_array__` or `__arrow_c_stream__` gives.
    pub(crate) fn import(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Self> {
        if let Some(method) = object.getattr_opt("__arrow_c_array__")? {
            let capsules = method.call0()?;
            let (schema_capsule, array_capsule): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
                capsules.extract()?;
            let schema = pointer::<FFI_ArrowSchema>(&schema_capsule, c"arrow_schema")?;
            let array = pointer::<FFI_ArrowArray>(&array_capsule, c"arrow_array")?;
            // In a Python without GIL, two calls could otherwise move the same array out.
            let taken = with_critical_section(&array_capsule, || {
                // SAFETY: capsules of these names hold these structures, valid while the capsules live.
                let released = unsafe { (*schema).release().is_none() || (*array).is_released() };
                // SAFETY: likewise. The array is moved out, and marked as released for the capsule.
                (!released).then(|| unsafe { FFI_ArrowArray::from_raw(array) })
            });
            let Some(taken) = taken else {
                return Err(value_error(format!(
                    "{what} is an Arrow array that was already released"
                )));
            };
            // SAFETY: the array is of this schema, which lives as long as its capsule.
            let data = unsafe { from_ffi(taken, &*schema) }.map_err(wrong)?;
            data.validate().map_err(wrong)?;
            return Ok(Self {
                data_type: data.data_type().clone(),
                chunks: vec![make_array(data)],
            });
        }
        if let Some(method) = object.getattr_opt("__arrow_c_stream__")? {
            let capsule = method.call0()?;
            let stream = pointer::<FFI_ArrowArrayStream>(&capsule, c"arrow_array_stream")?;
            // SAFETY: a capsule of this name holds this structure, valid while the capsule lives. It is
            // moved out, and marked as released for the capsule.
            let take = || unsafe { ArrayStreamReader::from_raw(stream) };
            let reader = with_critical_section(&capsule, take).map_err(wrong)?;
            let data_type = arrow_array::ArrayReader::field(&reader).data_type().clone();
            let chunks = reader.collect::<Result<_, _>>().map_err(wrong)?;
            return Ok(Self { data_type, chunks });
        }
        Err(PyTypeError::new_err(format!(
            "{what} is a {}; expected an Arrow array, such as one of pyarrow, or a series of polars or pandas: \
             an object with __arrow_c_array__ or __arrow_c_stream__",
            object.get_type().name()?
        )))
    }

    pub(crate) fn rows(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// The name of its type.
    pub(crate) fn name(&self) -> String {
        self.data_type.to_string()
    }

    /// Whether offsets have 32 bits.
    pub(crate) fn has_short_offsets(&self) -> bool {
        matches!(self.data_type, DataType::Binary | DataType::Utf8)
    }

    fn refused<T>(&self, what: &str, expected: &str) -> PyResult<T> {
        Err(PyTypeError::new_err(format!(
            "{what} is a column of {}; expected {expected}",
            self.data_type
        )))
    }

    /// The bytes of each row of a column of binary values or strings; `None` is null.
    pub(crate) fn bytes(&self, what: &str) -> PyResult<Vec<Option<&[u8]>>> {
        match self.data_type {
            DataType::Binary => Ok(self.collect(values::<BinaryType>)),
            DataType::LargeBinary => Ok(self.collect(values::<LargeBinaryType>)),
            DataType::Utf8 => Ok(self.collect(values::<Utf8Type>)),
            DataType::LargeUtf8 => Ok(self.collect(values::<LargeUtf8Type>)),
            DataType::BinaryView => Ok(self.collect(views::<BinaryViewType>)),
            DataType::Utf8View => Ok(self.collect(views::<StringViewType>)),
            _ => self.refused(what, "binary, large_binary, binary_view or the same of strings"),
        }
    }

    /// The same, and integers as their bytes in little-endian order.
    pub(crate) fn bytes_or_integers(&self, what: &str) -> PyResult<Vec<Option<&[u8]>>> {
        macro_rules! of_integers {
            ($($data_type:ident $integer:ident)*) => {
                match self.data_type {
                    $(DataType::$data_type => Ok(self.collect(integer_bytes::<$integer>)),)*
                    _ => self.bytes(what).or_else(|_| {
                        self.refused(what, "binary values, strings or integers")
                    }),
                }
            };
        }
        of_integers! {
            Int8 Int8Type Int16 Int16Type Int32 Int32Type Int64 Int64Type
            UInt8 UInt8Type UInt16 UInt16Type UInt32 UInt32Type UInt64 UInt64Type
        }
    }

    /// What `find` makes of each row of a column of integers; `None` if it is a column of something else.
    /// A dictionary is a column of its values.
    pub(crate) fn integers<T: Clone>(&self, find: impl Fn(i128) -> T) -> Option<Vec<Option<T>>> {
        self.of_values(|column| column.plain_integers(&find))
    }

    /// The same of a column of strings or binary values.
    pub(crate) fn strings<T: Clone>(&self, find: impl Fn(&[u8]) -> T) -> Option<Vec<Option<T>>> {
        self.of_values(|column| {
            let rows = column.bytes("").ok()?;
            Some(rows.into_iter().map(|value| value.map(&find)).collect())
        })
    }

    fn plain_integers<T>(&self, find: impl Fn(i128) -> T) -> Option<Vec<Option<T>>> {
        macro_rules! of_integers {
            ($($data_type:ident $integer:ident)*) => {
                match self.data_type {
                    $(DataType::$data_type => {
                        Some(self.collect(|chunk, rows| integers::<$integer, T>(chunk, rows, &find)))
                    })*
                    _ => None,
                }
            };
        }
        of_integers! {
            Int8 Int8Type Int16 Int16Type Int32 Int32Type Int64 Int64Type
            UInt8 UInt8Type UInt16 UInt16Type UInt32 UInt32Type UInt64 UInt64Type
        }
    }

    /// What is made of each row, where a row of a dictionary has what is made of its value.
    fn of_values<T: Clone>(
        &self,
        make: impl Fn(&Self) -> Option<Vec<Option<T>>>,
    ) -> Option<Vec<Option<T>>> {
        let DataType::Dictionary(_, data_type) = &self.data_type else { return make(self) };
        let column = |chunks| Self { data_type: (**data_type).clone(), chunks };
        // A column without chunks has a type too.
        let mut rows = make(&column(Vec::new()))?;
        for chunk in &self.chunks {
            let chunk = chunk.as_any_dictionary();
            let made = make(&column(vec![Arc::clone(chunk.values())]))?;
            if made.is_empty() {
                // Then every row is null.
                rows.resize(rows.len() + chunk.len(), None);
                continue;
            }
            let row =
                |(row, place): (usize, usize)| chunk.is_valid(row).then(|| made[place].clone());
            rows.extend(
                chunk.normalized_keys().into_iter().enumerate().map(row).map(Option::flatten),
            );
        }
        Some(rows)
    }

    fn collect<'a, T>(
        &'a self,
        of_chunk: impl Fn(&'a ArrayRef, &mut Vec<Option<T>>),
    ) -> Vec<Option<T>> {
        let mut rows = Vec::with_capacity(self.rows());
        self.chunks.iter().for_each(|chunk| of_chunk(chunk, &mut rows));
        rows
    }
}

fn values<'a, T: ByteArrayType>(chunk: &'a ArrayRef, rows: &mut Vec<Option<&'a [u8]>>) {
    let values = chunk.as_bytes::<T>();
    let value = |row| -> &'a [u8] { AsRef::<[u8]>::as_ref(values.value(row)) };
    rows.extend((0..values.len()).map(|row| values.is_valid(row).then(|| value(row))));
}

fn views<'a, T: ByteViewType>(chunk: &'a ArrayRef, rows: &mut Vec<Option<&'a [u8]>>) {
    let values = chunk.as_byte_view::<T>();
    let value = |row| -> &'a [u8] { AsRef::<[u8]>::as_ref(values.value(row)) };
    rows.extend((0..values.len()).map(|row| values.is_valid(row).then(|| value(row))));
}

fn integers<I: ArrowPrimitiveType<Native: Into<i128>>, T>(
    chunk: &ArrayRef,
    rows: &mut Vec<Option<T>>,
    find: impl Fn(i128) -> T,
) {
    let values = chunk.as_primitive::<I>();
    let found =
        |(row, value): (usize, &I::Native)| values.is_valid(row).then(|| find((*value).into()));
    rows.extend(values.values().iter().enumerate().map(found));
}

fn integer_bytes<'a, T: ArrowPrimitiveType>(chunk: &'a ArrayRef, rows: &mut Vec<Option<&'a [u8]>>) {
    let values = chunk.as_primitive::<T>();
    let bytes = values.values().inner().as_slice().chunks_exact(T::Native::get_byte_width());
    rows.extend(bytes.enumerate().map(|(row, bytes)| values.is_valid(row).then_some(bytes)));
}

/// A column of binary values, the result of `seal_column` and `open_column`.
///
/// It has the Arrow PyCapsule interface: `pyarrow.array(column)`, `polars.Series(column)` and
/// `pandas.Series(pyarrow.array(column), dtype=...)` take it; pyarrow does so without copying.
#[pyclass(module = "lanecrypt", frozen)]
pub(crate) struct BinaryColumn {
    array: ArrayRef,
}

impl BinaryColumn {
    /// From the ends of rows, their bytes, and which rows are valid.
    pub(crate) fn new<O: OffsetSizeTrait>(
        offsets: Vec<O>,
        bytes: Vec<u8>,
        valid: Option<Vec<bool>>,
    ) -> PyResult<Self> {
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        let nulls = valid.map(NullBuffer::from);
        GenericBinaryArray::<O>::try_new(offsets, Buffer::from_vec(bytes), nulls)
            .map(|array| Self { array: Arc::new(array) })
            .map_err(wrong)
    }

    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.array.data_type()).map_err(wrong)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}

#[pymethods]
impl BinaryColumn {
    /// The Arrow type, as a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        self.schema(py)
    }

    /// The column, as two capsules. It has one type, so a requested one is not looked at.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        let (array, _) = to_ffi(&self.array.to_data()).map_err(wrong)?;
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        PyTuple::new(py, [self.schema(py)?, array])
    }

    /// The type of the column: `"binary"` or `"large_binary"`.
    #[getter]
    fn r#type(&self) -> &'static str {
        if *self.array.data_type() == DataType::Binary { "binary" } else { "large_binary" }
    }

    /// How many rows are null.
    #[getter]
    fn null_count(&self) -> usize {
        self.array.null_count()
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __repr__(&self) -> String {
        format!("<lanecrypt.BinaryColumn of {} rows, {} null>", self.array.len(), self.null_count())
    }
}
