//! What algorithms give to the public traits. The module is private and every function takes an
//! [`Internal`], so that nothing here can be called from outside, where nothing is checked.

use super::{Aead, Algorithm, Cipher, Mac};
use crate::batch::{AeadJob, CipherJob, MacJob};
use crate::lanes::leaving_nothing;
use crate::{Backend, Error, Tag};

/// Only this crate can make one.
#[derive(Clone, Copy)]
pub struct Internal(());

/// What every call of this module's functions takes.
pub(crate) const INTERNAL: Internal = Internal(());

/// What a call does with its messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Encrypts, or seals.
    Encrypt,
    /// Decrypts, or opens.
    Decrypt,
    /// Fills the output with keystream.
    Keystream,
}

/// What an algorithm is used with: a backend that this processor has, and what can be chosen.
pub struct Settings<A: Algorithm> {
    pub(crate) backend: Backend,
    pub(crate) options: A::Options,
}

impl<A: Algorithm> Settings<A> {
    /// The same for an algorithm that this one is made of.
    pub(crate) fn of<B: Algorithm<Options = A::Options>>(&self) -> Settings<B> {
        Settings { backend: self.backend, options: self.options }
    }
}

impl<A: Algorithm> Clone for Settings<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Algorithm> Copy for Settings<A> {}

impl<A: Algorithm> Default for Settings<A> {
    fn default() -> Self {
        Self { backend: Backend::best(), options: A::Options::default() }
    }
}

/// The body of `shorten`, which is the same for every type of nonce.
macro_rules! shorten {
    ($shape:ident) => {
        fn shorten<'s, 'l: 's>(
            nonce: <Self as $crate::$shape>::Nonce<'l>,
            _: $crate::algorithm::engine::Internal,
        ) -> <Self as $crate::$shape>::Nonce<'s> {
            nonce
        }
    };
}
pub(crate) use shorten;

/// What a keystream has.
pub trait Sealed {
    /// Whether so many bytes more can be taken, or the error that says why not.
    fn check_room(&self, bytes: usize, _: Internal) -> Result<(), Error>;
}

/// Implements [`KeyStream`](crate::KeyStream) by the methods of the type itself.
macro_rules! key_stream {
    ($name:ident $(<$cipher:ident: $bound:ident>)?) => {
        impl $(<$cipher: $bound>)? $crate::algorithm::engine::Sealed for $name $(<$cipher>)? {
            fn check_room(
                &self,
                bytes: usize,
                _: $crate::algorithm::engine::Internal,
            ) -> Result<(), $crate::Error> {
                Self::check_room(self, bytes)
            }
        }

        impl $(<$cipher: $bound>)? $crate::KeyStream for $name $(<$cipher>)? {
            fn apply<'a>(
                &mut self,
                data: impl Into<$crate::Data<'a>>,
            ) -> Result<(), $crate::Error> {
                Self::apply(self, data)
            }

            fn keystream(&mut self, output: &mut [u8]) -> Result<(), $crate::Error> {
                Self::keystream(self, output)
            }

            fn position(&self) -> u128 {
                Self::position(self).into()
            }
        }
    };
}
pub(crate) use key_stream;

/// What every algorithm has.
pub trait Expand: Sized {
    /// Expands a key of the right length for a backend that this processor has.
    fn expand(key: &[u8], settings: Settings<Self>, _: Internal) -> Self
    where
        Self: Algorithm;
}

/// What a cipher has.
pub trait CipherEngine: Sized {
    /// The same nonce with a shorter lifetime. Every type of nonce allows this, but the compiler does not
    /// know it of an associated type.
    fn shorten<'s, 'l: 's>(nonce: Self::Nonce<'l>, _: Internal) -> Self::Nonce<'s>
    where
        Self: Cipher;

    /// Whether the algorithm allows a message with this nonce, from this block of its keystream on, of so many bits.
    fn check(nonce: Self::Nonce<'_>, block: u64, bits: u64, _: Internal) -> Result<(), Error>
    where
        Self: Cipher;

    /// Processes a job that was checked under this key, whatever key the job names.
    fn run_one(&self, job: &mut CipherJob<'_, Self>, operation: Operation, _: Internal)
    where
        Self: Cipher;

    /// Processes every pending job, all of which were checked, and makes it done.
    fn run_many(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [CipherJob<'_, Self>],
        _: Internal,
    ) where
        Self: Cipher;
}

/// What a MAC has.
pub trait MacEngine: Sized {
    /// The same nonce with a shorter lifetime. Every type of nonce allows this, but the compiler does not
    /// know it of an associated type.
    fn shorten<'s, 'l: 's>(nonce: Self::Nonce<'l>, _: Internal) -> Self::Nonce<'s>
    where
        Self: Mac;

    /// Whether the algorithm allows the job: nonce and length; key and tag aside.
    fn check(job: &MacJob<'_, Self>, _: Internal) -> Result<(), Error>
    where
        Self: Mac;

    /// The tag of a job that was checked, under this key, of so many bytes.
    fn run_one(&self, job: &MacJob<'_, Self>, tag_bytes: usize, _: Internal) -> Tag
    where
        Self: Mac;

    /// Puts the tag of every pending job, all of which were checked, and makes it done.
    fn run_many(settings: &Settings<Self>, jobs: &mut [MacJob<'_, Self>], _: Internal)
    where
        Self: Mac;
}

/// What an AEAD has.
pub trait AeadEngine: Sized {
    /// Whether the lengths, in bytes, are within what the standard allows under one nonce.
    fn check_lengths(aad: u64, message: u64, _: Internal) -> Result<(), Error>;

    /// Encrypts or decrypts a job that was checked, under this key, and returns the tag that it
    /// makes, of so many bytes. Whether that is the expected one is not looked at.
    fn run_one(
        &self,
        job: &mut AeadJob<'_, Self>,
        tag_bytes: usize,
        operation: Operation,
        _: Internal,
    ) -> Tag
    where
        Self: Aead;

    /// Seals or opens every pending job, all of which were checked: [`AeadJob::finish`] ends each.
    fn run_many(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [AeadJob<'_, Self>],
        _: Internal,
    ) where
        Self: Aead;
}

/// Whether a key has the length that the algorithm wants.
pub(crate) fn check_key<A: Algorithm>(key: &[u8]) -> Result<(), Error> {
    match key.len() {
        bytes if bytes == A::KEY_BYTES => Ok(()),
        bytes => Err(Error::KeyLength { bytes, expected: A::KEY_BYTES }),
    }
}

/// Expands a key of the right length, and leaves nothing of it behind.
#[inline(always)]
pub(crate) fn expand<A: Algorithm>(key: &[u8], settings: Settings<A>) -> A {
    leaving_nothing(|| A::expand(key, settings, INTERNAL))
}

/// The same with a key and a backend that are checked. All of it is one call, so that the result is put where the
/// caller wants it, and not moved.
#[inline(always)]
pub(super) fn try_expand<A: Algorithm>(
    key: &[u8],
    options: A::Options,
    backend: Backend,
) -> Result<A, Error> {
    leaving_nothing(|| {
        check_key::<A>(key)?;
        Ok(A::expand(key, Settings { backend: backend.checked()?, options }, INTERNAL))
    })
}

/// One message under one key.
pub(super) fn cipher_one<C: Cipher>(
    key: &C,
    operation: Operation,
    mut job: CipherJob<'_, C>,
) -> Result<(), Error> {
    job.check()?;
    key.run_one(&mut job, operation, INTERNAL);
    Ok(())
}

/// One message under one key.
pub(super) fn mac_one<M: Mac>(key: &M, mut job: MacJob<'_, M>) -> Result<Tag, Error> {
    job.check()?;
    let tag = key.run_one(&job, job.tag_length(), INTERNAL);
    job.finish(tag);
    job.into_result()
}

/// One message under one key.
#[inline(always)]
pub(super) fn aead_one<A: Aead>(
    key: &A,
    operation: Operation,
    mut job: AeadJob<'_, A>,
) -> Result<Tag, Error> {
    job.check(operation)?;
    let tag_bytes = job.tag_length();
    let tag = key.run_one(&mut job, tag_bytes, operation, INTERNAL);
    match operation {
        Operation::Decrypt => job.outcome(tag),
        _ => Ok(tag),
    }
}
