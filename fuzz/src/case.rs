//! One case: random jobs for one algorithm on one backend, and what is checked of them.

use std::ops::AddAssign;

use lanecrypt::{Backend, Cipher, Mac};

use crate::pages::Memory;
use crate::reach;
use crate::source::Source;

/// What a case is made of.
pub struct Case<'c, 'b> {
    /// Where its decisions and data come from.
    pub source: &'c mut Source<'b>,
    /// Where its messages lie.
    pub memory: &'c mut Memory,
    /// The backend in use.
    pub backend: Backend,
}

impl std::fmt::Debug for Case<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Case").field("backend", &self.backend).finish_non_exhaustive()
    }
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Cases.
    pub cases: u64,
    /// Jobs or calls whose outcome was checked.
    pub jobs: u64,
    /// Those that were processed, and not refused: messages whose results were compared.
    pub messages: u64,
    /// The bytes of these messages.
    pub bytes: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.cases += other.cases;
        self.jobs += other.jobs;
        self.messages += other.messages;
        self.bytes += other.bytes;
    }
}

/// What a case came to: what was checked, or what was wrong.
pub type Checked = Result<Count, String>;

/// Runs a case.
pub type Run = fn(&mut Case<'_, '_>) -> Checked;

/// How many messages, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// How many messages.
    pub jobs: usize,
    longest: usize,
}

impl Shape {
    /// Mostly many short messages, sometimes few long ones.
    pub fn new(source: &mut Source<'_>) -> Self {
        let (jobs, longest) = match source.below(16) {
            0 => (1, 5000),
            1 => (1 + source.below(24), 5000),
            2 => (1 + source.below(3), 70_000),
            3 => (1 + source.below(64), 300),
            4 | 5 => (1 + source.below(20), 64),
            _ => (64 + source.below(193), 64),
        };
        Self { jobs, longest }
    }

    /// Few messages, for what is slow.
    pub fn few(source: &mut Source<'_>) -> Self {
        let (jobs, longest) = match source.below(16) {
            0 => (1, 3000),
            1 => (1 + source.below(40), 300),
            _ => (1 + source.below(20), 80),
        };
        Self { jobs, longest }
    }

    /// The length of a message, whole units.
    pub fn length(self, source: &mut Source<'_>, unit: usize) -> usize {
        let bytes = source.below(self.longest + 1);
        if unit > 1 || source.one_in(4) {
            let unit = if unit > 1 { unit } else { 16 };
            bytes / unit * unit
        } else {
            bytes
        }
    }
}

/// What is given with every message, made of bytes in the pages.
pub trait FromBytes<'a>: Copy {
    /// Of how many bytes; none if the algorithm decides.
    const BYTES: &'static [usize];
    /// Of as many bytes.
    fn from_bytes(bytes: &'a [u8]) -> Self;
}

impl<'a> FromBytes<'a> for &'a [u8] {
    const BYTES: &'static [usize] = &[];
    fn from_bytes(bytes: &'a [u8]) -> Self {
        bytes
    }
}

impl<'a, const N: usize> FromBytes<'a> for &'a [u8; N] {
    const BYTES: &'static [usize] = &[N];
    fn from_bytes(bytes: &'a [u8]) -> Self {
        bytes.try_into().expect("as many bytes")
    }
}

impl FromBytes<'_> for () {
    const BYTES: &'static [usize] = &[0];
    fn from_bytes(_: &[u8]) -> Self {}
}

impl FromBytes<'_> for lanecrypt::stream::zuc::Iv184 {
    const BYTES: &'static [usize] = &[23];
    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_packed(bytes.try_into().expect("as many bytes"))
    }
}

impl FromBytes<'_> for lanecrypt::threegpp::Iv {
    const BYTES: &'static [usize] = &[16];
    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_bytes(bytes.try_into().expect("as many bytes"))
    }
}

impl FromBytes<'_> for lanecrypt::threegpp::Parameters {
    const BYTES: &'static [usize] = &[6];
    fn from_bytes(bytes: &[u8]) -> Self {
        let (count, bearer, direction) = parameters(bytes);
        let direction = match direction {
            0 => lanecrypt::threegpp::Direction::Uplink,
            _ => lanecrypt::threegpp::Direction::Downlink,
        };
        Self::new(count, bearer, direction).expect("five bits")
    }
}

/// COUNT, BEARER and DIRECTION of six bytes.
pub fn parameters(bytes: &[u8]) -> (u32, u8, u8) {
    let count = u32::from_be_bytes(*bytes.first_chunk().expect("six bytes"));
    (count, bytes[4] & 31, bytes[5] & 1)
}

/// The lengths that nonces of a cipher can have: those that the caller knows, or that of the type.
pub fn nonce_bytes<C>(known: &'static [usize]) -> &'static [usize]
where
    C: Cipher,
    for<'a> C::Nonce<'a>: FromBytes<'a>,
{
    let own = <C::Nonce<'static> as FromBytes<'static>>::BYTES;
    if own.is_empty() { known } else { own }
}

/// The same of a MAC.
pub fn mac_nonce_bytes<M>(known: &'static [usize]) -> &'static [usize]
where
    M: Mac,
    for<'a> M::Nonce<'a>: FromBytes<'a>,
{
    let own = <M::Nonce<'static> as FromBytes<'static>>::BYTES;
    if own.is_empty() { known } else { own }
}

/// What can be chosen beside a key.
pub trait Choose: Copy {
    /// Any.
    fn choose(source: &mut Source<'_>) -> Self;
}

impl Choose for () {
    fn choose(_: &mut Source<'_>) {}
}

macro_rules! variants {
    ($($variant:ty),*) => {$(
        impl Choose for $variant {
            fn choose(source: &mut Source<'_>) -> Self {
                let chosen = if source.one_in(4) { source.one_of(Self::ALL) } else { Self::Auto };
                reach::note(format_args!("variant {chosen:?}"));
                chosen
            }
        }
    )*};
}
variants!(lanecrypt::stream::snow3g::Variant, lanecrypt::stream::zuc::Variant);

impl Choose for lanecrypt::block::Sbox {
    fn choose(source: &mut Source<'_>) -> Self {
        if source.one_in(2) {
            return Self::default();
        }
        if source.one_in(2) {
            let (name, sbox) = source.one_of(&Self::NAMED);
            reach::note(format_args!("S-box {name}"));
            return sbox;
        }
        reach::note(format_args!("any S-box"));
        let mut rows = [[0; 16]; 8];
        for row in &mut rows {
            *row = std::array::from_fn(|i| i as u8);
            (1..16).for_each(|i| row.swap(i, source.below(i + 1)));
        }
        Self::new(&rows).expect("permutations")
    }
}

/// What is wrong with a job on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Nothing.
    Nothing,
    /// The key is too short.
    Key,
    /// The output is longer than the input.
    Output,
    /// The tag, where one is expected.
    Tag,
    /// It is done already: not to be touched.
    Done,
}

impl Wrong {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Nothing, Self::Key, Self::Output, Self::Tag, Self::Done];

    /// Mostly nothing.
    pub fn choose(source: &mut Source<'_>) -> Self {
        match source.below(64) {
            0 => Self::Key,
            1 => Self::Output,
            2..7 => Self::Tag,
            7 => Self::Done,
            _ => Self::Nothing,
        }
    }
}

/// How the key of a job is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// As bytes.
    Bytes,
    /// Ready on the backend of the batch.
    Ready,
    /// Ready on another one.
    Elsewhere,
}

/// How the keys of a batch are given.
pub fn given(source: &mut Source<'_>) -> &'static [Given] {
    use Given::{Bytes, Elsewhere, Ready};
    const WAYS: [&[Given]; 4] =
        [&[Bytes], &[Ready], &[Bytes, Ready], &[Bytes, Ready, Ready, Elsewhere]];
    source.one_of(&WAYS)
}

/// Notes the form of a job: how it is given, what is wrong with it, how long it is, and where its output lies.
pub fn note_job(operation: &str, given: Given, wrong: Wrong, bytes: usize, apart: Option<bool>) {
    reach::note(format_args!("{operation}, key {given:?}"));
    reach::note(format_args!("{operation}, wrong: {wrong:?}"));
    reach::bytes(bytes);
    if let Some(apart) = apart {
        reach::note(format_args!("{operation}, apart: {apart}"));
    }
}

/// Notes that a message has a length in bits.
pub fn note_bits(bits: Option<u64>) {
    if let Some(bits) = bits {
        reach::note(format_args!("bits beside whole bytes: {}", bits % 8));
    }
}

/// Any backend of this processor.
pub fn any_backend(source: &mut Source<'_>) -> Backend {
    let all = Backend::available().count();
    let place = source.below(all);
    Backend::available().nth(place).expect("one of them")
}
