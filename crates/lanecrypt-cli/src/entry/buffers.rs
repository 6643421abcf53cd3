//! The inputs and outputs of an operation.

use std::hash::{BuildHasher, RandomState};

use super::Message;

/// The inputs and outputs of a call.
#[derive(Debug, Clone)]
pub(crate) struct Buffers {
    /// The key and the nonce of each message.
    pub(crate) secrets: Vec<Secret>,
    /// The associated data that every message has, if the operation takes any. There is none in a
    /// measurement.
    pub(crate) aad: Vec<u8>,
    /// The messages. Operations that encrypt do so in place.
    pub(crate) messages: Vec<Message>,
    /// The length of each message in bits, if it is shorter than its bytes.
    pub(crate) bits: Option<u64>,
    /// The tags, if the operation computes tags.
    pub(crate) tags: Vec<Vec<u8>>,
    /// Whether messages and tags are sealed already. Otherwise an operation that opens seals them
    /// first.
    pub(crate) sealed: bool,
}

/// Bytes for the key and the nonce of one message. Each algorithm takes as many as it needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Secret {
    /// A shorter key is the beginning of these bytes.
    pub(crate) key: [u8; 64],
    /// A shorter nonce or IV is the beginning of these bytes. Parameters of 3GPP are made of them.
    pub(crate) iv: [u8; 32],
    /// The first block of the keystream, in counter mode.
    pub(crate) block: u64,
}

/// Where an operation leaves its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResultKind {
    /// In the messages.
    Messages,
    /// In the tags.
    Tags,
    /// In the messages and the tags.
    Sealed,
    /// In the messages, which were sealed with tags before.
    Opened,
}

impl Buffers {
    /// Buffers with a random message of each length. The bytes differ in every run.
    pub(crate) fn random(lengths: &[usize]) -> Self {
        let batch = lengths.len();
        // The random keys of the hash maps of the standard library are enough: nothing here has to be
        // unpredictable.
        let random = RandomState::new();
        let word = |message: usize, at: usize| random.hash_one((message, at));
        let filled = |message: usize, bytes: usize| -> Vec<u8> {
            (0..bytes.div_ceil(8))
                .flat_map(|at| word(message, at).to_le_bytes())
                .take(bytes)
                .collect()
        };
        Self {
            secrets: (0..batch)
                .map(|i| Secret {
                    key: std::array::from_fn(|at| word(i + batch, at) as u8),
                    iv: std::array::from_fn(|at| word(i + 2 * batch, at) as u8),
                    block: 0,
                })
                .collect(),
            aad: Vec::new(),
            messages: lengths
                .iter()
                .enumerate()
                .map(|(at, &bytes)| Message::from(filled(at, bytes)))
                .collect(),
            bits: None,
            tags: Vec::new(),
            sealed: false,
        }
    }

    /// The result of an operation, for each message.
    pub(crate) fn result(&self, kind: ResultKind) -> Vec<Vec<u8>> {
        let Self { messages, tags, .. } = self;
        match kind {
            ResultKind::Messages | ResultKind::Opened => {
                messages.iter().map(|message| message.to_vec()).collect()
            }
            ResultKind::Tags => tags.clone(),
            ResultKind::Sealed => messages
                .iter()
                .zip(tags)
                .map(|(message, tag)| [&message[..], tag].concat())
                .collect(),
        }
    }
}
