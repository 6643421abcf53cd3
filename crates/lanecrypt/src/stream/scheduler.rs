//! Stream ciphers in lanes: what the scheduler knows of their states and of their messages.
//!
//! Time runs in *turns*: in one of them every lane makes a row of 64 bytes of keystream, or goes on with its
//! initialisation. Lanes of both kinds share turns, and no lane waits for another one.

use crate::Backend;
use crate::lanes::{Isa, Row, RowOrder};
use crate::scheduler::{self, LaneWork, Refilled};

/// The most streams that run side by side, one per lane.
pub(crate) const MAX_STREAMS: usize = scheduler::MAX_LANES;

/// What the streams of a cipher are made from and what they make.
pub(crate) trait Keyed {
    /// A key and an IV, loaded.
    type Setup;
    /// How the words of a row become bytes of keystream.
    type Order: RowOrder;
}

/// The lanes of a stream cipher, and what they carry: secret, wiped when dropped.
pub(crate) trait Streams: Keyed {
    /// How many lanes a backend has: interleaved ones, or those of one register.
    fn lanes(backend: Backend, wide: bool) -> usize;
    /// Lanes without streams.
    fn new() -> Self;
    /// Puts a new stream into one of `lanes` lanes. Returns the number of turns that its initialisation
    /// takes.
    fn load(&mut self, lanes: usize, lane: usize, setup: &Self::Setup) -> usize;
    /// Called when a lane has run these turns.
    fn set_initialised(&mut self, lanes: usize, lane: usize);
    /// Runs all lanes for some turns, and gives the rows of live lanes to their sinks.
    fn run<S: Sink>(&mut self, backend: Backend, lives: &mut Lives<'_, S>, turns: TurnsAhead);
    /// The last row of a lane.
    fn row(&self, lane: usize) -> &Row;
}

/// What is known of some turns before they are run.
#[derive(Clone, Copy)]
pub(crate) struct TurnsAhead {
    /// How many; at least one.
    pub(crate) count: usize,
    /// Whether any lane is being initialised.
    pub(crate) initialising: bool,
    /// Whether the lanes are the interleaved ones of the backend.
    pub(crate) wide: bool,
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

/// The lanes that are live, each with what it writes to.
pub(crate) type Lives<'b, S> = [Option<<S as Sink>::Live<'b>>; MAX_STREAMS];

/// One message as the scheduler sees it.
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

/// What a lane is doing; the numbers are turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Idle,
    /// In its initialisation rounds.
    Initialising(usize),
    /// Live: to be settled after so many turns, and how many are left then.
    Live(usize, usize),
}

impl Phase {
    /// A task that has turns left, made ready for some of them.
    fn live(task: &mut impl Task) -> Self {
        let turns = task.prepare();
        Self::Live(turns, task.turns_left() - turns)
    }
}

/// Runs all messages of a queue through the lanes of a backend.
pub(crate) fn run<Q>(backend: Backend, wide: bool, queue: &mut Q)
where
    Q: Queue,
    Q::Streams: Streams,
{
    let lanes = Q::Streams::lanes(backend, wide);
    let mut running = Running {
        backend,
        wide,
        queue,
        lanes,
        streams: Q::Streams::new(),
        tasks: core::array::from_fn(|_| Q::Task::default()),
        numbers: [0; MAX_STREAMS],
        phases: [Phase::Idle; MAX_STREAMS],
        count: 0,
    };
    scheduler::run(lanes, &mut running);
}

/// The lanes with their messages.
struct Running<'q, Q: Queue>
where
    Q::Streams: Streams,
{
    backend: Backend,
    wide: bool,
    queue: &'q mut Q,
    lanes: usize,
    streams: Q::Streams,
    tasks: [Q::Task; MAX_STREAMS],
    numbers: [usize; MAX_STREAMS],
    phases: [Phase; MAX_STREAMS],
    /// The turns of the last run.
    count: usize,
}

impl<Q: Queue> LaneWork for Running<'_, Q>
where
    Q::Streams: Streams,
{
    fn refill(&mut self, free: u32) -> Refilled {
        let mut busy = 0;
        for lane in (0..self.lanes).filter(|lane| free >> lane & 1 != 0) {
            let Some(number) = self.queue.next(&mut self.tasks[lane]) else {
                return Refilled { busy, more: false };
            };
            self.phases[lane] = match self.streams.load(self.lanes, lane, &self.queue.setup(number))
            {
                0 => Phase::live(&mut self.tasks[lane]),
                turns => Phase::Initialising(turns),
            };
            self.numbers[lane] = number;
            busy |= 1 << lane;
        }
        Refilled { busy, more: true }
    }

    fn run(&mut self, busy: u32) -> u32 {
        let mut count = usize::MAX;
        let mut initialising = false;
        for phase in &self.phases[..self.lanes] {
            match *phase {
                Phase::Idle => {}
                Phase::Initialising(turns) => {
                    initialising = true;
                    count = count.min(turns);
                }
                Phase::Live(turns, _) => count = count.min(turns),
            }
        }
        let mut places = self.tasks.iter_mut().zip(&self.phases);
        let mut lives: Lives<'_, Q::Task> = core::array::from_fn(|_| {
            let (task, phase) = places.next()?;
            matches!(phase, Phase::Live(..)).then(|| task.live())
        });
        let turns = TurnsAhead { count, initialising, wide: self.wide };
        self.streams.run::<Q::Task>(self.backend, &mut lives, turns);
        self.count = count;
        busy
    }

    fn settle(&mut self, lane: usize) -> bool {
        let (task, count) = (&mut self.tasks[lane], self.count);
        self.phases[lane] = match self.phases[lane] {
            Phase::Idle => Phase::Idle,
            Phase::Initialising(turns) if turns == count => {
                self.streams.set_initialised(self.lanes, lane);
                Phase::live(task)
            }
            Phase::Initialising(turns) => Phase::Initialising(turns - count),
            Phase::Live(turns, left) => {
                task.advance(count, self.streams.row(lane));
                if turns > count {
                    Phase::Live(turns - count, left)
                } else if left > 0 {
                    Phase::live(task)
                } else {
                    self.queue.finish(self.numbers[lane], task);
                    Phase::Idle
                }
            }
        };
        self.phases[lane] != Phase::Idle
    }
}
