//! The page: one file that needs no network.

mod documents;
mod papers;
mod parts;
mod results;
mod sections;
mod summary;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::figure::figure_style;
use super::figures::Figures;
use super::gather::Gathered;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("table.js");

/// The sections: their identifiers and their titles.
const SECTIONS: [(&str, &str); 14] = [
    ("summary", "Summary"),
    ("sizes", "Throughput over message size"),
    ("suites", "Suites of algorithms"),
    ("peers", "Comparison with other libraries"),
    ("bounds", "Limits"),
    ("costs", "Fixed cost and cost per byte"),
    ("zuc256", "Paper: ZUC-256"),
    ("cypress", "Paper: Cypress"),
    ("aesni", "Paper: SSE2 and AES-NI"),
    ("riscv", "Paper: RISC-V"),
    ("results", "All results"),
    ("machines", "Machines"),
    ("method", "Method"),
    ("documents", "Documents"),
];

/// The whole page.
pub(super) fn html(gathered: &Gathered, figures: &Figures) -> String {
    let title = title(gathered);
    let content = |id: &str| -> Markup {
        match id {
            "summary" => summary::section(gathered),
            "sizes" => sections::sizes(figures),
            "suites" => sections::suites(figures),
            "peers" => sections::peers(gathered, figures),
            "bounds" => sections::bounds(figures),
            "costs" => sections::costs(gathered),
            "zuc256" => papers::zuc(gathered, figures),
            "cypress" => papers::cypress(gathered, figures),
            "aesni" => papers::aesni(gathered, figures),
            "riscv" => papers::riscv(gathered, figures),
            "results" => results::section(gathered),
            "machines" => documents::machines(gathered),
            "method" => documents::method(gathered),
            _ => documents::documents(gathered),
        }
    };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(figure_style())) (PreEscaped(STYLE)) }
            }
            body {
                div.all {
                    header {
                        p.over { "Report of lanecrypt " (env!("CARGO_PKG_VERSION")) }
                        h1 { (title) }
                        p { (summary::documents_in_words(gathered)) }
                    }
                    div.columns {
                        nav aria-label="Contents" {
                            ol {
                                @for (id, title) in SECTIONS { li { a href={ "#" (id) } { (title) } } }
                            }
                        }
                        main {
                            @for (id, title) in SECTIONS {
                                section id=(id) aria-labelledby={ (id) "-heading" } {
                                    h2 id={ (id) "-heading" } { (title) }
                                    (content(id))
                                }
                            }
                            footer {
                                "This page was written by lanecrypt report. All its data is in this file."
                            }
                        }
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

fn title(gathered: &Gathered) -> String {
    let names: Vec<&str> = gathered.machines.iter().map(|one| one.processor.as_str()).collect();
    match &names[..] {
        [] => "Symmetric ciphers on simulated cores".to_owned(),
        [one] => format!("Symmetric ciphers on {one}"),
        several => format!("Symmetric ciphers on {} machines", several.len()),
    }
}
