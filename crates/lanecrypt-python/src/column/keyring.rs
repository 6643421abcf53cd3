//! Keys by their ids.

use std::collections::{BTreeMap, HashMap};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyMapping, PyString};

use super::arrow::Column;
use super::run::Ring;
use crate::algorithms::{aead_named, aeads_for_columns};
use crate::buffer::Input;
use crate::errors::{not_picklable, refused, value_error};

/// Up to so many integers, an id is compared with all.
const FEW: usize = 8;

/// The ids of keys: the index of each.
enum Ids {
    /// In rising order of the ids: a search in few is faster than a hash.
    Integers(Vec<(i128, u32)>),
    Strings(HashMap<Vec<u8>, u32>),
}

impl Ids {
    fn len(&self) -> usize {
        match self {
            Self::Integers(ids) => ids.len(),
            Self::Strings(ids) => ids.len(),
        }
    }

    /// The index of the key of each row of a column.
    fn find(&self, column: &Column) -> PyResult<Vec<Id>> {
        match self {
            Self::Integers(known) => {
                let search = |wanted| known.binary_search_by_key(&wanted, |(id, _)| *id).ok();
                // Of few all are compared, because a search cannot be foreseen by the processor.
                let among = |wanted| {
                    known.iter().fold(
                        None,
                        |found, (id, index)| {
                            if *id == wanted { Some(*index) } else { found }
                        },
                    )
                };
                let found = if known.len() <= FEW {
                    column.integers(among)
                } else {
                    column.integers(|id| search(id).map(|place| known[place].1))
                };
                found.ok_or_else(|| kind(column, "integers"))
            }
            Self::Strings(known) => {
                column.strings(|id| known.get(id).copied()).ok_or_else(|| kind(column, "strings"))
            }
        }
    }

    /// The id in a row of such a column, for errors.
    fn text(&self, column: &Column, row: usize) -> String {
        let text = match self {
            Self::Integers(_) => column.integers(|id| id.to_string()),
            Self::Strings(_) => column.strings(|id| format!("{:?}", String::from_utf8_lossy(id))),
        };
        text.and_then(|mut rows| rows.swap_remove(row)).unwrap_or_default()
    }
}

/// What an id is: null, or the index of its key, if there is one.
type Id = Option<Option<u32>>;

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
        let (mut integers, mut strings) = (BTreeMap::<i128, u32>::new(), HashMap::new());
        let mut secrets = Secrets(Vec::new());
        for (index, item) in (0..).zip(keys.items()?.iter()) {
            let (id, key): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            if id.is_instance_of::<PyInt>() && !id.is_instance_of::<PyBool>() {
                integers.insert(id.extract()?, index);
            } else if id.is_instance_of::<PyString>() {
                strings.insert(id.extract::<String>()?.into_bytes(), index);
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
            (false, true) => Ids::Integers(integers.into_iter().collect()),
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
        self.ids.len()
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
    ) -> PyResult<Vec<u32>> {
        let Some(column) = ids else {
            return match self.__len__() {
                1 => Ok(Vec::new()),
                keys => Err(value_error(format!("no key_id, and the keyring has {keys} keys"))),
            };
        };
        let found = self.ids.find(column)?;
        let of_row = |(row, (id, value)): (usize, (&Id, &Option<&[u8]>))| match (value, id) {
            (None, _) => Ok(0),
            (Some(_), Some(Some(index))) => Ok(*index),
            (Some(_), None) => {
                Err(value_error(format!("key_id of row {row} is null, its value is not")))
            }
            (Some(_), Some(None)) => Err(value_error(format!(
                "key_id of row {row} is {}, which the keyring does not have",
                self.ids.text(column, row)
            ))),
        };
        found.iter().zip(values).enumerate().map(of_row).collect()
    }
}

fn kind(column: &Column, own: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "key_id is a column of {}; the keyring has {own} as ids",
        column.name()
    ))
}
