//! MACs in batches: the case among messages of other keys, at every position.

use lanecrypt::Backend;

use crate::answers::Answer;
use crate::jobs::{Jobs, MacTask};
use crate::kat::batches::{self, BatchKeys};
use crate::kat::guarded::Guarded;
use crate::kat::tally::Tally;
use crate::random::Random;

/// A message and its tag.
pub(crate) struct Tagged {
    pub(crate) key: Vec<u8>,
    /// The nonce. It is empty where the MAC has none.
    pub(crate) nonce: Vec<u8>,
    pub(crate) message: Vec<u8>,
    pub(crate) tag: Vec<u8>,
}

impl Tagged {
    /// A random message without a tag. The number decides its length.
    pub(crate) fn random(number: usize, key_bytes: usize, nonce_bytes: usize) -> Self {
        let mut random = Random(number as u64);
        let bytes = match number % 8 {
            3 => 16 * number,
            5 => 0,
            7 => 11 * number,
            _ => 7 * number % 95,
        };
        let (key, nonce) = (random.bytes(key_bytes), random.bytes(nonce_bytes));
        Self { key, nonce, message: random.bytes(bytes), tag: Vec::new() }
    }
}

/// A MAC whose batches are checked.
pub(crate) trait BatchMac {
    /// The type of ready keys.
    type Key: ?Sized;

    /// The ready key of a message, for tags of the length of its tag.
    fn expand(&self, tagged: &Tagged, backend: Backend) -> Box<Self::Key>;
    /// The batch call that computes tags.
    fn compute<'a>(
        &self,
        tasks: Vec<MacTask<'a, Self::Key>>,
        backend: Backend,
    ) -> Box<dyn Jobs + 'a>;
    /// The batch call that verifies tags.
    fn verify<'a>(
        &self,
        tasks: Vec<MacTask<'a, Self::Key>>,
        backend: Backend,
    ) -> Box<dyn Jobs + 'a>;
}

/// How a batch is called.
struct MacCall<'c, M: BatchMac> {
    mac: &'c M,
    answer: &'c Answer,
    /// The messages and their ready keys.
    jobs: Vec<(&'c Tagged, &'c M::Key)>,
    keys: BatchKeys,
    /// Whether the case is at the even positions, 0, or at the odd ones, 1.
    parity: usize,
    backend: Backend,
}

/// Checks a case on a backend with keys of every kind: at every second position of batches of the
/// given sizes, then at the others.
pub(crate) fn check<M: BatchMac>(
    mac: &M,
    answer: &Answer,
    own: &Tagged,
    others: &[Tagged],
    counts: &[usize],
    backend: Backend,
    tally: &mut Tally,
) {
    for keys in BatchKeys::ALL {
        let expand = |tagged: &Tagged| mac.expand(tagged, keys.backend(backend));
        let own_key = expand(own);
        let other_keys: Vec<_> = others.iter().map(expand).collect();
        for &count in counts {
            for parity in 0..2 {
                let jobs = others[..count]
                    .iter()
                    .zip(&other_keys)
                    .enumerate()
                    .map(|(at, (other, other_key))| match at % 2 == parity {
                        true => (own, &*own_key),
                        false => (other, &**other_key),
                    })
                    .collect();
                let call = MacCall { mac, answer, jobs, keys, parity, backend };
                call.compute(tally);
                call.verify(tally);
            }
        }
    }
}

impl<M: BatchMac> MacCall<'_, M> {
    /// The messages at several alignments.
    fn buffers(&self) -> Vec<Guarded> {
        let buffer = |(at, (job, _)): (usize, &(&Tagged, _))| Guarded::new(&job.message, at % 7);
        self.jobs.iter().enumerate().map(buffer).collect()
    }

    /// The messages for a batch call.
    fn tasks<'a>(&'a self, buffers: &'a [Guarded]) -> impl Iterator<Item = MacTask<'a, M::Key>> {
        self.jobs.iter().zip(buffers).enumerate().map(|(at, ((job, ready), buffer))| {
            let key = self.keys.of(at, &job.key, *ready);
            MacTask::new(key, &job.nonce, buffer.data(), job.tag.len())
        })
    }

    fn compute(&self, tally: &mut Tally) {
        let Self { mac, answer, jobs, keys, parity, backend } = self;
        let how = format_args!("batch of {}, parity {parity}, {keys}", jobs.len());
        let buffers = self.buffers();
        let calls = mac.compute(self.tasks(&buffers).collect(), *backend);
        let outcomes = batches::run(calls, answer, tally, how);
        for (position, ((job, _), outcome)) in jobs.iter().zip(outcomes).enumerate() {
            let how = format_args!("{how}, position {position}");
            tally.equal(answer, how, &job.tag, outcome.tag_bytes());
            outcome.done(answer, tally, how);
        }
    }

    /// Verifies tags, one in five of which are wrong.
    fn verify(&self, tally: &mut Tally) {
        let Self { mac, answer, jobs, keys, parity, backend } = self;
        let how = format_args!("verified, batch of {}, parity {parity}, {keys}", jobs.len());
        let buffers = self.buffers();
        let wrong = |(at, (job, _)): (usize, &(&Tagged, _))| batches::some_wrong(at, &job.tag);
        let tags: Vec<Vec<u8>> = jobs.iter().enumerate().map(wrong).collect();
        let tasks = self.tasks(&buffers).zip(&tags).map(|(task, tag)| task.expecting(tag));
        let outcomes = batches::run(mac.verify(tasks.collect(), *backend), answer, tally, how);
        for (position, outcome) in outcomes.iter().enumerate() {
            let how = format_args!("{how}, position {position}");
            outcome.verified(position, answer, tally, how);
        }
    }
}
