//! How data is handed over, and what is checked afterwards.

use std::fmt;

use lanecrypt::Data;

use crate::answers::Answer;
use crate::kat::guarded::Guarded;
use crate::kat::tally::Tally;

/// Places of data in memory, relative to an aligned one.
pub(crate) const OFFSETS: [usize; 4] = [0, 1, 15, 34];

/// The value of a result that cannot be an error: the case was checked before, and the processor
/// has the backend.
pub(crate) fn accept<T>(result: Result<T, lanecrypt::Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => unreachable!("lengths and backend were checked: {error}"),
    }
}

/// How data is handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// One buffer.
    Same,
    /// Two buffers.
    Apart,
}

impl Place {
    /// In place for even numbers, apart for odd ones.
    pub(crate) fn by_turns(number: usize) -> Self {
        if number.is_multiple_of(2) { Self::Same } else { Self::Apart }
    }
}

/// The bytes of an output buffer before anything is written to it.
const FRESH: u8 = 0xa5;

/// The buffers of one message.
pub(crate) struct GuardedBuffers {
    place: Place,
    input: Guarded,
    output: Guarded,
}

impl GuardedBuffers {
    /// Buffers with a message, `offset` bytes past an aligned place.
    pub(crate) fn new(message: &[u8], place: Place, offset: usize) -> Self {
        let output = match place {
            Place::Same => Guarded::new(message, offset),
            Place::Apart => Guarded::new(&vec![FRESH; message.len()], offset),
        };
        let input = match place {
            Place::Same => Guarded::new(&[], 0),
            Place::Apart => Guarded::new(message, offset + 3),
        };
        Self { place, input, output }
    }

    /// The buffers as a call takes them.
    pub(crate) fn data(&mut self) -> Data<'_> {
        match self.place {
            Place::Same => Data::InPlace(self.output.data_mut()),
            Place::Apart => Data::Copy { input: self.input.data(), output: self.output.data_mut() },
        }
    }

    /// The output.
    pub(crate) fn output(&self) -> &[u8] {
        self.output.data()
    }

    /// Whether nothing was written: neither to the output nor beside it.
    pub(crate) fn is_untouched(&self, message: &[u8]) -> bool {
        self.output.intact()
            && match self.place {
                Place::Same => self.output() == message,
                Place::Apart => self.output().iter().all(|&byte| byte == FRESH),
            }
    }

    /// Whether nothing was written from byte `start` of the output on, nor beside the output. `end`
    /// is what the message has after that byte; a message may also end there.
    pub(crate) fn is_untouched_from(&self, start: usize, end: &[u8]) -> bool {
        let rest = &self.output()[start..];
        self.output.intact()
            && match self.place {
                _ if rest.is_empty() => true,
                Place::Same => rest == end,
                Place::Apart => rest.iter().all(|&byte| byte == FRESH),
            }
    }

    /// Whether the output is zeros and nothing else was written.
    pub(crate) fn is_wiped(&self) -> bool {
        self.output().iter().all(|&byte| byte == 0) && self.output.intact()
    }

    /// Checks the output against the answer of a case, and that nothing was written beside it.
    pub(crate) fn check(&self, answer: &Answer, tally: &mut Tally, how: fmt::Arguments<'_>) {
        tally.answer(answer, how, self.output());
        self.check_guards(answer, tally, how);
    }

    /// Checks the output against an expected one, and that nothing was written beside it.
    pub(crate) fn check_equal(
        &self,
        answer: &Answer,
        expected: &[u8],
        tally: &mut Tally,
        how: fmt::Arguments<'_>,
    ) {
        tally.equal(answer, how, expected, self.output());
        self.check_guards(answer, tally, how);
    }

    fn check_guards(&self, answer: &Answer, tally: &mut Tally, how: fmt::Arguments<'_>) {
        tally.holds(answer, how, self.output.intact(), "bytes beside as they were", || {
            "others".to_owned()
        });
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Same => "in place",
            Self::Apart => "out of place",
        })
    }
}
