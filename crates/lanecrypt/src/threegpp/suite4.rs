//! The algorithms of 3GPP over SNOW 5G: 256-NEA4, and with POLYVAL 256-NIA4 and 256-NCA4.
//!
//! The first 48 bytes of keystream, which are three steps, are H, Q and P. What comes behind them encrypts.

use super::Iv;
use super::frame::{
    AeadOver, Core, IntegrityOver, Message, Session, authenticated, integrity, process,
};
use super::hash256::HashRoom;
use super::iv::Purpose;
use super::length::{MAX_BYTES, check_bits};
use super::one_by_one::{self, are_few, one_by_one};
use super::one_pass4::{is_long, one_pass};
use crate::algorithm::engine::Operation;
use crate::batch::Key;
use crate::lanes::{Isa, Kernels, Row, Vector as _, unroll};
use crate::stream::key::{KeyBytes, key_object};
use crate::stream::snow5g::{Lane, Load, SnowCipher, States, Version, Within, snow_cipher};
use crate::{Aead as _, Backend, Cipher, Error, Mac};

/// 256-NEA4: SNOW 5G with the IV of the 256-bit suite. Keys have 32 bytes.
///
/// An IV must not be used twice under one key. A message has at most 2^32 - 1 bits and may end within
/// a byte. Encryption and decryption are the same. An [`Iv`] that was made for tags is refused.
/// Constant time in keys and data.
///
/// Source: the test vectors of the suite (3GPP TS 33.501).
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, threegpp::{Iv, Nea4}};
///
/// let key = Nea4::from_key(&[7; 32]);
/// let iv = Iv::encryption(&[1; 15]);
/// let mut message = *b"any length";
/// key.encrypt(iv, &mut message)?;
/// key.decrypt(iv, &mut message)?;
/// assert_eq!(&message, b"any length");
/// assert!(key.encrypt(Iv::integrity(&[1; 15], 4)?, &mut message).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nea4 {
    key: KeyBytes<32, ()>,
}

key_object!(Nea4, 32 byte keys, ());
snow_cipher!(Nea4);

impl Cipher for Nea4 {
    type Nonce<'a> = Iv;

    const BIT_LENGTHS: bool = true;
}

impl SnowCipher for Nea4 {
    const VERSION: Version = Version::Snow5g;
    const MAX_BYTES: u64 = MAX_BYTES;

    fn iv(iv: Iv) -> [u8; 16] {
        *iv.as_bytes()
    }

    fn check_message(iv: Iv, bits: u64) -> Result<(), Error> {
        iv.check(Purpose::Encryption)?;
        check_bits(bits)
    }
}

/// 256-NIA4: a MAC over SNOW 5G and POLYVAL.
///
/// The key has 32 bytes, tags have 4 to 16 bytes. [`Mac::DEFAULT_TAG_BYTES`] is 4, the length of
/// MAC-I; longer tags are made after [`Mac::with_tag_bytes`]. An IV must not be used for two messages
/// under one key. An [`Iv`] that was made for another purpose or another length of tags is refused.
/// Messages are whole bytes, at most 2^29 - 1. Constant time in keys and messages.
///
/// A [`Batch`](crate::Batch) initialises many keys at once, which is most of the work for short
/// messages.
///
/// Source: the test vectors of the suite (3GPP TS 33.501); POLYVAL is that of RFC 8452.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, threegpp::{Iv, Nia4}};
///
/// let key = Nia4::from_key(&[7; 32]).with_tag_bytes(8)?;
/// let iv = Iv::integrity(&[1; 15], 8)?;
/// let tag = key.compute(iv, b"message")?;
/// key.verify(iv, b"message", tag.as_ref())?;
/// assert!(key.verify(iv, b"massage", tag.as_ref()).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nia4 {
    key: KeyBytes<32, ()>,
    tag_bytes: usize,
}

key_object!(Nia4, 32 byte keys, (), tag_bytes: Self::DEFAULT_TAG_BYTES);

integrity!(Nia4);

impl IntegrityOver for Nia4 {
    type Core = Snow;

    fn ready(&self) -> &[u8; 32] {
        self.key.array()
    }

    fn options(&self) {}
}

/// 256-NCA4: authenticated encryption over SNOW 5G and POLYVAL.
///
/// The key has 32 bytes. The nonce is the IV of 16 bytes, such as [`Iv::as_bytes`] of an IV made by
/// [`Iv::aead`]; byte 0 is not looked at. Tags have 4 to 16 bytes, and 16 where no other length is
/// asked for. An IV must not be used twice under one key. The message and the associated data have
/// at most 2^29 - 1 bytes each. Constant time in keys and data; whether a tag was right shows.
///
/// Where the tag is wrong, the output is zeros once the call returns.
///
/// Source: the test vectors of the suite (3GPP TS 33.501); POLYVAL is that of RFC 8452.
///
/// ```
/// use lanecrypt::{Aead, Algorithm, Error, threegpp::{Iv, Nca4}};
///
/// let key = Nca4::from_key(&[7; 32]);
/// let iv = Iv::aead(&[1; 15], 16)?;
/// let mut message = *b"a message";
/// let tag = key.seal(iv.as_bytes(), b"header", &mut message)?;
/// key.open(iv.as_bytes(), b"header", &mut message, tag.as_ref())?;
/// assert_eq!(&message, b"a message");
///
/// let forged = key.open(iv.as_bytes(), b"header", &mut message, &[0; 16]);
/// assert_eq!(forged, Err(Error::Authentication));
/// assert_eq!(message, [0; 9]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Nca4 {
    key: KeyBytes<32, ()>,
    tag_bytes: usize,
}

key_object!(Nca4, 32 byte keys, (), tag_bytes: Self::DEFAULT_TAG_BYTES);

authenticated!(Nca4);

impl AeadOver for Nca4 {
    type Core = Snow;

    fn ready(&self) -> &[u8; 32] {
        self.key.array()
    }
}

/// SNOW 5G.
pub(super) struct Snow;

impl Core for Snow {
    type Ready = [u8; 32];
    type Options = ();

    #[inline]
    fn is_long(backend: Backend, bytes: usize) -> bool {
        is_long(backend, bytes)
    }

    fn one_by_one(backend: Backend, lengths: impl ExactSizeIterator<Item = usize>) -> bool {
        // Bit planes hold a block of each of several messages.
        backend != Backend::Portable && are_few(backend, lengths)
    }

    fn run_few(
        (backend, ()): (Backend, ()),
        operation: Operation,
        messages: &mut [Message<'_, [u8; 32]>],
        sums: &mut [u128],
    ) {
        one_by_one::<Self>(backend, operation, messages, sums);
    }

    fn run<const N: usize>(
        (backend, ()): (Backend, ()),
        operation: Operation,
        messages: &mut [Message<'_, [u8; 32]>],
        sums: &mut [u128; N],
        hash: Option<&mut HashRoom>,
    ) {
        match hash {
            Some(hash) => one_pass(backend, operation, messages, sums, hash),
            None => {
                let mut many = Many::<N> { states: States::new() };
                process(backend, &mut many, operation, messages, sums);
            }
        }
    }
}

impl one_by_one::Within for Snow {
    type Expanded = ();
    const EXPANDED: () = ();
    type Stream<I: Isa> = Within<I>;

    #[inline(always)]
    fn begin<I: Isa, const ENCRYPTS: bool>(
        isa: I,
        message: &Message<'_, [u8; 32]>,
        (): &mut (),
    ) -> ([I::One; 3], Within<I>) {
        let key = match message.key {
            Key::Bytes(key) => key.first_chunk().unwrap_or(&[0; 32]),
            Key::Ready(key) => key,
        };
        let mut stream = Within::new(isa, key, &message.iv);
        let mut keys = [I::One::zero(isa); 3];
        unroll!(3, |i| keys[i] = stream.next(isa));
        (keys, stream)
    }

    #[inline(always)]
    fn encrypt<I: Isa>(isa: I, message: &mut Message<'_, [u8; 32]>, (): &(), stream: Within<I>) {
        stream.add_to(isa, message.data.in_out());
    }
}

fn key_of<'m>(message: &Message<'m, [u8; 32]>) -> &'m [u8] {
    message.key.bytes(|key| key.as_slice())
}

/// At most `N` messages side by side, and their states behind H, Q and P.
struct Many<const N: usize> {
    states: States,
}

impl<'m, const N: usize> Session<Message<'m, [u8; 32]>> for Many<N> {
    fn hash_keys(
        &mut self,
        kernels: &mut Kernels,
        messages: &[Message<'m, [u8; 32]>],
        rows: &mut [Row],
    ) {
        let mut loads = [Load::EMPTY; N];
        for message in messages {
            loads[message.place] = Load::new(key_of(message), message.iv);
        }
        self.states.initialise(kernels, Version::Snow5g, &loads[..messages.len()], rows);
    }

    fn encrypt(&mut self, kernels: &mut Kernels, messages: &mut [Message<'m, [u8; 32]>]) {
        let mut lanes: [Lane<'_>; N] = [const { Lane::EMPTY }; N];
        let count = messages.len();
        for (lane, message) in lanes.iter_mut().zip(messages) {
            *lane = Lane::new(message.place, message.data.in_out());
        }
        self.states.encrypt(kernels, Version::Snow5g, &mut lanes[..count]);
    }
}
