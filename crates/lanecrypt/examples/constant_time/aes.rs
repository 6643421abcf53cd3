//! AES in its modes.

use crate::{Count, Reports, secret};
use lanecrypt::Backend;
use lanecrypt::batch::{Data, Status};
use lanecrypt::block::{Aes128, Aes192, Aes256, BlockCipher};
use lanecrypt::mode::{
    Batch, BlockModes, CbcJob, Cmac, Ctr, CtrJob, EcbJob, MacJob, Pmac, cbc, ecb,
};

/// Some tiles of every backend and a rest of whole blocks.
const BYTES: usize = 16 * 77;
/// Blocks of messages in a batch, which are not secret.
const BLOCKS: [usize; 6] = [1, 0, 4, 9, 33, 77];

fn cipher<C: BlockModes>(backend: Backend) -> C {
    C::with_backend(&secret::<32>(1)[..C::KEY_BYTES], backend).expect("an available backend")
}

fn alone<C: BlockModes>(backend: Backend) {
    let cipher = cipher::<C>(backend);
    let mut data = secret::<BYTES>(2);
    ecb::encrypt(&cipher, Data::InPlace(&mut data)).expect("whole blocks");
    ecb::decrypt(&cipher, Data::InPlace(&mut data)).expect("whole blocks");
    cbc::encrypt(&cipher, &[3; 16], Data::InPlace(&mut data)).expect("whole blocks");
    cbc::decrypt(&cipher, &[3; 16], Data::InPlace(&mut data)).expect("whole blocks");
    for nonce in [&[0xfe; 16][..], &[7; 12]] {
        let mut ctr = Ctr::new(&cipher, nonce).expect("a length of nonces");
        ctr.apply(Data::InPlace(&mut data[..700])).expect("enough blocks");
        ctr.apply(Data::InPlace(&mut data[700..])).expect("enough blocks");
    }
    let mut cmac = Cmac::new(&cipher);
    let mut pmac = Pmac::new(&cipher);
    for piece in [&data[..5], &data[5..]] {
        cmac.update(piece);
        pmac.update(piece);
    }
    assert_eq!(cmac.finish().as_ref().len() + pmac.finish().as_ref().len(), 32);
}

fn batch<C: BlockModes>(backend: Backend, jobs: usize) {
    let batch = Batch::<C>::with_backend(backend).expect("an available backend");
    let keys: Vec<_> = (0..jobs).map(|i| secret::<32>(i as u8)).collect();
    let mut data: Vec<_> = (0..jobs).map(|i| secret::<BYTES>(!i as u8)).collect();
    let bytes = |i: usize| 16 * BLOCKS[i % BLOCKS.len()];
    let key = |i: usize| &keys[i][..C::KEY_BYTES];
    macro_rules! all {
        ($call:ident, |$i:ident, $data:ident| $job:expr) => {
            let mut jobs: Vec<_> = data
                .iter_mut()
                .enumerate()
                .map(|($i, data)| {
                    let $data = &mut data[..bytes($i)];
                    $job
                })
                .collect();
            batch.$call(&mut jobs);
            assert!(jobs.iter().all(|job| job.status == Status::Done));
        };
    }
    all!(ecb_encrypt, |i, data| EcbJob::new(key(i), Data::InPlace(data)));
    all!(ecb_decrypt, |i, data| EcbJob::new(key(i), Data::InPlace(data)));
    all!(ctr, |i, data| CtrJob::new(key(i), &[9; 16], Data::InPlace(data)));
    all!(cbc_encrypt, |i, data| CbcJob::new(key(i), &[9; 16], Data::InPlace(data)));
    all!(cbc_decrypt, |i, data| CbcJob::new(key(i), &[9; 16], Data::InPlace(data)));
    all!(cmac, |i, data| MacJob::new(key(i), data, 16));
    all!(pmac, |i, data| MacJob::new(key(i), data, 16));
}

fn of<C: BlockModes>(backend: Backend, count: Count<'_>) {
    let name = |what: &str| format!("{backend} {} {what}", <C as BlockCipher>::NAME);
    count(name("modes"), Reports::None, &|| alone::<C>(backend));
    count(name("batches x 1"), Reports::None, &|| batch::<C>(backend, 1));
    count(name("batches x 45"), Reports::None, &|| batch::<C>(backend, 45));
}

/// Every key size in every mode on a backend.
pub(crate) fn every_mode(backend: Backend, count: Count<'_>) {
    of::<Aes128>(backend, count);
    of::<Aes192>(backend, count);
    of::<Aes256>(backend, count);
}
