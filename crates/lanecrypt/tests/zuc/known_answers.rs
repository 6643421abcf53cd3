//! Every known answer of ZUC, on every backend and variant, alone and at every place of a batch,
//! in place and out of place.

use std::slice::from_mut;

use lanecrypt::stream::zuc::{Iv184, Variant, Zuc128, Zuc256, Zuc256Mac};
use lanecrypt::threegpp::{Iv, Nea3, Nea6, Nia3};
use lanecrypt::{Backend, Batch, CipherJob, MacJob};
use lanecrypt_vectors::{Case, cases_of};

use crate::support::jobs::{Keys, key_of, run};
use crate::support::{ZucCipher, ZucMac, batch, parameters, ways};

/// A message to encrypt: its key and what goes with it, its input, expected output and length in
/// bits.
struct Known<C: ZucCipher> {
    id: String,
    key: Vec<u8>,
    given: C::Given,
    input: Vec<u8>,
    output: Vec<u8>,
    bits: u64,
    /// Whether the output is keystream.
    keystream: bool,
}

impl<C: ZucCipher> Known<C> {
    fn new(case: &Case, given: C::Given) -> Self {
        let (id, key) = (case.id.clone(), case.bytes("key").unwrap());
        let keystream = case.has("keystream");
        let (input, output) = match keystream {
            true => {
                let output = case.bytes("keystream").unwrap();
                (vec![0; output.len()], output)
            }
            false => (case.bytes("plaintext").unwrap(), case.bytes("ciphertext").unwrap()),
        };
        let bits = case.bits(input.len()).unwrap();
        Self { id, key, given, input, output, bits, keystream }
    }
}

fn known_of_zuc128() -> Vec<Known<Zuc128>> {
    cases_of("zuc128_keystream")
        .unwrap()
        .iter()
        .map(|case| Known::new(case, case.array("iv").unwrap()))
        .collect()
}

fn known_of_zuc256() -> Vec<Known<Zuc256>> {
    let known = |case: &Case| {
        let iv = Iv184::from_bytes(&case.array("iv").unwrap()).unwrap();
        assert_eq!(Iv184::from_packed(&case.array("iv23").unwrap()), iv, "{}", case.id);
        Known::new(case, iv)
    };
    cases_of("zuc256_2018_keystream").unwrap().iter().map(known).collect()
}

fn known_of_nea6() -> Vec<Known<Nea6>> {
    let known = |case: &Case| Known::new(case, Iv::from_bytes(case.array("iv").unwrap()));
    cases_of("zuc_nea6").unwrap().iter().map(known).collect()
}

fn known_of_nea3() -> Vec<Known<Nea3>> {
    cases_of("zuc_128_eea3")
        .unwrap()
        .iter()
        .map(|case| Known::new(case, parameters(case)))
        .collect()
}

fn ciphertexts_one_by_one<C: ZucCipher>(known: &[Known<C>]) {
    for way in ways() {
        for Known { id, key, given, input, output, bits, keystream } in known {
            let mut in_place = input.clone();
            let mut copy = vec![0xee; input.len()];
            let what = format!("{id} {way:?}");
            let mut jobs = [
                CipherJob::new(&key[..], C::nonce(given), &mut in_place[..]).with_bits(*bits),
                CipherJob::new(&key[..], C::nonce(given), (&input[..], &mut copy[..]))
                    .with_bits(*bits),
            ];
            for job in &mut jobs {
                let report = run(from_mut(job), &|jobs| batch::<C>(way).encrypt(jobs));
                assert!(report.is_ok());
                assert_eq!(job.data.output(), output, "{what}");
                let mut back = output.clone();
                let mut job =
                    CipherJob::new(&key[..], C::nonce(given), &mut back[..]).with_bits(*bits);
                let report = batch::<C>(way).decrypt(from_mut(&mut job));
                assert!(report.is_ok());
                assert_eq!(back, *input, "{what}");
            }

            let object = C::with_options(key, way.1, way.0).unwrap();
            let (mut in_place, mut copy) = (input.clone(), vec![0xee; input.len()]);
            object.encrypt_bits(C::nonce(given), &mut in_place[..], *bits).unwrap();
            object.encrypt_bits(C::nonce(given), (&input[..], &mut copy[..]), *bits).unwrap();
            assert_eq!((&in_place, &copy), (output, output), "{what}");
            object.decrypt_bits(C::nonce(given), &mut in_place[..], *bits).unwrap();
            assert_eq!(in_place, *input, "{what}");
            if *keystream {
                object.keystream(C::nonce(given), &mut copy).unwrap();
                assert_eq!(copy, *output, "{what}");
            }
        }
    }
}

/// At every place of a batch that has more jobs than lanes.
fn ciphertexts_at_every_place_of_a_batch<C: ZucCipher>(known: &[Known<C>]) {
    for (backend, variant) in ways() {
        let batch: Batch<C> = batch((backend, variant));
        let lanes = variant.lanes(backend, usize::MAX);
        let count = known.len().max(lanes + 3);
        for shift in 0..=lanes {
            let known = || known.iter().cycle().take(count);
            let keys = known().map(|k| &k.key[..]);
            let objects = Keys::turn(shift).objects::<C>(keys, Variant::Auto, backend);
            let mut buffers: Vec<_> = known().map(|k| k.input.clone()).collect();
            let mut jobs: Vec<_> = known()
                .zip(&objects)
                .zip(&mut buffers)
                .map(|((k, object), buffer)| {
                    let key = key_of(&k.key, object);
                    CipherJob::new(key, C::nonce(&k.given), &mut buffer[..]).with_bits(k.bits)
                })
                .collect();
            jobs.rotate_left(shift % count);
            batch.encrypt(&mut jobs).into_result().unwrap();
            jobs.rotate_right(shift % count);
            for (job, k) in jobs.iter().zip(known()) {
                assert_eq!(job.data.output(), k.output, "{} {batch:?}", k.id);
            }
        }
    }
}

fn ciphertexts_through_a_stream_in_any_pieces<C: ZucCipher>(known: &[Known<C>]) {
    for backend in Backend::available() {
        for known in known.iter().filter(|k| k.bits == 8 * k.input.len() as u64) {
            let key = C::with_backend(&known.key, backend).unwrap();
            for piece in [1, 3, 4, 16, 63, 64, 65, usize::MAX] {
                let mut stream = key.pieces(&known.given);
                let mut data = known.input.clone();
                for part in data.chunks_mut(piece) {
                    stream.apply(part).unwrap();
                }
                assert_eq!(data, known.output, "{} {backend} pieces of {piece}", known.id);
                assert_eq!(stream.position(), data.len() as u64);
            }
        }
    }
}

macro_rules! ciphertexts {
    ($($module:ident: $known:ident, $least:literal;)*) => {$(
        mod $module {
            #[test]
            fn ciphertexts_one_by_one() {
                let known = super::$known();
                assert!(known.len() >= $least);
                super::ciphertexts_one_by_one(&known);
            }

            #[test]
            fn ciphertexts_at_every_place_of_a_batch() {
                super::ciphertexts_at_every_place_of_a_batch(&super::$known());
            }

            #[test]
            fn ciphertexts_through_a_stream_in_any_pieces() {
                super::ciphertexts_through_a_stream_in_any_pieces(&super::$known());
            }
        }
    )*};
}
ciphertexts! {
    zuc128: known_of_zuc128, 8;
    zuc256: known_of_zuc256, 14;
    nea6: known_of_nea6, 12;
    nea3: known_of_nea3, 11;
}

/// A message to authenticate.
struct KnownTag<M: ZucMac> {
    id: String,
    key: Vec<u8>,
    given: M::Given,
    message: Vec<u8>,
    bits: u64,
    tag: Vec<u8>,
}

impl<M: ZucMac> KnownTag<M> {
    fn new(case: &Case, given: M::Given, tag: &str) -> Self {
        let message = case.bytes("message").unwrap();
        Self {
            id: format!("{} {tag}", case.id),
            key: case.bytes("key").unwrap(),
            given,
            bits: case.bits(message.len()).unwrap(),
            message,
            tag: case.bytes(tag).unwrap(),
        }
    }

    /// To be verified with the tag.
    fn job<'a>(&'a self, object: &'a Option<M>) -> MacJob<'a, M> {
        let key = key_of(&self.key, object);
        MacJob::expecting(key, M::nonce(&self.given), &self.message, &self.tag)
            .with_tag_bytes(self.tag.len())
            .with_bits(self.bits)
    }
}

fn known_of_eia3() -> Vec<KnownTag<Nia3>> {
    let known = |case: &Case| KnownTag::new(case, parameters(case), "tag");
    cases_of("zuc_128_eia3").unwrap().iter().map(known).collect()
}

fn known_of_zuc256_mac() -> Vec<KnownTag<Zuc256Mac>> {
    let known = |case: &Case| {
        let iv = Iv184::from_bytes(&case.array("iv").unwrap()).unwrap();
        ["tag32", "tag64", "tag128"].map(|tag| KnownTag::new(case, iv, tag))
    };
    cases_of("zuc256_2018_mac").unwrap().iter().flat_map(known).collect()
}

fn tags_one_by_one<M: ZucMac>(known: &[KnownTag<M>]) {
    for way in ways() {
        for known in known {
            let KnownTag { id, key, given, message, bits, tag } = known;
            let what = format!("{id} {way:?}");
            let mut job = MacJob::new(&key[..], M::nonce(given), message)
                .with_bits(*bits)
                .with_tag_bytes(tag.len());
            assert!(run(from_mut(&mut job), &|jobs| batch::<M>(way).compute(jobs)).is_ok());
            assert_eq!(job.tag().unwrap().as_ref(), tag, "{what}");
            assert!(job.tag().unwrap().verify(tag));
            let mut job = [known.job(&None)];
            assert!(batch::<M>(way).verify(&mut job).is_ok(), "{what}");

            let object = M::with_options(key, way.1, way.0).unwrap();
            let object = object.with_tag_bytes(tag.len()).unwrap();
            let computed = object.compute_bits(M::nonce(given), message, *bits).unwrap();
            assert_eq!(computed.as_ref(), tag, "{what}");
            assert_eq!(object.verify_bits(M::nonce(given), message, *bits, tag), Ok(()), "{what}");
        }
    }
}

fn tags_at_every_place_of_a_batch<M: ZucMac>(known: &[KnownTag<M>]) {
    for (backend, variant) in ways() {
        let batch: Batch<M> = batch((backend, variant));
        let lanes = variant.lanes(backend, usize::MAX);
        let count = known.len().max(lanes + 3);
        for shift in 0..=lanes {
            let known = || known.iter().cycle().take(count);
            let keys = known().map(|k| &k.key[..]);
            let objects = Keys::turn(shift).objects::<M>(keys, Variant::Auto, backend);
            let objects: Vec<_> = objects
                .into_iter()
                .zip(known())
                .map(|(object, k)| Some(object?.with_tag_bytes(k.tag.len()).unwrap()))
                .collect();
            let mut jobs: Vec<_> = known().zip(&objects).map(|(k, object)| k.job(object)).collect();
            jobs.rotate_left(shift % count);
            assert!(batch.verify(&mut jobs).is_ok(), "{batch:?}");
            jobs.rotate_right(shift % count);
            for (job, k) in jobs.iter().zip(known()) {
                assert_eq!(job.tag().unwrap().as_ref(), k.tag, "{} {batch:?}", k.id);
            }
        }
    }
}

#[test]
fn tags_of_eia3_one_by_one() {
    let known = known_of_eia3();
    assert!(known.len() >= 19);
    tags_one_by_one(&known);
}

#[test]
fn tags_of_eia3_at_every_place_of_a_batch() {
    tags_at_every_place_of_a_batch(&known_of_eia3());
}

#[test]
fn tags_of_zuc256_one_by_one() {
    let known = known_of_zuc256_mac();
    assert!(known.len() >= 60);
    tags_one_by_one(&known);
}

#[test]
fn tags_of_zuc256_at_every_place_of_a_batch() {
    tags_at_every_place_of_a_batch(&known_of_zuc256_mac());
}
