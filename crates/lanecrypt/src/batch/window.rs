//! The jobs of a batch, in the order in which they are put side by side.

use super::order::{WINDOW, longest_first};

/// The jobs of a batch, some at a time: the longest first, so that those that are side by side are
/// of about one length.
pub(crate) struct Window<'j, J> {
    jobs: [Option<&'j mut J>; WINDOW],
    lengths: [u64; WINDOW],
}

impl<'j, J> Window<'j, J> {
    pub(crate) fn new() -> Self {
        Self { jobs: [const { None }; WINDOW], lengths: [0; WINDOW] }
    }

    /// Takes the next jobs, given how long each is; a job without a length is passed over. No jobs mean
    /// that there are none left.
    #[inline(always)]
    pub(crate) fn fill(
        &mut self,
        rest: &mut core::slice::IterMut<'j, J>,
        mut length: impl FnMut(&mut J) -> Option<u64>,
    ) -> &mut [Option<&'j mut J>] {
        let (mut count, mut last, mut sorted) = (0, u64::MAX, true);
        while count < WINDOW {
            let Some(job) = rest.next() else { break };
            let Some(length) = length(job) else { continue };
            sorted &= length <= last;
            last = length;
            self.jobs[count] = Some(job);
            self.lengths[count] = length;
            count += 1;
        }
        let jobs = &mut self.jobs[..count];
        if !sorted {
            sort(jobs, &self.lengths[..count]);
        }
        jobs
    }
}

/// Sorts jobs by their lengths, the longest first: at most 256.
#[inline(never)]
pub(crate) fn sort<T>(jobs: &mut [T], lengths: &[u64]) {
    let mut order = [0; WINDOW];
    for (i, number) in order.iter_mut().enumerate() {
        *number = i as u8;
    }
    let order = &mut order[..jobs.len()];
    longest_first(order, lengths);
    // The job at a place is the one that `order` names; those that were exchanged before are followed.
    for place in 0..jobs.len() {
        let mut from = usize::from(order[place]);
        while from < place {
            from = usize::from(order[from]);
        }
        jobs.swap(place, from);
    }
}
