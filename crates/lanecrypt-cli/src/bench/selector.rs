//! The meaning of selectors, variants and lists on the command line.

use super::catalogue;
use super::row::CacheState;
use crate::document::current_operation;
use crate::entry::{Entry, Keys};
use crate::failure::Failure;

/// The operations that are measured with `--peers` in addition to the default choice: most peers have
/// them.
const WITH_PEERS: [&str; 17] = [
    "chacha20/encrypt",
    "zuc128/keystream",
    "speck128_128/ecb",
    "magma/ecb",
    "aes128/ecb",
    "aes128/cbc",
    "aes128/cbc-decrypt",
    "aes128/cmac",
    "aes128/pmac",
    "aes128/ocb3",
    "aes256/ctr",
    "aes256/gcm",
    "aegis128x2/encrypt",
    "aegis128x4/encrypt",
    "aegis256/encrypt",
    "aegis256x4/encrypt",
    "morus640/encrypt",
];

/// The entries that the selectors name, each once. Without a selector, the default choice, which is
/// larger with peers.
pub(crate) fn entries(selectors: &[String], peers: bool) -> Result<Vec<&'static Entry>, Failure> {
    let all = catalogue::all();
    if selectors.is_empty() {
        let chosen = |entry: &&Entry| {
            entry.by_default || peers && WITH_PEERS.iter().any(|selector| matches(selector, entry))
        };
        return Ok(all.into_iter().filter(chosen).collect());
    }
    let mut chosen: Vec<&'static Entry> = Vec::new();
    for selector in selectors {
        let matching: Vec<_> =
            all.iter().copied().filter(|entry| matches(selector, entry)).collect();
        if matching.is_empty() {
            return Err(Failure::refused(format!(
                "unknown selector {selector:?}; the known ones are {}",
                known(&all)
            )));
        }
        for entry in matching {
            if !chosen.iter().any(|other| std::ptr::eq(*other, entry)) {
                chosen.push(entry);
            }
        }
    }
    Ok(chosen)
}

/// The selector of every operation.
const EVERYTHING: &str = "all";

/// Whether a selector names an entry. The earlier names of operations are accepted, too.
fn matches(selector: &str, entry: &Entry) -> bool {
    match selector.split_once('/') {
        None => selector == EVERYTHING || selector == entry.algorithm,
        Some((algorithm, operation)) => {
            algorithm == entry.algorithm && current_operation(operation) == entry.operation
        }
    }
}

/// All selectors in a short form: `zuc128/{keystream,encrypt}, eia3/mac, ...`. Algorithms with the
/// same operations stand together: `{speck32_64,speck48_72}/{ecb,ecb-decrypt,ctr}`.
fn known(all: &[&Entry]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for entry in all {
        match groups.iter_mut().find(|(algorithm, _)| *algorithm == entry.algorithm) {
            Some((_, operations)) => operations.push(entry.operation),
            None => groups.push((entry.algorithm, vec![entry.operation])),
        }
    }
    let mut alike: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (algorithm, operations) in groups {
        match alike.last_mut() {
            Some((algorithms, same)) if *same == operations => algorithms.push(algorithm),
            _ => alike.push((vec![algorithm], operations)),
        }
    }
    let short = |names: &[&str]| match names {
        [only] => (*only).to_owned(),
        several => format!("{{{}}}", several.join(",")),
    };
    let group = |(algorithms, operations): &(Vec<&str>, Vec<&str>)| {
        format!("{}/{}", short(algorithms), short(operations))
    };
    alike.iter().map(group).collect::<Vec<_>>().join(", ")
}

/// The variants of an entry that a name on the command line means.
pub(crate) fn variants(name: Option<&str>, entry: &Entry) -> Result<Vec<&'static str>, Failure> {
    let all = (entry.variants)();
    match name {
        None => Ok(vec!["auto"]),
        Some("all") => Ok(all),
        Some(name) => match all.iter().find(|variant| **variant == name) {
            Some(variant) => Ok(vec![variant]),
            None => Err(Failure::refused(format!(
                "--variant {name}: {}/{} has no such variant; its variants are {} (or all)",
                entry.algorithm,
                entry.operation,
                all.join(", ")
            ))),
        },
    }
}

/// The keys that a list of names means. If only ready keys are asked for, all entries must have them.
pub(crate) fn keys(list: Option<&str>, entries: &[&Entry]) -> Result<Vec<Keys>, Failure> {
    let keys = named("--keys", list, Keys::Fresh, |name| match name {
        "fresh" => Ok(Keys::Fresh),
        "ready" => Ok(Keys::Ready),
        _ => Err("keys are fresh or ready"),
    })?;
    match entries.iter().find(|entry| !entry.ready_keys) {
        Some(entry) if keys == [Keys::Ready] => Err(Failure::refused(format!(
            "--keys ready: {}/{} loads key and nonce together, so its keys are always fresh",
            entry.algorithm, entry.operation
        ))),
        _ => Ok(keys),
    }
}

/// The cache states that a list of names means.
pub(crate) fn caches(list: Option<&str>) -> Result<Vec<CacheState>, Failure> {
    named("--cache", list, CacheState::Warm, |name| match name {
        "warm" => Ok(CacheState::Warm),
        "cold" => Ok(CacheState::Cold),
        _ => Err("cache states are warm or cold"),
    })
}

/// The numbers of threads: one, and the number that was asked for.
pub(crate) fn threads(number: Option<&str>) -> Result<Vec<usize>, Failure> {
    /// More than any machine has that this program is made for.
    const MAX: usize = 1024;
    let Some(text) = number else { return Ok(vec![1]) };
    match text.trim().parse() {
        Ok(1) => Ok(vec![1]),
        Ok(number @ 2..=MAX) => Ok(vec![1, number]),
        _ => Err(Failure::refused(format!(
            "--threads {text}: this must be a whole number of threads, 1 to {MAX}"
        ))),
    }
}

/// The values that a list of names means, each once.
fn named<T: PartialEq>(
    option: &str,
    list: Option<&str>,
    default: T,
    one: impl Fn(&str) -> Result<T, &'static str>,
) -> Result<Vec<T>, Failure> {
    let Some(list) = list else { return Ok(vec![default]) };
    let mut all = Vec::new();
    for name in list.split(',').map(str::trim) {
        let value =
            one(name).map_err(|reason| Failure::refused(format!("{option} {name}: {reason}")))?;
        if !all.contains(&value) {
            all.push(value);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(selectors: &[&str]) -> Result<Vec<String>, Failure> {
        let selectors: Vec<_> = selectors.iter().map(|s| (*s).to_owned()).collect();
        let name = |entry: &&Entry| format!("{}/{}", entry.algorithm, entry.operation);
        Ok(entries(&selectors, false)?.iter().map(name).collect())
    }

    #[test]
    fn selectors_name_algorithms_or_operations_of_them() {
        assert_eq!(names(&["zuc256/mac64"]).ok(), Some(vec!["zuc256/mac64".to_owned()]));
        assert_eq!(names(&["zuc256", "zuc256/mac64"]).map(|n| n.len()).ok(), Some(5));
        assert_eq!(names(&["eia3"]).ok(), Some(vec!["eia3/mac".to_owned()]));
        assert_eq!(names(&["eea3/encipher"]).ok(), Some(vec!["eea3/encrypt".to_owned()]));
        assert_eq!(names(&["aegis128l/decipher"]).ok(), Some(vec!["aegis128l/decrypt".to_owned()]));
        for bad in ["", "/", "zuc", "ZUC256", "zuc256/", "zuc256/mac", "nea6/mac64", "a/b/c"] {
            assert!(names(&[bad]).is_err(), "{bad}");
        }
    }

    #[test]
    fn keys_are_ready_where_there_is_an_expansion() {
        let all = catalogue::all();
        let named = |name: &str| -> Vec<&Entry> {
            all.iter().copied().filter(|entry| entry.algorithm == name).collect()
        };
        assert_eq!(keys(None, &all).ok(), Some(vec![Keys::Fresh]));
        let both = keys(Some("ready,fresh"), &all).ok();
        assert_eq!(both, Some(vec![Keys::Ready, Keys::Fresh]));
        assert_eq!(keys(Some("ready"), &named("aes128")).ok(), Some(vec![Keys::Ready]));
        assert!(keys(Some("ready"), &named("zuc256")).is_err());
        assert!(keys(Some("same"), &named("aes128")).is_err());
    }

    #[test]
    fn lists_have_known_names() {
        let both = vec![CacheState::Cold, CacheState::Warm];
        assert_eq!(caches(Some("cold, warm,cold")).ok(), Some(both));
        assert!(caches(Some("hot")).is_err() && caches(Some("")).is_err());
        assert_eq!(threads(Some("3")).ok(), Some(vec![1, 3]));
        for bad in ["0", "-1", "x", "", "1025"] {
            assert!(threads(Some(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_operations_measured_with_peers_exist() {
        let all = catalogue::all();
        for selector in WITH_PEERS {
            assert!(all.iter().any(|entry| matches(selector, entry)), "{selector}");
        }
    }

    #[test]
    fn variants_are_those_of_the_entry() {
        for entry in catalogue::all() {
            assert_eq!(variants(None, entry).ok(), Some(vec!["auto"]));
            assert_eq!(variants(Some("all"), entry).ok(), Some((entry.variants)()));
            assert!(variants(Some("Auto"), entry).is_err());
        }
    }
}
