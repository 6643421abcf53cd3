//! AEGIS: a state of registers that all go through a round of AES at a time.
//!
//! AEGIS-128 is that of the CAESAR competition (version 1.1); the others are those of
//! draft-irtf-cfrg-aegis-aead. `X2` and `X4` have two or four lanes of AEGIS-128L or AEGIS-256 side
//! by side in one message, which long registers are for.

mod family;
mod mac;
mod registers;

pub use mac::{AegisForm, AegisMac, AegisMacState};

use super::stateful::{StatefulAead, serial};
use crate::Backend;
use crate::lanes::{AesOps, BlockOps, Group, Isa};
use family::{F128, F128L, F256};
use registers::AegisState;

serial! {
    /// AEGIS-128: the winner of the CAESAR competition for high-performance applications.
    ///
    /// A key and a nonce have 16 bytes each; a tag has 16. A block has 16 bytes. A message and its
    /// associated data have at most 2^61 - 1 bytes each.
    ///
    /// A nonce must not be used twice with a key.
    ///
    /// Constant time in keys and data; lengths show, and so does whether a tag was right.
    ///
    /// Source: H. Wu and B. Preneel, AEGIS: A Fast Authenticated Encryption Algorithm (v1.1),
    /// CAESAR, 2016.
    Aegis128: Stateful128, key 16, nonce 16, tags [16]
}

serial! {
    /// AEGIS-128L: faster than AEGIS-128, with a larger state.
    ///
    /// A key and a nonce have 16 bytes each; a tag has 16 or 32, and 16 if nothing else is chosen.
    /// A block has 32 bytes. A message and its associated data have at most 2^61 - 1 bytes each.
    ///
    /// A nonce must not be used twice with a key. Random nonces are safe for 2^48 messages under
    /// one key (section 10.1.1 of the draft).
    ///
    /// Constant time in keys and data; lengths show, and so does whether a tag was right.
    ///
    /// Source: draft-irtf-cfrg-aegis-aead-17, section 3.
    Aegis128L: Stateful128L, key 16, nonce 16, tags [16, 32]
}

serial! {
    /// AEGIS-256: keys of 256 bits.
    ///
    /// A key and a nonce have 32 bytes each; a tag has 16 or 32, and 16 if nothing else is chosen.
    /// A block has 16 bytes. A message and its associated data have at most 2^61 - 1 bytes each.
    ///
    /// A nonce must not be used twice with a key. Nonces may be drawn at random without a practical
    /// limit (section 10.1.1 of the draft).
    ///
    /// Constant time in keys and data; lengths show, and so does whether a tag was right.
    ///
    /// Source: draft-irtf-cfrg-aegis-aead-17, section 4.
    Aegis256: Stateful256, key 32, nonce 32, tags [16, 32]
}

serial! {
    /// AEGIS-128X2: two lanes of AEGIS-128L in one message.
    ///
    /// A key and a nonce have 16 bytes each; a tag has 16 or 32, and 16 if nothing else is chosen.
    /// A block has 64 bytes. A message and its associated data have at most 2^61 - 1 bytes each.
    ///
    /// A nonce must not be used twice with a key. Random nonces are safe for 2^48 messages under
    /// one key (section 10.1.1 of the draft).
    ///
    /// Constant time in keys and data; lengths show, and so does whether a tag was right.
    ///
    /// Source: draft-irtf-cfrg-aegis-aead-17, section 5.4.
    Aegis128X2: Stateful128X2, key 16, nonce 16, tags [16, 32]
}

serial! {
    /// AEGIS-128X4: four lanes of AEGIS-128L in one message.
    ///
    /// A key and a nonce have 16 bytes each; a tag has 16 or 32, and 16 if nothing else is chosen.
    /// A block has 128 bytes. A message and its associated data have at most 2^61 - 1 bytes each.
    ///
    /// A nonce must not be used twice with a key. Random nonces are safe for 2^48 messages under
    /// one key (section 10.1.1 of the draft).
    ///
    /// Constant time in keys and data; lengths show, and so does whether a tag was right.
    ///
    /// Source: draft-irtf-cfrg-aegis-aead-17, section 5.4.
    Aegis128X4: Stateful128X4, key 16, nonce 16, tags [16, 32]
}

serial! {
    /// AEGIS-256X2: two lanes of AEGIS-256 in one message.
    ///
    /// A key and a nonce have 32 bytes each; a tag has 16 or 32, and 16 if nothing else is chosen.
    /// A block has 32 bytes. A message and its associated data have at most 2^61 - 1 bytes each.
    ///
    /// A nonce must not be used twice with a key. Nonces may be drawn at random without a practical
    /// limit (section 10.1.1 of the draft).
    ///
    /// Constant time in keys and data; lengths show, and so does whether a tag was right.
    ///
    /// Source: draft-irtf-cfrg-aegis-aead-17, section 5.5.
    Aegis256X2: Stateful256X2, key 32, nonce 32, tags [16, 32]
}

serial! {
    /// AEGIS-256X4: four lanes of AEGIS-256 in one message.
    ///
    /// A key and a nonce have 32 bytes each; a tag has 16 or 32, and 16 if nothing else is chosen.
    /// A block has 64 bytes. A message and its associated data have at most 2^61 - 1 bytes each.
    ///
    /// A nonce must not be used twice with a key. Nonces may be drawn at random without a practical
    /// limit (section 10.1.1 of the draft).
    ///
    /// Constant time in keys and data; lengths show, and so does whether a tag was right.
    ///
    /// Source: draft-irtf-cfrg-aegis-aead-17, section 5.5.
    Aegis256X4: Stateful256X4, key 32, nonce 32, tags [16, 32]
}

/// A cipher in the frame: its family, lanes and registers, what batches are worked on in.
macro_rules! stateful {
    ($($(#[$doc:meta])* $name:ident: $family:ty, $n:literal $m:literal, $lane:ident $lanes:literal $ops:ident,
        |$isa:ident| $many:ty, $side:literal, worth $worth:literal;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl StatefulAead for $name {
            const RATE: usize = 16 * $m * $lanes;
            const STATE: usize = 16 * $n * $lanes;
            const SIDE_BY_SIDE: usize = if $side { 4 } else { 1 };
            type Ops = AesOps;
            type OneOps = $ops;
            type One<I: Isa> = AegisState<I::$lane, $family, $n, $m, false>;
            type Many<$isa: Isa> = AegisState<$many, $family, $n, $m, $side>;
            type Even<I: Isa> = AegisState<I::Aes, $family, $n, $m, $side>;

            #[inline(always)]
            fn worth_bytes(backend: Backend) -> usize {
                match backend {
                    // Two states do not fit in sixteen registers whose operations overwrite one
                    // operand; and plain words have nothing to gain.
                    Backend::Sse | Backend::Portable => usize::MAX,
                    Backend::Avx512 => $worth,
                    // Shorter registers gain less.
                    Backend::Avx2Vaes | Backend::Avx2Gfni => 2 * $worth,
                    _ => 8 * $worth,
                }
            }
        }
    )*};
}

// Batches: a processor starts one or two rounds a cycle, each of which takes four; so the rounds of
// one update, five to eight, do not quite fill it with a single register of messages.
stateful! {
    /// AEGIS-128 in the frame.
    Stateful128: F128, 5 1, One 1 BlockOps, |I| Group<I::Aes, 2>, true, worth 1024;
    /// AEGIS-128L in the frame.
    Stateful128L: F128L, 8 2, One 1 BlockOps, |I| I::Aes, true, worth 4096;
    /// AEGIS-256 in the frame.
    Stateful256: F256, 6 1, One 1 BlockOps, |I| Group<I::Aes, 2>, true, worth 1024;
    /// AEGIS-128X2 in the frame.
    Stateful128X2: F128L, 8 2, Two 2 AesOps, |I| I::Two, false, worth 0;
    /// AEGIS-128X4 in the frame.
    Stateful128X4: F128L, 8 2, Four 4 AesOps, |I| I::Four, false, worth 0;
    /// AEGIS-256X2 in the frame.
    Stateful256X2: F256, 6 1, Two 2 AesOps, |I| I::Two, false, worth 0;
    /// AEGIS-256X4 in the frame.
    Stateful256X4: F256, 6 1, Four 4 AesOps, |I| I::Four, false, worth 0;
}
