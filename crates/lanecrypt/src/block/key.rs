//! An expanded key, and the public face of a cipher.

use super::cipher::{Each, LaneCipher, RoundKeys, Same};
use crate::lanes::{Lanes, Portable, Word, wipe};
use crate::{Backend, Error};

/// A block cipher: a key, expanded, and the backend that it is used on.
///
/// Block and key are byte strings; how they are made of words is said at each cipher. Keys are
/// wiped on drop. Everything is constant time in keys and data. What encrypts whole messages is in
/// [`mode`](crate::mode).
pub trait BlockCipher: Sized + sealed::Sealed {
    /// Its name in the program: `speck64_128`.
    const NAME: &'static str;
    /// The length of a key.
    const KEY_BYTES: usize;
    /// The length of a block.
    const BLOCK_BYTES: usize;
    /// What can be chosen beside the key: nothing for most.
    type Options: Copy + Default + core::fmt::Debug;

    /// Expands a key for the best backend of this processor. A key of another length than
    /// [`BlockCipher::KEY_BYTES`] is an error.
    fn new(key: &[u8]) -> Result<Self, Error> {
        Self::with_options(key, Self::Options::default(), Backend::best())
    }

    /// Expands a key for a given backend; a processor that lacks it is an error too.
    fn with_backend(key: &[u8], backend: Backend) -> Result<Self, Error> {
        Self::with_options(key, Self::Options::default(), backend)
    }

    /// Expands a key, with all that can be chosen.
    fn with_options(key: &[u8], options: Self::Options, backend: Backend) -> Result<Self, Error>;

    /// The backend in use.
    fn backend(&self) -> Backend;
}

pub(crate) mod sealed {
    /// No cipher of others: kernels are compiled in this crate.
    pub trait Sealed {}
}

/// What the modes need of a cipher of blocks of `N` words.
pub(crate) trait Keyed<const N: usize>: BlockCipher {
    /// Its rounds.
    type Lane: LaneCipher<N>;
    /// Its key schedule.
    const SCHEDULE: <Self::Lane as LaneCipher<N>>::Schedule;
    /// How many round keys it makes.
    const ROUND_KEYS: usize;
    /// What the rounds need of the options.
    fn parameters(options: &Self::Options) -> <Self::Lane as LaneCipher<N>>::Parameters;
    /// Its key.
    fn key(&self) -> &Key<Self::Lane, N>;
}

/// The most words that a key has.
pub(crate) const MAX_KEY_WORDS: usize = 16;

/// An expanded key.
pub(crate) struct Key<C: LaneCipher<N>, const N: usize> {
    backend: Backend,
    round_keys: usize,
    keys: C::RoundKeys,
    parameters: C::Parameters,
}

impl<C: LaneCipher<N>, const N: usize> Key<C, N> {
    /// Expands the bytes of a key.
    pub(crate) fn new<B: Keyed<N, Lane = C>>(
        key: &[u8],
        options: &B::Options,
        backend: Backend,
    ) -> Result<Self, Error> {
        check_key::<B>(key)?;
        let mut out = Self {
            backend: backend.checked()?,
            round_keys: B::ROUND_KEYS,
            keys: C::RoundKeys::ZERO,
            parameters: B::parameters(options),
        };
        let mut words =
            [C::KeyLanes::<Portable>::splat(Portable, C::Word::default()); MAX_KEY_WORDS];
        let count = key.len() / C::WORD_BYTES;
        for (word, bytes) in words.iter_mut().zip(key.chunks_exact(C::WORD_BYTES)) {
            *word = C::KeyLanes::<Portable>::splat(Portable, word_of::<C, N>(bytes));
        }
        let room = &mut out.keys.all_mut()[..B::ROUND_KEYS];
        C::expand::<Portable, _>(Portable, B::SCHEDULE, &words[..count.min(MAX_KEY_WORDS)], room);
        let zero = C::KeyLanes::<Portable>::splat(Portable, C::Word::default());
        wipe(&mut words, [zero; MAX_KEY_WORDS]);
        Ok(out)
    }

    /// The round keys of one lane of many, ready on a backend.
    pub(crate) fn of_lane(
        backend: Backend,
        keys: &[Each<C::Word>],
        parameters: C::Parameters,
        lane: usize,
    ) -> Self {
        let mut out =
            Self { backend, round_keys: keys.len(), keys: C::RoundKeys::ZERO, parameters };
        for (same, each) in out.keys.all_mut().iter_mut().zip(keys) {
            *same = Same(each.0.as_ref()[lane]);
        }
        out
    }

    /// The backend in use.
    pub(crate) fn backend(&self) -> Backend {
        self.backend
    }

    /// The round keys.
    pub(crate) fn keys(&self) -> &[Same<C::Word>] {
        &self.keys.all()[..self.round_keys]
    }

    /// What the rounds need beside them.
    pub(crate) fn parameters(&self) -> &C::Parameters {
        &self.parameters
    }
}

impl<C: LaneCipher<N>, const N: usize> Drop for Key<C, N> {
    fn drop(&mut self) {
        wipe(&mut self.keys, C::RoundKeys::ZERO);
    }
}

/// Whether a key has the length that the cipher wants.
pub(crate) fn check_key<B: BlockCipher>(key: &[u8]) -> Result<(), Error> {
    if key.len() != B::KEY_BYTES {
        return Err(Error::KeyLength { bytes: key.len(), expected: B::KEY_BYTES });
    }
    Ok(())
}

/// A word from its bytes in memory.
#[inline(always)]
pub(crate) fn word_of<C: LaneCipher<N>, const N: usize>(bytes: &[u8]) -> C::Word {
    // Big-endian words are at the top when their bytes are reversed; little-endian ones have to be
    // brought there.
    match C::BIG_ENDIAN {
        true => C::Word::from_le(bytes).swap(),
        false => C::Word::truncate(C::Word::from_le(bytes).number() << up::<C, N>()),
    }
}

/// The low bits of a number as a word.
#[inline(always)]
pub(crate) fn word_of_number<C: LaneCipher<N>, const N: usize>(number: u64) -> C::Word {
    C::Word::truncate(number << up::<C, N>())
}

/// How far up in its lane a word is.
const fn up<C: LaneCipher<N>, const N: usize>() -> usize {
    C::Word::BITS as usize - 8 * C::WORD_BYTES
}

/// The public type of a cipher.
macro_rules! block_cipher {
    ($(#[$doc:meta])* $name:ident: $lane:ident of $words:literal words, $text:literal,
     $block:literal byte blocks, $key:literal byte keys, $round_keys:expr, $schedule:expr) => {
        $(#[$doc])*
        pub struct $name($crate::block::key::Key<$lane, $words>);

        impl $crate::block::key::sealed::Sealed for $name {}

        impl $crate::block::BlockCipher for $name {
            const NAME: &'static str = $text;
            const KEY_BYTES: usize = $key;
            const BLOCK_BYTES: usize = $block;
            type Options = ();

            fn with_options(
                key: &[u8],
                options: (),
                backend: $crate::Backend,
            ) -> Result<Self, $crate::Error> {
                Ok(Self($crate::block::key::Key::new::<Self>(key, &options, backend)?))
            }
            fn backend(&self) -> $crate::Backend {
                self.0.backend()
            }
        }

        impl $crate::block::key::Keyed<$words> for $name {
            type Lane = $lane;
            const SCHEDULE: <$lane as LaneCipher<$words>>::Schedule = $schedule;
            const ROUND_KEYS: usize = $round_keys;
            fn parameters((): &()) {}
            fn key(&self) -> &$crate::block::key::Key<$lane, $words> {
                &self.0
            }
        }

        $crate::block::key::without_secrets!($name);
    };
}
pub(crate) use block_cipher;

/// `Debug` that shows no key.
macro_rules! without_secrets {
    ($name:ident) => {
        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("backend", &self.0.backend())
                    .finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use without_secrets;
