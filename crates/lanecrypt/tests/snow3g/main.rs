//! SNOW 3G, UEA2 and UIA2 with their IVs given whole, and the algorithms of 3GPP: known answers, and the plain
//! implementation as the expected result for all else.
#![cfg(all(feature = "snow3g", feature = "reference"))]

#[path = "../support/mod.rs"]
mod base;
mod ciphers;
mod tags;

use base::Random;
use lanecrypt::Backend;
use lanecrypt::stream::snow3g::Variant;
use lanecrypt::threegpp::{Direction, Parameters};
use lanecrypt_vectors::Case;

/// Every way to compute on every backend but the plain one.
fn ways() -> impl Iterator<Item = (Backend, Variant)> {
    let variants = || Variant::ALL.iter().filter(|variant| **variant != Variant::Reference);
    Backend::available().flat_map(move |backend| variants().map(move |variant| (backend, *variant)))
}

/// COUNT, BEARER and DIRECTION of a case.
fn parameters(case: &Case) -> Parameters {
    let count = u32::from_be_bytes(case.array("count").unwrap());
    let bearer = case.number("bearer", 31).unwrap() as u8;
    parameters_of(count, bearer, case.number("direction", 1).unwrap() == 1)
}

fn parameters_of(count: u32, bearer: u8, downlink: bool) -> Parameters {
    let direction = if downlink { Direction::Downlink } else { Direction::Uplink };
    Parameters::new(count, bearer, direction).unwrap()
}

fn array<const N: usize>(random: &mut Random) -> [u8; N] {
    random.bytes(N).try_into().unwrap()
}

/// A string of bytes with all bits beyond a length zero.
fn first_bits(bytes: &[u8], bits: u64) -> Vec<u8> {
    let mut out = bytes[..bits.div_ceil(8) as usize].to_vec();
    if let (Some(last), spare @ 1..) = (out.last_mut(), bits.wrapping_neg() % 8) {
        *last &= 0xff << spare;
    }
    out
}

/// Parameters at the ends of their ranges, and some others.
fn all_kinds_of_parameters(random: &mut Random) -> Vec<(u32, u8, bool)> {
    let mut all = Vec::new();
    for count in [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX - 1, u32::MAX] {
        for bearer in [0, 1, 15, 16, 30, 31] {
            all.push((count, bearer, false));
            all.push((count, bearer, true));
        }
    }
    for _ in 0..20 {
        let [a, b] = [random.next() as u32, random.below(32) as u32];
        all.push((a, b as u8, random.below(2) == 1));
    }
    all
}
