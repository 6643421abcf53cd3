//! The crate `aes`, with `ctr` and `cbc`.

use aes::cipher::array::Array;
use aes::cipher::consts::U16;
use aes::cipher::{
    BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, InnerIvInit,
    KeyInit,
};
use aes::{Aes128Dec, Aes128Enc, Aes192Dec, Aes192Enc, Aes256Dec, Aes256Enc};
use ctr::flavors::Ctr128BE;

use super::blocks::{ctr, ecb, ecb_decrypt, expand, whole};
use super::peer::Crates;
use crate::block::Counter;
use crate::entry::{Secret, Setting, Subject};
use crate::peers::each::{first, in_place};

/// ECB, many blocks per call.
pub(super) const ECB: Crates = Crates {
    name: "aes",
    versions: &[env!("LANECRYPT_CRATE_AES")],
    prepare: |algorithm, operation, setting| {
        Some(match (algorithm, operation) {
            ("aes128", "ecb") => ecb::<Aes128Enc>(setting),
            ("aes192", "ecb") => ecb::<Aes192Enc>(setting),
            ("aes256", "ecb") => ecb::<Aes256Enc>(setting),
            ("aes128", "ecb-decrypt") => ecb_decrypt::<Aes128Dec>(setting),
            ("aes192", "ecb-decrypt") => ecb_decrypt::<Aes192Dec>(setting),
            ("aes256", "ecb-decrypt") => ecb_decrypt::<Aes256Dec>(setting),
            _ => return None,
        })
    },
};

/// Counter mode.
pub(super) const CTR: Crates = Crates {
    name: "aes + ctr",
    versions: &[env!("LANECRYPT_CRATE_AES"), env!("LANECRYPT_CRATE_CTR")],
    prepare: |algorithm, operation, setting| {
        Some(match (algorithm, operation) {
            ("aes128", "ctr") => ctr::<Aes128Enc, Ctr128BE>(setting, Counter::WholeBig),
            ("aes192", "ctr") => ctr::<Aes192Enc, Ctr128BE>(setting, Counter::WholeBig),
            ("aes256", "ctr") => ctr::<Aes256Enc, Ctr128BE>(setting, Counter::WholeBig),
            _ => return None,
        })
    },
};

/// CBC.
pub(super) const CBC: Crates = Crates {
    name: "aes + cbc",
    versions: &[env!("LANECRYPT_CRATE_AES"), env!("LANECRYPT_CRATE_CBC")],
    prepare: |algorithm, operation, setting| {
        Some(match (algorithm, operation) {
            ("aes128", "cbc") => encrypt::<Aes128Enc>(setting),
            ("aes192", "cbc") => encrypt::<Aes192Enc>(setting),
            ("aes256", "cbc") => encrypt::<Aes256Enc>(setting),
            ("aes128", "cbc-decrypt") => decrypt::<Aes128Dec>(setting),
            ("aes192", "cbc-decrypt") => decrypt::<Aes192Dec>(setting),
            ("aes256", "cbc-decrypt") => decrypt::<Aes256Dec>(setting),
            _ => return None,
        })
    },
};

fn encrypt<C>(setting: &Setting) -> Box<dyn Subject>
where
    C: KeyInit + BlockCipherEncrypt<BlockSize = U16> + 'static,
{
    in_place(setting, expand::<C>, |cipher: &C, secret, message| {
        cbc::Encryptor::inner_iv_init(cipher, iv(secret)).encrypt_blocks(whole::<C>(message));
    })
}

fn decrypt<C>(setting: &Setting) -> Box<dyn Subject>
where
    C: KeyInit + BlockCipherDecrypt<BlockSize = U16> + 'static,
{
    in_place(setting, expand::<C>, |cipher: &C, secret, message| {
        cbc::Decryptor::inner_iv_init(cipher, iv(secret)).decrypt_blocks(whole::<C>(message));
    })
}

fn iv(secret: &Secret) -> &Array<u8, U16> {
    first::<16>(&secret.iv).into()
}
