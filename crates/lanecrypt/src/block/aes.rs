//! AES (FIPS 197): blocks of 16 bytes, keys of 16, 24 or 32 bytes, 10, 12 or 14 rounds.
//!
//! The rounds are those of [`AesBlocks`]: the processor's instructions where it has them, bit planes
//! of several blocks elsewhere, constant time both. Keys and blocks are in the byte order of the
//! standard.

use super::BlockCipher;
use super::register::{KeySlots, RegisterCipher, RegisterKey, RegisterKeyed};
use crate::algorithm::engine::{Expand, Internal, Settings};
use crate::lanes::{AesBlocks, BlockArray, BlockKeys, Stitch, unroll};
use crate::{Algorithm, Backend};

/// The rounds of AES with `KEYS` round keys: 11, 13 or 15.
pub(crate) struct Rounds<const KEYS: usize>;

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

impl<const KEYS: usize> Rounds<KEYS> {
    #[inline(always)]
    fn expand_128<B: AesBlocks, S: KeySlots<B, N>, const N: usize>(
        isa: B::Isa,
        [mut words, _]: [[B; N]; 2],
        slots: &mut S,
    ) {
        slots.put(0, &words);
        for round in 1..KEYS {
            let constant = B::splat(isa, CONSTANTS[round - 1]);
            for word in &mut words {
                *word = next::<B, true>(*word, *word, constant);
            }
            slots.put(round, &words);
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
        slots.put(0, &four);
        #[expect(clippy::needless_range_loop, reason = "of constant length, so bounds are known")]
        for step in 0..KEYS / 3 * 2 {
            let constant = B::splat(isa, CONSTANTS[step]);
            let mut first = four;
            let mut second = four;
            for i in 0..N {
                let words = next::<B, true>(four[i], two[i], constant);
                let pair = two[i].prefix_xor().xor(words.last_word::<false>()).align::<8>(zero);
                (first[i], second[i]) = (two[i].align::<8>(words), words.align::<8>(pair));
                (four[i], two[i]) = (words, zero.unpack_lo(pair));
            }
            if step % 2 == 0 {
                slots.put(step / 2 * 3 + 1, &first);
                slots.put(step / 2 * 3 + 2, &second);
            } else {
                slots.put(step / 2 * 3 + 3, &four);
            }
        }
    }

    #[inline(always)]
    fn expand_256<B: AesBlocks, S: KeySlots<B, N>, const N: usize>(
        isa: B::Isa,
        [mut even, mut odd]: [[B; N]; 2],
        slots: &mut S,
    ) {
        slots.put(0, &even);
        slots.put(1, &odd);
        for round in 2..KEYS {
            if round % 2 == 0 {
                let constant = B::splat(isa, CONSTANTS[round / 2 - 1]);
                for i in 0..N {
                    even[i] = next::<B, true>(even[i], odd[i], constant);
                }
                slots.put(round, &even);
            } else {
                for i in 0..N {
                    odd[i] = next::<B, false>(odd[i], even[i], B::zero(isa));
                }
                slots.put(round, &odd);
            }
        }
    }
}

/// Encrypts blocks with every round key as soon as there is one, and keeps it where there is room.
struct AsExpanded<'a, B, const N: usize, const KEYS: usize> {
    blocks: &'a mut [B; N],
    keep: Option<&'a mut [u128; KEYS]>,
}

impl<B: AesBlocks, const N: usize, const KEYS: usize> KeySlots<B, 1>
    for AsExpanded<'_, B, N, KEYS>
{
    #[inline(always)]
    fn put(&mut self, round: usize, [key]: &[B; 1]) {
        unroll!(N, |i| {
            self.blocks[i] = match round {
                0 => self.blocks[i].xor(*key),
                _ if round == KEYS - 1 => self.blocks[i].aes_enc_last(*key),
                _ => self.blocks[i].aes_enc(*key),
            };
        });
        if let Some(keep) = &mut self.keep {
            keep[round] = key.xor_all_block();
        }
    }
}

impl<const KEYS: usize> RegisterCipher<KEYS> for Rounds<KEYS> {
    #[inline(always)]
    fn expand<B: AesBlocks, S: KeySlots<B, N>, const N: usize>(
        isa: B::Isa,
        key: [[B; N]; 2],
        slots: &mut S,
    ) {
        match KEYS {
            11 => Self::expand_128(isa, key, slots),
            13 => Self::expand_192(isa, key, slots),
            _ => Self::expand_256(isa, key, slots),
        }
    }

    #[inline(always)]
    fn turn<B: AesBlocks>(isa: B::Isa, forward: &[u128; KEYS], back: &mut [u128; KEYS]) {
        for (i, key) in back.iter_mut().enumerate() {
            *key = forward[KEYS - 1 - i];
            if 0 < i && i < KEYS - 1 {
                *key = B::splat(isa, *key).inv_mix_columns().xor_all_block();
            }
        }
    }

    #[inline(always)]
    fn turn_many<B: AesBlocks, const N: usize>(
        isa: B::Isa,
        keys: &mut [BlockArray; KEYS],
        place: usize,
    ) {
        for early in 0..=KEYS / 2 {
            let late = KEYS - 1 - early;
            unroll!(N, |i| {
                let place = place + i * B::BLOCKS;
                let mut pair =
                    [keys[early].register::<B>(isa, place), keys[late].register(isa, place)];
                if early > 0 {
                    pair = pair.map(|key| key.inv_mix_columns());
                }
                keys[early].put(pair[1], place);
                keys[late].put(pair[0], place);
            });
        }
    }

    #[inline(always)]
    fn encrypt<B: AesBlocks, K: BlockKeys<KEYS>, const N: usize>(
        isa: B::Isa,
        keys: K,
        blocks: &mut [B; N],
    ) {
        B::aes_encrypt(isa, keys, blocks);
    }

    #[inline(always)]
    fn encrypt_fresh<B: AesBlocks, const N: usize>(
        isa: B::Isa,
        [first, second]: [B; 2],
        blocks: &mut [B; N],
        keep: Option<&mut [u128; KEYS]>,
    ) {
        Self::expand(isa, [[first], [second]], &mut AsExpanded { blocks, keep });
    }

    #[inline(always)]
    fn encrypt_stitched<B: AesBlocks, K: BlockKeys<KEYS>, W: Stitch, const N: usize>(
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

    #[inline(always)]
    fn decrypt<B: AesBlocks, K: BlockKeys<KEYS>, const N: usize>(
        isa: B::Isa,
        keys: K,
        blocks: &mut [B; N],
    ) {
        B::aes_decrypt(isa, keys, blocks);
    }
}

macro_rules! aes {
    ($(#[$doc:meta])* $name:ident, $key:literal byte keys, $round_keys:literal) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name(RegisterKey<$round_keys>);

        impl Expand for $name {
            fn expand(key: &[u8], settings: Settings<Self>, _: Internal) -> Self {
                Self(RegisterKey::new::<Self>(key, settings.backend))
            }
        }

        impl BlockCipher for $name {
            const BLOCK_BYTES: usize = super::register::BLOCK;
        }

        impl Algorithm for $name {
            type KeyArray = [u8; $key];
            type Options = ();

            fn backend(&self) -> Backend {
                self.0.backend
            }
        }

        impl RegisterKeyed<$round_keys> for $name {
            type Rounds = Rounds<$round_keys>;
            fn key(&self) -> &RegisterKey<$round_keys> {
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
    Aes128, 16 byte keys, 11
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
    Aes192, 24 byte keys, 13
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
    Aes256, 32 byte keys, 15
);
