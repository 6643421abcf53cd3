//! ECB and counter mode of ciphers on registers of whole blocks.

mod cbc;
mod chain;
mod cmac;
mod ctr;
mod ctr_drbg;
mod ecb;
mod gcm;
mod ocb3;
mod ocb3_many;
mod pmac;
mod side;
mod tiles;
mod window;

use super::Modes;
use super::batch::{CbcJob, CtrJob, EcbJob, MacJob};
use crate::aead::AeadJob;
use crate::batch::Data;
use crate::block::register::{BLOCK, ManyKeys, RegisterCipher, RegisterKeyed};
use crate::block::{Aes128, Aes192, Aes256, BlockCipher};
use crate::hash::polyval::HashKey;
use crate::lanes::SameKey;
use crate::{Backend, Error};
use ctr::Counting;
pub(crate) use ocb3::Ocb3Offsets;
pub(super) use pmac::{Offsets, Sum};

/// A block cipher of 16-byte blocks, with the modes that want such: AES.
///
/// What it has are the modes themselves, with everything checked: use the modules of
/// [`mode`](crate::mode).
pub trait BlockModes: Modes {
    // CBC, CMAC, PMAC

    /// CBC of whole blocks.
    #[doc(hidden)]
    fn run_cbc(&self, decrypt: bool, iv: &[u8; BLOCK], data: &mut Data<'_>) -> Result<(), Error>;
    /// The last of whole blocks, chained on from a block; both little-endian numbers.
    #[doc(hidden)]
    fn run_chain(&self, state: u128, blocks: &[u8]) -> u128;
    /// Adds whole blocks to the sum of PMAC.
    #[doc(hidden)]
    fn run_pmac(&self, offsets: &Offsets, sum: &mut Sum, blocks: &[u8]);
    /// CBC of many keys.
    #[doc(hidden)]
    fn run_cbc_many(backend: Backend, decrypt: bool, jobs: &mut [CbcJob<'_>]);
    /// CMAC of many keys.
    #[doc(hidden)]
    fn run_cmac_many(backend: Backend, jobs: &mut [MacJob<'_>]);
    /// PMAC of many keys.
    #[doc(hidden)]
    fn run_pmac_many(backend: Backend, jobs: &mut [MacJob<'_>]);

    // GCM
    /// The name of its GCM in the program.
    const GCM_NAME: &'static str;
    /// GCM of one message, with everything checked but the tag, which is returned.
    #[doc(hidden)]
    fn run_gcm(
        &self,
        hash: &HashKey,
        open: bool,
        nonce: &[u8],
        aad: &[u8],
        data: &mut Data<'_>,
    ) -> Result<[u8; 16], Error>;
    /// GCM of every pending job; the tags are not checked.
    #[doc(hidden)]
    fn run_gcm_many(
        backend: Backend,
        open: bool,
        jobs: &mut [AeadJob<'_>],
        tag: impl FnMut(&mut AeadJob<'_>, [u8; 16]),
    );

    // OCB3, CTR_DRBG

    /// OCB3 of one message: opens it or seals it, and gives the whole tag. The nonce is the block
    /// made of it.
    #[doc(hidden)]
    fn run_ocb3(
        &self,
        open: bool,
        offsets: &Ocb3Offsets,
        nonce: [u8; BLOCK],
        aad: &[u8],
        data: &mut Data<'_>,
    ) -> Result<[u8; BLOCK], Error>;
    /// OCB3 of many keys: opens every pending job or seals it.
    #[doc(hidden)]
    fn run_ocb3_many(backend: Backend, tag_bytes: usize, open: bool, jobs: &mut [AeadJob<'_>]);
    /// Fills bytes with encrypted counter blocks, from a big-endian number on.
    #[doc(hidden)]
    fn run_fill(&self, number: u128, out: &mut [u8]);
}

macro_rules! modes {
    ($($keys:literal: $name:ident $text:literal),*) => {$(
        impl Modes for $name {
            const NONCES: &'static [(usize, u64)] = &[(16, u64::MAX), (12, 1 << 32)];

            fn run_ecb(&self, decrypt: bool, data: &mut Data<'_>) -> Result<(), Error> {
                ecb::one::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                    self.key(),
                    decrypt,
                    data.in_out()?,
                );
                Ok(())
            }
            fn run_ctr(&self, nonce: &[u8], block: u64, data: &mut Data<'_>) -> Result<(), Error> {
                let message = Counting::new(nonce, block, data.in_out()?);
                let (backend, keys) = (self.backend(), SameKey(&self.key().forward));
                ctr::run::<<Self as RegisterKeyed<$keys>>::Rounds, _, $keys>(
                    backend,
                    keys,
                    &mut [message],
                );
                Ok(())
            }
            fn run_ctr_many(backend: Backend, (): &(), jobs: &mut [CtrJob<'_>]) {
                window::ctr::<Self, $keys>(backend, jobs);
            }
            fn run_ecb_many(backend: Backend, (): &(), decrypt: bool, jobs: &mut [EcbJob<'_>]) {
                window::ecb::<Self, $keys>(backend, decrypt, jobs);
            }
        }

        impl BlockModes for $name {
            // CBC, CMAC, PMAC

            fn run_cbc(
                &self,
                decrypt: bool,
                iv: &[u8; BLOCK],
                data: &mut Data<'_>,
            ) -> Result<(), Error> {
                let (iv, data) = (u128::from_le_bytes(*iv), data.in_out()?);
                if decrypt {
                    cbc::decrypt::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                        self.key(),
                        iv,
                        data,
                    );
                } else {
                    chain::encrypt::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                        self.key(),
                        iv,
                        data,
                    );
                }
                Ok(())
            }
            fn run_chain(&self, state: u128, blocks: &[u8]) -> u128 {
                chain::absorb::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                    self.key(),
                    state,
                    blocks,
                )
            }
            fn run_pmac(&self, offsets: &Offsets, sum: &mut Sum, blocks: &[u8]) {
                pmac::add::<<Self as RegisterKeyed<$keys>>::Rounds, _, $keys>(
                    self.backend(),
                    SameKey(&self.key().forward),
                    offsets,
                    sum,
                    blocks,
                );
            }
            fn run_cbc_many(backend: Backend, decrypt: bool, jobs: &mut [CbcJob<'_>]) {
                if decrypt {
                    cbc::decrypt_many::<Self, $keys>(backend, jobs);
                } else {
                    cbc::encrypt_many::<Self, $keys>(backend, jobs);
                }
            }
            fn run_cmac_many(backend: Backend, jobs: &mut [MacJob<'_>]) {
                cmac::many::<Self, $keys>(backend, jobs);
            }
            fn run_pmac_many(backend: Backend, jobs: &mut [MacJob<'_>]) {
                pmac::many::<Self, $keys>(backend, jobs);
            }

            // GCM
            const GCM_NAME: &'static str = concat!($text, "_gcm");

            fn run_gcm(
                &self,
                hash: &HashKey,
                open: bool,
                nonce: &[u8],
                aad: &[u8],
                data: &mut Data<'_>,
            ) -> Result<[u8; 16], Error> {
                let message = gcm::Message { nonce, aad, data: data.in_out()? };
                let keys = SameKey(&self.key().forward);
                Ok(gcm::one::<<Self as RegisterKeyed<$keys>>::Rounds, _, $keys>(
                    self.backend(),
                    keys,
                    hash,
                    open,
                    message,
                ))
            }
            fn run_gcm_many(
                backend: Backend,
                open: bool,
                jobs: &mut [AeadJob<'_>],
                tag: impl FnMut(&mut AeadJob<'_>, [u8; 16]),
            ) {
                gcm::many::<Self, $keys>(backend, open, jobs, tag);
            }

            // OCB3, CTR_DRBG

            fn run_ocb3(
                &self,
                open: bool,
                offsets: &Ocb3Offsets,
                nonce: [u8; BLOCK],
                aad: &[u8],
                data: &mut Data<'_>,
            ) -> Result<[u8; BLOCK], Error> {
                let message = ocb3::Sealing { nonce, aad, data: data.in_out()? };
                Ok(ocb3::one::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                    self.key(),
                    open,
                    offsets,
                    message,
                ))
            }
            fn run_ocb3_many(
                backend: Backend,
                tag_bytes: usize,
                open: bool,
                jobs: &mut [AeadJob<'_>],
            ) {
                match open {
                    false => ocb3_many::many::<Self, false, $keys>(backend, tag_bytes, jobs),
                    true => ocb3_many::many::<Self, true, $keys>(backend, tag_bytes, jobs),
                }
            }
            fn run_fill(&self, number: u128, out: &mut [u8]) {
                ctr_drbg::fill::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                    self.key(),
                    number,
                    out,
                );
            }
        }
    )*};
}

modes!(11: Aes128 "aes128", 13: Aes192 "aes192", 15: Aes256 "aes256");
