//! Authenticated encryption of many messages.

use core::ffi::{c_int, c_void};

use lanecrypt::{Aead, AeadJob, Error, Key};
#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{aead, block, mode};

use super::{Addresses, Message, lc_aead, same_tag_len};
use crate::algorithms::aeads;
use crate::arguments::{bytes, jobs, put};
use crate::backend::batch;
use crate::chunk::{self, Job, Made, Place, refuse};
use crate::context::get;
use crate::keys::{AeadKey, Member, match_number};
use crate::status::{DONE, Outcome, Refused, lc_status};

/// One message for an AEAD, to be sealed or to be opened.
///
/// Set everything that is not used to zero, so that later versions can use `reserved`. No two jobs of
/// a call may write the same bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lc_aead_job {
    /// A ready key of the algorithm and the length of tags of the call, or NULL. Jobs can share it.
    pub context: *const lc_aead,
    /// The bytes of a key, as many as keys of the algorithm have, or NULL. Either `context` or `key` is
    /// NULL. Keys given as bytes are expanded side by side.
    pub key: *const u8,
    /// The nonce, of `nonce_len` bytes.
    pub nonce: *const u8,
    /// The associated data, of `aad_len` bytes. May be NULL if there are none.
    pub aad: *const u8,
    /// What is read, of `len` bytes.
    pub r#in: *const u8,
    /// What is written, of `len` bytes: the same as `in`, or apart from it.
    pub out: *mut u8,
    /// The tag, of `tag_len` bytes: written by sealing, read by opening.
    pub tag: *mut u8,
    /// The length of the message in bytes.
    pub len: usize,
    /// The length of the associated data in bytes.
    pub aad_len: usize,
    /// The length of the nonce in bytes.
    pub nonce_len: u32,
    /// `LC_PENDING` for a job that is to be processed; what became of it afterwards. Jobs with another
    /// status are left alone.
    pub status: lc_status,
    /// The caller's own. The library does not read it.
    pub user: *mut c_void,
    /// Zero.
    pub reserved: [u64; 2],
}

impl Job for lc_aead_job {
    #[inline(always)]
    fn status(&mut self) -> &mut lc_status {
        &mut self.status
    }
}

/// Seals every pending job and returns the number of jobs that are done, by this call or since
/// earlier: all of them if it is `count`.
///
/// `jobs` is an array of `count` jobs of any lengths, with different keys. A job that is refused or
/// fails disturbs no other. The call is the faster for each job the more there are: from 16 on, where
/// messages are short. If the arguments of the call itself are wrong, every pending job has the code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_aead_seal_batch(
    algorithm: u32,
    backend: c_int,
    tag_len: usize,
    jobs: *mut lc_aead_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run_any::<true>(algorithm, backend, tag_len, jobs, count) }
}

/// Opens every pending job and returns the number of jobs that are done, as `lc_aead_seal_batch`. The
/// output of a job whose tag is wrong is zeros; its status is `LC_E_AUTHENTICATION`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_aead_open_batch(
    algorithm: u32,
    backend: c_int,
    tag_len: usize,
    jobs: *mut lc_aead_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run_any::<false>(algorithm, backend, tag_len, jobs, count) }
}

unsafe fn run_any<const SEAL: bool>(
    algorithm: u32,
    backend: c_int,
    tag_len: usize,
    at: *mut lc_aead_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs.
    let jobs = unsafe { jobs(at, count) };
    let done = aeads!(match_number [algorithm, A => {
        // SAFETY: the caller vouches for what the jobs point to.
        unsafe { run::<A, SEAL>(backend, tag_len, jobs) }
    }]);
    done.unwrap_or_else(|refused| refuse(jobs, refused))
}

unsafe fn run<A: Aead + Member<AeadKey>, const SEAL: bool>(
    number: c_int,
    tag_len: usize,
    jobs: &mut [lc_aead_job],
) -> Outcome<usize> {
    let batch = batch::<A>(number)?;
    if !A::TAG_BYTES.contains(&tag_len) {
        return Err(Error::TagLength { bytes: tag_len, allowed: A::TAG_BYTES }.into());
    }
    // SAFETY: the caller vouches for what the jobs point to.
    let convert =
        |job: &lc_aead_job, place: Place<'_, _>| unsafe { convert::<A, SEAL>(tag_len, job, place) };
    let process = |jobs: &mut [AeadJob<'_, A>]| {
        let _ = if SEAL { batch.seal(jobs) } else { batch.open(jobs) };
    };
    Ok(chunk::run(jobs, convert, process, |job, converted| match converted.tag() {
        Some(tag) => {
            if SEAL {
                // SAFETY: the tag has `tag_len` bytes, and the caller vouches for as much room.
                unsafe { put(job.tag, tag.as_ref()) };
            }
            DONE
        }
        None => converted.status().code(),
    }))
}

#[inline(always)]
unsafe fn convert<'a, A: Aead + Member<AeadKey>, const SEAL: bool>(
    tag_len: usize,
    job: &lc_aead_job,
    place: Place<'_, AeadJob<'a, A>>,
) -> Outcome<Made> {
    if job.reserved != [0; 2] {
        return Err(Refused::ARGUMENT);
    }
    // SAFETY: the caller vouches for what the job points to.
    unsafe {
        let key = match (job.context.is_null(), job.key.is_null()) {
            (false, true) => {
                let key = A::of(get(job.context)?).ok_or(Refused::ARGUMENT)?;
                same_tag_len(key, tag_len)?;
                Key::Ready(key)
            }
            (true, false) => Key::Bytes(bytes(job.key, A::KEY_BYTES)?),
            _ => return Err(Refused::ARGUMENT),
        };
        let message = Addresses {
            nonce: (job.nonce, job.nonce_len as usize),
            aad: (job.aad, job.aad_len),
            input: job.r#in,
            output: job.out,
            length: job.len,
            tag: (job.tag, tag_len),
        }
        .message()?;
        Ok(make(SEAL, key, message, (job.tag, tag_len), place))
    }
}

/// Makes a job, with the usual length of tags without saying so, which would move it.
///
/// # Safety
///
/// The tag has so many bytes.
#[inline(always)]
pub(crate) unsafe fn make<'a, A: Aead>(
    seal: bool,
    key: Key<'a, A>,
    Message { nonce, aad, data }: Message<'a>,
    (tag, tag_len): (*const u8, usize),
    place: Place<'_, AeadJob<'a, A>>,
) -> Made {
    let usual = matches!(key, Key::Ready(_)) || tag_len == A::DEFAULT_TAG_BYTES;
    match (seal, usual) {
        (true, true) => place.put(AeadJob::seal(key, nonce, aad, data)),
        (true, false) => place.put(AeadJob::seal(key, nonce, aad, data).with_tag_bytes(tag_len)),
        (false, usual) => {
            // SAFETY: the caller vouches for the tag.
            let tag = unsafe { core::slice::from_raw_parts(tag, tag_len) };
            let job = AeadJob::open(key, nonce, aad, data, tag);
            place.put(if usual { job } else { job.with_tag_bytes(tag_len) })
        }
    }
}
