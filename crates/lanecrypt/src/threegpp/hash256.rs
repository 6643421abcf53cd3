//! The hash of 256-NIA4 to 256-NIA6 and 256-NCA4 to 256-NCA6: POLYVAL under H, the lengths, a product with Q,
//! a sum with P.

use crate::Backend;
use crate::hash::polyval::{GROUP, HashKey, Hashing, multiply};
use crate::lanes::{
    AesBlocks as _, AesOps, AnyWidth, Blocks as _, Isa, Kernel, Row, Vector as _, dispatch,
};

/// The bytes of H, Q and P.
pub(super) const HASH_KEY: usize = 48;

/// What is authenticated: two strings, each padded on its own. A message without ciphertext is the first one.
pub(super) type Text<'a> = [&'a [u8]; 2];

/// Hashes messages, each with the row that begins with H, Q and P. A tag is the beginning of a sum, as a
/// little-endian number.
pub(super) fn hash_many(backend: Backend, keys: &[Row], texts: &[Text<'_>], sums: &mut [u128]) {
    dispatch(backend, HashMany { keys, texts, sums, powers: &mut HashKey::empty() });
}

struct HashMany<'a> {
    keys: &'a [Row],
    texts: &'a [Text<'a>],
    sums: &'a mut [u128],
    /// Room for those of one key.
    powers: &'a mut HashKey,
}

impl Kernel for HashMany<'_> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { keys, texts, sums, powers } = self;
        for ((key, &[first, second]), sum) in keys.iter().zip(texts).zip(sums) {
            let [h, q, p] = [
                I::One::of_words(isa, &key.0),
                I::One::of_words(isa, &key.0[4..]),
                I::One::of_words(isa, &key.0[8..]),
            ];
            let [blocks, more] = [first, second].map(|text| text.len().div_ceil(16));
            let group = blocks.saturating_add(more);
            // The powers that a group needs.
            powers.expand(isa, h, group.min(GROUP));
            let mut hash = Hashing::new(isa, powers.powers(), I::One::zero(isa), group.min(GROUP));
            if group > GROUP || first.is_empty() {
                hash.absorb::<false>(first);
                hash.absorb::<false>(second);
            } else {
                // Both are one group, which is reduced once.
                hash.absorb_part::<false, true>(first);
                hash.absorb_part::<false, false>(second);
                hash.end();
            }
            let bits = ((8 * first.len() as u128) << 64) | (8 * second.len() as u128);
            let product = multiply(isa, hash.state().xor(I::One::splat(isa, bits)), q);
            *sum = product.xor(p).xor_all_block();
        }
    }
}
