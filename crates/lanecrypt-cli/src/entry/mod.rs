//! What an operation of the catalogue consists of. Everything that is measured is behind [`Subject`],
//! whether it is lanecrypt or a peer.

mod buffers;
mod message;

pub(crate) use buffers::{Buffers, ResultKind, Secret};
pub(crate) use message::Message;

use lanecrypt::Backend;

/// An operation of an algorithm.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// The name of the algorithm, in lower case.
    pub(crate) algorithm: &'static str,
    /// The name of the operation, in lower case.
    pub(crate) operation: &'static str,
    /// Whether the operation is measured when no selector is given.
    pub(crate) by_default: bool,
    /// The length of a message is a multiple of this number of bytes.
    pub(crate) granule: usize,
    /// The length in bytes of the longest message. Counters of short blocks end.
    pub(crate) max_bytes: u64,
    /// Whether keys can be set up before the call. If not, a ready key would save nothing.
    pub(crate) ready_keys: bool,
    /// The names of the variants. `auto` is always one of them, `reference` mostly.
    pub(crate) variants: &'static (dyn Fn() -> Vec<&'static str> + Sync),
    /// Prepares the operation in a given setting.
    pub(crate) prepare: Prepare,
    /// Where the operation leaves its result.
    pub(crate) result: ResultKind,
    /// Reads known answers, at least one. They are read when they are needed.
    pub(crate) known: Answers,
}

/// Reads the known answers of an operation, or says why they cannot be used.
pub(crate) type Answers = &'static (dyn Fn() -> Result<Vec<Known>, String> + Sync);

/// Prepares an operation in a given setting.
pub(crate) type Prepare = &'static (dyn Fn(&Setting) -> Box<dyn Subject> + Sync);

/// How an operation is computed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting {
    /// A backend that this processor has.
    pub(crate) backend: Backend,
    /// The name of one of the entry's variants.
    pub(crate) variant: &'static str,
    /// The number of messages in a call.
    pub(crate) batch: usize,
    /// The keys of these messages.
    pub(crate) keys: Keys,
}

/// Whether messages share a key, and when keys are set up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Keys {
    /// Every message has its own key. Keys are set up within the timed call.
    #[default]
    Fresh,
    /// All messages share one key. It is set up before the timed call.
    Ready,
}

impl Keys {
    /// The name on the command line and in documents.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Ready => "ready",
        }
    }
}

/// An operation in a given setting, ready to be timed.
pub(crate) trait Subject {
    /// Prepares everything that is not timed, then passes one call to `timer`. The call processes
    /// all messages of the buffers, loads every nonce, and sets keys up unless they are ready.
    /// `timer` may make the call any number of times.
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut()));

    /// The variant that `auto` chooses, or the variant that was asked for. Empty for peers.
    fn resolved_variant(&self) -> &'static str {
        ""
    }

    /// The number of messages processed in parallel; for block ciphers, the number of blocks in a
    /// register. 1 for peers, which do not tell.
    fn lanes(&self) -> usize {
        1
    }

    /// The keys that are really used: fresh ones where ready ones would save nothing.
    fn resolved_keys(&self) -> Keys {
        Keys::Fresh
    }
}

/// A known answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Known {
    /// Where it is from.
    pub(crate) source: String,
    /// The beginning of [`Secret::key`]; the rest is zeros.
    pub(crate) key: Vec<u8>,
    /// The beginning of [`Secret::iv`]; the rest is zeros.
    pub(crate) iv: Vec<u8>,
    /// [`Secret::block`].
    pub(crate) block: u64,
    /// [`Buffers::aad`].
    pub(crate) aad: Vec<u8>,
    /// The message. A message to be opened is followed by its tag of 16 bytes.
    pub(crate) message: Vec<u8>,
    /// The length of the message in bits.
    pub(crate) bits: u64,
    /// The expected result.
    pub(crate) result: Vec<u8>,
}

impl Known {
    /// The answer of the operation that reverses this one.
    pub(crate) fn reversed(self) -> Self {
        Self { message: self.result, result: self.message, ..self }
    }

    /// The buffers of a batch in which every message is this one.
    pub(crate) fn buffers(&self, result: ResultKind, batch: usize) -> Buffers {
        let secret = Secret { key: padded(&self.key), iv: padded(&self.iv), block: self.block };
        let sealed = result == ResultKind::Opened;
        let mut message = self.message.clone();
        let tag = message.split_off(message.len() - if sealed { 16 } else { 0 });
        Buffers {
            secrets: vec![secret; batch],
            aad: self.aad.clone(),
            messages: vec![Message::from(message); batch],
            bits: Some(self.bits),
            tags: vec![tag; batch],
            sealed,
        }
    }
}

/// The bytes, followed by zeros.
fn padded<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|at| bytes.get(at).copied().unwrap_or(0))
}
