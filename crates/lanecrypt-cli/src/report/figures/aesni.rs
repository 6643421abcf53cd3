//! Tables 2, 5 and 6 of the paper on SSE2 and AES-NI, and its AEADs.

use super::row::{nothing, number, row};
use crate::format::significant;
use crate::report::figure::{
    Drawing, Figure, FigureRow, Group, Look, Paint, Rows, Scale, Shape, name_of,
};
use crate::report::gather::{Gathered, On};
use crate::report::papers::aesni::{Aesni, AesniAead, AesniMode, AesniReplaced, AesniStep};

const SECOND: Look = Look { paint: Paint::Mark(1), shape: Shape::Up };
const THIRD: Look = Look { paint: Paint::Mark(2), shape: Shape::Square };

/// All figures on every machine.
pub(super) fn figures(gathered: &Gathered) -> Vec<Figure> {
    gathered.aesni.iter().flat_map(|on| of_machine(gathered, on)).collect()
}

fn of_machine(gathered: &Gathered, On { machine, it }: &On<Aesni>) -> Vec<Figure> {
    let figure = |name: &str, title: &str, caption: &str, rows: Rows| Figure {
        name: name_of(&format!("aesni-{name}{}", gathered.name_suffix(*machine))),
        title: format!("{title}{}", gathered.suffix(*machine)),
        caption: caption.to_owned(),
        drawing: Drawing::Rows(rows),
    };
    let mut figures = vec![
        figure(
            "table-2",
            "Table 2: speed of vector instructions over ordinary ones of 32 bits",
            "The cycles of ordinary instructions of 32 bits for the work of one vector instruction, over \
             the cycles of the vector instruction. All instructions are independent. The numbers of the \
             paper's table are not legible in the source. Its text says that SSE2 is more than twice as \
             fast: the dashed line.",
            table_2(&it.table_2),
        ),
        figure(
            "table-5",
            "Table 5: modes of AES-128, in cycles per block",
            "Blocks of 16 bytes, ready keys, 16 KiB in the caches, in place. The axis is logarithmic. Fewer \
             cycles are better. The numbers of the paper's table are not legible in the source.",
            table_5(&it.table_5),
        ),
        figure(
            "table-6",
            "Table 6: steps of AES-128, in cycles",
            "Independent steps, and steps in a chain, in which each step waits for the one before it. The \
             axis is logarithmic. Fewer cycles are better. The numbers of the paper's table are not \
             legible in the source.",
            table_6(&it.table_6),
        ),
        figure(
            "authenticated",
            "AEADs, in cycles per byte",
            "Messages of 16 KiB. Fewer cycles are better. The numbers of the paper are from its text. It \
             measured no batches.",
            authenticated(&it.authenticated),
        ),
    ];
    figures.retain(|figure| match &figure.drawing {
        Drawing::Rows(rows) => !rows.groups.is_empty(),
        _ => true,
    });
    figures
}

/// The row of the paper, without a number.
fn the_paper(published: &str) -> FigureRow {
    nothing("the paper".to_owned(), published, Look::PUBLISHED)
}

fn table_2(table: &[AesniReplaced]) -> Rows {
    let widths = [("xmm", "128 bits"), ("ymm", "256 bits"), ("zmm", "512 bits")];
    let looks = [Look::OURS, SECOND, THIRD];
    let group = |one: &AesniReplaced| {
        let ours = one.replaced.iter().map(|width| {
            let index = widths.iter().position(|(name, _)| *name == width.width).unwrap_or(0);
            let label = format!("here, {}", widths[index].1);
            number(label, width.times_as_fast_as_32_bits, looks[index], "")
        });
        Group {
            heading: format!("{}: {}", one.operation, one.does),
            rows: [the_paper(&one.published)].into_iter().chain(ours).collect(),
        }
    };
    Rows {
        unit: "times as fast".to_owned(),
        scale: Scale::Linear,
        line: Some(2.0),
        stems: false,
        groups: table.iter().map(group).collect(),
        key: looks
            .into_iter()
            .zip(widths.map(|(_, bits)| format!("registers of {bits}")))
            .collect(),
    }
}

/// Groups rows by their headings.
fn grouped<T>(
    table: &[T],
    heading: impl Fn(&T) -> String,
    rows: impl Fn(&T) -> Vec<FigureRow>,
) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for one in table {
        let heading = heading(one);
        match groups.iter_mut().find(|group| group.heading == heading) {
            Some(group) => group.rows.extend(rows(one)),
            None => groups.push(Group { heading, rows: rows(one) }),
        }
    }
    groups
}

fn table_5(table: &[AesniMode]) -> Rows {
    let heading = |one: &AesniMode| format!("{} {}", one.mode.to_uppercase(), one.direction);
    let mut groups = grouped(table, heading, |one| {
        let backend = one.backend.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        let label = format!("{}{backend}", one.by);
        let look = match one.backend {
            None => SECOND,
            Some(_) => Look::OURS,
        };
        let times = one.times_ordinary.filter(|_| one.backend.is_some());
        let times = times.map(|times| format!("({} times tables)", significant(times)));
        one.cycles_per_block
            .map(|cycles| row(label, cycles, look, &times.unwrap_or_default()))
            .into_iter()
            .collect()
    });
    for group in &mut groups {
        let first = table.iter().find(|one| heading(one) == group.heading);
        let published = first.map_or("", |one| &one.published);
        group.rows.insert(0, the_paper(published));
    }
    Rows {
        unit: "cycles per block of 16 bytes".to_owned(),
        scale: Scale::Ratios,
        line: None,
        stems: true,
        groups,
        key: vec![
            (SECOND, "ordinary instructions, tables".to_owned()),
            (Look::OURS, "lanecrypt, by backend".to_owned()),
        ],
    }
}

fn table_6(table: &[AesniStep]) -> Rows {
    let mut groups = grouped(
        table,
        |one| one.step.clone(),
        |one| {
            let label = |way: &str| format!("{}, {way}", one.by);
            let independent =
                one.cycles.map(|cycles| number(label("independent"), cycles, Look::OURS, ""));
            let chain =
                one.cycles_in_chain.map(|cycles| number(label("in a chain"), cycles, SECOND, ""));
            independent.into_iter().chain(chain).collect()
        },
    );
    for group in &mut groups {
        let first = table.iter().find(|one| one.step == group.heading);
        let published = first.map_or("", |one| &one.published);
        group.rows.insert(0, the_paper(published));
    }
    Rows {
        unit: "cycles".to_owned(),
        scale: Scale::Ratios,
        line: None,
        stems: true,
        groups,
        key: vec![
            (Look::OURS, "independent steps".to_owned()),
            (SECOND, "steps in a chain".to_owned()),
        ],
    }
}

fn authenticated(table: &[AesniAead]) -> Rows {
    let group = |one: &AesniAead| {
        let paper = match one.published_cycles_per_byte {
            Some(cycles) => number("the paper".to_owned(), cycles, Look::PUBLISHED, ""),
            None => the_paper("not in the paper"),
        };
        let here = |way: &str| format!("here, {way}, {}", one.backend);
        let message =
            one.cycles_per_byte.map(|cycles| row(here("one message"), cycles, Look::OURS, ""));
        let batch =
            one.batch_cycles_per_byte.map(|cycles| row(here("a batch"), cycles, SECOND, ""));
        Group {
            heading: one.cipher.clone(),
            rows: [paper].into_iter().chain(message).chain(batch).collect(),
        }
    };
    Rows {
        unit: "cycles per byte".to_owned(),
        scale: Scale::Linear,
        line: None,
        stems: false,
        groups: table.iter().map(group).collect(),
        key: vec![
            (Look::PUBLISHED, "the paper".to_owned()),
            (Look::OURS, "here, one message".to_owned()),
            (SECOND, "here, a batch of 64".to_owned()),
        ],
    }
}
