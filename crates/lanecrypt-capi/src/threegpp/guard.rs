//! A transmit guard: a COUNT is taken once.

use lanecrypt::threegpp::TransmitGuard;

use crate::arguments::apart;
use crate::context::{context, get_mut, init};
use crate::status::{Refused, lc_status, status};

/// Refuses a COUNT that a transmitter has used before: each must be higher than all before it. For one thread
/// at a time.
///
/// There is one for each direction of each bearer, as long as its keys are the same. It holds no secrets. It
/// must not be copied, also not by `fork`: two copies take the same COUNT.
#[repr(C, align(64))]
pub struct lc_transmit_guard {
    /// Not to be read or written by the caller.
    opaque: [u64; 8],
}

context!(lc_transmit_guard holds TransmitGuard, b"lc_tgrd\x01");

/// Makes a guard. `size` is `sizeof(lc_transmit_guard)`. Those below `next` count as used: 0 for fresh keys.
///
/// Errors: `LC_E_ARGUMENT`, `LC_E_SIZE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_transmit_guard_init(
    context: *mut lc_transmit_guard,
    size: usize,
    next: u32,
) -> lc_status {
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(context, size, || Ok(TransmitGuard::starting_at(next))) })
}

/// Takes this COUNT. Lower ones cannot be taken any more.
///
/// Errors, after which nothing has changed: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_COUNT_USED` if it or a higher
/// one was taken.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_transmit_guard_count(
    context: *mut lc_transmit_guard,
    count: u32,
) -> lc_status {
    // SAFETY: the caller gives a context that nothing else uses.
    let take = || unsafe {
        get_mut(context)?.count(count)?;
        Ok(())
    };
    status(take())
}

/// Takes the lowest COUNT that is left, and writes it to `count`.
///
/// Errors, after which nothing has changed: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_OVERLAP` of guard and `count`,
/// `LC_E_COUNT_USED` if all 2^32 are taken: other keys are needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_transmit_guard_next(
    context: *mut lc_transmit_guard,
    count: *mut u32,
) -> lc_status {
    // SAFETY: the caller gives a context that nothing else uses, and room for a number.
    let take = || unsafe {
        if count.is_null() || !count.is_aligned() {
            return Err(Refused::ARGUMENT);
        }
        apart(context.cast(), size_of::<lc_transmit_guard>(), count.cast(), size_of::<u32>())?;
        count.write(get_mut(context)?.next_count()?);
        Ok(())
    };
    status(take())
}
