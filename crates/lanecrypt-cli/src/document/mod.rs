//! The document of a run: `bench --json` writes it, `compare` and `report` read it.
//!
//! `docs/document.md` describes its schema. Whoever changes a field changes that description too.
//! Whoever removes a field or changes its meaning raises [`VERSION`].

mod earlier;
mod read;
mod result;
mod run;
mod time;

pub(crate) use earlier::current_operation;
pub(crate) use result::{
    Comparison, Difference, Fit, Implementation, ResultBound, ResultRow, Standing,
};
pub(crate) use run::{Conditions, Document, SCHEMA, Sampling, VERSION};
pub(crate) use time::now;
