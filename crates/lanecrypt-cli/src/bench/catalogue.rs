//! What can be measured: every operation of every algorithm, behind one interface.
//!
//! A new algorithm adds a module with a slice of [`Entry`] and one line to [`all`].

use lanecrypt::Backend;

use super::{aead, aes, block, zuc};

/// An operation of an algorithm.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// The algorithm, in lower case.
    pub(crate) algorithm: &'static str,
    /// The operation, in lower case.
    pub(crate) operation: &'static str,
    /// Whether it is measured where nothing is asked for.
    pub(crate) by_default: bool,
    /// Messages are multiples of so many bytes.
    pub(crate) granule: usize,
    /// And have at most so many: a counter may end.
    pub(crate) most: u64,
    /// Whether a key can be set up before it meets a message.
    pub(crate) ready_keys: bool,
    /// The names of its variants; `auto` is among them, and mostly `reference`.
    pub(crate) variants: &'static (dyn Fn() -> Vec<&'static str> + Sync),
    /// The operation, computed in a given way.
    pub(crate) prepare: &'static (dyn Fn(&Setting) -> Box<dyn Subject> + Sync),
    /// Where what it computes is found.
    pub(crate) result: Result,
    /// Published answers.
    pub(crate) known: &'static [Known],
}

/// How an operation is computed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting {
    /// A backend that this processor has.
    pub(crate) backend: Backend,
    /// The name of one of the entry's variants.
    pub(crate) variant: &'static str,
    /// Messages a call.
    pub(crate) batch: usize,
    /// The keys of these messages.
    pub(crate) keys: Keys,
}

/// Whose keys the messages of a call have, and when they are set up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Keys {
    /// Every message its own, set up within the timed call.
    #[default]
    Fresh,
    /// One for all, set up within the timed call.
    Same,
    /// One for all, set up before.
    Ready,
}

impl Keys {
    /// Its name on the command line and in the document.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Same => "same",
            Self::Ready => "ready",
        }
    }
}

/// An operation, computed in a given way.
pub(crate) trait Subject {
    /// Gets ready, then hands to `timer` a single call over all messages of the buffers, which
    /// includes the loading of every message's IV, and of its key unless keys are ready.
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut()));

    /// The variant that `auto` comes to, or the one asked for. Others' code has none.
    fn resolved_variant(&self) -> &'static str {
        ""
    }

    /// The messages that are under way at a time; for block ciphers, the blocks of a register.
    /// Others do not say.
    fn lanes(&self) -> usize {
        1
    }

    /// What the keys come to: where ready ones are of no use, one for all is set up in the call.
    fn resolved_keys(&self) -> Keys {
        Keys::Fresh
    }
}

/// What the messages of a call are made of, and what comes out.
#[derive(Debug, Clone)]
pub(crate) struct Buffers {
    /// The key and IV of each message.
    pub(crate) secrets: Vec<Secret>,
    /// The messages. Operations that encrypt do so in place.
    pub(crate) messages: Vec<Vec<u8>>,
    /// The length of each message in bits, where that is not all of its bytes.
    pub(crate) bits: Option<u64>,
    /// The tags, from operations that make them.
    pub(crate) tags: Vec<Vec<u8>>,
    /// Whether messages and tags are ones to be opened; otherwise what opens seals first.
    pub(crate) sealed: bool,
}

/// Bytes that each algorithm takes its key and IV (or the parameters it is made of) from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Secret {
    /// Keys shorter than this are its beginning.
    pub(crate) key: [u8; 64],
    /// IVs and nonces shorter than this are its beginning.
    pub(crate) iv: [u8; 32],
    /// In counter mode, the block of the keystream that a message begins at.
    pub(crate) block: u64,
}

/// Where the result of an operation is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Result {
    /// In the messages.
    Messages,
    /// In the tags.
    Tags,
    /// In the messages, and the tags after them.
    Sealed,
    /// In the messages, which had tags before.
    Opened,
}

/// A published answer. Values are hexadecimal digits, lengths are in bytes.
#[derive(Debug)]
pub(crate) struct Known {
    /// Where it was published.
    pub(crate) source: &'static str,
    /// The beginning of [`Secret::key`]; the rest is zeros.
    pub(crate) key: &'static str,
    /// The beginning of [`Secret::iv`]; the rest is zeros.
    pub(crate) iv: &'static str,
    /// [`Secret::block`].
    pub(crate) block: u64,
    /// The message; one to be opened has its tag of 16 bytes after it.
    pub(crate) message: &'static str,
    /// The length of the message in bits.
    pub(crate) bits: u64,
    /// What comes out.
    pub(crate) result: &'static str,
}

impl Buffers {
    /// What an operation computed.
    pub(crate) fn result(&self, result: Result) -> Vec<Vec<u8>> {
        let Self { messages, tags, .. } = self;
        match result {
            Result::Messages | Result::Opened => messages.clone(),
            Result::Tags => tags.clone(),
            Result::Sealed => messages
                .iter()
                .zip(tags)
                .map(|(message, tag)| [&message[..], tag].concat())
                .collect(),
        }
    }
}

/// Everything that can be measured.
pub(crate) fn all() -> Vec<&'static Entry> {
    let mut all: Vec<&Entry> = zuc::ENTRIES
        .iter()
        .chain(block::ENTRIES.iter())
        .chain(aes::ENTRIES.iter())
        .chain(aead::ENTRIES.iter())
        .collect();
    // The operations of an algorithm together, wherever they are from.
    let algorithms: Vec<_> = all.iter().map(|entry| entry.algorithm).collect();
    all.sort_by_key(|entry| algorithms.iter().position(|name| *name == entry.algorithm));
    all
}

/// An operation of an algorithm, if there is one of that name.
pub(crate) fn find(algorithm: &str, operation: &str) -> Option<&'static Entry> {
    all().into_iter().find(|e| e.algorithm == algorithm && e.operation == operation)
}
