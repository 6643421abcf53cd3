//! The paper on SIMON and SIMECK in counter mode on RISC-V, whose routines are firmware: they are
//! measured on simulated cores by `firmware/rv32/measure`, which this calls.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::args::{BenchArguments, SelectionArguments, TableArguments};
use crate::failure::{self, Failure};

/// Its name on the command line.
pub(crate) const NAME: &str = "riscv";

/// Where the script is in the repository.
const SCRIPT: &str = "firmware/rv32/measure";

/// Builds and measures the firmware; the exit code is that of the script, which has the program's
/// meanings.
pub(crate) fn run(arguments: &BenchArguments) -> Result<ExitCode, Failure> {
    let BenchArguments { selection, peers, threads, cache, quick, json, tables, paper: _, block } =
        arguments;
    let TableArguments { csv, markdown, latex } = tables;
    let SelectionArguments { selectors, size, batch, key, backend, variant } = selection;
    let others = [size, batch, key, backend, variant, threads, cache, block];
    let others = others.into_iter().any(Option::is_some)
        || [csv, markdown, latex].into_iter().any(Option::is_some);
    if !selectors.is_empty() || others || *quick || *peers {
        return Err(Failure::refused("--paper riscv measures firmware; it takes --json only"));
    }
    let mut command = Command::new(script()?);
    if let Some(file) = json {
        if file.as_os_str() == "-" {
            return Err(Failure::refused("--paper riscv writes its JSON to a file, not to `-`"));
        }
        command.arg("--json").arg(file);
    }
    let status = command
        .status()
        .map_err(|error| Failure::refused(format!("{SCRIPT} cannot be run: {error}")))?;
    Ok(match status.code() {
        Some(0) => ExitCode::SUCCESS,
        Some(1) => ExitCode::from(failure::WRONG),
        _ => ExitCode::from(failure::REFUSED),
    })
}

/// The script: of the repository that one stands in, or of the one that the program was built in.
fn script() -> Result<PathBuf, Failure> {
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(SCRIPT);
    [PathBuf::from("./").join(SCRIPT), built_in].into_iter().find(|path| path.is_file()).ok_or_else(
        || Failure::refused(format!("--paper riscv: {SCRIPT} is not here; go to the repository")),
    )
}
