//! Stream ciphers, and MACs with a nonce.

use lanecrypt::{Algorithm, Mac};
use lanecrypt_vectors::Case;

use super::{Answer, equally_long, wrong_length};
use crate::nonce::Nonce;

/// A case of a cipher with one of its nonces and one of its texts.
pub(crate) struct CipherCase<N> {
    /// The key.
    pub(crate) key: Vec<u8>,
    /// The nonce.
    pub(crate) nonce: N,
    /// The input. The bits beyond its length are zeros.
    pub(crate) input: Vec<u8>,
    /// Its length in bits.
    pub(crate) bits: u64,
    /// The block of keystream that it starts at.
    pub(crate) block: u64,
    /// Whether the answer is keystream. Then the input is zeros.
    pub(crate) keystream: bool,
    /// The output.
    pub(crate) answer: Answer,
}

/// A case of a MAC with one of its nonces and one of its tags.
pub(crate) struct TagCase<N> {
    /// The key.
    pub(crate) key: Vec<u8>,
    /// The nonce.
    pub(crate) nonce: N,
    /// The message.
    pub(crate) message: Vec<u8>,
    /// Its length in bits.
    pub(crate) bits: u64,
    /// The length in bytes that tags have by agreement.
    pub(crate) tag_bytes: usize,
    /// The tag.
    pub(crate) answer: Answer,
}

/// The name of the output, the input and the output.
type Text = (&'static str, Vec<u8>, Vec<u8>);

/// Reads cases with `key` and a nonce, with `keystream`, or with `plaintext` and `ciphertext`, or both,
/// and optionally `bit_length` and `counter`, the number of the first block.
pub(crate) fn ciphers<'c, C: Algorithm, N: Nonce>(
    cases: impl IntoIterator<Item = &'c Case>,
) -> Result<Vec<CipherCase<N>>, String> {
    let mut messages = Vec::new();
    for case in cases {
        let key = case.bytes_of("key", C::KEY_BYTES)?;
        let block = if case.has("counter") { case.number("counter", u64::MAX)? } else { 0 };
        for (form, nonce) in N::read(case)? {
            for (field, input, output) in texts(case)? {
                let bits = case.bits(output.len())?;
                let (input, bytes) = (cut(input, bits), cut(output, bits));
                let keystream = field == KEYSTREAM;
                let field = if form == "iv23" { "output with iv23" } else { field };
                let (key, answer) = (key.clone(), Answer::new(case, field, bytes));
                messages.push(CipherCase { key, nonce, input, bits, block, keystream, answer });
            }
        }
    }
    Ok(messages)
}

const KEYSTREAM: &str = "keystream";

/// The texts that a case gives.
fn texts(case: &Case) -> Result<Vec<Text>, String> {
    let mut texts = Vec::new();
    if case.has(KEYSTREAM) {
        let keystream = case.bytes(KEYSTREAM)?;
        texts.push((KEYSTREAM, vec![0; keystream.len()], keystream));
    }
    if case.has("plaintext") || case.has("ciphertext") {
        let (input, output) = (case.bytes("plaintext")?, case.bytes("ciphertext")?);
        equally_long(case, &input, &output)?;
        texts.push(("ciphertext", input, output));
    }
    if texts.is_empty() {
        return Err(case.error("has neither `keystream` nor `plaintext` and `ciphertext`"));
    }
    Ok(texts)
}

/// The first bits of a text. The other bits of the last byte are made zero.
fn cut(mut text: Vec<u8>, bits: u64) -> Vec<u8> {
    // The text has at least that many bits, so the number of bytes fits.
    text.truncate(bits.div_ceil(8) as usize);
    if let Some(last) = text.last_mut() {
        *last &= !spare(bits);
    }
    text
}

/// The bits of the last byte beyond a message of so many bits.
pub(crate) fn spare(bits: u64) -> u8 {
    if bits.is_multiple_of(8) { 0 } else { 0xff >> (bits % 8) }
}

/// Reads cases with `key` and a nonce, `message` and tags, and optionally `bit_length`.
pub(crate) fn tags<M: Mac, N: Nonce>(cases: &[Case]) -> Result<Vec<TagCase<N>>, String> {
    let mut messages = Vec::new();
    for case in cases {
        let key = case.bytes_of("key", M::KEY_BYTES)?;
        let message = case.bytes("message")?;
        let bits = case.bits(message.len())?;
        if !M::BIT_LENGTHS && bits != 8 * message.len() as u64 {
            return Err(case.error("field `bit_length`: messages are whole bytes"));
        }
        let nonces = N::read(case)?;
        let forms = tag_fields::<M>(case)?;
        for ((_, nonce), (field, tag_bytes)) in
            nonces.into_iter().flat_map(|nonce| forms.iter().map(move |form| (nonce, *form)))
        {
            let answer = Answer::new(case, field, case.bytes(field)?);
            // A tag of the wrong length is one of the things that must be rejected.
            if answer.bytes.len() != tag_bytes && !answer.rejected {
                return Err(wrong_length(case, field, answer.bytes.len(), tag_bytes));
            }
            let (key, message) = (key.clone(), message.clone());
            messages.push(TagCase { key, nonce, message, bits, tag_bytes, answer });
        }
    }
    Ok(messages)
}

/// The fields that hold a tag, with the length in bytes that tags have by agreement: any of `tag32`,
/// `tag64` and `tag128`; or `tag`, whose length `tag_bits` repeats if it is there.
fn tag_fields<M: Mac>(case: &Case) -> Result<Vec<(&'static str, usize)>, String> {
    let named = [("tag32", 4), ("tag64", 8), ("tag128", 16)];
    let named: Vec<_> = named.into_iter().filter(|(field, _)| case.has(field)).collect();
    if !named.is_empty() {
        return Ok(named);
    }
    let bytes = case.bytes("tag")?.len();
    if let [tag_bytes] = *M::TAG_BYTES {
        return Ok(vec![("tag", tag_bytes)]);
    }
    let (min, max) = (M::TAG_BYTES[0], M::TAG_BYTES[M::TAG_BYTES.len() - 1]);
    if !case.must_be_rejected() {
        if !M::TAG_BYTES.contains(&bytes) {
            return Err(case
                .error(format_args!("field `tag` has fewer than {min} or more than {max} bytes")));
        }
        if case.has("tag_bits") && case.number("tag_bits", 128)? != 8 * bytes as u64 {
            return Err(case.error("field `tag_bits` is not the length of `tag`"));
        }
    }
    Ok(vec![("tag", bytes.clamp(min, max))])
}
