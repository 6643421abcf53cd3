//! What a cipher implements that is the keystream of a version of SNOW.

use super::alone::Alone;
use super::many::{Lane, Load, States};
use super::{Setup, Single, SnowStream, Version};
use crate::algorithm::engine::{Operation, Settings};
use crate::batch::{CipherJob, Data, bytes_for};
use crate::lanes::{InOut, Kernels, guarded};
use crate::stream::alone;
use crate::stream::key::HoldsKey;
use crate::stream::scheduler::Queue;
use crate::{Cipher, Error};

/// A cipher that is SNOW's keystream.
pub(crate) trait SnowCipher: Cipher<Options = ()> + HoldsKey {
    const VERSION: Version;
    /// The most whole bytes of a message.
    const MAX_BYTES: u64 = u64::MAX;

    /// The IV.
    fn iv(nonce: Self::Nonce<'_>) -> [u8; 16];

    /// Whether a message can have this nonce and this length.
    fn check_message(_nonce: Self::Nonce<'_>, _bits: u64) -> Result<(), Error> {
        Ok(())
    }
}

/// A key of the right length and a nonce.
pub(crate) fn setup<C: SnowCipher>(key: &[u8], nonce: C::Nonce<'_>) -> Setup {
    Setup::new(C::VERSION, key, C::iv(nonce))
}

/// Runs the messages of a queue one after another.
#[inline(always)]
pub(crate) fn run<Q: Queue<Streams = Single>>(kernels: &mut Kernels, queue: &mut Q) {
    alone::run::<Single, _>(kernels, queue);
}

/// A message in pieces.
pub(crate) fn pieces<C: SnowCipher>(key: &C, nonce: C::Nonce<'_>) -> Result<SnowStream, Error> {
    C::check_message(nonce, 0)?;
    let setup = setup::<C>(key.key(), nonce);
    Ok(SnowStream::new(&setup, key.backend(), C::MAX_BYTES))
}

/// Encrypts every pending job, or makes its keystream.
pub(crate) fn encrypt<C: SnowCipher>(
    settings: &Settings<C>,
    operation: Operation,
    jobs: &mut [CipherJob<'_, C>],
) {
    match jobs {
        [job] => guarded(settings.backend, |kernels| encrypt_alone(kernels, operation, job)),
        _ => encrypt_many(settings, operation, jobs),
    }
}

/// A job by itself.
#[inline(always)]
fn encrypt_alone<C: SnowCipher>(
    kernels: &mut Kernels,
    operation: Operation,
    job: &mut CipherJob<'_, C>,
) {
    let bytes = bytes_for(job.bits()) as usize;
    if !job.begin() || bytes == 0 {
        return;
    }
    let load = Load::new(job.key.bytes(C::key), C::iv(job.nonce));
    let data = begun(&mut job.data, operation, bytes);
    kernels.run(Alone { version: C::VERSION, load, data });
    job.clear_spare_bits();
}

/// The data of a job of so many bytes; zeros where its keystream is wanted.
#[inline(always)]
fn begun<'d>(data: &'d mut Data<'_>, operation: Operation, bytes: usize) -> InOut<'d> {
    if operation == Operation::Keystream {
        let output = &mut data.output_mut()[..bytes];
        output.fill(0);
        InOut::in_place(output)
    } else {
        data.in_out().split_off_at_most(bytes)
    }
}

/// Every pending job, side by side.
fn encrypt_many<C: SnowCipher>(
    settings: &Settings<C>,
    operation: Operation,
    jobs: &mut [CipherJob<'_, C>],
) {
    let (mut kernels, mut states) = (Kernels::on(settings.backend), States::new());
    for jobs in jobs.chunks_mut(States::MAX) {
        let mut lanes: [Lane<'_>; States::MAX] = [const { Lane::EMPTY }; States::MAX];
        let mut loads = [Load::EMPTY; States::MAX];
        // A bit for each job that was pending.
        let (mut count, mut pending) = (0, 0u32);
        for (number, job) in jobs.iter_mut().enumerate() {
            let bytes = bytes_for(job.bits()) as usize;
            if !job.begin() || bytes == 0 {
                continue;
            }
            pending |= 1 << number;
            loads[count] = Load::new(job.key.bytes(C::key), C::iv(job.nonce));
            lanes[count] = Lane::new(count, begun(&mut job.data, operation, bytes));
            count += 1;
        }
        states.initialise(&mut kernels, C::VERSION, &loads[..count], &mut []);
        states.encrypt(&mut kernels, C::VERSION, &mut lanes[..count]);
        for (number, job) in jobs.iter_mut().enumerate() {
            if pending >> number & 1 != 0 {
                job.clear_spare_bits();
            }
        }
    }
}

/// Makes a [`SnowCipher`] a stream cipher.
macro_rules! snow_cipher {
    ($name:ident) => {
        $crate::stream::messages::stream_cipher!($name, $crate::stream::SnowStream);

        impl $crate::stream::messages::LaneStream for $name {
            type Streams = $crate::stream::snow5g::Single;
            type Pieces = $crate::stream::SnowStream;

            fn start(
                key: &[u8],
                nonce: <Self as $crate::Cipher>::Nonce<'_>,
                _: u64,
            ) -> $crate::stream::snow5g::Setup {
                $crate::stream::snow5g::setup::<Self>(key, nonce)
            }

            #[inline]
            fn check(
                nonce: <Self as $crate::Cipher>::Nonce<'_>,
                block: u64,
                bits: u64,
            ) -> Result<(), $crate::Error> {
                $crate::batch::check_start(block)?;
                <Self as $crate::stream::snow5g::SnowCipher>::check_message(nonce, bits)
            }

            fn pieces(
                &self,
                nonce: <Self as $crate::Cipher>::Nonce<'_>,
            ) -> Result<$crate::stream::SnowStream, $crate::Error> {
                $crate::stream::snow5g::pieces(self, nonce)
            }

            #[inline(always)]
            fn run<Q: $crate::stream::scheduler::Queue<Streams = Self::Streams>>(
                kernels: &mut $crate::lanes::Kernels,
                _: &$crate::algorithm::engine::Settings<Self>,
                _: usize,
                queue: &mut Q,
            ) {
                $crate::stream::snow5g::run(kernels, queue);
            }

            fn run_jobs(
                settings: &$crate::algorithm::engine::Settings<Self>,
                operation: $crate::algorithm::engine::Operation,
                jobs: &mut [$crate::CipherJob<'_, Self>],
            ) -> bool {
                $crate::stream::snow5g::encrypt(settings, operation, jobs);
                true
            }
        }
    };
}
pub(crate) use snow_cipher;
