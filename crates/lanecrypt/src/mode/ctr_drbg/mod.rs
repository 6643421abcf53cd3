//! CTR_DRBG.

mod derive;
mod entropy;
mod health;
#[cfg(feature = "std")]
#[allow(unsafe_code)]
mod process;

/// Without `std`, nothing is known of processes.
#[cfg(not(feature = "std"))]
mod process {
    pub(super) fn number() -> usize {
        0
    }
}

use super::AesModes;
use crate::algorithm::engine::{INTERNAL, Settings};
use crate::lanes::{leaving_nothing, wipe};
use crate::{Backend, Error, Quantity};
#[cfg(all(feature = "std", any(unix, windows)))]
pub use entropy::OsEntropy;
pub use entropy::{Entropy, NoEntropy};

/// The length of a block, in bytes.
const BLOCK: usize = 16;

/// The longest seed, in bytes: a key of 32 bytes and a block.
const MAX_SEED: usize = 48;

/// The most bytes of a request.
const MAX_BYTES: usize = 1 << 16;

/// The most requests between seeds.
const MAX_REQUESTS: u64 = 1 << 48;

/// The length of a seed, in bytes: a key and a block.
const fn seed_bytes<C: AesModes>() -> usize {
    C::KEY_BYTES + BLOCK
}

/// A seed; what the cipher's has less is not used. Wiped on drop.
struct Seed([u8; MAX_SEED]);

impl Seed {
    fn zero() -> Self {
        Self([0; MAX_SEED])
    }

    /// Bytes of at most that length, and zeros.
    fn of(bytes: &[u8]) -> Self {
        let mut seed = Self::zero();
        seed.add(bytes);
        seed
    }

    fn add(&mut self, bytes: &[u8]) {
        for (seed, byte) in self.0.iter_mut().zip(bytes) {
            *seed ^= byte;
        }
    }
}

impl Drop for Seed {
    fn drop(&mut self) {
        wipe(&mut self.0, [0; MAX_SEED]);
    }
}

/// The options of a [`CtrDrbg`].
///
/// ```
/// use lanecrypt::mode::DrbgOptions;
///
/// let options = DrbgOptions { prediction_resistance: true, ..DrbgOptions::default() };
/// assert!(options.derivation);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrbgOptions {
    /// Whether entropy goes through the derivation function. If not, entropy has exactly as many bytes as
    /// a key and a block together, and personalization and additional input at most as many.
    pub derivation: bool,
    /// Whether every request takes fresh entropy first.
    pub prediction_resistance: bool,
    /// The backend.
    pub backend: Backend,
}

impl Default for DrbgOptions {
    /// With the derivation function, without prediction resistance, on the best backend.
    fn default() -> Self {
        Self { derivation: true, prediction_resistance: false, backend: Backend::best() }
    }
}

/// CTR_DRBG (NIST SP 800-90A Rev. 1, section 10.2.1): a generator of random bytes from AES in counter
/// mode.
///
/// A source of [`Entropy`] gives seeds at the start and whenever one is needed. With [`NoEntropy`] the
/// caller gives them. Every request ends with a new key, so that earlier output cannot be computed from
/// the state.
///
/// A request has at most 2^16 bytes. After 2^48 requests the generator needs a new seed (table 3). The
/// state is wiped on drop. Constant time in everything but lengths. Errors leave buffers as they were.
///
/// # Copies
///
/// It is not `Clone`, because two copies would give the same bytes. With the feature `std` on Unix, a child
/// process does not repeat its parent either: before its first bytes, the copy in the child takes fresh
/// entropy from its source, or returns [`Error::ReseedRequired`] if it has none. On Linux 4.14 and later the
/// system itself marks the child (`MADV_WIPEONFORK`), whether it was made by `fork` or by `clone`. Elsewhere
/// the process id is compared, at the cost of a system call for each request; there a descendant that got
/// the id of an ancestor which has ended is not noticed.
///
/// Not noticed at all are a `fork` in a signal handler that interrupts a request, copies of a whole virtual
/// machine, and, without `std`, any copy of memory. Later requests differ after those too if they take fresh
/// entropy, as [`CtrDrbg::generate_fresh`] does. A source must not repeat its own bytes in a copy.
///
/// # Self-test
///
/// The first generator of a kind (the length of keys, the derivation function or not, and the backend)
/// starts with a known-answer test of this kind. If it fails, then from there on no generator of the kind
/// starts or gives bytes: all their calls return [`Error::SelfTest`] until the process ends.
///
/// ```
/// use lanecrypt::{block::Aes256, mode::{CtrDrbg, DrbgOptions}};
///
/// // 32 bytes of entropy and 16 bytes of nonce. Constants here; random in earnest.
/// let options = DrbgOptions::default();
/// let mut generator = CtrDrbg::<Aes256>::from_seed(&[1; 32], &[2; 16], b"example", options)?;
/// let mut key = [0; 32];
/// generator.generate(&mut key)?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub struct CtrDrbg<C: AesModes, S = NoEntropy> {
    /// The cipher with the key.
    cipher: C,
    /// The block before the next one, as a big-endian number.
    counter: u128,
    /// The number of the next request since the last seed, from 1.
    requests: u64,
    options: DrbgOptions,
    source: S,
    /// The number of the process that the last seed was for.
    process: usize,
}

impl<C: AesModes, S> Drop for CtrDrbg<C, S> {
    fn drop(&mut self) {
        // The cipher wipes its key.
        wipe(&mut self.counter, 0);
    }
}

impl<C: AesModes, S> core::fmt::Debug for CtrDrbg<C, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CtrDrbg").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<C: AesModes> CtrDrbg<C> {
    /// From given entropy, for callers that have it, and for known answers.
    ///
    /// With the derivation function there must be as much entropy as a key has bytes, or more, and a nonce
    /// of at least half as much, which never comes again with the same entropy (section 8.6.7). The nonce
    /// can be empty if there is half as much entropy more: then the nonce is part of the entropy. Without the
    /// derivation function, entropy is a whole seed and the nonce empty.
    ///
    /// Other lengths are errors: [`Error::Entropy`], [`Error::NonceRange`] or [`Error::TooLong`].
    pub fn from_seed(
        entropy: &[u8],
        nonce: &[u8],
        personalization: &[u8],
        options: DrbgOptions,
    ) -> Result<Self, Error> {
        Self::instantiate(NoEntropy, entropy, nonce, personalization, options)
    }
}

impl<C: AesModes, S: Entropy> CtrDrbg<C, S> {
    /// The length of a seed, in bytes: a key and a block.
    pub const SEED_BYTES: usize = seed_bytes::<C>();

    /// Takes entropy from a source, and a string, which can be empty, that tells this generator from
    /// others.
    pub fn new(source: S, personalization: &[u8]) -> Result<Self, Error> {
        Self::with_options(source, personalization, DrbgOptions::default())
    }

    /// The same with options.
    pub fn with_options(
        mut source: S,
        personalization: &[u8],
        options: DrbgOptions,
    ) -> Result<Self, Error> {
        // The nonce of half a key's length comes from the source too (section 8.6.7).
        let bytes = if options.derivation { C::KEY_BYTES / 2 * 3 } else { Self::SEED_BYTES };
        let process = process::number();
        let mut seed = Seed::zero();
        source.fill(&mut seed.0[..bytes])?;
        leaving_nothing(|| {
            let seed = &seed.0[..bytes];
            let mut made = Self::instantiate(source, seed, &[], personalization, options)?;
            made.process = process;
            Ok(made)
        })
    }

    /// Tests this kind of generator, unless that was done, and starts one.
    fn instantiate(
        source: S,
        entropy: &[u8],
        nonce: &[u8],
        personalization: &[u8],
        options: DrbgOptions,
    ) -> Result<Self, Error> {
        health::check::<C>(options.derivation, options.backend.checked()?)?;
        Self::start(source, entropy, nonce, personalization, options)
    }

    /// Section 10.2.1.3.
    fn start(
        source: S,
        entropy: &[u8],
        nonce: &[u8],
        personalization: &[u8],
        options: DrbgOptions,
    ) -> Result<Self, Error> {
        let backend = options.backend.checked()?;
        match options.derivation {
            true => check_nonce::<C>(entropy, nonce)?,
            false => check_seed_part(nonce, 0)?,
        }
        leaving_nothing(|| {
            let cipher =
                C::expand(&[0; 32][..C::KEY_BYTES], Settings { backend, options: () }, INTERNAL);
            let process = process::number();
            let mut out = Self { cipher, counter: 0, requests: 0, options, source, process };
            let seed = out.seed_of(entropy, nonce, personalization)?;
            out.take_seed(&seed);
            Ok(out)
        })
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.cipher.backend()
    }

    /// Fills at most 2^16 bytes with random ones.
    pub fn generate(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.generate_with(&[], out)
    }

    /// The same; additional input, which need not be secret, is stirred in first.
    ///
    /// Takes fresh entropy from the source first if it is wanted (section 9.3.1) or if this is a copy in a
    /// child process; a generator without source returns [`Error::ReseedRequired`] then. A request of more
    /// than 2^16 bytes is [`Error::TooLong`].
    pub fn generate_with(&mut self, additional: &[u8], out: &mut [u8]) -> Result<(), Error> {
        self.request(self.options.prediction_resistance, additional, out)
    }

    /// The same with prediction resistance for this request, whatever the options say: it takes fresh
    /// entropy from the source first, so that who knew the state before cannot compute the bytes.
    ///
    /// ```
    /// use lanecrypt::{Error, block::Aes256, mode::{CtrDrbg, DrbgOptions}};
    ///
    /// # #[cfg(all(feature = "std", any(unix, windows)))] {
    /// use lanecrypt::mode::OsEntropy;
    ///
    /// let mut generator = CtrDrbg::<Aes256, _>::new(OsEntropy::new()?, b"keys")?;
    /// generator.generate_fresh(b"", &mut [0; 32])?;
    /// # }
    /// // Without a source there is nothing fresh.
    /// let options = DrbgOptions::default();
    /// let mut seeded = CtrDrbg::<Aes256>::from_seed(&[1; 32], &[2; 16], b"", options)?;
    /// assert_eq!(seeded.generate_fresh(b"", &mut [0; 32]), Err(Error::ReseedRequired));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn generate_fresh(&mut self, additional: &[u8], out: &mut [u8]) -> Result<(), Error> {
        self.request(true, additional, out)
    }

    fn request(&mut self, fresh: bool, additional: &[u8], out: &mut [u8]) -> Result<(), Error> {
        if out.len() > MAX_BYTES {
            let (bytes, max) = (out.len() as u64, MAX_BYTES as u64);
            return Err(Error::TooLong { what: Quantity::Request, bytes, max });
        }
        health::may_answer::<C>(self.options.derivation, self.backend())?;
        let copied = self.process != process::number();
        if fresh || copied || self.requests > MAX_REQUESTS {
            self.reseed_with(additional)?;
            return leaving_nothing(|| self.output(&[], out));
        }
        leaving_nothing(|| self.output(additional, out))
    }

    /// Section 10.2.1.5, for a generator that needs no seed and a length that is allowed.
    fn output(&mut self, additional: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let input = match additional {
            [] => Seed::zero(),
            input => {
                let input = self.input_of(input)?;
                self.update(&input);
                input
            }
        };
        self.keystream(out);
        self.counter = self.counter.wrapping_add(out.len().div_ceil(BLOCK) as u128);
        self.update(&input);
        self.requests += 1;
        Ok(())
    }

    /// Repeats the known-answer test of this kind of generator ([`CtrDrbg`] has what follows if it fails).
    pub fn self_test(&mut self) -> Result<(), Error> {
        health::test::<C>(self.options.derivation, self.backend())
    }

    /// Takes fresh entropy from the source.
    pub fn reseed(&mut self) -> Result<(), Error> {
        self.reseed_with(&[])
    }

    /// The same, with additional input.
    pub fn reseed_with(&mut self, additional: &[u8]) -> Result<(), Error> {
        let bytes = if self.options.derivation { C::KEY_BYTES } else { Self::SEED_BYTES };
        // A fork while the source is asked is one after this seed.
        let process = process::number();
        let mut entropy = Seed::zero();
        self.source.fill(&mut entropy.0[..bytes])?;
        self.reseed_from(&entropy.0[..bytes], additional)?;
        self.process = process;
        Ok(())
    }

    /// Takes given entropy, as much as [`CtrDrbg::from_seed`] does, and additional input (section
    /// 10.2.1.4).
    pub fn reseed_from(&mut self, entropy: &[u8], additional: &[u8]) -> Result<(), Error> {
        health::may_answer::<C>(self.options.derivation, self.backend())?;
        leaving_nothing(|| -> Result<(), Error> {
            let seed = self.seed_of(entropy, &[], additional)?;
            self.take_seed(&seed);
            Ok(())
        })?;
        self.process = process::number();
        Ok(())
    }

    /// The seed of entropy and other input.
    fn seed_of(&self, entropy: &[u8], nonce: &[u8], other: &[u8]) -> Result<Seed, Error> {
        if self.options.derivation {
            let parts = [entropy, nonce, other];
            if entropy.len() < C::KEY_BYTES {
                return Err(Error::Entropy);
            }
            derive::check(&parts)?;
            return Ok(derive::derive::<C>(&parts, self.backend()));
        }
        if entropy.len() < Self::SEED_BYTES {
            return Err(Error::Entropy);
        }
        check_seed_part(entropy, Self::SEED_BYTES)?;
        let mut seed = self.input_of(other)?;
        seed.add(entropy);
        Ok(seed)
    }

    /// What additional input is stirred in as.
    fn input_of(&self, input: &[u8]) -> Result<Seed, Error> {
        if self.options.derivation {
            derive::check(&[input])?;
            return Ok(derive::derive::<C>(&[input], self.backend()));
        }
        check_seed_part(input, Self::SEED_BYTES)?;
        Ok(Seed::of(input))
    }

    fn settings(&self) -> Settings<C> {
        Settings { backend: self.options.backend, options: () }
    }

    fn take_seed(&mut self, seed: &Seed) {
        self.update(seed);
        self.requests = 1;
    }

    /// The next blocks of the generator; its state stays.
    fn keystream(&self, out: &mut [u8]) {
        self.cipher.fill(self.counter.wrapping_add(1), out, INTERNAL);
    }

    /// Section 10.2.1.2: a new key and a new counter.
    fn update(&mut self, input: &Seed) {
        let mut next = Seed::zero();
        self.keystream(&mut next.0[..Self::SEED_BYTES]);
        next.add(&input.0);
        let (key, counter) = next.0[..Self::SEED_BYTES].split_at(C::KEY_BYTES);
        self.cipher = C::expand(key, self.settings(), INTERNAL);
        self.counter = counter.iter().fold(0, |number, byte| number << 8 | u128::from(*byte));
    }
}

/// Whether there is a nonce, where the derivation function wants one (section 8.6.7).
fn check_nonce<C: AesModes>(entropy: &[u8], nonce: &[u8]) -> Result<(), Error> {
    let (bytes, min) = (nonce.len(), C::KEY_BYTES / 2);
    let within_entropy = bytes == 0 && entropy.len() >= C::KEY_BYTES + min;
    // Too little entropy is an error of its own.
    if bytes >= min || within_entropy || entropy.len() < C::KEY_BYTES {
        return Ok(());
    }
    Err(Error::NonceRange { bytes, min, max: derive::MAX_INPUT as usize })
}

/// Whether input that is a part of a seed is no longer than that.
fn check_seed_part(input: &[u8], max: usize) -> Result<(), Error> {
    if input.len() > max {
        let (bytes, max) = (input.len() as u64, max as u64);
        return Err(Error::TooLong { what: Quantity::Input, bytes, max });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Data;
    use crate::block::Aes128;
    use crate::mode::words::ModesEngine as _;

    struct Ones(usize);

    impl Entropy for Ones {
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
            bytes.fill(1);
            self.0 += 1;
            Ok(())
        }
    }

    #[test]
    fn wants_a_seed_after_so_many_requests() {
        let seed = [1; 16];
        let mut given =
            CtrDrbg::<Aes128>::from_seed(&seed, &[2; 8], &[], DrbgOptions::default()).unwrap();
        given.requests = MAX_REQUESTS;
        let mut out = [0; 5];
        assert_eq!(given.generate(&mut out), Ok(()));
        let before = out;
        assert_eq!(given.generate(&mut out), Err(Error::ReseedRequired));
        assert_eq!(out, before);
        assert_eq!(given.reseed_from(&seed, &[]), Ok(()));
        assert_eq!(given.generate(&mut out), Ok(()));
        assert_ne!(out, before);

        let mut fed = CtrDrbg::<Aes128, _>::new(Ones(0), &[]).unwrap();
        fed.requests = MAX_REQUESTS;
        assert_eq!(fed.generate(&mut out), Ok(()));
        assert_eq!((fed.source.0, fed.requests), (1, MAX_REQUESTS + 1));
        assert_eq!(fed.generate(&mut out), Ok(()));
        assert_eq!((fed.source.0, fed.requests), (2, 2));
    }

    /// The counter counts on over all its bytes.
    #[test]
    fn the_counter_wraps() {
        let options = DrbgOptions::default();
        let mut drbg = CtrDrbg::<Aes128>::from_seed(&[1; 16], &[2; 8], &[], options).unwrap();
        drbg.counter = u128::MAX - 2;
        let mut out = [0; 80];
        drbg.keystream(&mut out);
        for (i, made) in out.chunks(BLOCK).enumerate() {
            let mut block = (u128::MAX - 1).wrapping_add(i as u128).to_be_bytes();
            drbg.cipher.ecb(drbg.backend(), false, &mut Data::from(&mut block), INTERNAL);
            assert_eq!(made, block);
        }
    }
}
