//! AES in ECB, CBC and counter mode. The length of a key decides which AES it is for.

use lanecrypt_vectors::Case;

use super::block::{BlockCase, BlockMode};
use super::wrong_length;
use crate::block::{self, Chained, Cipher};

/// A case.
pub(crate) enum AesCase {
    /// In ECB.
    Ecb(BlockCase),
    /// In counter mode.
    Ctr(BlockCase),
    /// In CBC.
    Cbc(CbcCase),
}

/// A case in CBC.
pub(crate) struct CbcCase {
    /// The cipher in this mode.
    pub(crate) chained: &'static Chained,
    /// The initialisation vector.
    pub(crate) iv: [u8; 16],
    /// The key and the texts.
    pub(crate) message: BlockCase,
}

impl AesCase {
    /// Reads `mode`, `key`, `plaintext`, `ciphertext`, and in CBC and counter mode `iv`.
    pub(crate) fn read(case: &Case) -> Result<Self, String> {
        let key = case.bytes("key")?;
        let (cipher, chained) = cipher(&key, case)?;
        let mode = case.text("mode")?;
        // The mode may be followed by a remark, as in "CBC (no padding)".
        Ok(match mode.split_whitespace().next().unwrap_or_default() {
            "ECB" => Self::Ecb(BlockCase::with_key(case, cipher, BlockMode::Ecb, key)?),
            "CTR" => {
                let nonce = BlockMode::Ctr(case.bytes_of("iv", 16)?);
                Self::Ctr(BlockCase::with_key(case, cipher, nonce, key)?)
            }
            "CBC" => {
                let iv = case.array("iv")?;
                let message = BlockCase::with_key(case, cipher, BlockMode::Ecb, key)?;
                Self::Cbc(CbcCase { chained, iv, message })
            }
            _ => {
                return Err(
                    case.error(format_args!("field `mode` is {mode:?}, none of ECB, CBC, CTR"))
                );
            }
        })
    }
}

/// AES with keys of this length.
pub(super) fn cipher(
    key: &[u8],
    case: &Case,
) -> Result<(&'static Cipher, &'static Chained), String> {
    let chained = block::CHAINED.iter().find(|cipher| cipher.key_bytes == key.len());
    let pair = chained.and_then(|chained| Some((block::named(chained.name)?, chained)));
    pair.ok_or_else(|| {
        let lengths: Vec<_> = block::CHAINED.iter().map(|c| c.key_bytes.to_string()).collect();
        wrong_length(case, "key", key.len(), lengths.join(" or "))
    })
}
