//! No room for the output.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::run::{CHUNK, Place, contents};

/// With a limit on the length of files, of which a write fails as on a full disk.
#[test]
fn files_that_are_too_long() {
    let place = Place::new("limit");
    let data = contents(100 * CHUNK);
    place.write("a", &data);
    place.run(["encrypt", "-k", "key", "a"]).good();
    for (arguments, output) in [
        ("encrypt -k key -o out a", "out"),
        ("decrypt -k key -o out a.lane", "out"),
        ("encrypt -k key -o out -j 3 --force a", "out"),
    ] {
        for kib in [0, 1, 16, 100, 1000] {
            // A shell counts blocks of 512 or 1024 bytes; both are less than the output.
            let line = format!("trap '' XFSZ; ulimit -f {kib}; exec \"$PROGRAM\" {arguments}");
            let run = Command::new("sh")
                .args(["-c", &line])
                .env("PROGRAM", env!("CARGO_BIN_EXE_lanecrypt"))
                .current_dir(place.path("."))
                .stdin(Stdio::null())
                .output()
                .expect("a shell");
            let text = String::from_utf8_lossy(&run.stderr);
            assert_eq!(run.status.code(), Some(2), "{text}");
            assert!(text.contains("out: cannot be written"), "{text}");
            assert!(!place.has(output));
        }
    }
    assert_eq!(place.names(), ["a", "a.lane", "key"]);
}

/// On a file system of 1 MiB, if one can be mounted.
#[test]
fn a_full_disk() {
    let outside = Place::new("outside");
    let place = Place::new("full");
    let mount = |program: &str, more: &[&str]| {
        let mut command = Command::new(program);
        let status = command.args(more).arg(place.path(".")).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !mount("mount", &["-t", "tmpfs", "-o", "size=1m", "none"]) {
        println!("SKIPPED a_full_disk: no tmpfs can be mounted here");
        return;
    }
    place.run(["keygen", "key"]).good();
    outside.write("a", &contents(100 * CHUNK));
    let input = outside.path("a");
    let input = input.to_str().expect("text");
    let run = place.run(["encrypt", "-k", "key", "-o", "out", input]);
    let left = place.names();
    place.write("old", &contents(600_000));
    let again = place.run(["encrypt", "-k", "key", "-o", "old", "--force", input]);
    let old = place.read("old");
    assert!(mount("umount", &[]));
    run.bad(2, "out: cannot be written");
    assert_eq!(left, ["key"]);
    again.bad(2, "old: cannot be written");
    assert!(old == contents(600_000));
}

#[test]
fn a_device_that_is_full() {
    if !Path::new("/dev/full").exists() {
        println!("SKIPPED a_device_that_is_full: there is no /dev/full");
        return;
    }
    let place = Place::new("device");
    place.write("a", b"data");
    place.run(["encrypt", "-k", "key", "-o", "/dev/full", "a"]).bad(2, "cannot be written");
}

/// A reader that goes away ends the program.
#[test]
fn a_closed_pipe() {
    let place = Place::new("closed");
    place.write("a", &contents(100 * CHUNK));
    for jobs in ["1", "3"] {
        let mut child = place
            .command(["encrypt", "-k", "key", "-j", jobs, "-o", "-", "a"])
            .spawn()
            .expect("it");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(2));
    }
}
