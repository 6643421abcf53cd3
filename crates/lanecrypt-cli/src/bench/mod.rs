//! What is measured, and how: the catalogue, the rows that were asked for, their verification and their
//! measurement, and the tables and the document of a run.
//!
//! | module | contents |
//! |---|---|
//! | [`catalogue`] | every operation that can be measured |
//! | [`stream`], [`mod@block`], [`aes`], [`mod@aead`] | the operations of each family |
//! | [`timed`], [`known`] | batch calls of the library, and known answers, for several families |
//! | [`request`], [`suite`], [`selector`], [`sizes`] | the rows that the command line asks for |
//! | [`row`], [`mod@verify`], [`run`] | one line of the table, its verification and its measurement |
//! | [`conclusions`], [`conditions`] | comparisons, fits and scaling; the state of the machine |
//! | [`document`], [`flat`], [`table`] | the results as a document, as CSV and as tables |

mod aead;
mod aes;
mod block;
pub(crate) mod catalogue;
pub(crate) mod conclusions;
pub(crate) mod conditions;
pub(crate) mod document;
pub(crate) mod flat;
mod known;
#[cfg(test)]
mod peers_tests;
pub(crate) mod request;
mod row;
mod run;
mod selector;
mod sizes;
mod stream;
pub(crate) mod suite;
pub(crate) mod table;
mod timed;
mod verify;

pub(crate) use row::Row;
pub(crate) use run::{Measured, measure_again, measure_rows, measured};
pub(crate) use sizes::{fitting_batch, one_size};
pub(crate) use verify::verify;
