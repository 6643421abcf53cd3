//! One type for AES with keys of any length, so that there is one kernel for all of them.
//!
//! The key objects of the three lengths lie in memory in the same way, and so do jobs of a mode over them. Batches are
//! handed on as jobs of one type. What a kernel must know of the length is in the key: see [`AesKey`].

use crate::batch::{AeadJob, CipherJob, MacJob};
use crate::block::aes_key::AesKey;
use crate::block::{Aes128, Aes192, Aes256};
use crate::mode::{AesModes, Cbc, Cmac, Ctr, Ecb, Gcm, Ocb3, Pmac, TagLengths};
use crate::{Aead, Cipher, Mac};

/// AES with keys of any length.
pub(super) type Any = Aes256;

/// A mode with a cipher, whose key objects lie in memory as those of another one do.
///
/// # Safety
///
/// Both have the same layout, and a value of one is a value of the other.
pub(super) unsafe trait LiesAs<Other> {}

/// Whether both take the same room.
const fn same_room<A, B>() -> bool {
    size_of::<A>() == size_of::<B>() && align_of::<A>() == align_of::<B>()
}

const _: () = assert!(
    same_room::<Aes128, AesKey>() && same_room::<Aes192, AesKey>() && same_room::<Aes256, AesKey>()
);

macro_rules! lies_as_any {
    ($($mode:ident),*) => {$(
        // SAFETY: the mode is `repr(C)`, and only the type of its cipher differs. That is one of three, because the trait
        // is sealed; each of them is `repr(transparent)` around the same key.
        unsafe impl<C: AesModes> LiesAs<$mode<Any>> for $mode<C> {}
    )*};
}

lies_as_any!(Ctr, Ecb, Cbc, Cmac, Pmac, Ocb3);

// SAFETY: the mode is `repr(C)`, and only the type of its cipher differs, as above. The lengths of tags are a type without
// values.
unsafe impl<C: AesModes, T: TagLengths> LiesAs<Gcm<Any>> for Gcm<C, T> {}

/// Jobs as those of another mode.
pub(super) fn ciphers<'j, 'a, M, Other>(
    jobs: &'j mut [CipherJob<'a, M>],
) -> &'j mut [CipherJob<'a, Other>]
where
    M: Cipher + LiesAs<Other>,
    Other: Cipher<Nonce<'a> = <M as Cipher>::Nonce<'a>>,
{
    const { assert!(same_room::<M, Other>()) };
    const { assert!(same_room::<CipherJob<'a, M>, CipherJob<'a, Other>>()) };
    // SAFETY: a job is `repr(C)` and so is its key. Only the type differs that a reference to a key object refers to, and
    // those lie in memory in the same way.
    unsafe { &mut *(core::ptr::from_mut(jobs) as *mut [CipherJob<'a, Other>]) }
}

/// The same of MACs.
pub(super) fn macs<'j, 'a, M, Other>(jobs: &'j mut [MacJob<'a, M>]) -> &'j mut [MacJob<'a, Other>]
where
    M: Mac + LiesAs<Other>,
    Other: Mac<Nonce<'a> = <M as Mac>::Nonce<'a>>,
{
    const { assert!(same_room::<M, Other>()) };
    const { assert!(same_room::<MacJob<'a, M>, MacJob<'a, Other>>()) };
    // SAFETY: a job is `repr(C)` and so is its key. Only the type differs that a reference to a key object refers to, and
    // those lie in memory in the same way.
    unsafe { &mut *(core::ptr::from_mut(jobs) as *mut [MacJob<'a, Other>]) }
}

/// The same of authenticated encryption.
pub(super) fn aeads<'j, 'a, M, Other>(
    jobs: &'j mut [AeadJob<'a, M>],
) -> &'j mut [AeadJob<'a, Other>]
where
    M: Aead + LiesAs<Other>,
    Other: Aead,
{
    const { assert!(same_room::<M, Other>()) };
    const { assert!(same_room::<AeadJob<'a, M>, AeadJob<'a, Other>>()) };
    // SAFETY: a job is `repr(C)` and so is its key. Only the type differs that a reference to a key object refers to, and
    // those lie in memory in the same way.
    unsafe { &mut *(core::ptr::from_mut(jobs) as *mut [AeadJob<'a, Other>]) }
}
