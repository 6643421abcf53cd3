//! The batch: many messages of different keys, IVs and lengths in one call.

use super::cipher::CipherTask;
use super::lanes::LanesOf;
use super::mac::{Hash, MacSetup, MacTask, Padded, Sums, bit_by_bit};
use super::mask::Windows;
use super::reference::Reference;
use super::scheduler::{self, Queue, Task};
use super::setup::Setup;
use super::single::{Alone, Computed, Deferred, Generator};
use super::table::Tables;
use crate::batch::{Data, Order, Status};
use crate::lanes::dispatch;
use crate::{Backend, Error, Tag};

/// How a batch is computed. [`Variant::Auto`] is what to use; the others are for measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// The fastest for the number of jobs.
    #[default]
    Auto,
    /// One message after the other: keystream word by word as specified, tags bit by bit.
    Reference,
    /// One message after the other: the S-boxes read from memory, **not constant time**, for
    /// comparison only; tags by carry-less products.
    Table,
    /// One message after the other: the LFSR in 64-bit sums with deferred reduction; tags by
    /// carry-less products.
    Deferred,
    /// As many messages at once as one register has lanes; tags by carry-less products.
    Lanes,
    /// As many messages at once as several interleaved registers have lanes; tags by carry-less
    /// products.
    Interleaved,
    /// As [`Variant::Interleaved`], but tags by compare and mask, bit by bit in every lane.
    Mask,
}

impl Variant {
    /// Every way, `Auto` first.
    pub const ALL: [Self; 7] = [
        Self::Auto,
        Self::Reference,
        Self::Table,
        Self::Deferred,
        Self::Lanes,
        Self::Interleaved,
        Self::Mask,
    ];

    /// Its name in the program.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Reference => "reference",
            Self::Table => "table",
            Self::Deferred => "deferred",
            Self::Lanes => "lanes",
            Self::Interleaved => "interleaved",
            Self::Mask => "lanes-mask",
        }
    }
}

/// One message to be encrypted or decrypted, which are the same.
#[derive(Debug)]
pub struct Job<'a> {
    /// Its key and IV.
    pub setup: Setup,
    /// Its data.
    pub data: Data<'a>,
    /// Its length in bits; bits of the last byte beyond it come out zero, bytes beyond it stay as
    /// they are.
    pub bits: u64,
    /// What became of it.
    pub status: Status,
}

impl<'a> Job<'a> {
    /// A message as long as its data.
    pub fn new(setup: Setup, data: Data<'a>) -> Self {
        let bits = 8 * data.len() as u64;
        Self { setup, data, bits, status: Status::Pending }
    }

    /// The first `bits` bits of the data.
    pub fn with_bits(setup: Setup, data: Data<'a>, bits: u64) -> Self {
        Self { setup, data, bits, status: Status::Pending }
    }

    fn check(&self) -> Result<(), Error> {
        let available = 8 * self.data.checked_len()? as u64;
        check_bits(self.bits, available)
    }
}

/// One message to be authenticated.
#[derive(Debug)]
pub struct MacJob<'a> {
    /// Its key and IV, and the kind of its tag.
    pub setup: MacSetup,
    /// The message.
    pub message: &'a [u8],
    /// Its length in bits; what lies beyond is not read.
    pub bits: u64,
    /// The tag, all zero until it is done.
    pub tag: Tag,
    /// What became of it.
    pub status: Status,
}

impl<'a> MacJob<'a> {
    /// A message of whole bytes.
    pub fn new(setup: MacSetup, message: &'a [u8]) -> Self {
        Self::with_bits(setup, message, 8 * message.len() as u64)
    }

    /// The first `bits` bits of the message.
    pub fn with_bits(setup: MacSetup, message: &'a [u8], bits: u64) -> Self {
        let tag = Tag::new(&[0; 16][..setup.tag_bytes()]);
        Self { setup, message, bits, tag, status: Status::Pending }
    }

    fn check(&self) -> Result<(), Error> {
        check_bits(self.bits, 8 * self.message.len() as u64)
    }
}

fn check_bits(bits: u64, available: u64) -> Result<(), Error> {
    if bits > available {
        return Err(Error::BitLength { bits, available });
    }
    Ok(())
}

/// The batch call: a backend, and how it is used.
///
/// A batch takes any number of jobs, also none, of any lengths, also zero, each with its own key.
/// It allocates nothing and returns when all are done; a job that is refused keeps its data and
/// says why in its status, and does not disturb the others. Constant time in keys and data (but
/// for [`Variant::Table`]); the number and lengths of the messages show.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    backend: Backend,
    variant: Variant,
}

impl Default for Batch {
    fn default() -> Self {
        Self::new()
    }
}

impl Batch {
    /// On the best backend of this processor.
    pub fn new() -> Self {
        Self { backend: Backend::best(), variant: Variant::Auto }
    }

    /// On a given backend, or the error that this processor lacks it.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        Ok(Self { backend: backend.checked()?, variant: Variant::Auto })
    }

    /// Computed in a given way.
    pub fn with_variant(self, variant: Variant) -> Self {
        Self { variant, ..self }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The variant that a batch of so many jobs is computed by: never [`Variant::Auto`].
    pub fn variant_for(&self, jobs: usize) -> Variant {
        match self.variant {
            Variant::Auto if jobs <= 1 => Variant::Deferred,
            Variant::Auto if jobs <= self.lanes_of(Variant::Lanes) => Variant::Lanes,
            Variant::Auto => Variant::Interleaved,
            fixed => fixed,
        }
    }

    /// How many messages a batch of so many jobs has under way at a time.
    pub fn lanes_for(&self, jobs: usize) -> usize {
        self.lanes_of(self.variant_for(jobs))
    }

    fn lanes_of(&self, variant: Variant) -> usize {
        match variant {
            Variant::Lanes => dispatch(self.backend, LanesOf { wide: false }),
            Variant::Interleaved | Variant::Mask => dispatch(self.backend, LanesOf { wide: true }),
            _ => 1,
        }
    }

    /// Encrypts or decrypts every job.
    pub fn encrypt(&self, jobs: &mut [Job<'_>]) {
        let variant = self.variant_for(jobs.len());
        let mut queue = CipherQueue { order: Order::new(jobs.len()), jobs };
        match variant {
            Variant::Reference => self.one_by_one::<Reference, _>(&mut queue),
            Variant::Table => self.one_by_one::<Deferred<Tables>, _>(&mut queue),
            Variant::Deferred | Variant::Auto => {
                self.one_by_one::<Deferred<Computed>, _>(&mut queue);
            }
            Variant::Lanes => scheduler::run(self.backend, false, &mut queue),
            Variant::Interleaved | Variant::Mask => scheduler::run(self.backend, true, &mut queue),
        }
    }

    /// Makes the tag of every job.
    pub fn mac(&self, jobs: &mut [MacJob<'_>]) {
        let variant = self.variant_for(jobs.len());
        if variant == Variant::Reference {
            for job in jobs {
                job.status = match job.check() {
                    Err(error) => Status::Failed(error),
                    Ok(()) => {
                        job.tag = bit_by_bit(&job.setup, job.message, job.bits);
                        Status::Done
                    }
                };
            }
            return;
        }
        if variant == Variant::Mask {
            let mut queue = MacQueue::<Windows>::new(jobs);
            return scheduler::run(self.backend, true, &mut queue);
        }
        let mut queue = MacQueue::<Sums>::new(jobs);
        match variant {
            Variant::Table => self.one_by_one::<Deferred<Tables>, _>(&mut queue),
            Variant::Deferred | Variant::Auto | Variant::Reference => {
                self.one_by_one::<Deferred<Computed>, _>(&mut queue);
            }
            Variant::Lanes => scheduler::run(self.backend, false, &mut queue),
            Variant::Interleaved | Variant::Mask => scheduler::run(self.backend, true, &mut queue),
        }
    }

    fn one_by_one<G: Generator, Q: Queue>(&self, queue: &mut Q) {
        let mut task = Q::Task::default();
        while let Some(number) = queue.next(&mut task) {
            dispatch(self.backend, Alone::<G, _>::new(queue.setup(number), &mut task));
            queue.finish(number, &mut task);
        }
    }
}

struct CipherQueue<'j, 'a> {
    jobs: &'j mut [Job<'a>],
    order: Order,
}

impl<'a> Queue for CipherQueue<'_, 'a> {
    type Task = CipherTask<'a>;

    fn next(&mut self, task: &mut CipherTask<'a>) -> Option<usize> {
        loop {
            let number = self.order.next(|i| self.jobs[i].bits)?;
            let job = &mut self.jobs[number];
            match job.check() {
                Err(error) => job.status = Status::Failed(error),
                Ok(()) if job.bits == 0 => job.status = Status::Done,
                Ok(()) => {
                    task.begin(&mut job.data, job.bits);
                    return Some(number);
                }
            }
        }
    }

    fn setup(&self, number: usize) -> &Setup {
        &self.jobs[number].setup
    }

    fn finish(&mut self, number: usize, task: &mut CipherTask<'a>) {
        let job = &mut self.jobs[number];
        task.give_back(&mut job.data);
        job.status = Status::Done;
    }
}

struct MacQueue<'j, 'a, H> {
    jobs: &'j mut [MacJob<'a>],
    order: Order,
    hash: core::marker::PhantomData<H>,
}

impl<'j, 'a, H> MacQueue<'j, 'a, H> {
    fn new(jobs: &'j mut [MacJob<'a>]) -> Self {
        Self { order: Order::new(jobs.len()), jobs, hash: core::marker::PhantomData }
    }
}

impl<'a, H: Hash> Queue for MacQueue<'_, 'a, H>
where
    MacTask<'a, H>: Task,
{
    type Task = MacTask<'a, H>;

    fn next(&mut self, task: &mut MacTask<'a, H>) -> Option<usize> {
        loop {
            let number = self.order.next(|i| self.jobs[i].bits)?;
            let job = &mut self.jobs[number];
            match job.check() {
                Err(error) => job.status = Status::Failed(error),
                Ok(()) => {
                    task.begin(Padded::new(job.setup.kind, job.message, job.bits));
                    return Some(number);
                }
            }
        }
    }

    fn setup(&self, number: usize) -> &Setup {
        &self.jobs[number].setup.setup
    }

    fn finish(&mut self, number: usize, task: &mut MacTask<'a, H>) {
        let job = &mut self.jobs[number];
        job.tag = task.tag();
        job.status = Status::Done;
    }
}
