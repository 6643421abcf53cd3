//! What the way through C costs: the same batches by the functions of the header and in Rust, in turns.
//!
//! ```text
//! cargo run --profile dist -p lanecrypt-capi --example cost
//! ```
//!
//! 32 messages of 64 bytes in place. *Made*: every call describes its messages, which fills the
//! structures of C or makes jobs in Rust, and stores the tags. *Kept*: the jobs were made before and are
//! only made pending again. Each number is a median over the rounds, in ticks of the time stamp counter
//! for each message. The difference is the median of the differences within a round. It is also given in
//! cycles of the core, whose clock is measured in every round by additions that wait for each other.
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "every pointer is to an array of this program"
)]

use core::hint::black_box;
use core::ptr::null;

use lanecrypt::threegpp::{Direction, Nea3, Nia3, Parameters};
use lanecrypt::{AeadJob, Algorithm, Batch, CipherJob, Key, MacJob, aead, block, mode};
use lanecrypt_capi::*;

const JOBS: usize = 32;
const BYTES: usize = 64;
const CALLS: usize = 20;
const ROUNDS: usize = 4001;

struct Messages {
    data: [[u8; BYTES]; JOBS],
    tags: [[u8; 16]; JOBS],
    keys: [[u8; 16]; JOBS],
    nonces: [[u8; 16]; JOBS],
}

fn now() -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every processor of this architecture has the counter.
    let ticks = unsafe { core::arch::x86_64::_rdtsc() };
    #[cfg(not(target_arch = "x86_64"))]
    let ticks = {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed().as_nanos() as u64
    };
    ticks
}

/// The ticks of one cycle of the core: of many additions, each of which takes a cycle and needs the result
/// of the one before.
fn ticks_of_a_cycle() -> f64 {
    const LOOPS: u32 = 100;
    let mut sum = 1_u64;
    let start = now();
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    for _ in 0..LOOPS {
        // SAFETY: changes one register of its own.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            core::arch::asm!(".rept 64", "add {0}, {0}", ".endr", inout(reg) sum);
            #[cfg(target_arch = "aarch64")]
            core::arch::asm!(".rept 64", "add {0}, {0}, {0}", ".endr", inout(reg) sum);
        }
    }
    let ticks = now() - start;
    black_box(sum);
    ticks as f64 / f64::from(64 * LOOPS)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Runs two ways in turns and prints what a message costs in each.
fn compare(name: &str, mut rust: impl FnMut(), mut c: impl FnMut()) {
    let (mut of_rust, mut of_c, mut differences) = (Vec::new(), Vec::new(), Vec::new());
    let mut clocks = Vec::new();
    for round in 0..ROUNDS {
        let time = |way: &mut dyn FnMut()| {
            let start = now();
            (0..CALLS).for_each(|_| way());
            (now() - start) as f64 / (CALLS * JOBS) as f64
        };
        // Whoever is first finds the other's state in the caches.
        let (one, other) = if round % 2 == 0 {
            let one = time(&mut rust);
            (one, time(&mut c))
        } else {
            let other = time(&mut c);
            (time(&mut rust), other)
        };
        of_rust.push(one);
        of_c.push(other);
        differences.push(other - one);
        clocks.push(ticks_of_a_cycle());
    }
    let (rust, c, more) = (median(&mut of_rust), median(&mut of_c), median(&mut differences));
    println!("{name:32} {rust:8.1} {c:8.1} {more:8.1} {:8.1}", more / median(&mut clocks));
}

fn messages() -> Messages {
    let bytes = |i: usize| core::array::from_fn(|j| (i * 7 + j) as u8);
    Messages {
        data: [[0; BYTES]; JOBS],
        tags: [[0; 16]; JOBS],
        keys: core::array::from_fn(bytes),
        nonces: core::array::from_fn(bytes),
    }
}

macro_rules! aead {
    ($name:literal, $type:ty, $number:literal, $nonce:literal, $ready:expr) => {{
        type A = $type;
        let batch = Batch::<A>::new();
        let ready = A::from_key(&[7; 16]);
        // SAFETY: memory of zeros is a context that holds nothing.
        let mut context: lc_aead = unsafe { core::mem::zeroed() };
        let key = [7; 16];
        let size = size_of::<lc_aead>();
        assert_eq!(
            // SAFETY: the context and the key are of this function.
            unsafe { lc_aead_init(&mut context, size, $number, key.as_ptr(), 16, 16, -1) },
            1
        );
        let (mut m, mut n) = (messages(), messages());
        let fill = |job: &mut lc_aead_job, n: &mut Messages, i: usize| {
            *job = lc_aead_job {
                context: if $ready { &raw const context } else { null() },
                key: if $ready { null() } else { n.keys[i].as_ptr() },
                nonce: n.nonces[i].as_ptr(),
                aad: null(),
                r#in: n.data[i].as_ptr(),
                out: n.data[i].as_mut_ptr(),
                tag: n.tags[i].as_mut_ptr(),
                len: BYTES,
                aad_len: 0,
                nonce_len: $nonce,
                status: 0,
                user: core::ptr::null_mut(),
                reserved: [0; 2],
            };
        };
        // SAFETY: a structure of pointers and numbers.
        let mut jobs: [lc_aead_job; JOBS] = unsafe { core::mem::zeroed() };
        compare(
            concat!($name, ", made"),
            || {
                let Messages { data, keys, nonces, tags } = &mut m;
                let mut data = data.iter_mut();
                let mut jobs: [AeadJob<'_, A>; JOBS] = core::array::from_fn(|i| {
                    let key = if $ready { Key::Ready(&ready) } else { Key::Bytes(&keys[i]) };
                    AeadJob::seal(key, &nonces[i][..$nonce], &[], data.next().unwrap())
                });
                assert!(batch.seal(black_box(&mut jobs)).is_ok());
                for (job, tag) in jobs.iter().zip(tags) {
                    tag.copy_from_slice(job.tag().unwrap().as_ref());
                }
            },
            || {
                for (i, job) in jobs.iter_mut().enumerate() {
                    fill(job, &mut n, i);
                }
                let jobs = black_box(&mut jobs).as_mut_ptr();
                // SAFETY: every pointer of the jobs is to an array of this function.
                assert_eq!(unsafe { lc_aead_seal_batch($number, -1, 16, jobs, JOBS) }, JOBS);
            },
        );
        assert!(m.tags == n.tags && m.data == n.data, "both ways give the same");
        let (mut m, mut n) = (messages(), messages());
        let Messages { data, keys, nonces, .. } = &mut m;
        let mut data = data.iter_mut();
        let mut rust: [AeadJob<'_, A>; JOBS] = core::array::from_fn(|i| {
            let key = if $ready { Key::Ready(&ready) } else { Key::Bytes(&keys[i]) };
            AeadJob::seal(key, &nonces[i][..$nonce], &[], data.next().unwrap())
        });
        for (i, job) in jobs.iter_mut().enumerate() {
            fill(job, &mut n, i);
        }
        compare(
            concat!($name, ", kept"),
            || {
                rust.iter_mut().for_each(AeadJob::make_pending);
                assert!(batch.seal(black_box(&mut rust)).is_ok());
            },
            || {
                jobs.iter_mut().for_each(|job| job.status = 0);
                let jobs = black_box(&mut jobs).as_mut_ptr();
                // SAFETY: every pointer of the jobs is to an array of this function.
                assert_eq!(unsafe { lc_aead_seal_batch($number, -1, 16, jobs, JOBS) }, JOBS);
            },
        );
    }};
}

fn cipher() {
    type C = mode::Ctr<block::Aes128>;
    let batch = Batch::<C>::new();
    let (mut m, mut n) = (messages(), messages());
    // SAFETY: a structure of pointers and numbers.
    let mut jobs: [lc_cipher_job; JOBS] = unsafe { core::mem::zeroed() };
    compare(
        "AES-128-CTR, fresh keys, made",
        || {
            let Messages { data, keys, nonces, .. } = &mut m;
            let mut data = data.iter_mut();
            let mut jobs: [CipherJob<'_, C>; JOBS] = core::array::from_fn(|i| {
                CipherJob::new(&keys[i], &nonces[i][..], data.next().unwrap())
            });
            assert!(batch.encrypt(black_box(&mut jobs)).is_ok());
        },
        || {
            for (i, job) in jobs.iter_mut().enumerate() {
                job.key = n.keys[i].as_ptr();
                job.nonce = n.nonces[i].as_ptr();
                job.nonce_len = 16;
                (job.r#in, job.out) = (n.data[i].as_ptr(), n.data[i].as_mut_ptr());
                job.len = BYTES;
                job.status = 0;
            }
            let jobs = black_box(&mut jobs).as_mut_ptr();
            // SAFETY: every pointer of the jobs is to an array of this function.
            assert_eq!(unsafe { lc_cipher_encrypt_batch(211, -1, jobs, JOBS) }, JOBS);
        },
    );
    assert!(m.data == n.data, "both ways give the same");
}

fn mac() {
    type M = mode::Cmac<block::Aes128>;
    let batch = Batch::<M>::new();
    let (mut m, mut n) = (messages(), messages());
    // SAFETY: a structure of pointers and numbers.
    let mut jobs: [lc_mac_job; JOBS] = unsafe { core::mem::zeroed() };
    compare(
        "AES-128-CMAC, fresh keys, made",
        || {
            let mut jobs: [MacJob<'_, M>; JOBS] =
                core::array::from_fn(|i| MacJob::new(&m.keys[i], (), &m.data[i]));
            assert!(batch.compute(black_box(&mut jobs)).is_ok());
            for (job, tag) in jobs.iter().zip(&mut m.tags) {
                tag.copy_from_slice(job.tag().unwrap().as_ref());
            }
        },
        || {
            for (i, job) in jobs.iter_mut().enumerate() {
                job.key = n.keys[i].as_ptr();
                job.msg = n.data[i].as_ptr();
                job.len = BYTES;
                job.tag = n.tags[i].as_mut_ptr();
                job.status = 0;
            }
            let jobs = black_box(&mut jobs).as_mut_ptr();
            // SAFETY: every pointer of the jobs is to an array of this function.
            assert_eq!(unsafe { lc_mac_compute_batch(501, -1, 16, jobs, JOBS) }, JOBS);
        },
    );
    assert!(m.tags == n.tags, "both ways give the same");
}

fn threegpp() {
    let parameters = |i: usize| Parameters::new(i as u32, 5, Direction::Uplink).unwrap();
    let (mut m, mut n) = (messages(), messages());
    // SAFETY: a structure of pointers and numbers.
    let mut jobs: [lc_3gpp_job; JOBS] = unsafe { core::mem::zeroed() };
    let fill = |jobs: &mut [lc_3gpp_job; JOBS], n: &mut Messages| {
        for (i, job) in jobs.iter_mut().enumerate() {
            job.key = n.keys[i].as_ptr();
            (job.r#in, job.out) = (n.data[i].as_ptr(), n.data[i].as_mut_ptr());
            (job.count, job.bearer, job.direction) = (i as u32, 5, 0);
            job.bits = 8 * BYTES as u32;
            (job.mac, job.mac_len) = (n.tags[i].as_mut_ptr(), 4);
            job.status = 0;
        }
    };
    let batch = Batch::<Nea3>::new();
    compare(
        "NEA3, made",
        || {
            let Messages { data, keys, .. } = &mut m;
            let mut data = data.iter_mut();
            let mut jobs: [CipherJob<'_, Nea3>; JOBS] = core::array::from_fn(|i| {
                CipherJob::new(&keys[i], parameters(i), data.next().unwrap())
            });
            assert!(batch.encrypt(black_box(&mut jobs)).is_ok());
        },
        || {
            fill(&mut jobs, &mut n);
            let jobs = black_box(&mut jobs).as_mut_ptr();
            // SAFETY: every pointer of the jobs is to an array of this function.
            assert_eq!(unsafe { lc_nea_batch(3, -1, jobs, JOBS) }, JOBS);
        },
    );
    assert!(m.data == n.data, "both ways give the same");
    let batch = Batch::<Nia3>::new();
    compare(
        "NIA3, made",
        || {
            let mut jobs: [MacJob<'_, Nia3>; JOBS] =
                core::array::from_fn(|i| MacJob::new(&m.keys[i], parameters(i), &m.data[i]));
            assert!(batch.compute(black_box(&mut jobs)).is_ok());
            for (job, tag) in jobs.iter().zip(&mut m.tags) {
                tag[..4].copy_from_slice(job.tag().unwrap().as_ref());
            }
        },
        || {
            fill(&mut jobs, &mut n);
            let jobs = black_box(&mut jobs).as_mut_ptr();
            // SAFETY: every pointer of the jobs is to an array of this function.
            assert_eq!(unsafe { lc_nia_batch(3, -1, jobs, JOBS) }, JOBS);
        },
    );
    assert!(m.tags == n.tags, "both ways give the same");
}

fn main() {
    println!("{JOBS} messages of {BYTES} bytes on {}", lanecrypt::Backend::best());
    println!("{:32} {:>8} {:>8} {:>8} {:>8}", "ticks a message", "Rust", "C", "more", "cycles");
    aead!("AES-128-GCM, ready key", mode::Gcm<block::Aes128>, 101, 12, true);
    aead!("AES-128-GCM, fresh keys", mode::Gcm<block::Aes128>, 101, 12, false);
    aead!("AEGIS-128L, fresh keys", aead::Aegis128L, 112, 16, false);
    cipher();
    mac();
    threegpp();
}
