//! What the program calls the ways in which stream ciphers are computed.

use lanecrypt::Backend;
use lanecrypt::stream::{snow3g, zuc};

/// The variants of a stream cipher.
pub(crate) trait Variant: Copy + Default + Sync + 'static {
    /// All of them.
    fn all() -> &'static [Self];
    /// The name on the command line.
    fn name(self) -> &'static str;
    /// The variant that so many jobs are computed by.
    fn resolve(self, backend: Backend, jobs: usize) -> Self;
    /// The most messages that are under way at a time.
    fn lanes(self, backend: Backend, jobs: usize) -> usize;
}

macro_rules! variants {
    ($variant:ty: $($name:ident $text:literal)*) => {
        impl Variant for $variant {
            fn all() -> &'static [Self] {
                Self::ALL
            }

            fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                    _ => unreachable!("the program knows every variant of the library"),
                }
            }

            fn resolve(self, backend: Backend, jobs: usize) -> Self {
                self.resolve(backend, jobs)
            }

            fn lanes(self, backend: Backend, jobs: usize) -> usize {
                self.lanes(backend, jobs)
            }
        }
    };
}

variants! {
    zuc::Variant:
    Auto "auto" Reference "reference" Table "table" Deferred "deferred" Lanes "lanes"
    Interleaved "interleaved" Mask "lanes-mask"
}
variants! {
    snow3g::Variant:
    Auto "auto" Reference "reference" Single "single" Lanes "lanes" Interleaved "interleaved"
}
