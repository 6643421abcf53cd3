//! The choice of backends.

use lanecrypt::Backend;

use crate::failure::Failure;

/// Refuses a `LANECRYPT_BACKEND` that is not the name of a backend. Otherwise a misspelt name would
/// measure another backend without a word.
pub(crate) fn check_environment() -> Result<(), Failure> {
    match Backend::from_environment() {
        Some(Err(error)) => Err(Failure::refused(format!("LANECRYPT_BACKEND: {error}"))),
        _ => Ok(()),
    }
}

/// The backend of this name. An error if it is unknown or this processor does not have it.
pub(crate) fn named(name: &str) -> Result<Backend, Failure> {
    let backend: Backend =
        name.parse().map_err(|error| Failure::refused(format!("--backend {name}: {error}")))?;
    match backend.is_available() {
        true => Ok(backend),
        false => Err(Failure::refused(format!("--backend {name}: {}", lacks(backend)))),
    }
}

/// The backends that this processor does not have.
pub(crate) fn unavailable() -> impl Iterator<Item = Backend> {
    Backend::ALL.into_iter().filter(|backend| !backend.is_available())
}

/// The message that this processor lacks a backend, and what the backend needs.
pub(crate) fn lacks(backend: Backend) -> String {
    format!("this processor lacks backend {backend}, which needs {}", backend.requirements())
}

/// The length of a vector register in bits. 0 for the portable backend, which has none.
pub(crate) fn register_bits(backend: Backend) -> usize {
    match backend {
        Backend::Portable => 0,
        Backend::Avx2 | Backend::Avx2Vaes | Backend::Avx2Gfni => 256,
        Backend::Avx512 => 512,
        _ => 128,
    }
}
