//! One answer for hundreds of messages: `iterated_test` of OCB3's files (RFC 7253, appendix A).

use lanecrypt::{Backend, Data};
use serde_json::Value;

use crate::aead::{self, AeadCipher};
use crate::hex;
use crate::kat::file::Case;
use crate::kat::place::accept;
use crate::kat::tally::{Answer, Tally};

/// The answer of a cipher with tags of a length.
pub(super) struct Iterated {
    cipher: &'static AeadCipher,
    tag_bytes: usize,
    answer: Answer,
}

/// Reads `iterated_test` of the file, if it is there: `key_bits`, `tag_bits` and `output` of each
/// case.
pub(super) fn read(target: &str, cases: &[Case]) -> Result<Vec<Iterated>, String> {
    const FORM: &str = "`iterated_test`: `cases` have `key_bits`, `tag_bits` and `output`";
    let Some(case) = cases.first() else { return Ok(Vec::new()) };
    let Some(value) = case.shared("iterated_test", "cases") else { return Ok(Vec::new()) };
    let one = |value: &Value| {
        let number = |field: &str| value[field].as_u64().map(|bits| bits as usize / 8);
        let (key_bytes, tag_bytes) = (number("key_bits")?, number("tag_bits")?);
        let bytes = hex::decode(value["output"].as_str()?).ok()?;
        let named = |cipher: &&AeadCipher| cipher.target == target && cipher.key_bytes == key_bytes;
        let cipher = aead::ALL.iter().find(named)?;
        let has = cipher.tag_bytes.contains(&tag_bytes) && bytes.len() == tag_bytes;
        let case = format!("iterated, key of {key_bytes} bytes, tags of {tag_bytes}");
        let answer = Answer { case, field: "output", bytes, rejected: false };
        has.then_some(Iterated { cipher, tag_bytes, answer })
    };
    let values = value.as_array().ok_or(FORM)?;
    values.iter().map(|value| one(value).ok_or_else(|| FORM.to_owned())).collect()
}

impl Iterated {
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
