//! Batches whose algorithm is forgotten. Checking and measuring share this.
//!
//! A *task* says what a job is made of. A batch call turns tasks into [`Jobs`], which can be run.

use std::any::Any;

use lanecrypt::{
    Aead, AeadJob, Algorithm, Batch, Cipher, CipherJob, Data, Error, Mac, MacJob, Report, Status,
    Tag,
};

/// Jobs with the batch call that processes them.
pub(crate) trait Jobs {
    /// The batch call, which processes every pending job.
    fn run(&mut self) -> Report;
    /// Makes every job pending again, then the same.
    fn run_again(&mut self) -> Report;
    /// What became of each job.
    fn statuses(&self) -> Vec<Status>;
    /// The tag of each job that is done. Ciphers without authentication make none.
    fn tags(&self) -> Vec<Option<Tag>>;
}

/// The key of a task: bytes, or a ready key object whose type is forgotten.
#[derive(Debug)]
pub(crate) enum Key<'a, K: ?Sized> {
    /// The bytes of a key.
    Bytes(&'a [u8]),
    /// A key object.
    Ready(&'a K),
}

impl<K: ?Sized> Clone for Key<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: ?Sized> Copy for Key<'_, K> {}

impl<'a, K: ?Sized> Key<'a, K> {
    /// The key as the library takes it; `part` finds the key object.
    pub(crate) fn typed<A: Algorithm>(
        self,
        part: impl FnOnce(&'a K) -> &'a A,
    ) -> lanecrypt::Key<'a, A> {
        match self {
            Self::Bytes(key) => key.into(),
            Self::Ready(key) => part(key).into(),
        }
    }
}

impl<'a, K: ?Sized> From<&'a [u8]> for Key<'a, K> {
    fn from(key: &'a [u8]) -> Self {
        Self::Bytes(key)
    }
}

/// The key object whose type was forgotten.
pub(crate) fn known<T: Any>(key: &dyn Any) -> &T {
    match key.downcast_ref() {
        Some(key) => key,
        None => unreachable!("a batch takes the ready keys of its own algorithm"),
    }
}

/// A value whose type is hidden, or an error.
pub(crate) type Made<T> = Result<Box<T>, Error>;

/// A message for a cipher.
pub(crate) struct CipherTask<'a, K: ?Sized> {
    /// Its key.
    pub(crate) key: Key<'a, K>,
    /// Its nonce. It is empty where the mode has none.
    pub(crate) nonce: &'a [u8],
    /// The block of the keystream that it starts with.
    pub(crate) block: u64,
    /// Its buffers.
    pub(crate) data: Data<'a>,
}

impl<'a, K: ?Sized> CipherTask<'a, K> {
    /// A message that starts with block 0.
    pub(crate) fn new(
        key: impl Into<Key<'a, K>>,
        nonce: &'a [u8],
        data: impl Into<Data<'a>>,
    ) -> Self {
        Self { key: key.into(), nonce, block: 0, data: data.into() }
    }
}

/// A message for a MAC.
pub(crate) struct MacTask<'a, K: ?Sized> {
    /// Its key.
    pub(crate) key: Key<'a, K>,
    /// Its nonce. It is empty where the MAC has none.
    pub(crate) nonce: &'a [u8],
    /// The message.
    pub(crate) message: &'a [u8],
    /// The length of its tag in bytes. It is that of the key where the key is ready.
    pub(crate) tag_bytes: usize,
    /// The tag that is expected, if it is to be verified.
    pub(crate) expected: Option<&'a [u8]>,
}

impl<'a, K: ?Sized> MacTask<'a, K> {
    /// A message whose tag is computed.
    pub(crate) fn new(
        key: impl Into<Key<'a, K>>,
        nonce: &'a [u8],
        message: &'a [u8],
        tag_bytes: usize,
    ) -> Self {
        Self { key: key.into(), nonce, message, tag_bytes, expected: None }
    }

    /// The same message, whose tag is verified.
    pub(crate) fn expecting(self, tag: &'a [u8]) -> Self {
        Self { expected: Some(tag), ..self }
    }

    /// The job.
    pub(crate) fn job<M: Mac>(
        self,
        key: lanecrypt::Key<'a, M>,
        nonce: M::Nonce<'a>,
    ) -> MacJob<'a, M> {
        let job = match self.expected {
            None => MacJob::new(key, nonce, self.message),
            Some(tag) => MacJob::expecting(key, nonce, self.message, tag),
        };
        job.with_tag_bytes(self.tag_bytes)
    }
}

/// A message for an AEAD.
pub(crate) struct AeadTask<'a, K: ?Sized> {
    /// Its key.
    pub(crate) key: Key<'a, K>,
    /// Its nonce.
    pub(crate) nonce: &'a [u8],
    /// Its associated data.
    pub(crate) aad: &'a [u8],
    /// Its buffers.
    pub(crate) data: Data<'a>,
    /// The tag that is expected, if it is to be opened.
    pub(crate) expected: Option<&'a [u8]>,
}

impl<'a, K: ?Sized> AeadTask<'a, K> {
    /// A message that is sealed.
    pub(crate) fn seal(
        key: impl Into<Key<'a, K>>,
        nonce: &'a [u8],
        aad: &'a [u8],
        data: impl Into<Data<'a>>,
    ) -> Self {
        Self { key: key.into(), nonce, aad, data: data.into(), expected: None }
    }

    /// A message that is opened.
    pub(crate) fn open(
        key: impl Into<Key<'a, K>>,
        nonce: &'a [u8],
        aad: &'a [u8],
        data: impl Into<Data<'a>>,
        tag: &'a [u8],
    ) -> Self {
        Self { expected: Some(tag), ..Self::seal(key, nonce, aad, data) }
    }

    /// The job.
    pub(crate) fn job<A: Aead>(
        self,
        key: lanecrypt::Key<'a, A>,
        tag_bytes: usize,
    ) -> AeadJob<'a, A> {
        let job = match self.expected {
            None => AeadJob::seal(key, self.nonce, self.aad, self.data),
            Some(tag) => AeadJob::open(key, self.nonce, self.aad, self.data, tag),
        };
        job.with_tag_bytes(tag_bytes)
    }
}

/// What the jobs of the library have in common.
pub(crate) trait Job {
    /// What became of it.
    fn status(&self) -> Status;
    /// Makes it pending again.
    fn make_pending(&mut self);
    /// Its tag, once it is done.
    fn tag(&self) -> Option<Tag>;
}

impl<C: Cipher> Job for CipherJob<'_, C> {
    fn status(&self) -> Status {
        self.status()
    }

    fn make_pending(&mut self) {
        self.make_pending();
    }

    fn tag(&self) -> Option<Tag> {
        None
    }
}

impl<M: Mac> Job for MacJob<'_, M> {
    fn status(&self) -> Status {
        self.status()
    }

    fn make_pending(&mut self) {
        self.make_pending();
    }

    fn tag(&self) -> Option<Tag> {
        self.tag().copied()
    }
}

impl<A: Aead> Job for AeadJob<'_, A> {
    fn status(&self) -> Status {
        self.status()
    }

    fn make_pending(&mut self) {
        self.make_pending();
    }

    fn tag(&self) -> Option<Tag> {
        self.tag().copied()
    }
}

/// A batch call, such as `Batch::encrypt`.
type BatchCall<A, J> = fn(&Batch<A>, &mut [J]) -> Report;

/// The jobs of an algorithm.
struct PreparedJobs<A: Algorithm, J> {
    batch: Batch<A>,
    call: BatchCall<A, J>,
    jobs: Vec<J>,
}

impl<A: Algorithm, J: Job> Jobs for PreparedJobs<A, J> {
    fn run(&mut self) -> Report {
        (self.call)(&self.batch, &mut self.jobs)
    }

    fn run_again(&mut self) -> Report {
        // One job has no loop: the compiler unrolls it, and what prepares that would be measured too.
        match &mut self.jobs[..] {
            [job] => job.make_pending(),
            jobs => jobs.iter_mut().for_each(Job::make_pending),
        }
        self.run()
    }

    fn statuses(&self) -> Vec<Status> {
        self.jobs.iter().map(Job::status).collect()
    }

    fn tags(&self) -> Vec<Option<Tag>> {
        self.jobs.iter().map(Job::tag).collect()
    }
}

/// Jobs of an algorithm for a batch call, the algorithm forgotten.
pub(crate) fn prepare<'a, A: Algorithm, J: Job + 'a>(
    batch: Batch<A>,
    call: BatchCall<A, J>,
    jobs: impl Iterator<Item = J>,
) -> Box<dyn Jobs + 'a> {
    Box::new(PreparedJobs { batch, call, jobs: jobs.collect() })
}
