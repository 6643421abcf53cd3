//! The document of a run.

use super::conclusions::{comparisons, fits};
use super::row::Row;
use super::run::Measured;
use crate::document::{self, Conditions, Document, Implementation, ResultRow, Sampling};
use crate::entry::Keys;
use crate::machine::Machine;
use crate::measure::counter;
use crate::measure::sampling::Plan;

/// The name of this program's own code in documents.
const OURS: &str = "lanecrypt";

/// The document of the run that ends now.
pub(crate) fn of(
    measured: &[Measured],
    plan: Plan,
    key_setup: &str,
    conditions: Conditions,
) -> Document {
    Document {
        schema: document::SCHEMA.to_owned(),
        schema_version: document::VERSION,
        lanecrypt_version: env!("CARGO_PKG_VERSION").to_owned(),
        time: document::now(),
        compiler: env!("LANECRYPT_COMPILER").to_owned(),
        target: env!("LANECRYPT_TARGET").to_owned(),
        profile: env!("LANECRYPT_PROFILE").to_owned(),
        command: std::env::args().skip(1).collect(),
        machine: Machine::this(),
        sampling: Sampling {
            samples: plan.samples,
            sample_milliseconds: plan.sample_time.as_secs_f64() * 1e3,
            order: "interleaved".to_owned(),
            key_setup: key_setup.to_owned(),
            cycles_by: counter::source().to_owned(),
        },
        conditions,
        results: measured.iter().map(Measured::result).collect(),
        comparisons: comparisons(measured),
        fits: fits(measured),
        instructions: None,
        paper: None,
    }
}

impl Measured {
    /// The code that was measured.
    pub(crate) fn implementation(&self) -> Implementation {
        let name = self.row.peer.map_or(OURS, |peer| peer.name());
        Implementation { name: name.to_owned(), version: self.row.version() }
    }

    /// A value that only rows of lanecrypt have.
    pub(crate) fn own<T: ToOwned + ?Sized>(&self, value: &T) -> Option<T::Owned> {
        self.row.peer.is_none().then(|| value.to_owned())
    }

    fn result(&self) -> ResultRow {
        let Row { entry, variant, backend, bytes, mix, batch, cache, threads, .. } = self.row;
        ResultRow {
            algorithm: entry.algorithm.to_owned(),
            operation: entry.operation.to_owned(),
            implementation: self.implementation(),
            variant: self.own(variant),
            resolved_variant: self.own(self.resolved_variant),
            backend: self.own(backend.name()),
            lanes: self.own(&self.lanes),
            message_bytes: bytes,
            mix: mix.map(|mix| mix.name.to_owned()),
            batch,
            keys: Keys::name(self.keys).to_owned(),
            threads,
            cache: cache.name().to_owned(),
            gigabytes_per_second: self.gigabytes_per_second,
            cycles_per_byte: self.cycles_per_byte,
            clock_ghz: self.clock_ghz,
            samples: self.samples.count(),
            outliers: self.samples.outliers(),
            bound: None,
        }
    }
}
