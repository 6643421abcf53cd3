//! Papers that compare several variants of the same computation, as figures and claims.

mod data;
mod print;
mod report;

pub(crate) use data::{Baseline, Claim, Figure, Method, Ours, Published, Variants};
pub(crate) use report::Report;
