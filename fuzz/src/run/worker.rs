//! A process that runs cases.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::{Duration, Instant};

use lanecrypt::Backend;
use lanecrypt_fuzz::case::{Checked, Count, Run};
use lanecrypt_fuzz::list::subjects;
use lanecrypt_fuzz::pages::Memory;
use lanecrypt_fuzz::source::{Source, mix};
use lanecrypt_fuzz::{crash, target};

use super::Options;

/// How long one algorithm on one backend has its turn. Each has the same time, so that slow ones do not take all.
const TURN: Duration = Duration::from_millis(8);

/// A process ends after so many failures.
const ENOUGH: usize = 20;

/// Runs cases of the first target until the time is over, and writes lines to standard output: `count BACKEND CASES
/// JOBS MESSAGES BYTES`, `failure BACKEND SEED ALGORITHM | TEXT`, `crash ...`, and `tried SUBJECTS BACKENDS` at the
/// end.
pub(super) fn run(options: &Options, number: usize) {
    crash::watch();
    // Panics are failures, and the lines of failures have their texts.
    std::panic::set_hook(Box::new(|_| {}));
    let target = options.targets()[0];
    let subjects: Vec<_> = subjects()
        .into_iter()
        .enumerate()
        .filter(|(_, subject)| subject.name.contains(&options.algorithm))
        .filter_map(|(place, subject)| Some((place, target.of(&subject)?, subject.name)))
        .collect();
    let backends = options.backends();
    if subjects.is_empty() {
        println!("tried 0 0");
        return;
    }
    let turns = subjects.len() * backends.len();
    let mut counts = vec![Count::default(); backends.len()];
    let mut failed = BTreeSet::new();
    let mut memory = Memory::new();
    let mut tried = 0;
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut told = Instant::now();
    // The processes begin at different places and have different seeds.
    let first = number * turns / options.jobs;
    'turns: for turn in first.. {
        let (place, run, name) = &subjects[turn % turns / backends.len()];
        let backend_place = turn % backends.len();
        let backend = backends[backend_place];
        let seed = mix(options.seed ^ mix((number as u64) << 32 ^ turn as u64));
        let until = Instant::now() + TURN;
        for case in 0_u64.. {
            let seed = mix(seed ^ case);
            crash::note(*place, backend as u8, seed);
            let checked = target::run(*run, &mut Source::of_seed(seed), &mut memory, backend);
            match checked {
                Ok(count) => counts[backend_place] += count,
                Err(what) => {
                    let new = failed.insert((*place, backend_place));
                    if new {
                        let what: String = what.replace('\n', " ").chars().take(400).collect();
                        say(&format!("failure {backend} {seed} {name} | {what}"));
                    }
                    if failed.len() >= ENOUGH {
                        break 'turns;
                    }
                    // The memory may be in any state.
                    memory = Memory::new();
                    break;
                }
            }
            if Instant::now() >= until {
                break;
            }
        }
        tried += 1;
        if told.elapsed() > Duration::from_millis(500) {
            tell(&backends, &counts);
            told = Instant::now();
        }
        if Instant::now() >= end {
            break;
        }
    }
    tell(&backends, &counts);
    say(&format!("tried {} {}", tried.min(turns), turns));
}

fn tell(backends: &[Backend], counts: &[Count]) {
    for (backend, count) in backends.iter().zip(counts) {
        let Count { cases, jobs, messages, bytes } = count;
        say(&format!("count {backend} {cases} {jobs} {messages} {bytes}"));
    }
}

fn say(line: &str) {
    // If nobody listens any more, the process is about to be ended.
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Runs one case.
pub(super) fn once(run: Run, backend: Backend, seed: u64) -> Checked {
    target::run(run, &mut Source::of_seed(seed), &mut Memory::new(), backend)
}
