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
//! Secrets are marked as not defined, everything is encrypted and authenticated on every backend
//! and variant, and memcheck's count must not move. It must move for the tables, which are not
//! constant time: otherwise nothing is being watched. Nonces of AES and of the authenticated ciphers
//! are public. Of the block ciphers there is one of each
//! round function and word length, in every mode. Valgrind knows no AVX-512 and does not
//! offer what it does not know, so the widest backends are named as not checked. Without Valgrind
//! the program only says so, with status 2.

mod aead;
mod aes;
mod blocks;
mod memcheck;
mod zuc;

use lanecrypt::Backend;
use lanecrypt::stream::zuc::{Batch, Variant};
use std::hint::black_box;

/// What memcheck is to report.
#[derive(Clone, Copy)]
enum Reports {
    /// Nothing: the time is constant.
    None,
    /// Something: it is not.
    Some,
    /// That a message was accepted, of so many.
    Verdicts(usize),
}

impl Reports {
    /// For something that is in tables, or not.
    fn of_table(table: bool) -> Self {
        if table { Self::Some } else { Self::None }
    }
}

/// Takes what is run, what is to be reported, and how to run it.
type Count<'a> = &'a mut dyn FnMut(String, Reports, &dyn Fn());

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
    let mut count = |what: String, expected: Reports, run: &dyn Fn()| {
        let before = memcheck::errors();
        run();
        let errors = memcheck::errors() - before;
        let (right, verdict) = match (expected, errors) {
            (Reports::None, 0) => (true, "constant time"),
            (Reports::None, _) => (false, "WRONG: not constant time"),
            (Reports::Some, 0) => (false, "WRONG: a leak is not noticed"),
            (Reports::Some, _) => (true, "not constant time, as it should be"),
            (Reports::Verdicts(of), errors) if of == errors => (true, "only the verdicts show"),
            (Reports::Verdicts(_), _) => (false, "WRONG: more or less than the verdicts shows"),
        };
        println!("{what:48} {errors:8} reports: {verdict}");
        wrong += usize::from(!right);
        checked += 1;
    };
    count("a branch on a secret, for comparison".to_owned(), Reports::Some, &|| {
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
            let table = Reports::of_table(variant == Variant::Table);
            for jobs in [1, 45] {
                let name = |operation| format!("{backend} {} {operation} x {jobs}", variant.name());
                count(name("encrypt"), table, &|| zuc::encrypt(&batch, jobs));
                count(name("mac"), table, &|| zuc::mac(&batch, jobs));
            }
        }
        count(format!("{backend} stream"), Reports::None, &|| zuc::stream(backend));
        blocks::over_lanes(backend, &mut count);
        aes::every_mode(backend, &mut count);
        aead::every_cipher(backend, &mut count);
    }
    blocks::one_by_one(&mut count);
    println!("{checked} checked, {wrong} wrong");
    if wrong > 0 {
        std::process::exit(1);
    }
}
