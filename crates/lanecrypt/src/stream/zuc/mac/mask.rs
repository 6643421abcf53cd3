//! Tags by compare and mask, one message a lane (Bai, Jia, Zhu 2021, section 3.2.1): every bit of a
//! message word becomes a mask of all ones or zeros, and the keystream window that it selects is
//! added or not. For comparison: carry-less products do the same for 64 bits at once.

use super::{Hash, MacTask};
use crate::lanes::{AsPairs, Isa, Lanes32, Row, wipe};
use crate::stream::scheduler::{Lives, MAX_STREAMS, Sink};

/// The sum of the windows, as words.
#[derive(Default)]
pub(in crate::stream::zuc) struct Windows([u32; 4]);

impl Hash for Windows {
    fn windows(&self) -> u128 {
        self.0.iter().fold(0, |sum, &word| sum << 32 | u128::from(word))
    }
}

impl Drop for Windows {
    fn drop(&mut self) {
        wipe(&mut self.0, [0; 4]);
    }
}

impl Sink for MacTask<'_, Windows> {
    type Order = AsPairs;
    const ALWAYS_WIDE: bool = true;
    type Live<'b>
        = &'b mut Self
    where
        Self: 'b;

    fn live(&mut self) -> &mut Self {
        self
    }

    #[inline(always)]
    fn take_words<I: Isa, W: Lanes32<Isa = I>>(
        isa: I,
        lives: &mut Lives<'_, Self>,
        turn: usize,
        words: &[W; 16],
    ) {
        // The rows of all lanes turned into registers: the keystream that goes with the message,
        // and the message.
        let (mut keystream, mut message) = ([Row::ZERO; MAX_STREAMS], [Row::ZERO; MAX_STREAMS]);
        let mut tag_words = 1;
        for ((live, keystream), message) in lives.iter().zip(&mut keystream).zip(&mut message) {
            if let Some(task) = live {
                *keystream = task.previous;
                *message = Row::from_bytes(task.message(turn));
                tag_words = tag_words.max(task.tag_bytes() / 4);
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
        let mut column = [0; MAX_STREAMS];
        for (i, tag) in tags.into_iter().enumerate() {
            tag.store_words(&mut column);
            for (live, word) in lives.iter_mut().zip(&column) {
                if let Some(task) = live {
                    task.hash.0[i] ^= word;
                }
            }
        }
    }

    #[inline(always)]
    fn take_row<I: Isa>(live: &mut &mut Self, _: I, _: usize, row: &Row) {
        live.previous = *row;
    }
}
