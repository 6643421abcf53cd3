//! The comparison as tables.

use super::ciphers::MESSAGE;
use super::lines;
use super::report::{InstructionsReport, SpeedClaim};
use crate::failure::Failure;
use crate::format::{cells, significant, size};
use crate::machine;
use crate::measure::instructions::{Class, Cost, Instructions, Mix, Width};
use crate::output::{Output, table};

impl InstructionsReport {
    /// Prints the comparison.
    pub(crate) fn print(&self, out: &mut Output) -> Result<(), Failure> {
        machine::print(out)?;
        self.about.print(out)?;
        out.line("")?;
        match self.table.nothing() {
            Some(reason) => {
                out.line(format!("Single instructions were not measured: {reason}."))?
            }
            None => self.single(out)?,
        }
        self.ciphers(out)?;
        self.steps(out)?;
        self.lines(out)
    }

    /// Single instructions.
    fn single(&self, out: &mut Output) -> Result<(), Failure> {
        out.line(format!(
            "Here: loops in assembly, which the compiler cannot change. Medians of {} samples of {} \
             microseconds, interleaved. The clock\nwas read next to every sample ({} GHz).",
            self.samples,
            self.sample_microseconds,
            self.table.clock_ghz().map_or_else(|| "?".to_owned(), |clock| format!("{clock:.2}")),
        ))?;
        costs(&self.table, out)?;
        mixes(&self.table, out)?;
        pairs(&self.table, out)?;
        self.replaced(out)?;
        self.claims(out)
    }

    /// The comparison of the paper.
    fn replaced(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line(
            "Table 2, extended: how many times faster a vector instruction is than ordinary instructions \
             of 32 bits (in brackets: of 64 bits) for the same work",
        )?;
        let mut header = vec!["instruction", "", "ordinary", "published"];
        header.extend(Width::VECTORS.map(Width::name));
        let mut table = table(&header, 4..header.len());
        for row in &self.table_2 {
            let mut cells: Vec<String> =
                [row.operation, row.does, row.ordinary, row.published].map(str::to_owned).into();
            cells.extend(Width::VECTORS.map(|width| {
                match row.replaced.iter().find(|one| one.width == width) {
                    None => "-".to_owned(),
                    Some(one) => {
                        let other =
                            one.times_as_fast_as_64_bits.map_or("?".to_owned(), significant);
                        let mark = mark(one.width, one.set);
                        format!("{} ({other}){mark}", significant(one.times_as_fast_as_32_bits))
                    }
                }
            }));
            table.add_row(cells);
        }
        out.line(table.trim_fmt())
    }

    /// The claims in the text of the paper.
    fn claims(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line("Claims of the paper, and the same measured here")?;
        let mut table = table(&["claim", "published", "here", "compared with"], []);
        let mut last = "";
        for SpeedClaim { claim, published, here, compared } in &self.claims {
            let here = match here {
                None => "-".to_owned(),
                Some((least, most)) if significant(*least) == significant(*most) => {
                    significant(*least)
                }
                Some((least, most)) => {
                    format!("{} to {}", significant(*least), significant(*most))
                }
            };
            table.add_row([if *claim == last { "" } else { claim }, published, &here, compared]);
            last = claim;
        }
        out.line(table.trim_fmt())
    }

    /// Modes of AES.
    fn ciphers(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line(format!(
            "Table 5: AES-128 with ready keys, {} in the caches, in place; verified against FIPS 197 and \
             against the tables",
            size(MESSAGE)
        ))?;
        let header = [
            "mode",
            "",
            "by",
            "backend",
            "published",
            "cycles/block",
            "",
            "cycles/byte",
            "over ordinary",
        ];
        let mut table = table(&header, [5, 7, 8]);
        for row in &self.table_5 {
            let (cycles, range) = cells(row.cycles_per_block);
            table.add_row([
                row.way.mode.name(),
                row.way.direction.name(),
                row.way.by,
                row.way.backend.unwrap_or("-"),
                row.published,
                &cycles,
                &range,
                &cells(row.cycles_per_byte).0,
                &row.times_ordinary.map_or_else(|| "?".to_owned(), significant),
            ]);
        }
        out.line(table.trim_fmt())?;
        out.line(
            "In CBC encryption of one message, each block waits for the block before it: ten rounds, with \
             the latency above, and an exclusive or.",
        )
    }

    /// The steps of AES.
    fn steps(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line("Table 6: cycles of steps of AES-128, for independent steps and in a chain")?;
        let header = ["step", "by", "published", "independent", "in a chain"];
        let mut table = table(&header, [3, 4]);
        for row in &self.table_6 {
            let cell = |cycles: Option<f64>| cycles.map_or_else(|| "-".to_owned(), significant);
            table.add_row([
                row.step.step,
                row.step.by,
                row.published,
                &cell(row.cycles),
                &cell(row.cycles_in_chain),
            ]);
        }
        out.line(table.trim_fmt())
    }

    /// AEADs.
    fn lines(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line(format!(
            "AEADs, cycles per byte: one message of {} under a ready key, and a batch of {} messages with \
             their own keys",
            size(lines::MESSAGE),
            lines::BATCH
        ))?;
        let header = ["cipher", "backend", "published", "one message", "", "batch", ""];
        let mut table = table(&header, [2, 3, 5]);
        for row in &self.authenticated {
            let published = match row.published_cycles_per_byte {
                Some(cycles) => format!("{cycles}"),
                None => "not in the paper".to_owned(),
            };
            let (one, of_one) = cells(row.cycles_per_byte);
            let (batch, of_batch) = cells(row.batch_cycles_per_byte);
            table.add_row([row.cipher, row.backend, &published, &one, &of_one, &batch, &of_batch]);
        }
        out.line(table.trim_fmt())
    }
}

/// The costs of instructions.
fn costs(instructions: &Instructions, out: &mut Output) -> Result<(), Failure> {
    out.line("")?;
    out.line(
        "Cycles between the starts of independent instructions; in brackets the latency in cycles",
    )?;
    let mut header = vec!["instruction"];
    header.extend(Width::ALL.map(Width::name));
    let mut table = table(&header, 1..header.len());
    for class in Class::ALL {
        let mut cells = vec![class.name().to_owned()];
        for width in Width::ALL {
            cells.push(match instructions.of(class, width) {
                None => "-".to_owned(),
                Some(cost) => cell(width, cost),
            });
        }
        table.add_row(cells);
    }
    out.line(table.trim_fmt())?;
    out.line(
        "-    the instruction does not exist, or this processor does not have it\n\
         (-)  the latency is not measured\n\
         *    the instruction needs AVX-512, whatever the length of the registers\n\
         \"rotate by shifts\" and \"AES-128 next key\" are sequences that count as one instruction",
    )
}

/// The cell of an instruction.
fn cell(width: Width, cost: Cost) -> String {
    let latency = cost.latency.map_or_else(|| "-".to_owned(), |latency| format!("{latency:.1}"));
    format!("{:.2} ({latency}){}", cost.per_instruction, mark(width, cost.set))
}

/// The mark of shorter registers whose instruction needs AVX-512.
fn mark(width: Width, set: &str) -> &'static str {
    match width != Width::Zmm && set.starts_with("AVX-512") {
        true => "*",
        false => "",
    }
}

/// The number of instructions of several kinds that start in a cycle.
fn mixes(instructions: &Instructions, out: &mut Output) -> Result<(), Failure> {
    out.line("")?;
    out.line("Instructions that start in a cycle: several kinds, interleaved, all independent")?;
    let widths = [Width::Ordinary64, Width::Ymm, Width::Zmm];
    let mut header = vec!["instructions"];
    header.extend(widths.map(Width::name));
    let mut table = table(&header, 1..header.len());
    for mix in Mix::SEVERAL {
        let mut cells = vec![mix.name()];
        cells.extend(widths.map(|width| rate(instructions, mix, width)));
        table.add_row(cells);
    }
    out.line(table.trim_fmt())
}

/// The number of instructions of two kinds that start in a cycle.
fn pairs(instructions: &Instructions, out: &mut Output) -> Result<(), Failure> {
    for width in [Width::Ymm, Width::Zmm] {
        let [first, second, ..] = Class::PAIRED;
        if instructions.mix(Mix::Pair(first, second), width).is_none() {
            continue;
        }
        out.line("")?;
        out.line(format!(
            "Instructions that start in a cycle: two kinds, interleaved, registers of {} bits; on the \
             diagonal one kind alone.\nThe same number as for one kind alone means that the two kinds \
             share all ports. A larger number means that they do not.",
            width.bits()
        ))?;
        let mut header = vec![""];
        header.extend(Class::PAIRED.map(Class::name));
        let mut table = table(&header, 1..header.len());
        for (index, class) in Class::PAIRED.into_iter().enumerate() {
            let mut cells = vec![class.name().to_owned()];
            cells.extend(Class::PAIRED[..index].iter().map(|_| String::new()));
            cells.push(instructions.of(class, width).map_or_else(
                || "-".to_owned(),
                |cost| format!("{:.2}", 1.0 / cost.per_instruction),
            ));
            for &other in &Class::PAIRED[index + 1..] {
                cells.push(rate(instructions, Mix::Pair(class, other), width));
            }
            table.add_row(cells);
        }
        out.line(table.trim_fmt())?;
    }
    Ok(())
}

/// The number of instructions of a mix that start in a cycle.
fn rate(instructions: &Instructions, mix: Mix, width: Width) -> String {
    instructions.mix(mix, width).map_or_else(|| "-".to_owned(), |one| format!("{:.2}", 1.0 / one))
}
