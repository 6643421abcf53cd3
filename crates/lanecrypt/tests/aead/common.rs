//! What the tests of all AEADs share: known answers, random messages, models.

use lanecrypt::{Aead, Backend};
use lanecrypt_vectors::cases_of;

use crate::support::Random;
pub(crate) use crate::support::aeads::{Sealed, check};

/// A plain implementation: key, nonce, associated data, message and the length of the tag to
/// ciphertext and tag.
pub(crate) type Model = fn(&[u8], &[u8], &[u8], &[u8], usize) -> (Vec<u8>, Vec<u8>);

/// The cases of a target that have a tag in a field of that name.
pub(crate) fn sealed(target: &str, tag: &str) -> Vec<Sealed> {
    let cases = cases_of(target).unwrap();
    cases.iter().filter(|case| case.has(tag)).map(|case| Sealed::of_case(case, tag)).collect()
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
pub(crate) fn known_answers<A: Aead>(target: &str, tag: &str) {
    let cases = sealed(target, tag);
    assert!(cases.iter().any(|case| case.right), "{target}: nothing to seal");
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
