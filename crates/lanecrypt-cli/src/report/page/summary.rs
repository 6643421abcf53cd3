//! The summary of the documents.

use maud::{Markup, html};

use crate::document::{Difference, ResultRow};
use crate::format::{significant, size};
use crate::report::gather::{Gathered, On};

/// The documents in a sentence.
pub(super) fn documents_in_words(gathered: &Gathered) -> String {
    let times: Vec<&str> = gathered.runs.iter().map(|on| on.it.1.time.as_str()).collect();
    let day = |time: &str| time.split('T').next().unwrap_or_default().to_owned();
    let when = match (times.first(), times.last()) {
        (Some(first), Some(last)) if day(first) == day(last) => format!(" of {}", day(first)),
        (Some(first), Some(last)) => format!(" from {} to {}", day(first), day(last)),
        _ => String::new(),
    };
    let count = gathered.runs.len() + gathered.firmware.len();
    let documents = if count == 1 { "document" } else { "documents" };
    format!("{count} {documents}{when}. All figures are medians. 1 GB is 10⁹ bytes.")
}

/// The section.
pub(super) fn section(gathered: &Gathered) -> Markup {
    html! {
        (noise(gathered))
        div.tiles {
            @for machine in 0..gathered.machines.len() {
                (fastest(gathered, machine, "fastest counter mode", |row| row.operation == "ctr"))
                (fastest(gathered, machine, "fastest AEAD", is_authenticated))
            }
            (peers(gathered))
            (bounds(gathered))
        }
        @for sentence in sentences(gathered) { p { (sentence) } }
    }
}

/// The warnings about noisy runs.
fn noise(gathered: &Gathered) -> Markup {
    let noisy = || gathered.runs.iter().filter(|on| !on.it.1.conditions.noise.is_empty());
    html! {
        @if noisy().next().is_some() {
            div.noise {
                strong { "The machine was noisy in these runs. Trust their figures less." }
                ul {
                    @for On { it: (path, document), .. } in noisy() {
                        li { code { (path.display()) } " " (document.conditions.noise.join("; ")) }
                    }
                }
            }
        }
    }
}

fn is_authenticated(row: &ResultRow) -> bool {
    let own = |cipher: &&crate::aead::AeadCipher| {
        cipher.name == row.algorithm && cipher.operations[0] == row.operation
    };
    crate::aead::ALL.iter().any(|cipher| own(&cipher))
}

/// The fastest row of lanecrypt on one thread.
fn fastest(
    gathered: &Gathered,
    machine: usize,
    what: &str,
    is_of_kind: impl Fn(&ResultRow) -> bool,
) -> Markup {
    let ours = gathered.results.iter().filter(|on| {
        on.machine == machine && on.it.backend.is_some() && on.it.threads == 1 && is_of_kind(&on.it)
    });
    let rate = |on: &&On<ResultRow>| on.it.gigabytes_per_second.median;
    html! {
        @if let Some(On { it: row, .. }) = ours.max_by(|a, b| rate(a).total_cmp(&rate(b))) {
            div.tile {
                b { (significant(row.gigabytes_per_second.median)) " " small { "GB/s" } }
                span {
                    (what) (gathered.suffix(machine)) ": " (row.algorithm) "/" (row.operation) ", "
                    (row.batch) " × " (size(row.message_bytes)) ", " (row.keys) " keys"
                    @if let Some(cycles) = row.cycles_per_byte {
                        ", " (significant(cycles.median)) " cycles per byte"
                    }
                }
            }
        }
    }
}

/// The number of comparisons with a conclusion.
pub(super) fn count(gathered: &Gathered, difference: Difference) -> usize {
    gathered.comparisons.iter().filter(|on| on.it.difference == difference).count()
}

fn peers(gathered: &Gathered) -> Markup {
    let all = gathered.comparisons.len();
    let shares = [
        ("faster", count(gathered, Difference::Faster)),
        ("same", count(gathered, Difference::None)),
        ("slower", count(gathered, Difference::Slower)),
    ];
    html! {
        @if all > 0 {
            div.tile {
                b { (shares[0].1) " " small { "of " (all) } }
                div.share aria-hidden="true" {
                    @for (class, count) in shares {
                        @if count > 0 { i class=(class) style={ "flex:" (count) } {} }
                    }
                }
                span {
                    "comparisons with other libraries in which lanecrypt is faster. There is no difference \
                     in " (shares[1].1) "; lanecrypt is slower in " (shares[2].1) "."
                }
            }
        }
    }
}

/// The parts of their bounds that kernels reach.
fn fractions(gathered: &Gathered) -> Vec<f64> {
    let mut fractions: Vec<f64> = gathered
        .results
        .iter()
        .filter_map(|on| on.it.bound.as_ref()?.fraction)
        .filter(|fraction| fraction.is_finite())
        .collect();
    fractions.sort_by(f64::total_cmp);
    fractions
}

fn bounds(gathered: &Gathered) -> Markup {
    let fractions = fractions(gathered);
    html! {
        @if let Some(best) = fractions.last() {
            div.tile {
                b { (format!("{:.0}", 100.0 * best)) " " small { "%" } }
                span {
                    "of its bound is reached by the best kernel. The median of " (fractions.len())
                    " results is " (format!("{:.0} %.", 100.0 * fractions[fractions.len() / 2]))
                }
            }
        }
    }
}

fn sentences(gathered: &Gathered) -> Vec<String> {
    let mut sentences = vec![extent(gathered)];
    let mut ratios: Vec<f64> = gathered.comparisons.iter().map(|on| on.it.ratio.median).collect();
    ratios.sort_by(f64::total_cmp);
    if let (Some(least), Some(most)) = (ratios.first(), ratios.last()) {
        let worst = gathered.comparisons.iter().find(|on| on.it.ratio.median == *least);
        let best = gathered.comparisons.iter().find(|on| on.it.ratio.median == *most);
        let of = |on: Option<&On<crate::document::Comparison>>| {
            on.map_or_else(String::new, |On { it, .. }| {
                let size = size(it.message_bytes);
                format!("{}/{}, {size}, {}", it.algorithm, it.operation, it.peer)
            })
        };
        sentences.push(format!(
            "The ratio is the time of another library over that of lanecrypt: above 1, lanecrypt is \
             faster. The median of all ratios is {}. The highest is {} ({}), the lowest is {} ({}).",
            significant(ratios[ratios.len() / 2]),
            significant(*most),
            of(best),
            significant(*least),
            of(worst),
        ));
    }
    let runs = gathered.runs.len();
    let noisy = gathered.runs.iter().filter(|on| !on.it.1.conditions.noise.is_empty()).count();
    if runs > 0 {
        sentences.push(match noisy {
            0 => "No run was noisy.".to_owned(),
            _ => format!("{noisy} of {runs} runs were noisy: see above."),
        });
    }
    sentences
}

/// The extent of the measurements.
fn extent(gathered: &Gathered) -> String {
    let mut algorithms: Vec<&str> = Vec::new();
    let mut operations: Vec<(&str, &str)> = Vec::new();
    let mut peers: Vec<&str> = Vec::new();
    let mut ours = 0;
    for On { it: row, .. } in &gathered.results {
        if row.backend.is_none() {
            if !peers.contains(&&*row.implementation.name) {
                peers.push(&row.implementation.name);
            }
            continue;
        }
        ours += 1;
        if !algorithms.contains(&&*row.algorithm) {
            algorithms.push(&row.algorithm);
        }
        if !operations.contains(&(&row.algorithm, &row.operation)) {
            operations.push((&row.algorithm, &row.operation));
        }
    }
    let theirs = gathered.results.len() - ours;
    let machines: Vec<String> = gathered
        .machines
        .iter()
        .enumerate()
        .map(|(index, machine)| match gathered.letter(index) {
            Some(letter) => format!("{} (machine {letter})", machine.processor),
            None => machine.processor.clone(),
        })
        .collect();
    let mut text = match machines.is_empty() {
        true => "The documents have no results of lanecrypt".to_owned(),
        false => format!(
            "The documents have {ours} results of lanecrypt for {} algorithms with {} operations, on {}",
            algorithms.len(),
            operations.len(),
            machines.join(" and ")
        ),
    };
    if theirs > 0 {
        text.push_str(&format!(", and {theirs} results of other libraries: {}", peers.join(", ")));
    }
    if !gathered.firmware.is_empty() {
        text.push_str("; they also have results of firmware on simulated cores");
    }
    text.push('.');
    text
}
