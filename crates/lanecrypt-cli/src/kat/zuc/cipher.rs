//! Known ciphertexts and keystreams: alone, at every lane position, in batches, and as streams.

use std::fmt;

use lanecrypt::Backend;
use lanecrypt::batch::{Data, Status};
use lanecrypt::stream::zuc::{Batch, Job, Setup, Stream, Variant};

use super::fields::Form;
use super::{OFFSETS, batch};
use crate::kat::file::Case;
use crate::kat::guarded::Guarded;
use crate::kat::random::Random;
use crate::kat::suite::{Prepared, Suite};
use crate::kat::tally::{Answer, Tally};

/// A message whose outcome is known, or one that only fills a lane.
struct Message {
    answer: Option<Answer>,
    setup: Setup,
    input: Vec<u8>,
    bits: u64,
    /// Whether it is keystream that is known: the input is zeros then.
    keystream: bool,
}

/// How the data of a job is handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// One buffer.
    Same,
    /// Two buffers.
    Apart,
    /// One buffer, of which nothing is read.
    Keystream,
}

/// What goes in and what comes out, and the name of the latter.
type Text = (&'static str, Vec<u8>, Vec<u8>);

struct Ciphers(Vec<Message>);

/// Understands cases with `keystream`, or with `plaintext` and `ciphertext`, or both, and
/// optionally `bit_length`.
pub(crate) fn suite(
    cases: &[Case],
    load: fn(&Case) -> Result<Vec<Form<Setup>>, String>,
) -> Prepared {
    let mut messages = Vec::new();
    for case in cases {
        for (form, setup) in load(case)? {
            for (field, input, output) in texts(case)? {
                let bits = case.bits(output.len())?;
                let (input, bytes) = (cut(input, bits), cut(output, bits));
                let rejected = case.must_be_rejected();
                let keystream = field == KEYSTREAM;
                let field = if form == "iv23" { "output with iv23" } else { field };
                let answer = Answer { case: case.id.clone(), field, bytes, rejected };
                let setup = setup.clone();
                messages.push(Message { answer: Some(answer), setup, input, bits, keystream });
            }
        }
    }
    Ok(Box::new(Ciphers(messages)))
}

const KEYSTREAM: &str = "keystream";

/// The texts that a case gives.
fn texts(case: &Case) -> Result<Vec<Text>, String> {
    let mut texts = Vec::new();
    if case.has(KEYSTREAM) {
        let keystream = case.bytes(KEYSTREAM)?;
        texts.push((KEYSTREAM, vec![0; keystream.len()], keystream));
    }
    if case.has("plaintext") || case.has("ciphertext") {
        let (input, output) = (case.bytes("plaintext")?, case.bytes("ciphertext")?);
        if input.len() != output.len() {
            return Err(case.error(format_args!(
                "`plaintext` has {} bytes and `ciphertext` {}; they must be equal",
                input.len(),
                output.len()
            )));
        }
        texts.push(("ciphertext", input, output));
    }
    if texts.is_empty() {
        return Err(case.error("has neither `keystream` nor `plaintext` and `ciphertext`"));
    }
    Ok(texts)
}

/// The first bits of a text; those of the last byte that are not among them are zero.
fn cut(mut text: Vec<u8>, bits: u64) -> Vec<u8> {
    // Not more than the text has, so it fits.
    text.truncate(bits.div_ceil(8) as usize);
    if let Some(last) = text.last_mut()
        && !bits.is_multiple_of(8)
    {
        *last &= 0xff << (8 - bits % 8);
    }
    text
}

impl Suite for Ciphers {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        for variant in Variant::ALL {
            let batch = batch(backend, variant);
            self.alone(batch, variant, tally);
            self.at_every_lane(batch, variant, tally);
            self.together(batch, variant, tally);
        }
        self.streams(backend, tally);
    }
}

impl Ciphers {
    /// Each message by itself, handed over in every way, at several alignments.
    fn alone(&self, batch: Batch, variant: Variant, tally: &mut Tally) {
        let variant = variant.name();
        for message in &self.0 {
            for offset in OFFSETS {
                for place in message.places() {
                    let how = format_args!("variant {variant}, alone, {place}, offset {offset}");
                    run(batch, &[message], offset, |_| place, tally, how);
                }
                if let Some(back) = message.reversed() {
                    let how = format_args!("variant {variant}, decrypted, offset {offset}");
                    run(batch, &[&back], offset, |_| Place::Same, tally, how);
                }
            }
        }
    }

    /// Each message in every second lane of a batch of equally long ones, then in the others: a
    /// batch of equal lengths is not reordered, so the place is the lane.
    fn at_every_lane(&self, batch: Batch, variant: Variant, tally: &mut Tally) {
        let lanes = batch.lanes_for(usize::MAX);
        if lanes == 1 {
            return;
        }
        let mut random = Random(lanes as u64);
        for message in &self.0 {
            let fillers: Vec<_> = (0..lanes)
                .map(|_| Message::filler(&mut random, message.input.len(), message.bits))
                .collect();
            for parity in 0..2 {
                let order: Vec<&Message> = fillers
                    .iter()
                    .enumerate()
                    .map(|(lane, filler)| if lane % 2 == parity { message } else { filler })
                    .collect();
                let how = format_args!("variant {}, every second lane", variant.name());
                run(batch, &order, parity, |_| Place::Same, tally, how);
            }
        }
    }

    /// All messages and some fillers of other lengths in one batch, in every rotation up to the
    /// number of lanes.
    fn together(&self, batch: Batch, variant: Variant, tally: &mut Tally) {
        let lanes = batch.lanes_for(usize::MAX);
        let mut random = Random(1);
        let fillers: Vec<_> = (0..lanes.saturating_sub(self.0.len()) + 3)
            .map(|_| {
                let bytes = (random.next() % 200) as usize;
                Message::filler(&mut random, bytes, 8 * bytes as u64)
            })
            .collect();
        let mut order: Vec<&Message> = self.0.iter().chain(&fillers).collect();
        for rotation in 0..lanes.min(order.len()) {
            let place = |position: usize| match (position + rotation) % 2 {
                0 => Place::Same,
                _ => Place::Apart,
            };
            let how = format_args!("variant {}, batch rotated by {rotation}", variant.name());
            run(batch, &order, rotation, place, tally, how);
            order.rotate_left(1);
        }
    }

    /// Each message of whole bytes through a stream, cut in several ways.
    fn streams(&self, backend: Backend, tally: &mut Tally) {
        for message in &self.0 {
            let Some(answer) = message.answer.as_ref() else { continue };
            if !message.bits.is_multiple_of(8) {
                continue;
            }
            for piece in [1, 3, 16, 63, 64, 65, usize::MAX] {
                let how = format_args!("stream in pieces of {}", piece.min(message.input.len()));
                match Stream::with_backend(&message.setup, backend) {
                    Ok(stream) => pieces(stream, message, answer, piece, tally, how),
                    Err(error) => tally.holds(answer, how, false, "a stream", || error.to_string()),
                }
            }
        }
    }
}

fn pieces(
    mut stream: Stream,
    message: &Message,
    answer: &Answer,
    piece: usize,
    tally: &mut Tally,
    how: fmt::Arguments<'_>,
) {
    let mut copy = stream_copy(&stream, message);
    let mut data = message.input.clone();
    for (index, part) in data.chunks_mut(piece).enumerate() {
        // Keystream written and keystream added to zeros are the same, so they may alternate.
        if message.keystream && index % 2 == 1 {
            stream.keystream(part)
        } else {
            stream.apply(part)
        }
    }
    tally.answer(answer, how, &data);
    let at_end = stream.position() == data.len() as u64;
    tally.holds(answer, how, at_end, "a position at the end", || stream.position().to_string());

    let mut output = vec![0xa5; message.input.len()];
    let Some(copy) = copy.as_mut() else { return };
    for (from, to) in message.input.chunks(piece).zip(output.chunks_mut(piece)) {
        if let Err(error) = copy.apply_to(from, to) {
            tally.holds(answer, how, false, "bytes", || error.to_string());
        }
    }
    tally.answer(answer, format_args!("{how}, out of place"), &output);
}

/// Another stream of the same message on the same backend.
fn stream_copy(stream: &Stream, message: &Message) -> Option<Stream> {
    Stream::with_backend(&message.setup, stream.backend()).ok()
}

impl Message {
    /// A message of some key with nothing known about it.
    fn filler(random: &mut Random, bytes: usize, bits: u64) -> Self {
        let setup = match random.next() % 2 {
            0 => Setup::zuc128(&random.array(), &random.array()),
            _ => Setup::nea6(&random.array(), &random.array()),
        };
        let input = random.bytes(bytes);
        Self { answer: None, setup, input, bits, keystream: false }
    }

    /// The ways that its data can be handed over.
    fn places(&self) -> impl Iterator<Item = Place> {
        let keystream = self.keystream.then_some(Place::Keystream);
        [Place::Same, Place::Apart].into_iter().chain(keystream)
    }

    /// The way back, where what comes out is known to be right.
    fn reversed(&self) -> Option<Self> {
        let answer = self.answer.as_ref().filter(|answer| !answer.rejected)?;
        Some(Self {
            answer: Some(Answer { bytes: self.input.clone(), ..answer.clone() }),
            setup: self.setup.clone(),
            input: answer.bytes.clone(),
            ..*self
        })
    }

    /// The buffer that its output will be in.
    fn buffer(&self, place: Place, offset: usize) -> Guarded {
        match place {
            Place::Same => Guarded::new(&self.input, offset),
            Place::Apart | Place::Keystream => Guarded::new(&vec![0xa5; self.input.len()], offset),
        }
    }
}

/// Runs a batch and checks every message in it about which something is known.
fn run(
    batch: Batch,
    messages: &[&Message],
    offset: usize,
    place: impl Fn(usize) -> Place,
    tally: &mut Tally,
    how: fmt::Arguments<'_>,
) {
    let mut buffers: Vec<Guarded> = messages
        .iter()
        .enumerate()
        .map(|(position, message)| message.buffer(place(position), offset + position % 7))
        .collect();
    let inputs: Vec<Guarded> =
        messages.iter().map(|message| Guarded::new(&message.input, offset + 3)).collect();
    let mut jobs: Vec<Job<'_>> = buffers
        .iter_mut()
        .zip(&inputs)
        .zip(messages)
        .enumerate()
        .map(|(position, ((buffer, input), message))| {
            let output = buffer.data_mut();
            let data = match place(position) {
                Place::Same => Data::InPlace(output),
                Place::Apart => Data::Copy { input: input.data(), output },
                Place::Keystream => Data::Keystream(output),
            };
            Job::with_bits(message.setup.clone(), data, message.bits)
        })
        .collect();
    batch.encrypt(&mut jobs);
    let statuses: Vec<Status> = jobs.iter().map(|job| job.status).collect();
    drop(jobs);
    for (position, ((message, buffer), status)) in
        messages.iter().zip(&buffers).zip(statuses).enumerate()
    {
        let Some(answer) = &message.answer else { continue };
        let how = format_args!("{how}, position {position}");
        tally.answer(answer, how, buffer.data());
        tally.holds(answer, how, status == Status::Done, "Done", || format!("{status:?}"));
        let intact = buffer.intact();
        tally.holds(answer, how, intact, "bytes beside the message as they were", || {
            "others".to_owned()
        });
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Same => "in place",
            Self::Apart => "out of place",
            Self::Keystream => "keystream",
        })
    }
}
