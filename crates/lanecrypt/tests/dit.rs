//! DIT on AArch64: the processor is in this mode whenever the library reads a key or a message, or writes a result, and
//! after a call the mode is what it was before. Every algorithm of the catalogue, on every backend.
//!
//! Keys and messages lie in pages that cannot be accessed. The first access to such a page ends in a signal. What the
//! system gives to its handler has the mode of the instruction that made the access. The handler notes it, lets the page
//! be read, and the instruction runs again; the first that writes is noted in the same way.
//!
//! Not seen are instructions that access no such page, what happens between accesses, and what a call does after its last
//! one. Batches of AEADs are only sealed, and only keystreams are taken in pieces. [`COPIED`] lists accesses that are not in
//! the mode: bytes are copied to where a kernel finds them, or a result is cleared, and nothing is computed.
#![cfg(all(target_arch = "aarch64", target_os = "linux", feature = "std", feature = "aes"))]

#[path = "support/nonces.rs"]
mod nonces;

use std::arch::asm;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(feature = "aegis")]
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::aead::*;
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::block::*;
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::mode::*;
use lanecrypt::{
    Aead, AeadJob, Algorithm, Backend, Batch, Cipher, CipherJob, Key, Mac, MacJob, StreamCipher,
};
use nonces::FromBytes;

// ---- the mode ----------------------------------------------------------------------------------

/// The bit of the mode, in its register and in the state of a processor that a handler is given.
const BIT: u64 = 1 << 24;

fn is_there() -> bool {
    let is_there = std::arch::is_aarch64_feature_detected!("dit");
    if !is_there {
        println!("DIT: not tested, as this processor lacks it");
    }
    is_there
}

fn is_set() -> bool {
    let value: u64;
    // SAFETY: called where the processor has the register. Reading it changes nothing.
    unsafe { asm!("mrs {}, s3_3_c4_c2_5", out(reg) value, options(nostack, preserves_flags)) };
    value & BIT != 0
}

fn set(on: bool) {
    let value = if on { BIT } else { 0 };
    // SAFETY: as above. Programs may write the register, and it changes no result.
    unsafe { asm!("msr s3_3_c4_c2_5, {}", in(reg) value, options(nostack, preserves_flags)) };
}

// ---- accesses ----------------------------------------------------------------------------------

/// One page for keys, then pages for messages.
const PAGES: usize = 3;

// What the handler knows: the pages, how many signals there were at each of them, how many of these without the mode, and
// the last instruction that was not in the mode.
static START: AtomicUsize = AtomicUsize::new(0);
static PAGE: AtomicUsize = AtomicUsize::new(1);
static SIGNALS: [AtomicUsize; PAGES] = [const { AtomicUsize::new(0) }; PAGES];
static WITHOUT: [AtomicUsize; PAGES] = [const { AtomicUsize::new(0) }; PAGES];
static WHERE: AtomicUsize = AtomicUsize::new(0);

extern "C" fn on_access(_: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system gives both to handlers of this signal.
    let (address, state) =
        unsafe { ((*info).si_addr().addr(), &(*context.cast::<libc::ucontext_t>()).uc_mcontext) };
    let (start, page) = (START.load(Relaxed), PAGE.load(Relaxed));
    let number = address.wrapping_sub(start) / page;
    if number >= PAGES {
        // Another fault. It comes again, and ends the program.
        // SAFETY: the handler that every program begins with.
        unsafe { libc::signal(libc::SIGSEGV, libc::SIG_DFL) };
        return;
    }
    if state.pstate & BIT == 0 {
        WITHOUT[number].fetch_add(1, Relaxed);
        WHERE.store(state.pc as usize, Relaxed);
    }
    let may = match SIGNALS[number].fetch_add(1, Relaxed) {
        0 => libc::PROT_READ,
        _ => libc::PROT_READ | libc::PROT_WRITE,
    };
    // SAFETY: a page of the mapping that `Memory` made.
    unsafe { libc::mprotect((start + number * page) as *mut libc::c_void, page, may) };
}

fn counts(of: &[AtomicUsize; PAGES]) -> [usize; PAGES] {
    of.each_ref().map(|count| count.load(Relaxed))
}

/// What a call does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Key,
    Message,
    Pieces,
    Batch,
}

/// Where pages are accessed without the mode: part of the name of an algorithm, a call, and the pages.
const COPIED: &[(&str, What, &[usize])] = &[
    // The keys of a batch, to where a kernel expands many.
    ("Ecb<lanecrypt::block::aes::", What::Batch, &[0]),
    ("Ctr<lanecrypt::block::aes::", What::Batch, &[0]),
    ("Cbc<lanecrypt::block::aes::", What::Batch, &[0]),
    ("Gcm<lanecrypt::block::aes::", What::Batch, &[0]),
    ("::Nea2 ", What::Batch, &[0]),
    ("::Nea5 ", What::Batch, &[0]),
    ("::Nia5 ", What::Batch, &[0]),
    ("::Nca5 ", What::Batch, &[0]),
    // Those of messages that a batch has beside the ones that go together.
    ("lanecrypt::aead::aegis::", What::Batch, &[0]),
    ("lanecrypt::aead::morus::", What::Batch, &[0]),
    // The last block of a message, to be padded; the first one, beside a header.
    ("Cmac<", What::Message, &[2]),
    ("::Nia2 ", What::Message, &[1, 2]),
    // A result, which is cleared before keystream is added to it.
    ("Ctr<", What::Pieces, &[2]),
    ("::Nea2 ", What::Pieces, &[2]),
    ("::Nea5 ", What::Pieces, &[2]),
];

/// The pages. There is one of these at a time.
struct Memory {
    start: *mut u8,
    page: usize,
    /// What the pages are filled with before every call.
    content: Vec<u8>,
    /// What was wrong, by call.
    wrong: Vec<String>,
    _alone: std::sync::MutexGuard<'static, ()>,
}

impl Memory {
    fn new() -> Self {
        static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(|failed| failed.into_inner());
        // SAFETY: a fresh mapping of the system's choice, and a handler that only uses what is made for handlers.
        unsafe {
            let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).unwrap();
            let (prot, flags) = (libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            let start = libc::mmap(std::ptr::null_mut(), PAGES * page, prot, flags, -1, 0);
            assert_ne!(start, libc::MAP_FAILED);
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_access as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO;
            assert_eq!(libc::sigaction(libc::SIGSEGV, &action, std::ptr::null_mut()), 0);
            START.store(start.addr(), Relaxed);
            PAGE.store(page, Relaxed);
            let content = (0..PAGES * page).map(|number| (number * 167 >> 3) as u8).collect();
            Self { start: start.cast(), page, content, wrong: Vec::new(), _alone: alone }
        }
    }

    fn protect(&self, may: libc::c_int) {
        // SAFETY: the whole mapping. Nothing but the tests accesses it, and the handler lets it be accessed.
        assert_eq!(unsafe { libc::mprotect(self.start.cast(), PAGES * self.page, may) }, 0);
    }

    /// The page of keys, and those of messages.
    fn parts(&mut self) -> (&mut [u8], &mut [u8]) {
        // SAFETY: the mapping, which `self` owns.
        let all = unsafe { std::slice::from_raw_parts_mut(self.start, PAGES * self.page) };
        all.split_at_mut(self.page)
    }

    /// Fills the pages, closes them, and makes a call with the mode set before or not. Every access that is seen must be
    /// in the mode, afterwards it must be as before, and these pages must have been accessed.
    fn watch(
        &mut self,
        name: &str,
        what: What,
        pages: std::ops::Range<usize>,
        call: &mut dyn FnMut(&mut [u8], &mut [u8]),
    ) {
        let copied: Vec<usize> = COPIED
            .iter()
            .filter(|(part, which, _)| *which == what && name.contains(part))
            .flat_map(|(_, _, pages)| pages.iter().copied())
            .collect();
        for before in [false, true] {
            let (after, without) = self.observe(before, call);
            let mut wrong = |text: String| {
                self.wrong.push(format!("{what:?} of {name}, set before: {before}: {text}"))
            };
            if after != before {
                wrong(format!("set afterwards: {after}"));
            }
            let not_copied = (0..PAGES).any(|page| without[page] > 0 && !copied.contains(&page));
            if not_copied || before && without != [0; PAGES] {
                // The second number can be found with the symbols of the program.
                let (place, handler) = (WHERE.load(Relaxed), on_access as *const () as usize);
                let from = place.wrapping_sub(handler) as isize;
                wrong(format!(
                    "accesses without the mode: {without:?}, the last at {place:#x}, on_access + {from}"
                ));
            }
            let signals = counts(&SIGNALS);
            if signals[pages.clone()].contains(&0) {
                wrong(format!("accesses: {signals:?}"));
            }
        }
    }

    /// That nothing was wrong.
    fn check(&self) {
        for wrong in &self.wrong {
            println!("DIT: {wrong}");
        }
        assert!(self.wrong.is_empty(), "{} calls were not in the mode", self.wrong.len());
    }

    /// The same, and says what the mode was afterwards, and how many accesses were not in it.
    fn observe(
        &mut self,
        before: bool,
        call: &mut dyn FnMut(&mut [u8], &mut [u8]),
    ) -> (bool, [usize; PAGES]) {
        self.protect(libc::PROT_READ | libc::PROT_WRITE);
        let content = std::mem::take(&mut self.content);
        let (keys, data) = self.parts();
        keys.copy_from_slice(&content[..keys.len()]);
        data.copy_from_slice(&content[keys.len()..]);
        self.content = content;
        SIGNALS.iter().chain(&WITHOUT).for_each(|count| count.store(0, Relaxed));
        self.protect(libc::PROT_NONE);
        std::sync::atomic::compiler_fence(Ordering::SeqCst);
        set(before);
        let (keys, data) = self.parts();
        call(keys, data);
        let after = is_set();
        set(false);
        (after, counts(&WITHOUT))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the whole mapping made by `new`, which nothing refers to any more.
        unsafe { libc::munmap(self.start.cast(), PAGES * self.page) };
    }
}

/// What is watched is seen: accesses of the test itself, with the mode and without, and a mode that is not restored.
#[test]
fn the_handler_tells_one_from_the_other() {
    if !is_there() {
        return;
    }
    let mut memory = Memory::new();
    let mut access = |keys: &mut [u8], data: &mut [u8]| {
        std::hint::black_box(keys[5]);
        data[0] = 1;
    };
    assert_eq!(memory.observe(true, &mut access), (true, [0; PAGES]));
    assert_eq!(counts(&SIGNALS), [1, 2, 0]);
    // The one that writes faults twice.
    assert_eq!(memory.observe(false, &mut access), (false, [1, 2, 0]));
    assert_eq!(counts(&SIGNALS), [1, 2, 0]);
    for before in [false, true] {
        let mut turn = |_: &mut [u8], data: &mut [u8]| {
            set(!before);
            data[0] = 1;
        };
        assert_eq!(
            memory.observe(before, &mut turn),
            (!before, [0, if before { 2 } else { 0 }, 0])
        );
    }
}

// ---- algorithms --------------------------------------------------------------------------------

/// Jobs of a batch, and the bytes of each.
const JOBS: usize = 40;
const BYTES: usize = 192;

const NONCE: [u8; 32] = *b"thirty-two bytes for all nonces.";

/// Makes a key object on every backend of this processor, and calls something with each.
fn on_backends<A: Algorithm>(memory: &mut Memory, each: impl Fn(&mut Memory, &str, A)) -> usize {
    for backend in Backend::available() {
        let name = format!("{} on {backend}", std::any::type_name::<A>());
        let mut made = None;
        memory.watch(&name, What::Key, 0..1, &mut |keys, _| {
            made = Some(A::with_backend(&keys[..A::KEY_BYTES], backend).unwrap());
        });
        each(memory, &name, made.unwrap());
    }
    1
}

/// The keys of a batch: bytes, two of them in the pages, and every third ready.
fn key_of<'a, A: Algorithm>(ready: &'a A, keys: &'a [u8], number: usize) -> Key<'a, A> {
    match number % 3 {
        0 => Key::Ready(ready),
        other => Key::Bytes(&keys[64 * other..][..A::KEY_BYTES]),
    }
}

fn cipher<C>(memory: &mut Memory, nonce_bytes: usize) -> usize
where
    C: Cipher,
    for<'a> C::Nonce<'a>: FromBytes<'a>,
{
    let nonce = || <C::Nonce<'_>>::from_bytes(&NONCE, nonce_bytes);
    on_backends::<C>(memory, |memory, name, key| {
        memory.watch(name, What::Message, 1..PAGES, &mut |_, data| {
            let whole = data.len() / BYTES * BYTES;
            key.encrypt(nonce(), &mut data[..whole]).unwrap();
        });
        let decrypting = format!("{name}, decrypting");
        memory.watch(&decrypting, What::Message, 1..PAGES, &mut |_, data| {
            let whole = data.len() / BYTES * BYTES;
            key.decrypt(nonce(), &mut data[..whole]).unwrap();
        });
        let batch = Batch::<C>::with_backend(key.backend()).unwrap();
        memory.watch(name, What::Batch, 0..2, &mut |keys, data| {
            let data = data.chunks_exact_mut(BYTES).take(JOBS).enumerate();
            let job = |(i, data)| CipherJob::new(key_of(&key, keys, i), nonce(), data);
            assert!(batch.encrypt(&mut data.map(job).collect::<Vec<_>>()).is_ok());
        });
        memory.watch(&decrypting, What::Batch, 0..2, &mut |keys, data| {
            let data = data.chunks_exact_mut(BYTES).take(JOBS).enumerate();
            let job = |(i, data)| CipherJob::new(key_of(&key, keys, i), nonce(), data);
            assert!(batch.decrypt(&mut data.map(job).collect::<Vec<_>>()).is_ok());
        });
    })
}

fn stream<C>(memory: &mut Memory, nonce_bytes: usize) -> usize
where
    C: StreamCipher,
    for<'a> C::Nonce<'a>: FromBytes<'a>,
{
    on_backends::<C>(memory, |memory, name, key| {
        memory.watch(name, What::Pieces, 1..PAGES, &mut |_, data| {
            let mut stream = key.stream(<C::Nonce<'_>>::from_bytes(&NONCE, nonce_bytes)).unwrap();
            let (first, second) = data.split_at_mut(301);
            lanecrypt::KeyStream::apply(&mut stream, &mut *first).unwrap();
            lanecrypt::KeyStream::keystream(&mut stream, second).unwrap();
        });
    });
    cipher::<C>(memory, nonce_bytes)
}

fn mac<M>(memory: &mut Memory, nonce_bytes: usize) -> usize
where
    M: Mac,
    for<'a> M::Nonce<'a>: FromBytes<'a>,
{
    let nonce = || <M::Nonce<'_>>::from_bytes(&NONCE, nonce_bytes);
    on_backends::<M>(memory, |memory, name, key| {
        memory.watch(name, What::Message, 1..PAGES, &mut |_, data| {
            assert!(key.compute(nonce(), data).is_ok());
        });
        let batch = Batch::<M>::with_backend(key.backend()).unwrap();
        memory.watch(name, What::Batch, 0..2, &mut |keys, data| {
            let data = data.chunks_exact(BYTES).take(JOBS).enumerate();
            let job = |(i, data)| MacJob::new(key_of(&key, keys, i), nonce(), data);
            assert!(batch.compute(&mut data.map(job).collect::<Vec<_>>()).is_ok());
        });
    })
}

fn aead<A: Aead>(memory: &mut Memory) -> usize {
    let nonce = &NONCE[..12.clamp(*A::NONCE_BYTES.start(), *A::NONCE_BYTES.end())];
    on_backends::<A>(memory, |memory, name, key| {
        memory.watch(name, What::Message, 1..PAGES, &mut |_, data| {
            // Associated data is not secret, and is in the pages as well.
            let (aad, data) = data.split_at_mut(500);
            assert!(key.seal(nonce, aad, data).is_ok());
        });
        let opening = format!("{name}, opening");
        // What is to be opened.
        let page = memory.page;
        let mut sealed = memory.content[page..].to_vec();
        let (aad, data) = sealed.split_at_mut(500);
        let tag = key.seal(nonce, aad, data).unwrap();
        let before = std::mem::replace(&mut memory.content, [&vec![0; page][..], &sealed].concat());
        memory.watch(&opening, What::Message, 1..PAGES, &mut |_, data| {
            let (aad, data) = data.split_at_mut(500);
            key.open(nonce, aad, data, tag.as_ref()).unwrap();
        });
        memory.content = before;
        let batch = Batch::<A>::with_backend(key.backend()).unwrap();
        memory.watch(name, What::Batch, 0..2, &mut |keys, data| {
            let data = data.chunks_exact_mut(BYTES).take(JOBS).enumerate();
            let job = |(i, data)| AeadJob::seal(key_of(&key, keys, i), nonce, b"", data);
            assert!(batch.seal(&mut data.map(job).collect::<Vec<_>>()).is_ok());
        });
    })
}

macro_rules! block_ciphers {
    (
        over_words { $({
            $wm:ident::$word:ident $wi:ident $wt:literal $wf:literal $wk:literal $wb:literal
            $words:literal x $bits:literal $wc:ident $wp:tt $word_target:literal $wv:literal
        })* }
        over_blocks { $({
            $bm:ident::$block:ident $bi:ident $bt:literal $bf:literal $bk:literal $bb:literal
            $keys:literal $bc:ident $bp:tt $block_target:literal $bv:literal
        })* }
    ) => {{
        let (mut memory, mut count) = (Memory::new(), 0);
        $(#[cfg(feature = $wf)] {
            count += cipher::<Ecb<$word>>(&mut memory, 0) + stream::<Ctr<$word>>(&mut memory, $wb / 2);
        })*
        $(#[cfg(feature = $bf)] {
            count += cipher::<Ecb<$block>>(&mut memory, 0) + stream::<Ctr<$block>>(&mut memory, $bb);
            count += cipher::<Cbc<$block>>(&mut memory, $bb);
        })*
        memory.check();
        count
    }};
}

macro_rules! stream_ciphers {
    ($({
        ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty) $bits:literal
        $target:literal
    })*) => {{
        let (mut memory, mut count) = (Memory::new(), 0);
        $(#[cfg(feature = $feature)] { count += stream::<$type>(&mut memory, 0); })*
        memory.check();
        count
    }};
}

macro_rules! macs {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $ai:ident $ao:ident $at:literal $af:literal $ak:literal
            $aes_target:literal
        })* }
        over_aegis { $({
            AegisMac<$form:ident> $gi:ident $gt:literal $gf:literal $gk:literal
            $aegis_target:literal
        })* }
        other { $({
            ($type:ty) $oi:ident $ot:literal $of:literal $ok:literal ($nonce:ty) $target:literal
        })* }
    ) => {{
        let (mut memory, mut count) = (Memory::new(), 0);
        $(#[cfg(feature = $af)] { count += mac::<$mode<$aes>>(&mut memory, 0); })*
        $(#[cfg(feature = $gf)] { count += mac::<AegisMac<$form>>(&mut memory, $gk); })*
        $(#[cfg(feature = $of)] { count += mac::<$type>(&mut memory, 0); })*
        memory.check();
        count
    }};
}

macro_rules! aeads {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $ai:ident $ao:ident $at:literal $af:literal $ak:literal
            $aes_target:literal
        })* }
        stateful { $({
            $module:ident::$name:ident $si:ident $st:literal $sf:literal $sk:literal $bits:literal
            $stateful_target:literal
        })* }
        other { $({
            ($type:ty) $oi:ident $ot:literal $of:literal $ok:literal $target:literal
        })* }
    ) => {{
        let (mut memory, mut count) = (Memory::new(), 0);
        $(#[cfg(feature = $af)] { count += aead::<$mode<$aes>>(&mut memory); })*
        $(#[cfg(feature = $sf)] { count += aead::<$name>(&mut memory); })*
        $(#[cfg(feature = $of)] { count += aead::<$type>(&mut memory); })*
        memory.check();
        count
    }};
}

#[test]
fn block_ciphers_are_in_the_mode() {
    if is_there() {
        let count: usize = lanecrypt::block_ciphers!(block_ciphers);
        println!("DIT: {count} modes of block ciphers");
        assert!(count >= 9);
    }
}

#[test]
fn stream_ciphers_are_in_the_mode() {
    if is_there() {
        let count: usize = lanecrypt::stream_ciphers!(stream_ciphers);
        println!("DIT: {count} stream ciphers");
        assert!(count >= 2);
    }
}

#[test]
fn macs_are_in_the_mode() {
    if is_there() {
        let count: usize = lanecrypt::macs!(macs);
        println!("DIT: {count} MACs");
        assert!(count >= 8);
    }
}

#[test]
fn aeads_are_in_the_mode() {
    if is_there() {
        let count: usize = lanecrypt::aeads!(aeads);
        println!("DIT: {count} AEADs");
        assert!(count >= 8);
    }
}

/// The source of entropy is code of the caller and runs as the caller does, also when it panics.
#[cfg(feature = "drbg")]
#[test]
fn a_generator_leaves_the_mode_as_it_was_when_its_source_panics() {
    struct Source(bool);

    impl Entropy for Source {
        fn fill(&mut self, entropy: &mut [u8]) -> Result<(), lanecrypt::Error> {
            entropy.fill(1);
            // No message on the screen.
            if self.0 {
                std::panic::resume_unwind(Box::new("the source is broken"));
            }
            self.0 = true;
            Ok(())
        }
    }

    if !is_there() {
        return;
    }
    for before in [false, true] {
        let mut generator = CtrDrbg::<Aes256, Source>::new(Source(false), b"").unwrap();
        set(before);
        let fresh = std::panic::AssertUnwindSafe(|| generator.generate_fresh(b"", &mut [0; 64]));
        let panicked = std::panic::catch_unwind(fresh).is_err();
        let after = is_set();
        generator.generate(&mut [0; 64]).unwrap();
        let later = is_set();
        set(false);
        assert!(panicked);
        assert_eq!((after, later), (before, before));
    }
}
