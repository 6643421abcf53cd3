//! Counter mode from any block on: cases that name a cipher and give nonce and counter as numbers.

use lanecrypt_vectors::Case;

use super::{Answer, equally_long};
use crate::block::{self, Cipher};

/// A case.
pub(crate) struct CounterCase {
    /// The cipher.
    pub(crate) cipher: &'static Cipher,
    /// The key.
    pub(crate) key: Vec<u8>,
    /// The nonce.
    pub(crate) nonce: Vec<u8>,
    /// The start block.
    pub(crate) block: u64,
    /// The plaintext.
    pub(crate) plaintext: Vec<u8>,
    /// The ciphertext; where the counter would wrap, the plaintext, unchanged.
    pub(crate) answer: Answer,
    /// Whether the counter would wrap.
    pub(crate) wraps: bool,
}

impl CounterCase {
    /// Reads `cipher`, `key`, `nonce`, `counter`, `plaintext`, and `ciphertext` or `error`.
    pub(crate) fn read(case: &Case) -> Result<Self, String> {
        let name = case.text("cipher")?;
        let cipher = block::named(name)
            .ok_or_else(|| case.error(format_args!("field `cipher` is {name:?}, which is none")))?;
        let key = case.bytes_of("key", cipher.key_bytes)?;
        let mut nonce = case.bytes_of("nonce", cipher.nonce_bytes())?;
        if cipher.counter.is_little_endian() {
            nonce.reverse();
        }
        let block = case.number("counter", u64::MAX)?;
        let plaintext = case.bytes("plaintext")?;
        let wraps = case.has("error");
        if wraps && case.text("error")? != "counter" {
            return Err(case.error("field `error` is not \"counter\""));
        }
        let bytes = if wraps { plaintext.clone() } else { case.bytes("ciphertext")? };
        equally_long(case, &plaintext, &bytes)?;
        let answer = Answer::new(case, "ciphertext", bytes);
        Ok(Self { cipher, key, nonce, block, plaintext, answer, wraps })
    }
}
