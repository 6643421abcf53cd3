//! The length of a key decides which AES it is for.

use crate::block::{self, Chained, Cipher};
use crate::kat::file::Case;

/// AES with keys of this length.
pub(super) fn cipher(
    key: &[u8],
    case: &Case,
) -> Result<(&'static Cipher, &'static Chained), String> {
    let chained = block::CHAINED.iter().find(|cipher| cipher.key_bytes == key.len());
    let pair = chained.and_then(|chained| Some((block::named(chained.name)?, chained)));
    pair.ok_or_else(|| {
        let lengths: Vec<_> = block::CHAINED.iter().map(|c| c.key_bytes.to_string()).collect();
        let lengths = lengths.join(" or ");
        case.error(format_args!("field `key` has {} bytes instead of {lengths}", key.len()))
    })
}
