//! The paper on SIMON and SIMECK in counter mode on RISC-V. Its routines are firmware: the script
//! `firmware/rv32/measure` measures them on simulated cores. This module calls the script.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::args::{BenchArguments, SelectionArguments, TableArguments};
use crate::failure::{self, Failure};

/// The name on the command line.
pub(crate) const NAME: &str = "riscv";

/// The path of the script in the repository.
const SCRIPT: &str = "firmware/rv32/measure";

/// Builds and measures the firmware. The exit code is that of the script: it means the same as the
/// exit code of the program.
pub(crate) fn run(arguments: &BenchArguments) -> Result<ExitCode, Failure> {
    let BenchArguments {
        selection,
        peers,
        threads,
        cache,
        quick,
        json,
        tables,
        paper: _,
        suite: _,
        memory,
    } = arguments;
    let TableArguments { csv, markdown, latex } = tables;
    let SelectionArguments { selectors, sizes, batch, keys, backend, variant } = selection;
    let others = [sizes, batch, keys, backend, variant, threads, cache, memory];
    let others = others.into_iter().any(Option::is_some)
        || [csv, markdown, latex].into_iter().any(Option::is_some);
    if !selectors.is_empty() || others || *quick || *peers {
        return Err(Failure::refused(
            "--paper riscv measures firmware; it takes no other option than --json",
        ));
    }
    let mut command = Command::new(script()?);
    if let Some(file) = json {
        if file.as_os_str() == "-" {
            return Err(Failure::refused(
                "--paper riscv cannot write its JSON to standard output; name a file",
            ));
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

/// The script in the current repository, or in the repository that the program was built in.
fn script() -> Result<PathBuf, Failure> {
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(SCRIPT);
    [PathBuf::from("./").join(SCRIPT), built_in].into_iter().find(|path| path.is_file()).ok_or_else(
        || {
            Failure::refused(format!(
                "--paper riscv: {SCRIPT} was not found; run this in the repository"
            ))
        },
    )
}
