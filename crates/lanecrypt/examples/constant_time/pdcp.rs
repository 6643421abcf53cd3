//! PDUs of PDCP: keys and data are secret; bearers, COUNTs, headers and lengths are not.

use super::memcheck::watched;
use super::{Count, Reports, leftovers, secret};
use lanecrypt::threegpp::{Direction, EncryptionId, IntegrityId, Nea, Nia, Pdcp, PduJob};
use lanecrypt::{Backend, Error, Gathered};

const BYTES: usize = 600;
/// The bytes of a header, which is not encrypted.
const HEADER: usize = 3;

fn bearer(
    backend: Backend,
    (encryption, integrity): (EncryptionId, IntegrityId),
    seed: usize,
) -> Pdcp {
    let (first, second) = (secret::<16>(seed as u8), secret::<16>(!seed as u8));
    leftovers::look_for_bytes(&first);
    leftovers::look_for_bytes(&second);
    let nea = watched(|| Nea::with_backend(encryption, &first, backend)).expect("a key");
    let nia = watched(|| Nia::with_backend(integrity, &second, backend)).expect("a key");
    Pdcp::new(nea, nia, seed as u8 % 32, Direction::Downlink).expect("algorithms of PDCP")
}

/// Protects a PDU whose header, data and MAC-I are buffers of their own.
fn in_segments(pdcp: &Pdcp, pdu: &mut [u8]) -> Result<(), Error> {
    let (header, rest) = pdu.split_at_mut(HEADER);
    let (data, mac) = rest.split_at_mut(rest.len() - Pdcp::MAC_BYTES);
    let (mut segments, mut room) = ([header, data, mac], [0; BYTES]);
    let mut room = &mut room[..];
    watched(|| pdcp.protect(78, HEADER, &mut Gathered::new(&mut segments, &mut room)?))
}

/// Protects and opens so many PDUs, in a batch and one by one; damaged before the last opening.
fn both_ways(backend: Backend, ids: (EncryptionId, IntegrityId), many: usize) {
    let bearers: Vec<_> = (0..many).map(|i| bearer(backend, ids, i)).collect();
    let mut pdus: Vec<_> = (0..many).map(|i| secret::<BYTES>(i as u8)).collect();
    let length = |i: usize| [BYTES, 40, 7, 256][i % 4];
    let jobs_of = |pdus: &mut [[u8; BYTES]], work: &dyn Fn(&mut [PduJob<'_>]) -> bool| {
        let jobs = pdus.iter_mut().zip(&bearers).enumerate();
        let jobs =
            jobs.map(|(i, (pdu, pdcp))| PduJob::new(pdcp, 77, HEADER, &mut pdu[..length(i)]));
        let mut jobs: Vec<_> = jobs.collect();
        work(&mut jobs)
    };
    let protect = |jobs: &mut [PduJob<'_>]| watched(|| Pdcp::protect_batch(jobs).is_ok());
    let open = |jobs: &mut [PduJob<'_>]| watched(|| Pdcp::unprotect_batch(jobs).is_ok());
    assert!(jobs_of(&mut pdus, &protect));
    assert!(jobs_of(&mut pdus, &open));
    for (i, (pdu, pdcp)) in pdus.iter_mut().zip(&bearers).enumerate() {
        let pdu = &mut pdu[..length(i)];
        in_segments(pdcp, pdu).expect("room for the MAC-I");
        pdu[HEADER] ^= 1;
        let result = watched(|| pdcp.unprotect(78, HEADER, pdu));
        assert!(result == Err(Error::Authentication));
    }
}

/// Every pair of algorithms with a MAC.
pub(crate) fn every_pair(backend: Backend, count: Count<'_>) {
    for encryption in 0..=3 {
        for integrity in 1..=3 {
            let ids = (
                EncryptionId::from_number(encryption).expect("an algorithm"),
                IntegrityId::from_number(integrity).expect("an algorithm"),
            );
            for many in [1, 3, 8] {
                let pair = format!("NEA{encryption} NIA{integrity}");
                let name = format!("{backend} Pdcp, PduJob and Gathered, {pair} x {many}");
                count(name, Reports::Verdicts(2 * many), &|| both_ways(backend, ids, many));
            }
        }
    }
}
