//! Ciphers without authentication, many messages a call.

use core::ffi::{c_int, c_void};

use lanecrypt::{Algorithm, CipherJob, Key};
#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{block, mode, stream};

use super::{buffers, lc_cipher};
use crate::algorithms::ciphers;
use crate::arguments::{bytes, jobs};
use crate::backend::batch;
use crate::context::get;
use crate::jobs::{self, Job, Made, Place, refuse};
use crate::keys::{ByteCipher, match_number};
use crate::status::{Outcome, Refused, lc_status};

/// One message for a cipher. What `lc_aead_job` says holds here too.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lc_cipher_job {
    /// A ready key of the algorithm of the call, or NULL. Jobs can share it.
    pub context: *const lc_cipher,
    /// The bytes of a key, as many as keys of the algorithm have, or NULL. Either `context` or `key` is
    /// NULL.
    pub key: *const u8,
    /// The nonce or the IV, of `nonce_len` bytes. NULL where there is none.
    pub nonce: *const u8,
    /// What is read, of `len` bytes.
    pub r#in: *const u8,
    /// What is written, of `len` bytes: the same as `in`, or apart from it.
    pub out: *mut u8,
    /// The length of the message in bytes.
    pub len: usize,
    /// The block of the keystream that the message starts at: 0, or for CTR any block of the block
    /// cipher, for ChaCha20 any block of 64 bytes.
    pub start_block: u64,
    /// The length of the nonce in bytes.
    pub nonce_len: u32,
    /// `LC_PENDING` for a job that is to be processed; what became of it afterwards.
    pub status: lc_status,
    /// The caller's own. The library does not read it.
    pub user: *mut c_void,
    /// Zero.
    pub reserved: [u64; 2],
}

impl Job for lc_cipher_job {
    #[inline(always)]
    fn status(&mut self) -> &mut lc_status {
        &mut self.status
    }
}

/// Encrypts every pending job and returns the number of jobs that are done, as `lc_aead_seal_batch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_cipher_encrypt_batch(
    algorithm: u32,
    backend: c_int,
    jobs: *mut lc_cipher_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run_any(true, algorithm, backend, jobs, count) }
}

/// Decrypts every pending job and returns the number of jobs that are done, as `lc_aead_seal_batch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_cipher_decrypt_batch(
    algorithm: u32,
    backend: c_int,
    jobs: *mut lc_cipher_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run_any(false, algorithm, backend, jobs, count) }
}

unsafe fn run_any(
    encrypt: bool,
    algorithm: u32,
    backend: c_int,
    at: *mut lc_cipher_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs.
    let jobs = unsafe { jobs(at, count) };
    let done = ciphers!(match_number [algorithm, C => {
        // SAFETY: the caller vouches for what the jobs point to.
        unsafe { run::<C>(encrypt, backend, jobs) }
    }]);
    done.unwrap_or_else(|refused| refuse(jobs, refused))
}

unsafe fn run<C: ByteCipher>(
    encrypt: bool,
    number: c_int,
    jobs: &mut [lc_cipher_job],
) -> Outcome<usize> {
    let batch = batch::<C>(number)?;
    // SAFETY: the caller vouches for what the jobs point to.
    let convert = |job: &lc_cipher_job, place: Place<'_, _>| unsafe { convert::<C>(job, place) };
    let process = |jobs: &mut [CipherJob<'_, C>]| {
        if encrypt { batch.encrypt(jobs) } else { batch.decrypt(jobs) }
    };
    Ok(jobs::run(jobs, convert, process, CipherJob::status, |_, _| ()))
}

#[inline(always)]
unsafe fn convert<'a, C: ByteCipher>(
    job: &lc_cipher_job,
    place: Place<'_, CipherJob<'a, C>>,
) -> Outcome<Made> {
    if job.reserved != [0; 2] {
        return Err(Refused::ARGUMENT);
    }
    // SAFETY: the caller vouches for what the job points to.
    unsafe {
        let key = match (job.context.is_null(), job.key.is_null()) {
            (false, true) => Key::Ready(C::of(get(job.context)?).ok_or(Refused::ARGUMENT)?),
            (true, false) => Key::Bytes(bytes(job.key, <C as Algorithm>::KEY_BYTES)?),
            _ => return Err(Refused::ARGUMENT),
        };
        let nonce = (job.nonce, job.nonce_len as usize);
        let (nonce, data) = buffers(nonce, job.r#in, job.out, job.len)?;
        let made = CipherJob::new(key, C::nonce(nonce)?, data);
        Ok(place.put(made.with_start_block(job.start_block)))
    }
}
