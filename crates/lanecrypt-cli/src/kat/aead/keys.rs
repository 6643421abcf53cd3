//! What is made from a case: keys, batches, answers.

use lanecrypt::Backend;

use crate::aead::{AeadBatch, AeadKey};
use crate::answers::Answer;
use crate::answers::aead::AeadCase;
use crate::kat::place::accept;

impl AeadCase {
    /// The ready key on a backend.
    pub(super) fn expanded(&self, backend: Backend) -> Box<dyn AeadKey> {
        self.expanded_key(&self.key, backend)
    }

    /// The ready key of other bytes on a backend.
    pub(super) fn expanded_key(&self, key: &[u8], backend: Backend) -> Box<dyn AeadKey> {
        accept((self.cipher.expand)(key, self.tag_bytes, backend))
    }

    /// The batch calls on a backend.
    pub(super) fn batch(&self, backend: Backend) -> Box<dyn AeadBatch> {
        accept((self.cipher.batch)(self.tag_bytes, backend))
    }

    /// The answer for the ciphertext.
    pub(super) fn sealed_answer(&self) -> Answer {
        let bytes = self.ciphertext.clone();
        Answer { case: self.answer.case.clone(), field: "ciphertext", bytes, rejected: false }
    }
}
