//! Parts that several sections share.

use maud::{Markup, html};

use crate::format::significant;
use crate::measure::statistics::Quartiles;
use crate::report::figure::Figure;

/// A figure with its caption.
pub(super) fn figure(figure: &Figure) -> Markup {
    let id = figure.id();
    // At least nine tenths of the drawn width, so that text stays legible. The box scrolls.
    let least = figure.size().0 * 9 / 10;
    html! {
        figure id=(id) {
            figcaption {
                b id={ (id) "-title" } { (figure.title) }
                span id={ (id) "-words" } { (figure.caption) }
            }
            div.scroll tabindex="0" role="group" aria-labelledby={ (id) "-title" } {
                div style={ "min-width:" (least) "px" } { (figure.inline()) }
            }
        }
    }
}

/// The text of a section without data: the commands that measure it.
pub(super) fn missing(what: &str, commands: &[&str]) -> Markup {
    html! {
        p.empty {
            "The documents have no " (what) ". To measure them, run "
            @for (index, command) in commands.iter().enumerate() {
                @if index > 0 { " or " }
                code { "lanecrypt " (command) }
            }
            "."
        }
    }
}

/// A table in a box that scrolls.
pub(super) fn boxed(label: &str, class: &str, table: Markup) -> Markup {
    html! {
        div.box { div class={ "scroll " (class) } tabindex="0" role="group" aria-label=(label) { (table) } }
    }
}

/// The cells of a median and its quartiles.
pub(super) fn cells(quartiles: Option<Quartiles>) -> Markup {
    html! {
        @match quartiles {
            Some(Quartiles { q1, median, q3 }) => {
                td.n data-value=(median) { (significant(median)) }
                td.n.q data-value=(q1) { "[" (significant(q1)) " " (significant(q3)) "]" }
            }
            None => { td.n {} td.n {} }
        }
    }
}

/// Text with names between backticks as code.
pub(super) fn code_spans(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
