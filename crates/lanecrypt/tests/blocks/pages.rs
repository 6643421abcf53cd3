//! Nothing beyond the data is read or written: it lies flush against pages that cannot be touched.

use super::Pair;
use super::ctr::xor;
use super::support::Random;
use super::support::pages::{PAGE, Pages};
use lanecrypt::Backend;
use lanecrypt::batch::{Data, Status};
use lanecrypt::block::OneBlock;
use lanecrypt::mode::{Batch, Ctr, CtrJob, ecb};

/// The jobs of a batch.
const JOBS: usize = 6;

pub(crate) fn beyond_the_data_are_not_touched<P: Pair>() {
    let mut random = Random::new(13);
    let (key, nonce) = (random.bytes(P::KEY), random.bytes(P::BLOCK / 2));
    let message = random.bytes(80 * P::BLOCK);
    let keystream = P::keystream(&key, &nonce, 0, 80);
    let mut ciphertext = message.clone();
    P::plain(&key).encrypt(&mut ciphertext).unwrap();
    let (mut input, mut output) = (Pages::new(PAGE), Pages::new(PAGE));
    let mut buffers: Vec<_> = (0..JOBS).map(|_| Pages::new(PAGE)).collect();
    for backend in Backend::available() {
        let cipher = P::lanes(&key, backend);
        let batch = Batch::<P::Lanes>::with_backend(backend).unwrap();
        for (blocks, at_end) in (1..=80).flat_map(|blocks| [(blocks, true), (blocks, false)]) {
            let bytes = blocks * P::BLOCK;
            let input_copy = Data::Copy {
                input: input.message(&message[..bytes], at_end),
                output: output.slice(bytes, at_end),
            };
            ecb::encrypt(&cipher, input_copy).unwrap();
            assert!(output.slice(bytes, at_end) == &ciphertext[..bytes], "{backend} {blocks}");
            ecb::decrypt(&cipher, Data::InPlace(output.slice(bytes, at_end))).unwrap();
            assert!(output.slice(bytes, at_end) == &message[..bytes], "{backend} {blocks}");

            let bytes = bytes - random.below(P::BLOCK);
            let expected = xor(&message[..bytes], &keystream);
            let input_copy = Data::Copy {
                input: input.message(&message[..bytes], at_end),
                output: output.slice(bytes, at_end),
            };
            Ctr::new(&cipher, &nonce).unwrap().apply(input_copy).unwrap();
            assert!(output.slice(bytes, at_end) == expected, "{backend} {bytes}");

            for buffer in &mut buffers {
                buffer.slice(bytes, at_end).copy_from_slice(&message[..bytes]);
            }
            let mut jobs: Vec<_> = buffers
                .iter_mut()
                .map(|buffer| CtrJob::new(&key, &nonce, Data::InPlace(buffer.slice(bytes, at_end))))
                .collect();
            batch.ctr(&mut jobs);
            assert!(jobs.iter().all(|job| job.status == Status::Done));
            assert!(jobs.iter().all(|job| job.data.output() == expected), "{backend} {bytes}");
        }
    }
}
