//! "SSE2 yu AES-NI zai mima suanfa zhong de yingyong" (2016).

use super::instructions::{AeadLine, Replacement, Tables};
use super::method::{Method, Paper};
use super::publication::{Platform, Publication};
use crate::measure::instructions::Class;

/// The paper.
pub(crate) static PAPER: Paper = Paper {
    publication: Publication {
        name: "aesni",
        citation: "Miao Xudong, Zheng Xiulin, Li Yanjun. SSE2 yu AES-NI zai mima suanfa zhong de \
                   yingyong (applications of SSE2 and AES-NI on cryptographic algorithm; in Chinese). \
                   1672-464X(2016)2-12-05; Tables 2, 5 and 6",
        platforms: &[
            Platform {
                name: "Table 2",
                description: "Windows 7, 32 bits, Visual Studio 2010, Intel Core 2 Duo E8400, 3.0 GHz",
                backend: None,
            },
            Platform {
                name: "Tables 5 and 6",
                description: "Windows 7, 64 bits, Visual Studio 2010, Intel Core i7-4770, 3.4 GHz",
                backend: None,
            },
        ],
        note: "The paper times loops in C \"without any acceleration\". The numbers in its tables are not \
               legible in the source; only the numbers in its text are compared. It measures neither \
               latencies nor AVX2 and AVX-512.",
    },
    method: Method::Instructions(Tables {
        operations: &[
            of_the_paper("PXOR", Class::Xor, Class::Xor),
            of_the_paper("PAND", Class::And, Class::And),
            of_the_paper("PSLLDQ", Class::ByteShift, Class::Shift),
            of_the_paper("PADDD", Class::Add, Class::Add),
            ours("PSLLD", Class::Shift, Class::Shift),
            ours("VPROLD", Class::Rotate, Class::Rotate),
            ours("by shifts", Class::RotateByShifts, Class::Rotate),
            ours("VPSHLDD", Class::FunnelShift, Class::FunnelShift),
        ],
        more_than: 2.0,
        at_least: 4.0,
        lines: &[
            AeadLine { name: "MORUS-640", published: Some(1.11), algorithm: "morus640", nonce: 16 },
            AeadLine {
                name: "MORUS-1280",
                published: Some(0.69),
                algorithm: "morus1280",
                nonce: 16,
            },
            AeadLine { name: "AEGIS-128", published: Some(0.61), algorithm: "aegis128", nonce: 16 },
            AeadLine { name: "AES-128-GCM", published: None, algorithm: "aes128/gcm", nonce: 12 },
        ],
    }),
};

/// A row of the paper's Table 2.
const fn of_the_paper(name: &'static str, vector: Class, ordinary: Class) -> Replacement {
    Replacement { name, vector, ordinary, in_paper: true }
}

/// A row that the paper does not have.
const fn ours(name: &'static str, vector: Class, ordinary: Class) -> Replacement {
    Replacement { in_paper: false, ..of_the_paper(name, vector, ordinary) }
}
