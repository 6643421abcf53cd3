//! Authenticated ciphers: sealing, and opening with the right tag. Whether a tag is right shows.

use crate::{Count, Reports, secret};
use lanecrypt::aead::{Aead, AeadBatch, AeadJob, Morus640, Morus1280, Morus1280_256};
use lanecrypt::batch::{Data, Status};
use lanecrypt::block::{Aes128, Aes256};
use lanecrypt::mode::Gcm;
use lanecrypt::{Backend, Tag};
use std::cell::RefCell;

const BYTES: usize = 1300;
/// Lengths of messages, which are not secret.
const LENGTHS: [usize; 6] = [BYTES, 0, 1, 64, 129, 1000];
const NONCE: [u8; 32] = [0xfd; 32];

/// Messages with their keys.
struct Messages {
    keys: Vec<[u8; 32]>,
    data: Vec<[u8; BYTES]>,
    aad: [u8; 100],
}

impl Messages {
    fn new(count: usize) -> Self {
        let numbers = (0..count).map(|i| i as u8);
        Self {
            keys: numbers.clone().map(secret).collect(),
            data: numbers.map(|i| secret(!i)).collect(),
            aad: secret(7),
        }
    }

    /// Seals all of them, or opens them with these tags.
    fn batch<A: Aead>(&mut self, backend: Backend, nonce: &[u8], tags: &mut Vec<Tag>, open: bool) {
        let batch = AeadBatch::<A>::with_backend(backend).expect("an available backend");
        let Self { keys, data, aad } = self;
        let mut jobs: Vec<_> = data
            .iter_mut()
            .enumerate()
            .map(|(i, data)| {
                let (key, aad) = (&keys[i][..A::KEY_BYTES], &aad[..(37 * i) % 100]);
                let data = Data::InPlace(&mut data[..LENGTHS[i % LENGTHS.len()]]);
                match open {
                    true => AeadJob::open(key, nonce, aad, data, tags[i].as_ref()),
                    false => AeadJob::seal(key, nonce, aad, data),
                }
            })
            .collect();
        if open {
            batch.open(&mut jobs)
        } else {
            batch.seal(&mut jobs)
        }
        assert!(jobs.iter().all(|job| job.status == Status::Done));
        *tags = jobs.iter().map(|job| job.tag).collect();
    }

    /// The same, the messages one by one.
    fn alone<A: Aead>(&mut self, backend: Backend, nonce: &[u8], tags: &mut Vec<Tag>, open: bool) {
        for (i, data) in self.data.iter_mut().enumerate() {
            let key = &self.keys[i][..A::KEY_BYTES];
            let cipher = A::with_backend(key, backend).expect("an available backend");
            let data = Data::InPlace(&mut data[..LENGTHS[i % LENGTHS.len()]]);
            match open {
                true => cipher.open(nonce, &self.aad, data, tags[i].as_ref()).expect("its tag"),
                false => tags.push(cipher.seal(nonce, &self.aad, data).expect("a nonce")),
            }
        }
    }
}

/// How all messages are sealed or opened.
type Call = fn(&mut Messages, Backend, &[u8], &mut Vec<Tag>, bool);

fn of<A: Aead>(backend: Backend, count: Count<'_>) {
    let (least, most) = A::NONCE_BYTES;
    let calls: [(&str, Call); 2] =
        [("alone", Messages::alone::<A>), ("batch", Messages::batch::<A>)];
    for (how, call) in calls {
        for bytes in [12.clamp(least, most), 15.clamp(least, most)] {
            let nonce = &NONCE[..bytes];
            let name = |what: &str| format!("{backend} {} {what} {how}, nonce of {bytes}", A::NAME);
            for jobs in [1, 45] {
                let messages = RefCell::new((Messages::new(jobs), Vec::new()));
                let run = |open: bool| {
                    let (messages, tags) = &mut *messages.borrow_mut();
                    call(messages, backend, nonce, tags, open);
                };
                count(name("seal"), Reports::None, &|| run(false));
                count(name("open"), Reports::Verdicts(jobs), &|| run(true));
            }
        }
    }
}

/// Every authenticated cipher on a backend.
pub(crate) fn every_cipher(backend: Backend, count: Count<'_>) {
    of::<Gcm<Aes128>>(backend, count);
    of::<Gcm<Aes256>>(backend, count);
    of::<Morus640>(backend, count);
    of::<Morus1280>(backend, count);
    of::<Morus1280_256>(backend, count);
}
