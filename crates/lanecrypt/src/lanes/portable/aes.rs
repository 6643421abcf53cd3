//! Rounds of AES (FIPS 197) on plain words in constant time: no tables, only the logic of bits.
//!
//! Two blocks share eight words, one for each bit of a byte. A word has 8 bits for each row of the
//! state (row 0 lowest), in them two for each column, in them one for each block:
//!
//! ```text
//! bit 8 * row + 2 * column + block
//! ```
//!
//! so the bytes of a column meet by rotating words, and the S-box is a circuit of `and` and `xor`.
//! Up to four such lanes, eight blocks, go through the same code side by side, which compilers put
//! into one register of 128 bits.
//!
//! Blocks are numbers here, byte 0 of the block in memory the lowest byte. The constant of the
//! S-box, 63 in every byte, goes with the keys: mixing columns does not change it.
//!
//! Rounds and whole ciphers are functions that kernels call: their text is long, and a copy of it in
//! every kernel would be most of the library's code.

#[cfg(test)]
mod tests;

/// For each bit of a byte, lowest first, that bit of all bytes of two blocks.
type Planes = [u32; 8];

/// The planes of two blocks a lane.
type State<const LANES: usize> = [[u32; LANES]; 8];

/// The constant of the S-box in every byte of a block.
const CONSTANT: u128 = u128::from_le_bytes([0x63; 16]);

/// Exchanges the bits of `mask` with those `by` places higher.
#[inline(always)]
fn swap(x: u32, by: u32, mask: u32) -> u32 {
    let t = (x ^ x >> by) & mask;
    x ^ t ^ t << by
}

/// Exchanges the bits of `mask` of one word with those `by` places higher of another.
#[inline(always)]
fn exchange(high: u32, low: u32, by: u32, mask: u32) -> (u32, u32) {
    let t = (high >> by ^ low) & mask;
    (high ^ t << by, low ^ t)
}

/// Exchanges bit `i` of every byte of word `j` with bit `j` of that byte of word `i`.
#[inline(always)]
fn transpose([a, b, c, d, e, f, g, h]: Planes) -> Planes {
    const ONE: u32 = 0x5555_5555;
    const TWO: u32 = 0x3333_3333;
    const FOUR: u32 = 0x0f0f_0f0f;
    let ((a, b), (c, d)) = (exchange(a, b, 1, ONE), exchange(c, d, 1, ONE));
    let ((e, f), (g, h)) = (exchange(e, f, 1, ONE), exchange(g, h, 1, ONE));
    let ((a, c), (b, d)) = (exchange(a, c, 2, TWO), exchange(b, d, 2, TWO));
    let ((e, g), (f, h)) = (exchange(e, g, 2, TWO), exchange(f, h, 2, TWO));
    let ((a, e), (b, f)) = (exchange(a, e, 4, FOUR), exchange(b, f, 4, FOUR));
    let ((c, g), (d, h)) = (exchange(c, g, 4, FOUR), exchange(d, h, 4, FOUR));
    [a, b, c, d, e, f, g, h]
}

/// The planes of up to two blocks for each lane.
#[inline(always)]
fn pack<const N: usize, const LANES: usize>(blocks: &[u128; N]) -> State<LANES> {
    let mut state = [[0; LANES]; 8];
    for i in 0..N {
        for column in 0..4 {
            state[2 * column + i % 2][i / 2] = (blocks[i] >> (32 * column)) as u32;
        }
    }
    for lane in 0..LANES {
        let planes = transpose(lane_of(&state, lane));
        put(&mut state, lane, planes);
    }
    state
}

/// The blocks of planes.
#[inline(always)]
fn unpack<const N: usize, const LANES: usize>(mut state: State<LANES>) -> [u128; N] {
    for lane in 0..LANES {
        let words = transpose(lane_of(&state, lane));
        put(&mut state, lane, words);
    }
    let mut blocks = [0; N];
    for i in 0..N {
        for column in 0..4 {
            blocks[i] |= u128::from(state[2 * column + i % 2][i / 2]) << (32 * column);
        }
    }
    blocks
}

/// The planes of one lane.
#[inline(always)]
fn lane_of<const LANES: usize>(state: &State<LANES>, lane: usize) -> Planes {
    let [a, b, c, d, e, f, g, h] = state;
    [a[lane], b[lane], c[lane], d[lane], e[lane], f[lane], g[lane], h[lane]]
}

/// Sets the planes of one lane.
#[inline(always)]
fn put<const LANES: usize>(state: &mut State<LANES>, lane: usize, planes: Planes) {
    for bit in 0..8 {
        state[bit][lane] = planes[bit];
    }
}

/// The planes of a key that all blocks share.
#[inline(always)]
fn key_planes(key: u128) -> Planes {
    let [a, b, c, d] = [key as u32, (key >> 32) as u32, (key >> 64) as u32, (key >> 96) as u32];
    // The stages of a transposition that are not between the two blocks.
    let ((a, b), (c, d)) = (exchange(a, b, 2, 0x3333_3333), exchange(c, d, 2, 0x3333_3333));
    let ((a, c), (b, d)) = (exchange(a, c, 4, 0x0f0f_0f0f), exchange(b, d, 4, 0x0f0f_0f0f));
    let even = |x: u32| x & 0x5555_5555 | (x & 0x5555_5555) << 1;
    let odd = |x: u32| x & 0xaaaa_aaaa | (x & 0xaaaa_aaaa) >> 1;
    [even(a), odd(a), even(b), odd(b), even(c), odd(c), even(d), odd(d)]
}

/// ShiftRows (section 5.1.2): row `i` moves `i` columns down. Exchanging neighbours in the odd
/// rows and then columns two apart makes any of the moves.
#[inline(always)]
fn shift_rows(x: u32) -> u32 {
    swap(swap(x, 2, 0x3300_3300), 4, 0x030f_0c00)
}

/// InvShiftRows (section 5.3.1).
#[inline(always)]
fn shift_rows_back(x: u32) -> u32 {
    swap(swap(x, 4, 0x030f_0c00), 2, 0x3300_3300)
}

/// MixColumns (section 5.1.3): twice each byte and the one below it, once the other three.
#[inline(always)]
fn mix_columns(x: Planes) -> Planes {
    let below = x.map(|plane| plane.rotate_right(8));
    let mut t = x;
    for bit in 0..8 {
        t[bit] ^= below[bit];
    }
    let [t0, t1, t2, t3, t4, t5, t6, t7] = t;
    let mut out = [t7, t0 ^ t7, t1, t2 ^ t7, t3 ^ t7, t4, t5, t6];
    for bit in 0..8 {
        out[bit] ^= below[bit] ^ t[bit].rotate_right(16);
    }
    out
}

/// InvMixColumns (section 5.3.3): its matrix is that of MixColumns times one that adds to each
/// byte four times itself and the one two below it.
#[inline(always)]
fn mix_columns_back(mut x: Planes) -> Planes {
    let [t0, t1, t2, t3, t4, t5, t6, t7] = x.map(|plane| plane ^ plane.rotate_right(16));
    let t67 = t6 ^ t7;
    let four = [t6, t67, t0 ^ t7, t1 ^ t6, t2 ^ t67, t3 ^ t7, t4, t5];
    for bit in 0..8 {
        x[bit] ^= four[bit];
    }
    mix_columns(x)
}

/// The sums of a factor's bits that a product needs: for both halves of the factor, and for their
/// sum, the two bits and the sum of these.
type Sums = [u32; 9];

/// The product of each of the [`Sums`] of two factors.
type Products = [u32; 9];

/// Sums of the bits of a byte.
///
/// The byte is `a Y^16 + b Y` with `a` and `b` in the field of 16 elements, where `Y^16 + Y = 1`;
/// these are `p Z^4 + q Z` with `p` and `q` in the field of 4, where `Z^4 + Z = 1`; and these are
/// `r W^2 + s W` with bits `r` and `s`, where `W^2 + W = 1` and `W = Z^5`. `W` is bd and `Z` is e1
/// of the field of AES; `Y` is 43 forwards and a2 backwards, whichever made the smaller circuit.
struct Forms {
    a: Sums,
    b: Sums,
    /// The bits of `Y^17 (a + b)^2`.
    c: [u32; 4],
}

/// Each of the products.
#[inline(always)]
fn products(x: &Sums, y: &Sums) -> Products {
    let mut out = *x;
    for i in 0..9 {
        out[i] &= y[i];
    }
    out
}

/// The inverse of a byte that is not 0, of 0 itself: `(b Y^16 + a Y) / d` with the product
/// `d = a b + Y^17 (a + b)^2` of the byte and its conjugate. Leaves the products of `1 / d` with
/// `b` and with `a` to be added up.
#[inline(always)]
fn invert(Forms { a, b, c }: Forms) -> (Products, Products) {
    // a b + c, in the field of 16.
    let m = products(&a, &b);
    let (e0, e1) = (m[6] ^ m[7] ^ c[0], m[8] ^ m[6] ^ c[1]);
    let (e2, e3) = (m[6] ^ m[7] ^ c[2], m[8] ^ m[6] ^ c[3]);
    let (d0, d1) = (m[2] ^ m[0] ^ e0, m[2] ^ m[1] ^ e1);
    let (d2, d3) = (m[5] ^ m[3] ^ e2, m[5] ^ m[4] ^ e3);

    // Its inverse in the same way, one field below: (q Z^4 + p Z) / f, f = p q + W (p + q)^2. There
    // a product and the sum of its factors together are an `or`; 1 / f is f with its bits exchanged.
    let (p, q) = (d0 ^ d1, d2 ^ d3);
    let f0 = (d0 & d2) ^ (p | q);
    let f1 = (p & q) ^ (d1 | d3);
    let f = f0 ^ f1;
    let (g, h) = (f & q, f & p);
    let (i0, i1) = (g ^ (f1 & d2), g ^ (f0 & d3));
    let (i2, i3) = (h ^ (f1 & d0), h ^ (f0 & d1));
    let (j0, j1) = (i0 ^ i2, i1 ^ i3);
    let inverse = [i0, i1, i0 ^ i1, i2, i3, i2 ^ i3, j0, j1, j0 ^ j1];

    (products(&inverse, &b), products(&inverse, &a))
}

/// The forms of a byte.
#[inline(always)]
fn enter(x: Planes) -> Forms {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let t8 = x1 ^ x6;
    let t9 = x0 ^ x2;
    let t10 = x3 ^ t8;
    let t11 = x5 ^ x7;
    let t12 = x7 ^ t8;
    let t13 = x4 ^ t10;
    let t14 = x1 ^ t9;
    let t15 = x4 ^ t11;
    let t16 = x2 ^ x5;
    let t17 = x0 ^ x5;
    let t18 = x4 ^ x5;
    let t19 = x3 ^ x6;
    let t20 = x2 ^ t10;
    let t21 = t9 ^ t15;
    let t22 = x3 ^ t17;
    let t23 = x4 ^ t12;
    let t24 = x5 ^ t10;
    let t25 = x7 ^ t13;
    let t26 = x7 ^ t10;
    let t27 = x5 ^ t14;
    let t28 = t9 ^ t12;
    let t29 = x2 ^ x3;
    let t30 = x4 ^ t14;
    let t31 = t13 ^ t16;
    let t32 = t19 ^ t21;
    let t33 = t11 ^ t14;
    let t34 = t11 ^ t20;
    let t35 = x1 ^ t29;
    Forms {
        a: [t32, t27, t25, t33, t30, t15, t13, t18, t24],
        b: [t17, t22, x3, t9, t28, t12, t16, t34, t26],
        c: [t23, t35, t31, t11],
    }
}

/// From the products of the inverse to the affine map of it, without its constant.
#[inline(always)]
fn leave((p, q): (Products, Products)) -> Planes {
    let [p0, p1, p2, p3, p4, p5, p6, p7, p8] = p;
    let [q0, q1, q2, q3, q4, q5, q6, q7, q8] = q;
    let t18 = p4 ^ p6;
    let t19 = q8 ^ t18;
    let t20 = p8 ^ t19;
    let t21 = p2 ^ q3;
    let t22 = q7 ^ t21;
    let t23 = q2 ^ q6;
    let t24 = p5 ^ t20;
    let t25 = p3 ^ t22;
    let t26 = q4 ^ q8;
    let t27 = q7 ^ t24;
    let t28 = q5 ^ q6;
    let t29 = q0 ^ t27;
    let t30 = q4 ^ t25;
    let t31 = q1 ^ t23;
    let t32 = p0 ^ t22;
    let t33 = p7 ^ t30;
    let t34 = q0 ^ q3;
    let t35 = q1 ^ t29;
    let t36 = q2 ^ t29;
    let t37 = q5 ^ t36;
    let t38 = t26 ^ t34;
    let t39 = p1 ^ t31;
    let t40 = t18 ^ t39;
    let t41 = p6 ^ t28;
    let t42 = t24 ^ t31;
    let t43 = q4 ^ t37;
    let t44 = p0 ^ t20;
    let t45 = p7 ^ t32;
    let t46 = t33 ^ t40;
    let t47 = t26 ^ t28;
    let t48 = t30 ^ t44;
    let t49 = t23 ^ t38;
    let t50 = t41 ^ t45;
    [t43, t49, t47, t48, t35, t42, t46, t50]
}

/// The forms of a byte after the inverse of the affine map, but for its constant.
#[inline(always)]
fn enter_back(x: Planes) -> Forms {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let t8 = x5 ^ x6;
    let t9 = x2 ^ x3;
    let t10 = x1 ^ x7;
    let t11 = x4 ^ t8;
    let t12 = x0 ^ t9;
    let t13 = x4 ^ t9;
    let t14 = x0 ^ x3;
    let t15 = t8 ^ t10;
    let t16 = x7 ^ t14;
    let t17 = x5 ^ t13;
    let t18 = x1 ^ t12;
    let t19 = x7 ^ t11;
    let t20 = x2 ^ t10;
    let t21 = x3 ^ t15;
    let t22 = x0 ^ x4;
    let t23 = t11 ^ t20;
    let t24 = x5 ^ t16;
    let t25 = x0 ^ x6;
    let t26 = t10 ^ t17;
    let t27 = t12 ^ t19;
    let t28 = t8 ^ t18;
    let t29 = x6 ^ t20;
    let t30 = x4 ^ t10;
    let t31 = x1 ^ t25;
    let t32 = t12 ^ t15;
    let t33 = t11 ^ t18;
    let t34 = x5 ^ t22;
    Forms {
        a: [t11, t15, t30, t19, t12, t27, x7, t32, t28],
        b: [t23, t13, t21, t33, t17, t31, t16, x5, t24],
        c: [t14, t29, t26, t34],
    }
}

/// From the products of the inverse to its bits.
#[inline(always)]
fn leave_back((p, q): (Products, Products)) -> Planes {
    let [p0, p1, p2, p3, p4, p5, p6, p7, p8] = p;
    let [q0, q1, q2, q3, q4, q5, q6, q7, q8] = q;
    let t18 = p5 ^ q4;
    let t19 = q0 ^ t18;
    let t20 = q2 ^ q7;
    let t21 = p6 ^ q6;
    let t22 = p2 ^ t19;
    let t23 = q1 ^ q3;
    let t24 = p0 ^ p3;
    let t25 = t20 ^ t22;
    let t26 = p4 ^ p8;
    let t27 = p4 ^ q5;
    let t28 = p0 ^ p7;
    let t29 = p1 ^ p8;
    let t30 = t23 ^ t26;
    let t31 = p1 ^ t27;
    let t32 = t20 ^ t21;
    let t33 = q8 ^ t25;
    let t34 = q0 ^ t24;
    let t35 = p6 ^ t30;
    let t36 = q1 ^ q7;
    let t37 = q5 ^ t33;
    let t38 = t18 ^ t30;
    let t39 = t29 ^ t34;
    let t40 = t28 ^ t36;
    let t41 = p5 ^ t39;
    let t42 = t21 ^ t40;
    let t43 = t32 ^ t41;
    let t44 = t28 ^ t29;
    let t45 = t31 ^ t33;
    let t46 = t24 ^ t37;
    let t47 = t22 ^ t23;
    let t48 = t31 ^ t42;
    let t49 = t24 ^ t47;
    let t50 = t19 ^ t48;
    let t51 = t32 ^ t38;
    let t52 = t19 ^ t35;
    [t52, t50, t44, t45, t46, t43, t49, t51]
}

/// A round of one lane without its key and constant: forwards the constant is still to be added,
/// backwards it has to be in the state.
#[inline(always)]
fn round<const BACK: bool, const LAST: bool>(x: Planes) -> Planes {
    match (BACK, LAST) {
        (false, false) => mix_columns(leave(invert(enter(x))).map(shift_rows)),
        (false, true) => leave(invert(enter(x))).map(shift_rows),
        (true, false) => mix_columns_back(leave_back(invert(enter_back(x))).map(shift_rows_back)),
        (true, true) => leave_back(invert(enter_back(x))).map(shift_rows_back),
    }
}

/// A round of all lanes.
#[inline(always)]
fn lanes<const LANES: usize, const BACK: bool, const LAST: bool>(
    state: &mut State<LANES>,
    key: Planes,
) {
    for lane in 0..LANES {
        let mut planes = round::<BACK, LAST>(lane_of(state, lane));
        for bit in 0..8 {
            planes[bit] ^= key[bit];
        }
        put(state, lane, planes);
    }
}

/// A round of all blocks, each with a key of its own.
#[inline(always)]
fn single<const N: usize, const LANES: usize, const BACK: bool, const LAST: bool>(
    blocks: &mut [u128; N],
    keys: &[u128; N],
) {
    let (before, after) = if BACK { (CONSTANT, 0) } else { (0, CONSTANT) };
    let mut state = pack::<N, LANES>(&blocks.map(|block| block ^ before));
    lanes::<LANES, BACK, LAST>(&mut state, [0; 8]);
    *blocks = unpack(state);
    for (block, key) in blocks.iter_mut().zip(keys) {
        *block ^= key ^ after;
    }
}

/// In one lane or in the four of a register: two would be two runs of ordinary instructions, which
/// take longer (measured).
#[inline(always)]
fn any<const N: usize, const BACK: bool, const LAST: bool>(
    blocks: &mut [u128; N],
    keys: &[u128; N],
) {
    const { assert!(N <= 8) };
    if N <= 2 {
        single::<N, 1, BACK, LAST>(blocks, keys);
    } else {
        single::<N, 4, BACK, LAST>(blocks, keys);
    }
}

/// A round of each of up to eight blocks: ShiftRows, SubBytes, MixColumns, then its key is added.
#[inline(never)]
pub(super) fn rounds<const N: usize>(blocks: &mut [u128; N], keys: &[u128; N]) {
    any::<N, false, false>(blocks, keys);
}

/// The last round, which mixes no columns, of each of up to eight blocks.
#[inline(never)]
pub(super) fn last_rounds<const N: usize>(blocks: &mut [u128; N], keys: &[u128; N]) {
    any::<N, false, true>(blocks, keys);
}

/// A round of the equivalent inverse cipher (section 5.3.5) of each of up to eight blocks:
/// InvShiftRows, InvSubBytes, InvMixColumns, then its key, itself through [`inv_mix_columns`], is added.
#[inline(never)]
pub(super) fn inverse_rounds<const N: usize>(blocks: &mut [u128; N], keys: &[u128; N]) {
    any::<N, true, false>(blocks, keys);
}

/// The last round of the inverse cipher, which mixes no columns, of each of up to eight blocks.
#[inline(never)]
pub(super) fn last_inverse_rounds<const N: usize>(blocks: &mut [u128; N], keys: &[u128; N]) {
    any::<N, true, true>(blocks, keys);
}

/// InvMixColumns of a block: makes a key of the equivalent inverse cipher.
#[inline(never)]
pub(super) fn inv_mix_columns(block: u128) -> u128 {
    /// The lowest bit of every byte.
    const ONES: u128 = u128::from_le_bytes([1; 16]);
    /// The lowest two bytes of every column, and the lowest three.
    const TWO: u128 = u128::MAX / 0xffff_ffff * 0xffff;
    const THREE: u128 = u128::MAX / 0xffff_ffff * 0xff_ffff;
    let twice = |x: u128| ((x & !(ONES << 7)) << 1) ^ (x >> 7 & ONES).wrapping_mul(0x1b);
    // In the place of each byte the one below it in the column, and the one two below.
    let below = |x: u128| (x >> 8 & THREE) | (x << 24 & !THREE);
    let two_below = |x: u128| (x >> 16 & TWO) | (x << 16 & !TWO);
    let x = block ^ twice(twice(block ^ two_below(block)));
    let t = x ^ below(x);
    twice(t) ^ below(x) ^ two_below(t)
}

/// The whole cipher of eight blocks that share the round keys: 11, 13 or 15 of them.
#[inline(never)]
pub(super) fn encrypt(blocks: &mut [u128; 8], keys: &[u128]) {
    whole::<false>(blocks, keys);
}

/// The whole equivalent inverse cipher of eight blocks that share the round keys: those of the
/// cipher in its order, all but the outer two through [`inv_mix_columns`].
#[inline(never)]
pub(super) fn decrypt(blocks: &mut [u128; 8], keys: &[u128]) {
    whole::<true>(blocks, keys);
}

/// All rounds in one direction. Without at least two keys there is nothing to be done.
#[inline(always)]
fn whole<const BACK: bool>(blocks: &mut [u128; 8], keys: &[u128]) {
    let [first, middle @ .., last] = keys else { return };
    let (first, last) = if BACK { (last, first) } else { (first, last) };
    let (before, after) = if BACK { (CONSTANT, 0) } else { (0, CONSTANT) };
    let mut state = pack::<8, 4>(&blocks.map(|block| block ^ first ^ before));
    let mut middle = middle.iter();
    while let Some(key) = if BACK { middle.next_back() } else { middle.next() } {
        lanes::<4, BACK, false>(&mut state, key_planes(key ^ CONSTANT));
    }
    lanes::<4, BACK, true>(&mut state, [0; 8]);
    *blocks = unpack(state).map(|block: u128| block ^ last ^ after);
}
