//! Where many messages are read and written, a block of each at a time.

use core::marker::PhantomData;

use super::{AesBlocks, BlockArray, InOut, unroll, wipe};

/// The length of a block, in bytes.
const BLOCK: usize = 16;

// A bit for each place.
const _: () = assert!(BlockArray::COUNT <= u32::BITS as usize);

/// No message is longer: what seems to have more bytes left has ended before.
const MAX_LEFT: usize = isize::MAX as usize;

/// How far the places that have no message can go in one run, in blocks.
const FREE: usize = 64;

/// Memory for places that have no message, and for blocks that are in none. Wiped on drop.
pub(crate) struct Spare {
    /// What places without a message read and write.
    free: [u8; BLOCK * FREE],
    /// Blocks that are in no message, one a place.
    blocks: BlockArray,
}

impl Spare {
    /// All zero.
    pub(crate) const fn new() -> Self {
        Self { free: [0; BLOCK * FREE], blocks: BlockArray::ZERO }
    }
}

impl Drop for Spare {
    fn drop(&mut self) {
        wipe(&mut self.free, [0; BLOCK * FREE]);
        wipe(&mut self.blocks, BlockArray::ZERO);
    }
}

/// A message in each of so many places, of whole blocks each, read and, if `WRITE`, written.
///
/// All go on together, so that there is one position for all of them, counted from the beginning of
/// the whole: addresses are kept as they would be at position zero, and nothing but the position
/// changes from block to block. What a place has ends at a position of its own.
pub(crate) struct LanePointers<'a, const WRITE: bool> {
    input: [*const u8; BlockArray::COUNT],
    output: [*mut u8; BlockArray::COUNT],
    /// The position where each ends.
    end: [usize; BlockArray::COUNT],
    position: usize,
    /// A bit for every place that has a message.
    taken: u32,
    spare: *mut Spare,
    lifetime: PhantomData<&'a mut [u8]>,
}

impl<'a, const WRITE: bool> LanePointers<'a, WRITE> {
    /// No place has a message.
    pub(crate) fn new(spare: &'a mut Spare) -> Self {
        Self {
            input: [core::ptr::null(); BlockArray::COUNT],
            output: [core::ptr::null_mut(); BlockArray::COUNT],
            end: [0; BlockArray::COUNT],
            position: 0,
            taken: 0,
            spare,
            lifetime: PhantomData,
        }
    }

    /// The places that have a message, a bit each.
    pub(crate) fn taken(&self) -> u32 {
        self.taken
    }

    /// The single block of a place.
    fn own(&self, place: usize) -> *mut [u8; BLOCK] {
        assert!(place < BlockArray::COUNT);
        // SAFETY: it was made from a borrow that lasts as long as `self`, and has this place.
        unsafe { (&raw mut (*self.spare).blocks.0).cast::<[u8; BLOCK]>().add(place) }
    }

    /// Puts a message into a place. It must be whole blocks, one at least, which are borrowed as long as the pointers.
    fn put(&mut self, place: usize, input: *const u8, output: *mut u8, bytes: usize) {
        assert!(bytes > 0 && bytes.is_multiple_of(BLOCK));
        self.input[place] = input.wrapping_sub(self.position);
        self.output[place] = output.wrapping_sub(self.position);
        self.end[place] = self.position.wrapping_add(bytes);
        self.taken |= 1 << place;
    }

    /// Moves a message to another place, whose own is forgotten.
    pub(crate) fn relocate(&mut self, from: usize, to: usize) {
        debug_assert!(self.taken >> from & 1 == 1);
        self.input[to] = self.input[from];
        let (own, new) = (self.own(from), self.own(to));
        if self.input[from].wrapping_add(self.position) == own.cast_const().cast() {
            // SAFETY: both are blocks of `spare`, which nothing reads or writes while `self` is borrowed.
            unsafe { new.write(own.read()) };
            self.input[to] = new.cast_const().cast::<u8>().wrapping_sub(self.position);
        }
        self.output[to] = self.output[from];
        self.end[to] = self.end[from];
        self.taken = self.taken & !(1 << from | 1 << to) | (self.taken >> from & 1) << to;
    }

    /// As many blocks of the first places as all of them have. If other places have messages too,
    /// which must not be, there are none.
    #[inline(always)]
    pub(crate) fn run(&mut self, places: usize) -> Run<'_, WRITE> {
        let fits = places >= BlockArray::COUNT || self.taken >> places == 0;
        let places = places.min(BlockArray::COUNT);
        // SAFETY: it was made from a borrow that lasts as long as `self`.
        let free = unsafe { &raw mut (*self.spare).free }.cast::<u8>();
        let mut left = BLOCK * FREE;
        if self.taken.count_ones() as usize == places {
            left = self.end[0].wrapping_sub(self.position);
        } else {
            for place in 0..places {
                if self.taken >> place & 1 == 0 {
                    self.input[place] = free.wrapping_sub(self.position);
                    self.output[place] = free.wrapping_sub(self.position);
                    self.end[place] = self.position.wrapping_add(left);
                }
            }
        }
        for end in &self.end[..places] {
            left = left.min(end.wrapping_sub(self.position));
        }
        if !fits {
            left = 0;
        }
        // Places without a message stay within `free`, and no message has ended before the position.
        debug_assert!(left <= BLOCK * FREE || self.taken.count_ones() as usize == places);
        debug_assert!(
            !fits
                || self.end[..places].iter().all(|end| end.wrapping_sub(self.position) <= MAX_LEFT)
        );
        let position = self.position;
        self.position = position.wrapping_add(left);
        Run { pointers: self, places, position }
    }

    /// Takes out the messages that have ended among the first places: a bit for each of them.
    #[inline(always)]
    pub(crate) fn take_ended(&mut self, places: usize) -> u32 {
        let mut ended = 0;
        for (place, end) in self.end.iter().enumerate().take(places) {
            ended |= u32::from(*end == self.position) << place;
        }
        ended &= self.taken;
        self.taken &= !ended;
        ended
    }
}

impl<'a> LanePointers<'a, true> {
    /// Puts a message into a place, to be read and written.
    pub(crate) fn put_message(&mut self, place: usize, mut message: InOut<'a>) {
        let (input, output, bytes) = message.addresses();
        self.put(place, input, output, bytes);
    }
}

impl<'a> LanePointers<'a, false> {
    /// Puts a message into a place, to be read.
    pub(crate) fn put_input(&mut self, place: usize, message: &'a [u8]) {
        self.put(place, message.as_ptr(), core::ptr::null_mut(), message.len());
    }

    /// Puts a single block into a place, to be read.
    pub(crate) fn put_block(&mut self, place: usize, block: u128) {
        let own = self.own(place);
        // SAFETY: it is a block of `spare`, which nothing reads or writes while `self` is borrowed.
        unsafe { own.write(block.to_le_bytes()) };
        self.put(place, own.cast_const().cast(), core::ptr::null_mut(), BLOCK);
    }
}

/// So many blocks of each place.
pub(crate) struct Run<'a, const WRITE: bool> {
    pointers: &'a LanePointers<'a, WRITE>,
    places: usize,
    /// Where it goes on; it ends at the position of the pointers.
    position: usize,
}

impl<'a, const WRITE: bool> Run<'a, WRITE> {
    /// The next so many blocks of each place, if there are as many.
    #[inline(always)]
    pub(crate) fn next(&mut self, blocks: usize) -> Option<Lines<'a, WRITE>> {
        let position = self.position;
        if self.pointers.position.wrapping_sub(position) < blocks * BLOCK {
            return None;
        }
        self.position = position.wrapping_add(blocks * BLOCK);
        Some(Lines { pointers: self.pointers, places: self.places, position, blocks })
    }
}

/// So many blocks of each place, to be worked on in one go.
pub(crate) struct Lines<'a, const WRITE: bool> {
    pointers: &'a LanePointers<'a, WRITE>,
    places: usize,
    position: usize,
    blocks: usize,
}

impl<const WRITE: bool> Lines<'_, WRITE> {
    /// Whether a place has so many blocks from the position on, none of them behind the end of the run.
    #[inline(always)]
    fn has(&self, place: usize, blocks: usize) -> bool {
        let bytes = blocks * BLOCK;
        let left = |end: usize| end.wrapping_sub(self.position);
        let can_be_written = !WRITE || !self.output(place).is_null();
        left(self.pointers.position) >= bytes
            && (bytes..=MAX_LEFT).contains(&left(self.pointers.end[place]))
            && !self.input(place).is_null()
            && can_be_written
    }

    /// Where the first block of a place is read.
    #[inline(always)]
    fn input(&self, place: usize) -> *const u8 {
        self.pointers.input[place % BlockArray::COUNT].wrapping_add(self.position)
    }

    /// The first blocks of the places from one on, one each.
    #[inline(always)]
    pub(crate) fn load<B: AesBlocks>(&self, isa: B::Isa, place: usize) -> B {
        assert!(place + B::BLOCKS <= self.places && self.blocks >= 1);
        B::from_each(isa, |i| {
            debug_assert!(self.has(place + i, 1));
            // SAFETY: a place of the run, all of which have a block at this position, be it in
            // `free`; nothing else writes there while the pointers live.
            u128::from_le_bytes(unsafe { self.input(place + i).cast::<[u8; BLOCK]>().read() })
        })
    }

    /// The first blocks of a place, one after another.
    #[inline(always)]
    pub(crate) fn load_row<B: AesBlocks>(&self, isa: B::Isa, place: usize) -> B {
        assert!(place < self.places && self.blocks >= B::BLOCKS);
        debug_assert!(self.has(place, B::BLOCKS));
        // SAFETY: a place of the run, which goes on for so many blocks; nothing else writes there while the pointers
        // live.
        let row = unsafe { core::slice::from_raw_parts(self.input(place), BLOCK * B::BLOCKS) };
        B::load(isa, row)
    }

    /// Where the first block of a place is written.
    #[inline(always)]
    fn output(&self, place: usize) -> *mut u8 {
        self.pointers.output[place % BlockArray::COUNT].wrapping_add(self.position)
    }

    /// Writes the first blocks of the places from one on, one each; where messages are only read,
    /// nothing.
    #[inline(always)]
    pub(crate) fn store<B: AesBlocks>(&mut self, blocks: B, place: usize) {
        assert!(place + B::BLOCKS <= self.places && self.blocks >= 1);
        if !WRITE {
            return;
        }
        unroll!(B::BLOCKS, |i| {
            let block = blocks.block(i).to_le_bytes();
            debug_assert!(self.has(place + i, 1));
            // SAFETY: a place of the run, all of which have a block at this position. Where messages are written,
            // `put_message` had all of them, so that they can be written, and so can `free`.
            unsafe { self.output(place + i).cast::<[u8; BLOCK]>().write(block) }
        });
    }

    /// Writes the first blocks of a place, one after another, likewise.
    #[inline(always)]
    pub(crate) fn store_row<B: AesBlocks>(&mut self, row: B, place: usize) {
        assert!(place < self.places && self.blocks >= B::BLOCKS);
        if !WRITE {
            return;
        }
        debug_assert!(self.has(place, B::BLOCKS));
        // SAFETY: a place of the run, which goes on for so many blocks. They can be written, as in `store`.
        row.store(unsafe {
            core::slice::from_raw_parts_mut(self.output(place), BLOCK * B::BLOCKS)
        });
    }
}
