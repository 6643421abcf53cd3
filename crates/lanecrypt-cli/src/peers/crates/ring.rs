//! The crate `ring`, which has no AES-192.

use std::cell::RefCell;

use ring::aead::{
    AES_128_GCM, AES_256_GCM, Aad, Algorithm, LessSafeKey, Nonce, Tag as RingTag, UnboundKey,
};

use super::peer::Crates;
use crate::entry::{Buffers, Keys, Message, Secret, Setting, Subject};
use crate::peers::each::{Tag, authenticated, each, first};

/// GCM.
pub(super) const RING: Crates = Crates {
    name: "ring",
    versions: &[env!("LANECRYPT_CRATE_RING")],
    prepare: |algorithm, operation, setting| {
        let algorithm = match algorithm {
            "aes128" => &AES_128_GCM,
            "aes256" => &AES_256_GCM,
            _ => return None,
        };
        match operation {
            "gcm" => Some(sealing(algorithm, setting)),
            "gcm-decrypt" => Some(Box::new(Opening {
                algorithm,
                keys: setting.keys,
                sealing: sealing(algorithm, setting),
                sealed: RefCell::new(None),
            })),
            _ => None,
        }
    },
};

fn expand(algorithm: &'static Algorithm, secret: &Secret) -> LessSafeKey {
    match UnboundKey::new(algorithm, &secret.key[..algorithm.key_len()]) {
        Ok(key) => LessSafeKey::new(key),
        Err(_) => unreachable!("the key has its length"),
    }
}

fn nonce(secret: &Secret) -> Nonce {
    Nonce::assume_unique_for_key(*first(&secret.iv))
}

fn sealing(algorithm: &'static Algorithm, setting: &Setting) -> Box<dyn Subject> {
    authenticated(
        setting,
        false,
        move |secret, _| expand(algorithm, secret),
        |key, secret, message| {
            let tag = key.seal_in_place_separate_tag(nonce(secret), Aad::empty(), message);
            tag.ok().and_then(|tag| Tag::try_from(tag.as_ref()).ok())
        },
        // Opening is below.
        |_, _, _, _, _| false,
    )
}

/// Opening. The crate opens within one buffer, so the room for a message is in front of its ciphertext.
/// The ciphertext stays as it is and can be opened again, and nothing has to be copied.
struct Opening {
    algorithm: &'static Algorithm,
    keys: Keys,
    /// Seals the messages that are not sealed yet.
    sealing: Box<dyn Subject>,
    /// The ciphertexts and tags that every call opens.
    sealed: RefCell<Option<Vec<Sealed>>>,
}

/// A ciphertext with the room for its message.
struct Sealed {
    buffer: Message,
    /// Where the ciphertext begins. This is a cache line, as for other messages.
    start: usize,
    tag: RingTag,
}

impl Opening {
    fn sealed(&self, buffers: &Buffers) -> Vec<Sealed> {
        let mut sealed = buffers.clone();
        if !sealed.sealed {
            self.sealing.offer(&mut sealed, &mut |call| call());
        }
        let both = sealed.messages.iter().zip(&sealed.tags);
        both.map(|(ciphertext, tag)| {
            let start = ciphertext.len().next_multiple_of(64);
            let buffer = Message::from([&vec![0; start][..], ciphertext].concat());
            Sealed { buffer, start, tag: (*first::<16>(tag)).into() }
        })
        .collect()
    }
}

impl Subject for Opening {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let mut sealed = self.sealed.borrow_mut();
        let sealed = sealed.get_or_insert_with(|| self.sealed(buffers));
        let Buffers { secrets, messages, .. } = buffers;
        let expand = |secret: &Secret| expand(self.algorithm, secret);
        each(self.keys, secrets, expand, timer, |index, key| {
            let Sealed { buffer, start, tag } = &mut sealed[index];
            // After a wrong tag, the crate clears the message.
            let _ = key.open_in_place_separate_tag(
                nonce(&secrets[index]),
                Aad::empty(),
                *tag,
                buffer,
                *start..,
            );
        });
        for (message, sealed) in messages.iter_mut().zip(sealed) {
            let bytes = message.len();
            message.copy_from_slice(&sealed.buffer[..bytes]);
        }
    }

    fn resolved_keys(&self) -> Keys {
        self.keys
    }
}
