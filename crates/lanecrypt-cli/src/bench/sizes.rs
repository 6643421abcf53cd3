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

/// What the messages of a row are long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    /// So many bytes, as they were asked for.
    Exact(usize),
    /// So many bytes, or whole blocks that come near; in smaller batches where those take too much
    /// memory.
    About(usize),
    /// Of several lengths.
    Mixed,
}

/// What has a name: `traffic`, the sizes by which network equipment is measured, and `sweep`.
const TRAFFIC: [usize; 7] = [64, 128, 256, 512, 1024, 1420, 1500];

/// The shortest and the longest of a sweep, by their logarithms.
const SWEEP: std::ops::RangeInclusive<u32> = 4..=26;

/// Message sizes, separated by commas; the same one twice counts once.
pub(crate) fn sizes(list: &str) -> Result<Vec<Length>, Failure> {
    let mut sizes = Vec::new();
    for text in list.split(',') {
        let of_name: Vec<Length> = match text.trim().to_ascii_lowercase().as_str() {
            "imix" => vec![Length::Mixed],
            "traffic" => TRAFFIC.map(Length::About).to_vec(),
            "sweep" => SWEEP.map(|power| Length::About(1 << power)).collect(),
            _ => {
                let size = size(text.trim()).map_err(|reason| refused("--size", text, reason))?;
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

/// The numbers of messages a call, separated by commas; the same one twice counts once.
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

/// Refuses sizes that are not whole blocks where only those can be measured, and those that are too
/// long.
pub(crate) fn check_lengths(entries: &[&Entry], sizes: &[Length]) -> Result<(), Failure> {
    for entry in entries {
        let is_too_long = |length: &Length| match length {
            Length::Exact(size) if *size as u64 > entry.most => Some(*size),
            _ => None,
        };
        if let Some(size) = sizes.iter().find_map(is_too_long) {
            return Err(Failure::refused(format!(
                "--size {size}: {}/{} takes at most {} bytes, then its counter ends",
                entry.algorithm, entry.operation, entry.most
            )));
        }
        let is_no_multiple = |length: &Length| match length {
            Length::Exact(size) if !size.is_multiple_of(entry.granule) => Some(*size),
            _ => None,
        };
        if let Some(size) = sizes.iter().find_map(is_no_multiple) {
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

/// Refuses batches that take too much memory, on so many threads.
pub(crate) fn check_memory(
    sizes: &[Length],
    batches: &[usize],
    threads: usize,
) -> Result<(), Failure> {
    let fits = |bytes: usize, batch: usize| {
        // A message takes some hundred bytes besides its data.
        let all = bytes.checked_add(512).and_then(|one| one.checked_mul(batch));
        all.and_then(|all| all.checked_mul(threads)).is_some_and(|all| all <= MOST_BYTES)
    };
    for &batch in batches {
        for length in sizes {
            let bytes = match *length {
                Length::Exact(bytes) => bytes,
                // The batch is made smaller.
                Length::About(_) => 1,
                Length::Mixed => 1500,
            };
            if !fits(bytes, batch) {
                return Err(Failure::refused(format!(
                    "{batch} messages of {bytes} bytes on {threads} threads are more than the {} \
                     MiB a call that are measured",
                    MOST_BYTES >> 20
                )));
            }
        }
    }
    Ok(())
}

/// The largest batch up to the one asked for whose messages take no more than a quarter of the
/// memory that may be taken.
pub(crate) fn fitting_batch(bytes: usize, batch: usize, threads: usize) -> usize {
    batch.min(MOST_BYTES / 4 / threads.max(1) / bytes.max(1)).max(1)
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
        assert_eq!(batches("1, 64,1").ok(), Some(vec![1, 64]));
        let fits = |bytes: usize, batch: usize, threads: usize| {
            check_memory(&[Length::Exact(bytes)], &[1, batch], threads).is_ok()
        };
        assert!(fits(16384, 64, 1) && fits(1 << 20, 64, 3));
        assert!(!fits(1 << 30, 64, 1) && !fits(1 << 20, 64, 8) && !fits(usize::MAX, usize::MAX, 1));
    }
}
