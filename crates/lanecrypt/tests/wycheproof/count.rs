//! What a set covered.

use std::collections::BTreeMap;

use lanecrypt::Backend;

/// What became of the cases of one set on one backend.
pub(crate) struct Count {
    set: &'static str,
    backend: Backend,
    /// The cases that were right and had to succeed.
    pub(crate) valid: usize,
    /// The cases that were wrong and had to fail.
    pub(crate) invalid: usize,
    /// The cases that the library refuses before it computes, by the reason.
    refused: BTreeMap<&'static str, usize>,
    /// The cases that were not run, by the reason.
    left_out: BTreeMap<&'static str, usize>,
    /// The results that were compared: of messages alone, and of jobs of batches.
    pub(crate) alone: usize,
    pub(crate) jobs: usize,
}

impl Count {
    pub(crate) fn new(set: &'static str, backend: Backend) -> Self {
        let (refused, left_out) = (BTreeMap::new(), BTreeMap::new());
        Self { set, backend, valid: 0, invalid: 0, refused, left_out, alone: 0, jobs: 0 }
    }

    pub(crate) fn refused(&mut self, reason: &'static str) {
        *self.refused.entry(reason).or_default() += 1;
    }

    pub(crate) fn left_out(&mut self, reason: &'static str) {
        *self.left_out.entry(reason).or_default() += 1;
    }

    /// Prints the numbers. All cases must be accounted for, and there must be at least as many of each kind,
    /// which is how many there were.
    pub(crate) fn finish(self, cases: usize, [valid, invalid, refused, left_out]: [usize; 4]) {
        let sum = |all: &BTreeMap<_, usize>| all.values().sum::<usize>();
        let (was_refused, was_left_out) = (sum(&self.refused), sum(&self.left_out));
        println!(
            "{}, {}: {cases} cases, {} valid, {} invalid, refused {:?}, left out {:?}; {} results alone, {} in batches",
            self.set,
            self.backend,
            self.valid,
            self.invalid,
            self.refused,
            self.left_out,
            self.alone,
            self.jobs,
        );
        let what = format!("{} on {}", self.set, self.backend);
        assert_eq!(self.valid + self.invalid + was_refused + was_left_out, cases, "{what}");
        assert!(self.valid >= valid && self.invalid >= invalid, "{what}: too few cases");
        assert!(was_refused >= refused, "{what}: too few cases that are refused");
        assert!(was_left_out <= left_out, "{what}: more cases than before are left out");
        assert!(self.alone >= 2 * (valid + invalid), "{what}: too few results alone");
        assert!(self.jobs >= 4 * (valid + invalid), "{what}: too few results in batches");
    }
}
