//! Many messages of 256-NCA5: a kernel encrypts and hashes one after another, between the rounds of the cipher, as in GCM.
//! Powers of H, and what comes after the blocks of a message, are computed for many side by side.

use super::frame::{Message, Rows};
use super::hash256::{Ends, HashRoom, Keys, REGISTERS, end, extent, lengths};
use super::suite5::shared;
use crate::Backend;
use crate::algorithm::engine::Operation;
use crate::block::Aes256;
use crate::hash::columns::{MOST_BLOCKS, ROWS};
use crate::hash::polyval::HashKey;
use crate::lanes::{
    AesOps, Blocks as _, FullWidth, Isa, Kernel, Kernels, Row, Schedule, Vector as _, WithCopies,
    blocks_of_register, dispatch, wipe_in_kernel,
};
use crate::mode::blocks::ctr_keyed::{
    CtrMessage as _, Few, expand, first_blocks, hashed, key_blocks,
};

/// Seals or opens the messages of a window. Puts the sums that their tags are the beginning of. Messages are decrypted whether
/// their tags are right or not; whoever compares them makes the output of a wrong one zeros.
pub(super) fn one_pass<const N: usize>(
    backend: Backend,
    operation: Operation,
    keys: Few<'_>,
    messages: &mut [Message<'_, Aes256>],
    sums: &mut [u128; N],
    room: &mut HashRoom,
) {
    let kernels = &mut Kernels::on(backend);
    let mut rows = Rows::<N>::ZERO;
    let rows = &mut rows.0[..messages.len()];
    key_blocks(kernels, keys, messages, rows);
    let open = operation == Operation::Decrypt;
    kernels.run(OnePass { open, keys, rows, messages, sums, room });
}

struct OnePass<'w, 'm> {
    open: bool,
    keys: Few<'w>,
    /// H, Q and P of the messages.
    rows: &'w [Row],
    messages: &'w mut [Message<'m, Aes256>],
    sums: &'w mut [u128],
    room: &'w mut HashRoom,
}

impl Kernel for OnePass<'_, '_> {
    type Output = ();
    type Class = WithCopies<FullWidth<AesOps>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        // Plain words take one message after another (`Core::one_by_one`).
        if const { matches!(I::BACKEND, Backend::Portable) } {
            return;
        }
        let Self { open, keys: round_keys, rows, messages, sums, room } = self;
        let HashRoom { many, own } = room;
        own.begin(isa);
        let together = REGISTERS * I::Aes::BLOCKS;
        let groups = rows.chunks(together).zip(messages.chunks_mut(together));
        for ((rows, messages), sums) in groups.zip(sums.chunks_mut(together)) {
            let keys = Keys::<I::Aes, REGISTERS>::new(isa, rows);
            let texts = messages.iter().map(|message| message.text(false));
            let (short, longest) = extent::<I>(texts);
            many.expand(isa, keys.h(isa), short, longest);
            let mut ends = Ends::ZERO;
            for (slot, message) in messages.iter_mut().enumerate() {
                let key = round_keys.forward(message.place, message.key());
                let Some(round_keys) = key else { continue };
                let rows = message.data.len() / I::Aes::BYTES;
                many.give(isa, slot, rows, short, rows >= ROWS, own);
                let sums =
                    hashed::<I, _>(isa, open, round_keys, own.powers(), message.aad(), message);
                ends.put(slot, sums, &message.text(false));
            }
            ends.finish(isa, &keys, sums);
        }
    }
}

/// Whether a message that is alone is so long that [`one_pass_alone`] is faster than two passes.
pub(super) fn is_long_alone(
    backend: Backend,
    operation: Operation,
    message: &Message<'_, Aes256>,
) -> bool {
    // On the longest registers, one pass needs more powers.
    let least = if blocks_of_register(backend) == MOST_BLOCKS { 1280 } else { 640 };
    backend != Backend::Portable && operation != Operation::Keystream && message.data.len() >= least
}

/// Seals or opens a message. Returns what its tag is the beginning of.
pub(super) fn one_pass_alone(
    backend: Backend,
    operation: Operation,
    message: &mut Message<'_, Aes256>,
) -> u128 {
    let powers = &mut HashKey::empty();
    let open = operation == Operation::Decrypt;
    dispatch(backend, Alone { open, message, powers })
}

struct Alone<'w, 'm> {
    open: bool,
    message: &'w mut Message<'m, Aes256>,
    powers: &'w mut HashKey,
}

impl Kernel for Alone<'_, '_> {
    type Output = u128;
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u128 {
        // Plain words take two passes: see [`is_long_alone`].
        if const { matches!(I::BACKEND, Backend::Portable) } {
            return 0;
        }
        let Self { open, message, powers } = self;
        let mut expanded = Schedule::ZERO;
        let [h, q, p] = first_blocks::<I, 32, true>(isa, message, &mut expanded);
        let text = message.text(false);
        let lengths = lengths(&text);
        expand(isa, powers, h, [text[0].len(), text[1].len()]);
        let (round_keys, aad) = (shared(message, &expanded), message.aad());
        let products = hashed::<I, _>(isa, open, round_keys, powers.powers(), aad, message);
        wipe_in_kernel(isa, &mut expanded, Schedule::ZERO);
        end(isa, [q, p], products.reduce(isa), lengths)
    }
}
