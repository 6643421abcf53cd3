//! The modes of AES beside ECB and counter mode, to be measured: CBC, tags, random bytes.

mod known;

use std::sync::LazyLock;

use lanecrypt::Tag;
use lanecrypt::batch::Data;
use lanecrypt::mode::{CbcJob, MacJob};

use super::catalogue::{Buffers, Entry, Keys, Known, Result, Secret, Setting, Subject};
use crate::block::{self, Chained, Mac, Way};
use known::ANSWERS;

/// An answer, in hexadecimal digits.
struct Answer {
    algorithm: &'static str,
    operation: &'static str,
    source: &'static str,
    key: &'static str,
    iv: &'static str,
    message: &'static str,
    result: &'static str,
}

/// All operations of all key lengths.
pub(crate) static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let operations = |cipher| Operation::ALL.iter().map(move |op| entry(cipher, *op));
    block::CHAINED.iter().flat_map(operations).collect()
});

/// What is done with the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operation {
    Cbc(Way),
    Tag(Mac),
    /// Filled with random bytes, from a seed.
    Random,
}

impl Operation {
    const ALL: [Self; 5] = [
        Self::Cbc(Way::Encrypt),
        Self::Cbc(Way::Decrypt),
        Self::Tag(Mac::Cmac),
        Self::Tag(Mac::Pmac),
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

    /// Whether the blocks of a message wait for each other, so that only many messages fill a
    /// processor.
    const fn is_serial(self) -> bool {
        matches!(self, Self::Cbc(Way::Encrypt) | Self::Tag(Mac::Cmac))
    }
}

/// An operation of a cipher. Entries are made once and live as long as the program.
fn entry(cipher: &'static Chained, operation: Operation) -> Entry {
    Entry {
        algorithm: cipher.name,
        operation: operation.name(),
        by_default: false,
        granule: if matches!(operation, Operation::Cbc(_)) { 16 } else { 1 },
        most: u64::MAX,
        ready_keys: true,
        variants: &|| vec!["auto", "lanes"],
        prepare: Box::leak(Box::new(move |setting: &Setting| {
            Box::new(Messages { cipher, operation, setting: *setting }) as Box<dyn Subject>
        })),
        result: match operation {
            Operation::Tag(_) => Result::Tags,
            _ => Result::Messages,
        },
        known: known(cipher, operation).leak(),
    }
}

fn known(cipher: &Chained, operation: Operation) -> Vec<Known> {
    let back = operation == Operation::Cbc(Way::Decrypt);
    let name = if back { "cbc" } else { operation.name() };
    let own = |answer: &&Answer| (answer.algorithm, answer.operation) == (cipher.name, name);
    let known = ANSWERS.iter().filter(own).map(|answer| {
        let Answer { source, key, iv, message, result, .. } = *answer;
        let bits = 4 * message.len() as u64;
        let (message, result) = if back { (result, message) } else { (message, result) };
        Known { source, key, iv, block: 0, message, bits, result }
    });
    known.collect()
}

/// A batch of messages.
struct Messages {
    cipher: &'static Chained,
    operation: Operation,
    setting: Setting,
}

impl Subject for Messages {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let keys = self.resolved_keys();
        match (self.operation, keys) {
            (Operation::Cbc(way), Keys::Ready) => self.cbc_ready(way, buffers, timer),
            (Operation::Cbc(way), _) => self.cbc(way, buffers, timer),
            (Operation::Tag(mac), Keys::Ready) => self.tags_ready(mac, buffers, timer),
            (Operation::Tag(mac), _) => self.tags(mac, buffers, timer),
            (Operation::Random, _) => self.random(buffers, timer),
        }
    }

    fn resolved_variant(&self) -> &'static str {
        "lanes"
    }

    fn lanes(&self) -> usize {
        let cipher = block::named(self.cipher.name);
        cipher.map_or(1, |cipher| cipher.lanes.in_register(self.setting.backend))
    }

    fn resolved_keys(&self) -> Keys {
        match self.setting.keys {
            // One after another they would leave a processor idle: the batch call is what there is,
            // and it sets keys up.
            Keys::Ready if self.operation.is_serial() && self.setting.batch > 1 => Keys::Same,
            keys => keys,
        }
    }
}

impl Messages {
    fn cbc(&self, way: Way, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, .. } = buffers;
        let batch = accept((self.cipher.batch)(self.setting.backend));
        let mut jobs: Vec<CbcJob<'_>> = messages
            .iter_mut()
            .zip(&*secrets)
            .map(|(message, secret)| {
                CbcJob::new(self.key(secrets, secret), iv(secret), Data::InPlace(message))
            })
            .collect();
        timer(&mut || batch.cbc(way, &mut jobs));
    }

    fn cbc_ready(&self, way: Way, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, .. } = buffers;
        let key = self.key(secrets, &secrets[0]);
        let key = accept((self.cipher.expand)(key, self.setting.backend));
        timer(&mut || {
            for (message, secret) in messages.iter_mut().zip(&*secrets) {
                accept(key.cbc(way, iv(secret), Data::InPlace(message)));
            }
        });
    }

    fn tags(&self, mac: Mac, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, tags, .. } = buffers;
        let batch = accept((self.cipher.batch)(self.setting.backend));
        let mut jobs: Vec<MacJob<'_>> = messages
            .iter()
            .zip(&*secrets)
            .map(|(message, secret)| MacJob::new(self.key(secrets, secret), message, 16))
            .collect();
        timer(&mut || batch.tags(mac, &mut jobs));
        *tags = jobs.iter().map(|job| job.tag.as_ref().to_vec()).collect();
    }

    fn tags_ready(&self, mac: Mac, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, tags, .. } = buffers;
        let key = self.key(secrets, &secrets[0]);
        let key = accept((self.cipher.expand)(key, self.setting.backend));
        let mut made: Vec<Option<Tag>> = vec![None; messages.len()];
        timer(&mut || {
            for (message, made) in messages.iter().zip(&mut made) {
                *made = Some(key.tag(mac, message));
            }
        });
        *tags = made.iter().flatten().map(|tag| tag.as_ref().to_vec()).collect();
    }

    /// Each message has a generator of its own, whose first request it is; in later calls on ready
    /// ones, a further request.
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
                    for request in message.chunks_mut(MOST_REQUESTED) {
                        accept(generator.generate(&[], request));
                    }
                }
            });
            return;
        }
        timer(&mut || {
            for (message, secret) in messages.iter_mut().zip(&*secrets) {
                let mut generator = make(secret);
                for request in message.chunks_mut(MOST_REQUESTED) {
                    accept(generator.generate(&[], request));
                }
            }
        });
    }

    /// The key of a message, or the one for all.
    fn key<'s>(&self, secrets: &'s [Secret], own: &'s Secret) -> &'s [u8] {
        let secret = if self.setting.keys == Keys::Fresh { own } else { &secrets[0] };
        &secret.key[..self.cipher.key_bytes]
    }
}

/// The most bytes of a request to a generator.
const MOST_REQUESTED: usize = 1 << 16;

fn iv(secret: &Secret) -> &[u8] {
    &secret.iv[..16]
}

fn accept<T>(result: std::result::Result<T, lanecrypt::Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => unreachable!("the catalogue asked for what cannot be: {error}"),
    }
}
