//! One message in pieces.

use super::setup::Setup;
use super::single::{Computed, Deferred};
use crate::lanes::AsBytes;
use crate::stream::pieces::{Pieces, stream_in_pieces};

/// The keystream of one message, for a message in pieces.
///
/// It is made by [`StreamCipher::stream`](crate::StreamCipher::stream) of [`Zuc128`](super::Zuc128),
/// [`Zuc256`](super::Zuc256), [`Nea3`](crate::threegpp::Nea3) and [`Nea6`](crate::threegpp::Nea6). However a message is cut, the
/// result is the same. The stream owns its state, which is wiped on drop. It is not `Clone`, because
/// two copies would encrypt different data with the same keystream. Constant time in key and data.
///
/// A [`Batch`](crate::Batch) encrypts many messages at once and is many times faster.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, StreamCipher, stream::zuc::Zuc128};
///
/// let cipher = Zuc128::from_key(&[7; 16]);
/// let (mut first, mut second) = ([0; 5], [0; 100]);
/// let mut stream = cipher.stream(&[1; 16])?;
/// stream.apply(&mut first)?;
/// stream.apply(&mut second)?;
/// assert_eq!(stream.position(), 105);
///
/// let mut whole = [0; 105];
/// cipher.encrypt(&[1; 16], &mut whole)?;
/// assert_eq!(whole, *[&first[..], &second[..]].concat());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub struct ZucStream {
    pieces: Pieces<Deferred<Computed>, AsBytes>,
    position: u64,
    /// The most bytes of a message.
    limit: u64,
}

stream_in_pieces!(ZucStream, Setup);
