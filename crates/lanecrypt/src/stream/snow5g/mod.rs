//! SNOW 5G, SNOW-V and SNOW-Vi, which differ in a few operations of a step.
//!
//! A block of a register is one message's: every value of a cipher is a register, and a step goes from
//! words of 16 bits to rounds of AES and back without leaving it. A message alone has registers of one block.

mod algorithms;
mod alone;
mod cipher;
mod many;
#[cfg(feature = "reference")]
pub(super) mod reference;
mod single;
mod state;
mod stream;
mod within;

pub use algorithms::{Snow5g, SnowV, SnowVi};
pub(crate) use cipher::{SnowCipher, encrypt, pieces, run, setup, snow_cipher};
pub(crate) use many::{Lane, Load, States, Streams};
pub(crate) use single::{Setup, Single};
pub(crate) use state::Version;
pub use stream::SnowStream;
pub(crate) use within::Within;
