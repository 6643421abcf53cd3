//! Which kernels ran: those of the backend that was asked for, and no others.

use super::{memcheck, secret};
use lanecrypt::{Algorithm, Backend, Cipher, block::Aes128, mode::Ctr};

/// How many kernels of each backend ran since this was asked last.
pub(crate) fn ran() -> Vec<(Backend, usize)> {
    Backend::ALL.into_iter().map(|backend| (backend, memcheck::kernels(backend))).collect()
}

/// What is wrong with the kernels that ran in a check on a backend.
pub(crate) fn strayed(asked: Backend, ran: &[(Backend, usize)], check: &str) -> Option<String> {
    let count = |own| {
        let some = ran.iter().filter(|(backend, _)| own == runs_kernels_of(asked, *backend));
        some.map(|(_, count)| *count).sum::<usize>()
    };
    let plain = ["Reference", "Table"].iter().any(|variant| check.contains(variant));
    match (count(true), count(false)) {
        (_, others @ 1..) => Some(format!("{others} kernels of other backends ran: {ran:?}")),
        (0, 0) if !plain => Some("no kernel ran".to_owned()),
        _ => None,
    }
}

/// Whether kernels of a backend run where another one is asked for: kernels that make no use of an instruction set
/// have no shell of their own for it.
fn runs_kernels_of(asked: Backend, backend: Backend) -> bool {
    use Backend::{Avx2, Avx2Gfni, Avx2Vaes};
    match asked {
        Avx2Vaes => matches!(backend, Avx2 | Avx2Vaes),
        Avx2Gfni => matches!(backend, Avx2 | Avx2Vaes | Avx2Gfni),
        _ => backend == asked,
    }
}

/// Whether kernels of another backend are noticed, and kernels that did not run.
pub(crate) fn finds_what_is_planted() -> bool {
    let Some(best) = Backend::available().next_back() else { return false };
    let encrypt = |backend| {
        ran();
        let key = Ctr::<Aes128>::with_backend(&secret::<16>(1), backend).expect("a backend");
        key.encrypt(&[2; 12], &mut [3; 100]).expect("a message");
        ran()
    };
    let right = strayed(best, &encrypt(best), "").is_none();
    let other =
        best == Backend::Portable || strayed(best, &encrypt(Backend::Portable), "").is_some();
    right && other && strayed(best, &ran(), "").is_some()
}
