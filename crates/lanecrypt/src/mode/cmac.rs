//! CMAC.

use super::gf128::double;
pub(crate) use super::last_block::but_last;
use super::last_block::{BLOCK, LastBlockBuffer, padded_by_call};
use super::{AesModes, over_cipher};
use crate::algorithm::engine::{INTERNAL, Internal, MacEngine, Settings, shorten};
use crate::batch::{MacJob, allowed_tag};
use crate::lanes::{leaving_little, leaving_nothing, wipe};
use crate::{Error, Mac, Tag};

/// CMAC (NIST SP 800-38B, RFC 4493): tags of 4 to 16 bytes of messages of any length.
///
/// There is no nonce: the nonce is `()`. A shorter tag is the beginning of the longer one. Constant
/// time in keys and messages.
///
/// One message is slow, because every block waits for the one before it. A [`Batch`](crate::Batch)
/// authenticates many messages side by side.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, block::Aes128, mode::Cmac};
///
/// let mac = Cmac::<Aes128>::from_key(&[7; 16]);
/// let tag = mac.compute((), b"message")?;
/// mac.verify((), b"message", tag.as_ref())?;
///
/// // The same in pieces.
/// let mut state = mac.start();
/// state.update(b"mes");
/// state.update(b"sage");
/// state.verify(tag.as_ref())?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
// Not for callers: see `blocks::any`.
#[repr(C)]
pub struct Cmac<C> {
    pub(super) cipher: C,
    tag_bytes: usize,
}

impl<C> Cmac<C> {
    fn over(cipher: C) -> Self {
        Self { cipher, tag_bytes: BLOCK }
    }
}

over_cipher!(Cmac, AesModes);

impl<C: AesModes> Cmac<C> {
    pub(crate) fn cipher(&self) -> &C {
        &self.cipher
    }

    /// The start of a message in pieces.
    pub fn start(&self) -> CmacState<C> {
        leaving_nothing(|| {
            let (cipher, tag_bytes) = (self.cipher.clone(), self.tag_bytes);
            CmacState { cipher, tag_bytes, state: 0, held: LastBlockBuffer::new() }
        })
    }
}

/// The lengths of tags in bytes.
pub(super) const TAG_BYTES: &[usize] = &[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

impl<C: AesModes> Mac for Cmac<C> {
    type Nonce<'a> = ();
    const TAG_BYTES: &'static [usize] = TAG_BYTES;
    const DEFAULT_TAG_BYTES: usize = BLOCK;

    fn with_tag_bytes(mut self, tag_bytes: usize) -> Result<Self, Error> {
        self.tag_bytes = allowed_tag(tag_bytes, TAG_BYTES)?;
        Ok(self)
    }

    fn tag_bytes(&self) -> usize {
        self.tag_bytes
    }
}

impl<C: AesModes> MacEngine for Cmac<C> {
    shorten!(Mac);

    fn check(_: &MacJob<'_, Self>, _: Internal) -> Result<(), Error> {
        Ok(())
    }

    fn run_one(&self, job: &MacJob<'_, Self>, tag_bytes: usize, _: Internal) -> Tag {
        let (whole, last) = but_last(job.message);
        finish(&self.cipher, 0, whole, LastBlock::of_bytes(last), tag_bytes)
    }

    fn run_many(settings: &Settings<Self>, jobs: &mut [MacJob<'_, Self>], _: Internal) {
        C::cmac_many(settings.backend, jobs, INTERNAL);
    }
}

/// A message that is authenticated piece by piece: made by [`Cmac::start`].
///
/// However the message is cut, the tag is the same. The state owns its key. `Clone` copies it, so that
/// messages with the same beginning share the work. Wiped on drop. Constant time in key and message.
///
/// ```
/// use lanecrypt::{Algorithm, block::Aes128, mode::Cmac};
///
/// let mut first = Cmac::<Aes128>::from_key(&[7; 16]).start();
/// first.update(b"common beginning");
/// let mut second = first.clone();
/// first.update(b", one end");
/// second.update(b", another end");
/// assert_ne!(first.finish(), second.finish());
/// ```
#[derive(Clone)]
pub struct CmacState<C: AesModes> {
    cipher: C,
    tag_bytes: usize,
    /// The last block so far, encrypted.
    state: u128,
    held: LastBlockBuffer,
}

impl<C: AesModes> CmacState<C> {
    /// Takes the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        let (cipher, state) = (&self.cipher, &mut self.state);
        leaving_little(|| {
            self.held.update(bytes, |blocks| *state = cipher.chain(*state, blocks, INTERNAL));
        });
    }

    /// The tag, of the length that the key has.
    pub fn finish(self) -> Tag {
        self.tag(self.tag_bytes)
    }

    /// The tag of what came so far, of so many bytes.
    pub(crate) fn tag(&self, tag_bytes: usize) -> Tag {
        leaving_little(|| {
            let last = LastBlock::of_bytes(self.held.last());
            finish(&self.cipher, self.state, &[], last, tag_bytes)
        })
    }

    /// Goes back to the start of a message.
    pub(crate) fn restart(&mut self) {
        (self.state, self.held) = (0, LastBlockBuffer::new());
    }

    /// Verifies a tag in constant time.
    ///
    /// # Errors
    ///
    /// [`Error::TagMismatch`] if the tag does not have the length that the key has,
    /// [`Error::Authentication`] if it is wrong.
    pub fn verify(self, tag: &[u8]) -> Result<(), Error> {
        let expected = self.tag_bytes;
        self.finish().check(tag, expected)
    }
}

impl<C: AesModes> Drop for CmacState<C> {
    fn drop(&mut self) {
        wipe(&mut self.state, 0);
    }
}

impl<C: AesModes> core::fmt::Debug for CmacState<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CmacState").field("backend", &self.cipher.backend()).finish_non_exhaustive()
    }
}

/// The tag of a message from a state, whole blocks after it, and the last block.
#[inline]
pub(crate) fn finish<C: AesModes>(
    cipher: &C,
    state: u128,
    whole: &[u8],
    last: LastBlock,
    tag_bytes: usize,
) -> Tag {
    let (last, no_padding) = last.parts();
    let tag = cipher.cmac(&state.to_le_bytes(), whole, last, no_padding, INTERNAL);
    Tag::of_block(tag.to_le_bytes(), tag_bytes)
}

/// The last block of a message, padded, as a little-endian number.
#[derive(Clone, Copy)]
pub(crate) struct LastBlock {
    block: u128,
    /// Whether it was a whole block, without padding.
    whole: bool,
}

impl LastBlock {
    /// Of at most 16 bytes.
    #[inline(always)]
    pub(crate) fn of_bytes(last: &[u8]) -> Self {
        let (block, whole) = padded_by_call(last);
        Self { block, whole }
    }

    /// Of the first bits, at most 128, of a block, which is a little-endian number. Bits are counted from the most
    /// significant of the first byte.
    #[inline(always)]
    pub(crate) fn of_bits(block: u128, bits: u32) -> Self {
        if bits >= 128 {
            return Self { block, whole: true };
        }
        let kept = block.swap_bytes() & !(u128::MAX >> bits);
        Self { block: (kept | 1 << (127 - bits)).swap_bytes(), whole: false }
    }

    /// The block, and whether it was whole without padding.
    pub(super) fn parts(self) -> (u128, bool) {
        (self.block, self.whole)
    }

    /// With its subkey, which is made of the block of zeros, encrypted (section 6.2, steps 2 to 4).
    pub(super) fn with_subkey(self, zeros: &[u8; BLOCK]) -> u128 {
        let subkey = double(u128::from_be_bytes(*zeros));
        self.block ^ if self.whole { subkey } else { double(subkey) }.swap_bytes()
    }
}
