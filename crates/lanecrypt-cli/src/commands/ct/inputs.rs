//! The inputs of measurements, prepared before the measurements are made.
//!
//! A key and a message are copied into the same buffers before every call, whichever class they belong to.
//! So the call finds them at the same addresses and in the same caches.

use std::hash::{BuildHasher, RandomState};

use super::crops::Class;
use super::state::State;
use crate::entry::Buffers;
use crate::random::Random;

/// Inputs for a number of measurements.
pub(super) struct Inputs {
    random: Random,
    /// The secrets of the fixed class, as those of an [`Input`].
    fixed: Vec<u8>,
    prepared: Vec<Input>,
}

/// The input of a measurement.
#[derive(Clone)]
pub(super) struct Input {
    /// The class of its secrets.
    pub(super) class: Class,
    /// The state of the cache before the call.
    pub(super) state: State,
    /// The keys of all messages, one after another, then all messages.
    secrets: Vec<u8>,
}

/// The largest number of inputs that are prepared at a time, and the number of bytes that they should not
/// exceed: they stay in the outer caches.
const MOST: usize = 256;
const MOST_BYTES: usize = 1 << 20;

/// The smallest number of inputs that are prepared at a time.
const FEWEST: usize = 8;

impl Inputs {
    /// Room for inputs of such buffers. The secrets of the fixed class are random bytes of that seed: zeros
    /// could be a special case.
    pub(super) fn new(buffers: &Buffers, seed: u64) -> Self {
        let keys: usize = buffers.secrets.iter().map(|secret| secret.key.len()).sum();
        let bytes = keys + buffers.messages.iter().map(|message| message.len()).sum::<usize>();
        let count = (MOST_BYTES / bytes).clamp(FEWEST, MOST);
        let empty = Input { class: Class::Fixed, state: State::Warm, secrets: vec![0; bytes] };
        Self {
            random: Random(any_seed()),
            fixed: Random(seed).bytes(bytes),
            prepared: vec![empty; count],
        }
    }

    /// Prepares the next inputs, in random order.
    pub(super) fn next(&mut self) -> &[Input] {
        for input in &mut self.prepared {
            let choice = self.random.next();
            input.class = if choice >> 63 == 0 { Class::Fixed } else { Class::Random };
            input.state = if choice >> 62 & 1 == 0 { State::Warm } else { State::Emptied };
            match input.class {
                Class::Fixed => input.secrets.copy_from_slice(&self.fixed),
                Class::Random => {
                    for word in input.secrets.chunks_mut(8) {
                        word.copy_from_slice(&self.random.next().to_le_bytes()[..word.len()]);
                    }
                }
            }
        }
        &self.prepared
    }
}

/// A seed that differs in every call. Nothing here has to be unpredictable for an attacker.
pub(super) fn any_seed() -> u64 {
    RandomState::new().hash_one(0)
}

impl Input {
    /// Copies the secrets into the buffers of the call. Nonces stay as they are: they may be public.
    pub(super) fn copy_into(&self, buffers: &mut Buffers) {
        let keys = buffers.secrets.iter_mut().map(|secret| &mut secret.key[..]);
        let messages = buffers.messages.iter_mut().map(|message| &mut message[..]);
        let mut left = &self.secrets[..];
        for target in keys.chain(messages) {
            let (part, rest) = left.split_at(target.len());
            target.copy_from_slice(part);
            left = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_differ_in_keys_and_messages_only() {
        let mut buffers = Buffers::random(&[20, 7]);
        let before = buffers.clone();
        let mut inputs = Inputs::new(&buffers, 5);
        let all = inputs.next();
        let of = |class| all.iter().filter(move |input| input.class == class);
        // Each is missing once in 2^200 runs.
        assert!(of(Class::Fixed).count() > 0 && of(Class::Random).count() > 0);
        assert!([State::Warm, State::Emptied].iter().all(|s| all.iter().any(|i| i.state == *s)));
        for input in of(Class::Fixed) {
            input.copy_into(&mut buffers);
            let keys = buffers.secrets.iter().flat_map(|secret| secret.key);
            let messages = buffers.messages.iter().flat_map(|message| message.to_vec());
            assert_eq!(keys.chain(messages).collect::<Vec<_>>(), Random(5).bytes(2 * 64 + 27));
        }
        for input in of(Class::Random) {
            input.copy_into(&mut buffers);
            assert_ne!(input.secrets, Random(5).bytes(2 * 64 + 27));
        }
        for (now, then) in buffers.secrets.iter().zip(&before.secrets) {
            assert_eq!(now.iv, then.iv);
        }
    }

    #[test]
    fn long_messages_take_few_inputs() {
        assert_eq!(Inputs::new(&Buffers::random(&[1 << 20]), 0).next().len(), FEWEST);
        assert_eq!(Inputs::new(&Buffers::random(&[16]), 0).next().len(), MOST);
    }
}
