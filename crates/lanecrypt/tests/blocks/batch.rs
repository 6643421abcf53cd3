//! Batches: many keys, nonces and lengths in one call.

use super::Pair;
use super::ctr::{wraps, xor};
use super::support::{Guarded, Random};
use lanecrypt::Backend;
use lanecrypt::batch::{Data, Status};
use lanecrypt::block::OneBlock;
use lanecrypt::mode::{Batch, CtrJob, EcbJob, ctr};

/// What a job is made of, and what must come out.
struct Known {
    key: Vec<u8>,
    nonce: Vec<u8>,
    block: u64,
    message: Vec<u8>,
    /// In counter mode.
    encrypted: Vec<u8>,
    keystream: Vec<u8>,
}

impl Known {
    fn new<P: Pair>(random: &mut Random, block: u64, bytes: usize) -> Self {
        let (key, nonce) = (random.bytes(P::KEY), random.bytes(P::BLOCK / 2));
        let message = random.bytes(bytes);
        let mut keystream = P::keystream(&key, &nonce, block, bytes.div_ceil(P::BLOCK));
        keystream.truncate(bytes);
        let encrypted = xor(&message, &keystream);
        Self { key, nonce, block, message, encrypted, keystream }
    }
}

/// All jobs in counter mode on every backend, the kind of data turned from job to job.
fn check_ctr<P: Pair>(random: &mut Random, known: &[Known]) {
    for backend in Backend::available() {
        let batch = Batch::<P::Lanes>::with_backend(backend).unwrap();
        for turn in 0..3 {
            let mut buffers: Vec<_> = known
                .iter()
                .enumerate()
                .map(|(i, known)| Guarded::new(random, 5 * i + turn, &known.message))
                .collect();
            let mut jobs: Vec<_> = known
                .iter()
                .zip(&mut buffers)
                .enumerate()
                .map(|(i, (known, buffer))| {
                    let data = match (i + turn) % 3 {
                        0 => Data::InPlace(buffer.get_mut()),
                        1 => {
                            buffer.get_mut().fill(0xee);
                            Data::Copy { input: &known.message, output: buffer.get_mut() }
                        }
                        _ => Data::Keystream(buffer.get_mut()),
                    };
                    CtrJob { block: known.block, ..CtrJob::new(&known.key, &known.nonce, data) }
                })
                .collect();
            batch.ctr(&mut jobs);
            for (i, (job, known)) in jobs.iter().zip(known).enumerate() {
                assert_eq!(job.status, Status::Done, "{backend}, job {i}");
                let keystream = matches!(job.data, Data::Keystream(_));
                let expected = if keystream { &known.keystream } else { &known.encrypted };
                assert!(
                    job.data.output() == expected,
                    "{backend}, job {i} of {}, {} bytes from block {} on, turn {turn}",
                    jobs.len(),
                    expected.len(),
                    known.block
                );
            }
            drop(jobs);
            buffers.iter().for_each(Guarded::check_guards);
        }
    }
}

/// All jobs in ECB, as far as they are whole blocks, both ways on every backend.
fn check_ecb<P: Pair>(known: &[Known]) {
    let plaintexts: Vec<Vec<u8>> = known
        .iter()
        .map(|known| known.message[..known.message.len() / P::BLOCK * P::BLOCK].to_vec())
        .collect();
    let mut ciphertexts = plaintexts.clone();
    for (known, data) in known.iter().zip(&mut ciphertexts) {
        P::plain(&known.key).encrypt(data).unwrap();
    }
    for backend in Backend::available() {
        let batch = Batch::<P::Lanes>::with_backend(backend).unwrap();
        let mut middle: Vec<_> = plaintexts.iter().map(|p| vec![0xee; p.len()]).collect();
        let mut jobs: Vec<_> = known
            .iter()
            .zip(&plaintexts)
            .zip(&mut middle)
            .map(|((known, input), output)| EcbJob::new(&known.key, Data::Copy { input, output }))
            .collect();
        batch.ecb_encrypt(&mut jobs);
        assert!(jobs.iter().all(|job| job.status == Status::Done));
        drop(jobs);
        assert!(middle == ciphertexts, "{backend}");
        let mut jobs: Vec<_> = known
            .iter()
            .zip(&mut middle)
            .map(|(known, data)| EcbJob::new(&known.key, Data::InPlace(data)))
            .collect();
        batch.ecb_decrypt(&mut jobs);
        assert!(jobs.iter().all(|job| job.status == Status::Done));
        drop(jobs);
        assert!(middle == plaintexts, "{backend} back");
    }
}

/// Nothing, parts of blocks, tiles and more, several times over, starting anywhere.
pub(crate) fn of_mixed_lengths<P: Pair>() {
    const LENGTHS: [usize; 17] =
        [0, 1, 63, 64, 65, 1000, 5000, 7, 8, 16, 127, 128, 129, 255, 256, 1023, 1024];
    let mut random = Random::new(8);
    let known: Vec<_> = (0..75)
        .map(|i| {
            let block = random.below(30_000) as u64;
            let block = [0, block][i / LENGTHS.len() % 2];
            Known::new::<P>(&mut random, block, LENGTHS[i % LENGTHS.len()])
        })
        .collect();
    check_ctr::<P>(&mut random, &known);
    check_ecb::<P>(&known);
}

/// One job, lanes full, one more, and more than the batch sorts at a time.
pub(crate) fn of_few_and_of_many<P: Pair>() {
    let mut random = Random::new(9);
    for jobs in [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 300] {
        let known: Vec<_> = (0..jobs)
            .map(|_| {
                let bytes = random.below(300);
                Known::new::<P>(&mut random, 0, bytes)
            })
            .collect();
        check_ctr::<P>(&mut random, &known);
        check_ecb::<P>(&known);
    }
}

/// Short and long messages that meet a carry of the counter, or end with the last block.
pub(crate) fn where_words_of_the_counter_wrap<P: Pair>() {
    let mut random = Random::new(10);
    let limit = ctr::limit::<P::Lanes>();
    let wraps = wraps::<P>();
    let known: Vec<_> = (0..66)
        .map(|i| {
            let wrap = wraps[i % wraps.len()];
            let block = wrap - random.below(40) as u64;
            let most = (limit - block).min(100) as usize * P::BLOCK;
            let bytes = random.below(most + 1);
            Known::new::<P>(&mut random, block, [bytes, most][i % 2])
        })
        .collect();
    check_ctr::<P>(&mut random, &known);
}
