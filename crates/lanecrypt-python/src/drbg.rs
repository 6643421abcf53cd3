//! CTR_DRBG.

use std::sync::{Mutex, PoisonError};

use lanecrypt::block::Aes256;
use lanecrypt::mode::{CtrDrbg as Generator, DrbgOptions, NoEntropy};
use lanecrypt::{Backend, Error};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyBytes;

use crate::aead::backend_named;
use crate::buffer::{Input, or_empty};
use crate::entropy::SystemEntropy;
use crate::errors::{not_picklable, refused};

/// The most bytes of a request to the generator.
const REQUEST: usize = 1 << 16;

enum Source {
    System(Generator<Aes256, SystemEntropy>),
    Given(Generator<Aes256, NoEntropy>),
}

/// CTR_DRBG over AES-256 with the derivation function (NIST SP 800-90A): random bytes, faster than those of
/// the operating system, which gives the seed.
///
/// After a fork, the child takes a new seed from the operating system before its first byte. Threads can
/// share a generator; one waits for the other.
///
/// >>> import lanecrypt
/// >>> generator = lanecrypt.CtrDrbg(b"my program")
/// >>> len(generator.generate(100_000))
/// 100000
#[pyclass(module = "lanecrypt", frozen)]
pub(crate) struct CtrDrbg {
    source: Mutex<Source>,
}

impl CtrDrbg {
    fn with(source: Source) -> Self {
        Self { source: Mutex::new(source) }
    }
}

fn options(prediction_resistance: bool, backend: Backend) -> DrbgOptions {
    DrbgOptions { prediction_resistance, backend, ..DrbgOptions::default() }
}

#[pymethods]
impl CtrDrbg {
    /// Takes a seed from the operating system, and bytes that tell this generator from others.
    /// With prediction resistance, every 2**16 bytes begin with a new seed.
    #[new]
    #[pyo3(signature = (personalization = None, *, prediction_resistance = false, backend = None))]
    fn new(
        personalization: Option<Input<'_>>,
        prediction_resistance: bool,
        backend: Option<&str>,
    ) -> PyResult<Self> {
        let options = options(prediction_resistance, backend_named(backend)?);
        let text = or_empty(&personalization);
        let generator = Generator::with_options(SystemEntropy, text, options).map_err(refused)?;
        Ok(Self::with(Source::System(generator)))
    }

    /// A generator with a given seed, for known answers: at least 32 bytes of entropy, and a nonce of 16.
    /// It gives the same bytes every time, so do not take keys or nonces from it. In a child process it gives
    /// none until it has a new seed.
    #[staticmethod]
    #[pyo3(signature = (entropy, nonce, personalization = None, *, backend = None))]
    fn from_seed(
        entropy: Input<'_>,
        nonce: Input<'_>,
        personalization: Option<Input<'_>>,
        backend: Option<&str>,
    ) -> PyResult<Self> {
        let generator = Generator::from_seed(
            entropy.as_slice(),
            nonce.as_slice(),
            or_empty(&personalization),
            options(false, backend_named(backend)?),
        );
        Ok(Self::with(Source::Given(generator.map_err(refused)?)))
    }

    /// `count` random bytes. `additional` need not be secret; it is stirred in first. More than 2**16 bytes
    /// are several requests to the generator.
    #[pyo3(signature = (count, additional = None))]
    fn generate<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        additional: Option<Input<'_>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let additional = or_empty(&additional);
        let mut source = self.source.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        PyBytes::new_with(py, count, |out| {
            let mut fill = |part: &mut [u8]| match &mut *source {
                Source::System(generator) => generator.generate_with(additional, part),
                Source::Given(generator) => generator.generate_with(additional, part),
            };
            let filled: Result<(), Error> = match out {
                [] => fill(&mut []),
                out => out.chunks_mut(REQUEST).try_for_each(fill),
            };
            filled.map_err(refused)
        })
    }

    /// Takes a new seed from the operating system, or the given one. Before `generate` this is prediction
    /// resistance for one request.
    #[pyo3(signature = (entropy = None, additional = None))]
    fn reseed(
        &self,
        py: Python<'_>,
        entropy: Option<Input<'_>>,
        additional: Option<Input<'_>>,
    ) -> PyResult<()> {
        let additional = or_empty(&additional);
        let mut source = self.source.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let reseeded = match (&mut *source, &entropy) {
            (Source::System(generator), None) => generator.reseed_with(additional),
            (Source::Given(generator), None) => generator.reseed_with(additional),
            (Source::System(generator), Some(entropy)) => {
                generator.reseed_from(entropy.as_slice(), additional)
            }
            (Source::Given(generator), Some(entropy)) => {
                generator.reseed_from(entropy.as_slice(), additional)
            }
        };
        reseeded.map_err(refused)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable("CtrDrbg"))
    }
}
