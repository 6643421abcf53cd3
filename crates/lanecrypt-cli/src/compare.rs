//! `lanecrypt compare`: results of several runs side by side.

use std::process::ExitCode;

use crate::args::CompareArguments;
use crate::document::{Document, ResultRow};
use crate::failure::Failure;
use crate::format::{cells, size};
use crate::sheet::ColumnKind::{Number, Text};
use crate::sheet::Sheet;
use crate::tables::TableFiles;

/// The properties that rows of several runs must share to stand in one line.
#[derive(Debug, Clone, PartialEq)]
struct RowSetting<'r> {
    algorithm: &'r str,
    operation: &'r str,
    implementation: &'r str,
    variant: Option<&'r str>,
    /// The backend, if a run has the row on several backends. Otherwise each run uses its best backend.
    backend: Option<&'r str>,
    message_bytes: usize,
    mix: Option<&'r str>,
    batch: usize,
    keys: &'r str,
    threads: usize,
    cache: &'r str,
}

/// The names of the columns of runs. More runs would not be readable.
const RUNS: [[&str; 4]; 8] = [
    ["A GB/s", "A [q1 q3]", "A backend", ""],
    ["B GB/s", "B [q1 q3]", "B backend", "B over A"],
    ["C GB/s", "C [q1 q3]", "C backend", "C over A"],
    ["D GB/s", "D [q1 q3]", "D backend", "D over A"],
    ["E GB/s", "E [q1 q3]", "E backend", "E over A"],
    ["F GB/s", "F [q1 q3]", "F backend", "F over A"],
    ["G GB/s", "G [q1 q3]", "G backend", "G over A"],
    ["H GB/s", "H [q1 q3]", "H backend", "H over A"],
];

/// Reads all documents, then prints one table.
pub(crate) fn run(arguments: &CompareArguments) -> Result<ExitCode, Failure> {
    let CompareArguments { runs, tables } = arguments;
    if runs.len() > RUNS.len() {
        return Err(Failure::refused(format!(
            "{} documents are too many; at most {} can be compared",
            runs.len(),
            RUNS.len()
        )));
    }
    let documents =
        runs.iter().map(|path| Document::read(path)).collect::<Result<Vec<_>, Failure>>()?;
    let files = TableFiles::new(None, tables)?;
    let mut out = files.output();

    let sheet = sheet(&documents);
    if sheet.is_empty() {
        return Err(Failure::refused("the documents have no row in common"));
    }
    for (letter, (path, document)) in ('A'..).zip(runs.iter().zip(&documents)) {
        let machine = &document.machine;
        let core = machine.core.as_ref().map(|core| format!(", {core}")).unwrap_or_default();
        out.line(format!(
            "{letter}  {}: {}{core} ({}, {}), lanecrypt {}, {}, {}",
            path.display(),
            machine.processor,
            machine.architecture,
            machine.system,
            document.lanecrypt_version,
            document.compiler,
            document.time
        ))?;
        for noise in &document.conditions.noise {
            out.line(format!("   Noisy run: {noise}"))?;
        }
    }
    out.line(
        "The columns GB/s are medians, with quartiles in brackets. The columns \"over A\" are ratios to run \
         A. A mark = means that the quartiles overlap: there is no difference.",
    )?;
    out.line("")?;
    sheet.print(&mut out)?;
    // A comparison has no JSON form.
    let json = || Err(Failure::refused("a comparison has no JSON form"));
    files.write(json, || sheet.csv(), std::slice::from_ref(&sheet))?;
    Ok(ExitCode::SUCCESS)
}

/// The table: a line for every row that the first run and another run have.
fn sheet(documents: &[Document]) -> Sheet {
    let mut columns = vec![
        ("algorithm", Text),
        ("operation", Text),
        ("implementation", Text),
        ("variant", Text),
        ("size", Number),
        ("batch", Number),
        ("keys", Text),
        ("cache", Text),
        ("threads", Number),
    ];
    for (at, names) in RUNS.iter().take(documents.len()).enumerate() {
        columns.extend([(names[0], Number), (names[1], Text), (names[2], Text)]);
        if at > 0 {
            columns.push((names[3], Number));
        }
    }
    let mut sheet = Sheet::new("Runs side by side", &columns);
    let settings: Vec<Vec<RowSetting<'_>>> = documents.iter().map(settings).collect();
    for (first, setting) in documents[0].results.iter().zip(&settings[0]) {
        let found: Vec<Option<&ResultRow>> = documents
            .iter()
            .zip(&settings)
            .map(|(document, settings)| {
                let at = settings.iter().position(|other| other == setting)?;
                document.results.get(at)
            })
            .collect();
        if found.iter().flatten().count() < 2 {
            continue;
        }
        let mut row = vec![
            setting.algorithm.to_owned(),
            setting.operation.to_owned(),
            setting.implementation.to_owned(),
            setting.variant.unwrap_or("-").to_owned(),
            setting.mix.map_or_else(|| size(setting.message_bytes), str::to_owned),
            setting.batch.to_string(),
            setting.keys.to_owned(),
            setting.cache.to_owned(),
            setting.threads.to_string(),
        ];
        for (at, result) in found.into_iter().enumerate() {
            let Some(result) = result else {
                row.extend(["", "", ""].map(str::to_owned));
                if at > 0 {
                    row.push(String::new());
                }
                continue;
            };
            let (rate, range) = cells(Some(result.gigabytes_per_second));
            row.extend([rate, range, result.backend.clone().unwrap_or_else(|| "-".to_owned())]);
            if at > 0 {
                row.push(times(result, first));
            }
        }
        sheet.push(row);
    }
    sheet.without(&[("implementation", "lanecrypt"), ("cache", "warm"), ("threads", "1")])
}

/// The ratio of two rates, with `=` if there is no difference.
fn times(result: &ResultRow, first: &ResultRow) -> String {
    let (rate, other) = (result.gigabytes_per_second, first.gigabytes_per_second);
    let mark = if rate.overlaps(other) { " =" } else { "" };
    format!("{:.2}{mark}", rate.median / other.median)
}

/// The settings of the results of a run, in order.
fn settings(document: &Document) -> Vec<RowSetting<'_>> {
    let all: Vec<RowSetting<'_>> = document.results.iter().map(RowSetting::of).collect();
    let is_on_several =
        |setting: &RowSetting<'_>| all.iter().filter(|other| *other == setting).count() > 1;
    all.iter()
        .zip(&document.results)
        .map(|(setting, row)| match is_on_several(setting) {
            true => RowSetting { backend: row.backend.as_deref(), ..setting.clone() },
            false => setting.clone(),
        })
        .collect()
}

impl<'r> RowSetting<'r> {
    fn of(row: &'r ResultRow) -> Self {
        Self {
            algorithm: &row.algorithm,
            operation: &row.operation,
            implementation: &row.implementation.name,
            variant: row.variant.as_deref(),
            backend: None,
            message_bytes: row.message_bytes,
            mix: row.mix.as_deref(),
            batch: row.batch,
            keys: &row.keys,
            threads: row.threads,
            cache: &row.cache,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Implementation;
    use crate::measure::statistics::Quartiles;

    fn row(backend: &str, rate: f64) -> ResultRow {
        ResultRow {
            algorithm: "aes128".to_owned(),
            operation: "ctr".to_owned(),
            implementation: Implementation {
                name: "lanecrypt".to_owned(),
                version: "1".to_owned(),
            },
            variant: Some("auto".to_owned()),
            resolved_variant: Some("lanes".to_owned()),
            backend: Some(backend.to_owned()),
            lanes: Some(4),
            message_bytes: 64,
            mix: None,
            batch: 64,
            keys: "fresh".to_owned(),
            threads: 1,
            cache: "warm".to_owned(),
            gigabytes_per_second: Quartiles { q1: rate * 0.99, median: rate, q3: rate * 1.01 },
            cycles_per_byte: None,
            clock_ghz: None,
            samples: 100,
            outliers: 0,
            bound: None,
        }
    }

    fn document(results: Vec<ResultRow>) -> Document {
        Document { results, ..Document::empty() }
    }

    #[test]
    fn each_machine_has_its_own_backend() {
        let sheet = sheet(&[document(vec![row("avx512", 10.0)]), document(vec![row("neon", 5.0)])]);
        let csv = sheet.csv().unwrap_or_default();
        assert!(csv.contains("aes128,ctr,auto,64 B,64,fresh,10.0"), "{csv}");
        assert!(csv.contains("neon,0.50\n"), "{csv}");
    }

    #[test]
    fn several_backends_are_told_apart() {
        let both = || document(vec![row("sse", 1.0), row("avx2", 2.0)]);
        let csv = sheet(&[both(), both()]).csv().unwrap_or_default();
        assert_eq!(csv.matches("1.00 =").count(), 2, "{csv}");
        // A run on one backend has no row that is told apart by its backend.
        assert!(sheet(&[both(), document(vec![row("sse", 1.0)])]).is_empty());
    }
}
