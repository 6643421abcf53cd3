//! The classic table look-ups, for comparison only.
//!
//! **Not constant time**: the tables are indexed by secret bytes, and an attacker who shares a
//! cache with the victim can learn which lines were read. It is here because published
//! implementations work this way and a measurement wants them beside the others. It is never
//! chosen automatically.

use super::sbox::{S0, S1};
use super::single::Substitution;
use crate::lanes::{Isa, Lanes, MAX_LANES32};

/// The S-boxes read from memory at secret places.
pub(super) struct Tables;

impl Substitution for Tables {
    #[inline(always)]
    fn substitute<I: Isa>(isa: I, l: I::Pairs) -> I::Pairs {
        let mut lanes = [0; MAX_LANES32];
        l.store_words(&mut lanes);
        for word in &mut lanes[..2] {
            let [a, b, c, d] = word.to_be_bytes().map(usize::from);
            *word = u32::from_be_bytes([S0.bytes[a], S1.bytes[b], S0.bytes[c], S1.bytes[d]]);
        }
        I::Pairs::load_words(isa, &lanes)
    }
}
