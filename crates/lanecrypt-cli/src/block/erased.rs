//! Traits that hide the type of a cipher.

use std::any::Any;

use lanecrypt::block::{OneBlock, Sbox};
use lanecrypt::mode::{Ctr, CtrStream, Ecb, Modes};
use lanecrypt::{Backend, Batch, Cipher as _, CipherJob, Data, Error, StreamCipher};

use crate::jobs::{CipherTask, Jobs, Made, known, prepare};

/// To encrypt or to decrypt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Encrypt.
    Encrypt,
    /// Decrypt.
    Decrypt,
}

/// The options of a cipher. `None` stands for the cipher's default.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Choice {
    /// The S-box, for ciphers that leave it open.
    pub(crate) sbox: Option<Sbox>,
}

/// Options of the library that can be made of a [`Choice`].
pub(crate) trait Chosen {
    /// Makes the options.
    fn chosen(choice: &Choice) -> Self;
}

impl Chosen for () {
    fn chosen(_: &Choice) -> Self {}
}

impl Chosen for Sbox {
    fn chosen(choice: &Choice) -> Self {
        choice.sbox.unwrap_or_default()
    }
}

/// A message for a batch call. In ECB the nonce is empty.
pub(crate) type BlockTask<'a> = CipherTask<'a, dyn BlockKey>;

/// A ready key: that of ECB and that of counter mode.
pub(crate) trait BlockKey: Any {
    /// Whole blocks.
    fn ecb(&self, way: Way, data: Data<'_>) -> Result<(), Error>;
    /// Counter mode from the first block of a nonce on.
    fn ctr(&self, nonce: &[u8]) -> Result<Box<dyn Keystream>, Error>;
    /// A message in counter mode, from a block of a nonce on.
    fn ctr_once(&self, nonce: &[u8], block: u64, data: Data<'_>) -> Result<(), Error>;
    /// Decrypts a message in counter mode.
    fn ctr_decrypt(&self, nonce: &[u8], data: Data<'_>) -> Result<(), Error>;
    /// Fills the output with the keystream of a nonce.
    fn keystream(&self, nonce: &[u8], output: &mut [u8]) -> Result<(), Error>;
}

/// Counter mode of one nonce.
pub(crate) trait Keystream {
    /// Encrypts or decrypts the next bytes.
    fn apply(&mut self, data: Data<'_>) -> Result<(), Error>;
    /// Fills the output with the next bytes of keystream.
    fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error>;
    /// Goes to a byte of the keystream.
    fn seek(&mut self, position: u128) -> Result<(), Error>;
    /// The number of the next byte.
    fn position(&self) -> u128;
}

/// The batch calls.
pub(crate) trait ManyKeys {
    /// Whole blocks of every message.
    fn ecb<'a>(&self, way: Way, tasks: Vec<BlockTask<'a>>) -> Box<dyn Jobs + 'a>;
    /// Every message in counter mode.
    fn ctr<'a>(&self, way: Way, tasks: Vec<BlockTask<'a>>) -> Box<dyn Jobs + 'a>;
    /// The keystream of every message.
    fn keystream<'a>(&self, tasks: Vec<BlockTask<'a>>) -> Box<dyn Jobs + 'a>;
}

/// A key, expanded for one block at a time.
pub(crate) trait OneByOne {
    /// Whole blocks, in place.
    fn ecb(&self, way: Way, data: &mut [u8]) -> Result<(), Error>;
}

/// The key objects of a cipher.
struct ModeKeys<C> {
    ecb: Ecb<C>,
    ctr: Ctr<C>,
}

impl<C: Modes> BlockKey for ModeKeys<C> {
    fn ecb(&self, way: Way, data: Data<'_>) -> Result<(), Error> {
        match way {
            Way::Encrypt => self.ecb.encrypt((), data),
            Way::Decrypt => self.ecb.decrypt((), data),
        }
    }

    fn ctr(&self, nonce: &[u8]) -> Result<Box<dyn Keystream>, Error> {
        Ok(Box::new(self.ctr.stream(nonce)?))
    }

    fn ctr_once(&self, nonce: &[u8], block: u64, data: Data<'_>) -> Result<(), Error> {
        if block == 0 {
            return self.ctr.encrypt(nonce, data);
        }
        let mut stream = self.ctr.stream(nonce)?;
        stream.seek(u128::from(block) * C::BLOCK_BYTES as u128)?;
        stream.apply(data)
    }

    fn ctr_decrypt(&self, nonce: &[u8], data: Data<'_>) -> Result<(), Error> {
        self.ctr.decrypt(nonce, data)
    }

    fn keystream(&self, nonce: &[u8], output: &mut [u8]) -> Result<(), Error> {
        self.ctr.keystream(nonce, output)
    }
}

impl<C: Modes> Keystream for CtrStream<C> {
    fn apply(&mut self, data: Data<'_>) -> Result<(), Error> {
        self.apply(data)
    }

    fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error> {
        self.keystream(output)
    }

    fn seek(&mut self, position: u128) -> Result<(), Error> {
        self.seek(position)
    }

    fn position(&self) -> u128 {
        self.position()
    }
}

/// The batch calls of a cipher.
struct ModeBatches<C: Modes> {
    ecb: Batch<Ecb<C>>,
    ctr: Batch<Ctr<C>>,
}

/// A job of counter mode.
fn ctr_job<C: Modes>(task: BlockTask<'_>) -> CipherJob<'_, Ctr<C>> {
    let key = task.key.typed(|key| &known::<ModeKeys<C>>(key).ctr);
    CipherJob::new(key, task.nonce, task.data).with_start_block(task.block)
}

impl<C: Modes> ManyKeys for ModeBatches<C> {
    fn ecb<'a>(&self, way: Way, tasks: Vec<BlockTask<'a>>) -> Box<dyn Jobs + 'a> {
        let jobs = tasks.into_iter().map(|task| {
            let key = task.key.typed(|key| &known::<ModeKeys<C>>(key).ecb);
            CipherJob::new(key, (), task.data).with_start_block(task.block)
        });
        match way {
            Way::Encrypt => prepare(self.ecb, Batch::encrypt, jobs),
            Way::Decrypt => prepare(self.ecb, Batch::decrypt, jobs),
        }
    }

    fn ctr<'a>(&self, way: Way, tasks: Vec<BlockTask<'a>>) -> Box<dyn Jobs + 'a> {
        let jobs = tasks.into_iter().map(ctr_job);
        match way {
            Way::Encrypt => prepare(self.ctr, Batch::encrypt, jobs),
            Way::Decrypt => prepare(self.ctr, Batch::decrypt, jobs),
        }
    }

    fn keystream<'a>(&self, tasks: Vec<BlockTask<'a>>) -> Box<dyn Jobs + 'a> {
        prepare(self.ctr, Batch::keystream, tasks.into_iter().map(ctr_job))
    }
}

/// A ready key of some cipher on a backend.
pub(crate) fn expand<C: Modes>(key: &[u8], choice: &Choice, backend: Backend) -> Made<dyn BlockKey>
where
    C::Options: Chosen,
{
    let cipher = C::with_options(key, C::Options::chosen(choice), backend)?;
    Ok(Box::new(ModeKeys { ecb: Ecb::from(cipher.clone()), ctr: Ctr::from(cipher) }))
}

/// The batch calls of some cipher on a backend.
pub(crate) fn batch<C: Modes>(choice: &Choice, backend: Backend) -> Made<dyn ManyKeys>
where
    C::Options: Chosen,
{
    let options = C::Options::chosen(choice);
    Ok(Box::new(ModeBatches::<C> {
        ecb: Batch::with_backend(backend)?.with_options(options),
        ctr: Batch::with_backend(backend)?.with_options(options),
    }))
}

impl<C: OneBlock> OneByOne for C {
    fn ecb(&self, way: Way, data: &mut [u8]) -> Result<(), Error> {
        match way {
            Way::Encrypt => self.encrypt(data),
            Way::Decrypt => self.decrypt(data),
        }
    }
}

/// A key of some cipher, expanded for one block at a time.
pub(crate) fn one_by_one<C: OneBlock + 'static>(key: &[u8], _: &Choice) -> Made<dyn OneByOne> {
    boxed(C::new(key)?)
}

/// Hides the type.
pub(crate) fn boxed<C: OneBlock + 'static>(cipher: C) -> Made<dyn OneByOne> {
    Ok(Box::new(cipher))
}
