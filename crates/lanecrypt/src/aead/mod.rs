//! Authenticated encryption with associated data (AEAD) by ciphers made for it: AEGIS and MORUS.
//!
//! All of them implement [`Aead`](crate::Aead). The tags of a key object have one length: 16 bytes
//! unless [`with_tag_bytes`](crate::Aead::with_tag_bytes) chooses another. The tag of 16 bytes is
//! not the beginning of the tag of 32 bytes. A nonce must not be used for two messages under one
//! key, not even with two lengths of tags.
//!
//! Sizes are in bytes. A message and its associated data have at most 2^61 - 1 bytes each.
//!
//! | type | key | nonce | tag | block | feature |
//! |---|---|---|---|---|---|
//! | `Aegis128` | 16 | 16 | 16 | 16 | `aegis` |
//! | `Aegis128L` | 16 | 16 | 16 or 32 | 32 | `aegis` |
//! | `Aegis128X2` | 16 | 16 | 16 or 32 | 64 | `aegis` |
//! | `Aegis128X4` | 16 | 16 | 16 or 32 | 128 | `aegis` |
//! | `Aegis256` | 32 | 32 | 16 or 32 | 16 | `aegis` |
//! | `Aegis256X2` | 32 | 32 | 16 or 32 | 32 | `aegis` |
//! | `Aegis256X4` | 32 | 32 | 16 or 32 | 64 | `aegis` |
//! | `Morus640` | 16 | 16 | 16 | 16 | `morus` |
//! | `Morus1280` | 16 | 16 | 16 | 32 | `morus` |
//! | `Morus1280Key256` | 32 | 16 | 16 | 32 | `morus` |
//!
//! `AegisMac` makes a MAC of AEGIS. The module `stream` seals and opens messages that come in
//! pieces.

#[cfg(feature = "aegis")]
mod aegis;
#[cfg(feature = "morus")]
mod morus;
#[cfg(any(feature = "aegis", feature = "morus"))]
mod stateful;
#[cfg(any(feature = "aegis", feature = "morus"))]
pub mod stream;

#[cfg(feature = "aegis")]
pub use aegis::{AegisForm, AegisMac, AegisMacState};

macro_rules! public {
    (
        over_aes { $($over_aes:tt)* }
        stateful { $({
            $module:ident::$name:ident $id:ident $title:literal $feature:literal $($rest:tt)*
        })* }
        other { $($other:tt)* }
    ) => {$(
        #[cfg(feature = $feature)]
        pub use $module::$name;
    )*};
}
crate::aeads!(public);

#[cfg(any(feature = "aes", feature = "aegis", feature = "morus"))]
use crate::{Error, Quantity};

/// Whether lengths are below 2^61 bytes, so that lengths in bits fit in 64 bits.
#[cfg(any(feature = "aes", feature = "aegis", feature = "morus"))]
#[inline]
pub(crate) fn check_bits_in_64(aad: u64, message: u64) -> Result<(), Error> {
    const MAX: u64 = (1 << 61) - 1;
    for (what, bytes) in [(Quantity::AssociatedData, aad), (Quantity::Message, message)] {
        if bytes > MAX {
            return Err(Error::TooLong { what, bytes, max: MAX });
        }
    }
    Ok(())
}

#[cfg(all(test, feature = "aes", feature = "aegis"))]
mod tests {
    use super::*;
    use crate::Aead;
    use crate::algorithm::engine::{AeadEngine as _, INTERNAL};
    use crate::block::Aes128;
    use crate::mode::{Gcm, Ocb3, XAes256Gcm};

    /// Lengths that no memory has.
    fn limits<A: Aead>(max_aad: u64, max_message: u64) {
        let check = |aad, message| A::check_lengths(aad, message, INTERNAL);
        assert_eq!(check(max_aad, 0), Ok(()));
        assert_eq!(check(0, max_message), Ok(()));
        for bytes in [max_aad + 1, u64::MAX] {
            let what = Quantity::AssociatedData;
            assert_eq!(check(bytes, 0), Err(Error::TooLong { what, bytes, max: max_aad }));
        }
        for bytes in [max_message + 1, u64::MAX] {
            let what = Quantity::Message;
            assert_eq!(check(0, bytes), Err(Error::TooLong { what, bytes, max: max_message }));
        }
    }

    #[test]
    fn the_most_bytes() {
        const MOST: u64 = (1 << 61) - 1;
        limits::<Aegis128>(MOST, MOST);
        limits::<Aegis128L>(MOST, MOST);
        limits::<Aegis128X2>(MOST, MOST);
        limits::<Aegis128X4>(MOST, MOST);
        limits::<Aegis256>(MOST, MOST);
        limits::<Aegis256X2>(MOST, MOST);
        limits::<Aegis256X4>(MOST, MOST);
        #[cfg(feature = "morus")]
        {
            limits::<Morus640>(MOST, MOST);
            limits::<Morus1280>(MOST, MOST);
            limits::<Morus1280Key256>(MOST, MOST);
        }
        limits::<Gcm<Aes128>>(MOST, (1 << 36) - 32);
        limits::<XAes256Gcm>(MOST, (1 << 36) - 32);
        assert_eq!(Gcm::<Aes128>::check_lengths(MOST, (1 << 36) - 32, INTERNAL), Ok(()));
        assert_eq!(Aegis128L::check_lengths(MOST, MOST, INTERNAL), Ok(()));
        limits::<Ocb3<Aes128>>(1 << 52, 1 << 52);
    }

    /// OCB3: 2^48 blocks of both together (RFC 7253, section 5).
    #[test]
    fn the_most_bytes_of_both() {
        let check = |aad, message| Ocb3::<Aes128>::check_lengths(aad, message, INTERNAL);
        let max = 1 << 52;
        for (aad, message) in [(0, 0), (1, max - 1), (max - 1, 1), (max / 2, max / 2)] {
            assert_eq!(check(aad, message), Ok(()));
        }
        let (what, bytes, left) = (Quantity::AssociatedData, 12, 11);
        let refused = Error::TooLong { what, bytes, max: left };
        assert_eq!(check(bytes, max - left), Err(refused));
    }
}
