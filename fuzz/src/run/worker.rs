//! A process that runs cases.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::{Duration, Instant};

use lanecrypt::Backend;
use lanecrypt_fuzz::case::{Checked, Count, Run};
use lanecrypt_fuzz::list::subjects;
use lanecrypt_fuzz::pages::Memory;
use lanecrypt_fuzz::source::{Source, mix};
use lanecrypt_fuzz::{corpus, crash, target};

use super::Options;

/// How long one algorithm on one backend has its turn. Each has the same time, so that slow ones do not take all.
const TURN: Duration = Duration::from_millis(8);

/// A process ends after so many failures.
const ENOUGH: usize = 20;

/// What a process has to try, and what became of it.
struct Worker {
    /// Place in the list of all, how a case is run, name.
    subjects: Vec<(usize, Run, String)>,
    backends: Vec<Backend>,
    memory: Memory,
    counts: Vec<Count>,
    /// Places of algorithms and of backends.
    failed: BTreeSet<(usize, usize)>,
}

impl Worker {
    fn new(options: &Options) -> Self {
        let target = options.targets()[0];
        let subjects = subjects()
            .into_iter()
            .enumerate()
            .filter(|(_, subject)| subject.name.contains(&options.algorithm))
            .filter_map(|(place, subject)| Some((place, target.of(&subject)?, subject.name)))
            .collect();
        let backends = options.backends();
        let counts = vec![Count::default(); backends.len()];
        Self { subjects, backends, memory: Memory::new(), counts, failed: BTreeSet::new() }
    }

    /// How many turns there are before one comes again.
    fn turns(&self) -> usize {
        self.subjects.len() * self.backends.len()
    }

    /// Runs a case of the algorithm and the backend of a turn. Whether it passes.
    fn case(&mut self, turn: usize, seed: u64) -> bool {
        let (place, run, name) = &self.subjects[turn % self.turns() / self.backends.len()];
        let backend_place = turn % self.backends.len();
        let backend = self.backends[backend_place];
        crash::note(*place, backend as u8, seed);
        match target::run(*run, &mut Source::of_seed(seed), &mut self.memory, backend) {
            Ok(count) => {
                self.counts[backend_place] += count;
                true
            }
            Err(what) => {
                if self.failed.insert((*place, backend_place)) {
                    let what: String = what.replace('\n', " ").chars().take(400).collect();
                    say(&format!("failure {backend} {seed} {name} | {what}"));
                }
                // The memory may be in any state.
                self.memory = Memory::new();
                false
            }
        }
    }

    fn is_enough(&self) -> bool {
        self.failed.len() >= ENOUGH
    }

    /// Runs the committed cases of the turns that are those of this process, on each backend.
    fn committed(&mut self, options: &Options, number: usize) {
        let lines = corpus::lines(options.targets()[0]);
        for turn in (number..self.turns()).step_by(options.jobs) {
            let (_, _, name) = &self.subjects[turn / self.backends.len()];
            let line = lines.iter().find(|line| line.name == *name);
            for seed in line.map_or(&[][..], |line| &line.seeds) {
                if !self.case(turn, *seed) {
                    break;
                }
            }
            if self.is_enough() {
                return;
            }
        }
    }

    /// Runs cases until the time is over. How many turns there were.
    fn random(&mut self, options: &Options, number: usize) -> usize {
        let end = Instant::now() + Duration::from_secs(options.seconds);
        let mut told = Instant::now();
        // The processes begin at different places and have different seeds.
        let first = number * self.turns() / options.jobs;
        for turn in first.. {
            if Instant::now() >= end || self.is_enough() {
                return turn - first;
            }
            let seed = mix(options.seed ^ mix((number as u64) << 32 ^ turn as u64));
            let until = Instant::now() + TURN;
            for case in 0_u64.. {
                if !self.case(turn, mix(seed ^ case)) || Instant::now() >= until {
                    break;
                }
            }
            if told.elapsed() > Duration::from_millis(500) {
                self.tell();
                told = Instant::now();
            }
        }
        unreachable!("time ends")
    }

    fn tell(&self) {
        for (backend, count) in self.backends.iter().zip(&self.counts) {
            let Count { cases, jobs, messages, bytes } = count;
            say(&format!("count {backend} {cases} {jobs} {messages} {bytes}"));
        }
    }
}

/// Runs the committed cases of the first target, and then others until the time is over. Writes lines to standard
/// output: `count BACKEND CASES JOBS MESSAGES BYTES`, `failure BACKEND SEED ALGORITHM | TEXT`, `crash ...`, and `tried
/// SUBJECTS BACKENDS` at the end.
pub(super) fn run(options: &Options, number: usize) {
    crash::watch();
    // Panics are failures, and the lines of failures have their texts.
    std::panic::set_hook(Box::new(|_| {}));
    let mut worker = Worker::new(options);
    if worker.subjects.is_empty() {
        println!("tried 0 0");
        return;
    }
    if !options.random_only {
        worker.committed(options, number);
    }
    worker.tell();
    if options.seconds > 0 {
        let tried = worker.random(options, number);
        worker.tell();
        say(&format!("tried {} {}", tried.min(worker.turns()), worker.turns()));
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
