//! The ways in which ZUC can be computed.

use super::lanes::State;
use crate::Backend;
use crate::stream::scheduler::Streams as _;

/// How ZUC is computed: the options of key objects over ZUC and of their batches.
///
/// [`Variant::Auto`] is what to use. The others are for measurement. All give the same results.
/// A batch uses the variant of the batch for every job, also for jobs with ready keys.
///
/// ```
/// use lanecrypt::{Algorithm, Backend, Batch, Cipher, CipherJob};
/// use lanecrypt::stream::zuc::{Variant, Zuc128};
///
/// let (mut first, mut second) = ([0; 100], [0; 100]);
/// let key = Zuc128::with_options(&[7; 16], Variant::Lanes, Backend::best())?;
/// key.encrypt(&[1; 16], &mut first)?;
///
/// let batch = Batch::<Zuc128>::new().with_options(Variant::Deferred);
/// batch.encrypt(&mut [CipherJob::new(&key, &[1; 16], &mut second)]).into_result()?;
/// assert_eq!(first, second);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// The fastest variant for the number of jobs.
    #[default]
    Auto,
    /// One message after the other: keystream word by word as specified, tags bit by bit.
    #[cfg(feature = "reference")]
    Reference,
    /// One message after the other: the S-boxes are read from memory, which is **not constant
    /// time**, for comparison only; tags by carry-less products.
    #[cfg(feature = "tables")]
    Table,
    /// One message after the other: the LFSR in 64-bit sums with deferred reduction; tags by
    /// carry-less products.
    Deferred,
    /// As many messages at once as one register has lanes; tags by carry-less products.
    Lanes,
    /// As many messages at once as several interleaved registers have lanes; tags by carry-less
    /// products.
    Interleaved,
    /// As [`Variant::Interleaved`], but tags by compare and mask, bit by bit in every lane.
    Mask,
}

impl Variant {
    /// Every variant of this build, `Auto` first.
    pub const ALL: &'static [Self] = &[
        Self::Auto,
        #[cfg(feature = "reference")]
        Self::Reference,
        #[cfg(feature = "tables")]
        Self::Table,
        Self::Deferred,
        Self::Lanes,
        Self::Interleaved,
        Self::Mask,
    ];

    /// The variant by which a backend computes a batch with `jobs` pending jobs. It is never
    /// [`Variant::Auto`]. One message on its own counts as a batch of one job.
    pub fn resolve(self, backend: Backend, jobs: usize) -> Self {
        match self {
            Self::Auto if jobs <= 1 => Self::Deferred,
            Self::Auto if jobs <= Self::Lanes.lanes(backend, jobs) => Self::Lanes,
            Self::Auto => Self::Interleaved,
            fixed => fixed,
        }
    }

    /// How many messages a backend has under way at a time in a batch with `jobs` pending jobs.
    pub fn lanes(self, backend: Backend, jobs: usize) -> usize {
        match self.resolve(backend, jobs) {
            Self::Lanes => State::lanes(backend, false),
            Self::Interleaved | Self::Mask => State::lanes(backend, true),
            _ => 1,
        }
    }
}
