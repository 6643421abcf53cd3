//! What must not pass: wrong tags, keys, nonces, data; lengths that no standard has.

use lanecrypt::{Aead, Backend, Data, Error};

use crate::common::{Model, Sealed, random};
use crate::support::Random;
use crate::support::aeads::object;

/// A message of which something was changed: its tag is wrong, and nothing of it is given out.
fn check<A: Aead>(case: &Sealed, cipher: &A) {
    check_error(case, cipher, Error::Authentication);
}

/// A message whose opening is an error. If its tag is wrong, the output is zeros; otherwise nothing
/// was written.
fn check_error<A: Aead>(case: &Sealed, cipher: &A, error: Error) {
    let what = || format!("{} on {}", case.id, cipher.backend());
    let kept = |output: &[u8], before: &[u8]| match error {
        Error::Authentication => output.iter().all(|&byte| byte == 0),
        _ => output == before,
    };
    let mut data = case.sealed.clone();
    let result = cipher.open(&case.nonce, &case.aad, &mut data[..], &case.tag);
    assert_eq!(result, Err(error), "{}", what());
    assert!(kept(&data, &case.sealed), "{}: given out", what());

    let before = vec![0xaa; data.len()];
    let mut output = before.clone();
    let apart = Data::Copy { input: &case.sealed, output: &mut output };
    let result = cipher.open(&case.nonce, &case.aad, apart, &case.tag);
    assert_eq!(result, Err(error), "{}", what());
    assert!(kept(&output, &before), "{}: given out", what());
}

/// Every bit of everything; and tags cut short, made longer or none.
pub(crate) fn wrong<A: Aead>(model: Model, rate: usize) {
    let mut numbers = Random::new(31);
    for backend in Backend::available() {
        for &tag_bytes in A::TAG_BYTES {
            let case = random::<A>(&mut numbers, model, tag_bytes, rate + 3, 2 * rate + 1);
            let cipher: A = object(&case.key, tag_bytes, backend);
            let each = |field: fn(&mut Sealed) -> &mut Vec<u8>| {
                let mut case = case.clone();
                for bit in 0..8 * field(&mut case).len() {
                    field(&mut case)[bit / 8] ^= 1 << (bit % 8);
                    check::<A>(&case, &cipher);
                    field(&mut case)[bit / 8] ^= 1 << (bit % 8);
                }
                field(&mut case).push(0);
                if case.tag.len() == tag_bytes && A::NONCE_BYTES.contains(&case.nonce.len()) {
                    check::<A>(&case, &cipher);
                }
            };
            each(|case| &mut case.tag);
            each(|case| &mut case.nonce);
            each(|case| &mut case.aad);
            each(|case| &mut case.sealed);
            for bit in 0..8 * A::KEY_BYTES {
                let mut key = case.key.clone();
                key[bit / 8] ^= 1 << (bit % 8);
                check::<A>(&case, &object(&key, tag_bytes, backend));
            }
            // Tags of other lengths, those of the algorithm among them.
            for bytes in (0..tag_bytes).chain([tag_bytes + 1, 31, 33, 64]) {
                let mut case = case.clone();
                case.tag.resize(bytes, 0);
                check_error::<A>(&case, &cipher, Error::TagMismatch { bytes, expected: tag_bytes });
            }
        }
    }
}

/// Lengths of keys, nonces, tags and buffers.
pub(crate) fn lengths<A: Aead>() {
    for backend in Backend::available() {
        for bytes in (0..80).filter(|&bytes| bytes != A::KEY_BYTES) {
            let expected = Error::KeyLength { bytes, expected: A::KEY_BYTES };
            assert_eq!(A::with_backend(&vec![0; bytes], backend).err(), Some(expected));
        }
        let key = vec![0; A::KEY_BYTES];
        for bytes in (0..70).filter(|bytes| !A::TAG_BYTES.contains(bytes)).chain([usize::MAX]) {
            let refused = A::with_backend(&key, backend).unwrap().with_tag_bytes(bytes).err();
            assert_eq!(refused, Some(Error::TagLength { bytes, allowed: A::TAG_BYTES }));
        }
        let cipher = A::with_backend(&key, backend).unwrap();
        let tag = vec![0; cipher.tag_bytes()];
        let (min, max) = (*A::NONCE_BYTES.start(), *A::NONCE_BYTES.end());
        for bytes in (0..80).filter(|bytes| !A::NONCE_BYTES.contains(bytes)) {
            let expected = match min == max {
                true => Error::NonceLength { bytes, expected: min },
                false => Error::NonceRange { bytes, min, max },
            };
            let mut data = [1, 2, 3];
            let nonce = vec![0; bytes];
            assert_eq!(cipher.seal(&nonce, b"", &mut data), Err(expected));
            assert_eq!(cipher.open(&nonce, b"", &mut data, &tag), Err(expected));
            assert_eq!(data, [1, 2, 3]);
        }
        let (nonce, mut output) = (vec![0; min], [5; 4]);
        let expected = Error::OutputLength { output: 4, input: 3 };
        let data = Data::Copy { input: &[1, 2, 3], output: &mut output };
        assert_eq!(cipher.seal(&nonce, b"", data), Err(expected));
        let data = Data::Copy { input: &[1, 2, 3], output: &mut output };
        assert_eq!(cipher.open(&nonce, b"", data, &tag), Err(expected));
        assert_eq!(output, [5; 4]);
    }
}
