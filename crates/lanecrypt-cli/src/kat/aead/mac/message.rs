//! AEGISMAC of one message: at several alignments, in pieces, of every length. Wrong tags must be
//! refused.

use lanecrypt::{Backend, Error};

use crate::aead::MacKey;
use crate::answers::aegis_mac::AegisMacCase;
use crate::kat::guarded::Guarded;
use crate::kat::place::{OFFSETS, accept};
use crate::kat::tally::Tally;
use crate::random::Random;

/// Messages up to this many bytes have every length.
const EVERY_LENGTH: usize = 300;

/// The lengths of longer messages.
const LONG: [usize; 5] = [511, 512, 1023, 1024, 4097];

impl AegisMacCase {
    /// The ready key of some bytes on a backend.
    pub(super) fn expanded_key(&self, key: &[u8], backend: Backend) -> Box<dyn MacKey> {
        accept((self.mac.expand)(key, self.tag_bytes, backend))
    }

    pub(super) fn check(&self, backend: Backend, tally: &mut Tally) {
        let Self { answer, nonce, message, .. } = self;
        let key = self.expanded_key(&self.key, backend);
        let agrees = |result: &Result<(), Error>| match result {
            Ok(()) => !answer.rejected,
            Err(Error::TagMismatch { .. }) => {
                answer.rejected && answer.bytes.len() != self.tag_bytes
            }
            Err(error) => answer.rejected && *error == Error::Authentication,
        };
        for offset in OFFSETS {
            let how = format_args!("alone, offset {offset}");
            let buffer = Guarded::new(message, offset);
            let tag = accept(key.compute(nonce, buffer.data()));
            tally.answer(answer, how, tag.as_ref());
            let result = key.verify(nonce, buffer.data(), &answer.bytes);
            tally.holds(answer, how, agrees(&result), "verification to agree", || {
                format!("{result:?}")
            });
        }
        for piece in [1, 3, 15, 16, 17, 33, 64, 129] {
            let how = format_args!("pieces of {piece}");
            let tag = accept(key.compute_in_pieces(nonce, message, piece));
            tally.answer(answer, how, tag.as_ref());
            let result = key.verify_in_pieces(nonce, message, piece, &answer.bytes);
            tally.holds(answer, how, agrees(&result), "verification to agree", || {
                format!("{result:?}")
            });
        }
        if !answer.rejected {
            self.changes(&*key, backend, tally);
        }
    }

    /// Checks that nothing verifies with anything changed.
    fn changes(&self, key: &dyn MacKey, backend: Backend, tally: &mut Tally) {
        let Self { answer, nonce, message, tag_bytes, .. } = self;
        let mut refused = |how: std::fmt::Arguments<'_>, results: [Result<(), Error>; 2], bytes| {
            let expected = match bytes == *tag_bytes {
                true => Error::Authentication,
                false => Error::TagMismatch { bytes, expected: *tag_bytes },
            };
            for result in results {
                let refused = result == Err(expected);
                tally.holds(answer, how, refused, "refusal", || format!("{result:?}"));
            }
        };
        // The message is given in one call and in pieces.
        let verify = |key: &dyn MacKey, nonce: &[u8], message: &[u8], tag: &[u8]| {
            [key.verify(nonce, message, tag), key.verify_in_pieces(nonce, message, 21, tag)]
        };
        let tag = &answer.bytes;
        for (name, bytes) in
            [("key", &self.key), ("nonce", nonce), ("message", message), ("tag", tag)]
        {
            let mut changed = bytes.clone();
            for at in 0..8 * bytes.len() {
                changed[at / 8] ^= 1 << (at % 8);
                let how = format_args!("bit {at} of the {name} changed");
                let results = match name {
                    "key" => verify(&*self.expanded_key(&changed, backend), nonce, message, tag),
                    "nonce" => verify(key, &changed, message, tag),
                    "message" => verify(key, nonce, &changed, tag),
                    _ => verify(key, nonce, message, &changed),
                };
                refused(how, results, tag.len());
                changed[at / 8] ^= 1 << (at % 8);
            }
        }
        for length in 0..tag.len() {
            let how = format_args!("the first {length} bytes of the tag");
            refused(how, verify(key, nonce, message, &tag[..length]), length);
        }
        let longer = [&tag[..], &[0]].concat();
        let how = format_args!("a zero after the tag");
        refused(how, verify(key, nonce, message, &longer), longer.len());
        let longer = [&message[..], &[0]].concat();
        let how = format_args!("a zero after the message");
        refused(how, verify(key, nonce, &longer, tag), tag.len());

        for &other in self.mac.tag_bytes.iter().filter(|bytes| *bytes != tag_bytes) {
            let how = format_args!("its tag where {other} bytes were agreed upon");
            let key = accept((self.mac.expand)(&self.key, other, backend));
            for result in verify(&*key, nonce, message, tag) {
                let refused =
                    result == Err(Error::TagMismatch { bytes: tag.len(), expected: other });
                tally.holds(answer, how, refused, "TagMismatch", || format!("{result:?}"));
            }
        }
        for bytes in (0..40).filter(|bytes| !self.mac.tag_bytes.contains(bytes)) {
            let how = format_args!("a key for tags of {bytes} bytes");
            let error = (self.mac.expand)(&self.key, bytes, backend).err();
            let refused = matches!(error, Some(Error::TagLength { bytes: b, .. }) if b == bytes);
            tally.holds(answer, how, refused, "TagLength", || format!("{error:?}"));
        }
    }

    /// Compares messages of every length with the portable backend.
    pub(super) fn lengths(&self, backend: Backend, tally: &mut Tally) {
        let text = Random(9).bytes(LONG[LONG.len() - 1]);
        let key = self.expanded_key(&self.key, backend);
        let portable = self.expanded_key(&self.key, Backend::Portable);
        for length in (0..=EVERY_LENGTH).chain(LONG) {
            let buffer = Guarded::new(&text[..length], length % 7);
            let expected = accept(portable.compute(&self.nonce, &text[..length]));
            let how = format_args!("{length} random bytes");
            let tag = accept(key.compute(&self.nonce, buffer.data()));
            tally.equal(&self.answer, how, expected.as_ref(), tag.as_ref());
            tally.succeeds(
                &self.answer,
                how,
                key.verify(&self.nonce, buffer.data(), expected.as_ref()),
            );
            let how = format_args!("{length} random bytes in pieces");
            let piece = 16 + length % 50;
            let tag = accept(key.compute_in_pieces(&self.nonce, buffer.data(), piece));
            tally.equal(&self.answer, how, expected.as_ref(), tag.as_ref());
        }
    }
}
