//! Runs the algorithms of 3GPP once for each backend and some sizes, to have their instructions counted on a processor
//! that is not at hand:
//!
//! ```sh
//! crates/lanecrypt-taint/trace/compare.py --count --root DIRECTORY PROGRAM    # for AArch64, with QEMU
//! ```
//!
//! Batches have 64 messages, each with a key of its own that is bytes.

use lanecrypt::threegpp::{
    Direction, Iv, Nca4, Nca5, Nca6, Nea1, Nea2, Nea3, Nea4, Nea5, Nea6, Nia1, Nia2, Nia3, Nia4,
    Nia5, Nia6, Parameters,
};
use lanecrypt::{Aead, AeadJob, Backend, Batch, Cipher, CipherJob, Mac, MacJob};

#[path = "constant_time/recorded.rs"]
mod recorded;

const SIZES: [usize; 3] = [64, 256, 1504];
const JOBS: usize = 64;

fn main() {
    let parameters = Parameters::new(7, 3, Direction::Uplink).expect("a bearer");
    let iv = Iv::from_bytes([9; 16]);
    for backend in Backend::available() {
        for bytes in SIZES {
            let of = Of { backend, bytes };
            of.cipher::<Nea1, _>("NEA1", parameters);
            of.cipher::<Nea2, _>("NEA2", parameters);
            of.cipher::<Nea3, _>("NEA3", parameters);
            of.cipher::<Nea4, _>("NEA4", iv);
            of.cipher::<Nea5, _>("NEA5", iv);
            of.cipher::<Nea6, _>("NEA6", iv);
            of.mac::<Nia1, _>("NIA1", parameters);
            of.mac::<Nia2, _>("NIA2", parameters);
            of.mac::<Nia3, _>("NIA3", parameters);
            of.mac::<Nia4, _>("NIA4", iv);
            of.mac::<Nia5, _>("NIA5", iv);
            of.mac::<Nia6, _>("NIA6", iv);
            of.aead::<Nca4>("NCA4");
            of.aead::<Nca5>("NCA5");
            of.aead::<Nca6>("NCA6");
        }
    }
}

/// What is counted: one batch.
#[derive(Clone, Copy)]
struct Of {
    backend: Backend,
    bytes: usize,
}

impl Of {
    fn cipher<C: for<'a> Cipher<Nonce<'a> = N>, N: Copy>(self, name: &str, nonce: N) {
        let (keys, mut data) = (keys(C::KEY_BYTES), self.messages());
        let batch = Batch::<C>::with_backend(self.backend).expect("an available backend");
        let jobs = data.iter_mut().zip(&keys);
        let jobs = jobs.map(|(data, key)| CipherJob::<C>::new(&key[..], nonce, &mut data[..]));
        let mut jobs: Vec<_> = jobs.collect();
        self.count(name, || assert!(batch.encrypt(&mut jobs).is_ok()));
    }

    fn mac<M: for<'a> Mac<Nonce<'a> = N>, N: Copy>(self, name: &str, nonce: N) {
        let (keys, data) = (keys(M::KEY_BYTES), self.messages());
        let batch = Batch::<M>::with_backend(self.backend).expect("an available backend");
        let jobs = data.iter().zip(&keys);
        let jobs = jobs.map(|(data, key)| MacJob::<M>::new(&key[..], nonce, &data[..]));
        let mut jobs: Vec<_> = jobs.collect();
        self.count(name, || assert!(batch.compute(&mut jobs).is_ok()));
    }

    fn aead<A: Aead>(self, name: &str) {
        let (keys, mut data) = (keys(A::KEY_BYTES), self.messages());
        let batch = Batch::<A>::with_backend(self.backend).expect("an available backend");
        let jobs = data.iter_mut().zip(&keys);
        let jobs =
            jobs.map(|(data, key)| AeadJob::<A>::seal(&key[..], &[9; 16], &[], &mut data[..]));
        let mut jobs: Vec<_> = jobs.collect();
        self.count(name, || assert!(batch.seal(&mut jobs).is_ok()));
    }

    fn messages(self) -> Vec<Vec<u8>> {
        vec![vec![1; self.bytes]; JOBS]
    }

    fn count(self, name: &str, run: impl FnOnce()) {
        println!("count {} {name} {} {JOBS}", self.backend, self.bytes);
        recorded::recorded(run);
    }
}

fn keys(bytes: usize) -> Vec<Vec<u8>> {
    (0..JOBS).map(|job| vec![job as u8; bytes]).collect()
}
