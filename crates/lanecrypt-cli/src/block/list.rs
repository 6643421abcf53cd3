//! The list of block ciphers.

use lanecrypt::block::{self, reference, table};
use lanecrypt::mode::Modes;

use super::chained::Chained;
use super::cipher::{Cipher, Lanes, Plain};
use super::counter::Counter;
use super::erased::{Chosen, batch, boxed, expand, one_by_one};

macro_rules! ciphers {
    (
        over_words { $({
            $module:ident::$name:ident $id:ident $title:literal $feature:literal $key:literal
            $block:literal $words:literal x $bits:literal $counter:ident $plain:tt $target:literal
            $variant:literal
        })* }
        over_blocks { $({
            $register_module:ident::$register:ident $register_id:ident $register_title:literal
            $register_feature:literal $register_key:literal $register_block:literal $keys:literal
            $register_counter:ident $register_plain:tt $register_target:literal
            $register_variant:literal
        })* }
    ) => {
        /// All of them.
        static ALL: &[Cipher] = &[
            $(cipher::<block::$name>(
                stringify!($id),
                ($target, $variant),
                Counter::$counter,
                // Words of 24 and 48 bits lie in the next longer ones.
                usize::next_power_of_two($bits),
                plain!($name $plain),
            ),)*
            $(cipher::<block::$register>(
                stringify!($register_id),
                ($register_target, $register_variant),
                Counter::$register_counter,
                8 * $register_block,
                plain!($register $register_plain),
            ),)*
        ];

        /// The ciphers that have more modes than ECB and counter mode.
        pub(crate) static CHAINED: &[Chained] =
            &[$(Chained::of::<block::$register>(stringify!($register_id))),*];
    };
}

/// How a cipher is computed one block at a time.
macro_rules! plain {
    // GOST with any S-box.
    (Gost28147 $plain:tt) => {
        GOST28147
    };
    ($name:ident [reference]) => {
        &[Plain { name: "reference", expand: one_by_one::<reference::$name> }]
    };
    ($name:ident [table]) => {
        &[Plain { name: "table", expand: one_by_one::<table::$name> }]
    };
}

lanecrypt::block_ciphers!(ciphers);

/// A cipher: its name, where its known answers are, its counter, the bits of its lanes, and how it is
/// computed one block at a time.
const fn cipher<C: Modes<Options: Chosen>>(
    name: &'static str,
    (family, variant): (&'static str, &'static str),
    counter: Counter,
    lane_bits: usize,
    plain: &'static [Plain],
) -> Cipher {
    Cipher {
        name,
        family,
        variant,
        key_bytes: C::KEY_BYTES,
        block_bytes: C::BLOCK_BYTES,
        counter,
        lanes: Lanes { lane_bits, expand: expand::<C>, batch: batch::<C> },
        plain,
    }
}

/// The cipher of that name.
pub(crate) fn named(name: &str) -> Option<&'static Cipher> {
    all().find(|cipher| cipher.name == name)
}

/// Every cipher.
pub(crate) fn all() -> impl Iterator<Item = &'static Cipher> {
    ALL.iter()
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
