//! Identifiers of algorithms.

use core::fmt;
use core::str::FromStr;

use crate::Error;

macro_rules! identifiers {
    (
        $(#[$doc:meta])*
        $name:ident {
            $($(#[$variant_doc:meta])* $variant:ident = $number:literal, $text:literal,
                $key:literal byte keys, $supported:expr;)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// Every identifier, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The number of the algorithm, which is the digit in its name.
            pub const fn number(self) -> u8 {
                match self {
                    $(Self::$variant => $number,)*
                }
            }

            /// The identifier with this number.
            ///
            /// # Errors
            ///
            /// [`Error::UnknownAlgorithm`] if no algorithm has this number.
            pub const fn from_number(number: u8) -> Result<Self, Error> {
                match number {
                    $($number => Ok(Self::$variant),)*
                    _ => Err(Error::UnknownAlgorithm),
                }
            }

            /// The name of the algorithm in capital letters.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            /// The length of the keys in bytes.
            pub const fn key_bytes(self) -> usize {
                match self {
                    $(Self::$variant => $key,)*
                }
            }

            /// Whether this build of the library has the algorithm.
            pub const fn is_supported(self) -> bool {
                match self {
                    $(Self::$variant => $supported,)*
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $name {
            type Err = Error;

            /// The identifier with this name, in capital or small letters.
            fn from_str(name: &str) -> Result<Self, Error> {
                let named = |id: &&Self| id.name().eq_ignore_ascii_case(name);
                Self::ALL.iter().find(named).copied().ok_or(Error::UnknownAlgorithm)
            }
        }

        impl TryFrom<u8> for $name {
            type Error = Error;

            fn try_from(number: u8) -> Result<Self, Error> {
                Self::from_number(number)
            }
        }
    };
}

identifiers! {
    /// The identifier of an encryption algorithm, NEA0 to NEA6.
    ///
    /// ```
    /// use lanecrypt::{Error, threegpp::EncryptionId};
    ///
    /// let id: EncryptionId = "NEA3".parse()?;
    /// assert_eq!((id, id.number(), id.key_bytes()), (EncryptionId::Nea3, 3, 16));
    /// assert_eq!(EncryptionId::from_number(6)?.to_string(), "NEA6");
    /// assert_eq!(EncryptionId::from_number(7), Err(Error::UnknownAlgorithm));
    /// assert_eq!(EncryptionId::Nea4.is_supported(), cfg!(feature = "snow5g"));
    /// # Ok::<(), Error>(())
    /// ```
    EncryptionId {
        /// The null algorithm, which protects nothing.
        Nea0 = 0, "NEA0", 16 byte keys, true;
        /// 128-NEA1, SNOW 3G.
        Nea1 = 1, "NEA1", 16 byte keys, cfg!(feature = "snow3g");
        /// 128-NEA2, AES-128 in counter mode.
        Nea2 = 2, "NEA2", 16 byte keys, cfg!(feature = "aes");
        /// 128-NEA3, ZUC-128.
        Nea3 = 3, "NEA3", 16 byte keys, cfg!(feature = "zuc");
        /// 256-NEA4, SNOW 5G.
        Nea4 = 4, "NEA4", 32 byte keys, cfg!(feature = "snow5g");
        /// 256-NEA5, AES-256 in counter mode.
        Nea5 = 5, "NEA5", 32 byte keys, cfg!(feature = "aes");
        /// 256-NEA6, ZUC-256.
        Nea6 = 6, "NEA6", 32 byte keys, cfg!(feature = "zuc");
    }
}

identifiers! {
    /// The identifier of an integrity algorithm, NIA0 to NIA6.
    ///
    /// ```
    /// use lanecrypt::{Error, threegpp::IntegrityId};
    ///
    /// let id: IntegrityId = "nia6".parse()?;
    /// assert_eq!((id, id.number(), id.key_bytes()), (IntegrityId::Nia6, 6, 32));
    /// assert_eq!(IntegrityId::from_number(0)?.to_string(), "NIA0");
    /// assert_eq!("NEA6".parse::<IntegrityId>(), Err(Error::UnknownAlgorithm));
    /// # Ok::<(), Error>(())
    /// ```
    IntegrityId {
        /// The null algorithm, which protects nothing.
        Nia0 = 0, "NIA0", 16 byte keys, true;
        /// 128-NIA1, over SNOW 3G.
        Nia1 = 1, "NIA1", 16 byte keys, cfg!(feature = "snow3g");
        /// 128-NIA2, AES-128 in CMAC.
        Nia2 = 2, "NIA2", 16 byte keys, cfg!(feature = "aes");
        /// 128-NIA3, over ZUC-128.
        Nia3 = 3, "NIA3", 16 byte keys, cfg!(feature = "zuc");
        /// 256-NIA4, over SNOW 5G.
        Nia4 = 4, "NIA4", 32 byte keys, cfg!(feature = "snow5g");
        /// 256-NIA5, over AES-256.
        Nia5 = 5, "NIA5", 32 byte keys, cfg!(feature = "aes");
        /// 256-NIA6, over ZUC-256.
        Nia6 = 6, "NIA6", 32 byte keys, cfg!(feature = "zuc");
    }
}

identifiers! {
    /// The identifier of an algorithm for authenticated encryption, NCA4 to NCA6.
    ///
    /// ```
    /// use lanecrypt::{Error, threegpp::AeadId};
    ///
    /// let id: AeadId = "NCA6".parse()?;
    /// assert_eq!((id, id.number(), id.key_bytes()), (AeadId::Nca6, 6, 32));
    /// assert_eq!(AeadId::from_number(3), Err(Error::UnknownAlgorithm));
    /// # Ok::<(), Error>(())
    /// ```
    AeadId {
        /// 256-NCA4, over SNOW 5G.
        Nca4 = 4, "NCA4", 32 byte keys, cfg!(feature = "snow5g");
        /// 256-NCA5, over AES-256.
        Nca5 = 5, "NCA5", 32 byte keys, cfg!(feature = "aes");
        /// 256-NCA6, over ZUC-256.
        Nca6 = 6, "NCA6", 32 byte keys, cfg!(feature = "zuc");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_unambiguous() {
        for &id in EncryptionId::ALL {
            assert_eq!(EncryptionId::from_number(id.number()), Ok(id));
            assert_eq!(id.name().parse(), Ok(id));
            assert_eq!(id.name().to_lowercase().parse(), Ok(id));
            assert_eq!(id.key_bytes(), if id.number() < 4 { 16 } else { 32 });
        }
        for &id in IntegrityId::ALL {
            assert_eq!(IntegrityId::from_number(id.number()), Ok(id));
            assert_eq!(id.name().parse(), Ok(id));
        }
        for &id in AeadId::ALL {
            assert_eq!(AeadId::from_number(id.number()), Ok(id));
            assert_eq!(id.name().parse(), Ok(id));
        }
        for wrong in ["", "NEA", "NEA7", "128-NEA3", "NEA3 ", "EEA3"] {
            assert_eq!(wrong.parse::<EncryptionId>(), Err(Error::UnknownAlgorithm));
        }
    }
}
