//! CMAC and PMAC of one message: at several alignments, in pieces, of every length. Tags of
//! anything else must be refused.

use lanecrypt::{Backend, Error};

use crate::answers::aes_mac::MacCase;
use crate::block::Chaining;
use crate::kat::guarded::Guarded;
use crate::kat::place::{OFFSETS, accept};
use crate::kat::tally::Tally;
use crate::random::Random;

/// Messages up to this many bytes have every length.
const EVERY_LENGTH: usize = 300;

/// The lengths of longer messages: near the whole tiles that kernels take.
const LONG: [usize; 9] = [511, 512, 513, 1023, 1024, 1025, 4095, 4096, 4097];

impl MacCase {
    fn expanded(&self, backend: Backend) -> Box<dyn Chaining> {
        accept((self.chained.expand)(&self.key, backend))
    }

    /// The length of the tag, if tags can have it; otherwise 16.
    fn tag_bytes(&self) -> usize {
        match self.answer.bytes.len() {
            bytes @ 4..=16 => bytes,
            _ => 16,
        }
    }

    pub(super) fn check(&self, backend: Backend, tally: &mut Tally) {
        let answer = &self.answer;
        let length = answer.bytes.len().min(16);
        // A tag of this length is the beginning of the whole tag.
        let whole = self.expanded(backend);
        let key = accept(whole.with_tag_bytes(self.tag_bytes()));
        let wrong_length = answer.bytes.len() != self.tag_bytes();
        let agrees = |result: &Result<(), Error>| match (answer.rejected, wrong_length) {
            (false, _) => result.is_ok(),
            (true, true) => matches!(result, Err(Error::TagMismatch { .. })),
            (true, false) => *result == Err(Error::Authentication),
        };
        for offset in OFFSETS {
            let how = format_args!("alone, offset {offset}");
            let buffer = Guarded::new(&self.message, offset);
            tally.answer(answer, how, key.tag(self.mac, buffer.data()).as_ref());
            let tag = whole.tag(self.mac, buffer.data());
            tally.answer(answer, how, &tag.as_ref()[..length]);
            let result = key.verify(self.mac, buffer.data(), &answer.bytes);
            tally.holds(answer, how, agrees(&result), "verification to agree", || {
                format!("{result:?}")
            });
        }
        for piece in [1, 3, 15, 16, 17, 33, 129, 1000] {
            let how = format_args!("pieces of {piece}");
            let tag = key.tag_in_pieces(self.mac, &self.message, piece);
            tally.answer(answer, how, tag.as_ref());
            let tag = whole.tag_in_pieces(self.mac, &self.message, piece);
            tally.answer(answer, how, &tag.as_ref()[..length]);
            let result = key.verify_in_pieces(self.mac, &self.message, piece, &answer.bytes);
            tally.holds(answer, how, agrees(&result), "verification to agree", || {
                format!("{result:?}")
            });
        }
        if !answer.rejected {
            self.changes(&*whole, backend, tally);
        }
    }

    /// Checks that nothing verifies with anything changed.
    fn changes(&self, key: &dyn Chaining, backend: Backend, tally: &mut Tally) {
        let answer = &self.answer;
        let genuine = key.tag(self.mac, &self.message);
        let genuine = genuine.as_ref();
        let mut refused = |how: std::fmt::Arguments<'_>, result: Result<(), Error>| {
            let refused = result == Err(Error::Authentication);
            tally.holds(answer, how, refused, "authentication to fail", || format!("{result:?}"));
        };
        let mut changed = self.message.clone();
        for at in 0..8 * changed.len() {
            changed[at / 8] ^= 1 << (at % 8);
            let how = format_args!("bit {at} of the message changed");
            refused(how, key.verify(self.mac, &changed, genuine));
            changed[at / 8] ^= 1 << (at % 8);
        }
        let mut changed = self.key.clone();
        for at in 0..8 * changed.len() {
            changed[at / 8] ^= 1 << (at % 8);
            let how = format_args!("bit {at} of the key changed");
            let other = accept((self.chained.expand)(&changed, backend));
            refused(how, other.verify(self.mac, &self.message, genuine));
            changed[at / 8] ^= 1 << (at % 8);
        }
        for (end, name) in [(0, "a zero"), (0x80, "the padding")] {
            let longer = [&self.message[..], &[end]].concat();
            let how = format_args!("{name} after the message");
            refused(how, key.verify(self.mac, &longer, genuine));
        }
        let mut tag = genuine.to_vec();
        for at in 0..8 * tag.len() {
            tag[at / 8] ^= 1 << (at % 8);
            let how = format_args!("bit {at} of the tag changed");
            refused(how, key.verify(self.mac, &self.message, &tag));
            tag[at / 8] ^= 1 << (at % 8);
        }
        tag.push(0);
        for bytes in (0..=17).filter(|bytes| *bytes != 16) {
            let how = format_args!("a tag of {bytes} bytes");
            let result = key.verify(self.mac, &self.message, &tag[..bytes]);
            let refused = result == Err(Error::TagMismatch { bytes, expected: 16 });
            tally.holds(answer, how, refused, "TagMismatch", || format!("{result:?}"));
        }
        for bytes in [0, 3, 17, 32] {
            let how = format_args!("a key for tags of {bytes} bytes");
            let error = key.with_tag_bytes(bytes).err();
            let refused = matches!(error, Some(Error::TagLength { bytes: b, .. }) if b == bytes);
            tally.holds(answer, how, refused, "TagLength", || format!("{error:?}"));
        }
    }

    /// Compares messages of every length with the portable backend.
    pub(super) fn lengths(&self, backend: Backend, tally: &mut Tally) {
        let text = Random(8).bytes(LONG[LONG.len() - 1]);
        let (key, portable) = (self.expanded(backend), self.expanded(Backend::Portable));
        for length in (0..=EVERY_LENGTH).chain(LONG) {
            let expected = portable.tag(self.mac, &text[..length]);
            let how = format_args!("{length} random bytes");
            let buffer = Guarded::new(&text[..length], length % 7);
            let tag = key.tag(self.mac, buffer.data());
            tally.equal(&self.answer, how, expected.as_ref(), tag.as_ref());
            // The result of the portable backend must not depend on pieces either.
            let how = format_args!("{length} random bytes in pieces");
            let tag = key.tag_in_pieces(self.mac, &text[..length], 16 + length % 50);
            tally.equal(&self.answer, how, expected.as_ref(), tag.as_ref());
        }
    }
}
