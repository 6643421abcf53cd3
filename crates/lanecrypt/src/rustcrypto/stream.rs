//! Stream ciphers.

use core::fmt;
use core::marker::PhantomData;

use cipher::array::{Array, ArraySize, AssocArraySize};
use cipher::{
    InOutBuf, Iv, IvSizeUser, Key, KeyIvInit, KeySizeUser, OverflowError, SeekNum, StreamCipher,
    StreamCipherError, StreamCipherSeek,
};
use zeroize::ZeroizeOnDrop;

use super::{KeySizeOf, expand};
use crate::algorithm::engine::{INTERNAL, Sealed as _};
use crate::lanes::leaving_nothing;
use crate::mode::{self, CtrStream, Modes};
use crate::{Algorithm, Data, Error, KeyStream as _};

/// The keystream of a [`StreamCipher`](crate::StreamCipher) `A` under a key and an IV of `N` bytes, behind the
/// traits `KeyIvInit` and `StreamCipher`, and `StreamCipherSeek` for CTR and ChaCha20.
///
/// However a message is cut, the result is the same. Constant time as the algorithm is. An IV must not be used
/// twice under one key. At the end of the keystream, the methods that begin with `try_` return an error and
/// the others panic; nothing was written then.
///
/// ```
/// use lanecrypt::rustcrypto::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
/// use lanecrypt::rustcrypto::{Stream, consts::U12};
/// use lanecrypt::{block::Aes256, mode::Ctr};
///
/// // The nonce is followed by a counter of 32 bits that starts at zero.
/// let mut stream = Stream::<Ctr<Aes256>, U12>::new(&[7; 32].into(), &[1; 12].into());
/// let mut message = *b"a message";
/// stream.apply_keystream(&mut message);
/// stream.seek(0_u32);
/// stream.apply_keystream(&mut message);
/// assert_eq!(&message, b"a message");
/// ```
pub struct Stream<A: crate::StreamCipher, N> {
    stream: A::Stream,
    size: PhantomData<fn() -> N>,
}

/// Counter mode over a block cipher `C` with an IV of 16 bytes, which is the first counter block and is counted
/// on as a big-endian number of 128 bits: `ctr::Ctr128BE`.
///
/// ```
/// use lanecrypt::{block::Aes128, rustcrypto::{Ctr128BE, cipher::{KeyIvInit, StreamCipher}}};
///
/// let mut stream = Ctr128BE::<Aes128>::new(&[7; 16].into(), &[1; 16].into());
/// stream.apply_keystream(&mut [0; 100]);
/// ```
#[cfg(feature = "aes")]
pub type Ctr128BE<C> = Stream<mode::Ctr<C>, cipher::consts::U16>;

/// ChaCha20 (RFC 8439): keys of 32 bytes, IVs of 12.
///
/// ```
/// use lanecrypt::rustcrypto::{ChaCha20, cipher::{KeyIvInit, StreamCipher}};
///
/// ChaCha20::new(&[7; 32].into(), &[1; 12].into()).apply_keystream(&mut [0; 100]);
/// ```
#[cfg(feature = "chacha20")]
pub type ChaCha20 = Stream<crate::stream::ChaCha20, cipher::consts::U12>;

/// SNOW 3G: keys and IVs of 16 bytes.
///
/// ```
/// use lanecrypt::rustcrypto::{Snow3g, cipher::{KeyIvInit, StreamCipher}};
///
/// Snow3g::new(&[7; 16].into(), &[1; 16].into()).apply_keystream(&mut [0; 100]);
/// ```
#[cfg(feature = "snow3g")]
pub type Snow3g = Stream<crate::stream::snow3g::Snow3g, cipher::consts::U16>;

/// SNOW 5G: keys of 32 bytes, IVs of 16.
///
/// ```
/// use lanecrypt::rustcrypto::{Snow5g, cipher::{KeyIvInit, StreamCipher}};
///
/// Snow5g::new(&[7; 32].into(), &[1; 16].into()).apply_keystream(&mut [0; 100]);
/// ```
#[cfg(feature = "snow5g")]
pub type Snow5g = Stream<crate::stream::Snow5g, cipher::consts::U16>;

/// SNOW-V: keys of 32 bytes, IVs of 16.
///
/// ```
/// use lanecrypt::rustcrypto::{SnowV, cipher::{KeyIvInit, StreamCipher}};
///
/// SnowV::new(&[7; 32].into(), &[1; 16].into()).apply_keystream(&mut [0; 100]);
/// ```
#[cfg(feature = "snow5g")]
pub type SnowV = Stream<crate::stream::SnowV, cipher::consts::U16>;

/// SNOW-Vi: keys of 32 bytes, IVs of 16.
///
/// ```
/// use lanecrypt::rustcrypto::{SnowVi, cipher::{KeyIvInit, StreamCipher}};
///
/// SnowVi::new(&[7; 32].into(), &[1; 16].into()).apply_keystream(&mut [0; 100]);
/// ```
#[cfg(feature = "snow5g")]
pub type SnowVi = Stream<crate::stream::SnowVi, cipher::consts::U16>;

/// ZUC-128: keys and IVs of 16 bytes.
///
/// ```
/// use lanecrypt::rustcrypto::{Zuc128, cipher::{KeyIvInit, StreamCipher}};
///
/// Zuc128::new(&[7; 16].into(), &[1; 16].into()).apply_keystream(&mut [0; 100]);
/// ```
#[cfg(feature = "zuc")]
pub type Zuc128 = Stream<crate::stream::zuc::Zuc128, cipher::consts::U16>;

/// ZUC-256 of 2018: keys of 32 bytes, IVs of 23 bytes, in the form of
/// [`Iv184::from_packed`](crate::stream::zuc::Iv184::from_packed).
///
/// ```
/// use lanecrypt::rustcrypto::{Zuc256, cipher::{KeyIvInit, StreamCipher}};
///
/// Zuc256::new(&[7; 32].into(), &[1; 23].into()).apply_keystream(&mut [0; 100]);
/// ```
#[cfg(feature = "zuc")]
pub type Zuc256 = Stream<crate::stream::zuc::Zuc256, cipher::consts::U23>;

/// A stream cipher that has IVs of `N` bytes.
pub trait HasIv<N: ArraySize>: crate::StreamCipher {
    /// Its keystream. There is no error, because every IV of this size is allowed.
    fn start(&self, iv: &Array<u8, N>) -> Result<Self::Stream, Error>;
}

impl<C: Modes, N: ArraySize> HasIv<N> for mode::Ctr<C> {
    fn start(&self, iv: &Array<u8, N>) -> Result<Self::Stream, Error> {
        const {
            let mut has = false;
            let mut i = 0;
            while i < Self::NONCES.len() {
                has |= Self::NONCES[i].0 == N::USIZE;
                i += 1;
            }
            assert!(has, "counter mode over this cipher has no IVs of this size");
        }
        crate::StreamCipher::stream(self, iv)
    }
}

#[cfg(feature = "chacha20")]
impl HasIv<cipher::consts::U12> for crate::stream::ChaCha20 {
    fn start(&self, iv: &Array<u8, cipher::consts::U12>) -> Result<Self::Stream, Error> {
        crate::StreamCipher::stream(self, iv.as_ref())
    }
}

macro_rules! has_iv_of_16_bytes {
    ($($feature:literal $type:ty;)*) => {$(
        #[cfg(feature = $feature)]
        impl HasIv<cipher::consts::U16> for $type {
            fn start(&self, iv: &Array<u8, cipher::consts::U16>) -> Result<Self::Stream, Error> {
                crate::StreamCipher::stream(self, iv.as_ref())
            }
        }
    )*};
}

has_iv_of_16_bytes! {
    "snow3g" crate::stream::snow3g::Snow3g;
    "snow5g" crate::stream::Snow5g;
    "snow5g" crate::stream::SnowV;
    "snow5g" crate::stream::SnowVi;
    "zuc" crate::stream::zuc::Zuc128;
}

#[cfg(feature = "zuc")]
impl HasIv<cipher::consts::U23> for crate::stream::zuc::Zuc256 {
    fn start(&self, iv: &Array<u8, cipher::consts::U23>) -> Result<Self::Stream, Error> {
        crate::StreamCipher::stream(self, crate::stream::zuc::Iv184::from_packed(iv.as_ref()))
    }
}

impl<A, N> KeySizeUser for Stream<A, N>
where
    A: crate::StreamCipher + Algorithm<KeyArray: AssocArraySize>,
{
    type KeySize = KeySizeOf<A>;
}

impl<A: crate::StreamCipher, N: ArraySize> IvSizeUser for Stream<A, N> {
    type IvSize = N;
}

impl<A, N> KeyIvInit for Stream<A, N>
where
    A: HasIv<N> + Algorithm<KeyArray: AssocArraySize>,
    N: ArraySize,
{
    fn new(key: &Key<Self>, iv: &Iv<Self>) -> Self {
        leaving_nothing(|| {
            let stream = expand::<A>(key).start(iv).expect("every IV of this size is allowed");
            Self { stream, size: PhantomData }
        })
    }
}

impl<A: crate::StreamCipher, N> StreamCipher for Stream<A, N> {
    fn check_remaining(&self, bytes: usize) -> Result<(), StreamCipherError> {
        self.stream.check_room(bytes, INTERNAL).map_err(|_| StreamCipherError)
    }

    /// Keystream is never repeated: beyond its end, this panics.
    fn unchecked_apply_keystream_inout(&mut self, buffer: InOutBuf<'_, '_, u8>) {
        self.stream.apply(Data::from_in_out(buffer)).expect("the end of the keystream");
    }

    /// Keystream is never repeated: beyond its end, this panics.
    fn unchecked_write_keystream(&mut self, buffer: &mut [u8]) {
        self.stream.keystream(buffer).expect("the end of the keystream");
    }
}

/// A keystream that can go to any position.
pub trait SeekTo: crate::KeyStream {
    /// Goes to a position, in bytes, if it is not beyond the end.
    fn seek_to(&mut self, position: u128) -> Result<(), Error>;
}

impl<C: Modes> SeekTo for CtrStream<C> {
    fn seek_to(&mut self, position: u128) -> Result<(), Error> {
        self.seek(position)
    }
}

#[cfg(feature = "chacha20")]
impl SeekTo for crate::stream::ChaCha20Stream {
    fn seek_to(&mut self, position: u128) -> Result<(), Error> {
        // What is more than 64 bits is beyond the end anyway.
        self.seek(u64::try_from(position).unwrap_or(u64::MAX))
    }
}

// Positions are numbers of blocks of one byte, which is how `SeekNum` gives and takes numbers.
impl<A: crate::StreamCipher<Stream: SeekTo>, N> StreamCipherSeek for Stream<A, N> {
    fn try_current_pos<P: SeekNum>(&self) -> Result<P, OverflowError> {
        P::from_block_byte(self.stream.position(), 1, 1)
    }

    fn try_seek<P: SeekNum>(&mut self, position: P) -> Result<(), StreamCipherError> {
        let (position, _) = position.into_block_byte::<u128>(1)?;
        self.stream.seek_to(position).map_err(|_| StreamCipherError)
    }
}

impl<A: crate::StreamCipher, N> fmt::Debug for Stream<A, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("position", &self.stream.position()).finish_non_exhaustive()
    }
}

/// Every keystream wipes its key or its state.
impl<A: crate::StreamCipher, N> ZeroizeOnDrop for Stream<A, N> {}
