//! AEADs, to be measured.

use std::cell::OnceCell;
use std::sync::LazyLock;

use lanecrypt::Data;

use super::known;
use super::timed::{accept, tags, time_jobs};
use crate::aead::{self, AeadCipher, AeadKey, SealTask};
use crate::entry::{Buffers, Entry, Keys, Message, ResultKind, Secret, Setting, Subject};
use crate::jobs::Key;

/// Sealing and opening of every AEAD.
pub(crate) static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let operations = |cipher| [false, true].map(|open| entry(cipher, open));
    aead::ALL.iter().flat_map(operations).collect()
});

/// The operations that are measured when no selector is given.
const BY_DEFAULT: [(&str, &str); 3] =
    [("aes128", "gcm"), ("aegis128l", "encrypt"), ("morus1280", "encrypt")];

/// The length of tags in bytes.
const TAG_BYTES: usize = 16;

/// The entry of sealing or opening. Entries are made once and live as long as the program.
fn entry(cipher: &'static AeadCipher, open: bool) -> Entry {
    let operation = cipher.operations[usize::from(open)];
    Entry {
        algorithm: cipher.name,
        operation,
        by_default: BY_DEFAULT.contains(&(cipher.name, operation)),
        granule: 1,
        max_bytes: u64::MAX,
        ready_keys: true,
        variants: &|| vec!["auto", "lanes"],
        prepare: Box::leak(Box::new(move |setting: &Setting| {
            let sealed = OnceCell::new();
            Box::new(AeadSubject { cipher, open, setting: *setting, sealed }) as Box<dyn Subject>
        })),
        result: if open { ResultKind::Opened } else { ResultKind::Sealed },
        known: Box::leak(Box::new(move || known::sealed(cipher, TAG_BYTES, open))),
    }
}

/// Sealing or opening of a batch of messages.
struct AeadSubject {
    cipher: &'static AeadCipher,
    open: bool,
    setting: Setting,
    /// The ciphertexts and tags that every call opens.
    sealed: OnceCell<Vec<(Message, Vec<u8>)>>,
}

impl Subject for AeadSubject {
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

impl AeadSubject {
    fn seal(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, aad, messages, tags: made, .. } = buffers;
        let ready = self.ready(secrets);
        let tasks = messages.iter_mut().zip(&*secrets).map(|(message, secret)| {
            let key = self.key_of(ready.as_deref(), secret);
            SealTask::seal(key, self.nonce(secret), aad, &mut message[..])
        });
        let batch = accept((self.cipher.batch)(TAG_BYTES, self.setting.backend));
        let mut jobs = batch.seal(tasks.collect());
        time_jobs(jobs.as_mut(), timer);
        *made = tags(jobs.as_ref());
    }

    fn open(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let sealed = self.sealed.get_or_init(|| self.sealed(buffers));
        let Buffers { secrets, aad, messages, .. } = buffers;
        let ready = self.ready(secrets);
        let all = messages.iter_mut().zip(sealed).zip(&*secrets);
        let tasks = all.map(|((output, (input, tag)), secret)| {
            let key = self.key_of(ready.as_deref(), secret);
            SealTask::open(key, self.nonce(secret), aad, Data::Copy { input, output }, tag)
        });
        let batch = accept((self.cipher.batch)(TAG_BYTES, self.setting.backend));
        let mut jobs = batch.open(tasks.collect());
        time_jobs(jobs.as_mut(), timer);
    }

    /// The ciphertexts and tags to be opened: those of the buffers, or the messages sealed one by one.
    fn sealed(&self, buffers: &Buffers) -> Vec<(Message, Vec<u8>)> {
        let Buffers { secrets, aad, messages, tags, sealed, .. } = buffers;
        if *sealed {
            return messages.iter().cloned().zip(tags.iter().cloned()).collect();
        }
        let seal = |(message, secret): (&Message, &Secret)| {
            let key = match self.setting.keys {
                Keys::Fresh => self.expand(secret),
                Keys::Ready => self.expand(&secrets[0]),
            };
            let mut message = message.clone();
            let tag = accept(key.seal(self.nonce(secret), aad, Data::InPlace(&mut message)));
            (message, tag.as_ref().to_vec())
        };
        messages.iter().zip(secrets).map(seal).collect()
    }

    fn expand(&self, secret: &Secret) -> Box<dyn AeadKey> {
        accept((self.cipher.expand)(self.key(secret), TAG_BYTES, self.setting.backend))
    }

    /// The key object that all messages share, if keys are ready.
    fn ready(&self, secrets: &[Secret]) -> Option<Box<dyn AeadKey>> {
        (self.setting.keys == Keys::Ready).then(|| self.expand(&secrets[0]))
    }

    /// The key of a message.
    fn key_of<'k>(
        &self,
        ready: Option<&'k dyn AeadKey>,
        secret: &'k Secret,
    ) -> Key<'k, dyn AeadKey> {
        match ready {
            Some(key) => Key::Ready(key),
            None => Key::Bytes(self.key(secret)),
        }
    }

    fn key<'s>(&self, secret: &'s Secret) -> &'s [u8] {
        &secret.key[..self.cipher.key_bytes]
    }

    fn nonce<'s>(&self, secret: &'s Secret) -> &'s [u8] {
        &secret.iv[..self.cipher.usual_nonce_bytes()]
    }
}
