//! The batch: many messages of different keys, nonces and lengths in one call.

use core::marker::PhantomData;

use super::{Aead, check_key, check_message, check_tag_bytes};
use crate::batch::{Data, Status};
use crate::{Backend, Error, Tag};

/// One message to be sealed, or opened.
#[derive(Debug)]
pub struct AeadJob<'a> {
    /// Its key.
    pub key: &'a [u8],
    /// Its nonce.
    pub nonce: &'a [u8],
    /// What is authenticated beside it.
    pub aad: &'a [u8],
    /// The message: plaintext before sealing, ciphertext before opening.
    pub data: Data<'a>,
    /// The tag: made by sealing, expected by opening.
    pub tag: Tag,
    /// What became of it.
    pub status: Status,
}

impl<'a> AeadJob<'a> {
    /// To be sealed.
    pub fn seal(key: &'a [u8], nonce: &'a [u8], aad: &'a [u8], data: Data<'a>) -> Self {
        Self { key, nonce, aad, data, tag: Tag::new(&[]), status: Status::Pending }
    }

    /// To be opened, with the tag that came with it.
    pub fn open(key: &'a [u8], nonce: &'a [u8], aad: &'a [u8], data: Data<'a>, tag: &[u8]) -> Self {
        // A tag that is longer than any is as wrong as none.
        let tag = Tag::new(if tag.len() <= Tag::MOST { tag } else { &[] });
        Self { key, nonce, aad, data, tag, status: Status::Pending }
    }
}

/// The batch call of an authenticated cipher: a backend, and the length of tags.
///
/// A batch takes any number of jobs, also none, of any lengths, also zero. It allocates nothing and
/// returns when all are done; a job that is refused keeps its data and says why in its status, and
/// does not disturb the others; one whose tag is wrong has zeros for output. Constant time in keys
/// and data; the number and lengths of messages show, and so does whether a tag was right.
#[derive(Clone, Copy, Debug)]
pub struct AeadBatch<A: Aead> {
    backend: Backend,
    tag_bytes: usize,
    cipher: PhantomData<A>,
}

impl<A: Aead> Default for AeadBatch<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Aead> AeadBatch<A> {
    /// For tags of 16 bytes, on the best backend of this processor.
    pub fn new() -> Self {
        Self { backend: Backend::best(), tag_bytes: 16, cipher: PhantomData }
    }

    /// For tags of 16 bytes on a given backend, or the error that this processor lacks it.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        Ok(Self { backend: backend.checked()?, ..Self::new() })
    }

    /// For tags of another length that the cipher has.
    pub fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error> {
        check_tag_bytes::<A>(tag_bytes)?;
        Ok(Self { tag_bytes, ..self })
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Encrypts every job and makes its tag.
    pub fn seal(&self, jobs: &mut [AeadJob<'_>]) {
        Self::check(jobs, false);
        A::run_seal_many(self.backend, self.tag_bytes, jobs);
    }

    /// Decrypts every job whose tag is right.
    pub fn open(&self, jobs: &mut [AeadJob<'_>]) {
        Self::check(jobs, true);
        A::run_open_many(self.backend, self.tag_bytes, jobs);
    }

    /// Jobs that are pending afterwards are to be processed.
    fn check(jobs: &mut [AeadJob<'_>], open: bool) {
        for job in jobs {
            let key = check_key::<A>(job.key);
            job.status =
                match key.and_then(|()| check_message::<A>(job.nonce, job.aad, &job.data, open)) {
                    Ok(()) => Status::Pending,
                    Err(error) => Status::Failed(error),
                };
        }
    }
}
