//! Known answers.

use lanecrypt::block::{Aes128, Aes256};
use lanecrypt::chunked::{Cobblestone, Variant, sealed_bytes};
use lanecrypt::{Algorithm as _, Backend};
use lanecrypt_vectors::{Case, cases_of};
use sha2::{Digest as _, Sha256};

#[test]
fn on_every_backend() {
    let cases = cases_of("cobblestone").unwrap();
    let mut checked = [0; 2];
    for case in &cases {
        for backend in Backend::available() {
            match case.text("variant").unwrap() {
                "cobblestone-128" => check::<Aes128>(case, backend),
                "cobblestone-256" => check::<Aes256>(case, backend),
                other => panic!("{other}"),
            }
        }
        checked[usize::from(case.text("variant") == Ok("cobblestone-256"))] += 1;
    }
    assert!(checked.iter().all(|&cases| cases >= 5), "{checked:?}");
}

fn check<C: Variant>(case: &Case, backend: Backend) {
    let key = Cobblestone::<C>::with_backend(&case.bytes("key").unwrap(), backend).unwrap();
    let salt = case.array("salt").unwrap();
    let context = case.bytes_or_none("context").unwrap();
    let bytes = case.number("plaintext_bytes", 1 << 24).unwrap();
    let seed = case.number("plaintext_seed", 255).unwrap();
    let plaintext: Vec<u8> = (0..bytes).map(|j| (167 * j + seed + (j >> 8)) as u8).collect();
    let mut sealed = vec![0; sealed_bytes(bytes).unwrap() as usize];
    key.seal(&salt, &context, &plaintext, &mut sealed).unwrap();
    let name = format!("{} on {backend}", case.id);
    assert_eq!(sealed.len() as u64, case.number("ciphertext_bytes", 1 << 24).unwrap(), "{name}");
    if case.has("ciphertext") {
        assert_eq!(sealed, case.bytes("ciphertext").unwrap(), "{name}");
        assert_eq!(plaintext, case.bytes("plaintext").unwrap(), "{name}");
    }
    let hash = Sha256::digest(&sealed);
    assert_eq!(hash[..], case.bytes("ciphertext_sha256").unwrap(), "{name}");
    let mut opened = vec![1; plaintext.len()];
    key.open(&context, &sealed, &mut opened).unwrap();
    assert_eq!(opened, plaintext, "{name}");
}
