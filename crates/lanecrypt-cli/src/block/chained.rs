//! The modes of AES beside ECB and counter mode, the type of the key forgotten.

use lanecrypt::batch::Data;
use lanecrypt::mode::{
    Batch, BlockModes, CbcJob, Cmac, CtrDrbg, DrbgOptions, MacJob, Pmac, cbc, cmac, pmac,
};
use lanecrypt::{Backend, Error, Tag};

use super::{Made, Way};

/// Makes a generator of random bytes from entropy and a string that tells it from others, with or
/// without derivation function, on a backend.
type Seeded = fn(&[u8], &[u8], bool, Backend) -> Made<dyn Generator>;

/// A block cipher in those modes.
pub(crate) struct Chained {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// The length of a key.
    pub(crate) key_bytes: usize,
    /// Expands a key for a backend.
    pub(crate) expand: fn(&[u8], Backend) -> Made<dyn Chaining>,
    /// The batch call on a backend.
    pub(crate) batch: fn(Backend) -> Made<dyn ManyChains>,
    /// A generator of random bytes.
    pub(crate) generator: Seeded,
}

/// A tag of messages of any length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mac {
    /// CMAC.
    Cmac,
    /// PMAC.
    Pmac,
}

/// A key, expanded.
pub(crate) trait Chaining {
    /// CBC of whole blocks.
    fn cbc(&self, way: Way, iv: &[u8], data: Data<'_>) -> Result<(), Error>;
    /// The tag of a message.
    fn tag(&self, mac: Mac, message: &[u8]) -> Tag;
    /// The tag of a message in pieces of some length.
    fn tag_in_pieces(&self, mac: Mac, message: &[u8], piece: usize) -> Tag;
}

/// The batch call.
pub(crate) trait ManyChains {
    /// CBC of every job.
    fn cbc(&self, way: Way, jobs: &mut [CbcJob<'_>]);
    /// The tag of every job.
    fn tags(&self, mac: Mac, jobs: &mut [MacJob<'_>]);
}

/// CTR_DRBG.
pub(crate) trait Generator {
    /// Fills bytes with random ones, additional input stirred in first.
    fn generate(&mut self, additional: &[u8], out: &mut [u8]) -> Result<(), Error>;
    /// Takes fresh entropy, with additional input.
    fn reseed(&mut self, entropy: &[u8], additional: &[u8]) -> Result<(), Error>;
}

impl Chained {
    /// Of a type.
    pub(super) const fn of<C: BlockModes + 'static>() -> Self {
        Self {
            name: C::NAME,
            key_bytes: C::KEY_BYTES,
            expand: |key, backend| Ok(Box::new(C::with_backend(key, backend)?)),
            batch: |backend| Ok(Box::new(Batch::<C>::with_backend(backend)?)),
            generator: generator::<C>,
        }
    }
}

/// CTR_DRBG of a type.
fn generator<C: BlockModes + 'static>(
    entropy: &[u8],
    personalization: &[u8],
    derivation: bool,
    backend: Backend,
) -> Made<dyn Generator> {
    let options = DrbgOptions { derivation, backend, ..DrbgOptions::default() };
    Ok(Box::new(CtrDrbg::<C>::from_seed(entropy, &[], personalization, options)?))
}

impl<C: BlockModes> Generator for CtrDrbg<C> {
    fn generate(&mut self, additional: &[u8], out: &mut [u8]) -> Result<(), Error> {
        self.generate_with(additional, out)
    }

    fn reseed(&mut self, entropy: &[u8], additional: &[u8]) -> Result<(), Error> {
        self.reseed_from(entropy, additional)
    }
}

impl Mac {
    /// Its name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Cmac => "cmac",
            Self::Pmac => "pmac",
        }
    }
}

impl<C: BlockModes> Chaining for C {
    fn cbc(&self, way: Way, iv: &[u8], data: Data<'_>) -> Result<(), Error> {
        match way {
            Way::Encrypt => cbc::encrypt(self, iv, data),
            Way::Decrypt => cbc::decrypt(self, iv, data),
        }
    }

    fn tag(&self, mac: Mac, message: &[u8]) -> Tag {
        match mac {
            Mac::Cmac => cmac::tag(self, message),
            Mac::Pmac => pmac::tag(self, message),
        }
    }

    fn tag_in_pieces(&self, mac: Mac, message: &[u8], piece: usize) -> Tag {
        match mac {
            Mac::Cmac => {
                let mut cmac = Cmac::new(self);
                message.chunks(piece).for_each(|bytes| cmac.update(bytes));
                cmac.finish()
            }
            Mac::Pmac => {
                let mut pmac = Pmac::new(self);
                message.chunks(piece).for_each(|bytes| pmac.update(bytes));
                pmac.finish()
            }
        }
    }
}

impl<C: BlockModes> ManyChains for Batch<C> {
    fn cbc(&self, way: Way, jobs: &mut [CbcJob<'_>]) {
        match way {
            Way::Encrypt => self.cbc_encrypt(jobs),
            Way::Decrypt => self.cbc_decrypt(jobs),
        }
    }

    fn tags(&self, mac: Mac, jobs: &mut [MacJob<'_>]) {
        match mac {
            Mac::Cmac => self.cmac(jobs),
            Mac::Pmac => self.pmac(jobs),
        }
    }
}
