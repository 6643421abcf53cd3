//! The table.

use super::run::Measured;
use crate::failure::Failure;
use crate::machine::Machine;
use crate::measure::sampling::Plan;
use crate::measure::statistics::Quartiles;
use crate::output::{Output, table};

/// Prints what was measured on.
pub(crate) fn print_machine(out: &mut Output) -> Result<(), Failure> {
    let Machine { processor, architecture, system, .. } = Machine::this();
    out.line(format!(
        "lanecrypt {}, {}, {processor} ({architecture}, {system})",
        env!("CARGO_PKG_VERSION"),
        env!("LANECRYPT_COMPILER")
    ))
}

/// Prints what was measured and how.
pub(crate) fn print(measured: &[Measured], plan: Plan, out: &mut Output) -> Result<(), Failure> {
    let samples = measured.iter().map(|m| m.samples);
    let (fewest, most) = (samples.clone().min().unwrap_or(0), samples.max().unwrap_or(0));
    let taken = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
    print_machine(out)?;
    out.line(format!(
        "One thread. A call processes a batch of messages, each with an IV of its own that is loaded \
         within the timed call, and a fresh key that is\nset up there too; or the same key for all, \
         set up there; or one that is ready. Data in cache as far as it fits, enciphered in place\n\
         (opened into another place). Median of {taken} samples of {} ms or one call, taken in \
         turns, with quartiles in brackets. 1 GB is 10^9 bytes.\nCycles by a clock read beside every \
         sample. Verified against known answers and the reference variant or the portable backend.",
        plan.sample_time.as_millis()
    ))?;
    out.line("")?;

    let header = [
        "algorithm",
        "operation",
        "variant",
        "backend",
        "lanes",
        "size",
        "batch",
        "keys",
        "GB/s",
        "",
        "Gbit/s",
        "",
        "cycles/byte",
        "",
        "GHz",
    ];
    let mut table = table(&header, [4, 5, 6, 8, 10, 12, 14]);
    for m in measured {
        let (gb, gb_range) = cells(Some(m.gigabytes_per_second));
        let (gbit, gbit_range) = cells(Some(m.gigabits_per_second()));
        let (cycles, cycles_range) = cells(m.cycles_per_byte);
        table.add_row([
            m.row.entry.algorithm.to_owned(),
            m.row.entry.operation.to_owned(),
            m.variant_label(),
            m.row.backend.to_string(),
            m.lanes.to_string(),
            size(m.row.bytes),
            m.row.batch.to_string(),
            m.keys.name().to_owned(),
            gb,
            gb_range,
            gbit,
            gbit_range,
            cycles,
            cycles_range,
            m.clock_ghz.map_or_else(|| "?".to_owned(), |clock| format!("{clock:.2}")),
        ]);
    }
    out.line(table.trim_fmt())
}

/// A median, and the quartiles in brackets.
pub(crate) fn cells(quartiles: Option<Quartiles>) -> (String, String) {
    match quartiles {
        None => ("?".to_owned(), String::new()),
        Some(Quartiles { q1, median, q3 }) => {
            (significant(median), format!("[{} {}]", significant(q1), significant(q3)))
        }
    }
}

/// Three digits, or all before the point.
pub(crate) fn significant(value: f64) -> String {
    // Zero has no first digit; anything tiny serves.
    let magnitude = value.abs().max(1e-12).log10().floor() as i32;
    let decimals = (2 - magnitude).max(0) as usize;
    format!("{value:.decimals$}")
}

/// In KiB and MiB where that is exact.
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
