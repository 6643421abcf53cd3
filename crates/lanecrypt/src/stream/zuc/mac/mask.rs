//! Tags by compare and mask, one message a lane (Bai, Jia, Zhu 2021, section 3.2.1): every bit of a
//! message word becomes a mask of all ones or zeros, and the keystream window that it selects is
//! added or not. For comparison: carry-less products do the same for 64 bits at once.

use super::{Hash, MacLane};
use crate::lanes::{AsPairs, Isa, Lanes32, Row};
use crate::stream::cohort::{MAX_LANES, Sink, Which};

/// The sum of the windows, as words.
pub(in crate::stream::zuc) struct Windows([u32; 4]);

impl Hash for Windows {
    const EMPTY: Self = Self([0; 4]);

    fn windows(&self) -> u128 {
        self.0.iter().fold(0, |sum, &word| sum << 32 | u128::from(word))
    }
}

impl Sink for MacLane<'_, Windows> {
    type Order = AsPairs;
    const EMPTY: Self = Self::EMPTY;
    const REGISTERS: Which = Which::Wide;

    /// Whole rows, and one beyond those of the message.
    fn words(&self) -> usize {
        if self.words == 0 { 0 } else { 16 * (self.message.count + 1) }
    }

    #[inline(always)]
    fn take_words<I: Isa, W: Lanes32<Isa = I>>(
        isa: I,
        sinks: &mut [Self],
        number: usize,
        words: &[W; 16],
    ) {
        if number == 0 {
            for sink in sinks {
                sink.hash.0 = [0; 4];
            }
            return;
        }
        // The rows of all lanes turned into registers: the keystream that goes with the message,
        // and the message.
        let (mut keystream, mut message) = ([Row::ZERO; MAX_LANES], [Row::ZERO; MAX_LANES]);
        let mut tag_words = 1;
        for ((lane, keystream), message) in sinks.iter().zip(&mut keystream).zip(&mut message) {
            let before = number - 1;
            if before < lane.message.count {
                *keystream = lane.previous;
                *message = Row::from_bytes(lane.message.row(before));
                tag_words = tag_words.max(lane.kind.tag_bytes() / 4);
            }
        }
        let mut z = [words[0]; 21];
        let mut m = [words[0]; 16];
        W::columns(isa, &keystream, &mut m);
        for t in 0..16 {
            // The words of each pair are exchanged.
            z[t ^ 1] = m[t];
        }
        z[16..].copy_from_slice(&words[..5]);
        W::columns(isa, &message, &mut m);

        let mut tags = [W::splat(isa, 0); 4];
        for (t, message) in m.iter().enumerate() {
            let mut bits = message.swap_bytes();
            let mut windows = [z[t], z[t + 1], z[t + 2], z[t + 3], z[t + 4]];
            for _ in 0..32 {
                let mask = bits.sign_mask();
                for i in 0..4 {
                    if i < tag_words {
                        tags[i] = tags[i].xor_and(windows[i], mask);
                        windows[i] = windows[i].shl_concat::<1>(windows[i + 1]);
                        windows[i + 1] =
                            if i + 1 == tag_words { windows[i + 1].shl(1) } else { windows[i + 1] };
                    }
                }
                bits = bits.shl(1);
            }
        }
        let mut column = [0; MAX_LANES];
        for (i, tag) in tags.into_iter().enumerate() {
            tag.store_words(&mut column);
            for (lane, word) in sinks.iter_mut().zip(&column) {
                lane.hash.0[i] ^= word;
            }
        }
    }

    #[inline(always)]
    fn take_row<I: Isa>(&mut self, _: I, number: usize, _: usize, row: &Row) {
        if number == self.last_row() {
            self.keep_last_word(row);
        }
        self.previous = *row;
    }

    #[inline(always)]
    fn end<I: Isa>(&mut self, _: I) {
        self.close();
    }
}
