//! Comparisons with peers: a row for every comparison, losses too.

use super::row::row;
use crate::document::{Comparison, Difference};
use crate::format::{significant, size};
use crate::measure::statistics::Quartiles;
use crate::report::figure::{
    Drawing, Figure, FigureRow, Group, Look, Paint, Rows, Scale, Shape, name_of,
};
use crate::report::gather::{Gathered, On};

/// A figure for every peer on every machine.
pub(super) fn figures(gathered: &Gathered) -> Vec<Figure> {
    let mut peers: Vec<Vec<&On<Comparison>>> = Vec::new();
    for on in &gathered.comparisons {
        let name =
            |on: &On<Comparison>| (on.machine, on.it.peer.clone(), on.it.peer_version.clone());
        match peers.iter_mut().find(|peer| name(peer[0]) == name(on)) {
            Some(peer) => peer.push(on),
            None => peers.push(vec![on]),
        }
    }
    let overview = (peers.len() > 1).then(|| overview(gathered, &peers));
    overview.into_iter().chain(peers.iter().map(|peer| figure(gathered, peer))).collect()
}

/// The overview: a row for each peer.
fn overview(gathered: &Gathered, peers: &[Vec<&On<Comparison>>]) -> Figure {
    let row = |peer: &Vec<&On<Comparison>>| {
        let ratios = Quartiles::of(peer.iter().map(|on| on.it.ratio.median))?;
        let ends = peer.iter().map(|on| on.it.ratio.median);
        let (low, high) = ends.fold((f64::MAX, 0.0f64), |(l, h), one| (l.min(one), h.max(one)));
        let count = |difference| peer.iter().filter(|on| on.it.difference == difference).count();
        let counts = [Difference::Faster, Difference::None, Difference::Slower].map(count);
        let [faster, same, slower] = counts;
        let on = peer[0];
        Some(Group {
            heading: format!(
                "{} {}{}",
                on.it.peer,
                on.it.peer_version,
                gathered.suffix(on.machine)
            ),
            rows: vec![FigureRow {
                label: String::new(),
                value: Some((low, ratios.median, high)),
                look: Look { paint: Paint::Mark(0), shape: Shape::Diamond },
                text: format!("{} ({faster} / {same} / {slower})", significant(ratios.median)),
            }],
        })
    };
    Figure {
        name: "ratio-overview".to_owned(),
        title: "Time of other libraries over the time of lanecrypt".to_owned(),
        caption: "For each library, the median of all ratios, the lowest and the highest ratio. The text \
                  shows the median, and in brackets the numbers of comparisons in which lanecrypt is \
                  faster / not different / slower. To the right of the line, lanecrypt is faster."
            .to_owned(),
        drawing: Drawing::Rows(Rows {
            unit: "time of the library / time of lanecrypt".to_owned(),
            scale: Scale::Ratios,
            line: Some(1.0),
            stems: false,
            groups: peers.iter().filter_map(row).collect(),
            key: Vec::new(),
        }),
    }
}

/// The look of a conclusion.
fn look(difference: Difference) -> Look {
    match difference {
        Difference::Faster => Look { paint: Paint::Faster, shape: Shape::Disc },
        Difference::None => Look { paint: Paint::Same, shape: Shape::Ring },
        Difference::Slower => Look { paint: Paint::Slower, shape: Shape::Down },
    }
}

fn figure(gathered: &Gathered, peer: &[&On<Comparison>]) -> Figure {
    let machine = peer[0].machine;
    let name = format!("{} {}", peer[0].it.peer, peer[0].it.peer_version);
    let mut groups: Vec<(String, Vec<&Comparison>)> = Vec::new();
    for On { it, .. } in peer {
        let what = format!("{}/{}", it.algorithm, it.operation);
        match groups.iter_mut().find(|(other, _)| *other == what) {
            Some((_, group)) => group.push(it),
            None => groups.push((what, vec![it])),
        }
    }
    let group = |(what, comparisons): &(String, Vec<&Comparison>)| {
        let mut sorted = comparisons.clone();
        sorted.sort_by_key(|one| (one.mix.is_some(), one.message_bytes));
        Group { heading: what.clone(), rows: sorted.iter().map(|one| of(one, peer)).collect() }
    };
    let count = |difference| peer.iter().filter(|on| on.it.difference == difference).count();
    let key = [
        (Difference::Faster, "lanecrypt is faster"),
        (Difference::None, "no difference: quartiles overlap"),
        (Difference::Slower, "lanecrypt is slower"),
    ];
    Figure {
        name: name_of(&format!("ratio {name}{}", gathered.name_suffix(machine))),
        title: format!("Time of {name} over the time of lanecrypt{}", gathered.suffix(machine)),
        caption: format!(
            "To the right of the line, lanecrypt is faster. Of {} comparisons, lanecrypt is faster in {}, \
             not different in {} and slower in {}. The values are medians and quartiles of the ratios of \
             interleaved samples.",
            peer.len(),
            count(Difference::Faster),
            count(Difference::None),
            count(Difference::Slower)
        ),
        drawing: Drawing::Rows(Rows {
            unit: format!("time of {name} / time of lanecrypt"),
            scale: Scale::Ratios,
            line: Some(1.0),
            stems: false,
            groups: groups.iter().map(group).collect(),
            key: key
                .into_iter()
                .map(|(kind, words)| (look(kind), format!("{words} ({})", count(kind))))
                .collect(),
        }),
    }
}

/// The row of a comparison, labelled with the conditions that differ between comparisons.
fn of(comparison: &Comparison, all: &[&On<Comparison>]) -> FigureRow {
    let one = comparison;
    let mut words = vec![one.mix.clone().unwrap_or_else(|| size(one.message_bytes))];
    let differs =
        |same: fn(&Comparison, &Comparison) -> bool| all.iter().any(|other| !same(one, &other.it));
    if differs(|a, b| a.batch == b.batch) {
        words.push(format!("× {}", one.batch));
    }
    if differs(|a, b| a.keys == b.keys) {
        words.push(format!("{} keys", one.keys));
    }
    if differs(|a, b| a.cache == b.cache) {
        words.push(one.cache.clone());
    }
    if differs(|a, b| a.threads == b.threads) {
        words.push(format!("{} threads", one.threads));
    }
    if differs(|a, b| a.backend == b.backend) {
        words.push(one.backend.clone());
    }
    let range = format!("[{} {}]", significant(one.ratio.q1), significant(one.ratio.q3));
    row(words.join(", "), one.ratio, look(one.difference), &range)
}
