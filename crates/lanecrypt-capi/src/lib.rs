//! Lanecrypt for programs in C: the functions of `include/lanecrypt.h`.
//!
//! This crate adds no cryptography. It turns pointers and numbers into what the library
//! [`lanecrypt`] takes, and errors into numbers. The header is the documentation for C, and
//! `docs/c.md` says how to build, install and change it.
#![allow(
    non_camel_case_types,
    clippy::missing_safety_doc,
    clippy::too_many_arguments,
    reason = "the names and signatures of C; the header says what callers must give"
)]
// What algorithms share is more than one family needs.
#![cfg_attr(
    not(all(
        feature = "aes",
        feature = "drbg",
        feature = "chunked",
        feature = "snow3g",
        feature = "snow5g",
        feature = "zuc",
        feature = "aegis"
    )),
    allow(dead_code, unused_imports, unused_macros, unused_variables, unreachable_code)
)]

mod aead;
mod algorithms;
mod arguments;
#[cfg(test)]
mod arguments_test;
mod backend;
#[cfg(test)]
mod catalogue_test;
mod chunked;
mod cipher;
mod context;
mod drbg;
mod jobs;
mod keys;
mod mac;
mod names;
mod sbox;
mod segments;
mod status;
mod stream;
mod threegpp;

pub use aead::*;
pub use backend::*;
pub use chunked::*;
pub use cipher::*;
pub use drbg::*;
pub use mac::*;
pub use names::*;
pub use sbox::*;
pub use segments::*;
pub use status::*;
pub use stream::*;
pub use threegpp::*;
