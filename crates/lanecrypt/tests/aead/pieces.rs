//! Messages in pieces, cut at every place.

use lanecrypt::aead::stream::{InPieces, Opening, Sealing};
use lanecrypt::batch::Data;
use lanecrypt::{Backend, Error};

use crate::common::{Model, Sealed, random};
use crate::support::Random;

/// A message whose two parts are cut at the places given; out of order and equal ones make empty
/// pieces.
fn check<A: InPieces>(case: &Sealed, backend: Backend, aad_cuts: &[usize], cuts: &[usize]) {
    let what = format!("{} on {backend}, cut at {aad_cuts:?} and {cuts:?}", case.id);
    let cipher = A::with_tags(&case.key, case.tag.len(), backend).unwrap();
    let mut sealing = Sealing::new(&cipher, &case.nonce).unwrap();
    let mut opening = Opening::new(&cipher, &case.nonce).unwrap();
    for (from, to) in pairs(aad_cuts, case.aad.len()) {
        sealing.aad(&case.aad[from..to]).unwrap();
        opening.aad(&case.aad[from..to]).unwrap();
    }
    let (mut sealed, mut opened) = (case.plain.clone(), vec![0x55; case.plain.len()]);
    for (from, to) in pairs(cuts, case.plain.len()) {
        sealing.update(Data::InPlace(&mut sealed[from..to])).unwrap();
        let (input, output) = (&case.sealed[from..to], &mut opened[from..to]);
        opening.update(Data::Copy { input, output }).unwrap();
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
pub(crate) fn cuts<A: InPieces>(model: Model, rate: usize) {
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
pub(crate) fn refusals<A: InPieces>(model: Model) {
    let mut numbers = Random::new(29);
    for backend in Backend::available() {
        let case = random::<A>(&mut numbers, model, 16, 20, 50);
        let cipher = A::with_backend(&case.key, backend).unwrap();
        let long = vec![0; A::NONCE_BYTES.1 + 1];
        assert!(Sealing::new(&cipher, &long).is_err());
        assert!(Opening::new(&cipher, &long).is_err());

        let mut opening = Opening::new(&cipher, &case.nonce).unwrap();
        opening.aad(&case.aad).unwrap();
        let mut data = case.sealed.clone();
        opening.update(Data::InPlace(&mut data[..10])).unwrap();
        assert_eq!(opening.aad(b"more"), Err(Error::TooLate));
        assert_eq!(opening.aad(b""), Ok(()));
        let mut room = [7; 3];
        assert_eq!(opening.update(Data::Keystream(&mut room)), Err(Error::NoKeystream));
        let apart = Data::Copy { input: &case.sealed[10..], output: &mut room };
        assert_eq!(opening.update(apart), Err(Error::OutputLength { output: 3, input: 40 }));
        assert_eq!(room, [7; 3]);
        opening.update(Data::InPlace(&mut data[10..])).unwrap();
        assert_eq!(data, case.plain);
        assert_eq!(opening.finish(&case.tag), Ok(()));

        for wrong in [&case.tag[..15], &[], &[1; 16], &[1; 40]] {
            let mut opening = Opening::new(&cipher, &case.nonce).unwrap();
            opening.aad(&case.aad).unwrap();
            opening.update(Data::InPlace(&mut case.sealed.clone())).unwrap();
            assert_eq!(opening.finish(wrong), Err(Error::Authentication));
        }

        let mut sealing = Sealing::new(&cipher, &case.nonce).unwrap();
        let mut keystream = [9; 33];
        sealing.update(Data::Keystream(&mut keystream[..5])).unwrap();
        sealing.update(Data::Keystream(&mut keystream[5..])).unwrap();
        let (expected, tag) = model(&case.key, &case.nonce, b"", &[0; 33], 16);
        assert_eq!(&keystream[..], expected);
        assert_eq!(sealing.finish().as_ref(), tag);
    }
}
