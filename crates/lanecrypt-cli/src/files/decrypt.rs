//! `lanecrypt decrypt`.

use std::io::{Read, Seek as _, SeekFrom};
use std::ops::Range;
use std::process::ExitCode;

use lanecrypt::chunked::{CHUNK_BYTES, HEADER_BYTES, SEALED_CHUNK_BYTES, TAG_BYTES};

use super::arguments::DecryptArguments;
use super::encrypt::make_directories;
use super::key::FileMessage;
use super::passphrase::{HEADER, Header, MAGIC};
use super::pump::{GROUP, Pump};
use super::secret::Secret;
use super::source::Source;
use super::target::Target;
use super::tasks::{self, Task, Way};
use super::{bar, each, verdict};
use crate::failure::Failure;

/// Decrypts every input.
pub(crate) fn run(arguments: &DecryptArguments) -> Result<ExitCode, Failure> {
    let range = arguments.range.as_deref().map(parse_range).transpose()?;
    let way = match (arguments.verify, &range) {
        (true, _) => Way::Verify,
        (false, Some(_)) => Way::Part,
        (false, None) => Way::Decrypt,
    };
    let tasks = tasks::of(&arguments.files, way)?;
    let secret = Secret::new(&arguments.secret, &arguments.files, false)?;
    Ok(each(&tasks, |task| decrypt(arguments, &secret, range, task)))
}

/// Reads `A-B` or `A-`.
fn parse_range(text: &str) -> Result<(u64, Option<u64>), Failure> {
    let wrong = || {
        Failure::refused(format_args!("--range {text}: it must be A-B or A-, with A not above B"))
    };
    let (from, to) = text.split_once('-').ok_or_else(wrong)?;
    let from = from.parse().map_err(|_| wrong())?;
    let to = match to {
        "" => None,
        to => Some(to.parse().ok().filter(|&to| to >= from).ok_or_else(wrong)?),
    };
    Ok((from, to))
}

/// What of a message is decrypted.
struct Part {
    chunks_from: u64,
    /// Whether the last chunk is among them.
    to_end: bool,
    /// How many sealed bytes there are; as many as come if the length is not known.
    sealed: u64,
    skip: u64,
    take: u64,
}

const WHOLE: Part =
    Part { chunks_from: 0, to_end: true, sealed: u64::MAX, skip: 0, take: u64::MAX };

fn decrypt(
    arguments: &DecryptArguments,
    secret: &Secret,
    range: Option<(u64, Option<u64>)>,
    task: &Task,
) -> Result<(), Failure> {
    let mut source = Source::open(task.input.as_deref())?;
    let (message, before) = open(&mut source, secret, &task.context, arguments.max_memory)?;
    let part = match range {
        None => WHOLE,
        Some((from, to)) => seek(&mut source, before, from, to)?,
    };
    make_directories(&task.output)?;
    let mut target = Target::create(&task.output, arguments.files.force, source.regular, false)?;

    let length = source.regular.map(|regular| regular.length.min(part.sealed));
    let bar = bar::bar(&source.name, length);
    let name = &source.name;
    let pump = Pump {
        group: GROUP * SEALED_CHUNK_BYTES,
        room: GROUP * CHUNK_BYTES,
        threads: usize::from(arguments.files.jobs),
        skip: part.skip,
        take: part.take,
        process: |number, last, sealed: &[u8], plaintext: &mut [u8]| {
            let first = part.chunks_from + number * GROUP as u64;
            let full = sealed.len() / SEALED_CHUNK_BYTES;
            let end = last && part.to_end;
            let rest = sealed.len() % SEALED_CHUNK_BYTES;
            let bytes = full * CHUNK_BYTES + rest.saturating_sub(TAG_BYTES);
            match message.open(first, end, sealed, &mut plaintext[..bytes]) {
                Ok(()) => (bytes, Ok(())),
                Err(error) => {
                    let ready = match error {
                        lanecrypt::Error::Chunk { number } => {
                            (number - first) as usize * CHUNK_BYTES
                        }
                        // Only the end is missing: what is before it can be opened.
                        lanecrypt::Error::Truncated { .. } => {
                            let whole = &sealed[..full * SEALED_CHUNK_BYTES];
                            let room = &mut plaintext[..full * CHUNK_BYTES];
                            match message.open(first, false, whole, room) {
                                Ok(()) => full * CHUNK_BYTES,
                                Err(damaged) => {
                                    return (0, Err(verdict::of_error(name, damaged, rest)));
                                }
                            }
                        }
                        _ => 0,
                    };
                    (ready, Err(verdict::of_error(name, error, rest)))
                }
            }
        },
        progress: &|bytes| bar.inc(bytes),
    };
    let mut input = (&mut source.file).take(part.sealed);
    let done = pump.run(&mut input, name, &mut target);
    bar.finish_and_clear();
    match done {
        Err(Failure::WrongAnswer(sentence)) if target.is_direct() => Err(Failure::Incomplete(
            format!("{sentence}; what was written is verified but not complete"),
        )),
        done => done.and_then(|()| target.commit()),
    }
}

/// Reads the header and finds the key. Returns the message and how many bytes are before its chunks.
fn open(
    source: &mut Source,
    secret: &Secret,
    text: &[u8],
    max_memory: u32,
) -> Result<(FileMessage, u64), Failure> {
    let mut start = [0; HEADER + HEADER_BYTES];
    let mut have = source.fill(&mut start[..HEADER])?;
    let prefix = if start.starts_with(MAGIC) { HEADER } else { 0 };
    have += source.fill(&mut start[HEADER..prefix + HEADER_BYTES])?;
    if have < prefix + HEADER_BYTES {
        return Err(verdict::wrong_start(&source.name, "it is too short"));
    }
    let wrong = |reason: &str| verdict::wrong_start(&source.name, reason);
    let (own, message) = start.split_at(prefix);
    let message = message.first_chunk().unwrap_or(&[0; HEADER_BYTES]);
    let context = [own, text].concat();
    let opened = match (own.first_chunk(), secret) {
        (None, Secret::Key(key)) => key.message_of(message, &context),
        (Some(own), Secret::Passphrase { .. }) => {
            let header = Header::read(own).map_err(|reason| wrong(&reason))?;
            let key = header.key(secret.passphrase(false)?, max_memory);
            key.map_err(|reason| wrong(&reason))?.message_of(message, &context)
        }
        (Some(_), Secret::Key(_)) => return Err(wrong("it wants a passphrase; use -p, not -k")),
        (None, Secret::Passphrase { .. }) => {
            return Err(wrong("it does not want a passphrase; use -k KEYFILE"));
        }
    };
    let opened = opened.map_err(|error| verdict::of_error(&source.name, error, 0))?;
    Ok((opened, (prefix + HEADER_BYTES) as u64))
}

/// Finds the chunks of a range and goes there.
fn seek(source: &mut Source, before: u64, from: u64, to: Option<u64>) -> Result<Part, Failure> {
    let name = &source.name;
    let Some(regular) = source.regular else {
        return Err(Failure::refused(format_args!("{name}: --range needs a file, not a pipe")));
    };
    let prefix = before - HEADER_BYTES as u64;
    let layout = verdict::layout(name, regular.length.saturating_sub(prefix))?;
    let end = layout.plaintext_bytes();
    let wanted = from..to.unwrap_or(end);
    let chunks = layout.chunks_of(wanted.clone()).map_err(|_| {
        Failure::refused(format_args!("{name}: the range ends after byte {end}, which is the end"))
    })?;
    // Where the message ends is only known once its last chunk is verified.
    let chunks = match to {
        None => chunks.start.min(layout.chunks() - 1)..layout.chunks(),
        Some(_) => chunks,
    };
    let refused = |error| Failure::refused(format_args!("{name}: {error}"));
    let bytes: Range<u64> = layout.sealed_range(chunks.clone()).map_err(refused)?;
    let first = layout.plaintext_range(chunks.clone()).map_err(refused)?.start;
    source
        .file
        .seek(SeekFrom::Start(prefix + bytes.start))
        .map_err(|error| Failure::refused(format_args!("{name}: {error}")))?;
    Ok(Part {
        chunks_from: chunks.start,
        to_end: chunks.end == layout.chunks() && !chunks.is_empty(),
        sealed: bytes.end - bytes.start,
        skip: wanted.start - first.min(wanted.start),
        take: wanted.end - wanted.start,
    })
}
