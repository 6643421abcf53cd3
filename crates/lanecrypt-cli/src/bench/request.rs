//! What the command line asks for, as rows.

use lanecrypt::Backend;

use super::catalogue::{Entry, Keys};
use super::row::{IMIX, Row, Temperature};
use super::selector;
use super::sizes;
pub(crate) use super::sizes::Length;
use crate::args::{BenchArguments, SelectionArguments};
use crate::backends;
use crate::failure::Failure;
use crate::paper::Paper;
use crate::paper::variants::Variants;
use crate::peers::{self, Peer};

/// The sizes that are measured where none are given: a short packet, one that fills an Ethernet
/// frame, and a long message.
pub(super) const USUAL_SIZES: [Length; 3] =
    [Length::About(64), Length::About(1504), Length::About(16 * 1024)];

/// The messages a call where no number is given.
const DEFAULT_BATCH: usize = 64;

/// Everything but what is measured: how long, how many, and so on.
struct Places {
    sizes: Vec<Length>,
    batches: Vec<usize>,
    caches: Vec<Temperature>,
    threads: Vec<usize>,
}

/// What was asked for, by whatever command.
pub(crate) struct Asked<'a> {
    /// What is looked at.
    pub(crate) selection: &'a SelectionArguments,
    /// Whether implementations of others are.
    pub(crate) peers: bool,
    /// A number.
    pub(crate) threads: Option<&'a str>,
    /// A list.
    pub(crate) cache: Option<&'a str>,
}

impl<'a> Asked<'a> {
    /// By `bench`.
    pub(super) fn of(arguments: &'a BenchArguments) -> Self {
        let BenchArguments { selection, peers, threads, cache, .. } = arguments;
        Self { selection, peers: *peers, threads: threads.as_deref(), cache: cache.as_deref() }
    }

    /// The backends, or the best one where none is named.
    fn backends(&self) -> Result<Option<Vec<Backend>>, Failure> {
        Ok(match self.selection.backend.as_deref() {
            None => None,
            Some("all") => Some(Backend::available().collect()),
            Some(name) => Some(vec![backends::named(name)?]),
        })
    }
}

/// Every combination of what was asked for; of these sizes where none are.
pub(crate) fn rows(asked: &Asked<'_>, default: &[Length]) -> Result<Vec<Row>, Failure> {
    let SelectionArguments { selectors, key, variant, .. } = asked.selection;
    let entries = selector::entries(selectors, asked.peers)?;
    let places = Places::new(asked, default)?;
    sizes::check_lengths(&entries, &places.sizes)?;
    let keys = selector::keys(key.as_deref(), &entries)?;
    let backends = asked.backends()?.unwrap_or_else(|| vec![Backend::best()]);
    let peers = if asked.peers { peers::all() } else { Vec::new() };
    let mut ways = Vec::new();
    for &entry in &entries {
        let variants = selector::variants(variant.as_deref(), entry)?;
        for keys in keys.iter().copied().filter(|keys| *keys == Keys::Fresh || entry.ready_keys) {
            let of_ours = ours(entry, &variants, &backends, keys);
            let beside = of_ours.last().copied();
            ways.extend(of_ours.into_iter().filter(|_| !peers::is_yardstick(entry)));
            ways.extend(beside.iter().flat_map(|row| of_peers(row, &peers)));
        }
    }
    Ok(places.rows(&ways))
}

/// What a paper measured, as far as this processor allows.
pub(super) fn paper_rows(
    paper: &Paper,
    variants: &Variants,
    asked: &Asked<'_>,
) -> Result<Vec<Row>, Failure> {
    let places = Places::new(asked, &[Length::Exact(variants.default_size)])?;
    let backends = asked.backends()?.unwrap_or_else(|| Variants::backends(paper.platforms));
    Ok(places.rows(&variants.rows(&backends)))
}

/// Our ways of computing an operation; the place is filled in later.
fn ours(entry: &'static Entry, variants: &[&'static str], on: &[Backend], keys: Keys) -> Vec<Row> {
    let of_variant = |&variant: &&'static str| {
        on.iter().map(move |&backend| Row::ours(entry, variant, backend, 0, 0, keys))
    };
    variants.iter().flat_map(of_variant).collect()
}

/// Those of others that have the operation.
fn of_peers(row: &Row, peers: &[&'static dyn Peer]) -> Vec<Row> {
    let Entry { algorithm, operation, .. } = row.entry;
    let has =
        |peer: &&&'static dyn Peer| peer.prepare(algorithm, operation, &row.setting()).is_some();
    let of_peer = |peer: &&'static dyn Peer| Row { peer: Some(*peer), ..*row };
    peers.iter().filter(has).map(of_peer).collect()
}

impl Places {
    fn new(asked: &Asked<'_>, default: &[Length]) -> Result<Self, Failure> {
        let SelectionArguments { size, batch, .. } = asked.selection;
        let places = Self {
            sizes: size.as_deref().map_or_else(|| Ok(default.to_vec()), sizes::sizes)?,
            batches: batch.as_deref().map_or_else(|| Ok(vec![DEFAULT_BATCH]), sizes::batches)?,
            caches: selector::caches(asked.cache)?,
            threads: selector::threads(asked.threads)?,
        };
        let most = places.threads.iter().copied().max().unwrap_or(1);
        sizes::check_memory(&places.sizes, &places.batches, most)?;
        Ok(places)
    }

    /// Ways to compute, each at every place: those that are compared stand together.
    fn rows(&self, ways: &[Row]) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for &threads in &self.threads {
            for of_entry in ways.chunk_by(|a, b| std::ptr::eq(a.entry, b.entry) && a.keys == b.keys)
            {
                let before = rows.len();
                for (length, batch, cache) in self.combinations() {
                    for way in of_entry {
                        let row = Row { batch, cache, threads, ..*way }.of_length(length);
                        // Lengths that come to the same whole blocks are one.
                        let is_there = rows[before..]
                            .iter()
                            .any(|other| other.is_beside(&row) && other.code() == row.code());
                        if !row.is_refused() && !is_there {
                            rows.push(row);
                        }
                    }
                }
            }
        }
        rows
    }

    fn combinations(&self) -> impl Iterator<Item = (Length, usize, Temperature)> {
        self.sizes.iter().flat_map(move |&length| {
            self.batches.iter().flat_map(move |&batch| {
                self.caches.iter().map(move |&cache| (length, batch, cache))
            })
        })
    }
}

impl Row {
    /// Whether there are no messages of that length, or the peer has none.
    fn is_refused(&self) -> bool {
        let Entry { algorithm, operation, most, .. } = *self.entry;
        self.bytes as u64 > most
            || self.peer.is_some_and(|peer| !peer.takes(algorithm, operation, self.bytes))
    }

    /// With messages of a length, or of several.
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
                // A whole number of mixes.
                let batch = sizes::nearest(self.batch, IMIX.lengths.len());
                Self { bytes: IMIX.mean(granule), mix: Some(&IMIX), batch, ..self }
            }
        }
    }
}
