//! AEGIS: a state of registers that all go through a round of AES at a time.
//!
//! AEGIS-128 is that of the CAESAR competition (version 1.1); the others are those of
//! draft-irtf-cfrg-aegis-aead. `X2` and `X4` have two or four lanes of AEGIS-128L or AEGIS-256 side
//! by side in one message, which long registers are for.

mod family;
mod mac;
mod registers;

pub use mac::{AegisMac, MacForm};

use super::duplex::{Duplex, serial};
use crate::Backend;
use crate::lanes::{Isa, Several};
use family::{F128, F128L, F256};
use registers::Registers;

serial! {
    /// AEGIS-128 of the CAESAR competition: keys, nonces and tags of 16 bytes, blocks of 16 bytes.
    ///
    /// Constant time in keys and data. A nonce must not be used twice with a key.
    Aegis128: Duplex128, "aegis128", key 16, nonce 16, tags [16]
}

serial! {
    /// AEGIS-128L: keys and nonces of 16 bytes, tags of 16 or 32, blocks of 32 bytes.
    ///
    /// Constant time in keys and data. A nonce must not be used twice with a key.
    Aegis128L: Duplex128L, "aegis128l", key 16, nonce 16, tags [16, 32]
}

serial! {
    /// AEGIS-256: keys and nonces of 32 bytes, tags of 16 or 32, blocks of 16 bytes.
    ///
    /// Constant time in keys and data. A nonce must not be used twice with a key; they are long
    /// enough to be drawn at random.
    Aegis256: Duplex256, "aegis256", key 32, nonce 32, tags [16, 32]
}

serial! {
    /// AEGIS-128X2: two lanes of AEGIS-128L; keys and nonces of 16 bytes, tags of 16 or 32, blocks
    /// of 64 bytes.
    ///
    /// Constant time in keys and data. A nonce must not be used twice with a key.
    Aegis128X2: Duplex128X2, "aegis128x2", key 16, nonce 16, tags [16, 32]
}

serial! {
    /// AEGIS-128X4: four lanes of AEGIS-128L; keys and nonces of 16 bytes, tags of 16 or 32, blocks
    /// of 128 bytes.
    ///
    /// Constant time in keys and data. A nonce must not be used twice with a key.
    Aegis128X4: Duplex128X4, "aegis128x4", key 16, nonce 16, tags [16, 32]
}

serial! {
    /// AEGIS-256X2: two lanes of AEGIS-256; keys and nonces of 32 bytes, tags of 16 or 32, blocks of
    /// 32 bytes.
    ///
    /// Constant time in keys and data. A nonce must not be used twice with a key.
    Aegis256X2: Duplex256X2, "aegis256x2", key 32, nonce 32, tags [16, 32]
}

serial! {
    /// AEGIS-256X4: four lanes of AEGIS-256; keys and nonces of 32 bytes, tags of 16 or 32, blocks
    /// of 64 bytes.
    ///
    /// Constant time in keys and data. A nonce must not be used twice with a key.
    Aegis256X4: Duplex256X4, "aegis256x4", key 32, nonce 32, tags [16, 32]
}

/// A cipher in the frame: its family, lanes and registers, what batches are worked on in.
macro_rules! duplex {
    ($($(#[$doc:meta])* $name:ident: $family:ty, $n:literal $m:literal, $lane:ident $lanes:literal,
        |$isa:ident| $many:ty, $side:literal, worth $worth:literal;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl Duplex for $name {
            const RATE: usize = 16 * $m * $lanes;
            const STATE: usize = 16 * $n * $lanes;
            type One<I: Isa> = Registers<I::$lane, $family, $n, $m, false>;
            type Many<$isa: Isa> = Registers<$many, $family, $n, $m, $side>;

            fn worth_bytes(backend: Backend) -> usize {
                match backend {
                    // Two states do not fit in sixteen registers whose operations overwrite one
                    // operand; and plain words have nothing to gain.
                    Backend::Sse | Backend::Portable => usize::MAX,
                    Backend::Avx512 => $worth,
                    // Shorter registers gain less.
                    Backend::Avx2Gfni => 2 * $worth,
                    _ => 8 * $worth,
                }
            }
        }
    )*};
}

// Batches: a processor starts one or two rounds a cycle, each of which takes four; so the rounds of
// one update, five to eight, do not quite fill it with a single register of messages.
duplex! {
    /// AEGIS-128 in the frame.
    Duplex128: F128, 5 1, One 1, |I| Several<I::Aes, 2>, true, worth 1024;
    /// AEGIS-128L in the frame.
    Duplex128L: F128L, 8 2, One 1, |I| I::Aes, true, worth 4096;
    /// AEGIS-256 in the frame.
    Duplex256: F256, 6 1, One 1, |I| Several<I::Aes, 2>, true, worth 1024;
    /// AEGIS-128X2 in the frame.
    Duplex128X2: F128L, 8 2, Two 2, |I| I::Two, false, worth 0;
    /// AEGIS-128X4 in the frame.
    Duplex128X4: F128L, 8 2, Four 4, |I| I::Four, false, worth 0;
    /// AEGIS-256X2 in the frame.
    Duplex256X2: F256, 6 1, Two 2, |I| I::Two, false, worth 0;
    /// AEGIS-256X4 in the frame.
    Duplex256X4: F256, 6 1, Four 4, |I| I::Four, false, worth 0;
}
