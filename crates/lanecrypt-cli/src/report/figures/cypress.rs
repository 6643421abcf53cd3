//! Figures 1 and 2 of the paper on Cypress, which show its tables.

use super::row::{number, row};
use crate::format::size;
use crate::measure::statistics::Quartiles;
use crate::report::figure::{
    Drawing, Figure, FigureRow, Group, Look, Paint, Rows, Scale, Shape, name_of,
};
use crate::report::gather::{Gathered, On};
use crate::report::papers::cypress::{Cypress, CypressRow, PaperTable};

/// The tables that each figure of the paper shows.
const FIGURES: [(&str, &[&str]); 2] = [
    ("Figure 1: general-purpose platforms", &["Table 1", "Table 2", "Table 3"]),
    ("Figure 2: Android", &["Table 4", "Table 5"]),
];

/// The marks of the paper's platforms.
const PUBLISHED: [Shape; 3] = [Shape::Frame, Shape::Ring, Shape::Cross];

/// The marks of the results here: plain in memory, lanes in memory, lanes in the caches.
const PLAIN: Look = Look { paint: Paint::Mark(1), shape: Shape::Square };
const LANES: Look = Look { paint: Paint::Mark(0), shape: Shape::Disc };
const CACHE: Look = Look { paint: Paint::Mark(2), shape: Shape::Up };

/// Both figures on every machine.
pub(super) fn figures(gathered: &Gathered) -> Vec<Figure> {
    let numbered = || FIGURES.iter().enumerate();
    let of_machine = |on| numbered().map(move |(index, _)| figure(gathered, on, index));
    gathered.cypress.iter().flat_map(of_machine).collect()
}

fn figure(gathered: &Gathered, On { machine, it }: &On<Cypress>, index: usize) -> Figure {
    let (title, numbers) = FIGURES[index];
    let tables: Vec<&PaperTable> =
        it.tables.iter().filter(|table| numbers.contains(&&*table.table)).collect();
    let measured = &it.measured;
    let mut ciphers: Vec<&str> = Vec::new();
    for row in &measured.rows {
        if !ciphers.contains(&&*row.cipher) {
            ciphers.push(&row.cipher);
        }
    }
    let group = |cipher: &&str| {
        let of_cipher = |row: &&CypressRow| row.cipher == *cipher;
        let ours: Vec<&CypressRow> = measured.rows.iter().filter(of_cipher).collect();
        let theirs = tables.iter().enumerate().filter_map(|(index, table)| {
            let row = table.rows.iter().find(|row| row.cipher == *cipher)?;
            let label = format!("the paper, {}", table.platform);
            Some(number(label, row.megabits_per_second, published(index), ""))
        });
        Group { heading: (*cipher).to_owned(), rows: theirs.chain(here(&ours)).collect() }
    };
    let theirs = tables.iter().enumerate();
    let key =
        theirs.map(|(index, table)| (published(index), format!("the paper, {}", table.platform)));
    let (block, cache) = (size(measured.block_bytes), size(measured.cache_bytes));
    let ours = [
        (PLAIN, format!("here, one block at a time, {block}")),
        (LANES, format!("here, fastest lanes, {block}")),
        (CACHE, format!("here, fastest lanes, {cache} in the caches")),
    ];
    Figure {
        name: name_of(&format!("cypress-figure-{}{}", index + 1, gathered.name_suffix(*machine))),
        title: format!("{title}, in Mbit/s{}", gathered.suffix(*machine)),
        caption: format!(
            "One thread, ECB, logarithmic axis. The paper encrypts 1 GB eight times (on Android 8 MB); \
             here {block} are encrypted {} times. The dashed line is the same loop with an exclusive or \
             instead of a cipher: in memory, no cipher is faster.",
            measured.passes
        ),
        drawing: Drawing::Rows(Rows {
            unit: "Mbit/s".to_owned(),
            scale: Scale::Ratios,
            line: Some(measured.without_cipher_megabits_per_second),
            stems: true,
            groups: ciphers.iter().map(group).collect(),
            key: key.chain(ours).collect(),
        }),
    }
}

fn published(index: usize) -> Look {
    Look { paint: Paint::Published, shape: PUBLISHED[index % PUBLISHED.len()] }
}

/// The results of a cipher.
fn here(rows: &[&CypressRow]) -> Vec<FigureRow> {
    let plain = rows
        .iter()
        .find(|row| row.variant != "lanes")
        .map(|row| number(format!("here, {}", row.variant), row.megabits_per_second, PLAIN, ""));
    let lanes = || rows.iter().filter(|row| row.variant == "lanes");
    let of_memory = |row: &&&&CypressRow| row.megabits_per_second;
    let memory = lanes()
        .max_by(|a, b| of_memory(&a).total_cmp(&of_memory(&b)))
        .map(|row| number(format!("here, {}", row.backend), row.megabits_per_second, LANES, ""));
    let in_cache = |row: &&&&CypressRow| -> Quartiles { row.cache_megabits_per_second };
    let cache =
        lanes().max_by(|a, b| in_cache(&a).median.total_cmp(&in_cache(&b).median)).map(|one| {
            row(
                format!("here, {}, in the caches", one.backend),
                one.cache_megabits_per_second,
                CACHE,
                "",
            )
        });
    plain.into_iter().chain(memory).chain(cache).collect()
}
