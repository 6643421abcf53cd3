//! Messages that must not be opened: the case with a change.

use lanecrypt::{Backend, Data, Error};

use super::alone::refused;
use crate::aead::{AeadKey, SealTask};
use crate::answers::aead::AeadCase;
use crate::jobs::{Jobs, Key};
use crate::kat::batches;
use crate::kat::place::{GuardedBuffers, Place, accept};
use crate::kat::tally::Tally;

/// In texts of up to this many bytes, every bit is changed; in longer texts, one bit of every byte,
/// up to [`MOST_BYTES`].
const EVERY_BIT: usize = 32;
const MOST_BYTES: usize = 100;

/// All that is given to open a message.
#[derive(Clone)]
struct Parts {
    key: Vec<u8>,
    nonce: Vec<u8>,
    aad: Vec<u8>,
    ciphertext: Vec<u8>,
    tag: Vec<u8>,
}

/// One of the parts: its name and where it is.
type Part = (&'static str, fn(&mut Parts) -> &mut Vec<u8>);

const PARTS: [Part; 5] = [
    ("key", |parts| &mut parts.key),
    ("nonce", |parts| &mut parts.nonce),
    ("aad", |parts| &mut parts.aad),
    ("ciphertext", |parts| &mut parts.ciphertext),
    ("tag", |parts| &mut parts.tag),
];

/// Checks a case on a backend.
pub(super) fn check(message: &AeadCase, backend: Backend, tally: &mut Tally) {
    let genuine = Parts {
        key: message.key.clone(),
        nonce: message.nonce.clone(),
        aad: message.aad.clone(),
        ciphertext: message.ciphertext.clone(),
        tag: message.answer.bytes.clone(),
    };
    let key = message.expanded(backend);
    let on = (backend, &*key);
    bits(message, &genuine, on, tally);
    lengths(message, &genuine, on, tally);
    other_tags(message, &genuine, on, tally);
}

/// Opens the case with one bit of one part changed.
fn bits(message: &AeadCase, genuine: &Parts, on: (Backend, &dyn AeadKey), tally: &mut Tally) {
    for (name, part) in PARTS {
        let mut changed = genuine.clone();
        let bytes = part(&mut changed).len();
        for at in 0..bytes.min(MOST_BYTES) {
            let all = 0..8;
            let one = at % 8..at % 8 + 1;
            for bit in if bytes <= EVERY_BIT { all } else { one } {
                if name == "nonce" && is_free(message, at, bit) {
                    continue;
                }
                part(&mut changed)[at] ^= 1 << bit;
                let how = format_args!("opened with bit {bit} of byte {at} of {name} changed");
                open(message, &changed, on, at, tally, how);
                part(&mut changed)[at] ^= 1 << bit;
            }
        }
    }
}

/// Whether the tag does not depend on a bit of the nonce: 256-NCA5 sets bit 0 of byte 0 for its hash, and takes the
/// first 12 bytes of the IV.
fn is_free(message: &AeadCase, at: usize, bit: usize) -> bool {
    message.cipher.target == "aes_nca5" && (at >= 12 || (at, bit) == (0, 0))
}

/// Opens the case with tag, ciphertext or associated data shorter or longer, and with bytes moved
/// between them.
fn lengths(message: &AeadCase, genuine: &Parts, on: (Backend, &dyn AeadKey), tally: &mut Tally) {
    for bytes in 0..genuine.tag.len() {
        let mut changed = genuine.clone();
        changed.tag.truncate(bytes);
        let how = format_args!("opened with the first {bytes} bytes of the tag");
        open(message, &changed, on, bytes, tally, how);
    }
    for bytes in [1, 4, 15, 16, 17, 240, 256] {
        let mut changed = genuine.clone();
        changed.tag.resize(genuine.tag.len() + bytes, 0);
        let how = format_args!("opened with {bytes} zeros after the tag");
        open(message, &changed, on, bytes, tally, how);
    }
    for (name, part) in [PARTS[2], PARTS[3]] {
        let mut changed = genuine.clone();
        part(&mut changed).push(0);
        open(message, &changed, on, 1, tally, format_args!("opened with a zero after {name}"));
        let mut changed = genuine.clone();
        if part(&mut changed).pop().is_some() {
            let how = format_args!("opened without the last byte of {name}");
            open(message, &changed, on, 2, tally, how);
        }
        let mut changed = genuine.clone();
        if !part(&mut changed).is_empty() {
            part(&mut changed).clear();
            open(message, &changed, on, 3, tally, format_args!("opened without {name}"));
        }
    }
    let mut changed = genuine.clone();
    if let Some(byte) = changed.aad.pop() {
        changed.ciphertext.insert(0, byte);
        let how = format_args!("opened with a byte of aad moved to the ciphertext");
        open(message, &changed, on, 0, tally, how);
    }
    let mut changed = genuine.clone();
    if !changed.ciphertext.is_empty() {
        let byte = changed.ciphertext.remove(0);
        changed.aad.push(byte);
        let how = format_args!("opened with a byte of ciphertext moved to aad");
        open(message, &changed, on, 0, tally, how);
    }
}

/// Opens the case under a key with tags of another length, and with a tag of zeros.
fn other_tags(message: &AeadCase, genuine: &Parts, on: (Backend, &dyn AeadKey), tally: &mut Tally) {
    for &bytes in message.cipher.tag_bytes.iter().filter(|bytes| **bytes != message.tag_bytes) {
        let key = accept((message.cipher.expand)(&genuine.key, bytes, on.0));
        let how = format_args!("opened with its tag where {bytes} bytes were agreed upon");
        let mut buffers = GuardedBuffers::new(&genuine.ciphertext, Place::Same, 0);
        let result = key.open(&genuine.nonce, &genuine.aad, buffers.data(), &genuine.tag);
        let lengths = (genuine.tag.len(), bytes);
        refused(message, lengths, result, (&buffers, &genuine.ciphertext), tally, how);
    }
    let mut changed = genuine.clone();
    changed.tag.fill(0);
    let how = format_args!("opened with a tag of zeros");
    open(message, &changed, on, 0, tally, how);
    changed.ciphertext.clear();
    changed.aad.clear();
    open(message, &changed, on, 0, tally, format_args!("opened empty with a tag of zeros"));
}

fn open(
    message: &AeadCase,
    parts: &Parts,
    (backend, genuine): (Backend, &dyn AeadKey),
    number: usize,
    tally: &mut Tally,
    how: std::fmt::Arguments<'_>,
) {
    let other = match parts.key == message.key {
        true => None,
        false => Some(accept((message.cipher.expand)(&parts.key, message.tag_bytes, backend))),
    };
    let key = other.as_deref().unwrap_or(genuine);
    let mut buffers = GuardedBuffers::new(&parts.ciphertext, Place::by_turns(number), number % 5);
    let result = key.open(&parts.nonce, &parts.aad, buffers.data(), &parts.tag);
    let lengths = (parts.tag.len(), message.tag_bytes);
    refused(message, lengths, result, (&buffers, &parts.ciphertext), tally, how);
}

/// Checks that unusable arguments give their errors and that nothing is written then, for one
/// message and for a batch of one.
pub(super) fn check_arguments(message: &AeadCase, backend: Backend, tally: &mut Tally) {
    keys(message, backend, tally);
    tag_lengths(message, backend, tally);
    nonces(message, backend, tally);
    buffers(message, backend, tally);
    wrong_jobs(message, backend, tally);
}

/// The text that is sealed and opened.
const TEXT: [u8; 33] = [0x77; 33];

/// Runs a batch of one job and returns the result of the job.
fn result(
    message: &AeadCase,
    calls: Box<dyn Jobs + '_>,
    tally: &mut Tally,
    how: std::fmt::Arguments<'_>,
) -> Result<(), Error> {
    let outcomes = batches::run(calls, &message.answer, tally, how);
    outcomes.iter().try_for_each(|outcome| outcome.result())
}

fn keys(message: &AeadCase, backend: Backend, tally: &mut Tally) {
    let AeadCase { cipher, answer, tag_bytes, .. } = message;
    let long = vec![0; cipher.key_bytes + 1];
    for key in [&[][..], &message.key[1..], &long] {
        let bytes = key.len();
        let how = format_args!("a key of {bytes} bytes");
        let expected = Some(Error::KeyLength { bytes, expected: cipher.key_bytes });
        let alone = (cipher.expand)(key, *tag_bytes, backend).err();
        let mut buffers = GuardedBuffers::new(&TEXT, Place::Same, 1);
        let task = SealTask::seal(key, &message.nonce, &[], buffers.data());
        let calls = message.batch(backend).seal(vec![task]);
        for error in [alone, result(message, calls, tally, how).err()] {
            tally.holds(answer, how, error == expected, "KeyLength", || format!("{error:?}"));
        }
        untouched(message, &buffers, tally, how);
    }
}

fn tag_lengths(message: &AeadCase, backend: Backend, tally: &mut Tally) {
    let AeadCase { cipher, answer, .. } = message;
    for bytes in (0..=40).filter(|bytes| !cipher.tag_bytes.contains(bytes)) {
        let how = format_args!("tags of {bytes} bytes");
        let alone = (cipher.expand)(&message.key, bytes, backend).err();
        let mut buffers = GuardedBuffers::new(&TEXT, Place::Same, 1);
        let task = SealTask::seal(&message.key[..], &message.nonce, &[], buffers.data());
        let calls = accept((cipher.batch)(bytes, backend)).seal(vec![task]);
        for error in [alone, result(message, calls, tally, how).err()] {
            let refused = matches!(error, Some(Error::TagLength { bytes: b, .. }) if b == bytes);
            tally.holds(answer, how, refused, "TagLength", || format!("{error:?}"));
        }
        untouched(message, &buffers, tally, how);
    }
}

fn nonces(message: &AeadCase, backend: Backend, tally: &mut Tally) {
    let AeadCase { cipher, answer, .. } = message;
    let (key, batch) = (message.expanded(backend), message.batch(backend));
    let (least, most) = cipher.nonce_bytes;
    for bytes in [0, least.wrapping_sub(1), most.saturating_add(1)] {
        if cipher.has_nonces_of(bytes) || bytes > 1000 {
            continue;
        }
        let how = format_args!("a nonce of {bytes} bytes");
        let nonce = vec![0; bytes];
        for place in [Place::Same, Place::Apart] {
            let mut buffers = GuardedBuffers::new(&TEXT, place, 1);
            let mut results = vec![
                key.seal(&nonce, &[], buffers.data()).map(|_| ()),
                key.open(&nonce, &[], buffers.data(), &answer.bytes),
            ];
            for in_batch in [Key::Bytes(&message.key[..]), Key::Ready(&*key)] {
                let task = SealTask::seal(in_batch, &nonce, &[], buffers.data());
                results.push(result(message, batch.seal(vec![task]), tally, how));
                let task = SealTask::open(in_batch, &nonce, &[], buffers.data(), &answer.bytes);
                results.push(result(message, batch.open(vec![task]), tally, how));
            }
            for result in results {
                let refused = matches!(
                    result,
                    Err(Error::NonceLength { bytes: b, .. } | Error::NonceRange { bytes: b, .. })
                        if b == bytes
                );
                tally.holds(answer, how, refused, "an error", || format!("{result:?}"));
            }
            untouched(message, &buffers, tally, how);
        }
    }
}

fn buffers(message: &AeadCase, backend: Backend, tally: &mut Tally) {
    let answer = &message.answer;
    let (key, batch) = (message.expanded(backend), message.batch(backend));
    let (nonce, tag) = (&message.nonce, &answer.bytes);
    let (input, mut output) = ([0x77; 20], [0xa5; 21]);
    let how = format_args!("input and output of different lengths");
    let sealed = key.seal(nonce, &[], Data::Copy { input: &input, output: &mut output });
    let opened = key.open(nonce, &[], Data::Copy { input: &input, output: &mut output }, tag);
    let task = SealTask::seal(&message.key[..], nonce, &[], (&input[..], &mut output[..]));
    let sealed_in_batch = result(message, batch.seal(vec![task]), tally, how);
    let task = SealTask::open(&message.key[..], nonce, &[], (&input[..], &mut output[..]), tag);
    let opened_in_batch = result(message, batch.open(vec![task]), tally, how);
    for result in [sealed.map(|_| ()), opened, sealed_in_batch, opened_in_batch] {
        let refused = result == Err(Error::OutputLength { output: 21, input: 20 });
        tally.holds(answer, how, refused, "OutputLength", || format!("{result:?}"));
    }
    let untouched = output == [0xa5; 21];
    tally.holds(answer, how, untouched, "nothing written", || "something".to_owned());
}

/// Checks that a job made for opening is not sealed, and the other way round.
fn wrong_jobs(message: &AeadCase, backend: Backend, tally: &mut Tally) {
    let batch = message.batch(backend);
    let how = format_args!("jobs made for another call");
    let (key, nonce, tag) = (&message.key[..], &message.nonce, &message.answer.bytes);
    let mut buffers = GuardedBuffers::new(&TEXT, Place::Same, 1);
    let task = SealTask::open(key, nonce, &[], buffers.data(), tag);
    let sealed = result(message, batch.seal(vec![task]), tally, how);
    let task = SealTask::seal(key, nonce, &[], buffers.data());
    let opened = result(message, batch.open(vec![task]), tally, how);
    for result in [sealed, opened] {
        let refused = result == Err(Error::WrongJob);
        tally.holds(&message.answer, how, refused, "WrongJob", || format!("{result:?}"));
    }
    untouched(message, &buffers, tally, how);
}

fn untouched(
    message: &AeadCase,
    buffers: &GuardedBuffers,
    tally: &mut Tally,
    how: std::fmt::Arguments<'_>,
) {
    let untouched = buffers.is_untouched(&TEXT);
    tally.holds(&message.answer, how, untouched, "nothing written", || "something".to_owned());
}
