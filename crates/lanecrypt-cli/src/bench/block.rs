//! The block ciphers, to be measured: ECB in both directions, and counter mode.

use std::sync::LazyLock;

use lanecrypt::Error;

use super::known;
use super::timed::{accept, time_jobs};
use crate::block::{self, BlockTask, Choice, Cipher, OneByOne, Plain, Way};
use crate::entry::{Buffers, Entry, Keys, Known, Message, ResultKind, Secret, Setting, Subject};
use crate::jobs::Key;

/// Every operation of every block cipher.
pub(crate) static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let operations = |cipher| BlockOperation::ALL.iter().map(move |op| entry(cipher, *op));
    block::all().flat_map(operations).collect()
});

/// The ciphers that are measured when no selector is given: one size of each family. AES in counter
/// mode is measured too.
const BY_DEFAULT: [&str; 6] =
    ["speck64_128", "simon64_128", "simeck64_128", "sparx128_128", "cypress256", "gost28147"];

/// An operation of a block cipher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockOperation {
    Ecb(Way),
    Ctr,
}

impl BlockOperation {
    const ALL: [Self; 3] = [Self::Ecb(Way::Encrypt), Self::Ecb(Way::Decrypt), Self::Ctr];

    const fn name(self) -> &'static str {
        match self {
            Self::Ecb(Way::Encrypt) => "ecb",
            Self::Ecb(Way::Decrypt) => "ecb-decrypt",
            Self::Ctr => "ctr",
        }
    }
}

/// The entry of an operation of a cipher. Entries are made once and live as long as the program.
fn entry(cipher: &'static Cipher, operation: BlockOperation) -> Entry {
    Entry {
        algorithm: cipher.name,
        operation: operation.name(),
        by_default: BY_DEFAULT.contains(&cipher.name)
            || (cipher.name, operation) == ("aes128", BlockOperation::Ctr),
        granule: if operation == BlockOperation::Ctr { 1 } else { cipher.block_bytes },
        max_bytes: match operation {
            BlockOperation::Ctr => cipher.counter.most_bytes(cipher.block_bytes),
            BlockOperation::Ecb(_) => u64::MAX,
        },
        ready_keys: true,
        variants: Box::leak(Box::new(|| variants(cipher))),
        prepare: Box::leak(Box::new(move |setting: &Setting| prepare(cipher, operation, setting))),
        result: ResultKind::Messages,
        known: Box::leak(Box::new(move || known(cipher, operation))),
    }
}

fn variants(cipher: &Cipher) -> Vec<&'static str> {
    [AUTO, LANES].into_iter().chain(cipher.plain.iter().map(|plain| plain.name)).collect()
}

const AUTO: &str = "auto";
const LANES: &str = "lanes";

fn known(cipher: &'static Cipher, operation: BlockOperation) -> Result<Vec<Known>, String> {
    match operation {
        BlockOperation::Ecb(way) => known::ecb(cipher, way),
        BlockOperation::Ctr => known::counter_mode(cipher),
    }
}

fn prepare(
    cipher: &'static Cipher,
    operation: BlockOperation,
    setting: &Setting,
) -> Box<dyn Subject> {
    let plain = cipher.plain(setting.variant);
    Box::new(BlockSubject { cipher, operation, plain, setting: *setting })
}

/// An operation of a block cipher over a batch of messages.
struct BlockSubject {
    cipher: &'static Cipher,
    operation: BlockOperation,
    /// A plain implementation, which takes one block at a time. None for the one over lanes.
    plain: Option<&'static Plain>,
    setting: Setting,
}

impl Subject for BlockSubject {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, .. } = buffers;
        match (self.plain, self.setting.keys) {
            (Some(plain), Keys::Ready) => {
                let cipher = self.one_by_one(plain, &secrets[0]);
                timer(&mut || {
                    for (message, secret) in messages.iter_mut().zip(&*secrets) {
                        accept(self.message(cipher.as_ref(), secret, message));
                    }
                });
            }
            (Some(plain), Keys::Fresh) => timer(&mut || {
                for (message, secret) in messages.iter_mut().zip(&*secrets) {
                    let cipher = self.one_by_one(plain, secret);
                    accept(self.message(cipher.as_ref(), secret, message));
                }
            }),
            (None, _) => self.over_lanes(secrets, messages, timer),
        }
    }

    fn resolved_variant(&self) -> &'static str {
        self.plain.map_or(LANES, |plain| plain.name)
    }

    fn lanes(&self) -> usize {
        match self.plain {
            None => self.cipher.lanes.in_register(self.setting.backend),
            Some(_) => 1,
        }
    }

    fn resolved_keys(&self) -> Keys {
        self.setting.keys
    }
}

impl BlockSubject {
    fn one_by_one(&self, plain: &Plain, secret: &Secret) -> Box<dyn OneByOne> {
        accept((plain.expand)(self.key(secret), &Choice::default()))
    }

    fn message(
        &self,
        cipher: &dyn OneByOne,
        secret: &Secret,
        message: &mut [u8],
    ) -> Result<(), Error> {
        match self.operation {
            BlockOperation::Ecb(way) => cipher.ecb(way, message),
            BlockOperation::Ctr => {
                self.cipher.counter.apply(cipher, self.nonce(secret), secret.block, message)
            }
        }
    }

    fn over_lanes(
        &self,
        secrets: &[Secret],
        messages: &mut [Message],
        timer: &mut dyn FnMut(&mut dyn FnMut()),
    ) {
        let Setting { backend, keys, .. } = self.setting;
        let (lanes, choice) = (&self.cipher.lanes, Choice::default());
        let ready = (keys == Keys::Ready)
            .then(|| accept((lanes.expand)(self.key(&secrets[0]), &choice, backend)));
        let tasks = messages.iter_mut().zip(secrets).map(|(message, secret)| BlockTask {
            block: secret.block,
            ..BlockTask::new(
                match &ready {
                    Some(key) => Key::Ready(key.as_ref()),
                    None => Key::Bytes(self.key(secret)),
                },
                self.nonce(secret),
                &mut message[..],
            )
        });
        let batch = accept((lanes.batch)(&choice, backend));
        let mut jobs = match self.operation {
            BlockOperation::Ecb(way) => batch.ecb(way, tasks.collect()),
            BlockOperation::Ctr => batch.ctr(Way::Encrypt, tasks.collect()),
        };
        time_jobs(jobs.as_mut(), timer);
    }

    fn key<'s>(&self, secret: &'s Secret) -> &'s [u8] {
        &secret.key[..self.cipher.key_bytes]
    }

    fn nonce<'s>(&self, secret: &'s Secret) -> &'s [u8] {
        &secret.iv[..self.cipher.nonce_bytes()]
    }
}
