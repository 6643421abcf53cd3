//! What the program asks of another library.

use lanecrypt::Backend;

use crate::entry::{Setting, Subject};

/// Another library, or several libraries used together.
pub(crate) trait Peer: Sync {
    /// The name as its authors write it. Names of crates that are used together are joined by ` + `.
    fn name(&self) -> &'static str;

    /// The version of the crate or of the linked library. Versions of several crates are joined by ` + `.
    fn version(&self) -> String;

    /// Prepares an operation of the catalogue. None if the peer does not have it. The variant of the
    /// setting is ignored, and so is its backend, unless the peer can be lowered to it.
    fn prepare(
        &self,
        algorithm: &str,
        operation: &str,
        setting: &Setting,
    ) -> Option<Box<dyn Subject>>;

    /// Why an operation refuses messages of this length, if it does. A peer does nothing with a message
    /// that it refuses, so such a message must not be measured.
    fn refuses(&self, algorithm: &str, operation: &str, bytes: usize) -> Option<&'static str> {
        let short = algorithm.ends_with("32_64") && operation == "ctr";
        (short && bytes > 4 << 16)
            .then_some("its counter of two bytes starts again after 2^16 blocks")
    }

    /// Why this version of the peer does not have an operation that another version has.
    fn lacks(&self, _algorithm: &str, _operation: &str) -> Option<&'static str> {
        None
    }

    /// Whether its AEADs are called with the associated data of known answers. Measured messages have none.
    fn takes_aad(&self) -> bool {
        false
    }

    /// Whether the peer can be held to the instructions of a backend, so that it is compared with that
    /// backend at the same instructions. Other peers always use the best instructions they can.
    fn lowers(&self, _backend: Backend) -> bool {
        false
    }
}
