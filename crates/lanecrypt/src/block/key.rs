//! An expanded key, and the public face of a cipher.

use super::cipher::{Broadcast, LaneCipher, PerLane, RoundKeys};
use crate::lanes::{Lanes, Portable, Word, wipe};
use crate::{Algorithm, Backend};

/// A block cipher with an expanded key.
///
/// Blocks and keys are byte strings; each cipher says how words are made of them. Keys are wiped on
/// drop. Encryption and decryption are constant time in keys and data. A block cipher encrypts
/// messages through a [mode](crate::mode) only.
///
/// ```
/// use lanecrypt::{Algorithm, block::{BlockCipher, Speck64_128}};
///
/// let cipher = Speck64_128::from_key(&[7; 16]);
/// assert_eq!(Speck64_128::BLOCK_BYTES, 8);
/// println!("{cipher:?}"); // shows the backend, never the key
/// ```
pub trait BlockCipher: Algorithm {
    /// The length of a block in bytes.
    const BLOCK_BYTES: usize;
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
    fn key(&self) -> &LaneKey<Self::Lane, N>;
}

/// What tells the keys of ciphers with the same rounds apart.
pub(crate) struct KeyForm<C: LaneCipher<N>, const N: usize> {
    pub(crate) key_bytes: usize,
    /// How many round keys a key has.
    pub(crate) round_keys: usize,
    pub(crate) schedule: C::Schedule,
}

impl<C: LaneCipher<N>, const N: usize> KeyForm<C, N> {
    /// Of a cipher.
    pub(crate) const fn of<B: Keyed<N, Lane = C>>() -> Self {
        Self { key_bytes: B::KEY_BYTES, round_keys: B::ROUND_KEYS, schedule: B::SCHEDULE }
    }
}

impl<C: LaneCipher<N>, const N: usize> Clone for KeyForm<C, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: LaneCipher<N>, const N: usize> Copy for KeyForm<C, N> {}

/// The most words that a key has.
pub(crate) const MAX_KEY_WORDS: usize = 16;

/// An expanded key.
pub(crate) struct LaneKey<C: LaneCipher<N>, const N: usize> {
    backend: Backend,
    round_keys: usize,
    keys: C::RoundKeys,
    parameters: C::Parameters,
}

impl<C: LaneCipher<N>, const N: usize> LaneKey<C, N> {
    /// Expands the bytes of a key of the right length.
    #[inline(always)]
    pub(crate) fn new(
        key: &[u8],
        form: KeyForm<C, N>,
        parameters: C::Parameters,
        backend: Backend,
    ) -> Self {
        let KeyForm { round_keys, schedule, .. } = form;
        let mut out = Self { backend, round_keys, keys: C::RoundKeys::ZERO, parameters };
        let mut words =
            [C::KeyLanes::<Portable>::splat(Portable, C::Word::default()); MAX_KEY_WORDS];
        let count = key.len() / C::WORD_BYTES;
        for (word, bytes) in words.iter_mut().zip(key.chunks_exact(C::WORD_BYTES)) {
            *word = C::KeyLanes::<Portable>::splat(Portable, word_of::<C, N>(bytes));
        }
        let room = &mut out.keys.all_mut()[..round_keys];
        C::expand::<Portable, _>(Portable, schedule, &words[..count.min(MAX_KEY_WORDS)], room);
        let zero = C::KeyLanes::<Portable>::splat(Portable, C::Word::default());
        wipe(&mut words, [zero; MAX_KEY_WORDS]);
        out
    }

    /// The round keys of one lane of many, ready on a backend. Part of the caller, so that they are put where they stay.
    #[inline(always)]
    pub(crate) fn of_lane(
        backend: Backend,
        keys: &[PerLane<C::Word>],
        parameters: C::Parameters,
        lane: usize,
    ) -> Self {
        let mut out =
            Self { backend, round_keys: keys.len(), keys: C::RoundKeys::ZERO, parameters };
        for (same, each) in out.keys.all_mut().iter_mut().zip(keys) {
            *same = Broadcast(each.0.as_ref()[lane].wide());
        }
        out
    }

    /// The backend in use.
    pub(crate) fn backend(&self) -> Backend {
        self.backend
    }

    /// The round keys.
    pub(crate) fn keys(&self) -> &[Broadcast<C::Word>] {
        &self.keys.all()[..self.round_keys]
    }

    /// What the rounds need beside them.
    pub(crate) fn parameters(&self) -> &C::Parameters {
        &self.parameters
    }
}

impl<C: LaneCipher<N>, const N: usize> Clone for LaneKey<C, N> {
    fn clone(&self) -> Self {
        let Self { backend, round_keys, keys, parameters } = *self;
        Self { backend, round_keys, keys, parameters }
    }
}

impl<C: LaneCipher<N>, const N: usize> Drop for LaneKey<C, N> {
    fn drop(&mut self) {
        wipe(&mut self.keys, C::RoundKeys::ZERO);
    }
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

/// Puts a word where its bytes are in memory.
#[inline(always)]
pub(crate) fn put_word<C: LaneCipher<N>, const N: usize>(word: C::Word, bytes: &mut [u8]) {
    let word = match C::BIG_ENDIAN {
        true => word.swap(),
        false => C::Word::truncate(word.number() >> up::<C, N>()),
    };
    bytes.copy_from_slice(&word.number().to_le_bytes()[..C::WORD_BYTES]);
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
    ($(#[$doc:meta])* $name:ident: $lane:ident of $words:literal words,
     $block:literal byte blocks, $key:literal byte keys, $round_keys:expr, $schedule:expr) => {
        $(#[$doc])*
        ///
        #[doc = concat!("```\nuse lanecrypt::{Algorithm, Cipher, block::", stringify!($name), ", mode::Ctr};\n")]
        ///
        #[doc = concat!("let cipher = Ctr::<", stringify!($name), ">::from_key(&[7; ", $key, "]);")]
        #[doc = concat!("cipher.encrypt(&[1; ", $block, " / 2], &mut [0; 100])?;")]
        /// # Ok::<(), lanecrypt::Error>(())
        /// ```
        #[derive(Clone)]
        pub struct $name($crate::block::key::LaneKey<$lane, $words>);

        $crate::block::key::lane_algorithm!($name, $key byte keys, ());

        impl $crate::block::BlockCipher for $name {
            const BLOCK_BYTES: usize = $block;
        }

        impl $crate::block::key::Keyed<$words> for $name {
            type Lane = $lane;
            const SCHEDULE: <$lane as LaneCipher<$words>>::Schedule = $schedule;
            const ROUND_KEYS: usize = $round_keys;
            fn parameters((): &()) {}
            fn key(&self) -> &$crate::block::key::LaneKey<$lane, $words> {
                &self.0
            }
        }

        $crate::block::key::without_secrets!($name);
    };
}
pub(crate) use block_cipher;

/// The key object of a cipher that has a [`LaneKey`].
macro_rules! lane_algorithm {
    ($name:ident, $key:literal byte keys, $options:ty) => {
        impl $crate::algorithm::engine::Expand for $name {
            fn expand(
                key: &[u8],
                settings: $crate::algorithm::engine::Settings<Self>,
                _: $crate::algorithm::engine::Internal,
            ) -> Self {
                let $crate::algorithm::engine::Settings { backend, options } = settings;
                let parameters = <Self as $crate::block::key::Keyed<_>>::parameters(&options);
                let form = $crate::block::key::KeyForm::of::<Self>();
                Self($crate::block::key::LaneKey::new(key, form, parameters, backend))
            }
        }

        impl $crate::Algorithm for $name {
            type KeyArray = [u8; $key];
            type Options = $options;

            fn backend(&self) -> $crate::Backend {
                self.0.backend()
            }
        }
    };
}
pub(crate) use lane_algorithm;

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
