//! Chunked encryption: key, salt, context, plaintext, and the sealed message or its hash.

use lanecrypt::chunked::{SALT_BYTES, sealed_bytes};
use lanecrypt_vectors::Case;

use super::Answer;

/// A case.
pub(crate) struct ChunkedCase {
    /// A key of 16 or 32 bytes.
    pub(crate) key: Vec<u8>,
    /// The salt.
    pub(crate) salt: [u8; SALT_BYTES],
    /// The context.
    pub(crate) context: Vec<u8>,
    /// The plaintext.
    pub(crate) plaintext: Vec<u8>,
    /// The length of the sealed message.
    pub(crate) sealed_bytes: usize,
    /// The sealed message, or its SHA-256.
    pub(crate) answer: Answer,
    /// Whether the answer is a hash.
    pub(crate) hashed: bool,
}

/// The longest plaintext that is made by the rule.
const MOST: u64 = 1 << 26;

impl ChunkedCase {
    /// Reads `variant`, `key`, `salt`, `context`, and `plaintext`, or `plaintext_bytes` and `plaintext_seed`
    /// for the plaintext whose byte j is 167 j + seed + floor(j / 256); and `ciphertext`, which is the whole
    /// message, or `ciphertext_sha256`.
    pub(crate) fn read(case: &Case) -> Result<Self, String> {
        let key_bytes = match case.text("variant")? {
            "cobblestone-128" => 16,
            "cobblestone-256" => 32,
            other => return Err(case.error(format_args!("field `variant`: unknown {other:?}"))),
        };
        let plaintext = if case.has("plaintext") {
            case.bytes("plaintext")?
        } else {
            let bytes = case.number("plaintext_bytes", MOST)?;
            let seed = case.number("plaintext_seed", 255)?;
            (0..bytes).map(|j| (167 * j + seed + (j >> 8)) as u8).collect()
        };
        let hashed = !case.has("ciphertext");
        let answer = match hashed {
            false => Answer::new(case, "ciphertext", case.bytes("ciphertext")?),
            true => Answer::new(case, "ciphertext_sha256", case.bytes_of("ciphertext_sha256", 32)?),
        };
        let sealed = sealed_bytes(plaintext.len() as u64).map_err(|error| case.error(error))?;
        Ok(Self {
            key: case.bytes_of("key", key_bytes)?,
            salt: case.array("salt")?,
            context: case.bytes_or_none("context")?,
            plaintext,
            sealed_bytes: sealed as usize,
            answer,
            hashed,
        })
    }
}
