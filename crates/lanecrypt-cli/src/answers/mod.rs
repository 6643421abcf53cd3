//! What cases of known answers say: which cipher, mode, key, nonce and message, and which answer.
//! `kat` checks the cases that are read here; `bench` verifies rows with some of them.
//!
//! | module | cases of |
//! |---|---|
//! | [`mod@block`], [`counter`] | block ciphers; counter mode from any block on |
//! | [`mod@aes`], [`aes_mac`], [`drbg`] | AES in ECB, CBC and counter mode; CMAC and PMAC; CTR_DRBG |
//! | [`mod@aead`], [`aegis_mac`] | AEADs; AEGISMAC |
//! | [`chunked`] | chunked encryption |
//! | [`stream`] | stream ciphers, and MACs with a nonce |

pub(crate) mod aead;
pub(crate) mod aegis_mac;
pub(crate) mod aes;
pub(crate) mod aes_mac;
pub(crate) mod block;
pub(crate) mod chunked;
pub(crate) mod counter;
pub(crate) mod drbg;
mod sbox;
pub(crate) mod stream;

use lanecrypt_vectors::Case;

/// The answer of a case.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    /// The case.
    pub(crate) case: String,
    /// The field of the case, to be named in a failure.
    pub(crate) field: &'static str,
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
    /// Whether the bytes are wrong ones, which must not come out.
    pub(crate) rejected: bool,
}

impl Answer {
    /// An answer in a field, whose bytes were read already.
    fn new(case: &Case, field: &'static str, bytes: Vec<u8>) -> Self {
        Self { case: case.id.clone(), field, bytes, rejected: case.must_be_rejected() }
    }
}

/// An error that a field has the wrong length.
fn wrong_length(
    case: &Case,
    field: &str,
    bytes: usize,
    expected: impl std::fmt::Display,
) -> String {
    case.error(format_args!("field `{field}` has {bytes} bytes instead of {expected}"))
}

/// Fails unless texts are equally long.
fn equally_long(case: &Case, plaintext: &[u8], ciphertext: &[u8]) -> Result<(), String> {
    match plaintext.len() == ciphertext.len() {
        true => Ok(()),
        false => Err(case.error(format_args!(
            "`plaintext` has {} bytes and `ciphertext` {}; they must be equal",
            plaintext.len(),
            ciphertext.len()
        ))),
    }
}
