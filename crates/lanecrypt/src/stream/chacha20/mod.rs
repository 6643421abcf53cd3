//! ChaCha20 (RFC 8439).

mod few;
mod lanes;
mod long;
mod many;
mod stream;

use super::alone;
use super::key::{KeyBytes, key_object};
use super::messages::{LaneStream, stream_cipher};
use super::scheduler::Queue;
use crate::algorithm::engine::{Operation, Settings};
use crate::batch::CipherJob;
use crate::lanes::{Kernels, leaving_little};
use crate::{Cipher, Error};
use lanes::{Blocks, State, Streams};
pub use stream::ChaCha20Stream;

/// ChaCha20 with a key: keys have 32 bytes, nonces have 12 bytes.
///
/// A nonce must not be used for two messages under one key. A message has any length up to 2^32 blocks
/// of 64 bytes, less the block that it starts at; the first one is block 0 where nothing else is asked
/// for ([`CipherJob::with_start_block`](crate::CipherJob::with_start_block)). A message that needs more
/// is refused with [`Error::Counter`]. Encryption and decryption are the same. Nothing is
/// authenticated. Constant time in keys and data.
///
/// Source: RFC 8439, section 2.4.
///
/// ```
/// use lanecrypt::{Algorithm, Batch, Cipher, CipherJob, stream::ChaCha20};
///
/// let cipher = ChaCha20::from_key(&[7; 32]);
/// let (mut message, mut rest) = ([0; 200], [0; 136]);
/// cipher.encrypt(&[1; 12], &mut message)?;
///
/// let jobs = &mut [CipherJob::new(&cipher, &[1; 12], &mut rest).with_start_block(1)];
/// Batch::new().encrypt(jobs).into_result()?;
/// assert_eq!(rest, message[64..]);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct ChaCha20 {
    key: KeyBytes<32, ()>,
}

key_object!(ChaCha20, 32 byte keys, ());
stream_cipher!(ChaCha20, ChaCha20Stream);

/// The number of blocks that a nonce has.
const BLOCKS: u64 = 1 << 32;

impl Cipher for ChaCha20 {
    type Nonce<'a> = &'a [u8; 12];
}

impl LaneStream for ChaCha20 {
    type Streams = Streams;
    type Pieces = ChaCha20Stream;

    fn start(key: &[u8], nonce: &[u8; 12], row: u64) -> State {
        // `check` has seen that the block is below 2^32, or that the message is empty.
        State::new(key, nonce, row as u32)
    }

    fn check(_: &[u8; 12], block: u64, bits: u64) -> Result<(), Error> {
        check_counter(block, 0, (bits / 8) as usize)
    }

    fn pieces(&self, nonce: &[u8; 12]) -> Result<ChaCha20Stream, Error> {
        Ok(ChaCha20Stream::new(self.clone(), nonce))
    }

    #[inline(always)]
    fn run<Q: Queue<Streams = Streams>>(
        kernels: &mut Kernels,
        _: &Settings<Self>,
        _: usize,
        queue: &mut Q,
    ) {
        alone::run::<Blocks, _>(kernels, queue);
    }

    fn run_jobs(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [CipherJob<'_, Self>],
    ) -> bool {
        let (backend, keystream) = (settings.backend, operation == Operation::Keystream);
        if let [job] = jobs {
            return few::few(backend, keystream, job) || long::long(backend, keystream, job);
        }
        // Functions that copy memory use registers that the kernels of narrower backends do not clear.
        leaving_little(|| many::many(backend, keystream, jobs));
        true
    }
}

/// Whether the counter has enough blocks for so many bytes, from a byte of a block on.
fn check_counter(block: u64, used: usize, bytes: usize) -> Result<(), Error> {
    let blocks = (used as u64).saturating_add(bytes as u64).div_ceil(64);
    let left = BLOCKS.saturating_sub(block);
    match bytes > 0 && blocks > left {
        true => Err(Error::Counter { blocks, left }),
        false => Ok(()),
    }
}
