//! One shell per backend: the functions whose `#[target_feature]` turns a kernel's text into wide
//! instructions, and the one `match` that chooses among them.

use super::dit::Dit;
use super::leave::{BELOW, Bottom, LITTLE, called, clear_registers, clear_vectors};
use super::{Class, Isa, Ops};
use crate::Backend;
use crate::cpu;

/// A piece of work written once over lanes: the arguments are its fields.
pub(crate) trait Kernel {
    /// What it returns; never a register, which would travel through memory.
    type Output;
    /// What its machine code must be like. `.ci/disassembly` checks it.
    type Class: Class;
    /// The text. Must be `#[inline(always)]`, and so must all it calls with registers.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// What kernels have that is the same whenever they run on a backend, such as how much they work on at a time. It is known
/// without running one.
pub(crate) trait Constant {
    /// What it is.
    type Output;
    /// The operations of these kernels, which decide on the shell that they run in.
    type Ops: Ops;
    /// That of a backend.
    fn of<I: Isa>() -> Self::Output;
}

/// What kernels have on a backend.
#[inline(always)]
pub(crate) fn constant<C: Constant>(backend: Backend) -> C::Output {
    macro_rules! of {
        ($shell:ident, $isa:ty) => {
            C::of::<$isa>()
        };
    }
    on_backend!(available(backend), C::Ops, of)
}

/// A backend, or plain words if this processor lacks it.
#[inline(always)]
fn available(backend: Backend) -> Backend {
    if cpu::has(backend) { backend } else { Backend::Portable }
}

/// The choice of a shell and its token, which are given to a macro. Backends that have an instruction set and do not use
/// it, as the type says, have the shell of the one below. Shells of backends that are left out are not compiled, because the
/// conditions are constants.
macro_rules! on_backend {
    ($backend:expr, $uses:ty, $use:ident) => {
        match $backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Sse if const { cpu::is_built(Backend::Sse) } => {
                $use!(kernel_sse, crate::lanes::sse::Sse)
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2Gfni
                if const { cpu::is_built(Backend::Avx2Vaes) } && <$uses>::USES_GFNI =>
            {
                $use!(kernel_avx2_gfni, crate::lanes::avx2::Avx2Vaes<true>)
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2Vaes | Backend::Avx2Gfni
                if const { cpu::is_built(Backend::Avx2Vaes) } && <$uses>::USES_VAES =>
            {
                $use!(kernel_avx2_vaes, crate::lanes::avx2::Avx2Vaes<false>)
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 | Backend::Avx2Vaes | Backend::Avx2Gfni
                if const { cpu::is_built(Backend::Avx2) }
                    || const { cpu::is_built(Backend::Avx2Vaes) } && !<$uses>::USES_VAES =>
            {
                $use!(kernel_avx2, crate::lanes::avx2::Avx2)
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => $use!(kernel_avx512, crate::lanes::avx512::Avx512),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => $use!(kernel_neon, crate::lanes::neon::Neon),
            _ => $use!(kernel_portable, crate::lanes::portable::Portable),
        }
    };
}
use on_backend;

/// Runs a kernel on a backend. One that this processor lacks runs as portable words, so no value
/// of [`Backend`] can reach an instruction that does not exist.
#[inline(always)]
pub(crate) fn dispatch<K: Kernel>(backend: Backend, kernel: K) -> K::Output {
    Kernels::on(backend).run(kernel)
}

/// Runs kernels on a backend, one after another. Their stack is overwritten once, when this is dropped: it belongs into
/// a function around them.
pub(crate) struct Kernels {
    backend: Backend,
    bottom: Bottom,
    _dit: Dit,
}

impl Kernels {
    /// On a backend, or as portable words if this processor lacks it.
    #[inline(always)]
    pub(crate) fn on(backend: Backend) -> Self {
        let backend = available(backend);
        Self { backend, bottom: Bottom::unknown(), _dit: Dit::on() }
    }

    /// The backend, one that this processor has.
    pub(crate) fn backend(&self) -> Backend {
        self.backend
    }

    /// Runs a kernel.
    #[inline(always)]
    pub(crate) fn run<K: Kernel>(&mut self, kernel: K) -> K::Output {
        debug_assert!(cpu::has(self.backend));
        let mut bottom = Bottom::unknown();
        macro_rules! run {
            ($shell:ident, $isa:ty) => {
                // SAFETY: `cpu::has` found the backend, and it has every feature that the shell enables.
                unsafe { $shell(kernel, &mut bottom) }
            };
        }
        #[allow(unused_unsafe, reason = "the shell of plain words enables nothing")]
        let output = on_backend!(self.backend, K::Class, run);
        self.bottom = self.bottom.or(bottom);
        output
    }
}

impl Drop for Kernels {
    #[inline(always)]
    fn drop(&mut self) {
        self.bottom.wipe(self.backend);
    }
}

/// Calls something that runs kernels and handles secrets around them, as [`leaving_little`](super::leaving_little) does:
/// what it and its kernels leave on the stack is overwritten together, once.
#[inline(always)]
pub(crate) fn guarded<R>(backend: Backend, call: impl FnOnce(&mut Kernels) -> R) -> R {
    let mut guard = Guard { kernels: Kernels::on(backend), bottom: Bottom::unknown() };
    let Guard { kernels, bottom } = &mut guard;
    // As the last expression: see `leaving`.
    called(|| call(kernels), bottom)
}

/// Clears vector registers when it is dropped, and has its kernels overwrite the stack of their caller too.
struct Guard {
    kernels: Kernels,
    bottom: Bottom,
}

impl Drop for Guard {
    #[inline(always)]
    fn drop(&mut self) {
        const { assert!(LITTLE + CALLED <= BELOW) };
        clear_vectors();
        self.kernels.bottom = self.kernels.bottom.or(self.bottom.lowered(LITTLE));
    }
}

/// Bytes of stack that functions need that a portable shell calls.
const CALLED: usize = 2048;

/// The same for NEON, where the compiler leaves small functions apart that load keys.
#[cfg(target_arch = "aarch64")]
const CALLED_ON_NEON: usize = 512;

/// The token of a shell. The processor must have its backend.
#[inline(always)]
fn vouched<I: Isa>(token: I) -> I {
    // A kernel may run in the shell of a backend below that of its caller, which is not compiled by itself.
    debug_assert!(cpu::has_instructions(I::BACKEND));
    token
}

/// A shell, in a module of its own: the compiler divides its work by modules, and all shells in one
/// would be compiled on one processor. It is generic over the class too, because symbols name the
/// parameters of a function, and `.ci/disassembly` reads the class there. It says how many bytes of stack functions need
/// that it calls.
macro_rules! shell {
    ($module:ident, $name:ident, $registers:ident, $token:expr $(, $feature:literal)?; $called:expr) => {
        mod $module {
            use super::{Bottom, Kernel, clear_registers, vouched};

            #[inline(never)]
            $(#[target_feature(enable = $feature)])?
            pub(super) fn $name<C, K: Kernel<Class = C>>(
                kernel: K,
                bottom: &mut Bottom,
            ) -> K::Output {
                *bottom = Bottom::here().lowered($called);
                let output = kernel.run(vouched($token));
                clear_registers!($registers);
                output
            }
        }
        use $module::$name;
    };
}

shell!(portable, kernel_portable, portable, crate::lanes::portable::Portable; super::CALLED);

#[cfg(target_arch = "x86_64")]
shell!(sse, kernel_sse, sse, crate::lanes::sse::Sse::of_this_shell(), "sse4.1,ssse3,aes,pclmulqdq"; 0);

#[cfg(target_arch = "x86_64")]
shell!(
    avx2,
    kernel_avx2,
    avx2,
    crate::lanes::avx2::Avx2::of_this_shell(),
    "avx2,bmi1,bmi2,aes,pclmulqdq";
    0
);

#[cfg(target_arch = "x86_64")]
shell!(
    avx2_vaes,
    kernel_avx2_vaes,
    avx2,
    crate::lanes::avx2::Avx2Vaes::<false>::of_this_shell(),
    "avx2,bmi1,bmi2,aes,pclmulqdq,vaes,vpclmulqdq";
    0
);

#[cfg(target_arch = "x86_64")]
shell!(
    avx2_gfni,
    kernel_avx2_gfni,
    avx2,
    crate::lanes::avx2::Avx2Vaes::<true>::of_this_shell(),
    "avx2,bmi1,bmi2,aes,pclmulqdq,vaes,vpclmulqdq,gfni";
    0
);

#[cfg(target_arch = "x86_64")]
shell!(
    avx512,
    kernel_avx512,
    avx512,
    crate::lanes::avx512::Avx512::of_this_shell(),
    "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512ifma,gfni,vaes,vpclmulqdq,bmi1,bmi2";
    0
);

#[cfg(target_arch = "aarch64")]
shell!(neon, kernel_neon, neon, crate::lanes::neon::Neon::of_this_shell(), "neon,aes"; super::CALLED_ON_NEON);
