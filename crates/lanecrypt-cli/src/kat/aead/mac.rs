//! AEGISMAC: at several alignments, in pieces, of every length; and that wrong tags are refused.

use lanecrypt::{Backend, Error};

use crate::aead::{Call, MACS, Mac};
use crate::kat::file::Case;
use crate::kat::guarded::Guarded;
use crate::kat::place::{OFFSETS, accept};
use crate::kat::random::Random;
use crate::kat::suite::{Prepared, Suite};
use crate::kat::tally::{Answer, Tally};

/// Messages up to this many bytes have every length.
const EVERY_LENGTH: usize = 300;

/// Longer ones.
const LONG: [usize; 5] = [511, 512, 1023, 1024, 4097];

/// A case with one of its tags.
struct Message {
    mac: &'static Mac,
    key: Vec<u8>,
    nonce: Vec<u8>,
    message: Vec<u8>,
    tag_bytes: usize,
    answer: Answer,
}

/// Understands cases with `variant`, `key`, `nonce`, `message`, and `tag128`, `tag256` or both.
pub(super) fn suite(cases: &[Case]) -> Prepared {
    let mut messages = Vec::new();
    for case in cases {
        let wanted = case.text("variant")?;
        let mac = MACS.iter().find(|mac| mac.variant.eq_ignore_ascii_case(wanted));
        let mac = mac.ok_or_else(|| {
            let known: Vec<_> = MACS.iter().map(|mac| mac.variant).collect();
            case.error(format_args!(
                "field `variant` is {wanted:?}; the known ones are {}",
                known.join(", ")
            ))
        })?;
        let (key, nonce, message) =
            (case.bytes("key")?, case.bytes("nonce")?, case.bytes("message")?);
        for (field, bytes) in [("key", key.len()), ("nonce", nonce.len())] {
            if bytes != mac.key_bytes {
                return Err(case.error(format_args!(
                    "field `{field}` has {bytes} bytes instead of {}",
                    mac.key_bytes
                )));
            }
        }
        let before = messages.len();
        for (field, tag_bytes) in [("tag128", 16), ("tag256", 32)] {
            if !case.has(field) {
                continue;
            }
            let (bytes, rejected) = (case.bytes(field)?, case.must_be_rejected());
            if bytes.len() != tag_bytes && !rejected {
                return Err(case.error(format_args!(
                    "field `{field}` has {} bytes instead of {tag_bytes}",
                    bytes.len()
                )));
            }
            let answer = Answer { case: case.id.clone(), field, bytes, rejected };
            let (key, nonce, message) = (key.clone(), nonce.clone(), message.clone());
            messages.push(Message { mac, key, nonce, message, tag_bytes, answer });
        }
        if messages.len() == before {
            return Err(case.error("has neither of the fields `tag128` and `tag256`"));
        }
    }
    Ok(Box::new(messages))
}

impl Suite for Vec<Message> {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        let mut seen = Vec::new();
        for message in self {
            message.check(backend, tally);
            let kind = (message.mac.variant, message.tag_bytes);
            if !message.answer.rejected && !seen.contains(&kind) {
                seen.push(kind);
                message.lengths(backend, tally);
            }
        }
    }
}

impl Message {
    fn call(&self, backend: Backend) -> Call<'_> {
        let Self { key, nonce, message, tag_bytes, .. } = self;
        let (tag_bytes, piece) = (*tag_bytes, usize::MAX);
        Call { backend, key, nonce, message, piece, tag_bytes, expected: None }
    }

    fn check(&self, backend: Backend, tally: &mut Tally) {
        let (answer, call) = (&self.answer, self.call(backend));
        for offset in OFFSETS {
            let how = format_args!("alone, offset {offset}");
            let buffer = Guarded::new(&self.message, offset);
            let tag = accept((self.mac.run)(&Call { message: buffer.data(), ..call }));
            tally.answer(answer, how, tag.as_ref());
            let result = (self.mac.run)(&Call { expected: Some(&answer.bytes), ..call });
            let agrees = match result {
                Ok(_) => !answer.rejected,
                Err(error) => answer.rejected && error == Error::Authentication,
            };
            tally.holds(answer, how, agrees, "verification to agree", || format!("{result:?}"));
        }
        for piece in [1, 3, 15, 16, 17, 33, 64, 129] {
            let tag = accept((self.mac.run)(&Call { piece, ..call }));
            tally.answer(answer, format_args!("pieces of {piece}"), tag.as_ref());
        }
        if !answer.rejected {
            self.changes(call, tally);
        }
    }

    /// With anything changed the tag is refused.
    fn changes(&self, call: Call<'_>, tally: &mut Tally) {
        let answer = &self.answer;
        let mut refused = |how: std::fmt::Arguments<'_>, call: &Call<'_>, tag: &[u8]| {
            let result = (self.mac.run)(&Call { expected: Some(tag), ..*call });
            let refused = result == Err(Error::Authentication);
            tally.holds(answer, how, refused, "authentication to fail", || format!("{result:?}"));
        };
        let tag = &answer.bytes;
        for (name, bytes) in
            [("key", &self.key), ("nonce", &self.nonce), ("message", &self.message), ("tag", tag)]
        {
            let mut changed = bytes.clone();
            for at in 0..8 * bytes.len() {
                changed[at / 8] ^= 1 << (at % 8);
                let how = format_args!("bit {at} of the {name} changed");
                match name {
                    "key" => refused(how, &Call { key: &changed, ..call }, tag),
                    "nonce" => refused(how, &Call { nonce: &changed, ..call }, tag),
                    "message" => refused(how, &Call { message: &changed, ..call }, tag),
                    _ => refused(how, &call, &changed),
                }
                changed[at / 8] ^= 1 << (at % 8);
            }
        }
        for length in 0..tag.len() {
            refused(format_args!("the first {length} bytes of the tag"), &call, &tag[..length]);
        }
        refused(format_args!("a zero after the tag"), &call, &[&tag[..], &[0]].concat());
        for &tag_bytes in self.mac.tag_bytes.iter().filter(|bytes| **bytes != self.tag_bytes) {
            let how = format_args!("its tag where {tag_bytes} bytes were agreed upon");
            refused(how, &Call { tag_bytes, ..call }, tag);
        }
        let longer = [&self.message[..], &[0]].concat();
        refused(format_args!("a zero after the message"), &Call { message: &longer, ..call }, tag);
    }

    /// Every length, against what the portable backend makes of it.
    fn lengths(&self, backend: Backend, tally: &mut Tally) {
        let text = Random(9).bytes(LONG[LONG.len() - 1]);
        for length in (0..=EVERY_LENGTH).chain(LONG) {
            let buffer = Guarded::new(&text[..length], length % 7);
            let call = Call { message: buffer.data(), ..self.call(backend) };
            let portable = Call { backend: Backend::Portable, ..call };
            let expected = accept((self.mac.run)(&portable));
            let how = format_args!("{length} random bytes");
            let tag = accept((self.mac.run)(&call));
            tally.equal(&self.answer, how, expected.as_ref(), tag.as_ref());
            let how = format_args!("{length} random bytes in pieces");
            let tag = accept((self.mac.run)(&Call { piece: 16 + length % 50, ..call }));
            tally.equal(&self.answer, how, expected.as_ref(), tag.as_ref());
        }
    }
}
