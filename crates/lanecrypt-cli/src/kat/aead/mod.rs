//! The targets of the authenticated ciphers.

mod alone;
mod batch;
mod iterated;
mod keys;
mod mac;
mod others;
mod pieces;
mod refusal;
mod tails;

use std::cell::OnceCell;

use lanecrypt::Backend;
use lanecrypt_vectors::Case;

use super::suite::{PreparedSuite, Suite, Target};
use super::tally::Tally;
use crate::aead::{self, AeadCipher};
use crate::answers::aead::{self as answers, AeadCase, IteratedCase};
use others::Others;

/// Every target: those of the ciphers, and AEGISMAC.
pub(crate) fn targets() -> impl Iterator<Item = Target> {
    let ciphers = aead::ALL.iter().map(|cipher| Target { name: cipher.target, prepare: suite });
    ciphers.chain([Target { name: "aegis_mac", prepare: mac::suite }])
}

/// The cases of a file.
struct AeadCases {
    kinds: Vec<AeadKind>,
    iterated: Vec<IteratedCase>,
}

/// The cases of one cipher and one length of tags, and the messages that they are mixed with.
struct AeadKind {
    cipher: &'static AeadCipher,
    tag_bytes: usize,
    messages: Vec<AeadCase>,
    /// Made at the first use, because that takes time.
    others: OnceCell<Others>,
}

fn suite(target: &'static str, cases: &[Case]) -> PreparedSuite {
    let mut kinds: Vec<AeadKind> = Vec::new();
    for case in cases {
        for message in answers::read(target, case)? {
            let (cipher, tag_bytes) = (message.cipher, message.tag_bytes);
            let alike = |kind: &&mut AeadKind| {
                kind.cipher.name == cipher.name && kind.tag_bytes == tag_bytes
            };
            match kinds.iter_mut().find(alike) {
                Some(kind) => kind.messages.push(message),
                None => {
                    let (messages, others) = (vec![message], OnceCell::new());
                    kinds.push(AeadKind { cipher, tag_bytes, messages, others });
                }
            }
        }
    }
    Ok(Box::new(AeadCases { kinds, iterated: answers::read_iterated(target, cases)? }))
}

impl Suite for AeadCases {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        for kind in &self.kinds {
            kind.run(backend, tally);
        }
        for iterated in &self.iterated {
            iterated.check(backend, tally);
        }
    }
}

impl AeadKind {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        let others = self.others.get_or_init(|| Others::new(self.cipher, self.tag_bytes));
        for message in &self.messages {
            alone::check(message, backend, tally);
            if message.answer.rejected {
                continue;
            }
            pieces::check(message, backend, tally);
            refusal::check(message, backend, tally);
            batch::check(message, others, backend, tally);
        }
        if let Some(message) = self.messages.iter().find(|message| !message.answer.rejected) {
            tails::check(message, others, backend, tally);
            refusal::check_arguments(message, backend, tally);
        }
    }
}
