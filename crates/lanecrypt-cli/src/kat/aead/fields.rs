//! The fields of a case: cipher, key, nonce, associated data, texts, tag.

use lanecrypt::Backend;

use crate::aead::{self, AeadBatch, AeadCipher, AeadKey};
use crate::kat::file::Case;
use crate::kat::place::accept;
use crate::kat::tally::Answer;

/// A case with one of its tags.
pub(super) struct AeadCase {
    /// The cipher.
    pub(super) cipher: &'static AeadCipher,
    /// The length in bytes that tags have by agreement.
    pub(super) tag_bytes: usize,
    /// The key.
    pub(super) key: Vec<u8>,
    /// The nonce.
    pub(super) nonce: Vec<u8>,
    /// The associated data.
    pub(super) aad: Vec<u8>,
    /// The plaintext. A case that must be rejected may have none.
    pub(super) plaintext: Option<Vec<u8>>,
    /// The ciphertext.
    pub(super) ciphertext: Vec<u8>,
    /// The tag.
    pub(super) answer: Answer,
}

/// The fields that may hold a tag, with the length in bytes that the name of the field says.
const TAGS: [(&str, Option<usize>); 3] =
    [("tag", None), ("tag128", Some(16)), ("tag256", Some(32))];

/// Reads `key`, `nonce` or `iv`, `plaintext` and `ciphertext`, optionally `aad`, and those of
/// `tag`, `tag128` and `tag256` that the case has.
pub(super) fn read(target: &str, case: &Case) -> Result<Vec<AeadCase>, String> {
    let key = case.bytes("key")?;
    let cipher = cipher(target, &key, case)?;
    let nonce_field = if case.has("iv") { "iv" } else { "nonce" };
    let nonce = case.bytes(nonce_field)?;
    if !cipher.has_nonces_of(nonce.len()) {
        let (least, most) = cipher.nonce_bytes;
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        return Err(case.error(format_args!(
            "field `{nonce_field}` has {} bytes instead of {range}",
            nonce.len()
        )));
    }
    let aad = if case.has("aad") { case.bytes("aad")? } else { Vec::new() };
    let rejected = case.must_be_rejected();
    let ciphertext = case.bytes("ciphertext")?;
    let plaintext = match case.has("plaintext") || !rejected {
        true => Some(case.bytes("plaintext")?),
        false => None,
    };
    if let Some(plaintext) = &plaintext
        && plaintext.len() != ciphertext.len()
    {
        return Err(case.error(format_args!(
            "`plaintext` has {} bytes and `ciphertext` {}; they must be equal",
            plaintext.len(),
            ciphertext.len()
        )));
    }
    let mut messages = Vec::new();
    for (field, length) in TAGS {
        if !case.has(field) {
            continue;
        }
        let bytes = case.bytes(field)?;
        let tag_bytes = tag_bytes(cipher, field, length, &bytes, case)?;
        let answer = Answer { case: case.id.clone(), field, bytes, rejected };
        messages.push(AeadCase {
            cipher,
            tag_bytes,
            key: key.clone(),
            nonce: nonce.clone(),
            aad: aad.clone(),
            plaintext: plaintext.clone(),
            ciphertext: ciphertext.clone(),
            answer,
        });
    }
    match messages.is_empty() {
        true => Err(case.error("has none of the fields `tag`, `tag128`, `tag256`")),
        false => Ok(messages),
    }
}

/// Every cipher.
fn ciphers() -> impl Iterator<Item = &'static AeadCipher> {
    aead::ALL.iter().chain(aead::OTHERS)
}

/// The cipher of a target that has keys of this length.
fn cipher(target: &str, key: &[u8], case: &Case) -> Result<&'static AeadCipher, String> {
    let known = || ciphers().filter(|cipher| cipher.target == target);
    known().find(|cipher| cipher.key_bytes == key.len()).ok_or_else(|| {
        let lengths: Vec<_> = known().map(|cipher| cipher.key_bytes.to_string()).collect();
        let lengths = lengths.join(" or ");
        case.error(format_args!("field `key` has {} bytes instead of {lengths}", key.len()))
    })
}

/// The length of tags by agreement: the one in the field's name, or `tag_bits`, or that of the tag.
/// A case with a tag of another length is one that must be rejected.
fn tag_bytes(
    cipher: &AeadCipher,
    field: &str,
    length: Option<usize>,
    tag: &[u8],
    case: &Case,
) -> Result<usize, String> {
    let rejected = case.must_be_rejected();
    let has = |bytes: usize| cipher.tag_bytes.contains(&bytes);
    let bytes = match length {
        Some(bytes) => bytes,
        None if case.has("tag_bits") => case.number("tag_bits", 256)? as usize / 8,
        None if rejected && !has(tag.len()) => 16,
        None => tag.len(),
    };
    if bytes != tag.len() && !rejected {
        return Err(
            case.error(format_args!("field `{field}` has {} bytes instead of {bytes}", tag.len()))
        );
    }
    if !has(bytes) {
        return Err(case
            .error(format_args!("field `{field}`: {} has no tags of {bytes} bytes", cipher.name)));
    }
    Ok(bytes)
}

impl AeadCase {
    /// The ready key on a backend.
    pub(super) fn expanded(&self, backend: Backend) -> Box<dyn AeadKey> {
        self.expanded_key(&self.key, backend)
    }

    /// The ready key of other bytes on a backend.
    pub(super) fn expanded_key(&self, key: &[u8], backend: Backend) -> Box<dyn AeadKey> {
        accept((self.cipher.expand)(key, self.tag_bytes, backend))
    }

    /// The batch calls on a backend.
    pub(super) fn batch(&self, backend: Backend) -> Box<dyn AeadBatch> {
        accept((self.cipher.batch)(self.tag_bytes, backend))
    }

    /// The answer for the ciphertext.
    pub(super) fn sealed_answer(&self) -> Answer {
        let bytes = self.ciphertext.clone();
        Answer { case: self.answer.case.clone(), field: "ciphertext", bytes, rejected: false }
    }
}
