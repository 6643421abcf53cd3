//! The batch: many messages of different keys, nonces and lengths in one call.

use core::marker::PhantomData;

use super::ctr::check_counter;
use super::{BlockModes, Modes, cbc, ecb};
use crate::batch::{Data, Status};
use crate::block::key::check_key;
use crate::{Backend, Error, Tag};

/// One message in counter mode.
#[derive(Debug)]
pub struct CtrJob<'a> {
    /// Its key.
    pub key: &'a [u8],
    /// Its nonce.
    pub nonce: &'a [u8],
    /// The block of the keystream that its first byte meets.
    pub block: u64,
    /// Its data.
    pub data: Data<'a>,
    /// What became of it.
    pub status: Status,
}

impl<'a> CtrJob<'a> {
    /// A message from the beginning of the keystream on.
    pub fn new(key: &'a [u8], nonce: &'a [u8], data: Data<'a>) -> Self {
        Self { key, nonce, block: 0, data, status: Status::Pending }
    }

    fn check<C: Modes>(&self) -> Result<(), Error> {
        check_key::<C>(self.key)?;
        check_counter::<C>(self.nonce, self.block, 0, self.data.checked_len()?)
    }
}

/// One message in ECB.
#[derive(Debug)]
pub struct EcbJob<'a> {
    /// Its key.
    pub key: &'a [u8],
    /// Its data: whole blocks.
    pub data: Data<'a>,
    /// What became of it.
    pub status: Status,
}

impl<'a> EcbJob<'a> {
    /// A message.
    pub fn new(key: &'a [u8], data: Data<'a>) -> Self {
        Self { key, data, status: Status::Pending }
    }
}

/// One message in CBC.
#[derive(Debug)]
pub struct CbcJob<'a> {
    /// Its key.
    pub key: &'a [u8],
    /// Its initialisation vector, 16 bytes.
    pub iv: &'a [u8],
    /// Its data: whole blocks.
    pub data: Data<'a>,
    /// What became of it.
    pub status: Status,
}

impl<'a> CbcJob<'a> {
    /// A message.
    pub fn new(key: &'a [u8], iv: &'a [u8], data: Data<'a>) -> Self {
        Self { key, iv, data, status: Status::Pending }
    }
}

/// One message to be authenticated.
#[derive(Debug)]
pub struct MacJob<'a> {
    /// Its key.
    pub key: &'a [u8],
    /// The message.
    pub message: &'a [u8],
    /// The length of its tag, 4 to 16 bytes: the first of the whole.
    pub tag_bytes: usize,
    /// The tag, empty until it is done.
    pub tag: Tag,
    /// What became of it.
    pub status: Status,
}

impl<'a> MacJob<'a> {
    /// A message.
    pub fn new(key: &'a [u8], message: &'a [u8], tag_bytes: usize) -> Self {
        Self { key, message, tag_bytes, tag: Tag::new(&[]), status: Status::Pending }
    }

    fn check<C: Modes>(&self) -> Result<(), Error> {
        const ALLOWED: &[usize] = &[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
        check_key::<C>(self.key)?;
        match ALLOWED.contains(&self.tag_bytes) {
            true => Ok(()),
            false => Err(Error::TagLength { bytes: self.tag_bytes, allowed: ALLOWED }),
        }
    }
}

/// The batch call of a cipher: a backend, and what can be chosen beside keys.
///
/// A batch takes any number of jobs, also none, of any lengths, also zero. It allocates nothing and
/// returns when all are done; a job that is refused keeps its data and says why in its status, and
/// does not disturb the others. Keys are expanded many at a time, and short messages share
/// registers, a lane each. Constant time in keys and data; the number and lengths of the messages
/// show.
#[derive(Clone, Copy, Debug)]
pub struct Batch<C: Modes> {
    backend: Backend,
    options: C::Options,
    cipher: PhantomData<C>,
}

impl<C: Modes> Default for Batch<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Modes> Batch<C> {
    /// On the best backend of this processor.
    pub fn new() -> Self {
        Self { backend: Backend::best(), options: C::Options::default(), cipher: PhantomData }
    }

    /// On a given backend, or the error that this processor lacks it.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        Ok(Self { backend: backend.checked()?, ..Self::new() })
    }

    /// With what can be chosen beside keys.
    pub fn with_options(self, options: C::Options) -> Self {
        Self { options, ..self }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Encrypts or decrypts every job in counter mode.
    pub fn ctr(&self, jobs: &mut [CtrJob<'_>]) {
        for job in jobs.iter_mut() {
            job.status = checked(job.check::<C>());
        }
        C::run_ctr_many(self.backend, &self.options, jobs);
    }

    /// Encrypts every job in ECB.
    pub fn ecb_encrypt(&self, jobs: &mut [EcbJob<'_>]) {
        self.ecb(false, jobs);
    }

    /// Decrypts every job in ECB.
    pub fn ecb_decrypt(&self, jobs: &mut [EcbJob<'_>]) {
        self.ecb(true, jobs);
    }

    fn ecb(&self, decrypt: bool, jobs: &mut [EcbJob<'_>]) {
        for job in jobs.iter_mut() {
            job.status = checked(check_key::<C>(job.key).and_then(|()| ecb::check::<C>(&job.data)));
        }
        C::run_ecb_many(self.backend, &self.options, decrypt, jobs);
    }
}

impl<C: BlockModes> Batch<C> {
    /// Encrypts every job in CBC.
    pub fn cbc_encrypt(&self, jobs: &mut [CbcJob<'_>]) {
        self.cbc(false, jobs);
    }

    /// Decrypts every job in CBC.
    pub fn cbc_decrypt(&self, jobs: &mut [CbcJob<'_>]) {
        self.cbc(true, jobs);
    }

    fn cbc(&self, decrypt: bool, jobs: &mut [CbcJob<'_>]) {
        for job in jobs.iter_mut() {
            let key = check_key::<C>(job.key);
            job.status = checked(key.and_then(|()| cbc::check::<C>(job.iv, &job.data).map(|_| ())));
        }
        C::run_cbc_many(self.backend, decrypt, jobs);
    }

    /// Makes the tag of every job with CMAC.
    pub fn cmac(&self, jobs: &mut [MacJob<'_>]) {
        Self::check_macs(jobs);
        C::run_cmac_many(self.backend, jobs);
    }

    /// Makes the tag of every job with PMAC.
    pub fn pmac(&self, jobs: &mut [MacJob<'_>]) {
        Self::check_macs(jobs);
        C::run_pmac_many(self.backend, jobs);
    }

    fn check_macs(jobs: &mut [MacJob<'_>]) {
        for job in jobs {
            job.tag = Tag::new(&[]);
            job.status = checked(job.check::<C>());
        }
    }
}

/// Jobs that are pending afterwards are to be processed.
fn checked(result: Result<(), Error>) -> Status {
    match result {
        Ok(()) => Status::Pending,
        Err(error) => Status::Failed(error),
    }
}
