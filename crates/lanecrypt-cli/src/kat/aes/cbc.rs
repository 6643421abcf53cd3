//! CBC of one message: alone, at several alignments, of every number of blocks near whole tiles.

use lanecrypt::{Backend, Data, Error};

use crate::answers::Answer;
use crate::answers::aes::CbcCase;
use crate::block::{CbcTask, Chaining, ManyChains, OneByOne, Way};
use crate::kat::batches::{self, Outcome};
use crate::kat::place::{GuardedBuffers, OFFSETS, Place, accept};
use crate::kat::tally::Tally;
use crate::random::Random;

/// Messages up to this many blocks have every length.
const EVERY_LENGTH: usize = 40;

/// The lengths of longer messages: near the whole tiles that kernels take.
const LONG: [usize; 9] = [63, 64, 65, 127, 128, 129, 255, 256, 259];

impl CbcCase {
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
                    let mut buffers = GuardedBuffers::new(input, place, offset);
                    tally.succeeds(answer, how, key.cbc(way, &self.iv, buffers.data()));
                    buffers.check(answer, tally, how);
                }
            }
        }
        if known.answer.rejected {
            return;
        }
        self.lengths(&*key, tally);
        self.arguments(&*key, backend, tally);
    }

    /// The ready key on a backend.
    fn expanded(&self, backend: Backend) -> Box<dyn Chaining> {
        self.expanded_key(&self.message.key, backend)
    }

    /// The ready key of other bytes on a backend.
    pub(super) fn expanded_key(&self, key: &[u8], backend: Backend) -> Box<dyn Chaining> {
        accept((self.chained.expand)(key, backend))
    }

    /// The batch calls on a backend.
    pub(super) fn batch(&self, backend: Backend) -> Box<dyn ManyChains> {
        accept((self.chained.batch)(backend))
    }

    /// Checks random messages of many lengths.
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
                    let mut buffers = GuardedBuffers::new(&from[..16 * blocks], place, blocks % 7);
                    tally.succeeds(answer, how, key.cbc(way, &self.iv, buffers.data()));
                    buffers.check_equal(answer, &to[..16 * blocks], tally, how);
                }
            }
        }
    }

    /// Checks that messages which are not whole blocks are refused, and that nothing is written
    /// then.
    fn arguments(&self, key: &dyn Chaining, backend: Backend, tally: &mut Tally) {
        let answer = &self.message.answer;
        for way in [Way::Encrypt, Way::Decrypt] {
            for bytes in [1, 15, 17, 31, 40] {
                let how = format_args!("CBC, {way:?}, {bytes} bytes");
                let mut data = [0xa5; 40];
                let alone = key.cbc(way, &self.iv, Data::InPlace(&mut data[..bytes]));
                let task = CbcTask::new(&self.message.key[..], &self.iv, &mut data[..bytes]);
                let calls = self.batch(backend).cbc(way, vec![task]);
                let outcomes = batches::run(calls, answer, tally, how);
                let results = outcomes.iter().map(Outcome::result).chain([alone]);
                let expected = Err(Error::PartialBlock { bytes, block: 16 });
                for result in results {
                    let right = result == expected;
                    tally.holds(answer, how, right, "PartialBlock", || format!("{result:?}"));
                }
                let untouched = data == [0xa5; 40];
                tally.holds(answer, how, untouched, "nothing written", || "something".to_owned());
            }
            let how = format_args!("CBC, {way:?}, buffers of different lengths");
            let (input, mut output) = ([0x77; 16], [0xa5; 32]);
            let data = Data::Copy { input: &input, output: &mut output };
            let result = key.cbc(way, &self.iv, data);
            let right = result == Err(Error::OutputLength { output: 32, input: 16 });
            tally.holds(answer, how, right, "OutputLength", || format!("{result:?}"));
            let untouched = output == [0xa5; 32];
            tally.holds(answer, how, untouched, "nothing written", || "something".to_owned());
        }
    }
}

/// CBC, one block after the other.
pub(super) fn encrypt(cipher: &dyn OneByOne, iv: &[u8; 16], data: &mut [u8]) {
    let mut last = *iv;
    for block in data.chunks_exact_mut(16) {
        block.iter_mut().zip(last).for_each(|(byte, last)| *byte ^= last);
        accept(cipher.ecb(Way::Encrypt, block));
        last.copy_from_slice(block);
    }
}
