//! Papers that compare vector instructions with ordinary ones.

mod ciphers;
mod data;
mod lines;
mod print;
mod report;
mod run;
mod steps;
mod timing;

pub(crate) use data::{AeadLine, Replacement, Tables};
pub(crate) use report::InstructionsReport;
pub(crate) use run::PreparedInstructions;
