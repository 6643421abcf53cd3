//! The targets of the block ciphers, one per family.

mod batch;
mod counters;
mod ctr;
mod ecb;
mod fields;
mod sbox;

use lanecrypt::Backend;

use super::file::Case;
use super::suite::{Prepared, Suite, Target};
use super::tally::Tally;
pub(super) use fields::{Message, Mode};

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

struct Blocks(Vec<Message>);

fn suite(family: &'static str, cases: &[Case]) -> Prepared {
    let messages = cases.iter().map(|case| Message::read(family, case));
    Ok(Box::new(Blocks(messages.collect::<Result<_, _>>()?)))
}

/// Checks a case on a backend.
pub(super) fn check(message: &Message, backend: Backend, tally: &mut Tally) {
    match &message.mode {
        Mode::Ecb => ecb::check(message, backend, tally),
        Mode::Ctr(nonce) => ctr::check(message, nonce, backend, tally),
    }
}

impl Suite for Blocks {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        for message in &self.0 {
            check(message, backend, tally);
        }
    }
}
