//! Rows from the command line.

use lanecrypt::Backend;

use super::row::{CacheState, IMIX, Row};
use super::selector;
use super::sizes;
pub(crate) use super::sizes::Length;
use crate::args::{BenchArguments, SelectionArguments};
use crate::backends;
use crate::entry::{Entry, Keys};
use crate::failure::Failure;
use crate::format;
use crate::peers::{self, Peer};

/// The default sizes: a short packet, a packet that fills an Ethernet frame, and a long message.
pub(crate) const USUAL_SIZES: [Length; 3] =
    [Length::About(64), Length::About(1504), Length::About(16 * 1024)];

/// The default number of messages in a call.
const DEFAULT_BATCH: usize = 64;

/// The conditions that rows are measured under.
pub(crate) struct RowConditions {
    sizes: Vec<Length>,
    batches: Vec<usize>,
    caches: Vec<CacheState>,
    threads: Vec<usize>,
}

/// The choice of rows on the command line of any command.
pub(crate) struct Asked<'a> {
    /// The selection.
    pub(crate) selection: &'a SelectionArguments,
    /// Whether peers are measured, too.
    pub(crate) peers: bool,
    /// The number of threads.
    pub(crate) threads: Option<&'a str>,
    /// The list of cache states.
    pub(crate) cache: Option<&'a str>,
}

impl<'a> Asked<'a> {
    /// The choice of `bench`.
    pub(crate) fn of(arguments: &'a BenchArguments) -> Self {
        let BenchArguments { selection, peers, threads, cache, .. } = arguments;
        Self { selection, peers: *peers, threads: threads.as_deref(), cache: cache.as_deref() }
    }

    /// The backends. None if no backend is named.
    pub(crate) fn backends(&self) -> Result<Option<Vec<Backend>>, Failure> {
        Ok(match self.selection.backend.as_deref() {
            None => None,
            Some("all") => Some(Backend::available().collect()),
            Some(name) => Some(vec![backends::named(name)?]),
        })
    }
}

/// The rows to be measured, and what is left out.
pub(crate) struct ChosenRows {
    /// The rows.
    pub(crate) rows: Vec<Row>,
    /// What is left out and why, a sentence each.
    pub(crate) refused: Vec<String>,
}

/// Every combination that was asked for. `default` are the sizes if none are given.
pub(crate) fn rows(asked: &Asked<'_>, default: &[Length]) -> Result<ChosenRows, Failure> {
    let SelectionArguments { selectors, keys, variant, .. } = asked.selection;
    let entries = selector::entries(selectors, asked.peers)?;
    let conditions = RowConditions::new(asked, default)?;
    sizes::check_lengths(&entries, &conditions.sizes)?;
    let keys = selector::keys(keys.as_deref(), &entries)?;
    let backends = asked.backends()?.unwrap_or_else(|| vec![Backend::best()]);
    let peers = if asked.peers { peers::all() } else { Vec::new() };
    let mut rows = Vec::new();
    let mut lacking = Vec::new();
    for &entry in &entries {
        lacking.extend(peers.iter().filter_map(|peer| lacks(*peer, entry)));
        let variants = selector::variants(variant.as_deref(), entry)?;
        for keys in keys.iter().copied().filter(|keys| *keys == Keys::Fresh || entry.ready_keys) {
            let ours = ours(entry, &variants, &backends, keys);
            let of_peers: Vec<Row> =
                peers.iter().flat_map(|peer| rows_of_peer(&ours, *peer)).collect();
            rows.extend(ours);
            rows.extend(of_peers);
        }
    }
    let ChosenRows { rows, refused } = conditions.rows(&rows)?;
    Ok(ChosenRows { rows, refused: [lacking, refused].concat() })
}

/// The rows of lanecrypt for an operation. Sizes and batches are filled in later.
fn ours(entry: &'static Entry, variants: &[&'static str], on: &[Backend], keys: Keys) -> Vec<Row> {
    let of_variant = |&variant: &&'static str| {
        on.iter().map(move |&backend| Row::ours(entry, variant, backend, 0, 0, keys))
    };
    variants.iter().flat_map(of_variant).collect()
}

/// The rows of a peer that has the operation: one for each backend that it can be held to, or else one.
fn rows_of_peer(ours: &[Row], peer: &'static dyn Peer) -> Vec<Row> {
    let Some(last) = ours.last() else { return Vec::new() };
    let Entry { algorithm, operation, .. } = last.entry;
    let mut on: Vec<Backend> = Vec::new();
    for row in ours {
        if peer.lowers(row.backend) && !on.contains(&row.backend) {
            on.push(row.backend);
        }
    }
    if ours.iter().all(|row| !peer.lowers(row.backend)) {
        on.push(last.backend);
    }
    on.into_iter()
        .map(|backend| Row { peer: Some(peer), backend, ..*last })
        .filter(|row| peer.prepare(algorithm, operation, &row.setting()).is_some())
        .collect()
}

/// What a peer of this version does not have, if another version has it.
fn lacks(peer: &dyn Peer, entry: &Entry) -> Option<String> {
    let Entry { algorithm, operation, .. } = entry;
    let why = peer.lacks(algorithm, operation)?;
    Some(format!("NOT RUN: {} {}, {algorithm}/{operation}: {why}.", peer.name(), peer.version()))
}

impl RowConditions {
    /// The conditions that were asked for. `default` are the sizes if none are given.
    pub(crate) fn new(asked: &Asked<'_>, default: &[Length]) -> Result<Self, Failure> {
        let SelectionArguments { sizes: list, batch, .. } = asked.selection;
        Ok(Self {
            sizes: list.as_deref().map_or_else(|| Ok(default.to_vec()), sizes::sizes)?,
            batches: batch.as_deref().map_or_else(|| Ok(vec![DEFAULT_BATCH]), sizes::batches)?,
            caches: selector::caches(asked.cache)?,
            threads: selector::threads(asked.threads)?,
        })
    }

    /// The given rows under each of these conditions. Rows that are compared stand together. Calls that
    /// take too much memory are left out. If no other ones were asked for, that is an error.
    pub(crate) fn rows(&self, templates: &[Row]) -> Result<ChosenRows, Failure> {
        let chosen = self.possible_rows(templates);
        match chosen.rows.is_empty() {
            true if !self.too_large().is_empty() => {
                Err(Failure::refused(self.too_large().join("; ")))
            }
            _ => Ok(chosen),
        }
    }

    /// The calls that take too much memory, each once.
    fn too_large(&self) -> Vec<String> {
        let on = |threads: usize| {
            let calls = self.combinations().map(|(length, batch, _)| (length, batch));
            calls.filter_map(move |(length, batch)| sizes::too_large(length, batch, threads))
        };
        let mut all: Vec<String> = self.threads.iter().flat_map(|&threads| on(threads)).collect();
        all.dedup();
        all
    }

    fn possible_rows(&self, templates: &[Row]) -> ChosenRows {
        let mut rows: Vec<Row> = Vec::new();
        let mut refused: Vec<String> =
            self.too_large().into_iter().map(|why| format!("NOT RUN: {why}.")).collect();
        for &threads in &self.threads {
            let same = |a: &Row, b: &Row| std::ptr::eq(a.entry, b.entry) && a.keys == b.keys;
            for of_entry in templates.chunk_by(same) {
                let before = rows.len();
                let fits = |&(length, batch, _): &(Length, usize, CacheState)| {
                    sizes::too_large(length, batch, threads).is_none()
                };
                for (length, batch, cache) in self.combinations().filter(fits) {
                    for template in of_entry {
                        let row = Row { batch, cache, threads, ..*template }.of_length(length);
                        // Two lengths may round to the same number of whole blocks.
                        let is_there = rows[before..].iter().any(|other| {
                            other.is_comparable_with(&row) && other.code() == row.code()
                        });
                        if let Some(refusal) = row.refusal() {
                            if !refused.contains(&refusal) {
                                refused.push(refusal);
                            }
                        } else if row.is_possible() && !is_there {
                            rows.push(row);
                        }
                    }
                }
            }
        }
        ChosenRows { rows, refused }
    }

    fn combinations(&self) -> impl Iterator<Item = (Length, usize, CacheState)> {
        self.sizes.iter().flat_map(move |&length| {
            self.batches.iter().flat_map(move |&batch| {
                self.caches.iter().map(move |&cache| (length, batch, cache))
            })
        })
    }
}

impl Row {
    /// Whether messages of that length are not too long for the operation.
    fn is_possible(&self) -> bool {
        self.bytes as u64 <= self.entry.max_bytes
    }

    /// What the peer refuses, if it does, and why.
    fn refusal(&self) -> Option<String> {
        let Entry { algorithm, operation, .. } = *self.entry;
        let peer = self.peer.filter(|_| self.is_possible())?;
        let why = peer.refuses(algorithm, operation, self.bytes)?;
        let (name, version, size) = (peer.name(), peer.version(), format::size(self.bytes));
        Some(format!("NOT RUN: {name} {version}, {algorithm}/{operation} of {size}: {why}."))
    }

    /// The row with messages of the given length.
    fn of_length(self, length: Length) -> Self {
        let granule = self.entry.granule;
        match length {
            Length::Exact(bytes) => Self { bytes, ..self },
            Length::About(bytes) => {
                let bytes = sizes::nearest(bytes, granule);
                let batch = sizes::fitting_batch(bytes, self.batch, self.threads);
                Self { bytes, batch, ..self }
            }
            Length::Mixed => {
                // The batch is a whole number of mixes.
                let batch = sizes::nearest(self.batch, IMIX.lengths.len());
                Self { bytes: IMIX.mean(granule), mix: Some(&IMIX), batch, ..self }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::catalogue;
    use crate::entry::{Setting, Subject};

    fn row() -> Row {
        Row::ours(catalogue::all()[0], "auto", Backend::Portable, 0, 0, Keys::Fresh)
    }

    fn conditions(sizes: &[usize]) -> RowConditions {
        RowConditions {
            sizes: sizes.iter().copied().map(Length::Exact).collect(),
            batches: vec![64],
            caches: vec![CacheState::Warm, CacheState::Cold],
            threads: vec![1, 2],
        }
    }

    #[test]
    fn calls_that_do_not_fit_are_left_out_and_named() {
        // On two threads, 64 messages of 2 MiB are 256 MiB and what belongs to them.
        let chosen = conditions(&[64, 2 << 20]).rows(&[row()]).expect("some rows fit");
        let rows: Vec<_> = chosen.rows.iter().map(|row| (row.threads, row.bytes)).collect();
        assert_eq!(rows, [(1, 64), (1, 64), (1, 2 << 20), (1, 2 << 20), (2, 64), (2, 64)]);
        assert_eq!(chosen.refused.len(), 1, "{:?}", chosen.refused);
        assert!(
            chosen.refused[0].starts_with("NOT RUN: 64 messages of 2097152 bytes on 2 threads")
        );
        assert!(conditions(&[1 << 30]).rows(&[row()]).is_err());
    }

    /// A peer that can be held to some backends, or to none.
    struct Fake(bool);

    impl Peer for Fake {
        fn name(&self) -> &'static str {
            "fake"
        }

        fn version(&self) -> String {
            "1".to_owned()
        }

        fn prepare(&self, _: &str, _: &str, setting: &Setting) -> Option<Box<dyn Subject>> {
            Some((catalogue::all()[0].prepare)(setting))
        }

        fn lowers(&self, backend: Backend) -> bool {
            self.0 && backend != Backend::Portable
        }
    }

    #[test]
    fn peers_are_compared_at_the_same_instructions_if_they_can_be_held_to_them() {
        let best = Backend::available().next_back().expect("a backend");
        let ours: Vec<Row> = Backend::available().map(|backend| Row { backend, ..row() }).collect();
        for (peer, lowers) in [(&Fake(true), true), (&Fake(false), false)] {
            let rows = rows_of_peer(&ours, peer);
            let lower = ours.iter().filter(|row| peer.lowers(row.backend)).count();
            assert_eq!(rows.len(), lower.max(1));
            for row in &ours {
                let compared: Vec<&Row> = rows.iter().filter(|r| r.is_peer_of(row)).collect();
                assert_eq!(compared.len(), 1, "{}", row.backend);
                let held = lowers && row.backend != Backend::Portable;
                assert_eq!(compared[0].is_above(row), !held && row.backend != best);
                let version = match held && row.backend != best {
                    true => format!("1 ({})", row.backend),
                    false => "1".to_owned(),
                };
                assert_eq!(compared[0].version(), version);
            }
        }
    }
}
