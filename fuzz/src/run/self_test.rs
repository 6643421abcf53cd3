//! Faults on purpose: that the program finds them, and that the case it names shows them again.

use std::process::{Command, ExitCode, Output};

use lanecrypt_fuzz::Target;
use lanecrypt_fuzz::plant::Plant;

use super::WRONG;

/// Which faults each target must find.
const FAULTS: &[(Plant, &[Target])] = &[
    (Plant::Result, &Target::ALL),
    (Plant::Beside, &[Target::Differential, Target::Batches]),
    (Plant::Read, &Target::ALL),
    (Plant::Write, &Target::ALL),
    (Plant::Panic, &Target::ALL),
    (Plant::Code, &[Target::Garbage]),
];

fn program(arguments: &[&str]) -> Output {
    let mut command = Command::new(std::env::current_exe().expect("the program's own path"));
    command.args(arguments).output().expect("it runs")
}

/// Which cases are to find a fault: the committed ones, or random ones.
const CASES: [(&str, &[&str]); 2] =
    [("committed", &["--seconds", "0"]), ("random", &["--seconds", "1", "--random-only"])];

/// Runs a target with a fault, and returns what came of it and whether that is right.
fn find(target: Target, plant: Plant, cases: &[&str]) -> (&'static str, bool) {
    let of = arguments(target, if plant == Plant::Code { "C: " } else { "AES-128" });
    let planted = ["--plant", plant.name()];
    let with = program(&[&of[..], cases, &planted].concat());
    let text = String::from_utf8_lossy(&with.stdout).into_owned();
    if with.status.code() != Some(WRONG.into()) || !text.contains("FAILED") {
        return ("NOT FOUND", false);
    }
    // The case that is named: it fails with the fault and passes without it.
    let case = text.split("--case '").nth(1).and_then(|rest| rest.split('\'').next());
    let again = case.is_some_and(|case| {
        let with = program(&["--case", case, planted[0], planted[1]]);
        !with.status.success() && program(&["--case", case]).status.success()
    });
    if again { ("found, and shown again", true) } else { ("FOUND, BUT NOT SHOWN AGAIN", false) }
}

fn arguments(target: Target, algorithm: &str) -> [&str; 6] {
    ["--target", target.name(), "--algorithm", algorithm, "--jobs", "1"]
}

/// Plants each fault in each target that must find it, and one that is none.
pub(super) fn run() -> ExitCode {
    let mut wrong = 0;
    for (target, (name, cases)) in
        Target::ALL.into_iter().flat_map(|target| CASES.map(|cases| (target, cases)))
    {
        // C has no results that are compared.
        let without = program(&[&arguments(target, "AES-128")[..], cases].concat());
        let passes = without.status.success();
        println!(
            "{:<12} {name:<9} without a fault: {}",
            target.name(),
            if passes { "passed" } else { "FAILED" }
        );
        wrong += usize::from(!passes);
        for (plant, _) in FAULTS.iter().filter(|(_, targets)| targets.contains(&target)) {
            let (verdict, right) = find(target, *plant, cases);
            wrong += usize::from(!right);
            println!("{:<12} {name:<9} {:<7} planted: {verdict}", target.name(), plant.name());
        }
    }
    match wrong {
        0 => {
            println!("every planted fault was found");
            ExitCode::SUCCESS
        }
        _ => {
            println!("{wrong} of these are wrong");
            ExitCode::from(WRONG)
        }
    }
}
