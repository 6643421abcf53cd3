//! Files and pipes of every kind of length, there and back.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::run::{CHUNK, HEADER, Place, SEALED, contents};

#[test]
fn files_of_all_lengths() {
    let place = Place::new("lengths");
    for bytes in [
        0,
        1,
        15,
        16,
        CHUNK - 1,
        CHUNK,
        CHUNK + 1,
        2 * CHUNK,
        16 * CHUNK - 1,
        16 * CHUNK,
        16 * CHUNK + 1,
        1_000_003,
    ] {
        for jobs in ["1", "3"] {
            let data = contents(bytes);
            place.write("a", &data);
            place.run(["encrypt", "-k", "key", "-j", jobs, "--force", "a"]).good();
            let sealed = place.read("a.lane");
            assert_eq!(sealed.len(), HEADER + bytes + (bytes / CHUNK + 1) * 16);
            place.run(["decrypt", "-k", "key", "-j", jobs, "-o", "b", "--force", "a.lane"]).good();
            assert!(place.read("b") == data, "{bytes}");
            assert_eq!(place.run(["decrypt", "-k", "key", "--verify", "a.lane"]).good(), b"");
            // Pipes.
            let piped = place.run_with(&data, ["encrypt", "-k", "key", "-j", jobs]).good();
            assert_eq!(piped.len(), sealed.len());
            assert!(piped != sealed, "the salt is random");
            assert!(place.run_with(&piped, ["decrypt", "-k", "key", "-j", jobs]).good() == data);
            assert!(place.run(["decrypt", "-k", "key", "-o", "-", "a.lane"]).good() == data);
        }
    }
    assert_eq!(place.names(), ["a", "a.lane", "b", "key"]);
}

#[test]
fn contexts() {
    let place = Place::new("contexts");
    place.write("a", b"data");
    place.run(["encrypt", "-k", "key", "--context", "one", "a"]).good();
    fs::remove_file(place.path("a")).expect("it is there");
    let wrong = "a.lane: the key, the passphrase, the context or the start of the file is wrong";
    place.run(["decrypt", "-k", "key", "a.lane"]).bad(1, wrong);
    place.run(["decrypt", "-k", "key", "--context", "two", "a.lane"]).bad(1, wrong);
    assert!(!place.has("a"));
    place.run(["decrypt", "-k", "key", "--context", "one", "a.lane"]).good();
    assert_eq!(place.read("a"), b"data");
}

#[test]
fn ranges() {
    let place = Place::new("ranges");
    let bytes = 20 * CHUNK + 100;
    let data = contents(bytes);
    place.write("a", &data);
    place.run(["encrypt", "-k", "key", "a"]).good();
    let ends = [
        0,
        1,
        CHUNK - 1,
        CHUNK,
        CHUNK + 1,
        16 * CHUNK,
        17 * CHUNK + 5,
        20 * CHUNK,
        bytes - 1,
        bytes,
    ];
    for from in ends {
        for to in ends.into_iter().filter(|&to| to >= from) {
            let range = format!("{from}-{to}");
            let out = place.run(["decrypt", "-k", "key", "--range", &range, "a.lane"]).good();
            assert!(out == data[from..to], "{range}");
        }
        let range = format!("{from}-");
        let out =
            place.run(["decrypt", "-k", "key", "--range", &range, "-j", "2", "a.lane"]).good();
        assert!(out == data[from..], "{range}");
    }
    // Only the chunks of the range are read.
    let mut sealed = place.read("a.lane");
    sealed[HEADER + 5 * SEALED] ^= 1;
    place.write("a.lane", &sealed);
    let part = |range: &str| {
        place.run(["decrypt", "-k", "key", "--range", range, "-o", "b", "--force", "a.lane"])
    };
    part(&format!("{}-{}", 6 * CHUNK, 7 * CHUNK)).good();
    assert!(place.read("b") == data[6 * CHUNK..7 * CHUNK]);
    part(&format!("{}-{}", 4 * CHUNK, 5 * CHUNK + 1)).bad(1, "chunk 5 is damaged");
    for (range, text) in
        [("5-4", "--range 5-4"), ("x", "--range x"), ("-5", "range"), ("0-999999999", "end")]
    {
        assert_eq!(part(range).code, 2, "{text}");
    }
    place.run_with(&sealed, ["decrypt", "-k", "key", "--range", "0-1"]).bad(2, "not a pipe");
}

#[test]
fn modes_are_kept() {
    let place = Place::new("modes");
    for mode in [0o600, 0o640, 0o644, 0o755, 0o400] {
        place.write("a", b"data");
        let set = |name: &str, mode| {
            fs::set_permissions(place.path(name), fs::Permissions::from_mode(mode))
                .expect("a mode");
        };
        let get = |name: &str| {
            fs::metadata(place.path(name)).expect("a file").permissions().mode() & 0o7777
        };
        set("a", mode);
        place.run(["encrypt", "-k", "key", "a"]).good();
        assert_eq!(get("a.lane"), mode);
        place.run(["decrypt", "-k", "key", "-o", "b", "a.lane"]).good();
        assert_eq!(get("b"), mode);
        for name in ["a", "a.lane", "b"] {
            fs::remove_file(place.path(name)).expect("it is there");
        }
    }
}
