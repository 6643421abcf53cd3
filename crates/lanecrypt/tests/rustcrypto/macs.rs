//! CMAC and PMAC.

use digest::dev::{MacTestVector, MacTruncSide, mac_test, reset_mac_test};
use digest::{FixedOutputReset, KeyInit, Mac};
use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::rustcrypto::{Cmac, Pmac};
use lanecrypt::{Algorithm as _, Backend, mode};
use lanecrypt_vectors::cases_of;

use crate::{field, passed, wipes};

/// The tests of `digest` with every case for keys of this length, with whole tags and shorter ones.
fn check<M: Mac + KeyInit + FixedOutputReset + Clone>(target: &str) {
    let mut checked = 0;
    for case in &cases_of(target).unwrap() {
        let (key, input, tag) = (field(case, "key"), field(case, "message"), field(case, "tag"));
        if key.len() != M::key_size() {
            continue;
        }
        for (tag, side) in [
            (tag, MacTruncSide::None),
            (&tag[..8], MacTruncSide::Left),
            (&tag[tag.len() - 5..], MacTruncSide::Right),
        ] {
            let vector = MacTestVector { key, input, tag };
            passed(mac_test::<M>(&vector, side), case);
            passed(reset_mac_test::<M>(&vector, side), case);
        }
        let mut wrong = tag.to_vec();
        wrong[15] ^= 1;
        let mac = <M as KeyInit>::new_from_slice(key).unwrap().chain_update(input);
        assert!(mac.clone().verify_slice(&wrong).is_err(), "{}", case.id);
        assert!(mac.verify_slice(&tag[..15]).is_err(), "{}", case.id);
        checked += 1;
    }
    assert!(checked > 0, "{target}");
}

#[test]
fn known_answers() {
    check::<Cmac<Aes128>>("aes_cmac");
    check::<Cmac<Aes192>>("aes_cmac");
    check::<Cmac<Aes256>>("aes_cmac");
    check::<Pmac<Aes128>>("aes_pmac");
    check::<Pmac<Aes192>>("aes_pmac");
    check::<Pmac<Aes256>>("aes_pmac");
}

/// Reset in the middle of a message, and key objects of every backend, whatever length of tags they have.
#[test]
fn resets_and_backends() {
    let message = [5; 1000];
    for backend in Backend::available() {
        let key = mode::Pmac::<Aes128>::with_backend(&[7; 16], backend).unwrap();
        let expected = lanecrypt::Mac::compute(&key, (), &message).unwrap();
        let short = lanecrypt::Mac::with_tag_bytes(key, 4).unwrap();
        let mut mac = Pmac::from(&short);
        Mac::update(&mut mac, &[1; 333]);
        Mac::reset(&mut mac);
        Mac::update(&mut mac, &message);
        assert_eq!(mac.finalize_reset().into_bytes()[..], *expected.as_ref());
        assert_eq!(mac.chain_update(message).finalize().into_bytes()[..], *expected.as_ref());
    }
}

#[test]
fn secrets_are_wiped_and_not_shown() {
    wipes::<Cmac<Aes128>>();
    wipes::<Pmac<Aes256>>();
    let shown = format!("{:?}", <Cmac<Aes128> as KeyInit>::new(&[0xa7; 16].into()));
    assert!(shown.starts_with("Cmac(CmacState") && !shown.contains("167"), "{shown}");
}
