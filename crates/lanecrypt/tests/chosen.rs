//! Algorithms of 3GPP that are chosen when a program runs.

use lanecrypt::Error;
use lanecrypt::threegpp::{
    AeadId, Direction, EncryptionId, Input, IntegrityId, Iv, Nca, Nea, Nia, Parameters,
};

#[test]
fn what_is_supported_can_be_made_and_nothing_else() {
    for &id in EncryptionId::ALL {
        let made = Nea::new(id, &[7; 32][..id.key_bytes()]).map(|nea| nea.id());
        let unsupported = Error::Unsupported { algorithm: id.name() };
        assert_eq!(made, if id.is_supported() { Ok(id) } else { Err(unsupported) });
    }
    for &id in IntegrityId::ALL {
        let made = Nia::new(id, &[7; 32][..id.key_bytes()]).map(|nia| nia.id());
        let unsupported = Error::Unsupported { algorithm: id.name() };
        assert_eq!(made, if id.is_supported() { Ok(id) } else { Err(unsupported) });
    }
    for &id in AeadId::ALL {
        let made = Nca::new(id, &[7; 32][..id.key_bytes()]).map(|nca| nca.id());
        let unsupported = Error::Unsupported { algorithm: id.name() };
        assert_eq!(made, if id.is_supported() { Ok(id) } else { Err(unsupported) });
    }
}

#[test]
fn the_wrong_kind_of_input_is_refused() {
    let parameters = Parameters::new(1, 2, Direction::Uplink).unwrap();
    let iv = Iv::from_bytes([1; 16]);
    for &id in EncryptionId::ALL.iter().filter(|id| id.is_supported()) {
        let key = Nea::new(id, &[7; 32][..id.key_bytes()]).unwrap();
        let mut data = [0; 8];
        let (right, wrong): (Input, Input) = if id.number() < 4 {
            (parameters.into(), iv.into())
        } else {
            (iv.into(), parameters.into())
        };
        assert_eq!(key.encrypt(wrong, &mut data), Err(Error::ParameterKind));
        assert_eq!(data, [0; 8]);
        assert_eq!(key.encrypt(right, &mut data), Ok(()));
    }
    for &id in IntegrityId::ALL.iter().filter(|id| id.is_supported()) {
        let key = Nia::new(id, &[7; 32][..id.key_bytes()]).unwrap();
        let (right, wrong): (Input, Input) = if id.number() < 4 {
            (parameters.into(), iv.into())
        } else {
            (iv.into(), parameters.into())
        };
        assert_eq!(key.compute(wrong, b"message"), Err(Error::ParameterKind));
        let tag = key.compute(right, b"message").unwrap();
        assert_eq!(key.verify(right, b"message", tag.as_ref()), Ok(()));
    }
}
