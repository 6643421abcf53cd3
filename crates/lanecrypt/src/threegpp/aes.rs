//! The algorithms of 3GPP over AES-128.

use super::Parameters;
use super::length::check_bits;
use super::over_ctr::{OverCtr, around_aes, over_ctr};
use crate::algorithm::engine::{INTERNAL, Internal, MacEngine, Settings, shorten};
use crate::batch::{MacJob, allowed_tag, bytes_for};
use crate::block::Aes128;
use crate::block::aes_key::AesKeyed as _;
use crate::lanes::part_number;
use crate::mode::blocks::AesEngine as _;
use crate::mode::blocks::cmac::{self, MessageBlocks};
use crate::mode::cmac::{LastBlock, but_last, finish};
use crate::mode::{Cmac, Ctr};
use crate::{Cipher, Error, Mac, Tag};

/// 128-NEA2, which is 128-EEA2 (3GPP TS 33.401, annex B.1.3; TS 33.501, annex D): AES-128 in counter
/// mode.
///
/// The key has 16 bytes. The first counter block is COUNT, BEARER, DIRECTION and zeros. A message has
/// at most 2^32 - 1 bits. Constant time in keys and data.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, threegpp::{Direction, Nea2, Parameters}};
///
/// let key = Nea2::from_key(&[7; 16]);
/// let mut message = [0; 100];
/// key.encrypt(Parameters::new(1, 5, Direction::Uplink)?, &mut message)?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nea2 {
    ctr: Ctr<Aes128>,
}

/// 128-NIA2, which is 128-EIA2 (3GPP TS 33.401, annex B.2.3; TS 33.501, annex D): AES-128 in CMAC.
///
/// The key has 16 bytes, the tag 4. The message is authenticated after eight bytes of COUNT, BEARER and
/// DIRECTION. It has at most 2^32 - 1 bits. Constant time in keys and messages.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, threegpp::{Direction, Nia2, Parameters}};
///
/// let key = Nia2::from_key(&[7; 16]);
/// let parameters = Parameters::new(1, 5, Direction::Downlink)?;
/// let tag = key.compute(parameters, b"message")?;
/// key.verify(parameters, b"message", tag.as_ref())?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nia2 {
    cmac: Cmac<Aes128>,
}

/// COUNT, BEARER and DIRECTION, then zeros, as a little-endian number: the first counter block, and the start of what is
/// authenticated.
#[inline(always)]
pub(super) fn header(parameters: Parameters) -> u64 {
    let bearer_and_direction = parameters.bearer() << 3 | parameters.direction().bit() << 2;
    u64::from(parameters.count().swap_bytes()) | u64::from(bearer_and_direction) << 32
}

impl Nea2 {
    /// The cipher.
    pub(super) fn aes(&self) -> &Aes128 {
        self.ctr.cipher()
    }
}

impl Nia2 {
    /// The cipher.
    pub(super) fn aes(&self) -> &Aes128 {
        self.cmac.cipher()
    }
}

around_aes!(Nea2, ctr, 16 byte keys);
around_aes!(Nia2, cmac, 16 byte keys);
over_ctr!(Nea2, Aes128);

impl Cipher for Nea2 {
    type Nonce<'a> = Parameters;
    const BIT_LENGTHS: bool = true;
}

impl OverCtr for Nea2 {
    type Aes = Aes128;

    fn ctr(&self) -> &Ctr<Aes128> {
        &self.ctr
    }

    #[inline(always)]
    fn first(parameters: Parameters) -> [u8; 16] {
        u128::from(header(parameters)).to_le_bytes()
    }

    fn check_message(_: Parameters, bits: u64) -> Result<(), Error> {
        check_bits(bits)
    }
}

impl Mac for Nia2 {
    type Nonce<'a> = Parameters;
    const TAG_BYTES: &'static [usize] = &[4];
    const DEFAULT_TAG_BYTES: usize = 4;
    const BIT_LENGTHS: bool = true;

    fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error> {
        allowed_tag(tag_bytes, Self::TAG_BYTES).map(|_| self)
    }

    fn tag_bytes(&self) -> usize {
        4
    }
}

/// A message with its header, in blocks, which are numbers: whoever reads one from where it was just written in pieces
/// waits.
fn headed(parameters: Parameters, message: &[u8], bits: u64) -> MessageBlocks<'_> {
    let message = &message[..bytes_for(bits) as usize];
    let (head, rest) = message.split_at(message.len().min(8));
    let first = u128::from(header(parameters)) | part_number(head) << 64;
    let Some(rest_bits) = bits.checked_sub(64).filter(|bits| *bits > 0) else {
        let last = Some(LastBlock::of_bits(first, 64 + bits as u32));
        return MessageBlocks { first: None, whole: Some(&[]), last };
    };
    let (whole, last) = but_last(rest);
    let block =
        last.first_chunk().map_or_else(|| part_number(last), |last| u128::from_le_bytes(*last));
    let last_bits = (rest_bits - 8 * whole.len() as u64) as u32;
    let last = LastBlock::of_bits(block, last_bits);
    MessageBlocks { first: Some(first), whole: Some(whole), last: Some(last) }
}

impl MacEngine for Nia2 {
    shorten!(Mac);

    fn check(job: &MacJob<'_, Self>, _: Internal) -> Result<(), Error> {
        check_bits(job.bits())
    }

    fn run_one(&self, job: &MacJob<'_, Self>, tag_bytes: usize, _: Internal) -> Tag {
        let MessageBlocks { first, whole, last } = headed(job.nonce, job.message, job.bits());
        let cipher = self.cmac.cipher();
        let first = first.map_or(0, |first| cipher.chain(0, &first.to_le_bytes(), INTERNAL));
        // There is always a last block.
        let last = last.unwrap_or(LastBlock::of_bytes(&[]));
        finish(cipher, first, whole.unwrap_or(&[]), last, tag_bytes)
    }

    fn run_many(settings: &Settings<Self>, jobs: &mut [MacJob<'_, Self>], _: Internal) {
        cmac::run(
            settings.backend,
            jobs,
            |nia2| nia2.cmac.cipher().key(),
            |job| headed(job.nonce, job.message, job.bits()),
        );
    }
}
