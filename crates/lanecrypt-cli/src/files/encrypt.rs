//! `lanecrypt encrypt`.

use std::process::ExitCode;

use lanecrypt::chunked::{CHUNK_BYTES, TAG_BYTES};

use super::arguments::EncryptArguments;
use super::passphrase::Cost;
use super::pump::{GROUP, Pump};
use super::secret::Secret;
use super::source::Source;
use super::target::{Place, Target};
use super::tasks::{self, Task, Way};
use super::{bar, each};
use crate::failure::Failure;

/// Encrypts every input.
pub(crate) fn run(arguments: &EncryptArguments) -> Result<ExitCode, Failure> {
    let tasks = tasks::of(&arguments.files, Way::Encrypt)?;
    let secret = Secret::new(&arguments.secret, &arguments.files, true)?;
    let cost = Cost::parse(&arguments.argon2)?;
    Ok(each(&tasks, |task| encrypt(arguments, &secret, cost, task)))
}

fn encrypt(
    arguments: &EncryptArguments,
    secret: &Secret,
    cost: Cost,
    task: &Task,
) -> Result<(), Failure> {
    let mut source = Source::open(task.input.as_deref())?;
    // First, so that nothing is left if the passphrase is never given.
    let (key, header) = secret.for_new(cost)?;
    make_directories(&task.output)?;
    let mut target = Target::create(&task.output, arguments.files.force, source.regular, true)?;
    let mut context = Vec::new();
    if let Some(header) = header {
        target.write(&header.bytes())?;
        context.extend(header.bytes());
    }
    context.extend(&task.context);
    let message = key.message(&super::random()?, &context);
    target.write(message.header())?;

    let bar = bar::bar(&source.name, source.regular.map(|regular| regular.length));
    let pump = Pump {
        group: GROUP * CHUNK_BYTES,
        room: GROUP * (CHUNK_BYTES + TAG_BYTES),
        threads: usize::from(arguments.files.jobs),
        skip: 0,
        take: u64::MAX,
        process: |number, last, plaintext: &[u8], sealed: &mut [u8]| {
            let tags = plaintext.len() / CHUNK_BYTES + usize::from(last);
            let bytes = plaintext.len() + tags * TAG_BYTES;
            let first = number * GROUP as u64;
            match message.seal(first, last, plaintext, &mut sealed[..bytes]) {
                Ok(()) => (bytes, Ok(())),
                Err(error) => (0, Err(Failure::refused(error))),
            }
        },
        progress: &|bytes| bar.inc(bytes),
    };
    let done = pump.run(&mut source.file, &source.name, &mut target);
    bar.finish_and_clear();
    done.and_then(|()| target.commit())
}

/// Makes the directory of a file.
pub(super) fn make_directories(place: &Place) -> Result<(), Failure> {
    let Place::Path(path) = place else { return Ok(()) };
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => std::fs::create_dir_all(parent)
            .map_err(|error| Failure::refused(format_args!("{}: {error}", parent.display()))),
        _ => Ok(()),
    }
}
