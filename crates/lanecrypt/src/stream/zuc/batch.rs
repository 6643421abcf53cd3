//! Messages on their way to the lanes: one, or many of different keys, nonces and lengths.

use core::marker::PhantomData;

use super::Variant;
use super::key::ZucKey;
use super::lanes::State;
use super::mac::{Hash, Kind, MacTask, Padded, Sums};
use super::mask::Windows;
#[cfg(feature = "reference")]
use super::reference::{Reference, bit_by_bit};
use super::setup::Setup;
use super::single::{Alone, Computed, Deferred, Generator};
#[cfg(feature = "tables")]
use super::table::Tables;
use crate::algorithm::engine::{Operation, Settings};
use crate::batch::{CipherJob, Data, MacJob, Order, Status};
use crate::lanes::dispatch;
use crate::stream::cipher::CipherTask;
use crate::stream::scheduler::{self, Queue, Task};
use crate::{Backend, Cipher, Error, Mac, Tag};

/// A cipher that is ZUC's keystream with some loading.
pub(crate) trait ZucCipher: Cipher + ZucKey {
    /// The loading, with a key of the right length.
    fn load(key: &[u8], nonce: Self::Nonce<'_>) -> Setup;

    /// Whether a message can have this nonce and this length.
    fn check_message(_nonce: Self::Nonce<'_>, _bits: u64) -> Result<(), Error> {
        Ok(())
    }
}

/// A MAC that hashes with ZUC's keystream.
pub(crate) trait ZucMac: Mac + ZucKey {
    /// The loading, with a key of the right length.
    fn load(key: &[u8], nonce: Self::Nonce<'_>, tag_bytes: usize) -> Setup;

    /// The hash.
    fn kind(tag_bytes: usize) -> Kind;

    /// Whether a message can have this nonce and this length.
    fn check_message(_nonce: Self::Nonce<'_>, _bits: u64) -> Result<(), Error> {
        Ok(())
    }
}

/// Makes a [`ZucCipher`] a cipher.
macro_rules! zuc_cipher {
    ($name:ident) => {
        impl $crate::stream::zuc::ZucKey for $name {
            fn key(&self) -> &[u8] {
                self.key.bytes()
            }

            fn variant(&self) -> $crate::stream::zuc::Variant {
                self.key.options()
            }
        }

        impl $crate::StreamCipher for $name {}

        impl $crate::algorithm::engine::CipherEngine for $name {
            $crate::algorithm::engine::shorten!(Cipher);

            fn check(
                job: &$crate::CipherJob<'_, Self>,
                _: $crate::algorithm::engine::Operation,
                _: $crate::algorithm::engine::Internal,
            ) -> Result<(), $crate::Error> {
                $crate::stream::zuc::check_cipher(job)
            }

            fn run_one(
                &self,
                job: &mut $crate::CipherJob<'_, Self>,
                operation: $crate::algorithm::engine::Operation,
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::stream::zuc::encrypt_one(self, job, operation);
            }

            fn run_many(
                settings: &$crate::algorithm::engine::Settings<Self>,
                operation: $crate::algorithm::engine::Operation,
                jobs: &mut [$crate::CipherJob<'_, Self>],
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::stream::zuc::encrypt_many(settings, operation, jobs);
            }
        }
    };
}
pub(crate) use zuc_cipher;

/// Makes a [`ZucMac`] a MAC.
macro_rules! zuc_mac {
    ($name:ident) => {
        impl $crate::stream::zuc::ZucKey for $name {
            fn key(&self) -> &[u8] {
                self.key.bytes()
            }

            fn variant(&self) -> $crate::stream::zuc::Variant {
                self.key.options()
            }
        }

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

/// Whether the algorithm allows the job.
pub(crate) fn check_cipher<C: ZucCipher>(job: &CipherJob<'_, C>) -> Result<(), Error> {
    job.check_start()?;
    C::check_message(job.nonce, job.bits())
}

/// Encrypts or decrypts one message, which are the same, or makes its keystream.
pub(crate) fn encrypt_one<C: ZucCipher>(
    object: &C,
    job: &mut CipherJob<'_, C>,
    operation: Operation,
) {
    let mut queue = OneCipher {
        setup: C::load(object.key(), job.nonce),
        bits: job.bits(),
        data: &mut job.data,
        keystream: operation == Operation::Keystream,
        taken: false,
    };
    let backend = object.backend();
    encrypt(backend, object.variant().resolve(backend, 1), &mut queue);
    job.status = Status::Done;
}

/// The same for every pending job.
pub(crate) fn encrypt_many<C: ZucCipher>(
    settings: &Settings<C>,
    operation: Operation,
    jobs: &mut [CipherJob<'_, C>],
) {
    let backend = settings.backend;
    let pending = jobs.iter().filter(|job| job.is_pending()).count();
    let order = Order::new(jobs.len());
    let mut queue = CipherQueue { jobs, order, keystream: operation == Operation::Keystream };
    encrypt(backend, settings.options.resolve(backend, pending), &mut queue);
}

fn encrypt<'a, Q: Queue<Task = CipherTask<'a>, Streams = State>>(
    backend: Backend,
    variant: Variant,
    queue: &mut Q,
) {
    #[cfg(feature = "reference")]
    if variant == Variant::Reference {
        return one_by_one::<Reference, _>(backend, queue);
    }
    run(backend, variant, queue);
}

/// The tag of one message.
pub(crate) fn mac_one<M: ZucMac>(object: &M, job: &MacJob<'_, M>, tag_bytes: usize) -> Tag {
    let backend = object.backend();
    let setup = M::load(object.key(), job.nonce, tag_bytes);
    let padded = Padded::new(M::kind(tag_bytes), job.message, job.bits());
    match object.variant().resolve(backend, 1) {
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
        Variant::Table => one_by_one::<Deferred<Tables>, _>(backend, queue),
        Variant::Lanes => scheduler::run(backend, false, queue),
        Variant::Interleaved | Variant::Mask => scheduler::run(backend, true, queue),
        _ => one_by_one::<Deferred<Computed>, _>(backend, queue),
    }
}

fn one_by_one<G: Generator, Q: Queue<Streams = State>>(backend: Backend, queue: &mut Q) {
    let mut task = Q::Task::default();
    while let Some(number) = queue.next(&mut task) {
        dispatch(backend, Alone::<G, _>::new(&queue.setup(number), &mut task));
        queue.finish(number, &mut task);
    }
}

/// One message to be encrypted.
struct OneCipher<'j, 'a> {
    setup: Setup,
    data: &'j mut Data<'a>,
    bits: u64,
    keystream: bool,
    taken: bool,
}

impl<'a> Queue for OneCipher<'_, 'a> {
    type Task = CipherTask<'a>;
    type Streams = State;

    fn next(&mut self, task: &mut CipherTask<'a>) -> Option<usize> {
        if self.taken || self.bits == 0 {
            return None;
        }
        self.taken = true;
        task.begin(self.data, self.bits, self.keystream);
        Some(0)
    }

    fn setup(&self, _: usize) -> Setup {
        self.setup.clone()
    }

    fn finish(&mut self, _: usize, task: &mut CipherTask<'a>) {
        task.give_back(self.data);
    }
}

/// Messages to be encrypted.
struct CipherQueue<'j, 'a, C: Cipher> {
    jobs: &'j mut [CipherJob<'a, C>],
    order: Order,
    keystream: bool,
}

impl<'a, C: ZucCipher> Queue for CipherQueue<'_, 'a, C> {
    type Task = CipherTask<'a>;
    type Streams = State;

    fn next(&mut self, task: &mut CipherTask<'a>) -> Option<usize> {
        loop {
            let number = self.order.next(|i| self.jobs[i].bits())?;
            let job = &mut self.jobs[number];
            match job.bits() {
                _ if !job.is_pending() => {}
                0 => job.status = Status::Done,
                bits => {
                    task.begin(&mut job.data, bits, self.keystream);
                    return Some(number);
                }
            }
        }
    }

    fn setup(&self, number: usize) -> Setup {
        let job = &self.jobs[number];
        C::load(job.key.bytes(C::key), job.nonce)
    }

    fn finish(&mut self, number: usize, task: &mut CipherTask<'a>) {
        let job = &mut self.jobs[number];
        task.give_back(&mut job.data);
        job.status = Status::Done;
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
