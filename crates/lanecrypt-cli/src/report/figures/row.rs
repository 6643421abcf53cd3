//! Rows of figures.

use crate::format::significant;
use crate::measure::statistics::Quartiles;
use crate::report::figure::{FigureRow, Look};

/// A row of a figure with a median and quartiles.
pub(super) fn row(label: String, value: Quartiles, look: Look, remark: &str) -> FigureRow {
    let text = join(&significant(value.median), remark);
    FigureRow { label, value: Some((value.q1, value.median, value.q3)), look, text }
}

/// A row of a figure with a number.
pub(super) fn number(label: String, value: f64, look: Look, remark: &str) -> FigureRow {
    let text = join(&significant(value), remark);
    FigureRow { label, value: Some((value, value, value)), look, text }
}

/// A row of a figure without a number.
pub(super) fn nothing(label: String, why: &str, look: Look) -> FigureRow {
    FigureRow { label, value: None, look, text: why.to_owned() }
}

fn join(number: &str, remark: &str) -> String {
    if remark.is_empty() { number.to_owned() } else { format!("{number} {remark}") }
}
