//! One message in pieces.

use super::load::Setup;
use super::single::Single;
use crate::lanes::AsBytes;
use crate::stream::pieces::{Pieces, stream_in_pieces};

/// The keystream of one message, for a message in pieces.
///
/// It is made by [`StreamCipher::stream`](crate::StreamCipher::stream) of [`Snow3g`](super::Snow3g) and
/// [`Nea1`](crate::threegpp::Nea1). However a message is cut, the result is the same. The stream owns its state, which is
/// wiped on drop. It is not `Clone`, because two copies would encrypt different data with the same keystream. Constant time
/// in key and data.
///
/// A [`Batch`](crate::Batch) encrypts many messages at once and is many times faster.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, StreamCipher, stream::snow3g::Snow3g};
///
/// let cipher = Snow3g::from_key(&[7; 16]);
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
pub struct Snow3gStream {
    pieces: Pieces<Single, AsBytes>,
    position: u64,
    /// The most bytes of a message.
    limit: u64,
}

stream_in_pieces!(Snow3gStream, Setup);
