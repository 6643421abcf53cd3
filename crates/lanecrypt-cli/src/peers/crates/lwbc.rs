//! The crate `lwbc`: its calls over words, which have no byte order.

use lwbc::{Simon32, Simon48, Simon64, Simon96, Speck32, Speck48, Speck64, Speck96};

use super::peer::Crates;
use crate::peers::each::in_place;

/// SPECK and SIMON with blocks of 32 to 96 bits. SIMECK is left out: in version 0.9.2 its key schedule
/// lacks the AND of the round function, so it does not give the published answers.
pub(super) const LWBC: Crates = Crates {
    name: "lwbc",
    versions: &[env!("LANECRYPT_CRATE_LWBC")],
    prepare: |algorithm, operation, setting| {
        /// The subject for a type of cipher, and the type and length of its words.
        macro_rules! cipher {
            ($cipher:ty, $word:ty, $bytes:literal) => {
                match operation {
                    "ecb" => cipher!($cipher, $word, $bytes, encrypt),
                    "ecb-decrypt" => cipher!($cipher, $word, $bytes, decrypt),
                    _ => return None,
                }
            };
            ($cipher:ty, $word:ty, $bytes:literal, $call:ident) => {
                in_place(
                    setting,
                    |secret| {
                        let word = |at: usize| load(&secret.key[at * $bytes..][..$bytes]) as $word;
                        <$cipher>::new(std::array::from_fn(word))
                    },
                    |cipher, _, message| {
                        for block in message.as_chunks_mut::<{ 2 * $bytes }>().0 {
                            let (second, first) = block.split_at_mut($bytes);
                            let words = cipher.$call([load(first) as $word, load(second) as $word]);
                            first.copy_from_slice(&words[0].to_le_bytes()[..$bytes]);
                            second.copy_from_slice(&words[1].to_le_bytes()[..$bytes]);
                        }
                    },
                )
            };
        }
        Some(match algorithm {
            "speck32_64" => cipher!(Speck32, u16, 2),
            "speck48_96" => cipher!(Speck48, u32, 3),
            "speck64_128" => cipher!(Speck64, u32, 4),
            "speck96_144" => cipher!(Speck96, u64, 6),
            "simon32_64" => cipher!(Simon32, u16, 2),
            "simon48_96" => cipher!(Simon48, u32, 3),
            "simon64_128" => cipher!(Simon64, u32, 4),
            "simon96_144" => cipher!(Simon96, u64, 6),
            _ => return None,
        })
    },
};

/// A word, least significant byte first.
fn load(bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}
