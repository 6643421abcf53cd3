//! The same key objects used by eight threads at once, alone and in batches: every algorithm of the catalogue gives
//! each thread what it gives one thread. And a panic of the caller, at any place, leaves no key behind.
#![cfg(all(feature = "std", feature = "aes"))]

#[path = "support/nonces.rs"]
mod nonces;

use std::panic::{AssertUnwindSafe, catch_unwind};

#[cfg(feature = "aegis")]
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::aead::*;
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::block::*;
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::mode::*;
use lanecrypt::{
    Aead, AeadJob, Algorithm, Batch, Cipher, CipherJob, Key, Mac, MacJob, StreamCipher,
};
use nonces::FromBytes;

const THREADS: usize = 8;
/// Messages of each thread, and the bytes of the longest one, whole blocks of every block cipher.
const MESSAGES: usize = 40;
const LONGEST: usize = 960;

/// Bytes that differ for every number.
fn bytes<const N: usize>(number: usize) -> [u8; N] {
    let mut state = number as u64 ^ 0x9e37_79b9_7f4a_7c15;
    std::array::from_fn(|_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    })
}

/// The length of a message: whole blocks of 96 bytes, which blocks of 4 to 32 bytes divide, or any.
fn length(number: usize, unit: usize) -> usize {
    let bytes = number * 53 % (LONGEST + 1);
    bytes / unit * unit
}

/// Runs `work` for every thread number, once on one thread and then on eight, and compares. Says how many results.
fn compare(name: &str, work: &(dyn Fn(usize) -> Vec<Vec<u8>> + Sync)) -> usize {
    let alone: Vec<_> = (0..THREADS).map(work).collect();
    // All at once, several times.
    let start = std::sync::Barrier::new(THREADS);
    std::thread::scope(|scope| {
        let start = &start;
        for (number, expected) in alone.iter().enumerate() {
            scope.spawn(move || {
                start.wait();
                for _ in 0..3 {
                    assert!(work(number) == *expected, "{name}, thread {number}");
                }
            });
        }
    });
    THREADS
}

/// Two key objects, which all threads use, and their bytes.
fn keys<A: Algorithm + Send + Sync>() -> ([[u8; 64]; 2], [A; 2]) {
    let both = [bytes(1), bytes(2)];
    let objects = [0, 1].map(|i: usize| A::new(&both[i][..A::KEY_BYTES]).unwrap());
    (both, objects)
}

fn cipher<C>(nonce_bytes: usize, unit: usize) -> usize
where
    C: Cipher<Options: Sync> + Send + Sync,
    for<'a> C::Nonce<'a>: FromBytes<'a>,
{
    let (both, objects) = keys::<C>();
    let batch = Batch::<C>::new();
    compare(std::any::type_name::<C>(), &|thread| {
        let nonces: Vec<[u8; 32]> = (0..MESSAGES).map(|i| bytes(100 * thread + i)).collect();
        let mut data: Vec<Vec<u8>> = (0..MESSAGES)
            .map(|i| bytes::<LONGEST>(1000 * thread + i)[..length(i + thread, unit)].to_vec())
            .collect();
        let mut alone = data.clone();
        let mut jobs: Vec<CipherJob<'_, C>> = Vec::new();
        for (i, data) in data.iter_mut().enumerate() {
            let key = match i % 3 {
                0 => Key::Bytes(&both[i % 2][..C::KEY_BYTES]),
                _ => Key::Ready(&objects[i % 2]),
            };
            jobs.push(CipherJob::new(key, FromBytes::from_bytes(&nonces[i], nonce_bytes), data));
        }
        assert!(batch.encrypt(&mut jobs).is_ok());
        drop(jobs);
        for (i, alone) in alone.iter_mut().enumerate() {
            let nonce = <C::Nonce<'_>>::from_bytes(&nonces[i], nonce_bytes);
            objects[i % 2].encrypt(nonce, alone).unwrap();
        }
        assert!(data == alone);
        data
    })
}

fn stream<C>(nonce_bytes: usize) -> usize
where
    C: StreamCipher<Options: Sync> + Send + Sync,
    C::Stream: Send + Sync,
    for<'a> C::Nonce<'a>: FromBytes<'a>,
{
    cipher::<C>(nonce_bytes, 1)
}

fn mac<M>(nonce_bytes: usize) -> usize
where
    M: Mac<Options: Sync> + Send + Sync,
    for<'a> M::Nonce<'a>: FromBytes<'a>,
{
    let (both, objects) = keys::<M>();
    let batch = Batch::<M>::new();
    compare(std::any::type_name::<M>(), &|thread| {
        let nonces: Vec<[u8; 32]> = (0..MESSAGES).map(|i| bytes(100 * thread + i)).collect();
        let data: Vec<[u8; LONGEST]> = (0..MESSAGES).map(|i| bytes(1000 * thread + i)).collect();
        let mut jobs: Vec<MacJob<'_, M>> = Vec::new();
        for (i, data) in data.iter().enumerate() {
            let key = match i % 3 {
                0 => Key::Bytes(&both[i % 2][..M::KEY_BYTES]),
                _ => Key::Ready(&objects[i % 2]),
            };
            let nonce = FromBytes::from_bytes(&nonces[i], nonce_bytes);
            jobs.push(MacJob::new(key, nonce, &data[..length(i + thread, 1)]));
        }
        assert!(batch.compute(&mut jobs).is_ok());
        let tags: Vec<Vec<u8>> =
            jobs.iter().map(|job| job.tag().unwrap().as_ref().to_vec()).collect();
        for (i, tag) in tags.iter().enumerate() {
            let nonce = <M::Nonce<'_>>::from_bytes(&nonces[i], nonce_bytes);
            objects[i % 2].verify(nonce, &data[i][..length(i + thread, 1)], tag).unwrap();
        }
        tags
    })
}

fn aead<A: Aead<Options: Sync> + Send + Sync>() -> usize {
    let (both, objects) = keys::<A>();
    let batch = Batch::<A>::new();
    let nonce_bytes = 12.clamp(*A::NONCE_BYTES.start(), *A::NONCE_BYTES.end());
    compare(std::any::type_name::<A>(), &|thread| {
        let nonces: Vec<[u8; 32]> = (0..MESSAGES).map(|i| bytes(100 * thread + i)).collect();
        let mut data: Vec<Vec<u8>> = (0..MESSAGES)
            .map(|i| bytes::<LONGEST>(1000 * thread + i)[..length(i + thread, 1)].to_vec())
            .collect();
        let plain = data.clone();
        let mut jobs: Vec<AeadJob<'_, A>> = Vec::new();
        for (i, data) in data.iter_mut().enumerate() {
            let key = match i % 3 {
                0 => Key::Bytes(&both[i % 2][..A::KEY_BYTES]),
                _ => Key::Ready(&objects[i % 2]),
            };
            jobs.push(AeadJob::seal(key, &nonces[i][..nonce_bytes], &nonces[i], data));
        }
        assert!(batch.seal(&mut jobs).is_ok());
        let tags: Vec<Vec<u8>> =
            jobs.iter().map(|job| job.tag().unwrap().as_ref().to_vec()).collect();
        drop(jobs);
        let mut opened = data.clone();
        for (i, opened) in opened.iter_mut().enumerate() {
            let nonce = &nonces[i][..nonce_bytes];
            objects[i % 2].open(nonce, &nonces[i], opened, &tags[i]).unwrap();
        }
        assert!(opened == plain);
        [data, tags].concat()
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
        let mut count = 0;
        $(#[cfg(feature = $wf)] {
            count += cipher::<Ecb<$word>>(0, $wb) + stream::<Ctr<$word>>($wb / 2);
        })*
        $(#[cfg(feature = $bf)] {
            count += cipher::<Ecb<$block>>(0, $bb) + stream::<Ctr<$block>>($bb);
            count += cipher::<Cbc<$block>>($bb, $bb);
        })*
        count
    }};
}

macro_rules! stream_ciphers {
    ($({
        ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty) $bits:literal
        $target:literal
    })*) => {{
        let mut count = 0;
        $(#[cfg(feature = $feature)] { count += stream::<$type>(0); })*
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
        let mut count = 0;
        $(#[cfg(feature = $af)] { count += mac::<$mode<$aes>>(0); })*
        $(#[cfg(feature = $gf)] { count += mac::<AegisMac<$form>>($gk); })*
        $(#[cfg(feature = $of)] { count += mac::<$type>(0); })*
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
        let mut count = 0;
        $(#[cfg(feature = $af)] { count += aead::<$mode<$aes>>(); })*
        $(#[cfg(feature = $sf)] { count += aead::<$name>(); })*
        $(#[cfg(feature = $of)] { count += aead::<$type>(); })*
        count
    }};
}

#[test]
fn eight_threads_share_the_keys_of_every_algorithm() {
    let counts: [usize; 4] = [
        lanecrypt::block_ciphers!(block_ciphers),
        lanecrypt::stream_ciphers!(stream_ciphers),
        lanecrypt::macs!(macs),
        lanecrypt::aeads!(aeads),
    ];
    println!("block ciphers with modes, stream ciphers, MACs, AEADs: threads {counts:?}");
    assert!(counts.iter().zip([9, 1, 7, 7]).all(|(count, least)| *count >= THREADS * least));
}

/// A key object in memory that outlives it, to be looked at when it is gone.
struct Cell<A>(Box<std::mem::MaybeUninit<A>>);

/// Drops what is in a cell.
struct Owner<'c, A>(&'c mut A);

impl<A> Drop for Owner<'_, A> {
    fn drop(&mut self) {
        // SAFETY: made by `put`, which nothing uses after this.
        unsafe { std::ptr::drop_in_place(self.0) };
    }
}

impl<A> Cell<A> {
    fn new() -> Self {
        Self(Box::new(std::mem::MaybeUninit::zeroed()))
    }

    fn put(&mut self, value: A) -> Owner<'_, A> {
        Owner(self.0.write(value))
    }
}

/// The bytes of something, also those that have no meaning.
fn bytes_of<T>(of: &T) -> Vec<u8> {
    let start: *const u8 = (&raw const *of).cast();
    // SAFETY: within `of`. Padding has no value, and is read as bytes all the same: the compiler does not look into
    // reads that are volatile.
    (0..size_of::<T>()).map(|i| unsafe { start.add(i).read_volatile() }).collect()
}

/// A panic of the caller while a key is in use: the key is dropped, and its memory has none of it.
fn panics_with<A: Algorithm>(use_it: impl Fn(&A)) {
    let name = std::any::type_name::<A>();
    let both = [bytes::<64>(7), bytes::<64>(8)];
    let object = |i: usize| A::new(&both[i][..A::KEY_BYTES]).unwrap();
    // What depends on the key, as two keys show.
    let shown = [0, 1].map(|i| {
        let mut cell = Cell::<A>::new();
        let owner = cell.put(object(i));
        use_it(owner.0);
        let bytes = bytes_of(owner.0);
        drop(owner);
        bytes
    });
    let mut cell = Cell::<A>::new();
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let owner = cell.put(object(0));
        use_it(owner.0);
        std::panic::resume_unwind(Box::new("the caller's own"));
    }));
    assert!(panicked.is_err());
    let left = bytes_of(&*cell.0);
    let secret = |i: usize| shown[0][i] != shown[1][i];
    let secrets = (0..left.len()).filter(|i| secret(*i)).count();
    assert!(secrets >= A::KEY_BYTES * 3 / 4, "{name} has no key: {secrets} bytes");
    // Padding is copied with an object as it lay on the stack, addresses among it: no more than that stays in a row.
    let stays = |i: &usize| secret(*i) && left[*i] == shown[0][*i];
    let mut longest = 0;
    let mut row = 0;
    for i in 0..left.len() {
        row = if stays(&i) { row + 1 } else { 0 };
        longest = longest.max(row);
    }
    assert!(longest < 12, "{name}: {longest} bytes in a row stay");
}

#[test]
fn a_panic_of_the_caller_leaves_no_key() {
    panics_with::<Aes128>(|_| {});
    panics_with::<Gcm<Aes256>>(|key| assert!(key.seal(&[1; 12], b"", &mut [0; 100]).is_ok()));
    panics_with::<Ocb3<Aes128>>(|key| assert!(key.seal(&[1; 12], b"", &mut [0; 100]).is_ok()));
    panics_with::<Cmac<Aes192>>(|key| assert!(key.compute((), &[0; 100]).is_ok()));
    panics_with::<Ctr<Aes256>>(|key| key.encrypt(&[1; 12], &mut [0; 100]).unwrap());
    #[cfg(feature = "aegis")]
    panics_with::<Aegis128L>(|key| assert!(key.seal(&[1; 16], b"", &mut [0; 100]).is_ok()));
    #[cfg(feature = "chacha20")]
    panics_with::<lanecrypt::stream::ChaCha20>(|key| key.encrypt(&[1; 12], &mut [0; 99]).unwrap());
    #[cfg(feature = "zuc")]
    panics_with::<lanecrypt::stream::zuc::Zuc128>(|key| {
        key.encrypt(&[1; 16], &mut [0; 99]).unwrap();
    });
    #[cfg(feature = "lightweight")]
    panics_with::<Ctr<Speck128_256>>(|key| key.encrypt(&[1; 8], &mut [0; 100]).unwrap());
    #[cfg(feature = "cypress")]
    panics_with::<Ctr<Cypress512>>(|key| key.encrypt(&[1; 32], &mut [0; 100]).unwrap());
}

/// The caller's source of entropy panics within a call of the generator: nothing was written, and the generator
/// works again, with other bytes, once its source does.
#[cfg(feature = "drbg")]
#[test]
fn a_source_of_entropy_that_panics_leaves_nothing_half_done() {
    struct Source {
        calls: usize,
        panics_at: usize,
    }

    impl Entropy for Source {
        fn fill(&mut self, entropy: &mut [u8]) -> Result<(), lanecrypt::Error> {
            self.calls += 1;
            entropy.fill(self.calls as u8);
            // Half of it is there.
            assert!(self.calls != self.panics_at, "the source is broken");
            Ok(())
        }
    }

    let options = DrbgOptions {
        prediction_resistance: true,
        backend: lanecrypt::Backend::best(),
        ..DrbgOptions::default()
    };
    let new = |panics_at| {
        CtrDrbg::<Aes256, Source>::with_options(Source { calls: 0, panics_at }, b"", options)
            .unwrap()
    };
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut generator = new(3);
    let mut before = [0; 100];
    generator.generate(&mut before).unwrap();
    let mut output = [0x5a; 100];
    let panicked = catch_unwind(AssertUnwindSafe(|| generator.generate(&mut output)));
    assert!(panicked.is_err());
    assert_eq!(output, [0x5a; 100], "something was written");
    let mut after = [0; 100];
    generator.generate(&mut after).unwrap();
    assert!(after != before && after != [0; 100]);
    // The call that panicked changed nothing: the generator is where one is whose source gave the same without it.
    let mut other = new(usize::MAX);
    other.generate(&mut before).unwrap();
    other.generate(&mut before).unwrap();
    assert_ne!(before, after, "the entropy of the broken call was used, or the later one was not");
    std::panic::set_hook(hook);
}
