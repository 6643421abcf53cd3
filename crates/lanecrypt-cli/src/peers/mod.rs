//! Peers: implementations by others of operations that this program measures, each behind a cargo
//! feature, so that a figure stands beside theirs, from the same run on the same bytes.
//!
//! | module | what is in it |
//! |---|---|
//! | `crates` | crates of Rust, a file each: feature `peers`, on by default |
//! | `openssl`, `cryptopp`, `ipsec_mb` | libraries in C and C++: features `peer-...`, off by default |
//! | `each` | messages one after another, which is how nearly all of them are called |
//!
//! A peer computes exactly the bytes that the operation of the catalogue does. Where its crate
//! writes words in another order, blocks are turned around outside of what is timed. Where it has
//! an operation only by way of code of ours, it is taken not to have it.
//!
//! A new one is a file with a [`Peer`] and a line in `GROUPS`, or among the crates.

#[cfg(feature = "peers")]
mod crates;
#[cfg(feature = "peer-cryptopp")]
mod cryptopp;
#[cfg(any(
    feature = "peers",
    feature = "peer-cryptopp",
    feature = "peer-ipsec-mb",
    feature = "peer-openssl"
))]
mod each;
#[cfg(feature = "peer-ipsec-mb")]
mod ipsec_mb;
#[cfg(feature = "peer-openssl")]
mod openssl;
#[cfg(test)]
mod tests;

use crate::bench::catalogue::{Entry, Setting, Subject};

/// An implementation by others of operations that this program measures too.
pub(crate) trait Peer: Sync {
    /// Its name, as its authors write it; of several crates used together, with ` + ` between.
    fn name(&self) -> &'static str;

    /// The version, of a crate or of the library that is linked; one for each name.
    fn version(&self) -> String;

    /// How it computes an operation of the catalogue; none where it does not have it. Of the
    /// setting, backend and variant mean nothing to it.
    fn prepare(
        &self,
        algorithm: &str,
        operation: &str,
        setting: &Setting,
    ) -> Option<Box<dyn Subject>>;

    /// Whether an operation that it has takes messages of so many bytes. What is refused comes to
    /// nothing, so that it is not to be measured.
    fn takes(&self, algorithm: &str, operation: &str, bytes: usize) -> bool {
        // A counter of two bytes ends after as many blocks, ours with an error, others over again.
        let short = algorithm.ends_with("32_64") && operation == "ctr";
        !short || bytes <= 4 << 16
    }
}

/// What is no operation of the library, but measured beside it: ChaCha20, whose speed everyone
/// knows.
pub(crate) static YARDSTICKS: &[&Entry] = &[
    #[cfg(feature = "peers")]
    &crates::chacha20::YARDSTICK,
];

/// All that this program was built with.
pub(crate) fn all() -> Vec<&'static dyn Peer> {
    GROUPS.concat()
}

static GROUPS: &[&[&dyn Peer]] = &[
    #[cfg(feature = "peers")]
    &crates::ALL,
    #[cfg(feature = "peer-openssl")]
    &[&openssl::OpenSsl],
    #[cfg(feature = "peer-cryptopp")]
    &[&cryptopp::CryptoPp],
    #[cfg(feature = "peer-ipsec-mb")]
    &[&ipsec_mb::IpsecMb],
];

/// Whether it is one of [`YARDSTICKS`].
pub(crate) fn is_yardstick(entry: &Entry) -> bool {
    YARDSTICKS.iter().any(|yardstick| std::ptr::eq(*yardstick, entry))
}
