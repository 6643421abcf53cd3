//! What this processor has, and the one choice made from it.

use core::fmt;
use core::str::FromStr;
use core::sync::atomic::{AtomicU16, Ordering};

use crate::Error;

/// An instruction set that the library is compiled for. The order is from the narrowest to the widest.
///
/// The names are those of the `LANECRYPT_BACKEND` variable, which can lower the choice that
/// [`Backend::best`] makes and never raises it.
///
/// ```
/// use lanecrypt::{Algorithm, Backend, block::Aes128};
///
/// for backend in Backend::available() {
///     assert_eq!(Aes128::with_backend(&[7; 16], backend)?.backend(), backend);
/// }
/// assert_eq!("avx2-gfni".parse(), Ok(Backend::Avx2Gfni));
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Backend {
    /// `portable`: plain words, on every processor.
    Portable = 0,
    /// `neon`: 128-bit registers of AArch64 with its AES and PMULL instructions.
    Neon = 1,
    /// `sse`: 128-bit registers with SSE4.1, AES-NI and PCLMULQDQ.
    Sse = 2,
    /// `avx2`: 256-bit registers, AES and carry-less products at 128 bits.
    Avx2 = 3,
    /// `avx2-vaes`: the same with VAES and VPCLMULQDQ: AES and carry-less products at 256 bits (Zen 3).
    Avx2Vaes = 4,
    /// `avx2-gfni`: the same with GFNI (Alder Lake and later).
    Avx2Gfni = 5,
    /// `avx512`: 512-bit registers; asks for F, BW, VL, DQ, VBMI, VBMI2, IFMA, GFNI, VAES and
    /// VPCLMULQDQ together (Ice Lake, Zen 4 and later).
    Avx512 = 6,
}

impl Backend {
    /// Every backend, narrowest first, whether this processor has it or not.
    pub const ALL: [Self; 7] = [
        Self::Portable,
        Self::Neon,
        Self::Sse,
        Self::Avx2,
        Self::Avx2Vaes,
        Self::Avx2Gfni,
        Self::Avx512,
    ];

    /// The widest backend that this processor has and `LANECRYPT_BACKEND` allows.
    ///
    /// The variable is read once, with the feature `std` only. A value that is not the name of a
    /// backend lowers the choice to [`Backend::Portable`], so that a misspelt name never means the
    /// widest; [`Backend::from_environment`] reports it.
    pub fn best() -> Self {
        widest_up_to(ceiling())
    }

    /// The backend that `LANECRYPT_BACKEND` names, if it is set, or the error in it.
    #[cfg(feature = "std")]
    pub fn from_environment() -> Option<Result<Self, Error>> {
        let value = std::env::var_os("LANECRYPT_BACKEND")?;
        Some(value.to_str().ok_or(Error::UnknownBackend).and_then(str::parse))
    }

    /// Whether this processor has it, and it was compiled.
    pub fn is_available(self) -> bool {
        has(self)
    }

    /// Those that this processor has, narrowest first.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter().filter(|backend| has(*backend))
    }

    /// Its name in `LANECRYPT_BACKEND` and in the program.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Neon => "neon",
            Self::Sse => "sse",
            Self::Avx2 => "avx2",
            Self::Avx2Vaes => "avx2-vaes",
            Self::Avx2Gfni => "avx2-gfni",
            Self::Avx512 => "avx512",
        }
    }

    /// What it asks of the processor, in words.
    pub const fn requirements(self) -> &'static str {
        match self {
            Self::Portable => "nothing",
            Self::Neon => "AArch64 NEON, AES, PMULL",
            Self::Sse => "SSE3, SSSE3, SSE4.1, SSE4.2, POPCNT, AES-NI, PCLMULQDQ",
            Self::Avx2 => "AVX2, FMA, F16C, BMI1, BMI2, AES-NI, PCLMULQDQ",
            Self::Avx2Vaes => "AVX2, FMA, F16C, BMI1, BMI2, AES-NI, PCLMULQDQ, VAES, VPCLMULQDQ",
            Self::Avx2Gfni => {
                "AVX2, FMA, F16C, BMI1, BMI2, AES-NI, PCLMULQDQ, VAES, VPCLMULQDQ, GFNI"
            }
            Self::Avx512 => {
                "AVX-512 F, BW, VL, DQ, VBMI, VBMI2, IFMA; GFNI, VAES, VPCLMULQDQ, BMI1, BMI2"
            }
        }
    }

    /// Itself where this processor has it, else the error that says so.
    pub(crate) fn checked(self) -> Result<Self, Error> {
        if has(self) { Ok(self) } else { Err(Error::BackendUnavailable { backend: self }) }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Backend {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|b| b.name() == name).ok_or(Error::UnknownBackend)
    }
}

#[cfg(feature = "std")]
fn ceiling() -> Backend {
    static CEILING: std::sync::OnceLock<Backend> = std::sync::OnceLock::new();
    *CEILING.get_or_init(|| match Backend::from_environment() {
        None => Backend::Avx512,
        Some(named) => named.unwrap_or(Backend::Portable),
    })
}

#[cfg(not(feature = "std"))]
fn ceiling() -> Backend {
    Backend::Avx512
}

/// The narrowest backend of x86-64 that is compiled. All are, unless `--cfg lanecrypt_lowest="NAME"` names one.
const LOWEST: Backend = if cfg!(lanecrypt_lowest = "avx2") {
    Backend::Avx2
} else if cfg!(lanecrypt_lowest = "avx2-vaes") {
    Backend::Avx2Vaes
} else if cfg!(lanecrypt_lowest = "avx512") {
    Backend::Avx512
} else {
    Backend::Sse
};

/// Whether a backend is compiled.
pub(crate) const fn is_built(backend: Backend) -> bool {
    matches!(backend, Backend::Portable | Backend::Neon) || backend as u8 >= LOWEST as u8
}

/// Whether this processor has a backend and it is compiled: one relaxed load after the first call.
#[inline]
pub(crate) fn has(backend: Backend) -> bool {
    found() & BUILT & bit(backend) != 0
}

/// Whether this processor has the instructions of a backend, which may not be compiled.
#[inline]
pub(crate) fn has_instructions(backend: Backend) -> bool {
    found() & bit(backend) != 0
}

/// The widest backend that this processor has, whatever `LANECRYPT_BACKEND` allows.
#[inline]
pub(crate) fn widest() -> Backend {
    widest_up_to(Backend::Avx512)
}

#[inline]
fn widest_up_to(ceiling: Backend) -> Backend {
    let found = found() & BUILT;
    let mut widest_first = Backend::ALL.into_iter().rev();
    let widest = widest_first.find(|backend| *backend <= ceiling && found & bit(*backend) != 0);
    widest.unwrap_or(Backend::Portable)
}

/// Vector registers of x86-64 that the processor has and the system saves. Copies of memory use them, also where other
/// instructions are missing that a backend asks for.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Registers {
    /// Sixteen of 128 bits.
    Xmm,
    /// Sixteen of 256 bits.
    Ymm,
    /// 32 of 512 bits, of which the shorter forms can be named too (AVX-512F and VL), and masks.
    Zmm,
}

/// Those of this processor.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn registers() -> Registers {
    match found() {
        found if found & ZMM != 0 => Registers::Zmm,
        found if found & YMM != 0 => Registers::Ymm,
        _ => Registers::Xmm,
    }
}

/// Whether one unit makes all carry-less products, and needs two cycles for each, as in the processors of AMD. Then three
/// products and some additions take less time than four products. Not known before a backend was asked for, which is
/// before any kernel runs: asking the processor does not belong into kernels.
#[inline]
pub(crate) fn has_slow_clmul() -> bool {
    #[cfg(target_arch = "x86_64")]
    return FOUND.load(Ordering::Relaxed) & SLOW_CLMUL != 0;
    #[cfg(not(target_arch = "x86_64"))]
    false
}

static FOUND: AtomicU16 = AtomicU16::new(0);

/// One bit for each backend, and those below.
#[inline]
fn found() -> u16 {
    let mut found = FOUND.load(Ordering::Relaxed);
    if found & ASKED == 0 {
        // Threads that come here together write the same value.
        found = detect() | ASKED;
        FOUND.store(found, Ordering::Relaxed);
    }
    found
}

/// The registers that [`Registers`] names.
#[cfg(target_arch = "x86_64")]
const YMM: u16 = 1 << 8;
#[cfg(target_arch = "x86_64")]
const ZMM: u16 = 1 << 9;
#[cfg(target_arch = "x86_64")]
const SLOW_CLMUL: u16 = 1 << 10;
/// The processor was asked.
const ASKED: u16 = 1 << 15;

const fn bit(backend: Backend) -> u16 {
    1 << backend as u16
}

/// The bits of backends that are not compiled are missing.
const BUILT: u16 = {
    let (mut built, mut i) = (u16::MAX, 0);
    while i < Backend::ALL.len() {
        if !is_built(Backend::ALL[i]) {
            built &= !bit(Backend::ALL[i]);
        }
        i += 1;
    }
    built
};

/// Miri interprets plain words only.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn detect() -> u16 {
    bit(Backend::Portable)
}

#[cfg(all(target_arch = "aarch64", not(miri)))]
fn detect() -> u16 {
    #[cfg(feature = "std")]
    let aes = std::arch::is_aarch64_feature_detected!("aes")
        && std::arch::is_aarch64_feature_detected!("pmull");
    #[cfg(not(feature = "std"))]
    let aes = cfg!(target_feature = "aes");
    bit(Backend::Portable) | if aes { bit(Backend::Neon) } else { 0 }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
fn detect() -> u16 {
    use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

    let vendor = __cpuid(0);
    let highest = vendor.eax;
    let amd = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes)
        == [*b"Auth", *b"enti", *b"cAMD"];
    let basic = __cpuid(1);
    let extended = if highest >= 7 { __cpuid_count(7, 0) } else { __cpuid_count(0x8000_0000, 0) };
    let (ebx, ecx) = if highest >= 7 { (extended.ebx, extended.ecx) } else { (0, 0) };
    let all = |register: u32, bits: &[u32]| bits.iter().all(|b| register >> b & 1 == 1);

    // The system must also save the wide registers: OSXSAVE, then XCR0.
    #[target_feature(enable = "xsave")]
    fn xcr0() -> u64 {
        // SAFETY: the caller saw OSXSAVE, so XGETBV is enabled and register 0 exists.
        unsafe { _xgetbv(0) }
    }
    // SAFETY: OSXSAVE implies XSAVE.
    let saved = if all(basic.ecx, &[27]) { unsafe { xcr0() } } else { 0 };
    let saves_ymm = saved & 0b110 == 0b110;
    let saves_zmm = saved & 0b1110_0110 == 0b1110_0110;

    // SSE3, PCLMULQDQ, SSSE3, SSE4.1, SSE4.2, POPCNT, AES: those that the shell enables, and those
    // that the compiler takes to come with them.
    let sse = all(basic.ecx, &[0, 1, 9, 19, 20, 23, 25]);
    let avx = saves_ymm && all(basic.ecx, &[28]);
    // FMA, F16C; BMI1, AVX2, BMI2.
    let avx2 = sse && avx && all(basic.ecx, &[12, 29]) && all(ebx, &[3, 5, 8]);
    // VAES, VPCLMULQDQ; GFNI.
    let vaes = avx2 && all(ecx, &[9, 10]);
    let gfni = vaes && all(ecx, &[8]);
    // F and VL.
    let zmm = avx && saves_zmm && all(ebx, &[16, 31]);
    // DQ, IFMA, BW; VBMI, VBMI2.
    let avx512 = gfni && zmm && all(ebx, &[17, 21, 30]) && all(ecx, &[1, 6]);

    bit(Backend::Portable)
        | if sse { bit(Backend::Sse) } else { 0 }
        | if avx2 { bit(Backend::Avx2) } else { 0 }
        | if vaes { bit(Backend::Avx2Vaes) } else { 0 }
        | if gfni { bit(Backend::Avx2Gfni) } else { 0 }
        | if avx512 { bit(Backend::Avx512) } else { 0 }
        | if avx { YMM } else { 0 }
        | if zmm { ZMM } else { 0 }
        | if amd { SLOW_CLMUL } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for backend in Backend::ALL {
            assert_eq!(backend.name().parse(), Ok(backend));
        }
        assert_eq!("AVX512".parse::<Backend>(), Err(Error::UnknownBackend));
    }

    #[test]
    fn portable_is_always_there_and_best_is_available() {
        assert!(Backend::Portable.is_available());
        assert!(Backend::best().is_available());
    }

    #[cfg(all(target_arch = "x86_64", not(miri)))]
    #[test]
    fn detection_agrees_with_the_standard_library() {
        use std::arch::is_x86_feature_detected as has_feature;
        assert_eq!(
            has(Backend::Sse),
            has_feature!("sse4.1")
                && has_feature!("sse4.2")
                && has_feature!("sse3")
                && has_feature!("popcnt")
                && has_feature!("ssse3")
                && has_feature!("aes")
                && has_feature!("pclmulqdq")
        );
        assert_eq!(
            has(Backend::Avx2),
            has(Backend::Sse)
                && has_feature!("avx2")
                && has_feature!("fma")
                && has_feature!("f16c")
                && has_feature!("bmi1")
                && has_feature!("bmi2")
        );
        let vaes = has_feature!("vaes") && has_feature!("vpclmulqdq");
        assert_eq!(has(Backend::Avx2Vaes), has(Backend::Avx2) && vaes);
        assert_eq!(has(Backend::Avx2Gfni), has(Backend::Avx2Vaes) && has_feature!("gfni"));
        assert_eq!(
            has(Backend::Avx512),
            has(Backend::Avx2Gfni)
                && has_feature!("avx512f")
                && has_feature!("avx512bw")
                && has_feature!("avx512vl")
                && has_feature!("avx512dq")
                && has_feature!("avx512vbmi")
                && has_feature!("avx512vbmi2")
                && has_feature!("avx512ifma")
        );
        let zmm = has_feature!("avx512f") && has_feature!("avx512vl");
        let registers = match (zmm, has_feature!("avx")) {
            (true, _) => Registers::Zmm,
            (false, true) => Registers::Ymm,
            (false, false) => Registers::Xmm,
        };
        assert_eq!(super::registers(), registers);
    }
}
