//! Messages in segments: what the same message in one piece gives is the expected result.

#[path = "support/mod.rs"]
mod base;

use base::Random;
use lanecrypt::threegpp::{Direction, EncryptionId, IntegrityId, Nea, Nia, Pdcp, PduJob};
use lanecrypt::{Data, Error, Gathered};

/// What room has in which nothing was gathered.
const SPARE: u8 = 0xa5;

/// A message in so many pieces, some of them perhaps empty.
fn cut<'m>(random: &mut Random, mut message: &'m mut [u8], pieces: usize) -> Vec<&'m mut [u8]> {
    let mut segments = Vec::new();
    for _ in 1..pieces {
        let (first, rest) = message.split_at_mut(random.below(message.len() + 1));
        segments.push(first);
        message = rest;
    }
    segments.push(message);
    segments
}

/// Bearers with every pair of algorithms that this build has.
fn bearers(random: &mut Random) -> Vec<Pdcp> {
    let mut bearers = Vec::new();
    let numbers = |number| EncryptionId::from_number(number).unwrap();
    let integrity_numbers = |number| IntegrityId::from_number(number).unwrap();
    for encryption in (0..=3).map(numbers).filter(|id| id.is_supported()) {
        for integrity in (0..=3).map(integrity_numbers).filter(|id| id.is_supported()) {
            let nea = Nea::new(encryption, &random.bytes(16)).unwrap();
            let nia = Nia::new(integrity, &random.bytes(16)).unwrap();
            bearers.push(Pdcp::new(nea, nia, random.below(32) as u8, Direction::Uplink).unwrap());
        }
    }
    bearers
}

/// Protects PDUs in one batch, those of the bearers in turns.
fn protect<'p>(bearers: &'p [Pdcp], pdus: impl Iterator<Item = &'p mut [u8]>) {
    let mut jobs: Vec<_> = pdus
        .zip(bearers.iter().cycle().zip(0..))
        .map(|(pdu, (bearer, count))| PduJob::new(bearer, count, 3, pdu))
        .collect();
    assert!(Pdcp::protect_batch(&mut jobs).is_ok());
}

#[test]
fn pdus_of_a_batch_in_segments_become_what_they_become_in_one_piece() {
    let mut random = Random::new(1);
    let bearers = bearers(&mut random);
    for many in [1, 2, 7, 32, 70] {
        let mut whole: Vec<Vec<u8>> = (0..many)
            .map(|_| {
                let bytes = 7 + random.below(1600);
                random.bytes(bytes)
            })
            .collect();
        let mut apart = whole.clone();
        protect(&bearers, whole.iter_mut().map(|pdu| &mut pdu[..]));

        let mut room = vec![SPARE; apart.iter().map(Vec::len).sum()];
        let mut pdus: Vec<_> = apart
            .iter_mut()
            .map(|pdu| {
                let pieces = random.below(5) + 1;
                cut(&mut random, pdu, pieces)
            })
            .collect();
        let mut rest = &mut room[..];
        let mut gathered: Vec<_> =
            pdus.iter_mut().map(|pdu| Gathered::new(pdu, &mut rest).unwrap()).collect();
        protect(&bearers, gathered.iter_mut().map(|pdu| &mut pdu[..]));
        drop(gathered);
        assert!(apart == whole, "{many} PDUs");
        assert!(room.iter().all(|byte| [0, SPARE].contains(byte)), "the room is cleared");
    }
}

#[test]
fn what_is_refused_or_wrong_is_so_in_segments_too() {
    let mut random = Random::new(2);
    let mut refused = 0;
    for pdcp in bearers(&mut random) {
        let mut pdu = random.bytes(100);
        pdcp.protect(1, 3, &mut pdu).unwrap();
        for header in [3, 200] {
            let mut apart = pdu.clone();
            let mut room = [SPARE; 100];
            let mut segments = cut(&mut random, &mut apart, 3);
            let mut rest = &mut room[..];
            let mut gathered = Gathered::new(&mut segments, &mut rest).unwrap();
            // Another COUNT.
            let result = pdcp.unprotect(2, header, &mut gathered);
            drop(gathered);
            match header {
                200 => {
                    assert_eq!(result, Err(Error::PduLength { bytes: 100, min: 204 }));
                    assert_eq!(apart, pdu);
                    refused += 1;
                }
                _ if pdcp.integrity() == Some(IntegrityId::Nia0) => {}
                _ => {
                    assert_eq!(result, Err(Error::Authentication));
                    assert_eq!(apart[..3], pdu[..3]);
                    assert!(apart[3..].iter().all(|byte| *byte == 0));
                }
            }
            assert_eq!(room, [0; 100]);
        }
    }
    assert!(refused > 0);
}

#[test]
fn room_that_is_too_short_is_refused_and_stays() {
    let (mut first, mut second, mut room) = ([1; 10], [2; 20], [SPARE; 29]);
    {
        let mut segments = [&mut first[..], &mut second[..]];
        let mut rest = &mut room[..];
        let refused = Gathered::new(&mut segments, &mut rest).map(drop);
        assert_eq!(refused, Err(Error::BufferLength { bytes: 29, expected: 30 }));
        assert_eq!(rest.len(), 29);
    }
    assert_eq!((first, second, room), ([1; 10], [2; 20], [SPARE; 29]));
}

#[test]
fn one_segment_needs_no_room_and_none_is_an_empty_message() {
    let mut message = *b"in one piece";
    let mut segments = [&mut message[..]];
    let mut no_room: &mut [u8] = &mut [];
    let mut gathered = Gathered::new(&mut segments, &mut no_room).unwrap();
    gathered[0] = b'I';
    assert_eq!(Data::from(&mut gathered).output(), b"In one piece");
    assert_eq!(format!("{gathered:?}"), "Gathered { bytes: 12, copied_from: 0 }");
    drop(gathered);
    assert_eq!(&message, b"In one piece");

    let mut no_room: &mut [u8] = &mut [];
    assert!(Gathered::new(&mut [], &mut no_room).unwrap().is_empty());
    let mut no_room: &mut [u8] = &mut [];
    let mut empty: [&mut [u8]; 3] = [&mut [], &mut [], &mut []];
    assert!(Gathered::new(&mut empty, &mut no_room).unwrap().is_empty());
}

#[test]
fn the_room_is_taken_from_its_beginning() {
    let (mut a, mut b, mut c, mut d) = ([1; 3], [2; 4], [3; 5], [4; 6]);
    let mut room = [SPARE; 20];
    let (mut first, mut second) = ([&mut a[..], &mut b[..]], [&mut c[..], &mut d[..]]);
    let mut rest = &mut room[..];
    let one = Gathered::new(&mut first, &mut rest).unwrap();
    let other = Gathered::new(&mut second, &mut rest).unwrap();
    assert_eq!(
        (&one[..], &other[..]),
        (&[1, 1, 1, 2, 2, 2, 2][..], &[3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4][..])
    );
    assert_eq!(rest, [SPARE; 2]);
}
