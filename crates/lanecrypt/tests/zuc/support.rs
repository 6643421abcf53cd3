//! What the tests of ZUC share: every algorithm over ZUC as one trait per shape, in every way that
//! it can be computed.

#[path = "../support/mod.rs"]
mod base;

#[cfg(target_os = "linux")]
pub(crate) use base::pages;
pub(crate) use base::{Guarded, Random, jobs, macs};

use core::fmt::Debug;

use lanecrypt::stream::zuc::{Iv184, Variant, Zuc128, Zuc256, Zuc256Mac, ZucStream};
use lanecrypt::threegpp::{Direction, Iv, Nea3, Nea6, Nia3, Nia6, Parameters};
use lanecrypt::{Algorithm, Backend, Batch, Error, Mac, StreamCipher};
use lanecrypt_vectors::Case;

/// COUNT, BEARER and DIRECTION of a case.
pub(crate) fn parameters(case: &Case) -> Parameters {
    let count = u32::from_be_bytes(case.array("count").unwrap());
    let direction = match case.number("direction", 1).unwrap() {
        0 => Direction::Uplink,
        _ => Direction::Downlink,
    };
    Parameters::new(count, case.number("bearer", 31).unwrap() as u8, direction).unwrap()
}

/// What else is drawn at random.
pub(crate) trait Draw {
    fn array<const N: usize>(&mut self) -> [u8; N];
    /// A length in bits: the awkward ones often, long ones now and then.
    fn bits(&mut self) -> u64;
    fn direction(&mut self) -> Direction;
    fn parameters(&mut self) -> Parameters;
}

impl Draw for Random {
    fn array<const N: usize>(&mut self) -> [u8; N] {
        self.bytes(N).try_into().unwrap()
    }

    fn bits(&mut self) -> u64 {
        let words = self.below(70) as u64;
        match self.below(12) {
            0 => 0,
            1 => 1,
            2 => 32 * words + 1,
            3 => 32 * words + 31,
            4 => 32 * words,
            5 => 512 * (words % 6),
            6 => 512 * (words % 6) + 1,
            7 => 512 * (words % 6) + 511,
            8 => 8 * self.below(2000) as u64,
            9 => self.below(64) as u64,
            _ => self.below(3000) as u64,
        }
    }

    fn direction(&mut self) -> Direction {
        if self.below(2) == 0 { Direction::Uplink } else { Direction::Downlink }
    }

    fn parameters(&mut self) -> Parameters {
        let (count, bearer) = (self.next() as u32, self.below(32) as u8);
        Parameters::new(count, bearer, self.direction()).unwrap()
    }
}

/// A cipher over ZUC.
pub(crate) trait ZucCipher: StreamCipher<Options = Variant> {
    /// What is given with a message, to be kept.
    type Given: Copy + Debug;

    fn given(random: &mut Random) -> Self::Given;
    fn nonce(given: &Self::Given) -> Self::Nonce<'_>;
    fn pieces(&self, given: &Self::Given) -> ZucStream;

    /// Something that the cipher refuses, and why, if there is such a thing.
    fn wrongly_given(_: &mut Random) -> Option<(Self::Given, Error)> {
        None
    }
}

impl ZucCipher for Zuc128 {
    type Given = [u8; 16];

    fn given(random: &mut Random) -> [u8; 16] {
        random.array()
    }
    fn nonce(given: &[u8; 16]) -> &[u8; 16] {
        given
    }
    fn pieces(&self, given: &[u8; 16]) -> ZucStream {
        StreamCipher::stream(self, given).unwrap()
    }
}

impl ZucCipher for Zuc256 {
    type Given = Iv184;

    fn given(random: &mut Random) -> Iv184 {
        Iv184::from_packed(&random.array())
    }
    fn nonce(given: &Iv184) -> Iv184 {
        *given
    }
    fn pieces(&self, given: &Iv184) -> ZucStream {
        StreamCipher::stream(self, *given).unwrap()
    }
}

impl ZucCipher for Nea3 {
    type Given = Parameters;

    fn given(random: &mut Random) -> Parameters {
        random.parameters()
    }
    fn nonce(given: &Parameters) -> Parameters {
        *given
    }
    fn pieces(&self, given: &Parameters) -> ZucStream {
        StreamCipher::stream(self, *given).unwrap()
    }
}

impl ZucCipher for Nea6 {
    type Given = Iv;

    fn given(random: &mut Random) -> Iv {
        match random.below(2) {
            0 => Iv::encryption(&random.array()),
            _ => Iv::from_bytes(random.array()),
        }
    }
    fn nonce(given: &Iv) -> Iv {
        *given
    }
    fn pieces(&self, given: &Iv) -> ZucStream {
        StreamCipher::stream(self, *given).unwrap()
    }
    fn wrongly_given(random: &mut Random) -> Option<(Iv, Error)> {
        let iv = match random.below(2) {
            0 => Iv::integrity(&random.array(), 4),
            _ => Iv::aead(&random.array(), 16),
        };
        Some((iv.unwrap(), Error::ParameterKind))
    }
}

/// A MAC over ZUC.
pub(crate) trait ZucMac: Mac<Options = Variant> {
    /// What is given with a message, to be kept.
    type Given: Copy + Debug;

    fn given(random: &mut Random, tag_bytes: usize) -> Self::Given;
    fn nonce(given: &Self::Given) -> Self::Nonce<'_>;

    /// Something that the MAC refuses for tags of this length, and why, if there is such a thing.
    fn wrongly_given(_: &mut Random, _tag_bytes: usize) -> Option<(Self::Given, Error)> {
        None
    }
}

impl ZucMac for Nia3 {
    type Given = Parameters;

    fn given(random: &mut Random, _: usize) -> Parameters {
        random.parameters()
    }
    fn nonce(given: &Parameters) -> Parameters {
        *given
    }
}

impl ZucMac for Zuc256Mac {
    type Given = Iv184;

    fn given(random: &mut Random, _: usize) -> Iv184 {
        Iv184::from_packed(&random.array())
    }
    fn nonce(given: &Iv184) -> Iv184 {
        *given
    }
}

impl ZucMac for Nia6 {
    type Given = Iv;

    fn given(random: &mut Random, tag_bytes: usize) -> Iv {
        match random.below(2) {
            0 => Iv::integrity(&random.array(), tag_bytes).unwrap(),
            _ => Iv::from_bytes(random.array()),
        }
    }
    fn nonce(given: &Iv) -> Iv {
        *given
    }
    fn wrongly_given(random: &mut Random, tag_bytes: usize) -> Option<(Iv, Error)> {
        let rest = random.array();
        let other = if tag_bytes == 16 { 4 } else { tag_bytes + 1 };
        Some(match random.below(3) {
            0 => (Iv::encryption(&rest), Error::ParameterKind),
            1 => (Iv::aead(&rest, tag_bytes).unwrap(), Error::ParameterKind),
            _ => {
                let error = Error::TagMismatch { bytes: other, expected: tag_bytes };
                (Iv::integrity(&rest, other).unwrap(), error)
            }
        })
    }
}

/// What everything is compared with.
pub(crate) fn reference<A: Algorithm<Options = Variant>>(key: &[u8]) -> A {
    A::with_options(key, Variant::Reference, Backend::Portable).unwrap()
}

/// The keystream of one message, by the reference.
pub(crate) fn keystream<C: ZucCipher>(key: &[u8], given: &C::Given, bytes: usize) -> Vec<u8> {
    let mut keystream = vec![0; bytes];
    reference::<C>(key).keystream(C::nonce(given), &mut keystream).unwrap();
    keystream
}

/// Every variant of every backend that this processor has.
pub(crate) fn ways() -> impl Iterator<Item = (Backend, Variant)> {
    Backend::available()
        .flat_map(|backend| Variant::ALL.iter().map(move |&variant| (backend, variant)))
}

pub(crate) fn batch<A: Algorithm<Options = Variant>>(
    (backend, variant): (Backend, Variant),
) -> Batch<A> {
    Batch::with_backend(backend).unwrap().with_options(variant)
}

/// A test for each of some algorithms, of functions that have the algorithm as their parameter.
macro_rules! each_test {
    ($($module:ident: $algorithm:path,)* | $tests:tt) => {
        $(crate::support::each_test!(@ $module $algorithm, $tests);)*
    };
    (@ $module:ident $algorithm:path, { $($test:ident)* }) => {
        mod $module {
            $(
                #[test]
                fn $test() {
                    super::$test::<$algorithm>();
                }
            )*
        }
    };
}
pub(crate) use each_test;

/// The same for every cipher over ZUC.
macro_rules! each_cipher {
    ($($test:ident)*) => {
        crate::support::each_test! {
            zuc128: lanecrypt::stream::zuc::Zuc128,
            zuc256: lanecrypt::stream::zuc::Zuc256,
            nea3: lanecrypt::threegpp::Nea3,
            nea6: lanecrypt::threegpp::Nea6,
            | { $($test)* }
        }
    };
}
pub(crate) use each_cipher;

/// The same for every MAC over ZUC.
macro_rules! each_mac {
    ($($test:ident)*) => {
        crate::support::each_test! {
            nia3: lanecrypt::threegpp::Nia3,
            zuc256_mac: lanecrypt::stream::zuc::Zuc256Mac,
            nia6: lanecrypt::threegpp::Nia6,
            | { $($test)* }
        }
    };
}
pub(crate) use each_mac;
