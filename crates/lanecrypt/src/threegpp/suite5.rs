//! The algorithms of 3GPP over AES-256: 256-NEA5, and with POLYVAL 256-NIA5 and 256-NCA5.
//!
//! H, Q and P are the first three blocks of keystream of the IV with bit 0 of byte 0 set.

use super::Iv;
use super::frame::{
    AeadOver, COPIES, Core, FEWEST, IntegrityOver, Message, Session, authenticated, integrity,
    process,
};
use super::hash256::{HashRoom, is_near};
use super::iv::Purpose;
use super::length::check_bits;
use super::one_by_one::{Within, are_few, one_by_one};
use super::one_pass5::{is_long_alone, one_pass, one_pass_alone};
use super::over_ctr::{OverCtr, around_aes, over_ctr};
use crate::algorithm::engine::Operation;
use crate::batch::Key;
use crate::block::Aes256;
use crate::block::aes_key::{AesKey, AesKeyed as _};
use crate::hash::BLOCK;
use crate::hash::columns::MOST_BLOCKS;
use crate::lanes::{InOut, Isa, Kernels, Row, Schedule, SharedKey, blocks_of_register};
use crate::mode::Ctr;
use crate::mode::blocks::ctr_keyed::{
    CtrMessage, Few, encrypt, encrypt_each, first_blocks, fresh_both, fresh_key_blocks, key_blocks,
    with_keys,
};
use crate::{Aead, Backend, Cipher, Error, Mac};

/// 256-NEA5: AES-256 in counter mode.
///
/// The key has 32 bytes. The first counter block is bytes 0 to 11 of the IV and four zeros; bytes 12 to 15 of
/// the IV are not used. Bytes 0 to 11 must not be the same for two messages under one key. A message has at
/// most 2^32 - 1 bits and may end within a byte. Encryption and decryption are the same. An [`Iv`] that was
/// made for tags is refused. Constant time in keys and data.
///
/// Source: the test vectors of the suite (3GPP TS 33.501); NIST SP 800-38A, section 6.5.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, threegpp::{Iv, Nea5}};
///
/// let key = Nea5::from_key(&[7; 32]);
/// let iv = Iv::encryption(&[1; 15]);
/// let mut message = *b"any length";
/// key.encrypt(iv, &mut message)?;
/// key.decrypt(iv, &mut message)?;
/// assert_eq!(&message, b"any length");
/// assert!(key.encrypt(Iv::integrity(&[1; 15], 4)?, &mut message).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nea5 {
    ctr: Ctr<Aes256>,
}

around_aes!(Nea5, ctr, 32 byte keys);
over_ctr!(Nea5, Aes256);

impl Cipher for Nea5 {
    type Nonce<'a> = Iv;

    const BIT_LENGTHS: bool = true;
}

impl OverCtr for Nea5 {
    type Aes = Aes256;

    fn ctr(&self) -> &Ctr<Aes256> {
        &self.ctr
    }

    #[inline(always)]
    fn first(iv: Iv) -> [u8; 16] {
        without_end(iv.as_bytes())
    }

    fn check_message(iv: Iv, bits: u64) -> Result<(), Error> {
        iv.check(Purpose::Encryption)?;
        check_bits(bits)
    }
}

/// Bytes 0 to 11 of an IV, then zeros: the first counter block.
#[inline(always)]
fn without_end(iv: &[u8; 16]) -> [u8; 16] {
    let mut first = *iv;
    first[12..].fill(0);
    first
}

/// 256-NIA5: a MAC over AES-256 and POLYVAL.
///
/// The key has 32 bytes, tags have 4 to 16 bytes. [`Mac::DEFAULT_TAG_BYTES`] is
/// 4, the length of MAC-I; longer tags are made after [`Mac::with_tag_bytes`].
/// Bytes 0 to 11 of the IV must not be the same for two messages under one key, where bit 0 of byte 0 does not
/// count; bytes 12 to 15 are not used. An [`Iv`] that was made for another purpose or another length of tags is
/// refused. Messages are whole bytes, at most 2^29 - 1. Constant time in keys and messages.
///
/// Source: the test vectors of the suite (3GPP TS 33.501); POLYVAL is that of RFC 8452.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, threegpp::{Iv, Nia5}};
///
/// let key = Nia5::from_key(&[7; 32]).with_tag_bytes(8)?;
/// let iv = Iv::integrity(&[1; 15], 8)?;
/// let tag = key.compute(iv, b"message")?;
/// key.verify(iv, b"message", tag.as_ref())?;
/// assert!(key.verify(iv, b"massage", tag.as_ref()).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nia5 {
    aes: Aes256,
    tag_bytes: usize,
}

around_aes!(Nia5, aes, 32 byte keys, tag_bytes: <Self as Mac>::DEFAULT_TAG_BYTES);
integrity!(Nia5);

impl IntegrityOver for Nia5 {
    type Core = CtrAes256;

    fn ready(&self) -> &Aes256 {
        &self.aes
    }

    fn options(&self) {}
}

/// 256-NCA5: authenticated encryption over AES-256 and POLYVAL.
///
/// The key has 32 bytes. The nonce is the IV of 16 bytes, such as [`Iv::as_bytes`] of an IV made by
/// [`Iv::aead`]; byte 0 is not looked at, and bytes 12 to 15 are not used. Tags have 4 to 16 bytes, and 16
/// where no other length is asked for. Bytes 0 to 11 of the IV must not be the same for two messages under one
/// key, where bit 0 of byte 0 does not count. The message and the associated data have at most 2^29 - 1 bytes
/// each. Constant time in keys and data; whether a tag was right shows.
///
/// Where the tag is wrong, the output is zeros once the call returns.
///
/// Source: the test vectors of the suite (3GPP TS 33.501); POLYVAL is that of RFC 8452.
///
/// ```
/// use lanecrypt::{Aead, Algorithm, Error, threegpp::{Iv, Nca5}};
///
/// let key = Nca5::from_key(&[7; 32]);
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
pub struct Nca5 {
    aes: Aes256,
    tag_bytes: usize,
}

around_aes!(Nca5, aes, 32 byte keys, tag_bytes: <Self as Aead>::DEFAULT_TAG_BYTES);
authenticated!(Nca5);

impl AeadOver for Nca5 {
    type Core = CtrAes256;

    fn ready(&self) -> &Aes256 {
        &self.aes
    }
}

/// AES-256 in counter mode.
pub(super) struct CtrAes256;

impl Core for CtrAes256 {
    type Ready = Aes256;
    type Options = ();

    #[inline]
    fn is_long(backend: Backend, bytes: usize) -> bool {
        // Registers of one block have no other way. Plain words take one message after another (`Core::one_by_one`).
        backend != Backend::Portable
            && (blocks_of_register(backend) == 1 || !is_short(backend, bytes))
    }

    fn one_by_one(backend: Backend, lengths: impl ExactSizeIterator<Item = usize>) -> bool {
        // Bit planes hold several blocks of a message too.
        backend == Backend::Portable || are_few(backend, lengths)
    }

    fn run_few(
        (backend, ()): (Backend, ()),
        operation: Operation,
        messages: &mut [Message<'_, Aes256>],
        sums: &mut [u128],
    ) {
        // One message leaves most of a register empty. To hash those that are not near side by side takes more room than
        // few pay for if they are encrypted, too.
        if messages.len() > 1
            && expands_within(backend, operation, messages)
            && (operation == Operation::Keystream
                || messages.iter().all(|message| is_near(backend, &message.text(false))))
            && let Some(sums) = sums.first_chunk_mut::<FEWEST>()
        {
            return process(backend, &mut ExpandedWithin, operation, messages, sums);
        }
        match messages {
            [message] if is_long_alone(backend, operation, message) => {
                sums[0] = one_pass_alone(backend, operation, message);
            }
            _ => one_by_one::<Self>(backend, operation, messages, sums),
        }
    }

    fn run<const N: usize>(
        (backend, ()): (Backend, ()),
        operation: Operation,
        messages: &mut [Message<'_, Aes256>],
        sums: &mut [u128; N],
        hash: Option<&mut HashRoom>,
    ) {
        if expands_within(backend, operation, messages) {
            return process(backend, &mut ExpandedWithin, operation, messages, sums);
        }
        let mut keys = [Key::Bytes(&[][..]); N];
        for (key, message) in keys.iter_mut().zip(&*messages) {
            *key = message.key();
        }
        let keys = keys.into_iter().take(messages.len());
        with_keys(backend, keys, |keys| match hash {
            Some(hash) => one_pass(backend, operation, keys, messages, sums, hash),
            None => process(backend, &mut Keyed(keys), operation, messages, sums),
        });
    }
}

impl Within for CtrAes256 {
    type Expanded = Schedule;
    const EXPANDED: Schedule = Schedule::ZERO;
    /// The counter begins anew.
    type Stream<I: Isa> = ();

    #[inline(always)]
    fn begin<I: Isa, const ENCRYPTS: bool>(
        isa: I,
        message: &Message<'_, Aes256>,
        expanded: &mut Schedule,
    ) -> ([I::One; 3], ()) {
        (first_blocks::<I, 32, ENCRYPTS>(isa, message, expanded), ())
    }

    #[inline(always)]
    fn encrypt<I: Isa>(isa: I, message: &mut Message<'_, Aes256>, expanded: &Schedule, (): ()) {
        encrypt(isa, shared(message, expanded), message);
    }
}

/// The round keys of a message, if those of a key that is bytes were expanded.
#[inline(always)]
pub(super) fn shared<'k>(message: &Message<'k, Aes256>, expanded: &'k Schedule) -> SharedKey<'k> {
    match message.key() {
        Key::Ready(key) => key.forward(),
        Key::Bytes(_) => SharedKey(expanded),
    }
}

/// Whether the keystream for so many bytes stays in registers beside H, Q and P: see [`fresh_both`].
#[inline]
fn is_short(backend: Backend, bytes: usize) -> bool {
    // So a window of such messages is always encrypted at once: see [`process`].
    const { assert!(2 * BLOCK * MOST_BLOCKS <= COPIES[0]) };
    bytes <= 2 * BLOCK * blocks_of_register(backend)
}

/// Whether keys are expanded within the kernel that makes H, Q and P of many messages, and encrypts data: all are bytes,
/// and what is encrypted is short.
fn expands_within(
    backend: Backend,
    operation: Operation,
    messages: &[Message<'_, Aes256>],
) -> bool {
    blocks_of_register(backend) > 1
        && messages.iter().all(|message| matches!(message.key, Key::Bytes(_)))
        && (operation == Operation::Keystream
            || messages.iter().all(|message| is_short(backend, message.data.len())))
}

/// A window with such keys.
struct ExpandedWithin;

impl<'m> Session<Message<'m, Aes256>> for ExpandedWithin {
    fn hash_keys(
        &mut self,
        kernels: &mut Kernels,
        messages: &[Message<'m, Aes256>],
        rows: &mut [Row],
    ) {
        fresh_key_blocks::<_, 32>(kernels, messages, rows);
    }

    /// Nothing is encrypted after that.
    fn encrypt(&mut self, _: &mut Kernels, _: &mut [Message<'m, Aes256>]) {}

    fn seal(
        &mut self,
        kernels: &mut Kernels,
        messages: &mut [Message<'m, Aes256>],
        rows: &mut [Row],
    ) {
        fresh_both::<_, 32>(kernels, messages, rows);
    }
}

impl<'m> CtrMessage<'m> for Message<'m, Aes256> {
    #[inline(always)]
    fn place(&self) -> usize {
        self.place
    }

    #[inline(always)]
    fn key(&self) -> Key<'m, AesKey> {
        self.key.map(|aes| aes.key())
    }

    #[inline(always)]
    fn nonce(&self) -> &[u8; 16] {
        &self.iv
    }

    #[inline(always)]
    fn data(&mut self) -> InOut<'_> {
        self.data.in_out()
    }
}

/// Messages with their round keys.
struct Keyed<'k>(Few<'k>);

impl<'m> Session<Message<'m, Aes256>> for Keyed<'_> {
    fn hash_keys(
        &mut self,
        kernels: &mut Kernels,
        messages: &[Message<'m, Aes256>],
        rows: &mut [Row],
    ) {
        key_blocks(kernels, self.0, messages, rows);
    }

    fn encrypt(&mut self, kernels: &mut Kernels, messages: &mut [Message<'m, Aes256>]) {
        encrypt_each(kernels, self.0, messages);
    }
}
