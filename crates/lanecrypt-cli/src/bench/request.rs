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
    /// What peers refuse, a sentence each.
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
    for &entry in &entries {
        let variants = selector::variants(variant.as_deref(), entry)?;
        for keys in keys.iter().copied().filter(|keys| *keys == Keys::Fresh || entry.ready_keys) {
            let ours = ours(entry, &variants, &backends, keys);
            let last = ours.last().copied();
            rows.extend(ours);
            rows.extend(last.iter().flat_map(|row| rows_of_peers(row, &peers)));
        }
    }
    Ok(conditions.rows(&rows))
}

/// The rows of lanecrypt for an operation. Sizes and batches are filled in later.
fn ours(entry: &'static Entry, variants: &[&'static str], on: &[Backend], keys: Keys) -> Vec<Row> {
    let of_variant = |&variant: &&'static str| {
        on.iter().map(move |&backend| Row::ours(entry, variant, backend, 0, 0, keys))
    };
    variants.iter().flat_map(of_variant).collect()
}

/// The rows of the peers that have the operation.
fn rows_of_peers(row: &Row, peers: &[&'static dyn Peer]) -> Vec<Row> {
    let Entry { algorithm, operation, .. } = row.entry;
    let has =
        |peer: &&&'static dyn Peer| peer.prepare(algorithm, operation, &row.setting()).is_some();
    let of_peer = |peer: &&'static dyn Peer| Row { peer: Some(*peer), ..*row };
    peers.iter().filter(has).map(of_peer).collect()
}

impl RowConditions {
    /// The conditions that were asked for. `default` are the sizes if none are given.
    pub(crate) fn new(asked: &Asked<'_>, default: &[Length]) -> Result<Self, Failure> {
        let SelectionArguments { sizes: list, batch, .. } = asked.selection;
        let conditions = Self {
            sizes: list.as_deref().map_or_else(|| Ok(default.to_vec()), sizes::sizes)?,
            batches: batch.as_deref().map_or_else(|| Ok(vec![DEFAULT_BATCH]), sizes::batches)?,
            caches: selector::caches(asked.cache)?,
            threads: selector::threads(asked.threads)?,
        };
        let threads = conditions.threads.iter().copied().max().unwrap_or(1);
        sizes::check_memory(&conditions.sizes, &conditions.batches, threads)?;
        Ok(conditions)
    }

    /// The given rows under each of these conditions. Rows that are compared stand together.
    pub(crate) fn rows(&self, templates: &[Row]) -> ChosenRows {
        let mut rows: Vec<Row> = Vec::new();
        let mut refused: Vec<String> = Vec::new();
        for &threads in &self.threads {
            let same = |a: &Row, b: &Row| std::ptr::eq(a.entry, b.entry) && a.keys == b.keys;
            for of_entry in templates.chunk_by(same) {
                let before = rows.len();
                for (length, batch, cache) in self.combinations() {
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
        Some(format!("Not measured: {name} {version}, {algorithm}/{operation} of {size}: {why}."))
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
