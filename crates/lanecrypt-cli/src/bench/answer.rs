//! Published answers of modes and AEADs.

use crate::entry::Known;

/// A published answer, in hexadecimal digits.
pub(super) struct ModeAnswer {
    /// The algorithm in the catalogue.
    pub(super) algorithm: &'static str,
    /// The operation in the catalogue: the one that encrypts, seals or computes a tag.
    pub(super) operation: &'static str,
    /// The publication.
    pub(super) source: &'static str,
    /// The key.
    pub(super) key: &'static str,
    /// The nonce or IV.
    pub(super) iv: &'static str,
    /// The message.
    pub(super) message: &'static str,
    /// The ciphertext of an operation that encrypts, followed by the tag if there is one. Otherwise the
    /// tag, or random bytes.
    pub(super) result: &'static str,
}

/// The answers of an operation. For the operation that reverses it, `back` is true: message and result
/// change places.
pub(super) fn known(
    answers: &[ModeAnswer],
    algorithm: &str,
    operation: &str,
    back: bool,
) -> Vec<Known> {
    let own = |answer: &&ModeAnswer| (answer.algorithm, answer.operation) == (algorithm, operation);
    let known = answers.iter().filter(own).map(|answer| {
        let ModeAnswer { source, key, iv, message, result, .. } = *answer;
        let bits = 4 * message.len() as u64;
        let (message, result) = if back { (result, message) } else { (message, result) };
        Known { source, key, iv, block: 0, message, bits, result }
    });
    known.collect()
}
