//! Files that are not what was encrypted: an exit code, one sentence, no output file.

use crate::run::{CHUNK, HEADER, Place, SEALED, contents};

const WRONG_START: &str = "the key, the passphrase, the context or the start of the file is wrong";

/// A file of 20 chunks and some bytes.
fn sealed(place: &Place) -> (Vec<u8>, Vec<u8>) {
    let data = contents(20 * CHUNK + 100);
    place.write("a", &data);
    place.run(["encrypt", "-k", "key", "-o", "a.lane", "a"]).good();
    (data, place.read("a.lane"))
}

/// Decrypts these bytes to a file and to a pipe, on one thread and on three, and asserts what comes of it.
#[track_caller]
fn check(place: &Place, data: &[u8], changed: &[u8], sentence: &str) {
    place.write("c.lane", changed);
    for jobs in ["1", "3"] {
        place.run(["decrypt", "-k", "key", "-j", jobs, "-o", "c", "c.lane"]).bad(1, sentence);
        place.run(["decrypt", "-k", "key", "-j", jobs, "--verify", "c.lane"]).bad(1, sentence);
        let run = place.run_with(changed, ["decrypt", "-k", "key", "-j", jobs]);
        let code = if sentence == WRONG_START { 1 } else { 3 };
        run.bad(code, sentence);
        assert!(data.starts_with(&run.out), "a pipe got what is not verified");
        if let Some(chunk) = sentence.strip_prefix("chunk ").and_then(|s| s.split(' ').next()) {
            // All that is before the damage.
            assert_eq!(run.out.len(), chunk.parse::<usize>().expect("a number") * CHUNK);
        }
    }
    assert_eq!(place.names(), ["a", "a.lane", "c.lane", "key"], "an output file");
}

#[test]
fn bits() {
    let place = Place::new("bits");
    let (data, sealed) = sealed(&place);
    for at in [0, 23, 24, 55] {
        let mut changed = sealed.clone();
        changed[at] ^= 1;
        check(&place, &data, &changed, WRONG_START);
    }
    for number in [0, 1, 15, 16, 19, 20] {
        let start = HEADER + number * SEALED;
        for at in [start, (start + SEALED).min(sealed.len()) - 1] {
            let mut changed = sealed.clone();
            changed[at] ^= 0x10;
            check(&place, &data, &changed, &format!("chunk {number} is damaged"));
        }
    }
}

#[test]
fn truncation_at_every_chunk_boundary() {
    let place = Place::new("boundaries");
    let (data, sealed) = sealed(&place);
    for number in 0..=20 {
        let cut = &sealed[..HEADER + number * SEALED];
        let sentence = format!("truncated: it ends at a chunk boundary, before chunk {number}");
        check(&place, &data, cut, &sentence);
    }
}

#[test]
fn truncation_elsewhere() {
    let place = Place::new("elsewhere");
    let (data, sealed) = sealed(&place);
    for bytes in [0, 1, 24, 55] {
        check(&place, &data, &sealed[..bytes], WRONG_START);
    }
    for number in [0, 15, 16, 20] {
        for more in [1, 15, 16, 17, 100] {
            let cut = &sealed[..HEADER + number * SEALED + more];
            check(&place, &data, cut, &format!("chunk {number} is damaged"));
        }
    }
    // Only the last, empty chunk of a file of full chunks is missing.
    place.write("a", &data[..3 * CHUNK]);
    place.run(["encrypt", "-k", "key", "--force", "a"]).good();
    let sealed = place.read("a.lane");
    let cut = &sealed[..sealed.len() - 16];
    check(&place, &data, cut, "truncated: it ends at a chunk boundary, before chunk 3");
}

#[test]
fn chunks_exchanged_and_repeated_and_bytes_after_the_end() {
    let place = Place::new("exchanged");
    let (data, sealed) = sealed(&place);
    let chunk = |number: usize| HEADER + number * SEALED..HEADER + (number + 1) * SEALED;
    for (first, second) in [(0, 1), (2, 17), (15, 16)] {
        let mut changed = sealed.clone();
        let (before, after) = changed.split_at_mut(chunk(second).start);
        before[chunk(first)].swap_with_slice(&mut after[..SEALED]);
        check(&place, &data, &changed, &format!("chunk {first} is damaged"));
        let mut changed = sealed.clone();
        changed.copy_within(chunk(first), chunk(second).start);
        check(&place, &data, &changed, &format!("chunk {second} is damaged"));
        let changed = [&sealed[..chunk(second).start], &sealed[chunk(first).start..]].concat();
        check(&place, &data, &changed, &format!("chunk {second} is damaged"));
    }
    for more in [1, 16, 1000, SEALED, 3 * SEALED] {
        let changed = [&sealed[..], &vec![0; more]].concat();
        check(&place, &data, &changed, "chunk 20 is damaged");
    }
}

#[test]
fn another_key() {
    let place = Place::new("another");
    let (_, _) = sealed(&place);
    place.run(["keygen", "other"]).good();
    place.run(["keygen", "--bytes", "16", "short"]).good();
    for key in ["other", "short"] {
        place.run(["decrypt", "-k", key, "-o", "c", "a.lane"]).bad(1, WRONG_START);
        let run = place.run(["decrypt", "-k", key, "-o", "-", "a.lane"]);
        run.bad(1, WRONG_START);
        assert!(run.out.is_empty());
    }
    assert!(!place.has("c"));
}
