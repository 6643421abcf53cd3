//! The commands that join several modules: `bench`, `limits` and `ct`. The other commands are in modules of
//! their own.

pub(crate) mod bench;
pub(crate) mod ct;
pub(crate) mod limits;
