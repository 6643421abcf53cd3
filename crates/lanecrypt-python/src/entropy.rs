//! Random bytes of the operating system.

use lanecrypt::Error;
use lanecrypt::mode::Entropy;
use pyo3::prelude::*;

/// `os.urandom`, which waits until the system has gathered entropy.
pub(crate) fn urandom(py: Python<'_>, bytes: usize) -> PyResult<Bound<'_, PyAny>> {
    py.import("os")?.call_method1("urandom", (bytes,))
}

/// The same as a source for a generator of the library. It takes the GIL.
pub(crate) struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        Python::attach(|py| {
            let random = urandom(py, bytes.len()).map_err(|_| Error::Entropy)?;
            let random: &[u8] = random.extract().map_err(|_| Error::Entropy)?;
            if random.len() != bytes.len() {
                return Err(Error::Entropy);
            }
            bytes.copy_from_slice(random);
            Ok(())
        })
    }
}
