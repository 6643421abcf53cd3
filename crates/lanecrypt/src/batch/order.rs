//! In which order the jobs of a batch are taken.

/// The longest jobs first, so that no lane is left alone with one at the end: windows of jobs,
/// each sorted.
pub(crate) struct Order {
    jobs: usize,
    /// The numbers of the jobs of the window, less the number of its first.
    window: [u8; WINDOW],
    start: usize,
    next: usize,
}

const WINDOW: usize = 256;

impl Order {
    /// Of so many jobs.
    pub(crate) fn new(jobs: usize) -> Self {
        Self { jobs, window: [0; WINDOW], start: 0, next: 0 }
    }

    /// The number of the next job, given how long each is.
    pub(crate) fn next(&mut self, bits: impl Fn(usize) -> u64) -> Option<usize> {
        if self.next == self.jobs {
            return None;
        }
        let place = self.next % WINDOW;
        if place == 0 {
            self.start = self.next;
            let window = &mut self.window[..WINDOW.min(self.jobs - self.start)];
            for (i, number) in window.iter_mut().enumerate() {
                *number = i as u8;
            }
            let length = |number: &u8| bits(self.start + usize::from(*number));
            if !window.is_sorted_by(|a, b| length(a) >= length(b)) {
                let mut lengths = [0; WINDOW];
                for (length_of, number) in lengths.iter_mut().zip(&*window) {
                    *length_of = length(number);
                }
                longest_first(window, &lengths);
            }
        }
        self.next += 1;
        Some(self.start + usize::from(self.window[place]))
    }
}

/// Puts numbers of jobs into the order of the jobs' lengths, the longest first. It is not generic, because
/// the code of the sort is large and every instance would repeat it.
#[inline(never)]
pub(crate) fn longest_first(numbers: &mut [u8], lengths: &[u64]) {
    numbers.sort_unstable_by_key(|number| core::cmp::Reverse(lengths[usize::from(*number)]));
}
