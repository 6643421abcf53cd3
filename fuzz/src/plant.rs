//! Faults that are put in on purpose, to see that they are found.

use std::sync::atomic::{AtomicU8, Ordering};

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[repr(u8)]
pub enum Plant {
    /// One bit of one result is changed.
    Result = 1,
    /// One byte beside an output is changed.
    Beside = 2,
    /// One byte before or behind an input is read.
    Read = 3,
    /// One byte of an input is written.
    Write = 4,
    /// A call panics.
    Panic = 5,
    /// A call of the interface for C returns a number that is no code.
    Code = 6,
}

impl Plant {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Result, Self::Beside, Self::Read, Self::Write, Self::Panic, Self::Code];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Beside => "beside",
            Self::Read => "read",
            Self::Write => "write",
            Self::Panic => "panic",
            Self::Code => "code",
        }
    }
}

static PLANTED: AtomicU8 = AtomicU8::new(0);

/// Plants a fault in all cases that follow, or none.
pub fn plant(fault: Option<Plant>) {
    PLANTED.store(fault.map_or(0, |fault| fault as u8), Ordering::Relaxed);
}

/// Whether a fault is planted.
#[inline]
pub fn is(fault: Plant) -> bool {
    PLANTED.load(Ordering::Relaxed) == fault as u8
}
