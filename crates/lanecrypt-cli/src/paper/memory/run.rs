//! The measurement: every cipher in every variant encrypts a block of memory several times with one
//! key, and a small block that stays in the caches.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use lanecrypt::{Backend, Data};

use super::data::Memory;
use super::report::MemoryReport;
use super::results::{CACHE, MemoryResults, Timed};
use crate::args::BenchArguments;
use crate::backends;
use crate::bench::{Measured, Row, catalogue, measured, one_size, verify};
use crate::block::{self, BlockKey, Choice, OneByOne, Way};
use crate::entry::Keys;
use crate::failure::Failure;
use crate::machine;
use crate::measure::sampling::{self, Plan, Workload};
use crate::paper::publication::Publication;
use crate::progress::Progress;

/// The longest block of a cipher. The block of memory is a multiple of it.
const GRANULE: usize = 64;

/// The longest time of a row over lanes, estimated from its rate in the caches. A slower row encrypts
/// only a part of the block: the portable backend can be a hundred times slower than others. Rows of
/// the same kind as the paper's code are always measured in full.
const LONGEST: Duration = Duration::from_secs(60);

/// The number of passes with `--quick`.
const QUICK_PASSES: u32 = 2;

/// The work of a run, checked, and its memory.
pub(crate) struct PreparedMemory {
    paper: &'static Publication,
    memory: &'static Memory,
    rows: Vec<Row>,
    block: Vec<u8>,
    passes: u32,
}

impl PreparedMemory {
    /// Checks the arguments.
    pub(crate) fn new(
        paper: &'static Publication,
        memory: &'static Memory,
        arguments: &BenchArguments,
    ) -> Result<Self, Failure> {
        if arguments.selection.sizes.is_some() || arguments.selection.batch.is_some() {
            return Err(Failure::refused(format!(
                "--paper {} encrypts one block of memory with one key; leave out --sizes and --batch, \
                 and give its size with --memory",
                paper.name
            )));
        }
        let bytes = match &arguments.memory {
            None => memory.block,
            Some(text) => one_size("--memory", text)?,
        };
        if !bytes.is_multiple_of(GRANULE) {
            return Err(Failure::refused(format!(
                "--memory {bytes}: the size must be a multiple of {GRANULE} bytes, the longest block of \
                 a cipher"
            )));
        }
        let backends = match arguments.selection.backend.as_deref() {
            None => Backend::available().filter(|backend| *backend <= Backend::best()).collect(),
            Some("all") => Backend::available().collect(),
            Some(name) => vec![backends::named(name)?],
        };
        Ok(Self {
            paper,
            memory,
            rows: rows(memory, &backends),
            block: room(bytes)?,
            passes: if arguments.quick { QUICK_PASSES } else { memory.passes },
        })
    }

    /// Verifies all rows, then measures them.
    pub(crate) fn measure(mut self, plan: Plan) -> Result<(Vec<Measured>, MemoryReport), Failure> {
        let progress = Progress::new();
        progress.phase("verifying");
        let mut passed = 0;
        verify(&self.rows, || {
            passed += 1;
            progress.done(f64::from(passed) / self.rows.len() as f64);
        })?;

        progress.phase("measuring in the caches");
        let nothing = BlockEncryption::Nothing;
        let all: Vec<BlockEncryption> = self.rows.iter().map(BlockEncryption::of).collect();
        let buffer = Rc::new(RefCell::new(vec![0x5a; CACHE]));
        let mut workloads: Vec<Box<dyn Workload + '_>> = Vec::new();
        for encryption in all.iter().chain([&nothing]) {
            workloads.push(Box::new(InCache { encryption, buffer: Rc::clone(&buffer) }));
        }
        let samples = sampling::measure(&mut workloads, plan, |part| progress.done(part));

        progress.phase("measuring in memory");
        // Every page is mapped before the first pass.
        for (at, byte) in self.block.iter_mut().enumerate() {
            *byte = (at ^ at >> 8) as u8;
        }
        let mut measured_rows = Vec::new();
        for (row, samples) in self.rows.iter().zip(&samples) {
            measured_rows.push(measured(row, samples.clone())?);
        }
        let steps = (all.len() + 1) * self.passes as usize;
        let mut step = 0;
        let passes = self.passes;
        let mut timed = |encryption: &BlockEncryption, block: &mut [u8], passes: u32| {
            let bytes = block.len() as u64 * u64::from(passes);
            let mut time = Duration::ZERO;
            let before = machine::waited();
            for _ in 0..passes {
                let start = Instant::now();
                encryption.run(block);
                time += start.elapsed();
                step += 1;
                progress.done(step as f64 / steps as f64);
            }
            let waited =
                machine::waited().zip(before).map(|(after, before)| after.saturating_sub(before));
            Timed { bytes, time, waited }
        };
        let without_cipher = timed(&nothing, &mut self.block, passes).time;
        let mut times = Vec::new();
        for (encryption, measured) in all.iter().zip(&measured_rows) {
            let most = measured.gigabytes_per_second.median * 1e9 * LONGEST.as_secs_f64();
            let bytes = self.block.len() as f64 * f64::from(passes);
            times.push(match encryption {
                BlockEncryption::Lanes(_) if bytes > most => {
                    let part = (most as usize).min(self.block.len()) / GRANULE * GRANULE;
                    timed(encryption, &mut self.block[..part.max(GRANULE)], 1)
                }
                _ => timed(encryption, &mut self.block, passes),
            });
        }
        progress.finish();

        let without_cipher_in_cache = samples
            .last()
            .and_then(|samples| samples.gigabytes_per_second(CACHE as f64))
            .map_or(0.0, |rate| rate.median);
        let results = measured_rows.clone();
        let figures = MemoryResults {
            block: self.block.len(),
            passes: self.passes,
            without_cipher,
            without_cipher_in_cache,
            rows: measured_rows.into_iter().zip(times).collect(),
        };
        Ok((results, MemoryReport::new(self.paper, self.memory, &figures)))
    }
}

/// The rows: for every cipher the plain variant, then every backend.
fn rows(memory: &Memory, backends: &[Backend]) -> Vec<Row> {
    let mut rows = Vec::new();
    for cipher in memory.ciphers {
        let Some(entry) = catalogue::find(cipher.algorithm, "ecb") else { continue };
        let row = |variant, backend| Row::ours(entry, variant, backend, CACHE, 1, Keys::Fresh);
        rows.push(row(cipher.plain, Backend::Portable));
        if (entry.variants)().contains(&"lanes") {
            rows.extend(backends.iter().map(|&backend| row("lanes", backend)));
        }
    }
    rows
}

/// A block of memory, or the error that there is not enough.
fn room(bytes: usize) -> Result<Vec<u8>, Failure> {
    let mebibytes = |bytes: u64| bytes >> 20;
    if let Some(available) = machine::available_memory()
        && bytes as u64 > available
    {
        return Err(Failure::refused(format!(
            "{} MiB are more than the {} MiB of memory that are available; give a smaller --memory",
            mebibytes(bytes as u64),
            mebibytes(available)
        )));
    }
    let mut block = Vec::new();
    block.try_reserve_exact(bytes).map_err(|error| {
        Failure::refused(format!(
            "there is no memory for {} MiB ({error}); give a smaller --memory",
            mebibytes(bytes as u64)
        ))
    })?;
    block.resize(bytes, 0);
    Ok(block)
}

/// A key object of one of the variants.
enum BlockEncryption {
    Plain(Box<dyn OneByOne>),
    Lanes(Box<dyn BlockKey>),
    /// No cipher: the data is read, combined with a constant and written.
    Nothing,
}

impl BlockEncryption {
    fn of(row: &Row) -> Self {
        let Some(cipher) = block::named(row.entry.algorithm) else { return Self::Nothing };
        let key: Vec<u8> = (1..=cipher.key_bytes as u8).collect();
        let choice = Choice::default();
        match cipher.plain(row.variant) {
            Some(plain) => Self::Plain(accept((plain.expand)(&key, &choice))),
            None => Self::Lanes(accept((cipher.lanes.expand)(&key, &choice, row.backend))),
        }
    }

    fn run(&self, data: &mut [u8]) {
        match self {
            Self::Plain(cipher) => accept(cipher.ecb(Way::Encrypt, data)),
            Self::Lanes(cipher) => accept(cipher.ecb(Way::Encrypt, Data::InPlace(data))),
            Self::Nothing => {
                let constant = black_box([0x3c; 8]);
                let (words, _) = data.as_chunks_mut::<8>();
                for word in words {
                    *word =
                        (u64::from_ne_bytes(*word) ^ u64::from_ne_bytes(constant)).to_ne_bytes();
                }
            }
        }
    }
}

/// The encryption of a block in the caches.
struct InCache<'e> {
    encryption: &'e BlockEncryption,
    buffer: Rc<RefCell<Vec<u8>>>,
}

impl Workload for InCache<'_> {
    fn offer(&mut self, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let mut buffer = self.buffer.borrow_mut();
        timer(&mut || self.encryption.run(&mut buffer));
    }
}

/// The value. Lengths and backends were checked.
fn accept<T>(result: Result<T, lanecrypt::Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => unreachable!("the arguments were checked: {error}"),
    }
}
