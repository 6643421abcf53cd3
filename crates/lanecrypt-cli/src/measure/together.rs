//! Threads that take the same samples at the same times.

use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The coordination of sampling threads.
pub(super) trait Company {
    /// Waits for all threads.
    fn wait(&mut self);

    /// Proposes a number of samples of a workload. Only the proposal of one thread counts.
    fn decide(&mut self, workload: usize, samples: usize);

    /// The number of samples. All threads must have waited after the proposal.
    fn samples(&self, workload: usize) -> usize;
}

/// A single thread.
pub(super) struct Alone(Vec<usize>);

impl Alone {
    pub(super) fn new(workloads: usize) -> Self {
        Self(vec![0; workloads])
    }
}

impl Company for Alone {
    fn wait(&mut self) {}

    fn decide(&mut self, workload: usize, samples: usize) {
        self.0[workload] = samples;
    }

    fn samples(&self, workload: usize) -> usize {
        self.0[workload]
    }
}

/// Several threads.
pub(super) struct Together {
    barrier: Barrier,
    samples: Vec<AtomicUsize>,
}

/// One of several threads.
pub(super) struct Member<'t> {
    together: &'t Together,
    is_heard: bool,
}

impl Together {
    pub(super) fn new(threads: usize, workloads: usize) -> Self {
        Self {
            barrier: Barrier::new(threads),
            samples: (0..workloads).map(|_| AtomicUsize::new(0)).collect(),
        }
    }

    pub(super) fn member(&self, thread: usize) -> Member<'_> {
        Member { together: self, is_heard: thread == 0 }
    }
}

impl Company for Member<'_> {
    fn wait(&mut self) {
        self.together.barrier.wait();
    }

    fn decide(&mut self, workload: usize, samples: usize) {
        if self.is_heard {
            self.together.samples[workload].store(samples, Ordering::Relaxed);
        }
    }

    fn samples(&self, workload: usize) -> usize {
        // The barrier orders this after the proposal.
        self.together.samples[workload].load(Ordering::Relaxed)
    }
}
