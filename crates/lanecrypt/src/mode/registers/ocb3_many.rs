//! Batches of OCB3: keys expanded side by side, then message after message.

use core::marker::PhantomData;

use super::ocb3::{Ocb3Offsets, Sealing, run};
use super::{BLOCK, ManyKeys, RegisterCipher, RegisterKeyed};
use crate::aead::{AeadJob, released};
use crate::batch::Status;
use crate::lanes::{
    BlockKeys, Blocks, Isa, Kernel, PlaceKey, Places, SameKey, dispatch, each_below, wipe,
};
use crate::mode::ocb3::nonce_block;
use crate::{Backend, Error, Tag};

/// Seals every pending job, or opens it if `OPEN`.
pub(super) fn many<B: RegisterKeyed<KEYS>, const OPEN: bool, const KEYS: usize>(
    backend: Backend,
    tag_bytes: usize,
    jobs: &mut [AeadJob<'_>],
) {
    let mut keys = ManyKeys::new(backend);
    let mut stars = Places::ZERO;
    for jobs in jobs.chunks_mut(Places::COUNT) {
        let pending = |job: &AeadJob<'_>| job.status == Status::Pending;
        keys.expand::<B::Rounds>(jobs.iter().map(|job| if pending(job) { job.key } else { &[] }));
        let cipher = PhantomData::<B::Rounds>;
        dispatch(backend, Stars { keys: &keys.keys, stars: &mut stars, cipher });
        let pending = jobs.iter_mut().enumerate().filter(|(_, job)| pending(job));
        for (place, job) in pending {
            let (key, star) = (PlaceKey(&keys.keys, place), stars.0[place]);
            job.status = match one::<B::Rounds, OPEN, KEYS>(backend, key, star, tag_bytes, job) {
                Ok(()) => Status::Done,
                Err(error) => Status::Failed(error),
            };
        }
    }
    wipe(&mut stars, Places::ZERO);
}

/// One job, with its key and L_*.
fn one<C: RegisterCipher<KEYS>, const OPEN: bool, const KEYS: usize>(
    backend: Backend,
    key: PlaceKey<'_, KEYS>,
    star: [u8; BLOCK],
    tag_bytes: usize,
    job: &mut AeadJob<'_>,
) -> Result<(), Error> {
    let most = job.aad.len().max(job.data.len());
    let offsets = &Ocb3Offsets::new(star, (most / BLOCK) as u64);
    let (nonce, aad) = (nonce_block(job.nonce, tag_bytes), job.aad);
    let message = Sealing { nonce, aad, data: job.data.in_out()? };
    let mut tag = if OPEN {
        let mut back = [0; KEYS];
        dispatch(backend, Turn::<C, KEYS> { key, back: &mut back, cipher: PhantomData });
        let tag = run::<C, _, _, OPEN, KEYS>(backend, key, SameKey(&back), offsets, message);
        wipe(&mut back, [0; KEYS]);
        tag
    } else {
        run::<C, _, _, OPEN, KEYS>(backend, key, key, offsets, message)
    };
    let made = Tag::new(&tag[..tag_bytes]);
    wipe(&mut tag, [0; BLOCK]);
    if OPEN {
        return released(&mut job.data, &made, job.tag.as_ref());
    }
    job.tag = made;
    Ok(())
}

/// Encrypts a block of zeros with every key.
struct Stars<'a, C, const KEYS: usize> {
    keys: &'a [Places; KEYS],
    stars: &'a mut Places,
    cipher: PhantomData<C>,
}

/// Registers that are worked on together.
const TOGETHER: usize = 4;

/// The keys of the places from one on.
#[derive(Clone, Copy)]
struct KeysFrom<'a, const KEYS: usize>(&'a [Places; KEYS], usize);

impl<const KEYS: usize> BlockKeys<KEYS> for KeysFrom<'_, KEYS> {
    #[inline(always)]
    fn key<B: crate::lanes::AesBlocks>(self, isa: B::Isa, round: usize, register: usize) -> B {
        self.0[round].register(isa, self.1 + register * B::BLOCKS)
    }
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for Stars<'_, C, KEYS> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let step = TOGETHER * I::Aes::BLOCKS;
        for start in (0..Places::COUNT).step_by(step) {
            let mut blocks = [I::Aes::zero(isa); TOGETHER];
            C::encrypt(isa, KeysFrom(self.keys, start), &mut blocks);
            let stars = &mut self.stars.0[start..][..step];
            each_below!(TOGETHER, |i| {
                let place = i * I::Aes::BLOCKS;
                blocks[i].store(stars[place..][..I::Aes::BLOCKS].as_flattened_mut());
            });
        }
    }
}

/// Makes the keys of a place those for decryption.
struct Turn<'a, C, const KEYS: usize> {
    key: PlaceKey<'a, KEYS>,
    back: &'a mut [u128; KEYS],
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for Turn<'_, C, KEYS> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let PlaceKey(keys, place) = self.key;
        let mut forward = [0; KEYS];
        for (forward, places) in forward.iter_mut().zip(keys) {
            *forward = u128::from_le_bytes(places.0[place % Places::COUNT]);
        }
        C::turn::<I::One>(isa, &forward, self.back);
        wipe(&mut forward, [0; KEYS]);
    }
}
