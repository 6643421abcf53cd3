//! Rows: one line of the table of results each.

use lanecrypt::Backend;

use crate::entry::{Entry, Keys, Setting, Subject};
use crate::peers::Peer;

/// One line of the table, to be measured.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// The operation.
    pub(crate) entry: &'static Entry,
    /// The peer whose code is measured. None for lanecrypt. For a peer, variant and backend are those
    /// of the row that it is compared with.
    pub(crate) peer: Option<&'static dyn Peer>,
    /// The variant asked for.
    pub(crate) variant: &'static str,
    /// The backend.
    pub(crate) backend: Backend,
    /// The length of each message in bytes; of a mix, the mean, rounded.
    pub(crate) bytes: usize,
    /// The mix, if the messages have several lengths.
    pub(crate) mix: Option<&'static PacketMix>,
    /// The number of messages in a call.
    pub(crate) batch: usize,
    /// The keys asked for.
    pub(crate) keys: Keys,
    /// The cache state before a call.
    pub(crate) cache: CacheState,
    /// The number of threads that make such calls at the same time.
    pub(crate) threads: usize,
}

/// Messages of several lengths, in a fixed order that is repeated.
#[derive(Debug)]
pub(crate) struct PacketMix {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// The lengths in bytes.
    pub(crate) lengths: &'static [usize],
}

/// The simple mix of Internet packets, by which network equipment is measured: packets of 64, 576 and
/// 1500 bytes, 7 to 4 to 1.
pub(crate) static IMIX: PacketMix =
    PacketMix { name: "imix", lengths: &[64, 576, 64, 64, 576, 64, 1500, 64, 576, 64, 64, 576] };

/// Where the data and the code are before a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum CacheState {
    /// Data and code are in the caches, as far as they fit.
    #[default]
    Warm,
    /// Data and code are in memory.
    Cold,
}

impl CacheState {
    /// The name on the command line and in documents.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Warm => "warm",
            Self::Cold => "cold",
        }
    }
}

impl PacketMix {
    /// The length of the message at an index of the batch, as whole blocks of `granule` bytes.
    fn length(&self, index: usize, granule: usize) -> usize {
        super::sizes::nearest(self.lengths[index % self.lengths.len()], granule)
    }

    /// The mean length, rounded.
    pub(crate) fn mean(&self, granule: usize) -> usize {
        let count = self.lengths.len();
        let sum: usize = (0..count).map(|index| self.length(index, granule)).sum();
        (sum + count / 2) / count
    }
}

impl Row {
    /// The variant that was asked for, and the one that was used if it is another one.
    pub(crate) fn variant_label(&self, used: &str) -> String {
        match self.variant == used {
            true => used.to_owned(),
            false => format!("{} ({used})", self.variant),
        }
    }

    /// A row of lanecrypt, on one thread, with messages of one length and warm caches.
    pub(crate) fn ours(
        entry: &'static Entry,
        variant: &'static str,
        backend: Backend,
        bytes: usize,
        batch: usize,
        keys: Keys,
    ) -> Self {
        let (peer, mix, cache, threads) = (None, None, CacheState::Warm, 1);
        Self { entry, peer, variant, backend, bytes, mix, batch, keys, cache, threads }
    }

    /// The setting.
    pub(crate) fn setting(&self) -> Setting {
        let Self { backend, variant, batch, keys, .. } = *self;
        Setting { backend, variant, batch, keys }
    }

    /// The subject. A peer in a row always has the operation.
    pub(crate) fn subject(&self) -> Box<dyn Subject> {
        let Entry { algorithm, operation, prepare, .. } = self.entry;
        let Some(peer) = self.peer else { return prepare(&self.setting()) };
        match peer.prepare(algorithm, operation, &self.setting()) {
            Some(subject) => subject,
            None => unreachable!("{} does not have {algorithm}/{operation}", peer.name()),
        }
    }

    /// The code that is measured, in words.
    pub(crate) fn code(&self) -> String {
        match self.peer {
            None => format!("variant {}, backend {}", self.variant, self.backend),
            Some(peer) => format!("{} {}", peer.name(), self.version()),
        }
    }

    /// The backend whose instructions a peer is held to, if those are not its best ones.
    fn lowered(&self) -> Option<Backend> {
        let lowers = self.peer.is_some_and(|peer| peer.lowers(self.backend));
        (lowers && Backend::available().next_back() != Some(self.backend)).then_some(self.backend)
    }

    /// The version of the code, with the backend that a peer is held to.
    pub(crate) fn version(&self) -> String {
        let Some(peer) = self.peer else { return env!("CARGO_PKG_VERSION").to_owned() };
        match self.lowered() {
            None => peer.version(),
            Some(backend) => format!("{} ({backend})", peer.version()),
        }
    }

    /// Whether a peer uses better instructions than the backend that it is compared with.
    pub(crate) fn is_above(&self, ours: &Self) -> bool {
        let best = Backend::available().next_back() == Some(ours.backend);
        self.peer.is_some_and(|peer| !best && !peer.lowers(ours.backend))
    }

    /// Whether a row of lanecrypt is compared with this row of a peer: under the same conditions, and at
    /// the same instructions if the peer can be held to them.
    pub(crate) fn is_peer_of(&self, ours: &Self) -> bool {
        let Some(peer) = self.peer else { return false };
        let at_same = match peer.lowers(ours.backend) {
            true => self.backend == ours.backend,
            false => self.lowered().is_none(),
        };
        ours.peer.is_none() && at_same && ours.is_comparable_with(self)
    }

    /// The lengths of the messages of a call.
    pub(crate) fn lengths(&self) -> Vec<usize> {
        let granule = self.entry.granule;
        let length = |index| self.mix.map_or(self.bytes, |mix| mix.length(index, granule));
        (0..self.batch).map(length).collect()
    }

    /// The number of bytes in a call.
    pub(crate) fn bytes_per_call(&self) -> usize {
        self.lengths().iter().sum()
    }

    /// Whether two rows can be compared: they measure the same operation under the same conditions,
    /// perhaps by other code, on another backend or in another variant.
    pub(crate) fn is_comparable_with(&self, other: &Self) -> bool {
        std::ptr::eq(self.entry, other.entry) && self.conditions() == other.conditions()
    }

    /// The conditions: everything but the operation and the code.
    pub(crate) fn conditions(&self) -> impl PartialEq + use<> {
        let Self { bytes, mix, batch, keys, cache, threads, .. } = *self;
        (bytes, mix.map(|mix| mix.name), batch, keys, cache, threads)
    }
}
