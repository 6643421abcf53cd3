//! What must not be opened: the case with anything changed.

use lanecrypt::batch::Data;
use lanecrypt::{Backend, Error};

use super::alone::refused;
use super::fields::Message;
use crate::aead::Expanded;
use crate::kat::place::{Buffers, Place, accept};
use crate::kat::tally::Tally;

/// Of texts up to so many bytes every bit is changed, of longer ones a bit of every byte, but for so
/// many.
const EVERY_BIT: usize = 32;
const MOST_BYTES: usize = 100;

/// What comes with a message.
#[derive(Clone)]
struct Parts {
    key: Vec<u8>,
    nonce: Vec<u8>,
    aad: Vec<u8>,
    ciphertext: Vec<u8>,
    tag: Vec<u8>,
}

/// One of the parts.
type Part = (&'static str, fn(&mut Parts) -> &mut Vec<u8>);

const PARTS: [Part; 5] = [
    ("key", |parts| &mut parts.key),
    ("nonce", |parts| &mut parts.nonce),
    ("aad", |parts| &mut parts.aad),
    ("ciphertext", |parts| &mut parts.ciphertext),
    ("tag", |parts| &mut parts.tag),
];

/// Checks a case on a backend.
pub(super) fn check(message: &Message, backend: Backend, tally: &mut Tally) {
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

/// Every part with a bit changed.
fn bits(message: &Message, genuine: &Parts, on: (Backend, &dyn Expanded), tally: &mut Tally) {
    for (name, part) in PARTS {
        let mut changed = genuine.clone();
        let bytes = part(&mut changed).len();
        for at in 0..bytes.min(MOST_BYTES) {
            let all = 0..8;
            let one = at % 8..at % 8 + 1;
            for bit in if bytes <= EVERY_BIT { all } else { one } {
                part(&mut changed)[at] ^= 1 << bit;
                let how = format_args!("opened with bit {bit} of byte {at} of {name} changed");
                open(message, &changed, on, at, tally, how);
                part(&mut changed)[at] ^= 1 << bit;
            }
        }
    }
}

/// Tag, ciphertext and associated data cut short and made longer, and bytes moved between them.
fn lengths(message: &Message, genuine: &Parts, on: (Backend, &dyn Expanded), tally: &mut Tally) {
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

/// The right tag where tags of another length were agreed upon, and no tag but zeros.
fn other_tags(message: &Message, genuine: &Parts, on: (Backend, &dyn Expanded), tally: &mut Tally) {
    for &bytes in message.cipher.tag_bytes.iter().filter(|bytes| **bytes != message.tag_bytes) {
        let key = accept((message.cipher.expand)(&genuine.key, bytes, on.0));
        let how = format_args!("opened with its tag where {bytes} bytes were agreed upon");
        let mut buffers = Buffers::new(&genuine.ciphertext, Place::Same, 0);
        let result = key.open(&genuine.nonce, &genuine.aad, buffers.data(), &genuine.tag);
        refused(message, result, &buffers, tally, how);
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
    message: &Message,
    parts: &Parts,
    (backend, genuine): (Backend, &dyn Expanded),
    number: usize,
    tally: &mut Tally,
    how: std::fmt::Arguments<'_>,
) {
    let other = match parts.key == message.key {
        true => None,
        false => Some(accept((message.cipher.expand)(&parts.key, message.tag_bytes, backend))),
    };
    let key = other.as_deref().unwrap_or(genuine);
    let mut buffers = Buffers::new(&parts.ciphertext, Place::by_turns(number), number % 5);
    let result = key.open(&parts.nonce, &parts.aad, buffers.data(), &parts.tag);
    refused(message, result, &buffers, tally, how);
}

/// Arguments that are none: each has its error, and nothing is written.
pub(super) fn check_arguments(message: &Message, backend: Backend, tally: &mut Tally) {
    let Message { cipher, answer, tag_bytes, .. } = message;
    let long = vec![0; cipher.key_bytes + 1];
    for key in [&[][..], &message.key[1..], &long] {
        let bytes = key.len();
        let how = format_args!("a key of {bytes} bytes");
        let error = (cipher.expand)(key, *tag_bytes, backend).err();
        let expected = Error::KeyLength { bytes, expected: cipher.key_bytes };
        tally.holds(answer, how, error == Some(expected), "KeyLength", || format!("{error:?}"));
    }
    for bytes in 0..=40 {
        if cipher.tag_bytes.contains(&bytes) {
            continue;
        }
        let how = format_args!("tags of {bytes} bytes");
        for error in [
            (cipher.expand)(&message.key, bytes, backend).err(),
            (cipher.batch)(bytes, backend).err(),
        ] {
            let refused = matches!(error, Some(Error::TagLength { bytes: b, .. }) if b == bytes);
            tally.holds(answer, how, refused, "TagLength", || format!("{error:?}"));
        }
    }
    let key = message.expanded(backend);
    let (least, most) = cipher.nonce_bytes;
    for bytes in [0, least.wrapping_sub(1), most.saturating_add(1)] {
        if cipher.has_nonces_of(bytes) || bytes > 1000 {
            continue;
        }
        let how = format_args!("a nonce of {bytes} bytes");
        let nonce = vec![0; bytes];
        for place in [Place::Same, Place::Apart] {
            let text = [0x77; 33];
            let mut buffers = Buffers::new(&text, place, 1);
            let sealed = key.seal(&nonce, &[], buffers.data()).map(|_| ());
            let opened = key.open(&nonce, &[], buffers.data(), &answer.bytes);
            for result in [sealed, opened] {
                let refused = matches!(
                    result,
                    Err(Error::NonceLength { bytes: b, .. } | Error::NonceRange { bytes: b, .. }) if b == bytes
                );
                tally.holds(answer, how, refused, "an error", || format!("{result:?}"));
            }
            let untouched = buffers.is_untouched(&text);
            tally.holds(answer, how, untouched, "nothing written", || "something".to_owned());
        }
    }
    let (input, mut output) = ([0x77; 20], [0xa5; 21]);
    let how = format_args!("input and output of different lengths");
    let sealed = key.seal(&message.nonce, &[], Data::Copy { input: &input, output: &mut output });
    let data = Data::Copy { input: &input, output: &mut output };
    let opened = key.open(&message.nonce, &[], data, &answer.bytes);
    for result in [sealed.map(|_| ()), opened] {
        let refused = result == Err(Error::OutputLength { output: 21, input: 20 });
        tally.holds(answer, how, refused, "OutputLength", || format!("{result:?}"));
    }
    let opened = key.open(&message.nonce, &[], Data::Keystream(&mut output), &answer.bytes);
    let how = format_args!("keystream of opening");
    let refused = opened == Err(Error::NoKeystream);
    tally.holds(answer, how, refused, "NoKeystream", || format!("{opened:?}"));
    let untouched = output == [0xa5; 21];
    tally.holds(answer, how, untouched, "nothing written", || "something".to_owned());
}
