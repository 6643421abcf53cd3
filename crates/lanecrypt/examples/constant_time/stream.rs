//! Stream ciphers, and MACs with nonces: messages, tags, messages in pieces.

use super::leftovers::step;
use super::memcheck::watched;
use super::shapes::{Keys, Length, SHAPES, Shape};
use super::{Count, Reports, leftovers, memcheck, name_of, secret};
use lanecrypt::stream::reference::Snow;
use lanecrypt::stream::snow3g;
use lanecrypt::stream::zuc::{Iv184, Variant};
use lanecrypt::threegpp::{Direction, Iv, Parameters};
use lanecrypt::{
    Algorithm, Backend, Batch, CipherJob, Data, Error, KeyStream, Mac, MacJob, Status, StreamCipher,
};
use std::cell::RefCell;
use std::hint::black_box;

/// The longest message in bytes.
const BYTES: usize = 260;
/// Lengths in bits, which are not secret: whole rows, parts of rows, parts of bytes, nothing, and more than four rows. An
/// odd number of them, so that every other job, whose key is ready, has each of them.
const BITS: [u64; 11] = [1027, 1024, 512, 511, 8, 3, 0, 1600, 2049, 2080, 64];

/// The length of a message in bits.
fn any_bits(shape: Shape, i: usize) -> u64 {
    let bits = BITS[i % BITS.len()];
    if shape.length == Length::Short { bits % 257 } else { bits }
}

/// A nonce to be kept; bearers and directions are public, everything else is secret.
trait Given {
    fn of_seed(seed: u8) -> Self;
}

/// The nonce as an algorithm takes it.
trait Lend<'a> {
    type Nonce;
    fn lend(&'a self) -> Self::Nonce;
}

impl<const N: usize> Given for [u8; N] {
    fn of_seed(seed: u8) -> Self {
        secret(seed)
    }
}

impl<'a, const N: usize> Lend<'a> for [u8; N] {
    type Nonce = &'a [u8; N];
    fn lend(&'a self) -> &'a [u8; N] {
        self
    }
}

macro_rules! copied {
    ($($given:ty: $of_seed:expr;)*) => {$(
        impl Given for $given {
            fn of_seed(seed: u8) -> Self {
                $of_seed(seed)
            }
        }

        impl Lend<'_> for $given {
            type Nonce = Self;
            fn lend(&self) -> Self {
                *self
            }
        }
    )*};
}
copied! {
    Iv184: |seed| Self::from_packed(&secret(seed));
    Iv: iv;
    Parameters: parameters;
}

/// Bytes 8 to 11 are public, because counter mode looks whether the half of the counter overflows that they are in.
fn iv(seed: u8) -> Iv {
    let mut bytes: [u8; 16] = secret(seed);
    bytes[8..12].fill(seed);
    memcheck::reveal(&mut bytes[8..12]);
    Iv::from_bytes(bytes)
}

fn parameters(seed: u8) -> Parameters {
    let count = u32::from_le_bytes(secret(seed));
    let direction = if seed & 1 == 0 { Direction::Uplink } else { Direction::Downlink };
    Parameters::new(count, seed % 32, direction).expect("a bearer")
}

/// Something with a secret key and a secret nonce.
trait Secret: Algorithm<Options: Ways> {
    /// A nonce, to be kept.
    type Given: Given;
}

/// The ways to compute something.
trait Ways: Copy + std::fmt::Debug + 'static {
    const ALL: &'static [Self];
    /// Whether secrets are looked up in tables.
    fn table(self) -> bool;
}

impl Ways for () {
    const ALL: &'static [()] = &[()];
    fn table(self) -> bool {
        false
    }
}

impl Ways for Variant {
    const ALL: &'static [Self] = Variant::ALL;
    fn table(self) -> bool {
        self == Self::Table
    }
}

impl Ways for snow3g::Variant {
    const ALL: &'static [Self] = snow3g::Variant::ALL;
    fn table(self) -> bool {
        false
    }
}

/// Where a nonce of an algorithm comes from.
type NonceOf<C> = for<'a> fn(&'a <C as Secret>::Given) -> <C as lanecrypt::Cipher>::Nonce<'a>;
type MacNonceOf<M> = for<'a> fn(&'a <M as Secret>::Given) -> <M as Mac>::Nonce<'a>;

fn encrypt<C: StreamCipher + Secret>(
    batch: &Batch<C>,
    options: C::Options,
    shape: Shape,
    nonce: NonceOf<C>,
) {
    let (jobs, keys) = (shape.jobs, Keys::<C>::with_options(shape, batch.backend(), options));
    let given: Vec<_> = (0..jobs).map(|i| C::Given::of_seed(i as u8)).collect();
    let inputs: Vec<_> = (0..jobs).map(|i| secret::<BYTES>(i as u8)).collect();
    let mut outputs: Vec<_> = (0..jobs).map(|i| secret::<BYTES>(!i as u8)).collect();
    for keystream in [false, true] {
        let mut all: Vec<_> = (0..jobs)
            .zip(&mut outputs)
            .map(|(i, output)| {
                let data = match i % 2 {
                    0 => Data::InPlace(output),
                    _ => Data::Copy { input: &inputs[i], output },
                };
                let bits = bits::<C>(shape, i);
                let data = if C::BIT_LENGTHS { data } else { first(data, bits) };
                CipherJob::new(keys.of(i), nonce(&given[i]), data).with_bits(bits)
            })
            .collect();
        let all_done = if keystream {
            watched(|| batch.keystream(&mut all).is_ok())
        } else {
            watched(|| batch.encrypt(&mut all).is_ok())
        };
        assert!(all_done);
    }
    for (i, output) in outputs.iter_mut().enumerate() {
        let Some(key) = keys.ready(i) else { continue };
        let bits = bits::<C>(shape, i);
        let bytes = if C::BIT_LENGTHS { BYTES } else { (bits / 8) as usize };
        let (input, output) = (&inputs[i][..bytes], &mut output[..bytes]);
        watched(|| key.encrypt_bits(nonce(&given[i]), &mut *output, bits)).expect("enough data");
        watched(|| key.decrypt_bits(nonce(&given[i]), (input, output), bits)).expect("enough data");
    }
}

/// The length of a message in bits, whole bytes where there are no others.
fn bits<C: StreamCipher>(shape: Shape, i: usize) -> u64 {
    let bits = any_bits(shape, i);
    if C::BIT_LENGTHS { bits } else { bits / 8 * 8 }
}

/// The first bits, whole bytes.
fn first(data: Data<'_>, bits: u64) -> Data<'_> {
    let bytes = (bits / 8) as usize;
    match data {
        Data::InPlace(data) => Data::InPlace(&mut data[..bytes]),
        Data::Copy { input, output } => {
            Data::Copy { input: &input[..bytes], output: &mut output[..bytes] }
        }
        _ => unreachable!("data is in place or copied"),
    }
}

/// Messages to be authenticated, with tags of every length.
struct Messages<M: Mac + Secret> {
    keys: Keys<M>,
    given: Vec<M::Given>,
    data: Vec<[u8; BYTES]>,
}

impl<M: Mac + Secret> Messages<M> {
    fn new(shape: Shape, options: M::Options, backend: Backend) -> Self {
        let keys = Keys::<M>::with_options(shape, backend, options);
        let keys = keys.map(|i, key| key.with_tag_bytes(tag_bytes::<M>(i)).expect("a length"));
        let jobs = shape.jobs;
        Self {
            keys,
            given: (0..jobs).map(|i| M::Given::of_seed(i as u8)).collect(),
            data: (0..jobs).map(|i| secret(i as u8)).collect(),
        }
    }

    /// The length of the tag of a job.
    fn tag_bytes(&self, job: usize) -> usize {
        self.keys.ready(job).map_or_else(|| tag_bytes::<M>(job), |key| key.tag_bytes())
    }

    /// To be verified if there are tags.
    fn jobs<'a>(&'a self, nonce: MacNonceOf<M>, tags: &[Vec<u8>]) -> Vec<MacJob<'a, M>> {
        (0..self.data.len())
            .map(|i| {
                let (key, given, data) = (self.keys.of(i), nonce(&self.given[i]), &self.data[i]);
                let job = match tags.get(i) {
                    Some(tag) => MacJob::expecting(key, given, data, tag),
                    None => MacJob::new(key, given, data),
                };
                let job = job.with_tag_bytes(self.tag_bytes(i));
                let bits = any_bits(self.keys.shape(), i);
                if M::BIT_LENGTHS { job.with_bits(bits) } else { whole(job, bits) }
            })
            .collect()
    }
}

/// The same length, less what is not whole bytes.
fn whole<M: Mac>(mut job: MacJob<'_, M>, bits: u64) -> MacJob<'_, M> {
    job.message = &job.message[..(bits / 8) as usize];
    job
}

fn tag_bytes<M: Mac>(i: usize) -> usize {
    M::TAG_BYTES[i % M::TAG_BYTES.len()]
}

/// Every tag, in a batch and, where a key is ready, alone.
fn compute<M: Mac + Secret>(
    batch: &Batch<M>,
    messages: &Messages<M>,
    nonce: MacNonceOf<M>,
) -> Vec<Vec<u8>> {
    let mut all = messages.jobs(nonce, &[]);
    assert!(watched(|| batch.compute(&mut all).is_ok()));
    for (i, job) in all.iter().enumerate() {
        let tag = job.tag().expect("a job that is done");
        // Whether a tag is right may be known; how far it is right may not.
        let mut answer = [u8::from(tag.verify(&[7; 16][..tag.as_ref().len()]))];
        memcheck::reveal(&mut answer);
        black_box(answer);
        if let Some(key) = messages.keys.ready(i) {
            let alone = watched(|| key.compute_bits(job.nonce, job.message, job.bits()));
            let _ = black_box(alone.expect("enough data"));
        }
    }
    all.iter().map(|job| job.tag().expect("a job that is done").as_ref().to_vec()).collect()
}

/// Verifies every tag in a batch.
fn verify<M: Mac + Secret>(
    batch: &Batch<M>,
    messages: &Messages<M>,
    nonce: MacNonceOf<M>,
    tags: &[Vec<u8>],
    right: bool,
) {
    let mut all = messages.jobs(nonce, tags);
    let failed = watched(|| batch.verify(&mut all).failed());
    let status = if right { Status::Done } else { Status::Failed(Error::Authentication) };
    assert_eq!(failed, if right { 0 } else { tags.len() });
    assert!(all.iter().all(|job| job.status() == status && job.tag().is_some() == right));
}

/// Verifies the tags alone whose keys are ready.
fn verify_alone<M: Mac + Secret>(
    messages: &Messages<M>,
    nonce: MacNonceOf<M>,
    tags: &[Vec<u8>],
    right: bool,
) {
    for (i, (job, tag)) in messages.jobs(nonce, &[]).iter().zip(tags).enumerate() {
        let Some(key) = messages.keys.ready(i) else { continue };
        let verified = watched(|| key.verify_bits(job.nonce, job.message, job.bits(), tag));
        assert!(verified == if right { Ok(()) } else { Err(Error::Authentication) });
    }
}

/// A cipher in every way to compute it.
fn cipher<C: StreamCipher + Secret>(backend: Backend, nonce: NonceOf<C>, count: Count<'_>) {
    for &options in C::Options::ALL {
        let batch = Batch::<C>::with_backend(backend).expect("an available backend");
        let batch = batch.with_options(options);
        for shape in SHAPES {
            let name = format!("{backend} {} {options:?} encrypt {shape}", name_of::<C>());
            let reports = Reports::of_table(options.table());
            count(name, reports, &|| encrypt(&batch, options, shape, nonce));
        }
    }
    let name = format!("{backend} {} of {} in pieces", name_of::<C::Stream>(), name_of::<C>());
    count(name, Reports::None, &|| in_pieces::<C>(backend, nonce));
}

/// The same of a MAC.
fn mac<M: Mac + Secret>(backend: Backend, nonce: MacNonceOf<M>, count: Count<'_>) {
    for &options in M::Options::ALL {
        let batch = Batch::<M>::with_backend(backend).expect("an available backend");
        let batch = batch.with_options(options);
        for shape in SHAPES {
            let name =
                |what: &str| format!("{backend} {} {options:?} {what} {shape}", name_of::<M>());
            let messages = Messages::<M>::new(shape, options, backend);
            let tags = RefCell::new(Vec::new());
            let reports = Reports::of_table(options.table());
            count(name("compute"), reports, &|| {
                tags.replace(compute(&batch, &messages, nonce));
            });
            let tags = tags.into_inner();
            let mut wrong = tags.clone();
            wrong
                .iter_mut()
                .for_each(|tag| tag.iter_mut().skip(1).take(1).for_each(|byte| *byte ^= 1));
            for (what, tags, right) in [("verify", &tags, true), ("refuse", &wrong, false)] {
                let verdicts = |of: usize| match reports {
                    Reports::None => Reports::Verdicts(of),
                    other => other,
                };
                count(name(what), verdicts(shape.jobs), &|| {
                    verify(&batch, &messages, nonce, tags, right)
                });
                let alone = messages.keys.how_many_ready();
                if alone > 0 {
                    count(name(&format!("{what} alone")), verdicts(alone), &|| {
                        verify_alone(&messages, nonce, tags, right);
                    });
                }
            }
        }
    }
}

fn key<C: Algorithm>(seed: u8, backend: Backend) -> C {
    let bytes = secret::<32>(seed);
    leftovers::look_for::<C>(&bytes[..C::KEY_BYTES], C::Options::default(), backend);
    watched(|| C::with_backend(&bytes[..C::KEY_BYTES], backend)).expect("an available backend")
}

/// A message in pieces, of a key object that is gone.
fn in_pieces<C: StreamCipher + Secret>(backend: Backend, nonce: NonceOf<C>) {
    let (given, key, data) = (C::Given::of_seed(3), key::<C>(2, backend), secret::<BYTES>(1));
    let others: &[&[u8]] = &[&leftovers::bytes_of(&given)];
    leftovers::knowing_states(|watch| {
        let (key, mut data) = (key.clone(), data);
        let stream = step(watch, || key.stream(nonce(&given)));
        drop(key);
        let mut stream = stream.expect("a nonce for encryption");
        for piece in data.chunks_mut(61) {
            leftovers::look_for_state(&stream, others);
            step(watch, || stream.apply(&mut *piece)).expect("below the limit");
            leftovers::look_for_state(&stream, others);
            step(watch, || stream.keystream(piece)).expect("below the limit");
        }
        leftovers::look_for_state(&stream, others);
    });
}

macro_rules! ciphers {
    ($({
        ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty)
        $bits:literal $target:literal
    })*) => {
        $(impl Secret for $type {
            type Given = $nonce;
        })*

        fn every_cipher(backend: Backend, count: Count<'_>) {
            $(cipher::<$type>(backend, |given| given.lend(), count);)*
        }
    };
}
lanecrypt::stream_ciphers!(ciphers);

macro_rules! macs {
    (
        over_aes { $($over_aes:tt)* }
        over_aegis { $($over_aegis:tt)* }
        other { $({
            ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty)
            $target:literal
        })* }
    ) => {
        $(impl Secret for $type {
            type Given = $nonce;
        })*

        fn every_mac(backend: Backend, count: Count<'_>) {
            $(mac::<$type>(backend, |given| given.lend(), count);)*
        }
    };
}
lanecrypt::macs!(macs);

/// The plain implementations of SNOW 5G, SNOW-V and SNOW-Vi.
pub(crate) fn plain(count: Count<'_>) {
    type Version = fn(&[u8; 32], &[u8; 16]) -> Snow;
    let versions: [(&str, Version); 3] =
        [("SNOW 5G", Snow::snow5g), ("SNOW-V", Snow::snow_v), ("SNOW-Vi", Snow::snow_vi)];
    for (name, version) in versions {
        let (key, iv) = (secret(1), secret(2));
        count(format!("plain {} of {name}", name_of::<Snow>()), Reports::None, &|| {
            version(&key, &iv).keystream(&mut [0; BYTES]);
        });
    }
}

/// Every stream cipher, and every MAC with a nonce, on a backend.
pub(crate) fn every_algorithm(backend: Backend, count: Count<'_>) {
    every_cipher(backend, count);
    every_mac(backend, count);
}
