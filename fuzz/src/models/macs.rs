//! Message authentication codes.

use aegis::{aegis128l, aegis128x2, aegis128x4, aegis256, aegis256x2, aegis256x4};
use aes::{Aes128, Aes192, Aes256};
use cmac::{Cmac, KeyInit};
use lanecrypt::block::OneBlock as _;
use lanecrypt::stream::zuc::Variant;
use lanecrypt::threegpp::Nia6;
use lanecrypt::{Algorithm, Backend, Mac};
use pmac::Pmac;
use zuc::eia3::Eia3Mac;
use zuc::zuc256::Zuc256Mac;

use super::{Aes, double, first};
use crate::batches::MacModel;
use crate::case::{FromBytes, parameters};

fn block_mac<M: cmac::Mac + KeyInit, O>(
    key: &[u8],
    _: &[u8],
    _: O,
    message: &[u8],
    _: u64,
    tag: &mut [u8],
) {
    let mut mac = <M as KeyInit>::new_from_slice(key).expect("a key");
    mac.update(message);
    tag.copy_from_slice(&mac.finalize().into_bytes()[..tag.len()]);
}

/// CMAC of AES-128 of so many bits, block by block (NIST SP 800-38B).
fn cmac_of_bits(key: &[u8], message: &[u8], bits: u64) -> [u8; 16] {
    let cipher = Aes::<Aes128>::new(key).expect("a key");
    let encrypt = |block: u128| {
        let mut bytes = block.to_be_bytes();
        cipher.encrypt(&mut bytes).expect("a block");
        u128::from_be_bytes(bytes)
    };
    let bytes = bits.div_ceil(8) as usize;
    let full = (bytes.div_ceil(16)).saturating_sub(1);
    let (before, last) = message[..bytes].split_at(16 * full);
    let mut state = 0;
    for block in before.chunks(16) {
        state = encrypt(state ^ u128::from_be_bytes(*first(block)));
    }
    let mut block = [0; 16];
    block[..last.len()].copy_from_slice(last);
    let last_bits = bits - 128 * full as u64;
    let subkey = double(encrypt(0));
    let mut block = u128::from_be_bytes(block);
    if last_bits == 128 {
        block ^= subkey;
    } else {
        let end = 127 - last_bits as u32;
        block = (block >> end >> 1 << end << 1 | 1 << end) ^ double(subkey);
    }
    encrypt(state ^ block).to_be_bytes()
}

/// A MAC, by its published name.
pub fn mac<O>(title: &str) -> Option<MacModel<O>> {
    macro_rules! aegis {
        ($module:ident::$type:ident) => {
            Some(|key, nonce, _, message, _, tag| {
                // No algorithm of the crate allows nonces of another length.
                macro_rules! of {
                    ($bytes:literal) => {{
                        let mut mac =
                            $module::$type::<$bytes>::new_with_nonce(first(key), first(nonce));
                        mac.update(message);
                        tag.copy_from_slice(&mac.finalize());
                    }};
                }
                if tag.len() == 32 { of!(32) } else { of!(16) }
            })
        };
    }
    match title {
        "AES-128-CMAC" => Some(block_mac::<Cmac<Aes128>, O>),
        "AES-192-CMAC" => Some(block_mac::<Cmac<Aes192>, O>),
        "AES-256-CMAC" => Some(block_mac::<Cmac<Aes256>, O>),
        "AES-128-PMAC" => Some(block_mac::<Pmac<Aes128>, O>),
        "AES-192-PMAC" => Some(block_mac::<Pmac<Aes192>, O>),
        "AES-256-PMAC" => Some(block_mac::<Pmac<Aes256>, O>),
        "AEGISMAC-128L" => aegis!(aegis128l::Aegis128LMac),
        "AEGISMAC-128X2" => aegis!(aegis128x2::Aegis128X2Mac),
        "AEGISMAC-128X4" => aegis!(aegis128x4::Aegis128X4Mac),
        "AEGISMAC-256" => aegis!(aegis256::Aegis256Mac),
        "AEGISMAC-256X2" => aegis!(aegis256x2::Aegis256X2Mac),
        "AEGISMAC-256X4" => aegis!(aegis256x4::Aegis256X4Mac),
        "ZUC-256 MAC (2018)" => Some(|key, nonce, _, message, bits, tag| {
            let (key, iv, bits) = (first(key), first(nonce), bits as usize);
            match tag.len() {
                4 => tag.copy_from_slice(
                    &Zuc256Mac::<u32>::compute(key, iv, message, bits).to_be_bytes(),
                ),
                8 => tag.copy_from_slice(
                    &Zuc256Mac::<u64>::compute(key, iv, message, bits).to_be_bytes(),
                ),
                _ => tag.copy_from_slice(
                    &Zuc256Mac::<u128>::compute(key, iv, message, bits).to_be_bytes(),
                ),
            }
        }),
        "128-NIA3" => Some(|key, nonce, _, message, bits, tag| {
            let (count, bearer, direction) = parameters(nonce);
            let made =
                Eia3Mac::compute(count, bearer, direction, first(key), message, bits as usize);
            tag.copy_from_slice(&made.to_be_bytes());
        }),
        "128-NIA2" => Some(|key, nonce, _, message, bits, tag| {
            let (count, bearer, direction) = parameters(nonce);
            let mut whole = count.to_be_bytes().to_vec();
            whole.extend([bearer << 3 | direction << 2, 0, 0, 0]);
            whole.extend(message);
            tag.copy_from_slice(&cmac_of_bits(key, &whole, 64 + bits)[..4]);
        }),
        // The plain implementation of the library.
        "256-NIA6" => Some(|key, nonce, _, message, bits, tag| {
            let mac = Nia6::with_options(key, Variant::Reference, Backend::Portable);
            let mac = mac.expect("a key").with_tag_bytes(tag.len()).expect("one of its lengths");
            let made = mac.compute_bits(FromBytes::from_bytes(nonce), message, bits);
            tag.copy_from_slice(made.expect("a message").as_ref());
        }),
        _ => None,
    }
}
