//! Bounds: the highest speed that this processor allows, for `lanecrypt limits` and for `bench`.
//!
//! | module | contents |
//! |---|---|
//! | [`step`] | the instructions of a call, as they are executed |
//! | [`code`], [`kind`] | one instruction: what it reads and writes, and what kind it is |
//! | [`trace`] | all instructions of a call |
//! | [`chain`], [`memory`] | the longest chain of instructions that wait for each other |
//! | [`tally`] | the counted instructions and their chain |
//! | [`costs`], [`ports`], [`limits`], [`limit`] | the smallest costs, from the measured table of instructions |
//! | [`extent`] | long calls, estimated from short ones |
//!
//! The instructions that really run are counted, whatever their source: those of the call of a
//! [`Subject`](crate::entry::Subject), between the two points where it is timed.

mod chain;
mod code;
mod costs;
mod extent;
mod kind;
mod limit;
mod limits;
mod memory;
mod ports;
mod step;
mod tally;
mod trace;
mod why;

use std::cell::RefCell;

use serde::Serialize;

use crate::entry::{Prepare, Setting};
use crate::format::rounded;
use crate::measure::instructions::{Class, Instructions, Width};
use costs::Costs;
pub(crate) use extent::Effort;
use kind::Kind;
pub(crate) use limit::Limit;
pub(crate) use tally::Code;
pub(crate) use why::Why;

/// The bound of a call: it cannot be faster than that.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Bound {
    /// Cycles of a call.
    pub(crate) cycles: f64,
    pub(crate) cycles_per_byte: f64,
    /// The limiting resource.
    pub(crate) limiting: String,
    /// Every limit, the largest first.
    pub(crate) limits: Vec<Limit>,
    /// The number of instructions in a call.
    pub(crate) instructions: f64,
    /// The kinds of these instructions.
    pub(crate) work: Vec<Share>,
    /// The longest chain of a single call in cycles. The chain in `limits` is what a call adds to the
    /// calls before it.
    pub(crate) chain_alone: f64,
    /// The instructions of the chain.
    pub(crate) chain: Vec<Share>,
    pub(crate) code: Code,
    /// The calls that were counted.
    pub(crate) counted_from: String,
}

impl Bound {
    /// Whether shorter calls of the same shape were counted instead of the call itself.
    pub(crate) fn is_estimated(&self) -> bool {
        self.counted_from != extent::ITSELF
    }
}

/// Instructions of a kind.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Share {
    pub(crate) kind: &'static str,
    pub(crate) registers: &'static str,
    /// The number in a call.
    pub(crate) count: f64,
    /// Their cycles, at the measured rate of the kind; in a chain, at its latency.
    pub(crate) cycles: Option<f64>,
}

/// Computes bounds. Counted calls are kept, because rows of several sizes share them.
pub(crate) struct Bounds<'t> {
    instructions: &'t Instructions,
    effort: Effort,
    known: RefCell<extent::KnownTallies>,
}

impl<'t> Bounds<'t> {
    /// Computes bounds from the measured costs of instructions.
    pub(crate) fn new(instructions: &'t Instructions, effort: Effort) -> Self {
        Self { instructions, effort, known: RefCell::default() }
    }

    /// The bound of a call over `setting.batch` messages of `bytes` bytes each. `name` identifies the
    /// operation that `prepare` makes, such as `aes128/ctr`.
    pub(crate) fn of(
        &self,
        name: &str,
        prepare: Prepare,
        setting: &Setting,
        bytes: usize,
    ) -> Result<Bound, Why> {
        if let Some(nothing) = self.instructions.nothing() {
            return Err(Why::new(nothing));
        }
        let Setting { backend, variant, batch, keys } = *setting;
        let counter = extent::CallCounter {
            name: format!("{name} {backend} {variant} {}", keys.name()),
            prepare,
            setting: *setting,
            costs: self.instructions,
            effort: self.effort,
            known: &self.known,
        };
        bound(counter.count(bytes)?, (bytes * batch) as f64, self.instructions)
    }
}

fn bound(counted: extent::Counted, bytes: f64, costs: &dyn Costs) -> Result<Bound, Why> {
    let extent::Counted { tally, from } = counted;
    let mut limits = limits::limits(&tally, costs);
    let chain = &tally.chain;
    limits.push(Limit {
        name: format!("chain of {} cycles", rounded(chain.cycles)),
        cycles: chain.cycles,
    });
    limits.sort_by(|one, other| other.cycles.total_cmp(&one.cycles));
    let largest = limits.first().ok_or_else(|| Why::new("nothing was counted"))?;
    let share = |kind: Kind, width: Width, count, cycles| Share {
        kind: kind.name(),
        registers: width.name(),
        count,
        cycles,
    };
    let mut work: Vec<Share> = tally
        .work
        .iter()
        .filter(|one| one.2 > 1e-6)
        .map(|&(kind, width, count)| {
            share(kind, width, count, rate(kind, width, costs).map(|rate| count * rate))
        })
        .collect();
    work.sort_by(|one, other| other.count.total_cmp(&one.count));
    let mut parts: Vec<Share> = chain
        .parts
        .iter()
        .filter(|part| part.2 > 1e-6)
        .map(|&(kind, width, count, cycles)| share(kind, width, count, Some(cycles)))
        .collect();
    parts.sort_by(|one, other| {
        other.cycles.partial_cmp(&one.cycles).unwrap_or(std::cmp::Ordering::Equal)
    });
    Ok(Bound {
        cycles: largest.cycles,
        cycles_per_byte: largest.cycles / bytes,
        limiting: largest.name.clone(),
        instructions: tally.instructions,
        work,
        chain_alone: chain.alone,
        chain: parts,
        code: tally.code,
        counted_from: from,
        limits,
    })
}

/// The cycles of one instruction of a kind alone.
fn rate(kind: Kind, width: Width, costs: &dyn Costs) -> Option<f64> {
    match kind {
        Kind::Of(class @ (Class::Load | Class::Store)) => costs.rate(class, width),
        Kind::Of(class) => costs.rate(class, width).or_else(|| costs.simplest(width)),
        Kind::Vector | Kind::Ordinary => costs.simplest(width),
        _ => None,
    }
}
