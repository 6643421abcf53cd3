//! What the algorithms over ZUC implement, and how their messages reach the lanes: encryption as
//! [`LaneStream`], tags of one message or of many.

use core::marker::PhantomData;

use super::lanes::State;
use super::mac::{Hash, Kind, MacTask, Padded, Sums, Windows};
#[cfg(feature = "reference")]
use super::reference::{Reference, bit_by_bit};
use super::setup::Setup;
use super::single::{Computed, Deferred};
#[cfg(feature = "tables")]
use super::table::Tables;
use super::{Variant, ZucStream};
use crate::algorithm::engine::Settings;
use crate::batch::{CipherJob, MacJob, Order};
use crate::stream::alone;
use crate::stream::key::HoldsKey;
use crate::stream::messages::LaneStream;
use crate::stream::scheduler::{self, Queue, Task};
use crate::{Backend, Cipher, Error, Mac, Tag};

/// A cipher that is ZUC's keystream with some loading.
pub(crate) trait ZucCipher: Cipher<Options = Variant> + HoldsKey {
    /// The most whole bytes of a message.
    const MAX_BYTES: u64 = u64::MAX;

    /// The loading, with a key of the right length.
    fn load(key: &[u8], nonce: Self::Nonce<'_>) -> Setup;

    /// Whether a message can have this nonce and this length.
    fn check_message(_nonce: Self::Nonce<'_>, _bits: u64) -> Result<(), Error> {
        Ok(())
    }
}

/// A MAC that hashes with ZUC's keystream.
pub(crate) trait ZucMac: Mac<Options = Variant> + HoldsKey {
    /// The loading, with a key of the right length.
    fn load(key: &[u8], nonce: Self::Nonce<'_>, tag_bytes: usize) -> Setup;

    /// The hash.
    fn kind(tag_bytes: usize) -> Kind;

    /// Whether a message can have this nonce and this length.
    fn check_message(_nonce: Self::Nonce<'_>, _bits: u64) -> Result<(), Error> {
        Ok(())
    }
}

impl<C: ZucCipher> LaneStream for C {
    type Streams = State;
    type Pieces = ZucStream;

    fn start(key: &[u8], nonce: Self::Nonce<'_>, _: u64) -> Setup {
        C::load(key, nonce)
    }

    fn check(job: &CipherJob<'_, Self>) -> Result<(), Error> {
        job.check_start()?;
        C::check_message(job.nonce, job.bits())
    }

    fn pieces(&self, nonce: Self::Nonce<'_>) -> Result<ZucStream, Error> {
        C::check_message(nonce, 0)?;
        let setup = C::load(self.key(), nonce);
        Ok(ZucStream::with_limit(&setup, self.backend(), C::MAX_BYTES))
    }

    fn run<Q: Queue<Streams = State>>(settings: &Settings<Self>, messages: usize, queue: &mut Q) {
        let backend = settings.backend;
        match settings.options.resolve(backend, messages) {
            #[cfg(feature = "reference")]
            Variant::Reference => alone::run::<Reference, _>(backend, queue),
            variant => run(backend, variant, queue),
        }
    }
}

/// Makes a [`ZucMac`] a MAC.
macro_rules! zuc_mac {
    ($name:ident) => {
        impl $crate::algorithm::engine::MacEngine for $name {
            $crate::algorithm::engine::shorten!(Mac);

            fn check(
                job: &$crate::MacJob<'_, Self>,
                _: $crate::algorithm::engine::Internal,
            ) -> Result<(), $crate::Error> {
                <Self as $crate::stream::zuc::ZucMac>::check_message(job.nonce, job.bits())
            }

            fn run_one(
                &self,
                job: &$crate::MacJob<'_, Self>,
                tag_bytes: usize,
                _: $crate::algorithm::engine::Internal,
            ) -> $crate::Tag {
                $crate::stream::zuc::mac_one(self, job, tag_bytes)
            }

            fn run_many(
                settings: &$crate::algorithm::engine::Settings<Self>,
                jobs: &mut [$crate::MacJob<'_, Self>],
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::stream::zuc::mac_many(settings, jobs);
            }
        }
    };
}
pub(crate) use zuc_mac;

/// The tag of one message.
pub(crate) fn mac_one<M: ZucMac>(object: &M, job: &MacJob<'_, M>, tag_bytes: usize) -> Tag {
    let Settings { backend, options } = object.settings();
    let setup = M::load(object.key(), job.nonce, tag_bytes);
    let padded = Padded::new(M::kind(tag_bytes), job.message, job.bits());
    match options.resolve(backend, 1) {
        #[cfg(feature = "reference")]
        Variant::Reference => bit_by_bit(&setup, M::kind(tag_bytes), job.message, job.bits()),
        Variant::Mask => {
            let mut queue = OneMac::<Windows>::new(setup, padded);
            scheduler::run(backend, true, &mut queue);
            queue.tag
        }
        variant => {
            let mut queue = OneMac::<Sums>::new(setup, padded);
            run(backend, variant, &mut queue);
            queue.tag
        }
    }
}

/// The tag of every pending job.
pub(crate) fn mac_many<M: ZucMac>(settings: &Settings<M>, jobs: &mut [MacJob<'_, M>]) {
    let backend = settings.backend;
    let pending = jobs.iter().filter(|job| job.is_pending()).count();
    match settings.options.resolve(backend, pending) {
        #[cfg(feature = "reference")]
        Variant::Reference => {
            for job in jobs.iter_mut().filter(|job| job.is_pending()) {
                let kind = M::kind(job.tag_length());
                let tag = bit_by_bit(&mac_setup(job), kind, job.message, job.bits());
                job.finish(tag);
            }
        }
        Variant::Mask => scheduler::run(backend, true, &mut MacQueue::<M, Windows>::new(jobs)),
        variant => run(backend, variant, &mut MacQueue::<M, Sums>::new(jobs)),
    }
}

/// Runs the messages of a queue by a variant that does not depend on what becomes of keystream.
fn run<Q: Queue<Streams = State>>(backend: Backend, variant: Variant, queue: &mut Q) {
    match variant {
        #[cfg(feature = "tables")]
        Variant::Table => alone::run::<Deferred<Tables>, _>(backend, queue),
        Variant::Lanes => scheduler::run(backend, false, queue),
        Variant::Interleaved | Variant::Mask => scheduler::run(backend, true, queue),
        _ => alone::run::<Deferred<Computed>, _>(backend, queue),
    }
}

/// One message to be authenticated.
struct OneMac<'a, H> {
    setup: Setup,
    padded: Padded<'a>,
    taken: bool,
    tag: Tag,
    hash: PhantomData<H>,
}

impl<'a, H> OneMac<'a, H> {
    fn new(setup: Setup, padded: Padded<'a>) -> Self {
        Self { setup, padded, taken: false, tag: Tag::NONE, hash: PhantomData }
    }
}

impl<'a, H: Hash> Queue for OneMac<'a, H>
where
    MacTask<'a, H>: Task,
{
    type Task = MacTask<'a, H>;
    type Streams = State;

    fn next(&mut self, task: &mut MacTask<'a, H>) -> Option<usize> {
        if self.taken {
            return None;
        }
        self.taken = true;
        task.begin(self.padded);
        Some(0)
    }

    fn setup(&self, _: usize) -> Setup {
        self.setup.clone()
    }

    fn finish(&mut self, _: usize, task: &mut MacTask<'a, H>) {
        self.tag = task.tag();
    }
}

/// Messages to be authenticated.
struct MacQueue<'j, 'a, M: Mac, H> {
    jobs: &'j mut [MacJob<'a, M>],
    order: Order,
    hash: PhantomData<H>,
}

impl<'j, 'a, M: Mac, H> MacQueue<'j, 'a, M, H> {
    fn new(jobs: &'j mut [MacJob<'a, M>]) -> Self {
        Self { order: Order::new(jobs.len()), jobs, hash: PhantomData }
    }
}

impl<'a, M: ZucMac, H: Hash> Queue for MacQueue<'_, 'a, M, H>
where
    MacTask<'a, H>: Task,
{
    type Task = MacTask<'a, H>;
    type Streams = State;

    fn next(&mut self, task: &mut MacTask<'a, H>) -> Option<usize> {
        loop {
            let number = self.order.next(|i| self.jobs[i].bits())?;
            let job = &self.jobs[number];
            if job.is_pending() {
                task.begin(Padded::new(M::kind(job.tag_length()), job.message, job.bits()));
                return Some(number);
            }
        }
    }

    fn setup(&self, number: usize) -> Setup {
        mac_setup(&self.jobs[number])
    }

    fn finish(&mut self, number: usize, task: &mut MacTask<'a, H>) {
        self.jobs[number].finish(task.tag());
    }
}

fn mac_setup<M: ZucMac>(job: &MacJob<'_, M>) -> Setup {
    M::load(job.key.bytes(M::key), job.nonce, job.tag_length())
}
