//! CTR_DRBG: the steps of a case, requests of every length, and what is refused.

use lanecrypt::{Backend, Error};
use lanecrypt_vectors::Case;

use crate::answers::drbg::{DrbgCase, DrbgStep};
use crate::block::{self, Choice, Generator};
use crate::kat::guarded::Guarded;
use crate::kat::place::{OFFSETS, accept};
use crate::kat::suite::{PreparedSuite, Suite};
use crate::kat::tally::Tally;

/// Requests up to this many bytes have every length.
const EVERY_LENGTH: usize = 200;

/// The lengths of longer requests: near the whole tiles that kernels take, and the longest.
const LONG: [usize; 7] = [511, 512, 513, 1023, 1025, MOST - 1, MOST];

/// The most bytes of a request.
const MOST: usize = 1 << 16;

/// Understands cases as [`DrbgCase::read`] does.
pub(super) fn suite(_: &'static str, cases: &[Case]) -> PreparedSuite {
    let messages = cases.iter().map(DrbgCase::read);
    Ok(Box::new(messages.collect::<Result<Vec<_>, _>>()?))
}

impl DrbgCase {
    /// The generator before the last step, and the additional input of that.
    fn before_last(&self, backend: Backend) -> (Box<dyn Generator>, &[u8]) {
        let mut generator = accept(self.generator(backend));
        let mut discarded = vec![0; self.answer.bytes.len()];
        let mut last: &[u8] = &[];
        for (number, step) in self.steps.iter().enumerate() {
            match step {
                DrbgStep::Generate(additional) if number + 1 == self.steps.len() => {
                    last = additional
                }
                DrbgStep::Generate(additional) => {
                    accept(generator.generate(additional, &mut discarded));
                }
                DrbgStep::Reseed(entropy, additional) => {
                    accept(generator.reseed(entropy, additional))
                }
            }
        }
        (generator, last)
    }

    fn check(&self, backend: Backend, tally: &mut Tally) {
        let answer = &self.answer;
        for offset in OFFSETS {
            let how = format_args!("offset {offset}");
            let (mut generator, additional) = self.before_last(backend);
            let mut out = Guarded::new(&vec![0xa5; answer.bytes.len()], offset);
            tally.succeeds(answer, how, generator.generate(additional, out.data_mut()));
            tally.answer(answer, how, out.data());
            let intact = out.intact();
            tally.holds(answer, how, intact, "bytes beside as they were", || "others".to_owned());
        }
        if !answer.rejected {
            self.changes(backend, tally);
        }
    }

    /// Checks that changed entropy gives another output.
    fn changes(&self, backend: Backend, tally: &mut Tally) {
        let answer = &self.answer;
        for at in 0..8 * self.entropy.len() {
            let mut entropy = self.entropy.clone();
            entropy[at / 8] ^= 1 << (at % 8);
            let personalization = self.personalization.clone();
            let changed = Self { entropy, personalization, steps: Vec::new(), ..self.empty() };
            let (mut out, mut genuine) = ([0; 32], [0; 32]);
            accept(accept(changed.generator(backend)).generate(&[], &mut out));
            accept(accept(self.generator(backend)).generate(&[], &mut genuine));
            let how = format_args!("bit {at} of the entropy changed");
            tally.holds(answer, how, out != genuine, "other bytes", || "the same".to_owned());
        }
    }

    /// The same generator with nothing to do.
    fn empty(&self) -> Self {
        Self {
            chained: self.chained,
            derivation: self.derivation,
            entropy: Vec::new(),
            personalization: Vec::new(),
            steps: Vec::new(),
            answer: self.answer.clone(),
        }
    }

    /// Checks requests of many lengths: each output is the beginning of the longest one, and the
    /// state afterwards is that of the portable backend.
    fn lengths(&self, backend: Backend, tally: &mut Tally) {
        let answer = &self.answer;
        let mut longest = vec![0; MOST];
        accept(accept(self.generator(Backend::Portable)).generate(&[], &mut longest));
        for length in (0..=EVERY_LENGTH).chain(LONG) {
            let how = format_args!("a request of {length} bytes");
            let mut out = Guarded::new(&vec![0xa5; length], length % 7);
            let mut generator = accept(self.generator(backend));
            tally.succeeds(answer, how, generator.generate(&[], out.data_mut()));
            tally.equal(answer, how, &longest[..length], out.data());
            let intact = out.intact();
            tally.holds(answer, how, intact, "bytes beside as they were", || "others".to_owned());

            let how = format_args!("a request after one of {length} bytes");
            let mut portable = accept(self.generator(Backend::Portable));
            accept(portable.generate(&[], &mut longest.clone()[..length]));
            let (mut next, mut expected) = ([0; 40], [0; 40]);
            accept(generator.generate(b"more", &mut next));
            accept(portable.generate(b"more", &mut expected));
            tally.equal(answer, how, &expected, &next);
        }
    }

    /// Checks requests and seeds that are refused: each gives its error, nothing is written, and
    /// the generator continues as if they had not been made.
    fn refused(&self, backend: Backend, tally: &mut Tally) {
        let answer = &self.answer;
        let mut generator = accept(self.generator(backend));
        let mut out = vec![0xa5; MOST + 1];
        let result = generator.generate(&[], &mut out);
        let refused = matches!(result, Err(Error::TooLong { .. }));
        let untouched = out.iter().all(|&byte| byte == 0xa5);
        let how = format_args!("a request of {} bytes", MOST + 1);
        tally.holds(answer, how, refused && untouched, "TooLong", || format!("{result:?}"));

        let seed = self.chained.key_bytes + 16;
        let lengths: &[usize] =
            if self.derivation { &[0, 1] } else { &[0, 1, seed - 1, seed + 1, 64] };
        for &bytes in lengths {
            let how = format_args!("entropy of {bytes} bytes");
            let result = generator.reseed(&vec![7; bytes], &[]);
            let refused = matches!(result, Err(Error::Entropy | Error::TooLong { .. }));
            tally.holds(answer, how, refused, "an error", || format!("{result:?}"));
        }
        if !self.derivation {
            let result = generator.generate(&vec![0; seed + 1], &mut [0; 3]);
            let refused = matches!(result, Err(Error::TooLong { .. }));
            let how = format_args!("additional input of {} bytes", seed + 1);
            tally.holds(answer, how, refused, "TooLong", || format!("{result:?}"));
        }
        let (mut next, mut expected) = ([0; 40], [0; 40]);
        accept(generator.generate(&[], &mut next));
        accept(accept(self.generator(backend)).generate(&[], &mut expected));
        let how = format_args!("a request after some that were refused");
        tally.equal(answer, how, &expected, &next);
    }
}

/// Counters shortly before a carry, at the ends of words and of the whole counter.
const BEFORE: [u128; 7] = [
    0xfd,
    0xffff_fffe,
    0xffff_ffec,
    0xffff_fed5,
    0x7777_ffff_ffff,
    0xffff_ffff_ffff_fff9,
    u128::MAX - 6,
];

impl DrbgCase {
    /// Without derivation function, a seed exists for every counter. Compares the output there with
    /// plain counter mode.
    fn carries(&self, backend: Backend, tally: &mut Tally) {
        let Some(cipher) = block::named(self.chained.name).filter(|_| !self.derivation) else {
            return;
        };
        let (answer, key_bytes) = (&self.answer, self.chained.key_bytes);
        let table = |key: &[u8]| accept((cipher.plain[0].expand)(key, &Choice::default()));
        // The seed is added to the counter mode of a key of zeros, from counter 1 on.
        let mut first = vec![0; key_bytes + 16];
        let zeros = table(&vec![0; key_bytes]);
        accept(cipher.counter.apply(&*zeros, &1_u128.to_be_bytes(), 0, &mut first));
        let key: Vec<u8> = (1..=key_bytes as u8).collect();
        for before in BEFORE {
            let state = [&key[..], &before.to_be_bytes()].concat();
            let entropy: Vec<u8> = first.iter().zip(&state).map(|(a, b)| a ^ b).collect();
            let mut generator = accept((self.chained.generator)(&entropy, &[], false, backend));
            let (mut out, mut expected) = ([0; 16 * 300 - 5], [0; 16 * 300 - 5]);
            accept(generator.generate(&[], &mut out));
            let next = before.wrapping_add(1).to_be_bytes();
            accept(cipher.counter.apply(&*table(&key), &next, 0, &mut expected));
            tally.equal(answer, format_args!("from counter {before:x} on"), &expected, &out);
        }
    }
}

impl Suite for Vec<DrbgCase> {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        let mut seen = Vec::new();
        for message in self {
            message.check(backend, tally);
            let kind = (message.chained.name, message.derivation);
            if !message.answer.rejected && !seen.contains(&kind) {
                seen.push(kind);
                message.lengths(backend, tally);
                message.refused(backend, tally);
                message.carries(backend, tally);
            }
        }
    }
}
