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

/// Plants each fault in each target that must find it, and one that is none.
pub(super) fn run() -> ExitCode {
    let mut wrong = 0;
    for target in Target::ALL {
        // C has no results that are compared.
        let algorithm = "AES-128";
        let of =
            ["--target", target.name(), "--algorithm", algorithm, "--seconds", "1", "--jobs", "1"];
        let without = program(&of);
        let passes = without.status.success();
        println!(
            "{:<12} without a fault: {}",
            target.name(),
            if passes { "passed" } else { "FAILED" }
        );
        wrong += usize::from(!passes);
        for (plant, targets) in FAULTS {
            if !targets.contains(&target) {
                continue;
            }
            let of = match plant {
                Plant::Code => [
                    "--target",
                    target.name(),
                    "--algorithm",
                    "C: ",
                    "--seconds",
                    "1",
                    "--jobs",
                    "1",
                ],
                _ => of,
            };
            let planted = ["--plant", plant.name()];
            let with = program(&[&of[..], &planted].concat());
            let text = String::from_utf8_lossy(&with.stdout).into_owned();
            let found = with.status.code() == Some(WRONG.into()) && text.contains("FAILED");
            // The case that is named: it fails with the fault and passes without it.
            let case = text.split("--case '").nth(1).and_then(|rest| rest.split('\'').next());
            let again = case.is_some_and(|case| {
                let with = program(&["--case", case, planted[0], planted[1]]);
                !with.status.success() && program(&["--case", case]).status.success()
            });
            let verdict = match (found, again) {
                (true, true) => "found, and shown again",
                (true, false) => "FOUND, BUT NOT SHOWN AGAIN",
                _ => "NOT FOUND",
            };
            wrong += usize::from(!(found && again));
            println!("{:<12} {:<7} planted: {verdict}", target.name(), plant.name());
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
