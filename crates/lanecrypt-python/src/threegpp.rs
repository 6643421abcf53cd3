//! The algorithms of 3GPP, chosen by their number: the module `lanecrypt.threegpp`.

use lanecrypt::threegpp::{
    AeadId, Direction, EncryptionId, Input as Given, IntegrityId, Iv, Nca, Nea, Nia, Parameters,
};
use lanecrypt::{Data, Error};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffer::{Input, maybe_detached, or_empty};
use crate::errors::{refused, value_error};

/// DIRECTION by its number.
pub(crate) fn direction_of(number: u8) -> PyResult<Direction> {
    match number {
        0 => Ok(Direction::Uplink),
        1 => Ok(Direction::Downlink),
        other => {
            Err(value_error(format!("direction {other}; it is 0 for uplink or 1 for downlink")))
        }
    }
}

fn parameters(count: u32, bearer: u8, direction: u8) -> PyResult<Given> {
    let direction = direction_of(direction)?;
    Ok(Parameters::new(count, bearer, direction).map_err(refused)?.into())
}

/// The IV that `make` makes of bytes 1 to 15, if byte 0 is the one that it makes too.
fn iv(iv: &Input<'_>, make: impl FnOnce(&[u8; 15]) -> Result<Iv, Error>) -> PyResult<Given> {
    let given = iv.as_slice();
    let bytes = given.len();
    let Some((first, rest)) = given
        .split_first()
        .and_then(|(first, rest)| Some((first, <&[u8; 15]>::try_from(rest).ok()?)))
    else {
        return Err(value_error(format!(
            "IV of {bytes} bytes; algorithms 4 to 6 have IVs of 16 bytes"
        )));
    };
    let made = make(rest).map_err(refused)?;
    let expected = made.as_bytes()[0];
    if *first != expected {
        return Err(value_error(format!(
            "byte 0 of the IV is {first}; for this purpose and length of tags it is {expected}"
        )));
    }
    Ok(made.into())
}

fn encrypt<'py>(
    py: Python<'py>,
    key: &Nea,
    given: Given,
    data: &[u8],
    bits: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let used = bits.map_or(data.len() as u64, |bits| bits.div_ceil(8));
    // A length in bits that the data does not have is an error of the library: it then sees all data.
    let input = data.get(..usize::try_from(used).unwrap_or(usize::MAX)).unwrap_or(data);
    PyBytes::new_with(py, input.len(), |output| {
        let data = Data::Copy { input, output };
        let encrypt = || match bits {
            None => key.encrypt(given, data),
            Some(bits) => key.encrypt_bits(given, data, bits),
        };
        maybe_detached(py, input.len(), encrypt).map_err(refused)
    })
}

fn authenticate<'py>(
    py: Python<'py>,
    key: &Nia,
    given: Given,
    data: &[u8],
    bits: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let compute = || match bits {
        None => key.compute(given, data),
        Some(bits) => key.compute_bits(given, data, bits),
    };
    let tag = maybe_detached(py, data.len(), compute).map_err(refused)?;
    Ok(PyBytes::new(py, tag.as_ref()))
}

/// Says whether a tag is right, in constant time.
fn verify(
    py: Python<'_>,
    key: &Nia,
    given: Given,
    data: &[u8],
    bits: Option<u64>,
    tag: &[u8],
) -> PyResult<()> {
    let verify = || match bits {
        None => key.verify(given, data, tag),
        Some(bits) => key.verify_bits(given, data, bits, tag),
    };
    maybe_detached(py, data.len(), verify).map_err(refused)
}

/// Encrypts or decrypts one message with NEA0 to NEA3 (EEA in LTE), which `id` is the number of.
///
/// Keys have 16 bytes, `count` 32 bits, `bearer` 5 bits; `direction` is 0 (uplink) or 1 (downlink). The three
/// must not repeat under one key. `bits` is the length of the message in bits, counted from the most
/// significant bit of the first byte; by default it is all of `data`. The result has as many bytes as hold
/// these bits; the bits beyond them are zero.
///
/// >>> from lanecrypt import threegpp
/// >>> sealed = threegpp.nea(3, bytes(16), 1, 5, 0, b"a message")
/// >>> threegpp.nea(3, bytes(16), 1, 5, 0, sealed)
/// b'a message'
#[pyfunction]
#[pyo3(signature = (id, key, count, bearer, direction, data, bits = None))]
#[expect(clippy::too_many_arguments, reason = "these are the parameters of the algorithms")]
pub(crate) fn nea<'py>(
    py: Python<'py>,
    id: u8,
    key: Input<'_>,
    count: u32,
    bearer: u8,
    direction: u8,
    data: Input<'_>,
    bits: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let key = encryption_key(id, &key)?;
    encrypt(py, &key, parameters(count, bearer, direction)?, data.as_slice(), bits)
}

fn encryption_key(id: u8, key: &Input<'_>) -> PyResult<Nea> {
    EncryptionId::from_number(id).and_then(|id| Nea::new(id, key.as_slice())).map_err(refused)
}

fn integrity_key(id: u8, key: &Input<'_>) -> PyResult<Nia> {
    IntegrityId::from_number(id).and_then(|id| Nia::new(id, key.as_slice())).map_err(refused)
}

/// The MAC-I, 4 bytes, of one message with NIA0 to NIA3 (EIA in LTE). Arguments as for `nea`.
///
/// `nia_verify` checks the one of a received message; do not compare them with `==`.
///
/// >>> from lanecrypt import threegpp
/// >>> len(threegpp.nia(2, bytes(16), 1, 5, 0, b"a message"))
/// 4
#[pyfunction]
#[pyo3(signature = (id, key, count, bearer, direction, data, bits = None))]
#[expect(clippy::too_many_arguments, reason = "these are the parameters of the algorithms")]
pub(crate) fn nia<'py>(
    py: Python<'py>,
    id: u8,
    key: Input<'_>,
    count: u32,
    bearer: u8,
    direction: u8,
    data: Input<'_>,
    bits: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let key = integrity_key(id, &key)?;
    authenticate(py, &key, parameters(count, bearer, direction)?, data.as_slice(), bits)
}

/// Raises `InvalidTag` if `tag` is not the MAC-I of the message that `nia` computes. The comparison takes the
/// same time wherever they differ. A tag that does not have 4 bytes is a `ValueError`.
///
/// >>> from lanecrypt import threegpp
/// >>> tag = threegpp.nia(2, bytes(16), 1, 5, 0, b"a message")
/// >>> threegpp.nia_verify(2, bytes(16), 1, 5, 0, b"a message", tag)
#[pyfunction]
#[pyo3(signature = (id, key, count, bearer, direction, data, tag, bits = None))]
#[expect(clippy::too_many_arguments, reason = "these are the parameters of the algorithms")]
pub(crate) fn nia_verify(
    py: Python<'_>,
    id: u8,
    key: Input<'_>,
    count: u32,
    bearer: u8,
    direction: u8,
    data: Input<'_>,
    tag: Input<'_>,
    bits: Option<u64>,
) -> PyResult<()> {
    let key = integrity_key(id, &key)?;
    let given = parameters(count, bearer, direction)?;
    verify(py, &key, given, data.as_slice(), bits, tag.as_slice())
}

/// Encrypts or decrypts one message with NEA4, NEA5 or NEA6, of the 256-bit suite.
///
/// Keys have 32 bytes. The IV has 16 bytes, of which byte 0 is zero, and must not repeat under one key.
/// `bits` as for `nea`.
///
/// >>> from lanecrypt import threegpp
/// >>> len(threegpp.nea256(6, bytes(32), bytes(16), b"a message", bits=70))
/// 9
#[pyfunction]
#[pyo3(signature = (id, key, iv, data, bits = None))]
pub(crate) fn nea256<'py>(
    py: Python<'py>,
    id: u8,
    key: Input<'_>,
    iv: Input<'_>,
    data: Input<'_>,
    bits: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let key = encryption_key(id, &key)?;
    encrypt(py, &key, self::iv(&iv, |rest| Ok(Iv::encryption(rest)))?, data.as_slice(), bits)
}

/// The tag, of 4 to 16 bytes, of one message with NIA4, NIA5 or NIA6, of the 256-bit suite.
///
/// Keys have 32 bytes. The IV has 16 bytes, of which byte 0 is the length of the tag in bits, and must not
/// repeat under one key. `bits` as for `nea`. `nia256_verify` checks the tag of a received message; do not compare
/// tags with `==`.
///
/// >>> from lanecrypt import threegpp
/// >>> len(threegpp.nia256(6, bytes(32), b"\x20" + bytes(15), b"a message"))
/// 4
#[pyfunction]
#[pyo3(signature = (id, key, iv, data, bits = None, *, tag_bytes = 4))]
pub(crate) fn nia256<'py>(
    py: Python<'py>,
    id: u8,
    key: Input<'_>,
    iv: Input<'_>,
    data: Input<'_>,
    bits: Option<u64>,
    tag_bytes: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let key = integrity_key(id, &key)?.with_tag_bytes(tag_bytes).map_err(refused)?;
    authenticate(
        py,
        &key,
        self::iv(&iv, |rest| Iv::integrity(rest, tag_bytes))?,
        data.as_slice(),
        bits,
    )
}

/// Raises `InvalidTag` if `tag` is not the tag of the message that `nia256` computes. The comparison takes the
/// same time wherever they differ. A tag that does not have `tag_bytes` bytes is a `ValueError`.
///
/// >>> from lanecrypt import threegpp
/// >>> iv = b"\x20" + bytes(15)
/// >>> tag = threegpp.nia256(6, bytes(32), iv, b"a message")
/// >>> threegpp.nia256_verify(6, bytes(32), iv, b"a message", tag)
#[pyfunction]
#[pyo3(signature = (id, key, iv, data, tag, bits = None, *, tag_bytes = 4))]
#[expect(clippy::too_many_arguments, reason = "these are the parameters of the algorithms")]
pub(crate) fn nia256_verify(
    py: Python<'_>,
    id: u8,
    key: Input<'_>,
    iv: Input<'_>,
    data: Input<'_>,
    tag: Input<'_>,
    bits: Option<u64>,
    tag_bytes: usize,
) -> PyResult<()> {
    let key = integrity_key(id, &key)?.with_tag_bytes(tag_bytes).map_err(refused)?;
    let given = self::iv(&iv, |rest| Iv::integrity(rest, tag_bytes))?;
    verify(py, &key, given, data.as_slice(), bits, tag.as_slice())
}

fn aead_key(id: u8, key: &Input<'_>, tag_bytes: usize) -> PyResult<Nca> {
    AeadId::from_number(id)
        .and_then(|id| Nca::new(id, key.as_slice()))
        .and_then(|key| key.with_tag_bytes(tag_bytes))
        .map_err(refused)
}

/// Seals one message with NCA4, NCA5 or NCA6, of the 256-bit suite: the ciphertext followed by the tag of 4 to 16 bytes.
///
/// Keys have 32 bytes. The IV has 16 bytes, of which byte 0 is the length of the tag in bits plus 4, and must
/// not repeat under one key.
///
/// >>> from lanecrypt import threegpp
/// >>> iv = bytes([8 * 16 + 4]) + bytes(15)
/// >>> sealed = threegpp.nca_seal(6, bytes(32), iv, b"a message", b"header")
/// >>> threegpp.nca_open(6, bytes(32), iv, sealed, b"header")
/// b'a message'
#[pyfunction]
#[pyo3(signature = (id, key, iv, data, aad = None, *, tag_bytes = 16))]
pub(crate) fn nca_seal<'py>(
    py: Python<'py>,
    id: u8,
    key: Input<'_>,
    iv: Input<'_>,
    data: Input<'_>,
    aad: Option<Input<'_>>,
    tag_bytes: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let key = aead_key(id, &key, tag_bytes)?;
    let iv = self::iv(&iv, |rest| Iv::aead(rest, tag_bytes))?;
    let (data, aad) = (data.as_slice(), or_empty(&aad));
    PyBytes::new_with(py, data.len() + tag_bytes, |out| {
        let (output, tag) = out.split_at_mut(data.len());
        let seal = || key.seal(iv, aad, Data::Copy { input: data, output });
        let made = maybe_detached(py, data.len() + aad.len(), seal).map_err(refused)?;
        tag.copy_from_slice(made.as_ref());
        Ok(())
    })
}

/// Opens what `nca_seal` returned. Raises `InvalidTag` if anything was changed.
#[pyfunction]
#[pyo3(signature = (id, key, iv, data, aad = None, *, tag_bytes = 16))]
pub(crate) fn nca_open<'py>(
    py: Python<'py>,
    id: u8,
    key: Input<'_>,
    iv: Input<'_>,
    data: Input<'_>,
    aad: Option<Input<'_>>,
    tag_bytes: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let key = aead_key(id, &key, tag_bytes)?;
    let iv = self::iv(&iv, |rest| Iv::aead(rest, tag_bytes))?;
    let (data, aad) = (data.as_slice(), or_empty(&aad));
    let bytes = data.len().checked_sub(tag_bytes).ok_or_else(|| refused(Error::Authentication))?;
    let (input, tag) = data.split_at(bytes);
    PyBytes::new_with(py, bytes, |output| {
        let open = || key.open(iv, aad, Data::Copy { input, output }, tag);
        maybe_detached(py, bytes + aad.len(), open).map_err(refused)
    })
}
