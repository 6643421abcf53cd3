//! AEADs: cipher, key, nonce, associated data, texts, tag.

use lanecrypt_vectors::Case;

use super::{Answer, equally_long, wrong_length};
use crate::aead::{self, AeadCipher};

/// A case with one of its tags.
pub(crate) struct AeadCase {
    /// The cipher.
    pub(crate) cipher: &'static AeadCipher,
    /// The length in bytes that tags have by agreement.
    pub(crate) tag_bytes: usize,
    /// The key.
    pub(crate) key: Vec<u8>,
    /// The nonce.
    pub(crate) nonce: Vec<u8>,
    /// The associated data.
    pub(crate) aad: Vec<u8>,
    /// The plaintext. A case that must be rejected may have none.
    pub(crate) plaintext: Option<Vec<u8>>,
    /// The ciphertext.
    pub(crate) ciphertext: Vec<u8>,
    /// The tag.
    pub(crate) answer: Answer,
}

/// The fields that may hold a tag, with the length in bytes that the name of the field says.
const TAGS: [(&str, Option<usize>); 3] =
    [("tag", None), ("tag128", Some(16)), ("tag256", Some(32))];

/// Reads `key`, `nonce` or `iv`, `plaintext` and `ciphertext`, optionally `aad`, and those of
/// `tag`, `tag128` and `tag256` that the case has.
pub(crate) fn read(target: &str, case: &Case) -> Result<Vec<AeadCase>, String> {
    let key = case.bytes("key")?;
    let cipher = cipher(target, &key, case)?;
    let nonce_field = if case.has("iv") { "iv" } else { "nonce" };
    let nonce = case.bytes(nonce_field)?;
    if !cipher.has_nonces_of(nonce.len()) {
        let (least, most) = cipher.nonce_bytes;
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        return Err(wrong_length(case, nonce_field, nonce.len(), range));
    }
    let aad = case.bytes_or_none("aad")?;
    let rejected = case.must_be_rejected();
    let ciphertext = case.bytes("ciphertext")?;
    let plaintext = match case.has("plaintext") || !rejected {
        true => Some(case.bytes("plaintext")?),
        false => None,
    };
    if let Some(plaintext) = &plaintext {
        equally_long(case, plaintext, &ciphertext)?;
    }
    let mut messages = Vec::new();
    for (field, length) in TAGS {
        if !case.has(field) {
            continue;
        }
        let answer = Answer::new(case, field, case.bytes(field)?);
        let tag_bytes = tag_bytes(cipher, field, length, &answer.bytes, case)?;
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

/// The cipher of a target that has keys of this length.
fn cipher(target: &str, key: &[u8], case: &Case) -> Result<&'static AeadCipher, String> {
    let known = || aead::ALL.iter().filter(|cipher| cipher.target == target);
    known().find(|cipher| cipher.key_bytes == key.len()).ok_or_else(|| {
        let lengths: Vec<_> = known().map(|cipher| cipher.key_bytes.to_string()).collect();
        wrong_length(case, "key", key.len(), lengths.join(" or "))
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
        return Err(wrong_length(case, field, tag.len(), bytes));
    }
    if !has(bytes) {
        return Err(case
            .error(format_args!("field `{field}`: {} has no tags of {bytes} bytes", cipher.name)));
    }
    Ok(bytes)
}

/// One answer for hundreds of messages, for a cipher with tags of a length.
pub(crate) struct IteratedCase {
    /// The cipher.
    pub(crate) cipher: &'static AeadCipher,
    /// The length of tags in bytes.
    pub(crate) tag_bytes: usize,
    /// The answer.
    pub(crate) answer: Answer,
}

/// Reads `iterated_test` of the file, if it is there: `key_bits`, `tag_bits` and `output` of each
/// case.
pub(crate) fn read_iterated(target: &str, cases: &[Case]) -> Result<Vec<IteratedCase>, String> {
    let Some(first) = cases.first() else { return Ok(Vec::new()) };
    let one = |case: &Case| {
        let (key_bits, tag_bits) = (case.number("key_bits", 256)?, case.number("tag_bits", 256)?);
        let tag_bytes = tag_bits as usize / 8;
        let answer = Answer::new(case, "output", case.bytes_of("output", tag_bytes)?);
        let named = |cipher: &&AeadCipher| {
            cipher.target == target && 8 * cipher.key_bytes as u64 == key_bits
        };
        let cipher =
            aead::ALL.iter().find(named).filter(|cipher| cipher.tag_bytes.contains(&tag_bytes));
        let cipher = cipher.ok_or_else(|| {
            case.error(format_args!("no cipher has keys of {key_bits} and tags of {tag_bits} bits"))
        })?;
        Ok(IteratedCase { cipher, tag_bytes, answer })
    };
    first.cases_beside("iterated_test")?.iter().map(one).collect()
}
