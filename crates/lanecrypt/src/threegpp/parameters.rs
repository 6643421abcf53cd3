//! COUNT, BEARER and DIRECTION.

use super::Direction;
use crate::Error;

/// COUNT, BEARER and DIRECTION: what algorithms 0 to 3 take with every message.
///
/// The same three must not be used for two messages under one key. COUNT has 32 bits, BEARER has 5
/// bits, DIRECTION has one bit. The algorithms write COUNT most significant byte first.
///
/// Source: 3GPP TS 33.501, annexes D.2.1 and D.3.1; TS 33.401, annex B.
///
/// ```
/// use lanecrypt::{Error, threegpp::{Direction, Parameters}};
///
/// let parameters = Parameters::new(0x66035492, 15, Direction::Uplink)?;
/// assert_eq!(parameters.bearer(), 15);
///
/// let refused = Parameters::new(0, 32, Direction::Uplink);
/// assert_eq!(refused, Err(Error::Bearer { bearer: 32 }));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameters {
    count: u32,
    bearer: u8,
    direction: Direction,
}

impl Parameters {
    /// For jobs that only fill an array up.
    pub(super) const NONE: Self = Self { count: 0, bearer: 0, direction: Direction::Uplink };

    /// Takes COUNT, BEARER (0 to 31) and DIRECTION.
    ///
    /// # Errors
    ///
    /// [`Error::Bearer`] if the bearer is above 31.
    pub const fn new(count: u32, bearer: u8, direction: Direction) -> Result<Self, Error> {
        match bearer {
            0..=31 => Ok(Self { count, bearer, direction }),
            _ => Err(Error::Bearer { bearer }),
        }
    }

    /// The same bearer and direction with another COUNT.
    pub(super) const fn with_count(self, count: u32) -> Self {
        Self { count, ..self }
    }

    /// COUNT.
    pub const fn count(self) -> u32 {
        self.count
    }

    /// BEARER, 0 to 31.
    pub const fn bearer(self) -> u8 {
        self.bearer
    }

    /// DIRECTION.
    pub const fn direction(self) -> Direction {
        self.direction
    }
}
