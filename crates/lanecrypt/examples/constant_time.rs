//! Shows that neither a branch nor an address depends on a key, an IV or a message.
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
//! and variant, and memcheck's count must not move. It must move for the variant `table`, which is
//! not constant time: otherwise nothing is being watched. Valgrind knows no AVX-512 and does not
//! offer what it does not know, so the widest backends are named as not checked. Without Valgrind
//! the program only says so, with status 2.

use lanecrypt::Backend;
use lanecrypt::batch::{Data, Status};
use lanecrypt::mobile::Direction;
use lanecrypt::stream::zuc::{
    Batch, Iv184, Job, MacJob, MacSetup, Setup, Stream, TagLength, Variant,
};
use std::hint::black_box;

/// Valgrind's client requests: a sequence of rotations that changes nothing and that Valgrind
/// takes for a call.
mod memcheck {
    const RUNNING_ON_VALGRIND: usize = 0x1001;
    const COUNT_ERRORS: usize = 0x1201;
    const MAKE_UNDEFINED: usize = 0x4d43_0001;
    const MAKE_DEFINED: usize = 0x4d43_0002;

    #[cfg(target_arch = "x86_64")]
    fn request(number: usize, start: usize, length: usize) -> usize {
        let arguments = [number, start, length, 0, 0, 0];
        let mut result = 0;
        // SAFETY: the rotations add up to 128, and the exchange is of a register with itself;
        // Valgrind reads the arguments and changes no byte of memory.
        unsafe {
            std::arch::asm!(
                "rol rdi, 3",
                "rol rdi, 13",
                "rol rdi, 61",
                "rol rdi, 51",
                "xchg rbx, rbx",
                inout("rdx") result,
                in("rax") arguments.as_ptr(),
            );
        }
        result
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn request(_: usize, _: usize, _: usize) -> usize {
        0
    }

    /// Whether anybody listens.
    pub(crate) fn is_running() -> bool {
        request(RUNNING_ON_VALGRIND, 0, 0) > 0
    }

    /// How many errors there have been.
    pub(crate) fn errors() -> usize {
        request(COUNT_ERRORS, 0, 0)
    }

    /// Marks bytes as secret.
    pub(crate) fn hide(bytes: &mut [u8]) {
        request(MAKE_UNDEFINED, bytes.as_mut_ptr().addr(), bytes.len());
    }

    /// Marks bytes as known.
    pub(crate) fn reveal(bytes: &mut [u8]) {
        request(MAKE_DEFINED, bytes.as_mut_ptr().addr(), bytes.len());
    }
}

/// Secret bytes.
fn secret<const N: usize>(seed: u8) -> [u8; N] {
    let mut bytes = std::array::from_fn(|i| (i as u8).wrapping_mul(37) ^ seed);
    memcheck::hide(&mut bytes);
    bytes
}

/// Every loading, from secret keys and IVs.
fn setup(i: usize) -> Setup {
    let seed = i as u8;
    match i % 4 {
        0 => Setup::zuc128(&secret(seed), &secret(seed)),
        1 => Setup::zuc256(&secret(seed), &Iv184::from_packed(&secret(seed))),
        2 => Setup::nea6(&secret(seed), &secret(seed)),
        _ => {
            let count = u32::from_le_bytes(secret(seed));
            Setup::eea3(&secret(seed), count, seed % 32, Direction::Uplink).expect("a bearer")
        }
    }
}

fn mac_setup(i: usize) -> MacSetup {
    let seed = i as u8;
    match TagLength::ALL.get(i % 4) {
        Some(&length) => {
            MacSetup::zuc256(&secret(seed), &Iv184::from_packed(&secret(seed)), length)
        }
        None => {
            let count = u32::from_le_bytes(secret(seed));
            MacSetup::eia3(&secret(seed), count, seed % 32, Direction::Downlink).expect("a bearer")
        }
    }
}

/// Lengths in bits, which are not secret: whole rows, parts of rows, parts of bytes, nothing.
const BITS: [u64; 9] = [1027, 1024, 512, 511, 8, 3, 0, 1600, 2049];

fn encipher(batch: &Batch, jobs: usize) {
    let mut inputs: Vec<_> = (0..jobs).map(|i| secret::<260>(i as u8)).collect();
    let mut outputs: Vec<_> = (0..jobs).map(|i| secret::<260>(!i as u8)).collect();
    let mut all: Vec<_> = inputs
        .iter_mut()
        .zip(&mut outputs)
        .enumerate()
        .map(|(i, (input, output))| {
            let data = match i % 3 {
                0 => Data::InPlace(output),
                1 => Data::Copy { input, output },
                _ => Data::Keystream(output),
            };
            Job::with_bits(setup(i), data, BITS[i % BITS.len()])
        })
        .collect();
    batch.encipher(&mut all);
    assert!(all.iter().all(|job| job.status == Status::Done));
}

fn mac(batch: &Batch, jobs: usize) {
    let messages: Vec<_> = (0..jobs).map(|i| secret::<260>(i as u8)).collect();
    let mut all: Vec<_> = messages
        .iter()
        .enumerate()
        .map(|(i, message)| MacJob::with_bits(mac_setup(i), message, BITS[i % BITS.len()]))
        .collect();
    batch.mac(&mut all);
    for job in &all {
        assert!(job.status == Status::Done);
        // Whether a tag is right may be known; how far it is right may not.
        let mut answer = [u8::from(job.tag.verify(&[7; 16][..job.tag.as_ref().len()]))];
        memcheck::reveal(&mut answer);
        black_box(answer);
    }
}

fn stream(backend: Backend) {
    for i in 0..4 {
        let mut stream = Stream::with_backend(&setup(i), backend).expect("an available backend");
        let mut data = secret::<260>(1);
        for piece in data.chunks_mut(61) {
            stream.apply(piece);
        }
    }
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
                count(name("encipher"), table, &|| encipher(&batch, jobs));
                count(name("mac"), table, &|| mac(&batch, jobs));
            }
        }
        count(format!("{backend} stream"), false, &|| stream(backend));
    }
    println!("{checked} checked, {wrong} wrong");
    if wrong > 0 {
        std::process::exit(1);
    }
}
