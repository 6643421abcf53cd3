//! What was found, for people.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::process::{Command, ExitCode};

use crate::follow::{Found, Refusal, follow};
use crate::probe::{Outcome, Prober};
use crate::shells::Coverage;

/// The most places that are described.
const MOST: usize = 40;

/// Follows a program, says what was found, and returns the exit status.
pub(crate) fn run(program: OsString, arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let found = match follow(Command::new(program).args(arguments)) {
        Ok(found) => found,
        Err(refusal) => return refused(&refusal),
    };
    let Found { instructions, segments, names, .. } = found;
    eprintln!(
        "lanecrypt-taint: {instructions} instructions followed, {segments} pieces of code, \
         {names} different instructions"
    );
    for Coverage { backend, kernels, ran, idle } in &found.coverage {
        eprintln!("lanecrypt-taint: {ran} of {kernels} kernels of {backend} ran");
        // Where few ran, the backend was not asked for.
        for kernel in idle.iter().filter(|_| 2 * ran > *kernels) {
            eprintln!("             not {kernel}");
        }
    }
    let rules_are_right = probe(&found);
    let leaks: u64 = found.leaks.values().sum();
    // A program that asks for the number of leaks plants some, and judges itself.
    if !found.asked {
        describe(&found);
        eprintln!("lanecrypt-taint: {leaks} reports at {} places", found.leaks.len());
    }
    if !found.left.is_empty() {
        describe_left(&found);
    }
    let status = match found.end {
        Ok(status) => status,
        Err(refusal) => return refused(&refusal),
    };
    match status.code() {
        None => {
            eprintln!("lanecrypt-taint: the program ended with {status}");
            ExitCode::from(2)
        }
        Some(0) if rules_are_right && (found.asked || leaks == 0) => ExitCode::SUCCESS,
        Some(0) => ExitCode::from(1),
        Some(_) => {
            if found.asked {
                describe(&found);
            }
            ExitCode::from(if found.asked || leaks > 0 { 1 } else { 2 })
        }
    }
}

fn refused(refusal: &Refusal) -> ExitCode {
    eprintln!("lanecrypt-taint: {refusal}");
    let forbidden = [ErrorKind::PermissionDenied, ErrorKind::Unsupported];
    match refusal {
        Refusal::System(error) if forbidden.contains(&error.kind()) => ExitCode::from(3),
        _ => ExitCode::from(2),
    }
}

/// Executes one instruction of each form that occurred, and says whether all rules are right.
fn probe(found: &Found) -> bool {
    let mut prober = match Prober::new() {
        Ok(prober) => prober,
        Err(error) => {
            eprintln!("lanecrypt-taint: rules are not probed: {error}");
            return true;
        }
    };
    let (mut right, mut skipped, mut wrong) = (0, 0, 0);
    for instruction in &found.forms {
        match prober.probe(instruction) {
            Outcome::Right => right += 1,
            Outcome::Skipped => skipped += 1,
            Outcome::Wrong(why) => {
                wrong += 1;
                eprintln!("lanecrypt-taint: WRONG rule of {:?}: {why}", instruction.code());
            }
        }
    }
    eprintln!(
        "lanecrypt-taint: {} forms of instructions, {right} rules probed by execution, {skipped} not \
         (jumps, system calls, strings), {wrong} wrong",
        found.forms.len()
    );
    wrong == 0
}

/// The places with most reports, with source lines where `addr2line` is installed.
fn describe(found: &Found) {
    let mut leaks: Vec<_> = found.leaks.iter().collect();
    leaks.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for &(&(address, leak), count) in leaks.iter().take(MOST) {
        describe_place(found, address, &format!("{count:8} x {}", leak.name()));
    }
}

/// The instructions that wrote most of what was left behind.
fn describe_left(found: &Found) {
    let bytes: u64 = found.left.values().sum();
    eprintln!(
        "lanecrypt-taint: {bytes} secret bytes were left behind, written at {} places",
        found.left.len()
    );
    let mut left: Vec<_> = found.left.iter().collect();
    left.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for &(&address, count) in left.iter().take(MOST) {
        describe_place(found, address, &format!("{count:8} bytes left behind, written"));
    }
}

/// An address, as a source line where `addr2line` is installed.
fn describe_place(found: &Found, address: u64, what: &str) {
    let file = found.maps.iter().find(|map| map.range.contains(&address));
    let start = file.and_then(|file| found.maps.iter().find(|map| map.file == file.file));
    let (Some(file), Some(start)) = (file, start) else {
        eprintln!("{what} at {address:#x}");
        return;
    };
    let offset = address - start.range.start;
    eprintln!("{what} at {} + {offset:#x}", file.file);
    let mut lines = Command::new("addr2line");
    lines.args(["-Cfipe", &file.file, &format!("{offset:#x}")]);
    if let Ok(output) = lines.output() {
        for line in String::from_utf8_lossy(&output.stdout).lines().take(4) {
            eprintln!("             {line}");
        }
    }
}
