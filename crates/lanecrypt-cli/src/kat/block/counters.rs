//! Counter mode from any block on: cases that name a cipher and give nonce and counter as numbers.

use lanecrypt::{Backend, Error};

use crate::block::{self, BlockTask, Choice, Cipher, Way};
use crate::hex;
use crate::jobs::Key;
use crate::kat::batches;
use crate::kat::file::Case;
use crate::kat::place::{GuardedBuffers, OFFSETS, Place, accept};
use crate::kat::suite::{PreparedSuite, Suite};
use crate::kat::tally::{Answer, Tally};

/// The cases of a file.
struct Counters(Vec<CounterCase>);

/// A case.
struct CounterCase {
    cipher: &'static Cipher,
    key: Vec<u8>,
    nonce: Vec<u8>,
    /// The start block.
    block: u64,
    plaintext: Vec<u8>,
    /// The ciphertext; where the counter would wrap, the plaintext, unchanged.
    answer: Answer,
    /// Whether the counter would wrap.
    wraps: bool,
}

/// Reads the cases.
pub(super) fn suite(cases: &[Case]) -> PreparedSuite {
    let messages = cases.iter().map(CounterCase::read);
    Ok(Box::new(Counters(messages.collect::<Result<_, _>>()?)))
}

impl CounterCase {
    fn read(case: &Case) -> Result<Self, String> {
        let name = case.text("cipher")?;
        let cipher = block::named(name)
            .ok_or_else(|| case.error(format_args!("field `cipher` is {name:?}, which is none")))?;
        let (key, mut nonce) = (case.bytes("key")?, case.bytes("nonce")?);
        for (field, bytes, expected) in
            [("key", &key, cipher.key_bytes), ("nonce", &nonce, cipher.nonce_bytes())]
        {
            if bytes.len() != expected {
                let bytes = bytes.len();
                return Err(case.error(format_args!(
                    "field `{field}` has {bytes} bytes instead of {expected}"
                )));
            }
        }
        if cipher.counter.is_little_endian() {
            nonce.reverse();
        }
        let block = case.number("counter", u64::MAX)?;
        let plaintext = case.bytes("plaintext")?;
        let wraps = case.has("error");
        if wraps && case.text("error")? != "counter" {
            return Err(case.error("field `error` is not \"counter\""));
        }
        let bytes = if wraps { plaintext.clone() } else { case.bytes("ciphertext")? };
        if bytes.len() != plaintext.len() {
            return Err(case.error("fields `plaintext` and `ciphertext` differ in length"));
        }
        let answer = Answer {
            case: case.id.clone(),
            field: "ciphertext",
            bytes,
            rejected: case.must_be_rejected(),
        };
        Ok(Self { cipher, key, nonce, block, plaintext, answer, wraps })
    }

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
