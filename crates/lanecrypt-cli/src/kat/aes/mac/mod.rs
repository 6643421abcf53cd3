//! CMAC and PMAC. Tags of anything else than the message must be refused.

mod batch;
mod message;

use std::cell::OnceCell;

use lanecrypt::Backend;
use lanecrypt_vectors::Case;

use crate::answers::aes_mac::MacCase;
use crate::block::AesMac;
use crate::kat::mac_batch::Tagged;
use crate::kat::suite::{PreparedSuite, Suite};
use crate::kat::tally::Tally;

/// All cases of a file.
struct MacCases {
    messages: Vec<MacCase>,
    /// The messages that these are mixed with, for each cipher. Made at the first use.
    others: OnceCell<Vec<(&'static str, Vec<Tagged>)>>,
}

/// Understands cases as [`MacCase::read`] does.
pub(super) fn suite(mac: AesMac, cases: &[Case]) -> PreparedSuite {
    let messages = cases.iter().map(|case| MacCase::read(mac, case));
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
