//! Many long messages of 256-NCA4: a kernel encrypts a row of each of as many as a register has blocks, and hashes these rows at
//! once, between the steps of the cipher. So messages are read once, and the products of the hash wait while the cipher
//! does not.

use core::cmp::Reverse;
use core::hint::black_box;

use super::frame::{Message, Rows};
use super::hash256::{Ends, HashRoom, Keys, REGISTERS, Text, absorb, blocks, extent, whole_rows};
use crate::Backend;
use crate::algorithm::engine::Operation;
use crate::hash::BLOCK;
use crate::hash::columns::{MOST_BLOCKS, ROWS, pays_sums};
use crate::hash::polyval::{Hashing, NEAR};
use crate::hash::rows::{RowPowers, RowProducts};
use crate::lanes::{
    AesBlocks, AesOps, Blocks as _, FullWidth, InOut, Isa, Kernel, Kernels, Row, Vector as _,
    WithCopies, in_this_branch, unroll,
};
use crate::stream::snow5g::{Load, States, Streams, Version};

/// Whether a window is taken in one pass that has a message of so many bytes. Shorter ones are faster in two.
#[inline]
pub(super) fn is_long(backend: Backend, bytes: usize) -> bool {
    // Bit planes hold a block of each of several messages.
    backend != Backend::Portable && bytes > NEAR * BLOCK
}

/// Seals or opens the messages of a window, whose order changes. Puts the sums that their tags are the beginning of. Messages
/// are decrypted whether their tags are right or not; whoever compares them makes the output of a wrong one zeros.
pub(super) fn one_pass<const N: usize>(
    backend: Backend,
    operation: Operation,
    messages: &mut [Message<'_, [u8; 32]>],
    sums: &mut [u128; N],
    room: &mut HashRoom,
) {
    let kernels = &mut Kernels::on(backend);
    // Messages of about one length share registers.
    messages.sort_unstable_by_key(|message| Reverse(message.data.len()));
    let mut loads = [Load::EMPTY; N];
    for (load, message) in loads.iter_mut().zip(&*messages) {
        *load = Load::new(message.key.bytes(|key| key.as_slice()), message.iv);
    }
    let mut states = States::new();
    let mut rows = Rows::<N>::ZERO;
    let (loads, rows) = (&loads[..messages.len()], &mut rows.0[..messages.len()]);
    states.initialise(kernels, Version::Snow5g, loads, rows);
    let mut sorted = [0; N];
    let seals = operation == Operation::Encrypt;
    let (states, sums_of) = (&states, &mut sorted);
    kernels.run(OnePass { states, rows, messages, seals, sums: sums_of, room });
    for (message, sum) in messages.iter().zip(&sorted) {
        sums[message.place] = *sum;
    }
}

struct OnePass<'w, 'm> {
    states: &'w States,
    /// H, Q and P of the messages.
    rows: &'w [Row],
    messages: &'w mut [Message<'m, [u8; 32]>],
    /// Whether the output is hashed, not the input.
    seals: bool,
    sums: &'w mut [u128],
    room: &'w mut HashRoom,
}

/// What is done with messages.
#[derive(Clone, Copy)]
enum Step {
    /// Before the rows.
    Aad,
    Rows,
    /// The rest, or all where there are no rows.
    Hash,
    Encrypt,
}

impl Kernel for OnePass<'_, '_> {
    type Output = ();
    type Class = WithCopies<FullWidth<AesOps>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        // Bit planes take two passes: see [`is_long`].
        if const { matches!(I::BACKEND, Backend::Portable) } {
            return;
        }
        let Self { states, rows, messages, seals, sums, room } = self;
        room.own.begin(isa);
        let together = REGISTERS * I::Aes::BLOCKS;
        let groups = rows.chunks(together).zip(messages.chunks_mut(together));
        for (group, ((rows, messages), sums)) in groups.zip(sums.chunks_mut(together)).enumerate() {
            let keys = Keys::<I::Aes, REGISTERS>::new(isa, rows);
            let texts = messages.iter().map(|message| message.text(false));
            let (_, longest) = extent::<I>(texts);
            room.many.expand(isa, keys.h(isa), false, longest);
            let mut ends = Ends::ZERO;
            for (i, messages) in messages.chunks_mut(I::Aes::BLOCKS).enumerate() {
                let slot = i * I::Aes::BLOCKS;
                // Below it already, which the compiler cannot see.
                let place = (group * together + slot) % States::MAX;
                let streams = Streams::from(isa, states, place);
                register::<I>(isa, streams, messages, seals, slot, room, &mut ends);
            }
            ends.finish(isa, &keys, sums);
        }
    }
}

/// Encrypts or decrypts as many messages as a register has blocks, or fewer, and puts the sums of their products. The powers
/// of the first one are in a slot.
#[inline(always)]
fn register<I: Isa>(
    isa: I,
    mut streams: Streams<I::Aes>,
    messages: &mut [Message<'_, [u8; 32]>],
    seals: bool,
    slot: usize,
    HashRoom { many, own }: &mut HashRoom,
    ends: &mut Ends,
) {
    let size = BLOCK * I::Aes::BLOCKS;
    let zero = I::One::zero(isa);
    // The rows that all of them have, if there are as many messages as blocks, and enough rows to make powers for.
    let least = if I::Aes::BLOCKS == MOST_BLOCKS { ROWS } else { 2 * ROWS };
    let mut rows = usize::MAX;
    for message in &*messages {
        rows = rows.min(in_this_branch(message.data.len()) / size);
    }
    if rows < least || messages.len() != I::Aes::BLOCKS {
        rows = 0;
    }
    let done = rows * size;
    // Of the rows so far, or the states before them.
    let mut columns = [I::Aes::zero(isa); MOST_BLOCKS];
    // Their order is hidden: otherwise the code of each would be there twice.
    let steps = if seals {
        [Step::Aad, Step::Rows, Step::Encrypt, Step::Hash]
    } else {
        [Step::Aad, Step::Rows, Step::Hash, Step::Encrypt]
    };
    for step in black_box(if rows > 0 { &steps[..] } else { &steps[2..] }) {
        match step {
            Step::Aad | Step::Hash => {
                for (i, message) in messages.iter().enumerate() {
                    let text = message.text(seals);
                    let (rest, after): (Text<'_>, _) = match step {
                        Step::Aad => ([text[0], &[]], None),
                        _ if rows == 0 => (text, None),
                        _ => {
                            let rest = text[1].get(done..).unwrap_or(&[]);
                            ([rest, &[]], Some(columns[i % MOST_BLOCKS]))
                        }
                    };
                    if let (Step::Aad, true) = (step, rest[0].is_empty()) {
                        continue;
                    }
                    let rows = whole_rows::<I>(&rest);
                    many.give(isa, slot + i, rows, false, pays_sums(rows), own);
                    let mut hash = Hashing::new(isa, own.powers(), zero, blocks(&rest));
                    absorb(&mut hash, &rest, after);
                    if let Step::Aad = step {
                        hash.end();
                        columns[i % MOST_BLOCKS] = I::Aes::of_one(hash.state());
                    } else {
                        ends.put(slot + i, hash.sums(), &text);
                    }
                }
            }
            Step::Rows => {
                let mut powers = [RowPowers::ZERO; MOST_BLOCKS];
                let mut data = [const { InOut::empty() }; MOST_BLOCKS];
                for (i, (message, data)) in messages.iter_mut().zip(&mut data).enumerate() {
                    many.give_rows(isa, slot + i, rows, &mut powers[i % MOST_BLOCKS]);
                    *data = message.data.in_out();
                }
                whole::<I>(isa, &mut streams, &mut data, rows, seals, &powers, &mut columns);
            }
            Step::Encrypt => {
                let mut data = [const { InOut::empty() }; MOST_BLOCKS];
                let mut most = 0;
                for (data, message) in data.iter_mut().zip(&mut *messages) {
                    if let Some(rest) = message.data.in_out_from(done) {
                        *data = rest;
                        most = most.max(in_this_branch(data.len()));
                    }
                }
                for _ in 0..most.div_ceil(size) {
                    let keystream = streams.next(isa);
                    unroll!(4, |i| if i < I::Aes::BLOCKS {
                        if data[i].len() >= size {
                            let mut piece = data[i].take(size);
                            let input = I::Aes::load(isa, piece.input(0, size));
                            input.xor(keystream[i]).store(piece.output(0, size));
                        } else if data[i].len() > 0 {
                            let input = I::Aes::load_part(isa, data[i].input());
                            input.xor(keystream[i]).store_part(data[i].output());
                            data[i] = InOut::empty();
                        }
                    });
                }
            }
        }
    }
}

/// Encrypts and hashes so many rows of as many messages as a register has blocks, after their states; then the columns are
/// those of the rows.
#[inline(always)]
fn whole<I: Isa>(
    isa: I,
    streams: &mut Streams<I::Aes>,
    data: &mut [InOut<'_>; MOST_BLOCKS],
    rows: usize,
    seals: bool,
    powers: &[RowPowers; MOST_BLOCKS],
    columns: &mut [I::Aes; MOST_BLOCKS],
) {
    let size = BLOCK * I::Aes::BLOCKS;
    let states = *columns;
    let mut before = [I::Aes::zero(isa); MOST_BLOCKS];
    let hashed = I::Aes::splat(isa, if seals { u128::MAX } else { 0 });
    let mut left = rows;
    while left > 0 {
        let tile = (left - 1) % ROWS + 1;
        let mut products = [RowProducts::<I::Aes>::zero(isa); MOST_BLOCKS];
        for row in 0..tile {
            // Of the rows or columns before, between the steps: those that are ready first are taken first, and the cipher
            // would wait for all products.
            let mut keystream = [I::Aes::zero(isa); 4];
            unroll!(4, |i| if i < I::Aes::BLOCKS {
                keystream[i] = streams.step(isa).in_order();
                products[i].add(isa, &powers[i], before[i], tile - row);
            });
            I::Aes::transpose(isa, &mut keystream);
            unroll!(4, |i| if i < I::Aes::BLOCKS {
                // As many are there, which the compiler cannot see.
                if data[i].len() >= size {
                    let mut piece = data[i].take(size);
                    let input = I::Aes::load(isa, piece.input(0, size));
                    input.xor(keystream[i]).store(piece.output(0, size));
                    before[i] = input.xor_and(hashed, keystream[i]);
                }
            });
            if left == rows && row == 0 {
                unroll!(4, |i| before[i] = before[i].xor(states[i]));
            }
        }
        unroll!(4, |i| if i < I::Aes::BLOCKS {
            before[i] = products[i].end(isa, before[i]);
        });
        left -= tile;
    }
    *columns = before;
}
