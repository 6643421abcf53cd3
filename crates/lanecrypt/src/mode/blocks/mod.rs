//! The modes of AES, over registers of blocks: ECB, CTR, CBC, CMAC, PMAC, GCM, OCB3, and the bytes of
//! CTR_DRBG.

mod cbc;
mod chain;
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
mod pmac;
mod pmac_many;
mod tiles;
mod window;

#[cfg(feature = "short-gcm-tags")]
use super::GcmShortTags;
use super::words::{Modes, ModesEngine};
use super::{Cbc, Cmac, Ctr, Ecb, Gcm, Ocb3, Pmac};
use crate::Backend;
use crate::algorithm::engine::Internal;
use crate::batch::{AeadJob, CipherJob, Data, MacJob};
use crate::block::register::{
    BLOCK, ManyKeys, RegisterCipher, RegisterKey, RegisterKeyed, RoundKeys,
};
use crate::block::{self, BlockCipher};
use crate::hash::polyval::HashKey;
use crate::lanes::SharedKey;
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
    fn gcm_many(backend: Backend, open: bool, jobs: &mut [AeadJob<'_, Gcm<Self>>], _: Internal)
    where
        Self: AesModes;
    /// The same with short tags. Not generic, so that kernels are compiled in this crate only.
    #[cfg(feature = "short-gcm-tags")]
    fn gcm_short_many(
        backend: Backend,
        open: bool,
        jobs: &mut [AeadJob<'_, GcmShortTags<Self>>],
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
            $module:ident::$name:ident $id:ident $title:literal $feature:literal $key:literal
            $block:literal $keys:literal $($rest:tt)*
        })* }
    ) => {$(
        impl Modes for block::$name {}

        impl ModesEngine for block::$name {
            const NONCES: &'static [(usize, u64)] = &[(16, u64::MAX), (12, 1 << 32)];

            fn ecb(&self, backend: Backend, decrypt: bool, data: &mut Data<'_>, _: Internal) {
                ecb::one::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                    backend,
                    self.key(),
                    decrypt,
                    data.in_out(),
                );
            }
            fn ctr(
                &self,
                backend: Backend,
                nonce: &[u8],
                block: u64,
                data: &mut Data<'_>,
                _: Internal,
            ) {
                ctr::one::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                    backend,
                    SharedKey(&self.key().forward),
                    nonce,
                    block,
                    data,
                );
            }
            fn ctr_many(
                backend: Backend,
                (): &(),
                jobs: &mut [CipherJob<'_, Ctr<Self>>],
                _: Internal,
            ) {
                ctr::many::<_, $keys>(backend, jobs);
            }
            fn ecb_many(
                backend: Backend,
                (): &(),
                decrypt: bool,
                jobs: &mut [CipherJob<'_, Ecb<Self>>],
                _: Internal,
            ) {
                if decrypt {
                    window::run::<ecb::Batches<Self>, Self, true, $keys>(backend, jobs);
                } else {
                    window::run::<ecb::Batches<Self>, Self, false, $keys>(backend, jobs);
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
                let (key, data) = (self.key(), data.in_out());
                if decrypt {
                    cbc::decrypt::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                        backend, &key.back, iv, data,
                    );
                } else {
                    let keys = SharedKey(&key.forward);
                    chain::encrypt::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                        backend, keys, iv, data,
                    );
                }
            }
            fn chain(&self, state: u128, blocks: &[u8], _: Internal) -> u128 {
                chain::absorb::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                    self.key().backend,
                    SharedKey(&self.key().forward),
                    &state.to_le_bytes(),
                    blocks,
                )
            }
            fn cmac(
                &self,
                state: &[u8; BLOCK],
                blocks: &[u8],
                last: u128,
                whole: bool,
                _: Internal,
            ) -> u128 {
                chain::mac::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                    self.key().backend,
                    SharedKey(&self.key().forward),
                    state,
                    blocks,
                    last,
                    whole,
                )
            }
            fn pmac(&self, offsets: &Offsets, sum: &mut Sum, blocks: &[u8], _: Internal) {
                pmac::add::<<Self as RegisterKeyed<$keys>>::Rounds, _, $keys>(
                    self.key().backend,
                    SharedKey(&self.key().forward),
                    offsets,
                    sum,
                    blocks,
                );
            }
            fn cbc_many(
                backend: Backend,
                decrypt: bool,
                jobs: &mut [CipherJob<'_, Cbc<Self>>],
                _: Internal,
            ) {
                if decrypt {
                    window::run::<cbc::Decryption<Self>, Self, true, $keys>(backend, jobs);
                } else {
                    cbc::encrypt_many::<Self, $keys>(backend, jobs);
                }
            }
            fn cmac_many(backend: Backend, jobs: &mut [MacJob<'_, Cmac<Self>>], _: Internal) {
                cmac::many::<Self, $keys>(backend, jobs);
            }
            fn pmac_many(backend: Backend, jobs: &mut [MacJob<'_, Pmac<Self>>], _: Internal) {
                pmac_many::many::<Self, $keys>(backend, jobs);
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
                gcm::one::<<Self as RegisterKeyed<$keys>>::Rounds, _, $keys>(
                    self.key().backend,
                    SharedKey(&self.key().forward),
                    hash,
                    open,
                    gcm::Message { nonce, aad, data: data.in_out() },
                )
            }
            fn gcm_many(
                backend: Backend,
                open: bool,
                jobs: &mut [AeadJob<'_, Gcm<Self>>],
                _: Internal,
            ) {
                gcm_many::many::<Self, _, $keys>(backend, open, jobs);
            }
            #[cfg(feature = "short-gcm-tags")]
            fn gcm_short_many(
                backend: Backend,
                open: bool,
                jobs: &mut [AeadJob<'_, GcmShortTags<Self>>],
                _: Internal,
            ) {
                gcm_many::many::<Self, _, $keys>(backend, open, jobs);
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
                ocb3::one::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                    self.key().backend,
                    self.key(),
                    open,
                    offsets,
                    ocb3::Sealing { nonce, aad, data: data.in_out() },
                )
            }
            fn ocb3_many(
                backend: Backend,
                open: bool,
                jobs: &mut [AeadJob<'_, Ocb3<Self>>],
                _: Internal,
            ) {
                match open {
                    false => ocb3_many::many::<Self, false, $keys>(backend, jobs),
                    true => ocb3_many::many::<Self, true, $keys>(backend, jobs),
                }
            }

            #[cfg(feature = "drbg")]
            fn fill(&self, number: u128, out: &mut [u8], _: Internal) {
                ctr_drbg::fill::<<Self as RegisterKeyed<$keys>>::Rounds, $keys>(
                    self.key(),
                    number,
                    out,
                );
            }
        }
    )*};
}

crate::block_ciphers!(modes);
