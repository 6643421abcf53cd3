//! A sparse file beyond 4 GiB, in constant memory.

use std::fs::File;
use std::io::Read as _;
use std::process::Stdio;

use crate::run::Place;

const BYTES: u64 = (1 << 32) + 12345;

/// Encrypted into a pipe and decrypted from it, so that no disk is needed.
#[test]
fn a_sparse_file() {
    let place = Place::new("sparse");
    File::create(place.path("a")).expect("a file").set_len(BYTES).expect("a sparse file");
    let mut sealing = place.command(["encrypt", "-k", "key", "-o", "-", "a"]).spawn().expect("it");
    let sealed = sealing.stdout.take().expect("a pipe");
    let mut opening =
        place.command(["decrypt", "-k", "key"]).stdin(Stdio::from(sealed)).spawn().expect("it");
    let mut opened = opening.stdout.take().expect("a pipe");
    let (mut buffer, zeros, mut bytes) = (vec![1; 1 << 20], vec![0; 1 << 20], 0);
    loop {
        let read = opened.read(&mut buffer).expect("a pipe");
        if read == 0 {
            break;
        }
        assert!(buffer[..read] == zeros[..read]);
        bytes += read as u64;
        if cfg!(target_os = "linux") && bytes % (1 << 30) < 65536 {
            for child in [&sealing, &opening] {
                assert!(resident(child.id()).is_none_or(|kib| kib < 64 << 10), "too much memory");
            }
        }
    }
    assert_eq!(bytes, BYTES);
    assert!(sealing.wait().expect("it ends").success());
    assert!(opening.wait().expect("it ends").success());
}

/// The memory of a process in KiB.
fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
