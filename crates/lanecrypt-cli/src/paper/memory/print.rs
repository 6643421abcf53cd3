//! The comparison as tables.

use super::report::MemoryReport;
use crate::failure::Failure;
use crate::format::{percent, significant, size};
use crate::machine;
use crate::output::{Output, table};

/// If other programs used the processor for a larger part of the time, a line says so.
const DISTURBED: f64 = 0.02;

impl MemoryReport {
    /// Prints the comparison.
    pub(crate) fn print(&self, out: &mut Output) -> Result<(), Failure> {
        machine::print(out)?;
        self.about.print(out)?;
        self.remarks(out)?;
        self.what(out)?;
        self.rows(out)
    }

    /// Remarks on the rows of the paper, and its missing rows.
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

    /// How it was measured here, and how memory limits it.
    fn what(&self, out: &mut Output) -> Result<(), Failure> {
        let m = &self.measured;
        let (block, cache) = (size(m.block_bytes), size(m.cache_bytes));
        out.line("")?;
        out.line(format!(
            "Here: one thread, one key, ECB in place. {block} encrypted {} times, in 10^6 bits per \
             second of wall time; next to it the median for {cache}, which stay in the caches.",
            m.passes
        ))?;
        out.line(format!(
            "Memory is the limit of fast ciphers: an exclusive or with a constant instead of a \
             cipher reaches {:.0} Mbit/s ({} GB/s) for {block}\nand {:.0} Mbit/s for {cache}. \
             If \"of xor\" is near 100 %, memory limits the rate, not the cipher. All ciphers were \
             verified against known answers.",
            m.without_cipher_megabits_per_second,
            significant(m.without_cipher_megabits_per_second / 8e3),
            m.without_cipher_cache_megabits_per_second,
        ))
    }

    /// A line for every cipher and variant. Published numbers stand in the first line of a cipher.
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
        out.line("* published in tables 1 to 5 of the paper, in this order")?;
        if m.rows.iter().any(|row| row.waited_part().is_some_and(|part| part > DISTURBED)) {
            out.line(format!(
                "waited: the part of the time in which other programs used the processor. The rate for \
                 {block} is lower because of it; the rate for {cache} is a median of short samples."
            ))?;
        }
        if m.rows.iter().any(|row| !row.whole) {
            out.line(format!("+ slow: only a part of {block} was encrypted, once"))?;
        }
        Ok(())
    }
}
