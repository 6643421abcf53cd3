//! The jobs of C become jobs of the library, so many at a time, on the stack.

use core::mem::MaybeUninit;

use crate::status::{DONE, Outcome, PENDING, Refused, lc_status};

/// As many jobs are converted at a time. More would fill lanes better at the end of a batch, and take
/// more of the stack: this many take about 10 KiB.
const ROOM: usize = 64;

/// What a job of C has.
pub(crate) trait Job {
    /// Its status.
    fn status(&mut self) -> &mut lc_status;
}

/// Where a job of the library is made. A job that was made elsewhere and moved would cost more than
/// everything else here.
pub(crate) struct Place<'p, J>(&'p mut MaybeUninit<J>);

/// The job was made in its place.
pub(crate) struct Made;

impl<J> Place<'_, J> {
    #[inline(always)]
    pub(crate) fn put(self, job: J) -> Made {
        self.0.write(job);
        Made
    }
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

    fn jobs(&mut self) -> &mut [J] {
        // SAFETY: `run` counts the places that hold a job.
        unsafe { core::slice::from_raw_parts_mut(self.jobs.as_mut_ptr().cast(), self.count) }
    }
}

/// Processes the pending jobs and returns how many are done, now or since earlier.
///
/// `convert` makes a job of the library in its place, `process` processes some, and `finish` takes the result and returns
/// the status.
#[inline(always)]
pub(crate) fn run<F: Job, J>(
    jobs: &mut [F],
    convert: impl Fn(&F, Place<'_, J>) -> Outcome<Made>,
    process: impl Fn(&mut [J]),
    finish: impl Fn(&F, &J) -> lc_status,
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
            let next = chunk.jobs.get_mut(chunk.count).zip(places.get_mut(chunk.count));
            let Some((next, own)) = next else { break };
            match convert(job, Place(next)) {
                Ok(Made) => {
                    *own = place as u8;
                    chunk.count += 1;
                }
                Err(Refused(code)) => *job.status() = code,
            }
        }
        let converted = chunk.jobs();
        process(converted);
        for (place, converted) in places.iter().zip(converted) {
            if let Some(job) = jobs.get_mut(usize::from(*place)) {
                let code = finish(job, converted);
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
