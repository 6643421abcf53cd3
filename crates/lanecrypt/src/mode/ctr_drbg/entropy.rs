//! Where a generator's entropy comes from.

use crate::Error;

/// A source of entropy for a [`CtrDrbg`](super::CtrDrbg).
///
/// ```
/// use lanecrypt::{Error, block::Aes256, mode::{CtrDrbg, Entropy}};
///
/// struct Hardware;
///
/// impl Entropy for Hardware {
///     fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
///         // Read the generator of the hardware here; return `Error::Entropy` if it fails.
/// #       bytes.fill(7);
///         Ok(())
///     }
/// }
///
/// let mut generator = CtrDrbg::<Aes256, _>::new(Hardware, b"serial number")?;
/// generator.generate(&mut [0; 32])?;
/// # Ok::<(), Error>(())
/// ```
pub trait Entropy {
    /// Fills all of the bytes with fresh entropy: as many bits of it as they have.
    ///
    /// A source that has none returns [`Error::Entropy`]; what is in the bytes then is not used.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error>;
}

/// No source of entropy: the caller gives the seeds. It always answers [`Error::ReseedRequired`].
///
/// ```
/// use lanecrypt::{Error, mode::{Entropy, NoEntropy}};
///
/// assert_eq!(NoEntropy.fill(&mut [0; 16]), Err(Error::ReseedRequired));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEntropy;

impl Entropy for NoEntropy {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), Error> {
        Err(Error::ReseedRequired)
    }
}

/// The entropy of the operating system, through the crate getrandom: on Linux the system call of that name, which
/// waits until the system has gathered entropy after its start. It exists on Unix and Windows with the feature
/// `std`; elsewhere the caller writes a source.
///
/// ```
/// use lanecrypt::{block::Aes256, mode::{CtrDrbg, OsEntropy}};
///
/// let mut generator = CtrDrbg::<Aes256, _>::new(OsEntropy::new()?, b"")?;
/// generator.generate(&mut [0; 32])?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[cfg(all(feature = "std", any(unix, windows)))]
#[derive(Debug)]
pub struct OsEntropy(());

#[cfg(all(feature = "std", any(unix, windows)))]
impl OsEntropy {
    /// Asks the system once; if it gives no entropy, that is [`Error::Entropy`].
    pub fn new() -> Result<Self, Error> {
        let mut source = Self(());
        source.fill(&mut [0])?;
        Ok(source)
    }
}

#[cfg(all(feature = "std", any(unix, windows)))]
impl Entropy for OsEntropy {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        getrandom::fill(bytes).map_err(|_| Error::Entropy)
    }
}
