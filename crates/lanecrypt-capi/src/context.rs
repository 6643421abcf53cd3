//! Contexts: memory of the caller that holds a value of the library.
//!
//! A context begins with a mark, by which memory that was never initialised, was cleared, or holds
//! another kind of context is refused.

use core::mem::MaybeUninit;
use core::sync::atomic::{Ordering, compiler_fence};

use crate::status::{Outcome, Refused};

/// A type of the header that holds a value of the library.
pub(crate) trait Context: Sized {
    /// What it holds.
    type Value;
    /// What its first eight bytes are while it holds one.
    const MARK: u64;
}

/// How a value lies in a context.
#[repr(C)]
pub(crate) struct Slot<T> {
    mark: u64,
    value: MaybeUninit<T>,
}

/// Makes a type of the header a context, and checks that its value fits.
macro_rules! context {
    ($name:ident holds $value:ty, $mark:literal) => {
        impl $crate::context::Context for $name {
            type Value = $value;
            const MARK: u64 = u64::from_le_bytes(*$mark);
        }

        const _: () = {
            use $crate::context::Slot;
            assert!(size_of::<Slot<$value>>() <= size_of::<$name>(), "the context is too small");
            assert!(align_of::<Slot<$value>>() <= align_of::<$name>());
            assert!(size_of::<$name>() % 64 == 0 && align_of::<$name>() == 64);
        };
    };
}
pub(crate) use context;

/// Puts a value into a context, whatever is in it.
///
/// # Safety
///
/// `at` is NULL or points to `size` bytes that nothing else uses meanwhile.
pub(crate) unsafe fn init<C: Context>(
    at: *mut C,
    size: usize,
    value: impl FnOnce() -> Outcome<C::Value>,
) -> Outcome {
    if at.is_null() || !at.is_aligned() {
        return Err(Refused::ARGUMENT);
    }
    if size < size_of::<C>() {
        return Err(Refused::SIZE);
    }
    let value = value()?;
    // SAFETY: the context has so many bytes, and `context!` checked that the slot fits.
    unsafe {
        wipe(at);
        at.cast::<Slot<C::Value>>().write(Slot { mark: C::MARK, value: MaybeUninit::new(value) });
    }
    Ok(())
}

/// The slot of a context that holds a value.
#[inline(always)]
unsafe fn slot<C: Context>(at: *const C) -> Outcome<*mut Slot<C::Value>> {
    if at.is_null() || !at.is_aligned() {
        return Err(Refused::ARGUMENT);
    }
    // SAFETY: the caller vouches for the memory of a context, and a mark has no invalid value.
    match unsafe { at.cast::<u64>().read() } == C::MARK {
        true => Ok(at.cast_mut().cast()),
        false => Err(Refused::STATE),
    }
}

/// The value in a context.
///
/// # Safety
///
/// `at` is NULL or points to a context, which nothing writes as long as the value is used.
#[inline(always)]
pub(crate) unsafe fn get<'a, C: Context>(at: *const C) -> Outcome<&'a C::Value> {
    // SAFETY: the mark says that `init` put a value there, and the caller vouches for the rest.
    unsafe { Ok((*slot(at)?).value.assume_init_ref()) }
}

/// The value in a context, to be changed.
///
/// # Safety
///
/// As [`get`], and nothing else reads the context.
pub(crate) unsafe fn get_mut<'a, C: Context>(at: *mut C) -> Outcome<&'a mut C::Value> {
    // SAFETY: as in `get`.
    unsafe { Ok((*slot(at)?).value.assume_init_mut()) }
}

/// Takes the value out of a context and clears it.
///
/// # Safety
///
/// As [`get_mut`].
pub(crate) unsafe fn take<C: Context>(at: *mut C) -> Outcome<C::Value> {
    // SAFETY: as in `get`. The value is not used in its place again, because the mark is wiped.
    unsafe {
        let value = (*slot(at)?).value.assume_init_read();
        wipe(at);
        Ok(value)
    }
}

/// Wipes a context, whatever is in it. NULL is allowed.
///
/// # Safety
///
/// As [`get_mut`].
pub(crate) unsafe fn clear<C: Context>(at: *mut C) {
    if at.is_null() || !at.is_aligned() {
        return;
    }
    // SAFETY: values own nothing but their bytes, so that wiping them is all that is to be done.
    unsafe { wipe(at) }
}

/// Makes all of a context zeros, also where nobody reads them afterwards.
unsafe fn wipe<C: Context>(at: *mut C) {
    let words = at.cast::<u64>();
    for place in 0..size_of::<C>() / size_of::<u64>() {
        // SAFETY: within the context, whose size and alignment `context!` checked.
        unsafe { words.add(place).write_volatile(0) };
    }
    compiler_fence(Ordering::SeqCst);
}
