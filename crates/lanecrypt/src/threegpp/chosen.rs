//! Key objects of algorithms that are chosen when a program runs.

use core::fmt;

#[cfg(any(feature = "aes", feature = "snow5g", feature = "zuc"))]
use super::iv::Purpose;
use super::{AeadId, EncryptionId, IntegrityId, Iv, Nea0, Nia0, Parameters};
#[cfg(feature = "snow5g")]
use super::{Nca4, Nea4, Nia4};
#[cfg(feature = "aes")]
use super::{Nca5, Nea2, Nea5, Nia2, Nia5};
#[cfg(feature = "zuc")]
use super::{Nca6, Nea3, Nea6, Nia3, Nia6};
#[cfg(feature = "snow3g")]
use super::{Nea1, Nia1};
#[cfg(any(feature = "aes", feature = "snow5g", feature = "zuc"))]
use crate::Aead as _;
use crate::lanes::leaving_nothing;
use crate::{Algorithm as _, Backend, Cipher as _, Data, Error, Mac as _, Tag};

/// What is given with a message: COUNT, BEARER and DIRECTION for algorithms 0 to 3, or an IV for
/// algorithms 4 to 6.
///
/// [`Parameters`] and [`Iv`] convert into it.
///
/// ```
/// use lanecrypt::threegpp::{Direction, Input, Iv, Parameters};
///
/// let input = Input::from(Parameters::new(1, 5, Direction::Uplink)?);
/// assert!(matches!(input, Input::Parameters(_)));
/// assert!(matches!(Iv::from_bytes([1; 16]).into(), Input::Iv(_)));
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// COUNT, BEARER and DIRECTION.
    Parameters(Parameters),
    /// The IV of the 256-bit suite.
    Iv(Iv),
}

impl Input {
    fn parameters(self) -> Result<Parameters, Error> {
        match self {
            Self::Parameters(parameters) => Ok(parameters),
            Self::Iv(_) => Err(Error::ParameterKind),
        }
    }

    #[cfg(any(feature = "aes", feature = "snow5g", feature = "zuc"))]
    fn iv(self) -> Result<Iv, Error> {
        match self {
            Self::Iv(iv) => Ok(iv),
            Self::Parameters(_) => Err(Error::ParameterKind),
        }
    }
}

impl From<Parameters> for Input {
    fn from(parameters: Parameters) -> Self {
        Self::Parameters(parameters)
    }
}

impl From<Iv> for Input {
    fn from(iv: Iv) -> Self {
        Self::Iv(iv)
    }
}

/// An encryption algorithm that an [`EncryptionId`] names, with a key.
///
/// The key has [`EncryptionId::key_bytes`] bytes and is wiped on drop. `Debug` shows no part of it.
/// The same input must not be used for two messages under one key. A message has at most 2^32 - 1
/// bits. Constant time in keys and data.
///
/// ```
/// use lanecrypt::{Error, threegpp::{Direction, EncryptionId, Nea, Parameters}};
///
/// let key = Nea::new(EncryptionId::Nea3, &[7; 16])?;
/// let parameters = Parameters::new(1, 5, Direction::Uplink)?;
/// let mut message = *b"a message";
/// key.encrypt(parameters, &mut message)?;
/// key.decrypt(parameters, &mut message)?;
/// assert_eq!(&message, b"a message");
///
/// let error = Nea::new(EncryptionId::Nea4, &[7; 16]).unwrap_err();
/// assert_eq!(error, Error::KeyLength { bytes: 16, expected: 32 });
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Nea(pub(super) NeaKey);

#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "nothing is allocated")]
pub(super) enum NeaKey {
    Nea0(Nea0),
    #[cfg(feature = "snow3g")]
    Nea1(Nea1),
    #[cfg(feature = "aes")]
    Nea2(Nea2),
    #[cfg(feature = "zuc")]
    Nea3(Nea3),
    #[cfg(feature = "snow5g")]
    Nea4(Nea4),
    #[cfg(feature = "aes")]
    Nea5(Nea5),
    #[cfg(feature = "zuc")]
    Nea6(Nea6),
}

/// An expression for every kind of key of a [`Nea`].
macro_rules! each_nea {
    ($nea:expr, $key:ident => $of_key:expr) => {
        match &$nea.0 {
            NeaKey::Nea0($key) => $of_key,
            #[cfg(feature = "snow3g")]
            NeaKey::Nea1($key) => $of_key,
            #[cfg(feature = "aes")]
            NeaKey::Nea2($key) => $of_key,
            #[cfg(feature = "zuc")]
            NeaKey::Nea3($key) => $of_key,
            #[cfg(feature = "snow5g")]
            NeaKey::Nea4($key) => $of_key,
            #[cfg(feature = "aes")]
            NeaKey::Nea5($key) => $of_key,
            #[cfg(feature = "zuc")]
            NeaKey::Nea6($key) => $of_key,
        }
    };
    ($nea:expr, $input:expr, ($key:ident, $nonce:ident) => $of_key:expr) => {
        match (&$nea.0, $input.into()) {
            (NeaKey::Nea0($key), input) => {
                let $nonce = input.parameters()?;
                $of_key
            }
            #[cfg(feature = "snow3g")]
            (NeaKey::Nea1($key), input) => {
                let $nonce = input.parameters()?;
                $of_key
            }
            #[cfg(feature = "aes")]
            (NeaKey::Nea2($key), input) => {
                let $nonce = input.parameters()?;
                $of_key
            }
            #[cfg(feature = "zuc")]
            (NeaKey::Nea3($key), input) => {
                let $nonce = input.parameters()?;
                $of_key
            }
            #[cfg(feature = "snow5g")]
            (NeaKey::Nea4($key), input) => {
                let $nonce = input.iv()?;
                $of_key
            }
            #[cfg(feature = "aes")]
            (NeaKey::Nea5($key), input) => {
                let $nonce = input.iv()?;
                $of_key
            }
            #[cfg(feature = "zuc")]
            (NeaKey::Nea6($key), input) => {
                let $nonce = input.iv()?;
                $of_key
            }
        }
    };
}

impl Nea {
    /// Takes a key for the best backend of this processor.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] if this build does not have the algorithm. [`Error::KeyLength`] if the
    /// key has another length than [`EncryptionId::key_bytes`].
    pub fn new(id: EncryptionId, key: &[u8]) -> Result<Self, Error> {
        Self::with_backend(id, key, Backend::best())
    }

    /// Takes a key for the given backend.
    ///
    /// # Errors
    ///
    /// Those of [`Nea::new`], and [`Error::BackendUnavailable`] if this processor does not have the
    /// backend.
    pub fn with_backend(id: EncryptionId, key: &[u8], backend: Backend) -> Result<Self, Error> {
        leaving_nothing(|| Self::expand(id, key, backend))
    }

    fn expand(id: EncryptionId, key: &[u8], backend: Backend) -> Result<Self, Error> {
        Ok(Self(match id {
            EncryptionId::Nea0 => NeaKey::Nea0(Nea0::with_backend(key, backend)?),
            #[cfg(feature = "snow3g")]
            EncryptionId::Nea1 => NeaKey::Nea1(Nea1::with_backend(key, backend)?),
            #[cfg(feature = "aes")]
            EncryptionId::Nea2 => NeaKey::Nea2(Nea2::with_backend(key, backend)?),
            #[cfg(feature = "zuc")]
            EncryptionId::Nea3 => NeaKey::Nea3(Nea3::with_backend(key, backend)?),
            #[cfg(feature = "snow5g")]
            EncryptionId::Nea4 => NeaKey::Nea4(Nea4::with_backend(key, backend)?),
            #[cfg(feature = "aes")]
            EncryptionId::Nea5 => NeaKey::Nea5(Nea5::with_backend(key, backend)?),
            #[cfg(feature = "zuc")]
            EncryptionId::Nea6 => NeaKey::Nea6(Nea6::with_backend(key, backend)?),
            #[cfg(not(all(
                feature = "aes",
                feature = "snow3g",
                feature = "snow5g",
                feature = "zuc"
            )))]
            other => return Err(Error::Unsupported { algorithm: other.name() }),
        }))
    }

    /// The algorithm.
    pub fn id(&self) -> EncryptionId {
        match self.0 {
            NeaKey::Nea0(_) => EncryptionId::Nea0,
            #[cfg(feature = "snow3g")]
            NeaKey::Nea1(_) => EncryptionId::Nea1,
            #[cfg(feature = "aes")]
            NeaKey::Nea2(_) => EncryptionId::Nea2,
            #[cfg(feature = "zuc")]
            NeaKey::Nea3(_) => EncryptionId::Nea3,
            #[cfg(feature = "snow5g")]
            NeaKey::Nea4(_) => EncryptionId::Nea4,
            #[cfg(feature = "aes")]
            NeaKey::Nea5(_) => EncryptionId::Nea5,
            #[cfg(feature = "zuc")]
            NeaKey::Nea6(_) => EncryptionId::Nea6,
        }
    }

    /// The backend that this key is used on.
    pub fn backend(&self) -> Backend {
        each_nea!(self, key => key.backend())
    }

    /// Encrypts one message.
    ///
    /// # Errors
    ///
    /// [`Error::ParameterKind`] if the algorithm takes another kind of input, or if an IV was made
    /// for tags. [`Error::OutputLength`] if the buffers differ in length. [`Error::TooLong`] if the
    /// message has 2^32 bits or more. Nothing was written then.
    pub fn encrypt<'a>(
        &'a self,
        input: impl Into<Input>,
        data: impl Into<Data<'a>>,
    ) -> Result<(), Error> {
        each_nea!(self, input, (key, nonce) => key.encrypt(nonce, data))
    }

    /// Decrypts one message. Errors are those of [`Nea::encrypt`].
    pub fn decrypt<'a>(
        &'a self,
        input: impl Into<Input>,
        data: impl Into<Data<'a>>,
    ) -> Result<(), Error> {
        each_nea!(self, input, (key, nonce) => key.decrypt(nonce, data))
    }

    /// Encrypts the first `bits` bits, counted from the most significant bit of the first byte. The
    /// bits of the last byte beyond them become zero; later bytes stay as they are.
    ///
    /// # Errors
    ///
    /// Those of [`Nea::encrypt`], and [`Error::BitLength`] if the data is shorter.
    pub fn encrypt_bits<'a>(
        &'a self,
        input: impl Into<Input>,
        data: impl Into<Data<'a>>,
        bits: u64,
    ) -> Result<(), Error> {
        each_nea!(self, input, (key, nonce) => key.encrypt_bits(nonce, data, bits))
    }

    /// Decrypts the first `bits` bits, as [`Nea::encrypt_bits`] encrypts them, with the same errors.
    pub fn decrypt_bits<'a>(
        &'a self,
        input: impl Into<Input>,
        data: impl Into<Data<'a>>,
        bits: u64,
    ) -> Result<(), Error> {
        each_nea!(self, input, (key, nonce) => key.decrypt_bits(nonce, data, bits))
    }
}

/// An integrity algorithm that an [`IntegrityId`] names, with a key.
///
/// The key has [`IntegrityId::key_bytes`] bytes and is wiped on drop. `Debug` shows no part of it.
/// Tags have 4 bytes where no other length is asked for; only NIA4 to NIA6 have other lengths, 4 to 16. The
/// same input must not be used for two messages under one key. A message has at most 2^32 - 1 bits.
/// Constant time in keys and messages; whether a tag was right shows.
///
/// ```
/// use lanecrypt::{Error, threegpp::{IntegrityId, Iv, Nia}};
///
/// let key = Nia::new(IntegrityId::Nia6, &[7; 32])?.with_tag_bytes(8)?;
/// let iv = Iv::integrity(&[1; 15], 8)?;
/// let tag = key.compute(iv, b"message")?;
/// key.verify(iv, b"message", tag.as_ref())?;
/// assert_eq!(key.verify(iv, b"massage", tag.as_ref()), Err(Error::Authentication));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Nia(pub(super) NiaKey);

#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "nothing is allocated")]
pub(super) enum NiaKey {
    Nia0(Nia0),
    #[cfg(feature = "snow3g")]
    Nia1(Nia1),
    #[cfg(feature = "aes")]
    Nia2(Nia2),
    #[cfg(feature = "zuc")]
    Nia3(Nia3),
    #[cfg(feature = "snow5g")]
    Nia4(Nia4),
    #[cfg(feature = "aes")]
    Nia5(Nia5),
    #[cfg(feature = "zuc")]
    Nia6(Nia6),
}

/// An expression for every kind of key of a [`Nia`].
macro_rules! each_nia {
    ($nia:expr, $key:ident => $of_key:expr) => {
        match &$nia.0 {
            NiaKey::Nia0($key) => $of_key,
            #[cfg(feature = "snow3g")]
            NiaKey::Nia1($key) => $of_key,
            #[cfg(feature = "aes")]
            NiaKey::Nia2($key) => $of_key,
            #[cfg(feature = "zuc")]
            NiaKey::Nia3($key) => $of_key,
            #[cfg(feature = "snow5g")]
            NiaKey::Nia4($key) => $of_key,
            #[cfg(feature = "aes")]
            NiaKey::Nia5($key) => $of_key,
            #[cfg(feature = "zuc")]
            NiaKey::Nia6($key) => $of_key,
        }
    };
    ($nia:expr, $input:expr, ($key:ident, $nonce:ident) => $of_key:expr) => {
        match (&$nia.0, $input.into()) {
            (NiaKey::Nia0($key), input) => {
                let $nonce = input.parameters()?;
                $of_key
            }
            #[cfg(feature = "snow3g")]
            (NiaKey::Nia1($key), input) => {
                let $nonce = input.parameters()?;
                $of_key
            }
            #[cfg(feature = "aes")]
            (NiaKey::Nia2($key), input) => {
                let $nonce = input.parameters()?;
                $of_key
            }
            #[cfg(feature = "zuc")]
            (NiaKey::Nia3($key), input) => {
                let $nonce = input.parameters()?;
                $of_key
            }
            #[cfg(feature = "snow5g")]
            (NiaKey::Nia4($key), input) => {
                let $nonce = input.iv()?;
                $of_key
            }
            #[cfg(feature = "aes")]
            (NiaKey::Nia5($key), input) => {
                let $nonce = input.iv()?;
                $of_key
            }
            #[cfg(feature = "zuc")]
            (NiaKey::Nia6($key), input) => {
                let $nonce = input.iv()?;
                $of_key
            }
        }
    };
}

impl Nia {
    /// Takes a key for the best backend of this processor.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] if this build does not have the algorithm. [`Error::KeyLength`] if the
    /// key has another length than [`IntegrityId::key_bytes`].
    pub fn new(id: IntegrityId, key: &[u8]) -> Result<Self, Error> {
        Self::with_backend(id, key, Backend::best())
    }

    /// Takes a key for the given backend.
    ///
    /// # Errors
    ///
    /// Those of [`Nia::new`], and [`Error::BackendUnavailable`] if this processor does not have the
    /// backend.
    pub fn with_backend(id: IntegrityId, key: &[u8], backend: Backend) -> Result<Self, Error> {
        leaving_nothing(|| Self::expand(id, key, backend))
    }

    fn expand(id: IntegrityId, key: &[u8], backend: Backend) -> Result<Self, Error> {
        Ok(Self(match id {
            IntegrityId::Nia0 => NiaKey::Nia0(Nia0::with_backend(key, backend)?),
            #[cfg(feature = "snow3g")]
            IntegrityId::Nia1 => NiaKey::Nia1(Nia1::with_backend(key, backend)?),
            #[cfg(feature = "aes")]
            IntegrityId::Nia2 => NiaKey::Nia2(Nia2::with_backend(key, backend)?),
            #[cfg(feature = "zuc")]
            IntegrityId::Nia3 => NiaKey::Nia3(Nia3::with_backend(key, backend)?),
            #[cfg(feature = "snow5g")]
            IntegrityId::Nia4 => NiaKey::Nia4(Nia4::with_backend(key, backend)?),
            #[cfg(feature = "aes")]
            IntegrityId::Nia5 => NiaKey::Nia5(Nia5::with_backend(key, backend)?),
            #[cfg(feature = "zuc")]
            IntegrityId::Nia6 => NiaKey::Nia6(Nia6::with_backend(key, backend)?),
            #[cfg(not(all(
                feature = "aes",
                feature = "snow3g",
                feature = "snow5g",
                feature = "zuc"
            )))]
            other => return Err(Error::Unsupported { algorithm: other.name() }),
        }))
    }

    /// The same key for tags of another length.
    ///
    /// # Errors
    ///
    /// [`Error::TagLength`] if the algorithm does not have tags of this length.
    pub fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error> {
        Ok(Self(match self.0 {
            NiaKey::Nia0(key) => NiaKey::Nia0(key.with_tag_bytes(tag_bytes)?),
            #[cfg(feature = "snow3g")]
            NiaKey::Nia1(key) => NiaKey::Nia1(key.with_tag_bytes(tag_bytes)?),
            #[cfg(feature = "aes")]
            NiaKey::Nia2(key) => NiaKey::Nia2(key.with_tag_bytes(tag_bytes)?),
            #[cfg(feature = "zuc")]
            NiaKey::Nia3(key) => NiaKey::Nia3(key.with_tag_bytes(tag_bytes)?),
            #[cfg(feature = "snow5g")]
            NiaKey::Nia4(key) => NiaKey::Nia4(key.with_tag_bytes(tag_bytes)?),
            #[cfg(feature = "aes")]
            NiaKey::Nia5(key) => NiaKey::Nia5(key.with_tag_bytes(tag_bytes)?),
            #[cfg(feature = "zuc")]
            NiaKey::Nia6(key) => NiaKey::Nia6(key.with_tag_bytes(tag_bytes)?),
        }))
    }

    /// The algorithm.
    pub fn id(&self) -> IntegrityId {
        match self.0 {
            NiaKey::Nia0(_) => IntegrityId::Nia0,
            #[cfg(feature = "snow3g")]
            NiaKey::Nia1(_) => IntegrityId::Nia1,
            #[cfg(feature = "aes")]
            NiaKey::Nia2(_) => IntegrityId::Nia2,
            #[cfg(feature = "zuc")]
            NiaKey::Nia3(_) => IntegrityId::Nia3,
            #[cfg(feature = "snow5g")]
            NiaKey::Nia4(_) => IntegrityId::Nia4,
            #[cfg(feature = "aes")]
            NiaKey::Nia5(_) => IntegrityId::Nia5,
            #[cfg(feature = "zuc")]
            NiaKey::Nia6(_) => IntegrityId::Nia6,
        }
    }

    /// The length of the tags in bytes.
    pub fn tag_bytes(&self) -> usize {
        each_nia!(self, key => key.tag_bytes())
    }

    /// The backend that this key is used on.
    pub fn backend(&self) -> Backend {
        each_nia!(self, key => key.backend())
    }

    /// Computes the tag of a message.
    ///
    /// # Errors
    ///
    /// [`Error::ParameterKind`] if the algorithm takes another kind of input, or if an IV was made
    /// for another purpose. [`Error::TagMismatch`] if an IV was made for another length of tags.
    /// [`Error::TooLong`] if the message has 2^32 bits or more.
    pub fn compute(&self, input: impl Into<Input>, message: &[u8]) -> Result<Tag, Error> {
        each_nia!(self, input, (key, nonce) => key.compute(nonce, message))
    }

    /// Verifies the tag of a message, in constant time.
    ///
    /// # Errors
    ///
    /// Those of [`Nia::compute`]; [`Error::TagMismatch`] if the tag does not have
    /// [`Nia::tag_bytes`] bytes; [`Error::Authentication`] if the tag is wrong.
    pub fn verify(&self, input: impl Into<Input>, message: &[u8], tag: &[u8]) -> Result<(), Error> {
        each_nia!(self, input, (key, nonce) => key.verify(nonce, message, tag))
    }

    /// Computes the tag of the first `bits` bits of a message, counted from the most significant bit
    /// of the first byte. The rest of the message is not read.
    ///
    /// # Errors
    ///
    /// Those of [`Nia::compute`]. [`Error::BitLength`] if the message is shorter.
    /// [`Error::NoBitLengths`] if the algorithm is one of NIA4 to NIA6 and `bits` is not the length of the message.
    pub fn compute_bits(
        &self,
        input: impl Into<Input>,
        message: &[u8],
        bits: u64,
    ) -> Result<Tag, Error> {
        each_nia!(self, input, (key, nonce) => key.compute_bits(nonce, message, bits))
    }

    /// Verifies the tag of the first `bits` bits of a message. Errors are those of [`Nia::verify`]
    /// and [`Nia::compute_bits`].
    pub fn verify_bits(
        &self,
        input: impl Into<Input>,
        message: &[u8],
        bits: u64,
        tag: &[u8],
    ) -> Result<(), Error> {
        each_nia!(self, input, (key, nonce) => key.verify_bits(nonce, message, bits, tag))
    }
}

/// An algorithm for authenticated encryption that an [`AeadId`] names, with a key.
///
/// The key has 32 bytes and is wiped on drop. `Debug` shows no part of it. Tags have 16 bytes where
/// no other length is asked for. An IV must not be used twice under one key. The message and the
/// associated data have at most 2^29 - 1 bytes each. Constant time in keys and data; whether a tag
/// was right shows.
///
/// **Contract.** Refused: nothing was written. Authentication failed: the output is zeros.
/// Otherwise: done.
///
/// ```
/// use lanecrypt::{Error, threegpp::{AeadId, Iv, Nca}};
///
/// let key = Nca::new(AeadId::Nca6, &[7; 32])?;
/// let iv = Iv::aead(&[1; 15], 16)?;
/// let mut message = *b"a message";
/// let tag = key.seal(iv, b"header", &mut message)?;
/// key.open(iv, b"header", &mut message, tag.as_ref())?;
/// assert_eq!(&message, b"a message");
///
/// let shorter = Iv::aead(&[1; 15], 8)?;
/// let refused = key.seal(shorter, b"header", &mut message).map(|_| ());
/// assert_eq!(refused, Err(Error::TagMismatch { bytes: 8, expected: 16 }));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Nca(NcaKey);

#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "nothing is allocated")]
enum NcaKey {
    #[cfg(feature = "snow5g")]
    Nca4(Nca4),
    #[cfg(feature = "aes")]
    Nca5(Nca5),
    #[cfg(feature = "zuc")]
    Nca6(Nca6),
}

/// An expression for every kind of key of an [`Nca`].
macro_rules! each_nca {
    ($nca:expr, $key:ident => $of_key:expr) => {
        match $nca.0 {
            #[cfg(feature = "snow5g")]
            NcaKey::Nca4(ref $key) => $of_key,
            #[cfg(feature = "aes")]
            NcaKey::Nca5(ref $key) => $of_key,
            #[cfg(feature = "zuc")]
            NcaKey::Nca6(ref $key) => $of_key,
        }
    };
}

// Without any algorithm there is no key object, and its methods use nothing.
#[cfg_attr(
    not(any(feature = "aes", feature = "snow5g", feature = "zuc")),
    allow(unused_variables, unreachable_code)
)]
impl Nca {
    /// Takes a key for the best backend of this processor.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] if this build does not have the algorithm. [`Error::KeyLength`] if the
    /// key does not have 32 bytes.
    pub fn new(id: AeadId, key: &[u8]) -> Result<Self, Error> {
        Self::with_backend(id, key, Backend::best())
    }

    /// Takes a key for the given backend.
    ///
    /// # Errors
    ///
    /// Those of [`Nca::new`], and [`Error::BackendUnavailable`] if this processor does not have the
    /// backend.
    pub fn with_backend(id: AeadId, key: &[u8], backend: Backend) -> Result<Self, Error> {
        leaving_nothing(|| Self::expand(id, key, backend))
    }

    fn expand(id: AeadId, key: &[u8], backend: Backend) -> Result<Self, Error> {
        match id {
            #[cfg(feature = "snow5g")]
            AeadId::Nca4 => Ok(Self(NcaKey::Nca4(Nca4::with_backend(key, backend)?))),
            #[cfg(feature = "aes")]
            AeadId::Nca5 => Ok(Self(NcaKey::Nca5(Nca5::with_backend(key, backend)?))),
            #[cfg(feature = "zuc")]
            AeadId::Nca6 => Ok(Self(NcaKey::Nca6(Nca6::with_backend(key, backend)?))),
            #[allow(unreachable_patterns, reason = "a build with all algorithms")]
            other => Err(Error::Unsupported { algorithm: other.name() }),
        }
    }

    /// The same key for tags of another length, 4 to 16 bytes.
    ///
    /// # Errors
    ///
    /// [`Error::TagLength`] if the algorithm does not have tags of this length.
    pub fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error> {
        match self.0 {
            #[cfg(feature = "snow5g")]
            NcaKey::Nca4(key) => Ok(Self(NcaKey::Nca4(key.with_tag_bytes(tag_bytes)?))),
            #[cfg(feature = "aes")]
            NcaKey::Nca5(key) => Ok(Self(NcaKey::Nca5(key.with_tag_bytes(tag_bytes)?))),
            #[cfg(feature = "zuc")]
            NcaKey::Nca6(key) => Ok(Self(NcaKey::Nca6(key.with_tag_bytes(tag_bytes)?))),
        }
    }

    /// The algorithm.
    pub fn id(&self) -> AeadId {
        match self.0 {
            #[cfg(feature = "snow5g")]
            NcaKey::Nca4(_) => AeadId::Nca4,
            #[cfg(feature = "aes")]
            NcaKey::Nca5(_) => AeadId::Nca5,
            #[cfg(feature = "zuc")]
            NcaKey::Nca6(_) => AeadId::Nca6,
        }
    }

    /// The length of the tags in bytes.
    pub fn tag_bytes(&self) -> usize {
        each_nca!(self, key => key.tag_bytes())
    }

    /// The backend that this key is used on.
    pub fn backend(&self) -> Backend {
        each_nca!(self, key => key.backend())
    }

    /// Encrypts a message and computes its tag, which authenticates the associated data too.
    ///
    /// # Errors
    ///
    /// [`Error::ParameterKind`] if the input is no IV, or an IV that was made for another purpose.
    /// [`Error::TagMismatch`] if the IV was made for another length of tags. [`Error::OutputLength`]
    /// if the buffers differ in length. [`Error::TooLong`] if the message or the associated data has
    /// more than 2^29 - 1 bytes. Nothing was written then.
    pub fn seal<'a>(
        &self,
        input: impl Into<Input>,
        aad: &[u8],
        data: impl Into<Data<'a>>,
    ) -> Result<Tag, Error> {
        each_nca!(self, key => {
            let iv = self.iv(input.into())?;
            let data: Data<'_> = data.into();
            key.seal(iv.as_bytes(), aad, data)
        })
    }

    /// Decrypts a message if its tag is right.
    ///
    /// # Errors
    ///
    /// Those of [`Nca::seal`], and [`Error::TagMismatch`] if the tag does not have
    /// [`Nca::tag_bytes`] bytes: nothing was written then. [`Error::Authentication`] if the tag is
    /// wrong: the output is zeros then, also where the data was in place.
    pub fn open<'a>(
        &self,
        input: impl Into<Input>,
        aad: &[u8],
        data: impl Into<Data<'a>>,
        tag: &[u8],
    ) -> Result<(), Error> {
        each_nca!(self, key => {
            let iv = self.iv(input.into())?;
            let data: Data<'_> = data.into();
            key.open(iv.as_bytes(), aad, data, tag)
        })
    }

    #[cfg(any(feature = "aes", feature = "snow5g", feature = "zuc"))]
    fn iv(&self, input: Input) -> Result<Iv, Error> {
        let iv = input.iv()?;
        iv.check(Purpose::aead(self.tag_bytes()))?;
        Ok(iv)
    }
}

macro_rules! debug {
    ($($name:ident)*) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("id", &self.id())
                    .field("backend", &self.backend())
                    .finish_non_exhaustive()
            }
        }
    )*};
}

debug!(Nea Nia Nca);
