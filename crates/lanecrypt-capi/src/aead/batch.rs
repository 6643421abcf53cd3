//! Authenticated encryption of many messages.

use core::cell::Cell;
use core::ffi::{c_int, c_void};
use core::slice::{from_raw_parts, from_raw_parts_mut};

use lanecrypt::{Aead, AeadJob, Data, Error, Key};
#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{aead, block, mode};

use super::{Addresses, Message, lc_aead, same_tag_len};
use crate::algorithms::aeads;
use crate::arguments::{jobs, near, put};
use crate::backend::batch;
use crate::context::get;
use crate::jobs::{self, Job, Made, Place, refuse};
use crate::keys::{AeadKey, Member, match_number};
use crate::status::{Outcome, Refused, lc_status};

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
    let known = Cell::new(None);
    // SAFETY: the caller vouches for what the jobs point to.
    let convert = |job: &lc_aead_job, place: Place<'_, _>| unsafe {
        convert::<A, SEAL>(tag_len, &known, job, place)
    };
    let process =
        |jobs: &mut [AeadJob<'_, A>]| if SEAL { batch.seal(jobs) } else { batch.open(jobs) };
    Ok(jobs::run(jobs, convert, process, AeadJob::status, |job, converted| {
        if SEAL && let Some(tag) = converted.tag() {
            // SAFETY: the tag has `tag_len` bytes, and the caller vouches for as much room.
            unsafe { put(job.tag, tag.as_ref()) };
        }
    }))
}

impl lc_aead_job {
    /// Whether its addresses and lengths are right at the first look, as those of almost every job are.
    #[inline(always)]
    fn is_plain(&self, tag_len: usize) -> bool {
        let Self { out, len, nonce, aad, tag, .. } = *self;
        let most = isize::MAX as usize;
        let nonce_len = self.nonce_len as usize;
        let missing = nonce.is_null() || out.is_null() || tag.is_null() || self.r#in.is_null();
        !(missing
            || len > most
            || nonce_len > most
            || near(out, len, nonce, nonce_len)
            || near(out, len, tag, tag_len)
            || (!core::ptr::eq(self.r#in, out) && near(out, len, self.r#in, len))
            || (self.aad_len > 0
                && (aad.is_null() || self.aad_len > most || near(out, len, aad, self.aad_len))))
    }

    /// The same job without null pointers, if it is right.
    #[cold]
    #[inline(never)]
    unsafe fn made_plain(&self, tag_len: usize) -> Outcome<Self> {
        let addresses = Addresses {
            nonce: (self.nonce, self.nonce_len as usize),
            aad: (self.aad, self.aad_len),
            input: self.r#in,
            output: self.out,
            length: self.len,
            tag: (self.tag, tag_len),
        };
        // SAFETY: the caller vouches for what the job points to.
        let Message { nonce, aad, mut data } = unsafe { addresses.message() }?;
        let (r#in, out) = match &mut data {
            Data::InPlace(data) => (data.as_ptr(), data.as_mut_ptr()),
            Data::Copy { input, output } => (input.as_ptr(), output.as_mut_ptr()),
            _ => return Err(Refused::ARGUMENT),
        };
        Ok(Self { nonce: nonce.as_ptr(), aad: aad.as_ptr(), r#in, out, ..*self })
    }
}

#[inline(always)]
unsafe fn convert<'a, A: Aead + Member<AeadKey>, const SEAL: bool>(
    tag_len: usize,
    known: &Cell<Option<(*const lc_aead, &'a A)>>,
    job: &lc_aead_job,
    place: Place<'_, AeadJob<'a, A>>,
) -> Outcome<Made> {
    if job.reserved != [0; 2] {
        return Err(Refused::ARGUMENT);
    }
    let made_plain;
    let job = if job.is_plain(tag_len) {
        job
    } else {
        // SAFETY: the caller vouches for what the job points to.
        made_plain = unsafe { job.made_plain(tag_len) }?;
        &made_plain
    };
    // From here on, the job is read again: what was looked at would take more registers than there are.
    let job = core::hint::black_box(job);
    // SAFETY: the job is plain, and the caller vouches for what it points to.
    unsafe {
        let key = match (job.context.is_null(), job.key.is_null()) {
            (false, true) => match known.get() {
                // That of the job before, which was checked.
                Some((context, key)) if core::ptr::eq(context, job.context) => Key::Ready(key),
                _ => {
                    let key = A::of(get(job.context)?).ok_or(Refused::ARGUMENT)?;
                    same_tag_len(key, tag_len)?;
                    known.set(Some((job.context, key)));
                    Key::Ready(key)
                }
            },
            (true, false) => Key::Bytes(from_raw_parts(job.key, A::KEY_BYTES)),
            _ => return Err(Refused::ARGUMENT),
        };
        let output = from_raw_parts_mut(job.out, job.len);
        let message = Message {
            nonce: from_raw_parts(job.nonce, job.nonce_len as usize),
            aad: if job.aad_len > 0 { from_raw_parts(job.aad, job.aad_len) } else { &[] },
            data: match core::ptr::eq(job.r#in, job.out) {
                true => Data::InPlace(output),
                false => Data::Copy { input: from_raw_parts(job.r#in, job.len), output },
            },
        };
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
    let other =
        (tag_len != A::DEFAULT_TAG_BYTES).then_some(move |job: AeadJob<'a, A>| match job.key {
            Key::Ready(_) => job,
            _ => job.with_tag_bytes(tag_len),
        });
    if seal {
        return place.put_and(AeadJob::seal(key, nonce, aad, data), other);
    }
    // SAFETY: the caller vouches for the tag.
    let tag = unsafe { from_raw_parts(tag, tag_len) };
    place.put_and(AeadJob::open(key, nonce, aad, data, tag), other)
}
