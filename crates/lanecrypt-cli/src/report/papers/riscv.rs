//! What `bench --paper riscv --json` writes: firmware on simulated cores.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What the document says it is.
pub(crate) const SCHEMA: &str = "lanecrypt-rv32-1";

/// Such a document.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Firmware {
    /// What built it.
    #[serde(default)]
    pub(crate) compiler: String,
    /// What the names of cores mean.
    #[serde(default)]
    pub(crate) cores: BTreeMap<String, String>,
    /// Every routine on every core.
    pub(crate) results: Vec<Routine>,
}

/// A routine on a core.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Routine {
    /// `cipher/part`.
    pub(crate) routine: String,
    /// On which.
    pub(crate) core: String,
    /// Nothing where only instructions are counted.
    #[serde(default)]
    pub(crate) cycles_per_block: Option<f64>,
    /// The size of its code.
    #[serde(default)]
    pub(crate) code_bytes: Option<u64>,
}

/// The paper.
pub(crate) const CITATION: &str = "Optimized Implementation of Lightweight Block Cipher SIMECK and \
    SIMON Counter Operation Mode on 32-Bit RISC-V Processors (in Korean). JKIISC 33(2), 2023; Table 5";

/// What a reader of the comparison has to know.
pub(crate) const NOTE: &str = "The paper measures a HiFive1 board; its cycles are not legible in the \
    source, its gains over its own C reference are. Ours run on simulated cores, and their gains are \
    over the C reference in this repository for one block, compiled with -O3, on the same core. The \
    paper does not say how its reference was compiled.";

/// The gains that the paper gives over its own reference: of one block and of two at a time, in
/// counter mode with precomputation.
pub(crate) const GAINS: [(&str, [f64; 2]); 3] =
    [("simeck32_64", [5.1, 10.6]), ("simeck64_128", [4.6, 3.6]), ("simon64_128", [3.5, 2.3])];

/// The routines that are shown, and what they are.
pub(crate) const SHOWN: [(&str, &str); 7] = [
    ("c-o3", "C, gcc -O3, one block"),
    ("block", "one block"),
    ("ctr", "counter mode, one block at a time"),
    ("block2", "two blocks at a time"),
    ("ctr2", "counter mode, two blocks at a time"),
    ("ctr_sliced", "counter mode, sliced"),
    ("bitsliced", "bitsliced"),
];

impl Firmware {
    /// The cores of which cycles are known, in the order of the document.
    pub(crate) fn timed_cores(&self) -> Vec<&str> {
        let mut cores: Vec<&str> = Vec::new();
        for routine in self.results.iter().filter(|one| one.cycles_per_block.is_some()) {
            if !cores.contains(&&*routine.core) {
                cores.push(&routine.core);
            }
        }
        cores
    }

    /// The ciphers, in the order of the document.
    pub(crate) fn ciphers(&self) -> Vec<&str> {
        let mut ciphers: Vec<&str> = Vec::new();
        for routine in &self.results {
            let cipher = routine.routine.split('/').next().unwrap_or_default();
            if !ciphers.contains(&cipher) {
                ciphers.push(cipher);
            }
        }
        ciphers
    }

    /// The routine of a cipher on a core.
    pub(crate) fn find(&self, cipher: &str, part: &str, core: &str) -> Option<&Routine> {
        self.results
            .iter()
            .find(|one| one.core == core && one.routine.split_once('/') == Some((cipher, part)))
    }

    /// How many times as fast as C for one block, on the same core.
    pub(crate) fn gain(&self, cipher: &str, part: &str, core: &str) -> Option<f64> {
        let cycles = |part| self.find(cipher, part, core)?.cycles_per_block;
        Some(cycles("c-o3")? / cycles(part)?)
    }

    /// What a core is.
    pub(crate) fn core_name<'s>(&'s self, core: &'s str) -> &'s str {
        self.cores.get(core).map_or(core, String::as_str)
    }
}
