//! PDUs of PDCP, one a call.

mod batch;

use core::ffi::c_int;

use lanecrypt::threegpp::{EncryptionId, IntegrityId, Nea, Nia, Pdcp};
use lanecrypt::{Backend, Error};

use super::batch::{direction_of, id};
use crate::arguments::{apart, bytes, bytes_mut};
use crate::backend::backend as backend_of;
use crate::context::{clear, context, get, init};
use crate::status::{Outcome, Refused, lc_status, status};

pub use batch::*;

/// For `lc_pdcp_init`, in place of the number of an integrity algorithm: PDUs have no MAC-I.
pub const LC_PDCP_NO_INTEGRITY: u32 = 255;

/// The length of the keys of algorithms 0 to 3 in bytes.
const KEY_BYTES: usize = 16;

/// The keys of a radio bearer in one direction, which protect PDUs as PDCP does.
///
/// The caller places it, aligned to 64 bytes. It holds no pointers: it can be moved by `memcpy`, if the
/// old place is cleared. After `lc_pdcp_init` any number of threads may use it at once.
///
/// A PDU is header, data and MAC-I in one buffer, one after the other. The header is that of PDCP (2 or 3 bytes)
/// and, if there is one, that of SDAP (1 byte). The MAC-I has 4 bytes, in the order in which they are sent;
/// bearers without integrity protection have none. The MAC-I is computed over header and data. Then data and
/// MAC-I are encrypted, and the header is not. See TS 38.323, sections 5.8 and 5.9.
#[repr(C, align(64))]
pub struct lc_pdcp {
    /// Not to be read or written by the caller.
    opaque: [u64; 192],
}

context!(lc_pdcp holds Pdcp, b"lc_pdcp\x01");

/// Takes the keys, BEARER and DIRECTION of a bearer.
///
/// `size` is `sizeof(lc_pdcp)`. `encryption` and `integrity` are numbers of algorithms, 0 to 3, in any
/// combination. Their keys have 16 bytes each. `LC_PDCP_NO_INTEGRITY` as `integrity`, with NULL as its key, is for
/// bearers whose PDUs have no MAC-I. `bearer` is the identity of the radio bearer less 1: 0 to 31. `direction` is 0
/// for uplink and 1 for downlink. `backend` is the number of a backend or `LC_BACKEND_BEST`. Whatever was in
/// the context is wiped; after an error it is as before.
///
/// Errors: `LC_E_ARGUMENT`, `LC_E_SIZE`, `LC_E_BEARER`, `LC_E_UNSUPPORTED`, `LC_E_UNKNOWN_ALGORITHM`,
/// `LC_E_PARAMETER_KIND` for algorithms 4 to 6, which take an IV in place of COUNT, `LC_E_UNKNOWN_BACKEND`,
/// `LC_E_BACKEND_UNAVAILABLE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_pdcp_init(
    context: *mut lc_pdcp,
    size: usize,
    encryption: u32,
    encryption_key: *const u8,
    integrity: u32,
    integrity_key: *const u8,
    bearer: u8,
    direction: u8,
    backend: c_int,
) -> lc_status {
    // SAFETY: the caller gives keys of this length.
    let new = || unsafe {
        let backend = backend_of(backend)?;
        let nea = nea(encryption, encryption_key, backend)?;
        let nia = nia(integrity, integrity_key, backend)?;
        Ok(Pdcp::new(nea, nia, bearer, direction_of(direction)?)?)
    };
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(context, size, new) })
}

/// # Safety
///
/// The key is NULL or has 16 bytes.
unsafe fn nea(number: u32, key: *const u8, backend: Backend) -> Outcome<Nea> {
    let id = id(number, EncryptionId::from_number)?;
    // SAFETY: the caller vouches for the key.
    let key = unsafe { key_of(id.key_bytes(), key) }?;
    Ok(Nea::with_backend(id, key, backend)?)
}

/// # Safety
///
/// The key is NULL or has 16 bytes.
unsafe fn nia(number: u32, key: *const u8, backend: Backend) -> Outcome<Option<Nia>> {
    if number == LC_PDCP_NO_INTEGRITY {
        return if key.is_null() { Ok(None) } else { Err(Refused::ARGUMENT) };
    }
    let id = id(number, IntegrityId::from_number)?;
    // SAFETY: the caller vouches for the key.
    let key = unsafe { key_of(id.key_bytes(), key) }?;
    Ok(Some(Nia::with_backend(id, key, backend)?))
}

/// The key of an algorithm whose keys have so many bytes. Those with longer keys take an IV, and the caller
/// does not say that there are more than 16 bytes.
///
/// # Safety
///
/// The key is NULL or has 16 bytes.
unsafe fn key_of<'a>(key_bytes: usize, key: *const u8) -> Outcome<&'a [u8]> {
    match key_bytes {
        // SAFETY: the caller vouches for the key.
        KEY_BYTES => unsafe { bytes(key, KEY_BYTES) },
        _ => Err(Error::ParameterKind.into()),
    }
}

/// The PDU at an address, apart from its context.
///
/// # Safety
///
/// The caller of C vouches for the context, and for the PDU if it is not NULL.
#[inline(always)]
unsafe fn pdu_of<'a>(
    context: *const lc_pdcp,
    pdu: *mut u8,
    pdu_len: usize,
) -> Outcome<&'a mut [u8]> {
    if pdu_len <= isize::MAX as usize {
        apart(pdu, pdu_len, context.cast(), size_of::<lc_pdcp>())?;
    }
    // SAFETY: the caller vouches for the PDU.
    unsafe { bytes_mut(pdu, pdu_len) }
}

/// Protects a PDU of `pdu_len` bytes in place. Its first `header_len` bytes are not encrypted; its last 4 bytes,
/// which can be anything, become the MAC-I.
///
/// COUNT must not be used twice in one direction under the same keys: see `lc_transmit_guard`.
///
/// Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_OVERLAP` of PDU and context,
/// `LC_E_PDU_LENGTH` if the PDU is shorter than header and MAC-I, `LC_E_TOO_LONG` if it has 2^32 bits or more.
///
/// One PDU at a time uses a small part of what the processor can do: see `lc_pdcp_protect_batch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_pdcp_protect(
    context: *const lc_pdcp,
    count: u32,
    header_len: usize,
    pdu: *mut u8,
    pdu_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context, and a buffer of this length.
    let protect = || unsafe {
        let pdu = pdu_of(context, pdu, pdu_len)?;
        Ok(get(context)?.protect(count, header_len, pdu)?)
    };
    status(protect())
}

/// Decrypts a PDU of `pdu_len` bytes in place and verifies its MAC-I, which is in its last 4 bytes afterwards.
///
/// If the MAC-I is wrong, that is `LC_E_AUTHENTICATION`, and all after the header is zeros. Other errors are those
/// of `lc_pdcp_protect`, after which nothing was written. Constant time in keys and data; whether the MAC-I was
/// right shows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_pdcp_open(
    context: *const lc_pdcp,
    count: u32,
    header_len: usize,
    pdu: *mut u8,
    pdu_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context, and a buffer of this length.
    let open = || unsafe {
        let pdu = pdu_of(context, pdu, pdu_len)?;
        Ok(get(context)?.unprotect(count, header_len, pdu)?)
    };
    status(open())
}

/// Wipes a context. NULL is allowed, and so is a context that holds nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_pdcp_clear(context: *mut lc_pdcp) {
    // SAFETY: the caller gives a context that nothing else uses.
    unsafe { clear(context) }
}

#[cfg(test)]
mod tests {
    use core::ptr::null_mut;

    use lanecrypt::threegpp::Direction;

    use super::*;
    use crate::backend::BEST;
    use crate::status::{DONE, PENDING};
    use crate::threegpp::{
        lc_transmit_guard, lc_transmit_guard_count, lc_transmit_guard_init, lc_transmit_guard_next,
    };

    const KEYS: [[u8; 16]; 2] = [[7; 16], [8; 16]];

    /// Memory of a context that holds nothing.
    fn empty<C>() -> C {
        // SAFETY: the contexts of C are numbers, and zeros are numbers.
        unsafe { core::mem::zeroed() }
    }

    /// A bearer of C and the same of the library.
    fn bearer(encryption: u8, integrity: Option<u8>) -> (lc_pdcp, Pdcp) {
        let mut context = empty::<lc_pdcp>();
        let integrity_key = if integrity.is_some() { KEYS[1].as_ptr() } else { core::ptr::null() };
        // SAFETY: the context and the keys have their lengths.
        let status = unsafe {
            lc_pdcp_init(
                &raw mut context,
                size_of::<lc_pdcp>(),
                encryption.into(),
                KEYS[0].as_ptr(),
                integrity.map_or(LC_PDCP_NO_INTEGRITY, u32::from),
                integrity_key,
                9,
                1,
                BEST,
            )
        };
        assert_eq!(status, DONE);
        let nea = Nea::new(EncryptionId::from_number(encryption).unwrap(), &KEYS[0]).unwrap();
        let nia = integrity
            .map(|number| Nia::new(IntegrityId::from_number(number).unwrap(), &KEYS[1]).unwrap());
        (context, Pdcp::new(nea, nia, 9, Direction::Downlink).unwrap())
    }

    #[test]
    fn pdus_are_those_of_the_library() {
        let supported = |number: &u8| EncryptionId::from_number(*number).unwrap().is_supported();
        for encryption in (0..=3).filter(supported) {
            for integrity in (0..=3).filter(supported).map(Some).chain([None]) {
                let (context, pdcp) = bearer(encryption, integrity);
                for count in [0, 1, 33] {
                    let mut pdus = vec![[0x5a; 90]; count];
                    let mut jobs: Vec<_> = pdus
                        .iter_mut()
                        .zip(0..)
                        .map(|(pdu, count)| lc_pdcp_job {
                            context: &raw const context,
                            pdu: pdu.as_mut_ptr(),
                            pdu_len: pdu.len() - count as usize,
                            header_len: 2,
                            count,
                            status: PENDING,
                            zero: 0,
                            user: null_mut(),
                            reserved: [0; 2],
                        })
                        .collect();
                    // SAFETY: the jobs and what they point to are there.
                    assert_eq!(unsafe { lc_pdcp_protect_batch(jobs.as_mut_ptr(), count) }, count);
                    for (pdu, count) in pdus.iter_mut().zip(0..) {
                        let mut expected = [0x5a; 90];
                        let len = expected.len() - count as usize;
                        pdcp.protect(count, 2, &mut expected[..len]).unwrap();
                        assert!(*pdu == expected, "{pdcp:?}");
                        let (context, pdu) = (&raw const context, pdu.as_mut_ptr());
                        // SAFETY: the PDU has so many bytes.
                        assert_eq!(unsafe { lc_pdcp_open(context, count, 2, pdu, len) }, DONE);
                    }
                }
            }
        }
    }

    #[test]
    fn pdus_in_their_context_and_counts_that_are_used_are_refused() {
        let (mut context, _) = bearer(0, Some(0));
        let at = &raw mut context;
        for place in [0, 8, size_of::<lc_pdcp>() - 1] {
            let pdu = at.cast::<u8>().wrapping_add(place);
            // SAFETY: it is refused because of its address.
            let status = unsafe { lc_pdcp_protect(at, 0, 0, pdu, 50) };
            assert_eq!(status, Error::Overlap.code());
        }
        let (mut guard, mut count) = (empty::<lc_transmit_guard>(), 0);
        let at = &raw mut guard;
        // SAFETY: the guard has its length.
        unsafe {
            assert_eq!(lc_transmit_guard_init(at, size_of::<lc_transmit_guard>(), 5), DONE);
            let used = Error::CountUsed { count: 4, next: 5 }.code();
            assert_eq!(lc_transmit_guard_count(at, 4), used);
            assert_eq!(lc_transmit_guard_next(at, &raw mut count), DONE);
            assert_eq!((count, lc_transmit_guard_count(at, 5)), (5, used));
        }
    }
}
