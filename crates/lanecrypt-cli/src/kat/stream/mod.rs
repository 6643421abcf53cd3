//! The targets of the stream ciphers and of the MACs with a nonce.

mod algorithms;
mod call;
mod cipher;
mod end;
mod tag;

use lanecrypt::stream::zuc::Zuc128;
use lanecrypt::threegpp::Nea3;
use lanecrypt_vectors::Case;

use super::suite::{PreparedSuite, Target};

/// Every target.
pub(crate) fn targets() -> impl Iterator<Item = Target> {
    CIPHERS.iter().chain(MACS).copied()
}

/// How the cases of a cipher are understood.
macro_rules! prepare {
    (eea3 $type:ty) => {
        eea3
    };
    ($name:ident $type:ty) => {
        cipher::suite::<$type>
    };
}

macro_rules! ciphers {
    ($({
        ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty) $bits:literal
        $target:literal
    })*) => {
        static CIPHERS: &[Target] =
            &[$(Target { name: $target, prepare: prepare!($name $type) }),*];
    };
}
lanecrypt::stream_ciphers!(ciphers);

macro_rules! macs {
    (
        over_aes { $($over_aes:tt)* }
        over_aegis { $($over_aegis:tt)* }
        other { $({
            ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty)
            $target:literal
        })* }
    ) => {
        static MACS: &[Target] =
            &[$(Target { name: $target, prepare: tag::suite::<$type> }),*];
    };
}
lanecrypt::macs!(macs);

/// 128-EEA3 of `count`, `bearer` and `direction`; and ZUC-128 of the `iv` made of them.
fn eea3(_: &'static str, cases: &[Case]) -> PreparedSuite {
    let of_parameters = cases.iter().filter(|case| case.has("count") || !case.has("iv"));
    let of_iv = cases.iter().filter(|case| case.has("iv"));
    Ok(Box::new(vec![cipher::of::<Nea3>(of_parameters)?, cipher::of::<Zuc128>(of_iv)?]))
}
