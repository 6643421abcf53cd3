//! Which message runs in which lane, and when: for every stream cipher that has a state in lanes.
//!
//! Time runs in *turns*: in one of them every lane makes a row of 64 bytes of keystream, or goes on with its
//! initialisation. Lanes of both kinds share turns, and no lane waits for another one.

use crate::Backend;
use crate::lanes::{Isa, Lanes32, Row, RowOrder};

/// The most lanes of any backend.
pub(crate) const MAX_LANES: usize = 32;

/// The lanes of a stream cipher, and what they carry: secret, wiped when dropped.
pub(crate) trait Streams {
    /// A key and an IV, loaded.
    type Setup;
    /// How the words of a row become bytes of keystream.
    type Order: RowOrder;
    /// Whether the first row after the initialisation is thrown away.
    const DISCARDS_ROW: bool;

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
    /// Whether any lane has just been loaded.
    pub(crate) loading: bool,
    /// Whether any lane is being initialised.
    pub(crate) initialising: bool,
    /// Whether any lane is live.
    pub(crate) live: bool,
    /// Whether no lane needs the state after the last row.
    pub(crate) last: bool,
    /// Whether the lanes are the interleaved ones of the backend.
    pub(crate) wide: bool,
}

/// What becomes of keystream: the part of a job that its lane touches.
pub(crate) trait Sink: Sized {
    /// How the rows are wanted.
    type Order: RowOrder;
    /// Whether it is only ever run on interleaved lanes: nothing is compiled for others then.
    const ALWAYS_WIDE: bool = false;
    /// What is borrowed of it for some turns.
    type Live<'b>
    where
        Self: 'b;
    /// Borrows it.
    fn live(&mut self) -> Self::Live<'_>;
    /// Takes the row of one of these turns.
    fn take_row<I: Isa>(live: &mut Self::Live<'_>, isa: I, turn: usize, row: &Row);
    /// Takes the words of all lanes at once, before the rows; for sinks that work on registers.
    #[inline(always)]
    fn take_words<I: Isa, W: Lanes32<Isa = I>>(
        _isa: I,
        _lives: &mut Lives<'_, Self>,
        _turn: usize,
        _words: &[W; 16],
    ) {
    }
}

/// The lanes that are live, each with what it writes to.
pub(crate) type Lives<'b, S> = [Option<<S as Sink>::Live<'b>>; MAX_LANES];

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
    type Streams: Streams;
    /// Puts the next message with at least one turn into a task, and says its number. In place:
    /// a task returned by value would be copied while it is still being written.
    fn next(&mut self, task: &mut Self::Task) -> Option<usize>;
    /// How a message is keyed.
    fn setup(&self, number: usize) -> <Self::Streams as Streams>::Setup;
    /// Takes a finished message back.
    fn finish(&mut self, number: usize, task: &mut Self::Task);
}

/// What a lane is doing; the numbers are turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Idle,
    /// In its initialisation rounds.
    Initialising(usize),
    /// In the turn whose row is thrown away.
    Starting,
    /// Live: to be settled after so many turns, and how many are left then.
    Live(usize, usize),
}

impl Phase {
    /// A lane whose initialisation is over.
    fn initialised<S: Streams>(task: &mut impl Task) -> Self {
        if S::DISCARDS_ROW { Self::Starting } else { Self::live(task) }
    }

    /// A task that has turns left, made ready for some of them.
    fn live(task: &mut impl Task) -> Self {
        let turns = task.prepare();
        Self::Live(turns, task.turns_left() - turns)
    }
}

/// Runs all messages of a queue through the lanes of a backend.
pub(crate) fn run<Q: Queue>(backend: Backend, wide: bool, queue: &mut Q) {
    let lanes = Q::Streams::lanes(backend, wide);
    let mut streams = Q::Streams::new();
    let mut tasks: [Q::Task; MAX_LANES] = core::array::from_fn(|_| Q::Task::default());
    let mut numbers = [0; MAX_LANES];
    let mut phases = [Phase::Idle; MAX_LANES];
    loop {
        let mut loading = false;
        for lane in 0..lanes {
            if phases[lane] == Phase::Idle {
                let Some(number) = queue.next(&mut tasks[lane]) else { break };
                loading = true;
                phases[lane] = match streams.load(lanes, lane, &queue.setup(number)) {
                    0 => Phase::initialised::<Q::Streams>(&mut tasks[lane]),
                    turns => Phase::Initialising(turns),
                };
                numbers[lane] = number;
            }
        }

        let mut count = usize::MAX;
        let (mut initialising, mut live) = (false, false);
        for phase in &phases[..lanes] {
            match *phase {
                Phase::Idle => {}
                Phase::Initialising(turns) => {
                    initialising = true;
                    count = count.min(turns);
                }
                Phase::Starting => count = 1,
                Phase::Live(turns, _) => {
                    live = true;
                    count = count.min(turns);
                }
            }
        }
        if count == usize::MAX {
            return;
        }
        let last =
            phases.iter().all(|&phase| phase == Phase::Idle || phase == Phase::Live(count, 0));
        let mut places = tasks.iter_mut().zip(&phases);
        let mut lives: Lives<'_, Q::Task> = core::array::from_fn(|_| {
            let (task, phase) = places.next()?;
            matches!(phase, Phase::Live(..)).then(|| task.live())
        });
        let turns = TurnsAhead { count, loading, initialising, live, last, wide };
        streams.run::<Q::Task>(backend, &mut lives, turns);
        drop(lives);

        for lane in 0..lanes {
            let task = &mut tasks[lane];
            phases[lane] = match phases[lane] {
                Phase::Idle => Phase::Idle,
                Phase::Initialising(turns) if turns == count => {
                    streams.set_initialised(lanes, lane);
                    Phase::initialised::<Q::Streams>(task)
                }
                Phase::Initialising(turns) => Phase::Initialising(turns - count),
                Phase::Starting => Phase::live(task),
                Phase::Live(turns, left) => {
                    task.advance(count, streams.row(lane));
                    if turns > count {
                        Phase::Live(turns - count, left)
                    } else if left > 0 {
                        Phase::live(task)
                    } else {
                        queue.finish(numbers[lane], task);
                        Phase::Idle
                    }
                }
            };
        }
    }
}
