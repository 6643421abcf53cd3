//! The groups and rows of figures.

use super::canvas::{Canvas, Point, Shape};
use super::palette::Paint;

/// The heights of a row and of a heading.
pub(super) const ROW: i32 = 21;
pub(super) const HEADING: i32 = 25;

/// Rows under a heading.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// The heading. If the only row has an empty label, the heading is its label.
    pub(crate) heading: String,
    /// The rows.
    pub(crate) rows: Vec<FigureRow>,
}

/// A value.
#[derive(Debug, Clone)]
pub(crate) struct FigureRow {
    /// The label.
    pub(crate) label: String,
    /// Lower quartile, median, upper quartile. None if there is no number.
    pub(crate) value: Option<(f64, f64, f64)>,
    /// The look.
    pub(crate) look: Look,
    /// The text after the value, or the reason why there is no number.
    pub(crate) text: String,
}

/// The colour and the mark of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    /// The colour.
    pub(crate) paint: Paint,
    /// The mark. A bar is filled if this mark is filled.
    pub(crate) shape: Shape,
}

impl Look {
    /// Results of this program.
    pub(crate) const OURS: Self = Self { paint: Paint::Mark(0), shape: Shape::Disc };
    /// Published numbers.
    pub(crate) const PUBLISHED: Self = Self { paint: Paint::Published, shape: Shape::Frame };

    fn is_hollow(self) -> bool {
        matches!(self.shape, Shape::Ring | Shape::Frame | Shape::Cross)
    }
}

impl Group {
    /// Whether the heading is the label of the only row.
    pub(super) fn is_inline(&self) -> bool {
        matches!(&self.rows[..], [row] if row.label.is_empty())
    }

    /// The height of the rows and the heading.
    pub(super) fn height(&self) -> i32 {
        let heading = if self.is_inline() || self.heading.is_empty() { 0 } else { HEADING };
        heading + ROW * self.rows.len() as i32
    }
}

/// Draws a bar: filled, or as an outline.
pub(super) fn bar(canvas: &Canvas<'_>, from: Point, to: Point, look: Look) {
    if look.is_hollow() {
        canvas.block(from, to, look.paint, 0.18);
        canvas.frame(from, to, look.paint);
    } else {
        canvas.block(from, to, look.paint, 1.0);
    }
}
