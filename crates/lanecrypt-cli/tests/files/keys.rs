//! Key files and passphrases.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

use crate::run::{Place, Run};

fn set_mode(place: &Place, name: &str, mode: u32) {
    fs::set_permissions(place.path(name), fs::Permissions::from_mode(mode)).expect("a mode");
}

#[test]
fn keygen_makes_files_that_only_the_owner_reads() {
    let place = Place::new("keygen");
    let mode = fs::metadata(place.path("key")).expect("the key").permissions().mode() & 0o7777;
    assert_eq!((place.read("key").len(), mode), (32, 0o600));
    place.run(["keygen", "--bytes", "16", "short"]).good();
    place.run(["keygen", "other"]).good();
    assert_eq!(place.read("short").len(), 16);
    assert_ne!(place.read("key"), place.read("other"));
    let before = place.read("key");
    place.run(["keygen", "key"]).bad(2, "key file key");
    assert_eq!(place.read("key"), before);
    assert_eq!(place.run(["keygen", "--bytes", "24", "x"]).code, 2);
}

#[test]
fn forms_of_key_files() {
    let place = Place::new("forms");
    place.write("a", b"data");
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let long = hex(&place.read("key"));
    place.run(["keygen", "--bytes", "16", "short"]).good();
    let short = hex(&place.read("short"));
    place.run(["encrypt", "-k", "key", "-o", "long.lane", "a"]).good();
    place.run(["encrypt", "-k", "short", "-o", "short.lane", "a"]).good();
    for (name, text, file) in [
        ("h1", format!("{long}\n"), "long.lane"),
        ("h2", format!("{}\r\n", long.to_uppercase()), "long.lane"),
        ("h3", format!("{short}\n"), "short.lane"),
    ] {
        place.write(name, text.as_bytes());
        set_mode(&place, name, 0o600);
        assert_eq!(place.run(["decrypt", "-k", name, "-o", "-", file]).good(), b"data");
    }
    for (name, text) in [
        ("b1", long.clone()),
        ("b2", format!("{long}0\n")),
        ("b3", format!("{}\n", long.replacen(&long[..1], "x", 1))),
        ("b4", String::new()),
        ("b5", "x".repeat(31)),
        ("b6", "x".repeat(100_000)),
        ("b7", format!("{long}\n\n")),
    ] {
        place.write(name, text.as_bytes());
        set_mode(&place, name, 0o600);
        place.run(["encrypt", "-k", name, "-o", "-", "a"]).bad(2, "it must be 32 or 16 raw bytes");
    }
    // 32 digits without a line end are 32 bytes.
    place.write("raw", short.as_bytes());
    set_mode(&place, "raw", 0o600);
    assert_eq!(place.run(["decrypt", "-k", "raw", "-o", "-", "short.lane"]).code, 1);
}

#[test]
fn keys_that_others_can_read_are_refused() {
    let place = Place::new("readable");
    place.write("a", b"data");
    place.run(["encrypt", "-k", "key", "a"]).good();
    for mode in [0o644, 0o640, 0o604, 0o620, 0o660] {
        set_mode(&place, "key", mode);
        place.run(["encrypt", "-k", "key", "-o", "b", "a"]).bad(2, "others can read or change it");
        place.run(["decrypt", "-k", "key", "-o", "b", "a.lane"]).bad(2, "chmod 600");
    }
    set_mode(&place, "key", 0o400);
    place.run(["decrypt", "-k", "key", "-o", "b", "a.lane"]).good();
    place.run(["encrypt", "-k", "nothing", "a"]).bad(2, "key file nothing");
    place.run(["encrypt", "a"]).bad(2, "no key");
    place.run(["decrypt", "-k", "short", "-p", "a.lane"]).bad(2, "cannot be used with");
}

/// Runs the program under a shell, with a passphrase on descriptor 7.
fn with_passphrase(place: &Place, passphrase: &str, arguments: &str) -> Run {
    let line =
        format!("exec \"$PROGRAM\" {arguments} --passphrase-fd 7 7<<'END'\n{passphrase}\nEND");
    let output = Command::new("sh")
        .args(["-c", &line])
        .env("PROGRAM", env!("CARGO_BIN_EXE_lanecrypt"))
        .env_remove("LANECRYPT_BACKEND")
        .current_dir(place.path("."))
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    Run {
        code: output.status.code().expect("an exit code"),
        out: output.stdout,
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

#[test]
fn passphrases() {
    let place = Place::new("passphrases");
    place.write("a", b"data");
    let cheap = "--argon2 64,1,1";
    with_passphrase(&place, "correct horse", &format!("encrypt {cheap} a")).good();
    let sealed = place.read("a.lane");
    assert_eq!(&sealed[..24], b"LANEFILE\x01\x01\x02\0\0\0\0\x40\0\0\0\x01\0\0\0\x01");
    assert_eq!(sealed.len(), 40 + 56 + 4 + 16);
    assert_eq!(with_passphrase(&place, "correct horse", "decrypt -o - a.lane").good(), b"data");
    assert_eq!(
        with_passphrase(&place, "correct horse", "decrypt -o - --range 1-3 a.lane").good(),
        b"at"
    );
    let wrong = "a.lane: the key, the passphrase, the context or the start of the file is wrong";
    with_passphrase(&place, "Correct horse", "decrypt -o b a.lane").bad(1, wrong);
    with_passphrase(&place, "correct horse", "decrypt -o b --context x a.lane").bad(1, wrong);
    with_passphrase(&place, "", "decrypt -o b a.lane").bad(2, "empty");
    place.run(["decrypt", "-k", "key", "-o", "b", "a.lane"]).bad(1, "it wants a passphrase");
    // Every byte of the headers is authenticated, and none makes the program ask for much memory.
    for at in 0..96 {
        for bit in [0, 7] {
            let mut changed = sealed.clone();
            changed[at] ^= 1 << bit;
            place.write("c.lane", &changed);
            let run =
                with_passphrase(&place, "correct horse", "decrypt -o b --max-memory 64 c.lane");
            run.bad(1, "c.lane: the key, the passphrase, the context or the start");
        }
    }
    assert!(!place.has("b"));
    with_passphrase(&place, "x", "encrypt --argon2 64,1 a").bad(2, "KIB,PASSES,LANES");
    // Without a terminal nobody can be asked.
    assert_eq!(place.run(["encrypt", "--passphrase-fd", "0", "a"]).code, 2);
    place.run(["encrypt", "--passphrase-fd", "0"]).bad(2, "standard input");
}

#[test]
fn the_default_cost_and_the_limit() {
    let place = Place::new("cost");
    place.write("a", b"data");
    with_passphrase(&place, "x", "encrypt a").good();
    assert_eq!(&place.read("a.lane")[12..24], b"\0\x04\0\0\0\0\0\x03\0\0\0\x04");
    with_passphrase(&place, "x", "decrypt -o b --max-memory 255 a.lane")
        .bad(1, "256 MiB of memory");
    with_passphrase(&place, "x", "decrypt -o b a.lane").good();
}

#[test]
fn inspection() {
    let place = Place::new("inspect");
    place.write("a", &[0; 40_000]);
    place.run(["encrypt", "-k", "key", "a"]).good();
    let text = String::from_utf8(place.run(["inspect", "a.lane"]).good()).expect("text");
    for line in ["bytes       40104", "chunks      3", "contents    40000 bytes"] {
        assert!(text.lines().any(|found| found == line), "{text}");
    }
    with_passphrase(&place, "x", "encrypt --argon2 64,1,1 -o p.lane a").good();
    let text = String::from_utf8(place.run(["inspect", "p.lane"]).good()).expect("text");
    assert!(text.contains("Argon2id with 64 KiB, 1 passes, 1 lanes"), "{text}");
    let sealed = place.read("a.lane");
    place.write("a.lane", &sealed[..56 + 16400]);
    let run = place.run(["inspect", "a.lane"]);
    assert!(run.code == 1 && run.err.contains("truncated"), "{run:?}");
    place.write("a.lane", b"short");
    place.run(["inspect", "a.lane"]).bad(1, "too short");
}
