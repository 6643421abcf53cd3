//! The committed cases of each target, which every run tries first, and how they are chosen.
//!
//! A file has a line `ALGORITHM | NUMBER | SEEDS` for each algorithm of the target: the seeds of its cases, and how
//! many different things they reach ([`reach`]). The cases are the same on every backend.

use std::collections::BTreeSet;

use lanecrypt::Backend;

use crate::case::{Checked, Run};
use crate::list::{Subject, subjects};
use crate::pages::Memory;
use crate::source::Source;
use crate::{Target, reach, target};

/// The cases of one algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The algorithm.
    pub name: String,
    /// How many things the cases reach together.
    pub reaches: usize,
    /// What each case is made from.
    pub seeds: Vec<u64>,
}

/// The committed file of a target.
pub fn text(target: Target) -> &'static str {
    match target {
        Target::Differential => include_str!("../corpora/differential.txt"),
        Target::Batches => include_str!("../corpora/batches.txt"),
        Target::Pieces => include_str!("../corpora/pieces.txt"),
        Target::Garbage => include_str!("../corpora/garbage.txt"),
    }
}

/// The committed cases of a target.
///
/// # Panics
///
/// If the file has a line that is none.
pub fn lines(target: Target) -> Vec<Line> {
    let lines = text(target).lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| parse(line).unwrap_or_else(|| panic!("no line of a corpus: {line}"))).collect()
}

fn parse(line: &str) -> Option<Line> {
    let mut parts = line.split(" | ");
    let name = parts.next()?.to_owned();
    let reaches = parts.next()?.parse().ok()?;
    let seeds = parts.next()?.split(' ').map(|seed| seed.parse().ok()).collect::<Option<_>>()?;
    parts.next().is_none().then_some(Line { name, reaches, seeds })
}

/// The committed cases of an algorithm.
pub fn seeds(target: Target, name: &str) -> Vec<u64> {
    lines(target).into_iter().find(|line| line.name == name).map_or(Vec::new(), |line| line.seeds)
}

/// Runs a case on the portable backend, which every processor has. What came of it, and what it reached.
pub fn reached(run: Run, seed: u64, memory: &mut Memory) -> (Checked, BTreeSet<String>) {
    let mut checked = Ok(Default::default());
    let reached = reach::during(|| {
        checked = target::run(run, &mut Source::of_seed(seed), memory, Backend::Portable);
    });
    (checked, reached)
}

/// Chooses the cases of an algorithm: seeds from zero on whose cases reach what none before did, without those
/// that the others make up for. It ends when nothing new came for long.
///
/// # Errors
///
/// A case that fails.
pub fn choose(name: &str, run: Run) -> Result<Line, String> {
    let mut memory = Memory::new();
    let mut all = BTreeSet::new();
    let mut chosen: Vec<(u64, BTreeSet<String>)> = Vec::new();
    let mut last = 0;
    for seed in 0.. {
        if seed > 400 + 4 * last {
            break;
        }
        let (checked, reached) = reached(run, seed, &mut memory);
        checked.map_err(|what| format!("{name}, seed {seed}: {what}"))?;
        if !reached.is_subset(&all) {
            all.extend(reached.iter().cloned());
            chosen.push((seed, reached));
            last = seed;
        }
    }
    let seeds = without_spare(chosen);
    Ok(Line { name: name.to_owned(), reaches: all.len(), seeds })
}

/// The seeds of cases, without those whose reach others have.
fn without_spare(mut chosen: Vec<(u64, BTreeSet<String>)>) -> Vec<u64> {
    for place in (0..chosen.len()).rev() {
        let others = chosen.iter().enumerate().filter(|(other, _)| *other != place);
        let others: BTreeSet<_> = others.flat_map(|(_, (_, reached))| reached).collect();
        if chosen[place].1.iter().all(|what| others.contains(what)) {
            chosen.remove(place);
        }
    }
    chosen.into_iter().map(|(seed, _)| seed).collect()
}

/// The text of a file with the cases that [`choose`] finds for every algorithm of a target.
///
/// # Errors
///
/// A case that fails.
pub fn chosen(target: Target) -> Result<String, String> {
    let mut text = format!(
        "# The committed cases of `{}`: algorithm, how much they reach, seeds. Made by --choose-corpora.\n",
        target.name()
    );
    let has = |subject: Subject| Some((target.of(&subject)?, subject.name));
    for (run, name) in subjects().into_iter().filter_map(has) {
        let Line { name, reaches, seeds } = choose(&name, run)?;
        let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
        text += &format!("{name} | {reaches} | {}\n", seeds.join(" "));
    }
    Ok(text)
}
