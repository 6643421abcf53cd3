//! Reads 33 bytes from an allocation of so many: `asan_control byte|whole|masked BYTES`. `.ci/asan` runs it to see that
//! AddressSanitizer reports what is beyond the allocation, also of vector instructions.

use std::arch::x86_64::*;
use std::hint::black_box;

/// The last byte alone.
fn byte(at: *const i8) {
    // SAFETY: none. Whether the access is seen is what is tested.
    black_box(unsafe { at.add(32).read_volatile() });
}

/// The last byte within a register.
#[target_feature(enable = "avx2")]
fn whole(at: *const i8) {
    // SAFETY: as above.
    black_box(unsafe { _mm256_loadu_si256(at.add(1).cast()) });
}

/// The last byte as the last that a mask allows.
#[target_feature(enable = "avx512f,avx512bw")]
fn masked(at: *const i8) {
    // SAFETY: as above.
    black_box(unsafe { _mm512_maskz_loadu_epi8((1 << 33) - 1, at) });
}

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [kind, bytes] = &arguments[..] else { panic!("two arguments") };
    let bytes: Box<[i8]> = vec![1; bytes.parse().expect("a number of bytes")].into();
    let at = black_box(bytes.as_ptr());
    match &kind[..] {
        "byte" => byte(at),
        // SAFETY: the processor has the instructions.
        "whole" if is_x86_feature_detected!("avx2") => unsafe { whole(at) },
        // SAFETY: as above.
        "masked" if is_x86_feature_detected!("avx512bw") => unsafe { masked(at) },
        _ => println!("NOT RUN: this processor has no such instruction"),
    }
}
