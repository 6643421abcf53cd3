//! The tables of a paper and the results of this machine, in numbers.

use serde::Serialize;

use super::ciphers::CipherRow;
use super::data::{Replacement, Tables};
use super::lines::LineRow;
use super::steps::StepRow;
use crate::measure::instructions::{Instructions, Width};
use crate::measure::sampling::Plan;
use crate::paper::publication::{About, ILLEGIBLE, Publication};

/// The comparison.
#[derive(Debug, Serialize)]
pub(crate) struct InstructionsReport {
    #[serde(flatten)]
    pub(super) about: About,
    /// The number of samples of each loop.
    pub(super) samples: usize,
    /// The length of a sample.
    pub(super) sample_microseconds: u128,
    /// The costs of instructions.
    pub(super) table: Instructions,
    /// Table 2 of the paper, with AVX2 and AVX-512.
    pub(super) table_2: Vec<ReplacedRow>,
    pub(super) claims: Vec<SpeedClaim>,
    /// Table 5 of the paper.
    pub(super) table_5: Vec<CipherRow>,
    /// Table 6 of the paper.
    pub(super) table_6: Vec<StepRow>,
    /// AEADs.
    pub(super) authenticated: Vec<LineRow>,
}

/// The measurements.
pub(super) struct Measurements {
    /// The costs of instructions.
    pub(super) instructions: Instructions,
    /// How instructions were sampled.
    pub(super) plan: Plan,
    /// Modes of AES.
    pub(super) ciphers: Vec<CipherRow>,
    /// The steps of AES.
    pub(super) steps: Vec<StepRow>,
    /// AEADs.
    pub(super) lines: Vec<LineRow>,
}

/// How many ordinary instructions a vector instruction replaces, from the cycles between the starts of
/// independent instructions.
#[derive(Debug, Serialize)]
pub(super) struct ReplacedRow {
    pub(super) operation: &'static str,
    pub(super) does: &'static str,
    pub(super) ordinary: &'static str,
    /// The text for the published number.
    pub(super) published: &'static str,
    pub(super) replaced: Vec<Replaced>,
}

/// The comparison for one width.
#[derive(Debug, Serialize)]
pub(super) struct Replaced {
    pub(super) width: Width,
    /// The instruction set of the vector instruction.
    pub(super) set: &'static str,
    /// The ratio to the speed of ordinary instructions of 32 bits: the number of them that do the same
    /// work, times the cycles of one of them, over the cycles of the vector instruction.
    pub(super) times_as_fast_as_32_bits: f64,
    /// The same ratio for ordinary instructions of 64 bits.
    pub(super) times_as_fast_as_64_bits: Option<f64>,
}

/// A claim of the paper, and the result here.
#[derive(Debug, Serialize)]
pub(super) struct SpeedClaim {
    pub(super) claim: &'static str,
    pub(super) published: String,
    /// The smallest and the largest result over the operations of the paper.
    pub(super) here: Option<(f64, f64)>,
    pub(super) compared: String,
}

impl InstructionsReport {
    /// The comparison of a paper with what was measured.
    pub(super) fn new(
        paper: &Publication,
        tables: &'static Tables,
        measured: Measurements,
    ) -> Self {
        let Measurements { instructions, plan, ciphers, steps, lines } = measured;
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

impl Replacement {
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

/// The claims about Table 2.
fn claims(tables: &Tables, rows: &[ReplacedRow]) -> Vec<SpeedClaim> {
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
    let mut claims = vec![SpeedClaim {
        claim: "ordinary instructions of 32 bits that one SSE2 instruction replaces",
        published: format!("at least {}", tables.at_least),
        here: over(Width::Xmm, 32).map(|_| {
            let replaced = f64::from(Width::Xmm.bits() / Width::Ordinary32.bits());
            (replaced, replaced)
        }),
        compared: "the length of the registers".to_owned(),
    }];
    for width in Width::VECTORS {
        for bits in [32, 64] {
            let published = match (width, bits) {
                (Width::Xmm, 32) => format!("more than {} times as fast", tables.more_than),
                _ => "-".to_owned(),
            };
            claims.push(SpeedClaim {
                claim: match width {
                    Width::Xmm => "speed of SSE2 over ordinary instructions",
                    Width::Ymm => "speed of AVX2 over ordinary instructions",
                    _ => "speed of AVX-512 over ordinary instructions",
                },
                published,
                here: over(width, bits),
                compared: format!(
                    "cycles for the same work, ordinary instructions of {bits} bits: {names}"
                ),
            });
        }
    }
    claims
}
