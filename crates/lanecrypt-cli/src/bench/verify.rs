//! Verification before measurement: a figure for a wrong answer is worth nothing.

use std::hash::{BuildHasher, RandomState};

use lanecrypt::Backend;

use super::catalogue::{self, Buffers, Entry, Known, Secret, Setting};
use super::run::Row;
use crate::failure::Failure;
use crate::hex;

/// Buffers with bytes that are different in every run.
pub(crate) fn random_buffers(bytes: usize, batch: usize) -> Buffers {
    // The keys of the standard library's hash maps are the randomness at hand; nothing here has
    // to be unpredictable.
    let random = RandomState::new();
    let word = |message: usize, at: usize| random.hash_one((message, at));
    let filled = |message: usize, bytes: usize| -> Vec<u8> {
        (0..bytes.div_ceil(8)).flat_map(|at| word(message, at).to_le_bytes()).take(bytes).collect()
    };
    Buffers {
        secrets: (0..batch)
            .map(|i| Secret {
                key: std::array::from_fn(|at| word(i + batch, at) as u8),
                iv: std::array::from_fn(|at| word(i + 2 * batch, at) as u8),
                block: 0,
            })
            .collect(),
        messages: (0..batch).map(|message| filled(message, bytes)).collect(),
        bits: 8 * bytes as u64,
        tags: Vec::new(),
        sealed: false,
    }
}

/// Checks everything that will be measured against published answers and against the reference
/// variant on plain words, or the portable backend; `progress` is told of every row that passed.
pub(crate) fn verify(rows: &[Row], mut progress: impl FnMut()) -> Result<(), Failure> {
    let mut left: Vec<&Row> = rows.iter().collect();
    // Those of the same entry and size are compared with the same reference.
    while let Some(first) = left.first().copied() {
        let alike = |row: &&Row| {
            std::ptr::eq(row.entry, first.entry)
                && (row.bytes, row.batch, row.keys) == (first.bytes, first.batch, first.keys)
        };
        let (group, others): (Vec<&Row>, Vec<&Row>) = left.into_iter().partition(alike);
        left = others;

        let buffers = random_buffers(first.bytes, first.batch);
        let reference = reference(first);
        let expected = computed(first.entry, &reference, buffers.clone());
        for row in group {
            for known in row.entry.known {
                check_known(row, known)?;
            }
            if computed(row.entry, &row.setting(), buffers.clone()) != expected {
                let Setting { variant, backend, .. } = reference;
                let against = format!("variant {variant} of backend {backend} on random input");
                return Err(wrong(row, &against));
            }
            progress();
        }
    }
    Ok(())
}

/// What a row is compared with: the reference variant, or, where there is none, the portable
/// backend.
fn reference(row: &Row) -> Setting {
    let variants = (row.entry.variants)();
    let variant = variants.into_iter().find(|name| *name == "reference").unwrap_or("auto");
    Setting { backend: Backend::Portable, variant, batch: row.batch, keys: row.keys }
}

fn check_known(row: &Row, known: &Known) -> Result<(), Failure> {
    let bytes = |digits| {
        hex::decode(digits).map_err(|e| Failure::refused(format!("{}: {e}", known.source)))
    };
    let (key, iv) = (bytes(known.key)?, bytes(known.iv)?);
    let secret = Secret { key: padded(&key), iv: padded(&iv), block: known.block };
    let mut message = bytes(known.message)?;
    let sealed = row.entry.result == catalogue::Result::Opened;
    let tag = message.split_off(message.len() - if sealed { 16 } else { 0 });
    let buffers = Buffers {
        secrets: vec![secret; row.batch],
        messages: vec![message; row.batch],
        bits: known.bits,
        tags: vec![tag; row.batch],
        sealed,
    };
    let expected = bytes(known.result)?;
    match computed(row.entry, &row.setting(), buffers).iter().all(|result| *result == expected) {
        true => Ok(()),
        false => Err(wrong(row, known.source)),
    }
}

/// Bytes with zeros after them.
fn padded<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|at| bytes.get(at).copied().unwrap_or(0))
}

/// What an operation makes of some buffers.
fn computed(entry: &Entry, setting: &Setting, mut buffers: Buffers) -> Vec<Vec<u8>> {
    (entry.prepare)(setting).offer(&mut buffers, &mut |call| call());
    buffers.result(entry.result)
}

fn wrong(row: &Row, against: &str) -> Failure {
    Failure::WrongAnswer(format!(
        "{}/{}, variant {}, backend {}, {} messages of {} bytes: wrong answer against {against}; \
         nothing was measured",
        row.entry.algorithm, row.entry.operation, row.variant, row.backend, row.batch, row.bytes
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::catalogue::Keys;

    fn rows(entry: &'static Entry) -> Vec<Row> {
        let mut rows = Vec::new();
        for backend in Backend::available() {
            for variant in (entry.variants)() {
                for keys in [Keys::Fresh, Keys::Ready] {
                    if keys == Keys::Fresh || entry.ready_keys {
                        rows.push(Row { entry, variant, backend, bytes: 96 * 2, batch: 3, keys });
                    }
                }
            }
        }
        rows
    }

    #[test]
    fn every_entry_verifies_in_every_variant_on_every_backend() {
        for entry in catalogue::all() {
            assert!(!entry.known.is_empty());
            let rows = rows(entry);
            let mut passed = 0;
            assert!(verify(&rows, || passed += 1).is_ok());
            assert_eq!(passed, rows.len());
        }
    }

    #[test]
    fn what_does_not_verify_is_refused() {
        let genuine = catalogue::all()[0];
        let known: &'static [Known] = Box::leak(Box::new([Known { bits: 8, ..KNOWN }]));
        let entry: &'static Entry = Box::leak(Box::new(Entry { known, ..*genuine }));
        let rows = vec![Row {
            entry,
            variant: "auto",
            backend: Backend::Portable,
            bytes: 8,
            batch: 1,
            keys: Keys::Fresh,
        }];
        let error = verify(&rows, || ());
        assert!(
            matches!(&error, Err(Failure::WrongAnswer(m)) if m.contains("a mistake")),
            "{error:?}"
        );
    }

    const KNOWN: Known = Known {
        source: "a mistake",
        key: "",
        iv: "",
        block: 0,
        message: "00",
        bits: 8,
        result: "00",
    };
}
