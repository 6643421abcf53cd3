//! Shows that neither a branch nor an address depends on a key, a nonce or a message.
//!
//! Run under Valgrind, whose memcheck follows every bit that is not defined and reports a
//! conditional jump or an address that depends on one:
//!
//! ```text
//! cargo build --release --example constant_time
//! valgrind --error-limit=no target/release/examples/constant_time
//! ```
//!
//! Secrets are marked as not defined, everything is enciphered and authenticated on every backend
//! and variant, and memcheck's count must not move. It must move for the tables, which are not
//! constant time: otherwise nothing is being watched. Of the block ciphers there is one of each
//! round function and word length, in every mode. Valgrind knows no AVX-512 and does not
//! offer what it does not know, so the widest backends are named as not checked. Without Valgrind
//! the program only says so, with status 2.

mod blocks;
mod memcheck;
mod zuc;

use lanecrypt::Backend;
use lanecrypt::stream::zuc::{Batch, Variant};
use std::hint::black_box;

/// Secret bytes.
fn secret<const N: usize>(seed: u8) -> [u8; N] {
    let mut bytes = std::array::from_fn(|i| (i as u8).wrapping_mul(37) ^ seed);
    memcheck::hide(&mut bytes);
    bytes
}

fn main() {
    if !memcheck::is_running() {
        eprintln!("not under Valgrind: nothing was checked");
        std::process::exit(2);
    }
    let mut wrong = 0;
    let mut checked = 0;
    let mut count = |what: String, may_leak: bool, run: &dyn Fn()| {
        let before = memcheck::errors();
        run();
        let errors = memcheck::errors() - before;
        let verdict = match (errors > 0, may_leak) {
            (false, false) => "constant time",
            (true, true) => "not constant time, as it should be",
            (true, false) => "WRONG: not constant time",
            (false, true) => "WRONG: a leak is not noticed",
        };
        println!("{what:40} {errors:8} reports: {verdict}");
        wrong += usize::from((errors > 0) != may_leak);
        checked += 1;
    };
    count("a branch on a secret, for comparison".to_owned(), true, &|| {
        if black_box(secret::<1>(5))[0] == black_box(5) {
            black_box(());
        }
    });
    for backend in Backend::ALL {
        let Ok(batch) = Batch::with_backend(backend) else {
            println!("{backend}: NOT CHECKED, Valgrind or this processor lacks it");
            continue;
        };
        for variant in Variant::ALL {
            let batch = batch.with_variant(variant);
            let table = variant == Variant::Table;
            for jobs in [1, 45] {
                let name = |operation| format!("{backend} {} {operation} x {jobs}", variant.name());
                count(name("encipher"), table, &|| zuc::encipher(&batch, jobs));
                count(name("mac"), table, &|| zuc::mac(&batch, jobs));
            }
        }
        count(format!("{backend} stream"), false, &|| zuc::stream(backend));
        blocks::over_lanes(backend, &mut count);
    }
    blocks::one_by_one(&mut count);
    println!("{checked} checked, {wrong} wrong");
    if wrong > 0 {
        std::process::exit(1);
    }
}
