//! POLYVAL (RFC 8452, section 3): a polynomial over GF(2^128) in little-endian order. GHASH (NIST
//! SP 800-38D, section 6.4) is the same with the bytes of every block reversed and the key times x
//! (RFC 8452, appendix A).
//!
//! Blocks are multiplied with powers of the key in groups of as many blocks as there are powers;
//! the products of a group are summed before they are reduced, once.

use super::columns::{MOST_BLOCKS, ROWS, takes_sums};
use crate::Backend;
use crate::cpu::has_slow_clmul;
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, Blocks, Isa, Kernel, Vector as _, dispatch, unroll, wipe,
};

/// The most blocks of a group: eight of the longest registers.
pub(crate) const GROUP: usize = 32;

/// How many successive powers a key of one message has: a message of no more blocks is one group.
pub(crate) const NEAR: usize = 8;

/// Places after the powers that are read, with blocks of zeros, where a register is not full. They may have the sums of
/// the halves of powers: see `columns`.
pub(super) const BEYOND: usize = 4;

/// The highest power of a [`HashKey`]: before a group there may be a register more, of columns.
pub(crate) const MOST: usize = GROUP + MOST_BLOCKS;

/// Places of the powers of a [`HashKey`].
pub(crate) const ALL: usize = MOST + BEYOND;

/// Powers of a key: each has a number. That with the highest number is first, that numbered 1 is the key itself.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Powers<const PLACES: usize>([[u8; 16]; PLACES]);

impl<const PLACES: usize> Powers<PLACES> {
    pub(super) const ZERO: Self = Self([[0; 16]; PLACES]);

    /// Where the power of a number is. The number is at least 1 and not too high, which the compiler cannot see.
    #[inline(always)]
    fn place(number: usize) -> usize {
        let most = const { PLACES - BEYOND };
        if most.is_power_of_two() {
            most.wrapping_sub(number) % most
        } else {
            most.saturating_sub(number)
        }
    }

    /// Those from one on downwards.
    #[inline(always)]
    pub(super) fn from<B: AesBlocks>(&self, isa: B::Isa, number: usize) -> B {
        let start = Self::place(number);
        B::load(isa, self.0[start..start + B::BLOCKS].as_flattened())
    }

    /// Those behind the powers, one of [`BEYOND`].
    #[inline(always)]
    pub(super) fn beyond(&self, place: usize) -> &[u8; 16] {
        &self.0[PLACES - BEYOND + place % BEYOND]
    }

    /// The same, to be written.
    #[inline(always)]
    pub(super) fn beyond_mut(&mut self, place: usize) -> &mut [u8; 16] {
        &mut self.0[PLACES - BEYOND + place % BEYOND]
    }

    /// That of a number.
    #[inline(always)]
    pub(super) fn one(&self, number: usize) -> &[u8; 16] {
        &self.0[Self::place(number)]
    }

    #[inline(always)]
    pub(super) fn put<B: AesBlocks>(&mut self, number: usize, powers: B) {
        let start = Self::place(number);
        powers.store(self.0[start..start + B::BLOCKS].as_flattened_mut());
    }
}

/// A key: some of its powers. Wiped when dropped.
#[derive(Clone)]
pub struct HashKey {
    powers: Powers<ALL>,
}

impl HashKey {
    /// No key yet.
    pub(crate) const fn empty() -> Self {
        Self { powers: Powers::ZERO }
    }

    /// Of POLYVAL.
    pub(crate) fn new(backend: Backend, key: u128) -> Self {
        let mut out = Self::empty();
        dispatch(backend, Expand { key, out: &mut out });
        // Whatever this backend is: another one may use the key.
        out.put_sums();
        out
    }

    /// Keeps the sums of the halves of the powers that rows are multiplied by.
    #[inline(always)]
    pub(crate) fn put_sums(&mut self) {
        if has_slow_clmul() {
            let mut powers = [0; ROWS];
            unroll!(ROWS, |i| {
                powers[i] = u128::from_le_bytes(*self.powers.one((i + 1) * MOST_BLOCKS));
            });
            self.powers.put_sums(&powers);
        }
    }

    /// The key itself.
    #[cfg(feature = "aes")]
    pub(crate) fn first(&self) -> &[u8; 16] {
        self.powers.one(1)
    }

    /// All powers.
    pub(crate) fn powers(&self) -> &Powers<ALL> {
        &self.powers
    }

    /// Computes more powers after a number of them, of which the highest are given, by multiplication
    /// with the power that a register is long, then with its square, so that each waits for every second only.
    #[inline(always)]
    fn multiples<B: AesBlocks>(
        &mut self,
        isa: B::Isa,
        powers: B,
        step: B,
        mut number: usize,
        count: usize,
    ) {
        let count = count.min(MOST);
        if number >= count {
            return;
        }
        let mut pair = [powers, multiply(isa, powers, step)];
        number += B::BLOCKS;
        self.powers.put(number, pair[1]);
        if number >= count {
            return;
        }
        let step = multiply(isa, step, step);
        while number < count {
            unroll!(2, |i| if number < count {
                number += B::BLOCKS;
                pair[i] = multiply(isa, pair[i], step);
                self.powers.put(number, pair[i]);
            });
        }
    }

    /// Computes at least so many powers, but no more than [`MOST`].
    #[inline(always)]
    pub(crate) fn expand<I: Isa>(&mut self, isa: I, key: I::One, count: usize) {
        let blocks = I::Aes::BLOCKS;
        let mut powers = I::Aes::splat(isa, key.xor_all_block());
        let mut step = powers;
        if blocks > 1 {
            // The same in all places. Put together in a register: one that is loaded from where its blocks were just
            // written would have to wait.
            let first = powers;
            step = multiply(isa, first, first);
            powers = powers.previous_block(step);
            if blocks > 2 {
                let second = step;
                step = multiply(isa, second, second);
                powers = powers.previous_block(multiply(isa, second, first)).previous_block(step);
            }
        }
        // The first register of powers has the lowest ones: each next one is that times the power
        // that a register is long, which is in all places of `step`.
        self.powers.put(blocks, powers);
        self.multiples(isa, powers, step, blocks, count);
    }
}

impl Drop for HashKey {
    fn drop(&mut self) {
        wipe(&mut self.powers, Powers::ZERO);
    }
}

struct Expand<'a> {
    key: u128,
    out: &'a mut HashKey,
}

impl Kernel for Expand<'_> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        self.out.expand(isa, I::One::splat(isa, self.key), MOST);
    }
}

/// The key of POLYVAL that belongs to a block, byte 0 the lowest, which is a key of GHASH: its bytes
/// reversed, times x.
pub(crate) fn key_of_ghash(block: u128) -> u128 {
    let key = block.swap_bytes();
    let carry = (key >> 127).wrapping_neg();
    key << 1 ^ carry & (1 << 127 | 1 << 126 | 1 << 121 | 1)
}

/// The same in a register of blocks.
#[cfg(feature = "aes")]
#[inline(always)]
pub(crate) fn keys_of_ghash<B: AesBlocks>(isa: B::Isa, blocks: B) -> B {
    let keys = blocks.swap_bytes();
    // The top bit of the lower half is carried into the upper half, that of the upper half stands for
    // the polynomial.
    let tops = keys.shr::<u64>(63);
    let carry = tops.align::<8>(tops).and(B::splat(isa, u128::MAX << 64));
    let top = keys.last_word::<false>().sign_mask::<u32>();
    let polynomial = B::splat(isa, 1 << 127 | 1 << 126 | 1 << 121 | 1);
    keys.shl::<u64>(1).xor(carry).xor_and(top, polynomial)
}

/// The two halves of every block, added, in both.
#[inline(always)]
pub(crate) fn halves<B: AesBlocks>(blocks: B) -> B {
    blocks.xor(blocks.align::<8>(blocks))
}

/// Sums of products of blocks and powers, not reduced: of the lower halves, of the upper ones, and of a
/// half with the other one.
#[derive(Clone, Copy)]
pub(crate) struct Products<B> {
    pub(crate) low: B,
    pub(crate) middle: B,
    pub(crate) high: B,
}

impl<B: AesBlocks> Products<B> {
    #[inline(always)]
    pub(crate) fn zero(isa: B::Isa) -> Self {
        let zero = B::zero(isa);
        Self { low: zero, middle: zero, high: zero }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, blocks: B, powers: B) {
        if B::SLOW_CLMUL {
            self.add_called(&blocks, &powers);
        } else {
            self.add_here(blocks, powers);
        }
    }

    /// The same as a function that kernels call where a product is one anyway: what is around it would be much of their
    /// code.
    #[inline(never)]
    fn add_called(&mut self, blocks: &B, powers: &B) {
        self.add_here(*blocks, *powers);
    }

    #[inline(always)]
    fn add_here(&mut self, blocks: B, powers: B) {
        let low = blocks.clmul::<false, false>(powers);
        self.low = self.low.xor(low);
        let high = blocks.clmul::<true, true>(powers);
        self.high = self.high.xor(high);
        if B::SLOW_CLMUL {
            // Of the sums of halves, which has the products of both halves in it too.
            let sums = halves(blocks).clmul::<false, false>(halves(powers));
            self.middle = self.middle.xor3(low, high).xor(sums);
        } else {
            let first = blocks.clmul::<true, false>(powers);
            self.middle = self.middle.xor3(first, blocks.clmul::<false, true>(powers));
        }
    }

    /// The same with two of each.
    #[inline(always)]
    pub(super) fn add_two(&mut self, blocks: [B; 2], powers: [B; 2]) {
        let [a, b] = blocks;
        let [c, d] = powers;
        if B::SLOW_CLMUL {
            self.add(a, c);
            self.add(b, d);
            return;
        }
        self.low = self.low.xor3(a.clmul::<false, false>(c), b.clmul::<false, false>(d));
        self.high = self.high.xor3(a.clmul::<true, true>(c), b.clmul::<true, true>(d));
        let middle = self.middle.xor3(a.clmul::<true, false>(c), b.clmul::<true, false>(d));
        self.middle = middle.xor3(a.clmul::<false, true>(c), b.clmul::<false, true>(d));
    }

    /// The same by three products each, given the sums of the halves of the powers, one in each half. Then the sums in the
    /// middle are to be added to those of the halves.
    #[inline(always)]
    pub(super) fn add_two_by_sums(&mut self, blocks: [B; 2], powers: [B; 2], sums: B) {
        let [a, b] = blocks;
        let [c, d] = powers;
        self.low = self.low.xor3(a.clmul::<false, false>(c), b.clmul::<false, false>(d));
        self.high = self.high.xor3(a.clmul::<true, true>(c), b.clmul::<true, true>(d));
        let [a, b] = [halves(a), halves(b)];
        self.middle = self.middle.xor3(a.clmul::<false, false>(sums), b.clmul::<false, true>(sums));
    }

    /// The same by three products, of which the sums in the middle are to be added to the others in the end.
    #[inline(always)]
    pub(super) fn add_by_sums(&mut self, blocks: B, powers: B) {
        self.add_with_sums(blocks, powers, halves(powers));
    }

    /// The same, given the sums of the halves of the powers.
    #[inline(always)]
    pub(super) fn add_with_sums(&mut self, blocks: B, powers: B, sums: B) {
        self.low = self.low.xor(blocks.clmul::<false, false>(powers));
        self.high = self.high.xor(blocks.clmul::<true, true>(powers));
        self.middle = self.middle.xor(halves(blocks).clmul::<false, false>(sums));
    }

    /// Keeps the products so far before what comes after: see [`AesBlocks::in_order`].
    #[cfg(any(feature = "aes", feature = "snow5g"))]
    #[inline(always)]
    pub(crate) fn keep_in_order(&mut self) {
        let Self { low, middle, high } = self;
        for sum in [low, middle, high] {
            *sum = sum.in_order();
        }
    }

    /// The sums of those of as many messages as a register has blocks, from one on: a block each.
    #[cfg(feature = "aes")]
    #[inline(always)]
    pub(crate) fn sums_of_each(isa: B::Isa, messages: &[Self; 4], first: usize) -> Self {
        let zero = B::zero(isa);
        let (mut low, mut middle, mut high) = ([zero; 4], [zero; 4], [zero; 4]);
        unroll!(4, |i| if i < B::BLOCKS {
            let products = messages[(first + i) % 4];
            (low[i], middle[i], high[i]) = (products.low, products.middle, products.high);
        });
        Self {
            low: B::xor_each(isa, low),
            middle: B::xor_each(isa, middle),
            high: B::xor_each(isa, high),
        }
    }

    /// Drops the sums of the first message, moves the others down and puts those of another one behind them.
    #[cfg(feature = "aes")]
    #[inline(always)]
    pub(crate) fn push<const N: usize>(
        registers: &mut [Self; N],
        sums: Products<<B::Isa as Isa>::One>,
    ) {
        let Products { low, middle, high } = sums;
        let last = Self { low: B::of_one(low), middle: B::of_one(middle), high: B::of_one(high) };
        unroll!(N, |i| {
            let next = if i + 1 < N { registers[(i + 1) % N] } else { last };
            let this = &mut registers[i];
            this.low = this.low.next_block(next.low);
            this.middle = this.middle.next_block(next.middle);
            this.high = this.high.next_block(next.high);
        });
    }

    /// As one number of 256 bits each, times x^-128, modulo x^128 + x^127 + x^126 + x^121 + 1.
    #[inline(always)]
    pub(crate) fn reduce(self, isa: B::Isa) -> B {
        let zero = B::zero(isa);
        let low = self.low.xor(zero.unpack_lo(self.middle));
        let high = self.high.xor(self.middle.align::<8>(zero));
        // Times x^-64, twice: the lower 64 bits y become y (x^64 + x^63 + x^62 + x^57).
        let terms = B::splat(isa, 1 << 63 | 1 << 62 | 1 << 57);
        let low = low.align::<8>(low).xor(low.clmul::<false, false>(terms));
        low.align::<8>(low).xor3(low.clmul::<false, false>(terms), high)
    }
}

/// `a * b * x^-128`, block by block.
#[inline(always)]
pub(crate) fn multiply<B: AesBlocks>(isa: B::Isa, a: B, b: B) -> B {
    if B::SLOW_CLMUL {
        let mut product = a;
        multiply_called(isa, &mut product, &b);
        return product;
    }
    multiply_here(isa, a, b)
}

/// The same as a function that kernels call: see [`Products::add`].
#[inline(never)]
fn multiply_called<B: AesBlocks>(isa: B::Isa, a: &mut B, b: &B) {
    *a = multiply_here(isa, *a, *b);
}

#[inline(always)]
fn multiply_here<B: AesBlocks>(isa: B::Isa, a: B, b: B) -> B {
    let mut products = Products::zero(isa);
    products.add(a, b);
    products.reduce(isa)
}

/// A hash under way, inside a kernel: blocks are taken in groups, whose length is said beforehand.
pub(crate) struct Hashing<'k, I: Isa, const PLACES: usize = ALL> {
    pub(super) isa: I,
    pub(super) powers: &'k Powers<PLACES>,
    pub(super) products: Products<I::Aes>,
    /// The hash of the groups before, to be added to the next block.
    pub(super) state: I::One,
    /// The hash of each column of the rows before: see `columns`.
    pub(super) columns: I::Aes,
    /// The power that the next block is multiplied with.
    pub(super) next: usize,
    /// Whether rows are multiplied with the sums of halves too.
    pub(super) by_sums: bool,
}

impl<'k, I: Isa, const PLACES: usize> Hashing<'k, I, PLACES> {
    /// From a state on, with a first group of so many blocks.
    #[inline(always)]
    pub(crate) fn new(isa: I, powers: &'k Powers<PLACES>, state: I::One, group: usize) -> Self {
        let (products, columns) = (Products::zero(isa), I::Aes::zero(isa));
        Self { isa, powers, products, state, columns, next: group, by_sums: takes_sums::<I>() }
    }

    /// The instructions.
    #[cfg(feature = "aes")]
    #[inline(always)]
    pub(crate) fn isa(&self) -> I {
        self.isa
    }

    /// Begins a group; the one before must be complete. Its first block is to be taken as such.
    #[inline(always)]
    fn begin(&mut self, group: usize) {
        self.next = group;
    }

    /// Begins a group that the state is added to now: no block of it is to be taken as the first.
    #[inline(always)]
    pub(crate) fn begin_anywhere(&mut self, group: usize) {
        self.next = group;
        self.add_at::<false>(I::Aes::of_one(self.state), group);
    }

    /// Takes a register of blocks, of which so many belong to the group; the others must be zeros.
    /// If it is the `FIRST` of the group, the state is added.
    #[inline(always)]
    pub(crate) fn add<const FIRST: bool>(&mut self, blocks: I::Aes, count: usize) {
        self.add_at::<FIRST>(blocks, self.next);
        self.next -= count;
    }

    /// Takes a register whose first block meets a power, in any order.
    #[inline(always)]
    pub(crate) fn add_at<const FIRST: bool>(&mut self, blocks: I::Aes, number: usize) {
        let blocks = if FIRST { blocks.xor(I::Aes::of_one(self.state)) } else { blocks };
        self.products.add(blocks, self.powers.from(self.isa, number));
    }

    /// Takes the last block of a group. Its power is loaded alone: a register that also has what is behind it would wait for
    /// powers that were just written.
    #[inline(always)]
    pub(crate) fn add_last(&mut self, block: I::One) {
        let power = I::One::load(self.isa, self.powers.one(1));
        self.products.add(I::Aes::of_one(block), I::Aes::of_one(power));
    }

    /// Ends a group.
    #[inline(always)]
    pub(crate) fn end(&mut self) {
        self.state = self.sums().reduce(self.isa);
        self.products = Products::zero(self.isa);
    }

    /// Keeps the products so far before what comes after, for work between the rounds of a cipher.
    #[cfg(feature = "aes")]
    #[inline(always)]
    pub(crate) fn keep_in_order(&mut self) {
        self.products.keep_in_order();
    }

    /// The products of the group under way, whose sums are not made.
    #[cfg(feature = "aes")]
    #[inline(always)]
    pub(crate) fn products(&self) -> Products<I::Aes> {
        self.products
    }

    /// The sums of the products of the group under way. They are reduced to the hash, at the end of a
    /// group.
    #[inline(always)]
    pub(crate) fn sums(&self) -> Products<I::One> {
        let Products { low, middle, high } = self.products;
        Products { low: low.xor_all(), middle: middle.xor_all(), high: high.xor_all() }
    }

    /// The hash so far, at the end of a group.
    #[inline(always)]
    pub(crate) fn state(&self) -> I::One {
        self.state
    }

    /// Takes data, padded with zeros to whole blocks, in groups of its own; blocks are taken with
    /// their bytes reversed if `REVERSED`.
    #[inline(always)]
    pub(crate) fn absorb<const REVERSED: bool>(&mut self, data: &[u8]) {
        self.absorb_groups::<REVERSED>(data, const { if PLACES == ALL { GROUP } else { NEAR } });
    }

    /// The same in groups of at most so many blocks.
    #[inline(always)]
    pub(crate) fn absorb_groups<const REVERSED: bool>(&mut self, data: &[u8], most: usize) {
        let mut data = data;
        while !data.is_empty() {
            let (group, rest) = data.split_at(data.len().min(16 * most));
            self.begin(group.len().div_ceil(16));
            self.absorb_part::<REVERSED, true>(group);
            self.end();
            data = rest;
        }
    }

    /// Takes data of a group, padded with zeros to whole blocks; `FIRST` if it begins the group.
    #[inline(always)]
    pub(crate) fn absorb_part<const REVERSED: bool, const FIRST: bool>(&mut self, data: &[u8]) {
        let register = 16 * I::Aes::BLOCKS;
        let mut rest = data;
        let mut first = FIRST;
        while !rest.is_empty() {
            let (blocks, count) = match rest.split_at_checked(register) {
                Some((whole, after)) => {
                    rest = after;
                    (I::Aes::load(self.isa, whole), I::Aes::BLOCKS)
                }
                None => {
                    let part = rest;
                    rest = &[];
                    (I::Aes::load_part(self.isa, part), part.len().div_ceil(16))
                }
            };
            let blocks = if REVERSED { blocks.swap_bytes() } else { blocks };
            if first {
                self.add::<true>(blocks, count);
            } else {
                self.add::<false>(blocks, count);
            }
            first = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hash under way between calls.
    struct Polyval {
        backend: Backend,
        key: HashKey,
        state: u128,
    }

    impl Polyval {
        /// Of nothing yet, with a key of 16 bytes.
        fn new(backend: Backend, key: &[u8; 16]) -> Self {
            Self { backend, key: HashKey::new(backend, u128::from_le_bytes(*key)), state: 0 }
        }

        /// Takes data, padded with zeros to whole blocks.
        fn update(&mut self, data: &[u8]) {
            self.state = dispatch(self.backend, Update { key: &self.key, state: self.state, data });
        }

        /// The hash so far.
        fn state(&self) -> u128 {
            self.state
        }
    }

    /// `a * b * x^-128`.
    fn dot(backend: Backend, a: u128, b: u128) -> u128 {
        dispatch(backend, Dot { a, b })
    }

    struct Dot {
        a: u128,
        b: u128,
    }

    impl Kernel for Dot {
        type Output = u128;
        type Class = AnyWidth<AesOps>;

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> u128 {
            multiply(isa, I::One::splat(isa, self.a), I::One::splat(isa, self.b)).xor_all_block()
        }
    }

    struct Update<'a> {
        key: &'a HashKey,
        state: u128,
        data: &'a [u8],
    }

    impl Kernel for Update<'_> {
        type Output = u128;
        type Class = AnyWidth<AesOps>;

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> u128 {
            let state = I::One::splat(isa, self.state);
            let mut hash = Hashing::new(isa, &self.key.powers, state, 1);
            hash.absorb::<false>(self.data);
            hash.state().xor_all_block()
        }
    }

    fn hex(text: &str) -> [u8; 16] {
        u128::from_str_radix(text, 16).unwrap().to_be_bytes()
    }

    #[test]
    fn the_example_of_the_rfc() {
        // RFC 8452, appendix A.
        let key = hex("25629347589242761d31f826ba4b757b");
        let (first, second) =
            (hex("4f4f95668c83dfb6401762bb2d01a262"), hex("d1a24ddd2721d006bbe45f20d3c9f362"));
        let expected = hex("f7a3b47b846119fae5b7866cf5e5b77e");
        for backend in Backend::available() {
            let mut hash = Polyval::new(backend, &key);
            hash.update(&[first, second].concat());
            assert_eq!(hash.state().to_le_bytes(), expected, "{backend}");
        }
    }

    #[test]
    fn any_length_on_any_backend_is_block_by_block() {
        let data: [u8; 700] = core::array::from_fn(|i| (i * i + 7 * i) as u8);
        let key = [0x5a; 16];
        for length in (0..data.len()).step_by(13) {
            let mut expected = 0;
            for block in data[..length].chunks(16) {
                let mut padded = [0; 16];
                padded[..block.len()].copy_from_slice(block);
                let sum = expected ^ u128::from_le_bytes(padded);
                expected = dot(Backend::Portable, sum, u128::from_le_bytes(key));
            }
            for backend in Backend::available() {
                let mut hash = Polyval::new(backend, &key);
                hash.update(&data[..length]);
                assert_eq!(hash.state(), expected, "{backend} {length}");
            }
        }
    }
}
