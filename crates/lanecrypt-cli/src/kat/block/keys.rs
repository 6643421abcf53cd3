//! What is made from a case: keys and batches.

use lanecrypt::Backend;

use crate::answers::block::BlockCase;
use crate::block::{BlockKey, ManyKeys, OneByOne};
use crate::kat::place::accept;

impl BlockCase {
    /// The ready key on a backend.
    pub(in crate::kat) fn expanded(&self, backend: Backend) -> Box<dyn BlockKey> {
        self.expanded_key(&self.key, backend)
    }

    /// The ready key of other bytes on a backend.
    pub(in crate::kat) fn expanded_key(&self, key: &[u8], backend: Backend) -> Box<dyn BlockKey> {
        accept((self.cipher.lanes.expand)(key, &self.choice, backend))
    }

    /// The batch calls on a backend.
    pub(in crate::kat) fn batch(&self, backend: Backend) -> Box<dyn ManyKeys> {
        accept((self.cipher.lanes.batch)(&self.choice, backend))
    }

    /// A key of the implementation that lanes are compared with.
    pub(in crate::kat) fn reference(&self, key: &[u8]) -> Box<dyn OneByOne> {
        accept((self.cipher.plain[0].expand)(key, &self.choice))
    }
}
