//! ECB and counter mode of ciphers on registers of whole blocks.

mod ctr;
mod ecb;
mod tiles;
mod window;

use super::Modes;
use super::batch::{CtrJob, EcbJob};
use crate::batch::{Data, Status};
use crate::block::register::{BLOCK, ManyKeys, RegisterCipher, RegisterKeyed};
use crate::block::{Aes128, Aes192, Aes256, BlockCipher};
use crate::lanes::{InOut, SameKey};
use crate::{Backend, Error};
use ctr::Counting;

/// A block cipher of 16-byte blocks, with the modes that want such: AES.
///
/// What it has are the modes themselves, with everything checked: use the modules of
/// [`mode`](crate::mode).
pub trait BlockModes: Modes {
    // CBC, CMAC, PMAC

    // GCM

    // OCB3, CTR_DRBG
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
        }
    )*};
}

modes!(11: Aes128, 13: Aes192, 15: Aes256);
