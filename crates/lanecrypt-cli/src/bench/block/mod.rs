//! The block ciphers, to be measured: ECB both ways, and counter mode.

mod known;

use std::sync::LazyLock;

use lanecrypt::batch::Data;
use lanecrypt::mode::{CtrJob, EcbJob};

use super::catalogue::{Buffers, Entry, Keys, Known, Result, Secret, Setting, Subject};
use crate::block::{self, Choice, Cipher, OneByOne, Plain, Way};
use known::ANSWERS;

/// All operations of all block ciphers.
pub(crate) static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let operations = |cipher| Operation::ALL.iter().map(move |op| entry(cipher, *op));
    block::all().flat_map(operations).collect()
});

/// What is measured where nothing is asked for: a size of each family, and AES in counter mode.
const BY_DEFAULT: [&str; 6] =
    ["speck64_128", "simon64_128", "simeck64_128", "sparx128_128", "cypress256", "gost28147"];

/// What is done with the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operation {
    Ecb(Way),
    Ctr,
}

impl Operation {
    const ALL: [Self; 3] = [Self::Ecb(Way::Encrypt), Self::Ecb(Way::Decrypt), Self::Ctr];

    const fn name(self) -> &'static str {
        match self {
            Self::Ecb(Way::Encrypt) => "ecb",
            Self::Ecb(Way::Decrypt) => "ecb-decrypt",
            Self::Ctr => "ctr",
        }
    }
}

/// An operation of a cipher. Entries are made once and live as long as the program.
fn entry(cipher: &'static Cipher, operation: Operation) -> Entry {
    Entry {
        algorithm: cipher.name,
        operation: operation.name(),
        by_default: BY_DEFAULT.contains(&cipher.name)
            || (cipher.name, operation) == ("aes128", Operation::Ctr),
        granule: if operation == Operation::Ctr { 1 } else { cipher.block_bytes },
        most: match operation {
            Operation::Ctr => cipher.counter.most_bytes(cipher.block_bytes),
            Operation::Ecb(_) => u64::MAX,
        },
        ready_keys: true,
        variants: Box::leak(Box::new(|| variants(cipher))),
        prepare: Box::leak(Box::new(move |setting: &Setting| prepare(cipher, operation, setting))),
        result: Result::Messages,
        known: known(cipher, operation).leak(),
    }
}

fn variants(cipher: &Cipher) -> Vec<&'static str> {
    [AUTO, LANES].into_iter().chain(cipher.plain.iter().map(|plain| plain.name)).collect()
}

const AUTO: &str = "auto";
const LANES: &str = "lanes";

/// The answers of a cipher, as those of an operation. In counter mode the first block is a nonce
/// and a number, and what zeros become there is the encrypted block.
fn known(cipher: &'static Cipher, operation: Operation) -> Vec<Known> {
    let answers = ANSWERS.iter().filter(|answer| answer.cipher == cipher.name);
    let known = answers.filter_map(|answer| {
        let (plaintext, ciphertext) = (answer.plaintext, answer.ciphertext);
        let all = Known {
            source: answer.source,
            key: answer.key,
            iv: "",
            block: 0,
            message: plaintext,
            bits: 4 * plaintext.len() as u64,
            result: ciphertext,
        };
        match operation {
            Operation::Ecb(Way::Encrypt) => Some(all),
            Operation::Ecb(Way::Decrypt) => {
                Some(Known { message: ciphertext, result: plaintext, ..all })
            }
            Operation::Ctr => {
                let digits = 2 * cipher.block_bytes;
                let bytes = crate::hex::decode(&plaintext[..digits]).ok()?;
                let (_, block) = cipher.counter.split(&bytes)?;
                let iv = cipher.counter.nonce_of(&plaintext[..digits]);
                let bits = 4 * digits as u64;
                let (message, result) = (&ZEROS[..digits], &ciphertext[..digits]);
                Some(Known { iv, block, message, bits, result, ..all })
            }
        }
    });
    known.collect()
}

/// The digits of the longest block of zeros.
const ZEROS: &str = "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000";

fn prepare(cipher: &'static Cipher, operation: Operation, setting: &Setting) -> Box<dyn Subject> {
    let plain = cipher.plain(setting.variant);
    Box::new(Blocks { cipher, operation, plain, setting: *setting })
}

/// A batch of messages with a key and, in counter mode, a nonce each.
struct Blocks {
    cipher: &'static Cipher,
    operation: Operation,
    /// One block at a time; lanes otherwise.
    plain: Option<&'static Plain>,
    setting: Setting,
}

impl Subject for Blocks {
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
            (Some(plain), _) => timer(&mut || {
                for (message, secret) in messages.iter_mut().zip(&*secrets) {
                    let cipher = self.one_by_one(plain, secret);
                    accept(self.message(cipher.as_ref(), secret, message));
                }
            }),
            (None, Keys::Ready) => self.ready(secrets, messages, timer),
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

impl Blocks {
    fn one_by_one(&self, plain: &Plain, secret: &Secret) -> Box<dyn OneByOne> {
        accept((plain.expand)(self.key(secret), &Choice::default()))
    }

    fn message(
        &self,
        cipher: &dyn OneByOne,
        secret: &Secret,
        message: &mut [u8],
    ) -> std::result::Result<(), lanecrypt::Error> {
        match self.operation {
            Operation::Ecb(way) => cipher.ecb(way, message),
            Operation::Ctr => {
                self.cipher.counter.apply(cipher, self.nonce(secret), secret.block, message)
            }
        }
    }

    /// One key, set up before, and the messages one after another.
    fn ready(
        &self,
        secrets: &[Secret],
        messages: &mut [Vec<u8>],
        timer: &mut dyn FnMut(&mut dyn FnMut()),
    ) {
        let Setting { backend, .. } = self.setting;
        let (key, choice) = (self.key(&secrets[0]), Choice::default());
        let cipher = accept((self.cipher.lanes.expand)(key, &choice, backend));
        timer(&mut || {
            for (message, secret) in messages.iter_mut().zip(secrets) {
                let data = Data::InPlace(message);
                accept(match self.operation {
                    Operation::Ecb(way) => cipher.ecb(way, data),
                    Operation::Ctr => cipher.ctr_once(self.nonce(secret), secret.block, data),
                });
            }
        });
    }

    fn over_lanes(
        &self,
        secrets: &[Secret],
        messages: &mut [Vec<u8>],
        timer: &mut dyn FnMut(&mut dyn FnMut()),
    ) {
        let batch = accept((self.cipher.lanes.batch)(&Choice::default(), self.setting.backend));
        let pairs = messages.iter_mut().zip(secrets);
        match self.operation {
            Operation::Ecb(way) => {
                let mut jobs: Vec<EcbJob<'_>> = pairs
                    .map(|(message, secret)| EcbJob::new(self.key(secret), Data::InPlace(message)))
                    .collect();
                timer(&mut || batch.ecb(way, &mut jobs));
            }
            Operation::Ctr => {
                let mut jobs: Vec<CtrJob<'_>> = pairs
                    .map(|(message, secret)| CtrJob {
                        block: secret.block,
                        ..CtrJob::new(self.key(secret), self.nonce(secret), Data::InPlace(message))
                    })
                    .collect();
                timer(&mut || batch.ctr(&mut jobs));
            }
        }
    }

    fn key<'s>(&self, secret: &'s Secret) -> &'s [u8] {
        &secret.key[..self.cipher.key_bytes]
    }

    fn nonce<'s>(&self, secret: &'s Secret) -> &'s [u8] {
        &secret.iv[..self.cipher.nonce_bytes()]
    }
}

fn accept<T>(result: std::result::Result<T, lanecrypt::Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => unreachable!("the catalogue asked for what cannot be: {error}"),
    }
}
