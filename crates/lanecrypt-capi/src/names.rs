//! Algorithms by number and name, and their sizes.

use core::ffi::{CStr, c_char, c_int};

#[cfg(feature = "chunked")]
use lanecrypt::chunked::{SALT_BYTES, TAG_BYTES};
use lanecrypt::{Aead, Algorithm, Error};
#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{aead, block, mode, stream};

use crate::algorithms::{aeads, chunked_keys, ciphers, generators, macs};
use crate::keys::{ByteCipher, ByteMac, Nonces, match_number};
use crate::status::{Outcome, Refused, lc_status, status};

/// An algorithm of this interface.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Its number, which does not change.
    pub number: u32,
    /// Its published name.
    pub title: &'static CStr,
    /// Whether this build has it.
    pub supported: bool,
}

macro_rules! named {
    ([$name:ident] $({
        $number:literal $variant:ident ($type:ty) $title:literal $feature:literal
    })*) => {
        const $name: &[Named] = &[$(Named {
            number: $number,
            title: c_text(concat!($title, "\0")),
            supported: cfg!(feature = $feature),
        }),*];
    };
}

const fn c_text(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a title has a zero byte in it"),
    }
}

aeads!(named[AEADS]);
ciphers!(named[CIPHERS]);
macs!(named[MACS]);
generators!(named[GENERATORS]);
chunked_keys!(named[CHUNKED]);

/// Every algorithm, also those that this build lacks, in five groups.
pub const GROUPS: [(&str, &[Named]); 5] = [
    ("authenticated encryption", AEADS),
    ("ciphers without authentication", CIPHERS),
    ("message authentication", MACS),
    ("random bytes", GENERATORS),
    ("files and streams", CHUNKED),
];

/// The same in one list.
pub const ALGORITHMS: &[Named] = {
    const COUNT: usize =
        AEADS.len() + CIPHERS.len() + MACS.len() + GENERATORS.len() + CHUNKED.len();
    const ALL: [Named; COUNT] = {
        let mut all = [AEADS[0]; COUNT];
        let (mut group, mut place) = (0, 0);
        while group < GROUPS.len() {
            let rows = GROUPS[group].1;
            let mut row = 0;
            while row < rows.len() {
                all[place] = rows[row];
                (row, place) = (row + 1, place + 1);
            }
            group += 1;
        }
        all
    };
    &ALL
};

/// Whether this build has an algorithm: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn lc_supported(algorithm: u32) -> c_int {
    ALGORITHMS.iter().any(|named| named.number == algorithm && named.supported).into()
}

/// The published name of an algorithm, such as "AES-256-GCM"; NULL if no algorithm has the number.
/// Static.
#[unsafe(no_mangle)]
pub extern "C" fn lc_algorithm_name(algorithm: u32) -> *const c_char {
    let named = ALGORITHMS.iter().find(|named| named.number == algorithm);
    named.map_or(core::ptr::null(), |named| named.title.as_ptr())
}

/// The number of the algorithm with a published name; 0 if no algorithm has it, or for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_algorithm_by_name(name: *const c_char) -> u32 {
    if name.is_null() {
        return 0;
    }
    // SAFETY: the caller gives a string that ends with a zero byte.
    let name = unsafe { CStr::from_ptr(name) };
    ALGORITHMS.iter().find(|named| named.title == name).map_or(0, |named| named.number)
}

/// The number of an algorithm in the list of all, also of those that this build lacks; 0 at the end of
/// the list. For programs that show what there is.
#[unsafe(no_mangle)]
pub extern "C" fn lc_algorithm_at(place: usize) -> u32 {
    ALGORITHMS.get(place).map_or(0, |named| named.number)
}

/// The sizes of an algorithm in bytes. What an algorithm does not have is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct lc_sizes {
    /// A key.
    pub key: u64,
    /// A nonce or an IV as it is usual.
    pub nonce: u64,
    /// The shortest nonce.
    pub nonce_min: u64,
    /// The longest nonce.
    pub nonce_max: u64,
    /// A tag as it is usual.
    pub tag: u64,
    /// The shortest tag.
    pub tag_min: u64,
    /// The longest tag.
    pub tag_max: u64,
    /// Messages have a multiple of this many bytes.
    pub block: u64,
}

impl lc_sizes {
    fn new(key: usize, nonces: Nonces, block: usize) -> Self {
        Self {
            key: key as u64,
            nonce: nonces.usual as u64,
            nonce_min: nonces.min as u64,
            nonce_max: nonces.max as u64,
            block: block as u64,
            ..Self::default()
        }
    }

    fn with_tags(self, usual: usize, allowed: &[usize]) -> Self {
        Self {
            tag: usual as u64,
            tag_min: allowed.iter().min().map_or(0, |bytes| *bytes as u64),
            tag_max: allowed.iter().max().map_or(0, |bytes| *bytes as u64),
            ..self
        }
    }
}

fn of_aead<A: Aead>() -> lc_sizes {
    lc_sizes::new(A::KEY_BYTES, Nonces::of_aead::<A>(), 1)
        .with_tags(A::DEFAULT_TAG_BYTES, A::TAG_BYTES)
}

fn of_cipher<C: ByteCipher>() -> lc_sizes {
    lc_sizes::new(C::KEY_BYTES, C::NONCES, C::BLOCK)
}

fn of_mac<M: ByteMac>() -> lc_sizes {
    lc_sizes::new(M::KEY_BYTES, M::NONCES, 1).with_tags(M::DEFAULT_TAG_BYTES, M::TAG_BYTES)
}

fn of_generator<C: Algorithm>() -> lc_sizes {
    lc_sizes::new(C::KEY_BYTES, Nonces { usual: C::KEY_BYTES / 2, min: 0, max: 0 }, 1)
}

/// The nonce is the salt.
#[cfg(feature = "chunked")]
fn of_chunked<K: Algorithm>() -> lc_sizes {
    lc_sizes::new(K::KEY_BYTES, Nonces::of(SALT_BYTES), 1).with_tags(TAG_BYTES, &[TAG_BYTES])
}

fn sizes_of(number: u32) -> Outcome<lc_sizes> {
    match number {
        0..200 => aeads!(match_number [number, A => Ok(of_aead::<A>())]),
        200..500 => ciphers!(match_number [number, C => Ok(of_cipher::<C>())]),
        500..600 => macs!(match_number [number, M => Ok(of_mac::<M>())]),
        600..700 => generators!(match_number [number, C => Ok(of_generator::<C>())]),
        700.. => chunked_keys!(match_number [number, K => Ok(of_chunked::<K>())]),
    }
}

/// Writes the sizes of an algorithm. `size` is `sizeof(lc_sizes)`.
///
/// For the generators: `key` is the least entropy with the derivation function, `nonce` the nonce that
/// should come with it. For files and streams `nonce` is the salt. Errors: `LC_E_UNSUPPORTED`,
/// `LC_E_UNKNOWN_ALGORITHM`, `LC_E_SIZE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_sizes_of(
    algorithm: u32,
    sizes: *mut lc_sizes,
    size: usize,
) -> lc_status {
    let write = || {
        if sizes.is_null() || !sizes.is_aligned() {
            return Err(Refused::ARGUMENT);
        }
        if size < size_of::<lc_sizes>() {
            return Err(Refused::SIZE);
        }
        let found = sizes_of(algorithm)?;
        // SAFETY: the caller vouches for the structure.
        unsafe { sizes.write(found) };
        Ok(())
    };
    status(write())
}

/// The error of an operation that an algorithm does not have.
#[allow(dead_code, reason = "which algorithms there are depends on features")]
pub(crate) fn no_operation() -> Refused {
    Error::Unsupported { algorithm: "" }.into()
}
