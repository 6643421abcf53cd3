//! ECB, CBC and counter mode.

use lanecrypt::Backend;
use lanecrypt_vectors::Case;

use super::{cbc_batch, ctr};
use crate::answers::aes::AesCase;
use crate::kat::block;
use crate::kat::suite::{PreparedSuite, Suite};
use crate::kat::tally::Tally;

/// Understands cases as [`AesCase::read`] does.
pub(super) fn suite(_: &'static str, cases: &[Case]) -> PreparedSuite {
    let known = cases.iter().map(AesCase::read);
    Ok(Box::new(known.collect::<Result<Vec<_>, _>>()?))
}

impl Suite for Vec<AesCase> {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        for known in self {
            match known {
                AesCase::Ecb(message) => block::check(message, backend, tally),
                AesCase::Ctr(message) => {
                    block::check(message, backend, tally);
                    ctr::check(message, backend, tally);
                }
                AesCase::Cbc(message) => {
                    message.check(backend, tally);
                    if !message.message.answer.rejected {
                        cbc_batch::check(message, backend, tally);
                    }
                }
            }
        }
    }
}
