//! 256-NIA6 and 256-NCA6: alone, and together in every rotation.

use lanecrypt::Backend;
use lanecrypt::batch::{Data, Status};
use lanecrypt::mobile::{Nca6Job, Nia6Job, Suite6};

use super::OFFSETS;
use crate::kat::file::Case;
use crate::kat::guarded::Guarded;
use crate::kat::suite::{Prepared, Suite};
use crate::kat::tally::{Answer, Tally};

/// A message whose tag is known.
struct Integrity {
    tag: Answer,
    key: [u8; 32],
    iv: [u8; 16],
    message: Vec<u8>,
}

/// A message whose ciphertext and tag are known.
struct Sealed {
    tag: Answer,
    /// Its length by agreement.
    tag_bytes: usize,
    ciphertext: Answer,
    key: [u8; 32],
    iv: [u8; 16],
    aad: Vec<u8>,
    plaintext: Vec<u8>,
}

/// The tag of a case, whose `tag_bits`, if it is there, must be its length.
fn tag(case: &Case) -> Result<Answer, String> {
    let bytes = case.bytes("tag")?;
    let rejected = case.must_be_rejected();
    if !rejected {
        if !(4..=16).contains(&bytes.len()) {
            return Err(case.error("field `tag` has fewer than 4 or more than 16 bytes"));
        }
        if case.has("tag_bits") && case.number("tag_bits", 128)? != 8 * bytes.len() as u64 {
            return Err(case.error("field `tag_bits` is not the length of `tag`"));
        }
    }
    Ok(Answer { case: case.id.clone(), field: "tag", bytes, rejected })
}

/// Understands cases with `key`, `iv`, `message` and `tag`.
pub(crate) fn nia6(cases: &[Case]) -> Prepared {
    let messages = cases.iter().map(|case| {
        let message = case.bytes("message")?;
        if case.bits(message.len())? != 8 * message.len() as u64 {
            return Err(case.error("256-NIA6 takes whole bytes"));
        }
        Ok(Integrity { tag: tag(case)?, key: case.array("key")?, iv: case.array("iv")?, message })
    });
    Ok(Box::new(messages.collect::<Result<Vec<_>, _>>()?))
}

/// Understands cases with `key`, `iv`, `aad`, `plaintext`, `ciphertext` and `tag`.
pub(crate) fn nca6(cases: &[Case]) -> Prepared {
    let messages = cases.iter().map(|case| {
        let tag = tag(case)?;
        let bytes = case.bytes("ciphertext")?;
        let plaintext = case.bytes("plaintext")?;
        if plaintext.len() != bytes.len() {
            return Err(case.error("`plaintext` and `ciphertext` differ in length"));
        }
        let ciphertext =
            Answer { case: case.id.clone(), field: "ciphertext", bytes, rejected: false };
        let tag_bytes = match case.has("tag_bits") {
            true => case.number("tag_bits", 128)? as usize / 8,
            false => tag.bytes.len(),
        };
        Ok(Sealed {
            tag,
            tag_bytes,
            ciphertext,
            key: case.array("key")?,
            iv: case.array("iv")?,
            aad: if case.has("aad") { case.bytes("aad")? } else { Vec::new() },
            plaintext,
        })
    });
    Ok(Box::new(messages.collect::<Result<Vec<_>, _>>()?))
}

/// The engine on a backend that the caller has found available.
fn engine(backend: Backend) -> Suite6 {
    match Suite6::with_backend(backend) {
        Ok(engine) => engine,
        Err(error) => unreachable!("the backend was available: {error}"),
    }
}

impl Suite for Vec<Integrity> {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        let engine = engine(backend);
        let mut run = |messages: &[&Integrity], offset: usize, how: &str| {
            let buffers: Vec<_> =
                messages.iter().map(|m| Guarded::new(&m.message, offset)).collect();
            let mut jobs: Vec<_> = messages
                .iter()
                .zip(&buffers)
                .map(|(m, buffer)| {
                    Nia6Job::new(&m.key, &m.iv, buffer.data(), m.tag.bytes.len().clamp(4, 16))
                })
                .collect();
            engine.nia6(&mut jobs);
            for (message, job) in messages.iter().zip(&jobs) {
                tally.answer(
                    &message.tag,
                    format_args!("{how}, offset {offset}"),
                    job.tag.as_ref(),
                );
            }
        };
        for message in self {
            for offset in OFFSETS {
                run(&[message], offset, "alone");
            }
        }
        // Enough of them for every place of a batch.
        let mut order: Vec<_> = self.iter().cycle().take(self.len().max(40)).collect();
        for rotation in 0..order.len() {
            run(&order, rotation % 5, &format!("batch rotated by {rotation}"));
            order.rotate_left(1);
        }
    }
}

impl Suite for Vec<Sealed> {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        let engine = engine(backend);
        for message in self {
            for offset in OFFSETS {
                if !message.tag.rejected {
                    message.seal(engine, offset, tally);
                }
                message.open(engine, offset, tally);
            }
        }
    }
}

impl Sealed {
    fn seal(&self, engine: Suite6, offset: usize, tally: &mut Tally) {
        let how = format_args!("seal, offset {offset}");
        let mut buffer = Guarded::new(&self.plaintext, offset);
        let mut output = Guarded::new(&vec![0xee; self.plaintext.len()], offset);
        let copy = Data::Copy { input: &self.plaintext, output: output.data_mut() };
        let length = self.tag.bytes.len();
        let mut jobs = [
            Nca6Job::seal(&self.key, &self.iv, &self.aad, Data::InPlace(buffer.data_mut()), length),
            Nca6Job::seal(&self.key, &self.iv, &self.aad, copy, length),
        ];
        engine.nca6_seal(&mut jobs);
        for job in &jobs {
            tally.answer(&self.ciphertext, how, job.data.output());
            tally.answer(&self.tag, how, job.tag.as_ref());
        }
        drop(jobs);
        let intact = buffer.intact() && output.intact();
        tally
            .holds(&self.tag, how, intact, "nothing written beside the data", || "more".to_owned());
    }

    fn open(&self, engine: Suite6, offset: usize, tally: &mut Tally) {
        let how = format_args!("open, offset {offset}");
        let ciphertext = &self.ciphertext.bytes;
        let mut buffer = Guarded::new(ciphertext, offset);
        let data = Data::InPlace(buffer.data_mut());
        let (tag, bytes) = (&self.tag.bytes, self.tag_bytes);
        let mut job = [Nca6Job::open(&self.key, &self.iv, &self.aad, data, tag, bytes)];
        engine.nca6_open(&mut job);
        let [job] = job;
        let accepted = job.status == Status::Done;
        let agrees = accepted != self.tag.rejected;
        tally.holds(&self.tag, how, agrees, "the tag to be judged right", || {
            format!("{:?}", job.status)
        });
        let expected = if self.tag.rejected { ciphertext } else { &self.plaintext };
        let right = job.data.output() == expected;
        tally.holds(&self.ciphertext, how, right, "the plaintext, or nothing", || {
            "something else".to_owned()
        });
    }
}
