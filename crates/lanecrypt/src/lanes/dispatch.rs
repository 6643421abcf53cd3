//! One shell per backend: the functions whose `#[target_feature]` turns a kernel's text into wide
//! instructions, and the one `match` that chooses among them.

use super::Isa;
use super::portable::Portable;
use crate::Backend;
use crate::cpu;

/// A piece of work written once over lanes: the arguments are its fields.
pub(crate) trait Kernel {
    /// What it returns; never a register, which would travel through memory.
    type Output;
    /// Whether it maps bytes or multiplies without carries, for which GFNI, VAES and VPCLMULQDQ are; if not, processors with AVX2 run
    /// the same machine code with and without them.
    const MAPS: bool = true;
    /// The text. Must be `#[inline(always)]`, and so must all it calls with registers.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// Runs a kernel on a backend. One that this processor lacks runs as portable words, so no value
/// of [`Backend`] can reach an instruction that does not exist.
#[inline]
pub(crate) fn dispatch<K: Kernel>(backend: Backend, kernel: K) -> K::Output {
    if !cpu::has(backend) {
        return kernel_portable(kernel);
    }
    match backend {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `cpu::has` found every feature that the shell enables.
        Backend::Sse => unsafe { kernel_sse(kernel) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Backend::Avx2Gfni if K::MAPS => unsafe { kernel_avx2_gfni(kernel) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Backend::Avx2 | Backend::Avx2Gfni => unsafe { kernel_avx2(kernel) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Backend::Avx512 => unsafe { kernel_avx512(kernel) },
        #[cfg(target_arch = "aarch64")]
        // SAFETY: as above.
        Backend::Neon => unsafe { kernel_neon(kernel) },
        _ => kernel_portable(kernel),
    }
}

#[inline(never)]
fn kernel_portable<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Portable)
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "sse4.1,ssse3,aes,pclmulqdq")]
fn kernel_sse<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(super::sse::Sse::of_this_shell())
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,aes,pclmulqdq")]
fn kernel_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(super::avx2::Avx2::of_this_shell())
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,aes,pclmulqdq,gfni,vaes,vpclmulqdq")]
fn kernel_avx2_gfni<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(super::avx2::Avx2Gfni::of_this_shell())
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512ifma,gfni,vaes,vpclmulqdq,bmi1,bmi2"
)]
fn kernel_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(super::avx512::Avx512::of_this_shell())
}

#[cfg(target_arch = "aarch64")]
#[inline(never)]
#[target_feature(enable = "neon,aes")]
fn kernel_neon<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(super::neon::Neon::of_this_shell())
}
