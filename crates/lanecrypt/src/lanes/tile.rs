//! Where a kernel reads its data and where it writes them: the same place or two.

use core::marker::PhantomData;

use super::blocks::{part_number, store_part_number};

/// What a kernel takes in and puts out, a tile at a time.
///
/// Input and output are the same bytes or do not overlap at all. Both are borrowed as long as this lives: `bytes` bytes
/// can be read at one and written at the other.
pub(crate) struct InOut<'a> {
    input: *const u8,
    output: *mut u8,
    bytes: usize,
    lifetime: PhantomData<&'a mut [u8]>,
}

impl<'a> InOut<'a> {
    /// Bytes that are read and written where they lie.
    #[inline]
    pub(crate) fn in_place(data: &'a mut [u8]) -> Self {
        let (output, bytes) = (data.as_mut_ptr(), data.len());
        Self { input: output, output, bytes, lifetime: PhantomData }
    }

    /// Bytes that are read in one place and written in another of the same length.
    #[inline]
    pub(crate) fn apart(input: &'a [u8], output: &'a mut [u8]) -> Self {
        debug_assert_eq!(input.len(), output.len());
        let (bytes, lifetime) = (input.len().min(output.len()), PhantomData);
        Self { input: input.as_ptr(), output: output.as_mut_ptr(), bytes, lifetime }
    }

    /// No bytes.
    pub(crate) const fn empty() -> Self {
        let output = core::ptr::NonNull::dangling().as_ptr();
        Self { input: output, output, bytes: 0, lifetime: PhantomData }
    }

    /// What is read.
    #[inline(always)]
    pub(crate) fn input(&self) -> &[u8] {
        // SAFETY: these bytes are left, and nothing writes them meanwhile, as `output` borrows all.
        unsafe { core::slice::from_raw_parts(self.input, self.bytes) }
    }

    /// Where it is written.
    #[inline(always)]
    pub(crate) fn output(&mut self) -> &mut [u8] {
        // SAFETY: these bytes are left, and can be written; all is borrowed meanwhile.
        unsafe { core::slice::from_raw_parts_mut(self.output, self.bytes) }
    }

    /// How many bytes are left.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.bytes
    }

    /// Adds as many bytes as are left to the input.
    #[inline(always)]
    pub(crate) fn xor(&mut self, key: &[u8]) {
        assert!(key.len() == self.bytes);
        let (words, rest) = key.as_chunks::<16>();
        let mut at = 0;
        // SAFETY: both have as many bytes as the key, and are read before they are written; words need no
        // alignment.
        unsafe {
            for word in words {
                let input = self.input.add(at).cast::<[u64; 2]>().read_unaligned();
                let key = word.as_ptr().cast::<[u64; 2]>().read_unaligned();
                let sum = [input[0] ^ key[0], input[1] ^ key[1]];
                self.output.add(at).cast::<[u64; 2]>().write_unaligned(sum);
                at += 16;
            }
        }
        // Both ranges exist. Indexing would leave a call for the case that they do not, which kernels must not have.
        if let (false, Some(end)) = (rest.is_empty(), self.input().get(at..)) {
            let sum = part_number(end) ^ part_number(rest);
            if let Some(end) = self.output().get_mut(at..) {
                store_part_number(sum, end);
            }
        }
    }

    /// Adds the lowest bytes of a number, little-endian, to the bytes that are left, at most 16.
    #[inline(always)]
    pub(crate) fn xor_number(&mut self, key: u128) {
        if let Ok(block) = <[u8; 16]>::try_from(self.input()) {
            let sum = u128::from_le_bytes(block) ^ key;
            self.output().copy_from_slice(&sum.to_le_bytes());
        } else {
            let sum = part_number(self.input()) ^ key;
            store_part_number(sum, self.output());
        }
    }

    /// Where it is read and written, and how many bytes.
    #[inline(always)]
    pub(super) fn addresses(&mut self) -> (*const u8, *mut u8, usize) {
        (self.input, self.output, self.bytes)
    }

    /// Takes the next bytes off, or all that are left.
    #[inline(always)]
    pub(crate) fn split_off_at_most(&mut self, bytes: usize) -> Self {
        self.split_off(bytes.min(self.bytes))
    }

    /// Takes the next bytes off, which must be there.
    #[inline(always)]
    pub(crate) fn split_off(&mut self, bytes: usize) -> Self {
        let tile = self.take(bytes);
        Self { input: tile.input, output: tile.output, bytes, lifetime: PhantomData }
    }

    /// Takes the next bytes off, which must be there, to be worked on in one go.
    #[inline(always)]
    pub(crate) fn take(&mut self, bytes: usize) -> Tile<'a> {
        assert!(bytes <= self.bytes);
        let tile = Tile { input: self.input, output: self.output, bytes, lifetime: PhantomData };
        // SAFETY: no more than what is left, so both stay within their buffers or at their ends.
        unsafe {
            self.input = self.input.add(bytes);
            self.output = self.output.add(bytes);
        }
        self.bytes -= bytes;
        tile
    }
}

/// A piece of an [`InOut`]. Its size is known when all is inlined, so nothing remains of the
/// assertions.
pub(crate) struct Tile<'a> {
    input: *const u8,
    output: *mut u8,
    bytes: usize,
    lifetime: PhantomData<&'a mut [u8]>,
}

impl<'a> Tile<'a> {
    /// Bytes that are read and written where they lie.
    #[inline(always)]
    pub(crate) fn in_place(data: &'a mut [u8]) -> Self {
        let (output, bytes) = (data.as_mut_ptr(), data.len());
        Self { input: output, output, bytes, lifetime: PhantomData }
    }

    /// The input from a byte on; nothing if that is beyond the end.
    #[inline(always)]
    pub(crate) fn input_from(&self, start: usize) -> &[u8] {
        // SAFETY: the tile has these bytes, and nothing writes them meanwhile, as `output_from` borrows it.
        let all = unsafe { core::slice::from_raw_parts(self.input, self.bytes) };
        all.get(start..).unwrap_or(&[])
    }

    /// The same of the output.
    #[inline(always)]
    pub(crate) fn output_from(&mut self, start: usize) -> &mut [u8] {
        // SAFETY: the tile has these bytes, which can be written; it is borrowed whole meanwhile.
        let all = unsafe { core::slice::from_raw_parts_mut(self.output, self.bytes) };
        all.get_mut(start..).unwrap_or(&mut [])
    }

    /// Some bytes of the input, which must be there.
    #[inline(always)]
    pub(crate) fn input(&self, start: usize, bytes: usize) -> &[u8] {
        assert!(start <= self.bytes && bytes <= self.bytes - start);
        // SAFETY: the tile has these bytes, and nothing writes them meanwhile, as `output` borrows
        // it.
        unsafe { core::slice::from_raw_parts(self.input.add(start), bytes) }
    }

    /// Some bytes of the output, for which there must be room.
    #[inline(always)]
    pub(crate) fn output(&mut self, start: usize, bytes: usize) -> &mut [u8] {
        assert!(start <= self.bytes && bytes <= self.bytes - start);
        // SAFETY: the tile has these bytes, which can be written; it is borrowed whole meanwhile.
        unsafe { core::slice::from_raw_parts_mut(self.output.add(start), bytes) }
    }

    /// Some of its bytes, to be read and written.
    #[inline(always)]
    pub(crate) fn part(&mut self, start: usize, bytes: usize) -> Tile<'_> {
        assert!(start <= self.bytes && bytes <= self.bytes - start);
        // SAFETY: the tile has these bytes, so both addresses stay within their buffers or at their ends.
        unsafe {
            Tile {
                input: self.input.add(start),
                output: self.output.add(start),
                bytes,
                lifetime: PhantomData,
            }
        }
    }
}

/// The most slots that a group of registers has ([`Lanes::SLOTS`](super::Lanes::SLOTS)).
pub(crate) const MAX_SLOTS: usize = 8;

/// The most bytes that a slot takes at a time.
pub(crate) const MAX_SLOT_BYTES: usize = MAX_TILE / MAX_SLOTS;

/// The data of several messages, one a slot. They may be of different lengths.
pub(crate) struct SlotData<'a> {
    /// The data of each slot in two parts, the second of which is used when the first has ended.
    parts: [[InOut<'a>; 2]; MAX_SLOTS],
    /// What slots use that have no message or whose message has ended.
    unused: &'a mut [u8; MAX_SLOT_BYTES],
}

impl<'a> SlotData<'a> {
    /// Of no messages. Slots without one read and write the bytes that are given here.
    #[inline]
    pub(crate) fn new(unused: &'a mut [u8; MAX_SLOT_BYTES]) -> Self {
        let parts = [const { [const { InOut::empty() }; 2] }; MAX_SLOTS];
        Self { parts, unused }
    }

    /// Puts a message into a slot, in two parts. Their lengths must be multiples of the bytes that a slot takes.
    #[inline]
    pub(crate) fn put(&mut self, slot: usize, parts: [InOut<'a>; 2]) {
        self.parts[slot] = parts;
    }

    /// Takes the next bytes of a slot off.
    #[inline(always)]
    pub(super) fn take(&mut self, slot: usize, bytes: usize) -> Tile<'_> {
        let [first, second] = &mut self.parts[slot];
        if first.bytes >= bytes {
            first.take(bytes)
        } else if second.bytes >= bytes {
            second.take(bytes)
        } else {
            Tile::in_place(&mut self.unused[..bytes])
        }
    }
}

/// Room for the end of a message that does not fill a tile.
pub(crate) struct TailBuffer([core::mem::MaybeUninit<u8>; MAX_TILE]);

/// The most bytes of a tile.
pub(crate) const MAX_TILE: usize = 4096;

impl TailBuffer {
    /// Room.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self([core::mem::MaybeUninit::uninit(); MAX_TILE])
    }

    /// Has the rest of some data, shorter than a tile, worked on in a tile of so many bytes whose
    /// end is zeros; of what comes out, the end is thrown away.
    #[inline]
    pub(crate) fn work(
        &mut self,
        rest: &InOut<'_>,
        bytes: usize,
        work: impl FnOnce(&mut InOut<'_>),
    ) {
        assert!(rest.bytes <= bytes && bytes <= MAX_TILE);
        // SAFETY: the room has so many bytes; the input has `rest.bytes` bytes, which are no more,
        // and so has the output. All that is read was written: `work` is given initialised bytes.
        unsafe {
            let stage = self.0.as_mut_ptr().cast::<u8>();
            core::ptr::copy_nonoverlapping(rest.input, stage, rest.bytes);
            core::ptr::write_bytes(stage.add(rest.bytes), 0, bytes - rest.bytes);
            work(&mut InOut::in_place(core::slice::from_raw_parts_mut(stage, bytes)));
            core::ptr::copy_nonoverlapping(stage, rest.output, rest.bytes);
            // What is left are a message and unused keystream.
            core::ptr::write_bytes(stage, 0, bytes);
        }
        super::keep_in_memory(self);
    }

    /// Adds keystream to the rest of some data, shorter than a tile. `make` is given so many zeros, and makes keystream
    /// of them.
    #[inline]
    pub(crate) fn xor(&mut self, rest: &mut InOut<'_>, bytes: usize, make: impl FnOnce(&mut [u8])) {
        assert!(rest.bytes <= bytes && bytes <= MAX_TILE);
        // SAFETY: the room has so many bytes, which are written before they are read.
        let room = unsafe {
            let room = self.0.as_mut_ptr().cast::<u8>();
            core::ptr::write_bytes(room, 0, bytes);
            core::slice::from_raw_parts_mut(room, bytes)
        };
        make(room);
        rest.xor(&room[..rest.bytes]);
        room.fill(0);
        super::keep_in_memory(self);
    }
}
