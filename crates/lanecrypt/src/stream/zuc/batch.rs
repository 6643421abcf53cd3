//! What the algorithms over ZUC implement, and how their messages reach the lanes: encryption as
//! [`LaneStream`], tags of one message or of many.

#[cfg(feature = "reference")]
use super::mac::Windows;
use super::mac::{Hash, Kind, MacLane, MacTask, Padded, Sums};
#[cfg(feature = "reference")]
use super::reference::{Reference, bit_by_bit};
use super::setup::{Loading, Setup};
use super::single::{Computed, Deferred};
#[cfg(feature = "tables")]
use super::table::Tables;
use super::{Variant, ZucStream};
use crate::algorithm::engine::{Operation, Settings};
use crate::batch::{CipherJob, MacJob, Order, Window, check_start};
use crate::lanes::{AsBytes, Kernels, Row, guarded};
use crate::stream::alone;
use crate::stream::cohort::{self, Cohort, Loaded, MAX_LANES, MAX_SINGLE, Sink as _};
use crate::stream::key::HoldsKey;
use crate::stream::messages::LaneStream;
use crate::stream::scheduler::{Keyed, Queue};
use crate::{Backend, Cipher, Error, Mac, Tag};

/// A cipher that is ZUC's keystream with some loading.
pub(crate) trait ZucCipher: Cipher<Options = Variant> + HoldsKey {
    /// The most whole bytes of a message.
    const MAX_BYTES: u64 = u64::MAX;

    /// The loading, with a key of the right length.
    fn load(key: &[u8], nonce: Self::Nonce<'_>, row: &mut Row) -> Loading;

    /// Whether a message can have this nonce and this length.
    fn check_message(_nonce: Self::Nonce<'_>, _bits: u64) -> Result<(), Error> {
        Ok(())
    }
}

/// A MAC that hashes with ZUC's keystream.
pub(crate) trait ZucMac: Mac<Options = Variant> + HoldsKey {
    /// The loading, with a key of the right length.
    fn load(key: &[u8], nonce: Self::Nonce<'_>, tag_bytes: usize, row: &mut Row) -> Loading;

    /// The hash.
    fn kind(tag_bytes: usize) -> Kind;

    /// Whether a message can have this nonce and this length.
    fn check_message(_nonce: Self::Nonce<'_>, _bits: u64) -> Result<(), Error> {
        Ok(())
    }
}

/// What streams of ZUC are made from.
pub(crate) enum Zuc {}

impl Keyed for Zuc {
    type Setup = Setup;
    type Order = AsBytes;
}

impl<C: ZucCipher> LaneStream for C {
    type Streams = Zuc;
    type Pieces = ZucStream;

    fn start(key: &[u8], nonce: Self::Nonce<'_>, _: u64) -> Setup {
        Setup::new(|row| C::load(key, nonce, row))
    }

    #[inline]
    fn check(nonce: Self::Nonce<'_>, block: u64, bits: u64) -> Result<(), Error> {
        check_start(block)?;
        C::check_message(nonce, bits)
    }

    fn pieces(&self, nonce: Self::Nonce<'_>) -> Result<ZucStream, Error> {
        C::check_message(nonce, 0)?;
        let setup = Setup::new(|row| C::load(self.key(), nonce, row));
        Ok(ZucStream::new(&setup, self.backend(), C::MAX_BYTES))
    }

    #[inline(always)]
    fn run<Q: Queue<Streams = Zuc>>(
        kernels: &mut Kernels,
        settings: &Settings<Self>,
        messages: usize,
        queue: &mut Q,
    ) {
        match settings.options.resolve(settings.backend, messages) {
            #[cfg(feature = "reference")]
            Variant::Reference => alone::run::<Reference, _>(kernels, queue),
            variant => run(kernels, variant, queue),
        }
    }

    fn run_jobs(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [CipherJob<'_, Self>],
    ) -> bool {
        let Settings { backend, options } = *settings;
        let pending = jobs.iter().filter(|job| job.is_pending()).count();
        let Some(lanes) = options.resolve(backend, pending).cohort(backend) else {
            return false;
        };
        let keystream = operation == Operation::Keystream;
        let lanes_for = |bits| options.cohort_of(backend, bits, lanes);
        cohort::encrypt::<Zuc, C>(backend, lanes, keystream, jobs, lanes_for, C::load);
        true
    }
}

/// Makes a [`ZucMac`] a MAC.
macro_rules! zuc_mac {
    ($name:ident) => {
        impl $crate::algorithm::engine::MacEngine for $name {
            $crate::algorithm::engine::shorten!(Mac);

            #[inline]
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
    guarded(backend, |kernels| {
        let setup = Setup::new(|row| M::load(object.key(), job.nonce, tag_bytes, row));
        let padded = Padded::new(M::kind(tag_bytes), job.message, job.bits());
        match options.resolve(backend, 1) {
            #[cfg(feature = "reference")]
            Variant::Reference => bit_by_bit(&setup, M::kind(tag_bytes), job.message, job.bits()),
            #[cfg(feature = "reference")]
            Variant::Mask => mac_in_lane::<Windows>(backend, &setup, &padded),
            Variant::Lanes | Variant::Interleaved => mac_in_lane::<Sums>(backend, &setup, &padded),
            variant => {
                let mut queue = OneMac::new(setup, padded);
                run(kernels, variant, &mut queue);
                queue.tag
            }
        }
    })
}

/// The same in the first lane. Its frame is large, and overwritten by itself.
#[inline(never)]
fn mac_in_lane<'a, H: Hash>(backend: Backend, setup: &Setup, padded: &Padded<'a>) -> Tag
where
    MacLane<'a, H>: cohort::Sink,
{
    let mut kernels = Kernels::on(backend);
    let (mut loaded, mut sinks) =
        (Loaded::<MAX_LANES>::EMPTY, const { [const { MacLane::<H>::EMPTY }; MAX_LANES] });
    let mut cohort = Cohort::<Zuc, _>::new(&mut kernels, &mut loaded, &mut sinks);
    cohort.load(0, |row| {
        let (loaded, loading) = setup.row();
        *row = *loaded;
        loading
    });
    cohort.sinks[0].begin(padded);
    cohort.run(1);
    cohort.sinks[0].tag()
}

/// The tag of every pending job.
pub(crate) fn mac_many<M: ZucMac>(settings: &Settings<M>, jobs: &mut [MacJob<'_, M>]) {
    let backend = settings.backend;
    let pending = jobs.iter().filter(|job| job.is_pending()).count();
    let variant = settings.options.resolve(backend, pending);
    match (variant, variant.cohort(backend)) {
        #[cfg(feature = "reference")]
        (Variant::Reference, _) => {
            for job in jobs.iter_mut().filter(|job| job.is_pending()) {
                let kind = M::kind(job.tag_length());
                let tag = bit_by_bit(&mac_setup(job), kind, job.message, job.bits());
                job.finish(tag);
            }
        }
        #[cfg(feature = "reference")]
        (Variant::Mask, Some(lanes)) => {
            mac_in_lanes::<M, Windows, MAX_LANES>(settings, lanes, jobs)
        }
        (_, Some(lanes)) if lanes <= MAX_SINGLE => {
            mac_in_lanes::<M, Sums, MAX_SINGLE>(settings, lanes, jobs);
        }
        (_, Some(lanes)) => mac_in_lanes::<M, Sums, MAX_LANES>(settings, lanes, jobs),
        _ => guarded(backend, |kernels| run(kernels, variant, &mut MacQueue::<M>::new(jobs))),
    }
}

/// The same in cohorts of so many lanes at most.
fn mac_in_lanes<'a, M: ZucMac, H: Hash, const LANES: usize>(
    settings: &Settings<M>,
    lanes: usize,
    jobs: &mut [MacJob<'a, M>],
) where
    MacLane<'a, H>: cohort::Sink,
{
    let Settings { backend, options } = *settings;
    let mut jobs = jobs.iter_mut();
    let mut kernels = Kernels::on(backend);
    let (mut loaded, mut sinks) =
        (Loaded::<LANES>::EMPTY, const { [const { MacLane::<H>::EMPTY }; LANES] });
    let mut cohort = Cohort::<Zuc, _>::new(&mut kernels, &mut loaded, &mut sinks);
    let mut window = Window::new();
    loop {
        let mut rest = window.fill(&mut jobs, |job| Some(job.bits()).filter(|_| job.is_pending()));
        if rest.is_empty() {
            return;
        }
        while let [Some(longest), ..] = rest {
            let lanes = options.cohort_of(backend, longest.bits(), lanes).min(rest.len());
            let (jobs, after) = rest.split_at_mut(lanes);
            rest = after;
            for (lane, job) in jobs.iter_mut().flatten().enumerate() {
                let tag_bytes = job.tag_length();
                let padded = Padded::new(M::kind(tag_bytes), job.message, job.bits());
                let key = job.key.bytes(M::key);
                cohort.load(lane, |row| M::load(key, job.nonce, tag_bytes, row));
                cohort.sinks[lane].begin(&padded);
            }
            cohort.run(lanes);
            for (job, lane) in jobs.iter_mut().flatten().zip(&*cohort.sinks) {
                job.finish_number(lane.tag_number().swap_bytes(), lane.tag_bytes());
            }
        }
    }
}

/// Runs the messages of a queue one after the other by one of the variants that do so.
#[inline(always)]
fn run<Q: Queue<Streams = Zuc>>(kernels: &mut Kernels, variant: Variant, queue: &mut Q) {
    match variant {
        #[cfg(feature = "tables")]
        Variant::Table => alone::run::<Deferred<Tables>, _>(kernels, queue),
        _ => alone::run::<Deferred<Computed>, _>(kernels, queue),
    }
}

/// One message to be authenticated.
struct OneMac<'a> {
    setup: Setup,
    padded: Padded<'a>,
    taken: bool,
    tag: Tag,
}

impl<'a> OneMac<'a> {
    fn new(setup: Setup, padded: Padded<'a>) -> Self {
        Self { setup, padded, taken: false, tag: Tag::NONE }
    }
}

impl<'a> Queue for OneMac<'a> {
    type Task = MacTask<'a>;
    type Streams = Zuc;

    fn next(&mut self, task: &mut MacTask<'a>) -> Option<usize> {
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

    fn finish(&mut self, _: usize, task: &mut MacTask<'a>) {
        self.tag = task.tag();
    }
}

/// Messages to be authenticated.
struct MacQueue<'j, 'a, M: Mac> {
    jobs: &'j mut [MacJob<'a, M>],
    order: Order,
}

impl<'j, 'a, M: Mac> MacQueue<'j, 'a, M> {
    fn new(jobs: &'j mut [MacJob<'a, M>]) -> Self {
        Self { order: Order::new(jobs.len()), jobs }
    }
}

impl<'a, M: ZucMac> Queue for MacQueue<'_, 'a, M> {
    type Task = MacTask<'a>;
    type Streams = Zuc;

    fn next(&mut self, task: &mut MacTask<'a>) -> Option<usize> {
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

    fn finish(&mut self, number: usize, task: &mut MacTask<'a>) {
        self.jobs[number].finish(task.tag());
    }
}

fn mac_setup<M: ZucMac>(job: &MacJob<'_, M>) -> Setup {
    Setup::new(|row| M::load(job.key.bytes(M::key), job.nonce, job.tag_length(), row))
}
