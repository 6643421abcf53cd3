//! Planted comparisons: one that leaks and must be found, and one in constant time that must not be
//! reported. They are measured like any other row, and again if other programs disturbed them.

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Duration;

use lanecrypt::Backend;

use super::trial::{Tested, measure, until};
use super::verdict::Verdict;
use crate::bench::Row;
use crate::entry::{Buffers, Entry, Keys, ResultKind, Setting, Subject};
use crate::failure::Failure;
use crate::random::Random;

/// The length of what is compared.
const BYTES: usize = 256;

/// The seed of the fixed secrets.
const SEED: u64 = 0;

/// What the secret is compared with: the message of the fixed class, which follows a key.
static EXPECTED: LazyLock<Vec<u8>> = LazyLock::new(|| Random(SEED).bytes(64 + BYTES).split_off(64));

/// A comparison that ends at the first byte that differs.
static EARLY_EXIT: Entry = entry("early exit", &|_| Box::new(Comparison(early_exit)));

/// A comparison that looks at every byte.
static EVERY_BYTE: Entry = entry("every byte", &|_| Box::new(Comparison(every_byte)));

const fn entry(
    operation: &'static str,
    prepare: &'static (dyn Fn(&Setting) -> Box<dyn Subject> + Sync),
) -> Entry {
    Entry {
        algorithm: "planted",
        operation,
        by_default: false,
        granule: 1,
        max_bytes: BYTES as u64,
        ready_keys: false,
        variants: &|| vec!["auto"],
        prepare,
        result: ResultKind::Messages,
        known: &|| Ok(Vec::new()),
    }
}

/// Compares a message with what is expected.
struct Comparison(fn(&[u8], &[u8]) -> bool);

impl Subject for Comparison {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let (secret, expected) = (&buffers.messages[0], &EXPECTED[..]);
        timer(&mut || {
            black_box(self.0(secret, expected));
        });
    }
}

/// The compiler could compare many bytes at a time; `black_box` keeps the bytes apart.
fn early_exit(secret: &[u8], expected: &[u8]) -> bool {
    secret.iter().zip(expected).all(|(a, b)| black_box(*a) == black_box(*b))
}

fn every_byte(secret: &[u8], expected: &[u8]) -> bool {
    secret.iter().zip(expected).fold(0, |different, (a, b)| different | black_box(a ^ b)) == 0
}

/// Both comparisons, tested: first the one that leaks.
pub(super) struct Controls {
    /// The comparison that leaks, and the one that does not.
    pub(super) tested: [Tested; 2],
}

impl Controls {
    /// Tests both for a time each.
    pub(super) fn test(time: Duration, mut progress: impl FnMut(f64)) -> Self {
        let mut one = |entry, before: f64| {
            let row = Row::ours(entry, "auto", Backend::Portable, BYTES, 1, Keys::Fresh);
            measure(&row, time, SEED, &mut |part| progress(before + part.min(1.0) / 2.0))
        };
        let leak = until(Verdict::Leaks, f64::gt, || one(&EARLY_EXIT, 0.0));
        let none = until(Verdict::NoLeakFound, f64::lt, || one(&EVERY_BYTE, 0.5));
        Self { tested: [leak, none] }
    }

    /// An error if nothing can be said on this machine.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let [leak, none] = &self.tested;
        let t = |tested: &Tested| tested.largest.t.abs();
        if leak.verdict() != Verdict::Leaks {
            return Err(Failure::refused(format!(
                "the planted leak was not found (|t| {:.1}): this machine is too noisy for a verdict; no \
                 algorithm was measured",
                t(leak)
            )));
        }
        if none.verdict() == Verdict::Leaks {
            return Err(Failure::refused(format!(
                "the planted comparison in constant time was reported (|t| {:.1}): times on this machine \
                 depend on something else; no algorithm was measured",
                t(none)
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_comparisons_compare() {
        for compare in [early_exit, every_byte] {
            let mut secret = EXPECTED.clone();
            assert!(compare(&secret, &EXPECTED));
            for at in [0, BYTES - 1] {
                secret[at] ^= 1;
                assert!(!compare(&secret, &EXPECTED));
                secret[at] ^= 1;
            }
        }
    }

    #[test]
    fn the_planted_leak_is_found() {
        let controls = Controls::test(Duration::from_millis(50), |_| ());
        assert_eq!(
            controls.tested[0].verdict(),
            Verdict::Leaks,
            "{}",
            controls.tested[0].largest.t
        );
        // The fixed secret is the one that is expected, so its comparison takes longest.
        assert!(controls.tested[0].largest.means[0] > controls.tested[0].largest.means[1]);
    }
}
