//! Peers that are called once for each message.

use std::cell::OnceCell;

use crate::entry::{Buffers, Keys, Message, Secret, Setting, Subject};

/// A tag of an AEAD.
pub(super) type Tag = [u8; 16];

/// The first bytes of a key or IV.
pub(super) fn first<const N: usize>(bytes: &[u8]) -> &[u8; N] {
    match bytes.first_chunk() {
        Some(first) => first,
        None => unreachable!("a secret is as long as the longest key, IV or tag"),
    }
}

/// Passes a call to `timer` that applies `apply` to the index and the key of each message. The keys are
/// set up as [`Keys`] says.
pub(super) fn each<K>(
    keys: Keys,
    secrets: &[Secret],
    expand: impl Fn(&Secret) -> K,
    timer: &mut dyn FnMut(&mut dyn FnMut()),
    mut apply: impl FnMut(usize, &K),
) {
    match keys {
        Keys::Fresh => timer(&mut || {
            for (index, secret) in secrets.iter().enumerate() {
                apply(index, &expand(secret));
            }
        }),
        Keys::Ready => {
            let key = expand(&secrets[0]);
            timer(&mut || (0..secrets.len()).for_each(|index| apply(index, &key)));
        }
    }
}

/// An operation that changes messages in place: how a key is set up, and how a message is processed.
pub(super) fn in_place<K: 'static>(
    setting: &Setting,
    expand: impl Fn(&Secret) -> K + 'static,
    apply: impl Fn(&K, &Secret, &mut [u8]) + 'static,
) -> Box<dyn Subject> {
    Box::new(InPlace { keys: setting.keys, expand, apply })
}

struct InPlace<E, A> {
    keys: Keys,
    expand: E,
    apply: A,
}

impl<K, E: Fn(&Secret) -> K, A: Fn(&K, &Secret, &mut [u8])> Subject for InPlace<E, A> {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, .. } = buffers;
        each(self.keys, secrets, &self.expand, timer, |index, key| {
            (self.apply)(key, &secrets[index], &mut messages[index]);
        });
    }

    fn resolved_keys(&self) -> Keys {
        self.keys
    }
}

/// An operation that computes tags: how a key is set up, and how a tag is computed.
pub(super) fn tags<K: 'static, T: AsRef<[u8]> + 'static>(
    setting: &Setting,
    expand: impl Fn(&Secret) -> K + 'static,
    tag: impl Fn(&K, &Secret, &[u8]) -> T + 'static,
) -> Box<dyn Subject> {
    Box::new(Tags { keys: setting.keys, expand, tag })
}

struct Tags<E, A> {
    keys: Keys,
    expand: E,
    tag: A,
}

impl<K, T, E, A> Subject for Tags<E, A>
where
    T: AsRef<[u8]>,
    E: Fn(&Secret) -> K,
    A: Fn(&K, &Secret, &[u8]) -> T,
{
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, tags, .. } = buffers;
        let mut made: Vec<Option<T>> = messages.iter().map(|_| None).collect();
        each(self.keys, secrets, &self.expand, timer, |index, key| {
            made[index] = Some((self.tag)(key, &secrets[index], &messages[index]));
        });
        *tags = made.iter().flatten().map(|tag| tag.as_ref().to_vec()).collect();
    }

    fn resolved_keys(&self) -> Keys {
        self.keys
    }
}

/// An AEAD: how a key is set up (`true` for opening), how a message is sealed in place, and how a message
/// is opened into another buffer. Opening returns whether the tag was right.
pub(super) fn authenticated<K: 'static>(
    setting: &Setting,
    open: bool,
    expand: impl Fn(&Secret, bool) -> K + 'static,
    seal: impl Fn(&K, &Secret, &mut [u8]) -> Option<Tag> + 'static,
    unseal: impl Fn(&K, &Secret, &[u8], &mut [u8], &Tag) -> bool + 'static,
) -> Box<dyn Subject> {
    let sealed = OnceCell::new();
    Box::new(Authenticated { keys: setting.keys, open, expand, seal, unseal, sealed })
}

struct Authenticated<E, S, U> {
    keys: Keys,
    open: bool,
    expand: E,
    seal: S,
    unseal: U,
    /// The ciphertexts and tags that every call opens.
    sealed: OnceCell<Vec<(Message, Tag)>>,
}

impl<K, E, S, U> Authenticated<E, S, U>
where
    E: Fn(&Secret, bool) -> K,
    S: Fn(&K, &Secret, &mut [u8]) -> Option<Tag>,
{
    /// Seals all messages. If a tag cannot be computed, it is zeros, and verification finds it.
    fn seal_all(
        &self,
        secrets: &[Secret],
        messages: &mut [Message],
        timer: &mut dyn FnMut(&mut dyn FnMut()),
    ) -> Vec<Tag> {
        let mut made = vec![[0; 16]; messages.len()];
        let expand = |secret: &Secret| (self.expand)(secret, false);
        each(self.keys, secrets, expand, timer, |index, key| {
            let tag = (self.seal)(key, &secrets[index], &mut messages[index]);
            made[index] = tag.unwrap_or_default();
        });
        made
    }

    /// The ciphertexts and tags to be opened: those of the buffers, or the messages, sealed first.
    fn to_open(&self, buffers: &Buffers) -> Vec<(Message, Tag)> {
        let Buffers { secrets, messages, tags, sealed, .. } = buffers;
        let mut messages = messages.clone();
        let tags = match sealed {
            true => tags.iter().map(|tag| *first(tag)).collect(),
            false => self.seal_all(secrets, &mut messages, &mut |call| call()),
        };
        messages.into_iter().zip(tags).collect()
    }
}

impl<K, E, S, U> Subject for Authenticated<E, S, U>
where
    E: Fn(&Secret, bool) -> K,
    S: Fn(&K, &Secret, &mut [u8]) -> Option<Tag>,
    U: Fn(&K, &Secret, &[u8], &mut [u8], &Tag) -> bool,
{
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        if !self.open {
            let Buffers { secrets, messages, tags, .. } = buffers;
            let made = self.seal_all(secrets, messages, timer);
            *tags = made.iter().map(|tag| tag.to_vec()).collect();
            return;
        }
        let sealed = self.sealed.get_or_init(|| self.to_open(buffers));
        let Buffers { secrets, messages, .. } = buffers;
        let expand = |secret: &Secret| (self.expand)(secret, true);
        each(self.keys, secrets, expand, timer, |index, key| {
            let ((input, tag), output) = (&sealed[index], &mut messages[index]);
            if !(self.unseal)(key, &secrets[index], input, output, tag) {
                output.fill(0);
            }
        });
    }

    fn resolved_keys(&self) -> Keys {
        self.keys
    }
}
