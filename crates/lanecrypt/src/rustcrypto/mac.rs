//! CMAC and PMAC.

use core::fmt;

use cipher::array::AssocArraySize;
use cipher::consts::U16;
use cipher::typenum::Unsigned as _;
use digest::common::{KeySizeUser, Reset};
use digest::{
    FixedOutput, FixedOutputReset, Key, KeyInit, MacMarker, Output, OutputSizeUser, Update,
};
use zeroize::ZeroizeOnDrop;

use super::{KeySizeOf, expand};
use crate::Algorithm;
use crate::lanes::leaving_nothing;
use crate::mode::{self, AesModes, CmacState, PmacState};

macro_rules! mac {
    ($(#[$doc:meta])* $name:ident: $state:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name<C: AesModes>($state<C>);

        impl<C: AesModes> From<&mode::$name<C>> for $name<C> {
            /// The start of a message under a key object, such as one for another backend.
            fn from(key: &mode::$name<C>) -> Self {
                leaving_nothing(|| Self(key.start()))
            }
        }

        impl<C: AesModes + Algorithm<KeyArray: AssocArraySize>> KeySizeUser for $name<C> {
            type KeySize = KeySizeOf<C>;
        }

        impl<C: AesModes + Algorithm<KeyArray: AssocArraySize>> KeyInit for $name<C> {
            fn new(key: &Key<Self>) -> Self {
                leaving_nothing(|| Self(expand::<mode::$name<C>>(key).start()))
            }
        }

        impl<C: AesModes> OutputSizeUser for $name<C> {
            type OutputSize = U16;
        }

        impl<C: AesModes> Update for $name<C> {
            fn update(&mut self, data: &[u8]) {
                self.0.update(data);
            }
        }

        impl<C: AesModes> FixedOutput for $name<C> {
            fn finalize_into(self, out: &mut Output<Self>) {
                out.copy_from_slice(self.0.tag(U16::USIZE).as_ref());
            }
        }

        impl<C: AesModes> Reset for $name<C> {
            fn reset(&mut self) {
                self.0.restart();
            }
        }

        impl<C: AesModes> FixedOutputReset for $name<C> {
            fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                out.copy_from_slice(self.0.tag(U16::USIZE).as_ref());
                self.0.restart();
            }
        }

        impl<C: AesModes> MacMarker for $name<C> {}

        impl<C: AesModes> fmt::Debug for $name<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.0).finish()
            }
        }

        /// The state and its key are wiped on drop.
        impl<C: AesModes> ZeroizeOnDrop for $name<C> {}
    };
}

mac!(
    /// CMAC over AES `C`, behind the traits `KeyInit` and `digest::Mac`: tags of 16 bytes, of which
    /// `verify_truncated_left` verifies a shorter beginning. Constant time.
    ///
    /// ```
    /// use lanecrypt::block::Aes128;
    /// use lanecrypt::rustcrypto::digest::Mac;
    /// use lanecrypt::rustcrypto::{Cmac, KeyInit};
    ///
    /// let mut mac = Cmac::<Aes128>::new(&[7; 16].into());
    /// mac.update(b"mes");
    /// mac.update(b"sage");
    /// let tag = mac.finalize().into_bytes();
    /// Cmac::<Aes128>::new(&[7; 16].into()).chain_update(b"message").verify(&tag)?;
    /// # Ok::<(), lanecrypt::rustcrypto::digest::MacError>(())
    /// ```
    Cmac: CmacState
);

mac!(
    /// PMAC over AES `C`, behind the traits `KeyInit` and `digest::Mac`: tags of 16 bytes, of which
    /// `verify_truncated_left` verifies a shorter beginning. Constant time.
    ///
    /// ```
    /// use lanecrypt::block::Aes256;
    /// use lanecrypt::rustcrypto::digest::Mac;
    /// use lanecrypt::rustcrypto::{KeyInit, Pmac};
    ///
    /// let mut mac = Pmac::<Aes256>::new(&[7; 32].into()).chain_update(b"message");
    /// let tag = mac.finalize_reset().into_bytes();
    /// mac.chain_update(b"message").verify(&tag)?;
    /// # Ok::<(), lanecrypt::rustcrypto::digest::MacError>(())
    /// ```
    Pmac: PmacState
);
