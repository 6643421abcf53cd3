//! The end of a message whose length is given in bits.

/// Bytes after a message, which must be neither read nor changed.
pub(super) const AFTER: [u8; 5] = [0x3c; 5];

/// The bits of the last byte beyond the message.
pub(super) fn spare(bits: u64) -> u8 {
    if bits.is_multiple_of(8) { 0 } else { 0xff >> (bits % 8) }
}

/// The message followed by more bytes. The bits of its last byte beyond the message are ones.
pub(super) fn overlong(message: &[u8], bits: u64) -> Vec<u8> {
    let mut text = message[..bits.div_ceil(8) as usize].to_vec();
    if let Some(last) = text.last_mut() {
        *last |= spare(bits);
    }
    text.extend(AFTER);
    text
}
