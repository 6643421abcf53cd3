//! Papers that compare several variants of the same computation, as figures and claims.

mod data;
mod print;
mod report;

pub(crate) use data::{BarFigure, Baseline, Claim, Ours, Published, Variants, VariantsMethod};
pub(crate) use report::VariantsReport;
