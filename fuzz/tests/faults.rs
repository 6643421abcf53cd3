//! The committed cases find faults without any others.

#![cfg(all(target_os = "linux", not(miri)))]

use std::process::{Command, Output};

use lanecrypt_fuzz::list::{Subject, subjects};
use lanecrypt_fuzz::pages::Memory;
use lanecrypt_fuzz::plant::{self, Plant};
use lanecrypt_fuzz::{Target, corpus};

/// Whether the cases of an algorithm find the fault that is planted.
fn find(target: Target, subject: &Subject) -> bool {
    let run = target.of(subject).expect("an algorithm of the target");
    let mut memory = Memory::new();
    let mut seeds = corpus::seeds(target, &subject.name).into_iter();
    seeds.any(|seed| corpus::reached(run, seed, &mut memory).0.is_err())
}

fn program(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_lanecrypt-fuzz"));
    program.args(["--seconds", "0"]).args(arguments).output().expect("it runs")
}

/// The cases of every algorithm find a fault by themselves. What does not end the program is planted here.
#[test]
fn the_cases_of_each_algorithm_find_faults() {
    // Panics that are planted need no lines.
    std::panic::set_hook(Box::new(|_| {}));
    let mut left = Vec::new();
    for fault in [Plant::Result, Plant::Panic] {
        plant::plant(Some(fault));
        for target in Target::ALL {
            let all = subjects().into_iter().filter(|subject| target.of(subject).is_some());
            let all = all.filter(|subject| !find(target, subject));
            left.extend(all.map(|subject| (fault, target, subject.name)));
        }
        plant::plant(None);
    }
    let _ = std::panic::take_hook();
    assert!(left.is_empty(), "not found by {left:?}");
}

/// The committed cases alone find every fault, and name the case.
#[test]
fn the_cases_of_each_target_find_faults() {
    let all = Target::ALL.as_slice();
    for (fault, targets) in [
        (Plant::Result, all),
        (Plant::Beside, &[Target::Differential, Target::Batches]),
        (Plant::Read, all),
        (Plant::Write, all),
        (Plant::Panic, all),
        (Plant::Code, &[Target::Garbage]),
    ] {
        for target in targets {
            let algorithm = if fault == Plant::Code { "C: " } else { "AES-128" };
            let arguments = ["--target", target.name(), "--algorithm", algorithm];
            let output = program(&[&arguments[..], &["--plant", fault.name()]].concat());
            let text = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(1), "{fault:?}, {}: {text}", target.name());
            assert!(text.contains("again: lanecrypt-fuzz --case"), "{text}");
        }
    }
}
