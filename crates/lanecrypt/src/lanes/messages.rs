//! Where several messages, side by side in registers, are read and written.

use core::marker::PhantomData;

use super::tile::{InOut, Tile};
use super::unroll;

/// For each of some messages, some bytes in memory: a block, a state, a key. Where there is only
/// one message its number does not matter.
pub(crate) trait Messages {
    /// Bytes of a message, which must be there.
    fn input(&self, message: usize, start: usize, bytes: usize) -> &[u8];
    /// Room for bytes of a message, which must be there.
    fn output(&mut self, message: usize, start: usize, bytes: usize) -> &mut [u8];
}

/// The most messages that are side by side.
pub(crate) const MAX_MESSAGES: usize = 8;

impl Messages for Tile<'_> {
    #[inline(always)]
    fn input(&self, _: usize, start: usize, bytes: usize) -> &[u8] {
        Tile::input(self, start, bytes)
    }
    #[inline(always)]
    fn output(&mut self, _: usize, start: usize, bytes: usize) -> &mut [u8] {
        Tile::output(self, start, bytes)
    }
}

/// Room for one message.
impl<const BYTES: usize> Messages for [u8; BYTES] {
    #[inline(always)]
    fn input(&self, _: usize, start: usize, bytes: usize) -> &[u8] {
        &self[start..start + bytes]
    }
    #[inline(always)]
    fn output(&mut self, _: usize, start: usize, bytes: usize) -> &mut [u8] {
        &mut self[start..start + bytes]
    }
}

/// Room for each message.
impl<const BYTES: usize> Messages for [[u8; BYTES]; MAX_MESSAGES] {
    #[inline(always)]
    fn input(&self, message: usize, start: usize, bytes: usize) -> &[u8] {
        &self[message][start..start + bytes]
    }
    #[inline(always)]
    fn output(&mut self, message: usize, start: usize, bytes: usize) -> &mut [u8] {
        &mut self[message][start..start + bytes]
    }
}

/// Several messages to be worked on together, as many bytes of each: an [`InOut`] a message.
pub(crate) struct MessageSet<'a> {
    inputs: [*const u8; MAX_MESSAGES],
    outputs: [*mut u8; MAX_MESSAGES],
    /// How far all have got, and how far they go: no further than there are bytes of every one.
    at: usize,
    bytes: usize,
    /// How many messages there are.
    messages: usize,
    lifetime: PhantomData<&'a mut [u8]>,
}

impl<'a> MessageSet<'a> {
    /// Of no messages, each to have so many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            inputs: [core::ptr::null(); MAX_MESSAGES],
            outputs: [core::ptr::null_mut(); MAX_MESSAGES],
            at: 0,
            bytes,
            messages: 0,
            lifetime: PhantomData,
        }
    }

    /// Takes as many whole pieces of so many bytes off each of some messages as every one has.
    #[inline(always)]
    pub(crate) fn common<const COUNT: usize>(
        messages: &mut [InOut<'a>; COUNT],
        piece: usize,
    ) -> Self {
        const { assert!(COUNT <= MAX_MESSAGES) };
        let mut bytes = usize::MAX;
        unroll!(COUNT, |i| bytes = bytes.min(messages[i].len()));
        let mut set = Self::new(bytes - bytes % piece);
        unroll!(COUNT, |i| {
            let (input, output, _) = messages[i].split_off_at_most(set.bytes).addresses();
            (set.inputs[i], set.outputs[i]) = (input, output);
        });
        set.messages = COUNT;
        set
    }

    /// One more message, of which there must be that many bytes; there must be room for it.
    #[inline(always)]
    pub(crate) fn push(&mut self, mut message: InOut<'a>) {
        assert!(message.len() == self.bytes && self.messages < MAX_MESSAGES);
        let (input, output, _) = message.addresses();
        (self.inputs[self.messages], self.outputs[self.messages]) = (input, output);
        self.messages += 1;
    }

    /// How many bytes of each are left.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.bytes - self.at
    }

    /// How many messages there are.
    #[inline(always)]
    pub(crate) fn messages(&self) -> usize {
        self.messages
    }

    /// Takes the next bytes of every message off, which must be there.
    #[inline(always)]
    pub(crate) fn take(&mut self, bytes: usize) -> Tiles<'_> {
        assert!(bytes <= self.bytes - self.at);
        let at = self.at;
        self.at += bytes;
        let (inputs, outputs) = (&self.inputs, &self.outputs);
        Tiles { inputs, outputs, messages: self.messages, at, bytes, lifetime: PhantomData }
    }
}

/// A piece of [`MessageSet`]: as many bytes of every message. Nothing remains of the assertions in a
/// kernel that has compared the number of messages with its own.
pub(crate) struct Tiles<'a> {
    inputs: &'a [*const u8; MAX_MESSAGES],
    outputs: &'a [*mut u8; MAX_MESSAGES],
    messages: usize,
    at: usize,
    bytes: usize,
    lifetime: PhantomData<&'a mut [u8]>,
}

impl Messages for Tiles<'_> {
    #[inline(always)]
    fn input(&self, message: usize, start: usize, bytes: usize) -> &[u8] {
        assert!(message < self.messages && start <= self.bytes && bytes <= self.bytes - start);
        // SAFETY: the message was pushed and has these bytes, and nothing writes them meanwhile, as
        // `output` borrows all tiles.
        unsafe { core::slice::from_raw_parts(self.inputs[message].add(self.at + start), bytes) }
    }
    #[inline(always)]
    fn output(&mut self, message: usize, start: usize, bytes: usize) -> &mut [u8] {
        assert!(message < self.messages && start <= self.bytes && bytes <= self.bytes - start);
        // SAFETY: the message was pushed and has these bytes, which can be written; all tiles are borrowed meanwhile.
        unsafe {
            core::slice::from_raw_parts_mut(self.outputs[message].add(self.at + start), bytes)
        }
    }
}
