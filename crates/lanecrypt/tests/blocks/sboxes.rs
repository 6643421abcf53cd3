//! GOST 28147-89 with S-boxes other than the default.

use super::support::Random;
use super::support::ciphers::{Message, check_batch, check_keystream, no_nonce, same_nonce};
use super::support::jobs::{Keys, run};
use lanecrypt::block::{Gost28147, OneBlock, Sbox, reference, table};
use lanecrypt::mode::{Ctr, Ecb};
use lanecrypt::{Algorithm, Backend, Batch, Cipher, CipherJob, StreamCipher as _};

/// The published sets, and rows shuffled.
fn sboxes(random: &mut Random) -> Vec<Sbox> {
    let mut all: Vec<_> = Sbox::NAMED.iter().map(|(_, sbox)| *sbox).collect();
    for _ in 0..10 {
        let mut rows = [[0; 16]; 8];
        for row in &mut rows {
            *row = std::array::from_fn(|i| i as u8);
            for last in (1..16).rev() {
                row.swap(last, random.below(last + 1));
            }
        }
        all.push(Sbox::new(&rows).unwrap());
    }
    // Nothing replaced: only the round keys and the rotation are left.
    all.push(Sbox::new(&[std::array::from_fn(|i| i as u8); 8]).unwrap());
    all
}

#[test]
fn any_sbox_on_any_backend_in_any_mode() {
    let mut random = Random::new(14);
    for sbox in sboxes(&mut random) {
        let (key, nonce) = (random.bytes(32), random.bytes(4));
        let plaintext = random.bytes(8 * 75);
        let plain = reference::Gost28147::with_sbox(&key, sbox).unwrap();
        let mut ciphertext = plaintext.clone();
        plain.encrypt(&mut ciphertext).unwrap();
        let mut in_tables = plaintext.clone();
        let tables = table::Gost28147::with_sbox(&key, sbox).unwrap();
        tables.encrypt(&mut in_tables).unwrap();
        assert_eq!(in_tables, ciphertext, "{sbox:?}");
        tables.decrypt(&mut in_tables).unwrap();
        assert_eq!(in_tables, plaintext, "{sbox:?}");

        let mut keystream: Vec<u8> =
            (0..75u32).flat_map(|i| [&nonce[..], &i.to_le_bytes()].concat()).collect();
        plain.encrypt(&mut keystream).unwrap();
        let message = |counter: bool| Message {
            key: key.clone(),
            nonce: nonce.clone(),
            block: 0,
            plain: if counter { vec![0; keystream.len()] } else { plaintext.clone() },
            encrypted: if counter { keystream.clone() } else { ciphertext.clone() },
        };
        let in_ecb: Vec<Message> = (0..40).map(|_| message(false)).collect();
        let in_ctr: Vec<Message> = (0..40).map(|_| message(true)).collect();
        for backend in Backend::available() {
            let cipher = Gost28147::with_options(&key, sbox, backend).unwrap();
            let (ecb, ctr) = (Ecb::from(cipher.clone()), Ctr::from(cipher));
            let mut data = plaintext.clone();
            ecb.encrypt((), &mut data[..]).unwrap();
            assert_eq!(data, ciphertext, "{backend} {sbox:?}");
            ecb.decrypt((), &mut data[..]).unwrap();
            assert_eq!(data, plaintext, "{backend} {sbox:?}");
            ctr.stream(&nonce).unwrap().keystream(&mut data).unwrap();
            assert_eq!(data, keystream, "{backend} {sbox:?}");
            for keys in Keys::ALL {
                type Gost = Gost28147;
                check_batch::<Ecb<Gost>>(&mut random, &in_ecb, no_nonce, sbox, backend, keys);
                check_batch::<Ctr<Gost>>(&mut random, &in_ctr, same_nonce, sbox, backend, keys);
                check_keystream::<Ctr<Gost>>(&mut random, &in_ctr, same_nonce, sbox, backend, keys);
            }
        }
    }
}

/// Ready keys keep their S-boxes in a batch that has another one for keys in bytes.
#[test]
fn many_sboxes_in_one_batch() {
    let mut random = Random::new(15);
    let sboxes = sboxes(&mut random);
    let key = random.bytes(32);
    let plaintext = random.bytes(8 * 40);
    let last = sboxes[sboxes.len() - 2];
    for backend in Backend::available() {
        let ready: Vec<Ecb<Gost28147>> =
            sboxes.iter().map(|sbox| Ecb::with_options(&key, *sbox, backend).unwrap()).collect();
        let mut buffers = vec![plaintext.clone(); 3 * sboxes.len()];
        let mut jobs: Vec<_> = buffers
            .iter_mut()
            .enumerate()
            .map(|(i, buffer)| match i % 3 {
                0 => CipherJob::new(&key[..], (), &mut buffer[..]),
                _ => CipherJob::new(&ready[i / 3], (), &mut buffer[..]),
            })
            .collect();
        let batch = Batch::<Ecb<Gost28147>>::with_backend(backend).unwrap().with_options(last);
        run(&mut jobs, &|jobs| batch.encrypt(jobs)).into_result().unwrap();
        drop(jobs);
        for (i, buffer) in buffers.iter().enumerate() {
            let sbox = if i % 3 == 0 { last } else { sboxes[i / 3] };
            let mut expected = plaintext.clone();
            let plain = reference::Gost28147::with_sbox(&key, sbox).unwrap();
            plain.encrypt(&mut expected).unwrap();
            assert_eq!(*buffer, expected, "{backend}, {i}");
        }
    }
}
