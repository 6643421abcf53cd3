//! Follows secrets through the executed instructions of a program, and reports where its time could
//! depend on them.
//!
//! ```text
//! lanecrypt-taint PROGRAM [ARGUMENT]...
//! ```
//!
//! The program marks secrets with the client requests of Valgrind's memcheck (`MAKE_MEM_UNDEFINED`,
//! `MAKE_MEM_DEFINED`, `COUNT_ERRORS`), so that the same program runs under both. Other than Valgrind,
//! this one follows AVX-512, GFNI and VAES.
//!
//! | module | contents |
//! |---|---|
//! | [`child`], [`shared`] | the program that is followed, and memory that is shared with it |
//! | [`copy`] | copies of its instructions, which record what they need to be followed |
//! | [`follow`] | the loop: code is copied, records are carried out, requests are answered |
//! | [`operation`], [`rules`] | an instruction decoded, and what it does with secrets |
//! | [`state`], [`memory`] | which bytes are secret, and how instructions change that |
//! | [`shells`] | which kernels of the library ran |
//! | [`probe`], [`page`] | executed instructions that show that a rule misses nothing |
//!
//! A secret is followed through data, not through control: what a branch on a secret decides is not
//! secret, because the branch itself is reported. Values are known in a few places only (conjunctions,
//! conditional moves, masks), so a report can be a false alarm; a leak in what was executed is not missed
//! as long as the rules are right. What was not executed was not looked at.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod child;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod copy;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod follow;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod memory;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod operation;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod page;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod probe;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod report;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod rules;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod shared;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod shells;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod state;

use std::process::ExitCode;

const HELP: &str = "\
Follows secrets through the executed instructions of a program: x86-64 Linux, AVX-512 included.

Usage: lanecrypt-taint PROGRAM [ARGUMENT]...

The program marks secrets with the client requests of Valgrind's memcheck. Reported are branches,
addresses, masks of loads and stores, divisions and counts of repeated instructions that depend on a
secret. An instruction that is not in the table of rules ends the run, with its name.

Exit status: 0 if nothing was found, or if the program counts what was found itself and was content;
1 if something was found, if the program was not content, or if a rule is wrong; 2 if the program does
what cannot be followed; 3 if this system does not let programs be followed.";

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    match arguments.next() {
        Some(program) if !program.to_string_lossy().starts_with('-') => run(program, arguments),
        Some(option) if option == "--help" || option == "-h" => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{HELP}");
            ExitCode::from(2)
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
use report::run;

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn run(_: std::ffi::OsString, _: impl Iterator<Item = std::ffi::OsString>) -> ExitCode {
    eprintln!("lanecrypt-taint: programs can be followed on x86-64 Linux only");
    ExitCode::from(3)
}
