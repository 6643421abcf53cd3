//! Stream ciphers.
//!
//! | type | key | nonce | feature |
//! |---|---|---|---|
//! | `ChaCha20` | 32 bytes | 12 bytes | `chacha20` |
//! | `snow3g::Snow3g` | 16 bytes | 16 bytes | `snow3g` |
//! | `Snow5g`, `SnowV`, `SnowVi` | 32 bytes | 16 bytes | `snow5g` |
//! | `zuc::Zuc128` | 16 bytes | 16 bytes | `zuc` |
//! | `zuc::Zuc256` | 32 bytes | 184 bits | `zuc` |

#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "snow5g", feature = "zuc"))]
mod alone;
#[cfg(feature = "chacha20")]
mod chacha20;
#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "snow5g", feature = "zuc"))]
mod cipher;
#[cfg(any(feature = "snow3g", feature = "zuc"))]
mod cohort;
#[cfg(feature = "zuc")]
pub(crate) mod first_row;
#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "snow5g", feature = "zuc"))]
pub(crate) mod key;
#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "snow5g", feature = "zuc"))]
pub(crate) mod messages;
#[cfg(any(feature = "snow3g", feature = "zuc"))]
pub(crate) mod pdu;
#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "snow5g", feature = "zuc"))]
mod pieces;
#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "snow5g", feature = "zuc"))]
pub(crate) mod scheduler;
#[cfg(feature = "snow3g")]
pub mod snow3g;
#[cfg(feature = "snow5g")]
pub(crate) mod snow5g;
#[cfg(feature = "zuc")]
pub mod zuc;

#[cfg(feature = "chacha20")]
pub use chacha20::{ChaCha20, ChaCha20Stream};
#[cfg(feature = "snow5g")]
pub use snow5g::{Snow5g, SnowStream, SnowV, SnowVi};

/// A plain implementation of SNOW, one step at a time, for comparison.
#[cfg(all(feature = "snow5g", feature = "reference"))]
pub mod reference {
    pub use super::snow5g::reference::Snow;
}
