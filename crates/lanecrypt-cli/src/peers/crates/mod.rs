//! Crates, used in the fastest way that they document: whole messages per call, and types that
//! only encrypt where nothing is decrypted.

mod aegis;
mod aes;
mod aes_gcm;
mod blocks;
mod chacha20;
mod cmac;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod graviola;
mod lwbc;
mod magma;
mod morus;
mod ocb3;
mod peer;
mod ring;
mod sparx;
mod speck;
mod turned;
mod zuc;

use super::peer::Peer;

/// Every crate.
pub(super) static ALL: &[&dyn Peer] = &[
    &aes::ECB,
    &aes::CTR,
    &aes::CBC,
    &aes_gcm::AES_GCM,
    &ring::RING,
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    &graviola::Graviola,
    &ocb3::OCB3,
    &cmac::CMAC,
    &cmac::PMAC,
    &aegis::AEGIS,
    &morus::MORUS,
    &speck::SPECK,
    &speck::SPECK_CTR,
    &lwbc::LWBC,
    &magma::MAGMA,
    &magma::MAGMA_CTR,
    &sparx::SPARX,
    &zuc::ZUC,
    &chacha20::CHACHA20,
];
