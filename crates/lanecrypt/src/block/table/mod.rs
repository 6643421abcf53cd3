//! The classic table forms, for comparison only.
//!
//! **Not constant time**: the tables are indexed by secret bytes, and an attacker who shares a
//! cache with the victim can learn which lines were read. They are here because published
//! implementations and measurements use them. Nothing ever chooses them automatically.

mod aes;
mod gost28147;

pub use aes::{Aes128, Aes192, Aes256, aes128_next_key, aes128_round};
pub use gost28147::Gost28147;
