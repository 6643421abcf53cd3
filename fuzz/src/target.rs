//! The targets, and how one case of one is run.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lanecrypt::Backend;

use crate::case::{Case, Checked, Run};
use crate::list::{Subject, subjects};
use crate::pages::Memory;
use crate::plant::{self, Plant};
use crate::source::Source;

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Target {
    /// Batches against other implementations, where there are any.
    Differential,
    /// Batches against each message alone.
    Batches,
    /// Messages in pieces against whole ones.
    Pieces,
    /// Any arguments at all, for the library and its interface for C.
    Garbage,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Differential, Self::Batches, Self::Pieces, Self::Garbage];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Differential => "differential",
            Self::Batches => "batches",
            Self::Pieces => "pieces",
            Self::Garbage => "garbage",
        }
    }

    /// How a case of an algorithm is run, if the target has the algorithm.
    pub fn of(self, subject: &Subject) -> Option<Run> {
        match self {
            Self::Differential => subject.differential,
            Self::Batches => subject.batches,
            Self::Pieces => subject.pieces,
            Self::Garbage => subject.garbage,
        }
    }
}

/// Runs one case. A panic is a failure.
pub fn run(run: Run, source: &mut Source<'_>, memory: &mut Memory, backend: Backend) -> Checked {
    let case = AssertUnwindSafe(|| {
        let checked = run(&mut Case { source, memory, backend });
        if plant::is(Plant::Panic) {
            panic!("planted");
        }
        if plant::is(Plant::Read) {
            memory.inputs.plant_read();
        }
        if plant::is(Plant::Write) {
            memory.inputs.plant_write();
        }
        checked
    });
    catch_unwind(case).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or(payload.downcast_ref::<&str>().copied());
        Err(format!("panic: {}", text.unwrap_or("without a text")))
    })
}

/// Runs one case of the bytes that a fuzzer such as libFuzzer made up. The first two choose the algorithm and the
/// backend.
///
/// # Panics
///
/// If something is wrong.
pub fn of_bytes(target: Target, bytes: &[u8]) {
    thread_local! {
        static MEMORY: std::cell::RefCell<Memory> = std::cell::RefCell::new(Memory::new());
    }
    let Some((&[algorithm, backend], rest)) = bytes.split_first_chunk() else { return };
    let all: Vec<_> = subjects().into_iter().filter_map(|subject| target.of(&subject)).collect();
    let backends: Vec<_> = Backend::available().collect();
    let backend = backends[usize::from(backend) % backends.len()];
    let case = all[usize::from(algorithm) % all.len()];
    let mut source = Source::of_bytes(rest);
    MEMORY.with_borrow_mut(|memory| {
        case(&mut Case { source: &mut source, memory, backend }).expect("the case passes");
    });
}
