//! GOST 28147-89 (RFC 5830), and Magma, its form in GOST R 34.12-2015 (RFC 8891).
//!
//! GOST 28147-89 is little-endian: a block is N1, N2, a key K0 to K7. Magma is the same cipher with
//! one S-box set, and big-endian: a block is a1, which plays N2, and a0, which plays N1.

use super::cipher::{Broadcast, Interleave, Interleaved, LaneCipher, RoundKey, Slot};
use super::key::{Keyed, LaneKey, lane_algorithm, without_secrets};
use super::{BlockCipher, Sbox};
use crate::lanes::{Isa, NibbleBoxes, Nibbles, Vector as _};

/// The rounds; of Magma or of GOST 28147-89.
pub(crate) struct Rounds<const MAGMA: bool>;

/// The round function.
#[inline(always)]
fn f<W: Nibbles>(n: W, key: W, boxes: &NibbleBoxes) -> W {
    n.add(key).substitute_rotl11(boxes)
}

/// All rounds, or those that are left, an even number.
#[inline(always)]
fn rounds<'k, W: Nibbles, K: RoundKey<W> + 'k>(
    isa: W::Isa,
    keys: impl Iterator<Item = (&'k K, &'k K)>,
    boxes: &NibbleBoxes,
    [mut n1, mut n2]: [W; 2],
) -> [W; 2] {
    for (first, second) in keys {
        n2 = n2.xor(f(n1, first.lanes(isa), boxes));
        n1 = n1.xor(f(n2, second.lanes(isa), boxes));
    }
    // The last round does not exchange the halves.
    [n2, n1]
}

impl<const MAGMA: bool> Rounds<MAGMA> {
    /// From the order in memory to N1, N2, or back.
    #[inline(always)]
    fn order<W: Copy>([first, second]: [W; 2]) -> [W; 2] {
        if MAGMA { [second, first] } else { [first, second] }
    }
}

impl<const MAGMA: bool> LaneCipher<2> for Rounds<MAGMA> {
    type Word = u32;
    const BIG_ENDIAN: bool = MAGMA;
    const COUNTER: usize = 1;
    type Lanes<I: Isa, S: Interleave> = S::Nibbles<I>;
    type KeyLanes<I: Isa> = I::U32;
    type Parameters = NibbleBoxes;
    type Schedule = ();
    type RoundKeys = [Broadcast<u32>; 32 + 1];

    #[inline(always)]
    fn expand<I: Isa, S: Slot<I::U32>>(_: I, (): (), key: &[I::U32], keys: &mut [S]) {
        let Ok(key) = <&[I::U32; 8]>::try_from(key) else { return };
        for (i, slot) in keys.iter_mut().enumerate() {
            slot.put(key[if i < 24 { i % 8 } else { 7 - i % 8 }]);
        }
    }

    #[inline(always)]
    fn encrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
        isa: I,
        keys: &[K],
        boxes: &NibbleBoxes,
        block: &mut [Self::Lanes<I, S>; 2],
    ) {
        let pairs = keys.as_chunks::<2>().0.iter().map(|[first, second]| (first, second));
        *block = Self::order(rounds(isa, pairs, boxes, Self::order(*block)));
    }

    #[inline(always)]
    fn decrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
        isa: I,
        keys: &[K],
        boxes: &NibbleBoxes,
        block: &mut [Self::Lanes<I, S>; 2],
    ) {
        let pairs = keys.as_chunks::<2>().0.iter().rev().map(|[first, second]| (second, first));
        *block = Self::order(rounds(isa, pairs, boxes, Self::order(*block)));
    }

    /// The nonce, and in GOST 28147-89, where it is N1, what the first round makes of it. In Magma
    /// it is a1, which the first round does not transform: there the standard's counter is a0.
    type Fixed<I: Isa> = [Self::Lanes<I, Interleaved>; 2];

    #[inline(always)]
    fn fix<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
        isa: I,
        keys: &[K],
        boxes: &NibbleBoxes,
        &[nonce, _]: &[Self::Lanes<I, Interleaved>; 2],
    ) -> Self::Fixed<I> {
        match keys.first() {
            Some(first) if !MAGMA => [nonce, f(nonce, first.lanes(isa), boxes)],
            _ => [nonce, nonce],
        }
    }

    #[inline(always)]
    fn encrypt_counter<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
        isa: I,
        keys: &[K],
        boxes: &NibbleBoxes,
        &[nonce, made]: &Self::Fixed<I>,
        counter: Self::Lanes<I, Interleaved>,
    ) -> [Self::Lanes<I, Interleaved>; 2] {
        let Some(([first, second], rest)) = keys.split_first_chunk::<2>() else {
            return [nonce, counter];
        };
        let [n1, n2] = if MAGMA {
            [counter, nonce.xor(f(counter, first.lanes(isa), boxes))]
        } else {
            [nonce, counter.xor(made)]
        };
        let n1 = n1.xor(f(n2, second.lanes(isa), boxes));
        let pairs = rest.as_chunks::<2>().0.iter().map(|[first, second]| (first, second));
        let [n1, n2] = rounds(isa, pairs, boxes, [n1, n2]);
        Self::order([n1, n2])
    }
}

/// GOST 28147-89 (RFC 5830): blocks of 8 bytes, keys of 32 bytes, 32 rounds.
///
/// The S-boxes are the [options](crate::Algorithm::Options). The default is DKE No. 1 of DSTU GOST
/// 28147:2009.
///
/// ```
/// use lanecrypt::{Algorithm, Backend, Cipher, block::{Gost28147, Sbox}, mode::Ecb};
///
/// let sboxes = Sbox::CRYPTOPRO_A;
/// let cipher = Ecb::<Gost28147>::with_options(&[7; 32], sboxes, Backend::best())?;
/// cipher.encrypt((), &mut [0; 16])?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Gost28147(LaneKey<Rounds<false>, 2>);

/// Magma (RFC 8891): blocks of 8 bytes, keys of 32 bytes, 32 rounds, the S-boxes of TC 26.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, block::Magma, mode::Ctr};
///
/// let cipher = Ctr::<Magma>::from_key(&[7; 32]);
/// cipher.encrypt(&[1; 4], &mut [0; 100])?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Magma(LaneKey<Rounds<true>, 2>);

/// What kernels need of the sets of [`Sbox::NAMED`], in their order. Computing it takes as long as encrypting a short message.
static NAMED: [NibbleBoxes; Sbox::NAMED.len()] = {
    let mut named = [NibbleBoxes::new(Sbox::NAMED[0].1.rows()); Sbox::NAMED.len()];
    let mut i = 1;
    while i < named.len() {
        named[i] = NibbleBoxes::new(Sbox::NAMED[i].1.rows());
        i += 1;
    }
    named
};

/// What kernels need of a set.
fn boxes(sbox: &Sbox) -> NibbleBoxes {
    let mut sets = Sbox::NAMED.iter().zip(&NAMED);
    let named = sets.find(|((_, named), _)| named == sbox);
    named.map_or_else(|| NibbleBoxes::new(sbox.rows()), |(_, boxes)| *boxes)
}

macro_rules! cipher {
    ($name:ident, $magma:literal, $options:ty, |$given:ident| $sbox:expr) => {
        lane_algorithm!($name, 32 byte keys, $options);

        impl BlockCipher for $name {
            const BLOCK_BYTES: usize = 8;
        }

        impl Keyed<2> for $name {
            type Lane = Rounds<$magma>;
            const SCHEDULE: () = ();
            const ROUND_KEYS: usize = 32;
            fn parameters($given: &$options) -> NibbleBoxes {
                boxes(&$sbox)
            }
            fn key(&self) -> &LaneKey<Rounds<$magma>, 2> {
                &self.0
            }
        }

        without_secrets!($name);
    };
}
cipher!(Gost28147, false, Sbox, |sbox| *sbox);
cipher!(Magma, true, (), |_nothing| Sbox::TC26_Z);
