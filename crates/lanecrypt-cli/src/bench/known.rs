//! The known answers that operations are verified with before they are measured.
//!
//! A few short ones of each target are enough here: `kat` checks all of them.

use lanecrypt::block::Sbox;
use lanecrypt::{Algorithm, Mac};
use lanecrypt_vectors::{Case, cases_of};

use crate::aead::AeadCipher;
use crate::answers::aes::{AesCase, CbcCase};
use crate::answers::aes_mac::MacCase;
use crate::answers::block::{BlockCase, BlockMode};
use crate::answers::drbg::{DrbgCase, DrbgStep};
use crate::answers::{Answer, aead, stream};
use crate::block::{AesMac, Chained, Cipher, Way};
use crate::entry::Known;
use crate::nonce::Nonce;

/// Some answers, or what is wrong with a case.
pub(super) type Answers = Result<Vec<Known>, String>;

/// Answers with longer messages are not used.
const MOST_BYTES: usize = 1024;

/// The first answers with short messages: some of whole bytes, which other libraries can be verified
/// with too, and one that ends within a byte.
fn few(all: impl IntoIterator<Item = Known>) -> Vec<Known> {
    let short = all.into_iter().filter(|known| (1..=MOST_BYTES).contains(&known.message.len()));
    let mut short: Vec<_> = short.collect();
    // A case may give its nonce in two forms, which are the same here.
    short.dedup();
    let (whole, partial): (Vec<_>, Vec<_>) =
        short.into_iter().partition(|known| known.bits % 8 == 0);
    whole.into_iter().take(3).chain(partial.into_iter().take(1)).collect()
}

/// An answer whose message has whole bytes. None if the answer is a wrong one.
fn whole(target: &str, answer: Answer, key: Vec<u8>, iv: &[u8], message: Vec<u8>) -> Option<Known> {
    let source = format!("case {} of {target}", answer.case);
    let (iv, bits, result) = (iv.to_vec(), 8 * message.len() as u64, answer.bytes);
    let known = Known { source, key, iv, block: 0, aad: Vec::new(), message, bits, result };
    (!answer.rejected).then_some(known)
}

/// Answers of sealing with tags of a length, or of opening. Nonces have the usual length. A few answers
/// without associated data come first, then a few with it.
pub(super) fn sealed(cipher: &'static AeadCipher, tag_bytes: usize, open: bool) -> Answers {
    let mut known = Vec::new();
    for case in &cases_of(cipher.target)? {
        for it in aead::read(cipher.target, case)? {
            let usual = it.cipher.name == cipher.name
                && it.nonce.len() == cipher.usual_nonce_bytes()
                && it.tag_bytes == tag_bytes;
            let Some(plaintext) = it.plaintext.filter(|_| usual) else { continue };
            let bytes = [it.ciphertext, it.answer.bytes].concat();
            let answer = Answer { bytes, ..it.answer };
            let without = whole(cipher.target, answer, it.key, &it.nonce, plaintext);
            known.extend(without.map(|known| Known { aad: it.aad, ..known }));
        }
    }
    let (without, with): (Vec<_>, Vec<_>) =
        known.into_iter().partition(|known: &Known| known.aad.is_empty());
    let known = few(without).into_iter().chain(few(with));
    Ok(if open { known.map(Known::reversed).collect() } else { known.collect() })
}

/// Answers of a block cipher in ECB, with its default S-box.
pub(super) fn ecb(cipher: &'static Cipher, way: Way) -> Answers {
    let of_cipher = |it: &BlockCase| {
        it.cipher.name == cipher.name
            && matches!(it.mode, BlockMode::Ecb)
            && it.choice.sbox.unwrap_or_default() == Sbox::default()
    };
    let known = block_cases(cipher)?.into_iter().filter(of_cipher);
    let known = known.filter_map(|it| whole(cipher.family, it.answer, it.key, &[], it.plaintext));
    Ok(directed(few(known), way))
}

/// The cases of a cipher and of others of its family.
fn block_cases(cipher: &Cipher) -> Result<Vec<BlockCase>, String> {
    let cases = cases_of(cipher.family)?;
    if cipher.family != AES_MODES {
        return cases.iter().map(|case| BlockCase::read(cipher.family, case)).collect();
    }
    let of_aes = |case: &Case| match AesCase::read(case)? {
        AesCase::Ecb(it) => Ok(Some(it)),
        AesCase::Ctr(_) | AesCase::Cbc(_) => Ok(None),
    };
    cases.iter().filter_map(|case| of_aes(case).transpose()).collect()
}

/// The target of the modes of AES.
const AES_MODES: &str = "aes_modes";

/// Answers for encrypting, or for decrypting.
fn directed(known: Vec<Known>, way: Way) -> Vec<Known> {
    match way {
        Way::Encrypt => known,
        Way::Decrypt => known.into_iter().map(Known::reversed).collect(),
    }
}

/// Answers in counter mode, from those in ECB: the first block is taken as a nonce and a counter, so
/// that zeros encrypt to the encrypted block.
pub(super) fn counter_mode(cipher: &'static Cipher) -> Answers {
    let counted = |known: Known| {
        let bytes = cipher.block_bytes;
        let (iv, block) = cipher.counter.split(&known.message[..bytes])?;
        let (iv, result) = (iv.to_vec(), known.result[..bytes].to_vec());
        let (message, bits) = (vec![0; bytes], 8 * bytes as u64);
        Some(Known { iv, block, message, bits, result, ..known })
    };
    Ok(ecb(cipher, Way::Encrypt)?.into_iter().filter_map(counted).collect())
}

/// Answers of AES in CBC.
pub(super) fn cbc(cipher: &Chained, way: Way) -> Answers {
    let mut known = Vec::new();
    for case in &cases_of(AES_MODES)? {
        if let AesCase::Cbc(CbcCase { chained, iv, message: it }) = AesCase::read(case)?
            && chained.name == cipher.name
        {
            known.extend(whole(AES_MODES, it.answer, it.key, &iv, it.plaintext));
        }
    }
    Ok(directed(few(known), way))
}

/// Answers of CMAC or PMAC over AES, with whole tags.
pub(super) fn aes_tags(cipher: &Chained, mac: AesMac) -> Answers {
    let target = match mac {
        AesMac::Cmac => "aes_cmac",
        AesMac::Pmac => "aes_pmac",
    };
    let mut known = Vec::new();
    for case in &cases_of(target)? {
        let it = MacCase::read(mac, case)?;
        if it.chained.name == cipher.name && it.answer.bytes.len() == 16 {
            known.extend(whole(target, it.answer, it.key, &[], it.message));
        }
    }
    Ok(few(known))
}

/// Answers of CTR_DRBG over AES: the first request to a generator that was made from a seed only. The
/// seed is taken for the key.
pub(super) fn random(cipher: &Chained) -> Answers {
    let target = "aes_ctr_drbg";
    let mut known = Vec::new();
    for case in &cases_of(target)? {
        let it = DrbgCase::read(case)?;
        let plain = !it.derivation && it.personalization.is_empty();
        let first = matches!(&it.steps[..], [DrbgStep::Generate(more)] if more.is_empty());
        if it.chained.name == cipher.name && plain && first {
            let zeros = vec![0; it.answer.bytes.len()];
            known.extend(whole(target, it.answer, it.entropy, &[], zeros));
        }
    }
    Ok(few(known))
}

/// Answers of a stream cipher.
pub(super) fn ciphertexts<C: Algorithm, N: Nonce>(target: &str) -> Answers {
    let known = stream::ciphers::<C, N>(&cases_of(target)?)?.into_iter();
    Ok(few(known.filter_map(|it| {
        let known = whole(target, it.answer, it.key, &it.nonce.bytes(), it.input)?;
        Some(Known { bits: it.bits, block: it.block, ..known })
    })))
}

/// The same as keystream: what was added to the messages.
pub(super) fn keystreams<C: Algorithm, N: Nonce>(target: &str) -> Answers {
    let keystream = |mut known: Known| {
        known.result.iter_mut().zip(&known.message).for_each(|(byte, plain)| *byte ^= plain);
        known.message.fill(0);
        known
    };
    Ok(ciphertexts::<C, N>(target)?.into_iter().map(keystream).collect())
}

/// Answers of a MAC with tags of a length.
pub(super) fn tags<M: Mac, N: Nonce>(target: &str, tag_bytes: usize) -> Answers {
    let known = stream::tags::<M, N>(&cases_of(target)?)?.into_iter();
    Ok(few(known.filter(|it| it.tag_bytes == tag_bytes).filter_map(|it| {
        let known = whole(target, it.answer, it.key, &it.nonce.bytes(), it.message)?;
        Some(Known { bits: it.bits, ..known })
    })))
}
