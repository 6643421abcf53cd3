//! AEADs.

use core::fmt;
use core::marker::PhantomData;

use aead::inout::InOutBuf;
use aead::{AeadCore, AeadInOut, Error, Key, KeyInit, KeySizeUser, TagPosition};
use cipher::array::{Array, ArraySize, AssocArraySize};
use cipher::consts::U16;
use zeroize::ZeroizeOnDrop;

use super::{KeySizeOf, expand};
use crate::lanes::leaving_nothing;
use crate::{Aead, Algorithm, Data};

/// An [`Aead`](crate::Aead) `A` with nonces of `N` bytes and tags of `T` bytes, behind the traits
/// `KeyInit`, `AeadCore` and `AeadInOut`, and with `alloc` also `aead::Aead`.
///
/// Sizes that the algorithm does not have are an error when the program is compiled. The tag comes after the
/// ciphertext. If a tag is wrong, the output is zeros. Constant time as the algorithm is.
///
/// ```
/// use lanecrypt::mode::Gcm;
/// use lanecrypt::rustcrypto::aead::AeadInOut;
/// use lanecrypt::rustcrypto::consts::{U12, U16};
/// use lanecrypt::rustcrypto::{AeadCipher, KeyInit};
///
/// let cipher = AeadCipher::<Gcm<lanecrypt::block::Aes256>, U12, U16>::new(&[7; 32].into());
/// let mut message = *b"a message";
/// let nonce = [1; 12].into();
/// let tag = cipher.encrypt_inout_detached(&nonce, b"header", (&mut message[..]).into())?;
/// cipher.decrypt_inout_detached(&nonce, b"header", (&mut message[..]).into(), &tag)?;
/// assert_eq!(&message, b"a message");
/// # Ok::<(), lanecrypt::rustcrypto::Error>(())
/// ```
///
/// ```compile_fail,E0080
/// use lanecrypt::{mode, rustcrypto::{AeadCipher, KeyInit, consts::U12}};
///
/// // Its nonces have 24 bytes.
/// let cipher = AeadCipher::<mode::XAes256Gcm, U12>::new(&[7; 32].into());
/// ```
pub struct AeadCipher<A, N, T = U16> {
    key: A,
    sizes: PhantomData<fn() -> (N, T)>,
}

impl<A: Aead, N: ArraySize, T: ArraySize> AeadCipher<A, N, T> {
    /// Whether the algorithm has nonces and tags of these sizes.
    const HAS_SIZES: bool = {
        let nonces = A::NONCE_BYTES;
        let mut has_tag = false;
        let mut i = 0;
        while i < A::TAG_BYTES.len() {
            has_tag |= A::TAG_BYTES[i] == T::USIZE;
            i += 1;
        }
        *nonces.start() <= N::USIZE && N::USIZE <= *nonces.end() && has_tag
    };

    /// Over a key object. Its length of tags becomes `T`.
    fn over(key: A) -> Self {
        const { assert!(Self::HAS_SIZES, "the algorithm has no nonces or no tags of this size") };
        let key =
            key.with_tag_bytes(T::USIZE).expect("a size that was checked when it was compiled");
        Self { key, sizes: PhantomData }
    }
}

impl<A: Aead, N: ArraySize, T: ArraySize> From<A> for AeadCipher<A, N, T> {
    /// Over a key object, such as one for another backend. Its length of tags becomes `T`.
    fn from(key: A) -> Self {
        Self::over(key)
    }
}

impl<A: Clone, N, T> Clone for AeadCipher<A, N, T> {
    fn clone(&self) -> Self {
        Self { key: self.key.clone(), sizes: PhantomData }
    }
}

impl<A: fmt::Debug, N, T> fmt::Debug for AeadCipher<A, N, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AeadCipher").field(&self.key).finish()
    }
}

impl<A: Algorithm<KeyArray: AssocArraySize>, N, T> KeySizeUser for AeadCipher<A, N, T> {
    type KeySize = KeySizeOf<A>;
}

impl<A, N, T> KeyInit for AeadCipher<A, N, T>
where
    A: Aead + Algorithm<KeyArray: AssocArraySize>,
    N: ArraySize,
    T: ArraySize,
{
    fn new(key: &Key<Self>) -> Self {
        leaving_nothing(|| Self::over(expand(key)))
    }
}

impl<A, N: ArraySize, T: ArraySize> AeadCore for AeadCipher<A, N, T> {
    type NonceSize = N;
    type TagSize = T;
    const TAG_POSITION: TagPosition = TagPosition::Postfix;
}

impl<A: Aead, N: ArraySize, T: ArraySize> AeadInOut for AeadCipher<A, N, T> {
    fn encrypt_inout_detached(
        &self,
        nonce: &Array<u8, N>,
        aad: &[u8],
        buffer: InOutBuf<'_, '_, u8>,
    ) -> Result<Array<u8, T>, Error> {
        let tag = self.key.seal(nonce, aad, Data::from_in_out(buffer)).map_err(|_| Error)?;
        Array::try_from(tag.as_ref()).map_err(|_| Error)
    }

    fn decrypt_inout_detached(
        &self,
        nonce: &Array<u8, N>,
        aad: &[u8],
        buffer: InOutBuf<'_, '_, u8>,
        tag: &Array<u8, T>,
    ) -> Result<(), Error> {
        self.key.open(nonce, aad, Data::from_in_out(buffer), tag).map_err(|_| Error)
    }
}

/// Every key object wipes its key.
impl<A: Aead, N, T> ZeroizeOnDrop for AeadCipher<A, N, T> {}

#[cfg(feature = "aes")]
mod over_aes {
    use super::AeadCipher;
    use crate::block::{Aes128, Aes192, Aes256};
    use crate::mode::{self, Gcm, Ocb3};
    use cipher::consts::{U12, U16, U24};

    /// GCM over AES `C`, with nonces of `N` bytes (at least 1) and tags of `T` bytes (12 to 16).
    ///
    /// ```
    /// use lanecrypt::block::Aes192;
    /// use lanecrypt::rustcrypto::{AesGcm, KeyInit, consts::{U12, U13}};
    ///
    /// let cipher = AesGcm::<Aes192, U12, U13>::new(&[7; 24].into());
    /// ```
    pub type AesGcm<C, N = U12, T = U16> = AeadCipher<Gcm<C>, N, T>;

    /// AES-128-GCM with nonces of 12 bytes and tags of 16.
    ///
    /// ```
    /// use lanecrypt::rustcrypto::{Aes128Gcm, KeyInit};
    ///
    /// let cipher = Aes128Gcm::new(&[7; 16].into());
    /// ```
    pub type Aes128Gcm = AesGcm<Aes128>;

    /// AES-192-GCM with nonces of 12 bytes and tags of 16.
    ///
    /// ```
    /// use lanecrypt::rustcrypto::{Aes192Gcm, KeyInit};
    ///
    /// let cipher = Aes192Gcm::new(&[7; 24].into());
    /// ```
    pub type Aes192Gcm = AesGcm<Aes192>;

    /// AES-256-GCM with nonces of 12 bytes and tags of 16.
    ///
    /// ```
    /// use lanecrypt::rustcrypto::aead::AeadInOut;
    /// use lanecrypt::rustcrypto::{Aes256Gcm, KeyInit};
    ///
    /// let cipher = Aes256Gcm::new_from_slice(&[7; 32])?;
    /// let (nonce, mut buffer) = ([1; 12].into(), b"a message".to_vec());
    /// # #[cfg(feature = "std")]
    /// cipher.encrypt_in_place(&nonce, b"header", &mut buffer).expect("any length");
    /// # Ok::<(), lanecrypt::rustcrypto::cipher::InvalidLength>(())
    /// ```
    pub type Aes256Gcm = AesGcm<Aes256>;

    /// OCB3 over AES `C`, with nonces of `N` bytes (1 to 15) and tags of `T` bytes (4 to 16).
    ///
    /// ```
    /// use lanecrypt::block::Aes128;
    /// use lanecrypt::rustcrypto::{AesOcb3, KeyInit};
    ///
    /// let cipher = AesOcb3::<Aes128>::new(&[7; 16].into());
    /// ```
    pub type AesOcb3<C, N = U12, T = U16> = AeadCipher<Ocb3<C>, N, T>;

    /// XAES-256-GCM: nonces of 24 bytes, which can be random, tags of 16.
    ///
    /// ```
    /// use lanecrypt::rustcrypto::{KeyInit, XAes256Gcm};
    ///
    /// let cipher = XAes256Gcm::new(&[7; 32].into());
    /// ```
    pub type XAes256Gcm = AeadCipher<mode::XAes256Gcm, U24>;
}
#[cfg(feature = "aes")]
pub use over_aes::*;

macro_rules! stateful {
    (
        over_aes { $($over_aes:tt)* }
        stateful { $({
            $module:ident::$type:ident $name:ident $title:literal $feature:literal $($rest:tt)*
        })* }
        other { $($other:tt)* }
    ) => {$(
        #[cfg(feature = $feature)]
        #[doc = concat!(
            $title, " with tags of `T` bytes.\n\n```\nuse lanecrypt::rustcrypto::{KeyInit, ",
            stringify!($type), "};\n\nlet cipher = <", stringify!($type),
            ">::new(&Default::default()); // a key of zeros\n```",
        )]
        pub type $type<T = U16> = AeadCipher<
            crate::aead::$type,
            cipher::typenum::U<{ *<crate::aead::$type as Aead>::NONCE_BYTES.start() }>,
            T,
        >;
    )*};
}
crate::aeads!(stateful);
