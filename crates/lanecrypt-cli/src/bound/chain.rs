//! The longest chain of instructions that wait for each other.
//!
//! An instruction waits for registers, flags and memory. Data that is stored and loaded again costs
//! nothing, as if it had stayed in a register. Moves between registers cost nothing. All jumps are
//! predicted correctly. Ports and caches have no limits.
//!
//! Timed calls follow each other, and a processor starts the next call before it finishes the current
//! one. But it sees only some hundred instructions at a time ([`WINDOW`]). Therefore two calls are
//! followed: no instruction starts before the instruction [`WINDOW`] places earlier is done. The cycles
//! that the second call adds are the chain.

use super::costs::Costs;
use super::kind::Kind;
use super::memory::LastStores;
use super::trace::Trace;
use crate::measure::instructions::{Class, Width};

/// The number of instructions that a processor executes at a time. This is the largest window of current
/// processors: 320 for Zen 4, 448 for Zen 5, 512 for Golden Cove.
const WINDOW: usize = 512;

/// The longest chain.
#[derive(Debug, Clone, Default)]
pub(super) struct Chain {
    /// The cycles that a call adds to the calls before it.
    pub(super) cycles: f64,
    /// The cycles of a single call.
    pub(super) alone: f64,
    /// The instructions of the chain: kind, width, number and cycles.
    pub(super) parts: Vec<(Kind, Width, f64, f64)>,
}

impl Chain {
    /// Adds a multiple of another chain.
    pub(super) fn add(&mut self, other: &Self, times: f64) {
        self.cycles += times * other.cycles;
        self.alone += times * other.alone;
        for &(kind, width, count, cycles) in &other.parts {
            self.part(kind, width, times * count, times * cycles);
        }
    }

    fn part(&mut self, kind: Kind, width: Width, count: f64, cycles: f64) {
        match self.parts.iter_mut().find(|part| (part.0, part.1) == (kind, width)) {
            Some(part) => {
                part.2 += count;
                part.3 += cycles;
            }
            None => self.parts.push((kind, width, count, cycles)),
        }
    }
}

/// The result of an instruction.
#[derive(Clone, Copy)]
struct Node {
    /// The time at which it is ready.
    time: f64,
    /// The node that it waited for longest. Zero for none.
    after: usize,
    /// Whether it waited for an address to load from.
    by_address: bool,
}

/// The node before the first instruction.
const START: usize = 0;

/// Follows two calls and returns the longest chain.
pub(super) fn longest(trace: &Trace, costs: &dyn Costs) -> Chain {
    let latencies: Vec<f64> = trace
        .operations
        .iter()
        .map(|operation| if operation.at_once { 0.0 } else { costs.latency(&operation.sort) })
        .collect();
    let mut follower = Follower::new(costs.load_latency());
    follower.follow(trace, &latencies);
    let (alone, end_of_first) = (follower.latest().time, follower.nodes.len());
    follower.follow(trace, &latencies);
    let mut chain = Chain { cycles: follower.latest().time - alone, alone, ..Chain::default() };

    // Goes back from the end through the second call.
    let mut node = follower.latest_of.last().copied().unwrap_or(START);
    while node >= end_of_first {
        let place = trace.order[node - end_of_first];
        let sort = &trace.operations[place].sort;
        let Node { after, by_address, .. } = follower.nodes[node];
        if by_address {
            chain.part(Kind::Of(Class::Load), Width::Ordinary64, 1.0, follower.load_latency);
        }
        if latencies[place] > 0.0 {
            chain.part(sort.kind, sort.width, 1.0, latencies[place]);
        }
        node = after;
    }
    chain
}

/// The state at an instruction.
struct Follower {
    load_latency: f64,
    /// The node of the start, then one for each instruction.
    nodes: Vec<Node>,
    /// For each node, the node up to it that is ready last.
    latest_of: Vec<usize>,
    /// The nodes that made the values of registers and flags.
    places: [usize; super::code::PLACES],
    memory: LastStores,
}

impl Follower {
    fn new(load_latency: f64) -> Self {
        Self {
            load_latency,
            nodes: vec![Node { time: 0.0, after: START, by_address: false }],
            latest_of: vec![START],
            places: [START; super::code::PLACES],
            memory: LastStores::default(),
        }
    }

    fn latest(&self) -> Node {
        self.latest_of.last().map_or(self.nodes[START], |&node| self.nodes[node])
    }

    fn follow(&mut self, trace: &Trace, latencies: &[f64]) {
        for (step, &place) in trace.steps.iter().zip(&trace.order) {
            let operation = &trace.operations[place];
            let this = self.nodes.len();
            let window = self.latest_of[this.saturating_sub(WINDOW)];
            let mut first =
                Node { time: self.nodes[window].time, after: window, by_address: false };
            let mut wait = |node: usize, time: f64, by_address| {
                if time > first.time {
                    first = Node { time, after: node, by_address };
                }
            };
            for &source in &operation.sources {
                let node = self.places[source];
                wait(node, self.nodes[node].time, false);
            }
            if !operation.loads.is_empty() {
                for &address in &operation.addresses {
                    let node = self.places[address];
                    wait(node, self.nodes[node].time + self.load_latency, true);
                }
            }
            if !operation.repeats {
                for load in &operation.loads {
                    let mut last = START;
                    self.memory.each(load.address(step), load.bytes, |node| {
                        // This is mostly the same for all bytes.
                        if *node != last {
                            last = *node;
                            wait(last, self.nodes[last].time, false);
                        }
                    });
                }
            }
            first.time += latencies[place];
            self.nodes.push(first);
            for &result in &operation.results {
                self.places[result] = this;
            }
            if !operation.repeats {
                for store in &operation.stores {
                    self.memory.each(store.address(step), store.bytes, |node| *node = this);
                }
            }
            let before = self.latest_of[this - 1];
            let later = first.time > self.nodes[before].time;
            self.latest_of.push(if later { this } else { before });
        }
    }
}

#[cfg(test)]
mod tests {
    use iced_x86::InstructionInfoFactory;

    use super::*;
    use crate::bound::code;
    use crate::bound::costs::tests::TestTable;
    use crate::bound::step::Step;

    /// A number of rounds of some instructions.
    fn trace(code: &[&[u8]], rounds: usize) -> Trace {
        let mut factory = InstructionInfoFactory::new();
        let operations = code.iter().map(|bytes| code::operation(&mut factory, bytes, 0));
        let step = Step { address: 0, registers: [0x10_0000; 16] };
        Trace {
            steps: vec![step; code.len() * rounds],
            order: (0..code.len() * rounds).map(|index| index % code.len()).collect(),
            operations: operations.map(|one| one.expect("an instruction")).collect(),
        }
    }

    fn table() -> TestTable {
        let alone = vec![
            (Class::AesRound, Width::Xmm, 0.5, 4.0),
            (Class::Xor, Width::Xmm, 0.25, 1.0),
            (Class::Load, Width::Ordinary64, 0.33, 3.0),
        ];
        TestTable { alone, ..TestTable::default() }
    }

    const ROUND: &[u8] = &[0x66, 0x0f, 0x38, 0xdc, 0xc1]; // aesenc xmm0, xmm1
    const XOR: &[u8] = &[0x66, 0x0f, 0xef, 0xc2]; // pxor xmm0, xmm2
    const ZERO: &[u8] = &[0x66, 0x0f, 0xef, 0xc0]; // pxor xmm0, xmm0
    const OTHER: &[u8] = &[0x66, 0x0f, 0xef, 0xda]; // pxor xmm3, xmm2
    const MOVE: &[u8] = &[0x66, 0x0f, 0x6f, 0xc8]; // movdqa xmm1, xmm0
    const STORE: &[u8] = &[0x0f, 0x11, 0x06]; // movups [rsi], xmm0
    const LOAD: &[u8] = &[0x0f, 0x10, 0x06]; // movups xmm0, [rsi]
    const FOLLOW: &[u8] = &[0x48, 0x8b, 0x36]; // mov rsi, [rsi]

    #[test]
    fn chains_go_through_registers_and_memory() {
        for (code, cycles) in [
            (&[ROUND, XOR][..], 50.0),
            // An instruction that waits for nothing adds nothing.
            (&[ROUND, OTHER, XOR, OTHER], 50.0),
            (&[MOVE, ROUND], 40.0),
            // Data that is stored and loaded again costs nothing.
            (&[ROUND, STORE, LOAD], 40.0),
            // A load waits for its address.
            (&[FOLLOW], 30.0),
        ] {
            let chain = longest(&trace(code, 10), &table());
            assert!((chain.alone - cycles).abs() < 1e-9, "{code:02x?}: {chain:?}");
            assert!((chain.cycles - cycles).abs() < 1e-9, "{code:02x?}: {chain:?}");
        }
        let parts = longest(&trace(&[ROUND, XOR], 10), &table()).parts;
        assert!(parts.contains(&(Kind::Of(Class::AesRound), Width::Xmm, 10.0, 40.0)), "{parts:?}");
    }

    #[test]
    fn chains_end_where_nothing_is_carried_on() {
        let chain = longest(&trace(&[ZERO, ROUND, XOR], 10), &table());
        assert_eq!(chain.alone, 5.0);
        assert_eq!(chain.cycles, 0.0);
        // A processor cannot look further than its window.
        let long = longest(&trace(&[ZERO, ROUND, XOR], 20 * WINDOW), &table());
        let windows = (3 * 20) as f64;
        assert!((long.cycles / (5.0 * windows) - 1.0).abs() < 0.05, "{long:?}");
    }
}
