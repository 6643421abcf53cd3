//! The document of `bench --paper riscv --json`: firmware on simulated cores.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The name of the schema.
pub(crate) const SCHEMA: &str = "lanecrypt-rv32-1";

/// Such a document.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Firmware {
    /// The compiler.
    #[serde(default)]
    pub(crate) compiler: String,
    /// The descriptions of the cores, by name.
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
    /// The core.
    pub(crate) core: String,
    /// None if only instructions were counted.
    #[serde(default)]
    pub(crate) cycles_per_block: Option<f64>,
    /// The size of the code.
    #[serde(default)]
    pub(crate) code_bytes: Option<u64>,
}

/// The citation of the paper.
pub(crate) const CITATION: &str = "Optimized Implementation of Lightweight Block Cipher SIMECK and \
    SIMON Counter Operation Mode on 32-Bit RISC-V Processors (in Korean). JKIISC 33(2), 2023; Table 5";

/// Remarks for the reader.
pub(crate) const NOTE: &str = "The paper measures a HiFive1 board. Its cycles are not legible in the \
    source; its gains over its own C reference are. The routines here run on simulated cores. Their gains \
    are over the C reference in this repository for one block, compiled with -O3, on the same core. The \
    paper does not state how its reference was compiled.";

/// The published gains over the paper's own reference, in counter mode with precomputation: for one block
/// and for two blocks at a time.
pub(crate) const GAINS: [(&str, [f64; 2]); 3] =
    [("simeck32_64", [5.1, 10.6]), ("simeck64_128", [4.6, 3.6]), ("simon64_128", [3.5, 2.3])];

/// The routines that are shown, with their descriptions.
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
    /// The cores with measured cycles, in the order of the document.
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

    /// The ratio to the speed of C for one block, on the same core.
    pub(crate) fn gain(&self, cipher: &str, part: &str, core: &str) -> Option<f64> {
        let cycles = |part| self.find(cipher, part, core)?.cycles_per_block;
        Some(cycles("c-o3")? / cycles(part)?)
    }

    /// The description of a core.
    pub(crate) fn core_name<'s>(&'s self, core: &'s str) -> &'s str {
        self.cores.get(core).map_or(core, String::as_str)
    }
}
