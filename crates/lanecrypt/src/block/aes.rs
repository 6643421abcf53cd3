//! AES (FIPS 197): blocks of 16 bytes, keys of 16, 24 or 32 bytes, 10, 12 or 14 rounds.
//!
//! The rounds are those of [`AesBlocks`]: the processor's instructions where it has them, bit planes
//! of several blocks elsewhere, constant time both. Keys and blocks are in the byte order of the
//! standard.

use super::BlockCipher;
use super::aes_key::{AesKey, AesKeyed, KeySlots, first_slot, halves};
use crate::algorithm::engine::{Expand, Internal, Settings};
use crate::lanes::{
    AesBlocks, BlockArray, BlockKeys, FIRST_OF_128, FIRST_OF_192, LAST_KEY, ROUND_KEYS, Schedule,
    Stitch, unroll,
};
use crate::{Algorithm, Backend};

/// The round constants, each in every word of a block: 2^i in the field (section 5.2, step 9).
const CONSTANTS: [u128; 10] = {
    const EVERY_WORD: u128 = 0x0000_0001_0000_0001_0000_0001_0000_0001;
    let powers = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36];
    let mut constants = [0; 10];
    let mut i = 0;
    while i < 10 {
        constants[i] = EVERY_WORD * powers[i];
        i += 1;
    }
    constants
};

/// The next four words of a key schedule: four words, and the word before them, which is rotated
/// and met with a constant, or only substituted. In a block of equal words ShiftRows moves nothing,
/// so the last round of AES is SubWord.
#[inline(always)]
fn next<B: AesBlocks, const ROTATED: bool>(words: B, before: B, constant: B) -> B {
    words.prefix_xor().xor(before.last_word::<ROTATED>().aes_enc_last(constant))
}

/// The rounds of AES and its key schedules, with keys of all lengths: see [`ROUND_KEYS`].
pub(crate) struct Rounds;

impl Rounds {
    /// The key schedule of a key, or of several side by side: the first 16 bytes of each and the
    /// rest, filled up with zeros. Their length is given by the slot of the first round key.
    #[inline(always)]
    pub(super) fn expand<B: AesBlocks, S: KeySlots<B, N>, const N: usize>(
        isa: B::Isa,
        first: usize,
        key: [[B; N]; 2],
        slots: &mut S,
    ) {
        match first {
            FIRST_OF_128 => Self::expand_128(isa, key, slots),
            FIRST_OF_192 => Self::expand_192(isa, key, slots),
            _ => Self::expand_256(isa, key, slots),
        }
    }

    #[inline(always)]
    fn expand_128<B: AesBlocks, S: KeySlots<B, N>, const N: usize>(
        isa: B::Isa,
        [mut words, _]: [[B; N]; 2],
        slots: &mut S,
    ) {
        slots.put(FIRST_OF_128, 0, &words);
        for round in 1..ROUND_KEYS - FIRST_OF_128 {
            let constant = B::splat(isa, CONSTANTS[round - 1]);
            for word in &mut words {
                *word = next::<B, true>(*word, *word, constant);
            }
            slots.put(FIRST_OF_128, round, &words);
        }
    }

    #[inline(always)]
    fn expand_192<B: AesBlocks, S: KeySlots<B, N>, const N: usize>(
        isa: B::Isa,
        [mut four, two]: [[B; N]; 2],
        slots: &mut S,
    ) {
        // Six words a step, of which the last two are kept in the upper halves of registers, with
        // zeros in the lower ones. Two steps fill three round keys.
        let zero = B::zero(isa);
        let mut two = two;
        for two in &mut two {
            *two = zero.unpack_lo(*two);
        }
        slots.put(FIRST_OF_192, 0, &four);
        for steps in 0..(ROUND_KEYS - FIRST_OF_192) / 3 {
            unroll!(2, |step| {
                let constant = B::splat(isa, CONSTANTS[2 * steps + step]);
                let mut first = four;
                let mut second = four;
                for i in 0..N {
                    let words = next::<B, true>(four[i], two[i], constant);
                    let pair = two[i].prefix_xor().xor(words.last_word::<false>()).align::<8>(zero);
                    (first[i], second[i]) = (two[i].align::<8>(words), words.align::<8>(pair));
                    (four[i], two[i]) = (words, zero.unpack_lo(pair));
                }
                if step == 0 {
                    slots.put(FIRST_OF_192, 3 * steps + 1, &first);
                    slots.put(FIRST_OF_192, 3 * steps + 2, &second);
                } else {
                    slots.put(FIRST_OF_192, 3 * steps + 3, &four);
                }
            });
        }
    }

    #[inline(always)]
    fn expand_256<B: AesBlocks, S: KeySlots<B, N>, const N: usize>(
        isa: B::Isa,
        [mut even, mut odd]: [[B; N]; 2],
        slots: &mut S,
    ) {
        slots.put(0, 0, &even);
        slots.put(0, 1, &odd);
        if S::IN_PAIRS {
            for pair in 1..ROUND_KEYS / 2 {
                Self::put_even(isa, 2 * pair, &mut even, &odd, slots);
                Self::put_odd(isa, 2 * pair + 1, &even, &mut odd, slots);
            }
            Self::put_even(isa, LAST_KEY, &mut even, &odd, slots);
            return;
        }
        for round in 2..ROUND_KEYS {
            if round % 2 == 0 {
                Self::put_even(isa, round, &mut even, &odd, slots);
            } else {
                Self::put_odd(isa, round, &even, &mut odd, slots);
            }
        }
    }

    /// The round keys of AES-256 of an even round.
    #[inline(always)]
    fn put_even<B: AesBlocks, S: KeySlots<B, N>, const N: usize>(
        isa: B::Isa,
        round: usize,
        even: &mut [B; N],
        odd: &[B; N],
        slots: &mut S,
    ) {
        let constant = B::splat(isa, CONSTANTS[round / 2 - 1]);
        for i in 0..N {
            even[i] = next::<B, true>(even[i], odd[i], constant);
        }
        slots.put(0, round, even);
    }

    /// Those of an odd round.
    #[inline(always)]
    fn put_odd<B: AesBlocks, S: KeySlots<B, N>, const N: usize>(
        isa: B::Isa,
        round: usize,
        even: &[B; N],
        odd: &mut [B; N],
        slots: &mut S,
    ) {
        for i in 0..N {
            odd[i] = next::<B, false>(odd[i], even[i], B::zero(isa));
        }
        slots.put(0, round, odd);
    }

    /// Makes round keys for decryption, given the slot of the first and those for encryption.
    #[inline(always)]
    pub(crate) fn turn<B: AesBlocks>(
        isa: B::Isa,
        first: usize,
        forward: impl Fn(usize) -> u128,
        back: &mut Schedule,
    ) {
        back.first = first;
        for slot in 0..ROUND_KEYS {
            let mut key = forward(slot);
            if is_inner(first, slot) {
                key = B::splat(isa, key).inv_mix_columns().xor_all_block();
            }
            back.keys[slot] = key;
        }
    }

    /// The same with `N` registers of keys, from a place on, where they lie.
    #[inline(always)]
    pub(super) fn turn_many<B: AesBlocks, const N: usize>(
        isa: B::Isa,
        first: usize,
        keys: &mut [BlockArray; ROUND_KEYS],
        place: usize,
    ) {
        for (slot, places) in keys.iter_mut().enumerate() {
            if is_inner(first, slot) {
                unroll!(N, |i| {
                    let place = place + i * B::BLOCKS;
                    let keys = places.register::<B>(isa, place);
                    places.put(keys.inv_mix_columns(), place);
                });
            }
        }
    }

    /// Encrypts registers of blocks.
    #[inline(always)]
    pub(crate) fn encrypt<B: AesBlocks, K: BlockKeys, const N: usize>(
        isa: B::Isa,
        keys: K,
        blocks: &mut [B; N],
    ) {
        B::aes_encrypt(isa, keys, blocks);
    }

    /// Encrypts registers of blocks while a key is expanded, whose bytes are given. The round keys are kept where there
    /// is room for them.
    #[inline(always)]
    pub(crate) fn encrypt_fresh<B: AesBlocks, const N: usize>(
        isa: B::Isa,
        key: &[u8],
        blocks: &mut [B; N],
        keep: Option<&mut Schedule>,
    ) {
        let halves = halves(key).map(|half| [B::splat(isa, half)]);
        let first = first_slot(key.len());
        Self::expand(isa, first, halves, &mut AsExpanded { blocks, keep });
    }

    /// Encrypts registers of blocks, `M` of them with each register of keys, while these are expanded: their halves are
    /// given, and the slot of their first round keys.
    #[inline(always)]
    pub(crate) fn encrypt_each_fresh<B: AesBlocks, const N: usize, const M: usize>(
        isa: B::Isa,
        first: usize,
        keys: [[B; N]; 2],
        blocks: &mut [[B; M]; N],
    ) {
        Self::expand(isa, first, keys, &mut EachAsExpanded(blocks));
    }

    /// Encrypts registers of blocks, with other work between the rounds.
    #[inline(always)]
    pub(crate) fn encrypt_stitched<B: AesBlocks, K: BlockKeys, W: Stitch, const N: usize>(
        isa: B::Isa,
        keys: K,
        blocks: &mut [B; N],
        work: &mut W,
    ) {
        if W::IDLE {
            B::aes_encrypt(isa, keys, blocks);
        } else {
            B::aes_encrypt_stitched(isa, keys, blocks, work);
        }
    }

    /// Decrypts registers of blocks.
    #[inline(always)]
    pub(crate) fn decrypt<B: AesBlocks, K: BlockKeys, const N: usize>(
        isa: B::Isa,
        keys: K,
        blocks: &mut [B; N],
    ) {
        B::aes_decrypt(isa, keys, blocks);
    }
}

/// Whether the round key of a slot is neither the first nor the last.
#[inline(always)]
fn is_inner(first: usize, slot: usize) -> bool {
    // Known of slots that keys of all lengths have.
    slot < LAST_KEY && first.min(FIRST_OF_128) < slot
}

/// Encrypts blocks with every round key as soon as there is one, and keeps it where there is room.
struct AsExpanded<'a, B, const N: usize> {
    blocks: &'a mut [B; N],
    keep: Option<&'a mut Schedule>,
}

impl<B: AesBlocks, const N: usize> KeySlots<B, 1> for AsExpanded<'_, B, N> {
    const IN_PAIRS: bool = N == 3;

    #[inline(always)]
    fn put(&mut self, first: usize, round: usize, [key]: &[B; 1]) {
        round_of(first, round, *key, self.blocks);
        if let Some(keep) = &mut self.keep {
            keep.keys[first + round] = key.xor_all_block();
            if round == 0 {
                keep.first = first;
            }
        }
    }
}

/// The same with several keys side by side.
struct EachAsExpanded<'a, B, const N: usize, const M: usize>(&'a mut [[B; M]; N]);

impl<B: AesBlocks, const N: usize, const M: usize> KeySlots<B, N> for EachAsExpanded<'_, B, N, M> {
    const IN_PAIRS: bool = true;

    #[inline(always)]
    fn put(&mut self, first: usize, round: usize, keys: &[B; N]) {
        unroll!(N, |i| round_of(first, round, keys[i], &mut self.0[i]));
    }
}

/// A round of encryption, of at most 16 registers.
#[inline(always)]
fn round_of<B: AesBlocks, const N: usize>(first: usize, round: usize, key: B, blocks: &mut [B; N]) {
    unroll!(16, |i| if i < N {
        blocks[i] = match round {
            0 => blocks[i].xor(key),
            _ if first + round == LAST_KEY => blocks[i].aes_enc_last(key),
            _ => blocks[i].aes_enc(key),
        };
    });
}

macro_rules! aes {
    ($(#[$doc:meta])* $name:ident, $key:literal byte keys) => {
        $(#[$doc])*
        #[derive(Clone)]
        // Not for callers: see `mode::blocks::any`.
        #[repr(transparent)]
        pub struct $name(AesKey);

        impl Expand for $name {
            fn expand(key: &[u8], settings: Settings<Self>, _: Internal) -> Self {
                Self(AesKey::new(key, settings.backend))
            }
        }

        impl BlockCipher for $name {
            const BLOCK_BYTES: usize = super::aes_key::BLOCK;
        }

        impl Algorithm for $name {
            type KeyArray = [u8; $key];
            type Options = ();

            fn backend(&self) -> Backend {
                self.0.backend
            }
        }

        impl AesKeyed for $name {
            fn key(&self) -> &AesKey {
                &self.0
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("backend", &self.0.backend)
                    .finish_non_exhaustive()
            }
        }
    };
}

aes!(
    /// AES-128 (FIPS 197): keys of 16 bytes, blocks of 16 bytes, 10 rounds.
    ///
    /// ```
    /// use lanecrypt::{Algorithm, Cipher, block::Aes128, mode::Ctr};
    ///
    /// let cipher = Ctr::<Aes128>::from_key(&[7; 16]);
    /// cipher.encrypt(&[1; 12], &mut [0; 100])?;
    /// # Ok::<(), lanecrypt::Error>(())
    /// ```
    Aes128, 16 byte keys
);
aes!(
    /// AES-192 (FIPS 197): keys of 24 bytes, blocks of 16 bytes, 12 rounds.
    ///
    /// ```
    /// use lanecrypt::{Algorithm, Cipher, block::Aes192, mode::Ctr};
    ///
    /// let cipher = Ctr::<Aes192>::from_key(&[7; 24]);
    /// cipher.encrypt(&[1; 12], &mut [0; 100])?;
    /// # Ok::<(), lanecrypt::Error>(())
    /// ```
    Aes192, 24 byte keys
);
aes!(
    /// AES-256 (FIPS 197): keys of 32 bytes, blocks of 16 bytes, 14 rounds.
    ///
    /// ```
    /// use lanecrypt::{Algorithm, Cipher, block::Aes256, mode::Ctr};
    ///
    /// let cipher = Ctr::<Aes256>::from_key(&[7; 32]);
    /// cipher.encrypt(&[1; 12], &mut [0; 100])?;
    /// # Ok::<(), lanecrypt::Error>(())
    /// ```
    Aes256, 32 byte keys
);
