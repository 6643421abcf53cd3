//! CBC, the MACs and the generator of random bytes over AES, to be measured.

use std::sync::LazyLock;

use super::known;
use super::timed::{accept, tags, time_jobs};
use crate::block::{self, AesMac, CbcTask, Chained, Chaining, TagTask, Way, lanes_of};
use crate::entry::{Buffers, Entry, Keys, Known, ResultKind, Secret, Setting, Subject};
use crate::jobs::Key;

/// Every operation for every length of keys.
pub(crate) static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let operations = |cipher| AesOperation::ALL.iter().map(move |op| entry(cipher, *op));
    block::CHAINED.iter().flat_map(operations).collect()
});

/// An operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AesOperation {
    Cbc(Way),
    Tag(AesMac),
    /// Fills messages with random bytes, from a seed.
    Random,
}

impl AesOperation {
    const ALL: [Self; 5] = [
        Self::Cbc(Way::Encrypt),
        Self::Cbc(Way::Decrypt),
        Self::Tag(AesMac::Cmac),
        Self::Tag(AesMac::Pmac),
        Self::Random,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Cbc(Way::Encrypt) => "cbc",
            Self::Cbc(Way::Decrypt) => "cbc-decrypt",
            Self::Tag(mac) => mac.name(),
            Self::Random => "ctr-drbg",
        }
    }
}

/// The entry of an operation of a cipher. Entries are made once and live as long as the program.
fn entry(cipher: &'static Chained, operation: AesOperation) -> Entry {
    Entry {
        algorithm: cipher.name,
        operation: operation.name(),
        by_default: false,
        granule: if matches!(operation, AesOperation::Cbc(_)) { 16 } else { 1 },
        max_bytes: u64::MAX,
        ready_keys: true,
        variants: &|| vec!["auto", "lanes"],
        prepare: Box::leak(Box::new(move |setting: &Setting| {
            Box::new(AesSubject { cipher, operation, setting: *setting }) as Box<dyn Subject>
        })),
        result: match operation {
            AesOperation::Tag(_) => ResultKind::Tags,
            _ => ResultKind::Messages,
        },
        known: Box::leak(Box::new(move || known(cipher, operation))),
    }
}

fn known(cipher: &Chained, operation: AesOperation) -> Result<Vec<Known>, String> {
    match operation {
        AesOperation::Cbc(way) => known::cbc(cipher, way),
        AesOperation::Tag(mac) => known::aes_tags(cipher, mac),
        AesOperation::Random => known::random(cipher),
    }
}

/// An operation of a cipher over a batch of messages.
struct AesSubject {
    cipher: &'static Chained,
    operation: AesOperation,
    setting: Setting,
}

impl Subject for AesSubject {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        match self.operation {
            AesOperation::Cbc(way) => self.cbc(way, buffers, timer),
            AesOperation::Tag(mac) => self.tags(mac, buffers, timer),
            AesOperation::Random => self.random(buffers, timer),
        }
    }

    fn resolved_variant(&self) -> &'static str {
        "lanes"
    }

    fn lanes(&self) -> usize {
        lanes_of(128, self.setting.backend)
    }

    fn resolved_keys(&self) -> Keys {
        self.setting.keys
    }
}

impl AesSubject {
    fn cbc(&self, way: Way, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, .. } = buffers;
        let ready = self.ready(secrets);
        let tasks = messages.iter_mut().zip(&*secrets).map(|(message, secret)| {
            let key = self.key_of(ready.as_deref(), secret);
            CbcTask::new(key, &secret.iv[..16], &mut message[..])
        });
        let batch = accept((self.cipher.batch)(self.setting.backend));
        let mut jobs = batch.cbc(way, tasks.collect());
        time_jobs(jobs.as_mut(), timer);
    }

    fn tags(&self, mac: AesMac, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, tags: made, .. } = buffers;
        let ready = self.ready(secrets);
        let tasks = messages.iter().zip(&*secrets).map(|(message, secret)| {
            TagTask::new(self.key_of(ready.as_deref(), secret), &[], message, 16)
        });
        let batch = accept((self.cipher.batch)(self.setting.backend));
        let mut jobs = batch.tags(mac, tasks.collect());
        time_jobs(jobs.as_mut(), timer);
        *made = tags(jobs.as_ref());
    }

    /// Each message is filled by its own generator. Fresh generators are seeded within the call; ready
    /// ones were seeded before, so that every call is a further request to them.
    fn random(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, .. } = buffers;
        let backend = self.setting.backend;
        let make = |secret: &Secret| {
            let seed = &secret.key[..self.cipher.key_bytes + 16];
            accept((self.cipher.generator)(seed, &[], false, backend))
        };
        if self.setting.keys == Keys::Ready {
            let mut generators: Vec<_> = messages.iter().map(|_| make(&secrets[0])).collect();
            timer(&mut || {
                for (message, generator) in messages.iter_mut().zip(&mut generators) {
                    for request in message.chunks_mut(MAX_REQUEST) {
                        accept(generator.generate(&[], request));
                    }
                }
            });
            return;
        }
        timer(&mut || {
            for (message, secret) in messages.iter_mut().zip(&*secrets) {
                let mut generator = make(secret);
                for request in message.chunks_mut(MAX_REQUEST) {
                    accept(generator.generate(&[], request));
                }
            }
        });
    }

    /// The key object that all messages share, if keys are ready.
    fn ready(&self, secrets: &[Secret]) -> Option<Box<dyn Chaining>> {
        let expand = || accept((self.cipher.expand)(self.key(&secrets[0]), self.setting.backend));
        (self.setting.keys == Keys::Ready).then(expand)
    }

    /// The key of a message.
    fn key_of<'k>(
        &self,
        ready: Option<&'k dyn Chaining>,
        secret: &'k Secret,
    ) -> Key<'k, dyn Chaining> {
        match ready {
            Some(key) => Key::Ready(key),
            None => Key::Bytes(self.key(secret)),
        }
    }

    fn key<'s>(&self, secret: &'s Secret) -> &'s [u8] {
        &secret.key[..self.cipher.key_bytes]
    }
}

/// The largest request to a generator, in bytes.
const MAX_REQUEST: usize = 1 << 16;
