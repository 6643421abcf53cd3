//! Messages one after another, a call each.

use std::cell::OnceCell;

use crate::bench::catalogue::{Buffers, Keys, Secret, Setting, Subject};

/// A tag of the authenticated ciphers.
pub(super) type Tag = [u8; 16];

/// The beginning of a key or IV.
pub(super) fn first<const N: usize>(bytes: &[u8]) -> &[u8; N] {
    match bytes.first_chunk() {
        Some(first) => first,
        None => unreachable!("no key, IV or tag is longer than what there is"),
    }
}

/// Hands `timer` the messages, numbered, each with its key, which is set up when [`Keys`] says.
fn each<K>(
    keys: Keys,
    secrets: &[Secret],
    expand: impl Fn(&Secret) -> K,
    timer: &mut dyn FnMut(&mut dyn FnMut()),
    mut apply: impl FnMut(usize, &K),
) {
    match keys {
        Keys::Fresh => timer(&mut || {
            for (number, secret) in secrets.iter().enumerate() {
                apply(number, &expand(secret));
            }
        }),
        Keys::Same => timer(&mut || {
            let key = expand(&secrets[0]);
            (0..secrets.len()).for_each(|number| apply(number, &key));
        }),
        Keys::Ready => {
            let key = expand(&secrets[0]);
            timer(&mut || (0..secrets.len()).for_each(|number| apply(number, &key)));
        }
    }
}

/// What encrypts, decrypts or fills messages in place: how it takes a key, and what it does.
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
        each(self.keys, secrets, &self.expand, timer, |number, key| {
            (self.apply)(key, &secrets[number], &mut messages[number]);
        });
    }

    fn resolved_keys(&self) -> Keys {
        self.keys
    }
}

/// What makes tags: how it takes a key, and the tag of a message.
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
        each(self.keys, secrets, &self.expand, timer, |number, key| {
            made[number] = Some((self.tag)(key, &secrets[number], &messages[number]));
        });
        *tags = made.iter().flatten().map(|tag| tag.as_ref().to_vec()).collect();
    }

    fn resolved_keys(&self) -> Keys {
        self.keys
    }
}

/// An authenticated cipher: how it takes a key, to open or else to seal; how it seals a message in
/// place; and how it opens one into another, which says whether the tag was right.
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
    /// What is opened again and again: ciphertexts and tags.
    sealed: OnceCell<Vec<(Vec<u8>, Tag)>>,
}

impl<K, E, S, U> Authenticated<E, S, U>
where
    E: Fn(&Secret, bool) -> K,
    S: Fn(&K, &Secret, &mut [u8]) -> Option<Tag>,
{
    /// Makes of a message a ciphertext. A tag that cannot be made is zeros, which verification
    /// finds.
    fn seal_all(
        &self,
        secrets: &[Secret],
        messages: &mut [Vec<u8>],
        timer: &mut dyn FnMut(&mut dyn FnMut()),
    ) -> Vec<Tag> {
        let mut made = vec![[0; 16]; messages.len()];
        let expand = |secret: &Secret| (self.expand)(secret, false);
        each(self.keys, secrets, expand, timer, |number, key| {
            let tag = (self.seal)(key, &secrets[number], &mut messages[number]);
            made[number] = tag.unwrap_or_default();
        });
        made
    }

    /// The messages as they are opened: given so, or sealed first.
    fn to_open(&self, buffers: &Buffers) -> Vec<(Vec<u8>, Tag)> {
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
        each(self.keys, secrets, expand, timer, |number, key| {
            let ((input, tag), output) = (&sealed[number], &mut messages[number]);
            if !(self.unseal)(key, &secrets[number], input, output, tag) {
                output.fill(0);
            }
        });
    }

    fn resolved_keys(&self) -> Keys {
        self.keys
    }
}
