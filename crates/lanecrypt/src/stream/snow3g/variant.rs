//! The ways in which SNOW 3G can be computed.

use crate::Backend;
use crate::stream::cohort;

/// How SNOW 3G is computed: the options of key objects over SNOW 3G and of their batches.
///
/// [`Variant::Auto`] is what to use. The others are for measurement. All give the same results.
/// A batch uses the variant of the batch for every job, also for jobs with ready keys.
///
/// ```
/// use lanecrypt::{Algorithm, Backend, Batch, Cipher, CipherJob};
/// use lanecrypt::stream::snow3g::{Snow3g, Variant};
///
/// let (mut first, mut second) = ([0; 100], [0; 100]);
/// let key = Snow3g::with_options(&[7; 16], Variant::Lanes, Backend::best())?;
/// key.encrypt(&[1; 16], &mut first)?;
///
/// let batch = Batch::<Snow3g>::new().with_options(Variant::Single);
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
    /// One message after the other; tags by carry-less products.
    Single,
    /// As many messages at once as one register has lanes; tags by carry-less products.
    Lanes,
    /// As many messages at once as several interleaved registers have lanes; tags by carry-less
    /// products.
    Interleaved,
}

impl Variant {
    /// Every variant of this build, `Auto` first.
    pub const ALL: &'static [Self] = &[
        Self::Auto,
        #[cfg(feature = "reference")]
        Self::Reference,
        Self::Single,
        Self::Lanes,
        Self::Interleaved,
    ];

    /// The variant by which a backend computes a batch with `jobs` pending jobs. It is never
    /// [`Variant::Auto`]. One message on its own counts as a batch of one job.
    pub fn resolve(self, backend: Backend, jobs: usize) -> Self {
        match self {
            Self::Auto if jobs <= 1 => Self::Single,
            Self::Auto if jobs <= Self::Lanes.lanes(backend, jobs) => Self::Lanes,
            // Measured to be ahead there only: elsewhere one register hides the latency.
            Self::Auto => match backend {
                Backend::Avx2 | Backend::Avx2Vaes | Backend::Avx2Gfni => Self::Interleaved,
                _ => Self::Lanes,
            },
            fixed => fixed,
        }
    }

    /// How many messages a backend has under way at a time in a batch with `jobs` pending jobs.
    pub fn lanes(self, backend: Backend, jobs: usize) -> usize {
        self.resolve(backend, jobs).cohort(backend).unwrap_or(1)
    }

    /// How many lanes its cohorts have, if it has cohorts. Not for [`Variant::Auto`].
    pub(super) fn cohort(self, backend: Backend) -> Option<usize> {
        match self {
            Self::Lanes => Some(cohort::lanes(backend, false)),
            Self::Interleaved => Some(cohort::lanes(backend, true)),
            _ => None,
        }
    }
}
