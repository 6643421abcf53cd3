//! The sections on papers.

use maud::{Markup, html};

use super::parts::{boxed, code_spans, figure, missing};
use crate::format::{significant, size};
use crate::report::figure::Figure;
use crate::report::figures::Figures;
use crate::report::gather::{Gathered, On};
use crate::report::papers::{PaperAbout, riscv as firmware};

/// The description of a paper.
fn about(about: &PaperAbout) -> Markup {
    html! {
        p.cite { (about.citation) }
        @if !about.platforms.is_empty() {
            dl {
                @for platform in &about.platforms {
                    dt { (platform.name) }
                    dd { (platform.description) }
                }
            }
        }
        p { (code_spans(&about.note)) }
    }
}

/// The cells of a claim and its published number. Empty if the row above has the same.
fn said<'s>(claims: &[(&'s str, &'s str)], index: usize) -> (&'s str, &'s str) {
    match index.checked_sub(1) {
        Some(above) if claims[above] == claims[index] => ("", ""),
        _ => claims[index],
    }
}

fn all(figures: &[Figure]) -> Markup {
    html! { @for one in figures { (figure(one)) } }
}

/// The paper on ZUC-256.
pub(super) fn zuc(gathered: &Gathered, figures: &Figures) -> Markup {
    let Some(first) = gathered.zuc.first() else {
        return missing("this paper's figures", &["bench --paper zuc256 --json RUN.json"]);
    };
    html! {
        (about(&first.it.about))
        (all(&figures.zuc))
        @for On { machine, it } in &gathered.zuc {
            @let claims: Vec<_> = it.claims.iter().map(|one| (&*one.claim, &*one.published)).collect();
            h3 { "Claims of the text" (gathered.suffix(*machine)) }
            (boxed("Claims of the text", "", html! {
                table.words {
                    thead { tr { th { "claim" } th { "published" } th.n { "here" } th { "backend, size" } th { "compared with" } } }
                    tbody {
                        @for (index, claim) in it.claims.iter().enumerate() {
                            @let (what, published) = said(&claims, index);
                            tr {
                                td { (what) }
                                td { (published) }
                                td.n {
                                    @if let Some(here) = claim.here { (significant(here)) " " (claim.unit) }
                                }
                                td {
                                    (claim.backend.as_deref().unwrap_or(""))
                                    @if let Some(bytes) = claim.message_bytes { ", " (size(bytes)) }
                                }
                                td { (claim.compared) }
                            }
                        }
                    }
                }
            }))
        }
    }
}

/// The paper on Cypress.
pub(super) fn cypress(gathered: &Gathered, figures: &Figures) -> Markup {
    let Some(first) = gathered.cypress.first() else {
        return missing("this paper's figures", &["bench --paper cypress --json RUN.json"]);
    };
    html! {
        (about(&first.it.about))
        (all(&figures.cypress))
        @for On { machine, it } in &gathered.cypress {
            details {
                summary { "Every backend, in Mbit/s" (gathered.suffix(*machine)) }
                (boxed("Every backend", "", html! {
                    table.wide.sortable {
                        thead { tr {
                            th { "cipher" } th { "variant" } th { "backend" }
                            th.n { (size(it.measured.block_bytes)) }
                            th.n { (size(it.measured.cache_bytes)) " in the caches" }
                            @for table in &it.tables { th.n { (table.platform) } }
                        } }
                        tbody {
                            @for row in &it.measured.rows {
                                tr {
                                    td { (row.cipher) }
                                    td { (row.variant) }
                                    td { (row.backend) }
                                    td.n { (significant(row.megabits_per_second)) }
                                    td.n { (significant(row.cache_megabits_per_second.median)) }
                                    @for table in &it.tables {
                                        td.n.q {
                                            @for one in table.rows.iter().filter(|one| one.cipher == row.cipher) {
                                                (one.megabits_per_second)
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }))
            }
        }
    }
}

/// The paper on SSE2 and AES-NI.
pub(super) fn aesni(gathered: &Gathered, figures: &Figures) -> Markup {
    let Some(first) = gathered.aesni.first() else {
        return missing("this paper's tables", &["bench --paper aesni --json RUN.json"]);
    };
    html! {
        (about(&first.it.about))
        (all(&figures.aesni))
        @for On { machine, it } in &gathered.aesni {
            @let claims: Vec<_> = it.claims.iter().map(|one| (&*one.claim, &*one.published)).collect();
            h3 { "Claims of the text" (gathered.suffix(*machine)) }
            (boxed("Claims of the text", "", html! {
                table.words {
                    thead { tr { th { "claim" } th { "published" } th.n { "here" } th { "compared with" } } }
                    tbody {
                        @for (index, claim) in it.claims.iter().enumerate() {
                            @let (what, published) = said(&claims, index);
                            tr {
                                td { (what) }
                                td { (published) }
                                td.n { @if let Some(here) = claim.here { (range(here)) } }
                                td { (claim.compared) }
                            }
                        }
                    }
                }
            }))
        }
    }
}

fn range((least, most): (f64, f64)) -> String {
    let (least, most) = (significant(least), significant(most));
    if least == most { least } else { format!("{least} to {most}") }
}

/// The paper on RISC-V.
pub(super) fn riscv(gathered: &Gathered, figures: &Figures) -> Markup {
    html! {
        @if gathered.firmware.is_empty() {
            (missing("firmware", &["bench --paper riscv --json RISCV.json"]))
        } @else {
            p.cite { (firmware::CITATION) }
            p { (firmware::NOTE) }
            @for (_, one) in &gathered.firmware {
                dl {
                    dt { "Compiler" }
                    dd { (one.compiler) }
                    @for (core, name) in &one.cores {
                        dt { (core) }
                        dd { (name) }
                    }
                }
            }
            (all(&figures.riscv))
        }
    }
}
