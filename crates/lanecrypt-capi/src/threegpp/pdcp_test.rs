//! PDUs through the functions of C, beside those of the library.

use core::ptr::null_mut;

use lanecrypt::Error;
use lanecrypt::threegpp::{Direction, EncryptionId, IntegrityId, Nea, Nia, Pdcp};

use super::*;
use crate::status::{DONE, PENDING};

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
