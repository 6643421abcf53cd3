//! CMAC and PMAC. Tags of anything else than the message must be refused.

mod batch;
mod message;

use std::cell::OnceCell;

use lanecrypt::Backend;

use super::keys;
use crate::block::AesMac;
use crate::kat::file::Case;
use crate::kat::mac_batch::Tagged;
use crate::kat::suite::{PreparedSuite, Suite};
use crate::kat::tally::{Answer, Tally};
use message::MacCase;

/// All cases of a file.
struct MacCases {
    messages: Vec<MacCase>,
    /// The messages that these are mixed with, for each cipher. Made at the first use.
    others: OnceCell<Vec<(&'static str, Vec<Tagged>)>>,
}

/// Understands cases with `key`, `message` and `tag`.
pub(super) fn suite(mac: AesMac, cases: &[Case]) -> PreparedSuite {
    let messages = cases.iter().map(|case| {
        let (key, message) = (case.bytes("key")?, case.bytes("message")?);
        let (_, chained) = keys::cipher(&key, case)?;
        let (bytes, rejected) = (case.bytes("tag")?, case.must_be_rejected());
        if !rejected && !(4..=16).contains(&bytes.len()) {
            return Err(case.error("field `tag` has fewer than 4 or more than 16 bytes"));
        }
        if case.has("tag_bits") && case.number("tag_bits", 128)? != 8 * bytes.len() as u64 {
            return Err(case.error("field `tag_bits` is not the length of `tag`"));
        }
        if case.bits(message.len())? != 8 * message.len() as u64 {
            return Err(case.error("field `bit_length`: messages are whole bytes"));
        }
        let answer = Answer { case: case.id.clone(), field: "tag", bytes, rejected };
        Ok(MacCase { mac, chained, key, message, answer })
    });
    let messages = messages.collect::<Result<_, String>>()?;
    Ok(Box::new(MacCases { messages, others: OnceCell::new() }))
}

impl Suite for MacCases {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        let mut seen: Vec<&str> = Vec::new();
        for message in &self.messages {
            message.check(backend, tally);
            if message.answer.rejected {
                continue;
            }
            let name = message.chained.name;
            let all = self.others.get_or_init(|| batch::of_every_cipher(message.mac));
            for (_, others) in all.iter().filter(|(cipher, _)| *cipher == name) {
                batch::check(message, others, backend, tally);
            }
            if !seen.contains(&name) {
                seen.push(name);
                message.lengths(backend, tally);
            }
        }
    }
}
