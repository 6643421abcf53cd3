//! The data of such a paper.

/// A paper that encrypts a block of memory.
pub(crate) struct Memory {
    /// The size of the block of memory in bytes.
    pub(crate) block: usize,
    /// The number of times that it is encrypted.
    pub(crate) passes: u32,
    /// The ciphers.
    pub(crate) ciphers: &'static [PaperCipher],
    /// The published tables.
    pub(crate) tables: &'static [Table],
}

/// A cipher of the paper.
pub(crate) struct PaperCipher {
    /// The name in the paper.
    pub(crate) name: &'static str,
    /// The length of a block in bits, as the paper states it.
    pub(crate) block_bits: u32,
    /// The length of a key in bits, as the paper states it.
    pub(crate) key_bits: u32,
    /// The source of the code in the paper.
    pub(crate) implementation: &'static str,
    /// A remark on the row.
    pub(crate) remark: Option<&'static str>,
    /// The algorithm in the catalogue.
    pub(crate) algorithm: &'static str,
    /// The variant of the same kind as the paper's code.
    pub(crate) plain: &'static str,
}

/// A table of the paper.
pub(crate) struct Table {
    /// The name of the table.
    pub(crate) name: &'static str,
    /// The platform in a few letters.
    pub(crate) short: &'static str,
    /// The rate of each cipher in 10^6 bits per second. None if the table has no row for it.
    pub(crate) megabits_per_second: &'static [Option<f64>],
}
