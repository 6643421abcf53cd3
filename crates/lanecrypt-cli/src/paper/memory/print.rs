//! The same as tables.

use super::report::Report;
use crate::bench::{print_machine, significant, size};
use crate::failure::Failure;
use crate::output::{Output, table};

/// The part of the time from which on other programs are worth a line.
const DISTURBED: f64 = 0.02;

impl Report {
    /// Prints the comparison.
    pub(crate) fn print(&self, out: &mut Output) -> Result<(), Failure> {
        print_machine(out)?;
        self.about.print(out)?;
        self.remarks(out)?;
        self.what(out)?;
        self.rows(out)
    }

    /// What is to be remarked of the paper's rows, and those that it does not have.
    fn remarks(&self, out: &mut Output) -> Result<(), Failure> {
        let Some(most) = self.tables.iter().max_by_key(|table| table.rows.len()) else {
            return Ok(());
        };
        for row in &most.rows {
            if let Some(remark) = row.remark {
                out.line(format!("{}: {remark}.", row.cipher))?;
            }
            for (index, table) in self.tables.iter().enumerate() {
                if self.published(index, row.cipher).is_none() {
                    out.line(format!("{} has no row for {}.", table.table, row.cipher))?;
                }
            }
        }
        Ok(())
    }

    /// How it was measured here, and what limits it.
    fn what(&self, out: &mut Output) -> Result<(), Failure> {
        let m = &self.measured;
        let (block, cache) = (size(m.block_bytes), size(m.cache_bytes));
        out.line("")?;
        out.line(format!(
            "Here: one thread, one key, ECB in place; {block} encrypted {} times, 10^6 bits a \
             second of wall time; beside it {cache}, which stay in cache (median).",
            m.passes
        ))?;
        out.line(format!(
            "Memory is the limit of fast ciphers: an exclusive or with a constant instead of a \
             cipher makes {:.0} Mbit/s ({} GB/s) of {block}\nand {:.0} Mbit/s of {cache}. The \
             nearer \"of xor\" is to 100 %, the more a figure is the memory's and not the \
             cipher's. Verified against known answers first.",
            m.without_cipher_megabits_per_second,
            significant(m.without_cipher_megabits_per_second / 8e3),
            m.without_cipher_cache_megabits_per_second,
        ))
    }

    /// A line for every cipher in every way; what was published stands on the first of a cipher.
    fn rows(&self, out: &mut Output) -> Result<(), Failure> {
        let m = &self.measured;
        let (block, cache) = (size(m.block_bytes), size(m.cache_bytes));
        let published: Vec<String> =
            self.tables.iter().map(|table| format!("{} *", table.platform)).collect();
        let mut header = vec![
            "Mbit/s",
            "variant",
            "backend",
            "lanes",
            &block,
            "of xor",
            "waited",
            &cache,
            "cycles/byte",
        ];
        header.extend(published.iter().map(String::as_str));
        out.line("")?;
        let mut table = table(&header, 3..header.len());
        let mut last = "";
        for row in &m.rows {
            let first = row.cipher != last;
            last = row.cipher;
            let mut cells = vec![
                if first { row.cipher.to_owned() } else { String::new() },
                row.variant.to_owned(),
                if row.variant == "lanes" { row.backend.to_owned() } else { "-".to_owned() },
                row.lanes.to_string(),
                format!("{:.0}{}", row.megabits_per_second, if row.whole { "" } else { "+" }),
                percent(row.part_of_without_cipher),
                row.waited_part().map_or_else(|| "?".to_owned(), percent),
                format!("{:.0}", row.cache_megabits_per_second.median),
                row.cache_cycles_per_byte
                    .map_or_else(|| "?".to_owned(), |cycles| significant(cycles.median)),
            ];
            for index in 0..self.tables.len() {
                cells.push(match self.published(index, row.cipher) {
                    Some(rate) if first => rate.to_string(),
                    None if first => "-".to_owned(),
                    _ => String::new(),
                });
            }
            table.add_row(cells);
        }
        out.line(table.trim_fmt())?;
        out.line("* published: the paper's tables 1 to 5, in this order")?;
        if m.rows.iter().any(|row| row.waited_part().is_some_and(|part| part > DISTURBED)) {
            out.line(format!(
                "\"waited\": other programs had the processor for that part of the time, and the \
                 figure of {block} is lower by it; those of {cache} are medians of short samples."
            ))?;
        }
        if m.rows.iter().any(|row| !row.whole) {
            out.line(format!(
                "+ so slow over lanes that only a part of {block} was encrypted, once"
            ))?;
        }
        Ok(())
    }
}

/// A part of one in hundredths.
fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}
