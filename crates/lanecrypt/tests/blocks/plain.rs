//! The plain implementations and the tables by themselves.

use super::Pair;
use super::support::Random;
use lanecrypt::block::{BlockCipher, OneBlock, table};
use lanecrypt::{Algorithm, Error};

/// Both have the sizes that the catalogue gives.
pub(crate) fn sizes_agree<P: Pair>(key: usize, block: usize) {
    assert_eq!([P::Lanes::KEY_BYTES, P::Plain::KEY_BYTES], [key; 2]);
    assert_eq!([P::Lanes::BLOCK_BYTES, P::Plain::BLOCK_BYTES], [block; 2]);
}

/// Blocks do not know each other, decryption undoes encryption, and what is wrong is refused
/// before anything is written.
pub(crate) fn is_block_by_block_and_undone<C: OneBlock>() {
    let mut random = Random::new(1);
    for blocks in [0, 1, 2, 3, 17] {
        let cipher = C::new(&random.bytes(C::KEY_BYTES)).unwrap();
        let plaintext = random.bytes(blocks * C::BLOCK_BYTES);
        let mut together = plaintext.clone();
        cipher.encrypt(&mut together).unwrap();
        let mut apart = plaintext.clone();
        apart.chunks_mut(C::BLOCK_BYTES).for_each(|block| cipher.encrypt(block).unwrap());
        assert_eq!(together, apart);
        assert!(blocks == 0 || together != plaintext);
        cipher.decrypt(&mut together).unwrap();
        assert_eq!(together, plaintext);
    }

    for bytes in [0, C::KEY_BYTES - 1, C::KEY_BYTES + 1, 2 * C::KEY_BYTES] {
        let error = Error::KeyLength { bytes, expected: C::KEY_BYTES };
        assert_eq!(C::new(&vec![0; bytes]).err(), Some(error));
    }
    let cipher = C::new(&random.bytes(C::KEY_BYTES)).unwrap();
    for bytes in [1, C::BLOCK_BYTES - 1, C::BLOCK_BYTES + 1, 5 * C::BLOCK_BYTES - 1] {
        let mut data = random.bytes(bytes);
        let before = data.clone();
        let error = Err(Error::PartialBlock { bytes, block: C::BLOCK_BYTES });
        assert_eq!(cipher.encrypt(&mut data), error);
        assert_eq!(cipher.decrypt(&mut data), error);
        assert_eq!(data, before);
    }
}

#[test]
fn tables_are_block_by_block_and_undone() {
    is_block_by_block_and_undone::<table::Gost28147>();
    #[cfg(feature = "aes")]
    {
        is_block_by_block_and_undone::<table::Aes128>();
        is_block_by_block_and_undone::<table::Aes192>();
        is_block_by_block_and_undone::<table::Aes256>();
    }
}
