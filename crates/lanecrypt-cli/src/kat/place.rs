//! How data is handed over, and what is looked at afterwards.

use std::fmt;

use lanecrypt::batch::Data;

use crate::kat::guarded::Guarded;
use crate::kat::tally::{Answer, Tally};

/// Places in memory that data is put at, relative to an aligned one.
pub(crate) const OFFSETS: [usize; 4] = [0, 1, 15, 34];

/// What cannot fail, because the case was looked at before and the processor has the backend.
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
    /// Both, by turns.
    pub(crate) fn by_turns(number: usize) -> Self {
        if number.is_multiple_of(2) { Self::Same } else { Self::Apart }
    }
}

/// What is in a buffer before something is written to it.
const FRESH: u8 = 0xa5;

/// The buffers of one message.
pub(crate) struct Buffers {
    place: Place,
    input: Guarded,
    output: Guarded,
}

impl Buffers {
    /// With a message, some bytes past an aligned place.
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

    /// What a call takes.
    pub(crate) fn data(&mut self) -> Data<'_> {
        match self.place {
            Place::Same => Data::InPlace(self.output.data_mut()),
            Place::Apart => Data::Copy { input: self.input.data(), output: self.output.data_mut() },
        }
    }

    /// What came out.
    pub(crate) fn output(&self) -> &[u8] {
        self.output.data()
    }

    /// Whether nothing was written: a buffer apart is as it was made.
    pub(crate) fn is_untouched(&self, message: &[u8]) -> bool {
        match self.place {
            Place::Same => self.output() == message,
            Place::Apart => self.output().iter().all(|&byte| byte == FRESH),
        }
    }

    /// Whether the output is zeros and nothing else was written.
    pub(crate) fn is_wiped(&self) -> bool {
        self.output().iter().all(|&byte| byte == 0) && self.output.intact()
    }

    /// Checks what came out against what a case says of it, and the bytes around.
    pub(crate) fn check(&self, answer: &Answer, tally: &mut Tally, how: fmt::Arguments<'_>) {
        tally.answer(answer, how, self.output());
        self.check_guards(answer, tally, how);
    }

    /// Checks what came out against what follows from a case, and the bytes around.
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
