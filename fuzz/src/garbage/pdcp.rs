//! PDUs of PDCP and transmit guards, with any keys, lengths and numbers.

use lanecrypt::threegpp::{
    Direction, EncryptionId, IntegrityId, Nea, Nia, Pdcp, PduJob, TransmitGuard,
};
use lanecrypt::{Backend, Error, Gathered};

use super::library::{count, result_of};
use super::{length, near};
use crate::case::{Case, Checked};
use crate::pages::Memory;
use crate::plant::{self, Plant};
use crate::reach;
use crate::source::Source;

/// PDUs of a case.
const PDUS: usize = 3;

/// A key of an algorithm, mostly of the right length and mostly of one that PDUs can have.
fn key(source: &mut Source<'_>) -> (u8, Vec<u8>) {
    let numbers = if source.one_in(8) { 9 } else { 4 };
    let number = source.below(numbers) as u8;
    let mut key = vec![0; near(source, if number < 4 { 16 } else { 32 })];
    source.fill(&mut key);
    (number, key)
}

/// The keys of a bearer, or whether they were refused for a reason.
fn pdcp(source: &mut Source<'_>, backend: Backend) -> Result<Option<Pdcp>, String> {
    let ((encryption, key), (integrity, integrity_key)) = (key(source), key(source));
    let (bearer, has_mac) = (source.below(40) as u8, !source.one_in(4));
    let direction = source.one_of(&[Direction::Uplink, Direction::Downlink]);
    let made = EncryptionId::try_from(encryption).and_then(|id| {
        let nea = Nea::with_backend(id, &key, backend)?;
        let nia = || Nia::with_backend(IntegrityId::try_from(integrity)?, &integrity_key, backend);
        let nia = if has_mac { Some(nia()?) } else { None };
        Pdcp::new(nea, nia, bearer, direction)
    });
    reach::note(format_args!("NEA{encryption}"));
    reach::note(format_args!("NIA{integrity}, has a MAC-I: {has_mac}"));
    reach::outcome(format_args!("Pdcp::new"), &made.as_ref().map(drop).map_err(|error| *error));
    let numbers = encryption < 4 && (integrity < 4 || !has_mac);
    let keys = key.len() == 16 && (integrity_key.len() == 16 || !has_mac);
    let right = numbers && keys && bearer < 32;
    match made {
        Ok(pdcp) if right => Ok(Some(pdcp)),
        Err(_) if !right => Ok(None),
        other => Err(format!("NEA{encryption}, NIA{integrity}, bearer {bearer}: {other:?}")),
    }
}

/// Protects or opens PDUs, in one batch or alone.
fn run(
    pdcp: &Pdcp,
    protect: bool,
    batch: bool,
    (number, header): (u32, usize),
    pdus: Vec<&mut [u8]>,
) -> Result<Vec<Result<(), Error>>, String> {
    if !batch {
        let each = pdus.into_iter().map(|pdu| match protect {
            true => pdcp.protect(number, header, pdu),
            false => pdcp.unprotect(number, header, pdu),
        });
        return Ok(each.collect());
    }
    let call = if protect { Pdcp::protect_batch } else { Pdcp::unprotect_batch };
    let mut jobs: Vec<_> =
        pdus.into_iter().map(|pdu| PduJob::new(pdcp, number, header, pdu)).collect();
    let report = call(&mut jobs);
    // What is done is not done again.
    if call(&mut jobs) != report {
        return Err("a second call gave another report".to_owned());
    }
    let results: Vec<_> = jobs.iter().map(|job| result_of(job.status())).collect();
    match report.failed() == results.iter().filter(|result| result.is_err()).count() {
        true => Ok(results),
        false => Err("the report is wrong".to_owned()),
    }
}

/// The same with PDUs whose bytes lie in several buffers.
fn run_segments(
    source: &mut Source<'_>,
    pdus: Vec<&mut [u8]>,
    run: impl FnOnce(Vec<&mut [u8]>) -> Result<Vec<Result<(), Error>>, String>,
) -> Result<Vec<Result<(), Error>>, String> {
    let mut room = vec![SPARE; pdus.iter().map(|pdu| pdu.len()).sum::<usize>() + 1];
    let mut cut: Vec<_> = pdus.into_iter().map(|pdu| segments(source, pdu)).collect();
    let mut rest = &mut room[..];
    let mut gathered = Vec::new();
    for segments in &mut cut {
        reach::note(format_args!("{} segments", segments.len()));
        gathered.push(Gathered::new(segments, &mut rest).map_err(|error| error.to_string())?);
    }
    let results = run(gathered.iter_mut().map(|pdu| &mut **pdu).collect());
    drop(gathered);
    match room.iter().all(|byte| [0, SPARE].contains(byte)) && room.last() == Some(&SPARE) {
        true => results,
        false => Err("the room has bytes of PDUs".to_owned()),
    }
}

/// What room has in which nothing was gathered.
const SPARE: u8 = 0xa5;

/// A PDU in 1 to 4 pieces, some of them perhaps empty.
fn segments<'p>(source: &mut Source<'_>, mut pdu: &'p mut [u8]) -> Vec<&'p mut [u8]> {
    let mut segments = Vec::new();
    for _ in 0..source.below(4) {
        let (first, rest) = pdu.split_at_mut(source.below(pdu.len() + 1));
        segments.push(first);
        pdu = rest;
    }
    segments.push(pdu);
    segments
}

/// What a PDU must be after a call, if it was `pdu` before; `made` is what it is.
fn expect(
    pdcp: &Pdcp,
    protect: bool,
    (number, header): (u32, usize),
    result: Result<(), Error>,
    (made, pdu): (&[u8], &mut [u8]),
) -> Result<(), String> {
    let fits = pdu.len() >= header.saturating_add(pdcp.mac_bytes());
    match result {
        Err(Error::PduLength { .. }) if !fits => {}
        Err(Error::Authentication) if fits && !protect && pdcp.mac_bytes() > 0 => {
            pdu[header..].fill(0);
        }
        Ok(()) if fits => {
            // The other way round, it is what it was; but the place of the MAC-I can be anything before.
            let mut back = made.to_vec();
            let end = pdu.len() - pdcp.mac_bytes();
            let returned = match protect {
                true => pdcp.unprotect(number, header, &mut back),
                false => pdcp.protect(number, header, &mut back),
            };
            let same = if protect { back[..end] == pdu[..end] } else { back == *pdu };
            if returned.is_err() || !same || made[..header] != pdu[..header] {
                return Err(format!("not the PDU that it was: {returned:?}"));
            }
            pdu.copy_from_slice(made);
        }
        other => return Err(format!("{other:?}")),
    }
    Ok(())
}

/// PDUs, with headers that are longer than they are, and with a MAC-I that is right or any bytes.
pub(super) fn pdus(case: &mut Case<'_, '_>) -> Checked {
    let Case { source, memory, backend } = case;
    let Memory { inputs, outputs } = memory;
    inputs.reset(source);
    outputs.reset(source);
    let lengths: [usize; PDUS] = std::array::from_fn(|_| length(source));
    for bytes in lengths {
        assert!(outputs.take(source, bytes), "there is room");
    }
    inputs.fill(source);
    outputs.fill(source);
    let Some(pdcp) = pdcp(source, *backend)? else { return Ok(count(1, 0)) };
    let header = match source.below(16) {
        0 => usize::MAX - source.below(9),
        1 => source.below(2100),
        _ => source.below(5),
    };
    let (number, protect) = (source.number() as u32, source.one_in(2));
    if !protect && source.one_in(2) {
        for place in 0..PDUS {
            // What is too short stays as it is.
            let _ = pdcp.protect(number, header, outputs.put(place));
        }
        outputs.repeat();
    }
    let (mut first, second) = outputs.both();
    let pdus = first.iter_mut().map(|pdu| &mut **pdu).collect();
    let batch = source.one_in(2);
    let run = |pdus: Vec<&mut [u8]>| run(&pdcp, protect, batch, (number, header), pdus);
    let results = if source.one_in(4) { run_segments(source, pdus, run) } else { run(pdus) }?;
    for (place, ((result, made), pdu)) in results.into_iter().zip(first).zip(second).enumerate() {
        reach::outcome(format_args!("protect: {protect}"), &result);
        expect(&pdcp, protect, (number, header), result, (made, pdu))
            .map_err(|what| format!("PDU {place} of {lengths:?}, header {header}: {what}"))?;
    }
    if plant::is(Plant::Result) {
        outputs.plant_beside();
    }
    match outputs.agree() {
        true => Ok(count(PDUS, lengths.iter().sum())),
        false => Err("something else was written".to_owned()),
    }
}

/// A transmit guard gives what one that only remembers the next number gives.
pub(super) fn guards(case: &mut Case<'_, '_>) -> Checked {
    const CALLS: usize = 12;
    let source = &mut *case.source;
    let used = match source.below(4) {
        0 => 0,
        1 => u32::MAX - source.below(6) as u32,
        _ => source.number() as u32,
    };
    let mut guard = if used == 0 { TransmitGuard::new() } else { TransmitGuard::starting_at(used) };
    let mut next = u64::from(used);
    for _ in 0..CALLS {
        let asked = match source.below(4) {
            0 => source.number() as u32,
            1 => (next as u32).wrapping_sub(1 + source.below(3) as u32),
            _ => (next as u32).wrapping_add(source.below(3) as u32),
        };
        let (count, taken) = match source.one_in(2) {
            true => (u32::try_from(next).unwrap_or(u32::MAX), guard.next_count()),
            false => (asked, guard.count(asked)),
        };
        let taken = taken.map(|taken| taken ^ u32::from(plant::is(Plant::Result)));
        reach::outcome(format_args!("used up: {}", next > u32::MAX.into()), &taken.map(drop));
        let right = match u64::from(count) < next {
            true => Err(Error::CountUsed { count, next }),
            false => Ok(count),
        };
        if taken != right {
            return Err(format!("a guard gave {taken:?} and not {right:?}"));
        }
        next = taken.map_or(next, |taken| u64::from(taken) + 1);
    }
    Ok(count(CALLS, 0))
}
