//! Authenticated ciphers: sealing, and opening with the right tag and with a wrong one. Whether a tag
//! is right shows.

use super::memcheck::watched;
use super::{Count, Reports, name_of, secret};
use lanecrypt::{Aead, AeadJob, Backend, Batch, Error, Key, Status, aead, block, mode};
use std::cell::RefCell;

const BYTES: usize = 1300;
/// Lengths of messages, which are not secret.
const LENGTHS: [usize; 6] = [BYTES, 0, 1, 64, 129, 1000];
const NONCE: [u8; 32] = [0xfd; 32];

/// What is done with messages.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Call {
    Seal,
    Open,
    /// Opens with tags that are wrong.
    Refuse,
}

impl Call {
    fn status(self) -> Status {
        match self {
            Self::Refuse => Status::Failed(Error::Authentication),
            _ => Status::Done,
        }
    }
}

/// Messages with their keys, every other one ready, and with their tags once they are sealed.
struct Messages<A> {
    keys: Vec<([u8; 32], Option<A>)>,
    data: Vec<[u8; BYTES]>,
    aad: [u8; 100],
    tags: Vec<Vec<u8>>,
}

impl<A: Aead> Messages<A> {
    fn new(count: usize, backend: Backend) -> Self {
        let key = |i: usize| {
            let bytes = secret(i as u8);
            let ready = (i % 2 == 1).then(|| A::with_backend(&bytes[..A::KEY_BYTES], backend));
            (bytes, ready.map(|ready| ready.expect("an available backend")))
        };
        Self {
            keys: (0..count).map(key).collect(),
            data: (0..count).map(|i| secret(!i as u8)).collect(),
            aad: secret(7),
            tags: vec![Vec::new(); count],
        }
    }

    /// All of them in a batch.
    fn batch(&mut self, backend: Backend, nonce: &[u8], call: Call) {
        let batch = Batch::<A>::with_backend(backend).expect("an available backend");
        let Self { keys, data, aad, tags } = self;
        let mut jobs: Vec<_> = data
            .iter_mut()
            .enumerate()
            .map(|(i, data)| {
                let key = match &keys[i] {
                    (_, Some(ready)) => Key::Ready(ready),
                    (bytes, None) => Key::Bytes(&bytes[..A::KEY_BYTES]),
                };
                let (aad, data) = (&aad[..(37 * i) % 100], &mut data[..LENGTHS[i % LENGTHS.len()]]);
                match call {
                    Call::Seal => AeadJob::seal(key, nonce, aad, data),
                    Call::Open | Call::Refuse => AeadJob::open(key, nonce, aad, data, &tags[i]),
                }
            })
            .collect();
        let report = if call == Call::Seal {
            watched(|| batch.seal(&mut jobs))
        } else {
            watched(|| batch.open(&mut jobs))
        };
        assert_eq!(report.is_ok(), call != Call::Refuse);
        assert!(jobs.iter().all(|job| job.status() == call.status()));
        if call == Call::Seal {
            let made =
                jobs.iter().map(|job| job.tag().expect("a job that is done").as_ref().to_vec());
            *tags = made.collect();
        }
    }

    /// The same, the messages one by one.
    fn alone(&mut self, backend: Backend, nonce: &[u8], call: Call) {
        for (i, data) in self.data.iter_mut().enumerate() {
            let key = &self.keys[i].0[..A::KEY_BYTES];
            let cipher = watched(|| A::with_backend(key, backend)).expect("an available backend");
            let (data, tag) = (&mut data[..LENGTHS[i % LENGTHS.len()]], &mut self.tags[i]);
            let result = match call {
                Call::Seal => {
                    let made = watched(|| cipher.seal(nonce, &self.aad, data)).expect("a nonce");
                    *tag = made.as_ref().to_vec();
                    continue;
                }
                Call::Open | Call::Refuse => watched(|| cipher.open(nonce, &self.aad, data, tag)),
            };
            assert_eq!(result.map_or_else(Status::Failed, |()| Status::Done), call.status());
        }
    }
}

/// How all messages are sealed or opened.
type How<A> = fn(&mut Messages<A>, Backend, &[u8], Call);

/// The verdict of each message that is opened is looked at so many times.
fn of<A: Aead>(backend: Backend, looks: usize, count: Count<'_>) {
    let (least, most) = A::NONCE_BYTES.into_inner();
    let ways: [(&str, How<A>); 2] = [("alone", Messages::alone), ("batch", Messages::batch)];
    let mut nonces = vec![12.clamp(least, most), 15.clamp(least, most)];
    nonces.dedup();
    for (way, how) in ways {
        for &bytes in &nonces {
            let nonce = &NONCE[..bytes];
            for jobs in [1, 45] {
                let messages = RefCell::new(Messages::<A>::new(jobs, backend));
                for call in [Call::Seal, Call::Open, Call::Refuse] {
                    if call == Call::Refuse {
                        messages.borrow_mut().tags.iter_mut().for_each(|tag| {
                            tag.iter_mut().skip(3).take(1).for_each(|byte| *byte ^= 1)
                        });
                    }
                    let name = format!(
                        "{backend} {} {call:?} {way} x {jobs}, nonce of {bytes}",
                        name_of::<A>(),
                    );
                    let reports = match call {
                        Call::Seal => Reports::None,
                        Call::Open | Call::Refuse => Reports::Verdicts(looks * jobs),
                    };
                    count(name, reports, &|| how(&mut messages.borrow_mut(), backend, nonce, call));
                }
            }
        }
    }
}

/// How many times the verdict of a message is looked at.
fn looks(name: &str) -> usize {
    // Those of 3GPP do so before anything is decrypted, and when the job ends.
    if matches!(name, "nca4" | "nca5" | "nca6") { 2 } else { 1 }
}

macro_rules! ciphers {
    (
        over_aes { $({ $mode:ident<$aes:ident> $($over_aes:tt)* })* }
        stateful { $({ $module:ident::$name:ident $($stateful:tt)* })* }
        other { $({ ($other:ty) $name_of_other:ident $($rest:tt)* })* }
    ) => {
        /// Every AEAD on a backend.
        pub(crate) fn every_cipher(backend: Backend, count: Count<'_>) {
            $(of::<mode::$mode<block::$aes>>(backend, 1, count);)*
            $(of::<aead::$name>(backend, 1, count);)*
            $(of::<$other>(backend, looks(stringify!($name_of_other)), count);)*
        }
    };
}
lanecrypt::aeads!(ciphers);
