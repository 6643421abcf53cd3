//! A program that was written for the crate `aes-gcm`, with one line changed, and how fast both are.
//!
//! ```text
//! cargo run --release -p lanecrypt --features rustcrypto --example aes_gcm_migration
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The program. Both versions are made of the same text.
macro_rules! program {
    () => {
        /// A record: a nonce, the encrypted message and its tag.
        pub(super) fn seal(key: &[u8; 32], nonce: &[u8; 12], header: &[u8], msg: &[u8]) -> Vec<u8> {
            let cipher = Aes256Gcm::new(key.into());
            let payload = Payload { msg, aad: header };
            let sealed = cipher.encrypt(nonce.into(), payload).expect("not too long");
            [&nonce[..], &sealed].concat()
        }

        /// The message of a record, if it is authentic.
        pub(super) fn open(key: &[u8; 32], header: &[u8], record: &[u8]) -> Option<Vec<u8>> {
            let (nonce, msg) = record.split_first_chunk::<12>()?;
            let cipher = Aes256Gcm::new(key.into());
            cipher.decrypt(nonce.into(), Payload { msg, aad: header }).ok()
        }

        /// Encrypts a message so often under one key, with a nonce of its own each time. Returns how long that
        /// took.
        pub(super) fn seal_often(message: &mut [u8], times: u64) -> Duration {
            let cipher = Aes256Gcm::new(&[7; 32].into());
            let start = Instant::now();
            for number in 0..times {
                let mut nonce = Nonce::default();
                nonce[4..].copy_from_slice(&number.to_be_bytes());
                let buffer = black_box(&mut *message).into();
                let tag = cipher.encrypt_inout_detached(&nonce, b"header", buffer);
                black_box(tag).expect("not too long");
            }
            start.elapsed()
        }
    };
}

mod before {
    use super::*;
    use aes_gcm::{
        Aes256Gcm, KeyInit, Nonce,
        aead::{Aead, AeadInOut, Payload},
    };

    program!();
}

mod after {
    use super::*;
    use lanecrypt::rustcrypto::{
        Aes256Gcm, KeyInit, Nonce,
        aead::{Aead, AeadInOut, Payload},
    };

    program!();
}

/// The median of the times of one message, in nanoseconds, of both versions in turns.
fn measure(bytes: usize) -> [f64; 2] {
    const ROUNDS: usize = 41;
    let versions = [before::seal_often, after::seal_often];
    let mut message = vec![0; bytes];
    // About a millisecond each time.
    let times = (4_000_000 / (bytes as u64 + 500)).max(1);
    let mut taken = [[0.0; ROUNDS]; 2];
    for round in 0..ROUNDS {
        for (version, taken) in versions.iter().zip(&mut taken) {
            taken[round] = version(&mut message, times).as_nanos() as f64 / times as f64;
        }
    }
    taken.map(|mut taken| {
        taken.sort_by(f64::total_cmp);
        taken[ROUNDS / 2]
    })
}

fn main() {
    let (key, nonce, header) = ([7; 32], [1; 12], b"header");
    for bytes in [0, 1, 16, 100, 10_000] {
        let message: Vec<u8> = (0..=255).cycle().take(bytes).collect();
        let record = before::seal(&key, &nonce, header, &message);
        assert_eq!(record, after::seal(&key, &nonce, header, &message));
        assert_eq!(before::open(&key, header, &record), Some(message.clone()));
        assert_eq!(after::open(&key, header, &record), Some(message));
        assert_eq!(after::open(&key, b"another", &record), None);
    }
    println!("Both versions make the same records, and each opens those of the other.\n");
    println!(
        "AES-256-GCM, one message after another under one key, backend {}:\n",
        lanecrypt::Backend::best()
    );
    println!("{:>6}  {:>14}  {:>14}  {:>6}", "bytes", "aes-gcm", "lanecrypt", "");
    for bytes in [64, 1500, 16384] {
        let [before, after] = measure(bytes);
        println!("{bytes:>6}  {before:>11.0} ns  {after:>11.0} ns  {:>5.2}x", before / after);
    }
}
