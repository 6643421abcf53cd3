//! The list of the AEADs of the package, each named once.

/// Calls a macro with every AEAD: class, type of the library, published name, whether large columns are copied past
/// the caches, documentation. Copying past the caches is faster for algorithms that memory holds up otherwise.
macro_rules! aeads {
    ($callback:ident) => {
        $callback! {
            Aes128Gcm: Gcm<Aes128>, "AES-128-GCM", past_caches: false,
                "AES-128-GCM (NIST SP 800-38D). Keys have 16 bytes, nonces 12 (others are allowed), tags 12 to 16.\n\n\
                 A nonce must never be used twice under one key. Nonces that are drawn at random are safe for at \
                 most 2**32 messages under one key; `XAes256Gcm` has longer ones.";
            Aes192Gcm: Gcm<Aes192>, "AES-192-GCM", past_caches: false,
                "AES-192-GCM (NIST SP 800-38D). Keys have 24 bytes; otherwise as `Aes128Gcm`.";
            Aes256Gcm: Gcm<Aes256>, "AES-256-GCM", past_caches: false,
                "AES-256-GCM (NIST SP 800-38D). Keys have 32 bytes; otherwise as `Aes128Gcm`.";
            XAes256Gcm: XAes256GcmKey, "XAES-256-GCM", past_caches: false,
                "XAES-256-GCM (C2SP): AES-256-GCM under a key that is derived from 12 bytes of the nonce. Keys have 32 \
                 bytes, nonces 24, tags 16.\n\n\
                 Nonces are long enough to be drawn at random for any number of messages.";
            Aes128Ocb3: Ocb3<Aes128>, "AES-128-OCB3", past_caches: false,
                "AES-128-OCB3 (RFC 7253). Keys have 16 bytes, nonces 12 (1 to 15 are allowed), tags 4 to 16.\n\n\
                 A nonce must never be used twice under one key.";
            Aes192Ocb3: Ocb3<Aes192>, "AES-192-OCB3", past_caches: false,
                "AES-192-OCB3 (RFC 7253). Keys have 24 bytes; otherwise as `Aes128Ocb3`.";
            Aes256Ocb3: Ocb3<Aes256>, "AES-256-OCB3", past_caches: false,
                "AES-256-OCB3 (RFC 7253). Keys have 32 bytes; otherwise as `Aes128Ocb3`.";
            Aegis128L: aead::Aegis128L, "AEGIS-128L", past_caches: true,
                "AEGIS-128L (IETF draft-irtf-cfrg-aegis-aead). Keys and nonces have 16 bytes, tags 16 or 32.";
            Aegis128X2: aead::Aegis128X2, "AEGIS-128X2", past_caches: true,
                "AEGIS-128X2: two states of AEGIS-128L side by side, for long messages. Sizes as `Aegis128L`.";
            Aegis128X4: aead::Aegis128X4, "AEGIS-128X4", past_caches: true,
                "AEGIS-128X4: four states of AEGIS-128L side by side, for long messages. Sizes as `Aegis128L`.";
            Aegis256: aead::Aegis256, "AEGIS-256", past_caches: true,
                "AEGIS-256 (IETF draft-irtf-cfrg-aegis-aead). Keys and nonces have 32 bytes, tags 16 or 32.\n\n\
                 Nonces are long enough to be drawn at random for any number of messages.";
            Aegis256X2: aead::Aegis256X2, "AEGIS-256X2", past_caches: true,
                "AEGIS-256X2: two states of AEGIS-256 side by side, for long messages. Sizes as `Aegis256`.";
            Aegis256X4: aead::Aegis256X4, "AEGIS-256X4", past_caches: true,
                "AEGIS-256X4: four states of AEGIS-256 side by side, for long messages. Sizes as `Aegis256`.";
        }
    };
}
pub(crate) use aeads;

use lanecrypt::{Aead, Error};

use crate::column::Ring;
use crate::column::ring;
use crate::errors::{Failures, value_error};
use crate::many::{self, Messages};
use pyo3::PyResult;

/// What batches and columns need of an AEAD that is chosen by its name.
pub(crate) trait AnyAead: Sync {
    /// Its published name.
    fn name(&self) -> &'static str;

    /// The length of a key in bytes.
    fn key_bytes(&self) -> usize;

    /// The length in bytes of nonces that are drawn at random, if nonces can be drawn at random for any
    /// number of messages.
    fn random_nonce_bytes(&self) -> Option<usize>;

    /// Whether the algorithm has keys and nonces of these lengths.
    fn check(&self, key_bytes: usize, nonce_bytes: usize) -> Result<(), Error>;

    /// Seals or opens rows; returns those that failed.
    fn run(&self, messages: Messages<'_>, threads: usize) -> Failures;

    /// Key objects for columns.
    fn ring(&self, keys: &[Vec<u8>]) -> Result<Box<dyn Ring>, Error>;
}

/// A row of the list.
struct Row<A> {
    name: &'static str,
    past_caches: bool,
    algorithm: std::marker::PhantomData<fn() -> A>,
}

/// The length of the tags of batches and columns, in bytes.
pub(crate) const TAG_BYTES: usize = 16;

impl<A: Aead + Send + Sync> AnyAead for Row<A> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn key_bytes(&self) -> usize {
        A::KEY_BYTES
    }

    fn random_nonce_bytes(&self) -> Option<usize> {
        let (min, max) = (*A::NONCE_BYTES.start(), *A::NONCE_BYTES.end());
        (min == max && min >= 24).then_some(min)
    }

    fn check(&self, key_bytes: usize, nonce_bytes: usize) -> Result<(), Error> {
        // The library says it best.
        A::new(&vec![0; key_bytes])?;
        let any = A::new(&vec![0; A::KEY_BYTES])?;
        any.seal(&vec![0; nonce_bytes], &[], &mut []).map(|_| ())
    }

    fn run(&self, messages: Messages<'_>, threads: usize) -> Failures {
        many::run::<A>(messages, threads)
    }

    fn ring(&self, keys: &[Vec<u8>]) -> Result<Box<dyn Ring>, Error> {
        ring::<A>(keys, self.past_caches)
    }
}

macro_rules! table {
    ($($class:ident: $type:ty, $name:literal, past_caches: $past_caches:literal, $doc:expr;)*) => {
        use lanecrypt::aead;
        use lanecrypt::block::{Aes128, Aes192, Aes256};
        use lanecrypt::mode::{Gcm, Ocb3, XAes256Gcm as XAes256GcmKey};

        static AEADS: &[&dyn AnyAead] = &[$(
            &Row::<$type> { name: $name, past_caches: $past_caches, algorithm: std::marker::PhantomData },
        )*];
    };
}
aeads!(table);

/// The AEAD with this name.
pub(crate) fn aead_named(name: &str) -> PyResult<&'static dyn AnyAead> {
    AEADS.iter().copied().find(|aead| aead.name() == name).ok_or_else(|| {
        let names: Vec<_> = AEADS.iter().map(|aead| aead.name()).collect();
        value_error(format!("unknown algorithm {name:?}; the known ones are {}", names.join(", ")))
    })
}

/// The AEADs with nonces that can be drawn at random.
pub(crate) fn aeads_for_columns() -> Vec<&'static str> {
    let random = |aead: &&&dyn AnyAead| aead.random_nonce_bytes().is_some();
    AEADS.iter().filter(random).map(|aead| aead.name()).collect()
}
