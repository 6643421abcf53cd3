//! The types for the traits of RustCrypto: those that are made over a key object on every backend, and those that a trait
//! makes, which run on the best one, there.

use super::leftovers::{last_step, step};
use super::memcheck::watched;
use super::{Count, Reports, leftovers, name_of, secret};
use lanecrypt::block::{self, Aes128, Aes256};
use lanecrypt::mode::{self, AesModes, Gcm, Modes, Ocb3};
use lanecrypt::rustcrypto::aead::AeadInOut;
use lanecrypt::rustcrypto::cipher::{
    BlockCipherDecrypt, BlockCipherEncrypt, KeyIvInit, StreamCipher, StreamCipherSeek,
};
use lanecrypt::rustcrypto::consts::{U12, U16};
use lanecrypt::rustcrypto::digest::{FixedOutputReset, Update};
use lanecrypt::rustcrypto::rand_core::{SeedableRng, TryRng};
use lanecrypt::rustcrypto::{
    AeadCipher, Array, AssocArraySize, ChaCha20, Cmac, Ctr128BE, CtrDrbg, DrbgSeed, Key, KeyInit,
    Pmac, Snow3g, Snow5g, SnowV, SnowVi, Zuc128, Zuc256,
};
use lanecrypt::{Aead, Algorithm, Backend};
use std::hint::black_box;

const BYTES: usize = 700;
const NONCE: [u8; 12] = [0xfb; 12];

type Cipher<A> = AeadCipher<A, U12, U16>;

/// Secret bytes as many as a key has, which are looked for.
fn key<A: Algorithm>(backend: Backend) -> Vec<u8> {
    let key = secret::<64>(1)[..A::KEY_BYTES].to_vec();
    leftovers::look_for::<A>(&key, A::Options::default(), backend);
    key
}

fn seal_and_open<A: Aead>(cipher: &Cipher<A>) {
    let (nonce, aad, mut data) = (NONCE.into(), secret::<40>(2), secret::<BYTES>(3));
    let seal = || cipher.encrypt_inout_detached(&nonce, &aad, (&mut data[..]).into());
    let mut tag = watched(seal).expect("a short message");
    let open = || cipher.decrypt_inout_detached(&nonce, &aad, (&mut data[..]).into(), &tag);
    watched(open).expect("what was sealed");
    tag[3] ^= 1;
    let open = || cipher.decrypt_inout_detached(&nonce, &aad, (&mut data[..]).into(), &tag);
    assert!(watched(open).is_err());
}

fn aead<A: Aead + Algorithm<KeyArray: AssocArraySize>>(backend: Backend, count: Count<'_>) {
    let name = format!("{backend} rustcrypto::AeadCipher<{}>", name_of::<A>());
    count(name.clone(), Reports::Verdicts(2), &|| {
        let key = key::<A>(backend);
        seal_and_open::<A>(&A::with_backend(&key, backend).expect("an available backend").into());
    });
    if is_best(backend) {
        count(format!("{name} of a key"), Reports::Verdicts(2), &|| {
            let key = key::<A>(backend);
            let key = Key::<Cipher<A>>::try_from(&key[..]).expect("the right length");
            seal_and_open(&watched(|| Cipher::<A>::new(&key)));
        });
    }
}

/// A message in pieces, twice.
fn authenticate<M: Update + FixedOutputReset + Clone>(mac: impl Fn(bool) -> M) {
    let data = secret::<BYTES>(2);
    leftovers::knowing_states(|watch| {
        let mut state = mac(watch);
        for piece in data.chunks(77) {
            leftovers::look_for_state(&state, &[&data]);
            step(watch, || state.update(piece));
        }
        leftovers::look_for_state(&state, &[&data]);
        let first = step(watch, || state.finalize_fixed_reset());
        step(watch, || state.update(&data));
        leftovers::look_for_state(&state, &[&data]);
        let mut second = first.clone();
        // Not `finalize_fixed`, which passes a copy of the state on, and is not ours.
        last_step(watch, || state.finalize_into(&mut second));
        black_box(&second);
    });
}

fn macs<C: AesModes + Algorithm<KeyArray: AssocArraySize>>(backend: Backend, count: Count<'_>) {
    macro_rules! mac {
        ($mac:ident) => {
            let name = format!("{backend} rustcrypto::{}", name_of::<$mac<C>>());
            count(name.clone(), Reports::None, &|| {
                let key = key::<C>(backend);
                let key = mode::$mac::<C>::with_backend(&key, backend);
                let key = key.expect("an available backend");
                authenticate(|watch| step(watch, || $mac::from(&key)));
            });
            if is_best(backend) {
                count(format!("{name} of a key"), Reports::None, &|| {
                    let key = key::<C>(backend);
                    let key = Key::<$mac<C>>::try_from(&key[..]).expect("the right length");
                    authenticate(|watch| step(watch, || $mac::<C>::new(&key)));
                });
            }
        };
    }
    mac!(Cmac);
    mac!(Pmac);
}

fn generator<C: AesModes>(backend: Backend, count: Count<'_>) {
    let name = format!(
        "{backend} rustcrypto::{} of rustcrypto::{}",
        name_of::<CtrDrbg<C>>(),
        name_of::<DrbgSeed<C>>()
    );
    count(name, Reports::None, &|| {
        let bytes = secret::<64>(1);
        let bytes = &bytes[..mode::CtrDrbg::<C>::SEED_BYTES];
        leftovers::look_for_bytes(bytes);
        leftovers::knowing_states(|watch| {
            let seed = step(watch, || DrbgSeed::<C>::try_from(bytes)).expect("the right length");
            let mut generator = last_step(watch, || CtrDrbg::<C>::from_seed(seed));
            let mut output = [0; 100];
            leftovers::look_for_state(&generator, &[]);
            step(watch, || generator.try_fill_bytes(&mut output)).expect("a short request");
            leftovers::look_for_state(&generator, &[]);
            // Its result is a number, which is returned in a register.
            generator.try_next_u64().expect("a short request");
        });
    });
}

/// The IV is public.
fn stream<S: KeyIvInit + StreamCipher>(
    name: &str,
    backend: Backend,
    count: Count<'_>,
    seek: impl Fn(&mut S),
) {
    count(format!("{backend} rustcrypto::Stream, {name}"), Reports::None, &|| {
        let (key, data) = (secret::<64>(1), secret::<BYTES>(2));
        let key = &key[..S::key_size()];
        leftovers::look_for_bytes(key);
        let key = Array::try_from(key).expect("the right length");
        let iv = Array::try_from(&[5; 32][..S::iv_size()]).expect("the right length");
        leftovers::knowing_states(|watch| {
            let mut data = data;
            let mut stream: S = step(watch, || S::new(&key, &iv));
            for piece in data.chunks_mut(61) {
                leftovers::look_for_state(&stream, &[]);
                step(watch, || stream.apply_keystream(piece));
            }
            leftovers::look_for_state(&stream, &[]);
            step(watch, || seek(&mut stream));
            step(watch, || stream.write_keystream(&mut data));
        });
    });
}

fn block_cipher<C>(backend: Backend, count: Count<'_>)
where
    C: Modes + KeyInit + BlockCipherEncrypt + BlockCipherDecrypt,
{
    count(format!("{backend} rustcrypto, {}", name_of::<C>()), Reports::None, &|| {
        let key = key::<C>(backend);
        let key = Key::<C>::try_from(&key[..]).expect("the right length");
        let cipher = watched(|| <C as KeyInit>::new(&key));
        let data = secret::<{ 67 * 64 }>(2);
        let block = |bytes: &[u8]| Array::try_from(bytes).expect("the right length");
        let mut blocks: Vec<_> = data.chunks_exact(C::block_size()).map(block).collect();
        watched(|| cipher.encrypt_block(&mut blocks[0]));
        watched(|| cipher.encrypt_blocks(&mut blocks));
        watched(|| cipher.decrypt_block(&mut blocks[0]));
        watched(|| cipher.decrypt_blocks(&mut blocks));
    });
}

/// Whether what a trait makes runs on a backend.
fn is_best(backend: Backend) -> bool {
    Backend::available().next_back() == Some(backend)
}

macro_rules! ciphers {
    (
        over_words { $({ $wm:ident::$word:ident $($word_rest:tt)* })* }
        over_blocks { $({ $bm:ident::$block:ident $($block_rest:tt)* })* }
    ) => {
        fn every_block_cipher(backend: Backend, count: Count<'_>) {
            $(block_cipher::<block::$word>(backend, count);)*
            $(block_cipher::<block::$block>(backend, count);)*
        }
    };
}
lanecrypt::block_ciphers!(ciphers);

pub(crate) fn every_type(backend: Backend, count: Count<'_>) {
    aead::<Gcm<Aes128>>(backend, count);
    aead::<Ocb3<Aes256>>(backend, count);
    macs::<Aes128>(backend, count);
    macs::<Aes256>(backend, count);
    if !is_best(backend) {
        return;
    }
    generator::<Aes128>(backend, count);
    generator::<Aes256>(backend, count);
    stream::<Ctr128BE<Aes256>>("Ctr128BE<Aes256>", backend, count, |stream| stream.seek(3_u32));
    stream::<ChaCha20>("ChaCha20", backend, count, |stream| stream.seek(3_u32));
    stream::<Snow3g>("Snow3g", backend, count, |_| {});
    stream::<Snow5g>("Snow5g", backend, count, |_| {});
    stream::<SnowV>("SnowV", backend, count, |_| {});
    stream::<SnowVi>("SnowVi", backend, count, |_| {});
    stream::<Zuc128>("Zuc128", backend, count, |_| {});
    stream::<Zuc256>("Zuc256", backend, count, |_| {});
    every_block_cipher(backend, count);
}
