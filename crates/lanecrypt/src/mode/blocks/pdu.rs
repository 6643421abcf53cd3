//! PDUs of PDCP under 128-NIA2 and 128-NEA2, a few at a time: the chains of CMAC beside each other, a block of each in a
//! register of its own, and counter mode in the same kernel. Keys and data are read where they lie.

use core::hint::black_box;

use super::BLOCK;
use super::chains::{Chains, Input};
use super::ctr::CtrStep;
use super::tiles::each_tile;
use crate::Backend;
use crate::lanes::{
    AesOps, AnyWidth, Blocks as _, InOut, Isa, Kernel, SharedKey, SideBySide, dispatch, part_number,
};
use crate::mode::last_block::padded;

/// The most PDUs that are worked on together.
pub(crate) const MOST: usize = super::chains::MOST;
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

/// Protects PDUs or decrypts them. The tags are the caller's to compare with those
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
    type Class = SideBySide<AnyWidth<AesOps>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        // Not used with plain words.
        if const { matches!(I::BACKEND, Backend::Portable) } {
            return;
        }
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
                    let [Some(some), ..] = &*pdus else { return };
                    let mut chains = Chains::<I>::new(isa, some.integrity);
                    for pdu in pdus.iter().flatten() {
                        let end = pdu.bytes.len().saturating_sub(TAG_BYTES);
                        let message = pdu.bytes.get(..end).unwrap_or(&[]);
                        chains.put(isa, &chain_of(pdu.integrity, pdu.first, message));
                    }
                    chains.authenticate(isa);
                    for (tag, end) in tags.iter_mut().zip(&chains.states) {
                        *tag = (end.xor_all_block() as u32).swap_bytes();
                    }
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

/// The chain of a message with what is authenticated before it.
#[inline(always)]
fn chain_of<'a>(key: SharedKey<'a>, before: u64, message: &'a [u8]) -> Input<'a> {
    match message.split_at_checked(8) {
        Some((head, rest)) if !rest.is_empty() => {
            let first = u128::from(before) | part_number(head) << 64;
            let middle = rest.len().saturating_sub(1) / BLOCK * BLOCK;
            let (middle, last) = rest.split_at_checked(middle).unwrap_or((&[], rest));
            let (last, whole) = padded(last);
            Input { key, first: Some(first), middle: middle.as_chunks().0, last, whole }
        }
        _ => {
            let whole = message.len() == 8;
            let end = 0x80 << ((8 * message.len()) & 63);
            let rest = part_number(message) | if whole { 0 } else { end };
            Input { key, first: None, middle: &[], last: u128::from(before) | rest << 64, whole }
        }
    }
}
