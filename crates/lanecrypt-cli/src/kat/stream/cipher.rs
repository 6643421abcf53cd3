//! Known ciphertexts and keystreams: alone, at every lane position, in batches, and in pieces.

use std::fmt;

use lanecrypt::threegpp::Nea;
use lanecrypt::{Backend, Batch, CipherJob, Data, Error, KeyStream as _};
use lanecrypt_vectors::Case;

use super::algorithms::{KnownCipher, Ways};
use super::call::{self, Call};
use super::end;
use crate::answers::Answer;
use crate::answers::stream;
use crate::jobs::prepare;
use crate::kat::batches::{self, BatchKeys};
use crate::kat::place::{GuardedBuffers, OFFSETS, Place, accept};
use crate::kat::suite::{PreparedSuite, Suite};
use crate::kat::tally::Tally;
use crate::nonce::Nonce as _;
use crate::random::Random;

/// A message with a known result, or one that only fills a lane.
struct CipherMessage<C: KnownCipher> {
    answer: Option<Answer>,
    key: Vec<u8>,
    iv: C::Iv,
    input: Vec<u8>,
    bits: u64,
    /// The block of keystream that it starts at.
    block: u64,
    /// Whether the known result is keystream. Then the input is zeros.
    keystream: bool,
}

/// What is done with the messages of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operation {
    Encrypt,
    Decrypt,
    Keystream,
}

struct CipherMessages<C: KnownCipher>(Vec<CipherMessage<C>>);

/// Understands cases as [`stream::ciphers`] does.
pub(super) fn suite<C: KnownCipher>(_: &'static str, cases: &[Case]) -> PreparedSuite {
    of::<C>(cases)
}

/// The same of some of the cases of a file.
pub(super) fn of<'c, C: KnownCipher>(cases: impl IntoIterator<Item = &'c Case>) -> PreparedSuite {
    let known = stream::ciphers::<C, C::Iv>(cases)?.into_iter().map(|known| CipherMessage {
        answer: Some(known.answer),
        key: known.key,
        iv: known.nonce,
        input: known.input,
        bits: known.bits,
        block: known.block,
        keystream: known.keystream,
    });
    Ok(Box::new(CipherMessages::<C>(known.collect())))
}

impl<C: KnownCipher> Suite for CipherMessages<C> {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        if self.0.is_empty() {
            return;
        }
        for (way, options) in C::Options::all() {
            for keys in BatchKeys::ALL {
                let call = Call { way, options, backend, keys };
                self.in_batches_of_one(&call, tally);
                self.at_every_lane(&call, tally);
                self.together(&call, tally);
            }
            self.alone(way, options, backend, tally);
        }
        self.by_identifier(backend, tally);
        self.in_pieces(backend, tally);
    }
}

impl<C: KnownCipher> CipherMessages<C> {
    /// The messages with a known result.
    fn known(&self) -> impl Iterator<Item = (&CipherMessage<C>, &Answer)> {
        self.0.iter().filter_map(|message| Some((message, message.answer.as_ref()?)))
    }

    /// The messages that start at the first block. Only jobs can start at another one.
    fn whole_streams(&self) -> impl Iterator<Item = (&CipherMessage<C>, &Answer)> {
        self.known().filter(|(message, _)| message.block == 0)
    }

    /// Checks each message without a batch, in place and apart, at several alignments.
    fn alone(&self, way: &str, options: C::Options, backend: Backend, tally: &mut Tally) {
        for (message, answer) in self.whole_streams() {
            let key = accept(C::with_options(&message.key, options, backend));
            for offset in OFFSETS {
                for place in [Place::Same, Place::Apart] {
                    let how = format_args!("variant {way}, one call, {place}, offset {offset}");
                    let mut buffers = message.buffers(place, offset);
                    let result = key.encrypt_bits(message.nonce(), buffers.data(), message.bits);
                    tally.succeeds(answer, how, result);
                    message.check(answer, &buffers, tally, how);

                    if let Some(back) = message.reversed() {
                        let how = format_args!(
                            "variant {way}, decrypted in one call, {place}, offset {offset}"
                        );
                        let Some(answer) = &back.answer else { continue };
                        let mut buffers = back.buffers(place, offset);
                        let result = key.decrypt_bits(message.nonce(), buffers.data(), back.bits);
                        tally.succeeds(answer, how, result);
                        back.check(answer, &buffers, tally, how);
                    }
                }
            }
            self.whole_bytes(message, answer, &key, way, tally);
        }
    }

    /// The same without a length in bits, for messages of whole bytes.
    fn whole_bytes(
        &self,
        message: &CipherMessage<C>,
        answer: &Answer,
        key: &C,
        way: &str,
        tally: &mut Tally,
    ) {
        if !message.bits.is_multiple_of(8) {
            return;
        }
        let how = format_args!("variant {way}, one call of whole bytes");
        let mut data = message.input.clone();
        tally.succeeds(answer, how, key.encrypt(message.nonce(), &mut data[..]));
        tally.answer(answer, how, &data);
        tally.succeeds(answer, how, key.decrypt(message.nonce(), &mut data[..]));
        tally.equal(answer, how, &message.input, &data);
        let how = format_args!("variant {way}, keystream in one call");
        tally.succeeds(answer, how, key.keystream(message.nonce(), &mut data));
        data.iter_mut().zip(&message.input).for_each(|(byte, plain)| *byte ^= plain);
        tally.answer(answer, how, &data);
    }

    /// Checks each message in a batch of its own, in place and apart, at several alignments.
    fn in_batches_of_one(&self, call: &Call<C::Options>, tally: &mut Tally) {
        for message in &self.0 {
            for offset in OFFSETS {
                for place in [Place::Same, Place::Apart] {
                    let how = format_args!("{call}, alone, {place}, offset {offset}");
                    run(call, Operation::Encrypt, &[message], offset, |_| place, tally, how);
                    if message.keystream {
                        let how = format_args!("{call}, keystream, {place}, offset {offset}");
                        run(call, Operation::Keystream, &[message], offset, |_| place, tally, how);
                    }
                }
                if let Some(back) = message.reversed() {
                    let how = format_args!("{call}, decrypted, offset {offset}");
                    run(call, Operation::Decrypt, &[&back], offset, |_| Place::Same, tally, how);
                }
            }
        }
    }

    /// Checks each message in every lane of a batch of equal lengths.
    fn at_every_lane(&self, call: &Call<C::Options>, tally: &mut Tally) {
        let filler = |random: &mut Random, message: &CipherMessage<C>| {
            CipherMessage::filler(random, message.input.len(), message.bits)
        };
        let lanes = call.options.lanes(call.backend);
        call::at_every_lane(&self.0, lanes, filler, |order, parity| {
            let how = format_args!("{call}, every second lane");
            run(call, Operation::Encrypt, order, parity, |_| Place::Same, tally, how);
        });
    }

    /// Checks all messages, with fillers of other lengths, in one batch.
    fn together(&self, call: &Call<C::Options>, tally: &mut Tally) {
        let filler =
            |random: &mut Random, bytes| CipherMessage::filler(random, bytes, 8 * bytes as u64);
        let lanes = call.options.lanes(call.backend);
        call::rotated(&self.0, lanes, filler, |order, rotation| {
            let how = format_args!("{call}, batch rotated by {rotation}");
            let place = |position: usize| Place::by_turns(position + rotation);
            run(call, Operation::Encrypt, order, rotation, place, tally, how);
        });
    }

    /// Checks each message through the identifier of the algorithm, if it has one.
    fn by_identifier(&self, backend: Backend, tally: &mut Tally) {
        for (message, answer) in self.known() {
            let (Some(id), Some(input)) = (C::identifier(), message.iv.input()) else { continue };
            let how = format_args!("by identifier {id:?}");
            let key = accept(Nea::with_backend(id, &message.key, backend));
            let mut buffers = message.buffers(Place::Apart, 1);
            let result = key.encrypt_bits(input, buffers.data(), message.bits);
            tally.succeeds(answer, how, result);
            message.check(answer, &buffers, tally, how);
            if let Some(back) = message.reversed() {
                let how = format_args!("decrypted by identifier {id:?}");
                let Some(answer) = &back.answer else { continue };
                let mut buffers = back.buffers(Place::Same, 1);
                let result = key.decrypt_bits(input, buffers.data(), back.bits);
                tally.succeeds(answer, how, result);
                back.check(answer, &buffers, tally, how);
            }
        }
    }

    /// Checks each message of whole bytes in pieces of several lengths.
    fn in_pieces(&self, backend: Backend, tally: &mut Tally) {
        for (message, answer) in self.whole_streams() {
            if !message.bits.is_multiple_of(8) {
                continue;
            }
            let key = accept(C::with_backend(&message.key, backend));
            for piece in [1, 3, 16, 63, 64, 65, usize::MAX] {
                let how = format_args!("stream in pieces of {}", piece.min(message.input.len()));
                pieces(&key, message, answer, piece, tally, how);
            }
        }
    }
}

fn pieces<C: KnownCipher>(
    key: &C,
    message: &CipherMessage<C>,
    answer: &Answer,
    piece: usize,
    tally: &mut Tally,
    how: fmt::Arguments<'_>,
) {
    let mut stream = accept(key.stream(message.nonce()));
    let mut data = message.input.clone();
    let mut result: Result<(), Error> = Ok(());
    for (index, part) in data.chunks_mut(piece).enumerate() {
        // Keystream written and keystream added to zeros are the same, so they may alternate.
        result = result.and(if message.keystream && index % 2 == 1 {
            stream.keystream(part)
        } else {
            stream.apply(Data::InPlace(part))
        });
    }
    tally.succeeds(answer, how, result);
    tally.answer(answer, how, &data);
    let position = stream.position();
    let at_end = position == data.len() as u128;
    tally.holds(answer, how, at_end, "a position at the end", || position.to_string());

    let how = format_args!("{how}, out of place");
    let mut stream = accept(key.stream(message.nonce()));
    let mut output = vec![0xa5; message.input.len()];
    let mut result: Result<(), Error> = Ok(());
    for (input, output) in message.input.chunks(piece).zip(output.chunks_mut(piece)) {
        result = result.and(stream.apply(Data::Copy { input, output }));
    }
    tally.succeeds(answer, how, result);
    tally.answer(answer, how, &output);
}

impl<C: KnownCipher> CipherMessage<C> {
    /// A random message without a known result.
    fn filler(random: &mut Random, bytes: usize, bits: u64) -> Self {
        let (key, iv) = (random.bytes(C::KEY_BYTES), C::Iv::of_bytes(&random.array()));
        let (input, block) = (random.bytes(bytes), 0);
        Self { answer: None, key, iv, input, bits, block, keystream: false }
    }

    fn nonce(&self) -> C::Nonce<'_> {
        C::nonce(&self.iv)
    }

    /// The same message to be decrypted, if its answer is right.
    fn reversed(&self) -> Option<Self> {
        let answer = self.answer.as_ref().filter(|answer| !answer.rejected)?;
        Some(Self {
            answer: Some(Answer { bytes: self.input.clone(), ..answer.clone() }),
            key: self.key.clone(),
            input: answer.bytes.clone(),
            ..*self
        })
    }

    /// The buffers that are handed over. At odd offsets, more bytes follow the message, if it can be
    /// shorter than its data.
    fn buffers(&self, place: Place, offset: usize) -> GuardedBuffers {
        match C::BIT_LENGTHS && offset % 2 == 1 {
            false => GuardedBuffers::new(&self.input, place, offset),
            true => GuardedBuffers::new(&end::overlong(&self.input, self.bits), place, offset),
        }
    }

    /// Checks what came out, and that nothing else was written.
    fn check(
        &self,
        answer: &Answer,
        buffers: &GuardedBuffers,
        tally: &mut Tally,
        how: fmt::Arguments<'_>,
    ) {
        let bytes = self.input.len();
        tally.answer(answer, how, &buffers.output()[..bytes]);
        let untouched = buffers.is_untouched_from(bytes, &end::AFTER);
        tally.holds(answer, how, untouched, "bytes beside the message as they were", || {
            "others".to_owned()
        });
    }
}

/// Runs a batch and checks every message in it about which something is known.
fn run<C: KnownCipher>(
    call: &Call<C::Options>,
    operation: Operation,
    messages: &[&CipherMessage<C>],
    offset: usize,
    place: impl Fn(usize) -> Place,
    tally: &mut Tally,
    how: fmt::Arguments<'_>,
) {
    let Some(first) = messages.iter().find_map(|message| message.answer.as_ref()) else {
        return;
    };
    let mut buffers: Vec<GuardedBuffers> = messages
        .iter()
        .enumerate()
        .map(|(position, message)| message.buffers(place(position), offset + position % 7))
        .collect();
    let ready: Vec<C> = messages
        .iter()
        .map(|message| accept(C::with_backend(&message.key, call.keys.backend(call.backend))))
        .collect();
    let jobs = messages.iter().zip(&ready).zip(&mut buffers).enumerate().map(
        |(position, ((message, ready), buffers))| {
            let key = call.keys.of(position, &message.key, ready).typed(|key| key);
            CipherJob::new(key, message.nonce(), buffers.data())
                .with_bits(message.bits)
                .with_start_block(message.block)
        },
    );
    let batch = accept(Batch::<C>::with_backend(call.backend)).with_options(call.options);
    let calls = match operation {
        Operation::Encrypt => prepare(batch, Batch::encrypt, jobs),
        Operation::Decrypt => prepare(batch, Batch::decrypt, jobs),
        Operation::Keystream => prepare(batch, Batch::keystream, jobs),
    };
    let outcomes = batches::run(calls, first, tally, how);
    for (position, ((message, buffers), outcome)) in
        messages.iter().zip(&buffers).zip(outcomes).enumerate()
    {
        let Some(answer) = &message.answer else { continue };
        let how = format_args!("{how}, position {position}");
        outcome.done(answer, tally, how);
        message.check(answer, buffers, tally, how);
    }
}
