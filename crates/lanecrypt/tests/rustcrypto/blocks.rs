//! Block ciphers.

use cipher::dev::block_cipher::{TestVector, encrypt_decrypt_test};
use cipher::{Array, Block, BlockCipherDecrypt, BlockCipherEncrypt, InOutBuf, KeyInit};
use lanecrypt::block;
use lanecrypt::mode::{Ecb, Modes};
use lanecrypt::{Algorithm as _, Cipher as _};
use lanecrypt_vectors::cases_of;

use crate::support::Random;
use crate::{field, passed, wipes};

/// The test of `cipher` with every block of the cases in ECB for keys of this length.
fn known_answers<C>(target: &str, of: impl Fn(&lanecrypt_vectors::Case) -> bool)
where
    C: BlockCipherEncrypt + BlockCipherDecrypt + KeyInit,
{
    let mut checked = 0;
    for case in cases_of(target).unwrap().iter().filter(|case| of(case)) {
        let (key, plain, sealed) =
            (field(case, "key"), field(case, "plaintext"), field(case, "ciphertext"));
        if key.len() != C::key_size() {
            continue;
        }
        let blocks = |bytes: &'static [u8]| bytes.chunks_exact(C::block_size());
        for (plaintext, ciphertext) in blocks(plain).zip(blocks(sealed)) {
            passed(encrypt_decrypt_test::<C>(&TestVector { key, plaintext, ciphertext }), case);
            checked += 1;
        }
    }
    assert!(checked > 0, "{target}");
}

#[test]
fn aes() {
    let ecb = |case: &lanecrypt_vectors::Case| case.text("mode") == Ok("ECB");
    known_answers::<block::Aes128>("aes_modes", ecb);
    known_answers::<block::Aes192>("aes_modes", ecb);
    known_answers::<block::Aes256>("aes_modes", ecb);
}

#[cfg(feature = "gost")]
#[test]
fn magma() {
    let magma = |case: &lanecrypt_vectors::Case| {
        case.text("mode").is_ok_and(|mode| mode.starts_with("Magma"))
    };
    known_answers::<block::Magma>("gost28147", magma);
}

#[cfg(feature = "lightweight")]
#[test]
fn speck() {
    let of =
        |name: &'static str| move |case: &lanecrypt_vectors::Case| case.text("variant") == Ok(name);
    known_answers::<block::Speck32_64>("speck", of("32/64"));
    known_answers::<block::Speck96_144>("speck", of("96/144"));
    known_answers::<block::Speck128_256>("speck", of("128/256"));
}

/// One way to encrypt or decrypt blocks. The output holds the input at first.
type Way<C> = fn(&C, bool, &[Block<C>], &mut [Block<C>]);

/// The methods for one block and for many make what ECB makes, forwards and backwards, in place and apart.
fn like_ecb<C>()
where
    C: Modes + KeyInit + BlockCipherEncrypt + BlockCipherDecrypt,
    Ecb<C>: lanecrypt::Algorithm<Options = C::Options>,
{
    assert_eq!((C::key_size(), C::block_size()), (C::KEY_BYTES, C::BLOCK_BYTES));
    let mut random = Random::new(71);
    let key = random.bytes(C::KEY_BYTES);
    let (cipher, ecb) =
        (<C as KeyInit>::new_from_slice(&key).unwrap(), Ecb::<C>::new(&key).unwrap());
    for count in (0..70).chain([200]) {
        let mut plain = vec![Block::<C>::default(); count];
        plain.iter_mut().for_each(|block| block.copy_from_slice(&random.bytes(C::BLOCK_BYTES)));
        for decrypt in [false, true] {
            let mut expected = plain.concat();
            match decrypt {
                false => ecb.encrypt((), &mut expected).unwrap(),
                true => ecb.decrypt((), &mut expected).unwrap(),
            }
            let expected: Vec<Block<C>> = expected
                .chunks_exact(C::BLOCK_BYTES)
                .map(|block| Array::try_from(block).unwrap())
                .collect();
            let ways: [Way<C>; 5] = [
                |cipher, decrypt, _, output| match decrypt {
                    false => cipher.encrypt_blocks(output),
                    true => cipher.decrypt_blocks(output),
                },
                |cipher, decrypt, input, output| {
                    output.fill(Default::default());
                    let all = InOutBuf::new(input, output).unwrap();
                    match decrypt {
                        false => cipher.encrypt_blocks_inout(all),
                        true => cipher.decrypt_blocks_inout(all),
                    }
                },
                // Through the backend, whole groups of blocks and what is left over.
                |cipher, decrypt, input, output| match decrypt {
                    false => cipher.encrypt_blocks_b2b(input, output).unwrap(),
                    true => cipher.decrypt_blocks_b2b(input, output).unwrap(),
                },
                |cipher, decrypt, _, output| {
                    output.iter_mut().for_each(|block| match decrypt {
                        false => cipher.encrypt_block(block),
                        true => cipher.decrypt_block(block),
                    });
                },
                |cipher, decrypt, input, output| {
                    input.iter().zip(output).for_each(|(input, output)| match decrypt {
                        false => cipher.encrypt_block_b2b(input, output),
                        true => cipher.decrypt_block_b2b(input, output),
                    });
                },
            ];
            for (number, way) in ways.into_iter().enumerate() {
                let mut output = plain.clone();
                way(&cipher, decrypt, &plain, &mut output);
                assert!(output == expected, "{count} blocks, way {number}, decrypt: {decrypt}");
            }
        }
    }
}

macro_rules! ciphers {
    (
        over_words { $({ $wm:ident::$word:ident $wi:ident $wt:literal $wf:literal $($w:tt)* })* }
        over_blocks { $({ $bm:ident::$block:ident $bi:ident $bt:literal $bf:literal $($b:tt)* })* }
    ) => {
        #[test]
        fn every_cipher_is_like_ecb() {
            $(#[cfg(feature = $wf)] like_ecb::<block::$word>();)*
            $(#[cfg(feature = $bf)] like_ecb::<block::$block>();)*
        }

        #[test]
        fn keys_are_wiped() {
            $(#[cfg(feature = $wf)] wipes::<block::$word>();)*
            $(#[cfg(feature = $bf)] wipes::<block::$block>();)*
        }
    };
}
lanecrypt::block_ciphers!(ciphers);
