//! ECB: whole blocks, both ways.

use super::Pair;
use super::support::{Guarded, Random};
use lanecrypt::block::OneBlock;
use lanecrypt::{Backend, Cipher};

/// Every number of blocks up to some tiles and a rest, at odd addresses, in place and not.
pub(crate) fn of_any_number_of_blocks<P: Pair>() {
    const MOST: usize = 200;
    let mut random = Random::new(2);
    let key = random.bytes(P::KEY);
    let plaintext = random.bytes(MOST * P::BLOCK);
    let mut ciphertext = plaintext.clone();
    P::plain(&key).encrypt(&mut ciphertext).unwrap();
    for backend in Backend::available() {
        let cipher = P::ecb(&key, backend);
        for blocks in 0..=MOST {
            let bytes = blocks * P::BLOCK;
            let (plaintext, ciphertext) = (&plaintext[..bytes], &ciphertext[..bytes]);

            let mut data = Guarded::new(&mut random, 7 * blocks + 1, plaintext);
            cipher.encrypt((), data.get_mut()).unwrap();
            assert!(data.get() == ciphertext, "{backend}, {blocks} blocks");
            cipher.decrypt((), data.get_mut()).unwrap();
            assert!(data.get() == plaintext, "{backend}, {blocks} blocks back");
            data.check_guards();

            let mut output = Guarded::new(&mut random, 5 * blocks + 3, ciphertext);
            output.get_mut().fill(0xee);
            cipher.encrypt((), (data.get(), output.get_mut())).unwrap();
            assert!(output.get() == ciphertext, "{backend}, {blocks} blocks copied");
            cipher.decrypt((), (output.get(), data.get_mut())).unwrap();
            assert!(data.get() == plaintext, "{backend}, {blocks} blocks copied back");
            data.check_guards();
            output.check_guards();
        }
    }
}

/// The key schedule: many keys, with all bits set and none among them.
pub(crate) fn of_many_keys<P: Pair>() {
    let mut random = Random::new(3);
    for i in 0..60 {
        let key = match i {
            0 => vec![0; P::KEY],
            1 => vec![0xff; P::KEY],
            _ => random.bytes(P::KEY),
        };
        let plaintext = random.bytes((1 + i % 9) * P::BLOCK);
        let mut ciphertext = plaintext.clone();
        P::plain(&key).encrypt(&mut ciphertext).unwrap();
        for backend in Backend::available() {
            let cipher = P::ecb(&key, backend);
            let mut data = plaintext.clone();
            cipher.encrypt((), &mut data[..]).unwrap();
            assert_eq!(data, ciphertext, "{backend}, key {key:02x?}");
            cipher.decrypt((), &mut data[..]).unwrap();
            assert_eq!(data, plaintext, "{backend}, key {key:02x?}");
        }
    }
}
