//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::failure::{self, complain};
use crate::files::arguments::{
    DecryptArguments, EncryptArguments, InspectArguments, KeygenArguments,
};

/// Encrypts files; checks and measures the symmetric ciphers of lanecrypt on this machine.
#[derive(Debug, Parser)]
#[command(
    name = "lanecrypt",
    version,
    arg_required_else_help = false,
    after_help = "Environment: LANECRYPT_BACKEND=portable|neon|sse|avx2|avx2-vaes|avx2-gfni|avx512 lowers the \
                  backend that is chosen by default. It never raises it, and it does not change \
                  --backend.\n\n\
                  Exit status: 0 for success, 1 if a cipher gave a wrong answer or its time depends on secrets \
                  (ct), or a file does not open, 2 if the input was wrong or could not be read or written, or \
                  the machine is too noisy (ct), 3 if a pipe has only the verified beginning of a file."
)]
pub(crate) struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Encrypts files or standard input (C2SP chunked encryption: AES-GCM in chunks)
    Encrypt(EncryptArguments),
    /// Decrypts files or standard input
    Decrypt(DecryptArguments),
    /// Makes a key file
    Keygen(KeygenArguments),
    /// Shows what an encrypted file says without its key
    Inspect(InspectArguments),
    /// Shows the backends of this processor, and which backend each algorithm uses
    Info(InfoArguments),
    /// Checks known answers on every backend, one by one and in batches
    Kat(KatArguments),
    /// Measures algorithms, after verifying them
    Bench(BenchArguments),
    /// Compares the results of several runs row by row
    Compare(CompareArguments),
    /// Counts the instructions of an algorithm and shows what limits its speed
    #[command(alias = "bound")]
    Limits(LimitsArguments),
    /// Tests by statistics whether the time of algorithms depends on keys or data on this machine
    Ct(CtArguments),
    /// Draws the results of any number of runs as one HTML page, or as single figures
    Report(ReportArguments),
}

/// The arguments of `lanecrypt info`.
#[derive(Debug, Args)]
pub(crate) struct InfoArguments {
    /// Print a JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
    /// Print tables of all algorithms, with their types and sizes, in Markdown
    #[arg(long, conflicts_with = "json")]
    pub(crate) algorithms: bool,
}

/// The arguments of `lanecrypt kat`.
#[derive(Debug, Args)]
pub(crate) struct KatArguments {
    /// Check on this backend only [default: every backend of the processor]
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,
    /// Files of known answers, in JSON
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// The choice of what is measured.
#[derive(Debug, Clone, Args)]
pub(crate) struct SelectionArguments {
    /// What to measure: `algorithm` or `algorithm/operation`, such as zuc256, zuc256/mac64,
    /// speck64_128, aes128/gcm or aegis128l/encrypt; `all` for everything [default: ZUC and
    /// the algorithms of 3GPP over it, one size of each family of block ciphers, and some AEADs]
    #[arg(value_name = "SELECTOR")]
    pub(crate) selectors: Vec<String>,
    /// Message sizes, separated by commas, such as 64,1504,16KiB. Three lists have names: `traffic`
    /// (64 to 1500 bytes), `sweep` (16 bytes to 64 MiB), and `imix` (a mix of 64, 576 and 1500 bytes,
    /// 7 to 4 to 1)
    #[arg(long, alias = "size", value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) sizes: Option<String>,
    /// Messages per call, separated by commas, such as 1,16,128 [default: 64]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) batch: Option<String>,
    /// Keys: `fresh` (every message has its own key, set up within the timed call), `ready` (all
    /// messages share one key, set up before the call), or fresh,ready [default: fresh]
    #[arg(long, alias = "key", value_name = "KIND")]
    pub(crate) keys: Option<String>,
    /// A backend, or `all` [default: the best one]
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,
    /// A variant, or `all` [default: auto]
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
}

/// The files that tables are written to.
#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    /// Write the results to this file as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write the tables to this file in Markdown
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Write the tables to this file in LaTeX (booktabs)
    #[arg(long, value_name = "FILE")]
    pub(crate) latex: Option<PathBuf>,
}

/// The arguments of `lanecrypt bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArguments {
    #[command(flatten)]
    pub(crate) selection: SelectionArguments,
    /// Measure a suite of algorithms: `5g`, which is NEA1 to NEA6, NIA1 to NIA6 and NCA4 to NCA6, messages of 40
    /// to 1504 bytes and IMIX, 1 to 64 messages per call, unless --sizes or --batch say otherwise
    #[arg(long, value_name = "NAME", conflicts_with_all = ["selectors", "paper"])]
    pub(crate) suite: Option<String>,
    /// Compare with other libraries, interleaved
    #[arg(long)]
    pub(crate) peers: bool,
    /// Measure on one thread, then on N threads at the same time
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threads: Option<String>,
    /// Cache state before each call: `warm` (data and code are in the caches as far as they fit),
    /// `cold` (they are in memory), or warm,cold [default: warm]
    #[arg(long, value_name = "STATE")]
    pub(crate) cache: Option<String>,
    /// Take few samples, and compute no bounds
    #[arg(long)]
    pub(crate) quick: bool,
    /// Write a JSON document to this file, or to standard output if it is `-` (the tables then go to
    /// standard error)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: TableArguments,
    /// Repeat the measurements of a paper and show its published figures next to the results:
    /// zuc256, cypress, aesni, riscv (firmware on simulated cores)
    #[arg(long, value_name = "NAME")]
    pub(crate) paper: Option<String>,
    /// The size of the memory that --paper cypress encrypts, such as 8MiB: a multiple of 64 bytes
    /// [default: 1GiB]
    #[arg(long, alias = "block", value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) memory: Option<String>,
}

/// The arguments of `lanecrypt compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    /// Documents of `lanecrypt bench --json`; all others are compared with the first
    #[arg(required = true, num_args = 2.., value_name = "RUN.json")]
    pub(crate) runs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: TableArguments,
}

/// The arguments of `lanecrypt limits`.
#[derive(Debug, Args)]
pub(crate) struct LimitsArguments {
    #[command(flatten)]
    pub(crate) selection: SelectionArguments,
    /// Write a JSON document to this file, or to standard output if it is `-` (the tables then go to
    /// standard error)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

/// The arguments of `lanecrypt ct`.
#[derive(Debug, Args)]
pub(crate) struct CtArguments {
    /// What to test: `algorithm` or `algorithm/operation`, as for `bench` [default: the choice of `bench`]
    #[arg(value_name = "SELECTOR")]
    pub(crate) selectors: Vec<String>,
    /// Message sizes, separated by commas, such as 64,1KiB [default: 64]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) sizes: Option<String>,
    /// Messages per call, separated by commas [default: 1,16]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) batch: Option<String>,
    /// Keys: `fresh` (set up within the timed call), `ready` (set up before the call), or fresh,ready
    /// [default: fresh]
    #[arg(long, value_name = "KIND")]
    pub(crate) keys: Option<String>,
    /// A backend, or `all` [default: the best one]
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,
    /// A variant, or `all` [default: auto]. The variant `table` is not constant time
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Measure every row for N seconds, and longer if it would have too few measurements [default: 5]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seconds: Option<String>,
    /// Measure every row for half a second
    #[arg(long, conflicts_with = "seconds")]
    pub(crate) quick: bool,
    /// Write a JSON document to this file, or to standard output if it is `-` (the tables then go to
    /// standard error)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: TableArguments,
}

/// The arguments of `lanecrypt report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// Documents of `lanecrypt bench --json`, in any order
    #[arg(required = true, value_name = "RUN.json")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the page to this file, or to standard output if it is `-`
    #[arg(short, long, value_name = "FILE.html")]
    pub(crate) output: Option<PathBuf>,
    /// Print the names of the figures
    #[arg(long)]
    pub(crate) list: bool,
    /// Write this figure only, to the file that --svg or --png names
    #[arg(long, value_name = "NAME")]
    pub(crate) figure: Option<String>,
    /// Write every figure as SVG into this directory; with --figure, write that figure to this file
    #[arg(long, value_name = "PATH")]
    pub(crate) svg: Option<PathBuf>,
    /// Write PNG files in the same way (needs a build with --features png)
    #[arg(long, value_name = "PATH")]
    pub(crate) png: Option<PathBuf>,
}

impl Arguments {
    /// Reads the command line. If it is wrong or asks for help, prints the message and returns the exit
    /// status.
    pub(crate) fn from_command_line() -> Result<Self, ExitCode> {
        Self::try_parse().map_err(|error| {
            if !error.use_stderr() {
                // The reader may have closed the pipe.
                let _ = error.print();
                return ExitCode::SUCCESS;
            }
            complain(format!("{} (see lanecrypt --help)", first_paragraph(&error.to_string())));
            ExitCode::from(failure::REFUSED)
        })
    }
}

/// The error on one line, without the usage that follows it.
fn first_paragraph(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let lines: Vec<_> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    lines.join(" ")
}
