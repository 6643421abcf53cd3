//! Results that cannot be written: no room, no memory, a program that is killed. The old file stays whole.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::common::{Scratch, text};

/// A document whose page is long.
fn document(scratch: &Scratch) -> PathBuf {
    let routines: Vec<_> = (0..40)
        .flat_map(|number| {
            ["c-o3", "block", "ctr", "ctr2"].map(|part| {
                json!({
                    "routine": format!("simon64_{number}/{part}"), "core": "vexriscv",
                    "cycles_per_block": 100 + number, "code_bytes": 120,
                })
            })
        })
        .collect();
    let document = json!({
        "schema": "lanecrypt-rv32-1", "compiler": "gcc",
        "cores": {"vexriscv": "VexRiscv IMAC RTL"}, "results": routines,
    });
    scratch.file("firmware.json", &document.to_string())
}

/// Runs the program in a shell that limits it first.
fn limited(limit: &str, arguments: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", &format!("trap '' XFSZ; ulimit {limit}; exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_lanecrypt"))
        .args(arguments)
        .env_remove("LANECRYPT_BACKEND")
        .stdin(Stdio::null())
        .output()
        .expect("a shell")
}

/// What writes a file, and the name of the file.
fn writers<'a>(firmware: &'a str, output: &'a str) -> [Vec<&'a str>; 3] {
    [
        vec!["report", firmware, "-o", output],
        vec!["report", firmware, "--figure", "riscv-vexriscv", "--svg", output],
        vec!["bench", "aes128/ecb", "--quick", "--sizes", "64", "--batch", "1", "--json", output],
    ]
}

/// A limit on the length of files: a write fails in the middle, as on a full disk.
#[test]
fn no_room_for_a_file() {
    let scratch = Scratch::new("writing-limit");
    let firmware = document(&scratch);
    let output = scratch.path("output");
    for arguments in writers(text(&firmware), text(&output)) {
        for old in [None, Some("the old one")] {
            match old {
                None => drop(std::fs::remove_file(&output)),
                Some(old) => std::fs::write(&output, old).expect("a file"),
            }
            // Blocks of 512 or 1024 bytes: every result is longer.
            let run = limited("-f 1", &arguments);
            let error = String::from_utf8_lossy(&run.stderr);
            assert_eq!(run.status.code(), Some(2), "{arguments:?}: {error}");
            assert!(error.contains("the file cannot be written"), "{arguments:?}: {error}");
            assert_eq!(std::fs::read_to_string(&output).ok().as_deref(), old);
            let expected = if old.is_some() { 2 } else { 1 };
            assert_eq!(scratch.names().len(), expected, "{:?}", scratch.names());
        }
    }
}

/// A file system of 64 KiB, if one can be mounted.
#[test]
fn a_full_disk() {
    let scratch = Scratch::new("writing-disk");
    let firmware = document(&scratch);
    let disk = scratch.path("disk");
    std::fs::create_dir(&disk).expect("a directory");
    let run = |program: &str, more: &[&str]| {
        let status = Command::new(program).args(more).arg(&disk).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !run("mount", &["-t", "tmpfs", "-o", "size=64k", "none"]) {
        println!("SKIPPED a_full_disk: no tmpfs can be mounted here");
        return;
    }
    let output = disk.join("page.html");
    std::fs::write(&output, "the old one").expect("a file");
    std::fs::write(disk.join("fill"), [7; 50_000]).expect("a file");
    let result = Command::new(env!("CARGO_BIN_EXE_lanecrypt"))
        .args(["report", text(&firmware), "-o", text(&output)])
        .output()
        .expect("the program starts");
    let (old, names) = (std::fs::read_to_string(&output), names(&disk));
    assert!(run("umount", &[]));
    let error = String::from_utf8_lossy(&result.stderr);
    assert_eq!(result.status.code(), Some(2), "{error}");
    assert!(error.contains("the file cannot be written"), "{error}");
    assert_eq!(old.expect("the old file"), "the old one");
    assert_eq!(names, ["fill", "page.html"]);
}

fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("the directory");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("an entry").file_name().into_string().expect("text")
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// Killed at any moment while the page is made and written.
#[test]
fn killed_while_it_writes() {
    let scratch = Scratch::new("writing-killed");
    let firmware = document(&scratch);
    let output = scratch.path("page.html");
    let program = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lanecrypt"));
        command.args(["report", text(&firmware), "-o", text(&output)]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let started = Instant::now();
    assert!(program().status().expect("it runs").success());
    let whole = started.elapsed();
    let new = std::fs::read(&output).expect("the page");
    let (mut kept, mut replaced) = (0, 0);
    for turn in 0..120_u32 {
        std::fs::write(&output, "the old one").expect("a file");
        let mut child = program().spawn().expect("it starts");
        sleep((whole / 120) * turn);
        let _ = child.kill();
        child.wait().expect("it ends");
        let found = std::fs::read(&output).expect("a file");
        match found == new {
            true => replaced += 1,
            false => {
                assert!(found == b"the old one", "a part of {} bytes", found.len());
                kept += 1;
            }
        }
        for name in names(&scratch.path(".")) {
            // What a killed program leaves has a name of its own.
            if name.ends_with(".partial") {
                std::fs::remove_file(scratch.path(&name)).expect("it is there");
            } else {
                assert!(["firmware.json", "page.html"].contains(&name.as_str()), "{name}");
            }
        }
    }
    println!("{kept} times the old file, {replaced} times the new one");
    assert_eq!(kept + replaced, 120);
    assert!(kept > 0, "it was never killed before it had written");
    // The other writer of the same kind: mostly killed while it measures.
    let json = scratch.path("run.json");
    for turn in 0..6 {
        std::fs::write(&json, "the old one").expect("a file");
        let arguments = writers(text(&firmware), text(&json)).into_iter().nth(2).expect("bench");
        let mut command = Command::new(env!("CARGO_BIN_EXE_lanecrypt"));
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        sleep(Duration::from_millis(100 * turn));
        let _ = child.kill();
        child.wait().expect("it ends");
        let found = std::fs::read_to_string(&json).expect("a file");
        let whole = serde_json::from_str::<serde_json::Value>(&found).is_ok();
        assert!(found == "the old one" || whole, "a part");
    }
}

/// Too little memory: the program ends with a message and without a result, and the old file stays.
#[cfg(target_os = "linux")]
#[test]
fn no_memory() {
    let scratch = Scratch::new("writing-memory");
    let firmware = document(&scratch);
    let output = scratch.path("page.html");
    let arguments = ["report", text(&firmware), "-o", text(&output)];
    let (mut refused, mut good) = (0, 0);
    // From too little for anything to enough.
    for kib in (1..80).map(|step| 500 * step).chain([400_000]) {
        // With less, the system does not start it.
        if !limited(&format!("-v {kib}"), &["--version"]).status.success() {
            continue;
        }
        std::fs::write(&output, "the old one").expect("a file");
        let run = limited(&format!("-v {kib}"), &arguments);
        let found = std::fs::read_to_string(&output).expect("a file");
        if run.status.success() {
            assert!(found.trim_end().ends_with("</html>"));
            good += 1;
        } else {
            assert_eq!(found, "the old one", "with {kib} KiB");
            assert!(!run.stderr.is_empty(), "with {kib} KiB nothing was said");
            refused += 1;
        }
    }
    println!("{refused} times too little memory, {good} times enough");
    assert!(refused > 0 && good > 0);
}
