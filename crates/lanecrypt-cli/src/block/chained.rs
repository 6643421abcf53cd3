//! The modes of AES beside ECB and counter mode, with the type of the key hidden.

use std::any::Any;

use lanecrypt::mode::{AesModes, Cbc, Cmac, CtrDrbg, DrbgOptions, Pmac};
use lanecrypt::{Backend, Batch, Cipher as _, CipherJob, Data, Error, Mac as _, Tag};

use super::erased::Way;
use crate::jobs::{CipherTask, Jobs, MacTask, Made, known, prepare};

/// Makes a generator of random bytes from entropy and a personalization string, with or without
/// derivation function, on a backend.
type Seeded = fn(&[u8], &[u8], bool, Backend) -> Made<dyn Generator>;

/// A block cipher in those modes.
pub(crate) struct Chained {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// The length of a key.
    pub(crate) key_bytes: usize,
    /// Expands a key for a backend. Its tags have 16 bytes.
    pub(crate) expand: fn(&[u8], Backend) -> Made<dyn Chaining>,
    /// The batch calls on a backend.
    pub(crate) batch: fn(Backend) -> Made<dyn ManyChains>,
    /// A generator of random bytes.
    pub(crate) generator: Seeded,
}

/// A MAC over AES.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AesMac {
    /// CMAC.
    Cmac,
    /// PMAC.
    Pmac,
}

/// A message to be encrypted or decrypted in CBC. The nonce is the IV of 16 bytes.
pub(crate) type CbcTask<'a> = CipherTask<'a, dyn Chaining>;

/// A message whose tag is computed or verified. The nonce is empty.
pub(crate) type TagTask<'a> = MacTask<'a, dyn Chaining>;

/// A ready key: that of CBC and those of the MACs.
pub(crate) trait Chaining: Any {
    /// The same key for tags of another length.
    fn with_tag_bytes(&self, tag_bytes: usize) -> Made<dyn Chaining>;
    /// CBC of whole blocks.
    fn cbc(&self, way: Way, iv: &[u8; 16], data: Data<'_>) -> Result<(), Error>;
    /// The tag of a message.
    fn tag(&self, mac: AesMac, message: &[u8]) -> Tag;
    /// Verifies the tag of a message.
    fn verify(&self, mac: AesMac, message: &[u8], tag: &[u8]) -> Result<(), Error>;
    /// The tag of a message in pieces of some length.
    fn tag_in_pieces(&self, mac: AesMac, message: &[u8], piece: usize) -> Tag;
    /// Verifies the tag of a message in pieces of some length.
    fn verify_in_pieces(
        &self,
        mac: AesMac,
        message: &[u8],
        piece: usize,
        tag: &[u8],
    ) -> Result<(), Error>;
}

/// The batch calls.
pub(crate) trait ManyChains {
    /// CBC of every message.
    fn cbc<'a>(&self, way: Way, tasks: Vec<CbcTask<'a>>) -> Box<dyn Jobs + 'a>;
    /// The tag of every message.
    fn tags<'a>(&self, mac: AesMac, tasks: Vec<TagTask<'a>>) -> Box<dyn Jobs + 'a>;
    /// Verifies the tag of every message.
    fn verify<'a>(&self, mac: AesMac, tasks: Vec<TagTask<'a>>) -> Box<dyn Jobs + 'a>;
}

/// CTR_DRBG.
pub(crate) trait Generator {
    /// Takes additional input and fills the output with random bytes.
    fn generate(&mut self, additional: &[u8], out: &mut [u8]) -> Result<(), Error>;
    /// Takes fresh entropy, with additional input.
    fn reseed(&mut self, entropy: &[u8], additional: &[u8]) -> Result<(), Error>;
}

impl Chained {
    /// The entry of a type.
    pub(super) const fn of<C: AesModes>(name: &'static str) -> Self {
        Self {
            name,
            key_bytes: C::KEY_BYTES,
            expand: |key, backend| {
                let cipher = C::with_backend(key, backend)?;
                Ok(Box::new(ChainedKeys {
                    cbc: Cbc::from(cipher.clone()),
                    cmac: Cmac::from(cipher.clone()),
                    pmac: Pmac::from(cipher),
                }))
            },
            batch: |backend| {
                Ok(Box::new(ChainedBatches::<C> {
                    cbc: Batch::with_backend(backend)?,
                    cmac: Batch::with_backend(backend)?,
                    pmac: Batch::with_backend(backend)?,
                }))
            },
            generator: generator::<C>,
        }
    }
}

/// CTR_DRBG of a type.
fn generator<C: AesModes>(
    entropy: &[u8],
    personalization: &[u8],
    derivation: bool,
    backend: Backend,
) -> Made<dyn Generator> {
    let options = DrbgOptions { derivation, backend, ..DrbgOptions::default() };
    // With the derivation function, the nonce is what comes first.
    let nonce = if derivation { personalization.len().min(C::KEY_BYTES / 2) } else { 0 };
    let (nonce, personalization) = personalization.split_at(nonce);
    Ok(Box::new(CtrDrbg::<C>::from_seed(entropy, nonce, personalization, options)?))
}

impl<C: AesModes> Generator for CtrDrbg<C> {
    fn generate(&mut self, additional: &[u8], out: &mut [u8]) -> Result<(), Error> {
        self.generate_with(additional, out)
    }

    fn reseed(&mut self, entropy: &[u8], additional: &[u8]) -> Result<(), Error> {
        self.reseed_from(entropy, additional)
    }
}

impl AesMac {
    /// Its name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Cmac => "cmac",
            Self::Pmac => "pmac",
        }
    }
}

/// The key objects of a cipher.
struct ChainedKeys<C> {
    cbc: Cbc<C>,
    cmac: Cmac<C>,
    pmac: Pmac<C>,
}

impl<C: AesModes> Chaining for ChainedKeys<C> {
    fn with_tag_bytes(&self, tag_bytes: usize) -> Made<dyn Chaining> {
        let Self { cbc, cmac, pmac } = self;
        Ok(Box::new(Self {
            cbc: cbc.clone(),
            cmac: cmac.clone().with_tag_bytes(tag_bytes)?,
            pmac: pmac.clone().with_tag_bytes(tag_bytes)?,
        }))
    }

    fn cbc(&self, way: Way, iv: &[u8; 16], data: Data<'_>) -> Result<(), Error> {
        match way {
            Way::Encrypt => self.cbc.encrypt(iv, data),
            Way::Decrypt => self.cbc.decrypt(iv, data),
        }
    }

    fn tag(&self, mac: AesMac, message: &[u8]) -> Tag {
        let tag = match mac {
            AesMac::Cmac => self.cmac.compute((), message),
            AesMac::Pmac => self.pmac.compute((), message),
        };
        match tag {
            Ok(tag) => tag,
            Err(error) => unreachable!("these MACs take every message: {error}"),
        }
    }

    fn verify(&self, mac: AesMac, message: &[u8], tag: &[u8]) -> Result<(), Error> {
        match mac {
            AesMac::Cmac => self.cmac.verify((), message, tag),
            AesMac::Pmac => self.pmac.verify((), message, tag),
        }
    }

    fn tag_in_pieces(&self, mac: AesMac, message: &[u8], piece: usize) -> Tag {
        match mac {
            AesMac::Cmac => {
                let mut state = self.cmac.start();
                message.chunks(piece).for_each(|bytes| state.update(bytes));
                state.finish()
            }
            AesMac::Pmac => {
                let mut state = self.pmac.start();
                message.chunks(piece).for_each(|bytes| state.update(bytes));
                state.finish()
            }
        }
    }

    fn verify_in_pieces(
        &self,
        mac: AesMac,
        message: &[u8],
        piece: usize,
        tag: &[u8],
    ) -> Result<(), Error> {
        match mac {
            AesMac::Cmac => {
                let mut state = self.cmac.start();
                message.chunks(piece).for_each(|bytes| state.update(bytes));
                state.verify(tag)
            }
            AesMac::Pmac => {
                let mut state = self.pmac.start();
                message.chunks(piece).for_each(|bytes| state.update(bytes));
                state.verify(tag)
            }
        }
    }
}

/// The batch calls of a cipher.
struct ChainedBatches<C: AesModes> {
    cbc: Batch<Cbc<C>>,
    cmac: Batch<Cmac<C>>,
    pmac: Batch<Pmac<C>>,
}

impl<C: AesModes> ManyChains for ChainedBatches<C> {
    fn cbc<'a>(&self, way: Way, tasks: Vec<CbcTask<'a>>) -> Box<dyn Jobs + 'a> {
        let jobs = tasks.into_iter().map(|task| {
            let key = task.key.typed(|key| &known::<ChainedKeys<C>>(key).cbc);
            let Ok(iv) = task.nonce.try_into() else {
                unreachable!("IVs of CBC have 16 bytes");
            };
            CipherJob::new(key, iv, task.data)
        });
        match way {
            Way::Encrypt => prepare(self.cbc, Batch::encrypt, jobs),
            Way::Decrypt => prepare(self.cbc, Batch::decrypt, jobs),
        }
    }

    fn tags<'a>(&self, mac: AesMac, tasks: Vec<TagTask<'a>>) -> Box<dyn Jobs + 'a> {
        let tasks = tasks.into_iter();
        match mac {
            AesMac::Cmac => prepare(self.cmac, Batch::compute, tasks.map(cmac_job::<C>)),
            AesMac::Pmac => prepare(self.pmac, Batch::compute, tasks.map(pmac_job::<C>)),
        }
    }

    fn verify<'a>(&self, mac: AesMac, tasks: Vec<TagTask<'a>>) -> Box<dyn Jobs + 'a> {
        let tasks = tasks.into_iter();
        match mac {
            AesMac::Cmac => prepare(self.cmac, Batch::verify, tasks.map(cmac_job::<C>)),
            AesMac::Pmac => prepare(self.pmac, Batch::verify, tasks.map(pmac_job::<C>)),
        }
    }
}

fn cmac_job<C: AesModes>(task: TagTask<'_>) -> lanecrypt::MacJob<'_, Cmac<C>> {
    let key = task.key.typed(|key| &known::<ChainedKeys<C>>(key).cmac);
    task.job(key, ())
}

fn pmac_job<C: AesModes>(task: TagTask<'_>) -> lanecrypt::MacJob<'_, Pmac<C>> {
    let key = task.key.typed(|key| &known::<ChainedKeys<C>>(key).pmac);
    task.job(key, ())
}
