//! The classic table forms, for comparison only.
//!
//! **Not constant time**: the tables are indexed by secret bytes, and an attacker who shares a
//! cache with the victim can learn which lines were read. They are here because published
//! implementations and measurements use them. Nothing ever chooses them automatically.

mod aes256;
mod gost28147;

pub use aes256::Aes256;
pub use gost28147::Gost28147;
