//! Papers that compare vector instructions with ordinary ones.

mod data;
mod print;
mod report;
mod run;

pub(crate) use data::{Operation, Tables};
pub(crate) use report::Report;
pub(crate) use run::Prepared;
