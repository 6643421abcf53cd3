//! Nothing beyond the data is read or written: it lies flush against pages that cannot be touched.

use super::Pair;
use super::ctr::xor;
use super::support::Random;
use super::support::jobs::{Keys, key_of};
use super::support::pages::{PAGE, Pages};
use lanecrypt::block::OneBlock;
use lanecrypt::mode::Ctr;
use lanecrypt::{Backend, Batch, Cipher, CipherJob, StreamCipher as _};

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
        let (ecb, ctr) = (P::ecb(&key, backend), P::ctr(&key, backend));
        let batch = Batch::<Ctr<P::Lanes>>::with_backend(backend).unwrap();
        let objects = Keys::ALL.map(|keys| {
            keys.objects::<Ctr<P::Lanes>>([&key[..]; JOBS].into_iter(), Default::default(), backend)
        });
        for (blocks, at_end) in (1..=80).flat_map(|blocks| [(blocks, true), (blocks, false)]) {
            let bytes = blocks * P::BLOCK;
            let copied = input.message(&message[..bytes], at_end);
            ecb.encrypt((), (copied, output.slice(bytes, at_end))).unwrap();
            assert!(output.slice(bytes, at_end) == &ciphertext[..bytes], "{backend} {blocks}");
            ecb.decrypt((), output.slice(bytes, at_end)).unwrap();
            assert!(output.slice(bytes, at_end) == &message[..bytes], "{backend} {blocks}");

            let bytes = bytes - random.below(P::BLOCK);
            let expected = xor(&message[..bytes], &keystream);
            let copied = input.message(&message[..bytes], at_end);
            ctr.stream(&nonce).unwrap().apply((copied, output.slice(bytes, at_end))).unwrap();
            assert!(output.slice(bytes, at_end) == expected, "{backend} {bytes}");

            for buffer in &mut buffers {
                buffer.slice(bytes, at_end).copy_from_slice(&message[..bytes]);
            }
            let objects = &objects[blocks % objects.len()];
            let mut jobs: Vec<_> = buffers
                .iter_mut()
                .zip(objects)
                .map(|(buffer, object)| {
                    CipherJob::new(key_of(&key, object), &nonce[..], buffer.slice(bytes, at_end))
                })
                .collect();
            batch.encrypt(&mut jobs).into_result().unwrap();
            assert!(jobs.iter().all(|job| job.data.output() == expected), "{backend} {bytes}");
        }
    }
}
