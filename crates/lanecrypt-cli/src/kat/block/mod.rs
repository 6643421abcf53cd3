//! The targets of the block ciphers, one per family.

mod batch;
mod counters;
mod ctr;
mod ecb;
mod keys;

use lanecrypt::Backend;
use lanecrypt_vectors::Case;

use super::suite::{PreparedSuite, Suite, Target};
use super::tally::Tally;
use crate::answers::block::{BlockCase, BlockMode};
use crate::block::{self, Counter};

/// Every target: the families of the ciphers over words, and answers in counter mode of three of them.
/// AES has its own.
pub(crate) fn targets() -> impl Iterator<Item = Target> {
    let families = block::all().filter(|cipher| cipher.counter != Counter::WholeBig);
    let families = families.map(|cipher| Target { name: cipher.family, prepare: suite });
    families.chain([Target { name: "ctr_simon_simeck_speck", prepare: counters::suite }])
}

struct BlockCases(Vec<BlockCase>);

fn suite(family: &'static str, cases: &[Case]) -> PreparedSuite {
    let messages = cases.iter().map(|case| BlockCase::read(family, case));
    Ok(Box::new(BlockCases(messages.collect::<Result<_, _>>()?)))
}

/// Checks a case on a backend.
pub(super) fn check(message: &BlockCase, backend: Backend, tally: &mut Tally) {
    match &message.mode {
        BlockMode::Ecb => ecb::check(message, backend, tally),
        BlockMode::Ctr(nonce) => ctr::check(message, nonce, backend, tally),
    }
}

impl Suite for BlockCases {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        for message in &self.0 {
            check(message, backend, tally);
        }
    }
}
