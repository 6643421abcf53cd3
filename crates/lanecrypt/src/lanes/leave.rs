//! What a kernel leaves behind: vector registers are cleared at the end of its shell, and its stack and the general
//! registers are when it has returned.

#[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
mod arrays;

use core::hint::black_box;
use core::mem::MaybeUninit;

use super::dit::Dit;
use super::{Isa, wipe};
use crate::Backend;
use crate::cpu;

/// The lowest address of the stack that shells used.
#[derive(Clone, Copy)]
pub(super) struct Bottom(usize);

impl Bottom {
    #[inline(always)]
    pub(super) fn unknown() -> Self {
        Self(usize::MAX)
    }

    /// That of the function that this is called in, with the red zone below its stack pointer.
    #[inline(always)]
    pub(super) fn here() -> Self {
        #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
        {
            let address: usize;
            // A function that can return early may make its frame later than here. Something in the frame that the
            // assembly is given makes it have its frame now.
            let mut in_the_frame = MaybeUninit::<u8>::uninit();
            // SAFETY: reads the stack pointer.
            unsafe {
                #[cfg(target_arch = "x86_64")]
                core::arch::asm!(
                    "mov {0}, rsp /* {1} */",
                    out(reg) address,
                    in(reg) in_the_frame.as_mut_ptr(),
                    options(nostack, preserves_flags)
                );
                #[cfg(target_arch = "aarch64")]
                core::arch::asm!(
                    "mov {0}, sp /* {1} */",
                    out(reg) address,
                    in(reg) in_the_frame.as_mut_ptr(),
                    options(nostack, preserves_flags)
                );
            }
            Self(address.wrapping_sub(RED_ZONE))
        }
        #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
        Self(arrays::bottom())
    }

    /// Whether this is a little below where the function is that this is called in, above it, or unknown: not on the
    /// stack of another thread. Kernels need much less.
    #[inline(always)]
    fn is_of_this_stack(self) -> bool {
        const MUCH: usize = 1 << 20;
        // Not the address of a variable, which AddressSanitizer keeps elsewhere.
        Self::here().0.saturating_sub(self.0) < MUCH
    }

    /// So many bytes below it.
    #[inline(always)]
    pub(super) fn lowered(self, bytes: usize) -> Self {
        Self(self.0.wrapping_sub(bytes))
    }

    /// The lower of both.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// Overwrites the stack from there up to that of the caller. It may be [`BELOW`] bytes below stack in use, no more.
    /// The backend is one that this processor has.
    #[inline(always)]
    pub(super) fn wipe(self, backend: Backend) {
        debug_assert!(cpu::has(backend) && self.is_of_this_stack());
        let Self(bottom) = self;
        // SAFETY: the stack below the frame of the caller is free, and the functions allocate what they write there.
        // They write downwards, or begin at most a page under a stack pointer that was in use. So a guard page is not
        // passed over. The processor has AVX or AVX-512 where its registers are used.
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        unsafe {
            match backend {
                Backend::Portable | Backend::Sse => wipe_narrow(bottom),
                Backend::Avx512 => wipe_widest(bottom),
                _ => wipe_wide(bottom),
            }
        }
        #[cfg(all(target_arch = "aarch64", not(miri)))]
        // SAFETY: as on x86-64: the stack below the frame of the caller is free, and it is written downwards.
        unsafe {
            let _ = backend;
            wipe_stack(bottom);
        }
        #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
        {
            let _ = backend;
            arrays::wipe(bottom);
        }
    }
}

/// The bytes below its stack pointer that a function may use that calls none.
const RED_ZONE: usize = if cfg!(target_arch = "x86_64") { 128 } else { 0 };

/// The bytes that may be overwritten below what is known of the stack in use: with the red zone, a page.
pub(super) const BELOW: usize = 4096 - RED_ZONE;

/// The bytes that small functions use.
pub(super) const LITTLE: usize = 256;

/// Whether the frame of a kernel is overwritten when its shell has returned: not that of functions that kernels of
/// plain words call, of which only some of the stack is.
pub(crate) const fn overwrites_frames<I: Isa>() -> bool {
    cfg!(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))
        && !matches!(I::BACKEND, Backend::Portable)
}

/// Overwrites a secret in the frame of a kernel, unless its shell does so.
#[inline(always)]
pub(crate) fn wipe_in_kernel<I: Isa, T: Copy>(_: I, secret: &mut T, zero: T) {
    if const { !overwrites_frames::<I>() } {
        wipe(secret, zero);
    }
}

/// Calls something that handles secrets outside of kernels, and overwrites its stack and almost a page below, where
/// functions that it calls have theirs. Vector registers are cleared too.
#[inline(always)]
pub(crate) fn leaving_nothing<R>(call: impl FnOnce() -> R) -> R {
    leaving(BELOW, call)
}

/// The same for what is part of a short message, where a page would take too much time: overwrites its stack and
/// [`LITTLE`] below. It calls nothing but kernels and small functions.
#[inline(always)]
pub(crate) fn leaving_little<R>(call: impl FnOnce() -> R) -> R {
    leaving(LITTLE, call)
}

/// The same with so many bytes below its stack.
#[inline(always)]
fn leaving<R>(below: usize, call: impl FnOnce() -> R) -> R {
    let mut leaving = Leaving { bottom: Bottom::unknown(), below, _dit: Dit::on() };
    // As the last expression, the result is put where the caller wants it. In a variable, it would be copied there.
    called(call, &mut leaving.bottom)
}

/// Overwrites the stack when it is dropped.
struct Leaving {
    bottom: Bottom,
    below: usize,
    _dit: Dit,
}

impl Drop for Leaving {
    #[inline(always)]
    fn drop(&mut self) {
        clear_vectors();
        self.bottom.lowered(self.below).wipe(cpu::widest());
    }
}

/// Calls something some way below the stack of the caller, so that the functions that drop [`Leaving`] have their own
/// stack above all that is overwritten.
#[inline(never)]
pub(super) fn called<R>(call: impl FnOnce() -> R, bottom: &mut Bottom) -> R {
    #[inline(never)]
    fn below<R>(call: impl FnOnce() -> R, bottom: &mut Bottom) -> R {
        *bottom = Bottom::here();
        call()
    }
    black_box(&mut MaybeUninit::<[u8; DROPPING]>::uninit());
    below(call, bottom)
}

/// More bytes of stack than dropping [`Leaving`] takes.
const DROPPING: usize = 128;

/// Assembly that clears the general registers that belong to no caller.
#[cfg(all(target_arch = "x86_64", not(miri)))]
macro_rules! clear_general {
    () => {
        concat!(
            "xor eax, eax\n",
            "xor ecx, ecx\n",
            "xor edx, edx\n",
            "xor esi, esi\n",
            "xor edi, edi\n",
            "xor r8d, r8d\n",
            "xor r9d, r9d\n",
            "xor r10d, r10d\n",
            "xor r11d, r11d\n",
        )
    };
}

/// The code of a function that stores zeros from an address, perhaps from 127 bytes below it, up to the stack pointer: by
/// one store that needs no alignment, and by those of 128 bytes that are aligned to so many. The stack pointer is moved down
/// while that is written: memory below it is not allocated, and memcheck reports writes there. Then the general
/// registers are cleared that belong to no caller. An address above the stack pointer is none, and nothing is written.
#[cfg(all(target_arch = "x86_64", not(miri)))]
macro_rules! wipe_by {
    ($bytes:literal: $first:literal, $($store:literal)*) => {
        core::arch::naked_asm!(
            "mov rdx, rsp",
            "cmp rdx, rdi",
            "jbe 3f",
            "lea rsp, [rdi - 128]",
            "vpxor xmm0, xmm0, xmm0",
            $first,
            "mov rax, rdx",
            concat!("and rax, -", $bytes),
            "2:",
            $($store,)*
            "add rax, -128",
            "cmp rax, rdi",
            "ja 2b",
            "mov rsp, rdx",
            "vzeroupper",
            "3:",
            clear_general!(),
            "ret",
        )
    };
}

/// Overwrites the stack from an address up to the stack pointer.
///
/// # Safety
///
/// The processor must have AVX. From 128 bytes below the address up to the stack pointer must be stack that nothing uses.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[unsafe(naked)]
unsafe extern "sysv64" fn wipe_wide(bottom: usize) {
    wipe_by!(
        32: "vmovdqu [rdx - 32], ymm0",
        "vmovdqa [rax - 32], ymm0"
        "vmovdqa [rax - 64], ymm0"
        "vmovdqa [rax - 96], ymm0"
        "vmovdqa [rax - 128], ymm0"
    )
}

/// The same with AVX-512.
///
/// # Safety
///
/// As of `wipe_wide`, and the processor must have AVX-512F.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[unsafe(naked)]
unsafe extern "sysv64" fn wipe_widest(bottom: usize) {
    wipe_by!(
        64: "vmovdqu64 [rdx - 64], zmm0",
        "vmovdqa64 [rax - 64], zmm0"
        "vmovdqa64 [rax - 128], zmm0"
    )
}

/// The same without AVX. From some hundred bytes on, one instruction is faster than stores.
///
/// # Safety
///
/// As of `wipe_wide`, but for AVX.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[unsafe(naked)]
unsafe extern "sysv64" fn wipe_narrow(bottom: usize) {
    core::arch::naked_asm!(
        "mov rdx, rsp",
        "mov rcx, rdx",
        "sub rcx, rdi",
        "jbe 4f",
        "lea rsp, [rdi - 128]",
        "cmp rcx, 512",
        "ja 3f",
        "pxor xmm0, xmm0",
        "movdqu [rdx - 16], xmm0",
        "mov rax, rdx",
        "and rax, -16",
        "2:",
        "movdqa [rax - 16], xmm0",
        "movdqa [rax - 32], xmm0",
        "movdqa [rax - 48], xmm0",
        "movdqa [rax - 64], xmm0",
        "sub rax, 64",
        "cmp rax, rdi",
        "ja 2b",
        "mov rsp, rdx",
        "jmp 4f",
        "3:",
        "xor eax, eax",
        "rep stosb",
        "mov rsp, rdx",
        "4:",
        clear_general!(),
        "ret",
    )
}

/// Zeros from an address, perhaps from 15 bytes below it, up to the stack pointer, which is moved down meanwhile as on
/// x86-64. An address above the stack pointer is none, and nothing is written.
///
/// # Safety
///
/// From 15 bytes below the address up to the stack pointer must be stack that nothing uses.
#[cfg(all(target_arch = "aarch64", not(miri)))]
#[unsafe(naked)]
unsafe extern "C" fn wipe_stack(bottom: usize) {
    core::arch::naked_asm!(
        "mov x9, sp",
        "mov x10, x9",
        "and x11, x0, #-16",
        "cmp x9, x11",
        "b.ls 3f",
        "mov sp, x11",
        "2:",
        "stp xzr, xzr, [x9, #-16]!",
        "cmp x9, x11",
        "b.hi 2b",
        "mov sp, x10",
        "3:",
        "mov x0, xzr",
        "mov x1, xzr",
        "mov x2, xzr",
        "mov x3, xzr",
        "mov x4, xzr",
        "mov x5, xzr",
        "mov x6, xzr",
        "mov x7, xzr",
        "mov x8, xzr",
        "mov x9, xzr",
        "mov x10, xzr",
        "mov x11, xzr",
        "mov x12, xzr",
        "mov x13, xzr",
        "mov x14, xzr",
        "mov x15, xzr",
        "mov x16, xzr",
        "mov x17, xzr",
        "ret",
    )
}

/// Clears the vector registers outside of kernels, all that the processor has: copies of memory use what there is.
#[inline(always)]
pub(super) fn clear_vectors() {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: the processor has the registers.
    unsafe {
        match cpu::registers() {
            cpu::Registers::Xmm => clear_xmm(),
            cpu::Registers::Ymm => clear_ymm(),
            cpu::Registers::Zmm => clear_zmm(),
        }
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    clear_registers!(neon);
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
fn clear_xmm() {
    clear_registers!(sse);
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx")]
fn clear_ymm() {
    clear_registers!(avx2);
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx512f,avx512vl")]
fn clear_zmm() {
    clear_registers!(avx512);
}

/// Clears the vector registers. The compiler knows a register only where its instructions are enabled, so this is no
/// function.
macro_rules! clear_registers {
    (portable) => {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        clear_registers!(sse);
        #[cfg(all(target_arch = "aarch64", not(miri)))]
        clear_registers!(neon);
    };
    (sse) => {
        clear_registers! {
            2 "pxor " [
                "xmm0" "xmm1" "xmm2" "xmm3" "xmm4" "xmm5" "xmm6" "xmm7" "xmm8" "xmm9" "xmm10"
                "xmm11" "xmm12" "xmm13" "xmm14" "xmm15"
            ]
        }
    };
    (avx2) => {
        clear_registers! {
            "vpxor " = ""; [
                "xmm0" "xmm1" "xmm2" "xmm3" "xmm4" "xmm5" "xmm6" "xmm7" "xmm8" "xmm9" "xmm10"
                "xmm11" "xmm12" "xmm13" "xmm14" "xmm15"
            ]
        }
    };
    (avx512) => {
        clear_registers!(avx2);
        clear_registers! {
            "vpxord " = ""; [
                "xmm16" "xmm17" "xmm18" "xmm19" "xmm20" "xmm21" "xmm22" "xmm23" "xmm24" "xmm25"
                "xmm26" "xmm27" "xmm28" "xmm29" "xmm30" "xmm31"
            ]
        }
        clear_registers!("kxorw " = ""; ["k1" "k2" "k3" "k4" "k5" "k6" "k7"])
    };
    (neon) => {
        clear_registers! {
            "eor " = ".16b"; [
                "v0" "v1" "v2" "v3" "v4" "v5" "v6" "v7" "v8" "v9" "v10" "v11" "v12" "v13" "v14"
                "v15" "v16" "v17" "v18" "v19" "v20" "v21" "v22" "v23" "v24" "v25" "v26" "v27" "v28"
                "v29" "v30" "v31"
            ]
        }
    };
    (2 $instruction:literal [$($register:tt)*]) => {
        // SAFETY: clears registers that are all named.
        unsafe {
            core::arch::asm!(
                $(concat!($instruction, $register, ", ", $register),)*
                $(out($register) _,)*
                options(nostack, preserves_flags)
            );
        }
    };
    ($instruction:literal = $form:literal; [$($register:tt)*]) => {
        // SAFETY: clears registers that are all named.
        unsafe {
            core::arch::asm!(
                $(concat!(
                    $instruction, $register, $form, ", ", $register, $form, ", ", $register, $form
                ),)*
                $(out($register) _,)*
                options(nostack, preserves_flags)
            );
        }
    };
}
pub(super) use clear_registers;
