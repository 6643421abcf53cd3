//! Drawing with the few shapes that figures consist of.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, Drawable, PathElement, PointCollection, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontFamily, FontStyle, FontTransform, ShapeStyle, TextStyle};

use super::palette::Paint;

/// A point, in pixels from the upper left corner.
pub(super) type Point = (i32, i32);

/// The shape of a mark. Shapes can be told apart without colours.
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

/// The shapes of several series, in order.
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

/// The style of text.
#[derive(Clone, Copy)]
pub(super) struct Lettering {
    pub(super) paint: Paint,
    pub(super) bold: bool,
    /// The alignment: the text begins at the point, is centred on it, or ends there.
    pub(super) at: HPos,
}

/// The size of text in pixels. Figures are never shown smaller than nine tenths of it.
pub(super) const LETTER: f64 = 12.5;

/// The line width that marks dashed lines. No other line has it.
const DASHED: u32 = 9;

/// The drawing library divides font sizes by this.
const LIBRARY_FACTOR: f64 = 1.24;

/// A canvas.
pub(super) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

impl<'a> Canvas<'a> {
    /// An empty canvas, which writes to a string.
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

    /// Draws a line through points.
    pub(super) fn line(&self, points: impl IntoIterator<Item = Point>, paint: Paint, width: u32) {
        let points: Vec<Point> = points.into_iter().collect();
        self.draw(&PathElement::new(points, stroke(paint, width)));
    }

    /// Draws a dashed line. The library would draw each dash as its own line; this is one line, which
    /// [`compact`] makes dashed.
    pub(super) fn dashes(&self, points: &[Point], paint: Paint) {
        self.line(points.iter().copied(), paint, DASHED);
    }

    /// Draws a filled rectangle.
    pub(super) fn block(&self, from: Point, to: Point, paint: Paint, alpha: f64) {
        let style = paint.placeholder().mix(alpha).filled();
        self.draw(&Rectangle::new([from, to], style));
    }

    /// Draws the outline of a rectangle.
    pub(super) fn frame(&self, from: Point, to: Point, paint: Paint) {
        let ((x0, y0), (x1, y1)) = (from, to);
        self.line([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], paint, 1);
    }

    /// Draws a mark on a background.
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

    /// Draws a line of text. The point is at half its height.
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
    /// Ordinary text, which begins at its point.
    pub(super) const PLAIN: Self = Self { paint: Paint::Ink, bold: false, at: HPos::Left };
    /// Less important text, which begins at its point.
    pub(super) const SOFT: Self = Self { paint: Paint::Soft, ..Self::PLAIN };

    /// The text is centred on its point.
    pub(super) const fn centred(self) -> Self {
        Self { at: HPos::Center, ..self }
    }

    /// The text ends at its point.
    pub(super) const fn to_the_left(self) -> Self {
        Self { at: HPos::Right, ..self }
    }
}

/// The font attributes of a whole drawing.
pub(super) const LETTERS: &str = "font-family=\"sans-serif\" font-size=\"12.5\"";

/// The drawing without the attributes that the library repeats in every element, and with dashes.
pub(super) fn compact(drawn: &str) -> String {
    drawn.replace(" opacity=\"1\"", "").replace(&format!(" {LETTERS}"), "").replace(
        &format!("stroke-width=\"{DASHED}\""),
        "stroke-width=\"1.5\" stroke-dasharray=\"5 4\"",
    )
}

/// The approximate width of a line of text in pixels. The font of the reader is not known.
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

/// The beginning of a text, at most this wide.
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
