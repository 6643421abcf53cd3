//! The circuits, rounds and whole ciphers against definitions on bytes.

use super::*;

/// Each byte of a word through the S-box.
fn substitute(word: u32) -> u32 {
    const ONES: u32 = 0x0101_0101;
    let planes = core::array::from_fn(|bit| word >> bit & ONES);
    let out = leave(invert(enter(planes)));
    out.iter().rev().fold(0, |word, &plane| word << 1 | plane & ONES) ^ CONSTANT as u32
}

/// The product in the field of AES (section 4.2).
fn times(mut a: u8, b: u8) -> u8 {
    let mut product = 0;
    for bit in 0..8 {
        if b >> bit & 1 == 1 {
            product ^= a;
        }
        a = a << 1 ^ if a & 0x80 != 0 { 0x1b } else { 0 };
    }
    product
}

/// The S-box from its definition (section 5.1.1).
fn sbox() -> [u8; 256] {
    core::array::from_fn(|x| {
        let x = x as u8;
        let inverse = (0..=255).find(|&y| times(x, y) == 1).unwrap_or(0);
        (0..5).fold(0x63, |sum, by| sum ^ inverse.rotate_left(by))
    })
}

/// Blocks without any structure.
fn some_blocks(seed: u64) -> [u128; 8] {
    let mut x = seed;
    core::array::from_fn(|_| {
        (0..16).fold(0, |block, _| {
            x = x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            block << 8 | u128::from((x >> 56) as u8)
        })
    })
}

/// The bytes of a block, `[column][row]`.
fn state(block: u128) -> [[u8; 4]; 4] {
    let bytes = block.to_le_bytes();
    core::array::from_fn(|column| core::array::from_fn(|row| bytes[4 * column + row]))
}

fn number(state: [[u8; 4]; 4]) -> u128 {
    u128::from_le_bytes(core::array::from_fn(|i| state[i / 4][i % 4]))
}

/// Every column times the matrix whose first row is given.
fn mixed(s: [[u8; 4]; 4], matrix: [u8; 4]) -> [[u8; 4]; 4] {
    s.map(|column| {
        core::array::from_fn(|row| {
            (0..4).fold(0, |sum, i| sum ^ times(column[i], matrix[(i + 4 - row) % 4]))
        })
    })
}

/// A round by its definition.
fn plain_round(block: u128, key: u128, last: bool) -> u128 {
    let (sbox, s) = (sbox(), state(block));
    let s = core::array::from_fn(|column| {
        core::array::from_fn(|row| usize::from(s[(column + row) % 4][row]))
    });
    let s = s.map(|column: [usize; 4]| column.map(|byte| sbox[byte]));
    number(if last { s } else { mixed(s, [2, 3, 1, 1]) }) ^ key
}

/// A round of the equivalent inverse cipher by its definition.
fn plain_round_back(block: u128, key: u128, last: bool) -> u128 {
    let (sbox, s) = (sbox(), state(block));
    let s: [[u8; 4]; 4] =
        core::array::from_fn(|column| core::array::from_fn(|row| s[(column + 4 - row) % 4][row]));
    let s =
        s.map(|column| column.map(|byte| sbox.iter().position(|&out| out == byte).unwrap() as u8));
    number(if last { s } else { mixed(s, [14, 11, 13, 9]) }) ^ key
}

/// All bytes through one direction of the circuit, 32 at a time.
fn circuit(run: fn(Planes) -> Planes) -> [u8; 256] {
    let mut out = [0; 256];
    for (part, bytes) in out.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        let planes = core::array::from_fn(|bit| {
            (0..32).fold(0, |plane, i| plane | ((32 * part + i) as u32 >> bit & 1) << i)
        });
        let planes = run(planes);
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = (0..8).fold(0, |sum, bit| sum | ((planes[bit] >> i & 1) as u8) << bit);
        }
    }
    out
}

#[test]
fn the_circuits_are_the_s_box_and_its_inverse() {
    let sbox = sbox();
    assert_eq!(sbox[..4], [0x63, 0x7c, 0x77, 0x7b]);
    let (forwards, back) =
        (circuit(|x| leave(invert(enter(x)))), circuit(|x| leave_back(invert(enter_back(x)))));
    for x in 0..256 {
        assert_eq!(forwards[x] ^ 0x63, sbox[x]);
        assert_eq!(usize::from(back[usize::from(sbox[x] ^ 0x63)]), x);
    }
}

#[test]
fn planes_and_back() {
    let blocks = some_blocks(1);
    assert_eq!(unpack::<8, 4>(pack(&blocks)), blocks);
    let state = pack::<8, 4>(&[blocks[0]; 8]);
    assert_eq!(state, key_planes(blocks[0]).map(|plane| [plane; 4]));
    // The documented place of a bit.
    for i in 0..8 {
        for (column, row, bit) in [(0, 0, 0), (1, 0, 7), (2, 3, 4), (3, 2, 1)] {
            let mut blocks = [0; 8];
            blocks[i] = 1 << (32 * column + 8 * row + bit);
            let mut expected = [[0; 4]; 8];
            expected[bit][i / 2] = 1 << (8 * row + 2 * column + i % 2);
            assert_eq!(pack::<8, 4>(&blocks), expected);
        }
    }
}

fn check_rounds<const N: usize>() {
    type Function<const N: usize> = fn(&mut [u128; N], &[u128; N]);
    type Plain = fn(u128, u128, bool) -> u128;
    let all: [(Function<N>, Plain, bool); 4] = [
        (rounds, plain_round, false),
        (last_rounds, plain_round, true),
        (inverse_rounds, plain_round_back, false),
        (last_inverse_rounds, plain_round_back, true),
    ];
    let blocks: [u128; N] = core::array::from_fn(|i| some_blocks(N as u64)[i]);
    let keys: [u128; N] = core::array::from_fn(|i| some_blocks(100)[i]);
    for (function, plain, last) in all {
        let mut out = blocks;
        function(&mut out, &keys);
        for i in 0..N {
            assert_eq!(out[i], plain(blocks[i], keys[i], last), "block {i} of {N}");
        }
    }
}

#[test]
fn rounds_are_those_of_the_standard() {
    check_rounds::<1>();
    check_rounds::<2>();
    check_rounds::<3>();
    check_rounds::<4>();
    check_rounds::<5>();
    check_rounds::<6>();
    check_rounds::<7>();
    check_rounds::<8>();
}

#[test]
fn columns_mixed_back() {
    for block in some_blocks(3) {
        assert_eq!(inv_mix_columns(block), number(mixed(state(block), [14, 11, 13, 9])));
    }
}

#[test]
fn words_through_the_s_box() {
    let sbox = sbox();
    for x in 0..=255u8 {
        let bytes = [x, x.wrapping_add(1), !x, 0];
        let expected = bytes.map(|byte| sbox[usize::from(byte)]);
        assert_eq!(substitute(u32::from_le_bytes(bytes)), u32::from_le_bytes(expected));
    }
}

/// The key schedule (section 5.2) of a key of `words` words, as blocks.
fn schedule<const KEYS: usize>(words: usize) -> [u128; KEYS] {
    let mut w = [0; 60];
    for (i, word) in w.iter_mut().take(words).enumerate() {
        *word = 0x0302_0100 + 0x0404_0404 * i as u32;
    }
    let mut round = 1;
    for i in words..4 * KEYS {
        let mut t = w[i - 1];
        if i % words == 0 {
            t = substitute(t.rotate_right(8)) ^ u32::from(round);
            round = times(round, 2);
        } else if words > 6 && i % words == 4 {
            t = substitute(t);
        }
        w[i] = w[i - words] ^ t;
    }
    core::array::from_fn(|i| (0..4).rev().fold(0, |key, j| key << 32 | u128::from(w[4 * i + j])))
}

/// Appendix C of the standard: keys 00 01 02 ... and a plaintext of 00 11 22 ...
fn check_whole<const KEYS: usize>(words: usize, ciphertext: u128) {
    let keys = schedule::<KEYS>(words);
    let plaintext = 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff_u128.swap_bytes();
    let blocks: [u128; 8] = core::array::from_fn(|i| plaintext ^ (i as u128 * 0x35) << (17 * i));
    let mut out = blocks;
    encrypt(&mut out, &keys);
    assert_eq!(out[0], ciphertext.swap_bytes());
    for i in 0..8 {
        let [first, middle @ .., last] = &keys[..] else { unreachable!() };
        let state = middle.iter().fold(blocks[i] ^ first, |x, &key| plain_round(x, key, false));
        assert_eq!(out[i], plain_round(state, *last, true));
    }
    let mut back = keys;
    for key in &mut back[1..KEYS - 1] {
        *key = inv_mix_columns(*key);
    }
    decrypt(&mut out, &back);
    assert_eq!(out, blocks);
}

#[test]
fn fips_197_c() {
    check_whole::<11>(4, 0x69c4_e0d8_6a7b_0430_d8cd_b780_70b4_c55a);
    check_whole::<13>(6, 0xdda9_7ca4_864c_dfe0_6eaf_70a0_ec0d_7191);
    check_whole::<15>(8, 0x8ea2_b7ca_5167_45bf_eafc_4990_4b49_6089);
}

#[test]
fn without_keys_nothing_is_done() {
    let mut blocks = some_blocks(4);
    encrypt(&mut blocks, &[]);
    decrypt(&mut blocks, &[1]);
    assert_eq!(blocks, some_blocks(4));
}
