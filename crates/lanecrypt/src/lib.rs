//! Symmetric ciphers over SIMD lanes.
//!
//! A cipher is written once, over lanes; the widest instructions that the processor has are
//! chosen at run time; many messages of many keys go through one call.
//!
//! | module | what is in it |
//! |---|---|
//! | [`block`] | AES, SPECK, SIMON, SIMECK, SPARX, Cypress, GOST 28147-89, Magma |
//! | [`mode`] | ECB, CTR, batches; over AES also CBC, CMAC, PMAC, GCM, OCB3, CTR_DRBG |
//! | [`aead`] | what authenticated ciphers have in common; the AEGIS family, MORUS |
//! | [`stream::zuc`] | ZUC-128, ZUC-256, the NEA6 loading: streams, batches, tags |
//! | [`mobile`] | 3GPP: directions, and 256-NIA6 and 256-NCA6 |
//! | [`batch`] | what all batches share: the data of a job and its status |
//!
//! [`Backend`] names the instruction sets; `LANECRYPT_BACKEND` in the environment lowers the
//! choice. Inside, `lanes` holds the vocabulary that ciphers are written in, and every intrinsic.
//!
//! The crate is `no_std` and never allocates. Without the feature `std` the environment is not
//! read.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(unsafe_code)]

pub mod aead;
pub mod batch;
pub mod block;
#[allow(unsafe_code)]
mod cpu;
mod direction;
mod error;
mod hash;
#[allow(unsafe_code)]
mod lanes;
pub mod mobile;
pub mod mode;
pub mod stream;
mod tag;

pub use cpu::Backend;
pub use error::{Error, Part};
pub use tag::Tag;
