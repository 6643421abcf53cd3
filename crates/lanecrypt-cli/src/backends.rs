//! The choice of backends from what the user asked for.

use lanecrypt::Backend;

use crate::failure::Failure;

/// Refuses a `LANECRYPT_BACKEND` that names no backend: a misspelt one would silently measure
/// another.
pub(crate) fn check_environment() -> Result<(), Failure> {
    match Backend::from_environment() {
        Some(Err(error)) => Err(Failure::refused(format!("LANECRYPT_BACKEND: {error}"))),
        _ => Ok(()),
    }
}

/// The backend of that name, if this processor has it.
pub(crate) fn named(name: &str) -> Result<Backend, Failure> {
    let backend: Backend =
        name.parse().map_err(|error| Failure::refused(format!("--backend {name}: {error}")))?;
    match backend.is_available() {
        true => Ok(backend),
        false => Err(Failure::refused(format!("--backend {name}: {}", lacks(backend)))),
    }
}

/// Those that this processor does not have.
pub(crate) fn unavailable() -> impl Iterator<Item = Backend> {
    Backend::ALL.into_iter().filter(|backend| !backend.is_available())
}

/// That this processor lacks a backend, and what it would need.
pub(crate) fn lacks(backend: Backend) -> String {
    format!("this processor lacks backend {backend}, which needs {}", backend.requirements())
}

/// The bits of a register; none stands for words that are no registers of several.
pub(crate) fn register_bits(backend: Backend) -> usize {
    match backend {
        Backend::Portable => 0,
        Backend::Avx2 | Backend::Avx2Gfni => 256,
        Backend::Avx512 => 512,
        _ => 128,
    }
}
