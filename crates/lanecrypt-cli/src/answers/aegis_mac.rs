//! AEGISMAC: form, key, nonce, message, tags.

use lanecrypt_vectors::Case;

use super::{Answer, wrong_length};
use crate::aead::{MACS, MacForm};

/// A case with one of its tags.
pub(crate) struct AegisMacCase {
    /// The form.
    pub(crate) mac: &'static MacForm,
    /// The key.
    pub(crate) key: Vec<u8>,
    /// The nonce.
    pub(crate) nonce: Vec<u8>,
    /// The message.
    pub(crate) message: Vec<u8>,
    /// The length in bytes that tags have by agreement.
    pub(crate) tag_bytes: usize,
    /// The tag.
    pub(crate) answer: Answer,
}

/// Reads `variant`, `key`, `nonce`, `message`, and `tag128`, `tag256` or both.
pub(crate) fn read(case: &Case) -> Result<Vec<AegisMacCase>, String> {
    let wanted = case.text("variant")?;
    let mac = MACS.iter().find(|mac| mac.variant.eq_ignore_ascii_case(wanted));
    let mac = mac.ok_or_else(|| {
        let known: Vec<_> = MACS.iter().map(|mac| mac.variant).collect();
        case.error(format_args!(
            "field `variant` is {wanted:?}; the known ones are {}",
            known.join(", ")
        ))
    })?;
    let key = case.bytes_of("key", mac.key_bytes)?;
    let nonce = case.bytes_of("nonce", mac.key_bytes)?;
    let message = case.bytes("message")?;
    let mut messages = Vec::new();
    for (field, tag_bytes) in [("tag128", 16), ("tag256", 32)] {
        if !case.has(field) {
            continue;
        }
        let answer = Answer::new(case, field, case.bytes(field)?);
        if answer.bytes.len() != tag_bytes && !answer.rejected {
            return Err(wrong_length(case, field, answer.bytes.len(), tag_bytes));
        }
        let (key, nonce, message) = (key.clone(), nonce.clone(), message.clone());
        messages.push(AegisMacCase { mac, key, nonce, message, tag_bytes, answer });
    }
    match messages.is_empty() {
        true => Err(case.error("has neither of the fields `tag128` and `tag256`")),
        false => Ok(messages),
    }
}
