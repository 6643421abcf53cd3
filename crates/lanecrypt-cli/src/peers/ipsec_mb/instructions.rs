//! The instructions that the library may use.

use lanecrypt::Backend;

/// Instructions, in the order of the shim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub(super) enum Instructions {
    /// All that the processor has.
    Best,
    Sse,
    Avx2,
    Avx2Gfni,
    Avx512,
}

impl Instructions {
    /// Those of a backend. The widest backend of this processor means everything that it has; other
    /// backends are held to what they are named after. None if the library has no such code.
    pub(super) fn of(backend: Backend) -> Option<Self> {
        if Backend::available().next_back() == Some(backend) {
            return Some(Self::Best);
        }
        match backend {
            Backend::Sse => Some(Self::Sse),
            // It uses VAES only together with GFNI.
            Backend::Avx2 | Backend::Avx2Vaes => Some(Self::Avx2),
            Backend::Avx2Gfni => Some(Self::Avx2Gfni),
            Backend::Avx512 => Some(Self::Avx512),
            _ => None,
        }
    }
}
