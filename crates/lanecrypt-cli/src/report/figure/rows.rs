//! Figures of values in rows and groups: bars from zero, or marks on a logarithmic axis.

use super::axis::{Axis, Scale};
use super::canvas::{Canvas, Lettering, shortened, width};
use super::group::{FigureRow, Group, HEADING, Look, ROW, bar};
use super::palette::Paint;

/// A figure of rows.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    /// The unit of the axis.
    pub(crate) unit: String,
    /// The scale. A linear one has bars, others have marks.
    pub(crate) scale: Scale,
    /// A value that is drawn as a line through all rows.
    pub(crate) line: Option<f64>,
    /// Whether a thin line connects the label with the mark.
    pub(crate) stems: bool,
    /// The groups.
    pub(crate) groups: Vec<Group>,
    /// The key: looks and their meanings.
    pub(crate) key: Vec<(Look, String)>,
}

/// The width of the figure.
pub(super) const WIDTH: i32 = 800;
const GAP: i32 = 9;
const KEY: i32 = 24;
const AXIS: i32 = 46;
/// If the rows are higher than this number of pixels, the axis is also labelled above them.
const TALL: i32 = 500;
/// The largest width of labels.
const LABELS: i32 = 330;

impl Rows {
    fn key_lines(&self) -> Vec<Vec<&(Look, String)>> {
        let mut lines: Vec<Vec<_>> = Vec::new();
        let mut used = WIDTH;
        for entry in &self.key {
            let needs = width(&entry.1) + 44;
            if used + needs > WIDTH {
                lines.push(Vec::new());
                used = 0;
            }
            used += needs;
            if let Some(line) = lines.last_mut() {
                line.push(entry);
            }
        }
        lines
    }

    /// The gap between groups. Groups of one row have no gap.
    fn gap(&self) -> i32 {
        if self.groups.iter().all(Group::is_inline) { 0 } else { GAP }
    }

    fn rows_height(&self) -> i32 {
        self.groups.iter().map(|group| group.height() + self.gap()).sum::<i32>() + 6
    }

    fn top(&self) -> i32 {
        let tall = if self.rows_height() > TALL { AXIS - 18 } else { 6 };
        4 + KEY * self.key_lines().len() as i32 + tall
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.groups.iter().map(|group| group.rows.len()).sum()
    }

    /// The size of the drawing.
    pub(super) fn size(&self) -> (u32, u32) {
        let height = self.top() + self.rows_height() + AXIS;
        (WIDTH as u32, height.max(1) as u32)
    }

    /// Draws the figure.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) {
        let rows = || self.groups.iter().flat_map(|group| &group.rows);
        let labels = self.groups.iter().flat_map(|group| {
            let heading = if group.is_inline() { width(&group.heading) } else { 0 };
            group.rows.iter().map(|row| 14 + width(&row.label)).chain([heading])
        });
        let left = labels.max().unwrap_or(0).min(LABELS) + 12;
        let room = rows().filter(|row| row.value.is_some()).map(|row| width(&row.text));
        let right = WIDTH - room.max().unwrap_or(0).min(260) - 22;
        let values = rows().filter_map(|row| row.value).flat_map(|(q1, m, q3)| [q1, m, q3]);
        let axis = Axis::of(self.scale, values.chain(self.line), (left, right));

        let top = self.top();
        let bottom = top + self.rows_height();
        self.key(canvas);
        self.grid(canvas, axis, (left, right), (top, bottom));
        let mut y = top + 4;
        for group in &self.groups {
            y += self.gap();
            if !group.is_inline() && !group.heading.is_empty() {
                let lettering = Lettering { bold: true, ..Lettering::PLAIN };
                canvas.text((0, y + HEADING / 2), &shortened(&group.heading, right), lettering);
                y += HEADING;
            }
            for row in &group.rows {
                let label = if group.is_inline() { &group.heading } else { &row.label };
                let middle = y + ROW / 2;
                let label = shortened(label, LABELS);
                canvas.text((left - 10, middle), &label, Lettering::PLAIN.to_the_left());
                self.row(canvas, axis, row, (left, right, middle));
                y += ROW;
            }
        }
    }

    fn key(&self, canvas: &Canvas<'_>) {
        for (index, line) in self.key_lines().into_iter().enumerate() {
            let y = KEY * index as i32 + KEY / 2;
            let mut x = 6;
            for (look, text) in line {
                match self.scale {
                    Scale::Linear => bar(canvas, (x - 4, y - 6), (x + 10, y + 6), *look),
                    _ => canvas.mark((x + 3, y), look.shape, look.paint),
                }
                canvas.text((x + 18, y), text, Lettering::PLAIN);
                x += width(text) + 44;
            }
        }
    }

    fn grid(
        &self,
        canvas: &Canvas<'_>,
        axis: Axis,
        (left, right): (i32, i32),
        (top, bottom): (i32, i32),
    ) {
        let ticks = axis.ticks(54);
        for (value, name) in &ticks {
            let x = axis.at(*value);
            canvas.line([(x, top), (x, bottom)], Paint::Grid, 1);
            canvas.text((x, bottom + 13), name, Lettering::SOFT.centred());
            if self.rows_height() > TALL {
                canvas.text((x, top - 12), name, Lettering::SOFT.centred());
            }
        }
        canvas.line([(left, bottom), (right, bottom)], Paint::Soft, 1);
        if self.scale == Scale::Linear {
            canvas.line([(left, top), (left, bottom)], Paint::Soft, 1);
        }
        let middle = ((left + right) / 2, bottom + 33);
        canvas.text(middle, &self.unit, Lettering::PLAIN.centred());
        if let Some(at) = self.line {
            let x = axis.at(at);
            canvas.dashes(&[(x, top), (x, bottom)], Paint::Ink);
        }
    }

    fn row(
        &self,
        canvas: &Canvas<'_>,
        axis: Axis,
        row: &FigureRow,
        (left, right, y): (i32, i32, i32),
    ) {
        let Some((q1, median, q3)) = row.value else {
            canvas.text((left + 8, y), &row.text, Lettering::SOFT);
            return;
        };
        let (low, at, high) = (axis.at(q1), axis.at(median), axis.at(q3));
        let paint = row.look.paint;
        if self.scale == Scale::Linear {
            // A very small value is still visible.
            bar(canvas, (left, y - 6), (at.max(left + 2), y + 6), row.look);
            if high > low + 1 {
                canvas.line([(low, y), (high, y)], Paint::Ink, 1);
                for x in [low, high] {
                    canvas.line([(x, y - 3), (x, y + 3)], Paint::Ink, 1);
                }
            }
        } else {
            if self.stems {
                canvas.line([(left, y), (at, y)], Paint::Grid, 1);
            }
            canvas.line([(low, y), (high, y)], paint, 2);
            if high > low + 10 {
                for x in [low, high] {
                    canvas.line([(x, y - 4), (x, y + 4)], paint, 2);
                }
            }
            canvas.mark((at, y), row.look.shape, paint);
        }
        // A line that runs through all rows would run through text behind the marks.
        let x = if self.line.is_some() { right + 8 } else { at.max(high) + 11 };
        canvas.text((x, y), &row.text, Lettering::PLAIN);
    }
}
