//! The authenticated ciphers, to be measured.

mod known;

use std::cell::OnceCell;
use std::sync::LazyLock;

use lanecrypt::Tag;
use lanecrypt::aead::AeadJob;
use lanecrypt::batch::{Data, Status};

use super::catalogue::{Buffers, Entry, Keys, Known, Result, Secret, Setting, Subject};
use crate::aead::{self, Cipher};
use known::ANSWERS;

/// An answer, in hexadecimal digits.
struct Answer {
    algorithm: &'static str,
    /// Sealing.
    operation: &'static str,
    source: &'static str,
    key: &'static str,
    iv: &'static str,
    message: &'static str,
    /// Ciphertext and tag.
    result: &'static str,
}

/// Both operations of all of them.
pub(crate) static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let operations = |cipher| [false, true].map(|open| entry(cipher, open));
    aead::ALL.iter().flat_map(operations).collect()
});

/// What is measured where nothing is asked for.
const BY_DEFAULT: [(&str, &str); 3] =
    [("aes128", "gcm"), ("aegis128l", "encrypt"), ("morus1280", "encrypt")];

/// The length of tags.
const TAG_BYTES: usize = 16;

/// Sealing or opening. Entries are made once and live as long as the program.
fn entry(cipher: &'static Cipher, open: bool) -> Entry {
    let operation = cipher.operations[usize::from(open)];
    Entry {
        algorithm: cipher.name,
        operation,
        by_default: BY_DEFAULT.contains(&(cipher.name, operation)),
        granule: 1,
        most: u64::MAX,
        ready_keys: true,
        variants: &|| vec!["auto", "lanes"],
        prepare: Box::leak(Box::new(move |setting: &Setting| {
            let sealed = OnceCell::new();
            Box::new(Messages { cipher, open, setting: *setting, sealed }) as Box<dyn Subject>
        })),
        result: if open { Result::Opened } else { Result::Sealed },
        known: known(cipher, open).leak(),
    }
}

fn known(cipher: &Cipher, open: bool) -> Vec<Known> {
    let [sealing, _] = cipher.operations;
    let own = |answer: &&Answer| (answer.algorithm, answer.operation) == (cipher.name, sealing);
    let known = ANSWERS.iter().filter(own).map(|answer| {
        let Answer { source, key, iv, message, result, .. } = *answer;
        let bits = 4 * message.len() as u64;
        let (message, result) = if open { (result, message) } else { (message, result) };
        Known { source, key, iv, block: 0, message, bits, result }
    });
    known.collect()
}

/// A batch of messages with a nonce each.
struct Messages {
    cipher: &'static Cipher,
    open: bool,
    setting: Setting,
    /// What is opened again and again: ciphertexts and tags.
    sealed: OnceCell<Vec<(Vec<u8>, Vec<u8>)>>,
}

impl Subject for Messages {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        match self.open {
            false => self.seal(buffers, timer),
            true => self.open(buffers, timer),
        }
    }

    fn resolved_variant(&self) -> &'static str {
        "lanes"
    }

    fn lanes(&self) -> usize {
        (self.cipher.lanes)(self.setting.backend)
    }

    fn resolved_keys(&self) -> Keys {
        self.setting.keys
    }
}

impl Messages {
    fn seal(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, tags, .. } = buffers;
        let Setting { backend, keys, .. } = self.setting;
        if keys == Keys::Ready {
            let key = accept((self.cipher.expand)(self.key(&secrets[0]), TAG_BYTES, backend));
            let mut made: Vec<Option<Tag>> = vec![None; messages.len()];
            timer(&mut || {
                for ((message, secret), made) in messages.iter_mut().zip(&*secrets).zip(&mut made) {
                    let data = Data::InPlace(message);
                    *made = Some(accept(key.seal(self.nonce(secret), &[], data)));
                }
            });
            *tags = made.iter().flatten().map(|tag| tag.as_ref().to_vec()).collect();
            return;
        }
        let batch = accept((self.cipher.batch)(TAG_BYTES, backend));
        let mut jobs: Vec<AeadJob<'_>> = messages
            .iter_mut()
            .zip(&*secrets)
            .map(|(message, secret)| {
                let data = Data::InPlace(message);
                AeadJob::seal(self.key(secret), self.nonce(secret), &[], data)
            })
            .collect();
        timer(&mut || batch.seal(&mut jobs));
        *tags = jobs.iter().map(|job| job.tag.as_ref().to_vec()).collect();
    }

    fn open(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let sealed = self.sealed.get_or_init(|| self.sealed(buffers));
        let Buffers { secrets, messages, .. } = buffers;
        let Setting { backend, keys, .. } = self.setting;
        if keys == Keys::Ready {
            let key = accept((self.cipher.expand)(self.key(&secrets[0]), TAG_BYTES, backend));
            timer(&mut || {
                for ((output, (input, tag)), secret) in
                    messages.iter_mut().zip(sealed).zip(&*secrets)
                {
                    // A tag that is wrong leaves zeros, which verification finds.
                    let data = Data::Copy { input, output };
                    let _ = key.open(self.nonce(secret), &[], data, tag);
                }
            });
            return;
        }
        let batch = accept((self.cipher.batch)(TAG_BYTES, backend));
        let mut jobs: Vec<AeadJob<'_>> = messages
            .iter_mut()
            .zip(sealed)
            .zip(&*secrets)
            .map(|((output, (input, tag)), secret)| {
                let data = Data::Copy { input, output };
                AeadJob::open(self.key(secret), self.nonce(secret), &[], data, tag)
            })
            .collect();
        timer(&mut || batch.open(&mut jobs));
        debug_assert!(jobs.iter().all(|job| job.status == Status::Done));
    }

    /// The messages as they are opened: given so, or sealed first, one by one.
    fn sealed(&self, buffers: &Buffers) -> Vec<(Vec<u8>, Vec<u8>)> {
        let Buffers { secrets, messages, tags, sealed, .. } = buffers;
        if *sealed {
            return messages.iter().cloned().zip(tags.iter().cloned()).collect();
        }
        let seal = |(message, secret): (&Vec<u8>, &Secret)| {
            let secret_of_key = if self.setting.keys == Keys::Ready { &secrets[0] } else { secret };
            let (key, backend) = (self.key(secret_of_key), self.setting.backend);
            let key = accept((self.cipher.expand)(key, TAG_BYTES, backend));
            let mut message = message.clone();
            let tag = accept(key.seal(self.nonce(secret), &[], Data::InPlace(&mut message)));
            (message, tag.as_ref().to_vec())
        };
        messages.iter().zip(secrets).map(seal).collect()
    }

    fn key<'s>(&self, secret: &'s Secret) -> &'s [u8] {
        &secret.key[..self.cipher.key_bytes]
    }

    fn nonce<'s>(&self, secret: &'s Secret) -> &'s [u8] {
        &secret.iv[..self.cipher.usual_nonce_bytes()]
    }
}

fn accept<T>(result: std::result::Result<T, lanecrypt::Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => unreachable!("the catalogue asked for what cannot be: {error}"),
    }
}
