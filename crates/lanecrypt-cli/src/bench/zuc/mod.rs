//! The ZUC family, to be measured.

mod known;

use lanecrypt::batch::{Data, Status};
use lanecrypt::mobile::Direction;
use lanecrypt::stream::zuc::{Batch, Iv184, Job, MacJob, MacSetup, Setup, TagLength, Variant};

use super::catalogue::{Buffers, Entry, Known, Result, Secret, Setting, Subject};
use known::{
    EEA3, EIA3, EIA3_SHORT, MAC32_ONES, MAC32_ZEROS, MAC64_ONES, MAC64_ZEROS, MAC128_ONES,
    MAC128_ZEROS, NEA6, NEA6_KEYSTREAM, NEA6_SHORT, ZUC128, ZUC256_ONES, ZUC256_ZEROS,
};

/// All its operations.
pub(crate) static ENTRIES: [Entry; 11] = [
    keystream("zuc128", &|s| cipher(s, Fill::Keystream, zuc128), &[ZUC128]),
    encrypt("zuc128", &|s| cipher(s, Fill::InPlace, zuc128), &[ZUC128]),
    keystream("zuc256", &|s| cipher(s, Fill::Keystream, zuc256), &[ZUC256_ZEROS, ZUC256_ONES]),
    encrypt("zuc256", &|s| cipher(s, Fill::InPlace, zuc256), &[ZUC256_ZEROS, ZUC256_ONES]),
    mac("zuc256", "mac32", &|s| tags(s, mac32), &[MAC32_ZEROS, MAC32_ONES]),
    mac("zuc256", "mac64", &|s| tags(s, mac64), &[MAC64_ZEROS, MAC64_ONES]),
    mac("zuc256", "mac128", &|s| tags(s, mac128), &[MAC128_ZEROS, MAC128_ONES]),
    keystream("nea6", &|s| cipher(s, Fill::Keystream, nea6), &[NEA6_KEYSTREAM]),
    encrypt("nea6", &|s| cipher(s, Fill::InPlace, nea6), &[NEA6_SHORT, NEA6]),
    encrypt("eea3", &|s| cipher(s, Fill::InPlace, eea3), &[EEA3]),
    mac("eia3", "mac", &|s| tags(s, eia3), &[EIA3_SHORT, EIA3]),
];

type Prepare = &'static (dyn Fn(&Setting) -> Box<dyn Subject> + Sync);

const fn keystream(name: &'static str, prepare: Prepare, known: &'static [Known]) -> Entry {
    entry(name, "keystream", prepare, Result::Messages, known)
}

const fn encrypt(name: &'static str, prepare: Prepare, known: &'static [Known]) -> Entry {
    entry(name, "encrypt", prepare, Result::Messages, known)
}

const fn mac(
    name: &'static str,
    operation: &'static str,
    prepare: Prepare,
    known: &'static [Known],
) -> Entry {
    entry(name, operation, prepare, Result::Tags, known)
}

const fn entry(
    algorithm: &'static str,
    operation: &'static str,
    prepare: Prepare,
    result: Result,
    known: &'static [Known],
) -> Entry {
    Entry {
        algorithm,
        operation,
        by_default: true,
        granule: 1,
        most: u64::MAX,
        ready_keys: false,
        variants: &variants,
        prepare,
        result,
        known,
    }
}

fn variants() -> Vec<&'static str> {
    Variant::ALL.into_iter().map(Variant::name).collect()
}

fn zuc128(secret: &Secret) -> Setup {
    Setup::zuc128(first(&secret.key), first(&secret.iv))
}

fn zuc256(secret: &Secret) -> Setup {
    Setup::zuc256(first(&secret.key), &iv184(secret))
}

fn nea6(secret: &Secret) -> Setup {
    Setup::nea6(first(&secret.key), first(&secret.iv))
}

fn eea3(secret: &Secret) -> Setup {
    let (count, bearer, direction) = parameters(secret);
    accept(Setup::eea3(first(&secret.key), count, bearer, direction))
}

fn mac32(secret: &Secret) -> MacSetup {
    MacSetup::zuc256(first(&secret.key), &iv184(secret), TagLength::Bits32)
}

fn mac64(secret: &Secret) -> MacSetup {
    MacSetup::zuc256(first(&secret.key), &iv184(secret), TagLength::Bits64)
}

fn mac128(secret: &Secret) -> MacSetup {
    MacSetup::zuc256(first(&secret.key), &iv184(secret), TagLength::Bits128)
}

fn eia3(secret: &Secret) -> MacSetup {
    let (count, bearer, direction) = parameters(secret);
    accept(MacSetup::eia3(first(&secret.key), count, bearer, direction))
}

fn iv184(secret: &Secret) -> Iv184 {
    Iv184::from_packed(first(&secret.iv))
}

/// COUNT in the first four bytes, BEARER in five bits of the next, DIRECTION in one bit of the
/// one after that.
fn parameters(secret: &Secret) -> (u32, u8, Direction) {
    let direction = match secret.iv[5] & 1 {
        0 => Direction::Uplink,
        _ => Direction::Downlink,
    };
    (u32::from_be_bytes(*first(&secret.iv)), secret.iv[4] & 31, direction)
}

fn first<const N: usize>(bytes: &[u8]) -> &[u8; N] {
    match bytes.first_chunk() {
        Some(first) => first,
        None => unreachable!("no key or IV is longer than what there is"),
    }
}

fn accept<T>(result: std::result::Result<T, lanecrypt::Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => unreachable!("the catalogue asked for what cannot be: {error}"),
    }
}

fn batch(setting: &Setting) -> Batch {
    let variant = Variant::ALL.into_iter().find(|variant| variant.name() == setting.variant);
    accept(Batch::with_backend(setting.backend)).with_variant(variant.unwrap_or_default())
}

#[derive(Clone, Copy)]
enum Fill {
    InPlace,
    Keystream,
}

/// Encryption in place, or filling with keystream.
struct Cipher {
    batch: Batch,
    jobs: usize,
    fill: Fill,
    load: fn(&Secret) -> Setup,
}

fn cipher(setting: &Setting, fill: Fill, load: fn(&Secret) -> Setup) -> Box<dyn Subject> {
    Box::new(Cipher { batch: batch(setting), jobs: setting.batch, fill, load })
}

impl Subject for Cipher {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, bits, .. } = buffers;
        let mut jobs: Vec<Job<'_>> = messages
            .iter_mut()
            .zip(&*secrets)
            .map(|(message, secret)| {
                let all = 8 * message.len() as u64;
                let data = match self.fill {
                    Fill::InPlace => Data::InPlace(message),
                    Fill::Keystream => Data::Keystream(message),
                };
                Job::with_bits((self.load)(secret), data, bits.unwrap_or(all))
            })
            .collect();
        timer(&mut || {
            for (job, secret) in jobs.iter_mut().zip(&*secrets) {
                job.setup = (self.load)(secret);
                job.status = Status::Pending;
            }
            self.batch.encrypt(&mut jobs);
        });
    }

    fn resolved_variant(&self) -> &'static str {
        self.batch.variant_for(self.jobs).name()
    }

    fn lanes(&self) -> usize {
        self.batch.lanes_for(self.jobs)
    }
}

/// Making tags.
struct Tags {
    batch: Batch,
    jobs: usize,
    load: fn(&Secret) -> MacSetup,
}

fn tags(setting: &Setting, load: fn(&Secret) -> MacSetup) -> Box<dyn Subject> {
    Box::new(Tags { batch: batch(setting), jobs: setting.batch, load })
}

impl Subject for Tags {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, bits, tags, .. } = buffers;
        let mut jobs: Vec<MacJob<'_>> = messages
            .iter()
            .zip(&*secrets)
            .map(|(message, secret)| {
                let all = 8 * message.len() as u64;
                MacJob::with_bits((self.load)(secret), message, bits.unwrap_or(all))
            })
            .collect();
        timer(&mut || {
            for (job, secret) in jobs.iter_mut().zip(&*secrets) {
                job.setup = (self.load)(secret);
                job.status = Status::Pending;
            }
            self.batch.mac(&mut jobs);
        });
        *tags = jobs.iter().map(|job| job.tag.as_ref().to_vec()).collect();
    }

    fn resolved_variant(&self) -> &'static str {
        self.batch.variant_for(self.jobs).name()
    }

    fn lanes(&self) -> usize {
        self.batch.lanes_for(self.jobs)
    }
}
