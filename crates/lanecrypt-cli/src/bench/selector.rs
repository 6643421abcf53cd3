//! What the selectors and variant names on the command line stand for.

use super::catalogue::{self, Entry, Keys};
use crate::failure::Failure;

/// The entries that the selectors name, each once; a choice of all for no selector.
pub(crate) fn entries(selectors: &[String]) -> Result<Vec<&'static Entry>, Failure> {
    let all = catalogue::all();
    if selectors.is_empty() {
        return Ok(all.into_iter().filter(|entry| entry.by_default).collect());
    }
    let mut chosen: Vec<&'static Entry> = Vec::new();
    for selector in selectors {
        let matching: Vec<_> =
            all.iter().copied().filter(|entry| matches(selector, entry)).collect();
        if matching.is_empty() {
            return Err(Failure::refused(format!(
                "nothing is called {selector:?}; there is {}",
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

/// The selector of all that there is.
const EVERYTHING: &str = "all";

fn matches(selector: &str, entry: &Entry) -> bool {
    match selector.split_once('/') {
        None => selector == EVERYTHING || selector == entry.algorithm,
        Some((algorithm, operation)) => {
            algorithm == entry.algorithm && operation == entry.operation
        }
    }
}

/// All selectors in short: `zuc128/{keystream,encipher}, eia3/mac, ...`, algorithms with the same
/// operations together: `{speck32_64,speck48_72}/{ecb,ecb-decrypt,ctr}`.
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

/// The variants of an entry that the name stands for.
pub(crate) fn variants(name: Option<&str>, entry: &Entry) -> Result<Vec<&'static str>, Failure> {
    let all = (entry.variants)();
    match name {
        None => Ok(vec!["auto"]),
        Some("all") => Ok(all),
        Some(name) => match all.iter().find(|variant| **variant == name) {
            Some(variant) => Ok(vec![variant]),
            None => Err(Failure::refused(format!(
                "--variant {name}: {}/{} has no such variant; it has {} (or all)",
                entry.algorithm,
                entry.operation,
                all.join(", ")
            ))),
        },
    }
}

/// The keys that the name stands for, if the entries have such.
pub(crate) fn keys(name: Option<&str>, entries: &[&Entry]) -> Result<Keys, Failure> {
    match name {
        None | Some("fresh") => Ok(Keys::Fresh),
        Some("ready") => match entries.iter().find(|entry| !entry.ready_keys) {
            None => Ok(Keys::Ready),
            Some(entry) => Err(Failure::refused(format!(
                "--key ready: {}/{} loads key and IV together; its keys are always fresh",
                entry.algorithm, entry.operation
            ))),
        },
        Some(name) => Err(Failure::refused(format!("--key {name}: keys are fresh or ready"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(selectors: &[&str]) -> Result<Vec<String>, Failure> {
        let selectors: Vec<_> = selectors.iter().map(|s| (*s).to_owned()).collect();
        let name = |entry: &&Entry| format!("{}/{}", entry.algorithm, entry.operation);
        Ok(entries(&selectors)?.iter().map(name).collect())
    }

    #[test]
    fn selectors_name_algorithms_or_operations_of_them() {
        assert_eq!(names(&["zuc256/mac64"]).ok(), Some(vec!["zuc256/mac64".to_owned()]));
        assert_eq!(names(&["zuc256", "zuc256/mac64"]).map(|n| n.len()).ok(), Some(5));
        assert_eq!(names(&["eia3"]).ok(), Some(vec!["eia3/mac".to_owned()]));
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
        assert_eq!(keys(None, &all).ok(), Some(Keys::Fresh));
        assert_eq!(keys(Some("ready"), &named("aes128")).ok(), Some(Keys::Ready));
        assert!(keys(Some("ready"), &named("zuc256")).is_err());
        assert!(keys(Some("same"), &named("aes128")).is_err());
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
