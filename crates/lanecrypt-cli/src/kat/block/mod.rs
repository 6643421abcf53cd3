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

/// Every target.
pub(crate) static TARGETS: [Target; 7] = [
    Target { name: "speck", prepare: |cases| suite("speck", cases) },
    Target { name: "simon", prepare: |cases| suite("simon", cases) },
    Target { name: "simeck", prepare: |cases| suite("simeck", cases) },
    Target { name: "sparx", prepare: |cases| suite("sparx", cases) },
    Target { name: "cypress", prepare: |cases| suite("cypress", cases) },
    Target { name: "ctr_simon_simeck_speck", prepare: counters::suite },
    Target { name: "gost28147", prepare: |cases| suite("gost28147", cases) },
];

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
