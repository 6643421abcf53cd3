//! What the processes wrote, added up.

use std::collections::BTreeMap;
use std::process::{ExitCode, ExitStatus};
use std::time::Duration;

use lanecrypt::Backend;
use lanecrypt_fuzz::Target;
use lanecrypt_fuzz::case::Count;
use lanecrypt_fuzz::list::subjects;

use super::{Options, WRONG};

/// Results by target, process and backend.
#[derive(Debug, Default)]
pub(super) struct Report {
    counts: BTreeMap<(&'static str, usize, Backend), Count>,
    failures: Vec<(&'static str, Option<Backend>)>,
    /// The turns that some process has not had, of each target.
    untried: BTreeMap<(&'static str, usize), (usize, usize)>,
}

impl Report {
    /// Takes a line of a process.
    pub(super) fn take(&mut self, target: Target, number: usize, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        let parsed = |place: usize| words.get(place).and_then(|word| word.parse::<u64>().ok());
        match words[0] {
            "count" => {
                let Some(Ok(backend)) = words.get(1).map(|word| word.parse::<Backend>()) else {
                    return;
                };
                let [Some(cases), Some(jobs), Some(messages), Some(bytes)] =
                    [2, 3, 4, 5].map(parsed)
                else {
                    return;
                };
                let count = Count { cases, jobs, messages, bytes };
                self.counts.insert((target.name(), number, backend), count);
            }
            "failure" => {
                let backend = words[1].parse().ok();
                let rest = words[3..].join(" ");
                let (name, what) = rest.split_once(" | ").unwrap_or((&rest, ""));
                self.failed(target, backend, words[2], name, what);
            }
            "crash" => {
                let [Some(signal), Some(algorithm), Some(backend)] = [1, 2, 3].map(parsed) else {
                    return;
                };
                let backend = Backend::ALL.into_iter().find(|known| *known as u64 == backend);
                let name = subjects().get(algorithm as usize).map(|subject| subject.name.clone());
                let what = format!("ended by signal {signal}");
                self.failed(target, backend, words[4], &name.unwrap_or_default(), &what);
            }
            "tried" => {
                let (tried, of) = (parsed(1).unwrap_or(0), parsed(2).unwrap_or(0));
                self.untried.insert((target.name(), number), (tried as usize, of as usize));
            }
            _ => println!("{line}"),
        }
    }

    fn failed(
        &mut self,
        target: Target,
        backend: Option<Backend>,
        seed: &str,
        algorithm: &str,
        what: &str,
    ) {
        let shown = backend.map_or("?", Backend::name);
        println!("FAILED {}, {algorithm} on {shown}: {what}", target.name());
        println!("  again: lanecrypt-fuzz --case '{}/{shown}/{seed}/{algorithm}'", target.name());
        self.failures.push((target.name(), backend));
    }

    /// A process ended without a line that says why.
    pub(super) fn ended(&mut self, target: Target, number: usize, status: ExitStatus) {
        println!("FAILED {}: process {number} ended with {status}", target.name());
        self.failures.push((target.name(), None));
    }

    /// What was checked by all processes for a target.
    pub(super) fn sum(&self, target: Target) -> Count {
        self.of(|name, _| name == target.name())
    }

    /// How much of a target failed.
    pub(super) fn failures(&self, target: Target) -> usize {
        self.failures.iter().filter(|(name, _)| *name == target.name()).count()
    }

    fn of(&self, wanted: impl Fn(&str, Backend) -> bool) -> Count {
        let mut sum = Count::default();
        for ((target, _, backend), count) in &self.counts {
            if wanted(target, *backend) {
                sum += *count;
            }
        }
        sum
    }

    /// Writes the lines of a target.
    pub(super) fn target(&mut self, target: Target, options: &Options) {
        for backend in options.backends() {
            let of = self.of(|name, own| name == target.name() && own == backend);
            let failures = self.failures.iter();
            let failures =
                failures.filter(|failed| **failed == (target.name(), Some(backend))).count();
            println!("{}", line(target.name(), backend.name(), of, failures));
        }
        let of_target = self.untried.iter().filter(|((name, _), _)| *name == target.name());
        if let Some((_, (tried, of))) = of_target.max_by_key(|(_, (tried, _))| *tried)
            && tried < of
        {
            println!(
                "{}: NOT ALL TRIED: one process had {tried} of {of} algorithms and backends; give more seconds",
                target.name()
            );
        }
    }

    /// Writes the last lines.
    pub(super) fn end(&self, options: &Options, took: Duration) -> ExitCode {
        let all = self.of(|_, _| true);
        println!("{}", line("all", "all", all, self.failures.len()));
        println!(
            "seed {}, {} processes, {} s: {} jobs, {} failures",
            options.seed,
            options.jobs,
            took.as_secs(),
            count(all.jobs),
            self.failures.len()
        );
        if all.jobs == 0 {
            println!("nothing was tried");
        }
        let good = self.failures.is_empty() && all.jobs > 0;
        if good { ExitCode::SUCCESS } else { ExitCode::from(WRONG) }
    }
}

fn line(target: &str, backend: &str, of: Count, failures: usize) -> String {
    format!(
        "{target:<12} {backend:<9} {:>15} jobs {:>15} messages {:>17} bytes {:>13} cases {failures:>3} failures",
        count(of.jobs),
        count(of.messages),
        count(of.bytes),
        count(of.cases),
    )
}

/// A number with commas.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}
