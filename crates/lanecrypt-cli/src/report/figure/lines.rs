//! Figures of values over message size, with a line for each series.

use super::axis::{Axis, Scale};
use super::canvas::{Canvas, Lettering, Point, SHAPES, Shape, shortened, width};
use super::palette::Paint;

/// A figure of lines.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    /// The unit of the vertical axis.
    pub(crate) unit: String,
    /// The lines.
    pub(crate) series: Vec<Series>,
}

/// A series.
#[derive(Debug, Clone)]
pub(crate) struct Series {
    /// The label.
    pub(crate) label: String,
    /// The index of its colour and mark.
    pub(crate) look: usize,
    /// The points: bytes and value.
    pub(crate) points: Vec<(f64, f64)>,
    /// The points of the bound, which is drawn dashed.
    pub(crate) bound: Vec<(f64, f64)>,
}

const SIZE: (i32, i32) = (460, 310);
const LEFT: i32 = 44;
const TOP: i32 = 30;
const BOTTOM: i32 = 48;
/// The smallest distance of two labels.
const APART: i32 = 17;
/// The largest width of labels.
const LABELS: i32 = 172;

impl Lines {
    /// The size of the drawing.
    pub(super) fn size(&self) -> (u32, u32) {
        let needed = TOP + BOTTOM + APART * self.series.len() as i32;
        (SIZE.0 as u32, SIZE.1.max(needed) as u32)
    }

    /// Draws the figure.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) {
        let (width_of_all, height) = self.size();
        let room = self.series.iter().map(|series| width(&series.label)).max().unwrap_or(0);
        let right = width_of_all as i32 - room.min(LABELS) - 30;
        let bottom = height as i32 - BOTTOM;
        let all =
            || self.series.iter().flat_map(|series| series.points.iter().chain(&series.bound));
        // Marks do not lie on the axis.
        let x = Axis::of(Scale::Bytes, all().map(|(x, _)| *x), (LEFT + 9, right - 9));
        let y = Axis::of(Scale::Ratios, all().map(|(_, y)| *y), (bottom, TOP));
        grid(canvas, (x, y), (LEFT, right), (TOP, bottom));
        canvas.text((4, 10), &self.unit, Lettering::PLAIN);
        let middle = ((LEFT + right) / 2, bottom + 34);
        canvas.text(middle, "bytes of a message", Lettering::PLAIN.centred());

        let at = |(bytes, value): &(f64, f64)| (x.at(*bytes), y.at(*value));
        for series in &self.series {
            let index = series.look;
            let bound: Vec<Point> = series.bound.iter().map(at).collect();
            canvas.dashes(&bound, Paint::Mark(index));
        }
        for series in &self.series {
            let index = series.look;
            let points: Vec<Point> = series.points.iter().map(at).collect();
            canvas.line(points.iter().copied(), Paint::Mark(index), 2);
            for point in points {
                canvas.mark(point, shape(index), Paint::Mark(index));
            }
        }
        self.labels(canvas, y, right);
    }

    /// Draws the labels at the ends of the lines, moved apart.
    fn labels(&self, canvas: &Canvas<'_>, y: Axis, right: i32) {
        let end = |series: &Series| series.points.last().map_or(1.0, |(_, value)| *value);
        let wanted: Vec<i32> = self.series.iter().map(|series| y.at(end(series))).collect();
        let placed = apart(&wanted, (TOP, self.size().1 as i32 - BOTTOM));
        for (series, at) in self.series.iter().zip(placed) {
            let index = series.look;
            canvas.mark((right + 14, at), shape(index), Paint::Mark(index));
            canvas.text((right + 24, at), &shortened(&series.label, LABELS), Lettering::PLAIN);
        }
    }
}

/// The mark of a line. The numbers of marks and of colours differ, so that pairs repeat late.
fn shape(index: usize) -> Shape {
    SHAPES[(index + index / super::palette::MARKS) % SHAPES.len()]
}

/// Draws the grid and both axes.
pub(super) fn grid(
    canvas: &Canvas<'_>,
    (x, y): (Axis, Axis),
    (left, right): (i32, i32),
    (top, bottom): (i32, i32),
) {
    for (value, name) in x.ticks(58) {
        let x = x.at(value);
        canvas.line([(x, top), (x, bottom)], Paint::Grid, 1);
        canvas.text((x, bottom + 14), &name, Lettering::SOFT.centred());
    }
    for (value, name) in y.ticks(24) {
        let y = y.at(value);
        canvas.line([(left, y), (right, y)], Paint::Grid, 1);
        canvas.text((left - 7, y), &name, Lettering::SOFT.to_the_left());
    }
    canvas.line([(left, top), (left, bottom), (right, bottom)], Paint::Soft, 1);
}

/// Positions near the wanted ones: in the same order, apart from each other, and within the range.
fn apart(wanted: &[i32], (top, bottom): (i32, i32)) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&index| wanted[index]);
    let mut placed = wanted.to_vec();
    let mut least = top;
    for &index in &order {
        placed[index] = placed[index].max(least);
        least = placed[index] + APART;
    }
    let mut most = bottom;
    for &index in order.iter().rev() {
        placed[index] = placed[index].min(most);
        most = placed[index] - APART;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_order_and_their_distance() {
        assert_eq!(apart(&[100, 50], (0, 200)), [100, 50]);
        assert_eq!(apart(&[10, 10, 10], (0, 200)), [10, 27, 44]);
        assert_eq!(apart(&[199, 198, 200], (0, 200)), [183, 166, 200]);
        assert_eq!(apart(&[], (0, 200)), Vec::<i32>::new());
    }
}
