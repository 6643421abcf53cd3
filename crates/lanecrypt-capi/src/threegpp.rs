//! The algorithms of 3GPP, one message a call: each is a batch of one job. PDUs of PDCP.

mod batch;
mod guard;
mod pdcp;

use crate::backend::BEST;
use crate::status::lc_status;

pub use batch::*;
pub use guard::*;
pub use pdcp::*;

/// What `lc_nea`, `lc_nia` and `lc_nia_verify` make a job of.
fn job(key: *const u8, count: u32, bearer: u8, direction: u8, bits: u32) -> lc_3gpp_job {
    lc_3gpp_job { key, count, bearer, direction, bits, ..lc_3gpp_job::EMPTY }
}

/// The same with an IV.
fn iv_job(key: *const u8, iv: *const u8, bits: u32) -> lc_3gpp_job {
    lc_3gpp_job { key, iv, bits, ..lc_3gpp_job::EMPTY }
}

/// Encrypts or decrypts a message with NEA0, NEA1, NEA2 or NEA3: algorithm 0 to 3.
///
/// `key` has 16 bytes. `bearer` is 0 to 31. `direction` is 0 for uplink and 1 for downlink. `bits` is
/// the length in bits, from the most significant bit of the first byte; the bits of the last byte
/// beyond them become zero. `in` and `out` have `bits` bits in whole bytes, and are the same or do not
/// overlap. COUNT, BEARER and DIRECTION must not repeat under one key. The same algorithms are called
/// EEA in LTE.
///
/// Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_OVERLAP`, `LC_E_BEARER`,
/// `LC_E_UNSUPPORTED`, `LC_E_UNKNOWN_ALGORITHM`, `LC_E_PARAMETER_KIND` for algorithms 4 to 6.
///
/// One message at a time uses a small part of what the processor can do: see `lc_nea_batch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nea(
    algorithm: u32,
    key: *const u8,
    count: u32,
    bearer: u8,
    direction: u8,
    r#in: *const u8,
    out: *mut u8,
    bits: u32,
) -> lc_status {
    let mut one = lc_3gpp_job { r#in, out, ..job(key, count, bearer, direction, bits) };
    // SAFETY: the caller gives buffers of these lengths.
    unsafe { lc_nea_batch(algorithm, BEST, &raw mut one, 1) };
    one.status
}

/// The same with NEA4 to NEA6, which take a key of 32 bytes and an IV of 16 bytes. Byte 0 of the IV should
/// be 0. An IV must not be used twice under one key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nea_iv(
    algorithm: u32,
    key: *const u8,
    iv: *const u8,
    r#in: *const u8,
    out: *mut u8,
    bits: u32,
) -> lc_status {
    let mut one = lc_3gpp_job { r#in, out, ..iv_job(key, iv, bits) };
    // SAFETY: the caller gives buffers of these lengths.
    unsafe { lc_nea_batch(algorithm, BEST, &raw mut one, 1) };
    one.status
}

/// Writes the MAC of a message with NIA0, NIA1, NIA2 or NIA3: algorithm 0 to 3. It has 4 bytes, in the
/// order in which they are sent. Parameters and errors are those of `lc_nea`; `msg` is not written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nia(
    algorithm: u32,
    key: *const u8,
    count: u32,
    bearer: u8,
    direction: u8,
    msg: *const u8,
    bits: u32,
    mac: *mut u8,
) -> lc_status {
    let mut one =
        lc_3gpp_job { r#in: msg, mac, mac_len: 4, ..job(key, count, bearer, direction, bits) };
    // SAFETY: the caller gives buffers of these lengths.
    unsafe { lc_nia_batch(algorithm, BEST, &raw mut one, 1) };
    one.status
}

/// Verifies the MAC of a message in constant time: `LC_DONE`, or `LC_E_AUTHENTICATION` if it is wrong.
/// Otherwise as `lc_nia`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nia_verify(
    algorithm: u32,
    key: *const u8,
    count: u32,
    bearer: u8,
    direction: u8,
    msg: *const u8,
    bits: u32,
    mac: *const u8,
) -> lc_status {
    let mac = mac.cast_mut();
    let mut one =
        lc_3gpp_job { r#in: msg, mac, mac_len: 4, ..job(key, count, bearer, direction, bits) };
    // SAFETY: the caller gives buffers of these lengths; verifying does not write the MAC.
    unsafe { lc_nia_verify_batch(algorithm, BEST, &raw mut one, 1) };
    one.status
}

/// Writes the MAC of a message with NIA4 to NIA6, which take a key of 32 bytes, an IV of 16 bytes and whole
/// bytes. `mac_len` is 4 to 16. Byte 0 of the IV should be the length of the MAC in bits. An IV must
/// not be used twice under one key. Otherwise as `lc_nia`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nia_iv(
    algorithm: u32,
    key: *const u8,
    iv: *const u8,
    msg: *const u8,
    bits: u32,
    mac: *mut u8,
    mac_len: u8,
) -> lc_status {
    let mut one = lc_3gpp_job { r#in: msg, mac, mac_len, ..iv_job(key, iv, bits) };
    // SAFETY: the caller gives buffers of these lengths.
    unsafe { lc_nia_batch(algorithm, BEST, &raw mut one, 1) };
    one.status
}

/// Verifies the MAC of a message in constant time, as `lc_nia_verify`, with what `lc_nia_iv` takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nia_iv_verify(
    algorithm: u32,
    key: *const u8,
    iv: *const u8,
    msg: *const u8,
    bits: u32,
    mac: *const u8,
    mac_len: u8,
) -> lc_status {
    let mac = mac.cast_mut();
    let mut one = lc_3gpp_job { r#in: msg, mac, mac_len, ..iv_job(key, iv, bits) };
    // SAFETY: the caller gives buffers of these lengths; verifying does not write the MAC.
    unsafe { lc_nia_verify_batch(algorithm, BEST, &raw mut one, 1) };
    one.status
}

/// Encrypts and authenticates a message with NCA4 to NCA6: algorithm 4 to 6.
///
/// `key` has 32 bytes, `iv` 16. Byte 0 of the IV should be the length of the MAC in bits, plus 4. An IV
/// must not be used twice under one key. `mac_len` is 4 to 16. `len` is in bytes, below 2^29. `in` and
/// `out` are the same or do not overlap; nothing else overlaps with `out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nca_seal(
    algorithm: u32,
    key: *const u8,
    iv: *const u8,
    aad: *const u8,
    aad_len: u32,
    r#in: *const u8,
    out: *mut u8,
    len: u32,
    mac: *mut u8,
    mac_len: u8,
) -> lc_status {
    let Some(bits) = len.checked_mul(8) else { return too_long(len) };
    let mut one = lc_3gpp_job { aad, aad_len, r#in, out, mac, mac_len, ..iv_job(key, iv, bits) };
    // SAFETY: the caller gives buffers of these lengths.
    unsafe { lc_nca_seal_batch(algorithm, BEST, &raw mut one, 1) };
    one.status
}

/// Decrypts a message with NCA4 to NCA6 if its MAC is right. If it is wrong, that is `LC_E_AUTHENTICATION`, and
/// `out` is zeros. Otherwise as `lc_nca_seal`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_nca_open(
    algorithm: u32,
    key: *const u8,
    iv: *const u8,
    aad: *const u8,
    aad_len: u32,
    r#in: *const u8,
    out: *mut u8,
    len: u32,
    mac: *const u8,
    mac_len: u8,
) -> lc_status {
    let Some(bits) = len.checked_mul(8) else { return too_long(len) };
    let mac = mac.cast_mut();
    let mut one = lc_3gpp_job { aad, aad_len, r#in, out, mac, mac_len, ..iv_job(key, iv, bits) };
    // SAFETY: the caller gives buffers of these lengths; opening does not write the MAC.
    unsafe { lc_nca_open_batch(algorithm, BEST, &raw mut one, 1) };
    one.status
}

fn too_long(bytes: u32) -> lc_status {
    let max = u64::from(u32::MAX / 8);
    let what = lanecrypt::Quantity::Message;
    lanecrypt::Error::TooLong { what, bytes: bytes.into(), max }.code()
}
