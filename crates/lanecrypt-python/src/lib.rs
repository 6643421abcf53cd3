//! The Python package `lanecrypt`. `docs/python.md` of the repository describes how it is built and used.
//!
//! It adds no cryptography to the library: it translates arguments, results and errors.

mod aead;
mod algorithms;
mod buffer;
mod chunked;
mod column;
mod drbg;
mod entropy;
mod errors;
mod mac;
mod many;
mod memory;
mod pdcp;
mod stream;
mod threegpp;

use pyo3::prelude::*;

/// What `lanecrypt`, `lanecrypt.chunked` and `lanecrypt.threegpp` consist of. Nothing here relies on the GIL: objects are frozen, what
/// changes in them is behind a mutex, and what is taken out of a capsule is taken in its critical section.
#[pymodule(gil_used = false)]
fn _lanecrypt(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("LanecryptError", py.get_type::<errors::LanecryptError>())?;
    module.add("InvalidTag", py.get_type::<errors::InvalidTag>())?;
    module.add("Truncated", py.get_type::<errors::Truncated>())?;
    module.add("CountUsed", py.get_type::<errors::CountUsed>())?;
    module.add("BatchError", py.get_type::<errors::BatchError>())?;
    module.add_function(wrap_pyfunction!(backends, module)?)?;
    aead::add(module)?;
    stream::add(module)?;
    chunked::add(module)?;
    module.add_class::<mac::Cmac>()?;
    module.add_class::<mac::CmacState>()?;
    module.add_class::<drbg::CtrDrbg>()?;
    module.add_class::<pdcp::Pdcp>()?;
    module.add_class::<pdcp::TransmitGuard>()?;
    module.add_class::<column::Keyring>()?;
    module.add_class::<column::BinaryColumn>()?;
    for function in [
        wrap_pyfunction!(many::seal_many, module)?,
        wrap_pyfunction!(many::open_many, module)?,
        wrap_pyfunction!(column::seal_column, module)?,
        wrap_pyfunction!(column::open_column, module)?,
        wrap_pyfunction!(threegpp::nea, module)?,
        wrap_pyfunction!(threegpp::nia, module)?,
        wrap_pyfunction!(threegpp::nia_verify, module)?,
        wrap_pyfunction!(threegpp::nea256, module)?,
        wrap_pyfunction!(threegpp::nia256, module)?,
        wrap_pyfunction!(threegpp::nia256_verify, module)?,
        wrap_pyfunction!(threegpp::nca_seal, module)?,
        wrap_pyfunction!(threegpp::nca_open, module)?,
        wrap_pyfunction!(pdcp::pdcp_protect_many, module)?,
        wrap_pyfunction!(pdcp::pdcp_open_many, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}

/// The names of the instruction sets that this processor has, the widest last.
///
/// >>> import lanecrypt
/// >>> lanecrypt.backends()[0]
/// 'portable'
#[pyfunction]
fn backends() -> Vec<&'static str> {
    lanecrypt::Backend::available().map(lanecrypt::Backend::name).collect()
}
