//! How batches are called, and in which order messages stand in them.

use std::fmt;

use lanecrypt::Backend;

use crate::kat::batches::BatchKeys;
use crate::random::Random;

/// How a batch is called.
pub(super) struct Call<O> {
    /// The name of the variant.
    pub(super) way: &'static str,
    pub(super) options: O,
    pub(super) backend: Backend,
    pub(super) keys: BatchKeys,
}

impl<O> fmt::Display for Call<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "variant {}, {}", self.way, self.keys)
    }
}

/// Calls `run` with batches of equal lengths that have a message in every second lane, and with their
/// parity: first with each message in the even lanes, then in the odd ones. Such batches are not
/// reordered, so the position is the lane. `filler` makes a random message of the same length.
pub(super) fn at_every_lane<M>(
    messages: &[M],
    lanes: usize,
    filler: impl Fn(&mut Random, &M) -> M,
    mut run: impl FnMut(&[&M], usize),
) {
    if lanes == 1 {
        return;
    }
    let mut random = Random(lanes as u64);
    for message in messages {
        let fillers: Vec<M> = (0..lanes).map(|_| filler(&mut random, message)).collect();
        for parity in 0..2 {
            let order: Vec<&M> = fillers
                .iter()
                .enumerate()
                .map(|(lane, filler)| if lane % 2 == parity { message } else { filler })
                .collect();
            run(&order, parity);
        }
    }
}

/// Calls `run` with a batch of all messages and of fillers of other lengths, rotated by each number up
/// to the number of lanes. `filler` makes a random message of a number of bytes.
pub(super) fn rotated<M>(
    messages: &[M],
    lanes: usize,
    filler: impl Fn(&mut Random, usize) -> M,
    mut run: impl FnMut(&[&M], usize),
) {
    let mut random = Random(1);
    let fillers: Vec<M> = (0..lanes.saturating_sub(messages.len()) + 3)
        .map(|_| {
            let bytes = (random.next() % 200) as usize;
            filler(&mut random, bytes)
        })
        .collect();
    let mut order: Vec<&M> = messages.iter().chain(&fillers).collect();
    for rotation in 0..lanes.min(order.len()) {
        run(&order, rotation);
        order.rotate_left(1);
    }
}
