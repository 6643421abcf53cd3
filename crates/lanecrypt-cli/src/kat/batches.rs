//! Batch calls: which keys their messages have, and that a call leaves finished jobs alone.

use std::fmt;

use lanecrypt::{Backend, Error, Status, Tag};

use crate::answers::Answer;
use crate::jobs::{Jobs, Key};
use crate::kat::tally::Tally;

/// The numbers of jobs of batches: near the numbers of lanes, and more than the most lanes.
pub(crate) const COUNTS: [usize; 16] = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, MOST];

/// The number of jobs of the largest batch.
pub(crate) const MOST: usize = 71;

/// The keys of the messages of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BatchKeys {
    /// All are bytes.
    Bytes,
    /// All are key objects, made for the backend of the batch.
    Ready,
    /// Bytes and key objects by turns. The key objects were made for another backend, which must
    /// make no difference.
    Mixed,
}

impl BatchKeys {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Bytes, Self::Ready, Self::Mixed];

    /// The backend that key objects are made for, where the batch is on this one.
    pub(crate) fn backend(self, batch: Backend) -> Backend {
        match (self, batch) {
            (Self::Mixed, Backend::Portable) => Backend::best(),
            (Self::Mixed, _) => Backend::Portable,
            _ => batch,
        }
    }

    /// Whether the key of the message at a position is a key object.
    pub(crate) fn is_ready(self, position: usize) -> bool {
        match self {
            Self::Bytes => false,
            Self::Ready => true,
            Self::Mixed => position % 2 == 1,
        }
    }

    /// The key of the message at a position.
    pub(crate) fn of<'a, K: ?Sized>(
        self,
        position: usize,
        bytes: &'a [u8],
        ready: &'a K,
    ) -> Key<'a, K> {
        match self.is_ready(position) {
            false => Key::Bytes(bytes),
            true => Key::Ready(ready),
        }
    }
}

impl fmt::Display for BatchKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bytes => "keys as bytes",
            Self::Ready => "ready keys",
            Self::Mixed => "keys as bytes and ready keys",
        })
    }
}

/// Whether the tag at a position is made wrong where tags are verified: one in five is.
fn is_wrong(position: usize) -> bool {
    position % 5 == 4
}

/// The tag at a position where tags are verified.
pub(crate) fn some_wrong(position: usize, tag: &[u8]) -> Vec<u8> {
    let mut tag = tag.to_vec();
    if is_wrong(position) && !tag.is_empty() {
        let at = position % tag.len();
        tag[at] ^= 1 << (position % 8);
    }
    tag
}

/// What became of a job.
pub(crate) struct Outcome {
    /// Its status.
    pub(crate) status: Status,
    /// Its tag, if it has one.
    pub(crate) tag: Option<Tag>,
}

/// Runs a batch call, checks that its report agrees with the jobs, and runs it again: now that no
/// job is pending, nothing must change. What the buffers hold afterwards is for the caller to
/// check.
pub(crate) fn run(
    mut jobs: Box<dyn Jobs + '_>,
    answer: &Answer,
    tally: &mut Tally,
    how: fmt::Arguments<'_>,
) -> Vec<Outcome> {
    let report = jobs.run();
    let (statuses, tags) = (jobs.statuses(), jobs.tags());
    let failures = || {
        statuses.iter().enumerate().filter_map(|(position, status)| match status {
            Status::Failed(error) => Some((position, *error)),
            _ => None,
        })
    };
    let finished = !statuses.contains(&Status::Pending);
    tally.holds(answer, how, finished, "no job to be pending", || format!("{statuses:?}"));
    let agrees = report.jobs() == statuses.len()
        && report.failed() == failures().count()
        && report.done() == report.jobs() - report.failed()
        && report.first_failure() == failures().next()
        && report.is_ok() == failures().next().is_none();
    tally.holds(answer, how, agrees, "the report to agree with the jobs", || format!("{report:?}"));

    let again = jobs.run();
    let unchanged = again == report && jobs.statuses() == statuses && jobs.tags() == tags;
    tally.holds(answer, how, unchanged, "a second call to change nothing", || format!("{again:?}"));
    statuses.into_iter().zip(tags).map(|(status, tag)| Outcome { status, tag }).collect()
}

impl Outcome {
    /// Checks that the job is done.
    pub(crate) fn done(&self, answer: &Answer, tally: &mut Tally, how: fmt::Arguments<'_>) {
        let status = self.status;
        tally.holds(answer, how, status == Status::Done, "Done", || format!("{status:?}"));
    }

    /// Checks that the job is done, or that its tag was refused if it is one of those that
    /// [`some_wrong`] made wrong. Returns whether it is one of those.
    pub(crate) fn verified(
        &self,
        position: usize,
        answer: &Answer,
        tally: &mut Tally,
        how: fmt::Arguments<'_>,
    ) -> bool {
        if !is_wrong(position) {
            self.done(answer, tally, how);
            return false;
        }
        let refused = self.result() == Err(Error::Authentication) && self.tag.is_none();
        tally
            .holds(answer, how, refused, "authentication to fail", || format!("{:?}", self.status));
        true
    }

    /// The bytes of its tag; none if it has no tag.
    pub(crate) fn tag_bytes(&self) -> &[u8] {
        self.tag.as_ref().map_or(&[], |tag| tag.as_ref())
    }

    /// What a call that processes one message would have returned.
    pub(crate) fn result(&self) -> Result<(), Error> {
        match self.status {
            Status::Failed(error) => Err(error),
            _ => Ok(()),
        }
    }
}
