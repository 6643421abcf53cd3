//! Numbers, sizes and ranges in tables.

use crate::measure::statistics::Quartiles;

/// The cells of a median and of its quartiles, in brackets.
pub(crate) fn cells(quartiles: Option<Quartiles>) -> (String, String) {
    match quartiles {
        None => ("?".to_owned(), String::new()),
        Some(Quartiles { q1, median, q3 }) => {
            (significant(median), format!("[{} {}]", significant(q1), significant(q3)))
        }
    }
}

/// A part of one as a percentage.
pub(crate) fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// A number with three significant digits, or with all digits before the point.
pub(crate) fn significant(value: f64) -> String {
    // Zero has no logarithm.
    let magnitude = value.abs().max(1e-12).log10().floor() as i32;
    let decimals = (2 - magnitude).max(0) as usize;
    format!("{value:.decimals$}")
}

/// A rounded number, with spaces between thousands.
pub(crate) fn rounded(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A number of bytes, in KiB or MiB where that is exact.
pub(crate) fn size(bytes: usize) -> String {
    const KIB: usize = 1 << 10;
    const MIB: usize = 1 << 20;
    match bytes {
        b if b >= MIB && b % MIB == 0 => format!("{} MiB", b / MIB),
        b if b >= KIB && b % KIB == 0 => format!("{} KiB", b / KIB),
        b => format!("{b} B"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_sizes_are_exact() {
        let shown: Vec<_> = [0.00012341, 0.1234, 1.234, 12.34, 1234.4].map(significant).into();
        assert_eq!(shown, ["0.000123", "0.123", "1.23", "12.3", "1234"]);
        assert_eq!([64, 1504, 16384, 1 << 20].map(size), ["64 B", "1504 B", "16 KiB", "1 MiB"]);
    }
}
