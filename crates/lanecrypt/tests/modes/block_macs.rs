//! CMAC and PMAC: MACs without a nonce, over AES, also of messages in pieces.

use super::support::ciphers::no_nonce;
use super::support::jobs::Keys;
use super::support::macs::{self, Tagged};
use super::support::{Random, Test, batches, encrypt, number, on_all};
use lanecrypt::mode::{AesModes, Cmac, CmacState, Ecb, Pmac, PmacState};
use lanecrypt::{Algorithm, Backend, Error, Mac, Tag};
use lanecrypt_vectors::cases_of;
use std::marker::PhantomData;

/// A MAC over AES, with the methods of its states.
trait BlockMac {
    /// What its known answers are named after.
    const TARGET: &'static str;
    /// Different random numbers for each.
    const SEED: u64;
    type Key<C: AesModes>: for<'a> Mac<Nonce<'a> = ()>;
    type State<C: AesModes>: Clone;

    /// The tag, computed a block at a time.
    fn plain<C: AesModes>(cipher: &Ecb<C>, message: &[u8]) -> [u8; 16];

    fn start<C: AesModes>(mac: &Self::Key<C>) -> Self::State<C>;
    fn update<C: AesModes>(state: &mut Self::State<C>, bytes: &[u8]);
    fn finish<C: AesModes>(state: Self::State<C>) -> Tag;
    fn verify<C: AesModes>(state: Self::State<C>, tag: &[u8]) -> Result<(), Error>;
}

/// The methods of states, which have the same names in both.
macro_rules! states {
    ($key:ident, $state:ident) => {
        type Key<C: AesModes> = $key<C>;
        type State<C: AesModes> = $state<C>;

        fn start<C: AesModes>(mac: &$key<C>) -> $state<C> {
            mac.start()
        }
        fn update<C: AesModes>(state: &mut $state<C>, bytes: &[u8]) {
            state.update(bytes);
        }
        fn finish<C: AesModes>(state: $state<C>) -> Tag {
            state.finish()
        }
        fn verify<C: AesModes>(state: $state<C>, tag: &[u8]) -> Result<(), Error> {
            state.verify(tag)
        }
    };
}

struct OfCmac;

impl BlockMac for OfCmac {
    const TARGET: &'static str = "aes_cmac";
    const SEED: u64 = 41;
    states!(Cmac, CmacState);

    /// As the standard says.
    fn plain<C: AesModes>(cipher: &Ecb<C>, message: &[u8]) -> [u8; 16] {
        let (whole, last) = but_last(message);
        let state = whole.chunks(16).fold(0, |state, block| encrypt(cipher, state ^ number(block)));
        let subkey = double(encrypt(cipher, 0));
        let subkey = if last.len() == 16 { subkey } else { double(subkey) };
        encrypt(cipher, state ^ number(last) ^ subkey).to_be_bytes()
    }
}

struct OfPmac;

impl BlockMac for OfPmac {
    const TARGET: &'static str = "aes_pmac";
    const SEED: u64 = 51;
    states!(Pmac, PmacState);

    /// Offset `i` is the one before it and the block of zeros, encrypted, doubled as often as two
    /// divides `i`.
    fn plain<C: AesModes>(cipher: &Ecb<C>, message: &[u8]) -> [u8; 16] {
        let (whole, last) = but_last(message);
        let zeros = encrypt(cipher, 0);
        let (mut offset, mut sum) = (0, 0);
        for (i, block) in (1_u64..).zip(whole.chunks(16)) {
            offset ^= (0..i.trailing_zeros()).fold(zeros, |power, _| double(power));
            sum ^= encrypt(cipher, number(block) ^ offset);
        }
        let end = if last.len() == 16 { half(zeros) } else { 0 };
        encrypt(cipher, sum ^ number(last) ^ end).to_be_bytes()
    }
}

/// A message but for its last block, and the last block, which is empty only if the message is.
fn but_last(message: &[u8]) -> (&[u8], &[u8]) {
    message.split_at(message.len().saturating_sub(1) / 16 * 16)
}

fn double(element: u128) -> u128 {
    element << 1 ^ if element >> 127 == 1 { 0x87 } else { 0 }
}

fn half(element: u128) -> u128 {
    element >> 1 ^ if element & 1 == 1 { 1 << 127 | 0x43 } else { 0 }
}

/// The tag of a case, of the message as a whole and in pieces.
struct Known<'a, M>(&'a Tagged, PhantomData<M>);

impl<M: BlockMac> Test for Known<'_, M> {
    fn test<C: AesModes>(&self, backend: Backend) {
        let case = self.0;
        macs::check::<M::Key<C>>(case, no_nonce, backend);
        let mac = M::Key::<C>::with_backend(&case.key, backend).unwrap();
        let mac = mac.with_tag_bytes(case.tag.len()).unwrap();
        // States outlive their key object, and a copy goes on by itself.
        let states = [1, 5, 16, 33].map(|cut| (cut, M::start::<C>(&mac)));
        let another = [&case.message[..], b"another end"].concat();
        let another = mac.compute((), &another).unwrap();
        drop(mac);
        for (cut, mut state) in states {
            case.message.chunks(cut).for_each(|piece| M::update::<C>(&mut state, piece));
            let mut copy = state.clone();
            M::update::<C>(&mut copy, b"another ");
            M::update::<C>(&mut state, &[]);
            assert_eq!(M::verify::<C>(state.clone(), &case.tag), Ok(()));
            assert_eq!(M::finish::<C>(state).as_ref(), case.tag, "{backend}, pieces of {cut}");
            M::update::<C>(&mut copy, b"end");
            assert_eq!(M::finish::<C>(copy), another, "{backend}, a copy, pieces of {cut}");
        }
    }
}

/// Tags that are not right, of whole messages and of messages in pieces.
struct Wrong<'a, M>(&'a Tagged, PhantomData<M>);

impl<M: BlockMac> Test for Wrong<'_, M> {
    fn test<C: AesModes>(&self, backend: Backend) {
        for tag_bytes in [4, 11, 16] {
            let mut case = self.0.clone();
            case.tag.truncate(tag_bytes);
            macs::check_wrong::<M::Key<C>>(&case, no_nonce, backend);
            let mac = M::Key::<C>::with_backend(&case.key, backend).unwrap();
            let mut state = M::start::<C>(&mac.with_tag_bytes(tag_bytes).unwrap());
            M::update::<C>(&mut state, &case.message);
            let verify = |tag: &[u8]| M::verify::<C>(state.clone(), tag);
            for (i, byte) in (0..tag_bytes).zip([1, 0x80, 0x10].into_iter().cycle()) {
                let mut wrong = case.tag.clone();
                wrong[i] ^= byte;
                assert_eq!(verify(&wrong), Err(Error::Authentication));
            }
            for bytes in [0, tag_bytes - 1, tag_bytes + 1, 40] {
                let refused = Error::TagMismatch { bytes, expected: tag_bytes };
                assert_eq!(verify(&vec![0; bytes]), Err(refused));
            }
            assert_eq!(verify(&case.tag), Ok(()));
        }
    }
}

struct Batches<M>(PhantomData<M>);

impl<M: BlockMac> Test for Batches<M> {
    fn test<C: AesModes>(&self, backend: Backend) {
        let mut random = Random::new(M::SEED);
        for lengths in batches(&mut random, false) {
            let known: Vec<_> = lengths
                .iter()
                .enumerate()
                .map(|(i, &length)| {
                    let (key, message) = (random.bytes(C::KEY_BYTES), random.bytes(length));
                    let cipher = Ecb::<C>::with_backend(&key, backend).unwrap();
                    let tag = M::plain(&cipher, &message)[..4 + i % 13].to_vec();
                    let case = Tagged { key, nonce: vec![], message, tag };
                    Known::<M>(&case, PhantomData).test::<C>(backend);
                    case
                })
                .collect();
            for keys in Keys::ALL {
                macs::check_batch::<M::Key<C>>(&known, no_nonce, backend, keys);
            }
        }
    }
}

/// Every length up to 600 bytes among others, with one key for all and with keys of their own.
struct EveryLength<M>(PhantomData<M>);

impl<M: BlockMac> Test for EveryLength<M> {
    fn test<C: AesModes>(&self, backend: Backend) {
        let mut random = Random::new(M::SEED + 2);
        // A prime number of lengths, so that these are all of them.
        let lengths: Vec<usize> = (0..601).map(|i| i * 227 % 601).collect();
        for (turn, lengths) in lengths.chunks(37).enumerate() {
            let one = random.bytes(C::KEY_BYTES);
            for same in [true, false] {
                let known: Vec<_> = lengths
                    .iter()
                    .map(|&length| {
                        let key = if same { one.clone() } else { random.bytes(C::KEY_BYTES) };
                        let message = random.bytes(length);
                        let cipher = Ecb::<C>::with_backend(&key, backend).unwrap();
                        let tag = M::plain(&cipher, &message)[..4 + turn % 13].to_vec();
                        Tagged { key, nonce: vec![], message, tag }
                    })
                    .collect();
                for keys in Keys::ALL {
                    macs::check_batch::<M::Key<C>>(&known, no_nonce, backend, keys);
                }
            }
        }
    }
}

struct Refusals<M>(PhantomData<M>);

impl<M: BlockMac> Test for Refusals<M> {
    fn test<C: AesModes>(&self, backend: Backend) {
        let mut random = Random::new(M::SEED + 1);
        macs::check_refused::<M::Key<C>>(&mut random, 0, no_nonce, backend);
    }
}

fn check_known_answers<M: BlockMac>() {
    for case in cases_of(M::TARGET).unwrap() {
        let case = Tagged::of_case(&case);
        on_all(Some(&case.key), &Known::<M>(&case, PhantomData));
        on_all(Some(&case.key), &Wrong::<M>(&case, PhantomData));
    }
}

#[test]
fn cmac_has_the_known_answers() {
    check_known_answers::<OfCmac>();
}

#[test]
fn pmac_has_the_known_answers() {
    check_known_answers::<OfPmac>();
}

#[test]
fn batches_of_cmac_are_one_by_one() {
    on_all(None, &Batches::<OfCmac>(PhantomData));
}

#[test]
fn batches_of_pmac_are_one_by_one() {
    on_all(None, &Batches::<OfPmac>(PhantomData));
}

#[test]
fn every_length_in_batches() {
    on_all(None, &EveryLength::<OfCmac>(PhantomData));
    on_all(None, &EveryLength::<OfPmac>(PhantomData));
}

#[test]
fn refusals_have_no_tag() {
    on_all(None, &Refusals::<OfCmac>(PhantomData));
    on_all(None, &Refusals::<OfPmac>(PhantomData));
}
