//! PDUs of PDCP, many a call.

use core::ffi::c_void;

use lanecrypt::threegpp::{Pdcp, PduJob};

use super::{lc_pdcp, pdu_of};
use crate::arguments::jobs;
use crate::context::get;
use crate::jobs::{self, Job, Place};
use crate::status::{Refused, lc_status};

/// One PDU that is to be protected or to be opened.
///
/// Set everything that is not used to zero, so that later versions can use `reserved`. No two jobs of
/// a call may write the same bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lc_pdcp_job {
    /// The keys of the bearer. Jobs can share them.
    pub context: *const lc_pdcp,
    /// Header, data and MAC-I, of `pdu_len` bytes. What `lc_pdcp_protect` says holds here too.
    pub pdu: *mut u8,
    /// The length of the PDU in bytes.
    pub pdu_len: usize,
    /// How many bytes in front are not encrypted.
    pub header_len: u32,
    /// COUNT.
    pub count: u32,
    /// `LC_PENDING` for a job that is to be processed; what became of it afterwards. Jobs with another
    /// status are left alone.
    pub status: lc_status,
    /// Zero.
    pub zero: u32,
    /// The caller's own. The library does not read it.
    pub user: *mut c_void,
    /// Zero.
    pub reserved: [u64; 2],
}

impl Job for lc_pdcp_job {
    #[inline(always)]
    fn status(&mut self) -> &mut lc_status {
        &mut self.status
    }
}

/// Protects every pending PDU and returns the number of jobs that are done, by this call or since
/// earlier: all of them if it is `count`.
///
/// `jobs` is an array of `count` jobs of any lengths. They can belong to different bearers and users, with
/// different algorithms; each algorithm runs on the backend of the first context that has it. A job that
/// is refused disturbs no other; its status is an error of `lc_pdcp_protect`. The call is the faster for each job
/// the more there are: give 32 or 64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_pdcp_protect_batch(jobs: *mut lc_pdcp_job, count: usize) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run::<true>(jobs, count) }
}

/// Decrypts every pending PDU, verifies its MAC-I, and returns the number of jobs that are done, as
/// `lc_pdcp_protect_batch`. A PDU whose MAC-I is wrong is zeros after its header; its status is
/// `LC_E_AUTHENTICATION`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_pdcp_open_batch(jobs: *mut lc_pdcp_job, count: usize) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run::<false>(jobs, count) }
}

/// # Safety
///
/// The caller of C vouches for the jobs and what they point to.
unsafe fn run<const PROTECT: bool>(at: *mut lc_pdcp_job, count: usize) -> usize {
    // SAFETY: the caller vouches for what the jobs point to.
    let convert = |job: &lc_pdcp_job, place: Place<'_, _>| unsafe {
        if (job.zero, job.reserved) != (0, [0; 2]) {
            return Err(Refused::ARGUMENT);
        }
        let pdu = pdu_of(job.context, job.pdu, job.pdu_len)?;
        let header = job.header_len as usize;
        Ok(place.put(PduJob::new(get(job.context)?, job.count, header, pdu)))
    };
    let process = |jobs: &mut [PduJob<'_>]| match PROTECT {
        true => Pdcp::protect_batch(jobs),
        false => Pdcp::unprotect_batch(jobs),
    };
    // SAFETY: the caller vouches for the jobs.
    let jobs = unsafe { jobs(at, count) };
    jobs::run(jobs, convert, process, PduJob::status, |_, _| ())
}
