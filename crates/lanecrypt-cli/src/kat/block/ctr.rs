//! Counter mode: lengths near blocks and tiles, pieces, seeking, carries and the end of the
//! counter, and the answers of files.

use lanecrypt::{Backend, Data, Error};

use super::batch;
use crate::answers::block::BlockCase;
use crate::block::{BlockKey, BlockTask, Way};
use crate::jobs::Key;
use crate::kat::batches;
use crate::kat::guarded::Guarded;
use crate::kat::place::{GuardedBuffers, OFFSETS, Place, accept};
use crate::kat::tally::Tally;
use crate::random::Random;

/// The numbers of blocks of tiles. Lengths near these are checked.
const TILES: [usize; 9] = [3, 4, 8, 16, 32, 64, 128, 256, 512];

/// The number of blocks of the longest message.
const MOST: usize = 514;

/// Checks a case in counter mode on a backend.
pub(super) fn check(message: &BlockCase, nonce: &[u8], backend: Backend, tally: &mut Tally) {
    let answer = &message.answer;
    let expanded = message.expanded(backend);
    for offset in OFFSETS {
        for place in [Place::Same, Place::Apart] {
            let how = format_args!("counter mode, alone, {place}, offset {offset}");
            let mut buffers = GuardedBuffers::new(&message.plaintext, place, offset);
            let result = accept(expanded.ctr(nonce)).apply(buffers.data());
            tally.succeeds(answer, how, result);
            buffers.check(answer, tally, how);

            let how = format_args!("counter mode, in one call, {place}, offset {offset}");
            let mut buffers = GuardedBuffers::new(&message.plaintext, place, offset);
            tally.succeeds(answer, how, expanded.ctr_once(nonce, 0, buffers.data()));
            buffers.check(answer, tally, how);

            if !answer.rejected {
                let how = format_args!("counter mode, decrypted, {place}, offset {offset}");
                let mut buffers = GuardedBuffers::new(&answer.bytes, place, offset);
                tally.succeeds(answer, how, expanded.ctr_decrypt(nonce, buffers.data()));
                buffers.check_equal(answer, &message.plaintext, tally, how);
            }

            for (key, name) in [
                (Key::Bytes(&message.key[..]), "key as bytes"),
                (Key::Ready(&*expanded), "ready key"),
            ] {
                let how =
                    format_args!("counter mode, batch of one, {name}, {place}, offset {offset}");
                let mut buffers = GuardedBuffers::new(&message.plaintext, place, offset);
                let tasks = vec![BlockTask::new(key, nonce, buffers.data())];
                let calls = message.batch(backend).ctr(Way::Encrypt, tasks);
                for outcome in batches::run(calls, answer, tally, how) {
                    outcome.done(answer, tally, how);
                }
                buffers.check(answer, tally, how);
            }
        }
    }
    for piece in [1, 3, message.cipher.block_bytes + 1] {
        let mut stream = accept(expanded.ctr(nonce));
        let mut data = message.plaintext.clone();
        let how = format_args!("counter mode, pieces of {piece}");
        for part in data.chunks_mut(piece) {
            tally.succeeds(answer, how, stream.apply(Data::InPlace(part)));
        }
        tally.answer(answer, how, &data);
    }
    for plain in message.cipher.plain {
        let mut data = message.plaintext.clone();
        let cipher = accept((plain.expand)(&message.key, &message.choice));
        accept(message.cipher.counter.apply(cipher.as_ref(), nonce, 0, &mut data));
        tally.answer(answer, format_args!("counter mode, variant {}", plain.name), &data);
    }
}

/// Checks counter mode with the key of a case in ECB: with its blocks as counters, and with random
/// messages.
pub(super) fn check_blocks(message: &BlockCase, backend: Backend, tally: &mut Tally) {
    blocks_as_counters(message, backend, tally);
    let stream = BlockStream::new(message, backend);
    stream.lengths(tally);
    stream.pieces(tally);
    stream.seeks(tally);
    stream.end(tally);
    batch::check_ctr(message, backend, tally);
}

/// Checks that the keystream at the nonce and number that a plaintext block consists of is the
/// ciphertext block.
fn blocks_as_counters(message: &BlockCase, backend: Backend, tally: &mut Tally) {
    let block = message.cipher.block_bytes;
    let answer = &message.answer;
    let expanded = message.expanded(backend);
    for (plaintext, ciphertext) in message.plaintext.chunks(block).zip(answer.bytes.chunks(block)) {
        let Some((nonce, number)) = message.cipher.counter.split(plaintext) else { continue };
        let mut stream = accept(expanded.ctr(nonce));
        let mut keystream = Guarded::new(&vec![0xa5; block], 1);
        let how = format_args!("keystream of block {number}");
        let result = stream
            .seek(u128::from(number) * block as u128)
            .and_then(|()| stream.keystream(keystream.data_mut()));
        tally.succeeds(answer, how, result);
        tally.equal(answer, how, ciphertext, keystream.data());

        for (key, name) in
            [(Key::Bytes(&message.key[..]), "key as bytes"), (Key::Ready(&*expanded), "ready key")]
        {
            let how = format_args!("keystream of block {number} by a batch, {name}");
            let mut keystream = vec![0xa5; block];
            let task = BlockTask::new(key, nonce, &mut keystream[..]);
            let calls = message.batch(backend).keystream(vec![BlockTask { block: number, ..task }]);
            for outcome in batches::run(calls, answer, tally, how) {
                outcome.done(answer, tally, how);
            }
            tally.equal(answer, how, ciphertext, &keystream);
        }
    }
}

/// A stream with the case's key and a random nonce.
struct BlockStream<'m> {
    message: &'m BlockCase,
    expanded: Box<dyn BlockKey>,
    block: usize,
    nonce: Vec<u8>,
    plaintext: Vec<u8>,
    ciphertext: Vec<u8>,
}

impl<'m> BlockStream<'m> {
    fn new(message: &'m BlockCase, backend: Backend) -> Self {
        let mut random = Random(1);
        let block = message.cipher.block_bytes;
        let nonce = random.bytes(message.cipher.nonce_bytes());
        let plaintext = random.bytes(MOST * block);
        let mut ciphertext = plaintext.clone();
        let reference = message.reference(&message.key);
        accept(message.cipher.counter.apply(reference.as_ref(), &nonce, 0, &mut ciphertext));
        Self { message, expanded: message.expanded(backend), block, nonce, plaintext, ciphertext }
    }

    /// Checks every length up to two blocks and one byte, and lengths near tiles.
    fn lengths(&self, tally: &mut Tally) {
        let answer = &self.message.answer;
        let about = TILES.into_iter().flat_map(|tile| {
            let whole = tile * self.block;
            [whole - 1, whole, whole + 1, whole + self.block - 1]
        });
        for length in (0..=2 * self.block + 1).chain(about) {
            let (from, to) = (&self.plaintext[..length], &self.ciphertext[..length]);
            for place in [Place::Same, Place::Apart] {
                let how = format_args!("counter mode, {length} bytes, {place}");
                let mut buffers = GuardedBuffers::new(from, place, length % 7);
                let result = accept(self.expanded.ctr(&self.nonce)).apply(buffers.data());
                tally.succeeds(answer, how, result);
                buffers.check_equal(answer, to, tally, how);
            }
            let how = format_args!("counter mode, {length} bytes of keystream");
            let mut output = Guarded::new(&vec![0xa5; length], length % 5);
            let mut stream = accept(self.expanded.ctr(&self.nonce));
            tally.succeeds(answer, how, stream.keystream(output.data_mut()));
            let keystream: Vec<u8> = from.iter().zip(to).map(|(a, b)| a ^ b).collect();
            tally.equal(answer, how, &keystream, output.data());
            let intact = output.intact();
            tally.holds(answer, how, intact, "bytes beside as they were", || "others".to_owned());

            let how = format_args!("counter mode, {length} bytes of keystream in one call");
            let mut output = Guarded::new(&vec![0xa5; length], length % 5);
            tally.succeeds(answer, how, self.expanded.keystream(&self.nonce, output.data_mut()));
            tally.equal(answer, how, &keystream, output.data());
            let intact = output.intact();
            tally.holds(answer, how, intact, "bytes beside as they were", || "others".to_owned());
        }
    }

    /// Checks the message in pieces of several lengths.
    fn pieces(&self, tally: &mut Tally) {
        let answer = &self.message.answer;
        let block = self.block;
        for piece in [1, 3, block - 1, block, block + 1, 5 * block + 2, 67 * block + 3] {
            let length = (20 * block + 5).max(3 * piece + 1).min(self.plaintext.len());
            let mut stream = accept(self.expanded.ctr(&self.nonce));
            let mut data = self.plaintext[..length].to_vec();
            let how = format_args!("counter mode, pieces of {piece}");
            for part in data.chunks_mut(piece) {
                tally.succeeds(answer, how, stream.apply(Data::InPlace(part)));
            }
            tally.equal(answer, how, &self.ciphertext[..length], &data);
            let position = stream.position();
            let at_end = position == length as u128;
            tally.holds(answer, how, at_end, "a position at the end", || position.to_string());
        }
    }

    /// Checks starts within the message, and carries of the counter's words.
    fn seeks(&self, tally: &mut Tally) {
        let mut random = Random(2);
        for _ in 0..12 {
            let start = random.next() % (20 * self.block as u64);
            self.from(u128::from(start), tally);
        }
        for bits in [16, 24, 32, 48] {
            if bits < 4 * self.block {
                let blocks = (1_u128 << bits) - 150;
                self.from(blocks * self.block as u128 + 1, tally);
            }
        }
    }

    /// Checks some blocks from a byte of the keystream on.
    fn from(&self, start: u128, tally: &mut Tally) {
        let answer = &self.message.answer;
        let (first, used) =
            ((start / self.block as u128) as u64, (start % self.block as u128) as usize);
        let length = 301 * self.block - 1;
        let mut expected = vec![0; used];
        expected.extend(&self.plaintext[..length]);
        let reference = self.message.reference(&self.message.key);
        let counter = self.message.cipher.counter;
        accept(counter.apply(reference.as_ref(), &self.nonce, first, &mut expected));

        let mut stream = accept(self.expanded.ctr(&self.nonce));
        let mut buffers = GuardedBuffers::new(&self.plaintext[..length], Place::by_turns(used), 1);
        let how = format_args!("counter mode, {length} bytes from byte {start} on");
        let result = stream.seek(start).and_then(|()| stream.apply(buffers.data()));
        tally.succeeds(answer, how, result);
        buffers.check_equal(answer, &expected[used..], tally, how);
    }

    /// Checks the last block of a nonce, and that nothing comes after it.
    fn end(&self, tally: &mut Tally) {
        let answer = &self.message.answer;
        if self.block >= 16 {
            return;
        }
        let blocks = 1_u64 << (4 * self.block);
        let end = u128::from(blocks) * self.block as u128;
        let mut stream = accept(self.expanded.ctr(&self.nonce));
        let how = format_args!("counter mode, the last block");
        let mut expected = self.plaintext[..self.block].to_vec();
        let reference = self.message.reference(&self.message.key);
        let counter = self.message.cipher.counter;
        accept(counter.apply(reference.as_ref(), &self.nonce, blocks - 1, &mut expected));
        let mut data = self.plaintext[..self.block].to_vec();
        let last = end - self.block as u128;
        let result = stream.seek(last).and_then(|()| stream.apply(Data::InPlace(&mut data)));
        tally.succeeds(answer, how, result);
        tally.equal(answer, how, &expected, &data);

        let how = format_args!("counter mode, beyond the last block");
        let mut data = [0xa5];
        let beyond = stream.apply(Data::InPlace(&mut data));
        let refused = matches!(beyond, Err(Error::Counter { .. })) && data == [0xa5];
        tally.holds(answer, how, refused, "an error and nothing written", || format!("{beyond:?}"));
    }
}
