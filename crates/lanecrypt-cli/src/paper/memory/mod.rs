//! Papers that encrypt a block of memory several times with one key.

mod data;
mod figures;
mod print;
mod report;
mod run;

pub(crate) use data::{Cipher, Memory, Table};
pub(crate) use report::Report;
pub(crate) use run::Prepared;
