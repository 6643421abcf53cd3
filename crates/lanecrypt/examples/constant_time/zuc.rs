//! ZUC: messages, tags, streams.

use crate::{memcheck, secret};
use lanecrypt::Backend;
use lanecrypt::batch::{Data, Status};
use lanecrypt::mobile::Direction;
use lanecrypt::stream::zuc::{Batch, Iv184, Job, MacJob, MacSetup, Setup, Stream, TagLength};
use std::hint::black_box;

/// Every loading, from secret keys and IVs.
fn setup(i: usize) -> Setup {
    let seed = i as u8;
    match i % 4 {
        0 => Setup::zuc128(&secret(seed), &secret(seed)),
        1 => Setup::zuc256(&secret(seed), &Iv184::from_packed(&secret(seed))),
        2 => Setup::nea6(&secret(seed), &secret(seed)),
        _ => {
            let count = u32::from_le_bytes(secret(seed));
            Setup::eea3(&secret(seed), count, seed % 32, Direction::Uplink).expect("a bearer")
        }
    }
}

fn mac_setup(i: usize) -> MacSetup {
    let seed = i as u8;
    match TagLength::ALL.get(i % 4) {
        Some(&length) => {
            MacSetup::zuc256(&secret(seed), &Iv184::from_packed(&secret(seed)), length)
        }
        None => {
            let count = u32::from_le_bytes(secret(seed));
            MacSetup::eia3(&secret(seed), count, seed % 32, Direction::Downlink).expect("a bearer")
        }
    }
}

/// Lengths in bits, which are not secret: whole rows, parts of rows, parts of bytes, nothing.
const BITS: [u64; 9] = [1027, 1024, 512, 511, 8, 3, 0, 1600, 2049];

pub(crate) fn encrypt(batch: &Batch, jobs: usize) {
    let mut inputs: Vec<_> = (0..jobs).map(|i| secret::<260>(i as u8)).collect();
    let mut outputs: Vec<_> = (0..jobs).map(|i| secret::<260>(!i as u8)).collect();
    let mut all: Vec<_> = inputs
        .iter_mut()
        .zip(&mut outputs)
        .enumerate()
        .map(|(i, (input, output))| {
            let data = match i % 3 {
                0 => Data::InPlace(output),
                1 => Data::Copy { input, output },
                _ => Data::Keystream(output),
            };
            Job::with_bits(setup(i), data, BITS[i % BITS.len()])
        })
        .collect();
    batch.encrypt(&mut all);
    assert!(all.iter().all(|job| job.status == Status::Done));
}

pub(crate) fn mac(batch: &Batch, jobs: usize) {
    let messages: Vec<_> = (0..jobs).map(|i| secret::<260>(i as u8)).collect();
    let mut all: Vec<_> = messages
        .iter()
        .enumerate()
        .map(|(i, message)| MacJob::with_bits(mac_setup(i), message, BITS[i % BITS.len()]))
        .collect();
    batch.mac(&mut all);
    for job in &all {
        assert!(job.status == Status::Done);
        // Whether a tag is right may be known; how far it is right may not.
        let mut answer = [u8::from(job.tag.verify(&[7; 16][..job.tag.as_ref().len()]))];
        memcheck::reveal(&mut answer);
        black_box(answer);
    }
}

pub(crate) fn stream(backend: Backend) {
    for i in 0..4 {
        let mut stream = Stream::with_backend(&setup(i), backend).expect("an available backend");
        let mut data = secret::<260>(1);
        for piece in data.chunks_mut(61) {
            stream.apply(piece);
        }
    }
}
