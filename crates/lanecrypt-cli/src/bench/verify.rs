//! Verification. Nothing that gives a wrong answer is measured.

use lanecrypt::Backend;

use super::row::Row;
use crate::entry::{Buffers, Entry, Known, Setting, Subject};
use crate::failure::Failure;

/// Verifies every row against known answers, and on random input against the reference variant or
/// the portable backend. `progress` is called for every row that passed.
pub(crate) fn verify(rows: &[Row], mut progress: impl FnMut()) -> Result<(), Failure> {
    let mut left: Vec<&Row> = rows.iter().collect();
    // Rows of the same entry and conditions are compared with the same reference.
    while let Some(first) = left.first().copied() {
        let alike = |row: &&Row| row.is_comparable_with(first);
        let (group, others): (Vec<&Row>, Vec<&Row>) = left.into_iter().partition(alike);
        left = others;
        let known = (first.entry.known)().map_err(Failure::refused)?;

        let lengths: Vec<_> = first.lengths().into_iter().map(shortened).collect();
        let buffers = Buffers::random(&lengths);
        let reference = reference(first);
        let expected =
            computed(first.entry, (first.entry.prepare)(&reference).as_ref(), buffers.clone());
        for row in group {
            for known in &known {
                check_known(row, known)?;
            }
            if computed(row.entry, row.subject().as_ref(), buffers.clone()) != expected {
                let Setting { variant, backend, .. } = reference;
                let against = format!("variant {variant} of backend {backend} on random input");
                return Err(wrong(row, &against));
            }
            progress();
        }
    }
    Ok(())
}

/// The setting that a row is compared with: the reference variant, or `auto` if there is none, on the
/// portable backend.
fn reference(row: &Row) -> Setting {
    let variants = (row.entry.variants)();
    let variant = variants.into_iter().find(|name| *name == "reference").unwrap_or("auto");
    Setting { backend: Backend::Portable, variant, batch: row.batch, keys: row.keys }
}

/// Longer messages are verified at a shorter length: slow implementations would take minutes.
const LONG: usize = 64 << 10;

/// The length at which a message is verified. Beyond [`LONG`], the position of its end within 4 KiB is
/// kept.
fn shortened(bytes: usize) -> usize {
    if bytes <= LONG { bytes } else { LONG + bytes % 4096 }
}

fn check_known(row: &Row, known: &Known) -> Result<(), Failure> {
    if let Some(peer) = row.peer {
        let Entry { algorithm, operation, .. } = row.entry;
        // Peers have no lengths in bits.
        let taken = known.bits.is_multiple_of(8) && (known.aad.is_empty() || peer.takes_aad());
        if !taken || peer.refuses(algorithm, operation, known.bits as usize / 8).is_some() {
            return Ok(());
        }
    }
    let buffers = known.buffers(row.entry.result, row.batch);
    let results = computed(row.entry, row.subject().as_ref(), buffers);
    match results.iter().all(|result| *result == known.result) {
        true => Ok(()),
        false => Err(wrong(row, &known.source)),
    }
}

/// The result of an operation on some buffers.
fn computed(entry: &Entry, subject: &dyn Subject, mut buffers: Buffers) -> Vec<Vec<u8>> {
    subject.offer(&mut buffers, &mut |call| call());
    buffers.result(entry.result)
}

fn wrong(row: &Row, against: &str) -> Failure {
    Failure::WrongAnswer(format!(
        "{}/{}, {}, {} messages of {} bytes: wrong answer, compared with {against}; nothing was \
         measured",
        row.entry.algorithm,
        row.entry.operation,
        row.code(),
        row.batch,
        row.bytes
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::catalogue;
    use crate::entry::Keys;

    fn rows(entry: &'static Entry) -> Vec<Row> {
        let mut rows = Vec::new();
        for backend in Backend::available() {
            for variant in (entry.variants)() {
                for keys in [Keys::Fresh, Keys::Ready] {
                    if keys == Keys::Fresh || entry.ready_keys {
                        rows.push(Row::ours(entry, variant, backend, 96 * 2, 3, keys));
                    }
                }
            }
        }
        rows
    }

    #[test]
    fn every_entry_verifies_in_every_variant_on_every_backend() {
        for entry in catalogue::all() {
            let known = (entry.known)().expect("the project's files can be read");
            assert!(!known.is_empty(), "{}/{}", entry.algorithm, entry.operation);
            // Peers, which take whole bytes only, are verified with these too.
            assert!(known.iter().any(|known| known.bits % 8 == 0));
            let rows = rows(entry);
            let mut passed = 0;
            assert!(verify(&rows, || passed += 1).is_ok());
            assert_eq!(passed, rows.len());
        }
    }

    #[test]
    fn a_wrong_answer_is_refused() {
        let genuine = catalogue::all()[0];
        let entry: &'static Entry = Box::leak(Box::new(Entry { known: &a_mistake, ..*genuine }));
        let rows = vec![Row::ours(entry, "auto", Backend::Portable, 8, 1, Keys::Fresh)];
        let error = verify(&rows, || ());
        assert!(
            matches!(&error, Err(Failure::WrongAnswer(m)) if m.contains("a mistake")),
            "{error:?}"
        );
    }

    fn a_mistake() -> Result<Vec<Known>, String> {
        let (source, empty, zero) = ("a mistake".to_owned(), Vec::new(), vec![0]);
        let (key, iv, aad) = (empty.clone(), empty.clone(), empty);
        Ok(vec![Known {
            source,
            key,
            iv,
            block: 0,
            aad,
            message: zero.clone(),
            bits: 8,
            result: zero,
        }])
    }
}
