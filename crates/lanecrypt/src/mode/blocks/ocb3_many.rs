//! Batches of OCB3: keys expanded side by side, then message after message.

use core::marker::PhantomData;

use super::ocb3::{Ocb3Offsets, Sealing, nonce_block, one, run};
use super::tiles::KeysFrom;
use super::{BLOCK, ManyKeys, RegisterCipher, RegisterKeyed};
use crate::batch::{AeadJob, Key};
use crate::lanes::{
    AesOps, AnyWidth, BlockArray, Blocks, FullWidth, Isa, Kernel, KeyAt, SharedKey, Vector as _,
    dispatch, unroll, wipe,
};
use crate::mode::{AesModes, Ocb3};
use crate::{Backend, Tag};

/// Seals every pending job, or opens it if `OPEN`.
pub(super) fn many<B: AesModes + RegisterKeyed<KEYS>, const OPEN: bool, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [AeadJob<'_, Ocb3<B>>],
) {
    let mut keys = ManyKeys::new(backend);
    let mut stars = BlockArray::ZERO;
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        if jobs.iter().any(|job| job.fresh_key().is_some()) {
            keys.expand::<B::Rounds>(jobs.iter().map(|job| job.fresh_key().map(Key::Bytes)));
            let cipher = PhantomData::<B::Rounds>;
            dispatch(backend, Stars { keys: &keys.keys, stars: &mut stars, cipher });
        }
        for (place, job) in jobs.iter_mut().enumerate().filter(|(_, job)| job.is_pending()) {
            let (tag_bytes, aad) = (job.tag_length(), job.aad);
            let nonce = nonce_block(job.nonce, tag_bytes);
            let blocks = (aad.len().max(job.data.len()) / BLOCK) as u64;
            let message = Sealing { nonce, aad, data: job.data.in_out() };
            let mut tag = match job.key {
                Key::Ready(ocb3) => {
                    one::<B::Rounds, KEYS>(backend, ocb3.cipher.key(), OPEN, &ocb3.offsets, message)
                }
                Key::Bytes(_) => {
                    let offsets = Ocb3Offsets::new(stars.0[place], blocks);
                    let key = KeyAt(&keys.keys, place);
                    fresh::<B::Rounds, OPEN, KEYS>(backend, key, &offsets, message)
                }
            };
            job.finish(Tag::of_block(tag, tag_bytes));
            wipe(&mut tag, [0; BLOCK]);
        }
    }
    wipe(&mut stars, BlockArray::ZERO);
}

/// One message, with the key of a place.
fn fresh<C: RegisterCipher<KEYS>, const OPEN: bool, const KEYS: usize>(
    backend: Backend,
    key: KeyAt<'_, KEYS>,
    offsets: &Ocb3Offsets,
    message: Sealing<'_>,
) -> [u8; BLOCK] {
    if !OPEN {
        return run::<C, _, _, OPEN, KEYS>(backend, key, key, offsets, message);
    }
    let mut back = [0; KEYS];
    dispatch(backend, Turn::<C, KEYS> { key, back: &mut back, cipher: PhantomData });
    let tag = run::<C, _, _, OPEN, KEYS>(backend, key, SharedKey(&back), offsets, message);
    wipe(&mut back, [0; KEYS]);
    tag
}

/// Encrypts a block of zeros with every key.
struct Stars<'a, C, const KEYS: usize> {
    keys: &'a [BlockArray; KEYS],
    stars: &'a mut BlockArray,
    cipher: PhantomData<C>,
}

/// Registers that are worked on together.
const TOGETHER: usize = 4;

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for Stars<'_, C, KEYS> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let step = TOGETHER * I::Aes::BLOCKS;
        for start in (0..BlockArray::COUNT).step_by(step) {
            let mut blocks = [I::Aes::zero(isa); TOGETHER];
            C::encrypt(isa, KeysFrom(self.keys, start), &mut blocks);
            let stars = &mut self.stars.0[start..][..step];
            unroll!(TOGETHER, |i| {
                let place = i * I::Aes::BLOCKS;
                blocks[i].store(stars[place..][..I::Aes::BLOCKS].as_flattened_mut());
            });
        }
    }
}

/// Makes the keys of a place those for decryption.
struct Turn<'a, C, const KEYS: usize> {
    key: KeyAt<'a, KEYS>,
    back: &'a mut [u128; KEYS],
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for Turn<'_, C, KEYS> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let KeyAt(keys, place) = self.key;
        let mut forward = [0; KEYS];
        for (forward, places) in forward.iter_mut().zip(keys) {
            *forward = u128::from_le_bytes(places.0[place % BlockArray::COUNT]);
        }
        C::turn::<I::One>(isa, &forward, self.back);
        wipe(&mut forward, [0; KEYS]);
    }
}
