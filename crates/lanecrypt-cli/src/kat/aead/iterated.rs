//! One answer for hundreds of messages: `iterated_test` of OCB3's files (RFC 7253, appendix A).

use lanecrypt::{Backend, Data};

use crate::answers::aead::IteratedCase;
use crate::kat::place::accept;
use crate::kat::tally::Tally;

impl IteratedCase {
    /// Checks it on a backend.
    pub(super) fn check(&self, backend: Backend, tally: &mut Tally) {
        let mut key = vec![0; self.cipher.key_bytes];
        if let Some(last) = key.last_mut() {
            *last = 8 * self.tag_bytes as u8;
        }
        let key = accept((self.cipher.expand)(&key, self.tag_bytes, backend));
        let seal = |nonce: usize, aad: &[u8], text: &[u8]| {
            let mut nonce_bytes = [0; 12];
            nonce_bytes[4..].copy_from_slice(&(nonce as u64).to_be_bytes());
            let mut sealed = text.to_vec();
            let tag = accept(key.seal(&nonce_bytes, aad, Data::InPlace(&mut sealed)));
            sealed.extend(tag.as_ref());
            sealed
        };
        let mut all = Vec::new();
        for length in 0..128 {
            let zeros = vec![0; length];
            all.extend(seal(3 * length + 1, &zeros, &zeros));
            all.extend(seal(3 * length + 2, &[], &zeros));
            all.extend(seal(3 * length + 3, &zeros, &[]));
        }
        tally.answer(&self.answer, "385 messages", &seal(385, &all, &[]));
    }
}
