//! The stack of kernels on processors without assembly of their own: it is overwritten by arrays in the frames of functions.
//! What the compiler puts beside an array is not. Nothing is done where there is no operating system, because stacks can be
//! small there and the last array reaches below what was used, and under Miri, where addresses of frames have no order.

use core::hint::black_box;
use core::mem::MaybeUninit;

use super::super::keep_in_memory;

const ARRAY: usize = 2048;

const USED: bool = cfg!(all(any(unix, windows), not(miri)));

/// An address below the frame of the function that this is called in, or `usize::MAX` where the stack is not overwritten.
#[inline(always)]
pub(super) fn bottom() -> usize {
    /// The frame of this function lies below that of its caller.
    #[inline(never)]
    fn here() -> usize {
        let here = MaybeUninit::<u8>::uninit();
        black_box(here.as_ptr()).addr()
    }
    if USED { here() } else { usize::MAX }
}

/// Overwrites the stack from an address up to that of the caller.
#[inline(always)]
pub(super) fn wipe(bottom: usize) {
    if USED {
        below(bottom);
    }
}

#[inline(never)]
fn below(bottom: usize) {
    let mut zeros = [0_u8; ARRAY];
    keep_in_memory(&mut zeros);
    if core::ptr::from_ref(&zeros).addr() > bottom {
        below(bottom);
    }
    // So that the call is not the last thing: its frame would take the place of this one.
    keep_in_memory(&mut zeros);
}
