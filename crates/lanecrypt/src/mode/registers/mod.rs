//! ECB and counter mode of ciphers on registers of whole blocks.

mod ctr;
mod ctr_drbg;
mod ecb;
mod ocb3;
mod ocb3_many;
mod tiles;
mod window;

use super::Modes;
use super::batch::{CtrJob, EcbJob};
use crate::aead::AeadJob;
use crate::batch::{Data, Status};
use crate::block::register::{BLOCK, ManyKeys, RegisterCipher, RegisterKeyed};
use crate::block::{Aes128, Aes192, Aes256, BlockCipher};
use crate::lanes::{InOut, SameKey};
use crate::{Backend, Error};
use ctr::Counting;
pub(crate) use ocb3::Ocb3Offsets;

/// A block cipher of 16-byte blocks, with the modes that want such: AES.
///
/// What it has are the modes themselves, with everything checked: use the modules of
/// [`mode`](crate::mode).
pub trait BlockModes: Modes {
    // CBC, CMAC, PMAC

    // GCM

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
    /// Fills bytes with enciphered counter blocks, from a big-endian number on.
    #[doc(hidden)]
    fn run_fill(&self, number: u128, out: &mut [u8]);
}

macro_rules! modes {
    ($($keys:literal: $name:ident),*) => {$(
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

            // GCM

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

modes!(11: Aes128, 13: Aes192, 15: Aes256);
