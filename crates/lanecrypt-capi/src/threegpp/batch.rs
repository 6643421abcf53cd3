//! The algorithms of 3GPP, many messages a call.

use core::ffi::{c_int, c_void};
use core::ptr::{null, null_mut};

use lanecrypt::threegpp::{self, AeadId, Direction, EncryptionId, IntegrityId, Iv, Parameters};
use lanecrypt::{Aead, AeadJob, Algorithm, Cipher, CipherJob, Error, Key, Mac, MacJob};

use crate::aead::{Addresses, make};
use crate::arguments::{apart, bytes, data, jobs, put};
use crate::backend::batch;
use crate::jobs::{self, Job, Place, refuse};
use crate::status::{Outcome, PENDING, Refused, lc_status};

/// One message for an algorithm of 3GPP. What `lc_aead_job` says holds here too.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lc_3gpp_job {
    /// The key: 16 bytes for algorithms 0 to 3, 32 bytes for algorithms 4 to 6.
    pub key: *const u8,
    /// The IV of 16 bytes of algorithms 4 to 6; NULL for algorithms 0 to 3.
    pub iv: *const u8,
    /// NCA: the associated data, of `aad_len` bytes. NULL if there are none.
    pub aad: *const u8,
    /// The message: `bits` bits in whole bytes.
    pub r#in: *const u8,
    /// NEA and NCA: what is written, as many bytes; the same as `in`, or apart from it.
    pub out: *mut u8,
    /// NIA and NCA: the MAC, of `mac_len` bytes, in the order in which they are sent.
    pub mac: *mut u8,
    /// The length of the message in bits. A multiple of 8 for NIA4 to NIA6 and NCA.
    pub bits: u32,
    /// The length of the associated data in bytes.
    pub aad_len: u32,
    /// COUNT of algorithms 0 to 3.
    pub count: u32,
    /// BEARER of algorithms 0 to 3: 0 to 31.
    pub bearer: u8,
    /// DIRECTION of algorithms 0 to 3: 0 for uplink, 1 for downlink.
    pub direction: u8,
    /// The length of the MAC in bytes: 4, and with NIA4 to NIA6 and NCA also up to 16.
    pub mac_len: u8,
    /// Zero.
    pub zero: u8,
    /// `LC_PENDING` for a job that is to be processed; what became of it afterwards.
    pub status: lc_status,
    /// Zero.
    pub zero2: u32,
    /// The caller's own. The library does not read it.
    pub user: *mut c_void,
    /// Zero.
    pub reserved: [u64; 2],
}

impl lc_3gpp_job {
    /// A pending job without anything.
    pub(super) const EMPTY: Self = Self {
        key: null(),
        iv: null(),
        aad: null(),
        r#in: null(),
        out: null_mut(),
        mac: null_mut(),
        bits: 0,
        aad_len: 0,
        count: 0,
        bearer: 0,
        direction: 0,
        mac_len: 0,
        zero: 0,
        status: PENDING,
        zero2: 0,
        user: null_mut(),
        reserved: [0; 2],
    };

    #[inline(always)]
    fn check_reserved(&self) -> Outcome {
        match (self.zero, self.zero2, self.reserved) {
            (0, 0, [0, 0]) => Ok(()),
            _ => Err(Refused::ARGUMENT),
        }
    }

    fn length(&self) -> usize {
        self.bits.div_ceil(8) as usize
    }
}

impl Job for lc_3gpp_job {
    #[inline(always)]
    fn status(&mut self) -> &mut lc_status {
        &mut self.status
    }
}

/// What an algorithm takes with every message.
trait Input: Sized {
    /// # Safety
    ///
    /// The IV of the job is NULL or points to 16 bytes.
    unsafe fn of(job: &lc_3gpp_job) -> Outcome<Self>;
}

/// DIRECTION by its number.
#[inline(always)]
pub(super) fn direction_of(number: u8) -> Outcome<Direction> {
    match number {
        0 => Ok(Direction::Uplink),
        1 => Ok(Direction::Downlink),
        _ => Err(Refused::ARGUMENT),
    }
}

impl Input for Parameters {
    #[inline(always)]
    unsafe fn of(job: &lc_3gpp_job) -> Outcome<Self> {
        if !job.iv.is_null() {
            return Err(Error::ParameterKind.into());
        }
        Ok(Self::new(job.count, job.bearer, direction_of(job.direction)?)?)
    }
}

impl Input for Iv {
    #[inline(always)]
    unsafe fn of(job: &lc_3gpp_job) -> Outcome<Self> {
        // SAFETY: the caller vouches for the IV.
        Ok(Self::from_bytes(unsafe { iv(job) }?))
    }
}

/// The IV of a job, which must have one and nothing that algorithms 0 to 3 take.
///
/// # Safety
///
/// The IV of the job is NULL or points to 16 bytes.
#[inline(always)]
unsafe fn iv(job: &lc_3gpp_job) -> Outcome<[u8; 16]> {
    if job.iv.is_null() || job.count != 0 || job.bearer != 0 || job.direction != 0 {
        return Err(Error::ParameterKind.into());
    }
    // SAFETY: the caller vouches for the IV.
    Ok(unsafe { job.iv.cast::<[u8; 16]>().read_unaligned() })
}

/// Encrypts or decrypts every pending job with NEA0 to NEA6: algorithm 0 to 6. Returns
/// the number of jobs that are done, as `lc_aead_seal_batch`. `lc_nea` says more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nea_batch(
    algorithm: u32,
    backend: c_int,
    jobs: *mut lc_3gpp_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe {
        run(jobs, count, |jobs| match id(algorithm, EncryptionId::from_number)? {
            EncryptionId::Nea0 => encrypt::<threegpp::Nea0, Parameters>(backend, jobs),
            #[cfg(feature = "snow3g")]
            EncryptionId::Nea1 => encrypt::<threegpp::Nea1, Parameters>(backend, jobs),
            #[cfg(feature = "aes")]
            EncryptionId::Nea2 => encrypt::<threegpp::Nea2, Parameters>(backend, jobs),
            #[cfg(feature = "zuc")]
            EncryptionId::Nea3 => encrypt::<threegpp::Nea3, Parameters>(backend, jobs),
            #[cfg(feature = "snow5g")]
            EncryptionId::Nea4 => encrypt::<threegpp::Nea4, Iv>(backend, jobs),
            #[cfg(feature = "aes")]
            EncryptionId::Nea5 => encrypt::<threegpp::Nea5, Iv>(backend, jobs),
            #[cfg(feature = "zuc")]
            EncryptionId::Nea6 => encrypt::<threegpp::Nea6, Iv>(backend, jobs),
            other => Err(Error::Unsupported { algorithm: other.name() }.into()),
        })
    }
}

/// Computes the MAC of every pending job with NIA0 to NIA6: algorithm 0 to 6. Returns
/// the number of jobs that are done. `out` is not used. `lc_nia` says more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nia_batch(
    algorithm: u32,
    backend: c_int,
    jobs: *mut lc_3gpp_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run(jobs, count, |jobs| any_integrity(false, algorithm, backend, jobs)) }
}

/// Verifies the MAC of every pending job in constant time and returns the number of jobs whose MACs are
/// right. The others have `LC_E_AUTHENTICATION`, or why they were refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nia_verify_batch(
    algorithm: u32,
    backend: c_int,
    jobs: *mut lc_3gpp_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run(jobs, count, |jobs| any_integrity(true, algorithm, backend, jobs)) }
}

/// Seals every pending job with NCA4 to NCA6: algorithm 4 to 6. Returns the number of jobs that are done.
/// `lc_nca_seal` says more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nca_seal_batch(
    algorithm: u32,
    backend: c_int,
    jobs: *mut lc_3gpp_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run(jobs, count, |jobs| any_aead(true, algorithm, backend, jobs)) }
}

/// Opens every pending job with NCA4 to NCA6: algorithm 4 to 6. Returns the number of jobs that are done. The output
/// of a job whose MAC is wrong is zeros; its status is `LC_E_AUTHENTICATION`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nca_open_batch(
    algorithm: u32,
    backend: c_int,
    jobs: *mut lc_3gpp_job,
    count: usize,
) -> usize {
    // SAFETY: the caller vouches for the jobs and what they point to.
    unsafe { run(jobs, count, |jobs| any_aead(false, algorithm, backend, jobs)) }
}

/// The identifier with a number.
pub(super) fn id<I>(number: u32, of: impl Fn(u8) -> Result<I, Error>) -> Result<I, Error> {
    of(u8::try_from(number).map_err(|_| Error::UnknownAlgorithm)?)
}

/// # Safety
///
/// The caller of C vouches for the jobs and what they point to.
unsafe fn run(
    at: *mut lc_3gpp_job,
    count: usize,
    process: impl FnOnce(&mut [lc_3gpp_job]) -> Outcome<usize>,
) -> usize {
    // SAFETY: the caller vouches for the jobs.
    let jobs = unsafe { jobs(at, count) };
    process(jobs).unwrap_or_else(|refused| refuse(jobs, refused))
}

unsafe fn encrypt<C, I: Input>(number: c_int, jobs: &mut [lc_3gpp_job]) -> Outcome<usize>
where
    C: for<'a> Cipher<Nonce<'a> = I>,
{
    let batch = batch::<C>(number)?;
    // SAFETY: the caller vouches for what the jobs point to.
    let convert = |job: &lc_3gpp_job, place: Place<'_, _>| unsafe {
        job.check_reserved()?;
        let length = job.length();
        apart(job.out, length, job.iv, if job.iv.is_null() { 0 } else { 16 })?;
        let key = Key::Bytes(bytes(job.key, <C as Algorithm>::KEY_BYTES)?);
        let data = data(job.r#in, job.out, length)?;
        let made = CipherJob::<C>::new(key, I::of(job)?, data);
        Ok(place.put(made.with_bits(job.bits.into())))
    };
    let process = |jobs: &mut [CipherJob<'_, C>]| batch.encrypt(jobs);
    Ok(jobs::run(jobs, convert, process, CipherJob::status, |_, _| ()))
}

unsafe fn any_integrity(
    verify: bool,
    algorithm: u32,
    backend: c_int,
    jobs: &mut [lc_3gpp_job],
) -> Outcome<usize> {
    // SAFETY: the caller vouches for what the jobs point to.
    unsafe {
        match id(algorithm, IntegrityId::from_number)? {
            IntegrityId::Nia0 => integrity::<threegpp::Nia0, Parameters>(verify, backend, jobs),
            #[cfg(feature = "snow3g")]
            IntegrityId::Nia1 => integrity::<threegpp::Nia1, Parameters>(verify, backend, jobs),
            #[cfg(feature = "aes")]
            IntegrityId::Nia2 => integrity::<threegpp::Nia2, Parameters>(verify, backend, jobs),
            #[cfg(feature = "zuc")]
            IntegrityId::Nia3 => integrity::<threegpp::Nia3, Parameters>(verify, backend, jobs),
            #[cfg(feature = "snow5g")]
            IntegrityId::Nia4 => integrity::<threegpp::Nia4, Iv>(verify, backend, jobs),
            #[cfg(feature = "aes")]
            IntegrityId::Nia5 => integrity::<threegpp::Nia5, Iv>(verify, backend, jobs),
            #[cfg(feature = "zuc")]
            IntegrityId::Nia6 => integrity::<threegpp::Nia6, Iv>(verify, backend, jobs),
            other => Err(Error::Unsupported { algorithm: other.name() }.into()),
        }
    }
}

/// What a job becomes whose MAC or message has an unusual length.
fn with<'a, M: Mac>(mac_len: usize, bits: u64) -> impl FnOnce(MacJob<'a, M>) -> MacJob<'a, M> {
    move |job| job.with_tag_bytes(mac_len).with_bits(bits)
}

unsafe fn integrity<M, I: Input>(
    verify: bool,
    number: c_int,
    jobs: &mut [lc_3gpp_job],
) -> Outcome<usize>
where
    M: for<'a> Mac<Nonce<'a> = I>,
{
    let batch = batch::<M>(number)?;
    // SAFETY: the caller vouches for what the jobs point to.
    let convert = |job: &lc_3gpp_job, place: Place<'_, _>| unsafe {
        job.check_reserved()?;
        let mac_len = usize::from(job.mac_len);
        if job.mac.is_null() {
            return Err(Refused::ARGUMENT);
        }
        let key = Key::Bytes(bytes(job.key, M::KEY_BYTES)?);
        let (input, message) = (I::of(job)?, bytes(job.r#in, job.length())?);
        let bits = u64::from(job.bits);
        let usual = mac_len == M::DEFAULT_TAG_BYTES && bits.is_multiple_of(8);
        let other = (!usual).then_some(with(mac_len, bits));
        if !verify {
            return Ok(place.put_and(MacJob::<M>::new(key, input, message), other));
        }
        let mac = bytes(job.mac, mac_len)?;
        Ok(place.put_and(MacJob::<M>::expecting(key, input, message, mac), other))
    };
    let process =
        |jobs: &mut [MacJob<'_, M>]| if verify { batch.verify(jobs) } else { batch.compute(jobs) };
    Ok(jobs::run(jobs, convert, process, MacJob::status, |job, converted| {
        if !verify && let Some(tag) = converted.tag() {
            // SAFETY: the tag has `mac_len` bytes, and the caller vouches for as much room.
            unsafe { put(job.mac, tag.as_ref()) };
        }
    }))
}

unsafe fn any_aead(
    seal: bool,
    algorithm: u32,
    backend: c_int,
    jobs: &mut [lc_3gpp_job],
) -> Outcome<usize> {
    match id(algorithm, AeadId::from_number)? {
        #[cfg(feature = "snow5g")]
        // SAFETY: the caller vouches for what the jobs point to.
        AeadId::Nca4 => unsafe { aead::<threegpp::Nca4>(seal, backend, jobs) },
        #[cfg(feature = "aes")]
        // SAFETY: as above.
        AeadId::Nca5 => unsafe { aead::<threegpp::Nca5>(seal, backend, jobs) },
        #[cfg(feature = "zuc")]
        // SAFETY: as above.
        AeadId::Nca6 => unsafe { aead::<threegpp::Nca6>(seal, backend, jobs) },
        other => Err(Error::Unsupported { algorithm: other.name() }.into()),
    }
}

unsafe fn aead<A: Aead>(seal: bool, number: c_int, jobs: &mut [lc_3gpp_job]) -> Outcome<usize> {
    let batch = batch::<A>(number)?;
    // SAFETY: the caller vouches for what the jobs point to.
    let convert = |job: &lc_3gpp_job, place: Place<'_, _>| unsafe {
        job.check_reserved()?;
        let _ = iv(job)?;
        let mac_len = usize::from(job.mac_len);
        if !job.bits.is_multiple_of(8) {
            let available = 8 * job.length() as u64;
            return Err(Error::NoBitLengths { bits: job.bits.into(), available }.into());
        }
        let key = Key::Bytes(bytes(job.key, A::KEY_BYTES)?);
        let message = Addresses {
            nonce: (job.iv, 16),
            aad: (job.aad, job.aad_len as usize),
            input: job.r#in,
            output: job.out,
            length: job.length(),
            tag: (job.mac, mac_len),
        }
        .message()?;
        Ok(make(seal, key, message, (job.mac, mac_len), place))
    };
    let process =
        |jobs: &mut [AeadJob<'_, A>]| if seal { batch.seal(jobs) } else { batch.open(jobs) };
    Ok(jobs::run(jobs, convert, process, AeadJob::status, |job, converted| {
        if seal && let Some(tag) = converted.tag() {
            // SAFETY: the tag has `mac_len` bytes, and the caller vouches for as much room.
            unsafe { put(job.mac, tag.as_ref()) };
        }
    }))
}
