//! The generator CTR_DRBG: its seeds, its additional input and what it gives out are secret.

use super::leftovers::step;
use super::{Count, Reports, leftovers, name_of, secret};
use lanecrypt::block;
use lanecrypt::mode::{AesModes, CtrDrbg, DrbgOptions, Entropy};
use lanecrypt::{Backend, Error};

fn generate<C: AesModes>(backend: Backend, derivation: bool) {
    let options = DrbgOptions { derivation, backend, ..DrbgOptions::default() };
    let (seed, input) = (secret::<64>(1), secret::<64>(2));
    let bytes = CtrDrbg::<C>::SEED_BYTES;
    leftovers::look_for_bytes(&seed[..bytes]);
    let nonce: &[u8] = if derivation { &input[..16] } else { &[] };
    leftovers::knowing_states(|watch| {
        let new = || CtrDrbg::<C>::from_seed(&seed[..bytes], nonce, &input[..bytes], options);
        let mut drbg = step(watch, new).expect("enough entropy");
        let mut output = [0; 700];
        for length in [1, 16, 300, 700] {
            leftovers::look_for_state(&drbg, &[]);
            step(watch, || drbg.generate_with(&input[..bytes], &mut output[..length]))
                .expect("a short request");
        }
        leftovers::look_for_state(&drbg, &[]);
        step(watch, || drbg.reseed_from(&seed[..bytes], &input[..bytes])).expect("enough entropy");
        leftovers::look_for_state(&drbg, &[]);
        step(watch, || drbg.generate_with(&[], &mut output)).expect("a short request");
        leftovers::look_for_state(&drbg, &[]);
    });
}

/// A source of secret bytes.
struct Source<'a> {
    given: &'a [[u8; 64]],
    next: usize,
}

impl Entropy for Source<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        bytes.copy_from_slice(&self.given[self.next][..bytes.len()]);
        self.next += 1;
        Ok(())
    }
}

fn from_source<C: AesModes>(backend: Backend, derivation: bool) {
    let options = DrbgOptions { derivation, backend, ..DrbgOptions::default() };
    let given: Vec<[u8; 64]> = (0..8).map(secret).collect();
    given.iter().for_each(|bytes| leftovers::look_for_bytes(bytes));
    let input = secret::<32>(9);
    leftovers::knowing_states(|watch| {
        let source = Source { given: &given, next: 0 };
        let new = || CtrDrbg::<C, _>::with_options(source, &input, options);
        let mut drbg = step(watch, new).expect("entropy");
        let mut output = [0; 100];
        leftovers::look_for_state(&drbg, &[]);
        step(watch, || drbg.generate(&mut output)).expect("a short request");
        leftovers::look_for_state(&drbg, &[]);
        step(watch, || drbg.generate_fresh(&input, &mut output)).expect("entropy");
        leftovers::look_for_state(&drbg, &[]);
        step(watch, || drbg.reseed()).expect("entropy");
        leftovers::look_for_state(&drbg, &[]);
        step(watch, || drbg.reseed_with(&input)).expect("entropy");
        leftovers::look_for_state(&drbg, &[]);
        step(watch, || drbg.self_test()).expect("the right answers");
    });
}

macro_rules! ciphers {
    (
        over_words { $($over_words:tt)* }
        over_blocks { $({ $module:ident::$name:ident $($rest:tt)* })* }
    ) => {
        /// The generator over every key size.
        pub(crate) fn every_generator(backend: Backend, count: Count<'_>) {
            $(for derivation in [false, true] {
                let with = if derivation { "with" } else { "without" };
                let name = name_of::<CtrDrbg<block::$name>>();
                let name = format!("{backend} {name} {with} derivation");
                let run = || generate::<block::$name>(backend, derivation);
                count(name.clone(), Reports::None, &run);
                let run = || from_source::<block::$name>(backend, derivation);
                count(format!("{name}, from a source"), Reports::None, &run);
            })*
        }
    };
}
lanecrypt::block_ciphers!(ciphers);
