//! SPARX: Dinu, Perrin, Udovenko, Velichkov, Groszschaedl, Biryukov, "Design Strategies for ARX with
//! Provable Bounds: Sparx and LAX" (ASIACRYPT 2016).
//!
//! Words of 16 bits, in the order of the reference implementation, each little-endian in memory;
//! the paper prints the same words big-endian.

use super::cipher::{Broadcast, Interleave, Interleaved, LaneCipher, RoundKey, Slot};
use super::key::block_cipher;
use crate::lanes::{Isa, Lanes, Vector as _, unroll};

/// The ARX box without keys.
#[inline(always)]
fn arx<W: Lanes>(l: W, r: W) -> [W; 2] {
    let l = l.rotl::<9>().add(r);
    [l, r.rotl::<2>().xor(l)]
}

/// The rounds of one branch in a step, with the two words of key of each.
#[inline(always)]
fn branch<W: Lanes, K: RoundKey<W>>(isa: W::Isa, [mut l, mut r]: [W; 2], keys: &[K]) -> [W; 2] {
    let [[first_l, first_r], rest @ ..] = keys.as_chunks::<2>().0 else { return [l, r] };
    r = r.xor(first_r.lanes(isa));
    l = l.xor(first_l.lanes(isa)).rotl::<9>().add(r);
    // The key of the next round goes into the exclusive or that ends a round.
    for [key_l, key_r] in rest {
        r = r.rotl::<2>().xor3(l, key_r.lanes(isa));
        l = l.xor(key_l.lanes(isa)).rotl::<9>().add(r);
    }
    [l, r.rotl::<2>().xor(l)]
}

/// The reverse of [`branch`].
#[inline(always)]
fn branch_back<W: Lanes, K: RoundKey<W>>(
    isa: W::Isa,
    [mut l, mut r]: [W; 2],
    keys: &[K],
) -> [W; 2] {
    for [key_l, key_r] in keys.as_chunks::<2>().0.iter().rev() {
        r = r.xor(l).rotl::<14>();
        l = l.sub(r).rotl::<7>().xor(key_l.lanes(isa));
        r = r.xor(key_r.lanes(isa));
    }
    [l, r]
}

/// The key schedule of `WORDS` words of key: `MIXED` pairs of them, as far apart as can be, are mixed
/// with their neighbours; the number of the round key is added to the word `COUNTED`; the words then
/// move on by `TURN` places. Each round key takes `TAKEN` words.
#[inline(always)]
fn expand<
    W: Lanes,
    S: Slot<W>,
    const WORDS: usize,
    const MIXED: usize,
    const COUNTED: usize,
    const TURN: usize,
    const TAKEN: usize,
>(
    isa: W::Isa,
    key: &[W],
    keys: &mut [S],
) {
    let Some(mut key) = key.first_chunk::<WORDS>().copied() else { return };
    for (number, slots) in keys.chunks_mut(TAKEN).enumerate() {
        for (slot, word) in slots.iter_mut().zip(key) {
            slot.put(word);
        }
        for pair in 0..MIXED {
            let start = pair * WORDS / MIXED;
            let [l, r] = arx(key[start], key[start + 1]);
            (key[start], key[start + 1]) = (l, r);
            key[start + 2] = key[start + 2].add(l);
            key[start + 3] = key[start + 3].add(r);
        }
        key[COUNTED] = key[COUNTED].add(W::splat(isa, W::word(number as u64 + 1)));
        let before = key;
        for (to, word) in before.into_iter().enumerate() {
            key[(to + TURN) % WORDS] = word;
        }
    }
}

/// The rounds on blocks of 64 bits: two branches of three rounds a step.
pub(crate) struct Sparx64;

/// The linear layer, which is its own reverse but for the exchange of the halves.
#[inline(always)]
fn mix_64<W: Lanes>([a, b]: [[W; 2]; 2]) -> [W; 2] {
    let t = a[0].xor(a[1]).rotl::<8>();
    [b[0].xor3(a[0], t), b[1].xor3(a[1], t)]
}

impl LaneCipher<4> for Sparx64 {
    type Word = u16;
    const COUNTER: usize = 2;
    type Lanes<I: Isa, S: Interleave> = S::Registers<I, I::U16, 4, 2>;
    type KeyLanes<I: Isa> = I::U16;
    type Parameters = ();
    type Schedule = ();
    type RoundKeys = [Broadcast<u16>; 100 + 1];

    #[inline(always)]
    fn expand<I: Isa, S: Slot<I::U16>>(isa: I, (): (), key: &[I::U16], keys: &mut [S]) {
        expand::<_, _, 8, 1, 7, 2, 6>(isa, key, keys);
    }

    #[inline(always)]
    fn encrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
        isa: I,
        keys: &[K],
        (): &(),
        block: &mut [Self::Lanes<I, S>; 4],
    ) {
        let [x0, x1, x2, x3] = *block;
        let (mut a, mut b) = ([x0, x1], [x2, x3]);
        let (steps, white) = keys.as_chunks::<12>();
        for keys in steps {
            a = branch(isa, a, &keys[..6]);
            b = branch(isa, b, &keys[6..]);
            (a, b) = (mix_64([a, b]), a);
        }
        if let [k0, k1, k2, k3] = white {
            *block = [
                a[0].xor(k0.lanes(isa)),
                a[1].xor(k1.lanes(isa)),
                b[0].xor(k2.lanes(isa)),
                b[1].xor(k3.lanes(isa)),
            ];
        }
    }

    #[inline(always)]
    fn decrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
        isa: I,
        keys: &[K],
        (): &(),
        block: &mut [Self::Lanes<I, S>; 4],
    ) {
        let (steps, white) = keys.as_chunks::<12>();
        let [k0, k1, k2, k3] = white else { return };
        let [x0, x1, x2, x3] = *block;
        let mut a = [x0.xor(k0.lanes(isa)), x1.xor(k1.lanes(isa))];
        let mut b = [x2.xor(k2.lanes(isa)), x3.xor(k3.lanes(isa))];
        for keys in steps.iter().rev() {
            (a, b) = (b, mix_64([b, a]));
            a = branch_back(isa, a, &keys[..6]);
            b = branch_back(isa, b, &keys[6..]);
        }
        *block = [a[0], a[1], b[0], b[1]];
    }

    /// What the second branch is added to after the first step, and that branch after the second:
    /// the nonce, which is the first branch, is not met by the counter before.
    type Fixed<I: Isa> = [[Self::Lanes<I, Interleaved>; 2]; 3];

    #[inline(always)]
    fn fix<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
        isa: I,
        keys: &[K],
        (): &(),
        block: &[Self::Lanes<I, Interleaved>; 4],
    ) -> Self::Fixed<I> {
        let [first, second, ..] = keys.as_chunks::<12>().0 else {
            return [[block[0], block[1]]; 3];
        };
        let a = branch(isa, [block[0], block[1]], &first[..6]);
        let zero = a[0].xor(a[0]);
        [mix_64([a, [zero, zero]]), branch(isa, a, &second[6..]), [block[2], block[3]]]
    }

    #[inline(always)]
    fn encrypt_counter<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
        isa: I,
        keys: &[K],
        (): &(),
        &[mixed, after, [_, high]]: &Self::Fixed<I>,
        counter: Self::Lanes<I, Interleaved>,
    ) -> [Self::Lanes<I, Interleaved>; 4] {
        let mut block = [counter, high, after[0], after[1]];
        let Some((first, rest)) = keys.split_first_chunk::<12>() else { return block };
        let Some((second, rest)) = rest.split_first_chunk::<12>() else { return block };
        let b = branch(isa, [counter, high], &first[6..]);
        let a = branch(isa, [b[0].xor(mixed[0]), b[1].xor(mixed[1])], &second[..6]);
        let mixed = mix_64([a, after]);
        block = [mixed[0], mixed[1], a[0], a[1]];
        Self::encrypt::<I, Interleaved, _>(isa, rest, &(), &mut block);
        block
    }
}

/// The rounds on blocks of 128 bits: four branches of four rounds a step.
pub(crate) struct Sparx128;

/// The linear layer's sum.
#[inline(always)]
fn sum_128<W: Lanes>([x0, x1]: [W; 2], [x2, x3]: [W; 2]) -> W {
    x0.xor3(x1, x2).xor(x3).rotl::<8>()
}

impl LaneCipher<8> for Sparx128 {
    type Word = u16;
    const COUNTER: usize = 4;
    type Lanes<I: Isa, S: Interleave> = S::Registers<I, I::U16, 2, 1>;
    type KeyLanes<I: Isa> = I::U16;
    type Parameters = ();
    type Schedule = ();
    type RoundKeys = [Broadcast<u16>; 328 + 1];

    #[inline(always)]
    fn expand<I: Isa, S: Slot<I::U16>>(isa: I, (): (), key: &[I::U16], keys: &mut [S]) {
        match key.len() {
            8 => expand::<_, _, 8, 2, 7, 2, 8>(isa, key, keys),
            _ => expand::<_, _, 16, 2, 11, 6, 8>(isa, key, keys),
        }
    }

    #[inline(always)]
    fn encrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
        isa: I,
        keys: &[K],
        (): &(),
        block: &mut [Self::Lanes<I, S>; 8],
    ) {
        let [x0, x1, x2, x3, x4, x5, x6, x7] = *block;
        let (mut a, mut b, mut c, mut d) = ([x0, x1], [x2, x3], [x4, x5], [x6, x7]);
        let (steps, white) = keys.as_chunks::<32>();
        for keys in steps {
            a = branch(isa, a, &keys[..8]);
            b = branch(isa, b, &keys[8..16]);
            c = branch(isa, c, &keys[16..24]);
            d = branch(isa, d, &keys[24..]);
            let t = sum_128(a, b);
            let new = [c[0].xor3(b[0], t), c[1].xor3(a[1], t)];
            (a, b, c, d) = (new, [d[0].xor3(a[0], t), d[1].xor3(b[1], t)], a, b);
        }
        *block = [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]];
        if let Some(white) = white.first_chunk::<8>() {
            unroll!(8, |i| block[i] = block[i].xor(white[i].lanes(isa)));
        }
    }

    #[inline(always)]
    fn decrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
        isa: I,
        keys: &[K],
        (): &(),
        block: &mut [Self::Lanes<I, S>; 8],
    ) {
        let (steps, white) = keys.as_chunks::<32>();
        if let Some(white) = white.first_chunk::<8>() {
            unroll!(8, |i| block[i] = block[i].xor(white[i].lanes(isa)));
        }
        let [x0, x1, x2, x3, x4, x5, x6, x7] = *block;
        let (mut a, mut b, mut c, mut d) = ([x0, x1], [x2, x3], [x4, x5], [x6, x7]);
        for keys in steps.iter().rev() {
            let t = sum_128(c, d);
            let old = [a[0].xor3(d[0], t), a[1].xor3(c[1], t)];
            (a, b, c, d) = (c, d, old, [b[0].xor3(c[0], t), b[1].xor3(d[1], t)]);
            a = branch_back(isa, a, &keys[..8]);
            b = branch_back(isa, b, &keys[8..16]);
            c = branch_back(isa, c, &keys[16..24]);
            d = branch_back(isa, d, &keys[24..]);
        }
        *block = [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]];
    }

    /// Seven of the first twelve branches are the nonce's alone: the counter, in the third, meets
    /// nothing in the first step, the first branch only in the second, and not the fourth in the
    /// third. In this order: the counter's upper word; what the third branch is added to after the
    /// first step; after the second, the second branch's sum, the third and the fourth; the fourth
    /// branch after the third.
    type Fixed<I: Isa> = (
        Self::Lanes<I, Interleaved>,
        [Self::Lanes<I, Interleaved>; 2],
        Step<Self::Lanes<I, Interleaved>>,
        [Self::Lanes<I, Interleaved>; 2],
    );

    #[inline(always)]
    fn fix<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
        isa: I,
        keys: &[K],
        (): &(),
        block: &[Self::Lanes<I, Interleaved>; 8],
    ) -> Self::Fixed<I> {
        let [x0, x1, x2, x3, _, x5, x6, x7] = *block;
        let [first, second, third, ..] = keys.as_chunks::<32>().0 else {
            return (x5, [x0, x1], Step { sum: x0, x4: x0, c: [x2, x3], x7 }, [x6, x7]);
        };
        let (a, b) = (branch(isa, [x0, x1], &first[..8]), branch(isa, [x2, x3], &first[8..16]));
        let d = branch(isa, [x6, x7], &first[24..]);
        let t = sum_128(a, b);
        let to_third = [b[0].xor(t), a[1].xor(t)];
        let second_branch = [d[0].xor3(a[0], t), d[1].xor3(b[1], t)];
        let b2 = branch(isa, second_branch, &second[8..16]);
        let c2 = branch(isa, a, &second[16..24]);
        let d2 = branch(isa, b, &second[24..]);
        let step = Step {
            sum: b2[0].xor(b2[1]),
            x4: c2[0].xor(b2[0]),
            c: [c2[1], d2[0]],
            x7: d2[1].xor(b2[1]),
        };
        (x5, to_third, step, branch(isa, b2, &third[24..]))
    }

    #[inline(always)]
    fn encrypt_counter<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
        isa: I,
        keys: &[K],
        (): &(),
        &(high, to_third, step, d): &Self::Fixed<I>,
        counter: Self::Lanes<I, Interleaved>,
    ) -> [Self::Lanes<I, Interleaved>; 8] {
        let mut block = [counter; 8];
        let Some((first, rest)) = keys.split_first_chunk::<32>() else { return block };
        let Some((second, rest)) = rest.split_first_chunk::<32>() else { return block };
        let Some((third, rest)) = rest.split_first_chunk::<32>() else { return block };
        // The first step: the third branch.
        let c = branch(isa, [counter, high], &first[16..24]);
        // The second: the first branch.
        let a = branch(isa, [c[0].xor(to_third[0]), c[1].xor(to_third[1])], &second[..8]);
        let t = a[0].xor3(a[1], step.sum).rotl::<8>();
        let new_a = [step.x4.xor(t), step.c[0].xor3(a[1], t)];
        let new_b = [step.c[1].xor3(a[0], t), step.x7.xor(t)];
        // The third: all but the fourth.
        let c = branch(isa, a, &third[16..24]);
        let a = branch(isa, new_a, &third[..8]);
        let b = branch(isa, new_b, &third[8..16]);
        let t = sum_128(a, b);
        block = [
            c[0].xor3(b[0], t),
            c[1].xor3(a[1], t),
            d[0].xor3(a[0], t),
            d[1].xor3(b[1], t),
            a[0],
            a[1],
            b[0],
            b[1],
        ];
        Self::encrypt::<I, Interleaved, _>(isa, rest, &(), &mut block);
        block
    }
}

/// What is fixed of the second step's linear layer: the sum of its second branch, and what the four
/// new words are made of beside the first branch.
#[derive(Clone, Copy)]
pub(crate) struct Step<W> {
    sum: W,
    x4: W,
    c: [W; 2],
    x7: W,
}

macro_rules! ciphers {
    ($($name:ident: $lane:ident of $words:literal words, $block:literal, $key:literal, $steps:literal, $keys:literal;)*) => {$(
        block_cipher! {
            #[doc = concat!("SPARX with blocks of ", $block, " bytes, keys of ", $key, " bytes, and ", $steps, " steps.")]
            $name: $lane of $words words, $block byte blocks, $key byte keys, $keys, ()
        }
    )*};
}
ciphers! {
    Sparx64_128: Sparx64 of 4 words, 8, 16, 8, 100;
    Sparx128_128: Sparx128 of 8 words, 16, 16, 8, 264;
    Sparx128_256: Sparx128 of 8 words, 16, 32, 10, 328;
}
