//! Algorithms of 3GPP that a number chooses.

use super::memcheck::watched;
use super::{Count, Reports, leftovers, secret};
use lanecrypt::Backend;
use lanecrypt::threegpp::{
    AeadId, Direction, EncryptionId, Input, IntegrityId, Iv, Nca, Nea, Nia, Parameters,
};

const BYTES: usize = 260;

/// What is public: COUNT, BEARER and DIRECTION, or the IV of the 256-bit suite.
fn input(number: u8, iv: Iv) -> Input {
    if number > 3 {
        iv.into()
    } else {
        Parameters::new(7, 3, Direction::Uplink).expect("a bearer").into()
    }
}

fn encryption(id: EncryptionId, backend: Backend) {
    let (key, mut data) = (secret::<32>(1), secret::<BYTES>(2));
    let key = &key[..id.key_bytes()];
    leftovers::look_for_bytes(key);
    let nea = watched(|| Nea::with_backend(id, key, backend)).expect("a key");
    let input = input(id.number(), Iv::encryption(&[0xfa; 15]));
    watched(|| nea.encrypt(input, &mut data)).expect("a short message");
    watched(|| nea.decrypt(input, &mut data)).expect("a short message");
    let bits = 8 * BYTES as u64 - 3;
    watched(|| nea.encrypt_bits(input, &mut data, bits)).expect("a short message");
    watched(|| nea.decrypt_bits(input, &mut data, bits)).expect("a short message");
}

fn integrity(id: IntegrityId, backend: Backend) {
    let (key, data) = (secret::<32>(1), secret::<BYTES>(2));
    let key = &key[..id.key_bytes()];
    leftovers::look_for_bytes(key);
    let nia = watched(|| Nia::with_backend(id, key, backend)).expect("a key");
    let input = input(id.number(), Iv::integrity(&[0xfa; 15], 4).expect("a length of tags"));
    let tag = watched(|| nia.compute(input, &data)).expect("a short message");
    watched(|| nia.verify(input, &data, tag.as_ref())).expect("the right tag");
    let bits = 8 * BYTES as u64 - if id.number() > 3 { 0 } else { 3 };
    let tag = watched(|| nia.compute_bits(input, &data, bits)).expect("a short message");
    watched(|| nia.verify_bits(input, &data, bits, tag.as_ref())).expect("the right tag");
}

fn both(id: AeadId, backend: Backend) {
    let (key, aad, mut data) = (secret::<32>(1), secret::<40>(3), secret::<BYTES>(2));
    leftovers::look_for_bytes(&key);
    let nca = watched(|| Nca::with_backend(id, &key, backend)).expect("a key");
    let iv = Iv::aead(&[0xfa; 15], 16).expect("a length of tags");
    let tag = watched(|| nca.seal(iv, &aad, &mut data)).expect("a short message");
    watched(|| nca.open(iv, &aad, &mut data, tag.as_ref())).expect("the right tag");
}

/// All but the null algorithms, which compute nothing.
pub(crate) fn every_algorithm(backend: Backend, count: Count<'_>) {
    for &id in EncryptionId::ALL.iter().filter(|id| id.number() > 0) {
        count(format!("{backend} Nea of {}", id.name()), Reports::None, &|| {
            encryption(id, backend)
        });
    }
    for &id in IntegrityId::ALL.iter().filter(|id| id.number() > 0) {
        let reports = Reports::Verdicts(2);
        count(format!("{backend} Nia of {}", id.name()), reports, &|| integrity(id, backend));
    }
    for &id in AeadId::ALL {
        // When the call ends; NCA4 and NCA5, which take one message without a copy, look before it is decrypted, too.
        let reports = Reports::Verdicts(if id == AeadId::Nca6 { 1 } else { 2 });
        count(format!("{backend} Nca of {}", id.name()), reports, &|| both(id, backend));
    }
}
