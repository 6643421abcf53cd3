//! The firmware's C reference (`firmware/rv32/reference.c`), compiled for this machine, against the
//! library: counter mode on random keys, nonces, counters and lengths.
#![cfg(all(unix, feature = "lightweight"))]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use lanecrypt::block::{Simeck32_64, Simeck64_128, Simon64_128, Speck64_128};
use lanecrypt::mode::{Ctr, Modes};
use lanecrypt::{Algorithm, Error, StreamCipher as _};

/// Marsaglia's 64-bit xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// One message.
struct Message {
    cipher: &'static str,
    /// Words in the order in which they lie in memory.
    key: [u32; 4],
    nonce: u32,
    counter: u32,
    data: Vec<u8>,
}

/// Messages of a cipher with words of so many bits.
fn messages(random: &mut Random, cipher: &'static str, bits: u32) -> Vec<Message> {
    let mut word = || (random.next() >> 32) as u32 >> (32 - bits);
    (0..200)
        .map(|i| {
            // Every fourth counter is near its end.
            let counter =
                if i % 4 == 3 { u32::MAX >> (32 - bits) & !(word() & 63) } else { word() };
            let length = [0, 1, 3, 4, 7, 8, 9, 16, 63, 64, 200, 520][i % 12];
            Message {
                cipher,
                key: [word(), word(), word(), word()],
                nonce: word(),
                counter,
                data: (0..length).map(|_| word() as u8).collect(),
            }
        })
        .collect()
}

/// What the library makes of a message.
fn by_library(message: &Message) -> Option<Vec<u8>> {
    /// Words as bytes: SIMECK's are big-endian.
    fn run<C: Modes>(message: &Message, bits: usize, big_endian: bool) -> Option<Vec<u8>> {
        let bytes = |word: u32| {
            let mut bytes = word.to_le_bytes()[..bits / 8].to_vec();
            if big_endian {
                bytes.reverse();
            }
            bytes
        };
        let key: Vec<u8> = message.key.into_iter().flat_map(bytes).collect();
        let cipher = Ctr::<C>::new(&key).expect("a key of the right length");
        let mut stream = cipher.stream(&bytes(message.nonce)).expect("a nonce of half a block");
        stream
            .seek(u128::from(message.counter) * C::BLOCK_BYTES as u128)
            .expect("a block there is");
        let mut data = message.data.clone();
        match stream.apply(&mut data[..]) {
            Ok(()) => Some(data),
            Err(error) => {
                assert!(matches!(error, Error::Counter { .. }), "{error}");
                assert_eq!(data, message.data);
                None
            }
        }
    }
    match message.cipher {
        "simon64_128" => run::<Simon64_128>(message, 32, false),
        "speck64_128" => run::<Speck64_128>(message, 32, false),
        "simeck64_128" => run::<Simeck64_128>(message, 32, true),
        _ => run::<Simeck32_64>(message, 16, true),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[test]
fn the_firmware_reference_gives_what_the_library_gives() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let firmware = here.join("../../firmware/rv32");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("firmware_reference");
    let compiled = Command::new("cc")
        .args(["-std=c99", "-O2", "-Wall", "-Werror", "-I"])
        .args([&firmware, &here.join("tests/firmware.c"), &firmware.join("reference.c")])
        .arg("-o")
        .arg(&program)
        .status()
        .expect("a C compiler, `cc`");
    assert!(compiled.success());

    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut all = messages(&mut random, "simon64_128", 32);
    all.extend(messages(&mut random, "speck64_128", 32));
    all.extend(messages(&mut random, "simeck64_128", 32));
    all.extend(messages(&mut random, "simeck32_64", 16));

    let mut child = Command::new(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program that was just compiled");
    let mut input = child.stdin.take().expect("a pipe");
    let lines: String = all.iter().fold(String::new(), |mut lines, m| {
        let [k0, k1, k2, k3] = m.key;
        let data = if m.data.is_empty() { "-".to_owned() } else { hex(&m.data) };
        let _ = writeln!(
            lines,
            "{} {k0:x} {k1:x} {k2:x} {k3:x} {:x} {:x} {data}",
            m.cipher, m.nonce, m.counter
        );
        lines
    });
    // From a thread of its own, so that neither side waits for the other's pipe.
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("output");
    writer.join().expect("a writer that ends").expect("a pipe that takes all");
    assert!(output.status.success());

    let text = String::from_utf8(output.stdout).expect("hexadecimal digits");
    let results: Vec<&str> = text.lines().collect();
    assert_eq!(results.len(), all.len());
    let mut wrapped = 0;
    for (message, result) in all.iter().zip(results) {
        let expected = by_library(message);
        wrapped += usize::from(expected.is_none());
        let expected = expected.map_or_else(|| "wrap".to_owned(), |bytes| hex(&bytes));
        assert_eq!(result, expected, "{} from block {:x}", message.cipher, message.counter);
    }
    // Both kinds were met.
    assert!(wrapped > 10 && wrapped < all.len() / 2, "{wrapped}");
}
