//! `lanecrypt bound`, and the bound beside every figure: what this processor could do at best.
//!
//! | module | what is in it |
//! |---|---|
//! | [`step`] | the instructions of a call, as they are executed |
//! | [`code`], [`kind`] | one of them: what it reads and writes; what it does |
//! | [`trace`], [`tally`] | all of them: counts |
//! | [`chain`], [`memory`] | which of them wait for each other |
//! | [`costs`], [`ports`], [`limits`] | what they cost at best, from the measured table of instructions |
//! | [`extent`] | long calls from short ones |
//! | [`command`], [`print`] | `lanecrypt bound` |
//!
//! What is counted is the code that runs, of whatever origin: the call of a
//! [`Subject`](crate::bench::catalogue::Subject), between the same two points where it is timed.

mod chain;
mod code;
mod command;
mod costs;
mod extent;
mod kind;
mod limits;
mod memory;
mod ports;
mod print;
mod step;
mod tally;
mod trace;

use std::cell::RefCell;
use std::fmt;

use serde::Serialize;

use crate::bench::catalogue::Setting;
use crate::measure::instructions::{Class, Instructions, Width};
pub(crate) use command::run;
use costs::Costs;
pub(crate) use extent::{Effort, Prepare};
use kind::Kind;
pub(crate) use limits::Limit;
pub(crate) use tally::Code;

/// Why there is no bound: one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Why(String);

impl Why {
    fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl fmt::Display for Why {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// What a call cannot be faster than, and why.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Bound {
    /// Of a call.
    pub(crate) cycles: f64,
    pub(crate) cycles_per_byte: f64,
    /// What limits.
    pub(crate) limiting: String,
    /// Everything that could, dearest first.
    pub(crate) limits: Vec<Limit>,
    /// Instructions of a call.
    pub(crate) instructions: f64,
    /// What they are.
    pub(crate) work: Vec<Share>,
    /// The longest chain of a call alone, in cycles; in `limits` is what it adds to the one before.
    pub(crate) chain_alone: f64,
    /// What it is made of.
    pub(crate) chain: Vec<Share>,
    pub(crate) code: Code,
    /// The calls that were stepped through.
    pub(crate) counted_from: String,
}

/// Instructions of a kind.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Share {
    pub(crate) kind: &'static str,
    pub(crate) registers: &'static str,
    /// Of a call.
    pub(crate) count: f64,
    /// What they cost: each at its measured rate, if there is one; in a chain, its latency.
    pub(crate) cycles: Option<f64>,
}

/// Finds bounds, and keeps what was counted: rows of several sizes have it in common.
pub(crate) struct Bounds<'t> {
    instructions: &'t Instructions,
    effort: Effort,
    known: RefCell<extent::Known>,
}

impl<'t> Bounds<'t> {
    /// By what instructions cost here.
    pub(crate) fn new(instructions: &'t Instructions, effort: Effort) -> Self {
        Self { instructions, effort, known: RefCell::default() }
    }

    /// The bound of a call over `setting.batch` messages of so many bytes each, counted from the
    /// code that runs. `name` tells what `prepare` makes from all else, such as `aes128/ctr`; what
    /// the setting says need not be in it.
    pub(crate) fn of(
        &self,
        name: &str,
        prepare: Prepare<'_>,
        setting: &Setting,
        bytes: usize,
    ) -> Result<Bound, Why> {
        if let Some(nothing) = self.instructions.nothing() {
            return Err(Why::new(nothing));
        }
        let Setting { backend, variant, batch, keys } = *setting;
        let counter = extent::Counter {
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
    let dearest = limits.first().ok_or_else(|| Why::new("nothing was counted"))?;
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
        cycles: dearest.cycles,
        cycles_per_byte: dearest.cycles / bytes,
        limiting: dearest.name.clone(),
        instructions: tally.instructions,
        work,
        chain_alone: chain.alone,
        chain: parts,
        code: tally.code,
        counted_from: from,
        limits,
    })
}

/// What one of that kind costs by itself.
fn rate(kind: Kind, width: Width, costs: &dyn Costs) -> Option<f64> {
    match kind {
        Kind::Of(class @ (Class::Load | Class::Store)) => costs.rate(class, width),
        Kind::Of(class) => costs.rate(class, width).or_else(|| costs.simplest(width)),
        Kind::Vector | Kind::Ordinary => costs.simplest(width),
        _ => None,
    }
}

/// A number of cycles, its thousands apart.
fn rounded(cycles: f64) -> String {
    let digits = format!("{cycles:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
