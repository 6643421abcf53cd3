//! stub, replaced on merge
fn sb(x: u8) -> u8 { let y = crate::lanes::aes_inverse(x); y ^ y.rotate_left(1) ^ y.rotate_left(2) ^ y.rotate_left(3) ^ y.rotate_left(4) ^ 0x63 }
fn isb(x: u8) -> u8 { (0..=255u8).find(|&y| sb(y) == x).unwrap() }
fn m(a: u8, b: u8) -> u8 { let (mut a, mut p) = (a, 0); for i in 0..8 { if b >> i & 1 == 1 { p ^= a } a = a << 1 ^ if a & 128 != 0 { 0x1b } else { 0 }; } p }
fn mix(x: u128, c: [u8; 4]) -> u128 { let b = x.to_le_bytes(); u128::from_le_bytes(core::array::from_fn(|i| { let col = i / 4 * 4; (0..4).fold(0, |s, j| s ^ m(b[col + j], c[(4 + j - i % 4) % 4])) })) }
fn sub(x: u128) -> u128 { let b = x.to_le_bytes(); u128::from_le_bytes(core::array::from_fn(|i| sb(b[(i + 4 * (i % 4)) % 16]))) }
fn isub(x: u128) -> u128 { let b = x.to_le_bytes(); u128::from_le_bytes(core::array::from_fn(|i| isb(b[(i + 16 - 4 * (i % 4)) % 16]))) }
pub(super) fn rounds<const N: usize>(b: &mut [u128; N], k: &[u128; N]) { for i in 0..N { b[i] = mix(sub(b[i]), [2, 3, 1, 1]) ^ k[i]; } }
pub(super) fn last_rounds<const N: usize>(b: &mut [u128; N], k: &[u128; N]) { for i in 0..N { b[i] = sub(b[i]) ^ k[i]; } }
pub(super) fn rounds_back<const N: usize>(b: &mut [u128; N], k: &[u128; N]) { for i in 0..N { b[i] = mix(isub(b[i]), [14, 11, 13, 9]) ^ k[i]; } }
pub(super) fn last_rounds_back<const N: usize>(b: &mut [u128; N], k: &[u128; N]) { for i in 0..N { b[i] = isub(b[i]) ^ k[i]; } }
pub(super) fn mix_back(b: u128) -> u128 { mix(b, [14, 11, 13, 9]) }
pub(super) fn encrypt(b: &mut [u128; 8], k: &[u128]) { let n = k.len(); for x in b.iter_mut() { *x ^= k[0]; } for r in 1..n - 1 { rounds(b, &[k[r]; 8]); } last_rounds(b, &[k[n - 1]; 8]); }
pub(super) fn decrypt(b: &mut [u128; 8], k: &[u128]) { let n = k.len(); for x in b.iter_mut() { *x ^= k[0]; } for r in 1..n - 1 { rounds_back(b, &[k[r]; 8]); } last_rounds_back(b, &[k[n - 1]; 8]); }
