//! `lanecrypt encrypt`, `decrypt`, `keygen` and `inspect`: files and streams by chunked encryption.
//!
//! | module | contents |
//! |---|---|
//! | [`arguments`] | the command lines |
//! | [`encrypt`], [`decrypt`], [`keygen`], [`inspect`] | the commands |
//! | [`tasks`] | which file becomes which: one file, several, directory trees |
//! | [`key`], [`passphrase`], [`secret`] | key files; passphrases and their header; either of them |
//! | [`source`], [`target`] | what is read; what is written, as a whole or not at all |
//! | [`pump`], [`bar`] | groups of chunks from one to the other, on several threads; progress |
//! | [`verdict`] | what is said of a file that does not open |

pub(crate) mod arguments;
mod bar;
pub(crate) mod decrypt;
pub(crate) mod encrypt;
pub(crate) mod inspect;
mod key;
pub(crate) mod keygen;
mod passphrase;
mod pump;
mod secret;
mod silent;
mod source;
mod target;
mod tasks;
mod verdict;

use std::process::ExitCode;

use crate::failure::Failure;

/// Processes every task. A file that fails does not keep the others from being processed; the exit code is
/// that of the worst.
fn each(
    tasks: &[tasks::Task],
    mut process: impl FnMut(&tasks::Task) -> Result<(), Failure>,
) -> ExitCode {
    let mut worst = 0;
    for task in tasks {
        if let Err(failure) = process(task) {
            worst = worst.max(failure.complain());
        }
    }
    ExitCode::from(worst)
}

/// Random bytes of the operating system.
fn random<const N: usize>() -> Result<[u8; N], Failure> {
    use lanecrypt::mode::{Entropy as _, OsEntropy};
    let mut bytes = [0; N];
    OsEntropy::new().and_then(|mut source| source.fill(&mut bytes)).map_err(Failure::refused)?;
    Ok(bytes)
}
