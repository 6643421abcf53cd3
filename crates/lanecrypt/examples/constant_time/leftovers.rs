//! Looks for keys that a call leaves behind: below the stack pointer and in vector registers. It needs no other program,
//! so it also runs on Arm.
//!
//! What is looked for are the words of eight bytes, at any offset, of keys and of key objects: round keys, keys of hashes
//! and their powers. Words of a key object that are the same for another key are no secret.

use super::{memcheck, trace};
use lanecrypt::{Algorithm, Backend};
use std::arch::asm;
use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is known to leave words of keys: parts of the names of checks. Everything else must leave none.
///
/// - ZUC, SNOW, ChaCha20, AEGIS and MORUS: objects with the bytes of a key are moved, and so are streams.
/// - XAES-256-GCM, OCB3, PMAC, NIA5: a word or two in the frames of functions outside of kernels.
/// - AES alone: a MAC in pieces is moved into the call that ends it.
/// - Block ciphers on words: key objects are moved, in batches that of the message that is worked on alone.
const LEAVE_SOME: [&str; 28] = [
    "Zuc",
    "Nea3",
    "Nea6",
    "Nia3",
    "Nia6",
    "Nca6",
    "Snow",
    "Uia2",
    "Nea1",
    "Nia1",
    "Nea4",
    "Nia4",
    "Nca4",
    "Pdcp",
    "ChaCha20",
    "Aegis",
    "Morus",
    "XAes",
    "Ocb3",
    "Pmac",
    "Nia5",
    "Simon",
    "Simeck",
    "Speck",
    "Sparx",
    "Cypress",
    "Gost28147",
    "Magma",
];

/// Whether a check must leave nothing.
pub(crate) fn must_be_clean(what: &str) -> bool {
    !LEAVE_SOME.iter().any(|name| what.contains(name))
}

/// How far below the stack pointer is looked, in bytes.
const DEPTH: usize = 128 << 10;
/// When so many words are known, the older half is forgotten.
const MOST: usize = 1 << 20;

#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("words only");
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = word.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

type Words = HashSet<u64, BuildHasherDefault<Mix>>;

#[derive(Default)]
struct Known {
    new: Words,
    old: Words,
    found: usize,
}

thread_local! {
    /// Nothing if keys are not looked for.
    static KNOWN: RefCell<Option<Known>> = const { RefCell::new(None) };
}

pub(crate) fn begin() {
    // Secrets that follow a pattern are alike, so that words of a message would be taken for words of a key.
    trace::begin(0);
    KNOWN.set(Some(Known::default()));
}

pub(crate) fn is_running() -> bool {
    KNOWN.with_borrow(Option::is_some)
}

/// Whether a key is found that is left on the stack, and one that is left in a register.
pub(crate) fn finds_what_is_planted() -> bool {
    let key: [u8; 32] = super::secret(1);
    look_for_bytes(&key);
    let nothing = || {
        black_box([7_u8; 32]);
    };
    let on_the_stack = || {
        black_box([black_box(key); 9]);
    };
    let in_a_register = || {
        // SAFETY: reads 16 bytes of an array.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            asm!("movdqu xmm13, [{}]", in(reg) key.as_ptr(), out("xmm13") _, options(nostack));
            #[cfg(target_arch = "aarch64")]
            asm!("ldr q29, [{}]", in(reg) key.as_ptr(), out("v29") _, options(nostack));
        }
    };
    let found_of = |call: &dyn Fn()| {
        watched(call);
        found()
    };
    found_of(&nothing) == 0 && found_of(&on_the_stack) > 0 && found_of(&in_a_register) > 0
}

/// How many words were found since this was asked last.
pub(crate) fn found() -> usize {
    KNOWN
        .with_borrow_mut(|known| known.as_mut().map_or(0, |known| std::mem::take(&mut known.found)))
}

impl Known {
    fn add(&mut self, bytes: &[u8], same: impl Fn(usize) -> bool) {
        if self.new.len() > MOST / 2 {
            self.old = std::mem::take(&mut self.new);
        }
        for (at, word) in bytes.windows(8).enumerate() {
            let word: [u8; 8] = word.try_into().expect("eight bytes");
            let different = word.iter().collect::<HashSet<_>>().len();
            // Words such as small numbers are everywhere.
            if different > 4 && !same(at) {
                self.new.insert(u64::from_ne_bytes(word));
            }
        }
    }

    fn has(&self, word: u64) -> bool {
        word != 0 && (self.new.contains(&word) || self.old.contains(&word))
    }
}

/// Has bytes looked for from now on.
pub(crate) fn look_for_bytes(secret: &[u8]) {
    KNOWN.with_borrow_mut(|known| {
        if let Some(known) = known {
            known.add(secret, |_| false);
        }
    });
}

/// Has a key looked for from now on, and what becomes of it.
pub(crate) fn look_for<A: Algorithm>(key: &[u8], options: A::Options, backend: Backend) {
    if !is_running() {
        return;
    }
    look_for_bytes(key);
    let other: Vec<u8> = key.iter().map(|byte| byte.wrapping_add(101)).collect();
    let [object, other] = [key, &other].map(|key| {
        bytes_of(&A::with_options(key, options, backend).expect("an available backend"))
    });
    KNOWN.with_borrow_mut(|known| {
        let known = known.as_mut().expect("keys are looked for");
        known.add(&object, |at| object[at..at + 8] == other[at..at + 8]);
    });
}

fn bytes_of<T>(object: &T) -> Vec<u8> {
    let start = std::ptr::from_ref(object).cast::<u8>();
    // SAFETY: the bytes of an object that is borrowed. Some may be padding, which is read for comparison only.
    (0..size_of::<T>()).map(|at| unsafe { start.add(at).read_volatile() }).collect()
}

/// Calls something, and counts the words that it leaves.
#[inline(always)]
pub(crate) fn watched<R>(call: impl FnOnce() -> R) -> R {
    clear();
    let result = memcheck::called(call);
    let registers = registers();
    copy_dead();
    KNOWN.with_borrow_mut(|known| {
        let known = known.as_mut().expect("keys are looked for");
        let dead = DEAD.iter().map(|word| word.load(Ordering::Relaxed));
        known.found += dead.chain(registers).filter(|word| known.has(*word)).count();
    });
    result
}

/// Clears registers of these numbers.
#[cfg(target_arch = "x86_64")]
macro_rules! clear_each {
    ($of:literal, $($number:literal)*) => {
        asm!(
            $(concat!($of, $number, ", zmm", $number, ", zmm", $number),)*
            options(nomem, nostack, preserves_flags)
        )
    };
}

/// Writes zeros where the next call has its stack, and to the vector registers: whoever moved a key before may have left
/// it there.
#[inline(never)]
fn clear() {
    black_box(&mut [0_u8; DEPTH + 4096]);
    // SAFETY: clears registers that the processor has. They are named, but for those that the compiler uses only where
    // AVX-512 is enabled.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512f") {
            clear_each!("vpxord zmm", 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
        }
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx") {
            asm!(
                "vzeroall", out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _, out("xmm4") _, out("xmm5") _,
                out("xmm6") _, out("xmm7") _, out("xmm8") _, out("xmm9") _, out("xmm10") _, out("xmm11") _,
                out("xmm12") _, out("xmm13") _, out("xmm14") _, out("xmm15") _, options(nomem, nostack)
            );
        }
        // The others have a part that a function keeps for its caller.
        #[cfg(target_arch = "aarch64")]
        asm!(
            "movi v0.2d, #0", "movi v1.2d, #0", "movi v2.2d, #0", "movi v3.2d, #0", "movi v4.2d, #0",
            "movi v5.2d, #0", "movi v6.2d, #0", "movi v7.2d, #0", "movi v16.2d, #0", "movi v17.2d, #0",
            "movi v18.2d, #0", "movi v19.2d, #0", "movi v20.2d, #0", "movi v21.2d, #0", "movi v22.2d, #0",
            "movi v23.2d, #0", "movi v24.2d, #0", "movi v25.2d, #0", "movi v26.2d, #0", "movi v27.2d, #0",
            "movi v28.2d, #0", "movi v29.2d, #0", "movi v30.2d, #0", "movi v31.2d, #0",
            out("v0") _, out("v1") _, out("v2") _, out("v3") _, out("v4") _, out("v5") _, out("v6") _, out("v7") _,
            out("v16") _, out("v17") _, out("v18") _, out("v19") _, out("v20") _, out("v21") _, out("v22") _,
            out("v23") _, out("v24") _, out("v25") _, out("v26") _, out("v27") _, out("v28") _, out("v29") _,
            out("v30") _, out("v31") _, options(nomem, nostack)
        );
    }
}

/// What lay below the stack pointer.
static DEAD: [AtomicU64; DEPTH / 8] = [const { AtomicU64::new(0) }; DEPTH / 8];

/// Copies that. A leaf function, so that it is still there, but for the address to return to.
#[inline(never)]
fn copy_dead() {
    let stack: usize;
    // SAFETY: reads the stack pointer.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        asm!("mov {}, rsp", out(reg) stack, options(nomem, nostack, preserves_flags));
        #[cfg(target_arch = "aarch64")]
        asm!("mov {}, sp", out(reg) stack, options(nomem, nostack, preserves_flags));
    }
    let below = std::ptr::with_exposed_provenance::<u64>((stack & !7) - DEPTH);
    for (at, word) in DEAD.iter().enumerate() {
        // SAFETY: `clear` has touched the stack as far down.
        word.store(unsafe { below.add(at).read_volatile() }, Ordering::Relaxed);
    }
}

/// Stores the vector registers of these numbers.
#[cfg(target_arch = "x86_64")]
macro_rules! store {
    ($to:ident, $before:literal, $width:literal $middle:literal, $after:literal, $($number:literal)*) => {
        asm!(
            $(concat!($before, $width, "*", $number, $middle, $number, $after),)*
            in(reg) $to, options(nostack, preserves_flags)
        )
    };
}

/// The vector registers.
#[inline(always)]
fn registers() -> [u64; 256] {
    let mut words = [0_u64; 256];
    let to = words.as_mut_ptr();
    // SAFETY: the processor has the registers; there is room for all of them.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512f") {
            store!(to, "vmovdqu64 [{0} + ", 64 "], zmm", "", 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
                16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
        } else if is_x86_feature_detected!("avx") {
            store!(to, "vmovdqu [{0} + ", 32 "], ymm", "", 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        } else {
            store!(to, "movdqu [{0} + ", 16 "], xmm", "", 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        }
        #[cfg(target_arch = "aarch64")]
        asm!(
            "stp q0, q1, [{0}]", "stp q2, q3, [{0}, #32]", "stp q4, q5, [{0}, #64]",
            "stp q6, q7, [{0}, #96]", "stp q8, q9, [{0}, #128]", "stp q10, q11, [{0}, #160]",
            "stp q12, q13, [{0}, #192]", "stp q14, q15, [{0}, #224]", "stp q16, q17, [{0}, #256]",
            "stp q18, q19, [{0}, #288]", "stp q20, q21, [{0}, #320]", "stp q22, q23, [{0}, #352]",
            "stp q24, q25, [{0}, #384]", "stp q26, q27, [{0}, #416]", "stp q28, q29, [{0}, #448]",
            "stp q30, q31, [{0}, #480]",
            in(reg) to, options(nostack, preserves_flags)
        );
    }
    words
}
