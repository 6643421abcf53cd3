//! Stream ciphers.

#[cfg(feature = "zuc")]
mod cipher;
#[cfg(feature = "zuc")]
mod scheduler;
// Not public yet: what 3GPP's NEA4 is made of.
#[cfg(all(test, feature = "zuc"))]
mod snow5g;
#[cfg(feature = "zuc")]
pub mod zuc;
