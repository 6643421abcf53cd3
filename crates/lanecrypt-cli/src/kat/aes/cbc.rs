//! CBC of one message: alone, at several alignments, of every number of blocks about those of tiles.

use lanecrypt::batch::Data;
use lanecrypt::{Backend, Error};

use super::cbc_batch;
use crate::block::{Chained, Chaining, ManyChains, OneByOne, Way};
use crate::kat::block;
use crate::kat::place::{Buffers, OFFSETS, Place, accept};
use crate::kat::random::Random;
use crate::kat::tally::{Answer, Tally};

/// Messages up to this many blocks have every length.
const EVERY_LENGTH: usize = 40;

/// Longer ones: about the whole tiles that kernels take.
const LONG: [usize; 9] = [63, 64, 65, 127, 128, 129, 255, 256, 259];

/// A case in CBC.
pub(super) struct Message {
    /// The cipher in this mode.
    pub(super) chained: &'static Chained,
    /// The initialisation vector.
    pub(super) iv: [u8; 16],
    /// All else.
    pub(super) message: block::Message,
}

impl Message {
    /// Checks the case on a backend.
    pub(super) fn check(&self, backend: Backend, tally: &mut Tally) {
        let known = &self.message;
        let back =
            Answer { field: "plaintext", bytes: known.plaintext.clone(), ..known.answer.clone() };
        let mut ways = vec![(Way::Encrypt, &known.plaintext, &known.answer)];
        if !known.answer.rejected {
            ways.push((Way::Decrypt, &known.answer.bytes, &back));
        }
        let key = self.expanded(backend);
        for (way, input, answer) in ways {
            for offset in OFFSETS {
                for place in [Place::Same, Place::Apart] {
                    let how = format_args!("CBC, {way:?}, alone, {place}, offset {offset}");
                    let mut buffers = Buffers::new(input, place, offset);
                    tally.succeeds(answer, how, key.cbc(way, &self.iv, buffers.data()));
                    buffers.check(answer, tally, how);
                }
            }
        }
        if known.answer.rejected {
            return;
        }
        self.lengths(&*key, tally);
        self.arguments(&*key, tally);
        cbc_batch::check(self, backend, tally);
    }

    /// The key on a backend.
    fn expanded(&self, backend: Backend) -> Box<dyn Chaining> {
        accept((self.chained.expand)(&self.message.key, backend))
    }

    /// The batch call on a backend.
    pub(super) fn batch(&self, backend: Backend) -> Box<dyn ManyChains> {
        accept((self.chained.batch)(backend))
    }

    /// Random messages of many lengths.
    fn lengths(&self, key: &dyn Chaining, tally: &mut Tally) {
        let answer = &self.message.answer;
        let text = Random(3).bytes(16 * LONG[LONG.len() - 1]);
        let mut encrypted = text.clone();
        encrypt(&*self.message.reference(&self.message.key), &self.iv, &mut encrypted);
        for blocks in (0..=EVERY_LENGTH).chain(LONG) {
            for (way, from, to) in
                [(Way::Encrypt, &text, &encrypted), (Way::Decrypt, &encrypted, &text)]
            {
                for place in [Place::Same, Place::Apart] {
                    let how = format_args!("CBC, {way:?}, {blocks} blocks, {place}");
                    let mut buffers = Buffers::new(&from[..16 * blocks], place, blocks % 7);
                    tally.succeeds(answer, how, key.cbc(way, &self.iv, buffers.data()));
                    buffers.check_equal(answer, &to[..16 * blocks], tally, how);
                }
            }
        }
    }

    /// Arguments that are none: each has its error, and nothing is written.
    fn arguments(&self, key: &dyn Chaining, tally: &mut Tally) {
        let answer = &self.message.answer;
        for way in [Way::Encrypt, Way::Decrypt] {
            let mut data = [0xa5; 40];
            let mut refused = |how: std::fmt::Arguments<'_>, iv: &[u8], bytes, expected| {
                let error = key.cbc(way, iv, Data::InPlace(&mut data[..bytes])).err();
                let right = error == Some(expected) && data == [0xa5; 40];
                tally.holds(answer, how, right, "an error", || format!("{error:?}"));
            };
            for bytes in [1, 15, 17, 31, 40] {
                let expected = Error::PartialBlock { bytes, block: 16 };
                refused(format_args!("CBC, {bytes} bytes"), &self.iv, bytes, expected);
            }
            for bytes in [0, 12, 15, 17] {
                let expected = Error::NonceLength { bytes, expected: 16 };
                refused(format_args!("CBC, iv of {bytes} bytes"), &vec![0; bytes], 32, expected);
            }
            let error = key.cbc(way, &self.iv, Data::Keystream(&mut data[..32])).err();
            let right = error == Some(Error::NoKeystream) && data == [0xa5; 40];
            let how = format_args!("CBC, keystream");
            tally.holds(answer, how, right, "NoKeystream", || format!("{error:?}"));
        }
    }
}

/// CBC written down plainly.
pub(super) fn encrypt(cipher: &dyn OneByOne, iv: &[u8; 16], data: &mut [u8]) {
    let mut last = *iv;
    for block in data.chunks_exact_mut(16) {
        block.iter_mut().zip(last).for_each(|(byte, last)| *byte ^= last);
        accept(cipher.ecb(Way::Encrypt, block));
        last.copy_from_slice(block);
    }
}
