//! One message: its chunks in any order.

use core::fmt;
use core::ops::Range;

use super::derive::{Derived, NONCE_BYTES};
use super::key::{Variant, check_length};
use super::{
    CHUNK_BYTES, HEADER_BYTES, Layout, MAX_CHUNKS, SALT_BYTES, SEALED_CHUNK_BYTES, TAG_BYTES,
};
use crate::algorithm::engine::{AeadEngine as _, INTERNAL, Operation, Settings, expand};
use crate::batch::{AeadJob, Status};
use crate::lanes::{leaving_little, leaving_nothing, wipe};
use crate::mode::Gcm;
use crate::{Aead as _, Algorithm as _, Backend, Error, Quantity, Tag};

/// The chunks that are given to GCM in one call.
const TOGETHER: usize = 16;

/// A message, made by [`Cobblestone::message`](super::Cobblestone::message) to be sealed, or by
/// [`Cobblestone::message_of`](super::Cobblestone::message_of) to be opened, chunk by chunk in any order.
///
/// Threads can share it. [`Sealing`](super::Sealing) and [`Opening`](super::Opening) do the same in order and
/// count the chunks themselves. **When sealing, give each number of a chunk once only**: two chunks that are
/// sealed under one number give their plaintext away, and others can then be forged.
///
/// The key is wiped on drop.
///
/// ```
/// use lanecrypt::{Algorithm, chunked::{Cobblestone128, Layout}};
///
/// let key = Cobblestone128::from_key(&[7; 16]);
/// let plaintext = vec![5; 3 * 16384 + 100];
/// let mut sealed = vec![0; 3 * 16400 + 116];
/// let message = key.message(&[1; 24], b"");
/// message.seal_end(1, &plaintext[16384..], &mut sealed[16400..])?;
/// message.seal_chunks(0, &plaintext[..16384], &mut sealed[..16400])?;
///
/// // 10 bytes from byte 20000 on are in chunk 1. Only that is read and opened.
/// let layout = Layout::of_sealed(56 + sealed.len() as u64)?;
/// let chunks = layout.chunks_of(20_000..20_010)?;
/// let range = layout.sealed_range(chunks.clone())?;
/// let sealed = &sealed[range.start as usize - 56..range.end as usize - 56];
/// let mut chunk = [0; 16384];
/// key.message_of(message.header(), b"")?.open_part(&layout, chunks, sealed, &mut chunk)?;
/// assert_eq!(chunk[20_000 - 16384..][..10], [5; 10]);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Message<C> {
    gcm: Gcm<C>,
    first_nonce: [u8; NONCE_BYTES],
    header: [u8; HEADER_BYTES],
}

impl<C> Drop for Message<C> {
    fn drop(&mut self) {
        // The cipher wipes its key.
        wipe(&mut self.first_nonce, [0; NONCE_BYTES]);
    }
}

impl<C: Variant> Message<C> {
    pub(super) fn new(derived: &Derived, salt: &[u8; SALT_BYTES], backend: Backend) -> Self {
        // This overwrites its own stack: the page that the caller overwrites may not reach so far down.
        let gcm = expand(derived.key(), Settings { backend, options: () });
        let mut header = [0; HEADER_BYTES];
        header[..SALT_BYTES].copy_from_slice(salt);
        header[SALT_BYTES..].copy_from_slice(&derived.commitment());
        Self { gcm, first_nonce: derived.nonce(), header }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.gcm.backend()
    }

    /// The header, which is before the first chunk.
    pub fn header(&self) -> &[u8; HEADER_BYTES] {
        &self.header
    }

    /// Whether this is its header, in constant time.
    pub(super) fn has_header(&self, header: &[u8; HEADER_BYTES]) -> bool {
        Tag::new(&self.header[SALT_BYTES..]).verify(&header[SALT_BYTES..])
    }

    /// Seals full chunks, of which this is the number of the first. The last chunk of a message is never full:
    /// [`Self::seal_end`] makes it.
    ///
    /// # Errors
    ///
    /// - [`Error::PartialBlock`] if the plaintext is not a multiple of [`CHUNK_BYTES`];
    /// - [`Error::BufferLength`] if the output has not [`SEALED_CHUNK_BYTES`] for each of them;
    /// - [`Error::TooLong`] if a number is not below [`MAX_CHUNKS`] - 1.
    pub fn seal_chunks(
        &self,
        first: u64,
        plaintext: &[u8],
        sealed: &mut [u8],
    ) -> Result<(), Error> {
        let (chunks, rest) = plaintext.as_chunks();
        whole(plaintext.len(), rest, CHUNK_BYTES)?;
        check_length(sealed.len(), (chunks.len() * SEALED_CHUNK_BYTES) as u64)?;
        // There is an end after them.
        check_numbers(first, chunks.len() as u64 + 1)?;
        self.seal_full(first, chunks, sealed.as_chunks_mut().0);
        Ok(())
    }

    /// Seals the end of a message: any number of full chunks, of which this is the number of the first, and the
    /// last one, which is shorter and may be empty.
    ///
    /// # Errors
    ///
    /// - [`Error::BufferLength`] if the output has not [`TAG_BYTES`] more than the plaintext for each chunk;
    /// - [`Error::TooLong`] if a number is not below [`MAX_CHUNKS`].
    pub fn seal_end(&self, first: u64, plaintext: &[u8], sealed: &mut [u8]) -> Result<(), Error> {
        let (chunks, last) = plaintext.as_chunks();
        let count = chunks.len() as u64 + 1;
        check_length(sealed.len(), plaintext.len() as u64 + count * TAG_BYTES as u64)?;
        check_numbers(first, count)?;
        let (full, end) = sealed.split_at_mut(chunks.len() * SEALED_CHUNK_BYTES);
        self.seal_full(first, chunks, full.as_chunks_mut().0);
        let (data, room) = end.split_at_mut(last.len());
        let seal = || self.gcm.seal(&self.nonce(first + count - 1), &[], (last, data));
        let tag = leaving_little(seal)?;
        room.copy_from_slice(tag.as_ref());
        Ok(())
    }

    /// Opens full chunks, of which this is the number of the first.
    ///
    /// If a chunk is damaged, the output has the chunks before it, which are verified, and then zeros.
    ///
    /// # Errors
    ///
    /// - [`Error::Chunk`] names the first damaged chunk;
    /// - [`Error::PartialBlock`] if the input is not a multiple of [`SEALED_CHUNK_BYTES`];
    /// - [`Error::BufferLength`] if the output has not [`CHUNK_BYTES`] for each of them;
    /// - [`Error::TooLong`] if a number is not below [`MAX_CHUNKS`].
    pub fn open_chunks(
        &self,
        first: u64,
        sealed: &[u8],
        plaintext: &mut [u8],
    ) -> Result<(), Error> {
        let (chunks, rest) = sealed.as_chunks();
        whole(sealed.len(), rest, SEALED_CHUNK_BYTES)?;
        check_length(plaintext.len(), (chunks.len() * CHUNK_BYTES) as u64)?;
        check_numbers(first, chunks.len() as u64)?;
        self.open_full(first, chunks, plaintext.as_chunks_mut().0)
    }

    /// Opens the end of a message: any number of full chunks, of which this is the number of the first, and the
    /// last one.
    ///
    /// If a chunk is damaged, the output has the chunks before it, which are verified, and then zeros.
    ///
    /// # Errors
    ///
    /// - [`Error::Chunk`] names the first damaged chunk;
    /// - [`Error::Truncated`] if the input ends with a full chunk or within a tag, before anything is opened;
    /// - [`Error::BufferLength`] if the output has not [`TAG_BYTES`] less than the input for each chunk;
    /// - [`Error::TooLong`] if a number is not below [`MAX_CHUNKS`].
    pub fn open_end(&self, first: u64, sealed: &[u8], plaintext: &mut [u8]) -> Result<(), Error> {
        let (chunks, last) = sealed.as_chunks();
        let number = first.saturating_add(chunks.len() as u64);
        let Some((last, tag)) = last.split_last_chunk::<TAG_BYTES>() else {
            return Err(Error::Truncated { chunk: number });
        };
        let full = chunks.len() * CHUNK_BYTES;
        check_length(plaintext.len(), (full + last.len()) as u64)?;
        check_numbers(first, chunks.len() as u64 + 1)?;
        let (full, end) = plaintext.split_at_mut(full);
        if let Err(error) = self.open_full(first, chunks, full.as_chunks_mut().0) {
            end.fill(0);
            return Err(error);
        }
        let open = || self.gcm.open(&self.nonce(number), &[], (last, end), tag);
        let opened = leaving_little(open);
        opened.map_err(|error| match error {
            Error::Authentication => Error::Chunk { number },
            other => other,
        })
    }

    /// Opens any chunks of a message whose layout is known, the last one too.
    ///
    /// Errors are those of [`Self::open_end`], and [`Error::BufferLength`] if the input or the output has not
    /// the length that [`Layout::sealed_range`] or [`Layout::plaintext_range`] says, and [`Error::OutOfRange`].
    pub fn open_part(
        &self,
        layout: &Layout,
        chunks: Range<u64>,
        sealed: &[u8],
        plaintext: &mut [u8],
    ) -> Result<(), Error> {
        let range = layout.sealed_range(chunks.clone())?;
        check_length(sealed.len(), range.end - range.start)?;
        match chunks.end == layout.chunks() && !chunks.is_empty() {
            true => self.open_end(chunks.start, sealed, plaintext),
            false => self.open_chunks(chunks.start, sealed, plaintext),
        }
    }

    /// Seals full chunks. There are as many in the output.
    fn seal_full(
        &self,
        mut first: u64,
        plaintext: &[[u8; CHUNK_BYTES]],
        sealed: &mut [[u8; SEALED_CHUNK_BYTES]],
    ) {
        leaving_nothing(|| {
            for (plaintext, sealed) in plaintext.chunks(TOGETHER).zip(sealed.chunks_mut(TOGETHER)) {
                let (count, nonces) = (plaintext.len(), self.nonces(first));
                let mut chunks = plaintext.iter().zip(&mut *sealed).zip(&nonces);
                let mut jobs = core::array::from_fn(|_| match chunks.next() {
                    Some(((input, sealed), nonce)) => {
                        let output = &mut sealed[..CHUNK_BYTES];
                        AeadJob::seal(&self.gcm, nonce, &[], (&input[..], output))
                    }
                    None => no_job(),
                });
                let tags = self.run(Operation::Encrypt, &mut jobs, count);
                for (sealed, tag) in sealed.iter_mut().zip(&tags) {
                    sealed[CHUNK_BYTES..].copy_from_slice(tag);
                }
                first += count as u64;
            }
        });
    }

    /// Opens full chunks. There are as many in the output, which has zeros from the first damaged one on.
    fn open_full(
        &self,
        mut first: u64,
        sealed: &[[u8; SEALED_CHUNK_BYTES]],
        plaintext: &mut [[u8; CHUNK_BYTES]],
    ) -> Result<(), Error> {
        leaving_nothing(|| {
            let mut rest = plaintext;
            for sealed in sealed.chunks(TOGETHER) {
                let (count, nonces) = (sealed.len(), self.nonces(first));
                let (plaintext, others) = rest.split_at_mut(count.min(rest.len()));
                rest = others;
                let mut chunks = sealed.iter().zip(&mut *plaintext).zip(&nonces);
                let mut jobs = core::array::from_fn(|_| match chunks.next() {
                    Some(((sealed, output), nonce)) => {
                        let (input, tag) = sealed.split_at(CHUNK_BYTES);
                        AeadJob::open(&self.gcm, nonce, &[], (input, &mut output[..]), tag)
                    }
                    None => no_job(),
                });
                self.run(Operation::Decrypt, &mut jobs, count);
                let damaged = jobs[..count].iter().position(|job| job.status() != Status::Done);
                if let Some(damaged) = damaged {
                    plaintext[damaged..].as_flattened_mut().fill(0);
                    rest.as_flattened_mut().fill(0);
                    return Err(Error::Chunk { number: first + damaged as u64 });
                }
                first += count as u64;
            }
            Ok(())
        })
    }

    /// Processes the first `count` jobs, and returns the tags that they made.
    fn run(
        &self,
        operation: Operation,
        jobs: &mut [AeadJob<'_, Gcm<C>>; TOGETHER],
        count: usize,
    ) -> [[u8; TAG_BYTES]; TOGETHER] {
        let settings = Settings { backend: self.gcm.backend(), options: () };
        Gcm::run_many(&settings, operation, &mut jobs[..count], INTERNAL);
        core::array::from_fn(|at| {
            let tag = jobs[at].tag().and_then(|tag| tag.as_ref().first_chunk());
            tag.copied().unwrap_or_default()
        })
    }

    /// The nonces of chunks, from the first of which this is the number.
    fn nonces(&self, first: u64) -> [[u8; NONCE_BYTES]; TOGETHER] {
        core::array::from_fn(|at| self.nonce(first + at as u64))
    }

    /// The nonce of a chunk.
    fn nonce(&self, number: u64) -> [u8; NONCE_BYTES] {
        let mut nonce = self.first_nonce;
        for (byte, number) in nonce[4..].iter_mut().zip(number.to_be_bytes()) {
            *byte ^= number;
        }
        nonce
    }
}

/// A job in a place that none is for.
fn no_job<'a, C: Variant>() -> AeadJob<'a, Gcm<C>> {
    let mut none = AeadJob::seal(&[], &[], &[], &mut []);
    none.status = Status::Done;
    none
}

/// Whether nothing is left after the whole chunks.
fn whole(bytes: usize, rest: &[u8], block: usize) -> Result<(), Error> {
    if rest.is_empty() { Ok(()) } else { Err(Error::PartialBlock { bytes, block }) }
}

/// Whether a message can have chunks of these numbers.
fn check_numbers(first: u64, count: u64) -> Result<(), Error> {
    match first.checked_add(count) {
        Some(0..=MAX_CHUNKS) => Ok(()),
        end => Err(Error::TooLong {
            what: Quantity::Message,
            bytes: end.unwrap_or(u64::MAX).saturating_mul(CHUNK_BYTES as u64),
            max: MAX_CHUNKS * CHUNK_BYTES as u64 - 1,
        }),
    }
}

impl<C: Variant> fmt::Debug for Message<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message").field("backend", &self.backend()).finish_non_exhaustive()
    }
}
