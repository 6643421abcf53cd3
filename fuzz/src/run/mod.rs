//! The program: its options, its workers, its report.

mod report;
mod self_test;
mod worker;

use std::io::{BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use clap::Parser;
use lanecrypt::Backend;
use lanecrypt_fuzz::list::subjects;
use lanecrypt_fuzz::plant::{self, Plant};
use lanecrypt_fuzz::{Target, corpus, crash};

use report::{Report, count};

/// Random messages for every algorithm of Lanecrypt, on every backend, between forbidden pages.
#[derive(Clone, Debug, Parser)]
struct Options {
    /// What is tried; may be given several times. All targets if it is not given.
    #[arg(long, value_enum)]
    target: Vec<Target>,
    /// How long, for each target, after the committed cases; 0 for these alone.
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Leaves the committed cases out.
    #[arg(long)]
    random_only: bool,
    /// How many processes.
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, usize::from))]
    jobs: usize,
    /// What all cases are made from. The same seed gives the same cases.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A backend; may be given several times. All that this processor has if it is not given.
    #[arg(long)]
    backend: Vec<Backend>,
    /// Only algorithms whose names have this text in them.
    #[arg(long, default_value = "")]
    algorithm: String,
    /// Runs one case again, as a failure names it: TARGET/BACKEND/SEED/ALGORITHM.
    #[arg(long)]
    case: Option<String>,
    /// Names the algorithms and their targets.
    #[arg(long)]
    list: bool,
    /// Chooses the cases that are committed anew, and writes a file for each target into this folder.
    #[arg(long, value_name = "FOLDER")]
    choose_corpora: Option<PathBuf>,
    /// Plants faults, and shows that they are found.
    #[arg(long)]
    self_test: bool,
    /// Plants a fault in every case.
    #[arg(long, value_enum)]
    plant: Option<Plant>,
    /// Is one of the processes, of this number.
    #[arg(long, hide = true)]
    worker: Option<usize>,
}

impl Options {
    fn targets(&self) -> Vec<Target> {
        if self.target.is_empty() { Target::ALL.to_vec() } else { self.target.clone() }
    }

    fn backends(&self) -> Vec<Backend> {
        if self.backend.is_empty() {
            return Backend::available().collect();
        }
        self.backend.clone()
    }
}

/// The exit status if something is wrong.
const WRONG: u8 = 1;
/// The exit status if the options are.
const REFUSED: u8 = 2;

pub(crate) fn main() -> ExitCode {
    let options = Options::parse();
    if let Some(backend) = options.backends().iter().find(|backend| !backend.is_available()) {
        eprintln!("lanecrypt-fuzz: this processor lacks {backend}");
        return ExitCode::from(REFUSED);
    }
    plant::plant(options.plant);
    if options.list {
        for subject in subjects() {
            let has = Target::ALL.iter().filter(|target| target.of(&subject).is_some());
            let has: Vec<_> = has.map(|target| target.name()).collect();
            println!("{}: {}", subject.name, has.join(", "));
        }
        return ExitCode::SUCCESS;
    }
    if options.self_test {
        return self_test::run();
    }
    if let Some(folder) = &options.choose_corpora {
        return choose(&options, folder);
    }
    if let Some(case) = &options.case {
        return again(case);
    }
    if let Some(number) = options.worker {
        worker::run(&options, number);
        return ExitCode::SUCCESS;
    }
    all(&options)
}

/// Writes the files of corpora.
fn choose(options: &Options, folder: &Path) -> ExitCode {
    for target in options.targets() {
        let file = folder.join(target.name()).with_extension("txt");
        let written = corpus::chosen(target).and_then(|text| {
            std::fs::write(&file, text).map_err(|error| error.to_string())?;
            println!("{}", file.display());
            Ok(())
        });
        if let Err(what) = written {
            eprintln!("lanecrypt-fuzz: {what}");
            return ExitCode::from(WRONG);
        }
    }
    ExitCode::SUCCESS
}

/// Runs one case again.
fn again(case: &str) -> ExitCode {
    let mut parts = case.splitn(4, '/');
    let found = (|| {
        let target = parts.next()?;
        let target = Target::ALL.into_iter().find(|known| known.name() == target)?;
        let backend: Backend = parts.next()?.parse().ok()?;
        let seed: u64 = parts.next()?.parse().ok()?;
        let name = parts.next()?;
        let subject = subjects().into_iter().find(|subject| subject.name == name)?;
        backend.is_available().then_some((target.of(&subject)?, backend, seed))
    })();
    let Some((run, backend, seed)) = found else {
        eprintln!("lanecrypt-fuzz: no case {case}");
        return ExitCode::from(REFUSED);
    };
    match worker::once(run, backend, seed) {
        Ok(checked) => {
            println!("{case}: passed, {} jobs", checked.jobs);
            ExitCode::SUCCESS
        }
        Err(what) => {
            println!("{case}: {what}");
            ExitCode::from(WRONG)
        }
    }
}

/// Runs all targets one after another, each in all processes.
fn all(options: &Options) -> ExitCode {
    let started = Instant::now();
    let mut report = Report::default();
    let shows = std::io::stderr().is_terminal();
    for target in options.targets() {
        let (send, lines) = mpsc::channel();
        let workers: Vec<Child> = (0..options.jobs)
            .map(|number| {
                let mut worker = start(options, target, number);
                let output = worker.stdout.take().expect("it is piped");
                let send = send.clone();
                std::thread::spawn(move || {
                    for line in BufReader::new(output).lines().map_while(Result::ok) {
                        let _ = send.send((number, line));
                    }
                });
                worker
            })
            .collect();
        drop(send);
        let began = Instant::now();
        loop {
            match lines.recv_timeout(Duration::from_millis(500)) {
                Ok((number, line)) => report.take(target, number, &line),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            if shows {
                let sum = report.sum(target);
                eprint!(
                    "\r{}: {} of {} s, {} jobs, {} failures   ",
                    target.name(),
                    began.elapsed().as_secs(),
                    options.seconds,
                    count(sum.jobs),
                    report.failures(target),
                );
            }
        }
        if shows {
            eprint!("\r\x1b[K");
        }
        for (number, mut worker) in workers.into_iter().enumerate() {
            let status = worker.wait().expect("it has ended");
            // A crash has written a line of its own.
            if !status.success() && status.code() != Some(crash::STATUS) {
                report.ended(target, number, status);
            }
        }
        report.target(target, options);
    }
    report.end(options, started.elapsed())
}

fn start(options: &Options, target: Target, number: usize) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("the program's own path"));
    command.args(["--target", target.name(), "--algorithm", &options.algorithm]);
    for (name, value) in [("--seconds", options.seconds), ("--seed", options.seed)] {
        command.args([name, &value.to_string()]);
    }
    command.args(["--jobs", &options.jobs.to_string(), "--worker", &number.to_string()]);
    for backend in &options.backend {
        command.args(["--backend", backend.name()]);
    }
    if options.random_only {
        command.arg("--random-only");
    }
    if let Some(plant) = options.plant {
        command.args(["--plant", plant.name()]);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("a process")
}
