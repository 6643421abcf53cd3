//! The `lanecrypt` program: it encrypts files, checks the ciphers of the library against known answers on
//! this machine, and measures them.
//!
//! | module | contents |
//! |---|---|
//! | [`args`] | the command line |
//! | [`files`] | `lanecrypt encrypt`, `decrypt`, `keygen` and `inspect` |
//! | [`info`], [`algorithms`] | `lanecrypt info`, and the tables of `info --algorithms` |
//! | [`answers`] | what known answers say: the fields of their cases |
//! | [`kat`] | `lanecrypt kat`: the checks of files of known answers |
//! | [`commands`] | `lanecrypt bench`, `lanecrypt limits` and `lanecrypt ct` |
//! | [`compare`] | `lanecrypt compare` |
//! | [`report`] | `lanecrypt report`: the page and its figures |
//! | [`mod@entry`] | what an operation that is measured consists of |
//! | [`mod@bench`] | the catalogue of operations, rows, verification, tables and the document |
//! | [`bound`] | counted instructions, and the bound that follows from them |
//! | [`block`], [`mod@aead`] | block ciphers and AEADs behind one interface each |
//! | [`jobs`] | batches of any algorithm behind one interface |
//! | [`nonce`] | the types of nonces |
//! | [`mod@variants`] | the names of the variants of stream ciphers |
//! | [`peers`] | other libraries to compare with |
//! | [`document`] | the JSON document of a run |
//! | [`measure`] | the clock, sampling and statistics, which know no cipher |
//! | [`paper`] | published measurements, and how to repeat them |
//! | [`machine`], [`backends`] | this machine, and the choice of backends |
//! | [`output`], [`sheet`], [`mod@format`], [`tables`], [`target_file`], [`progress`], [`failure`], [`hex`] | text, tables, numbers, files, progress, errors and bytes |

mod aead;
mod algorithms;
mod answers;
mod args;
mod backends;
mod bench;
mod block;
mod bound;
mod commands;
mod compare;
mod document;
mod entry;
mod failure;
mod files;
mod format;
mod hex;
mod info;
mod jobs;
mod kat;
mod machine;
mod measure;
mod nonce;
mod output;
mod paper;
mod peers;
mod progress;
mod random;
mod report;
mod sheet;
mod tables;
mod target_file;
mod variants;

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
    // The library takes the portable backend for an unknown name; the program refuses it.
    backends::check_environment()?;
    match &arguments.command {
        Command::Encrypt(arguments) => files::encrypt::run(arguments),
        Command::Decrypt(arguments) => files::decrypt::run(arguments),
        Command::Keygen(arguments) => files::keygen::run(arguments),
        Command::Inspect(arguments) => files::inspect::run(arguments),
        Command::Info(arguments) => info::run(arguments),
        Command::Kat(arguments) => kat::run(arguments),
        Command::Bench(arguments) => commands::bench::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Limits(arguments) => commands::limits::run(arguments),
        Command::Ct(arguments) => commands::ct::run(arguments),
        Command::Report(arguments) => report::run(arguments),
    }
}
