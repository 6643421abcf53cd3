//! The form in which such a paper is held.

/// What it encrypted, and how fast that was.
pub(crate) struct Memory {
    /// The block of memory, in bytes.
    pub(crate) block: usize,
    /// How many times it is encrypted.
    pub(crate) passes: u32,
    /// What is encrypted with.
    pub(crate) ciphers: &'static [Cipher],
    /// What was published.
    pub(crate) tables: &'static [Table],
}

/// A cipher of the paper.
pub(crate) struct Cipher {
    /// What the paper calls it.
    pub(crate) name: &'static str,
    /// The block that the paper gives, in bits.
    pub(crate) block_bits: u32,
    /// The key that the paper gives, in bits.
    pub(crate) key_bits: u32,
    /// Where the paper has its code from.
    pub(crate) implementation: &'static str,
    /// What a reader of the row has to know.
    pub(crate) remark: Option<&'static str>,
    /// The algorithm here.
    pub(crate) algorithm: &'static str,
    /// The variant that is of the same kind as the paper's code.
    pub(crate) plain: &'static str,
}

/// A table of the paper.
pub(crate) struct Table {
    /// Its number.
    pub(crate) name: &'static str,
    /// The platform, in a few letters.
    pub(crate) short: &'static str,
    /// 10^6 bits a second, for each of the ciphers; none where it has no row.
    pub(crate) megabits_per_second: &'static [Option<f64>],
}
