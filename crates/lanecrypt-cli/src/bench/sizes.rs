//! Sizes and numbers from the command line.

use super::catalogue::Entry;
use crate::failure::Failure;

/// The units, and how many bytes each is. A bare `K` could be either thousand, so it is none.
const UNITS: [(&str, usize); 8] = [
    ("", 1),
    ("b", 1),
    ("kb", 1_000),
    ("kib", 1 << 10),
    ("mb", 1_000_000),
    ("mib", 1 << 20),
    ("gb", 1_000_000_000),
    ("gib", 1 << 30),
];

/// All messages of a batch together: more is not measured in a cache, and asks for memory that
/// may not be there.
const MOST_BYTES: usize = 1 << 28;

/// Message sizes, separated by commas; the same one twice counts once.
pub(crate) fn sizes(list: &str) -> Result<Vec<usize>, Failure> {
    let mut sizes = Vec::new();
    for text in list.split(',') {
        let size = size(text.trim()).map_err(|reason| refused("--size", text, reason))?;
        if !sizes.contains(&size) {
            sizes.push(size);
        }
    }
    Ok(sizes)
}

/// One size.
pub(crate) fn one_size(option: &str, text: &str) -> Result<usize, Failure> {
    size(text.trim()).map_err(|reason| refused(option, text, reason))
}

fn size(text: &str) -> Result<usize, &'static str> {
    const FORM: &str = "a size is a whole number of bytes, with B, kB, KiB, MB, MiB, GB, GiB or nothing after \
         it";
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    if digits.is_empty() {
        return Err(FORM);
    }
    let unit = unit.trim_start().to_ascii_lowercase();
    let (_, bytes) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or(FORM)?;
    let number: usize = digits.parse().map_err(|_| "that is too large")?;
    match number.checked_mul(bytes) {
        Some(0) => Err("a size is at least 1 byte"),
        Some(size) => Ok(size),
        None => Err("that is too large"),
    }
}

/// The number of messages a call.
pub(crate) fn batch(text: &str) -> Result<usize, Failure> {
    match text.trim().parse() {
        Ok(0) => Err(refused("--batch", text, "a batch has at least 1 message")),
        Ok(number) => Ok(number),
        Err(_) => Err(refused("--batch", text, "a batch is a whole number of messages")),
    }
}

/// Refuses sizes that are not whole blocks where only those can be measured.
pub(crate) fn check_granules(entries: &[&Entry], sizes: &[usize]) -> Result<(), Failure> {
    for entry in entries {
        if let Some(size) = sizes.iter().find(|size| !size.is_multiple_of(entry.granule)) {
            return Err(Failure::refused(format!(
                "--size {size}: {}/{} takes whole blocks of {} bytes",
                entry.algorithm, entry.operation, entry.granule
            )));
        }
    }
    Ok(())
}

/// The multiple of some bytes that is nearest to a size, but not zero.
pub(crate) fn nearest(size: usize, granule: usize) -> usize {
    ((size + granule / 2) / granule).max(1) * granule
}

/// Refuses batches that take too much memory.
pub(crate) fn check_memory(sizes: &[usize], batch: usize) -> Result<(), Failure> {
    // A message takes some hundred bytes besides its data.
    let fits = |size: usize| (size + 512).checked_mul(batch).is_some_and(|all| all <= MOST_BYTES);
    match sizes.iter().find(|&&size| !fits(size)) {
        None => Ok(()),
        Some(size) => Err(Failure::refused(format!(
            "{batch} messages of {size} bytes are more than the {} MiB a call that are measured",
            MOST_BYTES >> 20
        ))),
    }
}

fn refused(option: &str, value: &str, reason: &str) -> Failure {
    Failure::refused(format!("{option} {value:?}: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        let read = |list: &str| sizes(list).ok();
        assert_eq!(read("64,1KiB, 16 kib ,2kB,1MiB"), Some(vec![64, 1024, 16384, 2000, 1 << 20]));
        assert_eq!(read("64,64B"), Some(vec![64]));
        for bad in
            ["", "0", "0KiB", "64,", "-1", "x", "1K", "1.5KiB", "99999999999999999999", "KiB"]
        {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn sizes_come_to_whole_blocks() {
        for (size, granule, whole) in [(64, 1, 64), (64, 12, 60), (1504, 6, 1506), (1, 64, 64)] {
            assert_eq!(nearest(size, granule), whole);
        }
    }

    #[test]
    fn batches_are_positive_and_fit() {
        assert!(batch("1").is_ok());
        for bad in ["0", "-1", "x", "", "1.5"] {
            assert!(batch(bad).is_err(), "{bad}");
        }
        assert!(check_memory(&[64, 16384], 64).is_ok());
        assert!(check_memory(&[64, 1 << 30], 64).is_err());
        assert!(check_memory(&[usize::MAX >> 1], usize::MAX).is_err());
    }
}
