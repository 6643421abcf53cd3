//! What `Debug` shows of every algorithm of the catalogue does not depend on keys or data, so no byte of them can be
//! in it. Copies of keys are made by `Clone` on purpose, and what must not be copied is not `Clone`.
#![cfg(feature = "aes")]

use std::fmt::Debug;

#[cfg(feature = "aegis")]
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::aead::*;
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::block::*;
#[allow(unused_imports, reason = "rows name them")]
use lanecrypt::mode::*;
use lanecrypt::{Aead, AeadJob, Algorithm, Cipher, CipherJob, Data, Key, Mac, MacJob};

fn shown(of: &impl Debug) -> String {
    format!("{of:?} {of:#?}")
}

/// Two keys, or two pieces of data, without a byte in common at any place.
fn two(bytes: usize) -> [Vec<u8>; 2] {
    [0x00, 0xff].map(|turn| (0..bytes).map(|i| (i as u8).wrapping_mul(91) ^ 0x35 ^ turn).collect())
}

/// The same text for both, and nothing but words, so that it says what the thing is.
fn check(what: &str, texts: [String; 2]) {
    assert_eq!(texts[0], texts[1], "{what}");
    assert!(texts[0].len() > 10, "{what}");
}

fn key_object<A: Algorithm + Debug>() -> usize {
    let name = std::any::type_name::<A>();
    let keys = two(A::KEY_BYTES);
    let [first, second] = [0, 1].map(|i| A::new(&keys[i]).unwrap());
    check(name, [shown(&first), shown(&second)]);
    // A copy on purpose shows no more, and works when the first is gone.
    let copy = first.clone();
    drop(first);
    check(name, [shown(&copy), shown(&second)]);
    check(name, [shown(&Key::from(&copy)), shown(&Key::from(&second))]);
    check(name, [0, 1].map(|i| shown(&Key::<A>::from(&keys[i][..]))));
    1
}

fn aead<A: Aead + Debug>() -> usize {
    let keys = two(A::KEY_BYTES);
    let data = two(40);
    let tags = two(A::DEFAULT_TAG_BYTES);
    let nonce = vec![1; (*A::NONCE_BYTES.start()).max(1)];
    let texts = [0, 1].map(|i| {
        let mut buffer = data[i].clone();
        let sealing = AeadJob::<A>::seal(&keys[i], &nonce, &data[i], &mut buffer);
        let sealing = shown(&sealing);
        let opening = AeadJob::<A>::open(&keys[i], &nonce, &data[i], &mut buffer, &tags[i]);
        sealing + &shown(&opening)
    });
    check(std::any::type_name::<A>(), texts);
    key_object::<A>()
}

fn aes_mac<M: for<'a> Mac<Nonce<'a> = ()> + Debug>() -> usize {
    let (keys, data) = (two(M::KEY_BYTES), two(40));
    let tags = two(M::DEFAULT_TAG_BYTES);
    let texts = [0, 1].map(|i| {
        let computing = shown(&MacJob::<M>::new(&keys[i], (), &data[i]));
        computing + &shown(&MacJob::<M>::expecting(&keys[i], (), &data[i], &tags[i]))
    });
    check(std::any::type_name::<M>(), texts);
    key_object::<M>()
}

/// A block cipher with its two modes.
fn block_cipher<C: Modes + Debug>() -> usize
where
    Ctr<C>: for<'a> Cipher<Nonce<'a> = &'a [u8]> + Debug,
{
    let (keys, data) = (two(C::KEY_BYTES), two(4 * C::BLOCK_BYTES));
    let texts = [0, 1].map(|i| {
        let mut buffer = data[i].clone();
        shown(&CipherJob::<Ecb<C>>::new(&keys[i], (), &mut buffer))
    });
    check(std::any::type_name::<C>(), texts);
    key_object::<C>() + key_object::<Ecb<C>>() + key_object::<Ctr<C>>()
}

macro_rules! block_ciphers {
    (
        over_words { $({
            $wm:ident::$word:ident $wi:ident $wt:literal $wf:literal $wk:literal $wb:literal
            $words:literal x $bits:literal $wc:ident $wp:tt $word_target:literal $wv:literal
        })* }
        over_blocks { $({
            $bm:ident::$block:ident $bi:ident $bt:literal $bf:literal $bk:literal $bb:literal
            $keys:literal $bc:ident $bp:tt $block_target:literal $bv:literal
        })* }
    ) => {{
        let mut count = 0;
        $(#[cfg(feature = $wf)] { count += block_cipher::<$word>(); })*
        $(#[cfg(feature = $bf)] { count += block_cipher::<$block>() + key_object::<Cbc<$block>>(); })*
        count
    }};
}

macro_rules! stream_ciphers {
    ($({
        ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty) $bits:literal
        $target:literal
    })*) => {{
        let mut count = 0;
        $(#[cfg(feature = $feature)] { count += key_object::<$type>(); })*
        count
    }};
}

macro_rules! macs {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $ai:ident $ao:ident $at:literal $af:literal $ak:literal
            $aes_target:literal
        })* }
        over_aegis { $({
            AegisMac<$form:ident> $gi:ident $gt:literal $gf:literal $gk:literal
            $aegis_target:literal
        })* }
        other { $({
            ($type:ty) $oi:ident $ot:literal $of:literal $ok:literal ($nonce:ty) $target:literal
        })* }
    ) => {{
        let mut count = 0;
        $(#[cfg(feature = $af)] { count += aes_mac::<$mode<$aes>>(); })*
        $(#[cfg(feature = $gf)] { count += key_object::<AegisMac<$form>>(); })*
        $(#[cfg(feature = $of)] { count += key_object::<$type>(); })*
        count
    }};
}

macro_rules! aeads {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $ai:ident $ao:ident $at:literal $af:literal $ak:literal
            $aes_target:literal
        })* }
        stateful { $({
            $module:ident::$name:ident $si:ident $st:literal $sf:literal $sk:literal $bits:literal
            $stateful_target:literal
        })* }
        other { $({
            ($type:ty) $oi:ident $ot:literal $of:literal $ok:literal $target:literal
        })* }
    ) => {{
        let mut count = 0;
        $(#[cfg(feature = $af)] { count += aead::<$mode<$aes>>(); })*
        $(#[cfg(feature = $sf)] { count += aead::<$name>(); })*
        $(#[cfg(feature = $of)] { count += aead::<$type>(); })*
        count
    }};
}

#[test]
fn debug_shows_no_secret_of_any_algorithm() {
    let counts: [usize; 4] = [
        lanecrypt::block_ciphers!(block_ciphers),
        lanecrypt::stream_ciphers!(stream_ciphers),
        lanecrypt::macs!(macs),
        lanecrypt::aeads!(aeads),
    ];
    println!("block ciphers with modes, stream ciphers, MACs, AEADs: {counts:?}");
    // AES alone: three ciphers in three modes, NEA2 and NEA5, six MACs, NIA2 and NIA5, six AEADs, XAES and NCA5.
    assert!(counts.iter().zip([12, 2, 8, 8]).all(|(count, least)| *count >= least));
}

#[test]
fn debug_shows_no_data() {
    let data = two(40);
    let texts = [0, 1].map(|i| {
        let (mut first, mut second) = (data[i].clone(), data[i].clone());
        let in_place = shown(&Data::from(&mut first));
        in_place + &shown(&Data::Copy { input: &data[i], output: &mut second })
    });
    check("Data", texts);
    // States that messages went into.
    let keys = two(16);
    let texts = [0, 1].map(|i| {
        let aes = Aes128::new(&keys[i]).unwrap();
        let mut cmac = Cmac::from(aes.clone()).start();
        cmac.update(&data[i]);
        let mut pmac = Pmac::from(aes).start();
        pmac.update(&data[i]);
        shown(&cmac) + &shown(&pmac)
    });
    check("states of MACs", texts);
}

#[cfg(feature = "drbg")]
#[test]
fn debug_shows_no_state_of_a_generator() {
    let (entropy, options) = (two(48), DrbgOptions::default());
    let new =
        |i: usize| CtrDrbg::<Aes256>::from_seed(&entropy[i], &[], &entropy[i], options).unwrap();
    check("CtrDrbg", [shown(&new(0)), shown(&new(1))]);
}

/// Whether a type is `Clone`: the method of the inherent block is found first, where there is one.
struct IsClone<T>(std::marker::PhantomData<T>);

impl<T: Clone> IsClone<T> {
    const ANSWER: bool = true;
}

trait NotClone {
    const ANSWER: bool = false;
}

impl<T> NotClone for IsClone<T> {}

/// Two copies of a stream or of a generator give the same bytes twice, so there are none. Key objects and the
/// states of MACs can be copied: copies are wiped too.
#[test]
fn what_must_not_be_copied_is_not_clone() {
    const { assert!(IsClone::<Aes128>::ANSWER && IsClone::<CmacState<Aes128>>::ANSWER) };
    const { assert!(!IsClone::<CtrStream<Aes128>>::ANSWER) };
    #[cfg(feature = "drbg")]
    const {
        assert!(!IsClone::<CtrDrbg<Aes128>>::ANSWER)
    };
    #[cfg(feature = "chacha20")]
    const {
        assert!(!IsClone::<lanecrypt::stream::ChaCha20Stream>::ANSWER)
    };
    #[cfg(feature = "snow3g")]
    const {
        assert!(!IsClone::<lanecrypt::stream::snow3g::Snow3gStream>::ANSWER)
    };
    #[cfg(feature = "snow5g")]
    const {
        assert!(!IsClone::<lanecrypt::stream::SnowStream>::ANSWER)
    };
    #[cfg(feature = "zuc")]
    const {
        assert!(!IsClone::<lanecrypt::stream::zuc::ZucStream>::ANSWER)
    };
    #[cfg(feature = "aegis")]
    const {
        assert!(
            !IsClone::<stream::Sealing<Aegis128L>>::ANSWER
                && !IsClone::<stream::Opening<Aegis128L>>::ANSWER
        )
    };
}
