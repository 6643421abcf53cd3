//! Uplink and downlink.

/// The direction of a message.
///
/// ```
/// use lanecrypt::threegpp::Direction;
///
/// assert_eq!(Direction::Uplink.bit(), 0);
/// assert_eq!(Direction::Downlink.bit(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the device to the network: bit 0.
    Uplink,
    /// From the network to the device: bit 1.
    Downlink,
}

impl Direction {
    /// The DIRECTION bit.
    pub const fn bit(self) -> u8 {
        match self {
            Self::Uplink => 0,
            Self::Downlink => 1,
        }
    }
}
