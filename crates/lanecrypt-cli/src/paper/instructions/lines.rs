//! AEADs: the paper's text states cycles per byte of some.

use lanecrypt::aead::{Aegis128, Morus640, Morus1280};
use lanecrypt::block::Aes128;
use lanecrypt::mode::Gcm;
use lanecrypt::{Aead, AeadJob, Backend, Batch};
use serde::Serialize;

use super::data::AeadLine;
use super::timing::{Task, time};
use crate::failure::Failure;
use crate::measure::sampling::Plan;
use crate::measure::statistics::Quartiles;

/// The length in bytes of the messages that are sealed in place.
pub(super) const MESSAGE: usize = 16 * 1024;

/// The number of messages in a batch.
pub(super) const BATCH: usize = 64;

/// An AEAD: the published number and the results here.
#[derive(Debug, Serialize)]
pub(super) struct LineRow {
    pub(super) cipher: &'static str,
    /// None if the paper has no number.
    pub(super) published_cycles_per_byte: Option<f64>,
    pub(super) backend: &'static str,
    /// Cycles per byte of one message.
    pub(super) cycles_per_byte: Option<Quartiles>,
    /// Cycles per byte of a batch. Each message has its own key.
    pub(super) batch_cycles_per_byte: Option<Quartiles>,
}

/// Verifies and measures every AEAD on the best backend.
pub(super) fn measure(
    lines: &'static [AeadLine],
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
            other => unreachable!("unknown AEAD {other}"),
        }
    }
    let mut cycles = time(tasks, plan, progress).into_iter().map(|(_, cycles)| cycles);
    let mut next = || cycles.next().flatten();
    let row = |line: &AeadLine| LineRow {
        cipher: line.name,
        published_cycles_per_byte: line.published,
        backend: Backend::best().name(),
        cycles_per_byte: next(),
        batch_cycles_per_byte: next(),
    };
    Ok(lines.iter().map(row).collect())
}

/// The bytes of nonces: each AEAD takes as many as it needs.
const NONCE: [u8; 32] = *b"a nonce that is longer than most";

/// One message, then a batch of messages.
fn of<A: Aead>(line: &'static AeadLine) -> Result<[Task<()>; 2], Failure> {
    let key = vec![0x3c; A::KEY_BYTES];
    let nonce = &NONCE[..line.nonce.min(*A::NONCE_BYTES.end())];
    verify::<A>(line, &key, nonce)?;

    let cipher = A::new(&key).map_err(Failure::refused)?;
    let mut message = vec![0x5a; MESSAGE];
    let one = move || {
        // The lengths are right.
        let sealed = cipher.seal(nonce, &[], message.as_mut_slice());
        debug_assert!(sealed.is_ok());
    };
    let batch = Batch::<A>::new();
    let mut messages = vec![vec![0x5a; MESSAGE]; BATCH];
    let many = move || {
        let messages = messages.iter_mut().map(Vec::as_mut_slice);
        let mut jobs: Vec<_> =
            messages.map(|data| AeadJob::seal(key.as_slice(), nonce, &[], data)).collect();
        let report = batch.seal(&mut jobs);
        debug_assert!(report.is_ok());
    };
    Ok([
        Task { label: (), units: MESSAGE, call: Box::new(one) },
        Task { label: (), units: BATCH * MESSAGE, call: Box::new(many) },
    ])
}

/// Verifies the best backend against the portable one.
fn verify<A: Aead>(line: &AeadLine, key: &[u8], nonce: &[u8]) -> Result<(), Failure> {
    let sealed = |backend| {
        let mut message: Vec<u8> = (0..MESSAGE + 5).map(|i| (i * 7 + i / 256) as u8).collect();
        let cipher = A::with_backend(key, backend)?;
        let tag = cipher.seal(nonce, b"associated data", message.as_mut_slice())?;
        Ok((message, tag))
    };
    let refused = |error: lanecrypt::Error| Failure::refused(error);
    if sealed(Backend::best()).map_err(refused)? == sealed(Backend::Portable).map_err(refused)? {
        return Ok(());
    }
    Err(Failure::WrongAnswer(format!(
        "{} on backend {} differs from the portable backend",
        line.name,
        Backend::best().name()
    )))
}
