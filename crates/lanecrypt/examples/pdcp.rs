//! A PDCP entity: a burst of PDUs protected and opened, then a mix of traffic of 1,000 bearers measured on one core.
//!
//! ```sh
//! cargo run --release --example pdcp            # a fifth of a second for each figure
//! cargo run --release --example pdcp -- 1.0     # a second
//! cargo run --release --example pdcp -- 0.2 40  # all PDUs have 40 bytes of data
//! ```
//!
//! The mix has three sizes of data, as measurements of the Internet have them: of twelve PDUs, seven have 40 bytes, four
//! have 576 and one has 1500. Every PDU belongs to a bearer that is drawn at random. Rates count the bytes of the
//! data, without headers and MACs. In the last column, header, data and MAC-I of every PDU lie in buffers of their own.

use std::error::Error;
use std::io::{IsTerminal as _, Write as _, stderr};
use std::time::{Duration, Instant};

use lanecrypt::threegpp::{
    Direction, EncryptionId, IntegrityId, Nea, Nia, Pdcp, PduJob, TransmitGuard,
};
use lanecrypt::{Backend, Gathered, Report};

const BEARERS: usize = 1000;
const PDUS: usize = 6144;
/// SN of 18 bits.
const HEADER: usize = 3;
const SIZES: [usize; 12] = [40, 40, 576, 40, 40, 576, 40, 1500, 40, 576, 40, 576];

/// Numbers that repeat in every run: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn key(&mut self) -> [u8; 16] {
        let [low, high] = [self.next(), self.next()].map(u64::to_le_bytes);
        core::array::from_fn(|i| if i < 8 { low[i] } else { high[i - 8] })
    }
}

/// [`Pdcp::protect_batch`] or [`Pdcp::unprotect_batch`].
type Call = fn(&mut [PduJob<'_>]) -> Report;

/// How a traffic is run in bursts.
type Run = fn(&mut Traffic, usize, Call) -> Result<(), Box<dyn Error>>;

const WAYS: [(&str, usize, Run); 7] = [
    ("1", 1, Traffic::run),
    ("2", 2, Traffic::run),
    ("4", 4, Traffic::run),
    ("8", 8, Traffic::run),
    ("32", 32, Traffic::run),
    ("64", 64, Traffic::run),
    ("64, segments", 64, Traffic::run_segments),
];

struct Bearer {
    pdcp: Pdcp,
    guard: TransmitGuard,
}

struct Pdu {
    bearer: usize,
    count: u32,
    bytes: Vec<u8>,
}

struct Traffic {
    bearers: Vec<Bearer>,
    pdus: Vec<Pdu>,
}

impl Traffic {
    /// PDUs with data of these sizes in turns.
    fn new(algorithm: u8, sizes: &[usize]) -> Result<Self, lanecrypt::Error> {
        let mut random = Random(7);
        let mut bearers = Vec::new();
        for number in 0..BEARERS {
            let nea = Nea::new(EncryptionId::from_number(algorithm)?, &random.key())?;
            let nia = Nia::new(IntegrityId::from_number(algorithm)?, &random.key())?;
            let pdcp = Pdcp::new(nea, nia, (number % 32) as u8, Direction::Downlink)?;
            bearers.push(Bearer { pdcp, guard: TransmitGuard::new() });
        }
        let mut pdus = Vec::new();
        for number in 0..PDUS {
            let bearer = (random.next() % BEARERS as u64) as usize;
            let data = sizes[number % sizes.len()];
            let mut bytes = vec![number as u8; HEADER + data + Pdcp::MAC_BYTES];
            bytes[0] = 0x80;
            pdus.push(Pdu { bearer, count: 0, bytes });
        }
        Ok(Self { bearers, pdus })
    }

    /// Gives every PDU the next COUNT of its bearer.
    fn count(&mut self) -> Result<(), lanecrypt::Error> {
        for pdu in &mut self.pdus {
            pdu.count = self.bearers[pdu.bearer].guard.next_count()?;
        }
        Ok(())
    }

    /// Protects or opens all PDUs in bursts.
    fn run(&mut self, burst: usize, batch: Call) -> Result<(), Box<dyn Error>> {
        let Self { bearers, pdus } = self;
        let mut jobs = Vec::with_capacity(burst);
        for pdus in pdus.chunks_mut(burst) {
            jobs.clear();
            jobs.extend(pdus.iter_mut().map(|pdu| {
                PduJob::new(&bearers[pdu.bearer].pdcp, pdu.count, HEADER, &mut pdu.bytes)
            }));
            batch(&mut jobs).into_result()?;
        }
        Ok(())
    }

    /// The same with PDUs in three segments.
    fn run_segments(&mut self, burst: usize, batch: Call) -> Result<(), Box<dyn Error>> {
        let Self { bearers, pdus } = self;
        let longest = pdus.iter().map(|pdu| pdu.bytes.len()).max().unwrap_or(0);
        let mut room = vec![0; burst * longest];
        for pdus in pdus.chunks_mut(burst) {
            let (mut segments, mut keys) = (Vec::new(), Vec::new());
            for Pdu { bearer, count, bytes } in pdus {
                let (header, rest) = bytes.split_at_mut(HEADER);
                let (data, mac) = rest.split_at_mut(rest.len() - Pdcp::MAC_BYTES);
                segments.push([header, data, mac]);
                keys.push((&bearers[*bearer].pdcp, *count));
            }
            let mut rest = &mut room[..];
            let mut gathered = Vec::new();
            for segments in &mut segments {
                gathered.push(Gathered::new(segments, &mut rest)?);
            }
            let pdus = gathered.iter_mut().zip(keys);
            let mut jobs: Vec<_> =
                pdus.map(|(pdu, (pdcp, count))| PduJob::new(pdcp, count, HEADER, pdu)).collect();
            batch(&mut jobs).into_result()?;
        }
        Ok(())
    }

    fn data_bytes(&self) -> usize {
        self.pdus.iter().map(|pdu| pdu.bytes.len() - HEADER - Pdcp::MAC_BYTES).sum()
    }

    /// What was protected in one way opens in another, and a damaged PDU does not.
    fn check(&mut self) -> Result<(), Box<dyn Error>> {
        let data = |bytes: &[u8]| bytes[..bytes.len() - Pdcp::MAC_BYTES].to_vec();
        let before: Vec<_> = self.pdus.iter().map(|pdu| data(&pdu.bytes)).collect();
        for (protect, open) in [(0, 5), (5, 0), (1, 2), (4, 3), (6, 5), (4, 6)] {
            let ((_, protect, protects), (_, open, opens)) = (WAYS[protect], WAYS[open]);
            self.count()?;
            protects(self, protect, Pdcp::protect_batch)?;
            let unlike = |(pdu, before): (&Pdu, &Vec<u8>)| data(&pdu.bytes) != *before;
            if !self.pdus.iter().zip(&before).all(unlike) {
                return Err("a PDU was not encrypted".into());
            }
            opens(self, open, Pdcp::unprotect_batch)?;
            if self.pdus.iter().zip(&before).any(unlike) {
                return Err("a PDU was not opened".into());
            }
        }
        self.count()?;
        self.run(64, Pdcp::protect_batch)?;
        let Pdu { bearer, count, bytes } = &mut self.pdus[PDUS / 2];
        bytes[HEADER + 5] ^= 1;
        let mut damaged = bytes.clone();
        let verdict = self.bearers[*bearer].pdcp.unprotect(*count, HEADER, &mut damaged);
        if verdict != Err(lanecrypt::Error::Authentication) {
            return Err("a damaged PDU was opened".into());
        }
        bytes[HEADER + 5] ^= 1;
        self.run(64, Pdcp::unprotect_batch)
    }

    /// Gbit/s of protecting and of opening in bursts.
    fn measure(
        &mut self,
        burst: usize,
        run: Run,
        time: Duration,
    ) -> Result<[f64; 2], Box<dyn Error>> {
        let (mut rounds, mut taken) = (0, [Duration::ZERO; 2]);
        while rounds < 3 || taken[0] + taken[1] < time {
            self.count()?;
            let start = Instant::now();
            run(self, burst, Pdcp::protect_batch)?;
            taken[0] += start.elapsed();
            let start = Instant::now();
            run(self, burst, Pdcp::unprotect_batch)?;
            taken[1] += start.elapsed();
            rounds += 1;
        }
        let bits = 8.0 * self.data_bytes() as f64 * f64::from(rounds);
        Ok(taken.map(|taken| bits / taken.as_secs_f64() / 1e9))
    }
}

/// One burst, shown.
fn burst() -> Result<(), Box<dyn Error>> {
    let nea = Nea::new(EncryptionId::Nea2, &[1; 16])?;
    let nia = Nia::new(IntegrityId::Nia2, &[2; 16])?;
    let pdcp = Pdcp::new(nea, nia, 4, Direction::Uplink)?;
    let mut guard = TransmitGuard::new();
    let mut pdus = [[0x55; HEADER + 40 + Pdcp::MAC_BYTES]; 32];
    let mut jobs = Vec::new();
    for pdu in &mut pdus {
        jobs.push(PduJob::new(&pdcp, guard.next_count()?, HEADER, pdu));
    }
    Pdcp::protect_batch(&mut jobs).into_result()?;
    // One of them is damaged on its way.
    pdus[7][20] ^= 1;
    let mut jobs: Vec<_> = pdus
        .iter_mut()
        .zip(0..)
        .map(|(pdu, count)| PduJob::new(&pdcp, count, HEADER, pdu))
        .collect();
    let report = Pdcp::unprotect_batch(&mut jobs);
    let (number, error) = report.first_failure().ok_or("the damage was not seen")?;
    println!("{} of {} PDUs are authentic; number {number}: {error}", report.done(), report.jobs());
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().map_or(Ok(0.2), |text| text.parse())?;
    let sizes = match arguments.next() {
        Some(bytes) => vec![bytes.parse()?],
        None => SIZES.to_vec(),
    };
    let time = Duration::try_from_secs_f64(seconds)?;
    burst()?;

    println!(
        "\n{PDUS} PDUs of {BEARERS} bearers on {}, Gbit/s of data on one core, protected / opened\n",
        Backend::best()
    );
    print!("{:12}", "PDUs a call");
    WAYS.iter().for_each(|(name, ..)| print!(" {name:>13}"));
    println!();
    let algorithms = [1, 2, 3];
    let (all, mut done) = (algorithms.len() * WAYS.len(), 0);
    for algorithm in algorithms {
        let mut traffic = Traffic::new(algorithm, &sizes)?;
        traffic.check()?;
        let mut row = format!("{:12}", format!("NEA{algorithm}, NIA{algorithm}"));
        for (_, burst, run) in WAYS {
            if stderr().is_terminal() {
                let bar = "#".repeat(done * 40 / all);
                write!(stderr(), "\r[{bar:40}] {done} of {all}")?;
            }
            let [protected, opened] = traffic.measure(burst, run, time)?;
            row += &format!(" {:>13}", format!("{protected:.2} / {opened:.2}"));
            done += 1;
        }
        if stderr().is_terminal() {
            write!(stderr(), "\r{:60}\r", "")?;
        }
        println!("{row}");
    }
    Ok(())
}
