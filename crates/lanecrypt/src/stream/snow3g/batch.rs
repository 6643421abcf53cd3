//! What the algorithms over SNOW 3G implement, and how their messages reach the lanes.

use super::Variant;
use super::load::Setup;
use super::mac::{Hashed, KEY_WORDS, hash_many};
#[cfg(feature = "reference")]
use super::reference::{Reference, bit_by_bit};
use super::ring::Streams;
use super::single::{Single, first_words};
use crate::algorithm::engine::{Operation, Settings};
use crate::batch::{CipherJob, MacJob};
use crate::lanes::{Kernels, Row, guarded, wipe};
use crate::stream::alone;
use crate::stream::cohort::{self, CipherLane, Cohort, Loaded, MAX_LANES, Sink as _};
use crate::stream::key::HoldsKey;
pub(crate) use crate::stream::scheduler::Queue;
use crate::{Backend, Cipher, Error, Mac, Tag};

/// A cipher that is SNOW 3G's keystream with some loading.
pub(crate) trait Snow3gCipher: Cipher<Options = Variant> + HoldsKey {
    /// The most whole bytes of a message.
    const MAX_BYTES: u64 = u64::MAX;

    /// Writes the key, which has the right length, and the IV to a row.
    fn load(key: &[u8], nonce: Self::Nonce<'_>, row: &mut Row);

    /// Whether a message can have this length.
    fn check_message(_bits: u64) -> Result<(), Error> {
        Ok(())
    }
}

/// UIA2 with some loading.
pub(crate) trait Snow3gMac: Mac<Options = Variant> + HoldsKey {
    /// Writes the key, which has the right length, and the IV to a row.
    fn load(key: &[u8], nonce: Self::Nonce<'_>, row: &mut Row);

    /// Whether a message can have this length.
    fn check_message(_bits: u64) -> Result<(), Error> {
        Ok(())
    }
}

/// Makes a [`Snow3gCipher`] a [`LaneStream`](crate::stream::messages::LaneStream).
macro_rules! snow3g_cipher {
    ($name:ident) => {
        impl $crate::stream::messages::LaneStream for $name {
            type Streams = $crate::stream::snow3g::Streams;
            type Pieces = $crate::stream::snow3g::Snow3gStream;

            fn start(key: &[u8], nonce: Self::Nonce<'_>, _: u64) -> $crate::stream::snow3g::Setup {
                $crate::stream::snow3g::Setup::new(|row| {
                    <Self as $crate::stream::snow3g::Snow3gCipher>::load(key, nonce, row);
                })
            }

            #[inline]
            fn check(_: Self::Nonce<'_>, block: u64, bits: u64) -> Result<(), $crate::Error> {
                $crate::batch::check_start(block)?;
                <Self as $crate::stream::snow3g::Snow3gCipher>::check_message(bits)
            }

            fn pieces(
                &self,
                nonce: Self::Nonce<'_>,
            ) -> Result<$crate::stream::snow3g::Snow3gStream, $crate::Error> {
                let key = $crate::stream::key::HoldsKey::key(self);
                let setup = <Self as $crate::stream::messages::LaneStream>::start(key, nonce, 0);
                let limit = <Self as $crate::stream::snow3g::Snow3gCipher>::MAX_BYTES;
                let backend = $crate::Algorithm::backend(self);
                Ok($crate::stream::snow3g::Snow3gStream::new(&setup, backend, limit))
            }

            #[inline(always)]
            fn run<Q: $crate::stream::snow3g::Queue<Streams = Self::Streams>>(
                kernels: &mut $crate::lanes::Kernels,
                settings: &$crate::algorithm::engine::Settings<Self>,
                messages: usize,
                queue: &mut Q,
            ) {
                $crate::stream::snow3g::run_alone(kernels, settings, messages, queue);
            }

            fn run_jobs(
                settings: &$crate::algorithm::engine::Settings<Self>,
                operation: $crate::algorithm::engine::Operation,
                jobs: &mut [$crate::CipherJob<'_, Self>],
            ) -> bool {
                $crate::stream::snow3g::encrypt_jobs(settings, operation, jobs)
            }
        }
    };
}
pub(crate) use snow3g_cipher;

/// Runs the messages of a queue one after the other.
#[inline(always)]
pub(crate) fn run_alone<C: Snow3gCipher, Q: Queue<Streams = Streams>>(
    kernels: &mut Kernels,
    settings: &Settings<C>,
    messages: usize,
    queue: &mut Q,
) {
    let Settings { backend, options } = *settings;
    match options.resolve(backend, messages) {
        #[cfg(feature = "reference")]
        Variant::Reference => alone::run::<Reference, _>(kernels, queue),
        _ => alone::run::<Single, _>(kernels, queue),
    }
}

/// Runs the pending jobs in cohorts, if the variant has them. Returns whether it did.
pub(crate) fn encrypt_jobs<C: Snow3gCipher>(
    settings: &Settings<C>,
    operation: Operation,
    jobs: &mut [CipherJob<'_, C>],
) -> bool {
    let Settings { backend, options } = *settings;
    let pending = jobs.iter().filter(|job| job.is_pending()).count();
    let Some(lanes) = options.resolve(backend, pending).cohort(backend) else {
        return false;
    };
    let keystream = operation == Operation::Keystream;
    cohort::encrypt::<Streams, C>(backend, lanes, keystream, jobs, |_| lanes, C::load);
    true
}

/// Makes a [`Snow3gMac`] a MAC.
macro_rules! snow3g_mac {
    ($name:ident) => {
        impl $crate::algorithm::engine::MacEngine for $name {
            $crate::algorithm::engine::shorten!(Mac);

            #[inline]
            fn check(
                job: &$crate::MacJob<'_, Self>,
                _: $crate::algorithm::engine::Internal,
            ) -> Result<(), $crate::Error> {
                <Self as $crate::stream::snow3g::Snow3gMac>::check_message(job.bits())
            }

            fn run_one(
                &self,
                job: &$crate::MacJob<'_, Self>,
                _: usize,
                _: $crate::algorithm::engine::Internal,
            ) -> $crate::Tag {
                $crate::stream::snow3g::mac_one(self, job)
            }

            fn run_many(
                settings: &$crate::algorithm::engine::Settings<Self>,
                jobs: &mut [$crate::MacJob<'_, Self>],
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::stream::snow3g::mac_many(settings, jobs);
            }
        }
    };
}
pub(crate) use snow3g_mac;

/// The tag of one message.
pub(crate) fn mac_one<M: Snow3gMac>(object: &M, job: &MacJob<'_, M>) -> Tag {
    let Settings { backend, options } = object.settings();
    tag_alone(backend, options, object.key(), job)
}

/// The same under a key that is given.
fn tag_alone<M: Snow3gMac>(
    backend: Backend,
    options: Variant,
    key: &[u8],
    job: &MacJob<'_, M>,
) -> Tag {
    guarded(backend, |kernels| {
        let setup = Setup::new(|row| M::load(key, job.nonce, row));
        #[cfg(feature = "reference")]
        if options == Variant::Reference {
            return bit_by_bit(&setup, job.message, job.bits());
        }
        let _ = options;
        let mut rows = [first_words(kernels, &setup)];
        let mut sums = [0];
        hash_many(kernels, &rows, &[Hashed::new(job.message, job.bits())], &mut sums);
        wipe(&mut rows, [Row::ZERO]);
        Tag::new(&sums[0].to_be_bytes())
    })
}

/// The tag of every pending job.
pub(crate) fn mac_many<M: Snow3gMac>(settings: &Settings<M>, jobs: &mut [MacJob<'_, M>]) {
    let Settings { backend, options } = *settings;
    let pending = jobs.iter().filter(|job| job.is_pending()).count();
    let mut rest = jobs.iter_mut().filter(|job| job.is_pending());
    let Some(lanes) = options.resolve(backend, pending).cohort(backend) else {
        for job in rest {
            let key = job.key.bytes(M::key);
            job.finish(tag_alone(backend, options, key, job));
        }
        return;
    };
    let mut kernels = Kernels::on(backend);
    let mut loaded = Loaded::<MAX_LANES>::EMPTY;
    let mut sinks = const { [const { CipherLane::EMPTY }; MAX_LANES] };
    let mut cohort = Cohort::<Streams, _>::new(&mut kernels, &mut loaded, &mut sinks);
    let mut rows = [Row::ZERO; MAX_LANES];
    loop {
        let mut window = [const { None }; MAX_LANES];
        let mut messages = [Hashed::NOTHING; MAX_LANES];
        let mut count = 0;
        for job in rest.by_ref().take(lanes) {
            messages[count] = Hashed::new(job.message, job.bits());
            cohort.load(count, |row| M::load(job.key.bytes(M::key), job.nonce, row));
            cohort.sinks[count].begin_row(KEY_WORDS);
            window[count] = Some(job);
            count += 1;
        }
        if count == 0 {
            break;
        }
        cohort.run(count);
        for (row, lane) in rows.iter_mut().zip(&cohort.sinks[..count]) {
            // The lane has bytes of keystream.
            for (word, from) in row.0.iter_mut().zip(lane.row().0) {
                *word = from.swap_bytes();
            }
        }
        let mut sums = [0; MAX_LANES];
        hash_many(cohort.kernels, &rows[..count], &messages[..count], &mut sums);
        for (job, sum) in window.iter_mut().flatten().zip(sums) {
            job.finish_number(sum.swap_bytes().into(), 4);
        }
        if count < lanes {
            break;
        }
    }
    wipe(&mut rows, [Row::ZERO; MAX_LANES]);
}
