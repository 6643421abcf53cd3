//! Messages of a stream cipher on their way to the lanes: one, or many of different keys, nonces and
//! lengths.

use super::cipher::CipherTask;
use super::key::HoldsKey;
use super::scheduler::{Keyed, Queue};
use crate::algorithm::engine::{Operation, Settings};
use crate::batch::{CipherJob, Data, Order, Status};
use crate::lanes::{Kernels, guarded};
use crate::{Cipher, Error, KeyStream};

/// How a stream is started.
pub(crate) type Setup<C> = <<C as LaneStream>::Streams as Keyed>::Setup;

/// A stream cipher whose messages run in lanes. [`stream_cipher`] gives it the engine's traits.
pub(crate) trait LaneStream: Cipher + HoldsKey {
    /// What its streams are made from.
    type Streams: Keyed;
    /// The keystream of a message in pieces.
    type Pieces: KeyStream;

    /// A key of the right length and a nonce, loaded, for the keystream from a row of 64 bytes on.
    fn start(key: &[u8], nonce: Self::Nonce<'_>, row: u64) -> Setup<Self>;

    /// Whether the algorithm allows a message with this nonce, from this block of its keystream on, of so many bits.
    fn check(nonce: Self::Nonce<'_>, block: u64, bits: u64) -> Result<(), Error>;

    /// The keystream of a nonce.
    fn pieces(&self, nonce: Self::Nonce<'_>) -> Result<Self::Pieces, Error>;

    /// Runs a queue of this many messages.
    fn run<Q: Queue<Streams = Self::Streams>>(
        kernels: &mut Kernels,
        settings: &Settings<Self>,
        messages: usize,
        queue: &mut Q,
    );

    /// Runs the pending ones of some jobs in another way than through a queue, where there is one.
    /// Returns whether it did.
    #[inline]
    fn run_jobs(_: &Settings<Self>, _: Operation, _: &mut [CipherJob<'_, Self>]) -> bool {
        false
    }

    /// Encrypts or decrypts one message, which are the same, or makes its keystream.
    fn encrypt_one(&self, job: &mut CipherJob<'_, Self>, operation: Operation) {
        if Self::run_jobs(&self.settings(), operation, core::slice::from_mut(job)) {
            return;
        }
        let mut queue = OneMessage::<Self> {
            key: self,
            nonce: job.nonce,
            row: job.block,
            bits: job.bits(),
            data: &mut job.data,
            keystream: operation == Operation::Keystream,
            taken: false,
        };
        let settings = self.settings();
        guarded(settings.backend, |kernels| Self::run(kernels, &settings, 1, &mut queue));
        job.status = Status::Done;
    }

    /// The same for every pending job.
    fn encrypt_many(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [CipherJob<'_, Self>],
    ) {
        if Self::run_jobs(settings, operation, jobs) {
            return;
        }
        let pending = jobs.iter().filter(|job| job.is_pending()).count();
        let order = Order::new(jobs.len());
        let keystream = operation == Operation::Keystream;
        let mut queue = ManyMessages::<Self> { jobs, order, keystream };
        guarded(settings.backend, |kernels| Self::run(kernels, settings, pending, &mut queue));
    }
}

/// Makes a [`LaneStream`] a stream cipher, given its type of pieces.
macro_rules! stream_cipher {
    ($name:ident, $stream:ty) => {
        impl $crate::StreamCipher for $name {
            type Stream = $stream;

            fn stream(&self, nonce: Self::Nonce<'_>) -> Result<Self::Stream, $crate::Error> {
                $crate::lanes::leaving_nothing(|| {
                    $crate::stream::messages::LaneStream::pieces(self, nonce)
                })
            }
        }

        impl $crate::algorithm::engine::CipherEngine for $name {
            $crate::algorithm::engine::shorten!(Cipher);

            #[inline]
            fn check(
                nonce: <Self as $crate::Cipher>::Nonce<'_>,
                block: u64,
                bits: u64,
                _: $crate::algorithm::engine::Internal,
            ) -> Result<(), $crate::Error> {
                <Self as $crate::stream::messages::LaneStream>::check(nonce, block, bits)
            }

            fn run_one(
                &self,
                job: &mut $crate::CipherJob<'_, Self>,
                operation: $crate::algorithm::engine::Operation,
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::stream::messages::LaneStream::encrypt_one(self, job, operation);
            }

            fn run_many(
                settings: &$crate::algorithm::engine::Settings<Self>,
                operation: $crate::algorithm::engine::Operation,
                jobs: &mut [$crate::CipherJob<'_, Self>],
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::stream::messages::LaneStream::encrypt_many(settings, operation, jobs);
            }
        }
    };
}
pub(crate) use stream_cipher;

/// One message.
struct OneMessage<'j, 'a, C: LaneStream> {
    key: &'j C,
    nonce: C::Nonce<'a>,
    row: u64,
    data: &'j mut Data<'a>,
    bits: u64,
    keystream: bool,
    taken: bool,
}

impl<'a, C: LaneStream> Queue for OneMessage<'_, 'a, C> {
    type Task = CipherTask<'a, <C::Streams as Keyed>::Order>;
    type Streams = C::Streams;

    fn next(&mut self, task: &mut Self::Task) -> Option<usize> {
        if self.taken || self.bits == 0 {
            return None;
        }
        self.taken = true;
        task.begin(self.data, self.bits, self.keystream);
        Some(0)
    }

    fn setup(&self, _: usize) -> Setup<C> {
        C::start(self.key.key(), self.nonce, self.row)
    }

    fn finish(&mut self, _: usize, task: &mut Self::Task) {
        task.give_back(self.data);
    }
}

/// The pending ones of some jobs.
struct ManyMessages<'j, 'a, C: Cipher> {
    jobs: &'j mut [CipherJob<'a, C>],
    order: Order,
    keystream: bool,
}

impl<'a, C: LaneStream> Queue for ManyMessages<'_, 'a, C> {
    type Task = CipherTask<'a, <C::Streams as Keyed>::Order>;
    type Streams = C::Streams;

    fn next(&mut self, task: &mut Self::Task) -> Option<usize> {
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

    fn setup(&self, number: usize) -> Setup<C> {
        let job = &self.jobs[number];
        C::start(job.key.bytes(C::key), job.nonce, job.block)
    }

    fn finish(&mut self, number: usize, task: &mut Self::Task) {
        let job = &mut self.jobs[number];
        task.give_back(&mut job.data);
        job.status = Status::Done;
    }
}
