//! Throughput over message size: a figure for each operation, a line for each implementation.

use std::cmp::Reverse;

use crate::bench::fitting_batch;
use crate::document::ResultRow;
use crate::report::figure::{Drawing, Figure, Lines, MARKS, Series, name_of};
use crate::report::gather::{Gathered, On};

/// The smallest number of lengths of a line.
const LENGTHS: usize = 3;

/// A figure for every operation and conditions with several lengths.
pub(super) fn figures(gathered: &Gathered) -> Vec<Figure> {
    let mut groups: Vec<Vec<&On<ResultRow>>> = Vec::new();
    for row in gathered.results.iter().filter(|row| row.it.mix.is_none()) {
        match groups.iter_mut().find(|group| of_one_group(group[0], row)) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    let conditions = Varying::of(gathered);
    let panels = groups.iter().flat_map(|group| {
        batches(group).into_iter().map(|batch| {
            group.iter().copied().filter(|on| is_of_batch(&on.it, batch)).collect::<Vec<_>>()
        })
    });
    let figures = panels.filter_map(|panel| figure(gathered, &panel, conditions));
    let mut figures: Vec<(usize, Figure)> = figures.collect();
    // Sweeps come first.
    figures.sort_by_key(|(lengths, _)| Reverse(*lengths));
    figures.into_iter().map(|(_, figure)| figure).collect()
}

fn of_one_group(a: &On<ResultRow>, b: &On<ResultRow>) -> bool {
    a.machine == b.machine
        && (&a.it.algorithm, &a.it.operation) == (&b.it.algorithm, &b.it.operation)
        && (&a.it.keys, a.it.threads, &a.it.cache) == (&b.it.keys, b.it.threads, &b.it.cache)
}

/// Whether a row was measured in batches of this size, or in smaller ones because its messages are long.
fn is_of_batch(row: &ResultRow, batch: usize) -> bool {
    row.batch == batch || row.batch == fitting_batch(row.message_bytes, batch, row.threads)
}

/// The batches that were asked for, the largest first.
fn batches(group: &[&On<ResultRow>]) -> Vec<usize> {
    let mut found: Vec<usize> = group.iter().map(|on| on.it.batch).collect();
    found.sort_unstable_by(|a, b| b.cmp(a));
    found.dedup();
    let mut asked: Vec<usize> = Vec::new();
    for batch in found {
        let of_larger = |row: &ResultRow| asked.iter().any(|&larger| is_of_batch(row, larger));
        let of_this = group.iter().filter(|on| on.it.batch == batch);
        if of_this.into_iter().any(|on| !of_larger(&on.it)) {
            asked.push(batch);
        }
    }
    asked
}

/// Whether two rows belong to one line. The variant that was asked for counts, because `auto` can choose
/// different variants for short and for long messages.
fn of_one_line(a: &ResultRow, b: &ResultRow) -> bool {
    (&a.implementation, &a.variant, &a.backend) == (&b.implementation, &b.variant, &b.backend)
}

/// The figure, and the number of lengths of its longest line.
fn figure(
    gathered: &Gathered,
    panel: &[&On<ResultRow>],
    conditions: Varying,
) -> Option<(usize, Figure)> {
    let mut lines: Vec<Vec<&ResultRow>> = Vec::new();
    for row in panel {
        match lines.iter_mut().find(|line| of_one_line(line[0], &row.it)) {
            Some(line) => line.push(&row.it),
            None => lines.push(vec![&row.it]),
        }
    }
    // One length makes no line.
    lines.retain(|line| line.len() > 1);
    if lines.iter().all(|line| line.len() < LENGTHS) {
        return None;
    }
    let rows: Vec<&ResultRow> = lines.iter().map(|line| line[0]).collect();
    let looks = looks(gathered, &rows);
    let one = |(line, look): (&Vec<&ResultRow>, usize)| Series {
        label: label(line[0], &rows),
        look,
        ..of(line)
    };
    let mut series: Vec<Series> = lines.iter().zip(looks).map(one).collect();
    // The fastest line comes first, as its label does.
    let top = |series: &Series| series.points.last().map_or(0.0, |(_, value)| *value);
    series.sort_by(|a, b| top(b).total_cmp(&top(a)));

    let On { machine, it: row } = panel.iter().max_by_key(|on| on.it.batch)?;
    let what = format!("{}/{}", row.algorithm, row.operation);
    let mut under = conditions.in_words(row);
    if panel.iter().any(|on| on.it.batch < row.batch) {
        under.push_str("; fewer messages where they are long");
    }
    let bounds = match series.iter().any(|series| series.bound.len() > 1) {
        true => " Dashed lines are bounds.",
        false => "",
    };
    let lengths = series.iter().map(|series| series.points.len()).max()?;
    let figure = Figure {
        name: name_of(&format!(
            "throughput {what} {}{}",
            conditions.in_a_name(row),
            gathered.name_suffix(*machine)
        )),
        title: format!("{what}: GB/s over message size{}", gathered.suffix(*machine)),
        caption: format!("{under}.{bounds}"),
        drawing: Drawing::Lines(Lines { unit: "GB/s".to_owned(), series }),
    };
    Some((lengths, figure))
}

fn of(line: &[&ResultRow]) -> Series {
    let mut sorted = line.to_vec();
    sorted.sort_by_key(|row| row.message_bytes);
    let bytes = |row: &ResultRow| row.message_bytes as f64;
    let bound = |row: &&ResultRow| {
        let rate = row.clock_ghz? * row.threads as f64 / row.bound.as_ref()?.cycles_per_byte;
        Some((bytes(row), rate))
    };
    Series {
        label: String::new(),
        look: 0,
        points: sorted.iter().map(|row| (bytes(row), row.gigabytes_per_second.median)).collect(),
        bound: sorted.iter().filter_map(bound).collect(),
    }
}

/// The looks of lines. A backend has the same look in all figures. Peers have the remaining looks. Lines
/// have different colours as long as there are colours.
fn looks(gathered: &Gathered, lines: &[&ResultRow]) -> Vec<usize> {
    let mut backends: Vec<&str> = Vec::new();
    for name in gathered.machines.iter().flat_map(|machine| machine.backends.iter().rev()) {
        if !backends.contains(&&**name) {
            backends.push(name);
        }
    }
    let mut looks: Vec<Option<usize>> = vec![None; lines.len()];
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|&index| lines[index].backend.is_none());
    for index in order {
        let own = lines[index].backend.as_ref();
        let own = own.and_then(|own| backends.iter().position(|name| name == own));
        let wished = own.unwrap_or(backends.len());
        let taken = |look: usize| looks.iter().flatten().any(|other| *other == look);
        let free = (0..MARKS).map(|more| (wished + more) % MARKS).find(|&look| !taken(look));
        looks[index] = free.or_else(|| (MARKS..).find(|&look| !taken(look)));
    }
    looks.into_iter().map(Option::unwrap_or_default).collect()
}

/// The label of a line: the properties in which it differs from the other lines.
fn label(row: &ResultRow, all: &[&ResultRow]) -> String {
    let Some(backend) = &row.backend else {
        return format!("{} {}", row.implementation.name, row.implementation.version);
    };
    let mut ours = all.iter().filter(|other| other.backend.is_some());
    let variant = row.variant.as_deref().filter(|name| *name != "auto").unwrap_or("");
    if ours.clone().count() == 1 {
        let name = if all.len() > 1 { row.implementation.name.as_str() } else { "" };
        return format!("{name} {backend} {variant}").trim().to_owned();
    }
    match ours.all(|other| other.variant == row.variant) {
        true => backend.clone(),
        false => format!("{backend} {variant}").trim().to_owned(),
    }
}

/// The conditions that differ among the results and must be part of names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Varying {
    batch: bool,
    keys: bool,
    threads: bool,
    cache: bool,
}

impl Varying {
    pub(super) fn of(gathered: &Gathered) -> Self {
        let rows = || gathered.results.iter().map(|row| &row.it);
        let first = rows().next();
        let differs = |same: fn(&ResultRow, &ResultRow) -> bool| {
            first.is_some_and(|first| rows().any(|row| !same(first, row)))
        };
        Self {
            batch: differs(|a, b| a.batch == b.batch),
            keys: differs(|a, b| a.keys == b.keys),
            threads: differs(|a, b| a.threads == b.threads),
            cache: differs(|a, b| a.cache == b.cache),
        }
    }

    /// The same without the size of batches, for names that have it in any case.
    pub(super) fn without_batch(self) -> Self {
        Self { batch: false, ..self }
    }

    pub(super) fn in_a_name(self, row: &ResultRow) -> String {
        let mut words = String::new();
        for (varies, word) in [
            (self.batch, format!(" {}-messages", row.batch)),
            (self.keys, format!(" {}-keys", row.keys)),
            (self.threads, format!(" {}-threads", row.threads)),
            (self.cache, format!(" {}-cache", row.cache)),
        ] {
            if varies {
                words.push_str(&word);
            }
        }
        words
    }

    fn in_words(self, row: &ResultRow) -> String {
        let messages = match row.batch {
            1 => "One message per call".to_owned(),
            many => format!("{many} messages per call"),
        };
        format!("{messages}, {}", without_batch_in_words(row))
    }
}

/// The conditions of a row apart from the size of batches.
pub(super) fn without_batch_in_words(row: &ResultRow) -> String {
    let threads = match row.threads {
        1 => String::new(),
        many => format!(", {many} threads"),
    };
    format!("{} keys, {} caches{threads}", row.keys, row.cache)
}
