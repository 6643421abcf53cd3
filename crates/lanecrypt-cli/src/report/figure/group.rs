//! What figures of rows consist of.

use super::canvas::{Canvas, Point, Shape};
use super::palette::Paint;

/// The height of a row, and of a heading.
pub(super) const ROW: i32 = 21;
pub(super) const HEADING: i32 = 25;

/// Rows under a heading.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// What they have in common. With one row whose label is empty it is that row's label.
    pub(crate) heading: String,
    /// The rows.
    pub(crate) rows: Vec<Row>,
}

/// A value.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// What it is of.
    pub(crate) label: String,
    /// Lower quartile, median, upper quartile; nothing where there is no number.
    pub(crate) value: Option<(f64, f64, f64)>,
    /// How it looks.
    pub(crate) look: Look,
    /// What is written behind it; or why there is no number.
    pub(crate) text: String,
}

/// The colour of a value and its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    /// The colour.
    pub(crate) paint: Paint,
    /// The mark; a bar is filled where this is.
    pub(crate) shape: Shape,
}

impl Look {
    /// What was measured by this program.
    pub(crate) const OURS: Self = Self { paint: Paint::Mark(0), shape: Shape::Disc };
    /// What a paper says.
    pub(crate) const PUBLISHED: Self = Self { paint: Paint::Published, shape: Shape::Frame };

    fn is_hollow(self) -> bool {
        matches!(self.shape, Shape::Ring | Shape::Frame | Shape::Cross)
    }
}

impl Group {
    /// Whether its heading stands in the place of its row's label.
    pub(super) fn is_inline(&self) -> bool {
        matches!(&self.rows[..], [row] if row.label.is_empty())
    }

    /// The height of its rows and its heading.
    pub(super) fn height(&self) -> i32 {
        let heading = if self.is_inline() || self.heading.is_empty() { 0 } else { HEADING };
        heading + ROW * self.rows.len() as i32
    }
}

/// A bar: filled, or its outline on a breath of its colour.
pub(super) fn bar(canvas: &Canvas<'_>, from: Point, to: Point, look: Look) {
    if look.is_hollow() {
        canvas.block(from, to, look.paint, 0.18);
        canvas.frame(from, to, look.paint);
    } else {
        canvas.block(from, to, look.paint, 1.0);
    }
}
