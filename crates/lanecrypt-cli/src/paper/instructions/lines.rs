//! Authenticated ciphers that the paper's text gives cycles per byte of.

use lanecrypt::Backend;
use lanecrypt::aead::{Aead, AeadBatch, AeadJob, Aegis128, Morus640, Morus1280};
use lanecrypt::batch::{Data, Status};
use lanecrypt::block::Aes128;
use lanecrypt::mode::Gcm;
use serde::Serialize;

use super::data::Line;
use super::timing::{Task, time};
use crate::failure::Failure;
use crate::measure::sampling::Plan;
use crate::measure::statistics::Quartiles;

/// The message that is sealed in place again and again, in bytes.
pub(super) const MESSAGE: usize = 16 * 1024;

/// The messages of a batch.
pub(super) const BATCH: usize = 64;

/// A cipher, beside what was published.
#[derive(Debug, Serialize)]
pub(super) struct LineRow {
    pub(super) cipher: &'static str,
    /// Nothing where the paper does not name it.
    pub(super) published_cycles_per_byte: Option<f64>,
    pub(super) backend: &'static str,
    /// Of one message.
    pub(super) cycles_per_byte: Option<Quartiles>,
    /// Of a batch, a key and a nonce for each message.
    pub(super) batch_cycles_per_byte: Option<Quartiles>,
}

/// Verifies and measures all of them on the best backend.
pub(super) fn measure(
    lines: &'static [Line],
    plan: Plan,
    progress: impl FnMut(f64),
) -> Result<Vec<LineRow>, Failure> {
    let mut tasks = Vec::new();
    for line in lines {
        match line.algorithm {
            "morus640" => tasks.extend(of::<Morus640>(line)?),
            "morus1280" => tasks.extend(of::<Morus1280>(line)?),
            "aegis128" => tasks.extend(of::<Aegis128>(line)?),
            "aes128/gcm" => tasks.extend(of::<Gcm<Aes128>>(line)?),
            other => unreachable!("no such cipher: {other}"),
        }
    }
    let mut cycles = time(tasks, plan, progress).into_iter().map(|(_, cycles)| cycles);
    let mut next = || cycles.next().flatten();
    let row = |line: &Line| LineRow {
        cipher: line.name,
        published_cycles_per_byte: line.published,
        backend: Backend::best().name(),
        cycles_per_byte: next(),
        batch_cycles_per_byte: next(),
    };
    Ok(lines.iter().map(row).collect())
}

/// A nonce that every one of them takes the first bytes of.
const NONCE: [u8; 32] = *b"a nonce that is longer than most";

/// One message, then a batch of them.
fn of<A: Aead + 'static>(line: &'static Line) -> Result<[Task<()>; 2], Failure> {
    let key = vec![0x3c; A::KEY_BYTES];
    let nonce = &NONCE[..A::NONCE_BYTES.1.min(line.nonce)];
    verify::<A>(line, &key, nonce)?;

    let cipher = A::new(&key).map_err(Failure::refused)?;
    let mut message = vec![0x5a; MESSAGE];
    let one = move || {
        // Lengths are ours.
        let sealed = cipher.seal(nonce, &[], Data::InPlace(&mut message));
        debug_assert!(sealed.is_ok());
    };
    let batch = AeadBatch::<A>::new();
    let mut messages = vec![vec![0x5a; MESSAGE]; BATCH];
    let many = move || {
        let messages = messages.iter_mut().map(|message| Data::InPlace(message));
        let mut jobs: Vec<_> = messages.map(|data| AeadJob::seal(&key, nonce, &[], data)).collect();
        batch.seal(&mut jobs);
        debug_assert!(jobs.iter().all(|job| job.status == Status::Done));
    };
    Ok([
        Task { label: (), units: MESSAGE, call: Box::new(one) },
        Task { label: (), units: BATCH * MESSAGE, call: Box::new(many) },
    ])
}

/// The best backend against the portable one.
fn verify<A: Aead>(line: &Line, key: &[u8], nonce: &[u8]) -> Result<(), Failure> {
    let sealed = |backend| {
        let mut message: Vec<u8> = (0..MESSAGE + 5).map(|i| (i * 7 + i / 256) as u8).collect();
        let cipher = A::with_backend(key, backend)?;
        let tag = cipher.seal(nonce, b"beside it", Data::InPlace(&mut message))?;
        Ok((message, tag))
    };
    let refused = |error: lanecrypt::Error| Failure::refused(error);
    if sealed(Backend::best()).map_err(refused)? == sealed(Backend::Portable).map_err(refused)? {
        return Ok(());
    }
    Err(Failure::WrongAnswer(format!(
        "{}, {}: not as on the portable backend",
        line.name,
        Backend::best().name()
    )))
}
