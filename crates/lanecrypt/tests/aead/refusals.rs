//! What must not pass: wrong tags, keys, nonces, data; lengths that no standard has.

use lanecrypt::aead::Aead;
use lanecrypt::batch::Data;
use lanecrypt::{Backend, Error, Part};

use crate::common::{Model, Sealed, random};
use crate::support::Random;

/// A message of which something was changed: refused, and nothing of it given out.
fn check<A: Aead>(case: &Sealed, tag_bytes: usize, backend: Backend) {
    let cipher = A::with_tags(&case.key, tag_bytes, backend).unwrap();
    let mut data = case.sealed.clone();
    let result = cipher.open(&case.nonce, &case.aad, Data::InPlace(&mut data), &case.tag);
    assert_eq!(result, Err(Error::Authentication), "{} on {backend}", case.id);
    assert!(data.iter().all(|&byte| byte == 0), "{} on {backend}: given out", case.id);

    let mut output = vec![0xaa; data.len()];
    let data = Data::Copy { input: &case.sealed, output: &mut output };
    let result = cipher.open(&case.nonce, &case.aad, data, &case.tag);
    assert_eq!(result, Err(Error::Authentication), "{} on {backend}", case.id);
    assert!(output.iter().all(|&byte| byte == 0), "{} on {backend}: given out", case.id);
}

/// Every bit of everything; and tags cut short, made longer or none.
pub(crate) fn wrong<A: Aead>(model: Model, rate: usize) {
    let mut numbers = Random::new(31);
    for backend in Backend::available() {
        for &tag_bytes in A::TAG_BYTES {
            let case = random::<A>(&mut numbers, model, tag_bytes, rate + 3, 2 * rate + 1);
            let each = |field: fn(&mut Sealed) -> &mut Vec<u8>| {
                let mut case = case.clone();
                for bit in 0..8 * field(&mut case).len() {
                    field(&mut case)[bit / 8] ^= 1 << (bit % 8);
                    check::<A>(&case, tag_bytes, backend);
                    field(&mut case)[bit / 8] ^= 1 << (bit % 8);
                }
                field(&mut case).push(0);
                if case.key.len() == A::KEY_BYTES && case.nonce.len() <= A::NONCE_BYTES.1 {
                    check::<A>(&case, tag_bytes, backend);
                }
            };
            each(|case| &mut case.tag);
            each(|case| &mut case.key);
            each(|case| &mut case.nonce);
            each(|case| &mut case.aad);
            each(|case| &mut case.sealed);
            for length in (0..tag_bytes).chain([tag_bytes + 1, 64]) {
                let mut case = case.clone();
                case.tag.resize(length, 0);
                check::<A>(&case, tag_bytes, backend);
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
        for bytes in (0..70).filter(|bytes| !A::TAG_BYTES.contains(bytes)) {
            let expected = Error::TagLength { bytes, allowed: A::TAG_BYTES };
            assert_eq!(A::with_tags(&key, bytes, backend).err(), Some(expected));
        }
        let cipher = A::with_backend(&key, backend).unwrap();
        let (least, most) = A::NONCE_BYTES;
        for bytes in (0..80).filter(|bytes| !(least..=most).contains(bytes)) {
            let mut data = [1, 2, 3];
            let nonce = vec![0; bytes];
            assert!(cipher.seal(&nonce, b"", Data::InPlace(&mut data)).is_err());
            assert!(cipher.open(&nonce, b"", Data::InPlace(&mut data), &[0; 16]).is_err());
            assert_eq!(data, [1, 2, 3]);
        }
        let (nonce, mut output) = (vec![0; least], [5; 4]);
        let expected = Error::OutputLength { output: 4, input: 3 };
        let data = Data::Copy { input: &[1, 2, 3], output: &mut output };
        assert_eq!(cipher.seal(&nonce, b"", data).err(), Some(expected));
        let data = Data::Copy { input: &[1, 2, 3], output: &mut output };
        assert_eq!(cipher.open(&nonce, b"", data, &[0; 16]), Err(expected));
        let data = Data::Keystream(&mut output);
        assert_eq!(cipher.open(&nonce, b"", data, &[0; 16]), Err(Error::NoKeystream));
        assert_eq!(output, [5; 4]);
    }
}

/// The most bytes of associated data and message.
pub(crate) fn limits<A: Aead>(most_aad: u128, most_message: u128) {
    assert_eq!(A::check_lengths(most_aad, most_message), Ok(()));
    for bytes in [most_aad + 1, u64::MAX.into(), u128::MAX] {
        let expected = Error::TooLong { what: Part::AssociatedData, bytes, most: most_aad };
        assert_eq!(A::check_lengths(bytes, 0), Err(expected));
    }
    for bytes in [most_message + 1, u64::MAX.into(), u128::MAX] {
        let expected = Error::TooLong { what: Part::Message, bytes, most: most_message };
        assert_eq!(A::check_lengths(0, bytes), Err(expected));
    }
}
