//! The sections on machines, method and documents.

use maud::{Markup, html};

use super::parts::{boxed, code_spans, missing};
use crate::document::Document;
use crate::format::size;
use crate::machine::Machine;
use crate::report::gather::{Gathered, On};

/// The section on machines.
pub(super) fn machines(gathered: &Gathered) -> Markup {
    html! {
        @if gathered.machines.is_empty() {
            (missing("machines", &["bench --json RUN.json"]))
        }
        @for (index, machine) in gathered.machines.iter().enumerate() {
            @if let Some(letter) = gathered.letter(index) { h3 { "Machine " (letter) } }
            (one(machine))
        }
    }
}

fn one(machine: &Machine) -> Markup {
    let Machine { processor, core, architecture, system, logical_processors, backends, caches } =
        machine;
    let cache = |(level, bytes): (u32, usize)| format!("level {level}: {}", size(bytes));
    let caches: Vec<String> = caches.iter().map(|one| cache((one.level, one.bytes))).collect();
    html! {
        dl {
            dt { "Processor" } dd { (processor) }
            @if let Some(core) = core { dt { "Core" } dd { (core) } }
            dt { "Architecture, system" } dd { (architecture) ", " (system) }
            dt { "Logical processors" } dd { (logical_processors) }
            dt { "Backends" } dd { (backends.join(", ")) }
            @if !caches.is_empty() { dt { "Data caches" } dd { (caches.join("; ")) } }
        }
    }
}

/// The section on the method. What several documents share is shown once.
pub(super) fn method(gathered: &Gathered) -> Markup {
    if gathered.runs.is_empty() {
        return missing("samples", &["bench --json RUN.json"]);
    }
    let alike = |what: fn(&Document) -> String| {
        let mut all: Vec<String> = Vec::new();
        for on in &gathered.runs {
            let text = what(&on.it.1);
            if !all.contains(&text) {
                all.push(text);
            }
        }
        all
    };
    let facts = [
        (
            "Samples",
            alike(|document| {
                let sampling = &document.sampling;
                format!(
                    "at most {} samples of each row; each takes {} ms or one call",
                    sampling.samples, sampling.sample_milliseconds
                )
            }),
        ),
        ("Order", alike(|document| document.sampling.order.clone())),
        ("Keys", alike(|document| document.sampling.key_setup.clone())),
        ("Cycles", alike(|document| document.sampling.cycles_by.clone())),
        (
            "Compiler",
            alike(|document| {
                format!(
                    "{}, {}, {} build of lanecrypt {}",
                    document.compiler,
                    document.target,
                    document.profile,
                    document.lanecrypt_version
                )
            }),
        ),
    ];
    html! {
        p {
            "Every operation of every library is verified against published answers before it is measured. \
             Figures are medians of many short samples, with quartiles. All rows are interleaved, so a \
             disturbance of the machine affects all of them. If quartiles overlap, there is no \
             difference."
        }
        dl {
            @for (name, texts) in facts {
                dt { (name) }
                dd { @for text in texts { div { (code_spans(&text)) } } }
            }
        }
    }
}

/// The section on documents: their commands and conditions.
pub(super) fn documents(gathered: &Gathered) -> Markup {
    let several = gathered.machines.len() > 1;
    let table = html! {
        table.words.documents {
            thead { tr {
                th { "document" } th { "written" } th { "command" } th.n { "results" } th { "conditions" }
                @if several { th { "machine" } }
            } }
            tbody {
                @for On { machine, it: (path, document) } in &gathered.runs {
                    tr {
                        td { code { (path.display()) } }
                        td.when { (document.time) }
                        td { code { "lanecrypt " (document.command.join(" ")) } }
                        td.n { (document.results.len()) }
                        td { @for line in document.conditions.in_words().lines() { div { (line) } } }
                        @if several { td { (gathered.letter(*machine).unwrap_or_default()) } }
                    }
                }
                @for (path, firmware) in &gathered.firmware {
                    tr {
                        td { code { (path.display()) } }
                        td {}
                        td { code { "lanecrypt bench --paper riscv" } }
                        td.n { (firmware.results.len()) }
                        td { "Simulated cores" }
                        @if several { td {} }
                    }
                }
            }
        }
    };
    boxed("Documents", "", table)
}
