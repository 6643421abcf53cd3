//! Uplink and downlink: a parameter of the mobile ciphers that the stream ciphers load.

/// Which way a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the device to the network; bit 0.
    Uplink,
    /// From the network to the device; bit 1.
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
