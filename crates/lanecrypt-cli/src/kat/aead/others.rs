//! Random messages that the known ones are mixed with. Each is sealed alone on the portable
//! backend, and that is the expected result.

use lanecrypt::{Backend, Data};

use crate::aead::AeadCipher;
use crate::kat::batches::MOST;
use crate::kat::place::accept;
use crate::random::Random;

/// The lengths of messages that are cut from a long one: all up to this one, and those near the
/// ends of tiles.
const EVERY_LENGTH: usize = 272;
const TILES: [usize; 5] = [512, 768, 1024, 2048, 4096];

/// A message and its expected result.
#[derive(Clone)]
pub(super) struct SealedMessage {
    pub(super) key: Vec<u8>,
    pub(super) nonce: Vec<u8>,
    pub(super) aad: Vec<u8>,
    pub(super) plaintext: Vec<u8>,
    pub(super) ciphertext: Vec<u8>,
    pub(super) tag: Vec<u8>,
}

/// The random messages of a cipher with tags of a length.
pub(super) struct Others {
    /// Messages of different keys, nonces and lengths.
    pub(super) jobs: Vec<SealedMessage>,
    /// Messages of every length, of one key and one nonce.
    pub(super) tails: Vec<SealedMessage>,
    /// A message so long that a batch of it and the others has long messages on average.
    pub(super) long: SealedMessage,
}

/// A batch whose messages are shorter than this on average may be processed one message after
/// another, whatever their number.
const LONG_ON_AVERAGE: usize = 8 << 10;

impl Others {
    /// Makes the messages and seals them.
    pub(super) fn new(cipher: &'static AeadCipher, tag_bytes: usize) -> Self {
        let job = |number| SealedMessage::random(cipher, tag_bytes, number);
        let mut random = Random(78);
        let mut long = SealedMessage {
            key: random.bytes(cipher.key_bytes),
            nonce: random.bytes(cipher.usual_nonce_bytes()),
            aad: Vec::new(),
            plaintext: random.bytes((MOST + 1) * LONG_ON_AVERAGE),
            ciphertext: Vec::new(),
            tag: Vec::new(),
        };
        long.seal(cipher, tag_bytes);
        let jobs = (0..MOST).map(job).collect();
        Self { jobs, tails: tails(cipher, tag_bytes), long }
    }
}

impl SealedMessage {
    fn random(cipher: &AeadCipher, tag_bytes: usize, number: usize) -> Self {
        let mut random = Random(number as u64);
        let (least, most) = cipher.nonce_bytes;
        let usual = cipher.usual_nonce_bytes();
        // A third of the nonces have another length, if the cipher has other lengths.
        let nonce =
            if number % 3 == 1 { least + number % (most.min(40) - least + 1) } else { usual };
        let (aad, plaintext) = match number % 8 {
            3 => (number, 0),
            5 => (0, 0),
            7 => (3 * number, 9 * number),
            _ => (number % 37, 5 * number % 99),
        };
        let mut job = Self {
            key: random.bytes(cipher.key_bytes),
            nonce: random.bytes(nonce),
            aad: random.bytes(aad),
            plaintext: random.bytes(plaintext),
            ciphertext: Vec::new(),
            tag: Vec::new(),
        };
        job.seal(cipher, tag_bytes);
        job
    }

    fn seal(&mut self, cipher: &AeadCipher, tag_bytes: usize) {
        let key = accept((cipher.expand)(&self.key, tag_bytes, Backend::Portable));
        self.ciphertext.clone_from(&self.plaintext);
        let data = Data::InPlace(&mut self.ciphertext);
        self.tag = accept(key.seal(&self.nonce, &self.aad, data)).as_ref().to_vec();
    }
}

/// Messages that are beginnings of one message, each with associated data of another length.
fn tails(cipher: &'static AeadCipher, tag_bytes: usize) -> Vec<SealedMessage> {
    let mut random = Random(77);
    let (key, nonce) = (random.bytes(cipher.key_bytes), random.bytes(cipher.usual_nonce_bytes()));
    let text = random.bytes(TILES[TILES.len() - 1] + 1);
    let about = TILES.into_iter().flat_map(|tile| [tile - 17, tile - 1, tile, tile + 1]);
    let expanded = accept((cipher.expand)(&key, tag_bytes, Backend::Portable));
    let job = |(number, length): (usize, usize)| {
        // Every length of associated data with a short message too.
        let (aad, length) = match number % 3 {
            2 => (length, length % 31),
            1 => (length % 17, length),
            _ => (0, length),
        };
        let mut ciphertext = text[..length].to_vec();
        let aad = text[text.len() - aad..].to_vec();
        let tag = accept(expanded.seal(&nonce, &aad, Data::InPlace(&mut ciphertext)));
        SealedMessage {
            key: key.clone(),
            nonce: nonce.clone(),
            aad,
            plaintext: text[..length].to_vec(),
            ciphertext,
            tag: tag.as_ref().to_vec(),
        }
    };
    // Each length occurs three times, so that it is used in each of the three ways.
    let lengths = (0..=EVERY_LENGTH).chain(about).flat_map(|length| [length; 3]);
    lengths.enumerate().map(job).collect()
}
