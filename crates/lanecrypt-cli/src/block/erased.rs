//! Traits that a value can be had of whatever its cipher is.

use lanecrypt::batch::Data;
use lanecrypt::block::{OneBlock, Sbox};
use lanecrypt::mode::{Batch, Ctr, CtrJob, EcbJob, Modes, ecb};
use lanecrypt::{Backend, Error};

/// To encrypt or to decrypt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Encrypt.
    Encrypt,
    /// Decrypt.
    Decrypt,
}

/// What is chosen beside the key: nothing is the cipher's own choice.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Choice {
    /// The S-box, of ciphers that leave it open.
    pub(crate) sbox: Option<Sbox>,
}

/// The options of a cipher, from what was chosen.
pub(crate) trait Chosen {
    /// Those.
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

/// A value whose type is forgotten, or why there is none.
pub(crate) type Made<T> = Result<Box<T>, Error>;

/// A key, expanded.
pub(crate) trait Expanded {
    /// Whole blocks.
    fn ecb(&self, way: Way, data: Data<'_>) -> Result<(), Error>;
    /// Counter mode from the first block of a nonce on.
    fn ctr<'c>(&'c self, nonce: &[u8]) -> Result<Box<dyn Keystream + 'c>, Error>;
    /// A message in counter mode, from a block of a nonce on.
    fn ctr_once(&self, nonce: &[u8], block: u64, data: Data<'_>) -> Result<(), Error>;
}

/// Counter mode of one nonce.
pub(crate) trait Keystream {
    /// Encrypts or decrypts the next bytes.
    fn apply(&mut self, data: Data<'_>) -> Result<(), Error>;
    /// Goes to a byte.
    fn seek(&mut self, position: u128) -> Result<(), Error>;
    /// The number of the next byte.
    fn position(&self) -> u128;
}

/// The batch call.
pub(crate) trait ManyKeys {
    /// Whole blocks of every job.
    fn ecb(&self, way: Way, jobs: &mut [EcbJob<'_>]);
    /// Every job in counter mode.
    fn ctr(&self, jobs: &mut [CtrJob<'_>]);
}

/// A key, expanded for one block at a time.
pub(crate) trait OneByOne {
    /// Whole blocks, in place.
    fn ecb(&self, way: Way, data: &mut [u8]) -> Result<(), Error>;
}

impl<C: Modes> Expanded for C {
    fn ecb(&self, way: Way, data: Data<'_>) -> Result<(), Error> {
        match way {
            Way::Encrypt => ecb::encrypt(self, data),
            Way::Decrypt => ecb::decrypt(self, data),
        }
    }

    fn ctr<'c>(&'c self, nonce: &[u8]) -> Result<Box<dyn Keystream + 'c>, Error> {
        Ok(Box::new(Ctr::new(self, nonce)?))
    }

    fn ctr_once(&self, nonce: &[u8], block: u64, data: Data<'_>) -> Result<(), Error> {
        let mut stream = Ctr::new(self, nonce)?;
        stream.seek(u128::from(block) * C::BLOCK_BYTES as u128)?;
        stream.apply(data)
    }
}

impl<C: Modes> Keystream for Ctr<'_, C> {
    fn apply(&mut self, data: Data<'_>) -> Result<(), Error> {
        self.apply(data)
    }

    fn seek(&mut self, position: u128) -> Result<(), Error> {
        self.seek(position)
    }

    fn position(&self) -> u128 {
        self.position()
    }
}

impl<C: Modes> ManyKeys for Batch<C> {
    fn ecb(&self, way: Way, jobs: &mut [EcbJob<'_>]) {
        match way {
            Way::Encrypt => self.ecb_encrypt(jobs),
            Way::Decrypt => self.ecb_decrypt(jobs),
        }
    }

    fn ctr(&self, jobs: &mut [CtrJob<'_>]) {
        self.ctr(jobs);
    }
}

/// A key of some cipher, expanded for a backend.
pub(crate) fn expand<C: Modes + 'static>(
    key: &[u8],
    choice: &Choice,
    backend: Backend,
) -> Made<dyn Expanded>
where
    C::Options: Chosen,
{
    Ok(Box::new(C::with_options(key, C::Options::chosen(choice), backend)?))
}

/// The batch call of some cipher on a backend.
pub(crate) fn batch<C: Modes + 'static>(choice: &Choice, backend: Backend) -> Made<dyn ManyKeys>
where
    C::Options: Chosen,
{
    Ok(Box::new(Batch::<C>::with_backend(backend)?.with_options(C::Options::chosen(choice))))
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

/// Its type forgotten.
pub(crate) fn boxed<C: OneBlock + 'static>(cipher: C) -> Made<dyn OneByOne> {
    Ok(Box::new(cipher))
}
