//! `lanecrypt inspect`: what can be said of a file without its key.

use std::process::ExitCode;

use lanecrypt::chunked::{HEADER_BYTES, SALT_BYTES};

use super::arguments::InspectArguments;
use super::passphrase::{HEADER, Header, MAGIC};
use super::source::Source;
use super::target::Place;
use super::tasks::Task;
use super::{each, verdict};
use crate::failure::Failure;
use crate::hex;
use crate::output::Output;

/// Describes every file. Nothing of it is authenticated.
pub(crate) fn run(arguments: &InspectArguments) -> Result<ExitCode, Failure> {
    let tasks = arguments.files.iter().map(|path| Task {
        input: Some(path.clone()),
        output: Place::Nowhere,
        context: Vec::new(),
    });
    let mut out = Output::standard();
    Ok(each(&tasks.collect::<Vec<_>>(), |task| inspect(task, &mut out)))
}

fn inspect(task: &Task, out: &mut Output) -> Result<(), Failure> {
    let mut source = Source::open(task.input.as_deref())?;
    let name = source.name.clone();
    let mut start = [0; HEADER + HEADER_BYTES];
    let have = source.fill(&mut start)?;
    let length = source
        .regular
        .map(|regular| regular.length)
        .ok_or_else(|| Failure::refused(format_args!("{name}: this is not a regular file")))?;
    let prefix = if start.starts_with(MAGIC) { HEADER } else { 0 };
    if have < prefix + HEADER_BYTES {
        return Err(verdict::wrong_start(&name, "it is too short"));
    }
    out.line(format_args!("file        {name}"))?;
    out.line(format_args!("bytes       {length}"))?;
    match start[..prefix].first_chunk() {
        Some(own) => {
            let header =
                Header::read(own).map_err(|reason| verdict::wrong_start(&name, &reason))?;
            let cost = header.cost;
            out.line(format_args!(
                "key         passphrase, Argon2id with {} KiB, {} passes, {} lanes, salt {}",
                cost.memory,
                cost.passes,
                cost.lanes,
                hex::encode(&header.salt)
            ))?;
            out.line("form        Cobblestone-256 after a header of 40 bytes")?;
        }
        None => {
            out.line("key         raw, of 16 or 32 bytes: the file does not say")?;
            out.line("form        Cobblestone-128 or Cobblestone-256, if it is one at all")?;
        }
    }
    let (salt, commitment) = start[prefix..][..HEADER_BYTES].split_at(SALT_BYTES);
    out.line(format_args!("salt        {}", hex::encode(salt)))?;
    out.line(format_args!("commitment  {}", hex::encode(commitment)))?;
    let layout = verdict::layout(&name, length.saturating_sub(prefix as u64))?;
    out.line(format_args!("chunks      {}", layout.chunks()))?;
    out.line(format_args!("contents    {} bytes", layout.plaintext_bytes()))
}
