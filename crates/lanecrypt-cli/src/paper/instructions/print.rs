//! The same as tables.

use super::ciphers::MESSAGE;
use super::lines;
use super::report::{ClaimReport, Report};
use crate::bench::{cells, print_machine, significant, size};
use crate::failure::Failure;
use crate::measure::instructions::{Class, Cost, Instructions, Mix, Width};
use crate::output::{Output, table};

impl Report {
    /// Prints the comparison.
    pub(crate) fn print(&self, out: &mut Output) -> Result<(), Failure> {
        print_machine(out)?;
        self.about.print(out)?;
        out.line("")?;
        match self.table.nothing() {
            Some(reason) => out.line(format!("No single instructions measured: {reason}."))?,
            None => self.single(out)?,
        }
        self.ciphers(out)?;
        self.steps(out)?;
        self.lines(out)
    }

    /// Single instructions.
    fn single(&self, out: &mut Output) -> Result<(), Failure> {
        out.line(format!(
            "Here: assembly loops that the compiler cannot change; median of {} samples of {} \
             microseconds, taken in turns, by a clock\nread beside every sample ({} GHz).",
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

    /// The paper's comparison.
    fn replaced(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line(
            "Table 2, grown: ordinary instructions of 32 bits, and in brackets of 64 bits, that take \
             as long as the one that replaces them",
        )?;
        let mut header = vec!["operation", "", "for", "published"];
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

    /// What the paper's text says.
    fn claims(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line("What the paper says, and the same of this machine")?;
        let mut table = table(&["the paper", "published", "here", "what of ours"], []);
        let mut last = "";
        for ClaimReport { claim, published, here, compared } in &self.claims {
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

    /// AES in modes.
    fn ciphers(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line(format!(
            "Table 5: AES-128, round keys ready, {} in cache, in place; verified against FIPS 197 \
             and the tables first",
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
            "times ordinary",
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
            "CBC encryption of one message waits for every block: ten rounds of the latency above, and \
             an exclusive or.",
        )
    }

    /// The steps of AES.
    fn steps(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line(
            "Table 6: cycles for steps of AES-128, of many that do not depend on each other, and of a \
             chain",
        )?;
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

    /// Authenticated ciphers.
    fn lines(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line(format!(
            "Authenticated ciphers, cycles per byte: one message of {}, key ready; and {} of them at \
             once, a key for each",
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

/// What each instruction costs.
fn costs(instructions: &Instructions, out: &mut Output) -> Result<(), Failure> {
    out.line("")?;
    out.line(
        "Cycles between the starts of independent instructions, and in brackets from one to the one \
         that waits for it",
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
        "- no such instruction, or not in this processor; (-) no latency of its own\n\
         * in the encoding of AVX-512: registers of this width alone do not have it\n\
         \"rotate by shifts\" and \"AES-128 next key\" are sequences, counted as one",
    )
}

/// Both figures of an instruction.
fn cell(width: Width, cost: Cost) -> String {
    let latency = cost.latency.map_or_else(|| "-".to_owned(), |latency| format!("{latency:.1}"));
    format!("{:.2} ({latency}){}", cost.per_instruction, mark(width, cost.set))
}

/// Marks what registers of that width have in the encoding of AVX-512 only.
fn mark(width: Width, set: &str) -> &'static str {
    match width != Width::Zmm && set.starts_with("AVX-512") {
        true => "*",
        false => "",
    }
}

/// How many instructions of several kinds start in a cycle.
fn mixes(instructions: &Instructions, out: &mut Output) -> Result<(), Failure> {
    out.line("")?;
    out.line("Instructions that start in a cycle, of several kinds in turns, all independent")?;
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

/// How many instructions of two kinds start in a cycle.
fn pairs(instructions: &Instructions, out: &mut Output) -> Result<(), Failure> {
    for width in [Width::Ymm, Width::Zmm] {
        let [first, second, ..] = Class::PAIRED;
        if instructions.mix(Mix::Pair(first, second), width).is_none() {
            continue;
        }
        out.line("")?;
        out.line(format!(
            "The same of two kinds, registers of {} bits; on the diagonal one kind alone. As many as \
             of one alone: the two share all ports;\nmore: each has some that the other has not",
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

/// How many instructions of a mix start in a cycle.
fn rate(instructions: &Instructions, mix: Mix, width: Width) -> String {
    instructions.mix(mix, width).map_or_else(|| "-".to_owned(), |one| format!("{:.2}", 1.0 / one))
}
