//! A paper's tables with the figures of this machine beside them.

use serde::Serialize;

use super::ciphers::CipherRow;
use super::data::{Operation, Tables};
use super::lines::LineRow;
use super::steps::StepRow;
use crate::measure::instructions::{Instructions, Width};
use crate::measure::sampling::Plan;
use crate::paper::{About, ILLEGIBLE, Paper};

/// All of it, in numbers.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    #[serde(flatten)]
    pub(super) about: About,
    /// Samples of each loop of an instruction.
    pub(super) samples: usize,
    /// The length of a sample.
    pub(super) sample_microseconds: u128,
    /// What each instruction costs.
    pub(super) table: Instructions,
    /// The paper's Table 2, with AVX2 and AVX-512.
    pub(super) table_2: Vec<ReplacedRow>,
    pub(super) claims: Vec<ClaimReport>,
    /// Its Table 5.
    pub(super) table_5: Vec<CipherRow>,
    /// Its Table 6.
    pub(super) table_6: Vec<StepRow>,
    /// Authenticated ciphers.
    pub(super) authenticated: Vec<LineRow>,
}

/// What was measured.
pub(super) struct Measured {
    /// Every instruction.
    pub(super) instructions: Instructions,
    /// How they were sampled.
    pub(super) plan: Plan,
    /// AES in modes.
    pub(super) ciphers: Vec<CipherRow>,
    /// The steps of AES.
    pub(super) steps: Vec<StepRow>,
    /// Authenticated ciphers.
    pub(super) lines: Vec<LineRow>,
}

/// How many ordinary instructions a vector instruction replaces, by the cycles between the starts
/// of independent ones.
#[derive(Debug, Serialize)]
pub(super) struct ReplacedRow {
    pub(super) operation: &'static str,
    pub(super) does: &'static str,
    pub(super) ordinary: &'static str,
    /// What stands in the paper's table.
    pub(super) published: &'static str,
    pub(super) replaced: Vec<Replaced>,
}

/// The same for one width.
#[derive(Debug, Serialize)]
pub(super) struct Replaced {
    pub(super) width: Width,
    /// The instruction sets that the vector instruction is of.
    pub(super) set: &'static str,
    /// Ordinary instructions of 32 bits that do as much in the same time: those that it replaces
    /// by its width, times what one of them takes, over what it takes.
    pub(super) times_as_fast_as_32_bits: f64,
    /// The same with ordinary instructions of 64 bits.
    pub(super) times_as_fast_as_64_bits: Option<f64>,
}

/// Something that the paper says in its text, and what it is here.
#[derive(Debug, Serialize)]
pub(super) struct ClaimReport {
    pub(super) claim: &'static str,
    pub(super) published: String,
    /// The least and the most of the paper's operations.
    pub(super) here: Option<(f64, f64)>,
    pub(super) compared: String,
}

impl Report {
    /// A paper beside what was measured.
    pub(super) fn new(paper: &'static Paper, tables: &'static Tables, measured: Measured) -> Self {
        let Measured { instructions, plan, ciphers, steps, lines } = measured;
        let rows: Vec<ReplacedRow> =
            tables.operations.iter().map(|operation| operation.report(&instructions)).collect();
        let claims = claims(tables, &rows);
        Self {
            about: About::of(paper),
            samples: plan.samples,
            sample_microseconds: plan.sample_time.as_micros(),
            table: instructions,
            table_2: rows,
            claims,
            table_5: ciphers,
            table_6: steps,
            authenticated: lines,
        }
    }
}

impl Operation {
    fn report(&self, instructions: &Instructions) -> ReplacedRow {
        let replaced = |width: Width| {
            let vector = instructions.of(self.vector, width)?;
            let faster = |ordinary: Width| {
                let one = instructions.of(self.ordinary, ordinary)?.per_instruction;
                let replaced = f64::from(width.bits() / ordinary.bits());
                Some(replaced * one / vector.per_instruction)
            };
            Some(Replaced {
                width,
                set: vector.set,
                times_as_fast_as_32_bits: faster(Width::Ordinary32)?,
                times_as_fast_as_64_bits: faster(Width::Ordinary64),
            })
        };
        ReplacedRow {
            operation: self.name,
            does: self.vector.name(),
            ordinary: self.ordinary.name(),
            published: if self.in_paper { ILLEGIBLE } else { "not in the paper" },
            replaced: Width::VECTORS.into_iter().filter_map(replaced).collect(),
        }
    }
}

/// What the text says of Table 2.
fn claims(tables: &Tables, rows: &[ReplacedRow]) -> Vec<ClaimReport> {
    let in_paper =
        || tables.operations.iter().zip(rows).filter(|(operation, _)| operation.in_paper);
    let names: Vec<_> = in_paper().map(|(operation, _)| operation.name).collect();
    let names = names.join(", ");
    let over = |width: Width, bits: u32| {
        let factors: Vec<f64> = in_paper()
            .filter_map(|(_, row)| row.replaced.iter().find(|one| one.width == width))
            .filter_map(|one| match bits {
                32 => Some(one.times_as_fast_as_32_bits),
                _ => one.times_as_fast_as_64_bits,
            })
            .collect();
        let least = factors.iter().copied().reduce(f64::min)?;
        let most = factors.iter().copied().reduce(f64::max)?;
        Some((least, most))
    };
    let mut claims = vec![ClaimReport {
        claim: "one SSE2 instruction does what takes ordinary ones of 32 bits",
        published: format!("at least {} of them", tables.at_least),
        here: over(Width::Xmm, 32).map(|_| {
            let replaced = f64::from(Width::Xmm.bits() / Width::Ordinary32.bits());
            (replaced, replaced)
        }),
        compared: "by the width of the registers".to_owned(),
    }];
    for width in Width::VECTORS {
        for bits in [32, 64] {
            let published = match (width, bits) {
                (Width::Xmm, 32) => format!("more than {} times as fast", tables.more_than),
                _ => "-".to_owned(),
            };
            claims.push(ClaimReport {
                claim: match width {
                    Width::Xmm => "SSE2 instructions over ordinary ones",
                    Width::Ymm => "the same with AVX2",
                    _ => "the same with AVX-512",
                },
                published,
                here: over(width, bits),
                compared: format!(
                    "cycles for the same work, ordinary ones of {bits} bits: {names}"
                ),
            });
        }
    }
    claims
}
