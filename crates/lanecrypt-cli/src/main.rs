//! The `lanecrypt` program: what this machine offers, whether the ciphers give the known answers
//! on it, and how fast they are.
//!
//! | module | what is in it |
//! |---|---|
//! | [`args`] | the command line |
//! | [`info`] | `lanecrypt info` |
//! | [`kat`] | `lanecrypt kat`: the form of the files, the targets, the checks |
//! | [`mod@bench`] | `lanecrypt bench`: what can be measured, verification, table and document |
//! | [`bound`] | `lanecrypt bound`: what the processor could do at best, and why |
//! | [`block`], [`mod@aead`] | the block ciphers and the authenticated ones, their types forgotten |
//! | [`peers`] | implementations of others, measured beside ours |
//! | [`compare`] | `lanecrypt compare` |
//! | [`report`] | `lanecrypt report`: the page and its figures |
//! | [`document`] | what a run writes and others read |
//! | [`measure`] | clock, sampling, statistics; no cipher in it |
//! | [`paper`] | what papers published, as data |
//! | [`machine`], [`backends`] | this machine; the choice of backends |
//! | [`output`], [`sheet`], [`tables`], [`target_file`], [`progress`], [`failure`], [`hex`] | how results, tables, files, progress, errors and bytes are written |

mod aead;
mod args;
mod backends;
mod bench;
mod block;
mod bound;
mod compare;
mod document;
mod failure;
mod hex;
mod info;
mod kat;
mod machine;
mod measure;
mod output;
mod paper;
mod peers;
mod progress;
mod report;
mod sheet;
mod tables;
mod target_file;

use std::process::ExitCode;

use args::{Arguments, Command};
use failure::Failure;

fn main() -> ExitCode {
    let arguments = match Arguments::from_command_line() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    match run(&arguments) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    backends::check_environment()?;
    match &arguments.command {
        Command::Info(arguments) => info::run(arguments),
        Command::Kat(arguments) => kat::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Bound(arguments) => bound::run(arguments),
        Command::Report(arguments) => report::run(arguments),
    }
}
