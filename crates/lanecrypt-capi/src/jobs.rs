//! The jobs of C become jobs of the library, so many at a time, on the stack.

use core::mem::MaybeUninit;

use lanecrypt::{Report, Status};

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

/// The job was made in its place: only a [`Place`] says so.
pub(crate) struct Made(());

impl<J> Place<'_, J> {
    const NOTHING_TO_DROP: () = assert!(!core::mem::needs_drop::<J>());

    #[inline(always)]
    pub(crate) fn put(self, job: J) -> Made {
        let () = Self::NOTHING_TO_DROP;
        self.0.write(job);
        Made(())
    }

    /// The same of a job that is changed in a way that would move it, where that is rare.
    #[inline(always)]
    pub(crate) fn put_and(self, job: J, change: Option<impl FnOnce(J) -> J>) -> Made {
        let () = Self::NOTHING_TO_DROP;
        self.0.write(job);
        if let Some(change) = change {
            changed(self.0, change);
        }
        Made(())
    }
}

/// Changes the job in a place.
#[cold]
#[inline(never)]
fn changed<J>(place: &mut MaybeUninit<J>, change: impl FnOnce(J) -> J) {
    // SAFETY: `put_and` has just made the job, which is replaced by what it becomes.
    let job = change(unsafe { place.assume_init_read() });
    place.write(job);
}

/// Processes the pending jobs and returns how many are done, now or since earlier.
///
/// `convert` makes a job of the library in its place, `process` processes some, and `take` takes the
/// result of one that is done.
#[inline(always)]
pub(crate) fn run<F: Job, J>(
    jobs: &mut [F],
    convert: impl Fn(&F, Place<'_, J>) -> Outcome<Made>,
    process: impl Fn(&mut [J]) -> Report,
    status: impl Fn(&J) -> Status,
    take: impl Fn(&F, &J),
) -> usize {
    let mut done = 0;
    for jobs in jobs.chunks_mut(ROOM) {
        let mut places = [const { MaybeUninit::<J>::uninit() }; ROOM];
        let first = places.as_mut_ptr();
        let mut next = first;
        for job in jobs.iter_mut() {
            if *job.status() != PENDING {
                continue;
            }
            // SAFETY: there is a place for each of these jobs, and each job takes one at most.
            match convert(job, Place(unsafe { &mut *next })) {
                Ok(Made(())) => next = next.wrapping_add(1),
                Err(Refused(code)) => *job.status() = code,
            }
        }
        let made = (next.addr() - first.addr()) / size_of::<J>();
        // SAFETY: so many places hold a job.
        let converted = unsafe { core::slice::from_raw_parts_mut(first.cast(), made) };
        let mut codes = [DONE; ROOM];
        if !process(converted).is_ok() {
            for (code, job) in codes.iter_mut().zip(&*converted) {
                *code = status(job).code();
            }
        }
        done += settle(jobs, &codes[..made], |job, at| {
            if let Some(converted) = converted.get(at) {
                take(job, converted);
            }
        });
    }
    done
}

/// Gives the jobs that are still pending their codes, in order, and takes the results of those that are done. Returns how
/// many are done now. Only `take` depends on the algorithm, so the compiler can keep one copy for all that have nothing to take.
#[inline(never)]
fn settle<F: Job>(jobs: &mut [F], codes: &[lc_status], take: impl Fn(&F, usize)) -> usize {
    let (mut done, mut converted) = (0, 0);
    for job in jobs {
        match *job.status() {
            PENDING => {
                let Some(&code) = codes.get(converted) else { break };
                if code == DONE {
                    take(job, converted);
                    done += 1;
                }
                converted += 1;
                *job.status() = code;
            }
            DONE => done += 1,
            _ => {}
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
