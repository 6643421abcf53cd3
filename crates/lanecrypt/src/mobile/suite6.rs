//! 256-NIA6 and 256-NCA6 (3GPP TS 35.246): integrity, and authenticated encryption, over the NEA6
//! loading of ZUC and POLYVAL.
//!
//! The first 48 bytes of keystream are H, Q and P. The hash of a message, with H, is summed with
//! the lengths, multiplied by Q and summed with P; a tag is its first 4 to 16 bytes. The length of
//! the tag is part of the IV by 3GPP's rules, which this module leaves to the caller.

use crate::batch::{Data, Status};
use crate::hash::polyval::{Polyval, dot};
use crate::lanes::wipe;
use crate::stream::zuc::{Batch, Job, Setup, Stream};
use crate::{Backend, Error, Tag};

/// One message to be authenticated by 256-NIA6.
#[derive(Debug)]
pub struct Nia6Job<'a> {
    setup: Setup,
    message: &'a [u8],
    tag_bytes: usize,
    /// The tag, once the status is [`Status::Done`].
    pub tag: Tag,
    /// What became of it.
    pub status: Status,
}

impl<'a> Nia6Job<'a> {
    /// A key of 32 bytes, an IV of 16 bytes, and a tag of 4 to 16 bytes.
    pub fn new(key: &[u8; 32], iv: &[u8; 16], message: &'a [u8], tag_bytes: usize) -> Self {
        let tag = Tag::new(&[]);
        Self { setup: Setup::nea6(key, iv), message, tag_bytes, tag, status: Status::Pending }
    }
}

/// One message to be encrypted and authenticated by 256-NCA6, or checked and decrypted.
#[derive(Debug)]
pub struct Nca6Job<'a> {
    setup: Setup,
    aad: &'a [u8],
    /// The message: plaintext before sealing, ciphertext before opening.
    pub data: Data<'a>,
    tag_bytes: usize,
    /// The tag: made by sealing, expected by opening.
    pub tag: Tag,
    /// What became of it.
    pub status: Status,
}

impl<'a> Nca6Job<'a> {
    /// To be sealed: a key of 32 bytes, an IV of 16 bytes, associated data, the plaintext, and the
    /// length of the tag, 4 to 16 bytes. [`Data::Keystream`] seals a message of zeros.
    pub fn seal(
        key: &[u8; 32],
        iv: &[u8; 16],
        aad: &'a [u8],
        data: Data<'a>,
        tag_bytes: usize,
    ) -> Self {
        let setup = Setup::nea6(key, iv);
        Self { setup, aad, data, tag_bytes, tag: Tag::new(&[]), status: Status::Pending }
    }

    /// To be opened: the same with the ciphertext, the tag that came with it, and the length that
    /// tags have by agreement: a tag of another length is wrong.
    pub fn open(
        key: &[u8; 32],
        iv: &[u8; 16],
        aad: &'a [u8],
        data: Data<'a>,
        tag: &[u8],
        tag_bytes: usize,
    ) -> Self {
        let setup = Setup::nea6(key, iv);
        let kept = Tag::new(if tag.len() <= 16 { tag } else { &[] });
        Self { setup, aad, data, tag_bytes, tag: kept, status: Status::Pending }
    }
}

/// The engine of the suite: a backend.
///
/// Constant time in keys and data; lengths show, and so does whether a tag was right.
#[derive(Clone, Copy, Debug)]
pub struct Suite6 {
    batch: Batch,
}

impl Default for Suite6 {
    fn default() -> Self {
        Self::new()
    }
}

/// The lengths of tags.
const TAG_BYTES: [usize; 13] = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

/// Messages whose keys are loaded at a time.
const WINDOW: usize = 32;

impl Suite6 {
    /// On the best backend of this processor.
    pub fn new() -> Self {
        Self { batch: Batch::new() }
    }

    /// On a given backend, or the error that this processor lacks it.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        Ok(Self { batch: Batch::with_backend(backend)? })
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.batch.backend()
    }

    /// Makes the tag of every job. Initialisation, the costly part of short messages, is done for
    /// many at once.
    pub fn nia6(&self, jobs: &mut [Nia6Job<'_>]) {
        for window in jobs.chunks_mut(WINDOW) {
            let mut keys = [[0; 48]; WINDOW];
            let mut slots = keys.iter_mut();
            // Beyond the jobs of the window there are empty messages, which cost nothing.
            let mut loads: [Job<'_>; WINDOW] = core::array::from_fn(|i| {
                let setup = window[i.min(window.len() - 1)].setup.clone();
                let slot: &mut [u8] = slots.next().map_or(&mut [], |slot| slot);
                let bits = if i < window.len() { 8 * slot.len() as u64 } else { 0 };
                Job::with_bits(setup, Data::Keystream(slot), bits)
            });
            self.batch.encrypt(&mut loads[..window.len()]);
            drop(loads);
            for (job, key) in window.iter_mut().zip(&keys) {
                job.status = match check_tag(job.tag_bytes) {
                    Err(error) => Status::Failed(error),
                    Ok(()) => {
                        let bits = 8 * job.message.len() as u128;
                        let sum = self.hash(key, job.message, &[], bits << 64);
                        job.tag = Tag::new(&sum[..job.tag_bytes]);
                        Status::Done
                    }
                };
            }
            wipe(&mut keys, [[0; 48]; WINDOW]);
        }
    }

    /// Encrypts every job and makes its tag. The messages are taken one by one: their keystream
    /// begins 48 bytes into that of the key, which the lanes of a batch do not offer.
    pub fn nca6_seal(&self, jobs: &mut [Nca6Job<'_>]) {
        for job in jobs {
            job.status = match self.seal(job) {
                Ok(()) => Status::Done,
                Err(error) => Status::Failed(error),
            };
        }
    }

    /// Checks the tag of every job and decrypts it if the tag is right. If it is wrong the status
    /// is [`Error::Authentication`] and nothing is written.
    pub fn nca6_open(&self, jobs: &mut [Nca6Job<'_>]) {
        for job in jobs {
            job.status = match self.open(job) {
                Ok(()) => Status::Done,
                Err(error) => Status::Failed(error),
            };
        }
    }

    fn seal(&self, job: &mut Nca6Job<'_>) -> Result<(), Error> {
        check_tag(job.tag_bytes)?;
        job.data.checked_len()?;
        let mut stream = Stream::with_backend(&job.setup, self.backend())?;
        let mut key = [0; 48];
        stream.keystream(&mut key);
        apply(&mut stream, &mut job.data)?;
        let ciphertext = job.data.output();
        let sum = self.hash(&key, job.aad, ciphertext, lengths(job.aad, ciphertext));
        job.tag = Tag::new(&sum[..job.tag_bytes]);
        wipe(&mut key, [0; 48]);
        Ok(())
    }

    fn open(&self, job: &mut Nca6Job<'_>) -> Result<(), Error> {
        check_tag(job.tag_bytes)?;
        job.data.checked_len()?;
        let mut stream = Stream::with_backend(&job.setup, self.backend())?;
        let mut key = [0; 48];
        stream.keystream(&mut key);
        let ciphertext = match &job.data {
            Data::Copy { input, .. } => input,
            data => data.output(),
        };
        let sum = self.hash(&key, job.aad, ciphertext, lengths(job.aad, ciphertext));
        wipe(&mut key, [0; 48]);
        if !job.tag.verify(&sum[..job.tag_bytes]) {
            return Err(Error::Authentication);
        }
        apply(&mut stream, &mut job.data)
    }

    /// The whole sum of which a tag is the beginning: two strings, each padded on its own, then
    /// the lengths.
    fn hash(&self, key: &[u8; 48], first: &[u8], second: &[u8], lengths: u128) -> [u8; 16] {
        let part = |i: usize| {
            let mut part = [0; 16];
            part.copy_from_slice(&key[16 * i..16 * (i + 1)]);
            part
        };
        let mut hash = Polyval::new(self.backend(), &part(0));
        hash.update(first);
        hash.update(second);
        let q = u128::from_le_bytes(part(1));
        let product = dot(self.backend(), hash.state() ^ lengths, q);
        (product ^ u128::from_le_bytes(part(2))).to_le_bytes()
    }
}

/// The ciphertext's bits in the lower half, those of the associated data in the upper.
fn lengths(aad: &[u8], ciphertext: &[u8]) -> u128 {
    ((8 * aad.len() as u128) << 64) | (8 * ciphertext.len() as u128)
}

fn apply(stream: &mut Stream, data: &mut Data<'_>) -> Result<(), Error> {
    match data {
        Data::InPlace(data) => stream.apply(data),
        Data::Copy { input, output } => stream.apply_to(input, output)?,
        Data::Keystream(output) => stream.keystream(output),
    }
    Ok(())
}

fn check_tag(bytes: usize) -> Result<(), Error> {
    if TAG_BYTES.contains(&bytes) {
        Ok(())
    } else {
        Err(Error::TagLength { bytes, allowed: &TAG_BYTES })
    }
}
