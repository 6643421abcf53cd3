//! Stream ciphers.

// Not public yet: the keystream that 3GPP's NEA4 is made of.
#[cfg(test)]
mod snow5g;
#[cfg(feature = "zuc")]
pub mod zuc;
