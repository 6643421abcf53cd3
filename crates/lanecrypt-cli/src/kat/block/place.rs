//! How data is handed over, and what is looked at afterwards.

use std::fmt;

use lanecrypt::batch::Data;

use crate::kat::guarded::Guarded;
use crate::kat::tally::{Answer, Tally};

/// How data is handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// One buffer.
    Same,
    /// Two buffers.
    Apart,
}

impl Place {
    /// Both, by turns.
    pub(super) fn by_turns(number: usize) -> Self {
        if number.is_multiple_of(2) { Self::Same } else { Self::Apart }
    }
}

/// The buffers of one message.
pub(super) struct Buffers {
    place: Place,
    input: Guarded,
    output: Guarded,
}

impl Buffers {
    /// With a message, some bytes past an aligned place.
    pub(super) fn new(message: &[u8], place: Place, offset: usize) -> Self {
        let output = match place {
            Place::Same => Guarded::new(message, offset),
            Place::Apart => Guarded::new(&vec![0xa5; message.len()], offset),
        };
        let input = match place {
            Place::Same => Guarded::new(&[], 0),
            Place::Apart => Guarded::new(message, offset + 3),
        };
        Self { place, input, output }
    }

    /// What a call takes.
    pub(super) fn data(&mut self) -> Data<'_> {
        match self.place {
            Place::Same => Data::InPlace(self.output.data_mut()),
            Place::Apart => Data::Copy { input: self.input.data(), output: self.output.data_mut() },
        }
    }

    /// What came out.
    pub(super) fn output(&self) -> &[u8] {
        self.output.data()
    }

    /// Checks what came out against what a case says of it, and the bytes around.
    pub(super) fn check(&self, answer: &Answer, tally: &mut Tally, how: fmt::Arguments<'_>) {
        tally.answer(answer, how, self.output());
        self.check_guards(answer, tally, how);
    }

    /// Checks what came out against what follows from a case, and the bytes around.
    pub(super) fn check_equal(
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
