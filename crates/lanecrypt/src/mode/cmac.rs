//! CMAC: the last block of CBC, which is met with a subkey too (NIST SP 800-38B, RFC 4493).
//!
//! One message keeps a processor idle for most of the time, as every block waits for the one before
//! it: [`Batch`](super::Batch) authenticates many at once.

use super::BlockModes;
use super::held::{Held, double, padded};
use crate::Tag;
use crate::lanes::wipe;

/// The tag of a message, 16 bytes.
pub fn tag<C: BlockModes>(cipher: &C, message: &[u8]) -> Tag {
    let mut mac = Cmac::new(cipher);
    mac.update(message);
    mac.finish()
}

/// A message that is authenticated piece by piece. However it is cut, the tag is the same.
///
/// Wiped on drop. Constant time in key and message; lengths show.
pub struct Cmac<'c, C: BlockModes> {
    cipher: &'c C,
    /// The last block so far, encrypted.
    state: u128,
    held: Held,
}

impl<'c, C: BlockModes> Cmac<'c, C> {
    /// Of an empty message.
    pub fn new(cipher: &'c C) -> Self {
        Self { cipher, state: 0, held: Held::new() }
    }

    /// Takes the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        let (cipher, state) = (self.cipher, &mut self.state);
        self.held.update(bytes, |blocks| *state = cipher.run_chain(*state, blocks));
    }

    /// The tag, 16 bytes.
    pub fn finish(self) -> Tag {
        let mut zeros = self.cipher.run_chain(0, &[0; 16]).to_le_bytes();
        let mut last = last_block(&zeros, self.held.last()).to_le_bytes();
        let tag = self.cipher.run_chain(self.state, &last);
        wipe(&mut zeros, [0; 16]);
        wipe(&mut last, [0; 16]);
        Tag::new(&tag.to_le_bytes())
    }
}

impl<C: BlockModes> Drop for Cmac<'_, C> {
    fn drop(&mut self) {
        wipe(&mut self.state, 0);
    }
}

impl<C: BlockModes> core::fmt::Debug for Cmac<'_, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Cmac").field("backend", &self.cipher.backend()).finish_non_exhaustive()
    }
}

/// The last block of a message, padded and met with its subkey, as a little-endian number, from the
/// block of zeros, encrypted (section 6.2, steps 2 to 4).
pub(super) fn last_block(zeros: &[u8; 16], last: &[u8]) -> u128 {
    let whole = double(u128::from_be_bytes(*zeros));
    match padded(last) {
        (block, true) => block ^ whole.swap_bytes(),
        (block, false) => block ^ double(whole).swap_bytes(),
    }
}
