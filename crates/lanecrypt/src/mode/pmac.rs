//! PMAC.

use super::blocks::{Offsets, Sum, last_block};
use super::cmac::TAG_BYTES;
use super::last_block::{BLOCK, LastBlockBuffer, but_last};
use super::{AesModes, over_cipher};
use crate::algorithm::engine::{INTERNAL, Internal, MacEngine, Settings, shorten};
use crate::batch::{MacJob, allowed_tag};
use crate::lanes::{leaving_little, leaving_nothing, wipe};
use crate::{Error, Mac, Tag};

/// PMAC (Black and Rogaway, EUROCRYPT 2002): tags of 4 to 16 bytes of messages of any length.
///
/// Blocks do not wait for each other as in [`Cmac`](super::Cmac), so one message is as fast as many.
/// It is PMAC1 of 2002: blocks are numbered from one, offsets come in the order of a Gray code. There
/// is no nonce: the nonce is `()`. A shorter tag is the beginning of the longer one. Constant time in
/// keys and messages.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, block::Aes128, mode::Pmac};
///
/// let mac = Pmac::<Aes128>::from_key(&[7; 16]);
/// let tag = mac.compute((), b"message")?;
/// let mut state = mac.start();
/// state.update(b"mess");
/// state.update(b"age");
/// assert_eq!(state.finish(), tag);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
// Not for callers: see `blocks::any`.
#[repr(C)]
pub struct Pmac<C> {
    pub(super) cipher: C,
    tag_bytes: usize,
}

impl<C> Pmac<C> {
    fn over(cipher: C) -> Self {
        Self { cipher, tag_bytes: BLOCK }
    }
}

over_cipher!(Pmac, AesModes);

impl<C: AesModes> Pmac<C> {
    /// The start of a message in pieces.
    pub fn start(&self) -> PmacState<C> {
        leaving_nothing(|| {
            let cipher = self.cipher.clone();
            let zeros = cipher.chain(0, &[0; BLOCK], INTERNAL).to_le_bytes();
            let mut offsets = Offsets::new();
            offsets.fill(u128::from_be_bytes(zeros), u64::MAX);
            let (sum, held) = (Sum::new(), LastBlockBuffer::new());
            PmacState { cipher, tag_bytes: self.tag_bytes, zeros, offsets, sum, held }
        })
    }
}

impl<C: AesModes> Mac for Pmac<C> {
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

impl<C: AesModes> MacEngine for Pmac<C> {
    shorten!(Mac);

    fn check(_: &MacJob<'_, Self>, _: Internal) -> Result<(), Error> {
        Ok(())
    }

    fn run_one(&self, job: &MacJob<'_, Self>, tag_bytes: usize, _: Internal) -> Tag {
        leaving_little(|| {
            let mut zeros = self.cipher.chain(0, &[0; BLOCK], INTERNAL).to_le_bytes();
            let (blocks, last) = but_last(job.message);
            let mut sum = Sum::new();
            if !blocks.is_empty() {
                let mut offsets = Offsets::new();
                offsets.fill(u128::from_be_bytes(zeros), (blocks.len() / BLOCK) as u64);
                self.cipher.pmac(&offsets, &mut sum, blocks, INTERNAL);
            }
            let tag = finish(&self.cipher, &zeros, &sum, last, tag_bytes);
            wipe(&mut zeros, [0; BLOCK]);
            tag
        })
    }

    fn run_many(settings: &Settings<Self>, jobs: &mut [MacJob<'_, Self>], _: Internal) {
        C::pmac_many(settings.backend, jobs, INTERNAL);
    }
}

/// A message that is authenticated piece by piece: made by [`Pmac::start`].
///
/// However the message is cut, the tag is the same. The state owns its key. `Clone` copies it. Wiped on
/// drop. Constant time in key and message.
///
/// ```
/// use lanecrypt::{Algorithm, block::Aes256, mode::Pmac};
///
/// let mut state = Pmac::<Aes256>::from_key(&[7; 32]).start();
/// state.update(b"message");
/// let tag = state.clone().finish();
/// state.verify(tag.as_ref())?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct PmacState<C: AesModes> {
    cipher: C,
    tag_bytes: usize,
    /// The block of zeros, encrypted.
    zeros: [u8; BLOCK],
    offsets: Offsets,
    sum: Sum,
    held: LastBlockBuffer,
}

impl<C: AesModes> PmacState<C> {
    /// Takes the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        let (cipher, offsets, sum) = (&self.cipher, &self.offsets, &mut self.sum);
        leaving_little(|| {
            self.held.update(bytes, |blocks| cipher.pmac(offsets, sum, blocks, INTERNAL));
        });
    }

    /// The tag, of the length that the key has.
    pub fn finish(self) -> Tag {
        self.tag(self.tag_bytes)
    }

    /// The tag of what came so far, of so many bytes.
    pub(crate) fn tag(&self, tag_bytes: usize) -> Tag {
        leaving_little(|| finish(&self.cipher, &self.zeros, &self.sum, self.held.last(), tag_bytes))
    }

    /// Goes back to the start of a message.
    pub(crate) fn restart(&mut self) {
        (self.sum, self.held) = (Sum::new(), LastBlockBuffer::new());
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

impl<C: AesModes> Drop for PmacState<C> {
    fn drop(&mut self) {
        wipe(&mut self.zeros, [0; BLOCK]);
    }
}

impl<C: AesModes> core::fmt::Debug for PmacState<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PmacState").field("backend", &self.cipher.backend()).finish_non_exhaustive()
    }
}

/// The tag of a message from the sum of its blocks but the last, and the last.
fn finish<C: AesModes>(
    cipher: &C,
    zeros: &[u8; BLOCK],
    sum: &Sum,
    last: &[u8],
    tag_bytes: usize,
) -> Tag {
    let mut last = last_block(zeros, sum.number(), last).to_le_bytes();
    let tag = cipher.chain(0, &last, INTERNAL);
    wipe(&mut last, [0; BLOCK]);
    Tag::of_block(tag.to_le_bytes(), tag_bytes)
}
