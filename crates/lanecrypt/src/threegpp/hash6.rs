//! The hash of 256-NIA6 and 256-NCA6: POLYVAL under H, the lengths, a product with Q, a sum with P.

use crate::Backend;
use crate::hash::polyval::{GROUP, HashKey, Hashing, multiply};
use crate::lanes::{
    AesBlocks as _, AesOps, AnyWidth, Blocks as _, Isa, Kernel, Row, Vector as _, dispatch,
};

/// Hashes messages, each with the row that begins with H, Q and P.
pub(super) fn hash_many(backend: Backend, keys: &[Row], messages: &[&[u8]], sums: &mut [u128]) {
    dispatch(backend, HashMany { keys, messages, sums, powers: &mut HashKey::empty() });
}

struct HashMany<'a> {
    keys: &'a [Row],
    messages: &'a [&'a [u8]],
    sums: &'a mut [u128],
    /// Room for those of one key.
    powers: &'a mut HashKey,
}

impl Kernel for HashMany<'_> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { keys, messages, sums, powers } = self;
        for ((key, message), sum) in keys.iter().zip(messages).zip(sums) {
            let [h, q, p] = [
                I::One::of_words(isa, &key.0),
                I::One::of_words(isa, &key.0[4..]),
                I::One::of_words(isa, &key.0[8..]),
            ];
            // The powers that a group of the message needs.
            powers.expand(isa, h, message.len().div_ceil(16).min(GROUP));
            let mut hash = Hashing::new(isa, powers.powers(), I::One::zero(isa), 1);
            hash.absorb::<false>(message);
            let lengths = I::One::splat(isa, (8 * message.len() as u128) << 64);
            let product = multiply(isa, hash.state().xor(lengths), q);
            *sum = product.xor(p).xor_all_block();
        }
    }
}
