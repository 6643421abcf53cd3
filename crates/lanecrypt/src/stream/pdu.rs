//! PDUs of PDCP whose integrity and encryption are streams of one cipher, in lanes beside each other.

use super::cohort::{self, Cohort, Core, Loaded, MAX_SINGLE, Sink};
use crate::Backend;
use crate::lanes::{Blocks, InOut, Isa, Kernels, Row, RowOrder, Vector as _, Words as _, unroll};

/// The most PDUs that are worked on together.
pub(crate) const MAX_PDUS: usize = MAX_SINGLE / 2;
/// The longest header.
pub(crate) const MAX_HEADER: usize = 64;
/// The bytes of a tag.
pub(super) const TAG_BYTES: usize = 4;

/// A PDU, with the key of 16 bytes and the IV of each of its streams.
pub(crate) struct Pdu<'a> {
    pub(crate) integrity: (&'a [u8], u128),
    pub(crate) encryption: (&'a [u8], u128),
    /// How many bytes in front are not encrypted, at most [`MAX_HEADER`].
    pub(crate) header: usize,
    /// Header, data and tag.
    pub(crate) bytes: &'a mut [u8],
}

/// A cipher that tags PDUs and encrypts them.
pub(crate) trait PduCipher: Core + Sized {
    /// The two lanes of a PDU.
    type Lanes<'a>: PduLanes<'a>;

    /// Writes a key of 16 bytes and an IV to a row.
    fn write(row: &mut Row, key: &[u8], iv: u128) -> Self::Loading;

    /// Protects one PDU, or decrypts it, and returns its tag.
    fn run_one(backend: Backend, opens: bool, pdu: Pdu<'_>) -> u32 {
        let [tag, ..] = run::<Self>(backend, opens, core::iter::once(pdu));
        tag
    }

    /// Whether more PDUs than [`together`] are done faster one algorithm after the other, all of them.
    const ONLY_FEW: bool;

    /// How many of some PDUs, the longest first and given by their lengths, are done faster one algorithm after the other.
    fn apart(backend: Backend, count: usize, bytes: impl Fn(usize) -> usize) -> usize {
        let _ = (backend, count, bytes);
        0
    }
}

/// The two lanes of a PDU: that of its tag, then that of its encryption.
pub(crate) trait PduLanes<'a>: Sink {
    /// Takes a PDU, to protect it or to decrypt it.
    fn begin(&mut self, opens: bool, header: usize, pdu: &'a mut [u8]);
    /// The tags of so many PDUs.
    fn tags(kernels: &mut Kernels, lanes: &mut [Self], tags: &mut [u32]);
}

/// How many PDUs a backend works on together, at most [`MAX_PDUS`]. Perhaps none.
pub(crate) fn together(backend: Backend) -> usize {
    (cohort::lanes(backend, false) / 2).min(MAX_PDUS)
}

/// Protects PDUs, or decrypts them, at most [`together`]. Returns their tags, which are the caller's to compare
/// with those of decrypted PDUs.
pub(crate) fn run<'a, C: PduCipher>(
    backend: Backend,
    opens: bool,
    pdus: impl Iterator<Item = Pdu<'a>>,
) -> [u32; MAX_PDUS] {
    let mut kernels = Kernels::on(backend);
    let mut loaded = Loaded::<MAX_SINGLE>::EMPTY;
    let mut sinks = const { [const { <C::Lanes<'_> as Sink>::EMPTY }; MAX_PDUS] };
    let mut cohort = Cohort::<C, _>::new(&mut kernels, &mut loaded, &mut sinks);
    let mut count = 0;
    for pdu in pdus.take(together(backend)) {
        for (stream, (key, iv)) in [pdu.integrity, pdu.encryption].into_iter().enumerate() {
            cohort.load(2 * count + stream, |row| C::write(row, key, iv));
        }
        cohort.sinks[count].begin(opens, pdu.header, pdu.bytes);
        count += 1;
    }
    cohort.run(count);
    let mut tags = [0; MAX_PDUS];
    let Cohort { kernels, sinks, .. } = cohort;
    C::Lanes::tags(kernels, &mut sinks[..count], &mut tags[..count]);
    tags
}

/// What a tag is over: header and data.
#[inline(always)]
pub(super) fn message(pdu: &[u8]) -> &[u8] {
    pdu.get(..pdu.len().wrapping_sub(TAG_BYTES)).unwrap_or(&[])
}

/// The number of the last row that is encrypted.
#[inline(always)]
pub(super) fn last_row(header: usize, pdu: &[u8]) -> usize {
    pdu.len().wrapping_sub(header + 1) / 64
}

/// Adds a row of keystream to the bytes from a place on, of which there must be so many.
#[inline(always)]
pub(super) fn xor_row<I: Isa, O: RowOrder>(isa: I, pdu: &mut [u8], place: usize, row: &Row) {
    let Some(bytes) = pdu.get_mut(place..).and_then(|pdu| pdu.first_chunk_mut::<64>()) else {
        return;
    };
    let blocks = I::Blocks::BLOCKS;
    unroll!(4 / blocks, |i| {
        let at = i * blocks;
        let mut key = I::Blocks::of_words(isa, &row.0[4 * at..]);
        if const { O::SWAP_PAIRS } {
            key = key.swap_word_bytes::<u64>();
        }
        I::Blocks::load(isa, &bytes[16 * at..]).xor(key).store(&mut bytes[16 * at..]);
    });
}

/// Adds a row of keystream to the last bytes of a PDU, from a place on.
#[inline(always)]
pub(super) fn xor_end<O: RowOrder>(pdu: &mut [u8], place: usize, row: &Row) {
    let mut rest = InOut::in_place(pdu.get_mut(place..).unwrap_or(&mut []));
    for words in row.0.as_chunks::<4>().0 {
        let [a, b, c, d] = match O::SWAP_PAIRS {
            true => [words[1], words[0], words[3], words[2]].map(u32::swap_bytes),
            false => *words,
        };
        let [a, b, c, d] = [a, b, c, d].map(u128::from);
        rest.split_off_at_most(16).xor_number(a | b << 32 | c << 64 | d << 96);
    }
}

/// Adds a tag to the last bytes of a PDU, most significant byte first.
#[inline(always)]
pub(super) fn xor_tag(pdu: &mut [u8], tag: u32) {
    if let Some(bytes) = pdu.last_chunk_mut() {
        *bytes = (u32::from_be_bytes(*bytes) ^ tag).to_be_bytes();
    }
}
