//! Planted leaks of every kind, which must be found, and what must not be taken for a leak.

use super::{Count, Reports, memcheck, secret};
use std::hint::black_box;

/// Eight secret bytes that are zero, unless runs are compared.
fn zero() -> u64 {
    let mut bytes = [0; 8];
    memcheck::hide(&mut bytes);
    u64::from_ne_bytes(black_box(bytes))
}

/// Leaks that every processor can have.
pub(crate) fn portable(count: Count<'_>) {
    count("planted: a branch on a secret".to_owned(), Reports::Some, &|| {
        if black_box(secret::<1>(5))[0] < black_box(128) {
            black_box(1_u8);
        }
    });
    count("planted: an address of a secret".to_owned(), Reports::Some, &|| {
        let table: [u8; 64] = black_box([7; 64]);
        black_box(table[black_box(zero() as usize) % 64]);
    });
    count("planted: a secret that was stored and moved".to_owned(), Reports::Some, &|| {
        let moved = black_box(black_box(vec![secret::<40>(5)]).clone());
        if moved[0][39] < black_box(128) {
            black_box(1_u8);
        }
    });
    count("planted: nothing secret any more".to_owned(), Reports::None, &|| {
        let mut bytes = secret::<1>(5);
        bytes[0] &= black_box(0);
        memcheck::reveal(&mut bytes);
        if black_box(bytes)[0] == black_box(5) {
            black_box(());
        }
    });
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::every_kind;

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn every_kind(_: Count<'_>) {}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::*;
    use std::arch::asm;

    /// Leaks in instructions, also those that Valgrind does not report.
    pub(crate) fn every_kind(count: Count<'_>) {
        let mut planted = |what: &str, leak: fn(u64)| {
            count(format!("planted: {what}"), Reports::Some, &|| leak(zero()));
        };
        planted("a carry that decides", |secret| {
            // SAFETY: only registers that are named change, and memory of an array that lives as long.
            unsafe {
                asm!("bt {0}, 3", "jc 2f", "nop", "2:", in(reg) secret, options(nostack));
            }
        });
        planted("a chosen address", |secret| {
            // SAFETY: only registers that are named change, and memory of an array that lives as long.
            unsafe {
                let (one, other) = ([1_u64], [2_u64]);
                asm!(
                    "test {0}, {0}", "cmovz {1}, {2}", "mov {1}, [{1}]",
                    in(reg) secret, inout(reg) one.as_ptr() => _, in(reg) other.as_ptr(),
                    options(nostack, readonly),
                );
            }
        });
        planted("a jump to a secret address", |secret| {
            // SAFETY: only registers that are named change, and memory of an array that lives as long.
            unsafe {
                asm!(
                    "lea {1}, [rip + 2f]", "add {1}, {0}", "jmp {1}", "2:",
                    in(reg) secret, out(reg) _, options(nostack),
                );
            }
        });
        planted("a secret count", |secret| {
            // SAFETY: only registers that are named change, and memory of an array that lives as long.
            unsafe {
                let mut bytes = [0_u8; 1];
                asm!(
                    "rep stosb",
                    inout("rcx") secret => _, inout("rdi") bytes.as_mut_ptr() => _, in("al") 0_u8,
                    options(nostack),
                );
            }
        });
        if memcheck::is_lanecrypt() {
            planted("a division of a secret", |secret| {
                // SAFETY: only registers that are named change, and memory of an array that lives as long.
                unsafe {
                    asm!(
                        "div {0}",
                        in(reg) 7_u64, inout("rax") secret => _, inout("rdx") 0_u64 => _,
                        options(nostack),
                    );
                }
            });
        }
        if is_x86_feature_detected!("avx2") && memcheck::is_lanecrypt() {
            planted("secret indices of a gather", |secret| {
                // SAFETY: only registers that are named change, and memory of an array that lives as long.
                unsafe {
                    let table = [3_u32; 8];
                    asm!(
                        "vmovq {i}, {0}", "vpcmpeqd {m}, {m}, {m}",
                        "vpgatherdd {o}, [{1} + 4*{i}], {m}",
                        in(reg) secret, in(reg) table.as_ptr(),
                        i = out(xmm_reg) _, m = out(xmm_reg) _, o = out(xmm_reg) _,
                        options(nostack, readonly),
                    );
                }
            });
        }
        if !is_x86_feature_detected!("avx512bw") || !is_x86_feature_detected!("avx512vl") {
            println!("planted leaks in masks: NOT CHECKED, this processor has no AVX-512");
            return;
        }
        planted("a mask that decides (kortest)", |secret| {
            // SAFETY: only registers that are named change, and memory of an array that lives as long.
            unsafe {
                asm!(
                    "vpbroadcastq zmm0, {0}", "vptestmd k1, zmm0, zmm0", "kortestw k1, k1", "jz 2f", "nop", "2:",
                    in(reg) secret, out("zmm0") _, out("k1") _, options(nostack),
                );
            }
        });
        planted("a mask that decides (kmov)", |secret| {
            // SAFETY: only registers that are named change, and memory of an array that lives as long.
            unsafe {
                asm!(
                    "vpbroadcastq zmm17, {0}", "vpcmpeqb k2, zmm17, zmm17", "vpcmpub k2, zmm17, [{1}], 1",
                    "kmovq {2}, k2", "test {2}, {2}", "jz 2f", "nop", "2:",
                    in(reg) secret, in(reg) [0_u8; 64].as_ptr(), out(reg) _,
                    out("zmm17") _, out("k2") _, options(nostack, readonly),
                );
            }
        });
        planted("a mask that says what is loaded", |secret| {
            // SAFETY: only registers that are named change, and memory of an array that lives as long.
            unsafe {
                asm!(
                    "kmovq k1, {0}", "vmovdqu8 zmm0{{k1}}{{z}}, [{1}]",
                    in(reg) secret, in(reg) [0_u8; 64].as_ptr(), out("zmm0") _, out("k1") _,
                    options(nostack, readonly),
                );
            }
        });
        planted("bytes that went through GFNI and VAES", |secret| {
            // SAFETY: only registers that are named change, and memory of an array that lives as long.
            unsafe {
                if is_x86_feature_detected!("gfni") && is_x86_feature_detected!("vaes") {
                    asm!(
                        "vpbroadcastq zmm18, {0}", "vaesenc zmm18, zmm18, zmm18",
                        "vgf2p8affineqb zmm18, zmm18, zmm18, 0", "vpermb zmm18, zmm18, zmm18",
                        "vpternlogd zmm18, zmm18, zmm18, 0x96", "vextracti32x4 xmm19, zmm18, 3",
                        "vpextrb {1:e}, xmm0, 0", "vmovdqa64 xmm0, xmm19", "vpextrb {1:e}, xmm0, 5",
                        "cmp {1:l}, 3", "je 2f", "nop", "2:",
                        in(reg) secret, out(reg) _, out("zmm18") _, out("zmm19") _, out("zmm0") _,
                        options(nostack),
                    );
                } else if secret == 0 {
                    black_box(());
                }
            }
        });
    }
}
