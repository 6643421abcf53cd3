//! Rows: what is measured, one line of the table each.

use lanecrypt::Backend;

use super::catalogue::{Entry, Keys, Setting, Subject};
use crate::peers::Peer;

/// One line of the table, to be measured.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// The operation.
    pub(crate) entry: &'static Entry,
    /// Whose code; ours where there is none. A peer's has no variant and no backend: what stands
    /// there is what ours has beside it.
    pub(crate) peer: Option<&'static dyn Peer>,
    /// The variant asked for.
    pub(crate) variant: &'static str,
    /// The backend.
    pub(crate) backend: Backend,
    /// The length of each message; of a mix, the mean, rounded.
    pub(crate) bytes: usize,
    /// Lengths that differ.
    pub(crate) mix: Option<&'static Mix>,
    /// Messages a call.
    pub(crate) batch: usize,
    /// The keys asked for.
    pub(crate) keys: Keys,
    /// Where the data is before a call.
    pub(crate) cache: Temperature,
    /// Threads that make such calls at the same time.
    pub(crate) threads: usize,
}

/// Messages of different lengths, in the order in which they come, again and again.
#[derive(Debug)]
pub(crate) struct Mix {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// The lengths in bytes.
    pub(crate) lengths: &'static [usize],
}

/// The simple mix of Internet packets that network equipment is measured with: seven of 64 bytes to
/// four of 576 to one of 1500.
pub(crate) static IMIX: Mix =
    Mix { name: "imix", lengths: &[64, 576, 64, 64, 576, 64, 1500, 64, 576, 64, 64, 576] };

/// Where the data and the code are before a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Temperature {
    /// In the caches, as far as they fit.
    #[default]
    Warm,
    /// In memory.
    Cold,
}

impl Temperature {
    /// Its name on the command line and in the document.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Warm => "warm",
            Self::Cold => "cold",
        }
    }
}

impl Mix {
    /// The length of the message at that place of a batch, in whole blocks of so many bytes.
    fn length(&self, at: usize, granule: usize) -> usize {
        super::sizes::nearest(self.lengths[at % self.lengths.len()], granule)
    }

    /// The mean over all, rounded.
    pub(crate) fn mean(&self, granule: usize) -> usize {
        let count = self.lengths.len();
        let sum: usize = (0..count).map(|at| self.length(at, granule)).sum();
        (sum + count / 2) / count
    }
}

impl Row {
    /// Of ours, on one thread, with messages of one length and warm caches.
    pub(crate) fn ours(
        entry: &'static Entry,
        variant: &'static str,
        backend: Backend,
        bytes: usize,
        batch: usize,
        keys: Keys,
    ) -> Self {
        let (peer, mix, cache, threads) = (None, None, Temperature::Warm, 1);
        Self { entry, peer, variant, backend, bytes, mix, batch, keys, cache, threads }
    }

    /// The row's way of computing.
    pub(crate) fn setting(&self) -> Setting {
        let Self { backend, variant, batch, keys, .. } = *self;
        Setting { backend, variant, batch, keys }
    }

    /// What is measured. A peer that is in a row has the operation.
    pub(crate) fn subject(&self) -> Box<dyn Subject> {
        let Entry { algorithm, operation, prepare, .. } = self.entry;
        let Some(peer) = self.peer else { return prepare(&self.setting()) };
        match peer.prepare(algorithm, operation, &self.setting()) {
            Some(subject) => subject,
            None => unreachable!("{} was asked for what it does not have", peer.name()),
        }
    }

    /// Whose code it is, in words.
    pub(crate) fn code(&self) -> String {
        match self.peer {
            None => format!("variant {}, backend {}", self.variant, self.backend),
            Some(peer) => format!("{} {}", peer.name(), peer.version()),
        }
    }

    /// The lengths of the messages of a call.
    pub(crate) fn lengths(&self) -> Vec<usize> {
        let length = |at| self.mix.map_or(self.bytes, |mix| mix.length(at, self.entry.granule));
        (0..self.batch).map(length).collect()
    }

    /// All of them together.
    pub(crate) fn bytes_a_call(&self) -> usize {
        self.lengths().iter().sum()
    }

    /// Whether two rows differ in whose code they are of, and by which way, only: then they can be
    /// compared.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        std::ptr::eq(self.entry, other.entry) && self.place() == other.place()
    }

    /// What it is measured on.
    pub(crate) fn place(&self) -> impl PartialEq + use<> {
        let Self { bytes, mix, batch, keys, cache, threads, .. } = *self;
        (bytes, mix.map(|mix| mix.name), batch, keys, cache, threads)
    }
}
