//! Looks for keys that a call leaves behind: below the stack pointer, in vector registers and in general registers. It
//! needs no other program, so it also runs on Arm.
//!
//! What is looked for are the words of eight bytes, at any offset, of keys and of key objects: round keys, keys of hashes
//! and their powers. Words of a key object that are the same for another key are no secret.

use super::{memcheck, trace};
use lanecrypt::{Algorithm, Backend};
use std::arch::asm;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::panic::Location;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

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
    /// The state that [`look_for_state`] saw last.
    state: Vec<u8>,
    found: Found,
}

thread_local! {
    /// Nothing if keys are not looked for.
    static KNOWN: RefCell<Option<Known>> = const { RefCell::new(None) };
}

pub(crate) fn begin() {
    // Secrets that follow a pattern are alike, so that words of a message would be taken for words of a key.
    trace::begin(0);
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") {
        VECTOR_BYTES.store(64, Ordering::Relaxed);
    } else if is_x86_feature_detected!("avx") {
        VECTOR_BYTES.store(32, Ordering::Relaxed);
    }
    KNOWN.set(Some(Known::default()));
}

pub(crate) fn is_running() -> bool {
    KNOWN.with_borrow(Option::is_some)
}

/// Whether a key is found that is left on the stack, and one that is left in a register of either kind.
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
    let in_a_general_register = || {
        // SAFETY: reads 8 bytes of an array.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            asm!("mov r10, [{}]", in(reg) key.as_ptr(), out("r10") _, options(nostack));
            #[cfg(target_arch = "aarch64")]
            asm!("ldr x13, [{}]", in(reg) key.as_ptr(), out("x13") _, options(nostack));
        }
    };
    let found_of = |call: &dyn Fn()| {
        watched(call);
        found()
    };
    found_of(&nothing).is_nothing()
        && found_of(&on_the_stack).on_the_stack > 0
        && found_of(&in_a_register).in_registers > 0
        && found_of(&in_a_general_register).in_registers > 0
}

/// What was found since this was asked last.
pub(crate) fn found() -> Found {
    let found =
        |known: &mut Option<Known>| known.as_mut().map(|known| std::mem::take(&mut known.found));
    KNOWN.with_borrow_mut(found).unwrap_or_default()
}

/// Words of keys that calls left behind.
#[derive(Default)]
pub(crate) struct Found {
    on_the_stack: usize,
    in_registers: usize,
    /// How far below the stack pointer the lowest was, in bytes.
    depth: usize,
    /// One of the words.
    word: u64,
    /// The first call that left some.
    place: Option<&'static Location<'static>>,
}

impl Found {
    pub(crate) fn is_nothing(&self) -> bool {
        self.on_the_stack + self.in_registers == 0
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { on_the_stack, in_registers, depth, word, place } = self;
        write!(
            f,
            "{on_the_stack} words of keys left on the stack, down to {depth} bytes, {in_registers} in registers, such as {word:#x}"
        )?;
        place.map_or(Ok(()), |place| {
            write!(f, ", first by the call in line {} of {}", place.line(), place.file())
        })
    }
}

impl Known {
    fn add(&mut self, bytes: &[u8], same: &dyn Fn(usize) -> bool) {
        if self.new.len() > MOST / 2 {
            self.old = std::mem::take(&mut self.new);
        }
        for (at, word) in bytes.windows(8).enumerate() {
            let word: [u8; 8] = word.try_into().expect("eight bytes");
            let different = word.iter().collect::<HashSet<_>>().len();
            let word = u64::from_ne_bytes(word);
            // Small numbers and addresses are everywhere, addresses also between the fields of a key object.
            if different > 4 && word >> 48 != 0 && !same(at) {
                self.new.insert(word);
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
            known.add(secret, &|_| false);
        }
    });
}

/// Has a key looked for from now on, and what becomes of it.
pub(crate) fn look_for<A: Algorithm>(key: &[u8], options: A::Options, backend: Backend) {
    let make = |key: &[u8]| A::with_options(key, options, backend).expect("an available backend");
    look_for_object(key, make, |_| Vec::new());
}

/// Has a key looked for from now on, and what an object has of it, but for what of that is public.
pub(crate) fn look_for_object<T>(
    key: &[u8],
    make: impl Fn(&[u8]) -> T,
    public: impl Fn(&T) -> Vec<u8>,
) {
    if is_running() {
        look_for_made(key, &|key| bytes_of(&make(key)), &|key| public(&make(key)));
    }
}

/// The same, given the bytes of an object of a key, and those of them that are public. Compiled once for all objects.
fn look_for_made(key: &[u8], object: &dyn Fn(&[u8]) -> Vec<u8>, public: &dyn Fn(&[u8]) -> Vec<u8>) {
    look_for_bytes(key);
    let public = public(key);
    let other: Vec<u8> = key.iter().map(|byte| byte.wrapping_add(101)).collect();
    // Padding has what lay on the stack.
    let [made, again, other] = [(key, 0), (key, 0x55), (&other, 0)].map(|(key, stack)| {
        black_box(&mut [stack; DEPTH]);
        object(key)
    });
    KNOWN.with_borrow_mut(|known| {
        let known = known.as_mut().expect("keys are looked for");
        known.add(&made, &|at| {
            let word = |of: &[u8]| of[at..at + 8].to_vec();
            word(&made) == word(&other)
                || word(&made) != word(&again)
                || public.windows(8).any(|bytes| bytes == word(&made))
        });
    });
}

/// Has the states of a message in pieces looked for from now on, such as those of a generator of keystream. It is called
/// before and after each call that changes the state: what does not change is padding, or a key. `others` are bytes in the
/// state that are no secrets, such as the nonce.
pub(crate) fn look_for_state<T>(state: &T, others: &[&[u8]]) {
    if is_running() {
        look_for_next(bytes_of(state), others);
    }
}

/// The same, given the bytes of the state. Compiled once for all of them.
fn look_for_next(now: Vec<u8>, others: &[&[u8]]) {
    KNOWN.with_borrow_mut(|known| {
        let known = known.as_mut().expect("keys are looked for");
        let before = std::mem::replace(&mut known.state, now.clone());
        if before.len() == now.len() {
            let word = |of: &[u8], at: usize| of[at..at + 8].to_vec();
            let is_other = |word: Vec<u8>| {
                others.iter().any(|other| other.windows(8).any(|bytes| bytes == word))
            };
            // Of a word of a state, more bytes change: one with fewer is a number or a flag beside padding.
            let same = |at: usize| {
                let pairs = before[at..at + 8].iter().zip(&now[at..at + 8]);
                pairs.filter(|(before, now)| before != now).count() < 4
            };
            known.add(&before, &|at| same(at) || is_other(word(&before, at)));
            known.add(&now, &|at| same(at) || is_other(word(&now, at)));
        }
    });
}

/// The next state is that of another object: what differs between two of them can be padding.
pub(crate) fn begin_states() {
    KNOWN.with_borrow_mut(|known| {
        if let Some(known) = known {
            known.state.clear();
        }
    });
}

/// Calls something that may be called twice: first so that it can have its states looked for
/// ([`look_for_state`]), and then with calls that are watched ([`step`]).
pub(crate) fn knowing_states(run: impl Fn(bool)) {
    if is_running() {
        begin_states();
        run(false);
    }
    begin_states();
    run(true);
}

/// A call that is watched or not.
#[inline(always)]
#[track_caller]
pub(crate) fn step<R>(watch: bool, call: impl FnOnce() -> R) -> R {
    if watch { memcheck::watched(call) } else { memcheck::called(call) }
}

/// The same of a call that takes the state by value.
#[inline(always)]
#[track_caller]
pub(crate) fn last_step<R>(watch: bool, call: impl FnOnce() -> R) -> R {
    BY_VALUE.store(true, Ordering::Relaxed);
    let result = step(watch, call);
    BY_VALUE.store(false, Ordering::Relaxed);
    result
}

/// Runs checks with each alignment of the stack that functions can be called with: at the multiples of 16 modulo 64.
pub(crate) fn with_every_alignment(run: &mut dyn FnMut()) {
    #[inline(never)]
    fn below<const BYTES: usize>(run: &mut dyn FnMut()) {
        black_box(&mut MaybeUninit::<[u8; BYTES]>::uninit());
        run();
        black_box(());
    }
    below::<16>(run);
    below::<32>(run);
    below::<48>(run);
    below::<64>(run);
}

pub(crate) fn bytes_of<T>(object: &T) -> Vec<u8> {
    bytes_at(std::ptr::from_ref(object).cast(), size_of::<T>())
}

/// So many bytes of an object that is borrowed.
fn bytes_at(start: *const u8, count: usize) -> Vec<u8> {
    // SAFETY: `bytes_of` passes an object and its size. Some bytes may be padding, which is read for comparison only.
    (0..count).map(|at| unsafe { start.add(at).read_volatile() }).collect()
}

/// Calls something, and counts the words that it leaves. Reports are best read within the call: one that is returned has
/// fields without a value, where the caller's memory has what was there before, and calls read that into registers.
#[inline(always)]
#[track_caller]
pub(crate) fn watched<R>(call: impl FnOnce() -> R) -> R {
    let place = Location::caller();
    clear();
    clear_general_registers();
    let result = memcheck::called(call);
    store_general_registers();
    store_vector_registers();
    copy_dead();
    count(place);
    result
}

/// Counts the words of keys in what was stored. Not part of `watched`, which is compiled for each call.
#[inline(never)]
fn count(place: &'static Location<'static>) {
    let load = |words: &'static [AtomicU64]| words.iter().map(|word| word.load(Ordering::Relaxed));
    KNOWN.with_borrow_mut(|known| {
        let known = known.as_mut().expect("keys are looked for");
        let on_the_stack: Vec<_> =
            load(&DEAD).enumerate().filter(|(_, word)| known.has(*word)).collect();
        let in_registers: Vec<_> =
            load(&VECTORS).chain(load(&GENERAL)).filter(|word| known.has(*word)).collect();
        let found = &mut known.found;
        found.on_the_stack += on_the_stack.len();
        found.in_registers += in_registers.len();
        if let Some((at, word)) = on_the_stack.first() {
            (found.depth, found.word) = (found.depth.max(DEPTH - at * 8), *word);
        }
        found.word = *in_registers.first().unwrap_or(&found.word);
        if !on_the_stack.is_empty() || !in_registers.is_empty() {
            found.place.get_or_insert(place);
        }
    });
}

/// Clears general registers by name.
macro_rules! clear_general {
    ($instruction:literal, $zero:literal, $($register:tt)*) => {
        asm!(
            $(concat!($instruction, $register, $zero),)*
            $(out($register) _,)*
            options(nomem, nostack)
        )
    };
}

/// Writes zeros to the general registers that the compiler lets be named: words of keys that the caller has there are
/// none that the call leaves.
#[inline(always)]
fn clear_general_registers() {
    // SAFETY: writes to registers that are named.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        clear_general!("mov ", ", 0", "rax" "rcx" "rdx" "rsi" "rdi" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15");
        #[cfg(target_arch = "aarch64")]
        clear_general!(
            "mov ", ", xzr", "x0" "x1" "x2" "x3" "x4" "x5" "x6" "x7" "x8" "x9" "x10" "x11" "x12" "x13" "x14" "x15" "x16"
            "x17" "x20" "x21" "x22" "x23" "x24" "x25" "x26" "x27" "x28"
        );
    }
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

/// Where the frame ends that a call is made from which is watched.
static CALLER: AtomicUsize = AtomicUsize::new(0);
/// Whether that call takes something by value. A copy that is made for it lies in that frame, and is the caller's.
static BY_VALUE: AtomicBool = AtomicBool::new(false);

/// Notes that what is watched is called from the function that this is in.
#[inline(always)]
pub(crate) fn note_caller() {
    CALLER.store(stack_pointer(), Ordering::Relaxed);
}

#[inline(always)]
fn stack_pointer() -> usize {
    let stack: usize;
    // SAFETY: reads the stack pointer.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        asm!("mov {}, rsp", out(reg) stack, options(nomem, nostack, preserves_flags));
        #[cfg(target_arch = "aarch64")]
        asm!("mov {}, sp", out(reg) stack, options(nomem, nostack, preserves_flags));
    }
    stack
}

/// What lay below the stack pointer.
static DEAD: [AtomicU64; DEPTH / 8] = [const { AtomicU64::new(0) }; DEPTH / 8];

/// Copies that. A leaf function, so that it is still there, but for the address to return to.
#[inline(never)]
fn copy_dead() {
    let top = stack_pointer() & !7;
    let bottom = top - DEPTH;
    let by_value = BY_VALUE.load(Ordering::Relaxed);
    let left = (if by_value { CALLER.load(Ordering::Relaxed) } else { top } - bottom) / 8;
    let below = std::ptr::with_exposed_provenance::<u64>(bottom);
    for (at, word) in DEAD.iter().enumerate() {
        // SAFETY: `clear` has touched the stack as far down.
        let value = unsafe { below.add(at).read_volatile() };
        word.store(if at < left { value } else { 0 }, Ordering::Relaxed);
    }
}

/// The general registers that a call need not keep, without those that linkers use.
static GENERAL: [AtomicU64; 16] = [const { AtomicU64::new(0) }; 16];

/// Stores them there.
#[inline(always)]
fn store_general_registers() {
    // SAFETY: writes to a static that is large enough.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        asm!(
            "mov [rip + {to}], rax", "mov [rip + {to} + 8], rcx", "mov [rip + {to} + 16], rdx",
            "mov [rip + {to} + 24], rsi", "mov [rip + {to} + 32], rdi", "mov [rip + {to} + 40], r8",
            "mov [rip + {to} + 48], r9", "mov [rip + {to} + 56], r10", "mov [rip + {to} + 64], r11",
            to = sym GENERAL, options(nostack, preserves_flags)
        );
        #[cfg(target_arch = "aarch64")]
        asm!(
            "adrp x16, {to}", "add x16, x16, :lo12:{to}", "stp x0, x1, [x16]", "stp x2, x3, [x16, #16]",
            "stp x4, x5, [x16, #32]", "stp x6, x7, [x16, #48]", "stp x8, x9, [x16, #64]", "stp x10, x11, [x16, #80]",
            "stp x12, x13, [x16, #96]", "stp x14, x15, [x16, #112]",
            to = sym GENERAL, out("x16") _, options(nostack, preserves_flags)
        );
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
static VECTORS: [AtomicU64; 256] = [const { AtomicU64::new(0) }; 256];

/// How many bytes one of them has.
#[cfg(target_arch = "x86_64")]
static VECTOR_BYTES: AtomicUsize = AtomicUsize::new(16);

/// Stores them there. A leaf function, which overwrites no more of the dead stack than [`copy_dead`] does.
#[inline(never)]
fn store_vector_registers() {
    let to = VECTORS.as_ptr();
    // SAFETY: the processor has the registers; there is room for all of them, and atomic words may be written by anybody.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if VECTOR_BYTES.load(Ordering::Relaxed) == 64 {
            store!(to, "vmovdqu64 [{0} + ", 64 "], zmm", "", 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
                16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
        } else if VECTOR_BYTES.load(Ordering::Relaxed) == 32 {
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
}
