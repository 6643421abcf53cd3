//! Random messages for every algorithm of Lanecrypt, on every backend, between forbidden pages.
//!
//! There are four targets ([`Target`]). Each takes the algorithms from the catalogue of the library, so that a new
//! one is tried without a line here. A *case* is one random batch, message or series of calls for one algorithm on
//! one backend, and is made from a seed. Some cases are committed ([`corpus`]). `docs/testing.md` describes how to run
//! them.

#![cfg(all(target_os = "linux", not(miri)))]

pub mod batches;
pub mod case;
pub mod corpus;
pub mod crash;
pub mod garbage;
pub mod list;
pub mod models;
pub mod pages;
pub mod pieces;
pub mod plant;
pub mod reach;
pub mod source;
pub mod target;

pub use target::Target;
