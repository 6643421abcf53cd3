//! CMAC and PMAC: key, message, tag.

use lanecrypt_vectors::Case;

use super::{Answer, aes};
use crate::block::{AesMac, Chained};

/// A case.
pub(crate) struct MacCase {
    /// The MAC.
    pub(crate) mac: AesMac,
    /// The cipher.
    pub(crate) chained: &'static Chained,
    /// The key.
    pub(crate) key: Vec<u8>,
    /// The message.
    pub(crate) message: Vec<u8>,
    /// The tag. It may be the beginning of a longer one.
    pub(crate) answer: Answer,
}

impl MacCase {
    /// Reads `key`, `message` and `tag`.
    pub(crate) fn read(mac: AesMac, case: &Case) -> Result<Self, String> {
        let (key, message) = (case.bytes("key")?, case.bytes("message")?);
        let (_, chained) = aes::cipher(&key, case)?;
        let answer = Answer::new(case, "tag", case.bytes("tag")?);
        let bytes = answer.bytes.len();
        if !answer.rejected && !(4..=16).contains(&bytes) {
            return Err(case.error("field `tag` has fewer than 4 or more than 16 bytes"));
        }
        if case.has("tag_bits") && case.number("tag_bits", 128)? != 8 * bytes as u64 {
            return Err(case.error("field `tag_bits` is not the length of `tag`"));
        }
        if case.bits(message.len())? != 8 * message.len() as u64 {
            return Err(case.error("field `bit_length`: messages are whole bytes"));
        }
        Ok(Self { mac, chained, key, message, answer })
    }
}
