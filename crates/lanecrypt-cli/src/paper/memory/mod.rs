//! Papers that encrypt a block of memory several times with one key.

mod data;
mod print;
mod report;
mod results;
mod run;

pub(crate) use data::{Memory, PaperCipher, Table};
pub(crate) use report::MemoryReport;
pub(crate) use run::PreparedMemory;
