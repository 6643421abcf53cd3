//! The algorithms of 3GPP over ZUC-256: 256-NEA6, and over it and POLYVAL 256-NIA6 and 256-NCA6.
//!
//! The first 48 bytes of keystream are H, Q and P. What comes behind them encrypts.

use core::{array, slice};

use super::Iv;
use super::frame::{
    AeadOver, Core, IntegrityOver, Message, Rows, Session, WINDOW, authenticated, integrity,
    process,
};
use super::hash256::{HASH_KEY, HashRoom};
use super::iv::Purpose;
use super::length::{MAX_BYTES, check_bits};
use crate::algorithm::engine::{CipherEngine as _, INTERNAL, Operation, Settings};
use crate::batch::CipherJob;
use crate::lanes::{AsBytes, Kernels, Row, wipe};
use crate::stream::first_row::first_row;
use crate::stream::key::{KeyBytes, key_object};
use crate::stream::messages::stream_cipher;
use crate::stream::zuc::{
    Computed, Deferred, Loading, Setup, Variant, ZucCipher, ZucStream, encrypt_behind,
    fill_first_rows,
};
use crate::{Aead as _, Backend, Cipher, Error, Mac};

/// 256-NEA6: ZUC with keys of 32 bytes, the IV of the 256-bit suite and 48 rounds of initialisation.
///
/// An IV must not be used twice under one key. A message has at most 2^32 - 1 bits and may end within
/// a byte. Encryption and decryption are the same. An [`Iv`] that was made for tags is refused.
/// Constant time in keys and data.
///
/// Source: 3GPP TS 35.246.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, threegpp::{Iv, Nea6}};
///
/// let key = Nea6::from_key(&[7; 32]);
/// let iv = Iv::encryption(&[1; 15]);
/// let mut message = *b"any length";
/// key.encrypt(iv, &mut message)?;
/// key.decrypt(iv, &mut message)?;
/// assert_eq!(&message, b"any length");
/// assert!(key.encrypt(Iv::integrity(&[1; 15], 4)?, &mut message).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nea6 {
    key: KeyBytes<32, Variant>,
}

key_object!(Nea6, 32 byte keys, Variant);
stream_cipher!(Nea6, ZucStream);

impl Cipher for Nea6 {
    type Nonce<'a> = Iv;

    const BIT_LENGTHS: bool = true;
}

impl ZucCipher for Nea6 {
    const MAX_BYTES: u64 = MAX_BYTES;

    #[inline(always)]
    fn load(key: &[u8], iv: Iv, row: &mut Row) -> Loading {
        Loading::nea6(row, key, u128::from_le_bytes(*iv.as_bytes()))
    }

    fn check_message(iv: Iv, bits: u64) -> Result<(), Error> {
        iv.check(Purpose::Encryption)?;
        check_bits(bits)
    }
}

/// 256-NIA6: a MAC over ZUC and POLYVAL.
///
/// The key has 32 bytes, tags have 4 to 16 bytes. [`Mac::DEFAULT_TAG_BYTES`] is 4, the length of
/// MAC-I; longer tags are made after [`Mac::with_tag_bytes`]. An IV must not be used for two messages
/// under one key. An [`Iv`] that was made for another purpose or another length of tags is refused.
/// Messages are whole bytes, at most 2^29 - 1. Constant time in keys and messages.
///
/// A [`Batch`](crate::Batch) initialises many keys at once, which is most of the work for short
/// messages.
///
/// Source: 3GPP TS 35.246; POLYVAL is that of RFC 8452.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, threegpp::{Iv, Nia6}};
///
/// let key = Nia6::from_key(&[7; 32]).with_tag_bytes(8)?;
/// let iv = Iv::integrity(&[1; 15], 8)?;
/// let tag = key.compute(iv, b"message")?;
/// key.verify(iv, b"message", tag.as_ref())?;
/// assert!(key.verify(iv, b"massage", tag.as_ref()).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nia6 {
    key: KeyBytes<32, Variant>,
    tag_bytes: usize,
}

key_object!(Nia6, 32 byte keys, Variant, tag_bytes: Self::DEFAULT_TAG_BYTES);

integrity!(Nia6);

impl IntegrityOver for Nia6 {
    type Core = Zuc256;

    fn ready(&self) -> &[u8; 32] {
        self.key.array()
    }

    fn options(&self) -> Variant {
        self.key.options()
    }
}

/// 256-NCA6: authenticated encryption over ZUC and POLYVAL.
///
/// The key has 32 bytes. The nonce is the IV of 16 bytes, such as [`Iv::as_bytes`] of an IV made by
/// [`Iv::aead`]; byte 0 is not looked at. Tags have 4 to 16 bytes, and 16 where no other length is
/// asked for. An IV must not be used twice under one key. The message and the associated data have
/// at most 2^29 - 1 bytes each. Constant time in keys and data; whether a tag was right shows.
///
/// Where the tag is wrong, the output is zeros once the call returns.
///
/// Source: 3GPP TS 35.246; POLYVAL is that of RFC 8452.
///
/// ```
/// use lanecrypt::{Aead, Algorithm, Error, threegpp::{Iv, Nca6}};
///
/// let key = Nca6::from_key(&[7; 32]);
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
pub struct Nca6 {
    key: KeyBytes<32, ()>,
    tag_bytes: usize,
}

key_object!(Nca6, 32 byte keys, (), tag_bytes: Self::DEFAULT_TAG_BYTES);

authenticated!(Nca6);

impl AeadOver for Nca6 {
    type Core = Zuc256;

    fn ready(&self) -> &[u8; 32] {
        self.key.array()
    }
}

/// ZUC, loaded as NEA6 does.
pub(super) struct Zuc256;

impl Core for Zuc256 {
    type Ready = [u8; 32];
    type Options = Variant;

    fn one_by_one(_: Backend, _: impl ExactSizeIterator<Item = usize>) -> bool {
        false
    }

    fn run_few(
        way: (Backend, Variant),
        operation: Operation,
        messages: &mut [Message<'_, [u8; 32]>],
        sums: &mut [u128],
    ) {
        for (message, sum) in messages.iter_mut().zip(sums) {
            let (message, sum) = (slice::from_mut(message), array::from_mut(sum));
            Self::run(way, operation, message, sum, None);
        }
    }

    fn run<const N: usize>(
        (backend, variant): (Backend, Variant),
        operation: Operation,
        messages: &mut [Message<'_, [u8; 32]>],
        sums: &mut [u128; N],
        _: Option<&mut HashRoom>,
    ) {
        let mut lanes = Lanes { backend, variant, operation, stream: None };
        process(backend, &mut lanes, operation, messages, sums);
    }
}

/// Messages in the lanes of the variant, or one after another where it has none.
struct Lanes {
    backend: Backend,
    variant: Variant,
    operation: Operation,
    /// The stream of a message that is alone and encrypted, behind H, Q and P.
    stream: Option<ZucStream>,
}

/// How the stream of a message is loaded.
fn load(message: &Message<'_, [u8; 32]>, row: &mut Row) -> Loading {
    let key = message.key.bytes(|key| key.as_slice());
    Loading::nea6(row, key, u128::from_le_bytes(message.iv))
}

impl Lanes {
    /// The stream of a message behind H, Q and P, which are put into a row.
    fn stream(&self, message: &Message<'_, [u8; 32]>, row: &mut Row) -> ZucStream {
        let setup = Setup::new(|row| load(message, row));
        let (mut stream, mut bytes) = (ZucStream::new(&setup, self.backend, u64::MAX), [0; 64]);
        stream.fill(&mut bytes[..HASH_KEY]);
        *row = Row::from_bytes(&bytes);
        wipe(&mut bytes, [0; 64]);
        stream
    }

    /// Encrypts messages in lanes and puts H, Q and P, if there are lanes. Returns whether it did.
    fn in_lanes(&self, messages: &mut [Message<'_, [u8; 32]>], rows: &mut [Row]) -> bool {
        let way = (self.backend, self.variant);
        encrypt_behind(rows, way, messages, load, |message| message.data.reborrow())
    }
}

impl<'m> Session<Message<'m, [u8; 32]>> for Lanes {
    fn hash_keys(&mut self, _: &mut Kernels, messages: &[Message<'m, [u8; 32]>], rows: &mut [Row]) {
        if let ([message], [row], Variant::Auto) = (messages, &mut *rows, self.variant) {
            if self.operation == Operation::Keystream {
                let setup = Setup::new(|row| load(message, row));
                // Kernels of their own: between those of the caller and this frame is room that has no secrets.
                let kernels = &mut Kernels::on(self.backend);
                *row = first_row::<Deferred<Computed>, AsBytes>(kernels, &setup);
            } else {
                self.stream = Some(self.stream(message, row));
            }
            return;
        }
        let load = |number: usize, row: &mut Row| load(&messages[number], row);
        if fill_first_rows(rows, HASH_KEY / 4, (self.backend, self.variant), load) {
            return;
        }
        let settings = Settings::<Nea6> { backend: self.backend, options: self.variant };
        for (message, row) in messages.iter().zip(rows) {
            let (key, mut bytes) = (message.key.bytes(|key| key.as_slice()), [0; 64]);
            let iv = Iv::from_bytes(message.iv);
            let mut jobs = [CipherJob::new(key, iv, &mut bytes[..HASH_KEY])];
            Nea6::run_many(&settings, Operation::Keystream, &mut jobs, INTERNAL);
            *row = Row::from_bytes(&bytes);
            wipe(&mut bytes, [0; 64]);
        }
    }

    fn encrypt(&mut self, _: &mut Kernels, messages: &mut [Message<'m, [u8; 32]>]) {
        let mut rows = Rows::<WINDOW>::ZERO;
        if let (Some(stream), [message]) = (&mut self.stream, &mut *messages) {
            stream.add_to(&mut message.data);
            // Not taken out before, because that would move it.
            self.stream = None;
        } else if !self.in_lanes(messages, &mut rows.0) {
            for (message, row) in messages.iter_mut().zip(&mut rows.0) {
                self.stream(message, row).add_to(&mut message.data);
            }
        }
    }

    fn seal(&mut self, _: &mut Kernels, messages: &mut [Message<'m, [u8; 32]>], rows: &mut [Row]) {
        if !self.in_lanes(messages, rows) {
            for (message, row) in messages.iter_mut().zip(rows) {
                self.stream(message, row).add_to(&mut message.data);
            }
        }
    }
}
