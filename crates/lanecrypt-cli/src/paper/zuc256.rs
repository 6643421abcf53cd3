//! "Efficient software implementations of ZUC-256" (2021): Table 2 and Figures 2 to 5.
//!
//! The performance of the methods is published as bar charts without numbers; what the text says
//! in numbers is all that is known exactly.

use lanecrypt::Backend;

use super::variants::{Baseline, Claim, Figure, Method, Ours, Published, Variants};
use super::{Method as PaperMethod, Paper, Platform};

/// The paper.
pub(crate) static PAPER: Paper = Paper {
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
    note: "The paper does not say how long its messages were. Its SIMD methods take as many keys \
           or IVs at once as a register has lanes, 16 for AVX-512; ours take a batch of messages \
           of different keys. Its AVX-512 processor had no GFNI, VAES or VPCLMULQDQ, which our \
           avx512 backend asks for. None of the variants here is the code of [4], [12], [26] or the \
           paper: they are the same methods in the program at hand, and `lanes` already has the \
           paper's S-boxes.",
    method: PaperMethod::Variants(Variants {
        default_size: 16 * 1024,
        figures: &[
            Figure {
                title: "Figure 2: keystream",
                algorithm: "zuc256",
                operation: "keystream",
                methods: &[
                    Method { name: "[4] as specified", published: None, variants: &["reference"] },
                    Method {
                        name: "[12] deferred modular reduction",
                        published: None,
                        variants: ONE_MESSAGE_VARIANTS,
                    },
                    Method { name: "[26] SIMD", published: None, variants: &["lanes"] },
                    Method {
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

/// Single messages: with computed S-boxes in constant time, and with S-boxes read from memory,
/// which is what the methods of \[4\] and \[12\] do.
const ONE_MESSAGE_VARIANTS: &[&str] = &["deferred", "table"];

/// What the paper's earlier SIMD is compared with.
const ONE_REGISTER: &[Baseline] =
    &[Baseline { variant: "lanes", remark: "the same kernel on one register of lanes" }];

/// What the paper's MAC as specified is compared with. There is no variant here that does both
/// of what \[4\] does, tables and bit by bit; one that does the first is faster than it, one that
/// does the second is slower.
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

/// What the paper's best methods are compared with.
const OPTIMISED: &[&str] = &["interleaved"];

/// The variants that are the paper's method 2: lanes with carry-less products.
const CARRY_LESS_LANES: &[&str] = &["lanes", "interleaved"];

/// One of the figures about tags.
const fn tags(title: &'static str, operation: &'static str) -> Figure {
    Figure {
        title,
        algorithm: "zuc256",
        operation,
        methods: &[
            Method {
                name: "[4] as specified, bit by bit",
                published: None,
                variants: &["reference"],
            },
            Method {
                name: "[12] carry-less products, one message",
                published: None,
                variants: ONE_MESSAGE_VARIANTS,
            },
            Method {
                name: "this paper, method 1: compare masks in lanes",
                published: None,
                variants: &["lanes-mask"],
            },
            Method {
                name: "this paper, method 2: carry-less products in lanes",
                published: None,
                variants: CARRY_LESS_LANES,
            },
        ],
    }
}

/// The claim about tags, which does not say of which length or on which platform.
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
