//! AEADs whose messages come in pieces, and AEGISMAC, whole and in pieces.

use super::leftovers::{last_step, step};
use super::memcheck::watched;
use super::{Count, Reports, leftovers, name_of, secret};
use lanecrypt::aead::stream::{Incremental, Opening, Sealing};
use lanecrypt::aead::{self, AegisForm, AegisMac, AegisMacState};
use lanecrypt::{Algorithm, Backend, Batch, Error, Mac, MacJob};

const BYTES: usize = 700;
const NONCE: [u8; 32] = [0xfb; 32];

fn key<A: Algorithm>(seed: u8, backend: Backend) -> A {
    let bytes = secret::<32>(seed);
    leftovers::look_for::<A>(&bytes[..A::KEY_BYTES], A::Options::default(), backend);
    watched(|| A::with_backend(&bytes[..A::KEY_BYTES], backend)).expect("an available backend")
}

/// Seals and opens in pieces of many lengths, which are not secret.
fn both_ways<A: Incremental>(backend: Backend, wrong: u8) {
    let cipher = key::<A>(1, backend);
    let nonce = &NONCE[..*A::NONCE_BYTES.end()];
    let (aad, data) = (secret::<100>(2), secret::<BYTES>(3));
    let expected = if wrong == 0 { Ok(()) } else { Err(Error::Authentication) };
    leftovers::knowing_states(|watch| {
        let mut data = data;
        let mut sealing = step(watch, || Sealing::new(&cipher, nonce)).expect("a nonce");
        for piece in aad.chunks(33) {
            leftovers::look_for_state(&sealing, &[nonce, &aad]);
            step(watch, || sealing.aad(piece)).expect("before the message");
        }
        let (first, rest) = data.split_at_mut(300);
        leftovers::look_for_state(&sealing, &[nonce, &aad]);
        step(watch, || sealing.update(first)).expect("below the limit");
        for piece in rest.chunks_mut(61) {
            leftovers::look_for_state(&sealing, &[nonce, &aad]);
            step(watch, || sealing.update(piece)).expect("below the limit");
        }
        leftovers::look_for_state(&sealing, &[nonce, &aad]);
        let mut tag = last_step(watch, || sealing.finish()).as_ref().to_vec();
        tag[3] ^= wrong;
        leftovers::begin_states();
        let mut opening = step(watch, || Opening::new(&cipher, nonce)).expect("a nonce");
        step(watch, || opening.aad(&aad)).expect("before the message");
        for piece in data.chunks_mut(130) {
            leftovers::look_for_state(&opening, &[nonce, &aad]);
            step(watch, || opening.update_unverified(piece)).expect("below the limit");
        }
        leftovers::look_for_state(&opening, &[nonce, &aad]);
        assert!(last_step(watch, || opening.finish(&tag)) == expected);
    });
}

fn aead<A: Incremental>(backend: Backend, count: Count<'_>) {
    for (what, wrong) in [("open", 0), ("refuse", 1)] {
        let (sealing, opening) = (name_of::<Sealing<A>>(), name_of::<Opening<A>>());
        let name = format!("{backend} {sealing} and {opening}, {what}");
        count(name, Reports::Verdicts(1), &|| both_ways::<A>(backend, wrong));
    }
}

fn authenticate<A: AegisForm>(backend: Backend, jobs: usize) {
    let mac = key::<AegisMac<A>>(4, backend);
    let nonce = &NONCE[..*A::NONCE_BYTES.end()];
    let keys: Vec<_> = (0..jobs).map(|i| secret::<32>(i as u8)).collect();
    keys.iter().for_each(|key| leftovers::look_for_bytes(key));
    let data: Vec<_> = (0..jobs).map(|i| secret::<BYTES>(!i as u8)).collect();
    let mut all: Vec<_> = (0..jobs)
        .map(|i| {
            let message = &data[i][..[BYTES, 0, 33, 256][i % 4]];
            let key = &keys[i][..AegisMac::<A>::KEY_BYTES];
            if i % 2 == 0 {
                MacJob::new(key, nonce, message)
            } else {
                MacJob::new(&mac, nonce, message)
            }
        })
        .collect();
    let batch = Batch::<AegisMac<A>>::with_backend(backend).expect("an available backend");
    assert!(watched(|| batch.compute(&mut all).is_ok()));
    leftovers::knowing_states(|watch| {
        let mut state = step(watch, || mac.start(nonce)).expect("a nonce");
        for piece in data[0].chunks(77) {
            leftovers::look_for_state(&state, &[nonce]);
            step(watch, || state.update(piece)).expect("below the limit");
        }
        leftovers::look_for_state(&state, &[nonce]);
        let again = state.clone();
        let tag = last_step(watch, || state.finish());
        assert!(last_step(watch, || again.verify(tag.as_ref())).is_ok());
        assert!(step(watch, || mac.verify(nonce, &data[0], tag.as_ref())).is_ok());
    });
}

fn mac<A: AegisForm>(backend: Backend, count: Count<'_>) {
    for jobs in [1, 21] {
        let state = name_of::<AegisMacState<A>>();
        let name = format!("{backend} {} x {jobs}, {state}", name_of::<AegisMac<A>>());
        count(name, Reports::Verdicts(2), &|| authenticate::<A>(backend, jobs));
    }
}

macro_rules! ciphers {
    (
        over_aes { $($over_aes:tt)* }
        stateful { $({ $module:ident::$name:ident $($stateful:tt)* })* }
        other { $($other:tt)* }
    ) => {
        /// Every AEAD that takes messages in pieces.
        pub(crate) fn every_cipher(backend: Backend, count: Count<'_>) {
            $(aead::<aead::$name>(backend, count);)*
        }
    };
}
lanecrypt::aeads!(ciphers);

macro_rules! macs {
    (
        over_aes { $($over_aes:tt)* }
        over_aegis { $({ $mac:ident<$form:ident> $($over_aegis:tt)* })* }
        other { $($other:tt)* }
    ) => {
        /// Every AEGISMAC.
        pub(crate) fn every_mac(backend: Backend, count: Count<'_>) {
            $(mac::<aead::$form>(backend, count);)*
        }
    };
}
lanecrypt::macs!(macs);
