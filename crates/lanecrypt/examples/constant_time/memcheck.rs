//! Valgrind's client requests: a sequence of rotations that changes nothing and that Valgrind
//! takes for a call. The program `lanecrypt-taint` of this repository takes them too.

use super::{leftovers, trace};
use lanecrypt::Backend;
use std::sync::atomic::{AtomicUsize, Ordering};

const RUNNING_ON_VALGRIND: usize = 0x1001;
const COUNT_ERRORS: usize = 0x1201;
/// Those of the program `lanecrypt-taint` alone: whether it listens, and how many instructions it has
/// followed.
const IS_LANECRYPT: usize = 0x4c54_0000;
const COUNT_INSTRUCTIONS: usize = 0x4c54_0001;
/// That nothing below the stack pointer is secret, and how many bytes there and in registers are.
const CLEAR_DEAD: usize = 0x4c54_0002;
const COUNT_DEAD: usize = 0x4c54_0003;
/// How many kernels of a backend ran since this was asked last.
const COUNT_KERNELS: usize = 0x4c54_0004;
/// How many kernels of a backend never ran.
const COUNT_IDLE: usize = 0x4c54_0005;
const MAKE_UNDEFINED: usize = 0x4d43_0001;
const MAKE_DEFINED: usize = 0x4d43_0002;

#[cfg(target_arch = "x86_64")]
fn request(number: usize, start: usize, length: usize) -> usize {
    let arguments = [number, start, length, 0, 0, 0];
    let mut result = 0;
    // SAFETY: the rotations add up to 128, and the exchange is of a register with itself;
    // Valgrind reads the arguments and changes no byte of memory.
    unsafe {
        std::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            inout("rdx") result,
            in("rax") arguments.as_ptr(),
        );
    }
    result
}

#[cfg(not(target_arch = "x86_64"))]
fn request(_: usize, _: usize, _: usize) -> usize {
    0
}

/// Whether anybody listens.
pub(crate) fn is_running() -> bool {
    request(RUNNING_ON_VALGRIND, 0, 0) > 0
}

/// Whether it is `lanecrypt-taint`, which knows AVX-512 and reports divisions.
pub(crate) fn is_lanecrypt() -> bool {
    request(IS_LANECRYPT, 0, 0) > 0
}

/// How many instructions were followed. Zero under Valgrind, which does not say.
pub(crate) fn instructions() -> usize {
    request(COUNT_INSTRUCTIONS, 0, 0)
}

/// How many kernels of a backend ran since this was asked last, other than those that only clear registers. Zero under
/// Valgrind, which does not say.
pub(crate) fn kernels(backend: Backend) -> usize {
    let name = backend.to_string();
    request(COUNT_KERNELS, name.as_ptr().addr(), name.len())
}

/// How many kernels of a backend never ran. Zero under Valgrind, which does not say.
pub(crate) fn idle_kernels(backend: Backend) -> usize {
    let name = backend.to_string();
    request(COUNT_IDLE, name.as_ptr().addr(), name.len())
}

/// How many errors there have been.
pub(crate) fn errors() -> usize {
    request(COUNT_ERRORS, 0, 0)
}

static LEFT: AtomicUsize = AtomicUsize::new(0);

/// Calls something, and counts the secret bytes that it leaves in dead memory of the stack and in registers.
#[inline(always)]
#[track_caller]
pub(crate) fn watched<R>(call: impl FnOnce() -> R) -> R {
    if leftovers::is_running() {
        return leftovers::watched(call);
    }
    request(CLEAR_DEAD, 0, 0);
    let result = called(call);
    LEFT.fetch_add(request(COUNT_DEAD, 0, 0), Ordering::Relaxed);
    result
}

#[inline(never)]
pub(crate) fn called<R>(call: impl FnOnce() -> R) -> R {
    leftovers::note_caller();
    call()
}

/// How many secret bytes were left behind since this was asked last. Zero under Valgrind, which does not say.
pub(crate) fn left_behind() -> usize {
    LEFT.swap(0, Ordering::Relaxed)
}

/// Marks bytes as secret. They are others in every run that is compared with others.
pub(crate) fn hide(bytes: &mut [u8]) {
    trace::draw(bytes);
    request(MAKE_UNDEFINED, bytes.as_mut_ptr().addr(), bytes.len());
}

/// Marks bytes as known.
pub(crate) fn reveal(bytes: &mut [u8]) {
    request(MAKE_DEFINED, bytes.as_mut_ptr().addr(), bytes.len());
}
