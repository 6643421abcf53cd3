//! AES in its modes.

use super::memcheck::watched;
use super::{Count, Reports, name_of, secret};
use lanecrypt::block;
use lanecrypt::mode::{AesModes, Cbc, Cmac, Ctr, Ecb, Pmac};
use lanecrypt::{
    Algorithm, Backend, Batch, Cipher, CipherJob, Error, Key, Mac, MacJob, Status,
    StreamCipher as _,
};
use std::cell::RefCell;

/// Some tiles of every backend and a rest of whole blocks.
const BYTES: usize = 16 * 77;
/// Blocks of messages in a batch, which are not secret.
const BLOCKS: [usize; 6] = [1, 0, 4, 9, 33, 77];

fn key<A: Algorithm>(seed: u8, backend: Backend) -> A {
    let bytes = secret::<32>(seed);
    watched(|| A::with_backend(&bytes[..A::KEY_BYTES], backend)).expect("an available backend")
}

fn alone<C: AesModes>(backend: Backend) {
    let cipher = key::<C>(1, backend);
    let (ecb, cbc) = (Ecb::from(cipher.clone()), Cbc::from(cipher.clone()));
    let mut data = secret::<BYTES>(2);
    watched(|| ecb.encrypt((), &mut data)).expect("whole blocks");
    watched(|| ecb.decrypt((), &mut data)).expect("whole blocks");
    cbc.encrypt(&[3; 16], &mut data).expect("whole blocks");
    cbc.decrypt(&[3; 16], &mut data).expect("whole blocks");
    for nonce in [&[0xfe; 16][..], &[7; 12]] {
        let mut ctr = Ctr::from(cipher.clone()).stream(nonce).expect("a length of nonces");
        watched(|| ctr.apply(&mut data[..700])).expect("enough blocks");
        watched(|| ctr.apply(&mut data[700..])).expect("enough blocks");
    }
    let (cmac, pmac) = (Cmac::from(cipher.clone()), Pmac::from(cipher));
    let (mut cmac_state, mut pmac_state) = (cmac.start(), pmac.start());
    for piece in [&data[..5], &data[5..]] {
        watched(|| cmac_state.update(piece));
        watched(|| pmac_state.update(piece));
    }
    let tags = [watched(|| cmac_state.finish()), watched(|| pmac_state.finish())];
    assert!(tags.iter().all(|tag| tag.as_ref().len() == 16));
    for tag in [watched(|| cmac.compute((), &data)), watched(|| pmac.compute((), &data))] {
        assert_eq!(tag.expect("any message").as_ref().len(), 16);
    }
}

/// The keys of a batch as bytes, and the key objects of every other one.
type Keys<A> = Vec<([u8; 32], Option<A>)>;

fn keys<A: Algorithm>(jobs: usize, backend: Backend) -> Keys<A> {
    let key = |i| (secret(i as u8), (i % 2 == 1).then(|| key(i as u8, backend)));
    (0..jobs).map(key).collect()
}

fn key_of<A: Algorithm>((bytes, ready): &([u8; 32], Option<A>)) -> Key<'_, A> {
    match ready {
        Some(ready) => Key::Ready(ready),
        None => Key::Bytes(&bytes[..A::KEY_BYTES]),
    }
}

fn bytes(i: usize) -> usize {
    16 * BLOCKS[i % BLOCKS.len()]
}

/// A batch of a cipher, both ways.
fn ciphers<C: Cipher>(
    backend: Backend,
    jobs: usize,
    nonce: for<'a> fn(&'a [u8; 16]) -> C::Nonce<'a>,
) {
    let batch = Batch::<C>::with_backend(backend).expect("an available backend");
    let keys = keys::<C>(jobs, backend);
    let mut data: Vec<_> = (0..jobs).map(|i| secret::<BYTES>(!i as u8)).collect();
    for decrypt in [false, true] {
        let mut jobs: Vec<_> = data
            .iter_mut()
            .enumerate()
            .map(|(i, data)| {
                CipherJob::new(key_of(&keys[i]), nonce(&[9; 16]), &mut data[..bytes(i)])
            })
            .collect();
        let report = if decrypt {
            watched(|| batch.decrypt(&mut jobs))
        } else {
            watched(|| batch.encrypt(&mut jobs))
        };
        assert!(report.is_ok() && jobs.iter().all(|job| job.status() == Status::Done));
    }
}

/// A batch of a MAC: tags are computed, then verified, right or wrong ones.
struct Messages<M> {
    keys: Keys<M>,
    data: Vec<[u8; BYTES]>,
    tags: Vec<Vec<u8>>,
}

impl<M: for<'a> Mac<Nonce<'a> = ()>> Messages<M> {
    fn new(jobs: usize, backend: Backend) -> Self {
        let data = (0..jobs).map(|i| secret(!i as u8)).collect();
        Self { keys: keys(jobs, backend), data, tags: Vec::new() }
    }

    fn compute(&mut self, backend: Backend) {
        let batch = Batch::<M>::with_backend(backend).expect("an available backend");
        let mut jobs: Vec<_> = self
            .keys
            .iter()
            .zip(&self.data)
            .enumerate()
            .map(|(i, (key, data))| MacJob::new(key_of(key), (), &data[..bytes(i)]))
            .collect();
        assert!(watched(|| batch.compute(&mut jobs)).is_ok());
        let tags = jobs.iter().map(|job| job.tag().expect("a job that is done").as_ref().to_vec());
        self.tags = tags.collect();
    }

    /// In a batch and, where the key is ready, alone.
    fn verify(&self, backend: Backend, right: bool) {
        let batch = Batch::<M>::with_backend(backend).expect("an available backend");
        let messages = || self.keys.iter().zip(&self.data).zip(&self.tags).enumerate();
        let mut jobs: Vec<_> = messages()
            .map(|(i, ((key, data), tag))| {
                MacJob::expecting(key_of(key), (), &data[..bytes(i)], tag)
            })
            .collect();
        let report = watched(|| batch.verify(&mut jobs));
        assert_eq!(report.failed(), if right { 0 } else { jobs.len() });
        assert!(jobs.iter().all(|job| job.tag().is_some() == right));
        let expected = if right { Ok(()) } else { Err(Error::Authentication) };
        for (i, (((_, key), data), tag)) in messages() {
            if let Some(key) = key {
                assert!(watched(|| key.verify((), &data[..bytes(i)], tag)) == expected);
            }
        }
    }
}

fn macs<M: for<'a> Mac<Nonce<'a> = ()>>(backend: Backend, jobs: usize, count: Count<'_>) {
    let name = |what: &str| format!("{backend} {} {what} x {jobs}", name_of::<M>());
    let messages = RefCell::new(Messages::<M>::new(jobs, backend));
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
        let verdicts = Reports::Verdicts(jobs + jobs / 2);
        count(name(what), verdicts, &|| messages.borrow().verify(backend, right));
    }
}

fn of<C: AesModes>(backend: Backend, count: Count<'_>) {
    let name = |what: &str| format!("{backend} {} {what}", name_of::<C>());
    count(name("Ecb, Cbc, Ctr, Cmac, Pmac"), Reports::None, &|| alone::<C>(backend));
    for jobs in [1, 45] {
        count(name(&format!("Ecb, Ctr, Cbc x {jobs}")), Reports::None, &|| {
            ciphers::<Ecb<C>>(backend, jobs, |_| ());
            ciphers::<Ctr<C>>(backend, jobs, |nonce| nonce);
            ciphers::<Cbc<C>>(backend, jobs, |iv| iv);
        });
        macs::<Cmac<C>>(backend, jobs, count);
        macs::<Pmac<C>>(backend, jobs, count);
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
