//! PDUs of PDCP under 128-NIA2 and 128-NEA2, a few at a time: the chains of CMAC beside each other, a block of each in a
//! register of its own, and counter mode in the same kernel. Keys and data are read where they lie.

use core::hint::black_box;

use super::BLOCK;
use super::ctr::CtrStep;
use super::groups::double;
use super::tiles::each_tile;
use crate::Backend;
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, BlockKeys as _, Blocks as _, FIRST_OF_128, InOut, Isa, Kernel,
    LAST_KEY, SharedKey, Vector as _, dispatch, part_number, unroll,
};
use crate::mode::last_block::padded;

/// The most PDUs that are worked on together: more chains than this do not hide each other's latency.
pub(crate) const MOST: usize = 8;
const TAG_BYTES: usize = 4;

/// A PDU, with keys of 16 bytes.
pub(crate) struct Pdu<'a> {
    pub(crate) integrity: SharedKey<'a>,
    pub(crate) encryption: SharedKey<'a>,
    /// The beginning of the first counter block, and what is authenticated before header and data.
    pub(crate) first: u64,
    /// How many bytes in front are not encrypted.
    pub(crate) header: usize,
    /// Header, data and tag.
    pub(crate) bytes: &'a mut [u8],
}

/// Protects PDUs or decrypts them, the longest first. The tags are the caller's to compare with those
/// of decrypted PDUs.
pub(crate) fn run(
    backend: Backend,
    opens: bool,
    pdus: &mut [Option<Pdu<'_>>; MOST],
    tags: &mut [u32; MOST],
) {
    dispatch(backend, Pdus { opens, pdus, tags });
}

struct Pdus<'a, 'd> {
    opens: bool,
    pdus: &'a mut [Option<Pdu<'d>>; MOST],
    tags: &'a mut [u32; MOST],
}

/// What is done to all PDUs.
#[derive(Clone, Copy)]
enum Step {
    Encrypt,
    Authenticate,
}

impl Kernel for Pdus<'_, '_> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { opens, pdus, tags } = self;
        let steps = match opens {
            true => [Step::Encrypt, Step::Authenticate],
            false => [Step::Authenticate, Step::Encrypt],
        };
        // Hidden: otherwise each step is there twice.
        for step in black_box(&steps) {
            match step {
                Step::Encrypt => {
                    for pdu in pdus.iter_mut().flatten() {
                        encrypt(isa, pdu);
                    }
                }
                Step::Authenticate => {
                    authenticate(isa, pdus, tags);
                    for (pdu, tag) in pdus.iter_mut().flatten().zip(&*tags) {
                        if let (false, Some(bytes)) = (opens, pdu.bytes.last_chunk_mut()) {
                            *bytes = tag.to_be_bytes();
                        }
                    }
                }
            }
        }
    }
}

/// Counter mode over what follows the header.
#[inline(always)]
fn encrypt<I: Isa>(isa: I, pdu: &mut Pdu<'_>) {
    let data = InOut::in_place(pdu.bytes.get_mut(pdu.header..).unwrap_or(&mut []));
    // The lowest 64 bits begin at zero, so they do not start anew.
    if let Some(mut step) = CtrStep::<I::Aes>::new(isa, pdu.first.into(), data.len()) {
        each_tile::<I, false>(isa, pdu.encryption, &mut step, data);
    }
}

/// The blocks of a message with what is authenticated before it.
#[derive(Clone, Copy)]
struct Message<'a> {
    /// The first block, if it is not the last one too.
    first: [u8; BLOCK],
    has_first: bool,
    middle: &'a [[u8; BLOCK]],
    last: u128,
    /// Whether the last block was whole without padding.
    whole: bool,
}

impl<'a> Message<'a> {
    const NONE: Self =
        Self { first: [0; BLOCK], has_first: false, middle: &[], last: 0, whole: false };

    #[inline(always)]
    fn new(before: u64, message: &'a [u8]) -> Self {
        match message.split_at_checked(8) {
            Some((head, rest)) if !rest.is_empty() => {
                let first = (u128::from(before) | part_number(head) << 64).to_le_bytes();
                let (middle, last) = rest.split_at(rest.len().saturating_sub(1) / BLOCK * BLOCK);
                let (last, whole) = padded(last);
                Self { first, has_first: true, middle: middle.as_chunks().0, last, whole }
            }
            _ => {
                let whole = message.len() == 8;
                let end = 0x80 << ((8 * message.len()) & 63);
                let rest = part_number(message) | if whole { 0 } else { end };
                Self { last: u128::from(before) | rest << 64, whole, ..Self::NONE }
            }
        }
    }
}

/// What the chains do one after the other.
#[derive(Clone, Copy)]
enum Stage {
    /// Zeros, of which the subkeys are made.
    Zeros,
    First,
    Middle,
    Last,
}

/// The tags of CMAC, first byte highest.
#[inline(always)]
fn authenticate<I: Isa>(isa: I, pdus: &[Option<Pdu<'_>>; MOST], tags: &mut [u32; MOST]) {
    let mut messages = [Message::NONE; MOST];
    for (message, pdu) in messages.iter_mut().zip(pdus.iter().flatten()) {
        let end = pdu.bytes.len().saturating_sub(TAG_BYTES);
        *message = Message::new(pdu.first, pdu.bytes.get(..end).unwrap_or(&[]));
    }
    let [Some(longest), ..] = pdus else { return };
    let mut keys = [longest.integrity; MOST];
    for (key, pdu) in keys.iter_mut().zip(pdus.iter().flatten()) {
        *key = pdu.integrity;
    }
    let count = pdus.iter().flatten().count();
    let zeros = [[0; BLOCK]; 1];
    let mut lasts = [[0; BLOCK]; MOST];
    let mut states = [I::One::zero(isa); MOST];
    // Hidden: otherwise the chains are there several times.
    for stage in black_box(&[Stage::Zeros, Stage::First, Stage::Middle, Stage::Last]) {
        let mut done = 0;
        loop {
            let mut blocks = [&zeros[..]; MOST];
            let mut active = count;
            match stage {
                Stage::Zeros => {}
                Stage::First => {
                    active = messages.iter().filter(|message| message.has_first).count();
                    for (blocks, message) in blocks.iter_mut().zip(&messages) {
                        *blocks = core::slice::from_ref(&message.first);
                    }
                }
                Stage::Middle => {
                    // As far as the shortest message that goes on.
                    let going = messages.iter().filter(|message| message.middle.len() > done);
                    active = going.count();
                    let until = messages.get(active.wrapping_sub(1));
                    let until = until.map_or(0, |message| message.middle.len());
                    for (blocks, message) in blocks.iter_mut().zip(&messages) {
                        *blocks = message.middle.get(done..until).unwrap_or(&[]);
                    }
                    done = until;
                }
                Stage::Last => {
                    for (blocks, last) in blocks.iter_mut().zip(&lasts) {
                        *blocks = core::slice::from_ref(last);
                    }
                }
            }
            match active {
                0 => break,
                1 => chain::<I, 1>(isa, &keys, &mut states, &blocks, active),
                2 => chain::<I, 2>(isa, &keys, &mut states, &blocks, active),
                3 | 4 => chain::<I, 4>(isa, &keys, &mut states, &blocks, active),
                _ => chain::<I, 8>(isa, &keys, &mut states, &blocks, active),
            }
            if !matches!(stage, Stage::Middle) {
                break;
            }
        }
        if let Stage::Zeros = stage {
            let all = states.iter_mut().zip(&mut lasts).zip(&messages);
            for ((state, last), message) in all.take(count) {
                let mut subkey = double(isa, state.swap_bytes());
                if !message.whole {
                    subkey = double(isa, subkey);
                }
                I::One::splat(isa, message.last).xor(subkey.swap_bytes()).store(last);
                *state = I::One::zero(isa);
            }
        }
    }
    for (tag, state) in tags.iter_mut().zip(states) {
        *tag = (state.xor_all_block() as u32).swap_bytes();
    }
}

/// Chains blocks of the first `K` messages, as many of each as there are of the first, under keys of 16 bytes. The states
/// of those that are not `active` stay as they are.
#[inline(always)]
fn chain<I: Isa, const K: usize>(
    isa: I,
    keys: &[SharedKey<'_>; MOST],
    states: &mut [I::One; MOST],
    blocks: &[&[[u8; BLOCK]]; MOST],
    active: usize,
) {
    let block = |i: usize, number: usize| match blocks[i].get(number) {
        Some(block) => I::One::load(isa, block),
        None => I::One::zero(isa),
    };
    let key = |i: usize, slot: usize| keys[i].key::<I::One>(isa, slot, 0);
    let mut chains = [I::One::zero(isa); K];
    unroll!(K, |i| chains[i % K] = states[i].xor3(block(i, 0), key(i, FIRST_OF_128)));
    for number in 1..blocks[0].len() {
        rounds::<I, K>(isa, keys, &mut chains);
        // The next block and the first round key come in with the last one.
        unroll!(K, |i| {
            let met = key(i, LAST_KEY).xor3(block(i, number), key(i, FIRST_OF_128));
            chains[i % K] = chains[i % K].aes_enc_last(met);
        });
    }
    rounds::<I, K>(isa, keys, &mut chains);
    unroll!(K, |i| if i < active {
        states[i] = chains[i % K].aes_enc_last(key(i, LAST_KEY));
    });
}

/// All rounds but the last.
#[inline(always)]
fn rounds<I: Isa, const K: usize>(isa: I, keys: &[SharedKey<'_>; MOST], chains: &mut [I::One; K]) {
    for slot in FIRST_OF_128 + 1..LAST_KEY {
        unroll!(K, |i| chains[i % K] = chains[i % K].aes_enc(keys[i].key(isa, slot, 0)));
    }
}
