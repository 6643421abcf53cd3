//! Random bytes: CTR_DRBG of NIST SP 800-90A.

use core::ffi::c_int;

#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::block;
#[cfg(feature = "drbg")]
use lanecrypt::mode::{CtrDrbg, DrbgOptions, Entropy};

use crate::algorithms::generators;
use crate::arguments::{bytes, bytes_mut};
#[cfg(feature = "drbg")]
use crate::backend::backend;
use crate::context::{clear, context, get_mut, init};
use crate::keys::match_key_mut;
use crate::status::{Outcome, Refused, lc_status, status};

/// For `lc_drbg_init`: entropy is a whole seed, a key and a block, and does not go through the
/// derivation function. Personalization and additional input have at most as many bytes.
pub const LC_DRBG_NO_DERIVATION: u32 = 1;
/// For `lc_drbg_init_system`: every request takes fresh entropy first.
pub const LC_DRBG_PREDICTION_RESISTANCE: u32 = 2;

/// The entropy of the operating system, which is opened for every seed.
#[cfg(feature = "drbg")]
pub(crate) struct System;

#[cfg(feature = "drbg")]
impl Entropy for System {
    #[cfg(any(unix, windows))]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), lanecrypt::Error> {
        lanecrypt::mode::OsEntropy::new()?.fill(bytes)
    }

    #[cfg(not(any(unix, windows)))]
    fn fill(&mut self, _: &mut [u8]) -> Result<(), lanecrypt::Error> {
        Err(lanecrypt::Error::Entropy)
    }
}

/// A generator that is given its seeds, or one that takes them from the system.
#[cfg(feature = "drbg")]
#[allow(clippy::large_enum_variant, reason = "nothing is allocated")]
pub(crate) enum Generator<C: lanecrypt::mode::AesModes> {
    Given(CtrDrbg<C>),
    Fed(CtrDrbg<C, System>),
}

/// The same expression for both.
#[cfg(feature = "drbg")]
macro_rules! either {
    ($generator:expr, $inner:ident => $of_inner:expr) => {
        match $generator {
            Generator::Given($inner) => $of_inner,
            Generator::Fed($inner) => $of_inner,
        }
    };
}

/// Where a new generator's seed comes from.
#[cfg_attr(not(feature = "drbg"), allow(dead_code))]
enum Seed<'a> {
    Given { entropy: &'a [u8], nonce: &'a [u8] },
    System,
}

macro_rules! states {
    ([] $({
        $number:literal $variant:ident ($type:ty) $title:literal $feature:literal
    })*) => {
        #[allow(clippy::large_enum_variant, reason = "nothing is allocated")]
        pub(crate) enum DrbgState {
            $(#[cfg(feature = $feature)] $variant(Generator<$type>),)*
        }

        #[allow(unused_variables, reason = "features decide")]
        fn new_state(
            algorithm: u32,
            seed: Seed<'_>,
            personalization: &[u8],
            flags: u32,
            number: c_int,
        ) -> Outcome<DrbgState> {
            match algorithm {
                $(#[cfg(feature = $feature)] $number => {
                    let generator = new::<$type>(seed, personalization, flags, number)?;
                    Ok(DrbgState::$variant(generator))
                })*
                other => Err(crate::keys::no_algorithm(other)),
            }
        }
    };
}

generators!(states []);

#[cfg(feature = "drbg")]
fn new<C: lanecrypt::mode::AesModes>(
    seed: Seed<'_>,
    personalization: &[u8],
    flags: u32,
    number: c_int,
) -> Outcome<Generator<C>> {
    let options = DrbgOptions {
        derivation: flags & LC_DRBG_NO_DERIVATION == 0,
        prediction_resistance: flags & LC_DRBG_PREDICTION_RESISTANCE != 0,
        backend: backend(number)?,
    };
    Ok(match seed {
        Seed::Given { entropy, nonce } => {
            Generator::Given(CtrDrbg::from_seed(entropy, nonce, personalization, options)?)
        }
        Seed::System => Generator::Fed(CtrDrbg::with_options(System, personalization, options)?),
    })
}

/// A generator of random bytes. For one thread at a time.
///
/// It must not be copied: two copies give the same bytes. In a child process (`fork`, `clone`), a generator that
/// `lc_drbg_init_system` made takes fresh entropy before its first bytes; one that `lc_drbg_init` made returns
/// `LC_E_RESEED_REQUIRED` until `lc_drbg_reseed`.
#[repr(C, align(64))]
pub struct lc_drbg {
    /// Not to be read or written by the caller.
    opaque: [u64; 96],
}

context!(lc_drbg holds DrbgState, b"lc_drbg\x01");

/// Makes a generator of given entropy. `size` is `sizeof(lc_drbg)`.
///
/// With the derivation function, which is used unless `flags` has `LC_DRBG_NO_DERIVATION`, `entropy` has
/// at least as many bytes as a key, and `nonce` at least half as many, or none if `entropy` has one and a half
/// times as many as a key. Without it, `entropy` has as many as a key and a block (16 bytes), and there is no
/// nonce. `personalization` may be empty.
///
/// The first generator of each kind starts with a known-answer test. If it fails, this and all other functions
/// return `LC_E_SELF_TEST` for this kind.
///
/// Errors: those of `lc_cipher_init`, `LC_E_ENTROPY` for too little, `LC_E_NONCE_RANGE`, `LC_E_TOO_LONG`,
/// `LC_E_SELF_TEST`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_drbg_init(
    context: *mut lc_drbg,
    size: usize,
    algorithm: u32,
    entropy: *const u8,
    entropy_len: usize,
    nonce: *const u8,
    nonce_len: usize,
    personalization: *const u8,
    personalization_len: usize,
    flags: u32,
    backend: c_int,
) -> lc_status {
    // SAFETY: the caller gives buffers of these lengths.
    let new = || unsafe {
        if flags & !LC_DRBG_NO_DERIVATION != 0 {
            return Err(Refused::ARGUMENT);
        }
        let (entropy, nonce) = (bytes(entropy, entropy_len)?, bytes(nonce, nonce_len)?);
        let personalization = bytes(personalization, personalization_len)?;
        new_state(algorithm, Seed::Given { entropy, nonce }, personalization, flags, backend)
    };
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(context, size, new) })
}

/// Makes a generator that takes entropy from the operating system (`getrandom` on Linux) now and whenever
/// it is needed. `flags` are `LC_DRBG_NO_DERIVATION` and `LC_DRBG_PREDICTION_RESISTANCE`.
///
/// Errors: those of `lc_cipher_init`, `LC_E_ENTROPY` if the system gives none, `LC_E_SELF_TEST`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_drbg_init_system(
    context: *mut lc_drbg,
    size: usize,
    algorithm: u32,
    personalization: *const u8,
    personalization_len: usize,
    flags: u32,
    backend: c_int,
) -> lc_status {
    // SAFETY: the caller gives a buffer of this length.
    let new = || unsafe {
        if flags & !(LC_DRBG_NO_DERIVATION | LC_DRBG_PREDICTION_RESISTANCE) != 0 {
            return Err(Refused::ARGUMENT);
        }
        let personalization = bytes(personalization, personalization_len)?;
        new_state(algorithm, Seed::System, personalization, flags, backend)
    };
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(context, size, new) })
}

/// Writes `len` random bytes, at most 2^16. `additional` input is stirred in; it need not be secret, and
/// may be NULL with length 0.
///
/// Errors, after which nothing was written: `LC_E_STATE`, `LC_E_TOO_LONG`, `LC_E_RESEED_REQUIRED` from a
/// generator without source after 2^48 requests or in a child process, `LC_E_ENTROPY`, `LC_E_SELF_TEST`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_drbg_generate(
    context: *mut lc_drbg,
    additional: *const u8,
    additional_len: usize,
    out: *mut u8,
    len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and buffers of these lengths.
    let generate = || unsafe {
        let state = get_mut(context)?;
        crate::arguments::apart(out, len, additional, additional_len)?;
        let (additional, out) = (bytes(additional, additional_len)?, bytes_mut(out, len)?);
        generators!(match_key_mut [DrbgState state, generator => {
            Ok(either!(generator, g => g.generate_with(additional, out))?)
        }])
    };
    status(generate())
}

/// Takes given entropy, as much as `lc_drbg_init` takes, and additional input.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_drbg_reseed(
    context: *mut lc_drbg,
    entropy: *const u8,
    entropy_len: usize,
    additional: *const u8,
    additional_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and buffers of these lengths.
    let reseed = || unsafe {
        let state = get_mut(context)?;
        let entropy = bytes(entropy, entropy_len)?;
        let additional = bytes(additional, additional_len)?;
        generators!(match_key_mut [DrbgState state, generator => {
            Ok(either!(generator, g => g.reseed_from(entropy, additional))?)
        }])
    };
    status(reseed())
}

/// Takes fresh entropy from the operating system, and additional input: before `lc_drbg_generate`, this is
/// prediction resistance for one request. `LC_E_RESEED_REQUIRED` from a generator that was made by
/// `lc_drbg_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_drbg_reseed_system(
    context: *mut lc_drbg,
    additional: *const u8,
    additional_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and a buffer of this length.
    let reseed = || unsafe {
        let state = get_mut(context)?;
        let additional = bytes(additional, additional_len)?;
        generators!(match_key_mut [DrbgState state, generator => {
            Ok(either!(generator, g => g.reseed_with(additional))?)
        }])
    };
    status(reseed())
}

/// Wipes a context. NULL is allowed, and so is a context that holds nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_drbg_clear(context: *mut lc_drbg) {
    // SAFETY: the caller gives a context that nothing else uses.
    unsafe { clear(context) }
}
