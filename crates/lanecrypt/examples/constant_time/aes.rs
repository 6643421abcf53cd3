//! AES in its modes.

use super::memcheck::watched;
use super::shapes::{KeyKind, Keys, Length, SHAPES, Shape};
use super::{Count, Reports, leftovers, memcheck, name_of, secret};
use lanecrypt::block;
use lanecrypt::mode::{AesModes, Cbc, Cmac, Ctr, Ecb, Pmac};
use lanecrypt::{
    Algorithm, Backend, Batch, Cipher, CipherJob, Error, Mac, MacJob, Status, StreamCipher as _,
};
use std::cell::RefCell;

/// Some tiles of every backend and a rest of whole blocks.
const BYTES: usize = 16 * 77;
/// Blocks of messages in a batch, which are not secret.
const BLOCKS: [usize; 6] = [1, 0, 4, 9, 33, 77];
/// Those of long messages.
const LONG: [usize; 3] = [150, 7, 141];

fn key<A: Algorithm>(seed: u8, backend: Backend) -> A {
    let bytes = secret::<32>(seed);
    leftovers::look_for::<A>(&bytes[..A::KEY_BYTES], A::Options::default(), backend);
    watched(|| A::with_backend(&bytes[..A::KEY_BYTES], backend)).expect("an available backend")
}

fn alone<C: AesModes>(backend: Backend) {
    let cipher = key::<C>(1, backend);
    let (ecb, cbc) = (Ecb::from(cipher.clone()), Cbc::from(cipher.clone()));
    let mut data = secret::<BYTES>(2);
    watched(|| ecb.encrypt((), &mut data)).expect("whole blocks");
    watched(|| ecb.decrypt((), &mut data)).expect("whole blocks");
    watched(|| cbc.encrypt(&[3; 16], &mut data)).expect("whole blocks");
    watched(|| cbc.decrypt(&[3; 16], &mut data)).expect("whole blocks");
    for nonce in [&[0xfe; 16][..], &[7; 12]] {
        let ctr = Ctr::from(cipher.clone());
        let mut ctr = watched(|| ctr.stream(nonce)).expect("a length of nonces");
        watched(|| ctr.apply(&mut data[..700])).expect("enough blocks");
        watched(|| ctr.apply(&mut data[700..])).expect("enough blocks");
        watched(|| ctr.seek(21)).expect("enough blocks");
        watched(|| ctr.keystream(&mut data[..100])).expect("enough blocks");
    }
    let (cmac, pmac) = (Cmac::from(cipher.clone()), Pmac::from(cipher));
    for tag in [watched(|| cmac.compute((), &data)), watched(|| pmac.compute((), &data))] {
        assert_eq!(tag.expect("any message").as_ref().len(), 16);
    }
}

/// The length of a message in bytes.
fn bytes(shape: Shape, i: usize) -> usize {
    let blocks = match shape.length {
        Length::Usual => BLOCKS[i % BLOCKS.len()],
        Length::Short => i % 3,
        Length::Long => LONG[i % LONG.len()],
    };
    16 * blocks
}

/// Secret messages.
fn messages(shape: Shape) -> Vec<Vec<u8>> {
    let message = |i: usize| {
        let mut message = vec![!i as u8; bytes(shape, i)];
        memcheck::hide(&mut message);
        message
    };
    (0..shape.jobs).map(message).collect()
}

/// A batch of a cipher, both ways.
fn ciphers<C: Cipher>(
    backend: Backend,
    shape: Shape,
    nonce: for<'a> fn(&'a [u8; 16]) -> C::Nonce<'a>,
) {
    let batch = Batch::<C>::with_backend(backend).expect("an available backend");
    let keys = Keys::<C>::new(shape, backend);
    let mut data = messages(shape);
    for decrypt in [false, true] {
        let mut jobs: Vec<_> = data
            .iter_mut()
            .enumerate()
            .map(|(i, data)| CipherJob::new(keys.of(i), nonce(&[9; 16]), &mut data[..]))
            .collect();
        let all_done = if decrypt {
            watched(|| batch.decrypt(&mut jobs).is_ok())
        } else {
            watched(|| batch.encrypt(&mut jobs).is_ok())
        };
        assert!(all_done && jobs.iter().all(|job| job.status() == Status::Done));
    }
}

/// A batch of a MAC: tags are computed, then verified, right or wrong ones.
struct Messages<M> {
    keys: Keys<M>,
    data: Vec<Vec<u8>>,
    tags: Vec<Vec<u8>>,
}

impl<M: for<'a> Mac<Nonce<'a> = ()>> Messages<M> {
    fn new(shape: Shape, backend: Backend) -> Self {
        Self { keys: Keys::new(shape, backend), data: messages(shape), tags: Vec::new() }
    }

    fn compute(&mut self, backend: Backend) {
        let batch = Batch::<M>::with_backend(backend).expect("an available backend");
        let data = self.data.iter().enumerate();
        let mut jobs: Vec<_> =
            data.map(|(i, data)| MacJob::new(self.keys.of(i), (), data)).collect();
        assert!(watched(|| batch.compute(&mut jobs).is_ok()));
        let tags = jobs.iter().map(|job| job.tag().expect("a job that is done").as_ref().to_vec());
        self.tags = tags.collect();
    }

    /// In a batch and, where the key is ready, alone.
    fn verify(&self, backend: Backend, right: bool) {
        let batch = Batch::<M>::with_backend(backend).expect("an available backend");
        let messages = || self.data.iter().zip(&self.tags).enumerate();
        let mut jobs: Vec<_> = messages()
            .map(|(i, (data, tag))| MacJob::expecting(self.keys.of(i), (), data, tag))
            .collect();
        let failed = watched(|| batch.verify(&mut jobs).failed());
        assert_eq!(failed, if right { 0 } else { jobs.len() });
        assert!(jobs.iter().all(|job| job.tag().is_some() == right));
        let expected = if right { Ok(()) } else { Err(Error::Authentication) };
        for (i, (data, tag)) in messages() {
            if let Some(key) = self.keys.ready(i) {
                assert!(watched(|| key.verify((), data, tag)) == expected);
            }
        }
    }
}

fn macs<M: for<'a> Mac<Nonce<'a> = ()>>(backend: Backend, shape: Shape, count: Count<'_>) {
    let name = |what: &str| format!("{backend} {} {what} {shape}", name_of::<M>());
    let messages = RefCell::new(Messages::<M>::new(shape, backend));
    count(name("compute"), Reports::None, &|| messages.borrow_mut().compute(backend));
    for (what, right) in [("verify", true), ("refuse", false)] {
        if !right {
            messages
                .borrow_mut()
                .tags
                .iter_mut()
                .for_each(|tag| tag.iter_mut().skip(9).take(1).for_each(|byte| *byte ^= 1));
        }
        // Each of the batch, and those with ready keys alone.
        let alone = messages.borrow().keys.how_many_ready();
        let verdicts = Reports::Verdicts(shape.jobs + alone);
        count(name(what), verdicts, &|| messages.borrow().verify(backend, right));
    }
}

fn of<C: AesModes>(backend: Backend, count: Count<'_>) {
    let name = |what: &str| format!("{backend} {} {what}", name_of::<C>());
    count(name("Ecb, Cbc, CtrStream, Cmac, Pmac"), Reports::None, &|| alone::<C>(backend));
    let long = Shape { length: Length::Long, ..Shape::new(9, KeyKind::Mixed) };
    // CBC has a kernel for short messages under ready keys.
    let few = Shape::new(3, KeyKind::One);
    for shape in SHAPES.into_iter().chain([long, few]) {
        count(name(&format!("Ecb, Ctr, Cbc {shape}")), Reports::None, &|| {
            ciphers::<Ecb<C>>(backend, shape, |_| ());
            ciphers::<Ctr<C>>(backend, shape, |nonce| nonce);
            ciphers::<Cbc<C>>(backend, shape, |iv| iv);
        });
        macs::<Cmac<C>>(backend, shape, count);
        macs::<Pmac<C>>(backend, shape, count);
    }
}

macro_rules! ciphers {
    (
        over_words { $($over_words:tt)* }
        over_blocks { $({ $module:ident::$name:ident $($rest:tt)* })* }
    ) => {
        /// Every key size in every mode on a backend.
        pub(crate) fn every_mode(backend: Backend, count: Count<'_>) {
            $(of::<block::$name>(backend, count);)*
        }
    };
}
lanecrypt::block_ciphers!(ciphers);
