//! AEGISMAC.

mod batch;
mod message;

use lanecrypt::Backend;
use lanecrypt_vectors::Case;

use crate::answers::aegis_mac::{self, AegisMacCase};
use crate::kat::suite::{PreparedSuite, Suite};
use crate::kat::tally::Tally;

/// Understands cases as [`aegis_mac::read`] does.
pub(super) fn suite(_: &'static str, cases: &[Case]) -> PreparedSuite {
    let messages = cases.iter().map(aegis_mac::read).collect::<Result<Vec<_>, _>>()?;
    Ok(Box::new(messages.into_iter().flatten().collect::<Vec<_>>()))
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
