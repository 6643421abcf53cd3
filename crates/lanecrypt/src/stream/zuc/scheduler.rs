//! Which message runs in which lane, and when.

use super::lanes::{LanesOf, Lives, MAX_LANES, Sink, State, Turns};
use super::setup::Setup;
use crate::Backend;
use crate::lanes::{Row, dispatch};

/// One message as the scheduler sees it.
pub(super) trait Task: Sink + Default {
    /// The rows of keystream it still takes.
    fn turns_left(&self) -> usize;
    /// Gets ready for the next turns and says how many may pass before it must be called again: at
    /// least one. Called when there are turns left.
    fn prepare(&mut self) -> usize;
    /// After some of those turns, with the row that the last of them left.
    fn advance(&mut self, turns: usize, row: &Row);
}

/// Where messages come from and go to.
pub(super) trait Queue {
    /// The messages.
    type Task: Task;
    /// Puts the next message with at least one turn into a task, and says its number. In place:
    /// a task returned by value would be copied while it is still being written.
    fn next(&mut self, task: &mut Self::Task) -> Option<usize>;
    /// How a message is keyed.
    fn setup(&self, number: usize) -> Setup;
    /// Takes a finished message back.
    fn finish(&mut self, number: usize, task: &mut Self::Task);
}

/// What a lane is doing; the numbers are turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Idle,
    /// In its initialisation rounds.
    Initialising(usize),
    /// In the turn whose flush is thrown away.
    Starting,
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
pub(super) fn run<Q: Queue>(backend: Backend, wide: bool, queue: &mut Q) {
    let lanes = dispatch(backend, LanesOf { wide });
    let mut state = State::new();
    let mut tasks: [Q::Task; MAX_LANES] = core::array::from_fn(|_| Q::Task::default());
    let mut numbers = [0; MAX_LANES];
    let mut phases = [Phase::Idle; MAX_LANES];
    loop {
        let mut loading = false;
        for lane in 0..lanes {
            if phases[lane] == Phase::Idle {
                let Some(number) = queue.next(&mut tasks[lane]) else { break };
                let setup = queue.setup(number);
                state.load(lanes, lane, &setup);
                loading = true;
                phases[lane] = Phase::Initialising(usize::from(setup.rounds / 16));
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
        dispatch(
            backend,
            Turns::<Q::Task> {
                state: &mut state,
                lives: &mut lives,
                count,
                loading,
                initialising,
                live,
                last,
                wide,
            },
        );
        drop(lives);

        for lane in 0..lanes {
            let task = &mut tasks[lane];
            phases[lane] = match phases[lane] {
                Phase::Idle => Phase::Idle,
                Phase::Initialising(turns) if turns == count => {
                    state.set_initialised(lanes, lane);
                    Phase::Starting
                }
                Phase::Initialising(turns) => Phase::Initialising(turns - count),
                Phase::Starting => Phase::live(task),
                Phase::Live(turns, left) => {
                    task.advance(count, &state.rows[lane]);
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
