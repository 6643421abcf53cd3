//! Known tags: alone, at every lane position, and in batches; computed and verified.

use std::fmt;

use lanecrypt::threegpp::Nia;
use lanecrypt::{Backend, Batch, Error, MacJob};
use lanecrypt_vectors::Case;

use super::algorithms::{KnownMac, Ways};
use super::call::{self, Call};
use super::end;
use crate::answers::Answer;
use crate::answers::stream;
use crate::jobs::prepare;
use crate::kat::batches::{self, BatchKeys, Outcome};
use crate::kat::guarded::Guarded;
use crate::kat::place::{OFFSETS, accept};
use crate::kat::suite::{PreparedSuite, Suite};
use crate::kat::tally::Tally;
use crate::nonce::Nonce as _;
use crate::random::Random;

/// A message with a known tag, or one that only fills a lane.
struct TagMessage<M: KnownMac> {
    answer: Option<Answer>,
    key: Vec<u8>,
    iv: M::Iv,
    message: Vec<u8>,
    bits: u64,
    /// The length in bytes that tags have by agreement.
    tag_bytes: usize,
}

/// A message of a batch, at its place in memory, and its key object.
struct Placed<'m, M: KnownMac> {
    message: &'m TagMessage<M>,
    buffer: Guarded,
    ready: M,
}

/// The fewest jobs of large batches: the library initialises fewer keys at a time.
const MANY: usize = 40;

struct TagMessages<M: KnownMac>(Vec<TagMessage<M>>);

/// Understands cases as [`stream::tags`] does.
pub(super) fn suite<M: KnownMac>(_: &'static str, cases: &[Case]) -> PreparedSuite {
    let known = stream::tags::<M, M::Iv>(cases)?.into_iter().map(|known| TagMessage {
        answer: Some(known.answer),
        key: known.key,
        iv: known.nonce,
        message: known.message,
        bits: known.bits,
        tag_bytes: known.tag_bytes,
    });
    Ok(Box::new(TagMessages::<M>(known.collect())))
}

impl<M: KnownMac> Suite for TagMessages<M> {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        for (way, options) in M::Options::all() {
            for keys in BatchKeys::ALL {
                let call = Call { way, options, backend, keys };
                self.in_batches_of_one(&call, tally);
                self.at_every_lane(&call, tally);
                self.together(&call, tally);
            }
            self.alone(way, options, backend, tally);
        }
        self.by_identifier(backend, tally);
    }
}

impl<M: KnownMac> TagMessages<M> {
    /// The messages with a known result.
    fn known(&self) -> impl Iterator<Item = (&TagMessage<M>, &Answer)> {
        self.0.iter().filter_map(|message| Some((message, message.answer.as_ref()?)))
    }

    /// Checks each message without a batch, at several alignments.
    fn alone(&self, way: &str, options: M::Options, backend: Backend, tally: &mut Tally) {
        for (message, answer) in self.known() {
            let key = accept(M::with_options(&message.key, options, backend));
            let key = accept(key.with_tag_bytes(message.tag_bytes));
            let bits = message.bits;
            for offset in OFFSETS {
                let how = format_args!("variant {way}, one call, offset {offset}");
                let buffer = message.buffer(offset);
                let tag = accept(key.compute_bits(message.nonce(), buffer.data(), bits));
                tally.answer(answer, how, tag.as_ref());
                let result = key.verify_bits(message.nonce(), buffer.data(), bits, &answer.bytes);
                message.verified(answer, result, tally, how);
            }
            if bits == 8 * message.message.len() as u64 {
                let how = format_args!("variant {way}, one call of whole bytes");
                let tag = accept(key.compute(message.nonce(), &message.message));
                tally.answer(answer, how, tag.as_ref());
                let result = key.verify(message.nonce(), &message.message, &answer.bytes);
                message.verified(answer, result, tally, how);
            }
            if !answer.rejected {
                wrong_tags(message, answer, &key, way, tally);
            }
        }
    }

    /// Checks each message in a batch of its own, at several alignments.
    fn in_batches_of_one(&self, call: &Call<M::Options>, tally: &mut Tally) {
        for message in &self.0 {
            for offset in OFFSETS {
                let how = format_args!("{call}, alone, offset {offset}");
                run(call, &[message], offset, tally, how);
            }
        }
    }

    /// Checks each message in every lane of a batch of equal lengths.
    fn at_every_lane(&self, call: &Call<M::Options>, tally: &mut Tally) {
        let filler = |random: &mut Random, message: &TagMessage<M>| {
            TagMessage::filler(random, message.message.len(), message.bits)
        };
        let lanes = call.options.lanes(call.backend);
        call::at_every_lane(&self.0, lanes, filler, |order, parity| {
            run(call, order, parity, tally, format_args!("{call}, every second lane"));
        });
    }

    /// Checks all messages, with fillers of other lengths, in one batch.
    fn together(&self, call: &Call<M::Options>, tally: &mut Tally) {
        let filler =
            |random: &mut Random, bytes| TagMessage::filler(random, bytes, 8 * bytes as u64);
        let lanes = call.options.lanes(call.backend).max(MANY);
        call::rotated(&self.0, lanes, filler, |order, rotation| {
            run(call, order, rotation, tally, format_args!("{call}, batch rotated by {rotation}"));
        });
    }

    /// Checks each message through the identifier of the algorithm, if it has one.
    fn by_identifier(&self, backend: Backend, tally: &mut Tally) {
        for (message, answer) in self.known() {
            let (Some(id), Some(input)) = (M::identifier(), message.iv.input()) else { continue };
            let how = format_args!("by identifier {id:?}");
            let key = accept(Nia::with_backend(id, &message.key, backend));
            let key = accept(key.with_tag_bytes(message.tag_bytes));
            let (buffer, bits) = (message.buffer(1), message.bits);
            let tag = accept(key.compute_bits(input, buffer.data(), bits));
            tally.answer(answer, how, tag.as_ref());
            let result = key.verify_bits(input, buffer.data(), bits, &answer.bytes);
            message.verified(answer, result, tally, how);
        }
    }
}

/// Checks that no other tag verifies.
fn wrong_tags<M: KnownMac>(
    message: &TagMessage<M>,
    answer: &Answer,
    key: &M,
    way: &str,
    tally: &mut Tally,
) {
    let bits = message.bits;
    let mut tag = answer.bytes.clone();
    for at in 0..8 * tag.len() {
        let how = format_args!("variant {way}, bit {at} of the tag changed");
        tag[at / 8] ^= 1 << (at % 8);
        let result = key.verify_bits(message.nonce(), &message.message, bits, &tag);
        let refused = result == Err(Error::Authentication);
        tally.holds(answer, how, refused, "authentication to fail", || format!("{result:?}"));
        tag[at / 8] ^= 1 << (at % 8);
    }
    let expected = tag.len();
    tag.push(0);
    for bytes in (0..=tag.len()).filter(|bytes| *bytes != expected) {
        let how = format_args!("variant {way}, a tag of {bytes} bytes");
        let result = key.verify_bits(message.nonce(), &message.message, bits, &tag[..bytes]);
        let refused = result == Err(Error::TagMismatch { bytes, expected });
        tally.holds(answer, how, refused, "TagMismatch", || format!("{result:?}"));
    }
}

impl<M: KnownMac> TagMessage<M> {
    /// A random message without a known result.
    fn filler(random: &mut Random, bytes: usize, bits: u64) -> Self {
        let (key, iv) = (random.bytes(M::KEY_BYTES), M::Iv::of_bytes(&random.array()));
        let tag_bytes = M::TAG_BYTES[random.next() as usize % M::TAG_BYTES.len()];
        Self { answer: None, key, iv, message: random.bytes(bytes), bits, tag_bytes }
    }

    fn nonce(&self) -> M::Nonce<'_> {
        M::nonce(&self.iv)
    }

    /// The buffer that is handed over. Where messages have a length in bits, more bytes follow the
    /// message at odd offsets.
    fn buffer(&self, offset: usize) -> Guarded {
        match M::BIT_LENGTHS && offset % 2 == 1 {
            true => Guarded::new(&end::overlong(&self.message, self.bits), offset),
            false => Guarded::new(&self.message, offset),
        }
    }

    /// Checks that verification agrees with the case.
    fn verified(
        &self,
        answer: &Answer,
        result: Result<(), Error>,
        tally: &mut Tally,
        how: fmt::Arguments<'_>,
    ) {
        let wrong_length = answer.bytes.len() != self.tag_bytes;
        let agrees = match (answer.rejected, wrong_length) {
            (false, _) => result.is_ok(),
            (true, true) => matches!(result, Err(Error::TagMismatch { .. })),
            (true, false) => result == Err(Error::Authentication),
        };
        tally.holds(answer, how, agrees, "verification to agree", || format!("{result:?}"));
    }
}

/// Runs a batch that computes tags and one that verifies them, and checks every message about
/// which something is known.
fn run<M: KnownMac>(
    call: &Call<M::Options>,
    messages: &[&TagMessage<M>],
    offset: usize,
    tally: &mut Tally,
    how: fmt::Arguments<'_>,
) {
    let Some(first) = messages.iter().find_map(|message| message.answer.as_ref()) else {
        return;
    };
    let placed: Vec<Placed<'_, M>> = messages
        .iter()
        .enumerate()
        .map(|(position, message)| {
            let key = M::with_backend(&message.key, call.keys.backend(call.backend));
            let ready = accept(accept(key).with_tag_bytes(message.tag_bytes));
            Placed { message, buffer: message.buffer(offset + position % 7), ready }
        })
        .collect();
    let computed = outcomes(call, &placed, None, first, tally, how);
    for (position, (message, outcome)) in messages.iter().zip(&computed).enumerate() {
        let Some(answer) = &message.answer else { continue };
        let how = format_args!("{how}, position {position}");
        tally.answer(answer, how, outcome.tag_bytes());
        outcome.done(answer, tally, how);
    }

    // Messages without a known tag expect the tag that was just computed. One tag in five is
    // made wrong.
    let tags: Vec<Vec<u8>> = messages
        .iter()
        .zip(&computed)
        .enumerate()
        .map(|(position, (message, outcome))| match &message.answer {
            Some(answer) if answer.rejected => answer.bytes.clone(),
            Some(answer) => batches::some_wrong(position, &answer.bytes),
            None => batches::some_wrong(position, outcome.tag_bytes()),
        })
        .collect();
    let verified = outcomes(call, &placed, Some(&tags), first, tally, how);
    for (position, (message, outcome)) in messages.iter().zip(&verified).enumerate() {
        let how = format_args!("{how}, verified, position {position}");
        match &message.answer {
            Some(answer) if answer.rejected => {
                message.verified(answer, outcome.result(), tally, how);
            }
            Some(answer) => {
                outcome.verified(position, answer, tally, how);
            }
            None => {
                outcome.verified(position, first, tally, how);
            }
        }
    }
}

/// Computes the tags of messages, or verifies those given.
fn outcomes<M: KnownMac>(
    call: &Call<M::Options>,
    placed: &[Placed<'_, M>],
    tags: Option<&[Vec<u8>]>,
    answer: &Answer,
    tally: &mut Tally,
    how: fmt::Arguments<'_>,
) -> Vec<Outcome> {
    let jobs = placed.iter().enumerate().map(|(position, placed)| {
        let Placed { message, buffer, ready } = placed;
        let key = call.keys.of(position, &message.key, ready).typed(|key| key);
        let nonce = message.nonce();
        let job = match tags {
            None => MacJob::new(key, nonce, buffer.data()),
            Some(tags) => MacJob::expecting(key, nonce, buffer.data(), &tags[position]),
        };
        job.with_bits(message.bits).with_tag_bytes(message.tag_bytes)
    });
    let batch = accept(Batch::<M>::with_backend(call.backend)).with_options(call.options);
    let calls = match tags {
        None => prepare(batch, Batch::compute, jobs),
        Some(_) => prepare(batch, Batch::verify, jobs),
    };
    batches::run(calls, answer, tally, how)
}
