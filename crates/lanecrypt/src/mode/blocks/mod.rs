//! The modes of AES, over registers of blocks: ECB, CTR, CBC, CMAC, PMAC, GCM, OCB3, and the bytes of
//! CTR_DRBG.

#[allow(unsafe_code)]
mod any;
mod cbc;
mod chain;
mod chains;
pub(crate) mod cmac;
pub(crate) mod ctr;
#[cfg(feature = "drbg")]
mod ctr_drbg;
pub(crate) mod ctr_keyed;
mod ecb;
mod gcm;
mod gcm_data;
mod gcm_many;
mod gcm_ready;
mod groups;
mod multibuffer;
mod ocb3;
mod ocb3_many;
mod offsets;
pub(crate) mod pdu;
mod pmac;
mod pmac_many;
mod short;
mod tiles;
mod window;

use super::words::{Modes, ModesEngine};
use super::{Cbc, Cmac, Ctr, Ecb, Gcm, Ocb3, Pmac, TagLengths};
use crate::Backend;
use crate::algorithm::engine::Internal;
use crate::batch::{AeadJob, CipherJob, Data, MacJob};
use crate::block::aes::Rounds;
use crate::block::aes_key::{AesKey, AesKeyed, BLOCK, ManyKeys, RoundKeys};
use crate::block::{self, BlockCipher};
use crate::hash::polyval::HashKey;
use any::Any;
pub(crate) use ocb3::{Ocb3Offsets, nonce_block};
pub(super) use offsets::Offsets;
pub(super) use pmac::{Sum, last_block};

/// AES: a block cipher that CBC, CMAC, PMAC, GCM, OCB3 and CTR_DRBG work over.
///
/// The trait is sealed and has nothing to call: use the modes.
///
/// ```
/// use lanecrypt::{Aead, Algorithm, Error, Tag, block::Aes192, mode::{AesModes, Gcm}};
///
/// fn seal<C: AesModes>(key: &[u8], data: &mut [u8]) -> Result<Tag, Error> {
///     Gcm::<C>::new(key)?.seal(&[1; 12], b"", data)
/// }
/// seal::<Aes192>(&[7; 24], &mut [0; 32])?;
/// # Ok::<(), Error>(())
/// ```
pub trait AesModes: Modes<Options = ()> + AesEngine {}

/// What AES gives to the modes.
pub trait AesEngine: BlockCipher {
    /// CBC of whole blocks.
    fn cbc(
        &self,
        backend: Backend,
        decrypt: bool,
        iv: &[u8; BLOCK],
        data: &mut Data<'_>,
        _: Internal,
    );
    /// The last of whole blocks, chained on from a block; both are little-endian numbers.
    fn chain(&self, state: u128, blocks: &[u8], _: Internal) -> u128;
    /// The tag of CMAC: whole blocks are chained on from a state, then the last one, a little-endian number,
    /// padded unless it was `whole`.
    fn cmac(
        &self,
        state: &[u8; BLOCK],
        blocks: &[u8],
        last: u128,
        whole: bool,
        _: Internal,
    ) -> u128;
    /// Adds whole blocks to the sum of PMAC.
    fn pmac(&self, offsets: &Offsets, sum: &mut Sum, blocks: &[u8], _: Internal);
    /// CBC of every pending job.
    fn cbc_many(
        backend: Backend,
        decrypt: bool,
        jobs: &mut [CipherJob<'_, Cbc<Self>>],
        _: Internal,
    ) where
        Self: AesModes;
    /// CMAC of every pending job.
    fn cmac_many(backend: Backend, jobs: &mut [MacJob<'_, Cmac<Self>>], _: Internal)
    where
        Self: AesModes;
    /// PMAC of every pending job.
    fn pmac_many(backend: Backend, jobs: &mut [MacJob<'_, Pmac<Self>>], _: Internal)
    where
        Self: AesModes;

    /// GCM of one message. Returns the whole tag.
    fn gcm(
        &self,
        hash: &HashKey,
        open: bool,
        nonce: &[u8],
        aad: &[u8],
        data: &mut Data<'_>,
        _: Internal,
    ) -> [u8; BLOCK];
    /// GCM of every pending job.
    fn gcm_many<T: TagLengths>(
        backend: Backend,
        open: bool,
        jobs: &mut [AeadJob<'_, Gcm<Self, T>>],
        _: Internal,
    ) where
        Self: AesModes;

    /// OCB3 of one message. The nonce is the block made of it. Returns the whole tag.
    fn ocb3(
        &self,
        open: bool,
        offsets: &Ocb3Offsets,
        nonce: [u8; BLOCK],
        aad: &[u8],
        data: &mut Data<'_>,
        _: Internal,
    ) -> [u8; BLOCK];
    /// OCB3 of every pending job.
    fn ocb3_many(backend: Backend, open: bool, jobs: &mut [AeadJob<'_, Ocb3<Self>>], _: Internal)
    where
        Self: AesModes;

    /// Fills bytes with encrypted counter blocks, from a big-endian number on.
    #[cfg(feature = "drbg")]
    fn fill(&self, number: u128, out: &mut [u8], _: Internal);
}

macro_rules! modes {
    (
        over_words { $($over_words:tt)* }
        over_blocks { $({
            $module:ident::$name:ident $id:ident $title:literal $feature:literal $($rest:tt)*
        })* }
    ) => {$(
        impl Modes for block::$name {}

        impl ModesEngine for block::$name {
            const NONCES: &'static [(usize, u64)] = &[(16, u64::MAX), (12, 1 << 32)];

            fn ecb(&self, backend: Backend, decrypt: bool, data: &mut Data<'_>, _: Internal) {
                ecb::one(backend, self.key(), decrypt, data.in_out());
            }
            fn ctr(
                &self,
                backend: Backend,
                nonce: &[u8],
                block: u64,
                data: &mut Data<'_>,
                _: Internal,
            ) {
                ctr::one(backend, self.key().forward(), nonce, block, data);
            }
            fn ctr_many(
                backend: Backend,
                (): &(),
                jobs: &mut [CipherJob<'_, Ctr<Self>>],
                _: Internal,
            ) {
                ctr::many::<Ctr<Any>>(backend, any::ciphers(jobs));
            }
            fn ecb_many(
                backend: Backend,
                (): &(),
                decrypt: bool,
                jobs: &mut [CipherJob<'_, Ecb<Self>>],
                _: Internal,
            ) {
                let jobs = any::ciphers(jobs);
                match decrypt {
                    false => window::run::<ecb::Batches, false>(backend, jobs),
                    true => window::run::<ecb::Batches, true>(backend, jobs),
                }
            }
        }

        impl AesModes for block::$name {}

        impl AesEngine for block::$name {
            fn cbc(
                &self,
                backend: Backend,
                decrypt: bool,
                iv: &[u8; BLOCK],
                data: &mut Data<'_>,
                _: Internal,
            ) {
                match decrypt {
                    false => chain::encrypt(backend, self.key().forward(), iv, data.in_out()),
                    true => cbc::decrypt(backend, self.key().back(), iv, data.in_out()),
                }
            }
            fn chain(&self, state: u128, blocks: &[u8], _: Internal) -> u128 {
                let key = self.key();
                chain::absorb(key.backend, key.forward(), state, blocks)
            }
            fn cmac(
                &self,
                state: &[u8; BLOCK],
                blocks: &[u8],
                last: u128,
                whole: bool,
                _: Internal,
            ) -> u128 {
                let key = self.key();
                let state = u128::from_le_bytes(*state);
                let input = chain::MacInput { state, first: None, blocks, last, whole };
                chain::mac(key.backend, key.forward(), &input)
            }
            fn pmac(&self, offsets: &Offsets, sum: &mut Sum, blocks: &[u8], _: Internal) {
                let key = self.key();
                pmac::add(key.backend, key.forward(), offsets, sum, blocks);
            }
            fn cbc_many(
                backend: Backend,
                decrypt: bool,
                jobs: &mut [CipherJob<'_, Cbc<Self>>],
                _: Internal,
            ) {
                let jobs = any::ciphers(jobs);
                match decrypt {
                    false => cbc::encrypt_many(backend, jobs),
                    true => window::run::<cbc::Decryption, true>(backend, jobs),
                }
            }
            fn cmac_many(backend: Backend, jobs: &mut [MacJob<'_, Cmac<Self>>], _: Internal) {
                cmac::many(backend, any::macs(jobs));
            }
            fn pmac_many(backend: Backend, jobs: &mut [MacJob<'_, Pmac<Self>>], _: Internal) {
                pmac_many::many(backend, any::macs(jobs));
            }

            fn gcm(
                &self,
                hash: &HashKey,
                open: bool,
                nonce: &[u8],
                aad: &[u8],
                data: &mut Data<'_>,
                _: Internal,
            ) -> [u8; BLOCK] {
                let (key, message) = (self.key(), gcm::Message { nonce, aad, data: data.in_out() });
                gcm::one(key.backend, key.forward(), hash, open, message)
            }
            fn gcm_many<T: TagLengths>(
                backend: Backend,
                open: bool,
                jobs: &mut [AeadJob<'_, Gcm<Self, T>>],
                _: Internal,
            ) {
                gcm_many::many(backend, open, any::aeads(jobs));
            }

            fn ocb3(
                &self,
                open: bool,
                offsets: &Ocb3Offsets,
                nonce: [u8; BLOCK],
                aad: &[u8],
                data: &mut Data<'_>,
                _: Internal,
            ) -> [u8; BLOCK] {
                let (key, message) = (self.key(), ocb3::Sealing { nonce, aad, data: data.in_out() });
                ocb3::one(key.backend, key, open, offsets, message)
            }
            fn ocb3_many(
                backend: Backend,
                open: bool,
                jobs: &mut [AeadJob<'_, Ocb3<Self>>],
                _: Internal,
            ) {
                let jobs = any::aeads(jobs);
                match open {
                    false => ocb3_many::many::<false>(backend, jobs),
                    true => ocb3_many::many::<true>(backend, jobs),
                }
            }

            #[cfg(feature = "drbg")]
            fn fill(&self, number: u128, out: &mut [u8], _: Internal) {
                ctr_drbg::fill(self.key(), number, out);
            }
        }
    )*};
}

crate::block_ciphers!(modes);
