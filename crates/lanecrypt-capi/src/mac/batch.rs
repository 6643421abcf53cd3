//! Message authentication codes of many messages.

use core::ffi::{c_int, c_void};

use lanecrypt::{Key, MacJob};
#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{aead, block, mode, stream};

use super::{lc_mac, same_tag_len};
use crate::algorithms::macs;
use crate::arguments::{bytes, jobs, put};
use crate::backend::batch;
use crate::context::get;
use crate::jobs::{self, Job, Made, Place, refuse};
use crate::keys::{ByteMac, match_number};
use crate::status::{Outcome, Refused, lc_status};

/// One message whose tag is computed or verified. What `lc_aead_job` says holds here too.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lc_mac_job {
    /// A ready key of the algorithm and the length of tags of the call, or NULL. Jobs can share it.
    pub context: *const lc_mac,
    /// The bytes of a key, as many as keys of the algorithm have, or NULL. Either `context` or `key` is
    /// NULL.
    pub key: *const u8,
    /// The nonce, of `nonce_len` bytes. NULL where there is none.
    pub nonce: *const u8,
    /// The message, of `len` bytes.
    pub msg: *const u8,
    /// The tag, of `tag_len` bytes: written by computing, read by verifying.
    pub tag: *mut u8,
    /// The length of the message in bytes.
    pub len: usize,
    /// The length of the nonce in bytes.
    pub nonce_len: u32,
    /// `LC_PENDING` for a job that is to be processed; what became of it afterwards.
    pub status: lc_status,
    /// The caller's own. The library does not read it.
    pub user: *mut c_void,
    /// Zero.
    pub reserved: [u64; 2],
}

impl Job for lc_mac_job {
    #[inline(always)]
    fn status(&mut self) -> &mut lc_status {
        &mut self.status
    }
}

/// Computes the tag of every pending job and returns the number of jobs that are done, as
/// `lc_aead_seal_batch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_mac_compute_batch(
    algorithm: u32,
    backend: c_int,
    tag_len: usize,
    jobs: *mut lc_mac_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run_any(false, algorithm, backend, tag_len, jobs, count) }
}

/// Verifies the tag of every pending job in constant time and returns the number of jobs whose tags
/// are right. The others have `LC_E_AUTHENTICATION`, or why they were refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_mac_verify_batch(
    algorithm: u32,
    backend: c_int,
    tag_len: usize,
    jobs: *mut lc_mac_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run_any(true, algorithm, backend, tag_len, jobs, count) }
}

unsafe fn run_any(
    verify: bool,
    algorithm: u32,
    backend: c_int,
    tag_len: usize,
    at: *mut lc_mac_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs.
    let jobs = unsafe { jobs(at, count) };
    let done = macs!(match_number [algorithm, M => {
        // SAFETY: the caller vouches for what the jobs point to.
        unsafe { run::<M>(verify, backend, tag_len, jobs) }
    }]);
    done.unwrap_or_else(|refused| refuse(jobs, refused))
}

unsafe fn run<M: ByteMac>(
    verify: bool,
    number: c_int,
    tag_len: usize,
    jobs: &mut [lc_mac_job],
) -> Outcome<usize> {
    let batch = batch::<M>(number)?;
    // SAFETY: the caller vouches for what the jobs point to.
    let convert = |job: &lc_mac_job, place: Place<'_, _>| unsafe {
        convert::<M>(verify, tag_len, job, place)
    };
    let process =
        |jobs: &mut [MacJob<'_, M>]| if verify { batch.verify(jobs) } else { batch.compute(jobs) };
    Ok(jobs::run(jobs, convert, process, MacJob::status, |job, converted| {
        if !verify && let Some(tag) = converted.tag() {
            // SAFETY: the tag has `tag_len` bytes, and the caller vouches for as much room.
            unsafe { put(job.tag, tag.as_ref()) };
        }
    }))
}

#[inline(always)]
unsafe fn convert<'a, M: ByteMac>(
    verify: bool,
    tag_len: usize,
    job: &lc_mac_job,
    place: Place<'_, MacJob<'a, M>>,
) -> Outcome<Made> {
    if job.reserved != [0; 2] || job.tag.is_null() {
        return Err(Refused::ARGUMENT);
    }
    // SAFETY: the caller vouches for what the job points to.
    unsafe {
        let key = match (job.context.is_null(), job.key.is_null()) {
            (false, true) => {
                let key = M::of(get(job.context)?).ok_or(Refused::ARGUMENT)?;
                same_tag_len(key, tag_len)?;
                Key::Ready(key)
            }
            (true, false) => Key::Bytes(bytes(job.key, M::KEY_BYTES)?),
            _ => return Err(Refused::ARGUMENT),
        };
        let nonce = M::nonce(bytes(job.nonce, job.nonce_len as usize)?)?;
        let message = bytes(job.msg, job.len)?;
        let other =
            (tag_len != M::DEFAULT_TAG_BYTES).then_some(move |job: MacJob<'a, M>| match job.key {
                Key::Ready(_) => job,
                _ => job.with_tag_bytes(tag_len),
            });
        if !verify {
            return Ok(place.put_and(MacJob::new(key, nonce, message), other));
        }
        let job = MacJob::expecting(key, nonce, message, bytes(job.tag, tag_len)?);
        Ok(place.put_and(job, other))
    }
}
