//! What a request of 64 bytes to CTR_DRBG costs, beside the system call for the process id that it does without.
//! In turns, in one process:
//!
//! ```text
//! cargo run --release -p lanecrypt --example drbg_cost
//! ```

use std::hint::black_box;
use std::time::Instant;

use lanecrypt::block::Aes256;
use lanecrypt::mode::{CtrDrbg, DrbgOptions};

const ROUNDS: usize = 101;
const CALLS: u32 = 10_000;

/// Nanoseconds of one of many calls.
fn time(mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..CALLS).for_each(|_| call());
    start.elapsed().as_nanos() as f64 / f64::from(CALLS)
}

fn main() -> Result<(), lanecrypt::Error> {
    let options = DrbgOptions::default();
    let mut generator = CtrDrbg::<Aes256>::from_seed(&[1; 32], &[2; 16], b"", options)?;
    let mut out = [0; 64];
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        times[0]
            .push(time(|| generator.generate(black_box(&mut out)).expect("no limit is reached")));
        times[1].push(time(|| {
            black_box(std::process::id());
        }));
    }
    for (what, times) in ["request of 64 bytes, AES-256", "process id"].into_iter().zip(&mut times)
    {
        times.sort_by(f64::total_cmp);
        println!("{what}: median {:.0} ns, least {:.0} ns", times[ROUNDS / 2], times[0]);
    }
    Ok(())
}
