//! What the tests of all AEADs share: known answers, random messages, models.

use lanecrypt::{Aead, Backend};
use serde_json::Value;

use crate::support::Random;
pub(crate) use crate::support::aeads::{Sealed, check};

/// A plain implementation: key, nonce, associated data, message and the length of the tag to
/// ciphertext and tag.
pub(crate) type Model = fn(&[u8], &[u8], &[u8], &[u8], usize) -> (Vec<u8>, Vec<u8>);

/// The cases of a file with vectors.
pub(crate) fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/../../vectors/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let document: Value = serde_json::from_str(&text).unwrap();
    let cases = document["cases"].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "{path} has no cases");
    cases
}

/// A field of a case in hexadecimal digits.
pub(crate) fn bytes(case: &Value, field: &str) -> Vec<u8> {
    let hex = case[field].as_str().unwrap_or_else(|| panic!("{}: no {field}", case["id"]));
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

/// The cases of a file whose tag is in a field of that name and whose nonce is in `iv` or `nonce`.
pub(crate) fn sealed(file: &str, tag: &str) -> Vec<Sealed> {
    let case = |case: &Value| Sealed {
        id: case["id"].to_string(),
        key: bytes(case, "key"),
        nonce: bytes(case, if case["iv"].is_null() { "nonce" } else { "iv" }),
        aad: bytes(case, "aad"),
        // What is refused has no plaintext; its length is that of the ciphertext.
        plain: bytes(case, if case["plaintext"].is_null() { "ciphertext" } else { "plaintext" }),
        sealed: bytes(case, "ciphertext"),
        tag: bytes(case, tag),
        right: case["expect"].is_null(),
    };
    cases(file).iter().filter(|case| !case[tag].is_null()).map(case).collect()
}

/// A message of these lengths and what a model makes of it.
pub(crate) fn random<A: Aead>(
    random: &mut Random,
    model: Model,
    tag_bytes: usize,
    aad: usize,
    message: usize,
) -> Sealed {
    let (key, nonce) = (random.bytes(A::KEY_BYTES), random.bytes(*A::NONCE_BYTES.start()));
    let (aad, plain) = (random.bytes(aad), random.bytes(message));
    let (sealed, tag) = model(&key, &nonce, &aad, &plain, tag_bytes);
    let name = core::any::type_name::<A>();
    let id = format!("{name} {} + {} bytes", aad.len(), plain.len());
    Sealed { id, key, nonce, aad, plain, sealed, tag, right: true }
}

/// Lengths around which things change.
pub(crate) fn lengths(rate: usize) -> impl Iterator<Item = usize> {
    0..=2 * rate + 1
}

/// Every case on every backend.
pub(crate) fn known_answers<A: Aead>(file: &str, tag: &str) {
    let cases = sealed(file, tag);
    assert!(cases.iter().any(|case| case.right), "{file}: nothing to seal");
    for backend in Backend::available() {
        for case in &cases {
            check::<A>(case, backend, 0);
        }
    }
}

/// Every length of message and of associated data up to two blocks and a byte, and some beyond, at
/// different places in memory; and messages of zeros.
pub(crate) fn against_model<A: Aead>(model: Model, rate: usize) {
    let mut numbers = Random::new(7);
    for backend in Backend::available() {
        for &tag_bytes in A::TAG_BYTES {
            for length in lengths(rate).chain([5 * rate + 3, 1000]) {
                let other = numbers.below(2 * rate + 2);
                for (aad, message) in [(0, length), (length, 0), (other, length), (length, other)] {
                    let case = random::<A>(&mut numbers, model, tag_bytes, aad, message);
                    check::<A>(&case, backend, length % 64);
                }
                let mut case = random::<A>(&mut numbers, model, tag_bytes, 3, 0);
                case.plain = vec![0; length];
                (case.sealed, case.tag) =
                    model(&case.key, &case.nonce, &case.aad, &case.plain, tag_bytes);
                check::<A>(&case, backend, length % 64);
            }
        }
    }
}
