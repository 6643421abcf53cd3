//! ECB and counter mode of AES, with what its counters have that others have not: nonces of two
//! lengths, and carries over all of a block.

use super::support::{Random, Test, bytes, cases, encrypt, on_all};
use lanecrypt::batch::{Data, Status};
use lanecrypt::mode::{Batch, BlockModes, Ctr, CtrJob, EcbJob, ecb};
use lanecrypt::{Backend, Error};

struct Known {
    ecb: bool,
    key: Vec<u8>,
    nonce: Vec<u8>,
    message: Vec<u8>,
    encrypted: Vec<u8>,
}

/// A job for each message.
fn ecb_jobs<'a>(key: &'a [u8], all: &'a mut [Vec<u8>]) -> Vec<EcbJob<'a>> {
    all.iter_mut().map(|data| EcbJob::new(key, Data::InPlace(data))).collect()
}

impl Test for Known {
    fn test<C: BlockModes>(&self, backend: Backend) {
        let cipher = C::with_backend(&self.key, backend).unwrap();
        let batch = Batch::<C>::with_backend(backend).unwrap();
        for count in [1, 5, 40] {
            let mut all = vec![self.message.clone(); count];
            if self.ecb {
                let mut jobs = ecb_jobs(&self.key, &mut all);
                batch.ecb_encrypt(&mut jobs);
                assert!(jobs.iter().all(|job| job.status == Status::Done));
                assert!(all.iter().all(|data| *data == self.encrypted), "{backend}");
                let mut jobs = ecb_jobs(&self.key, &mut all);
                batch.ecb_decrypt(&mut jobs);
                assert!(jobs.iter().all(|job| job.status == Status::Done));
                assert!(all.iter().all(|data| *data == self.message), "{backend}");
            } else {
                let data = all.iter_mut().map(|data| Data::InPlace(data));
                let mut jobs: Vec<_> =
                    data.map(|data| CtrJob::new(&self.key, &self.nonce, data)).collect();
                batch.ctr(&mut jobs);
                assert!(jobs.iter().all(|job| job.status == Status::Done));
                assert!(all.iter().all(|data| *data == self.encrypted), "{backend}");
            }
        }
        let mut data = self.message.clone();
        if self.ecb {
            ecb::encrypt(&cipher, Data::InPlace(&mut data)).unwrap();
            assert_eq!(data, self.encrypted, "{backend}");
            ecb::decrypt(&cipher, Data::InPlace(&mut data)).unwrap();
            assert_eq!(data, self.message, "{backend}");
        } else {
            let mut ctr = Ctr::new(&cipher, &self.nonce).unwrap();
            ctr.apply(Data::InPlace(&mut data)).unwrap();
            assert_eq!(data, self.encrypted, "{backend}");
        }
    }
}

#[test]
fn known_answers() {
    for case in cases("aes_modes.json").iter().filter(|case| case["mode"] != "CBC (no padding)") {
        let ecb = case["mode"] == "ECB";
        let known = Known {
            ecb,
            key: bytes(case, "key"),
            nonce: if ecb { vec![] } else { bytes(case, "iv") },
            message: bytes(case, "plaintext"),
            encrypted: bytes(case, "ciphertext"),
        };
        on_all(Some(&known.key), &known);
    }
}

/// Keystream a block at a time, from a byte on.
fn keystream<C: BlockModes>(cipher: &C, nonce: &[u8], from: u64, count: usize) -> Vec<u8> {
    let mut first = [0; 16];
    first[..nonce.len()].copy_from_slice(nonce);
    let first = u128::from_be_bytes(first);
    let block = |i| encrypt(cipher, first.wrapping_add(u128::from(i))).to_be_bytes();
    let blocks = from / 16..(from + count as u64).div_ceil(16);
    let bytes: Vec<u8> = blocks.flat_map(block).collect();
    bytes[(from % 16) as usize..][..count].to_vec()
}

struct Counters;

impl Test for Counters {
    fn test<C: BlockModes>(&self, backend: Backend) {
        let mut random = Random::new(61);
        let key = random.bytes(C::KEY_BYTES);
        let cipher = C::with_backend(&key, backend).unwrap();
        let batch = Batch::<C>::with_backend(backend).unwrap();
        // Counters a few blocks before carries over so many bytes.
        let mut nonces: Vec<Vec<u8>> = vec![random.bytes(12), vec![0xff; 12]];
        for carried in [0, 1, 2, 3, 4, 5, 8, 12, 15, 16] {
            for before in [1, 2, 9, 40] {
                let mut nonce = random.bytes(16);
                nonce[16 - carried..].fill(0xff);
                nonce[15] = nonce[15].wrapping_sub(before);
                nonces.push(nonce);
            }
        }
        let lengths = [1, 16, 63, 200, 1000];
        let known: Vec<_> = nonces
            .iter()
            .zip(lengths.iter().cycle())
            .map(|(nonce, &length)| (nonce, keystream(&cipher, nonce, 0, length)))
            .collect();
        for (nonce, expected) in &known {
            let mut output = vec![0xee; expected.len()];
            let mut ctr = Ctr::new(&cipher, nonce).unwrap();
            ctr.apply(Data::Keystream(&mut output)).unwrap();
            assert!(output == *expected, "{backend}: {nonce:02x?}");
            // In pieces, and from where it is sought on.
            let mut ctr = Ctr::new(&cipher, nonce).unwrap();
            for piece in output.chunks_mut(37) {
                ctr.apply(Data::Keystream(piece)).unwrap();
            }
            assert!(output == *expected, "{backend}: {nonce:02x?} in pieces");
            let start = random.below(expected.len());
            ctr.seek(start as u128).unwrap();
            assert_eq!(ctr.position(), start as u128);
            ctr.apply(Data::InPlace(&mut output[start..])).unwrap();
            assert!(output[start..].iter().all(|byte| *byte == 0), "{backend}: {nonce:02x?}");
        }
        let mut outputs: Vec<_> = known.iter().map(|(_, key)| vec![0; key.len()]).collect();
        let mut jobs: Vec<_> = known
            .iter()
            .zip(&mut outputs)
            .map(|((nonce, _), output)| CtrJob::new(&key, nonce, Data::Keystream(output)))
            .collect();
        batch.ctr(&mut jobs);
        assert!(jobs.iter().all(|job| job.status == Status::Done));
        for ((nonce, expected), output) in known.iter().zip(&outputs) {
            assert!(output == expected, "{backend}: {nonce:02x?} in a batch");
        }
        for far in [255, 256, 65535, (1 << 32) - 40] {
            let nonce = &nonces[0];
            let mut output = vec![0; 600];
            let mut ctr = Ctr::new(&cipher, nonce).unwrap();
            ctr.seek(far * 16 + 5).unwrap();
            ctr.apply(Data::Keystream(&mut output)).unwrap();
            let from = (far * 16 + 5) as u64;
            assert!(output == keystream(&cipher, nonce, from, 600), "{backend} at {far}");
        }
    }
}

#[test]
fn counters_carry() {
    on_all(None, &Counters);
}

struct Ends;

impl Test for Ends {
    fn test<C: BlockModes>(&self, backend: Backend) {
        let cipher = C::with_backend(&vec![5; C::KEY_BYTES], backend).unwrap();
        // A nonce of 12 bytes has 2^32 blocks.
        let mut ctr = Ctr::new(&cipher, &[3; 12]).unwrap();
        ctr.seek((1 << 36) - 16).unwrap();
        let mut data = [0; 17];
        let error = Err(Error::Counter { blocks: 2, left: 1 });
        assert_eq!(ctr.apply(Data::Keystream(&mut data)), error);
        assert_eq!(data, [0; 17]);
        ctr.apply(Data::Keystream(&mut data[..16])).unwrap();
        assert_eq!(data[..16], keystream(&cipher, &[3; 12], (1 << 36) - 16, 16));
        for bytes in [0, 8, 11, 13, 15, 17, 32] {
            let error = Error::NonceLength { bytes, expected: 16 };
            assert_eq!(Ctr::new(&cipher, &vec![0; bytes]).err(), Some(error));
        }
    }
}

#[test]
fn counters_end() {
    on_all(None, &Ends);
}
