//! The program from outside: run, and what it prints and returns looked at.

mod aead;
mod aesni;
mod bench;
mod block;
mod bound;
mod common;
mod ct;
mod info;
mod kat;
mod laboratory;
mod paper;
mod report;
#[cfg(unix)]
mod writing;
