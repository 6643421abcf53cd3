//! The list of block ciphers.

use lanecrypt::Algorithm;
use lanecrypt::block::{self, BlockCipher, OneBlock, reference, table};

use super::chained::Chained;
use super::cipher::{Cipher, Lanes, Plain};
use super::counter::Counter;
use super::erased::{batch, boxed, expand, one_by_one};

/// A row for every cipher: its type, its name on the command line, the bits of its lanes (of AES,
/// of a block), its name in files of known answers, and how it is computed one block at a time
/// where that is not just the reference of the same name.
macro_rules! ciphers {
    ($($family:literal, $counter:ident:
        $($name:ident $text:tt $bits:literal $variant:literal $($plain:expr)?),*;)*) => {
        [$($(
            Cipher {
                name: $text,
                family: $family,
                variant: $variant,
                key_bytes: <block::$name as Algorithm>::KEY_BYTES,
                block_bytes: <block::$name as BlockCipher>::BLOCK_BYTES,
                counter: Counter::$counter,
                lanes: Lanes {
                    lane_bits: $bits,
                    expand: expand::<block::$name>,
                    batch: batch::<block::$name>,
                },
                plain: ciphers!(@plain $name $($plain)?),
            },
        )*)*]
    };
    (@plain $name:ident) => {
        &[Plain { name: "reference", expand: one_by_one::<reference::$name> }]
    };
    (@plain $name:ident $plain:expr) => { $plain };
}

/// The name of AES with keys of 16 bytes on the command line, in all its modes.
pub(crate) const AES128: &str = "aes128";
/// AES with keys of 24 bytes.
pub(crate) const AES192: &str = "aes192";
/// AES with keys of 32 bytes.
pub(crate) const AES256: &str = "aes256";

/// All of them.
static ALL: [Cipher; 33] = ciphers! {
    "speck", FirstLittle:
        Speck32_64 "speck32_64" 16 "32/64",
        Speck48_72 "speck48_72" 32 "48/72",
        Speck48_96 "speck48_96" 32 "48/96",
        Speck64_96 "speck64_96" 32 "64/96",
        Speck64_128 "speck64_128" 32 "64/128",
        Speck96_96 "speck96_96" 64 "96/96",
        Speck96_144 "speck96_144" 64 "96/144",
        Speck128_128 "speck128_128" 64 "128/128",
        Speck128_192 "speck128_192" 64 "128/192",
        Speck128_256 "speck128_256" 64 "128/256";
    "simon", FirstLittle:
        Simon32_64 "simon32_64" 16 "32/64",
        Simon48_72 "simon48_72" 32 "48/72",
        Simon48_96 "simon48_96" 32 "48/96",
        Simon64_96 "simon64_96" 32 "64/96",
        Simon64_128 "simon64_128" 32 "64/128",
        Simon96_96 "simon96_96" 64 "96/96",
        Simon96_144 "simon96_144" 64 "96/144",
        Simon128_128 "simon128_128" 64 "128/128",
        Simon128_192 "simon128_192" 64 "128/192",
        Simon128_256 "simon128_256" 64 "128/256";
    "simeck", SecondBig:
        Simeck32_64 "simeck32_64" 16 "32/64",
        Simeck48_96 "simeck48_96" 32 "48/96",
        Simeck64_128 "simeck64_128" 32 "64/128";
    "sparx", SecondLittle:
        Sparx64_128 "sparx64_128" 16 "64/128",
        Sparx128_128 "sparx128_128" 16 "128/128",
        Sparx128_256 "sparx128_256" 16 "128/256";
    "cypress", SecondLittle:
        Cypress256 "cypress256" 32 "Cypress-256",
        Cypress512 "cypress512" 64 "Cypress-512";
    "gost28147", SecondLittle: Gost28147 "gost28147" 32 "GOST 28147-89" GOST28147;
    "gost28147", SecondBig: Magma "magma" 32 "Magma";
    "aes_modes", WholeBig:
        Aes128 AES128 128 "AES-128" &[in_tables::<table::Aes128>()],
        Aes192 AES192 128 "AES-192" &[in_tables::<table::Aes192>()],
        Aes256 AES256 128 "AES-256" &[in_tables::<table::Aes256>()];
};

/// The cipher of that name.
pub(crate) fn named(name: &str) -> Option<&'static Cipher> {
    all().find(|cipher| cipher.name == name)
}

/// Every cipher.
pub(crate) fn all() -> impl Iterator<Item = &'static Cipher> {
    ALL.iter()
}

/// The ciphers that have more modes than ECB and counter mode.
pub(crate) static CHAINED: [Chained; 3] = [
    Chained::of::<block::Aes128>(AES128),
    Chained::of::<block::Aes192>(AES192),
    Chained::of::<block::Aes256>(AES256),
];

/// A cipher in tables.
const fn in_tables<C: OneBlock + 'static>() -> Plain {
    Plain { name: "table", expand: one_by_one::<C> }
}

/// GOST with any S-box.
const GOST28147: &[Plain] = &[
    Plain {
        name: "reference",
        expand: |key, choice| {
            boxed(reference::Gost28147::with_sbox(key, choice.sbox.unwrap_or_default())?)
        },
    },
    Plain {
        name: "table",
        expand: |key, choice| {
            boxed(table::Gost28147::with_sbox(key, choice.sbox.unwrap_or_default())?)
        },
    },
];
