//! Short messages under one key, and the ends of longer ones: gathered until they fill tiles. Those that fill slots
//! well are beside each other in slots instead, in counter mode.

use super::Work;
use super::item::Item;
use super::kernels::{Ctr, Form, Sizes, Slots};
use super::one::{self, blocks_to_wrap, counter_block, put_counter_blocks};
use super::slots::{self, Piece, SlotKeys};
use crate::batch::sort;
use crate::block::cipher::{Interleaved, LaneCipher};
use crate::block::key::LaneKey;
use crate::lanes::{InOut, Kernels, MAX_TILE, keep_in_memory};

/// The most messages that are gathered at a time.
const PIECES: usize = 64;

/// From so many tiles on, the whole tiles of a message are processed where they lie. Shorter messages lie in slots.
const FEW_TILES: usize = 2;

/// The most messages that wait for slots: a multiple of the numbers of slots that there are.
const WAITING: usize = 24;

/// From so many messages on, the round keys are copied for the slots, and stay for those that come later. For fewer, to
/// fill and to wipe their room takes longer than slots gain.
const COPIED: usize = 4;

/// What is gathered under one key. Wiped on drop.
pub(super) struct Stage<'s, 'k, 'd, C: LaneCipher<N>, const N: usize> {
    kernels: &'s mut Kernels,
    key: &'k LaneKey<C, N>,
    sizes: Sizes,
    /// The bytes of as many tiles as there is room for.
    tiles: usize,
    /// Blocks of data in ECB, of counters in counter mode.
    blocks: [u8; MAX_TILE],
    filled: usize,
    /// The most bytes that were ever processed.
    most: usize,
    /// Where the blocks belong, one piece after another; each begins with a block of its own.
    pieces: [InOut<'d>; PIECES],
    count: usize,
    /// The slots, and the messages that wait for them.
    slots: Slots,
    waiting: [Piece<'d, C, N>; WAITING],
    waiting_count: usize,
    /// The round keys once for each slot, as soon as they are worth it.
    slot_keys: SlotKeys<C, N>,
}

impl<'s, 'k, 'd, C: LaneCipher<N>, const N: usize> Stage<'s, 'k, 'd, C, N> {
    const BLOCK: usize = N * C::WORD_BYTES;

    pub(super) fn new(kernels: &'s mut Kernels, key: &'k LaneKey<C, N>) -> Self {
        let Form { sizes, slots, .. } = Form::of::<C, N>(kernels.backend());
        Self {
            kernels,
            key,
            sizes,
            tiles: MAX_TILE - MAX_TILE % sizes.tile,
            blocks: [0; MAX_TILE],
            filled: 0,
            most: 0,
            pieces: [const { InOut::empty() }; PIECES],
            count: 0,
            slots,
            waiting: core::array::from_fn(|_| Piece::empty()),
            waiting_count: 0,
            slot_keys: SlotKeys::none(),
        }
    }

    /// Goes on under a key.
    #[inline]
    pub(super) fn under(&mut self, key: &'k LaneKey<C, N>, work: Work) {
        if !core::ptr::eq(self.key, key) {
            self.finish(work);
            self.slot_keys.wipe();
            self.key = key;
        }
    }

    /// Takes a message.
    #[inline]
    pub(super) fn take(&mut self, item: Item<'d, '_, C, N>, work: Work) {
        match work {
            Work::Keystream => self.ctr(item.nonce, item.block, item.data.in_out()),
            _ => self.ecb(item.data.in_out(), work),
        }
    }

    /// ECB of a message.
    #[inline]
    fn ecb(&mut self, mut data: InOut<'d>, work: Work) {
        if data.len() >= self.sizes.tile {
            one::whole::<C, Interleaved, N>(self.kernels, self.key, work, &mut data);
        }
        self.gather(data, work, |blocks, piece, _| blocks.copy_from_slice(piece.input()));
    }

    /// Counter mode of a message from a block of its nonce on; the counter must not wrap.
    #[inline]
    fn ctr(&mut self, nonce: &[u8], number: u64, mut data: InOut<'d>) {
        let bytes = data.len();
        if bytes.div_ceil(Self::BLOCK) as u64 > blocks_to_wrap::<C, N>(number) {
            one::ctr(self.kernels.backend(), self.key, nonce, number, data);
            return;
        }
        if bytes >= FEW_TILES * self.sizes.tile {
            let (keys, parameters) = (self.key.keys(), self.key.parameters());
            let (block, data) = (counter_block::<C, N>(nonce, number), &mut data);
            self.kernels.run(Ctr::<C, N> { keys, parameters, block, data });
        }
        let number = number.wrapping_add(((bytes - data.len()) / Self::BLOCK) as u64);
        if self.slots.are_worth(data.len()) {
            let block = counter_block::<C, N>(nonce, number);
            self.waiting[self.waiting_count] = Piece { block, data };
            self.waiting_count += 1;
            if self.waiting_count == WAITING {
                self.finish(Work::Keystream);
            }
            return;
        }
        self.gather(data, Work::Keystream, |blocks, _, before| {
            put_counter_blocks::<C, N>(
                counter_block::<C, N>(nonce, number.wrapping_add(before)),
                blocks,
            );
        });
    }

    /// Takes the end of a message. `put` fills blocks for a piece of it, given how many there were
    /// before.
    #[inline]
    fn gather(
        &mut self,
        mut data: InOut<'d>,
        work: Work,
        put: impl Fn(&mut [u8], &InOut<'d>, u64),
    ) {
        let mut before = 0;
        while data.len() > 0 {
            let piece = data.split_off(data.len().min(self.tiles - self.filled));
            let bytes = piece.len().next_multiple_of(Self::BLOCK);
            put(&mut self.blocks[self.filled..self.filled + bytes], &piece, before);
            before += (bytes / Self::BLOCK) as u64;
            self.pieces[self.count] = piece;
            self.filled += bytes;
            self.count += 1;
            if self.filled == self.tiles || self.count == PIECES {
                self.finish_tiles(work);
            }
        }
    }

    /// Processes what was gathered.
    pub(super) fn finish(&mut self, work: Work) {
        self.finish_tiles(work);
        self.finish_slots();
    }

    /// Processes what waits for slots, the longest first. No tiles must have been gathered.
    fn finish_slots(&mut self) {
        if self.waiting_count == 0 {
            return;
        }
        self.most = MAX_TILE;
        let (slots, key) = (self.slots, self.key);
        let mut rest = &mut self.waiting[..self.waiting_count];
        self.waiting_count = 0;
        if !rest.is_sorted_by(|a, b| a.data.len() >= b.data.len()) {
            let mut lengths = [0; WAITING];
            for (length, piece) in lengths.iter_mut().zip(&*rest) {
                *length = piece.data.len() as u64;
            }
            sort(rest, &lengths[..rest.len()]);
        }
        let too_few = !self.slot_keys.are_of_one() && rest.len() < COPIED;
        while !rest.is_empty() {
            let mut bytes = rest.iter().map(|piece| piece.data.len());
            let count = if too_few { 1 } else { slots.group(&mut bytes).1 };
            let group;
            (group, rest) = rest.split_at_mut(count);
            match group {
                [piece] => {
                    let data = core::mem::replace(&mut piece.data, InOut::empty());
                    one::ctr_from_block(self.kernels.backend(), key, piece.block, data);
                }
                _ => {
                    let (keys, room) = (self.slot_keys.of_one(key.keys()), &mut self.blocks);
                    slots::run(self.kernels, slots, keys, key.parameters(), room, group);
                }
            }
        }
    }

    /// Processes the tiles.
    fn finish_tiles(&mut self, work: Work) {
        if self.count == 0 {
            return;
        }
        let bytes = self.sizes.rounded(self.filled);
        self.most = self.most.max(bytes);
        let data = &mut InOut::in_place(&mut self.blocks[..bytes]);
        one::rounded(self.kernels, self.key, self.sizes, work, data);
        let mut rest = &self.blocks[..];
        for piece in &mut self.pieces[..self.count] {
            let (made, after) = rest.split_at(piece.len().next_multiple_of(Self::BLOCK));
            let made = &made[..piece.len()];
            match work {
                Work::Keystream => piece.xor(made),
                Work::Encrypt | Work::Decrypt => piece.output().copy_from_slice(made),
            }
            rest = after;
        }
        (self.filled, self.count) = (0, 0);
    }
}

impl<C: LaneCipher<N>, const N: usize> Drop for Stage<'_, '_, '_, C, N> {
    fn drop(&mut self) {
        self.blocks[..self.most].fill(0);
        keep_in_memory(&mut self.blocks);
    }
}
