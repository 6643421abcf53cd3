//! AEGISMAC.

mod batch;
mod message;

use lanecrypt::Backend;

use crate::aead::MACS;
use crate::kat::file::Case;
use crate::kat::suite::{PreparedSuite, Suite};
use crate::kat::tally::{Answer, Tally};
use message::AegisMacCase;

/// Understands cases with `variant`, `key`, `nonce`, `message`, and `tag128`, `tag256` or both.
pub(super) fn suite(cases: &[Case]) -> PreparedSuite {
    let mut messages = Vec::new();
    for case in cases {
        let wanted = case.text("variant")?;
        let mac = MACS.iter().find(|mac| mac.variant.eq_ignore_ascii_case(wanted));
        let mac = mac.ok_or_else(|| {
            let known: Vec<_> = MACS.iter().map(|mac| mac.variant).collect();
            case.error(format_args!(
                "field `variant` is {wanted:?}; the known ones are {}",
                known.join(", ")
            ))
        })?;
        let (key, nonce, message) =
            (case.bytes("key")?, case.bytes("nonce")?, case.bytes("message")?);
        for (field, bytes) in [("key", key.len()), ("nonce", nonce.len())] {
            if bytes != mac.key_bytes {
                return Err(case.error(format_args!(
                    "field `{field}` has {bytes} bytes instead of {}",
                    mac.key_bytes
                )));
            }
        }
        let before = messages.len();
        for (field, tag_bytes) in [("tag128", 16), ("tag256", 32)] {
            if !case.has(field) {
                continue;
            }
            let (bytes, rejected) = (case.bytes(field)?, case.must_be_rejected());
            if bytes.len() != tag_bytes && !rejected {
                return Err(case.error(format_args!(
                    "field `{field}` has {} bytes instead of {tag_bytes}",
                    bytes.len()
                )));
            }
            let answer = Answer { case: case.id.clone(), field, bytes, rejected };
            let (key, nonce, message) = (key.clone(), nonce.clone(), message.clone());
            messages.push(AegisMacCase { mac, key, nonce, message, tag_bytes, answer });
        }
        if messages.len() == before {
            return Err(case.error("has neither of the fields `tag128` and `tag256`"));
        }
    }
    Ok(Box::new(messages))
}

impl Suite for Vec<AegisMacCase> {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        let mut seen = Vec::new();
        for message in self {
            message.check(backend, tally);
            let kind = (message.mac.variant, message.tag_bytes);
            if !message.answer.rejected && !seen.contains(&kind) {
                seen.push(kind);
                message.lengths(backend, tally);
                batch::check(message, backend, tally);
            }
        }
    }
}
