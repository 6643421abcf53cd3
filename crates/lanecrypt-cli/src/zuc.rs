//! What the program calls the ways in which ZUC is computed.

use lanecrypt::stream::zuc::Variant;

/// The variant's name on the command line.
pub(crate) fn variant_name(variant: Variant) -> &'static str {
    match variant {
        Variant::Auto => "auto",
        Variant::Reference => "reference",
        Variant::Table => "table",
        Variant::Deferred => "deferred",
        Variant::Lanes => "lanes",
        Variant::Interleaved => "interleaved",
        Variant::Mask => "lanes-mask",
        _ => unreachable!("the program knows every variant of the library"),
    }
}
