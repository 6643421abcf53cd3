//! The lengths of messages.

use crate::{Error, Quantity};

/// The most whole bytes of a message: the specifications give its length as a number of bits below
/// 2^32.
pub(super) const MAX_BYTES: u64 = u32::MAX as u64 / 8;

/// Whether a message can have so many bits.
pub(super) fn check_bits(bits: u64) -> Result<(), Error> {
    match u32::try_from(bits) {
        Ok(_) => Ok(()),
        Err(_) => Err(too_long(Quantity::Message, bits.div_ceil(8))),
    }
}

/// Whether a message, or what is authenticated with it, can have so many bytes.
pub(super) fn check_bytes(what: Quantity, bytes: u64) -> Result<(), Error> {
    if bytes > MAX_BYTES { Err(too_long(what, bytes)) } else { Ok(()) }
}

fn too_long(what: Quantity, bytes: u64) -> Error {
    Error::TooLong { what, bytes, max: MAX_BYTES }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_below_2_to_the_32_bits() {
        assert_eq!(MAX_BYTES, (1 << 29) - 1);
        assert_eq!(check_bits(u32::MAX.into()), Ok(()));
        let (what, max) = (Quantity::Message, (1 << 29) - 1);
        assert_eq!(check_bits(1 << 32), Err(Error::TooLong { what, bytes: 1 << 29, max }));
        assert_eq!(check_bytes(what, max), Ok(()));
        assert_eq!(check_bytes(what, max + 1), Err(Error::TooLong { what, bytes: 1 << 29, max }));
    }
}
