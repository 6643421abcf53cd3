//! Tags: 128-EIA3 and the MACs of ZUC-256, over one message or many.
//!
//! All of them are one universal hash. Let W_j be the t bits of keystream from bit j on. The tag is the
//! exclusive or of the W_j for which bit j of the *padded message* is one. For ZUC-256, the padded
//! message is a one, t - 1 zeros, the message, and a one. For EIA3 it is the message and a one, and a
//! last word of keystream is added. Padded messages are taken in rows of 512 bits, beside rows of
//! keystream.
//!
//! `products` hashes a row by carry-less products. `mask` hashes the rows of all lanes by compare and mask, for
//! comparison, with the feature `reference`.

mod lane;
#[cfg(feature = "reference")]
mod mask;
mod padded;
mod products;
mod task;

pub(super) use lane::MacLane;
#[cfg(feature = "reference")]
pub(super) use mask::Windows;
pub(super) use padded::Padded;
pub(super) use products::{Sums, absorb};
pub(super) use task::MacTask;

use crate::Tag;

/// The two hashes: they differ in their padding and in the lengths of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 128-EIA3, with tags of 4 bytes.
    Eia3,
    /// The MAC of ZUC-256, with tags of 4, 8 or 16 bytes.
    Zuc256 { tag_bytes: usize },
}

impl Kind {
    pub(super) fn tag_bytes(self) -> usize {
        match self {
            Self::Eia3 => 4,
            Self::Zuc256 { tag_bytes } => tag_bytes,
        }
    }

    /// The bytes of the padded message before the message.
    fn prefix_bytes(self) -> usize {
        match self {
            Self::Eia3 => 0,
            Self::Zuc256 { tag_bytes } => tag_bytes,
        }
    }

    /// A tag from the sum of the windows, its first bit highest.
    pub(super) fn tag(self, sum: u128) -> Tag {
        Tag::new(&sum.to_be_bytes()[..self.tag_bytes()])
    }
}

/// The state of a hash of one message.
pub(super) trait Hash: Sized {
    /// Of nothing.
    const EMPTY: Self;

    /// The sum of the windows, the first bit of the tag highest.
    fn windows(&self) -> u128;
}
