//! Batches of GCM. What comes before and after the data of a message is done for many messages side by
//! side: keys, hash keys and their first powers, the masks of tags, the last product of the hash. Between
//! them, a kernel takes message after message.

use super::ctr::before_counter;
use super::gcm::{self, Counter, Message, hashed, lengths};
use super::tiles::KeyRing;
use super::window::FEW;
use super::{BLOCK, ManyKeys, RegisterCipher, RegisterKey, RegisterKeyed, gcm_ready};
use crate::Backend;
use crate::batch::{AeadJob, Key};
use crate::hash::polyval::{FIRST_POWERS, FirstPowers, HashKey, Products, keys_of_ghash, multiply};
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, Blocks, FullWidth, Isa, Kernel, SharedKey, Vector as _,
    align_stack, dispatch, unroll, wipe,
};
use crate::mode::{AesModes, Gcm, TagLengths};

/// Every pending job.
pub(super) fn many<B: AesModes + RegisterKeyed<KEYS>, T: TagLengths, const KEYS: usize>(
    backend: Backend,
    open: bool,
    jobs: &mut [AeadJob<'_, Gcm<B, T>>],
) {
    let mut pending = jobs.iter().filter(|job| job.is_pending());
    if let (gcm_ready::TOGETHER.., Some(AeadJob { key: Key::Ready(key), .. })) =
        (jobs.len(), pending.next())
        && !gcm_ready::ready::<B, T, KEYS>(backend, key, open, jobs)
    {
        return;
    }
    // Few messages are faster one after another, as nothing has to be made and wiped. Bit planes always hold several
    // blocks.
    let left = || jobs.iter().filter(|job| job.is_pending());
    let few = backend != Backend::Portable && left().take(FEW + 1).count() <= FEW;
    if jobs.len() == 1 || few {
        alone::<B, T, KEYS>(backend, open, jobs);
    } else if left().any(|job| matches!(job.key, Key::Bytes(_))) {
        let mut own = OwnHashes::ZERO;
        side_by_side(backend, open, jobs, Some(&mut own));
    } else {
        side_by_side(backend, open, jobs, None);
    }
}

/// Every pending job, side by side. There is room for keys of the hash if there are keys that are bytes.
fn side_by_side<B: AesModes + RegisterKeyed<KEYS>, T: TagLengths, const KEYS: usize>(
    backend: Backend,
    open: bool,
    jobs: &mut [AeadJob<'_, Gcm<B, T>>],
    mut own: Option<&mut OwnHashes>,
) {
    let mut keys = ManyKeys::new(backend);
    let mut places = Places::ZERO;
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        let part = Part::of(jobs, &mut places);
        if part.both() != 0 {
            keys.expand::<B::Rounds>(jobs.iter().map(|job| key_of(job)));
            let (keys, own) = (&keys.keys, own.as_deref_mut());
            run::<B, T, KEYS>(backend, keys, open, part, &mut places, own, jobs);
            for (place, job) in jobs.iter_mut().enumerate() {
                if part.both() >> place & 1 != 0 {
                    job.finish_block(&places.mask.0[place % BlockArray::COUNT]);
                }
            }
            if part.both() == u32::MAX >> (BlockArray::COUNT - jobs.len()) {
                continue;
            }
        }
        alone::<B, T, KEYS>(backend, open, jobs);
    }
}

/// Every pending job, one after another.
fn alone<B: AesModes + RegisterKeyed<KEYS>, T: TagLengths, const KEYS: usize>(
    backend: Backend,
    open: bool,
    jobs: &mut [AeadJob<'_, Gcm<B, T>>],
) {
    for job in jobs.iter_mut().filter(|job| job.is_pending()) {
        let message = Message { nonce: job.nonce, aad: job.aad, data: job.data.in_out() };
        let tag = match job.key {
            Key::Ready(key) => {
                let (keys, hash) = (SharedKey(&key.cipher.key().forward), &key.hash);
                gcm::one::<B::Rounds, _, KEYS>(backend, keys, hash, open, message)
            }
            Key::Bytes(key) => gcm::fresh::<B::Rounds, KEYS>(backend, key, open, message),
        };
        job.finish_block(&tag);
    }
}

/// The key of a job, if it is one that is worked on beside others.
#[inline]
fn key_of<'k, B: AesModes + RegisterKeyed<KEYS>, T: TagLengths, const KEYS: usize>(
    job: &AeadJob<'k, Gcm<B, T>>,
) -> Option<Key<'k, RegisterKey<KEYS>>> {
    is_usual(job).then_some(job.key.map(|gcm| gcm.cipher.key()))
}

/// Whether a job is pending and has a nonce that the counter begins with.
#[inline]
fn is_usual<B: AesModes, T: TagLengths>(job: &AeadJob<'_, Gcm<B, T>>) -> bool {
    job.is_pending() && job.nonce.len() == 12
}

/// The jobs that are worked on side by side, a bit each.
#[derive(Clone, Copy)]
struct Part {
    /// Those with keys that are bytes.
    fresh: u32,
    ready: u32,
}

impl Part {
    /// Those of some jobs, whose nonces and lengths are put into their places.
    #[inline]
    fn of<B: AesModes, T: TagLengths>(
        jobs: &[AeadJob<'_, Gcm<B, T>>],
        places: &mut Places,
    ) -> Self {
        let (mut fresh, mut ready) = (0, 0);
        for (place, job) in jobs.iter().enumerate().take(BlockArray::COUNT) {
            let Ok(nonce) = job.nonce.try_into() else { continue };
            if !job.is_pending() {
                continue;
            }
            places.mask.0[place] = (before_counter(nonce) | 1 << 120).to_le_bytes();
            places.lengths.0[place] = lengths(job.aad, job.data.len()).to_le_bytes();
            match job.key {
                Key::Bytes(_) => fresh |= 1 << place,
                Key::Ready(key) => {
                    ready |= 1 << place;
                    places.hash.0[place] = *key.hash.first();
                }
            }
        }
        let part = Self { fresh, ready };
        places.used = places.used.max(part.places());
        part
    }

    fn both(self) -> u32 {
        self.fresh | self.ready
    }

    /// How many places are in use, counted from the first.
    fn places(self) -> usize {
        (u32::BITS - self.both().leading_zeros()) as usize
    }
}

/// What belongs to the messages side by side, a block of each. Wiped on drop.
struct Places {
    /// The first counter blocks, then the masks of the tags, then the tags.
    mask: BlockArray,
    /// The keys of the hash.
    hash: BlockArray,
    /// Sums of products of the hash, not reduced.
    sums: Products<BlockArray>,
    /// The blocks of lengths.
    lengths: BlockArray,
    /// How many places from the first on have been in use.
    used: usize,
}

/// The keys of the hash under keys that are bytes. Wiped on drop.
struct OwnHashes {
    /// The first powers of all.
    powers: [FirstPowers; BlockArray::COUNT],
    /// All powers of one of them, as many as its message needs.
    scratch: HashKey,
}

impl OwnHashes {
    const NO_POWERS: [FirstPowers; BlockArray::COUNT] =
        [[[0; BLOCK]; FIRST_POWERS]; BlockArray::COUNT];
    const ZERO: Self = Self { powers: Self::NO_POWERS, scratch: HashKey::empty() };
}

impl Drop for OwnHashes {
    fn drop(&mut self) {
        wipe(&mut self.powers, Self::NO_POWERS);
    }
}

impl Places {
    const ZERO: Self = Self {
        mask: BlockArray::ZERO,
        hash: BlockArray::ZERO,
        sums: Products { low: BlockArray::ZERO, middle: BlockArray::ZERO, high: BlockArray::ZERO },
        lengths: BlockArray::ZERO,
        used: 0,
    };
}

impl Drop for Places {
    fn drop(&mut self) {
        let Products { low, middle, high } = &mut self.sums;
        for places in [&mut self.mask, &mut self.hash, low, middle, high] {
            places.wipe(self.used);
        }
    }
}

/// Makes the tags of some jobs.
fn run<B: AesModes + RegisterKeyed<KEYS>, T: TagLengths, const KEYS: usize>(
    backend: Backend,
    keys: &[BlockArray; KEYS],
    open: bool,
    part: Part,
    places: &mut Places,
    own: Option<&mut OwnHashes>,
    jobs: &mut [AeadJob<'_, Gcm<B, T>>],
) {
    if open {
        dispatch(backend, Many::<B, T, true, KEYS> { keys, part, places, own, jobs });
    } else {
        dispatch(backend, Many::<B, T, false, KEYS> { keys, part, places, own, jobs });
    }
}

struct Many<'a, 'd, B: AesModes, T: TagLengths, const OPEN: bool, const KEYS: usize> {
    keys: &'a [BlockArray; KEYS],
    part: Part,
    places: &'a mut Places,
    own: Option<&'a mut OwnHashes>,
    jobs: &'a mut [AeadJob<'d, Gcm<B, T>>],
}

impl<B, T, const OPEN: bool, const KEYS: usize> Kernel for Many<'_, '_, B, T, OPEN, KEYS>
where
    B: AesModes + RegisterKeyed<KEYS>,
    T: TagLengths,
{
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        align_stack();
        let Self { keys, part, places, mut own, jobs } = self;
        let count = part.places();
        if count <= I::Aes::BLOCKS {
            before::<I, B::Rounds, 1, KEYS>(isa, keys, part, places, own.as_deref_mut());
        } else {
            before::<I, B::Rounds, TOGETHER, KEYS>(isa, keys, part, places, own.as_deref_mut());
        }
        for (place, job) in jobs.iter_mut().enumerate() {
            let Ok(nonce) = job.nonce.try_into() else { continue };
            // Below it already, which the compiler cannot see.
            let place = place % BlockArray::COUNT;
            if part.both() >> place & 1 == 0 {
                continue;
            }
            let counter = Counter { number: first_counter(nonce), public: true };
            let (aad, data, keys) = (job.aad, job.data.in_out(), keys.of(place));
            let hash = match (job.key, own.as_deref_mut()) {
                (Key::Ready(key), _) => &key.hash,
                (Key::Bytes(_), Some(OwnHashes { powers, scratch })) => {
                    let longest = aad.len().max(data.len()) / BLOCK + 1;
                    let all = aad.len() / BLOCK + data.len() / BLOCK + 2;
                    scratch.extend(isa, &powers[place], all.max(longest));
                    scratch
                }
                (Key::Bytes(_), None) => continue,
            };
            let hash =
                hashed::<I, B::Rounds, _, OPEN, 0, KEYS>(isa, keys, hash, counter, aad, data);
            let sums = hash.sums();
            sums.low.store(&mut places.sums.low.0[place]);
            sums.middle.store(&mut places.sums.middle.0[place]);
            sums.high.store(&mut places.sums.high.0[place]);
        }
        let mut first = 0;
        while first < count {
            let at = first % BlockArray::COUNT;
            let Products { low, middle, high } = &places.sums;
            let sums = Products::<I::Aes> {
                low: low.register(isa, at),
                middle: middle.register(isa, at),
                high: high.register(isa, at),
            };
            let sum = sums.reduce(isa).xor(places.lengths.register(isa, at));
            let hash = multiply(isa, sum, places.hash.register(isa, at));
            let tag = hash.swap_bytes().xor(places.mask.register(isa, at));
            places.mask.put(tag, at);
            first += I::Aes::BLOCKS;
        }
    }
}

/// The counter of a message's first block, as a big-endian number: after that of the mask.
#[inline(always)]
pub(super) fn first_counter(nonce: &[u8; 12]) -> u128 {
    before_counter(nonce).swap_bytes() | 2
}

/// Registers of places that are worked on together.
const TOGETHER: usize = 4;

/// What is done for `N` registers of places at a time before their messages.
#[inline(always)]
fn before<I, C, const N: usize, const KEYS: usize>(
    isa: I,
    keys: &[BlockArray; KEYS],
    part: Part,
    places: &mut Places,
    mut own: Option<&mut OwnHashes>,
) where
    I: Isa,
    C: RegisterCipher<KEYS>,
{
    let mut first = 0;
    while first < part.places() {
        let start = first % BlockArray::COUNT;
        let at = |i: usize| start + i * I::Aes::BLOCKS;
        let mut blocks = [I::Aes::zero(isa); N];
        unroll!(N, |i| blocks[i] = places.mask.register(isa, at(i)));
        C::encrypt(isa, keys.from(start), &mut blocks);
        unroll!(N, |i| places.mask.put(blocks[i], at(i)));
        if let Some(OwnHashes { powers: first_powers, .. }) = own.as_deref_mut() {
            let mut zeros = [I::Aes::zero(isa); N];
            C::encrypt(isa, keys.from(start), &mut zeros);
            let mut powers = [[I::Aes::zero(isa); N]; FIRST_POWERS];
            unroll!(N, |i| powers[0][i] = keys_of_ghash(isa, zeros[i]));
            unroll!(FIRST_POWERS - 1, |k| {
                unroll!(N, |i| powers[k + 1][i] = multiply(isa, powers[k][i], powers[0][i]));
            });
            unroll!(N, |i| {
                unroll!(I::Aes::BLOCKS, |j| {
                    let place = (at(i) + j) % BlockArray::COUNT;
                    if part.fresh >> place & 1 != 0 {
                        places.hash.0[place] = powers[0][i].block(j).to_le_bytes();
                        unroll!(FIRST_POWERS, |k| {
                            let power = powers[FIRST_POWERS - 1 - k][i].block(j);
                            first_powers[place][k] = power.to_le_bytes();
                        });
                    }
                });
            });
        }
        first += N * I::Aes::BLOCKS;
    }
}
