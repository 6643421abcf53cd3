//! The algorithms of 3GPP: NEA for confidentiality, NIA for integrity, NCA for both.
//!
//! | number | over | encryption | integrity | both | given with every message |
//! |---|---|---|---|---|---|
//! | 0 | nothing | [`Nea0`] | [`Nia0`] | | [`Parameters`] |
//! | 1 | SNOW 3G | `Nea1` | `Nia1` | | [`Parameters`] |
//! | 2 | AES-128 | `Nea2` | `Nia2` | | [`Parameters`] |
//! | 3 | ZUC-128 | `Nea3` | `Nia3` | | [`Parameters`] |
//! | 4 | SNOW 5G | `Nea4` | `Nia4` | `Nca4` | [`Iv`] |
//! | 5 | AES-256 | `Nea5` | `Nia5` | `Nca5` | [`Iv`] |
//! | 6 | ZUC-256 | `Nea6` | `Nia6` | `Nca6` | [`Iv`] |
//!
//! Algorithms 0 to 3 take keys of 16 bytes. Algorithms 4 to 6, the 256-bit suite, take keys of 32
//! bytes. The algorithms over AES need the feature `aes`, those over SNOW 3G the feature `snow3g`, those over
//! SNOW 5G the feature `snow5g`, those over ZUC the feature `zuc`. The same algorithms carry the names EEA and
//! EIA in LTE.
//!
//! There are two ways to an algorithm:
//!
//! - **A type**, such as `Nea3`, is known when a program is compiled. It can be used in a
//!   [`Batch`](crate::Batch).
//! - **An identifier**, such as [`EncryptionId::Nea3`], is known when a program runs. [`Nea`],
//!   [`Nia`] and [`Nca`] are key objects of the algorithm that an identifier names. An algorithm
//!   that is not in this build or this version is [`Error::Unsupported`](crate::Error::Unsupported).
//!
//! [`Pdcp`] protects whole PDUs as PDCP does, integrity first and encryption then, also many at a time; a
//! [`TransmitGuard`] lets no COUNT be used twice.
//!
//! A message has at most 2^32 - 1 bits, because its length is a number of 32 bits in the
//! specifications. Bits are numbered from the most significant bit of the first byte.

#[cfg(feature = "aes")]
mod aes;
mod chosen;
mod direction;
#[cfg(any(feature = "aes", feature = "snow5g", feature = "zuc"))]
mod frame;
#[cfg(any(feature = "aes", feature = "snow5g", feature = "zuc"))]
mod hash256;
#[cfg(any(feature = "aes", feature = "snow5g", feature = "zuc"))]
mod hash_many;
mod id;
mod iv;
mod length;
mod null;
#[cfg(any(feature = "aes", feature = "snow5g", feature = "zuc"))]
mod one_by_one;
#[cfg(feature = "snow5g")]
mod one_pass4;
#[cfg(feature = "aes")]
mod one_pass5;
#[cfg(feature = "aes")]
mod over_ctr;
mod parameters;
mod pdcp;
#[cfg(feature = "snow3g")]
mod suite1;
#[cfg(feature = "zuc")]
mod suite3;
#[cfg(feature = "snow5g")]
mod suite4;
#[cfg(feature = "aes")]
mod suite5;
#[cfg(feature = "zuc")]
mod suite6;

#[cfg(feature = "aes")]
pub use aes::{Nea2, Nia2};
pub use chosen::{Input, Nca, Nea, Nia};
pub use direction::Direction;
pub use id::{AeadId, EncryptionId, IntegrityId};
pub use iv::Iv;
pub use null::{Nea0, Nia0};
pub use parameters::Parameters;
pub use pdcp::{Pdcp, PduJob, TransmitGuard};
#[cfg(feature = "snow3g")]
pub use suite1::{Nea1, Nia1};
#[cfg(feature = "zuc")]
pub use suite3::{Nea3, Nia3};
#[cfg(feature = "snow5g")]
pub use suite4::{Nca4, Nea4, Nia4};
#[cfg(feature = "aes")]
pub use suite5::{Nca5, Nea5, Nia5};
#[cfg(feature = "zuc")]
pub use suite6::{Nca6, Nea6, Nia6};
