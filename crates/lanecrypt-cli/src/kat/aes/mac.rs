//! CMAC and PMAC of one message: at several alignments, in pieces, of every length; and that tags of
//! something else are others.

use std::cell::OnceCell;

use lanecrypt::Backend;

use super::cipher;
use super::mac_batch::{self, Other};
use crate::block::{Chained, Chaining, Mac};
use crate::kat::file::Case;
use crate::kat::guarded::Guarded;
use crate::kat::place::{OFFSETS, accept};
use crate::kat::random::Random;
use crate::kat::suite::{Prepared, Suite};
use crate::kat::tally::{Answer, Tally};

/// Messages up to this many bytes have every length.
const EVERY_LENGTH: usize = 300;

/// Longer ones: about the whole tiles that kernels take.
const LONG: [usize; 9] = [511, 512, 513, 1023, 1024, 1025, 4095, 4096, 4097];

/// A case.
pub(super) struct Message {
    pub(super) mac: Mac,
    pub(super) chained: &'static Chained,
    pub(super) key: Vec<u8>,
    pub(super) message: Vec<u8>,
    /// The tag, of which the first bytes are enough.
    pub(super) answer: Answer,
}

/// All cases of a file.
struct Tags {
    messages: Vec<Message>,
    /// What the messages are mixed with, for each of the ciphers, when it is wanted first.
    others: OnceCell<Vec<(&'static str, Vec<Other>)>>,
}

/// Understands cases with `key`, `message` and `tag`.
pub(super) fn suite(mac: Mac, cases: &[Case]) -> Prepared {
    let messages = cases.iter().map(|case| {
        let (key, message) = (case.bytes("key")?, case.bytes("message")?);
        let (_, chained) = cipher(&key, case)?;
        let (bytes, rejected) = (case.bytes("tag")?, case.must_be_rejected());
        if !rejected && !(4..=16).contains(&bytes.len()) {
            return Err(case.error("field `tag` has fewer than 4 or more than 16 bytes"));
        }
        if case.has("tag_bits") && case.number("tag_bits", 128)? != 8 * bytes.len() as u64 {
            return Err(case.error("field `tag_bits` is not the length of `tag`"));
        }
        if case.bits(message.len())? != 8 * message.len() as u64 {
            return Err(case.error("field `bit_length`: messages are whole bytes"));
        }
        let answer = Answer { case: case.id.clone(), field: "tag", bytes, rejected };
        Ok(Message { mac, chained, key, message, answer })
    });
    let messages = messages.collect::<Result<_, String>>()?;
    Ok(Box::new(Tags { messages, others: OnceCell::new() }))
}

impl Suite for Tags {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        let mut seen: Vec<&str> = Vec::new();
        for message in &self.messages {
            message.check(backend, tally);
            if message.answer.rejected {
                continue;
            }
            let name = message.chained.name;
            let all = self.others.get_or_init(|| Other::of_every_cipher(message.mac));
            for (_, others) in all.iter().filter(|(cipher, _)| *cipher == name) {
                mac_batch::check(message, others, backend, tally);
            }
            if !seen.contains(&name) {
                seen.push(name);
                message.lengths(backend, tally);
            }
        }
    }
}

impl Message {
    fn expanded(&self, backend: Backend) -> Box<dyn Chaining> {
        accept((self.chained.expand)(&self.key, backend))
    }

    fn check(&self, backend: Backend, tally: &mut Tally) {
        let answer = &self.answer;
        let length = answer.bytes.len().min(16);
        let key = self.expanded(backend);
        for offset in OFFSETS {
            let how = format_args!("alone, offset {offset}");
            let buffer = Guarded::new(&self.message, offset);
            let tag = key.tag(self.mac, buffer.data());
            tally.answer(answer, how, &tag.as_ref()[..length]);
            if answer.bytes.len() == 16 {
                let agrees = tag.verify(&answer.bytes) != answer.rejected;
                tally.holds(answer, how, agrees, "verification to agree", || "not so".to_owned());
            }
        }
        for piece in [1, 3, 15, 16, 17, 33, 129, 1000] {
            let tag = key.tag_in_pieces(self.mac, &self.message, piece);
            tally.answer(answer, format_args!("pieces of {piece}"), &tag.as_ref()[..length]);
        }
        if !answer.rejected {
            self.changes(&*key, backend, tally);
        }
    }

    /// With anything changed the tag is not that of the case.
    fn changes(&self, key: &dyn Chaining, backend: Backend, tally: &mut Tally) {
        let answer = &self.answer;
        let genuine = key.tag(self.mac, &self.message);
        let mut other = |how: std::fmt::Arguments<'_>, verified: bool| {
            tally.holds(answer, how, !verified, "another tag", || "the same".to_owned());
        };
        let mut changed = self.message.clone();
        for at in 0..8 * changed.len() {
            changed[at / 8] ^= 1 << (at % 8);
            let verified = key.tag(self.mac, &changed).verify(genuine.as_ref());
            other(format_args!("bit {at} of the message changed"), verified);
            changed[at / 8] ^= 1 << (at % 8);
        }
        let mut changed = self.key.clone();
        for at in 0..8 * changed.len() {
            changed[at / 8] ^= 1 << (at % 8);
            let key = accept((self.chained.expand)(&changed, backend));
            let verified = key.tag(self.mac, &self.message).verify(genuine.as_ref());
            other(format_args!("bit {at} of the key changed"), verified);
            changed[at / 8] ^= 1 << (at % 8);
        }
        let longer = [&self.message[..], &[0]].concat();
        let verified = key.tag(self.mac, &longer).verify(genuine.as_ref());
        other(format_args!("a zero after the message"), verified);
        let padded = [&self.message[..], &[0x80]].concat();
        let verified = key.tag(self.mac, &padded).verify(genuine.as_ref());
        other(format_args!("the padding after the message"), verified);
        let mut tag = genuine.as_ref().to_vec();
        for at in 0..8 * tag.len() {
            tag[at / 8] ^= 1 << (at % 8);
            other(format_args!("bit {at} of the tag changed"), genuine.verify(&tag));
            tag[at / 8] ^= 1 << (at % 8);
        }
        for length in 0..tag.len() {
            let how = format_args!("the first {length} bytes of the tag");
            other(how, genuine.verify(&tag[..length]));
        }
        tag.push(0);
        other(format_args!("a zero after the tag"), genuine.verify(&tag));
    }

    /// Every length, against what the portable backend makes of it.
    fn lengths(&self, backend: Backend, tally: &mut Tally) {
        let text = Random(8).bytes(LONG[LONG.len() - 1]);
        let (key, portable) = (self.expanded(backend), self.expanded(Backend::Portable));
        for length in (0..=EVERY_LENGTH).chain(LONG) {
            let expected = portable.tag(self.mac, &text[..length]);
            let how = format_args!("{length} random bytes");
            let buffer = Guarded::new(&text[..length], length % 7);
            let tag = key.tag(self.mac, buffer.data());
            tally.equal(&self.answer, how, expected.as_ref(), tag.as_ref());
            // On the portable backend this is what the others are compared with.
            let how = format_args!("{length} random bytes in pieces");
            let tag = key.tag_in_pieces(self.mac, &text[..length], 16 + length % 50);
            tally.equal(&self.answer, how, expected.as_ref(), tag.as_ref());
        }
    }
}
