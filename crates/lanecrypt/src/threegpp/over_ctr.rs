//! What the encryption algorithms have in common that are AES in counter mode.

use crate::algorithm::engine::Operation;
use crate::batch::{CipherJob, check_start, for_operation};
use crate::mode::blocks::ctr::{self, CounterMode};
use crate::mode::{AesModes, Ctr, CtrStream};
use crate::{Backend, Cipher, Error, StreamCipher as _};

/// An algorithm that is counter mode, with a first counter block of its own.
pub(super) trait OverCtr: Cipher<Options = ()> {
    type Aes: AesModes;

    fn ctr(&self) -> &Ctr<Self::Aes>;
    /// The first counter block.
    fn first(nonce: Self::Nonce<'_>) -> [u8; 16];
    /// Whether a message can have this nonce and this length.
    fn check_message(nonce: Self::Nonce<'_>, bits: u64) -> Result<(), Error>;
}

/// Whether a message is allowed.
#[inline]
pub(super) fn check<C: OverCtr>(nonce: C::Nonce<'_>, block: u64, bits: u64) -> Result<(), Error> {
    check_start(block)?;
    C::check_message(nonce, bits)
}

/// A message in pieces.
pub(super) fn stream<C: OverCtr>(key: &C, nonce: C::Nonce<'_>) -> Result<CtrStream<C::Aes>, Error> {
    C::check_message(nonce, 0)?;
    key.ctr().stream(&C::first(nonce))
}

/// One message under a key object.
pub(super) fn one<C: OverCtr + CounterMode>(
    key: &C,
    job: &mut CipherJob<'_, C>,
    operation: Operation,
) {
    for_operation(operation, core::slice::from_mut(job), |jobs| {
        jobs.iter_mut().for_each(|job| ctr::alone(key, job));
    });
}

/// Every pending job.
pub(super) fn many<C: OverCtr + CounterMode>(
    backend: Backend,
    operation: Operation,
    jobs: &mut [CipherJob<'_, C>],
) {
    for_operation(operation, jobs, |jobs| ctr::many(backend, jobs));
}

/// Makes an [`OverCtr`] a stream cipher. It has a field `ctr`.
macro_rules! over_ctr {
    ($name:ident, $aes:ident) => {
        impl $crate::mode::blocks::ctr::CounterMode for $name {
            fn key(&self) -> &$crate::block::aes_key::AesKey {
                $crate::block::aes_key::AesKeyed::key(self.ctr.cipher())
            }

            #[inline(always)]
            fn first(nonce: Self::Nonce<'_>, _: u64) -> u128 {
                u128::from_le_bytes(<Self as $crate::threegpp::over_ctr::OverCtr>::first(nonce))
            }
        }

        impl $crate::StreamCipher for $name {
            type Stream = $crate::mode::CtrStream<$crate::block::$aes>;

            /// That a message in pieces has no more than 2^32 - 1 bits is the caller's to see to.
            fn stream(&self, nonce: Self::Nonce<'_>) -> Result<Self::Stream, $crate::Error> {
                $crate::threegpp::over_ctr::stream(self, nonce)
            }
        }

        impl $crate::algorithm::engine::CipherEngine for $name {
            $crate::algorithm::engine::shorten!(Cipher);

            fn check(
                nonce: <Self as $crate::Cipher>::Nonce<'_>,
                block: u64,
                bits: u64,
                _: $crate::algorithm::engine::Internal,
            ) -> Result<(), $crate::Error> {
                $crate::threegpp::over_ctr::check::<Self>(nonce, block, bits)
            }

            fn run_one(
                &self,
                job: &mut $crate::CipherJob<'_, Self>,
                operation: $crate::algorithm::engine::Operation,
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::threegpp::over_ctr::one(self, job, operation);
            }

            fn run_many(
                settings: &$crate::algorithm::engine::Settings<Self>,
                operation: $crate::algorithm::engine::Operation,
                jobs: &mut [$crate::CipherJob<'_, Self>],
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::threegpp::over_ctr::many(settings.backend, operation, jobs);
            }
        }
    };
}
pub(super) use over_ctr;

/// Makes a struct around a key object of AES a key object. Other fields are given with the values that they
/// begin with.
macro_rules! around_aes {
    ($name:ident, $inner:ident, $bytes:literal byte keys $(, $field:ident: $value:expr)*) => {
        impl $crate::algorithm::engine::Expand for $name {
            fn expand(
                key: &[u8],
                settings: $crate::algorithm::engine::Settings<Self>,
                internal: $crate::algorithm::engine::Internal,
            ) -> Self {
                let $inner = $crate::algorithm::engine::Expand::expand(key, settings.of(), internal);
                Self { $inner $(, $field: $value)* }
            }
        }

        impl $crate::Algorithm for $name {
            type KeyArray = [u8; $bytes];
            type Options = ();

            fn backend(&self) -> $crate::Backend {
                $crate::Algorithm::backend(&self.$inner)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("backend", &$crate::Algorithm::backend(&self.$inner))
                    .finish_non_exhaustive()
            }
        }
    };
}
pub(super) use around_aes;
