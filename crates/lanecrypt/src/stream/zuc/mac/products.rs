//! The hash by carry-less products, for 64 bits of the message at once.
//!
//! Take the message in 64-bit numbers M_n with its first bit lowest, the keystream in 64-bit numbers
//! Z_n with its first bit highest. Then bit 63 - k of the lower half of M_n Z_n, plus the same of the
//! upper half of M_n Z_(n+1), is the sum of the products m_i z_(i+k): bit k of the tag, for k below 64.
//! The next 64 bits of the tag come from Z_(n+1) and Z_(n+2) in the same way. A tag of 32 bits is the
//! first half of one of 64.

use super::{Hash, Kind, MacLane, MacTask};
use crate::lanes::{AsPairs, Blocks, Isa, Row, Vector as _, unroll, wipe};
use crate::stream::cohort;
use crate::stream::scheduler::Sink;

/// The sums of the products M_n Z_n, M_n Z_(n+1) and M_n Z_(n+2).
#[derive(Clone)]
pub(in crate::stream::zuc) struct Sums {
    parts: [PartialSums; 3],
}

impl Sums {
    /// Makes them zero.
    pub(super) fn wipe(&mut self) {
        wipe(&mut self.parts, [PartialSums::ZERO; 3]);
    }
}

/// One sum, as a register of blocks that are still to be added up. Which blocks of a row went to which
/// block of the sum depends on the backend.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct PartialSums([u8; 64]);

impl PartialSums {
    const ZERO: Self = Self([0; 64]);
}

/// Adds one row of a padded message. `current` is the row of keystream that begins with it,
/// `next` the one after.
#[inline(always)]
pub(in crate::stream::zuc) fn absorb<I: Isa>(
    isa: I,
    sums: &mut Sums,
    long: bool,
    message: &[u8; 64],
    current: &Row,
    next: &Row,
) {
    let blocks = I::Blocks::BLOCKS;
    let keystream =
        |i: usize| I::Blocks::of_words(isa, if i < 4 { &current.0[4 * i..] } else { &next.0 });
    let [a, b, c] = &mut sums.parts;
    let mut sum_a = I::Blocks::load(isa, &a.0);
    let mut sum_b = I::Blocks::load(isa, &b.0);
    let mut sum_c = I::Blocks::load(isa, &c.0);
    unroll!(4 / blocks, |part| {
        let i = part * blocks;
        let m = I::Blocks::load(isa, &message[16 * i..]).reverse_bits();
        let z = keystream(i);
        let z2 = z.next_block(keystream(i + blocks));
        sum_a = sum_a.xor3(m.clmul::<false, false>(z), m.clmul::<true, true>(z));
        sum_b = sum_b.xor3(m.clmul::<false, true>(z), m.clmul::<true, false>(z2));
        if long {
            sum_c = sum_c.xor3(m.clmul::<false, false>(z2), m.clmul::<true, true>(z2));
        }
    });
    sum_a.store(&mut a.0);
    sum_b.store(&mut b.0);
    if long {
        sum_c.store(&mut c.0);
    }
}

impl Hash for Sums {
    const EMPTY: Self = Self { parts: [PartialSums::ZERO; 3] };

    fn windows(&self) -> u128 {
        let part = |i: usize| {
            let (blocks, _) = self.parts[i].0.as_chunks();
            blocks.iter().fold(0, |sum, block| sum ^ u128::from_le_bytes(*block))
        };
        let (a, b, c) = (part(0), part(1), part(2));
        let first = a as u64 ^ (b >> 64) as u64;
        let second = b as u64 ^ (c >> 64) as u64;
        u128::from(first) << 64 | u128::from(second)
    }
}

impl Sink for MacTask<'_> {
    type Order = AsPairs;
    type Live<'b>
        = &'b mut Self
    where
        Self: 'b;

    fn live(&mut self) -> &mut Self {
        self
    }

    #[inline(always)]
    fn take_row<I: Isa>(live: &mut &mut Self, isa: I, turn: usize, row: &Row) {
        let task = &mut **live;
        let long = task.padded.kind == (Kind::Zuc256 { tag_bytes: 16 });
        // The message is borrowed field by field, because the hash is borrowed too.
        let message = task.plain.get(turn).unwrap_or(&task.special);
        absorb(isa, &mut task.hash, long, message, &task.previous, row);
        task.previous = *row;
    }
}

impl cohort::Sink for MacLane<'_, Sums> {
    type Order = AsPairs;
    const EMPTY: Self = Self::EMPTY;

    #[inline(always)]
    fn words(&self) -> usize {
        self.words
    }

    #[inline(always)]
    fn take_row<I: Isa>(&mut self, isa: I, number: usize, _: usize, row: &Row) {
        if number > self.last_row() {
            return;
        }
        if let Some(before) = number.checked_sub(1) {
            let long = self.kind == (Kind::Zuc256 { tag_bytes: 16 });
            absorb(isa, &mut self.hash, long, self.message.row(before), &self.previous, row);
        } else {
            self.hash.parts = [PartialSums::ZERO; 3];
        }
        self.previous = *row;
    }

    /// The last row of the message is left, unless a window of it goes beyond its row of keystream.
    #[inline(always)]
    fn end<I: Isa>(&mut self, isa: I) {
        let last = self.last_row();
        let previous = self.previous;
        self.keep_last_word(&previous);
        if self.message.count == last + 1 {
            let long = self.kind == (Kind::Zuc256 { tag_bytes: 16 });
            let row = self.message.row(last);
            absorb(isa, &mut self.hash, long, row, &self.previous, &Row::ZERO);
        }
        self.close();
    }
}
