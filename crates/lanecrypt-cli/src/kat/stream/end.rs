//! The end of a message whose length is given in bits.

use crate::answers::stream::spare;

/// Bytes after a message, which must be neither read nor changed.
pub(super) const AFTER: [u8; 5] = [0x3c; 5];

/// The message followed by more bytes. The bits of its last byte beyond the message are ones.
pub(super) fn overlong(message: &[u8], bits: u64) -> Vec<u8> {
    let mut text = message[..bits.div_ceil(8) as usize].to_vec();
    if let Some(last) = text.last_mut() {
        *last |= spare(bits);
    }
    text.extend(AFTER);
    text
}
