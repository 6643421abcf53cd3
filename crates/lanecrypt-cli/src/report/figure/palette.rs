//! Colours. Drawings have placeholders, which are replaced by properties of the page or by colours.

use std::fmt::Write;

use plotters::style::RGBColor;

/// The meaning of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Text and axes.
    Ink,
    /// Less important text.
    Soft,
    /// Lines of a grid.
    Grid,
    /// The background.
    Ground,
    /// Published numbers.
    Published,
    /// The series of this index. Colours repeat if there are more series.
    Mark(usize),
    /// Lanecrypt is faster.
    Faster,
    /// No difference.
    Same,
    /// Lanecrypt is slower.
    Slower,
}

/// The source of colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colours {
    /// Properties of the page, which follow the reader's choice of light or dark.
    Page,
    /// Fixed colours for a light background.
    #[cfg(any(test, feature = "png"))]
    Light,
}

/// The number of colours of series.
pub(crate) const MARKS: usize = 8;

/// Name, colour on a light background, colour on a dark background. The colours can be told apart with
/// the common kinds of colour blindness; shapes and dashes differ, too.
const COLOURS: [(&str, &str, &str); 8 + MARKS] = [
    ("ink", "#1c2330", "#e6e9ef"),
    ("soft", "#5b6675", "#a3adba"),
    ("grid", "#dfe3e9", "#2f3845"),
    ("ground", "#ffffff", "#161b23"),
    ("mark-published", "#6b7280", "#9aa4b2"),
    ("mark-faster", "#0b63a5", "#62aeea"),
    ("mark-same", "#6b7280", "#9aa4b2"),
    ("mark-slower", "#bf4a0a", "#f2935a"),
    ("mark-1", "#0b63a5", "#62aeea"),
    ("mark-2", "#bf4a0a", "#f2935a"),
    ("mark-3", "#0a7a5a", "#45c9a0"),
    ("mark-4", "#8b45a0", "#cb98e0"),
    ("mark-5", "#876600", "#dcbf45"),
    ("mark-6", "#b3246b", "#f086b8"),
    ("mark-7", "#1f7f95", "#6fd0e6"),
    ("mark-8", "#515a66", "#b4bcc8"),
];

impl Paint {
    fn index(self) -> usize {
        match self {
            Self::Ink => 0,
            Self::Soft => 1,
            Self::Grid => 2,
            Self::Ground => 3,
            Self::Published => 4,
            Self::Faster => 5,
            Self::Same => 6,
            Self::Slower => 7,
            Self::Mark(index) => 8 + index % MARKS,
        }
    }

    /// The placeholder as the value of an attribute.
    pub(super) fn attribute(self) -> String {
        let RGBColor(red, green, blue) = self.placeholder();
        format!("\"#{red:02X}{green:02X}{blue:02X}\"")
    }

    /// The placeholder: a colour that no drawing has otherwise.
    pub(super) fn placeholder(self) -> RGBColor {
        RGBColor(0xfe, 0xdc, self.index() as u8)
    }
}

/// Replaces placeholders by colours.
pub(super) fn paint(drawing: &str, colours: Colours) -> String {
    let mut painted = drawing.to_owned();
    for (index, (name, _light, _)) in COLOURS.iter().enumerate() {
        let placeholder = format!("\"#FEDC{index:02X}\"");
        let colour = match colours {
            Colours::Page => format!("\"var(--{name})\""),
            #[cfg(any(test, feature = "png"))]
            Colours::Light => format!("\"{_light}\""),
        };
        painted = painted.replace(&placeholder, &colour);
    }
    painted
}

/// The properties for light and dark backgrounds, as a style sheet.
pub(crate) fn style_sheet() -> String {
    let mut sheet = ":root{color-scheme:light dark".to_owned();
    // Writing to text cannot fail.
    for (name, light, _) in COLOURS {
        let _ = write!(sheet, ";--{name}:{light}");
    }
    sheet.push_str("}\n@media (prefers-color-scheme:dark){:root{color-scheme:dark");
    for (name, _, dark) in COLOURS {
        let _ = write!(sheet, ";--{name}:{dark}");
    }
    sheet.push_str("}}\n");
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours (WCAG 2, 1.4.11).
    fn contrast(one: &str, other: &str) -> f64 {
        let luminance = |colour: &str| {
            let channel = |at: usize| {
                let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("two digits");
                let value = f64::from(value) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn all_but_the_grid_stand_out_on_both_grounds() {
        let (_, light_ground, dark_ground) = COLOURS[Paint::Ground.index()];
        for (name, light, dark) in COLOURS {
            if name != "ground" && name != "grid" {
                assert!(contrast(light, light_ground) >= 4.5, "{name} on light ground");
                assert!(contrast(dark, dark_ground) >= 4.5, "{name} on dark ground");
            }
        }
    }

    #[test]
    fn every_paint_has_a_colour_of_its_own_name() {
        let drawing = format!("<a b=\"#FEDC{:02X}\"/>", Paint::Mark(MARKS + 1).index());
        assert_eq!(paint(&drawing, Colours::Page), "<a b=\"var(--mark-2)\"/>");
        assert_eq!(paint(&drawing, Colours::Light), "<a b=\"#bf4a0a\"/>");
    }
}
