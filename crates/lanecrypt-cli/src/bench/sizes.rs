//! Sizes and batches from the command line.

use crate::entry::Entry;
use crate::failure::Failure;

/// The units and their numbers of bytes. `K` alone is not a unit: it could mean 1000 or 1024.
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

/// The largest number of bytes in a call. More would not fit in any cache, and perhaps not in memory.
const MAX_BYTES: usize = 1 << 28;

/// The length of the messages of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    /// Exactly this number of bytes.
    Exact(usize),
    /// About this number of bytes, rounded to whole blocks. Batches are made smaller where they would
    /// take too much memory.
    About(usize),
    /// Several lengths, mixed.
    Mixed,
}

/// `traffic`: the sizes by which network equipment is measured.
const TRAFFIC: [usize; 7] = [64, 128, 256, 512, 1024, 1420, 1500];

/// `sweep`: the logarithms of the shortest and of the longest size.
const SWEEP: std::ops::RangeInclusive<u32> = 4..=26;

/// Message sizes, separated by commas, each once.
pub(crate) fn sizes(list: &str) -> Result<Vec<Length>, Failure> {
    let mut sizes = Vec::new();
    for text in list.split(',') {
        let of_name: Vec<Length> = match text.trim().to_ascii_lowercase().as_str() {
            "imix" => vec![Length::Mixed],
            "traffic" => TRAFFIC.map(Length::About).to_vec(),
            "sweep" => SWEEP.map(|power| Length::About(1 << power)).collect(),
            _ => {
                let size = size(text.trim()).map_err(|reason| refused("--sizes", text, reason))?;
                vec![Length::Exact(size)]
            }
        };
        for length in of_name {
            if !sizes.contains(&length) {
                sizes.push(length);
            }
        }
    }
    Ok(sizes)
}

/// One size.
pub(crate) fn one_size(option: &str, text: &str) -> Result<usize, Failure> {
    size(text.trim()).map_err(|reason| refused(option, text, reason))
}

fn size(text: &str) -> Result<usize, &'static str> {
    const FORM: &str =
        "a size is a whole number of bytes; it may have a unit: B, kB, KiB, MB, MiB, GB or GiB";
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    if digits.is_empty() {
        return Err(FORM);
    }
    let unit = unit.trim_start().to_ascii_lowercase();
    let (_, bytes) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or(FORM)?;
    let number: usize = digits.parse().map_err(|_| "this size is too large")?;
    match number.checked_mul(bytes) {
        Some(0) => Err("a size is at least 1 byte"),
        Some(size) => Ok(size),
        None => Err("this size is too large"),
    }
}

/// Numbers of messages in a call, separated by commas, each once.
pub(crate) fn batches(list: &str) -> Result<Vec<usize>, Failure> {
    let mut batches = Vec::new();
    for text in list.split(',') {
        let batch = batch(text)?;
        if !batches.contains(&batch) {
            batches.push(batch);
        }
    }
    Ok(batches)
}

fn batch(text: &str) -> Result<usize, Failure> {
    match text.trim().parse() {
        Ok(0) => Err(refused("--batch", text, "a batch has at least 1 message")),
        Ok(number) => Ok(number),
        Err(_) => Err(refused("--batch", text, "a batch is a whole number of messages")),
    }
}

/// Refuses sizes that are too long for an entry, or not whole blocks where it needs them.
pub(crate) fn check_lengths(entries: &[&Entry], sizes: &[Length]) -> Result<(), Failure> {
    for entry in entries {
        let is_too_long = |length: &Length| match length {
            Length::Exact(size) if *size as u64 > entry.max_bytes => Some(*size),
            _ => None,
        };
        if let Some(size) = sizes.iter().find_map(is_too_long) {
            return Err(Failure::refused(format!(
                "--sizes {size}: messages of {}/{} have at most {} bytes",
                entry.algorithm, entry.operation, entry.max_bytes
            )));
        }
        let is_no_multiple = |length: &Length| match length {
            Length::Exact(size) if !size.is_multiple_of(entry.granule) => Some(*size),
            _ => None,
        };
        if let Some(size) = sizes.iter().find_map(is_no_multiple) {
            return Err(Failure::refused(format!(
                "--sizes {size}: messages of {}/{} are whole blocks of {} bytes",
                entry.algorithm, entry.operation, entry.granule
            )));
        }
    }
    Ok(())
}

/// The multiple of `granule` that is nearest to a size, but not zero.
pub(crate) fn nearest(size: usize, granule: usize) -> usize {
    ((size + granule / 2) / granule).max(1) * granule
}

/// Why a batch is not measured, if it takes too much memory on that number of threads.
pub(crate) fn too_large(length: Length, batch: usize, threads: usize) -> Option<String> {
    let bytes = match length {
        Length::Exact(bytes) => bytes,
        // The batch is made smaller later.
        Length::About(_) => 1,
        Length::Mixed => 1500,
    };
    // A message takes about 500 bytes in addition to its data.
    let sum = bytes.checked_add(512).and_then(|one| one.checked_mul(batch));
    let fits = sum.and_then(|sum| sum.checked_mul(threads)).is_some_and(|sum| sum <= MAX_BYTES);
    (!fits).then(|| {
        format!(
            "{batch} messages of {bytes} bytes on {threads} threads are more than {} MiB, the largest \
             call that is measured",
            MAX_BYTES >> 20
        )
    })
}

/// The batch that was asked for, or a smaller one, so that its messages take at most a quarter of
/// [`MAX_BYTES`].
pub(crate) fn fitting_batch(bytes: usize, batch: usize, threads: usize) -> usize {
    batch.min(MAX_BYTES / 4 / threads.max(1) / bytes.max(1)).max(1)
}

fn refused(option: &str, value: &str, reason: &str) -> Failure {
    Failure::refused(format!("{option} {value:?}: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        let exact = |sizes: &[usize]| sizes.iter().copied().map(Length::Exact).collect();
        let read = |list: &str| sizes(list).ok();
        let some = [64, 1024, 16384, 2000, 1 << 20];
        assert_eq!(read("64,1KiB, 16 kib ,2kB,1MiB"), Some(exact(&some)));
        assert_eq!(read("64,64B"), Some(exact(&[64])));
        for bad in
            ["", "0", "0KiB", "64,", "-1", "x", "1K", "1.5KiB", "99999999999999999999", "KiB"]
        {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn some_sizes_have_names() {
        let named = |list: &str| sizes(list).map(|sizes| sizes.len()).ok();
        assert_eq!([named("sweep"), named("traffic"), named("imix")], [Some(23), Some(7), Some(1)]);
        assert_eq!(named("imix,64,IMIX,traffic"), Some(9));
        assert_eq!(
            sizes("sweep").ok().and_then(|s| s.last().copied()),
            Some(Length::About(1 << 26))
        );
        assert_eq!([fitting_batch(64, 64, 1), fitting_batch(1 << 26, 64, 2)], [64, 1]);
    }

    #[test]
    fn sizes_are_rounded_to_whole_blocks() {
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
        assert_eq!(batches("1, 64,1").ok(), Some(vec![1, 64]));
        let fits = |bytes: usize, batch: usize, threads: usize| {
            too_large(Length::Exact(bytes), batch, threads).is_none()
        };
        assert!(fits(16384, 64, 1) && fits(1 << 20, 64, 3));
        assert!(!fits(1 << 30, 64, 1) && !fits(1 << 20, 64, 8) && !fits(usize::MAX, usize::MAX, 1));
    }
}
