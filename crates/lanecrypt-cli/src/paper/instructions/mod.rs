//! Papers that compare vector instructions with ordinary ones.

mod ciphers;
mod data;
mod lines;
mod print;
mod report;
mod run;
mod steps;
mod timing;

pub(crate) use data::{Line, Operation, Tables};
pub(crate) use report::Report;
pub(crate) use run::Prepared;
