//! What algorithms have in common: a key object, and one trait per shape.

pub(crate) mod engine;

use core::fmt::Debug;
use core::ops::RangeInclusive;

use crate::batch::{AeadJob, CipherJob, Data, MacJob};
use crate::{Backend, Error, Tag};
use engine::{Operation, Settings};

/// An algorithm with a key: the key object.
///
/// A key object is made once per key and can be shared by any number of messages, jobs and threads.
/// `Clone` copies the key. The key is wiped on drop. `Debug` shows no part of it.
///
/// The trait is sealed: only types of this crate implement it.
///
/// ```
/// use lanecrypt::{Algorithm, block::Aes128, mode::Gcm};
///
/// let key = [7; 16];
/// let infallible = Gcm::<Aes128>::from_key(&key);
/// let checked = Gcm::<Aes128>::new(&key[..])?;
/// assert!(Gcm::<Aes128>::new(&key[..15]).is_err());
/// # assert_eq!(infallible.backend(), checked.backend());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub trait Algorithm: Clone + Sized + engine::Expand + 'static {
    /// A key as an array of bytes, such as `[u8; 16]`.
    type KeyArray: AsRef<[u8]> + Copy;
    /// What can be chosen beside the key. `()` for most algorithms.
    type Options: Copy + Default + Debug + 'static;

    /// The length of a key in bytes.
    const KEY_BYTES: usize = size_of::<Self::KeyArray>();

    /// Takes a key of the right length for the best backend of this processor. Never fails.
    fn from_key(key: &Self::KeyArray) -> Self {
        engine::expand(key.as_ref(), Settings::default())
    }

    /// Takes a key for the best backend of this processor.
    ///
    /// # Errors
    ///
    /// [`Error::KeyLength`] if the key does not have [`Algorithm::KEY_BYTES`] bytes.
    fn new(key: &[u8]) -> Result<Self, Error> {
        Self::with_options(key, Self::Options::default(), Backend::best())
    }

    /// Takes a key for the given backend.
    ///
    /// # Errors
    ///
    /// Those of [`Algorithm::new`], and [`Error::BackendUnavailable`] if this processor does not
    /// have the backend.
    fn with_backend(key: &[u8], backend: Backend) -> Result<Self, Error> {
        Self::with_options(key, Self::Options::default(), backend)
    }

    /// Takes a key with all that can be chosen. Errors are those of [`Algorithm::with_backend`].
    fn with_options(key: &[u8], options: Self::Options, backend: Backend) -> Result<Self, Error> {
        engine::try_expand(key, options, backend)
    }

    /// The backend that this key is used on.
    fn backend(&self) -> Backend;
}

/// A cipher without authentication.
///
/// Constant time in keys and data; lengths show. The trait is sealed.
///
/// **Contract.** A call that returns an error has written nothing.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, block::Aes128, mode::Cbc};
///
/// let cipher = Cbc::<Aes128>::from_key(&[7; 16]);
/// let mut message = [0; 32];
/// cipher.encrypt(&[1; 16], &mut message)?;
/// cipher.decrypt(&[1; 16], &mut message)?;
/// assert_eq!(message, [0; 32]);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub trait Cipher: Algorithm + engine::CipherEngine {
    /// What is given with every message beside the key: a nonce or an IV, the parameters of 3GPP,
    /// or `()` where there is nothing.
    type Nonce<'a>: Copy;

    /// Whether messages can have a length in bits that is not a multiple of eight.
    const BIT_LENGTHS: bool = false;

    /// Encrypts one message.
    ///
    /// # Errors
    ///
    /// A nonce, a length or a pair of buffers that the algorithm does not allow.
    fn encrypt<'d>(&self, nonce: Self::Nonce<'_>, data: impl Into<Data<'d>>) -> Result<(), Error> {
        engine::cipher_one(self, Operation::Encrypt, CipherJob::new(self, nonce, data.into()))
    }

    /// Decrypts one message. Errors are those of [`Cipher::encrypt`].
    fn decrypt<'d>(&self, nonce: Self::Nonce<'_>, data: impl Into<Data<'d>>) -> Result<(), Error> {
        engine::cipher_one(self, Operation::Decrypt, CipherJob::new(self, nonce, data.into()))
    }

    /// Encrypts the first `bits` bits, counted from the most significant bit of the first byte.
    ///
    /// The bits of the last byte beyond them become zero; later bytes stay as they are.
    ///
    /// # Errors
    ///
    /// Those of [`Cipher::encrypt`], and [`Error::BitLength`] if the data is shorter, and
    /// [`Error::NoBitLengths`] if the algorithm has no bit lengths ([`Cipher::BIT_LENGTHS`]) and the
    /// data is longer.
    fn encrypt_bits<'d>(
        &self,
        nonce: Self::Nonce<'_>,
        data: impl Into<Data<'d>>,
        bits: u64,
    ) -> Result<(), Error> {
        let job = CipherJob::new(self, nonce, data.into()).with_bits(bits);
        engine::cipher_one(self, Operation::Encrypt, job)
    }

    /// Decrypts the first `bits` bits. As [`Cipher::encrypt_bits`].
    fn decrypt_bits<'d>(
        &self,
        nonce: Self::Nonce<'_>,
        data: impl Into<Data<'d>>,
        bits: u64,
    ) -> Result<(), Error> {
        let job = CipherJob::new(self, nonce, data.into()).with_bits(bits);
        engine::cipher_one(self, Operation::Decrypt, job)
    }
}

/// A cipher that adds a keystream to the data, so that encryption and decryption are the same.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, StreamCipher, block::Aes128, mode::Ctr};
///
/// let cipher = Ctr::<Aes128>::from_key(&[7; 16]);
/// let (mut keystream, mut zeros) = ([1; 100], [0; 100]);
/// cipher.keystream(&[1; 12], &mut keystream)?;
/// cipher.encrypt(&[1; 12], &mut zeros)?;
/// assert_eq!(keystream, zeros);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub trait StreamCipher: Cipher {
    /// The keystream of one message.
    type Stream: KeyStream;

    /// The keystream of one nonce, for a message in pieces.
    ///
    /// # Errors
    ///
    /// A nonce that the algorithm does not allow. Where every nonce of the type is allowed, there is no
    /// error.
    fn stream(&self, nonce: Self::Nonce<'_>) -> Result<Self::Stream, Error>;

    /// Fills the output with the keystream of one message. Errors are those of [`Cipher::encrypt`].
    fn keystream(&self, nonce: Self::Nonce<'_>, output: &mut [u8]) -> Result<(), Error> {
        engine::cipher_one(self, Operation::Keystream, CipherJob::new(self, nonce, output))
    }
}

/// The keystream of one message, for a message in pieces: made by [`StreamCipher::stream`].
///
/// However a message is cut, the result is the same. The trait is sealed.
///
/// ```
/// use lanecrypt::{Algorithm, Error, KeyStream, StreamCipher, block::Aes128, mode::Ctr};
///
/// fn encrypt_pieces<C: for<'a> StreamCipher<Nonce<'a> = &'a [u8]>>(
///     key: &C,
///     nonce: &[u8],
///     pieces: &mut [Vec<u8>],
/// ) -> Result<(), Error> {
///     let mut stream = key.stream(nonce)?;
///     pieces.iter_mut().try_for_each(|piece| stream.apply(piece))
/// }
/// encrypt_pieces(&Ctr::<Aes128>::from_key(&[7; 16]), &[1; 12], &mut [vec![0; 5], vec![0; 100]])?;
/// # Ok::<(), Error>(())
/// ```
pub trait KeyStream: engine::Sealed {
    /// Encrypts or decrypts the next bytes.
    ///
    /// # Errors
    ///
    /// [`Error::OutputLength`] if the buffers differ in length; an error of the algorithm if the message
    /// would become longer than it allows. Nothing is written and the position stays then.
    fn apply<'a>(&mut self, data: impl Into<Data<'a>>) -> Result<(), Error>;

    /// Fills the output with the next bytes of keystream. Errors are those of [`KeyStream::apply`].
    fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error>;

    /// The position of the next byte of keystream.
    fn position(&self) -> u128;
}

/// A message authentication code.
///
/// Constant time in keys and data; lengths show, and so does whether a tag was right. The trait is
/// sealed.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, block::Aes128, mode::Cmac};
///
/// let mac = Cmac::<Aes128>::from_key(&[7; 16]).with_tag_bytes(8)?;
/// let tag = mac.compute((), b"message")?;
/// mac.verify((), b"message", tag.as_ref())?;
/// assert!(mac.verify((), b"massage", tag.as_ref()).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub trait Mac: Algorithm + engine::MacEngine {
    /// What is given with every message beside the key; `()` where there is nothing.
    type Nonce<'a>: Copy;

    /// The lengths in bytes that tags can have.
    const TAG_BYTES: &'static [usize];

    /// The length in bytes of tags where no other is asked for.
    const DEFAULT_TAG_BYTES: usize;

    /// Whether messages can have a length in bits that is not a multiple of eight.
    const BIT_LENGTHS: bool = false;

    /// The same key for tags of another length.
    ///
    /// # Errors
    ///
    /// [`Error::TagLength`] if the length is none of [`Mac::TAG_BYTES`].
    fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error>;

    /// The length of its tags in bytes.
    fn tag_bytes(&self) -> usize;

    /// Computes the tag of a message.
    ///
    /// # Errors
    ///
    /// A nonce or a length that the algorithm does not allow.
    fn compute(&self, nonce: Self::Nonce<'_>, message: &[u8]) -> Result<Tag, Error> {
        engine::mac_one(self, MacJob::new(self, nonce, message))
    }

    /// Verifies the tag of a message, in constant time.
    ///
    /// # Errors
    ///
    /// Those of [`Mac::compute`]; [`Error::TagMismatch`] if the tag does not have
    /// [`Mac::tag_bytes`] bytes; [`Error::Authentication`] if it is wrong.
    fn verify(&self, nonce: Self::Nonce<'_>, message: &[u8], tag: &[u8]) -> Result<(), Error> {
        engine::mac_one(self, MacJob::expecting(self, nonce, message, tag)).map(|_| ())
    }

    /// Computes the tag of the first `bits` bits of a message, counted from the most significant
    /// bit of the first byte. The rest of the message is not read.
    ///
    /// # Errors
    ///
    /// Those of [`Mac::compute`], and [`Error::BitLength`] if the message is shorter, and
    /// [`Error::NoBitLengths`] if the algorithm has no bit lengths ([`Mac::BIT_LENGTHS`]) and the
    /// message is longer.
    fn compute_bits(
        &self,
        nonce: Self::Nonce<'_>,
        message: &[u8],
        bits: u64,
    ) -> Result<Tag, Error> {
        engine::mac_one(self, MacJob::new(self, nonce, message).with_bits(bits))
    }

    /// Verifies the tag of the first `bits` bits of a message. Errors are those of [`Mac::verify`]
    /// and [`Mac::compute_bits`].
    fn verify_bits(
        &self,
        nonce: Self::Nonce<'_>,
        message: &[u8],
        bits: u64,
        tag: &[u8],
    ) -> Result<(), Error> {
        let job = MacJob::expecting(self, nonce, message, tag).with_bits(bits);
        engine::mac_one(self, job).map(|_| ())
    }
}

/// Authenticated encryption with associated data (AEAD).
///
/// A nonce must not be used for two messages under one key. Constant time in keys and data; lengths
/// show, and so does whether a tag was right. The trait is sealed.
///
/// **Contract.** Refused: nothing was written. Authentication failed: the output is zeros.
/// Otherwise: done.
///
/// ```
/// use lanecrypt::{Aead, Algorithm, Error, block::Aes256, mode::Gcm};
///
/// let cipher = Gcm::<Aes256>::from_key(&[7; 32]);
/// let mut message = *b"a message";
/// let tag = cipher.seal(&[1; 12], b"header", &mut message)?;
/// cipher.open(&[1; 12], b"header", &mut message, tag.as_ref())?;
/// assert_eq!(&message, b"a message");
///
/// let forged = cipher.open(&[1; 12], b"header", &mut message, &[0; 16]);
/// assert_eq!(forged, Err(Error::Authentication));
/// assert_eq!(message, [0; 9]);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub trait Aead: Algorithm + engine::AeadEngine {
    /// The lengths in bytes that nonces can have.
    const NONCE_BYTES: RangeInclusive<usize>;

    /// The lengths in bytes that tags can have.
    const TAG_BYTES: &'static [usize];

    /// The length in bytes of tags where no other is asked for.
    const DEFAULT_TAG_BYTES: usize = 16;

    /// The same key for tags of another length.
    ///
    /// # Errors
    ///
    /// [`Error::TagLength`] if the length is none of [`Aead::TAG_BYTES`].
    fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error>;

    /// The length of its tags in bytes.
    fn tag_bytes(&self) -> usize;

    /// Encrypts a message and computes its tag, which authenticates the associated data too.
    ///
    /// # Errors
    ///
    /// A nonce, a length or a pair of buffers that the algorithm does not allow. Nothing was written
    /// then.
    fn seal<'a>(
        &'a self,
        nonce: &'a [u8],
        aad: &'a [u8],
        data: impl Into<Data<'a>>,
    ) -> Result<Tag, Error> {
        engine::aead_one(self, Operation::Encrypt, AeadJob::seal(self, nonce, aad, data))
    }

    /// Decrypts a message if its tag is right.
    ///
    /// # Errors
    ///
    /// Those of [`Aead::seal`], and [`Error::TagMismatch`] if the tag does not have
    /// [`Aead::tag_bytes`] bytes: nothing was written then. [`Error::Authentication`] if the tag is
    /// wrong: the output is zeros then, also where the data was in place.
    fn open<'a>(
        &'a self,
        nonce: &'a [u8],
        aad: &'a [u8],
        data: impl Into<Data<'a>>,
        tag: &[u8],
    ) -> Result<(), Error> {
        let job = AeadJob::open(self, nonce, aad, data, tag);
        engine::aead_one(self, Operation::Decrypt, job).map(|_| ())
    }
}
