//! The list of block ciphers.

use lanecrypt::block;

use super::erased::{batch, expand};
use super::{Cipher, Counter, Lanes, Plain};

/// A row for every cipher: its type, the bits of its lanes, its name in files of known answers.
macro_rules! ciphers {
    ($($family:literal, $counter:ident: $($name:ident $bits:literal $variant:literal)*;)*) => {&[$($(
        Cipher {
            name: <block::$name as block::BlockCipher>::NAME,
            family: $family,
            variant: $variant,
            key_bytes: <block::$name as block::BlockCipher>::KEY_BYTES,
            block_bytes: <block::$name as block::BlockCipher>::BLOCK_BYTES,
            counter: Counter::$counter,
            lanes: Some(Lanes {
                lane_bits: $bits,
                expand: expand::<block::$name>,
                batch: batch::<block::$name>,
            }),
            plain: &[Plain { name: "reference", expand: stand_in::<block::$name> }],
        },
    )*)*]};
}

/// All of them.
pub(crate) static ALL: &[Cipher] = ciphers! {
    "speck", FirstLittle:
        Speck32_64 16 "32/64" Speck48_72 32 "48/72" Speck48_96 32 "48/96" Speck64_96 32 "64/96"
        Speck64_128 32 "64/128" Speck96_96 64 "96/96" Speck96_144 64 "96/144"
        Speck128_128 64 "128/128" Speck128_192 64 "128/192" Speck128_256 64 "128/256";
    "simon", FirstLittle:
        Simon32_64 16 "32/64" Simon48_72 32 "48/72" Simon48_96 32 "48/96" Simon64_96 32 "64/96"
        Simon64_128 32 "64/128" Simon96_96 64 "96/96" Simon96_144 64 "96/144"
        Simon128_128 64 "128/128" Simon128_192 64 "128/192" Simon128_256 64 "128/256";
    "simeck", SecondBig:
        Simeck32_64 16 "32/64" Simeck48_96 32 "48/96" Simeck64_128 32 "64/128";
    "sparx", SecondLittle:
        Sparx64_128 16 "64/128" Sparx128_128 16 "128/128" Sparx128_256 16 "128/256";
    "cypress", SecondLittle:
        Cypress256 32 "Cypress-256" Cypress512 64 "Cypress-512";
};

/// The portable lanes, a block a call.
struct StandIn<C>(C);

impl<C: lanecrypt::mode::Modes> super::OneByOne for StandIn<C> {
    fn ecb(&self, way: super::Way, data: &mut [u8]) -> Result<(), lanecrypt::Error> {
        for block in data.chunks_mut(C::BLOCK_BYTES) {
            super::Expanded::ecb(&self.0, way, lanecrypt::batch::Data::InPlace(block))?;
        }
        Ok(())
    }
}

fn stand_in<C: lanecrypt::mode::Modes + 'static>(
    key: &[u8],
    choice: &super::Choice,
) -> Result<Box<dyn super::OneByOne>, lanecrypt::Error>
where
    C::Options: super::erased::Chosen,
{
    use super::erased::Chosen;
    let options = C::Options::chosen(choice);
    Ok(Box::new(StandIn(C::with_options(key, options, lanecrypt::Backend::Portable)?)))
}
