//! The program killed and interrupted at random moments.

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::run::{CHUNK, Place, Random, contents};

/// How often, for each signal and each direction.
const TIMES: u64 = 60;

#[test]
fn by_sigkill() {
    interrupted("KILL", 0x1234_5678);
}

#[test]
fn by_sigint() {
    // A shell lets the programs that it runs in the background ignore it, and their children inherit that.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    if ignored.is_some_and(|mask| mask & 1 << 1 != 0) {
        println!("SKIPPED by_sigint: this process ignores SIGINT");
        return;
    }
    interrupted("INT", 0x8765_4321);
}

/// Whether the target was new or existed before, it has its old contents or all of the new ones.
fn interrupted(signal: &str, seed: u64) {
    let place = Place::new(&format!("signal-{signal}"));
    let data = contents(1500 * CHUNK + 77);
    place.write("a", &data);
    place.run(["encrypt", "-k", "key", "-o", "a.lane", "a"]).good();
    let mut random = Random(seed);
    let (mut old, mut new) = (0, 0);
    for (encrypt, output) in [(true, "out.lane"), (false, "out")] {
        let arguments = match encrypt {
            true => ["encrypt", "-k", "key", "--force", "-j", "2", "-o", output, "a"],
            false => ["decrypt", "-k", "key", "--force", "-j", "2", "-o", output, "a.lane"],
        };
        let start = Instant::now();
        place.run(arguments).good();
        let whole = start.elapsed().as_micros() as u64;
        for turn in 0..TIMES {
            let before: Option<&[u8]> = if turn % 2 == 0 { None } else { Some(b"old") };
            match before {
                None => drop(std::fs::remove_file(place.path(output))),
                Some(bytes) => place.write(output, bytes),
            }
            let mut command = place.command(arguments);
            let mut child =
                command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it");
            sleep(Duration::from_micros(random.below(whole + whole / 8)));
            let mut kill = Command::new("kill");
            // It may have ended already.
            let _ =
                kill.args(["-s", signal, &child.id().to_string()]).stderr(Stdio::null()).status();
            child.wait().expect("it ends");
            let after = place.has(output).then(|| place.read(output));
            if after.as_deref() == before {
                old += 1;
            } else {
                let after = after.expect("the old contents are gone");
                match encrypt {
                    true => {
                        let back = place.run(["decrypt", "-k", "key", "-o", "-", output]).good();
                        assert!(back == data, "a file that is not whole");
                    }
                    false => assert!(after == data, "a file that is not whole"),
                }
                new += 1;
            }
            for name in place.names() {
                let known = ["a", "a.lane", "key", "out", "out.lane"].contains(&name.as_str());
                assert!(known || name.starts_with("lanecrypt-unfinished-"), "{name}");
                if !known {
                    std::fs::remove_file(place.path(&name)).expect("it is there");
                }
            }
        }
    }
    assert_eq!(old + new, 2 * TIMES);
    assert!(old > 0, "nothing was interrupted");
    println!("{signal}: {old} times the old state, {new} times the new file");
}
