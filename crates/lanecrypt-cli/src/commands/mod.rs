//! The commands that join several modules: `bench` and `limits`. The other commands are in modules of
//! their own.

pub(crate) mod bench;
pub(crate) mod limits;
