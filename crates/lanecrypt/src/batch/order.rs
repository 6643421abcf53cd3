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

impl Order {
    /// Of so many jobs.
    pub(crate) fn new(jobs: usize) -> Self {
        Self { jobs, window: [0; WINDOW], start: 0, next: 0 }
    }

    /// The number of the next job, given how long each is.
    #[inline]
    pub(crate) fn next(&mut self, bits: impl Fn(usize) -> u64) -> Option<usize> {
        if self.next == self.jobs {
            return None;
        }
        let place = self.next % WINDOW;
        if place == 0 {
            self.begin();
            let numbers = self.start..self.jobs.min(self.start + WINDOW);
            if !numbers.is_sorted_by(|&a, &b| bits(a) >= bits(b)) {
                self.sort(&bits);
            }
        }
        self.next += 1;
        Some(self.start + usize::from(self.window[place]))
    }

    /// Begins a window. It is not generic, and neither is the next one, because every instance would repeat their code.
    #[inline(never)]
    fn begin(&mut self) {
        self.start = self.next;
        for (i, number) in self.window.iter_mut().enumerate() {
            *number = i as u8;
        }
    }

    /// Sorts the window.
    #[inline(never)]
    fn sort(&mut self, bits: &dyn Fn(usize) -> u64) {
        let window = &mut self.window[..WINDOW.min(self.jobs - self.start)];
        let mut lengths = [0; WINDOW];
        for (length, number) in lengths.iter_mut().zip(&*window) {
            *length = bits(self.start + usize::from(*number));
        }
        longest_first(window, &lengths);
    }
}

/// The most jobs that are sorted together.
pub(super) const WINDOW: usize = 256;

/// Puts numbers of jobs into the order of the jobs' lengths, the longest first.
#[inline(never)]
pub(super) fn longest_first(numbers: &mut [u8], lengths: &[u64]) {
    numbers.sort_unstable_by_key(|number| core::cmp::Reverse(lengths[usize::from(*number)]));
}
