//! Stream ciphers, and MACs with a nonce, to be measured.

use std::sync::LazyLock;

use lanecrypt::{Batch, Mac, StreamCipher};

use super::known;
use super::timed::{CipherCall, LendTo, LendToMac, VariantNames, authentication, encryption};
use crate::entry::{Answers, Entry, Prepare, ResultKind, Setting};
use crate::nonce::{Lend as _, Nonce};

/// The algorithms that are measured when no selector is given.
const BY_DEFAULT: [&str; 5] = ["zuc128", "zuc256", "nea6", "eea3", "eia3"];

macro_rules! ciphers {
    ($({
        ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty) $bits:literal
        $target:literal
    })*) => {
        /// Keystream and encryption of every stream cipher.
        pub(crate) static CIPHERS: LazyLock<Vec<Entry>> = LazyLock::new(|| {
            let all = [$(cipher::<$type, $nonce>(
                stringify!($name),
                $target,
                $bits,
                |nonce| nonce.lend(),
            )),*];
            all.into_iter().flatten().collect()
        });
    };
}
lanecrypt::stream_ciphers!(ciphers);

macro_rules! macs {
    (
        over_aes { $($over_aes:tt)* }
        over_aegis { $($over_aegis:tt)* }
        other { $({
            ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty)
            $target:literal
        })* }
    ) => {
        /// The tags of every MAC.
        pub(crate) static MACS: LazyLock<Vec<Entry>> = LazyLock::new(|| {
            let all = [$(mac::<$type, $nonce>(stringify!($name), $target, |nonce| nonce.lend())),*];
            all.into_iter().flatten().collect()
        });
    };
}
lanecrypt::macs!(macs);

/// Both operations of a cipher. Entries are made once and live as long as the program.
fn cipher<C: StreamCipher<Options: VariantNames>, N: Nonce>(
    name: &'static str,
    target: &'static str,
    lane_bits: usize,
    nonce: LendTo<C, N>,
) -> [Entry; 2] {
    let operation = |operation, call: CipherCall<C>, known: fn(&str) -> known::Answers| {
        let prepare: Prepare = Box::leak(Box::new(move |setting: &Setting| {
            encryption::<C, N>(setting, call, nonce, lane_bits)
        }));
        let known: Answers = Box::leak(Box::new(move || known(target)));
        entry::<C::Options, N>([name, operation], prepare, ResultKind::Messages, known)
    };
    [
        operation("keystream", Batch::keystream, known::keystreams::<C, N>),
        operation("encrypt", Batch::encrypt, known::ciphertexts::<C, N>),
    ]
}

/// A MAC: with tags of each length, if it has few, and otherwise of the usual one.
fn mac<M: Mac<Options: VariantNames>, N: Nonce>(
    name: &'static str,
    target: &'static str,
    nonce: LendToMac<M, N>,
) -> Vec<Entry> {
    let operation = |operation, tag_bytes| {
        let prepare: Prepare = Box::leak(Box::new(move |setting: &Setting| {
            authentication::<M, N>(setting, nonce, tag_bytes)
        }));
        let known: Answers = Box::leak(Box::new(move || known::tags::<M, N>(target, tag_bytes)));
        entry::<M::Options, N>([name, operation], prepare, ResultKind::Tags, known)
    };
    match M::TAG_BYTES {
        [4, 8, 16] => vec![operation("mac32", 4), operation("mac64", 8), operation("mac128", 16)],
        _ => vec![operation("mac", M::DEFAULT_TAG_BYTES)],
    }
}

/// An entry of an algorithm and an operation.
fn entry<O: VariantNames, N: Nonce>(
    [algorithm, operation]: [&'static str; 2],
    prepare: Prepare,
    result: ResultKind,
    known: Answers,
) -> Entry {
    Entry {
        algorithm,
        operation,
        by_default: BY_DEFAULT.contains(&algorithm),
        granule: 1,
        max_bytes: N::MAX_BYTES,
        ready_keys: O::READY_KEYS,
        variants: &O::names,
        prepare,
        result,
        known,
    }
}
