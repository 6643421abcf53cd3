//! What the rows of `algorithms` become: enums of key objects, and matches over them.

use lanecrypt::{Aead, Cipher, Error, Mac};
#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{aead, block, mode, stream};

use crate::algorithms::{aeads, ciphers, macs};

/// A type of key object that an enum has a variant for.
pub(crate) trait Member<E>: Sized {
    /// The key object as a variant.
    fn wrap(self) -> E;
    /// The key object in a variant, if it is the one of this type.
    fn of(key: &E) -> Option<&Self>;
}

/// An enum of key objects, one variant for each row.
macro_rules! keys {
    ([$name:ident $doc:literal] $({
        $number:literal $variant:ident ($type:ty) $title:literal $feature:literal
    })*) => {
        #[doc = $doc]
        #[allow(clippy::large_enum_variant, clippy::enum_variant_names, reason = "rows decide")]
        pub(crate) enum $name {
            $(#[cfg(feature = $feature)] $variant($type),)*
        }

        $(
            #[cfg(feature = $feature)]
            impl Member<$name> for $type {
                fn wrap(self) -> $name {
                    $name::$variant(self)
                }

                #[inline(always)]
                fn of(key: &$name) -> Option<&Self> {
                    match key {
                        $name::$variant(key) => Some(key),
                        #[allow(unreachable_patterns, reason = "the enum may have one variant")]
                        _ => None,
                    }
                }
            }
        )*
    };
}

aeads!(keys [AeadKey "The key of an AEAD."]);
ciphers!(keys [CipherKey "The key of a cipher."]);
macs!(keys [MacKey "The key of a MAC."]);

/// An expression for every variant of an enum that rows made.
macro_rules! match_key {
    ([$name:ident $value:expr, $key:ident => $of_key:expr] $({
        $number:literal $variant:ident ($type:ty) $title:literal $feature:literal
    })*) => {
        match *$value {
            $(#[cfg(feature = $feature)] $name::$variant(ref $key) => $of_key,)*
        }
    };
}
pub(crate) use match_key;

/// The same with a value that can be changed.
macro_rules! match_key_mut {
    ([$name:ident $value:expr, $key:ident => $of_key:expr] $({
        $number:literal $variant:ident ($type:ty) $title:literal $feature:literal
    })*) => {
        match *$value {
            $(#[cfg(feature = $feature)] $name::$variant(ref mut $key) => $of_key,)*
        }
    };
}
pub(crate) use match_key_mut;

/// The same with a value that is taken apart.
macro_rules! match_value {
    ([$name:ident $value:expr, $key:ident => $of_key:expr] $({
        $number:literal $variant:ident ($type:ty) $title:literal $feature:literal
    })*) => {
        match $value {
            $(#[cfg(feature = $feature)] $name::$variant($key) => $of_key,)*
        }
    };
}
pub(crate) use match_value;

/// An expression for the type of the row with a number, or an error.
macro_rules! match_number {
    ([$wanted:expr, $name:ident => $of_type:expr] $({
        $number:literal $variant:ident ($type:ty) $title:literal $feature:literal
    })*) => {
        match $wanted {
            $(#[cfg(feature = $feature)] $number => {
                type $name = $type;
                $of_type
            })*
            other => Err($crate::keys::no_algorithm(other)),
        }
    };
}
pub(crate) use match_number;

/// Why there is nothing for a number: the build lacks the algorithm, or the call is for other ones, or no
/// algorithm has the number.
#[cold]
pub(crate) fn no_algorithm(number: u32) -> crate::status::Refused {
    match crate::names::ALGORITHMS.iter().any(|named| named.number == number) {
        true => Error::Unsupported { algorithm: "" }.into(),
        false => Error::UnknownAlgorithm.into(),
    }
}

/// The lengths of nonces in bytes.
#[derive(Clone, Copy)]
pub(crate) struct Nonces {
    pub(crate) usual: usize,
    pub(crate) min: usize,
    pub(crate) max: usize,
}

impl Nonces {
    pub(crate) const fn of(bytes: usize) -> Self {
        Self { usual: bytes, min: bytes, max: bytes }
    }

    /// Of an AEAD: 12 bytes are usual where several lengths are allowed.
    pub(crate) fn of_aead<A: Aead>() -> Self {
        let (min, max) = (*A::NONCE_BYTES.start(), *A::NONCE_BYTES.end());
        Self { usual: if min == max { min } else { 12 }, min, max }
    }
}

/// A nonce of a fixed length.
fn exactly<const BYTES: usize>(nonce: &[u8]) -> Result<&[u8; BYTES], Error> {
    let error = Error::NonceLength { bytes: nonce.len(), expected: BYTES };
    nonce.try_into().map_err(|_| error)
}

/// Where there is no nonce.
fn nothing(nonce: &[u8]) -> Result<(), Error> {
    exactly::<0>(nonce).map(|_| ())
}

/// An IV of ZUC-256, packed or not.
#[cfg(feature = "zuc")]
fn iv184(nonce: &[u8]) -> Result<stream::zuc::Iv184, Error> {
    match nonce.len() {
        25 => stream::zuc::Iv184::from_bytes(exactly(nonce)?),
        _ => exactly(nonce).map(stream::zuc::Iv184::from_packed),
    }
}

#[cfg(feature = "zuc")]
const IV184: Nonces = Nonces { usual: 23, min: 23, max: 25 };

/// A cipher whose nonce is given as bytes.
pub(crate) trait ByteCipher: Cipher + Member<CipherKey> {
    /// The lengths of its nonces.
    const NONCES: Nonces;
    /// The length of its blocks in bytes, 1 where messages have any length.
    const BLOCK: usize = 1;
    /// The nonce of these bytes.
    fn nonce(bytes: &[u8]) -> Result<Self::Nonce<'_>, Error>;
}

impl<C: mode::Modes> ByteCipher for mode::Ctr<C>
where
    Self: Member<CipherKey>,
{
    const NONCES: Nonces = {
        // The usual length is the first; AES has also one of a whole block.
        let (all, mut place) = (mode::Ctr::<C>::NONCES, 0);
        let mut nonces = Nonces::of(all[0].0);
        while place < all.len() {
            let (bytes, _) = all[place];
            if bytes < nonces.min {
                nonces.min = bytes;
            }
            if bytes > nonces.max {
                nonces.max = bytes;
            }
            place += 1;
        }
        nonces
    };

    #[inline(always)]
    fn nonce(bytes: &[u8]) -> Result<&[u8], Error> {
        Ok(bytes)
    }
}

impl<C: mode::Modes> ByteCipher for mode::Ecb<C>
where
    Self: Member<CipherKey>,
{
    const NONCES: Nonces = Nonces::of(0);
    const BLOCK: usize = C::BLOCK_BYTES;

    #[inline(always)]
    fn nonce(bytes: &[u8]) -> Result<(), Error> {
        nothing(bytes)
    }
}

#[cfg(feature = "aes")]
impl<C: mode::AesModes> ByteCipher for mode::Cbc<C>
where
    Self: Member<CipherKey>,
{
    const NONCES: Nonces = Nonces::of(16);
    const BLOCK: usize = C::BLOCK_BYTES;

    #[inline(always)]
    fn nonce(bytes: &[u8]) -> Result<&[u8; 16], Error> {
        exactly(bytes)
    }
}

macro_rules! nonces_of_one_size {
    ($($feature:literal $type:ty, $bytes:literal;)*) => {$(
        #[cfg(feature = $feature)]
        impl ByteCipher for $type {
            const NONCES: Nonces = Nonces::of($bytes);

            #[inline(always)]
            fn nonce(bytes: &[u8]) -> Result<&[u8; $bytes], Error> {
                exactly(bytes)
            }
        }
    )*};
}

nonces_of_one_size! {
    "chacha20" stream::ChaCha20, 12;
    "snow3g" stream::snow3g::Snow3g, 16;
    "snow5g" stream::Snow5g, 16;
    "snow5g" stream::SnowV, 16;
    "snow5g" stream::SnowVi, 16;
    "zuc" stream::zuc::Zuc128, 16;
}

#[cfg(feature = "zuc")]
impl ByteCipher for stream::zuc::Zuc256 {
    const NONCES: Nonces = IV184;

    #[inline(always)]
    fn nonce(bytes: &[u8]) -> Result<stream::zuc::Iv184, Error> {
        iv184(bytes)
    }
}

/// A MAC whose nonce is given as bytes.
pub(crate) trait ByteMac: Mac + Member<MacKey> {
    /// The lengths of its nonces.
    const NONCES: Nonces;
    /// The nonce of these bytes.
    fn nonce(bytes: &[u8]) -> Result<Self::Nonce<'_>, Error>;
}

#[cfg(feature = "aes")]
impl<C: mode::AesModes> ByteMac for mode::Cmac<C>
where
    Self: Member<MacKey>,
{
    const NONCES: Nonces = Nonces::of(0);

    #[inline(always)]
    fn nonce(bytes: &[u8]) -> Result<(), Error> {
        nothing(bytes)
    }
}

#[cfg(feature = "aes")]
impl<C: mode::AesModes> ByteMac for mode::Pmac<C>
where
    Self: Member<MacKey>,
{
    const NONCES: Nonces = Nonces::of(0);

    #[inline(always)]
    fn nonce(bytes: &[u8]) -> Result<(), Error> {
        nothing(bytes)
    }
}

#[cfg(feature = "aegis")]
impl<A: aead::AegisForm> ByteMac for aead::AegisMac<A>
where
    Self: Member<MacKey>,
{
    const NONCES: Nonces = Nonces::of(A::KEY_BYTES);

    #[inline(always)]
    fn nonce(bytes: &[u8]) -> Result<&[u8], Error> {
        Ok(bytes)
    }
}

#[cfg(feature = "snow3g")]
impl ByteMac for stream::snow3g::Uia2 {
    const NONCES: Nonces = Nonces::of(16);

    #[inline(always)]
    fn nonce(bytes: &[u8]) -> Result<&[u8; 16], Error> {
        exactly(bytes)
    }
}

#[cfg(feature = "zuc")]
impl ByteMac for stream::zuc::Zuc256Mac {
    const NONCES: Nonces = IV184;

    #[inline(always)]
    fn nonce(bytes: &[u8]) -> Result<stream::zuc::Iv184, Error> {
        iv184(bytes)
    }
}
