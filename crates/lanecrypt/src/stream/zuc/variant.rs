//! The ways in which ZUC can be computed.

use crate::Backend;
use crate::stream::cohort;

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
    #[cfg(feature = "reference")]
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
        #[cfg(feature = "reference")]
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
            Self::Lanes => cohort::lanes(backend, false),
            Self::Interleaved => cohort::lanes(backend, true),
            #[cfg(feature = "reference")]
            Self::Mask => cohort::lanes(backend, true),
            _ => 1,
        }
    }

    /// How many lanes its cohorts have, if it has cohorts. Not for [`Variant::Auto`].
    pub(super) fn cohort(self, backend: Backend) -> Option<usize> {
        match self {
            Self::Lanes => Some(cohort::lanes(backend, false)),
            Self::Interleaved => Some(cohort::lanes(backend, true)),
            #[cfg(feature = "reference")]
            Self::Mask => Some(cohort::lanes(backend, true)),
            _ => None,
        }
    }

    /// How many lanes the cohort has that begins with a message of so many bits, the longest, where
    /// cohorts have `lanes` at most. Short messages spend most of their time in the initialisation, for
    /// which one register was measured to be as fast as two, and less is idle at the end of a batch.
    #[inline]
    pub(super) fn cohort_of(self, backend: Backend, bits: u64, lanes: usize) -> usize {
        match (self, backend) {
            (
                Self::Auto,
                Backend::Avx2 | Backend::Avx2Vaes | Backend::Avx2Gfni | Backend::Avx512,
            ) if bits < SHORT => lanes.min(cohort::lanes(backend, false)),
            _ => lanes,
        }
    }
}

/// The bits of the shortest message that is not short.
const SHORT: u64 = 8 * 1024;
