//! "Efficient software implementations of ZUC-256" (2021): Table 2 and Figures 2 to 5.
//!
//! The paper publishes the performance of its methods as bar charts without numbers. Only the numbers
//! in its text are known exactly.

use lanecrypt::Backend;

use super::method::{Method, Paper};
use super::publication::{Platform, Publication};
use super::variants::{BarFigure, Baseline, Claim, Ours, Published, Variants, VariantsMethod};

/// The paper.
pub(crate) static PAPER: Paper = Paper {
    publication: Publication {
        name: "zuc256",
        citation: "Bai L., Jia W. Y., Zhu G. Z.: Efficient software implementations of ZUC-256. Journal of \
                   Cryptologic Research 8(3), 2021, 521-536, doi:10.13868/j.cnki.jcr.000455; Table 2, \
                   Figures 2 to 5",
        platforms: &[
            Platform {
                name: "Platform1",
                description: "Intel Core i3-6100, 3.70 GHz, 4 GB, Windows 7 (32 bits), Visual Studio \
                              2015, x86 release build; its SIMD is AVX2",
                backend: Some(Backend::Avx2),
            },
            Platform {
                name: "Platform2",
                description: "Intel Xeon Gold 6128, 3.40 GHz, 128 GB, Windows 10 (64 bits), Visual \
                              Studio 2017, x64 release build; its SIMD is AVX-512",
                backend: Some(Backend::Avx512),
            },
        ],
        note: "The paper does not state the length of its messages. Its SIMD methods process as many keys \
               or IVs at once as a register has lanes, 16 for AVX-512; lanecrypt processes a batch of \
               messages with different keys. Its AVX-512 processor had no GFNI, VAES or VPCLMULQDQ, which \
               the avx512 backend needs. None of the variants here is the code of [4], [12], [26] or the \
               paper: they are the same methods, implemented in lanecrypt, and `lanes` already has the \
               S-boxes of the paper.",
    },
    method: Method::Variants(Variants {
        default_size: 16 * 1024,
        figures: &[
            BarFigure {
                title: "Figure 2: keystream",
                algorithm: "zuc256",
                operation: "keystream",
                methods: &[
                    VariantsMethod {
                        name: "[4] as specified",
                        published: None,
                        variants: &["reference"],
                    },
                    VariantsMethod {
                        name: "[12] deferred modular reduction",
                        published: None,
                        variants: ONE_MESSAGE_VARIANTS,
                    },
                    VariantsMethod { name: "[26] SIMD", published: None, variants: &["lanes"] },
                    VariantsMethod {
                        name: "this paper: optimised SIMD",
                        published: Some(Published {
                            gigabits_per_second: 21.0,
                            platform: "Platform2",
                        }),
                        variants: &["interleaved"],
                    },
                ],
            },
            tags("Figure 3: MAC of 32 bits", "mac32"),
            tags("Figure 4: MAC of 64 bits", "mac64"),
            tags("Figure 5: MAC of 128 bits", "mac128"),
        ],
        claims: &[
            Claim {
                text: "keystream, AVX-512, 16 keys or IVs at once",
                published: "21 Gbit/s on Platform2",
                algorithm: "zuc256",
                ours: Ours::Rate {
                    operation: "keystream",
                    variants: OPTIMISED,
                    backend: Backend::Avx512,
                },
            },
            Claim {
                text: "keystream, AVX-512: optimised SIMD over the SIMD of [26]",
                published: "+30 % on Platform2",
                algorithm: "zuc256",
                ours: Ours::Ratio {
                    operation: "keystream",
                    variants: OPTIMISED,
                    over: ONE_REGISTER,
                    backend: Some(Backend::Avx512),
                },
            },
            Claim {
                text: "keystream, AVX2: optimised SIMD over the SIMD of [26]",
                published: "+56 % on Platform1",
                algorithm: "zuc256",
                ours: Ours::Ratio {
                    operation: "keystream",
                    variants: OPTIMISED,
                    over: ONE_REGISTER,
                    backend: Some(Backend::Avx2),
                },
            },
            speedup("MAC of 32 bits: SIMD over as specified", "mac32"),
            speedup("MAC of 64 bits: SIMD over as specified", "mac64"),
            speedup("MAC of 128 bits: SIMD over as specified", "mac128"),
            Claim {
                text: "LFSR without shifting its cells, 16 steps unrolled",
                published: "about +15 % on Platform1",
                algorithm: "zuc256",
                ours: Ours::Nothing("no variant here shifts the cells"),
            },
        ],
    }),
};

/// The variants for single messages: S-boxes computed in constant time, or read from memory as in the
/// methods of \[4\] and \[12\].
const ONE_MESSAGE_VARIANTS: &[&str] = &["deferred", "table"];

/// The baseline for the SIMD that the paper improves.
const ONE_REGISTER: &[Baseline] =
    &[Baseline { variant: "lanes", remark: "the same kernel on one register of lanes" }];

/// The baselines for the MAC as specified. No variant here both reads tables and works bit by bit, as
/// \[4\] does. A variant that only reads tables is faster than \[4\]; a variant that only works bit by bit
/// is slower.
const ONE_MESSAGE: &[Baseline] = &[
    Baseline {
        variant: "reference",
        remark: "bit by bit as in [4], but S-boxes computed: slower than its tables",
    },
    Baseline {
        variant: "table",
        remark: "S-box tables as in [4], but carry-less products: faster than bit by bit",
    },
];

/// The variants that correspond to the paper's best methods.
const OPTIMISED: &[&str] = &["interleaved"];

/// The variants that correspond to the paper's method 2: lanes with carry-less products.
const CARRY_LESS_LANES: &[&str] = &["lanes", "interleaved"];

/// A figure about tags.
const fn tags(title: &'static str, operation: &'static str) -> BarFigure {
    BarFigure {
        title,
        algorithm: "zuc256",
        operation,
        methods: &[
            VariantsMethod {
                name: "[4] as specified, bit by bit",
                published: None,
                variants: &["reference"],
            },
            VariantsMethod {
                name: "[12] carry-less products, one message",
                published: None,
                variants: ONE_MESSAGE_VARIANTS,
            },
            VariantsMethod {
                name: "this paper, method 1: compare masks in lanes",
                published: None,
                variants: &["lanes-mask"],
            },
            VariantsMethod {
                name: "this paper, method 2: carry-less products in lanes",
                published: None,
                variants: CARRY_LESS_LANES,
            },
        ],
    }
}

/// The claim about tags. The paper does not state their length and the platform.
const fn speedup(text: &'static str, operation: &'static str) -> Claim {
    Claim {
        text,
        published: "up to 20 times (tag length and platform not stated)",
        algorithm: "zuc256",
        ours: Ours::Ratio {
            operation,
            variants: CARRY_LESS_LANES,
            over: ONE_MESSAGE,
            backend: None,
        },
    }
}
