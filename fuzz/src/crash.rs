//! What is written when the processor stops the program: which case it was.

use std::sync::atomic::{AtomicU64, Ordering};

/// The exit status after that.
pub const STATUS: i32 = 3;

/// The seed of the case that runs, and the numbers of its algorithm and its backend in their lists.
static CURRENT: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];

/// Notes the case that begins.
#[inline]
pub fn note(algorithm: usize, backend: u8, seed: u64) {
    for (place, value) in CURRENT.iter().zip([algorithm as u64, backend.into(), seed]) {
        place.store(value, Ordering::Relaxed);
    }
}

/// From now on, an access to a forbidden page, an instruction that does not exist or an abort writes a line
/// `crash SIGNAL ALGORITHM BACKEND SEED` to standard output and ends the program.
pub fn watch() {
    for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT] {
        // SAFETY: `write_line` calls only what can be called in a handler, and does not return.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = write_line as extern "C" fn(libc::c_int) as libc::sighandler_t;
            // The stack may be what is used up.
            action.sa_flags = libc::SA_ONSTACK | libc::SA_RESETHAND;
            assert_eq!(libc::sigaction(signal, &raw const action, std::ptr::null_mut()), 0);
        }
    }
}

extern "C" fn write_line(signal: libc::c_int) {
    let mut line = [b' '; 128];
    line[..5].copy_from_slice(b"crash");
    let mut end = 5;
    let [algorithm, backend, seed] = [0, 1, 2].map(|i| CURRENT[i].load(Ordering::Relaxed));
    for number in [signal as u64, algorithm, backend, seed] {
        end += 1;
        end += decimal(number, &mut line[end..]);
    }
    line[end] = b'\n';
    // SAFETY: writes bytes of this function and ends the program.
    unsafe {
        libc::write(1, line.as_ptr().cast(), end + 1);
        libc::_exit(STATUS);
    }
}

/// Writes a number and returns how many digits it has.
fn decimal(mut number: u64, to: &mut [u8]) -> usize {
    let digits = number.checked_ilog10().unwrap_or(0) as usize + 1;
    for place in to[..digits].iter_mut().rev() {
        *place = b'0' + (number % 10) as u8;
        number /= 10;
    }
    digits
}
