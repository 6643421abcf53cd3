//! What holds of every batch call: how keys are given does not matter, jobs that are not pending are
//! left alone, and the report agrees with the jobs.

use lanecrypt::{
    Aead, AeadJob, Algorithm, Backend, Cipher, CipherJob, Data, Error, Key, Mac, MacJob, Report,
    Status,
};

/// How the keys of the jobs of a batch are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// All as bytes.
    Bytes,
    /// All ready, on the backend of the batch.
    Ready,
    /// All ready, on every backend in turns.
    Elsewhere,
    /// As bytes, ready on the backend of the batch and ready on others, in turns.
    Mixed,
}

impl Keys {
    pub(crate) const ALL: [Self; 4] = [Self::Bytes, Self::Ready, Self::Elsewhere, Self::Mixed];

    /// One way after another.
    pub(crate) fn turn(turn: usize) -> Self {
        Self::ALL[turn % Self::ALL.len()]
    }

    /// The backend of the ready key of a job, if it is to have one.
    fn backend_of(self, job: usize, batch: Backend) -> Option<Backend> {
        match (self, job % 3) {
            (Self::Bytes, _) | (Self::Mixed, 0) => None,
            (Self::Ready, _) | (Self::Mixed, 1) => Some(batch),
            _ => {
                let all: Vec<Backend> = Backend::available().collect();
                Some(all[job / 3 % all.len()])
            }
        }
    }

    /// The key objects of jobs with these keys, where they have one.
    pub(crate) fn objects<'k, A: Algorithm>(
        self,
        keys: impl Iterator<Item = &'k [u8]>,
        options: A::Options,
        batch: Backend,
    ) -> Vec<Option<A>> {
        let object = |(job, key): (usize, &[u8])| {
            let backend = self.backend_of(job, batch)?;
            Some(A::with_options(key, options, backend).unwrap())
        };
        keys.enumerate().map(object).collect()
    }
}

impl Keys {
    /// Which of the key objects a job has: of the first jobs, if `same` says that they would all be the
    /// same, so that many jobs share one; otherwise its own.
    pub(crate) fn shared(self, job: usize, same: bool) -> usize {
        match (same, self) {
            (false, _) => job,
            (true, Self::Mixed) => job % 3,
            (true, _) => 0,
        }
    }
}

/// Whether all are equal.
pub(crate) fn all_same<T: PartialEq>(mut all: impl Iterator<Item = T>) -> bool {
    all.next().is_none_or(|first| all.all(|other| other == first))
}

/// The key of a job: the key object if there is one.
pub(crate) fn key_of<'a, A: Algorithm>(bytes: &'a [u8], object: &'a Option<A>) -> Key<'a, A> {
    match object {
        Some(object) => Key::Ready(object),
        None => Key::Bytes(bytes),
    }
}

/// A job of any shape.
pub(crate) trait Job {
    fn outcome(&self) -> Status;
    /// What was written, and the tag if there is one.
    fn results(&self) -> (&[u8], Option<&[u8]>);
    /// Makes the job pending and what it wrote garbage, if its input is still there. Says whether it
    /// did.
    fn renew(&mut self) -> bool;
}

/// Overwrites the output if that leaves the input as it is.
fn forget(data: &mut Data<'_>) -> bool {
    match data {
        Data::Copy { output, .. } => {
            output.fill(0xa5);
            true
        }
        _ => false,
    }
}

impl<C: Cipher> Job for CipherJob<'_, C> {
    fn outcome(&self) -> Status {
        self.status()
    }
    fn results(&self) -> (&[u8], Option<&[u8]>) {
        (self.data.output(), None)
    }
    fn renew(&mut self) -> bool {
        let renewed = self.outcome() == Status::Done && forget(&mut self.data);
        if renewed {
            self.make_pending();
        }
        renewed
    }
}

impl<A: Aead> Job for AeadJob<'_, A> {
    fn outcome(&self) -> Status {
        self.status()
    }
    fn results(&self) -> (&[u8], Option<&[u8]>) {
        (self.data.output(), self.tag().map(|tag| tag.as_ref()))
    }
    fn renew(&mut self) -> bool {
        let ran = matches!(self.outcome(), Status::Done | Status::Failed(Error::Authentication));
        let renewed = ran && forget(&mut self.data);
        if renewed {
            self.make_pending();
            assert!(self.tag().is_none());
        }
        renewed
    }
}

impl<M: Mac> Job for MacJob<'_, M> {
    fn outcome(&self) -> Status {
        self.status()
    }
    fn results(&self) -> (&[u8], Option<&[u8]>) {
        (&[], self.tag().map(|tag| tag.as_ref()))
    }
    fn renew(&mut self) -> bool {
        self.make_pending();
        assert!(self.tag().is_none());
        true
    }
}

/// What became of a job.
struct Outcome {
    status: Status,
    output: Vec<u8>,
    tag: Option<Vec<u8>>,
}

impl Outcome {
    fn of<J: Job>(job: &J) -> Self {
        let (output, tag) = job.results();
        Self { status: job.outcome(), output: output.to_vec(), tag: tag.map(<[u8]>::to_vec) }
    }

    fn is_of<J: Job>(&self, job: &J) -> bool {
        (job.outcome(), job.results()) == (self.status, (&self.output, self.tag.as_deref()))
    }
}

/// Calls a batch with jobs that are pending. Then once more: nothing may change. Then with some of the
/// jobs made pending, among others that are done: these come out as before.
pub(crate) fn run<J: Job>(jobs: &mut [J], call: &dyn Fn(&mut [J]) -> Report) -> Report {
    assert!(jobs.iter().all(|job| job.outcome() == Status::Pending));
    assert!(jobs.iter().all(|job| job.results().1.is_none()));
    let report = call(jobs);
    check_report(report, &jobs.iter().map(Job::outcome).collect::<Vec<_>>());
    let before: Vec<Outcome> = jobs.iter().map(Outcome::of).collect();
    let as_before = |jobs: &[J]| jobs.iter().zip(&before).all(|(job, before)| before.is_of(job));
    assert_eq!(call(jobs), report);
    assert!(as_before(jobs), "a second call changed something");
    // Not all of them: the others stay done.
    let some = jobs.iter_mut().enumerate().filter(|(i, _)| i % 5 != 0);
    if some.fold(false, |any, (_, job)| job.renew() | any) {
        assert_eq!(call(jobs), report);
        assert!(as_before(jobs), "what was made pending came out differently");
    }
    report
}

/// That a report is what the jobs say.
fn check_report(report: Report, statuses: &[Status]) {
    let errors = statuses.iter().enumerate().filter_map(|(i, status)| match status {
        Status::Done => None,
        Status::Failed(error) => Some((i, *error)),
        _ => panic!("job {i} is pending after the call"),
    });
    let errors: Vec<(usize, Error)> = errors.collect();
    assert_eq!(report.jobs(), statuses.len());
    assert_eq!(report.failed(), errors.len());
    assert_eq!(report.done(), statuses.len() - errors.len());
    assert_eq!(report.first_failure(), errors.first().copied());
    assert_eq!(report.is_ok(), errors.is_empty());
    match (report.into_result(), errors.first()) {
        (Ok(()), None) => {}
        (Err(failure), Some(&(index, error))) => {
            assert_eq!((failure.index, failure.error), (index, error));
            assert_eq!((failure.jobs, failure.failed), (statuses.len(), errors.len()));
            assert_eq!(Error::from(failure), error);
        }
        (result, first) => panic!("{result:?}, but the first failure is {first:?}"),
    }
}
