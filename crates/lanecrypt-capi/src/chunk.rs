//! The jobs of C become jobs of the library, so many at a time, on the stack.

use core::mem::MaybeUninit;

use lanecrypt::Status;

use crate::status::{DONE, Outcome, PENDING, Refused, lc_status};

/// As many jobs are converted at a time. More would fill lanes better at the end of a batch, and take
/// more of the stack: this many take about 14 KiB.
const ROOM: usize = 64;

/// What a job of C has.
pub(crate) trait Job {
    /// Its status.
    fn status(&mut self) -> &mut lc_status;
}

/// Jobs of the library under construction.
struct Chunk<J> {
    jobs: [MaybeUninit<J>; ROOM],
    count: usize,
}

impl<J> Chunk<J> {
    const NOTHING_TO_DROP: () = assert!(!core::mem::needs_drop::<J>());

    fn new() -> Self {
        let () = Self::NOTHING_TO_DROP;
        Self { jobs: [const { MaybeUninit::uninit() }; ROOM], count: 0 }
    }

    #[inline(always)]
    fn push(&mut self, job: J) {
        if let Some(place) = self.jobs.get_mut(self.count) {
            place.write(job);
            self.count += 1;
        }
    }

    fn jobs(&mut self) -> &mut [J] {
        // SAFETY: `push` initialised as many.
        unsafe { core::slice::from_raw_parts_mut(self.jobs.as_mut_ptr().cast(), self.count) }
    }
}

/// Processes the pending jobs and returns how many are done, now or since earlier.
///
/// `convert` makes a job of the library, `process` processes some, and `finish` takes the result, whose
/// status it returns.
#[inline(always)]
pub(crate) fn run<F: Job, J>(
    jobs: &mut [F],
    convert: impl Fn(&F) -> Outcome<J>,
    process: impl Fn(&mut [J]),
    finish: impl Fn(&F, &J) -> Status,
) -> usize {
    let mut done = 0;
    for jobs in jobs.chunks_mut(ROOM) {
        let mut chunk = Chunk::new();
        let mut places = [0_u8; ROOM];
        for (place, job) in jobs.iter_mut().enumerate() {
            match *job.status() {
                PENDING => {}
                DONE => {
                    done += 1;
                    continue;
                }
                _ => continue,
            }
            match convert(job) {
                Ok(converted) => {
                    if let Some(own) = places.get_mut(chunk.count) {
                        *own = place as u8;
                    }
                    chunk.push(converted);
                }
                Err(Refused(code)) => *job.status() = code,
            }
        }
        let converted = chunk.jobs();
        process(converted);
        for (place, converted) in places.iter().zip(converted) {
            if let Some(job) = jobs.get_mut(usize::from(*place)) {
                let code = finish(job, converted).code();
                *job.status() = code;
                done += usize::from(code == DONE);
            }
        }
    }
    done
}

/// Refuses every pending job with the code of the whole call, and returns how many are done since
/// earlier.
pub(crate) fn refuse<F: Job>(jobs: &mut [F], Refused(code): Refused) -> usize {
    let pending = jobs.iter_mut().map(Job::status).filter(|status| **status == PENDING);
    pending.for_each(|status| *status = code);
    jobs.iter_mut().map(Job::status).filter(|status| **status == DONE).count()
}
