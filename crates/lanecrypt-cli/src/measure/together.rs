//! Threads that take the same samples at the same times.

use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a thread that samples keeps to.
pub(super) trait Company {
    /// Waits until all are there.
    fn wait(&mut self);

    /// Says how many samples of a workload are to be taken; only one of the threads is heard.
    fn decide(&mut self, workload: usize, samples: usize);

    /// How many that are, once all waited after it was decided.
    fn samples(&self, workload: usize) -> usize;
}

/// A thread by itself.
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

/// One of them.
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
        // The barrier orders this after what was decided.
        self.together.samples[workload].load(Ordering::Relaxed)
    }
}
