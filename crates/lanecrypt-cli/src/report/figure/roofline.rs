//! Figures of measured speeds over bounds, with a point for each kernel.

use super::axis::{Axis, Scale};
use super::canvas::{Canvas, Lettering, Point, SHAPES, Shape, width};
use super::lines::grid;
use super::palette::{MARKS, Paint};

/// A figure of points. Both axes have bytes per cycle.
#[derive(Debug, Clone)]
pub(crate) struct Roofline {
    /// The points, by limiting resource.
    pub(crate) classes: Vec<LimitClass>,
}

/// Kernels with the same limiting resource.
#[derive(Debug, Clone)]
pub(crate) struct LimitClass {
    /// The limiting resource.
    pub(crate) limiting: String,
    /// The points: name, bound and measured value.
    pub(crate) points: Vec<(String, f64, f64)>,
}

const SIZE: (i32, i32) = (800, 560);
const LEFT: i32 = 50;
const TOP: i32 = 34;
const BOTTOM: i32 = 50;
const KEY: i32 = 22;

impl Roofline {
    /// The size of the drawing.
    pub(super) fn size(&self) -> (u32, u32) {
        (SIZE.0 as u32, (SIZE.1 + KEY * self.key_lines()) as u32)
    }

    fn key_lines(&self) -> i32 {
        let needed = |class: &LimitClass| width(&class.limiting) + 44;
        let (mut lines, mut used) = (1, 0);
        for class in &self.classes {
            if used + needed(class) > SIZE.0 {
                lines += 1;
                used = 0;
            }
            used += needed(class);
        }
        lines
    }

    /// Draws the figure.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) {
        let (right, top) = (SIZE.0 - 12, TOP + KEY * self.key_lines());
        let bottom = self.size().1 as i32 - BOTTOM;
        let all = || self.classes.iter().flat_map(|class| &class.points);
        // The same values on both axes, the roof from corner to corner.
        let values = || all().flat_map(|(_, bound, measured)| [*bound, *measured]);
        let x = Axis::of(Scale::Ratios, values(), (LEFT, right));
        let y = Axis::of(Scale::Ratios, values(), (bottom, top));
        self.key(canvas);
        let words = "full line: the bound; dashed: half of it";
        canvas.text((right, top - 18), words, Lettering::SOFT.to_the_left());
        grid(canvas, (x, y), (LEFT, right), (top, bottom));
        canvas.text((4, top - 18), "measured, bytes per cycle", Lettering::PLAIN);
        let middle = ((LEFT + right) / 2, bottom + 36);
        canvas.text(middle, "bound, bytes per cycle", Lettering::PLAIN.centred());

        let (low, high) = x.range();
        canvas.line([(x.at(low), y.at(low)), (x.at(high), y.at(high))], Paint::Ink, 2);
        canvas.dashes(&[(x.at(2.0 * low), y.at(low)), (x.at(high), y.at(high / 2.0))], Paint::Soft);
        // No text over the roof.
        let mut taken: Vec<(Point, Point)> = Vec::new();
        for x in (LEFT..right).step_by(4) {
            let part = f64::from(x - LEFT) / f64::from(right - LEFT);
            let value = low * (high / low).powf(part);
            let y = y.at(value);
            taken.push(((x - 2, y - 2), (x + 2, y + 2)));
        }
        let mut write = |at: Point, text: &str| {
            place(at, text, &mut taken, (LEFT, right), (top, bottom), |point| {
                canvas.text(point, text, Lettering::PLAIN);
            });
        };
        let at = |(_, bound, measured): &(String, f64, f64)| (x.at(*bound), y.at(*measured));
        for point in all().map(at) {
            write(point, "");
        }
        for (index, class) in self.classes.iter().enumerate() {
            for point in &class.points {
                canvas.mark(at(point), shape(index), Paint::Mark(index));
            }
        }
        for point in all() {
            write(at(point), &point.0);
        }
    }

    fn key(&self, canvas: &Canvas<'_>) {
        let (mut x, mut y) = (6, KEY / 2);
        for (index, class) in self.classes.iter().enumerate() {
            let needed = width(&class.limiting) + 44;
            if x > 6 && x + needed > SIZE.0 {
                x = 6;
                y += KEY;
            }
            canvas.mark((x, y), shape(index), Paint::Mark(index));
            canvas.text((x + 13, y), &class.limiting, Lettering::PLAIN);
            x += needed;
        }
    }
}

fn shape(index: usize) -> Shape {
    SHAPES[(index + index / MARKS) % SHAPES.len()]
}

/// Writes a text next to a point where nothing else is. If there is no such place, nothing is written. An
/// empty text keeps the place of the point free.
fn place(
    (x, y): Point,
    text: &str,
    taken: &mut Vec<(Point, Point)>,
    (left, right): (i32, i32),
    (top, bottom): (i32, i32),
    write: impl FnOnce(Point),
) {
    if text.is_empty() {
        taken.push(((x - 6, y - 6), (x + 6, y + 6)));
        return;
    }
    let long = width(text);
    let corners =
        [(10, 3), (9, 13), (-long / 2, 16), (-9 - long, -3), (-9 - long, -13), (-long / 2, -16)];
    for (dx, dy) in corners {
        let (from, to) = ((x + dx, y + dy - 8), (x + dx + long, y + dy + 8));
        let inside = from.0 > left && to.0 < right && from.1 > top && to.1 < bottom;
        let free =
            |(a, b): &(Point, Point)| to.0 < a.0 || b.0 < from.0 || to.1 < a.1 || b.1 < from.1;
        if inside && taken.iter().all(free) {
            taken.push((from, to));
            write((x + dx, y + dy));
            return;
        }
    }
}
