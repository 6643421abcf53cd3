//! Known tags: alone, at every lane position, and in batches.

use std::fmt;

use lanecrypt::Backend;
use lanecrypt::batch::Status;
use lanecrypt::stream::zuc::{Batch, Iv184, MacJob, MacSetup, TagLength, Variant};

use super::fields::TagForm;
use super::{OFFSETS, batch};
use crate::kat::file::Case;
use crate::kat::guarded::Guarded;
use crate::kat::random::Random;
use crate::kat::suite::{Prepared, Suite};
use crate::kat::tally::{Answer, Tally};

/// A message whose tag is known, or one that only fills a lane.
struct Message {
    answer: Option<Answer>,
    setup: MacSetup,
    message: Vec<u8>,
    bits: u64,
}

struct Tags(Vec<Message>);

/// Understands cases with `message` and tags, and optionally `bit_length`.
pub(crate) fn suite(cases: &[Case], load: fn(&Case) -> Result<Vec<TagForm>, String>) -> Prepared {
    let mut messages = Vec::new();
    for case in cases {
        let message = case.bytes("message")?;
        let bits = case.bits(message.len())?;
        let rejected = case.must_be_rejected();
        for (setup, field, length) in load(case)? {
            let bytes = case.bytes(field)?;
            // A tag of the wrong length is one of the things that must be rejected.
            if bytes.len() != length && !rejected {
                return Err(case.error(format_args!(
                    "field `{field}` has {} bytes instead of {length}",
                    bytes.len()
                )));
            }
            let answer = Some(Answer { case: case.id.clone(), field, bytes, rejected });
            messages.push(Message { answer, setup, message: message.clone(), bits });
        }
    }
    Ok(Box::new(Tags(messages)))
}

impl Suite for Tags {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        for variant in Variant::ALL {
            let batch = batch(backend, variant);
            self.alone(batch, variant, tally);
            self.at_every_lane(batch, variant, tally);
            self.together(batch, variant, tally);
        }
    }
}

impl Tags {
    /// Each message by itself at several alignments.
    fn alone(&self, batch: Batch, variant: Variant, tally: &mut Tally) {
        for message in &self.0 {
            for offset in OFFSETS {
                let how = format_args!("variant {}, alone, offset {offset}", variant.name());
                run(batch, &[message], offset, tally, how);
            }
        }
    }

    /// Each message in every second lane of a batch of equally long ones, then in the others.
    fn at_every_lane(&self, batch: Batch, variant: Variant, tally: &mut Tally) {
        let lanes = batch.lanes_for(usize::MAX);
        if lanes == 1 {
            return;
        }
        let mut random = Random(lanes as u64);
        for message in &self.0 {
            let fillers: Vec<_> = (0..lanes)
                .map(|_| Message::filler(&mut random, message.message.len(), message.bits))
                .collect();
            for parity in 0..2 {
                let order: Vec<&Message> = fillers
                    .iter()
                    .enumerate()
                    .map(|(lane, filler)| if lane % 2 == parity { message } else { filler })
                    .collect();
                let how = format_args!("variant {}, every second lane", variant.name());
                run(batch, &order, parity, tally, how);
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
            let how = format_args!("variant {}, batch rotated by {rotation}", variant.name());
            run(batch, &order, rotation, tally, how);
            order.rotate_left(1);
        }
    }
}

impl Message {
    /// A message of some key with nothing known about it.
    fn filler(random: &mut Random, bytes: usize, bits: u64) -> Self {
        let iv = Iv184::from_packed(&random.array());
        let length = TagLength::ALL[random.next() as usize % TagLength::ALL.len()];
        let setup = MacSetup::zuc256(&random.array(), &iv, length);
        Self { answer: None, setup, message: random.bytes(bytes), bits }
    }
}

/// Runs a batch and checks every message in it about which something is known.
fn run(
    batch: Batch,
    messages: &[&Message],
    offset: usize,
    tally: &mut Tally,
    how: fmt::Arguments<'_>,
) {
    let buffers: Vec<Guarded> = messages
        .iter()
        .enumerate()
        .map(|(position, message)| Guarded::new(&message.message, offset + position % 7))
        .collect();
    let mut jobs: Vec<MacJob<'_>> = messages
        .iter()
        .zip(&buffers)
        .map(|(message, buffer)| {
            MacJob::with_bits(message.setup.clone(), buffer.data(), message.bits)
        })
        .collect();
    batch.mac(&mut jobs);
    for (position, (message, job)) in messages.iter().zip(&jobs).enumerate() {
        let Some(answer) = &message.answer else { continue };
        let how = format_args!("{how}, position {position}");
        tally.answer(answer, how, job.tag.as_ref());
        let verified = job.tag.verify(&answer.bytes) != answer.rejected;
        tally.holds(answer, how, verified, "verification to agree", || "the opposite".to_owned());
        let status = job.status;
        tally.holds(answer, how, status == Status::Done, "Done", || format!("{status:?}"));
    }
}
