//! Keys by their ids.

use std::collections::HashMap;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyMapping, PyString};

use super::arrow::Column;
use super::run::Ring;
use crate::algorithms::{aead_named, aeads_for_columns};
use crate::buffer::Input;
use crate::errors::{not_picklable, refused, value_error};

/// The ids of keys: the index of each.
enum Ids {
    Integers(HashMap<i128, usize>),
    Strings(HashMap<String, usize>),
}

/// Keys for columns, by ids, which are all integers or all strings.
///
/// `Keyring("AEGIS-256", {1: key, 2: other})`: the algorithm is one whose nonces are long enough to be drawn
/// at random, `Keyring.ALGORITHMS`. Each key is expanded once. They are wiped from memory when the keyring
/// is freed.
///
/// >>> import lanecrypt
/// >>> ring = lanecrypt.Keyring("AEGIS-256", {"2026": lanecrypt.Aegis256.generate_key()})
/// >>> ring
/// <lanecrypt.Keyring of 1 key for AEGIS-256>
#[pyclass(module = "lanecrypt", frozen)]
pub(crate) struct Keyring {
    algorithm: &'static str,
    ids: Ids,
    pub(crate) ring: Box<dyn Ring>,
}

/// The bytes of keys, wiped on drop.
struct Secrets(Vec<Vec<u8>>);

impl Drop for Secrets {
    fn drop(&mut self) {
        for key in &mut self.0 {
            key.fill(0);
            // Without it the compiler would see that nothing reads the zeros.
            std::hint::black_box(&key[..]);
        }
    }
}

#[pymethods]
impl Keyring {
    /// The names of the algorithms for columns.
    #[classattr]
    #[pyo3(name = "ALGORITHMS")]
    fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, aeads_for_columns())
    }

    #[new]
    fn new(algorithm: &str, keys: &Bound<'_, PyMapping>) -> PyResult<Self> {
        let aead = aead_named(algorithm)?;
        let names = aeads_for_columns();
        if !names.contains(&aead.name()) {
            return Err(value_error(format!(
                "{algorithm} has nonces that are too short to be drawn at random; columns take {}",
                names.join(", ")
            )));
        }
        let (mut integers, mut strings) = (HashMap::new(), HashMap::new());
        let mut secrets = Secrets(Vec::new());
        for (index, item) in keys.items()?.iter().enumerate() {
            let (id, key): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            if id.is_instance_of::<PyInt>() && !id.is_instance_of::<PyBool>() {
                integers.insert(id.extract()?, index);
            } else if id.is_instance_of::<PyString>() {
                strings.insert(id.extract()?, index);
            } else {
                return Err(PyTypeError::new_err(format!(
                    "id of type {}; ids are integers or strings",
                    id.get_type().name()?
                )));
            }
            let key: Input<'_> = key.extract()?;
            secrets.0.push(key.as_slice().to_vec());
        }
        let ids = match (integers.is_empty(), strings.is_empty()) {
            (false, true) => Ids::Integers(integers),
            (true, false) => Ids::Strings(strings),
            (true, true) => return Err(value_error("no keys")),
            (false, false) => {
                return Err(PyTypeError::new_err(
                    "ids of both types; they are all integers or all strings",
                ));
            }
        };
        let ring = aead.ring(&secrets.0).map_err(refused)?;
        Ok(Self { algorithm: aead.name(), ids, ring })
    }

    /// The name of the algorithm.
    #[getter]
    fn algorithm(&self) -> &'static str {
        self.algorithm
    }

    /// The bytes that sealing adds to a value: nonce and tag.
    #[getter]
    fn overhead(&self) -> usize {
        self.ring.overhead()
    }

    fn __len__(&self) -> usize {
        match &self.ids {
            Ids::Integers(ids) => ids.len(),
            Ids::Strings(ids) => ids.len(),
        }
    }

    fn __repr__(&self) -> String {
        let (count, s) = (self.__len__(), if self.__len__() == 1 { "" } else { "s" });
        format!("<lanecrypt.Keyring of {count} key{s} for {}>", self.algorithm)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable("Keyring"))
    }
}

impl Keyring {
    /// The index of the key of each row that is not null; 0 for the others.
    pub(crate) fn indices(
        &self,
        ids: Option<&Column>,
        values: &[Option<&[u8]>],
    ) -> PyResult<Vec<usize>> {
        let Some(column) = ids else {
            return match self.__len__() {
                1 => Ok(Vec::new()),
                keys => Err(value_error(format!("no key_id, and the keyring has {keys} keys"))),
            };
        };
        match &self.ids {
            Ids::Integers(known) => {
                let rows = column.integers().ok_or_else(|| kind(column, "integers"))?;
                look_up(&rows, values, |id| known.get(id).copied(), |id| id.to_string())
            }
            Ids::Strings(known) => {
                let rows = column.bytes("key_id").map_err(|_| kind(column, "strings"))?;
                let find = |id: &&[u8]| known.get(std::str::from_utf8(id).ok()?).copied();
                look_up(&rows, values, find, |id| format!("{:?}", String::from_utf8_lossy(id)))
            }
        }
    }
}

fn kind(column: &Column, own: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "key_id is a column of {}; the keyring has {own} as ids",
        column.name()
    ))
}

fn look_up<T>(
    ids: &[Option<T>],
    values: &[Option<&[u8]>],
    find: impl Fn(&T) -> Option<usize>,
    name: impl Fn(&T) -> String,
) -> PyResult<Vec<usize>> {
    let of_row = |(row, (id, value)): (usize, (&Option<T>, &Option<&[u8]>))| match (value, id) {
        (None, _) => Ok(0),
        (Some(_), None) => {
            Err(value_error(format!("key_id of row {row} is null, its value is not")))
        }
        (Some(_), Some(id)) => find(id).ok_or_else(|| {
            value_error(format!(
                "key_id of row {row} is {}, which the keyring does not have",
                name(id)
            ))
        }),
    };
    ids.iter().zip(values).enumerate().map(of_row).collect()
}
