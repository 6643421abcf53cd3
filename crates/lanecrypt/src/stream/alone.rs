//! One message on its own: its keystream is made some rows at a time.

use core::marker::PhantomData;

use super::scheduler::{Keyed, Queue, Task};
use crate::lanes::{
    Class, Constant, Isa, Kernel, Kernels, Row, RowOrder, constant, wipe_in_kernel,
};

/// Makes the keystream of one message: secret, wiped when dropped.
pub(crate) trait Generator {
    /// A key and a nonce, loaded.
    type Setup;
    /// What the machine code that makes rows must be like.
    type Class: Class;
    /// Room for the rows that a message alone makes at a time. It is part of frames that are overwritten.
    type Rows: Copy + AsRef<[Row]> + AsMut<[Row]>;
    const NO_ROWS: Self::Rows;
    /// Whether whole messages become rows on a backend. Elsewhere the cipher has kernels for all of them, and only messages
    /// in pieces do.
    #[inline(always)]
    fn whole<I: Isa>() -> bool {
        true
    }
    /// At the first row.
    fn new<I: Isa>(isa: I, setup: &Self::Setup) -> Self;
    /// The next so many rows. There is room for at least as many as in `Rows`; what those after them hold does not matter.
    fn rows<I: Isa, O: RowOrder>(&mut self, isa: I, rows: &mut [Row], count: usize);
}

/// [`Generator::whole`].
struct Whole<G>(PhantomData<G>);

impl<G: Generator> Constant for Whole<G> {
    type Output = bool;
    type Ops = <G::Class as Class>::Ops;

    #[inline(always)]
    fn of<I: Isa>() -> bool {
        G::whole::<I>()
    }
}

/// Runs the messages of a queue one after the other. Part of the caller, whose stack is overwritten. If messages do not become
/// rows on the backend, they stay pending.
#[inline(always)]
pub(crate) fn run<G, Q>(kernels: &mut Kernels, queue: &mut Q)
where
    Q: Queue,
    G: Generator<Setup = <Q::Streams as Keyed>::Setup>,
{
    if !constant::<Whole<G>>(kernels.backend()) {
        return;
    }
    let mut task = Q::Task::default();
    while let Some(number) = queue.next(&mut task) {
        let (setup, task) = (&queue.setup(number), &mut task);
        kernels.run(Alone::<G, _> { generator: PhantomData, setup, task });
        queue.finish(number, task);
    }
}

/// One message, its keystream made by a generator.
struct Alone<'a, G: Generator, T> {
    generator: PhantomData<G>,
    setup: &'a G::Setup,
    task: &'a mut T,
}

impl<G: Generator, T: Task> Kernel for Alone<'_, G, T> {
    type Output = ();
    type Class = G::Class;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if !G::whole::<I>() {
            return;
        }
        let mut generator = G::new(isa, self.setup);
        let mut rows = G::NO_ROWS;
        while self.task.turns_left() > 0 {
            let made = self.task.turns_left().min(rows.as_ref().len());
            generator.rows::<I, T::Order>(isa, rows.as_mut(), made);
            // The last row of a message, if it is not whole, is a turn of its own.
            let mut rest = &rows.as_ref()[..made];
            while !rest.is_empty() {
                let turns = self.task.prepare().clamp(1, rest.len());
                let (now, later) = rest.split_at(turns);
                let mut live = self.task.live();
                for (turn, row) in now.iter().enumerate() {
                    T::take_row(&mut live, isa, turn, row);
                }
                drop(live);
                self.task.advance(turns, &now[turns - 1]);
                rest = later;
            }
        }
        wipe_in_kernel(isa, &mut rows, G::NO_ROWS);
    }
}
