//! The state of the first cache before a call.

/// Half of the calls, chosen at random, find an empty first cache. Addresses that depend on secrets show
/// there: how long the call takes depends on how many lines it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// As the call before left it.
    Warm,
    /// Filled with other data.
    Emptied,
}

impl State {
    /// Both states.
    pub(super) const ALL: [Self; 2] = [Self::Warm, Self::Emptied];

    /// The name in tables and documents.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Warm => "warm",
            Self::Emptied => "emptied",
        }
    }
}
