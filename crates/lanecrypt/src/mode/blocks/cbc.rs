//! CBC: decryption, whose blocks do not wait for each other, and batches.

use core::marker::PhantomData;

use super::multibuffer::{self, Chained};
use super::tiles::{Step, each_tile, load};
use super::{BLOCK, RegisterCipher, RegisterKeyed, with_key};
use crate::Backend;
use crate::batch::{CipherJob, Key, Status};
use crate::block::register::RegisterKey;
use crate::lanes::{
    AesBlocks, AesOps, Blocks, FullWidth, InOut, Isa, Kernel, LanePointers, SharedKey, Tile,
    Vector as _, dispatch, unroll,
};
use crate::mode::{AesModes, Cbc};

/// Decrypts whole blocks, the first of which was met with this block.
pub(super) fn decrypt<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    key: &RegisterKey<KEYS>,
    before: u128,
    data: InOut<'_>,
) {
    let keys = SharedKey(&key.back);
    dispatch(backend, Decrypt::<C, KEYS> { data, step: DecryptStep::new(keys, before) });
}

struct Decrypt<'a, C, const KEYS: usize> {
    data: InOut<'a>,
    step: DecryptStep<'a, C, KEYS>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for Decrypt<'_, C, KEYS> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) {
        each_tile(isa, &mut self.data, &mut self.step);
    }
}

struct DecryptStep<'a, C, const KEYS: usize> {
    keys: SharedKey<'a, KEYS>,
    /// The block of ciphertext before the next.
    before: u128,
    cipher: PhantomData<C>,
}

impl<'a, C, const KEYS: usize> DecryptStep<'a, C, KEYS> {
    fn new(keys: SharedKey<'a, KEYS>, before: u128) -> Self {
        Self { keys, before, cipher: PhantomData }
    }
}

/// A block of what a tile takes in.
#[inline(always)]
fn block(tile: &Tile<'_>, start: usize) -> u128 {
    let mut block = [0; BLOCK];
    block.copy_from_slice(tile.input(start, BLOCK));
    u128::from_le_bytes(block)
}

impl<I: Isa, C: RegisterCipher<KEYS>, const KEYS: usize> Step<I> for DecryptStep<'_, C, KEYS> {
    #[inline(always)]
    fn whole<const N: usize>(&mut self, isa: I, tile: &mut Tile<'_>) {
        let register = BLOCK * I::Aes::BLOCKS;
        let before = self.before;
        self.before = block(tile, N * register - BLOCK);
        let mut blocks = load::<I, N>(isa, tile);
        C::decrypt(isa, self.keys, &mut blocks);
        // From the last register down, so that what is written is not wanted any more, be it in
        // place.
        unroll!(N, |i| if i < N - 1 {
            let at = (N - 1 - i) * register;
            let input = I::Aes::load(isa, tile.input(at - BLOCK, register));
            blocks[N - 1 - i].xor(input).store(tile.output(at, register));
        });
        let input = I::Aes::from_each(isa, |i| match i {
            0 => before,
            _ => block(tile, (i - 1) * BLOCK),
        });
        blocks[0].xor(input).store(tile.output(0, register));
    }

    #[inline(always)]
    fn part(&mut self, isa: I, tile: &mut Tile<'_>, bytes: usize) {
        // Fewer blocks than a register has.
        unroll!(I::Aes::BLOCKS - 1, |i| if (i + 1) * BLOCK <= bytes {
            let input = block(tile, i * BLOCK);
            let mut blocks = [I::One::splat(isa, input)];
            C::decrypt(isa, self.keys, &mut blocks);
            let before = I::One::splat(isa, self.before);
            blocks[0].xor(before).store(tile.output(i * BLOCK, BLOCK));
            self.before = input;
        });
    }
}

/// Encrypts every pending job.
pub(super) fn encrypt_many<B: AesModes + RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [CipherJob<'_, Cbc<B>>],
) {
    let jobs = jobs.iter_mut().filter(|job| job.is_pending()).filter_map(|job| {
        job.status = Status::Done;
        let (key, data) = (job.key.map(|cbc| cbc.cipher.key()), job.data.in_out());
        (data.len() > 0).then_some(Message { key, iv: *job.nonce, data: Some(data) })
    });
    multibuffer::run::<B, _, true, KEYS>(backend, jobs);
}

/// A message that is encrypted beside others.
struct Message<'d, const KEYS: usize> {
    key: Key<'d, RegisterKey<KEYS>>,
    iv: [u8; BLOCK],
    /// As long as it is not started.
    data: Option<InOut<'d>>,
}

impl<'d, const KEYS: usize> Chained<'d, true, KEYS> for Message<'d, KEYS> {
    const ZEROS: bool = false;

    fn key(&self) -> Key<'d, RegisterKey<KEYS>> {
        self.key
    }
    fn blocks(&self) -> u64 {
        self.data.as_ref().map_or(0, |data| (data.len() / BLOCK) as u64)
    }
    fn start(&self) -> u128 {
        u128::from_le_bytes(self.iv)
    }
    fn put<'c>(
        &mut self,
        pointers: &mut LanePointers<'c, true>,
        place: usize,
        _: &[u8; BLOCK],
        _: &[u8; BLOCK],
    ) -> bool
    where
        'd: 'c,
    {
        match self.data.take() {
            Some(data) => {
                pointers.put_message(place, data);
                true
            }
            None => false,
        }
    }
}

/// Decrypts every pending job.
pub(super) fn decrypt_many<B: AesModes + RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [CipherJob<'_, Cbc<B>>],
) {
    for job in jobs.iter_mut().filter(|job| job.is_pending()) {
        let before = u128::from_le_bytes(*job.nonce);
        with_key::<B, KEYS>(backend, job.key.map(|cbc| cbc.cipher.key()), |key| {
            decrypt::<B::Rounds, KEYS>(backend, key, before, job.data.in_out());
        });
        job.status = Status::Done;
    }
}
