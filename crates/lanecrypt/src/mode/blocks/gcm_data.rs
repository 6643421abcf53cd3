//! The data of one message of GCM: counter mode and GHASH in one pass. And that of 256-NCA5, whose POLYVAL takes blocks as
//! they are; those of GHASH are `REVERSED`.

use super::ctr::Counters;
use super::tiles::TOGETHER;
use super::{BLOCK, Rounds};
use crate::hash::polyval::{ALL, GROUP, HashKey, Hashing, Powers, Products};
use crate::lanes::{
    AesBlocks, BlockKeys, Blocks, InOut, Isa, STEPS, Stitch, Tile, Vector as _, unroll,
};

/// The next counter block.
#[derive(Clone, Copy)]
pub(super) struct Counter {
    /// As a big-endian number.
    pub(super) number: u128,
    /// Whether it depends on nothing but the nonce.
    pub(super) public: bool,
}

/// Whether a message is opened: known when this is compiled, or only then (`bool`).
pub(super) trait Way: Copy {
    fn opens(self) -> bool;
}

/// Known when this is compiled.
#[derive(Clone, Copy)]
pub(super) struct Known<const OPEN: bool>;

impl<const OPEN: bool> Way for Known<OPEN> {
    #[inline(always)]
    fn opens(self) -> bool {
        OPEN
    }
}

impl Way for bool {
    #[inline(always)]
    fn opens(self) -> bool {
        self
    }
}

/// Computes the powers of one message's key that hashing it needs: of a nonce, which may be hashed too, of associated data
/// and data of so many bytes.
#[inline(always)]
pub(super) fn expand<I: Isa>(
    isa: I,
    powers: &mut HashKey,
    key: I::One,
    [nonce, aad, data]: [usize; 3],
) {
    let tile = TOGETHER * I::Aes::BLOCKS;
    // Whole tiles are hashed in rows, and the columns, the blocks of the end and the lengths in a group. Otherwise all blocks
    // and the lengths may be one group.
    let group = if data / BLOCK >= tile {
        tile + I::Aes::BLOCKS + 1
    } else {
        aad / BLOCK + data / BLOCK + 3
    };
    let highest = group.max(nonce.max(aad) / BLOCK + 2);
    powers.expand(isa, key, highest);
    if I::Aes::FAST_XOR3 && highest > GROUP {
        powers.put_sums();
    }
}

/// Encrypts or decrypts a message, and hashes its associated data and its ciphertext, whole tiles of it in rows. The
/// group of the hash that is under way then wants `MORE` blocks, at most one, and none if there are few powers.
#[inline(always)]
pub(super) fn hashed<'k, I, K, W, const REVERSED: bool, const MORE: usize, const PLACES: usize>(
    isa: I,
    way: W,
    keys: K,
    powers: &'k Powers<PLACES>,
    counter: Counter,
    aad: &[u8],
    data: InOut<'_>,
) -> Hashing<'k, I, PLACES>
where
    I: Isa,
    K: BlockKeys,
    W: Way,
{
    let message = (powers, counter, aad, data);
    let (mut hash, end) =
        tiles::<I, K, W, REVERSED, MORE, PLACES>(isa, way, keys, message, &mut NoWork);
    let (bytes, register) = (end.data.len(), BLOCK * I::Aes::BLOCKS);
    let full = end.full;
    if bytes > 4 * register {
        end.run::<W, REVERSED, TOGETHER, PLACES>(isa, way, &mut hash);
    } else if bytes > register {
        end.run::<W, REVERSED, 4, PLACES>(isa, way, &mut hash);
    } else {
        end.run::<W, REVERSED, 1, PLACES>(isa, way, &mut hash);
    }
    if full {
        hash.end();
        hash.begin_anywhere(MORE);
    }
    hash
}

/// The same, with other work between the rounds, and with the ciphertext of the end of a sealed message not hashed yet.
#[inline(always)]
pub(super) fn hashed_but_rest<'k, 'd, I, K, const OPEN: bool>(
    isa: I,
    keys: K,
    powers: &'k Powers<ALL>,
    counter: Counter,
    aad: &[u8],
    data: InOut<'d>,
    work: &mut impl Stitch,
) -> Rest<'k, 'd, I, OPEN>
where
    I: Isa,
    K: BlockKeys,
{
    let message = (powers, counter, aad, data);
    let (hash, end) = tiles::<I, K, _, true, 0, ALL>(isa, Known::<OPEN>, keys, message, work);
    let (bytes, register) = (end.data.len(), BLOCK * I::Aes::BLOCKS);
    if bytes > 4 * register {
        end.rest::<OPEN, TOGETHER>(isa, hash, work)
    } else if bytes > register {
        end.rest::<OPEN, 4>(isa, hash, work)
    } else {
        end.rest::<OPEN, 1>(isa, hash, work)
    }
}

/// No work between rounds.
struct NoWork;

impl Stitch for NoWork {
    const IDLE: bool = true;

    #[inline(always)]
    fn step(&mut self, _: usize) {}
}

/// All of that up to the end of the message. The work is done if a message that is being sealed has a whole tile.
#[inline(always)]
fn tiles<'k, 'd, I, K, W, const REVERSED: bool, const MORE: usize, const PLACES: usize>(
    isa: I,
    way: W,
    keys: K,
    (powers, counter, aad, mut data): (&'k Powers<PLACES>, Counter, &[u8], InOut<'d>),
    work: &mut impl Stitch,
) -> (Hashing<'k, I, PLACES>, End<'d, I, K>)
where
    I: Isa,
    K: BlockKeys,
    W: Way,
{
    let near = const { Hashing::<I, PLACES>::NEAR };
    const { assert!(Hashing::<I, PLACES>::ALL_NEAR || MORE == 0) };
    let register = BLOCK * I::Aes::BLOCKS;
    let tile = TOGETHER * register;
    let all = aad.len().div_ceil(BLOCK) + data.len().div_ceil(BLOCK) + MORE;
    let mut hash = Hashing::<I, PLACES>::new(isa, powers, I::One::zero(isa), all);
    // Short messages, without a whole tile, are one group.
    let short = all <= near && data.len() < tile;
    if short {
        hash.absorb_part::<REVERSED, false>(aad);
    } else {
        hash.absorb_rows::<REVERSED>(aad);
    }
    let mut counters = Counters::<I::Aes, u32>::new(isa, counter.number, counter.public);
    // Of a message that is being sealed, each tile's ciphertext is hashed while the next one is
    // encrypted.
    let mut before: Option<Tile<'_>> = None;
    if !way.opens() && data.len() >= tile {
        // Before the loop, so that what the work keeps in registers is not kept through the loop.
        let mut tile = data.take(tile);
        let mut blocks = counters.next::<TOGETHER>(isa);
        Rounds::encrypt_stitched(isa, keys, &mut blocks, work);
        meet::<I, TOGETHER>(isa, &blocks, &mut tile);
        before = Some(tile);
    }
    while data.len() >= tile {
        let mut tile = data.take(tile);
        let mut blocks = counters.next::<TOGETHER>(isa);
        let hashed = before.as_mut().unwrap_or(&mut tile);
        let mut work = Ciphertext::<I, W, REVERSED, PLACES> { way, hash: &mut hash, tile: hashed };
        Rounds::encrypt_stitched(isa, keys, &mut blocks, &mut work);
        work.end();
        meet::<I, TOGETHER>(isa, &blocks, &mut tile);
        if !way.opens() {
            before = Some(tile);
        }
    }
    let blocks = data.len().div_ceil(BLOCK);
    // The end may be as many blocks as a group: then what comes after it is a group of its own.
    let full = Hashing::<I, PLACES>::ALL_NEAR && blocks + MORE > near;
    let group = match if full { blocks } else { blocks + MORE } {
        _ if short => Group::UnderWay,
        blocks if Hashing::<I, PLACES>::ALL_NEAR || blocks + I::Aes::BLOCKS <= near => {
            Group::After(blocks)
        }
        _ => Group::Rows,
    };
    (hash, End { keys, counters, before, group, full, data })
}

/// The same with a message whose data fits in some registers, whose keystream is made, and its associated data in as
/// many. The group of the hash is all blocks of both and `MORE`, which must not be too many.
#[inline(always)]
fn hashed_short<'k, I: Isa, const OPEN: bool, const MORE: usize, const N: usize>(
    isa: I,
    keystream: [I::Aes; N],
    hash: &'k HashKey,
    aad: &[u8],
    data: InOut<'_>,
) -> Hashing<'k, I> {
    let blocks = aad.len().div_ceil(BLOCK) + data.len().div_ceil(BLOCK) + MORE;
    let mut hash = Hashing::<I>::new(isa, hash.powers(), I::One::zero(isa), blocks);
    if !aad.is_empty() {
        hash.absorb_part::<true, false>(aad);
    }
    let (rest, count) = finish::<I, _, true, N, _>(isa, Known::<OPEN>, keystream, &mut hash, data);
    if count > 0 {
        hash.add::<false>(rest, count);
    }
    hash
}

/// [`hashed_short`] of a message that is being opened, or sealed. They are two pieces of code: what is opened can be hashed
/// before there is keystream.
#[inline(always)]
pub(super) fn hashed_either<'k, I: Isa, const MORE: usize, const N: usize>(
    isa: I,
    open: bool,
    keystream: [I::Aes; N],
    hash: &'k HashKey,
    aad: &[u8],
    data: InOut<'_>,
) -> Hashing<'k, I> {
    if open {
        hashed_short::<I, true, MORE, N>(isa, keystream, hash, aad, data)
    } else {
        hashed_short::<I, false, MORE, N>(isa, keystream, hash, aad, data)
    }
}

/// How the end of a message is hashed.
enum Group {
    /// With the group that is under way.
    UnderWay,
    /// As a group of so many blocks, with the columns before it.
    After(usize),
    /// Whole registers as rows, and the rest as a short message.
    Rows,
}

/// The end of a message: less than a tile, perhaps nothing.
struct End<'d, I: Isa, K> {
    keys: K,
    counters: Counters<I::Aes, u32>,
    /// The tile before, if it is to be hashed yet.
    before: Option<Tile<'d>>,
    group: Group,
    /// Whether the group has as many blocks as it can have.
    full: bool,
    data: InOut<'d>,
}

impl<'d, I, K> End<'d, I, K>
where
    I: Isa,
    K: BlockKeys,
{
    /// With `N` registers, in which it must fit. The hash wants no more than the lengths then.
    #[inline(always)]
    fn run<W: Way, const REVERSED: bool, const N: usize, const PLACES: usize>(
        mut self,
        isa: I,
        way: W,
        hash: &mut Hashing<'_, I, PLACES>,
    ) {
        let mut keystream = self.counters.next::<N>(isa);
        match &mut self.before {
            Some(before) if !way.opens() => {
                let mut work = Ciphertext::<I, W, REVERSED, PLACES> { way, hash, tile: before };
                Rounds::encrypt_stitched(isa, self.keys, &mut keystream, &mut work);
                work.end();
            }
            _ => Rounds::encrypt(isa, self.keys, &mut keystream),
        }
        self.begin(hash);
        let (rest, count) =
            finish::<I, W, REVERSED, N, PLACES>(isa, way, keystream, hash, self.data);
        if let Group::Rows = self.group {
            hash.end_rows();
            hash.begin_rest(count);
        }
        if count > 0 {
            hash.add::<false>(rest, count);
        }
    }

    /// The same, where the rest is not hashed yet if the message is being sealed.
    #[inline(always)]
    fn rest<'k, const OPEN: bool, const N: usize>(
        mut self,
        isa: I,
        mut hash: Hashing<'k, I, ALL>,
        work: &mut impl Stitch,
    ) -> Rest<'k, 'd, I, OPEN> {
        let bytes = self.data.len();
        let mut keystream = self.counters.next::<N>(isa);
        let mut before = None;
        if !OPEN {
            if N == 1 && self.before.is_some() {
                // The hash of a tile takes longer than the rounds of one register. So it is left to the rounds of the
                // next message.
                before = self.before.take();
                if bytes > 0 {
                    Rounds::encrypt(isa, self.keys, &mut keystream);
                }
            } else if let Some(tile) = &mut self.before {
                let mut work =
                    Ciphertext::<I, _, true, ALL> { way: Known::<OPEN>, hash: &mut hash, tile };
                Rounds::encrypt_stitched(isa, self.keys, &mut keystream, &mut work);
                work.end();
            } else {
                Rounds::encrypt_stitched(isa, self.keys, &mut keystream, work);
            }
        }
        if before.is_none() {
            self.begin(&mut hash);
        }
        let mut rest = Rest { hash, before, tile: self.data.take(bytes), bytes };
        if OPEN {
            Rounds::encrypt_stitched(isa, self.keys, &mut keystream, &mut rest);
        }
        let register = BLOCK * I::Aes::BLOCKS;
        // Otherwise the compiler moves all rounds of a register that may not be needed behind the others.
        unroll!(N, |i| keystream[i] = keystream[i].in_order());
        unroll!(N, |i| {
            let at = i * register;
            if at + register <= bytes {
                let input = I::Aes::load(isa, rest.tile.input(at, register));
                input.xor(keystream[i]).store(rest.tile.output(at, register));
            } else if at < bytes {
                let input = I::Aes::load_part(isa, rest.tile.input_from(at));
                input.xor(keystream[i]).store_part(rest.tile.output_from(at));
            }
        });
        rest
    }

    /// Begins its group.
    #[inline(always)]
    fn begin<const PLACES: usize>(&self, hash: &mut Hashing<'_, I, PLACES>) {
        match self.group {
            Group::UnderWay => {}
            Group::After(blocks) => hash.begin_rest(blocks),
            Group::Rows => hash.begin_rows(self.data.len() / (BLOCK * I::Aes::BLOCKS)),
        }
    }
}

/// The ciphertext of the end of a message, which is hashed between the rounds of a cipher.
pub(super) struct Rest<'k, 'd, I: Isa, const OPEN: bool> {
    hash: Hashing<'k, I, ALL>,
    /// The tile before, if it is to be hashed yet. What follows it is at most a register then.
    before: Option<Tile<'d>>,
    /// What is left after the tiles, less than one.
    tile: Tile<'d>,
    bytes: usize,
}

impl<I: Isa, const OPEN: bool> Rest<'_, '_, I, OPEN> {
    /// Hashes it now.
    #[inline(always)]
    pub(super) fn hash(&mut self) {
        unroll!(STEPS, |number| self.step(number));
    }

    /// The sums of products of the message's hash.
    #[inline(always)]
    pub(super) fn sums(&self) -> Products<I::One> {
        self.hash.sums()
    }
}

impl<I: Isa, const OPEN: bool> Rest<'_, '_, I, OPEN> {
    /// Hashes the register of what is left from one of its bytes on, if there is one.
    #[inline(always)]
    fn add(&mut self, at: usize) {
        let register = BLOCK * I::Aes::BLOCKS;
        if at >= self.bytes {
            return;
        }
        let bytes = if OPEN { self.tile.input_from(at) } else { &*self.tile.output_from(at) };
        let (blocks, count) = match bytes.get(..register) {
            Some(whole) => (I::Aes::load(self.hash.isa(), whole), I::Aes::BLOCKS),
            None => (I::Aes::load_part(self.hash.isa(), bytes), bytes.len().div_ceil(BLOCK)),
        };
        self.hash.add::<false>(blocks.swap_bytes().in_order(), count);
    }
}

impl<I: Isa, const OPEN: bool> Stitch for Rest<'_, '_, I, OPEN> {
    #[inline(always)]
    fn step(&mut self, number: usize) {
        match &mut self.before {
            Some(tile) => {
                Ciphertext::<I, _, true, ALL> { way: Known::<OPEN>, hash: &mut self.hash, tile }
                    .step(number);
                if number == STEPS - 1 {
                    self.hash.end_rows();
                    self.hash.begin_rest(self.bytes.div_ceil(BLOCK));
                    self.add(0);
                }
            }
            None => self.add(number * BLOCK * I::Aes::BLOCKS),
        }
        self.hash.keep_in_order();
    }
}

impl<I: Isa, const OPEN: bool> Stitch for Option<Rest<'_, '_, I, OPEN>> {
    #[inline(always)]
    fn step(&mut self, number: usize) {
        if let Some(rest) = self {
            rest.step(number);
        }
    }
}

/// Meets data with keystream, in whose registers it must fit, and hashes whole registers of the ciphertext.
/// Returns the rest of it, which has so many blocks.
#[inline(always)]
fn finish<I: Isa, W: Way, const REVERSED: bool, const N: usize, const PLACES: usize>(
    isa: I,
    way: W,
    keystream: [I::Aes; N],
    hash: &mut Hashing<'_, I, PLACES>,
    mut data: InOut<'_>,
) -> (I::Aes, usize) {
    let register = BLOCK * I::Aes::BLOCKS;
    let mut last = keystream[0];
    unroll!(N, |i| {
        if data.len() >= register {
            let mut tile = data.take(register);
            let input = I::Aes::load(isa, tile.input(0, register));
            let output = input.xor(keystream[i]);
            output.store(tile.output(0, register));
            let ciphertext = if way.opens() { input } else { output };
            hash.add::<false>(as_hashed::<_, REVERSED>(ciphertext), I::Aes::BLOCKS);
            last = keystream[(i + 1) % N];
        }
    });
    let bytes = data.len();
    if bytes > 0 && bytes < register {
        let mut tile = data.take(bytes);
        let input = I::Aes::load_part(isa, tile.input(0, bytes));
        let output = input.xor(last);
        output.store_part(tile.output(0, bytes));
        // What is beyond the end is zeros, not keystream.
        let kept = I::Aes::load(isa, &KEPT.0[64 - bytes % 64..][..register]);
        let ciphertext = if way.opens() { input } else { output.and(kept) };
        return (as_hashed::<_, REVERSED>(ciphertext), bytes.div_ceil(BLOCK));
    }
    (I::Aes::zero(isa), 0)
}

/// Blocks in the order of bytes in which they are hashed.
#[inline(always)]
fn as_hashed<B: AesBlocks, const REVERSED: bool>(blocks: B) -> B {
    if REVERSED { blocks.swap_bytes() } else { blocks }
}

/// 64 bytes of ones, then 64 of zeros. Loaded from `n` bytes before the middle on, a register is a mask of its first
/// `n` bytes.
static KEPT: Kept = {
    let mut bytes = [0; 128];
    let mut place = 0;
    while place < 64 {
        bytes[place] = 0xff;
        place += 1;
    }
    Kept(bytes)
};

#[repr(align(64))]
struct Kept([u8; 128]);

/// Meets a tile with keystream.
#[inline(always)]
fn meet<I: Isa, const N: usize>(isa: I, keystream: &[I::Aes; N], tile: &mut Tile<'_>) {
    let register = BLOCK * I::Aes::BLOCKS;
    unroll!(N, |i| {
        let input = I::Aes::load(isa, tile.input(i * register, register));
        input.xor(keystream[i]).store(tile.output(i * register, register));
    });
}

/// The ciphertext of a tile, to be hashed: its input if it is being opened, its output otherwise.
struct Ciphertext<'a, 'k, 'd, I: Isa, W, const REVERSED: bool, const PLACES: usize> {
    way: W,
    hash: &'a mut Hashing<'k, I, PLACES>,
    tile: &'a mut Tile<'d>,
}

impl<I: Isa, W: Way, const REVERSED: bool, const PLACES: usize>
    Ciphertext<'_, '_, '_, I, W, REVERSED, PLACES>
{
    /// A row of it, as it is hashed.
    #[inline(always)]
    fn row(&mut self, row: usize) -> I::Aes {
        let register = BLOCK * I::Aes::BLOCKS;
        let bytes = if self.way.opens() {
            self.tile.input(row * register, register)
        } else {
            &*self.tile.output(row * register, register)
        };
        as_hashed::<_, REVERSED>(I::Aes::load(self.hash.isa(), bytes)).in_order()
    }

    /// Ends the tile.
    #[inline(always)]
    fn end(self) {
        self.hash.end_rows();
    }
}

impl<I: Isa, W: Way, const REVERSED: bool, const PLACES: usize> Stitch
    for Ciphertext<'_, '_, '_, I, W, REVERSED, PLACES>
{
    #[inline(always)]
    fn step(&mut self, number: usize) {
        const { assert!(STEPS == TOGETHER && TOGETHER.is_multiple_of(2)) };
        if !I::Aes::FAST_XOR3 {
            let row = self.row(number);
            self.hash.add_row_of_tile(row, TOGETHER - 1 - number);
            if number == TOGETHER - 1 {
                // They wait for the hash of the tile before.
                self.hash.add_columns(TOGETHER);
            }
        } else if number % 2 == 1 {
            let rows = [self.row(number - 1), self.row(number)];
            self.hash.add_two_rows(rows, TOGETHER - 1 - number, TOGETHER);
        }
        self.hash.keep_in_order();
    }
}
