//! Figures 2 to 5 of the paper on ZUC-256.

use super::row::{nothing, number, row};
use crate::format::size;
use crate::report::figure::{
    Drawing, Figure, FigureRow, Group, Look, Paint, Rows, Scale, Shape, name_of,
};
use crate::report::gather::{Gathered, On};
use crate::report::papers::zuc::{PaperFigure, Zuc, ZucMethod, ZucOurs};

/// A figure for every figure of the paper, on every machine.
pub(super) fn figures(gathered: &Gathered) -> Vec<Figure> {
    let of_machine = |On { machine, it }: &On<Zuc>| {
        let machine = *machine;
        it.figures
            .iter()
            .enumerate()
            .map(move |(index, one)| figure(gathered, machine, index, one))
            .collect::<Vec<_>>()
    };
    gathered.zuc.iter().flat_map(of_machine).collect()
}

fn figure(gathered: &Gathered, machine: usize, index: usize, paper: &PaperFigure) -> Figure {
    let ours = || paper.methods.iter().flat_map(|method| &method.ours);
    let mut backends: Vec<&str> = Vec::new();
    for one in ours() {
        if !backends.contains(&&*one.backend) {
            backends.push(&one.backend);
        }
    }
    let sizes = ours().any(|one| ours().any(|other| one.message_bytes != other.message_bytes));
    let group = |method: &ZucMethod| {
        let label = |one: &ZucOurs| {
            let size = if sizes { format!(", {}", size(one.message_bytes)) } else { String::new() };
            format!("{} on {}{size}", one.variant, one.backend)
        };
        let ours = method.ours.iter().map(|one| {
            let times = one.times_reference.map_or_else(String::new, |times| {
                format!("({} times reference)", crate::format::significant(times))
            });
            row(label(one), one.gigabits_per_second, look(&one.backend, &backends), &times)
        });
        Group {
            heading: method.method.clone(),
            rows: published(method).into_iter().chain(ours).collect(),
        }
    };
    let lengths = match (sizes, ours().next()) {
        (false, Some(one)) => format!(", messages of {}", size(one.message_bytes)),
        _ => String::new(),
    };
    let key = backends.iter().map(|backend| (look(backend, &backends), format!("here, {backend}")));
    Figure {
        // Figure 2 of the paper is its first one about performance.
        name: name_of(&format!("zuc256-figure-{}{}", index + 2, gathered.name_suffix(machine))),
        title: format!("{}, in Gbit/s{}", paper.title, gathered.suffix(machine)),
        caption: format!(
            "The methods of the paper, and the variants here of the same kind{lengths}. The paper shows \
             bars without numbers; its text states one number, which is shown."
        ),
        drawing: Drawing::Rows(Rows {
            unit: "Gbit/s".to_owned(),
            scale: Scale::Linear,
            line: None,
            stems: false,
            groups: paper.methods.iter().map(group).collect(),
            key: [(Look::PUBLISHED, "the paper".to_owned())].into_iter().chain(key).collect(),
        }),
    }
}

fn published(method: &ZucMethod) -> Vec<FigureRow> {
    let label = "the paper".to_owned();
    let note = &method.published_note;
    vec![match method.published_gigabits_per_second {
        Some(rate) => number(label, rate, Look::PUBLISHED, &format!("({note})")),
        None => nothing(label, note, Look::PUBLISHED),
    }]
}

fn look(backend: &str, backends: &[&str]) -> Look {
    let index = backends.iter().position(|other| *other == backend).unwrap_or(0);
    Look { paint: Paint::Mark(index), shape: Shape::Disc }
}
