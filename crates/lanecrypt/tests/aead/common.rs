//! What the tests of all authenticated ciphers share: known answers, random messages, models.

use lanecrypt::aead::Aead;
use lanecrypt::batch::Data;
use lanecrypt::{Backend, Error};
use serde_json::Value;

use crate::support::{Guarded, Random};

/// A message and what sealing makes of it.
#[derive(Clone, Debug)]
pub(crate) struct Sealed {
    pub(crate) id: String,
    pub(crate) key: Vec<u8>,
    pub(crate) nonce: Vec<u8>,
    pub(crate) aad: Vec<u8>,
    pub(crate) plain: Vec<u8>,
    pub(crate) sealed: Vec<u8>,
    pub(crate) tag: Vec<u8>,
    /// Whether the tag is right.
    pub(crate) right: bool,
}

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
    let (key, nonce) = (random.bytes(A::KEY_BYTES), random.bytes(A::NONCE_BYTES.0));
    let (aad, plain) = (random.bytes(aad), random.bytes(message));
    let (sealed, tag) = model(&key, &nonce, &aad, &plain, tag_bytes);
    let id = format!("{} {} + {} bytes", A::NAME, aad.len(), plain.len());
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

/// One message in every way: sealed and opened, in place and apart, wherever it lies.
pub(crate) fn check<A: Aead>(case: &Sealed, backend: Backend, alignment: usize) {
    let what = format!("{} on {backend}", case.id);
    let cipher = A::with_tags(&case.key, case.tag.len(), backend).unwrap();
    assert_eq!((cipher.backend(), cipher.tag_bytes()), (backend, case.tag.len()));
    let mut random = Random::new(alignment as u64);
    if case.right {
        let mut data = Guarded::new(&mut random, alignment, &case.plain);
        let tag = cipher.seal(&case.nonce, &case.aad, Data::InPlace(data.get_mut())).unwrap();
        assert_eq!(data.get(), case.sealed, "{what}, sealed in place");
        assert_eq!(tag.as_ref(), case.tag, "{what}, tag in place");
        data.check_guards();

        let input = Guarded::new(&mut random, alignment + 5, &case.plain);
        let garbage = random.bytes(case.plain.len());
        let mut output = Guarded::new(&mut random, alignment + 1, &garbage);
        let data = Data::Copy { input: input.get(), output: output.get_mut() };
        let tag = cipher.seal(&case.nonce, &case.aad, data).unwrap();
        assert_eq!(output.get(), case.sealed, "{what}, sealed apart");
        assert_eq!(tag.as_ref(), case.tag, "{what}, tag apart");
        output.check_guards();
    }

    let (expected, plain) = match case.right {
        true => (Ok(()), case.plain.clone()),
        false => (Err(Error::Authentication), vec![0; case.plain.len()]),
    };
    let mut data = Guarded::new(&mut random, alignment, &case.sealed);
    let result = cipher.open(&case.nonce, &case.aad, Data::InPlace(data.get_mut()), &case.tag);
    assert_eq!(result, expected, "{what}, opened in place");
    assert_eq!(data.get(), plain, "{what}, opened in place");
    data.check_guards();

    let input = Guarded::new(&mut random, alignment + 3, &case.sealed);
    let garbage = random.bytes(case.plain.len());
    let mut output = Guarded::new(&mut random, alignment + 7, &garbage);
    let data = Data::Copy { input: input.get(), output: output.get_mut() };
    let result = cipher.open(&case.nonce, &case.aad, data, &case.tag);
    assert_eq!(result, expected, "{what}, opened apart");
    assert_eq!(output.get(), plain, "{what}, opened apart");
    assert_eq!(input.get(), case.sealed, "{what}, the input");
    output.check_guards();
}

/// Every length of message and of associated data up to two blocks and a byte, and some beyond, at
/// different places in memory; and keystream, which is a message of zeros.
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
                let (key, nonce) = (numbers.bytes(A::KEY_BYTES), numbers.bytes(A::NONCE_BYTES.0));
                let cipher = A::with_tags(&key, tag_bytes, backend).unwrap();
                let mut keystream = numbers.bytes(length);
                let tag = cipher.seal(&nonce, b"aad", Data::Keystream(&mut keystream)).unwrap();
                let zeros = vec![0; length];
                let (expected, expected_tag) = model(&key, &nonce, b"aad", &zeros, tag_bytes);
                assert_eq!(keystream, expected, "keystream of {length} bytes on {backend}");
                assert_eq!(tag.as_ref(), expected_tag, "its tag on {backend}");
            }
        }
    }
}
