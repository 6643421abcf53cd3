//! Block ciphers: over lanes in every mode, one by one, and in tables.

use super::memcheck::watched;
use super::{Count, Reports, leftovers, name_of, secret};
use lanecrypt::block::{self, OneBlock, reference, table};
use lanecrypt::mode::{Ctr, Ecb, Modes};
use lanecrypt::{Algorithm, Backend, Batch, Cipher, CipherJob, Status, StreamCipher as _};

/// Some tiles of every backend and a rest; whole blocks of every length.
const BYTES: usize = 48 * 67;
/// Lengths of messages in a batch, which are not secret.
const LENGTHS: [usize; 7] = [5, 0, 64, 129, 1000, 1024, BYTES];

fn key<C: Modes>(seed: u8, backend: Backend) -> Vec<u8> {
    let mut key = secret::<64>(seed).to_vec();
    key.truncate(C::KEY_BYTES);
    leftovers::look_for::<C>(&key, C::Options::default(), backend);
    key
}

fn nonce<C: Modes>(seed: u8) -> Vec<u8> {
    let mut nonce = secret::<32>(seed).to_vec();
    nonce.truncate(Ctr::<C>::NONCES[0].0);
    nonce
}

fn whole_blocks<C: Modes>() -> usize {
    BYTES / C::BLOCK_BYTES * C::BLOCK_BYTES
}

fn run_ecb<C: Modes>(backend: Backend) {
    let key = key::<C>(1, backend);
    let cipher = watched(|| Ecb::<C>::with_backend(&key, backend)).expect("an available backend");
    let (mut data, mut output) = (secret::<BYTES>(2), secret::<BYTES>(3));
    let (data, output) = (&mut data[..whole_blocks::<C>()], &mut output[..whole_blocks::<C>()]);
    watched(|| cipher.encrypt((), &mut *data)).expect("whole blocks");
    watched(|| cipher.decrypt((), (&*data, output))).expect("whole blocks");
}

fn run_ctr<C: Modes>(backend: Backend) {
    let key = key::<C>(4, backend);
    let cipher = watched(|| Ctr::<C>::with_backend(&key, backend)).expect("an available backend");
    let mut stream = cipher.stream(&nonce::<C>(5)).expect("half a block");
    let mut data = secret::<BYTES>(6);
    // The lowest word of a counter of 16 bits wraps within the message.
    stream.seek(65_500 * C::BLOCK_BYTES as u128 + 3).expect("not beyond the end");
    let (first, rest) = data.split_at_mut(30 * C::BLOCK_BYTES);
    watched(|| stream.apply(first)).expect("not beyond the end");
    stream.seek(1).expect("not beyond the end");
    watched(|| stream.apply(rest)).expect("not beyond the end");
}

fn run_batch<C: Modes>(backend: Backend, jobs: usize) {
    let keys: Vec<_> = (0..jobs).map(|i| key::<C>(i as u8, backend)).collect();
    let nonces: Vec<_> = (0..jobs).map(|i| nonce::<C>(!i as u8)).collect();
    let mut data: Vec<_> = (0..jobs).map(|i| secret::<BYTES>(i as u8)).collect();
    let mut all: Vec<_> = data
        .iter_mut()
        .enumerate()
        .map(|(i, data)| {
            let data = &mut data[..LENGTHS[i % LENGTHS.len()]];
            CipherJob::<Ctr<C>>::new(&keys[i][..], &nonces[i], data)
        })
        .collect();
    let batch = Batch::with_backend(backend).expect("an available backend");
    assert!(watched(|| batch.encrypt(&mut all).is_ok()));
    assert!(all.iter().all(|job| job.status() == Status::Done));
    drop(all);
    let mut all: Vec<_> = data
        .iter_mut()
        .enumerate()
        .map(|(i, data)| {
            // Some messages have one block.
            let blocks = LENGTHS[i % LENGTHS.len()].div_ceil(C::BLOCK_BYTES);
            let blocks = blocks.min(BYTES / C::BLOCK_BYTES);
            let data = &mut data[..blocks * C::BLOCK_BYTES];
            CipherJob::<Ecb<C>>::new(&keys[i][..], (), data)
        })
        .collect();
    let batch = Batch::with_backend(backend).expect("an available backend");
    assert!(watched(|| batch.encrypt(&mut all).is_ok()));
    assert!(all.iter().all(|job| job.status() == Status::Done));
    all.iter_mut().for_each(CipherJob::make_pending);
    assert!(watched(|| batch.decrypt(&mut all).is_ok()));
    assert!(all.iter().all(|job| job.status() == Status::Done));
}

/// Lengths of messages of which some are side by side in slots, on any backend that has slots.
const MIDDLE: [usize; 4] = [800, 380, 200, 100];
/// So many of each length: as many as there are slots, at most.
const OF_EACH: usize = 8;

/// Messages of middle length under one ready key.
fn run_one_key<C: Modes>(backend: Backend) {
    let key = key::<C>(10, backend);
    let cipher = watched(|| Ctr::<C>::with_backend(&key, backend)).expect("an available backend");
    let lengths = MIDDLE.iter().flat_map(|bytes| [*bytes; OF_EACH]);
    let nonces: Vec<_> = lengths.clone().enumerate().map(|(i, _)| nonce::<C>(i as u8)).collect();
    let mut data: Vec<_> =
        lengths.enumerate().map(|(i, bytes)| (bytes, secret::<800>(i as u8))).collect();
    let mut all: Vec<_> = data
        .iter_mut()
        .zip(&nonces)
        .map(|((bytes, data), nonce)| CipherJob::new(&cipher, nonce, &mut data[..*bytes]))
        .collect();
    let batch = Batch::with_backend(backend).expect("an available backend");
    assert!(watched(|| batch.encrypt(&mut all).is_ok()));
    assert!(all.iter().all(|job| job.status() == Status::Done));
}

fn every_mode<C: Modes>(backend: Backend, count: Count<'_>) {
    let name = |mode| format!("{backend} {} {mode}", name_of::<C>());
    count(name("ecb"), Reports::None, &|| run_ecb::<C>(backend));
    count(name("ctr"), Reports::None, &|| run_ctr::<C>(backend));
    count(name("batch x 1"), Reports::None, &|| run_batch::<C>(backend, 1));
    count(name("batch x 45"), Reports::None, &|| run_batch::<C>(backend, 45));
    count(name("one key x 32"), Reports::None, &|| run_one_key::<C>(backend));
}

fn both_ways<C: OneBlock>() {
    let (key, mut data) = (secret::<64>(7), secret::<320>(8));
    let cipher = C::new(&key[..C::KEY_BYTES]).expect("the right length");
    let whole = data.len() / C::BLOCK_BYTES * C::BLOCK_BYTES;
    cipher.encrypt(&mut data[..whole]).expect("whole blocks");
    cipher.decrypt(&mut data[..whole]).expect("whole blocks");
}

fn plain<C: OneBlock>(count: Count<'_>) {
    count(format!("plain {}", name_of::<C>()), Reports::None, &both_ways::<C>);
}

fn table<C: OneBlock>(count: Count<'_>) {
    count(format!("table {}", name_of::<C>()), Reports::Some, &both_ways::<C>);
}

macro_rules! ciphers {
    (
        over_words { $({
            $module:ident::$name:ident $id:ident $title:literal $feature:literal $key:literal
            $block:literal $words:literal x $bits:literal $counter:ident
            [reference $($table:ident)?] $target:literal $variant:literal
        })* }
        over_blocks { $({ $register_module:ident::$register:ident $($rest:tt)* })* }
    ) => {
        /// Every cipher on words on a backend.
        pub(crate) fn over_lanes(backend: Backend, count: Count<'_>) {
            $(every_mode::<block::$name>(backend, count);)*
        }

        /// The plain implementations, and the tables.
        pub(crate) fn one_by_one(count: Count<'_>) {
            $(
                plain::<reference::$name>(count);
                $($table::<table::$name>(count);)?
            )*
            $(table::<table::$register>(count);)*
        }
    };
}
lanecrypt::block_ciphers!(ciphers);
