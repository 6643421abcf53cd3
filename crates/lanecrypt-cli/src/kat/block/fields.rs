//! The fields of a case: cipher, mode, key, texts.

use lanecrypt::Backend;

use super::sbox;
use crate::block::{self, BlockKey, Choice, Cipher, ManyKeys, OneByOne};
use crate::kat::file::Case;
use crate::kat::place::accept;
use crate::kat::tally::Answer;

/// A case.
pub(in crate::kat) struct BlockCase {
    /// The cipher.
    pub(in crate::kat) cipher: &'static Cipher,
    /// The options of the cipher.
    pub(in crate::kat) choice: Choice,
    /// The mode.
    pub(in crate::kat) mode: BlockMode,
    /// The key.
    pub(in crate::kat) key: Vec<u8>,
    /// The plaintext.
    pub(in crate::kat) plaintext: Vec<u8>,
    /// The ciphertext.
    pub(in crate::kat) answer: Answer,
}

/// A mode of operation.
pub(in crate::kat) enum BlockMode {
    /// Whole blocks.
    Ecb,
    /// Counter mode of a nonce.
    Ctr(Vec<u8>),
}

impl BlockCase {
    /// Reads `variant` and `mode`, `key`, `plaintext`, `ciphertext`, and in counter mode `nonce`.
    pub(in crate::kat) fn read(family: &str, case: &Case) -> Result<Self, String> {
        let mode = if case.has("mode") { case.text("mode")?.to_lowercase() } else { String::new() };
        let cipher = cipher(family, &mode, case)?;
        let choice = Choice { sbox: sbox::read(cipher, case)? };
        let key = case.bytes("key")?;
        if key.len() != cipher.key_bytes {
            return Err(wrong(case, "key", key.len(), cipher.key_bytes));
        }
        let mode = if has_word(&mode, "ctr") {
            let nonce = case.bytes("nonce")?;
            if nonce.len() != cipher.nonce_bytes() {
                return Err(wrong(case, "nonce", nonce.len(), cipher.nonce_bytes()));
            }
            BlockMode::Ctr(nonce)
        } else if mode.is_empty() || has_word(&mode, "ecb") || has_word(&mode, "magma") {
            BlockMode::Ecb
        } else {
            return Err(case.error("field `mode` is neither ECB nor CTR"));
        };
        let (plaintext, ciphertext) = (case.bytes("plaintext")?, case.bytes("ciphertext")?);
        if plaintext.len() != ciphertext.len() {
            return Err(wrong(case, "ciphertext", ciphertext.len(), plaintext.len()));
        }
        if matches!(mode, BlockMode::Ecb) && !plaintext.len().is_multiple_of(cipher.block_bytes) {
            return Err(case.error(format_args!(
                "field `plaintext` has {} bytes, which is not whole blocks of {}",
                plaintext.len(),
                cipher.block_bytes
            )));
        }
        Ok(Self { choice, ..Self::of(case, cipher, mode, key, plaintext, ciphertext) })
    }

    /// A message of values that were checked.
    pub(in crate::kat) fn of(
        case: &Case,
        cipher: &'static Cipher,
        mode: BlockMode,
        key: Vec<u8>,
        plaintext: Vec<u8>,
        ciphertext: Vec<u8>,
    ) -> Self {
        let answer = Answer {
            case: case.id.clone(),
            field: "ciphertext",
            bytes: ciphertext,
            rejected: case.must_be_rejected(),
        };
        Self { cipher, choice: Choice::default(), mode, key, plaintext, answer }
    }

    /// The ready key on a backend.
    pub(in crate::kat) fn expanded(&self, backend: Backend) -> Box<dyn BlockKey> {
        self.expanded_key(&self.key, backend)
    }

    /// The ready key of other bytes on a backend.
    pub(in crate::kat) fn expanded_key(&self, key: &[u8], backend: Backend) -> Box<dyn BlockKey> {
        accept((self.cipher.lanes.expand)(key, &self.choice, backend))
    }

    /// The batch calls on a backend.
    pub(in crate::kat) fn batch(&self, backend: Backend) -> Box<dyn ManyKeys> {
        accept((self.cipher.lanes.batch)(&self.choice, backend))
    }

    /// A key of the implementation that lanes are compared with.
    pub(in crate::kat) fn reference(&self, key: &[u8]) -> Box<dyn OneByOne> {
        accept((self.cipher.plain[0].expand)(key, &self.choice))
    }
}

/// The cipher of a family that a case names.
fn cipher(family: &str, mode: &str, case: &Case) -> Result<&'static Cipher, String> {
    let known = || block::all().filter(|cipher| cipher.family == family);
    let wanted = if case.has("variant") {
        case.text("variant")?
    } else if family == "gost28147" {
        if has_word(mode, "magma") { "magma" } else { "gost28147" }
    } else {
        return Err(case.error("has no field `variant`"));
    };
    let bare = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
    };
    let named = |cipher: &&Cipher| {
        [cipher.variant, cipher.name].into_iter().any(|name| bare(name) == bare(wanted))
    };
    known().find(named).ok_or_else(|| {
        let names: Vec<_> = known().map(|cipher| cipher.variant).collect();
        case.error(format_args!(
            "field `variant` is {wanted:?}; the known ones are {}",
            names.join(", ")
        ))
    })
}

/// Whether a text has a word in it.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| part == word)
}

fn wrong(case: &Case, field: &str, bytes: usize, expected: usize) -> String {
    case.error(format_args!("field `{field}` has {bytes} bytes instead of {expected}"))
}
