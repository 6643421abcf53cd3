//! Counter mode from any block on: cases that name a cipher and give nonce and counter as numbers.

use lanecrypt::{Backend, Error};
use lanecrypt_vectors::Case;

use crate::answers::counter::CounterCase;
use crate::block::{BlockTask, Choice, Way};
use crate::hex;
use crate::jobs::Key;
use crate::kat::batches;
use crate::kat::place::{GuardedBuffers, OFFSETS, Place, accept};
use crate::kat::suite::{PreparedSuite, Suite};
use crate::kat::tally::Tally;

/// The cases of a file.
struct Counters(Vec<CounterCase>);

/// Reads the cases.
pub(super) fn suite(_: &'static str, cases: &[Case]) -> PreparedSuite {
    let messages = cases.iter().map(CounterCase::read);
    Ok(Box::new(Counters(messages.collect::<Result<_, _>>()?)))
}

impl CounterCase {
    fn check(&self, backend: Backend, tally: &mut Tally) {
        let lanes = &self.cipher.lanes;
        let choice = Choice::default();
        let expanded = accept((lanes.expand)(&self.key, &choice, backend));
        let batch = accept((lanes.batch)(&choice, backend));
        let start = u128::from(self.block) * self.cipher.block_bytes as u128;
        for offset in OFFSETS {
            for place in [Place::Same, Place::Apart] {
                let how = format_args!("from block {}, {place}, offset {offset}", self.block);
                let mut stream = accept(expanded.ctr(&self.nonce));
                accept(stream.seek(start));
                let mut buffers = GuardedBuffers::new(&self.plaintext, place, offset);
                let result = stream.apply(buffers.data());
                self.outcome(result, how, tally);
                self.bytes(&buffers, place, how, tally);

                let how =
                    format_args!("in one call, block {}, {place}, offset {offset}", self.block);
                let mut buffers = GuardedBuffers::new(&self.plaintext, place, offset);
                let result = expanded.ctr_once(&self.nonce, self.block, buffers.data());
                self.outcome(result, how, tally);
                self.bytes(&buffers, place, how, tally);

                for (key, name) in [
                    (Key::Bytes(&self.key[..]), "key as bytes"),
                    (Key::Ready(&*expanded), "ready key"),
                ] {
                    let how = format_args!(
                        "batch, {name}, block {}, {place}, offset {offset}",
                        self.block
                    );
                    let mut buffers = GuardedBuffers::new(&self.plaintext, place, offset);
                    let task = BlockTask::new(key, &self.nonce, buffers.data());
                    let calls =
                        batch.ctr(Way::Encrypt, vec![BlockTask { block: self.block, ..task }]);
                    for outcome in batches::run(calls, &self.answer, tally, how) {
                        self.outcome(outcome.result(), how, tally);
                    }
                    self.bytes(&buffers, place, how, tally);
                }
            }
        }
    }

    fn outcome(&self, result: Result<(), Error>, how: std::fmt::Arguments<'_>, tally: &mut Tally) {
        if !self.wraps {
            return tally.succeeds(&self.answer, how, result);
        }
        let refused = matches!(result, Err(Error::Counter { .. }));
        tally
            .holds(&self.answer, how, refused, "refusal for the counter", || format!("{result:?}"));
    }

    fn bytes(
        &self,
        buffers: &GuardedBuffers,
        place: Place,
        how: std::fmt::Arguments<'_>,
        tally: &mut Tally,
    ) {
        // A refused job has written nothing.
        if !self.wraps || place == Place::Same {
            return buffers.check(&self.answer, tally, how);
        }
        let untouched = buffers.output().iter().all(|&byte| byte == 0xa5);
        tally.holds(&self.answer, how, untouched, "nothing written", || {
            hex::encode(buffers.output())
        });
    }
}

impl Suite for Counters {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        for message in &self.0 {
            message.check(backend, tally);
        }
    }
}
