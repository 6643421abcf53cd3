//! Where a generator's entropy comes from.

use crate::Error;

/// A source of entropy.
pub trait Entropy {
    /// Fills all of the bytes with fresh entropy: as many bits of it as they have.
    ///
    /// A source that has none returns [`Error::Entropy`]; what is in the bytes then is not used.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error>;
}

/// No source: the generator is given its seeds. It gives [`Error::ReseedRequired`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEntropy;

impl Entropy for NoEntropy {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), Error> {
        Err(Error::ReseedRequired)
    }
}

/// The operating system's source: `/dev/urandom`. Only on Unix, with the feature `std`; elsewhere
/// the type is missing, and a source is the caller's to write.
///
/// Shortly after a machine was started, some systems give bytes before they have gathered entropy.
#[cfg(all(feature = "std", unix))]
#[derive(Debug)]
pub struct OsEntropy(std::fs::File);

#[cfg(all(feature = "std", unix))]
impl OsEntropy {
    /// Opens it; if there is none, that is [`Error::Entropy`].
    pub fn new() -> Result<Self, Error> {
        std::fs::File::open("/dev/urandom").map(Self).map_err(|_| Error::Entropy)
    }
}

#[cfg(all(feature = "std", unix))]
impl Entropy for OsEntropy {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        std::io::Read::read_exact(&mut self.0, bytes).map_err(|_| Error::Entropy)
    }
}
