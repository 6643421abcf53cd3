//! Suites of algorithms: throughput of each algorithm by message size, and for a mix of sizes.

use super::row::row;
use super::sizes::{Varying, without_batch_in_words};
use crate::bench::suite::{Kind, SUITES, Suite};
use crate::document::ResultRow;
use crate::format::significant;
use crate::measure::statistics::Quartiles;
use crate::report::figure::{
    Drawing, Figure, FigureRow, Group, Lines, Look, Rows, Scale, Series, name_of,
};
use crate::report::gather::{Gathered, On};

/// The smallest number of lengths of a line, and of lines of a figure.
const LENGTHS: usize = 3;
const LINES: usize = 2;

/// For each kind of algorithms of a suite, a figure for each size of batches, then one for the mix.
pub(super) fn figures(gathered: &Gathered) -> Vec<Figure> {
    let mut figures = Vec::new();
    for suite in &SUITES {
        for kind in suite.kinds {
            for group in groups(gathered, kind) {
                let of = OfKind { gathered, suite, kind, first: group[0] };
                let (mixed, plain): (Vec<_>, Vec<_>) =
                    group.into_iter().partition(|on| on.it.mix.is_some());
                let mut batches: Vec<usize> = plain.iter().map(|on| on.it.batch).collect();
                batches.sort_unstable();
                batches.dedup();
                figures.extend(batches.into_iter().filter_map(|batch| of.lines(&plain, batch)));
                figures.extend(of.mix(&mixed));
            }
        }
    }
    figures
}

/// Results of lanecrypt for a kind of algorithms, those under the same conditions together.
fn groups<'g>(gathered: &'g Gathered, kind: &Kind) -> Vec<Vec<&'g On<ResultRow>>> {
    let conditions = |on: &'g On<ResultRow>| {
        let ResultRow { backend, variant, keys, threads, cache, .. } = &on.it;
        (on.machine, backend, variant, keys, threads, cache)
    };
    let mut groups: Vec<Vec<&On<ResultRow>>> = Vec::new();
    for on in &gathered.results {
        if on.it.backend.is_none() || kind.place(&on.it.algorithm, &on.it.operation).is_none() {
            continue;
        }
        match groups.iter_mut().find(|group| conditions(group[0]) == conditions(on)) {
            Some(group) => group.push(on),
            None => groups.push(vec![on]),
        }
    }
    groups
}

/// Results by operation, in the order of the kind.
fn by_operation<'r>(
    kind: &Kind,
    rows: impl Iterator<Item = &'r ResultRow>,
) -> Vec<Vec<&'r ResultRow>> {
    let mut all: Vec<Vec<&ResultRow>> = Vec::new();
    for row in rows {
        let same = |other: &&mut Vec<&ResultRow>| {
            (&other[0].algorithm, &other[0].operation) == (&row.algorithm, &row.operation)
        };
        match all.iter_mut().find(same) {
            Some(operation) => operation.push(row),
            None => all.push(vec![row]),
        }
    }
    all.sort_by_key(|rows| kind.place(&rows[0].algorithm, &rows[0].operation));
    all
}

fn label(row: &ResultRow) -> String {
    format!("{}/{}", row.algorithm, row.operation)
}

/// Results of a kind under the same conditions.
struct OfKind<'g> {
    gathered: &'g Gathered,
    suite: &'g Suite,
    kind: &'g Kind,
    first: &'g On<ResultRow>,
}

impl OfKind<'_> {
    /// Throughput over message size, a line for each algorithm.
    fn lines(&self, rows: &[&On<ResultRow>], batch: usize) -> Option<Figure> {
        let of_batch = rows.iter().map(|on| &on.it).filter(|row| row.batch == batch);
        let mut operations = by_operation(self.kind, of_batch);
        operations.retain(|rows| rows.len() >= LENGTHS);
        if operations.len() < LINES {
            return None;
        }
        let series = operations.iter().enumerate().map(|(look, rows)| {
            let point = |row: &&ResultRow| {
                (row.message_bytes as f64, 8.0 * row.gigabytes_per_second.median)
            };
            let mut points: Vec<_> = rows.iter().map(point).collect();
            points.sort_by(|(one, _), (other, _)| one.total_cmp(other));
            Series { label: label(rows[0]), look, points, bound: Vec::new() }
        });
        let mut series: Vec<Series> = series.collect();
        // The fastest line comes first, as its label does.
        let top = |series: &Series| series.points.last().map_or(0.0, |(_, value)| *value);
        series.sort_by(|a, b| top(b).total_cmp(&top(a)));
        let messages = match batch {
            1 => "single messages".to_owned(),
            many => format!("bursts of {many}"),
        };
        Some(self.figure(
            &format!("{batch}-messages"),
            format!("{}, {messages}: Gbit/s over message size", self.kind.title),
            format!("{}.", self.conditions(operations[0][0])),
            Drawing::Lines(Lines { unit: "Gbit/s".to_owned(), series }),
        ))
    }

    /// Throughput of the messages of a mix, a row for each size of batches.
    fn mix(&self, rows: &[&On<ResultRow>]) -> Option<Figure> {
        let operations = by_operation(self.kind, rows.iter().map(|on| &on.it));
        let first = *operations.first()?.first()?;
        let groups = operations.iter().map(|rows| {
            let mut sorted = rows.clone();
            sorted.sort_by_key(|row| row.batch);
            Group {
                heading: label(rows[0]),
                rows: sorted.into_iter().map(|row| self.row(row)).collect(),
            }
        });
        let mix = first.mix.as_deref().unwrap_or_default();
        Some(self.figure(
            mix,
            format!("{}, {mix}: Gbit/s", self.kind.title),
            format!(
                "{}. The text shows the median, and in brackets the time of another library over that of \
                 lanecrypt, where they were compared.",
                self.conditions(first)
            ),
            Drawing::Rows(Rows {
                unit: "Gbit/s".to_owned(),
                scale: Scale::Linear,
                line: None,
                stems: false,
                groups: groups.collect(),
                key: Vec::new(),
            }),
        ))
    }

    fn row(&self, one: &ResultRow) -> FigureRow {
        let messages = match one.batch {
            1 => "1 message".to_owned(),
            many => format!("{many} messages"),
        };
        let compared = self.gathered.comparisons.iter().filter(|On { machine, it }| {
            *machine == self.first.machine
                && (&it.algorithm, &it.operation, &it.mix)
                    == (&one.algorithm, &one.operation, &one.mix)
                && Some(&it.backend) == one.backend.as_ref()
                && (it.batch, &it.keys, it.threads, &it.cache)
                    == (one.batch, &one.keys, one.threads, &one.cache)
        });
        let times = compared.map(|On { it, .. }| {
            format!("{} × {} {}", significant(it.ratio.median), it.peer, it.peer_version)
        });
        let times = times.collect::<Vec<_>>().join(", ");
        let remark = if times.is_empty() { times } else { format!("({times})") };
        let Quartiles { q1, median, q3 } = one.gigabytes_per_second;
        let gigabits = Quartiles { q1: 8.0 * q1, median: 8.0 * median, q3: 8.0 * q3 };
        row(messages, gigabits, Look::OURS, &remark)
    }

    fn figure(&self, name: &str, title: String, caption: String, drawing: Drawing) -> Figure {
        let Self { gathered, suite, kind, first } = self;
        let backend = first.it.backend.as_deref().unwrap_or_default();
        let conditions = Varying::of(gathered).without_batch();
        Figure {
            name: name_of(&format!(
                "suite {} {} {name} {backend} {}{}",
                suite.name,
                kind.title,
                conditions.in_a_name(&first.it),
                gathered.name_suffix(first.machine)
            )),
            title: format!("{}, {title}{}", suite.title, gathered.suffix(first.machine)),
            caption,
            drawing,
        }
    }

    fn conditions(&self, row: &ResultRow) -> String {
        let backend = row.backend.as_deref().unwrap_or_default();
        format!("Backend {backend}, {}", without_batch_in_words(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Comparison, Difference, Document, Implementation};

    const RATE: Quartiles = Quartiles { q1: 0.5, median: 1.0, q3: 2.0 };

    fn result(algorithm: &str, operation: &str, bytes: usize, mix: Option<&str>) -> On<ResultRow> {
        let it = ResultRow {
            algorithm: algorithm.to_owned(),
            operation: operation.to_owned(),
            implementation: Implementation { name: "lanecrypt".to_owned(), version: String::new() },
            variant: None,
            resolved_variant: None,
            backend: Some("avx2".to_owned()),
            lanes: None,
            message_bytes: bytes,
            mix: mix.map(str::to_owned),
            batch: 32,
            keys: "fresh".to_owned(),
            threads: 1,
            cache: "warm".to_owned(),
            gigabytes_per_second: RATE,
            cycles_per_byte: None,
            clock_ghz: None,
            samples: 1,
            outliers: 0,
            bound: None,
        };
        On { machine: 0, it }
    }

    fn gathered() -> Gathered {
        let mut gathered = Gathered::default();
        gathered.machines.push(Document::empty().machine);
        for algorithm in ["nea2", "nea1"] {
            let of_length = |bytes| result(algorithm, "encrypt", bytes, None);
            gathered.results.extend([1504, 64, 256].map(of_length));
            gathered.results.push(result(algorithm, "encrypt", 300, Some("imix")));
        }
        // Neither of the suite, nor enough of a kind.
        gathered.results.extend([64, 256, 1504].map(|bytes| result("aes128", "ctr", bytes, None)));
        gathered.results.extend([64, 256, 1504].map(|bytes| result("nia1", "mac", bytes, None)));
        gathered.comparisons.push(On {
            machine: 0,
            it: Comparison {
                algorithm: "nea1".to_owned(),
                operation: "encrypt".to_owned(),
                message_bytes: 300,
                mix: Some("imix".to_owned()),
                batch: 32,
                keys: "fresh".to_owned(),
                threads: 1,
                cache: "warm".to_owned(),
                backend: "avx2".to_owned(),
                peer: "another".to_owned(),
                peer_version: "3".to_owned(),
                ratio: Quartiles { q1: 1.4, median: 1.5, q3: 1.6 },
                difference: Difference::Faster,
                standing: None,
                found_behind: None,
            },
        });
        gathered
    }

    #[test]
    fn a_kind_has_a_line_for_each_algorithm_and_rows_for_the_mix() {
        let figures = figures(&gathered());
        let names: Vec<_> = figures.iter().map(|figure| figure.name.as_str()).collect();
        assert_eq!(
            names,
            ["suite-5g-encryption-32-messages-avx2", "suite-5g-encryption-imix-avx2"]
        );
        let Drawing::Lines(lines) = &figures[0].drawing else { panic!("no lines") };
        assert_eq!(lines.series.len(), 2);
        for series in &lines.series {
            assert_eq!(series.points, [(64.0, 8.0), (256.0, 8.0), (1504.0, 8.0)], "in Gbit/s");
        }
        let Drawing::Rows(rows) = &figures[1].drawing else { panic!("no rows") };
        // In the order of the suite.
        let headings: Vec<_> = rows.groups.iter().map(|group| group.heading.as_str()).collect();
        assert_eq!(headings, ["nea1/encrypt", "nea2/encrypt"]);
        let row = &rows.groups[0].rows[0];
        assert_eq!((row.label.as_str(), row.value), ("32 messages", Some((4.0, 8.0, 16.0))));
        assert!(row.text.ends_with("(1.50 × another 3)"), "{}", row.text);
    }
}
