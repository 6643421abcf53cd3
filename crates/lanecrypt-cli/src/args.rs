//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::failure::{self, complain};

/// Fast symmetric ciphers over SIMD lanes: checked and measured on the machine in front of you.
#[derive(Debug, Parser)]
#[command(
    name = "lanecrypt",
    version,
    arg_required_else_help = false,
    after_help = "LANECRYPT_BACKEND=portable|neon|sse|avx2|avx2-gfni|avx512 in the environment \
                  lowers the backend that is chosen by default; it never raises it, and does not \
                  touch --backend.\n\n\
                  Exit codes: 0, all is well; 1, a cipher gave a wrong answer; 2, the input is at \
                  fault."
)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Says what this processor offers and what each algorithm makes of it
    Info(InfoArguments),
    /// Checks known answers on every backend, alone and in batches
    Kat(KatArguments),
    /// Measures algorithms, after verifying them
    Bench(BenchArguments),
    /// Puts documents of several runs side by side: machines, versions, settings
    Compare(CompareArguments),
    /// Explains what limits an algorithm here: instructions by kind, ports, chain, and the bound
    Bound(BoundArguments),
    /// Makes a page of documents, or single figures
    Report(ReportArguments),
}

/// The arguments of `lanecrypt info`.
#[derive(Debug, Args)]
pub(crate) struct InfoArguments {
    /// Write a JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// The arguments of `lanecrypt kat`.
#[derive(Debug, Args)]
pub(crate) struct KatArguments {
    /// Check on this backend only, instead of on every one that the processor has
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,
    /// JSON files of known answers
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// What is looked at.
#[derive(Debug, Args)]
pub(crate) struct SelectionArguments {
    /// What to look at: `algorithm` or `algorithm/operation`, such as zuc256, zuc256/mac64,
    /// speck64_128, aes128/gcm or aegis128l/encrypt; `all` for everything; if there is none, the
    /// stream ciphers, one size of each family of block ciphers, and some authenticated ones
    #[arg(value_name = "SELECTOR")]
    pub(crate) selectors: Vec<String>,
    /// Message sizes, separated by commas, such as 64,1504,16KiB; `traffic` for those that network
    /// equipment is measured with, `sweep` for 16 bytes to 64 MiB, `imix` for seven messages of 64
    /// bytes to four of 576 to one of 1500
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// Messages a call, such as 1,16,128 [default: 64]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) batch: Option<String>,
    /// The keys of the messages of a call: `fresh`, one for every message, set up within the timed
    /// call; `ready`, one for all, set up before; or both: fresh,ready [default: fresh]
    #[arg(long, value_name = "WHEN")]
    pub(crate) key: Option<String>,
    /// A backend or `all` [default: the best one]
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,
    /// A variant or `all` [default: auto]
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
}

/// Files that tables are written to.
#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    /// Write the results as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write the tables in Markdown
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Write the tables in LaTeX (booktabs)
    #[arg(long, value_name = "FILE")]
    pub(crate) latex: Option<PathBuf>,
}

/// The arguments of `lanecrypt bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArguments {
    #[command(flatten)]
    pub(crate) selection: SelectionArguments,
    /// Measure implementations of others too, in turns with ours, and compare
    #[arg(long)]
    pub(crate) peers: bool,
    /// Measure on one thread and on N at once
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threads: Option<String>,
    /// Where data and code are before a call: `warm`, in the caches as far as they fit; `cold`,
    /// in memory; or both: warm,cold [default: warm]
    #[arg(long, value_name = "STATE")]
    pub(crate) cache: Option<String>,
    /// Take few samples, and leave the bounds out, as --paper does
    #[arg(long)]
    pub(crate) quick: bool,
    /// Write a JSON document to this file, or `-` for standard output (the table then goes to
    /// standard error)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: TableArguments,
    /// Measure what a paper measured and put its published figures beside: zuc256, cypress,
    /// aesni, riscv (firmware on simulated cores)
    #[arg(long, value_name = "NAME")]
    pub(crate) paper: Option<String>,
    /// The block of memory of --paper cypress, such as 8MiB: a multiple of 64 bytes [default: 1GiB]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) block: Option<String>,
}

/// The arguments of `lanecrypt compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    /// Documents that `lanecrypt bench --json` wrote; the others are compared with the first
    #[arg(required = true, num_args = 2.., value_name = "RUN.json")]
    pub(crate) runs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: TableArguments,
}

/// The arguments of `lanecrypt bound`.
#[derive(Debug, Args)]
pub(crate) struct BoundArguments {
    #[command(flatten)]
    pub(crate) selection: SelectionArguments,
    /// Write a JSON document to this file, or `-` for standard output (the tables then go to
    /// standard error)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

/// The arguments of `lanecrypt report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// JSON documents of `lanecrypt bench`, in any order
    #[arg(required = true, value_name = "RUN.json")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the page to this file, or `-` for standard output
    #[arg(short, long, value_name = "FILE.html")]
    pub(crate) output: Option<PathBuf>,
    /// Print the names of the figures
    #[arg(long)]
    pub(crate) list: bool,
    /// This figure only, to the file that --svg or --png names
    #[arg(long, value_name = "NAME")]
    pub(crate) figure: Option<String>,
    /// Write every figure into this directory as SVG; with --figure, that one to this file
    #[arg(long, value_name = "PATH")]
    pub(crate) svg: Option<PathBuf>,
    /// The same in pixels (if built with --features png)
    #[arg(long, value_name = "PATH")]
    pub(crate) png: Option<PathBuf>,
}

impl Arguments {
    /// Those that the program was started with; or, where they are at fault or ask for help only,
    /// the exit code after saying so.
    pub(crate) fn from_command_line() -> Result<Self, ExitCode> {
        Self::try_parse().map_err(|error| {
            if !error.use_stderr() {
                // A reader that went away needs no help.
                let _ = error.print();
                return ExitCode::SUCCESS;
            }
            complain(format!("{} (see lanecrypt --help)", first_paragraph(&error.to_string())));
            ExitCode::from(failure::REFUSED)
        })
    }
}

/// What is wrong, on one line, without the usage that follows.
fn first_paragraph(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let lines: Vec<_> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    lines.join(" ")
}
