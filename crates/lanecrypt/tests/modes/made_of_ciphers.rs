//! Key objects that are made of a block cipher: the same as those made of its key.

use super::support::{Test, on_all};
use lanecrypt::mode::{AesModes, Cbc, Cmac, Ctr, Ecb, Gcm, Ocb3, Pmac};
use lanecrypt::{Aead, Backend, Cipher, Mac};

struct Same;

impl Test for Same {
    fn test<C: AesModes>(&self, backend: Backend) {
        let key = vec![9; C::KEY_BYTES];
        let cipher = || C::with_backend(&key, backend).unwrap();
        assert_eq!(cipher().backend(), backend);

        cipher_mode(Ecb::from(cipher()), &key, |ecb, data| ecb.encrypt((), data).unwrap());
        cipher_mode(Cbc::from(cipher()), &key, |cbc, data| cbc.encrypt(&[1; 16], data).unwrap());
        cipher_mode(Ctr::from(cipher()), &key, |ctr, data| ctr.encrypt(&[1; 12], data).unwrap());
        mac(Cmac::from(cipher()), &key);
        mac(Pmac::from(cipher()), &key);
        aead(Gcm::<C>::from(cipher()), &key);
        aead(Ocb3::from(cipher()), &key);
    }
}

fn cipher_mode<M: Cipher>(made: M, key: &[u8], encrypt: impl Fn(&M, &mut [u8; 48])) {
    let of_key = M::with_backend(key, made.backend()).unwrap();
    let (mut first, mut second) = ([5; 48], [5; 48]);
    encrypt(&made, &mut first);
    encrypt(&of_key, &mut second);
    assert_eq!(first, second);
    assert_ne!(first, [5; 48]);
    encrypt(&made.clone(), &mut first);
    encrypt(&of_key, &mut second);
    assert_eq!(first, second);
}

fn mac<M: for<'a> Mac<Nonce<'a> = ()>>(made: M, key: &[u8]) {
    let of_key = M::with_backend(key, made.backend()).unwrap();
    assert_eq!(made.tag_bytes(), of_key.tag_bytes());
    let tag = of_key.compute((), b"message").unwrap();
    assert_eq!(made.verify((), b"message", tag.as_ref()), Ok(()));
    // A shorter tag is the beginning of the longer one.
    let short = made.with_tag_bytes(4).unwrap().compute((), b"message").unwrap();
    assert_eq!(short.as_ref(), &tag.as_ref()[..4]);
}

fn aead<A: Aead>(made: A, key: &[u8]) {
    let of_key = A::with_backend(key, made.backend()).unwrap();
    assert_eq!(made.tag_bytes(), of_key.tag_bytes());
    let mut data = *b"message";
    let tag = of_key.seal(&[1; 12], b"header", &mut data).unwrap();
    assert_eq!(made.open(&[1; 12], b"header", &mut data, tag.as_ref()), Ok(()));
    assert_eq!(&data, b"message");
}

#[test]
fn as_of_keys() {
    on_all(None, &Same);
}
