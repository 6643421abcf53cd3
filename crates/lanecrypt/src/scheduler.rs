//! Which message runs in which lane, and when.
//!
//! All lanes advance together until the first of them needs attention. A lane whose message is done takes
//! the next message.

/// The most lanes: a set of lanes is a mask of this many bits.
pub(crate) const MAX_LANES: usize = u32::BITS as usize;

/// The lanes of an algorithm and what they carry: states, keys, places in memory. Sets of lanes are
/// masks of bits.
pub(crate) trait LaneWork {
    /// Puts messages into free lanes, of which there is at least one.
    fn refill(&mut self, free: u32) -> Refilled;

    /// Called before each run when no messages are left for the free lanes. It may move messages to other
    /// lanes, or finish them in another way. Returns the busy lanes.
    fn narrow(&mut self, busy: u32) -> u32 {
        busy
    }

    /// Runs all lanes, of which at least one is busy. Returns those that must be settled.
    fn run(&mut self, busy: u32) -> u32;

    /// Updates a lane that `run` has returned. Returns whether its message goes on.
    fn settle(&mut self, lane: usize) -> bool;
}

/// What became of free lanes.
pub(crate) struct Refilled {
    /// The lanes that are busy now.
    pub(crate) busy: u32,
    /// Whether there may be more messages.
    pub(crate) more: bool,
}

/// Runs all messages through so many lanes, at most [`MAX_LANES`].
#[inline(always)]
pub(crate) fn run(lanes: usize, work: &mut impl LaneWork) {
    let all = u32::MAX >> (MAX_LANES - lanes);
    let (mut busy, mut more) = (0, true);
    loop {
        if more && busy != all {
            let refilled = work.refill(all & !busy);
            busy |= refilled.busy;
            more = refilled.more;
        }
        if !more {
            busy = work.narrow(busy);
        }
        if busy != 0 {
            let mut stopped = work.run(busy);
            while stopped != 0 {
                let lane = stopped.trailing_zeros() as usize;
                stopped &= stopped - 1;
                if !work.settle(lane) {
                    busy &= !(1 << lane);
                }
            }
        } else if !more {
            return;
        }
    }
}
