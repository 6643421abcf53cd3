//! Counter mode.

use super::{Modes, over_cipher};
use crate::algorithm::engine::{
    CipherEngine, INTERNAL, Internal, Operation, Settings, key_stream, shorten,
};
use crate::batch::{CipherJob, Data, Status, for_operation};
use crate::lanes::{leaving_little, leaving_nothing, wipe};
use crate::{Algorithm as _, Cipher, Error, StreamCipher};

/// CTR (NIST SP 800-38A, section 6.5): the encrypted counters are the keystream.
///
/// A nonce must not be used twice under one key. Messages have any length. Constant time in keys and
/// data. Nothing is authenticated.
///
/// **AES** takes a nonce of 16 bytes, which is the first counter block, counted on as a big-endian
/// number of 128 bits that wraps to zero; or a nonce of 12 bytes, followed by a big-endian counter of
/// 32 bits that starts at zero, for at most 2^32 blocks.
///
/// **Other ciphers** take a nonce of half a block. The other half is the counter, which starts at zero
/// and counts blocks in the byte order of the cipher. The counter is the half that the first round does
/// not transform, so that what depends on the nonce alone is computed once:
///
/// | cipher | nonce | counter |
/// |---|---|---|
/// | SPECK, SIMON | second half | first half, little-endian |
/// | SIMECK, Magma | first half | second half, big-endian |
/// | SPARX, Cypress, GOST 28147-89 | first half | second half, little-endian |
///
/// There a message has at most 2^(4 * `BLOCK_BYTES`) blocks, and never more than 2^64 - 1. A message
/// that needs more is refused with [`Error::Counter`]. Magma's form is that of GOST R 34.13-2015.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, StreamCipher, block::Speck128_256, mode::Ctr};
///
/// let cipher = Ctr::<Speck128_256>::from_key(&[7; 32]);
/// let mut message = *b"any length";
/// cipher.encrypt(&[1; 8], &mut message)?;
/// cipher.decrypt(&[1; 8], &mut message)?;
/// assert_eq!(&message, b"any length");
///
/// let mut keystream = [0; 100];
/// cipher.keystream(&[2; 8], &mut keystream)?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
// Not for callers: see `blocks::any`.
#[repr(C)]
pub struct Ctr<C> {
    pub(super) cipher: C,
}

impl<C> Ctr<C> {
    fn over(cipher: C) -> Self {
        Self { cipher }
    }

    pub(crate) fn cipher(&self) -> &C {
        &self.cipher
    }
}

over_cipher!(Ctr, Modes);

impl<C: Modes> Ctr<C> {
    /// The lengths in bytes that nonces can have, the usual one first, each with the number of blocks
    /// that such a nonce has. 2^64 - 1 stands for that number and more.
    pub const NONCES: &'static [(usize, u64)] = C::NONCES;
}

impl<C: Modes> Cipher for Ctr<C> {
    type Nonce<'a> = &'a [u8];
}

impl<C: Modes> StreamCipher for Ctr<C> {
    type Stream = CtrStream<C>;

    fn stream(&self, nonce: &[u8]) -> Result<CtrStream<C>, Error> {
        blocks_of::<C>(nonce)?;
        let mut own = [0; MAX_NONCE];
        own[..nonce.len()].copy_from_slice(nonce);
        leaving_nothing(|| {
            let cipher = self.cipher.clone();
            Ok(CtrStream { cipher, nonce: own, nonce_bytes: nonce.len(), block: 0, used: 0 })
        })
    }
}

impl<C: Modes> CipherEngine for Ctr<C> {
    shorten!(Cipher);

    fn check(
        nonce: <Self as Cipher>::Nonce<'_>,
        block: u64,
        bits: u64,
        _: Internal,
    ) -> Result<(), Error> {
        check_counter::<C>(nonce, block, 0, (bits / 8) as usize)
    }

    fn run_one(&self, job: &mut CipherJob<'_, Self>, operation: Operation, _: Internal) {
        for_operation(operation, core::slice::from_mut(job), |jobs| {
            for job in jobs {
                self.cipher.ctr(self.backend(), job.nonce, job.block, &mut job.data, INTERNAL);
                job.status = Status::Done;
            }
        });
    }

    fn run_many(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [CipherJob<'_, Self>],
        _: Internal,
    ) {
        for_operation(operation, jobs, |jobs| {
            C::ctr_many(settings.backend, &settings.options, jobs, INTERNAL);
        });
    }
}

/// The longest nonce.
const MAX_NONCE: usize = 32;

/// The keystream of one nonce, for a message in pieces: made by [`StreamCipher::stream`].
///
/// However a message is cut, the result is the same. The stream owns its key, which is wiped on drop.
/// It is not `Clone`, because two copies would encrypt different data with the same keystream.
///
/// ```
/// use lanecrypt::{Algorithm, StreamCipher, block::Aes128, mode::Ctr};
///
/// let mut stream = Ctr::<Aes128>::from_key(&[7; 16]).stream(&[1; 12])?;
/// let (mut first, mut second) = ([0; 5], [0; 100]);
/// stream.apply(&mut first)?;
/// stream.apply(&mut second)?;
/// assert_eq!(stream.position(), 105);
/// stream.seek(0)?;
/// stream.apply(&mut first)?;
/// assert_eq!(first, [0; 5]);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub struct CtrStream<C> {
    cipher: C,
    nonce: [u8; MAX_NONCE],
    nonce_bytes: usize,
    /// The block of the next byte, and the bytes of it that are used up.
    block: u64,
    used: usize,
}

key_stream!(CtrStream<C: Modes>);

impl<C: Modes> CtrStream<C> {
    fn nonce(&self) -> &[u8] {
        &self.nonce[..self.nonce_bytes]
    }

    /// The position of the next byte of keystream.
    pub fn position(&self) -> u128 {
        u128::from(self.block) * C::BLOCK_BYTES as u128 + self.used as u128
    }

    /// Goes to a position in the keystream.
    ///
    /// # Errors
    ///
    /// [`Error::Counter`] if the position is beyond the last block. The position stays then.
    pub fn seek(&mut self, position: u128) -> Result<(), Error> {
        let (block, used) =
            (position / C::BLOCK_BYTES as u128, (position % C::BLOCK_BYTES as u128) as usize);
        // The end itself can be gone to: nothing more can be taken there.
        let left = blocks_of::<C>(self.nonce())?;
        if block > left.into() || block == left.into() && used > 0 {
            return Err(Error::Counter { blocks: u64::try_from(block).unwrap_or(u64::MAX), left });
        }
        (self.block, self.used) = (block as u64, used);
        Ok(())
    }

    /// Encrypts or decrypts the next bytes.
    ///
    /// # Errors
    ///
    /// [`Error::OutputLength`] if the buffers differ in length, [`Error::Counter`] if the counter would
    /// wrap. Nothing is written and the position stays then.
    pub fn apply<'a>(&mut self, data: impl Into<Data<'a>>) -> Result<(), Error> {
        self.apply_to(data.into())
    }

    /// The same, compiled once for all that becomes data.
    fn apply_to(&mut self, data: Data<'_>) -> Result<(), Error> {
        let bytes = data.checked_len()?;
        self.check_room(bytes)?;
        let (mut head, mut rest) = if self.used == 0 {
            (None, data)
        } else {
            let (head, rest) = data.split_at((C::BLOCK_BYTES - self.used).min(bytes));
            (Some(head), rest)
        };
        leaving_little(|| {
            let (nonce, backend) = (self.nonce(), self.cipher.backend());
            let mut next = self.block;
            if let Some(head) = &mut head {
                // The block whose beginning is used up, once more.
                let mut block = [0; MAX_BLOCK];
                let mut keystream = Data::from(&mut block[..C::BLOCK_BYTES]);
                self.cipher.ctr(backend, nonce, next, &mut keystream, INTERNAL);
                for (byte, key) in head.prepared().iter_mut().zip(&block[self.used..]) {
                    *byte ^= key;
                }
                wipe(&mut block, [0; MAX_BLOCK]);
                next += 1;
            }
            self.cipher.ctr(backend, nonce, next, &mut rest, INTERNAL);
        });
        let end = self.used as u128 + bytes as u128;
        self.block += (end / C::BLOCK_BYTES as u128) as u64;
        self.used = (end % C::BLOCK_BYTES as u128) as usize;
        Ok(())
    }

    /// Fills the output with the next bytes of keystream.
    ///
    /// # Errors
    ///
    /// [`Error::Counter`] if the counter would wrap. Nothing is written and the position stays then.
    pub fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error> {
        self.check_room(output.len())?;
        output.fill(0);
        self.apply_to(output.into())
    }

    fn check_room(&self, bytes: usize) -> Result<(), Error> {
        check_counter::<C>(self.nonce(), self.block, self.used, bytes)
    }
}

impl<C: Modes> core::fmt::Debug for CtrStream<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CtrStream")
            .field("backend", &self.cipher.backend())
            .field("position", &self.position())
            .finish_non_exhaustive()
    }
}

/// The longest block.
const MAX_BLOCK: usize = 2 * MAX_NONCE;

/// The nonces of a cipher whose counter is half a block: their length, and how many blocks each has.
pub(super) const fn halves(block_bytes: usize) -> (usize, u64) {
    (block_bytes / 2, if block_bytes >= 16 { u64::MAX } else { 1 << (4 * block_bytes) })
}

/// How many blocks this nonce has, up to 2^64 - 1, or the error that it has the wrong length.
fn blocks_of<C: Modes>(nonce: &[u8]) -> Result<u64, Error> {
    match C::NONCES.iter().find(|(bytes, _)| *bytes == nonce.len()) {
        Some((_, blocks)) => Ok(*blocks),
        None => Err(Error::NonceLength { bytes: nonce.len(), expected: C::NONCES[0].0 }),
    }
}

/// Whether the counter has enough blocks for so many bytes, from a byte of a block on.
fn check_counter<C: Modes>(
    nonce: &[u8],
    block: u64,
    used: usize,
    bytes: usize,
) -> Result<(), Error> {
    // A buffer has no more than `isize::MAX` bytes, so nothing overflows.
    let blocks = (used as u64 + bytes as u64).div_ceil(C::BLOCK_BYTES as u64);
    let left = blocks_of::<C>(nonce)?.saturating_sub(block);
    if bytes > 0 && blocks > left {
        return Err(Error::Counter { blocks, left });
    }
    Ok(())
}

#[cfg(all(test, feature = "aes"))]
mod tests {
    use super::*;
    use crate::algorithm::engine::INTERNAL;
    use crate::block::Aes128;

    /// Lengths in bits are more than a size holds on processors of 32 bits.
    #[test]
    fn long_messages_need_blocks() {
        let last = u64::from(u32::MAX);
        let check = |bits| <Ctr<Aes128> as CipherEngine>::check(&[0; 12], last, bits, INTERNAL);
        assert_eq!(check(128), Ok(()));
        for bits in [1 << 32, 1 << 33] {
            assert_eq!(check(bits), Err(Error::Counter { blocks: bits / 128, left: 1 }));
        }
    }
}
