//! CTR_DRBG.

use core::fmt;
use core::marker::PhantomData;

use rand_core::{SeedableRng, TryCryptoRng, TryRng};
use zeroize::ZeroizeOnDrop;

use crate::Error;
use crate::lanes::{leaving_nothing, wipe};
use crate::mode::{self, AesModes, DrbgOptions, Entropy, NoEntropy};

/// CTR_DRBG over AES `C` with a source of entropy `S`, behind the traits `TryRng` and `TryCryptoRng`, and
/// `SeedableRng` if there is no source.
///
/// It is made of a [`mode::CtrDrbg`](crate::mode::CtrDrbg), or of a [`DrbgSeed`]. Every number is a request of
/// its own, after which the earlier output cannot be computed from the state any more: programs that want many
/// numbers fill a buffer. `try_fill_bytes` makes requests of 2^16 bytes; if one fails, the output is zeros.
/// The errors are those of [`mode::CtrDrbg::generate`](crate::mode::CtrDrbg::generate): a source fails, or
/// there is none when a new seed is needed, after 2^48 requests or in a child process. Where an infallible `Rng` is wanted, there is
/// `rand_core::UnwrapErr`.
///
/// ```
/// use lanecrypt::block::Aes256;
/// use lanecrypt::rustcrypto::CtrDrbg;
/// use lanecrypt::rustcrypto::rand_core::{SeedableRng, TryRng};
///
/// // A whole seed of 48 bytes. Constant here; random in earnest.
/// let mut generator = CtrDrbg::<Aes256>::from_seed([7; 48].as_slice().try_into()?);
/// let mut key = [0; 32];
/// generator.try_fill_bytes(&mut key)?;
/// assert_ne!(generator.try_next_u64()?, generator.try_next_u64()?);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub struct CtrDrbg<C: AesModes, S = NoEntropy>(mode::CtrDrbg<C, S>);

impl<C: AesModes, S> From<mode::CtrDrbg<C, S>> for CtrDrbg<C, S> {
    fn from(generator: mode::CtrDrbg<C, S>) -> Self {
        Self(generator)
    }
}

impl<C: AesModes, S> fmt::Debug for CtrDrbg<C, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The most bytes of a request.
const REQUEST: usize = 1 << 16;

impl<C: AesModes, S: Entropy> TryRng for CtrDrbg<C, S> {
    type Error = Error;

    fn try_next_u32(&mut self) -> Result<u32, Error> {
        let mut bytes = [0; 4];
        self.0.generate(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Error> {
        let mut bytes = [0; 8];
        self.0.generate(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Error> {
        let filled = out.chunks_mut(REQUEST).try_for_each(|request| self.0.generate(request));
        if filled.is_err() {
            out.fill(0);
        }
        filled
    }
}

impl<C: AesModes, S: Entropy> TryCryptoRng for CtrDrbg<C, S> {}

/// A whole seed of [`CtrDrbg`]: as many bytes as a key and a block of AES `C` have together, 32, 40 or 48. It
/// is used without the derivation function, so all of its bits are entropy. Wiped on drop.
///
/// ```
/// use lanecrypt::{Error, block::Aes128, rustcrypto::DrbgSeed};
///
/// let seed = DrbgSeed::<Aes128>::try_from(&[7; 32][..])?;
/// assert_eq!(seed.as_ref().len(), 32);
/// assert_eq!(DrbgSeed::<Aes128>::try_from(&[7; 31][..]).err(), Some(Error::Entropy));
/// # Ok::<(), Error>(())
/// ```
pub struct DrbgSeed<C> {
    bytes: [u8; MAX],
    cipher: PhantomData<fn() -> C>,
}

/// The bytes of the longest seed.
const MAX: usize = 48;

impl<C: AesModes> DrbgSeed<C> {
    const BYTES: usize = mode::CtrDrbg::<C, NoEntropy>::SEED_BYTES;
}

impl<C: AesModes> TryFrom<&[u8]> for DrbgSeed<C> {
    type Error = Error;

    /// [`Error::Entropy`] if there are fewer or more bytes.
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        leaving_nothing(|| {
            let mut seed = Self::default();
            if bytes.len() != Self::BYTES {
                return Err(Error::Entropy);
            }
            seed.as_mut().copy_from_slice(bytes);
            Ok(seed)
        })
    }
}

impl<C> Clone for DrbgSeed<C> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes, cipher: PhantomData }
    }
}

impl<C> Default for DrbgSeed<C> {
    /// Zeros, to be filled.
    fn default() -> Self {
        Self { bytes: [0; MAX], cipher: PhantomData }
    }
}

impl<C: AesModes> AsRef<[u8]> for DrbgSeed<C> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..Self::BYTES]
    }
}

impl<C: AesModes> AsMut<[u8]> for DrbgSeed<C> {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..Self::BYTES]
    }
}

impl<C> fmt::Debug for DrbgSeed<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DrbgSeed").finish_non_exhaustive()
    }
}

impl<C> Drop for DrbgSeed<C> {
    fn drop(&mut self) {
        wipe(&mut self.bytes, [0; MAX]);
    }
}

impl<C: AesModes> SeedableRng for CtrDrbg<C> {
    type Seed = DrbgSeed<C>;

    /// Panics if the generator fails its self-test.
    fn from_seed(seed: DrbgSeed<C>) -> Self {
        leaving_nothing(|| {
            let options = DrbgOptions { derivation: false, ..DrbgOptions::default() };
            let made = mode::CtrDrbg::from_seed(seed.as_ref(), &[], &[], options);
            Self(made.expect("a seed of the right size, and a generator that passes its self-test"))
        })
    }
}

/// The state is wiped on drop.
impl<C: AesModes, S> ZeroizeOnDrop for CtrDrbg<C, S> {}

/// The bytes are wiped on drop.
impl<C> ZeroizeOnDrop for DrbgSeed<C> {}
