//! GOST 28147-89 with S-boxes other than the default.

use super::support::Random;
use lanecrypt::Backend;
use lanecrypt::batch::{Data, Status};
use lanecrypt::block::{BlockCipher, Gost28147, OneBlock, Sbox, reference, table};
use lanecrypt::mode::{Batch, Ctr, CtrJob, EcbJob, ecb};

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
        for backend in Backend::available() {
            let cipher = Gost28147::with_options(&key, sbox, backend).unwrap();
            let mut data = plaintext.clone();
            ecb::encrypt(&cipher, Data::InPlace(&mut data)).unwrap();
            assert_eq!(data, ciphertext, "{backend} {sbox:?}");
            ecb::decrypt(&cipher, Data::InPlace(&mut data)).unwrap();
            assert_eq!(data, plaintext, "{backend} {sbox:?}");
            Ctr::new(&cipher, &nonce).unwrap().apply(Data::Keystream(&mut data)).unwrap();
            assert_eq!(data, keystream, "{backend} {sbox:?}");

            let batch = Batch::<Gost28147>::with_backend(backend).unwrap().with_options(sbox);
            let mut all = vec![plaintext.clone(); 40];
            let mut jobs: Vec<_> =
                all.iter_mut().map(|data| EcbJob::new(&key, Data::InPlace(data))).collect();
            batch.ecb_encrypt(&mut jobs);
            assert!(jobs.iter().all(|job| job.status == Status::Done));
            drop(jobs);
            assert!(all.iter().all(|data| *data == ciphertext), "{backend} {sbox:?}");
            let mut jobs: Vec<_> = all
                .iter_mut()
                .map(|data| CtrJob::new(&key, &nonce, Data::Keystream(data)))
                .collect();
            batch.ctr(&mut jobs);
            drop(jobs);
            assert!(all.iter().all(|data| *data == keystream), "{backend} {sbox:?}");
        }
    }
}
