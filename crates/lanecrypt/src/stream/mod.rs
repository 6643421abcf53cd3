//! Stream ciphers.
//!
//! | type | key | nonce | feature |
//! |---|---|---|---|
//! | `ChaCha20` | 32 bytes | 12 bytes | `chacha20` |
//! | `snow3g::Snow3g` | 16 bytes | 16 bytes | `snow3g` |
//! | `zuc::Zuc128` | 16 bytes | 16 bytes | `zuc` |
//! | `zuc::Zuc256` | 32 bytes | 184 bits | `zuc` |

#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "zuc"))]
mod alone;
#[cfg(feature = "chacha20")]
mod chacha20;
#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "zuc"))]
mod cipher;
#[cfg(any(feature = "snow3g", feature = "zuc"))]
mod cohort;
#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "zuc"))]
pub(crate) mod key;
#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "zuc"))]
pub(crate) mod messages;
#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "zuc"))]
mod pieces;
#[cfg(any(feature = "chacha20", feature = "snow3g", feature = "zuc"))]
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "SNOW 5G runs in its lanes, which is for tests so far")
)]
mod scheduler;
#[cfg(feature = "snow3g")]
pub mod snow3g;
// Not public yet: what 3GPP's NEA4 is made of.
#[cfg(all(test, feature = "zuc"))]
mod snow5g;
#[cfg(feature = "zuc")]
pub mod zuc;

#[cfg(feature = "chacha20")]
pub use chacha20::{ChaCha20, ChaCha20Stream};
