//! The version of the library and the instruction sets that it runs on.

use core::ffi::{CStr, c_char, c_int};

use lanecrypt::{Algorithm, Backend, Batch, Error};

use crate::status::{DONE, Outcome, Refused, lc_status};

/// The number that stands for the best backend.
pub(crate) const BEST: c_int = -1;

/// The backends with their numbers and names in the header.
pub const BACKENDS: &[(c_int, &CStr)] = &[
    (Backend::Portable as c_int, c"portable"),
    (Backend::Neon as c_int, c"neon"),
    (Backend::Sse as c_int, c"sse"),
    (Backend::Avx2 as c_int, c"avx2"),
    (Backend::Avx2Vaes as c_int, c"avx2-vaes"),
    (Backend::Avx2Gfni as c_int, c"avx2-gfni"),
    (Backend::Avx512 as c_int, c"avx512"),
];

// These numbers do not change.
const _: () = {
    let mut place = 0;
    while place < BACKENDS.len() {
        assert!(BACKENDS[place].0 == place as c_int);
        place += 1;
    }
    assert!(BACKENDS.len() == Backend::ALL.len());
};

/// The backend with a number.
pub(crate) fn backend(number: c_int) -> Outcome<Backend> {
    if number == BEST {
        return Ok(Backend::best());
    }
    let named = Backend::ALL.into_iter().find(|backend| *backend as c_int == number);
    Ok(named.ok_or(Error::UnknownBackend)?)
}

/// The batch call of an algorithm on the backend with a number.
pub(crate) fn batch<A: Algorithm>(number: c_int) -> Outcome<Batch<A>> {
    match number {
        BEST => Ok(Batch::new()),
        number => Ok(Batch::with_backend(backend(number)?)?),
    }
}

/// The version of the library: major * 65536 + minor * 256 + patch. Compare it with `LC_VERSION`,
/// the version of the header.
#[unsafe(no_mangle)]
pub extern "C" fn lc_version() -> u32 {
    VERSION
}

/// The version as one number, for the header.
pub const VERSION: u32 = part(env!("CARGO_PKG_VERSION_MAJOR")) << 16
    | part(env!("CARGO_PKG_VERSION_MINOR")) << 8
    | part(env!("CARGO_PKG_VERSION_PATCH"));

const fn part(digits: &str) -> u32 {
    match u32::from_str_radix(digits, 10) {
        Ok(number) => number,
        Err(_) => panic!("a part of a version is a number"),
    }
}

/// Reads `LANECRYPT_BACKEND` from the environment and asks the processor what it has.
///
/// Optional: the first call of any function does the same. Call it before other threads start if one
/// of them may change the environment. `LC_E_UNKNOWN_BACKEND` if the variable names no backend; the
/// library then runs on the portable one.
#[unsafe(no_mangle)]
pub extern "C" fn lc_init() -> lc_status {
    let _ = Backend::best();
    match Backend::from_environment() {
        Some(Err(error)) => error.code(),
        _ => DONE,
    }
}

/// The number of the widest backend that this processor has and `LANECRYPT_BACKEND` allows.
#[unsafe(no_mangle)]
pub extern "C" fn lc_backend_best() -> c_int {
    Backend::best() as c_int
}

/// The name of a backend, as in `LANECRYPT_BACKEND`; NULL if no backend has the number. Static.
#[unsafe(no_mangle)]
pub extern "C" fn lc_backend_name(backend: c_int) -> *const c_char {
    let named = BACKENDS.iter().find(|(number, _)| *number == backend);
    named.map_or(core::ptr::null(), |(_, name)| name.as_ptr())
}

/// The number of the backend with a name, or `LC_E_UNKNOWN_BACKEND`, or `LC_E_ARGUMENT` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_backend_by_name(name: *const c_char) -> c_int {
    if name.is_null() {
        return Refused::ARGUMENT.0;
    }
    // SAFETY: the caller gives a string that ends with a zero byte.
    let name = unsafe { CStr::from_ptr(name) };
    let found = BACKENDS.iter().find(|(_, known)| *known == name);
    found.map_or(Error::UnknownBackend.code(), |(number, _)| *number)
}

/// Whether this processor has a backend: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn lc_backend_available(number: c_int) -> c_int {
    match backend(number) {
        Ok(backend) => backend.is_available().into(),
        Err(_) => 0,
    }
}
