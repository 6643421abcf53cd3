//! Messages in pieces, cut at every place.

use lanecrypt::aead::stream::{Incremental, Opening, Sealing};
use lanecrypt::{Backend, Data, Error};

use crate::common::{Model, Sealed, random};
use crate::support::Random;
use crate::support::aeads::object;

/// A message whose two parts are cut at the places given; out of order and equal ones make empty
/// pieces. The key object is dropped before the first piece.
fn check<A: Incremental>(case: &Sealed, backend: Backend, aad_cuts: &[usize], cuts: &[usize]) {
    let what = format!("{} on {backend}, cut at {aad_cuts:?} and {cuts:?}", case.id);
    let cipher: A = object(&case.key, case.tag.len(), backend);
    let mut sealing = Sealing::new(&cipher, &case.nonce).unwrap();
    let mut opening = Opening::new(&cipher, &case.nonce).unwrap();
    drop(cipher);
    for (from, to) in pairs(aad_cuts, case.aad.len()) {
        sealing.aad(&case.aad[from..to]).unwrap();
        opening.aad(&case.aad[from..to]).unwrap();
    }
    let (mut sealed, mut opened) = (case.plain.clone(), vec![0x55; case.plain.len()]);
    for (from, to) in pairs(cuts, case.plain.len()) {
        sealing.update(&mut sealed[from..to]).unwrap();
        let (input, output) = (&case.sealed[from..to], &mut opened[from..to]);
        opening.update_unverified((input, output)).unwrap();
    }
    assert_eq!(sealed, case.sealed, "{what}");
    assert_eq!(opened, case.plain, "{what}");
    assert_eq!(sealing.finish().as_ref(), case.tag, "{what}");
    assert_eq!(opening.finish(&case.tag), Ok(()), "{what}");
}

/// From each cut to the next.
fn pairs(cuts: &[usize], end: usize) -> Vec<(usize, usize)> {
    let mut places = vec![0];
    places.extend(cuts.iter().map(|&cut| cut.min(end)));
    places.push(end);
    places.sort_unstable();
    places.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Every cut in two, every length of piece, and cuts at random.
pub(crate) fn cuts<A: Incremental>(model: Model, rate: usize) {
    let mut numbers = Random::new(23);
    for backend in Backend::available() {
        for &tag_bytes in A::TAG_BYTES {
            let length = 2 * rate + 5;
            let case = random::<A>(&mut numbers, model, tag_bytes, length, length);
            for cut in 0..=length {
                check::<A>(&case, backend, &[cut], &[length - cut]);
                let every: Vec<usize> = (1..=length).map(|i| i * (cut + 1)).collect();
                check::<A>(&case, backend, &every, &every);
            }
            for _ in 0..100 {
                let (aad, message) = (numbers.below(5 * rate), numbers.below(9 * rate));
                let case = random::<A>(&mut numbers, model, tag_bytes, aad, message);
                let mut cut = |length: usize| {
                    (0..4).map(|_| numbers.below(length + 1)).collect::<Vec<usize>>()
                };
                let (aad_cuts, cuts) = (cut(aad), cut(message));
                check::<A>(&case, backend, &aad_cuts, &cuts);
            }
        }
    }
}

/// What is refused changes nothing.
pub(crate) fn refusals<A: Incremental>(model: Model) {
    let mut numbers = Random::new(29);
    for backend in Backend::available() {
        let case = random::<A>(&mut numbers, model, 16, 20, 50);
        let cipher = A::with_backend(&case.key, backend).unwrap();
        let expected = *A::NONCE_BYTES.end();
        for bytes in [0, expected - 1, expected + 1] {
            let refused = Some(Error::NonceLength { bytes, expected });
            assert_eq!(Sealing::new(&cipher, &vec![0; bytes]).err(), refused);
            assert_eq!(Opening::new(&cipher, &vec![0; bytes]).err(), refused);
        }

        let mut sealing = Sealing::new(&cipher, &case.nonce).unwrap();
        let mut opening = Opening::new(&cipher, &case.nonce).unwrap();
        sealing.aad(&case.aad).unwrap();
        opening.aad(&case.aad).unwrap();
        let (mut sealed, mut opened) = (case.plain.clone(), case.sealed.clone());
        // No bytes begin no message.
        sealing.update(&mut []).unwrap();
        opening.update_unverified(&mut []).unwrap();
        sealing.aad(b"").unwrap();
        sealing.update(&mut sealed[..10]).unwrap();
        opening.update_unverified(&mut opened[..10]).unwrap();
        assert_eq!(sealing.aad(b"more"), Err(Error::AadAfterMessage));
        assert_eq!(opening.aad(b"more"), Err(Error::AadAfterMessage));
        assert_eq!((sealing.aad(b""), opening.aad(b"")), (Ok(()), Ok(())));
        let mut room = [7; 3];
        let refused = Err(Error::OutputLength { output: 3, input: 40 });
        let apart = Data::Copy { input: &case.plain[10..], output: &mut room };
        assert_eq!(sealing.update(apart), refused);
        let apart = Data::Copy { input: &case.sealed[10..], output: &mut room };
        assert_eq!(opening.update_unverified(apart), refused);
        assert_eq!(room, [7; 3]);
        sealing.update(&mut sealed[10..]).unwrap();
        opening.update_unverified(&mut opened[10..]).unwrap();
        assert_eq!((&sealed, &opened), (&case.sealed, &case.plain));
        assert_eq!(sealing.finish().as_ref(), case.tag);
        assert_eq!(opening.finish(&case.tag), Ok(()));

        let wrong = |bytes| Error::TagMismatch { bytes, expected: 16 };
        let mut flipped = case.tag.clone();
        flipped[15] ^= 0x80;
        for (tag, error) in [
            (&case.tag[..15], wrong(15)),
            (&[], wrong(0)),
            (&[1; 17], wrong(17)),
            (&[1; 40], wrong(40)),
            (&[1; 16], Error::Authentication),
            (&flipped, Error::Authentication),
        ] {
            let mut opening = Opening::new(&cipher, &case.nonce).unwrap();
            opening.aad(&case.aad).unwrap();
            opening.update_unverified(&mut case.sealed.clone()[..]).unwrap();
            assert_eq!(opening.finish(tag), Err(error));
        }

        let mut sealing = Sealing::new(&cipher, &case.nonce).unwrap();
        let mut zeros = [0; 33];
        sealing.update(&mut zeros[..5]).unwrap();
        sealing.update(&mut zeros[5..]).unwrap();
        let (expected, tag) = model(&case.key, &case.nonce, b"", &[0; 33], 16);
        assert_eq!(&zeros[..], expected);
        assert_eq!(sealing.finish().as_ref(), tag);
    }
}
