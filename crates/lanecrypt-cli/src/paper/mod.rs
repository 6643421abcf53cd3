//! Papers with published measurements, which can be repeated on this machine.
//!
//! A paper is data ([`zuc256`], [`cypress`], [`aesni`]). Its method decides what is measured and how it
//! is shown ([`variants`], [`memory`], [`instructions`]). One paper measured [`firmware`].

mod aesni;
mod cypress;
pub(crate) mod firmware;
pub(crate) mod instructions;
mod list;
pub(crate) mod memory;
mod method;
mod publication;
pub(crate) mod variants;
mod zuc256;

pub(crate) use list::named;
pub(crate) use method::{Method, Paper, PaperReport};
