//! Figures and their drawings as SVG.

mod axis;
mod canvas;
mod group;
mod lines;
mod palette;
mod roofline;
mod rows;

use std::fmt::Write;

pub(crate) use axis::Scale;
pub(crate) use canvas::{SHAPES, Shape};
pub(crate) use group::{FigureRow, Group, Look};
pub(crate) use lines::{Lines, Series};
pub(crate) use palette::{MARKS, Paint};
pub(crate) use roofline::{LimitClass, Roofline};
pub(crate) use rows::Rows;

use canvas::{Canvas, LETTERS};
use maud::{Escaper, PreEscaped};
use palette::{Colours, style_sheet};

/// A figure of a report.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    /// The name, for files and for places in the page.
    pub(crate) name: String,
    /// The title, with quantity and unit.
    pub(crate) title: String,
    /// The caption: a description in words, also for readers who cannot see the figure.
    pub(crate) caption: String,
    /// The drawing.
    pub(crate) drawing: Drawing,
}

/// A drawing.
#[derive(Debug, Clone)]
pub(crate) enum Drawing {
    /// Values in rows.
    Rows(Rows),
    /// Values over message size.
    Lines(Lines),
    /// Kernels and their bounds.
    Roofline(Roofline),
}

impl Figure {
    /// The size in pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        match &self.drawing {
            Drawing::Rows(rows) => rows.size(),
            Drawing::Lines(lines) => lines.size(),
            Drawing::Roofline(roofline) => roofline.size(),
        }
    }

    /// The number of rows. 0 for other drawings.
    pub(crate) fn rows(&self) -> usize {
        match &self.drawing {
            Drawing::Rows(rows) => rows.len(),
            _ => 0,
        }
    }

    /// The identifier in the page.
    pub(crate) fn id(&self) -> String {
        format!("figure-{}", self.name)
    }

    /// The drawing as a part of a page. Its colours are properties of the page; its description is the
    /// caption.
    pub(crate) fn inline(&self) -> PreEscaped<String> {
        let id = self.id();
        let (width, height) = self.size();
        PreEscaped(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" {LETTERS} \
             aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-words\">\n{}</svg>",
            palette::paint(&canvas::compact(&self.drawn()), Colours::Page),
        ))
    }

    /// The drawing as a file, light or dark as the reader prefers.
    pub(crate) fn alone(&self) -> String {
        self.svg_alone(Colours::Page, &style_sheet(), "var(--ground)")
    }

    /// The drawing as a file in fixed colours.
    #[cfg(feature = "png")]
    pub(crate) fn light(&self) -> String {
        self.svg_alone(Colours::Light, "", "#ffffff")
    }

    /// The drawing as a file, with a title and a background.
    fn svg_alone(&self, colours: Colours, style: &str, ground: &str) -> String {
        let (width, height) = self.size();
        let (width, height) = (width + 2 * MARGIN, height + 2 * MARGIN + TITLE);
        let (title, words) = (escaped(&self.title), escaped(&self.caption));
        let shown = escaped(&canvas::shortened(&self.title, (width - 3 * MARGIN) as i32));
        let ink = palette::paint(&Paint::Ink.attribute(), colours);
        let drawn = palette::paint(&canvas::compact(&self.drawn()), colours);
        let down = MARGIN + TITLE;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" {LETTERS} aria-labelledby=\"title words\">\
             <title id=\"title\">{title}</title><desc id=\"words\">{words}</desc>\
             <style>{style}text{{{HALO}stroke:{ground}}}</style>\
             <rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>\
             <text x=\"{MARGIN}\" y=\"{down}\" dy=\"-14\" font-weight=\"bold\" font-size=\"14\" \
             fill={ink}>{shown}</text>\
             <g transform=\"translate({MARGIN} {down})\">\n{drawn}</g></svg>"
        )
    }

    /// The elements of the drawing, with placeholders for colours.
    fn drawn(&self) -> String {
        let mut drawn = String::new();
        let canvas = Canvas::new(&mut drawn, self.size());
        match &self.drawing {
            Drawing::Rows(rows) => rows.draw(&canvas),
            Drawing::Lines(lines) => lines.draw(&canvas),
            Drawing::Roofline(roofline) => roofline.draw(&canvas),
        }
        drop(canvas);
        // The element itself is written here, with what its readers need.
        let inner = drawn.split_once('\n').map_or("", |(_, inner)| inner).trim_end();
        inner.strip_suffix("</svg>").unwrap_or(inner).to_owned()
    }
}

/// The margin of a file, and the height of its title.
const MARGIN: u32 = 20;
const TITLE: u32 = 24;

/// Keeps lines away from text over them. It has the colour of the background.
const HALO: &str = "paint-order:stroke;stroke-width:3px;stroke-linejoin:round;";

/// The style of figures within a page.
pub(crate) fn figure_style() -> String {
    format!("{}figure svg text{{{HALO}stroke:var(--ground)}}\n", style_sheet())
}

/// Text, escaped for elements and attributes.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    // Writing to text cannot fail.
    let _ = Escaper::new(&mut safe).write_str(text);
    safe
}

/// A name of letters, digits and hyphens.
pub(crate) fn name_of(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => name.push(c.to_ascii_lowercase()),
            '_' => name.push('_'),
            _ if !name.is_empty() && !name.ends_with('-') => name.push('-'),
            _ => {}
        }
    }
    name.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A figure with one row.
    fn figure(text: &str, value: f64) -> Figure {
        let row = FigureRow {
            label: text.to_owned(),
            value: Some((value, value, value)),
            look: Look::OURS,
            text: text.to_owned(),
        };
        Figure {
            name: name_of(text),
            title: text.to_owned(),
            caption: text.to_owned(),
            drawing: Drawing::Rows(Rows {
                unit: text.to_owned(),
                scale: Scale::Ratios,
                line: None,
                stems: true,
                groups: vec![Group { heading: text.to_owned(), rows: vec![row] }],
                key: vec![(Look::PUBLISHED, text.to_owned())],
            }),
        }
    }

    #[test]
    fn text_of_documents_is_text_in_drawings() {
        let drawn = figure("<b onload=\"x\">&amp;", 1.0).alone();
        assert!(!drawn.contains("<b") && !drawn.contains("\"x\""), "{drawn}");
        assert_eq!(drawn.matches("&lt;b onload=&quot;x&quot;&gt;&amp;amp;").count(), 8, "{drawn}");
        assert_eq!(figure("a/b: ü_c?", 1.0).name, "a-b-_c");
    }

    #[test]
    fn strange_values_are_drawn_without_fault() {
        for value in [0.0, -1.0, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, f64::NAN] {
            let drawn = figure("x", value).alone();
            assert!(drawn.ends_with("</svg>") && !drawn.contains("NaN"), "{value}: {drawn}");
            assert!(!drawn.contains("#FEDC"), "a placeholder is left");
        }
    }
}
