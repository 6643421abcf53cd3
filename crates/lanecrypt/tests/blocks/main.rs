//! Every block cipher over lanes, on every backend, against its plain implementation.
#![cfg(all(
    feature = "lightweight",
    feature = "cypress",
    feature = "gost",
    feature = "reference",
    feature = "tables"
))]

mod batch;
mod ctr;
mod ecb;
#[cfg(target_os = "linux")]
mod pages;
mod plain;
mod refusals;
mod sboxes;
#[path = "../support/mod.rs"]
mod support;

use lanecrypt::block::{self, BlockCipher, OneBlock, reference};
use lanecrypt::mode::{Ctr, Ecb, Modes};
use lanecrypt::{Algorithm, Backend};

/// Which half of a block counts, and in which byte order.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Counter {
    FirstLittle,
    SecondLittle,
    SecondBig,
}

/// A cipher over lanes and the same on plain words.
trait Pair {
    /// Over lanes.
    type Lanes: Modes;
    /// On plain words.
    type Plain: OneBlock;
    /// The counter of its counter mode.
    const COUNTER: Counter;
    /// The bits of its words: where the lowest word of the counter wraps.
    const WORD_BITS: u32;

    const BLOCK: usize = Self::Lanes::BLOCK_BYTES;
    const KEY: usize = Self::Lanes::KEY_BYTES;

    fn ecb(key: &[u8], backend: Backend) -> Ecb<Self::Lanes> {
        Ecb::with_backend(key, backend).unwrap()
    }

    fn ctr(key: &[u8], backend: Backend) -> Ctr<Self::Lanes> {
        Ctr::with_backend(key, backend).unwrap()
    }

    /// How many blocks a nonce has in counter mode.
    fn limit() -> u64 {
        let [(bytes, blocks)] = *Ctr::<Self::Lanes>::NONCES else { panic!("one kind of nonce") };
        assert_eq!(bytes, Self::BLOCK / 2);
        blocks
    }

    fn plain(key: &[u8]) -> Self::Plain {
        Self::Plain::new(key).unwrap()
    }

    /// Keystream of a nonce from a block on, each counter written byte by byte.
    fn keystream(key: &[u8], nonce: &[u8], first: u64, blocks: usize) -> Vec<u8> {
        let half = Self::BLOCK / 2;
        assert_eq!(nonce.len(), half);
        let mut out = vec![0; blocks * Self::BLOCK];
        for (i, block) in out.chunks_mut(Self::BLOCK).enumerate() {
            let number = first.checked_add(i as u64).unwrap();
            let byte = |place: usize| {
                if place < 8 { (number >> (8 * place)) as u8 } else { 0 }
            };
            assert!(half >= 8 || number >> (8 * half) == 0, "the counter wraps in the test");
            let (first, second) = block.split_at_mut(half);
            let (counter, other) = match Self::COUNTER {
                Counter::FirstLittle => (first, second),
                _ => (second, first),
            };
            other.copy_from_slice(nonce);
            for (place, out) in counter.iter_mut().enumerate() {
                *out = byte(if Self::COUNTER == Counter::SecondBig {
                    half - 1 - place
                } else {
                    place
                });
            }
        }
        Self::plain(key).encrypt(&mut out).unwrap();
        out
    }
}

/// The tests of each cipher.
macro_rules! ciphers {
    (
        over_words { $({
            $family:ident::$name:ident $module:ident $title:literal $feature:literal $key:literal
            $block:literal $words:literal x $word:literal $counter:ident
            [reference $($table:ident)?] $target:literal $variant:literal
        })* }
        over_blocks { $($over_blocks:tt)* }
    ) => {$(
        mod $module {
            use super::*;

            struct Both;
            impl Pair for Both {
                type Lanes = block::$name;
                type Plain = reference::$name;
                const COUNTER: Counter = Counter::$counter;
                const WORD_BITS: u32 = $word;
            }

            #[test]
            fn sizes_agree() {
                plain::sizes_agree::<Both>($key, $block);
                assert_eq!(8 * $block, $words * $word);
            }
            #[test]
            fn plain_is_block_by_block_and_undone() {
                plain::is_block_by_block_and_undone::<reference::$name>();
            }
            #[test]
            fn ecb_of_any_number_of_blocks() {
                ecb::of_any_number_of_blocks::<Both>();
            }
            #[test]
            fn ecb_of_many_keys() {
                ecb::of_many_keys::<Both>();
            }
            #[test]
            fn ctr_of_any_length() {
                ctr::of_any_length::<Both>();
            }
            #[test]
            fn ctr_cut_and_sought_anywhere() {
                ctr::cut_and_sought_anywhere::<Both>();
            }
            #[test]
            fn ctr_where_words_of_the_counter_wrap() {
                ctr::where_words_of_the_counter_wrap::<Both>();
            }
            #[test]
            fn ctr_ends_where_the_counter_would_wrap() {
                ctr::ends_where_the_counter_would_wrap::<Both>();
            }
            #[test]
            fn batch_of_mixed_lengths() {
                batch::of_mixed_lengths::<Both>();
            }
            #[test]
            fn batch_of_middle_lengths() {
                batch::of_middle_lengths::<Both>();
            }
            #[test]
            fn batch_of_few_and_of_many() {
                batch::of_few_and_of_many::<Both>();
            }
            #[test]
            fn batch_where_words_of_the_counter_wrap() {
                batch::where_words_of_the_counter_wrap::<Both>();
            }
            #[test]
            fn refusals_change_nothing() {
                refusals::change_nothing::<Both>();
            }
            #[test]
            fn refusals_in_a_batch_disturb_nobody() {
                refusals::in_a_batch_disturb_nobody::<Both>();
            }
            #[cfg(target_os = "linux")]
            #[test]
            fn pages_beyond_the_data_are_not_touched() {
                pages::beyond_the_data_are_not_touched::<Both>();
            }
        }
    )*};
}

lanecrypt::block_ciphers!(ciphers);
