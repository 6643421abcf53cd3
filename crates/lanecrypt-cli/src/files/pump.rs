//! Groups of chunks from an input to an output, on one thread or several.
//!
//! Each thread reads a group, processes it, and writes it when it is its turn. So reading, processing and
//! writing overlap, everything is written in order, and each thread needs memory for one group only. It is the
//! same for files and pipes.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::source::fill;
use super::target::Target;
use crate::failure::Failure;

/// The chunks of a group: as many as fit into the second level of caches, with their results.
pub(super) const GROUP: usize = 16;

/// How far the output begins after the input, modulo the size of a page. If both begin at the same offset in a page,
/// loads come soon after stores whose addresses end in the same 12 bits, and encryption is slower on a Zen 3.
const DISTANCE: usize = 2560;

/// The bytes of a page.
const PAGE: usize = 4096;

/// What a group becomes: how many bytes of the output can be written, and whether all was well.
pub(super) type Outcome = (usize, Result<(), Failure>);

/// What is done.
pub(super) struct Pump<'a, F> {
    /// The bytes of a group, and the most bytes that it becomes.
    pub(super) group: usize,
    pub(super) room: usize,
    pub(super) threads: usize,
    /// Which bytes of the output are written: so many are left out first, and so many are written at most.
    pub(super) skip: u64,
    pub(super) take: u64,
    /// Makes the output of a group: its number, whether it is the last, its bytes.
    pub(super) process: F,
    /// Told how many bytes were processed.
    pub(super) progress: &'a (dyn Fn(u64) + Sync),
}

/// The input, of which one thread reads a group at a time.
struct Reading<'a> {
    from: &'a mut (dyn Read + Send),
    next: u64,
    ended: bool,
}

/// The output, which one thread writes at a time.
struct Writing<'a> {
    to: &'a mut Target,
    turn: u64,
    skip: u64,
    take: u64,
    result: Result<(), Failure>,
}

impl<F> Pump<'_, F>
where
    F: Fn(u64, bool, &[u8], &mut [u8]) -> Outcome + Sync,
{
    /// Processes the whole input. The last group is the one that is not full; it may be empty.
    pub(super) fn run(
        &self,
        from: &mut (dyn Read + Send),
        name: &str,
        to: &mut Target,
    ) -> Result<(), Failure> {
        let reading = Mutex::new(Reading { from, next: 0, ended: false });
        let (skip, take) = (self.skip, self.take);
        let writing = Mutex::new(Writing { to, turn: 0, skip, take, result: Ok(()) });
        let (turn, stopped) = (Condvar::new(), AtomicBool::new(false));
        let work = || self.work(&reading, name, &writing, &turn, &stopped);
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
        let writing = writing.into_inner().unwrap_or_else(PoisonError::into_inner);
        match writing.take {
            // Wanted, and not there.
            1.. if writing.result.is_ok() && self.take != u64::MAX => {
                Err(Failure::refused(format_args!("{name}: it became shorter while it was read")))
            }
            _ => writing.result,
        }
    }

    /// What each thread does.
    fn work(
        &self,
        reading: &Mutex<Reading<'_>>,
        name: &str,
        writing: &Mutex<Writing<'_>>,
        turn: &Condvar,
        stopped: &AtomicBool,
    ) {
        let between = (DISTANCE + PAGE - self.group % PAGE) % PAGE;
        let mut memory = vec![0; self.group + between + self.room];
        let (input, rest) = memory.split_at_mut(self.group);
        let output = &mut rest[between..];
        loop {
            let (number, read) = {
                let mut reading = lock(reading);
                if reading.ended || stopped.load(Ordering::Relaxed) {
                    return;
                }
                let read = fill(&mut reading.from, input);
                reading.ended = !matches!(read, Ok(bytes) if bytes == self.group);
                reading.next += 1;
                (reading.next - 1, read)
            };
            let bytes = *read.as_ref().unwrap_or(&0);
            let (ready, result) = match read {
                Ok(bytes) => (self.process)(number, bytes < self.group, &input[..bytes], output),
                Err(error) => (0, Err(unreadable(name, error))),
            };
            let mut writing = lock(writing);
            while writing.turn != number && writing.result.is_ok() {
                writing = turn.wait(writing).unwrap_or_else(PoisonError::into_inner);
            }
            if writing.result.is_err() {
                return;
            }
            writing.result = writing.put(&output[..ready]).and(result);
            writing.turn += 1;
            if writing.result.is_err() {
                stopped.store(true, Ordering::Relaxed);
            }
            turn.notify_all();
            (self.progress)(bytes as u64);
        }
    }
}

impl Writing<'_> {
    /// Writes what is wanted of the next bytes.
    fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let skipped = self.skip.min(bytes.len() as u64);
        self.skip -= skipped;
        let bytes = &bytes[skipped as usize..];
        let taken = self.take.min(bytes.len() as u64);
        self.take -= taken;
        match taken {
            0 => Ok(()),
            _ => self.to.write(&bytes[..taken as usize]),
        }
    }
}

fn unreadable(name: &str, error: io::Error) -> Failure {
    Failure::refused(format_args!("{name}: cannot be read: {error}"))
}

/// A panic of another thread ends the program anyway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
