//! Messages of stream ciphers, as what makes their keystream sees them. Time runs in *turns*: in one of them a
//! row of 64 bytes of keystream is made.

use crate::lanes::{Isa, Row, RowOrder};

/// What the streams of a cipher are made from and what they make.
pub(crate) trait Keyed {
    /// A key and an IV, loaded.
    type Setup;
    /// How the words of a row become bytes of keystream.
    type Order: RowOrder;
}

/// What becomes of keystream: the part of a job that its lane touches.
pub(crate) trait Sink: Sized {
    /// How the rows are wanted.
    type Order: RowOrder;
    /// What is borrowed of it for some turns.
    type Live<'b>
    where
        Self: 'b;
    /// Borrows it.
    fn live(&mut self) -> Self::Live<'_>;
    /// Takes the row of one of these turns.
    fn take_row<I: Isa>(live: &mut Self::Live<'_>, isa: I, turn: usize, row: &Row);
}

/// One message.
pub(crate) trait Task: Sink + Default {
    /// The rows of keystream it still takes.
    fn turns_left(&self) -> usize;
    /// Gets ready for the next turns and says how many may pass before it must be called again: at
    /// least one. Called when there are turns left.
    fn prepare(&mut self) -> usize;
    /// After some of those turns, with the row that the last of them left.
    fn advance(&mut self, turns: usize, row: &Row);
}

/// Where messages come from and go to.
pub(crate) trait Queue {
    /// The messages.
    type Task: Task;
    /// The cipher.
    type Streams: Keyed;
    /// Puts the next message with at least one turn into a task, and says its number. In place:
    /// a task returned by value would be copied while it is still being written.
    fn next(&mut self, task: &mut Self::Task) -> Option<usize>;
    /// How a message is keyed.
    fn setup(&self, number: usize) -> <Self::Streams as Keyed>::Setup;
    /// Takes a finished message back.
    fn finish(&mut self, number: usize, task: &mut Self::Task);
}
