//! "Performance analysis of the lightweight block cipher Cypress on different platforms" (2020).

use super::memory::{Memory, PaperCipher, Table};
use super::method::{Method, Paper};
use super::publication::{Platform, Publication};

/// The paper.
pub(crate) static PAPER: Paper = Paper {
    publication: Publication {
        name: "cypress",
        citation: "Doslidzhennia produktyvnosti maloresursnoho blokovoho shyfru \"Kyparys\" na riznykh \
                   platformakh (the performance of the lightweight block cipher Cypress on different \
                   platforms; in Ukrainian). V. N. Karazin Kharkiv National University, received 9 \
                   January 2020; Tables 1 to 5",
        platforms: &[
            Platform {
                name: "Table 1",
                description: "Windows 10 x32, Intel Core i7-7500U, 2.7-2.9 GHz",
                backend: None,
            },
            Platform {
                name: "Table 2",
                description: "Windows 10 x64, Intel Core i7-7500U, 2.7-2.9 GHz",
                backend: None,
            },
            Platform {
                name: "Table 3",
                description: "Linux, 64 bits, gcc 5.4.0, Intel Core i5-4670U, 3.4 GHz",
                backend: None,
            },
            Platform {
                name: "Table 4",
                description: "Android 4.2.2, 32 bits, Mediatek MT6582, 1.3 GHz, Cortex-A7; 8 MB \
                              instead of 8 GB",
                backend: None,
            },
            Platform {
                name: "Table 5",
                description: "Android 8.0.0, 64 bits, Exynos 7880, 1.9 GHz, Cortex-A53; 8 MB instead \
                              of 8 GB",
                backend: None,
            },
        ],
        note: "The paper encrypts 1 GB of memory eight times in ECB, with portable C++ that processes one \
               block at a time, and divides by the wall time. Its text confuses some names (for Table 1 \
               it calls Cypress-512 the fastest, and in the conclusions SPECK-128/128 the second), so \
               only its tables are shown here. The variants here are not the paper's code but of the \
               same kind: `reference` uses plain words, one block at a time; `table` reads tables, as the \
               paper's code for AES and GOST does.",
    },
    method: Method::Memory(Memory {
        block: 1 << 30,
        passes: 8,
        ciphers: &[
            cipher("Cypress-256", 256, 256, "own", "cypress256"),
            cipher("Cypress-512", 512, 512, "own", "cypress512"),
            PaperCipher { plain: "table", ..cipher("AES-256", 128, 256, "[14]", "aes256") },
            cipher("SPECK-64/128", 64, 128, "[17]", "speck64_128"),
            cipher("SPECK-128/128", 128, 128, "[18]", "speck128_128"),
            cipher("SPARX-128/128", 128, 128, "[17]", "sparx128_128"),
            PaperCipher {
                plain: "table",
                remark: Some("the paper says keys of 128 bits; the cipher's keys have 256"),
                ..cipher("DSTU GOST 28147:2009", 64, 128, "[14]", "gost28147")
            },
        ],
        tables: &[
            Table {
                name: "Table 1",
                short: "Win x32",
                megabits_per_second: &[
                    Some(3472.04),
                    Some(1555.54),
                    Some(1441.85),
                    Some(3059.16),
                    Some(748.96),
                    Some(661.83),
                    Some(603.4),
                ],
            },
            Table {
                name: "Table 2",
                short: "Win x64",
                megabits_per_second: &[
                    Some(3502.46),
                    Some(4942.77),
                    Some(1653.79),
                    Some(3038.03),
                    Some(4786.81),
                    Some(936.373),
                    Some(526.583),
                ],
            },
            Table {
                name: "Table 3",
                short: "Linux 64",
                megabits_per_second: &[
                    Some(8418.3),
                    Some(5356.9),
                    Some(1920.75),
                    Some(3179.49),
                    Some(5276.39),
                    Some(1049.53),
                    Some(640.469),
                ],
            },
            Table {
                name: "Table 4",
                short: "Andr. 32",
                megabits_per_second: &[
                    Some(592.0),
                    Some(467.0),
                    Some(109.0),
                    Some(599.0),
                    Some(205.0),
                    Some(71.0),
                    None,
                ],
            },
            Table {
                name: "Table 5",
                short: "Andr. 64",
                megabits_per_second: &[
                    Some(1263.0),
                    Some(999.0),
                    Some(183.0),
                    Some(639.0),
                    Some(422.0),
                    Some(145.0),
                    None,
                ],
            },
        ],
    }),
};

/// A cipher whose code in the paper uses plain words.
const fn cipher(
    name: &'static str,
    block_bits: u32,
    key_bits: u32,
    implementation: &'static str,
    algorithm: &'static str,
) -> PaperCipher {
    let (remark, plain) = (None, "reference");
    PaperCipher { name, block_bits, key_bits, implementation, remark, algorithm, plain }
}
