//! Block ciphers: cipher, mode, key, texts.

use lanecrypt_vectors::Case;

use super::{Answer, equally_long, sbox};
use crate::block::{self, Choice, Cipher};

/// A case.
pub(crate) struct BlockCase {
    /// The cipher.
    pub(crate) cipher: &'static Cipher,
    /// The options of the cipher.
    pub(crate) choice: Choice,
    /// The mode.
    pub(crate) mode: BlockMode,
    /// The key.
    pub(crate) key: Vec<u8>,
    /// The plaintext.
    pub(crate) plaintext: Vec<u8>,
    /// The ciphertext.
    pub(crate) answer: Answer,
}

/// A mode of operation.
pub(crate) enum BlockMode {
    /// Whole blocks.
    Ecb,
    /// Counter mode of a nonce.
    Ctr(Vec<u8>),
}

impl BlockCase {
    /// Reads `variant` and `mode`, `key`, `plaintext`, `ciphertext`, and in counter mode `nonce`.
    pub(crate) fn read(family: &str, case: &Case) -> Result<Self, String> {
        let mode = if case.has("mode") { case.text("mode")?.to_lowercase() } else { String::new() };
        let cipher = cipher(family, &mode, case)?;
        let choice = Choice { sbox: sbox::read(cipher, case)? };
        let key = case.bytes_of("key", cipher.key_bytes)?;
        let mode = if has_word(&mode, "ctr") {
            BlockMode::Ctr(case.bytes_of("nonce", cipher.nonce_bytes())?)
        } else if mode.is_empty() || has_word(&mode, "ecb") || has_word(&mode, "magma") {
            BlockMode::Ecb
        } else {
            return Err(case.error("field `mode` is neither ECB nor CTR"));
        };
        Ok(Self { choice, ..Self::with_key(case, cipher, mode, key)? })
    }

    /// Reads the texts of a message whose cipher, mode and key are known. ECB needs whole blocks.
    pub(super) fn with_key(
        case: &Case,
        cipher: &'static Cipher,
        mode: BlockMode,
        key: Vec<u8>,
    ) -> Result<Self, String> {
        let (plaintext, ciphertext) = (case.bytes("plaintext")?, case.bytes("ciphertext")?);
        equally_long(case, &plaintext, &ciphertext)?;
        let (bytes, block) = (plaintext.len(), cipher.block_bytes);
        if matches!(mode, BlockMode::Ecb) && !bytes.is_multiple_of(block) {
            return Err(case.error(format_args!(
                "field `plaintext` has {bytes} bytes, which is not whole blocks of {block}"
            )));
        }
        let answer = Answer::new(case, "ciphertext", ciphertext);
        Ok(Self { cipher, choice: Choice::default(), mode, key, plaintext, answer })
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
