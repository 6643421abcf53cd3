//! Drawing in the few shapes that figures consist of.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, Drawable, PathElement, PointCollection, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontFamily, FontStyle, FontTransform, ShapeStyle, TextStyle};

use super::palette::Paint;

/// A point, in pixels from the upper left corner.
pub(super) type Point = (i32, i32);

/// What marks a value: told apart without colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A filled circle.
    Disc,
    /// A circle.
    Ring,
    /// A filled square.
    Square,
    /// A filled square on its corner.
    Diamond,
    /// A filled triangle, upwards.
    Up,
    /// A filled triangle, downwards.
    Down,
    /// The outline of a square.
    Frame,
    /// A cross.
    Cross,
}

/// Shapes of things in a row.
pub(crate) const SHAPES: [Shape; 8] = [
    Shape::Disc,
    Shape::Square,
    Shape::Up,
    Shape::Diamond,
    Shape::Down,
    Shape::Ring,
    Shape::Frame,
    Shape::Cross,
];

/// How text is set.
#[derive(Clone, Copy)]
pub(super) struct Lettering {
    pub(super) paint: Paint,
    pub(super) bold: bool,
    /// Where it begins, is, or ends: left, in the middle, right of the point.
    pub(super) at: HPos,
}

/// The size of letters in pixels. Figures are shown no smaller than nine tenths.
pub(super) const LETTER: f64 = 12.5;

/// The width that stands for dashes, and that no other line has.
const DASHED: u32 = 9;

/// The library divides sizes by this.
const LIBRARY_FACTOR: f64 = 1.24;

/// A drawing in the making.
pub(super) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

impl<'a> Canvas<'a> {
    /// An empty one, which draws into the text.
    pub(super) fn new(into: &'a mut String, size: (u32, u32)) -> Self {
        Self { area: SVGBackend::with_string(into, size).into_drawing_area() }
    }

    fn draw<E>(&self, element: &E)
    where
        for<'e> &'e E: PointCollection<'e, Point>,
        E: Drawable<SVGBackend<'a>>,
    {
        let drawn = self.area.draw(element);
        // It is written to memory.
        debug_assert!(drawn.is_ok());
    }

    /// A line from point to point.
    pub(super) fn line(&self, points: impl IntoIterator<Item = Point>, paint: Paint, width: u32) {
        let points: Vec<Point> = points.into_iter().collect();
        self.draw(&PathElement::new(points, stroke(paint, width)));
    }

    /// A line of dashes. The library would draw each dash by itself; this is one line that
    /// [`compact`] makes dashes of.
    pub(super) fn dashes(&self, points: &[Point], paint: Paint) {
        self.line(points.iter().copied(), paint, DASHED);
    }

    /// A filled rectangle.
    pub(super) fn block(&self, from: Point, to: Point, paint: Paint, alpha: f64) {
        let style = paint.placeholder().mix(alpha).filled();
        self.draw(&Rectangle::new([from, to], style));
    }

    /// The outline of a rectangle.
    pub(super) fn frame(&self, from: Point, to: Point, paint: Paint) {
        let ((x0, y0), (x1, y1)) = (from, to);
        self.line([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], paint, 1);
    }

    /// A mark, on ground of its own.
    pub(super) fn mark(&self, (x, y): Point, shape: Shape, paint: Paint) {
        let polygon = |corners: &[Point]| {
            let corners: Vec<Point> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            self.draw(&Polygon::new(corners, paint.placeholder().filled()));
        };
        match shape {
            Shape::Disc => self.draw(&Circle::new((x, y), 5, paint.placeholder().filled())),
            Shape::Ring => {
                self.draw(&Circle::new((x, y), 4, Paint::Ground.placeholder().filled()));
                self.draw(&Circle::new((x, y), 4, stroke(paint, 2)));
            }
            Shape::Square => self.block((x - 4, y - 4), (x + 5, y + 5), paint, 1.0),
            Shape::Frame => {
                self.block((x - 4, y - 4), (x + 4, y + 4), Paint::Ground, 1.0);
                self.line(
                    [
                        (x - 4, y - 4),
                        (x + 4, y - 4),
                        (x + 4, y + 4),
                        (x - 4, y + 4),
                        (x - 4, y - 5),
                    ],
                    paint,
                    2,
                );
            }
            Shape::Diamond => polygon(&[(0, -6), (6, 0), (0, 6), (-6, 0)]),
            Shape::Up => polygon(&[(0, -6), (6, 5), (-6, 5)]),
            Shape::Down => polygon(&[(0, 6), (6, -5), (-6, -5)]),
            Shape::Cross => {
                self.line([(x - 4, y - 4), (x + 4, y + 4)], paint, 2);
                self.line([(x - 4, y + 4), (x + 4, y - 4)], paint, 2);
            }
        }
    }

    /// A line of text, its middle at the height of the point.
    pub(super) fn text(&self, at: Point, text: &str, lettering: Lettering) {
        let style = if lettering.bold { FontStyle::Bold } else { FontStyle::Normal };
        let style = TextStyle {
            font: (FontFamily::SansSerif, LETTER * LIBRARY_FACTOR, style).into(),
            color: lettering.paint.placeholder().to_backend_color(),
            pos: Pos::new(lettering.at, VPos::Center),
        };
        debug_assert!(matches!(style.font.get_transform(), FontTransform::None));
        self.draw(&Text::new(text.to_owned(), at, style));
    }
}

fn stroke(paint: Paint, width: u32) -> ShapeStyle {
    paint.placeholder().stroke_width(width)
}

impl Lettering {
    /// Ordinary text that begins at its point.
    pub(super) const PLAIN: Self = Self { paint: Paint::Ink, bold: false, at: HPos::Left };
    /// The same for what is beside the point.
    pub(super) const SOFT: Self = Self { paint: Paint::Soft, ..Self::PLAIN };

    /// Its point in the middle.
    pub(super) const fn centred(self) -> Self {
        Self { at: HPos::Center, ..self }
    }

    /// Its point at the end.
    pub(super) const fn to_the_left(self) -> Self {
        Self { at: HPos::Right, ..self }
    }
}

/// How letters are set in all of a drawing.
pub(super) const LETTERS: &str = "font-family=\"sans-serif\" font-size=\"12.5\"";

/// The drawing without what the library writes into every element, and with dashes.
pub(super) fn compact(drawn: &str) -> String {
    drawn.replace(" opacity=\"1\"", "").replace(&format!(" {LETTERS}"), "").replace(
        &format!("stroke-width=\"{DASHED}\""),
        "stroke-width=\"1.5\" stroke-dasharray=\"5 4\"",
    )
}

/// About how wide a line of text is, in pixels: nobody knows the reader's letters.
pub(super) fn width(text: &str) -> i32 {
    let letter = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '|' | '\'' | '(' | ')' | '[' | ']' => 0.36,
        ' ' | 'f' | 'r' | 't' | '/' | '-' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.92,
        c if c.is_ascii_uppercase() => 0.70,
        c if c.is_ascii() => 0.60,
        _ => 0.75,
    };
    (text.chars().map(letter).sum::<f64>() * LETTER).ceil() as i32
}

/// The beginning of a text that is no wider than that.
pub(super) fn shortened(text: &str, most: i32) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        if width(&short) + 2 * LETTER as i32 > most {
            break;
        }
        short.push(c);
    }
    format!("{}…", short.trim_end())
}
