//! What registers of words of any width do, against definitions on numbers.
//!
//! A check is one text over any register or group. It runs in the shell of a backend, like a
//! cipher, loads words, applies one operation and stores the results; the definition works on the
//! numbers that the words are. As little as possible is compiled for every backend: the rest is in
//! functions of plain numbers and bytes.

use super::inputs::Random;
use crate::Backend;
use crate::lanes::{
    AnyWidth, Group, InOut, Isa, Kernel, Lanes, MAX_SLOT_BYTES, Narrow, NibbleBoxes, Nibbles,
    SlotData, Word, WordOps, dispatch,
};

/// A number of words that every register and group here divides: up to 256 lanes, and 96.
const COUNT: usize = 1536;

/// Three operands for every lane: numbers of so many bits.
struct Operands {
    bits: u32,
    a: Vec<u64>,
    b: Vec<u64>,
    c: Vec<u64>,
}

impl Operands {
    /// All triples of numbers where carries, signs and halves go wrong, then random ones.
    fn new(bits: u32) -> Self {
        let mask = u64::MAX >> (64 - bits);
        let half = mask >> (bits / 2);
        let edges =
            [0, 1, 2, mask, mask - 1, mask >> 1, (mask >> 1) - 1, mask ^ mask >> 1, half, !half];
        let mut random = Random::new();
        let mut out = Self { bits, a: Vec::new(), b: Vec::new(), c: Vec::new() };
        for i in 0..COUNT {
            let edge = |digit: usize| edges[i / digit % 10] & mask;
            // Bytes through which carries go on, or just do not.
            let mut bytes = || {
                let mut byte =
                    || [0_u8, 1, 2, 0x7f, 0x80, 0xfd, 0xfe, 0xff][random.next() as usize % 8];
                u64::from_le_bytes([(); 8].map(|()| byte())) & mask
            };
            let triple = match i {
                0..1000 => [edge(1), edge(10), edge(100)],
                1000..1300 => [bytes(), bytes(), bytes()],
                _ => [random.next() & mask, random.next() & mask, random.next() & mask],
            };
            out.a.push(triple[0]);
            out.b.push(triple[1]);
            out.c.push(triple[2]);
        }
        out
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// Compares results with a definition; `up` is how far up the numbers are in their words.
    fn compare(
        &self,
        (register, operation): (&str, &str),
        up: u32,
        got: &[u64],
        definition: &dyn Fn(u64, u64, u64) -> u64,
    ) {
        for (i, &got) in got.iter().enumerate() {
            let (a, b, c) = (self.a[i], self.b[i], self.c[i]);
            let expected = (definition(a, b, c) & self.mask()) << up;
            assert!(
                got == expected,
                "{register}, {operation} of {a:x} {b:x} {c:x} (word {i}): {got:x}, not {expected:x}"
            );
        }
    }
}

/// The bits of the numbers in a register.
const fn bits<W: Lanes>() -> u32 {
    8 * W::WORD_BYTES as u32
}

/// How far up they are in their words.
const fn up<W: Lanes>() -> u32 {
    W::Word::BITS - bits::<W>()
}

/// Numbers as words.
fn words<W: Lanes>(numbers: &[u64]) -> Vec<W::Word> {
    numbers.iter().map(|&number| W::word(number)).collect()
}

/// Applies an operation.
#[inline(always)]
fn apply<W: Lanes>(f: impl Fn(W, W, W) -> W, a: W, b: W, c: W) -> W {
    f(a, b, c)
}

/// Operations and their definitions, on one kind of register: all operations in one loop over the
/// operands, as loops are what takes time to compile.
macro_rules! check {
    ($isa:ident, $operands:ident, $($f:expr => $definition:expr;)*) => {
        let operands: &Operands = $operands;
        let names = [$(stringify!($f)),*];
        let [a, b, c] =
            [&operands.a, &operands.b, &operands.c].map(|numbers| words::<W>(numbers));
        let mut results = vec![vec![W::Word::default(); COUNT]; names.len()];
        assert!(COUNT.is_multiple_of(W::LANES));
        for i in 0..COUNT / W::LANES {
            // Slices of just so many words: an operation that touched more would panic.
            let here = i * W::LANES..(i + 1) * W::LANES;
            let (a, b, c) = (
                W::load_words($isa, &a[here.clone()]),
                W::load_words($isa, &b[here.clone()]),
                W::load_words($isa, &c[here.clone()]),
            );
            let mut results = results.iter_mut();
            $(
                if let Some(words) = results.next() {
                    apply::<W>($f, a, b, c).store_words(&mut words[here.clone()]);
                }
            )*
        }
        let register = core::any::type_name::<W>();
        let definitions: &[&dyn Fn(u64, u64, u64) -> u64] = &[$(&$definition),*];
        for ((operation, words), definition) in names.iter().zip(&results).zip(definitions) {
            let got: Vec<u64> = words.iter().map(|word| word.number()).collect();
            operands.compare((register, operation), up::<W>(), &got, definition);
        }
    };
}

/// What moves bits only, and sums.
#[inline(always)]
fn logic<W: Lanes>(isa: W::Isa, operands: &Operands) {
    let pattern = 0x8123_4567_89ab_cdef;
    check! { isa, operands,
        |_, _, _| W::splat(isa, W::word(0)) => |_, _, _| 0;
        |_, _, _| W::splat(isa, W::word(pattern)) => |_, _, _| pattern;
        |a, b, _| a.add(b) => |a, b, _| a.wrapping_add(b);
        |a, b, _| a.sub(b) => |a, b, _| a.wrapping_sub(b);
        |a, b, _| a.xor(b) => |a, b, _| a ^ b;
        |a, b, _| a.and(b) => |a, b, _| a & b;
        |a, b, c| a.xor3(b, c) => |a, b, c| a ^ b ^ c;
        |a, b, c| a.xor_and(b, c) => |a, b, c| a ^ (b & c);
        |a, _, _| a.swap_bytes() => |a, _, _| a.swap_bytes() >> (64 - bits::<W>());
    }
}

/// Some shifts, and the upper bits; rotations of narrow words are made of shifts by every constant.
#[inline(always)]
fn shifts<W: Lanes>(isa: W::Isa, operands: &Operands) {
    let bits = bits::<W>();
    check! { isa, operands,
        |a, _, _| a.shl(0) => |a, _, _| a;
        |a, _, _| a.shl(1) => |a, _, _| a << 1;
        |a, _, _| a.shl(8) => |a, _, _| a << 8;
        |a, _, _| a.shl(bits - 1) => |a, _, _| a << (bits - 1);
        |a, _, _| a.shr(0) => |a, _, _| a;
        |a, _, _| a.shr(1) => |a, _, _| a >> 1;
        |a, _, _| a.shr(8) => |a, _, _| a >> 8;
        |a, _, _| a.shr(bits - 1) => |a, _, _| a >> (bits - 1);
        |a, _, _| a.upper(1) => |a, _, _| a >> (bits - 1) << (bits - 1);
        |a, _, _| a.upper(5) => |a, _, _| a >> (bits - 5) << (bits - 5);
        |a, _, _| a.upper(bits) => |a, _, _| a;
    }
}

/// A rotation by each constant.
macro_rules! rotations {
    ($isa:ident, $register:ty, $($k:literal)*) => {{
        #[inline(always)]
        fn all<W: Lanes>(isa: W::Isa, operands: &Operands) {
            let bits = bits::<W>();
            check! { isa, operands,
                $(|a, _, _| a.rotl::<$k>() => |a, _, _| a << $k | a >> (bits - $k);)*
            }
        }
        all::<$register>($isa, &Operands::new(bits::<$register>()));
    }};
}

/// Bytes that all differ from their neighbours.
fn some_bytes(count: usize) -> Vec<u8> {
    Random::new().bytes(count)
}

/// The number that bytes are.
fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The words of a register or group.
#[inline(always)]
fn stored<W: Lanes>(register: W) -> Vec<u64> {
    let mut out = vec![W::Word::default(); W::LANES];
    register.store_words(&mut out);
    out.into_iter().map(Word::number).collect()
}

/// Words from bytes and back, words that are repeated, and the numbers of registers.
#[inline(always)]
fn memory<W: Lanes>(isa: W::Isa) {
    let size = W::LANES * W::WORD_BYTES;
    let bytes = some_bytes(size);
    let numbers: Vec<u64> = (0..W::REGISTER_LANES as u64).map(|i| i * 5 + 1).collect();
    let register = W::load(isa, &bytes);
    let mut back = vec![0xee; size + 1];
    register.store(&mut back);
    let from_bytes = stored(register);
    let repeated = stored(W::repeat(isa, &words::<W>(&numbers)));
    let registers = stored(W::register_indices(isa));
    let wide: Vec<_> =
        words::<W>(&[7, 8, 9, 10, 11, 12, 13, 14]).into_iter().map(Word::wide).collect();
    let (slots, same) = (stored(W::splat_slots(isa, &wide)), stored(W::splat_wide(isa, wide[5])));

    let name = core::any::type_name::<W>();
    let number = |word: &[u8]| little(word) << up::<W>();
    assert!(from_bytes.into_iter().eq(bytes.chunks(W::WORD_BYTES).map(number)), "{name}, bytes");
    assert_eq!((&back[..size], back[size]), (&bytes[..], 0xee), "{name}, to_bytes");
    for lane in 0..W::LANES {
        let (register, place) = (lane / W::REGISTER_LANES, lane % W::REGISTER_LANES);
        assert_eq!(repeated[lane], numbers[place] << up::<W>(), "{name}, repeat");
        assert_eq!(registers[lane], (register as u64) << up::<W>(), "{name}, register_indices");
        let slot = lane / (W::LANES / W::SLOTS);
        assert_eq!(slots[lane], (7 + slot as u64) << up::<W>(), "{name}, splat_slots");
        assert_eq!(same[lane], 12 << up::<W>(), "{name}, splat_wide");
    }
}

/// Interleaving of elements of every size: words of one register only, so not of narrow ones.
#[inline(always)]
fn interleaving<W: Lanes>(isa: W::Isa) {
    let register = W::REGISTER_LANES * W::WORD_BYTES;
    let size = W::LANES * W::WORD_BYTES;
    let bytes = some_bytes(2 * size);
    // Constants, as in the ciphers: these operations choose their instruction by them.
    for element in [2, 4, 8, 16, 32, 64] {
        if element >= W::WORD_BYTES && element <= register {
            let (a, b) = bytes.split_at(size);
            let zipped = W::load(isa, a).zip(W::load(isa, b), 8 * element);
            let back = zipped.0.unzip(zipped.1, 8 * element);
            let mut got = vec![0; 4 * size];
            zipped.0.store(&mut got[..size]);
            zipped.1.store(&mut got[size..]);
            back.0.store(&mut got[2 * size..]);
            back.1.store(&mut got[3 * size..]);
            check_interleaving(core::any::type_name::<W>(), register, element, a, b, &got);
        }
    }
}

fn check_interleaving(name: &str, register: usize, element: usize, a: &[u8], b: &[u8], got: &[u8]) {
    let unit = (2 * element).max(16);
    let (mut first, mut second) = (a.to_vec(), b.to_vec());
    if unit <= register {
        first.clear();
        second.clear();
        for (a, b) in a.chunks(unit).zip(b.chunks(unit)) {
            let (a, b) = (a.split_at(unit / 2), b.split_at(unit / 2));
            for (out, a, b) in [(&mut first, a.0, b.0), (&mut second, a.1, b.1)] {
                for (a, b) in a.chunks(element).zip(b.chunks(element)) {
                    out.extend_from_slice(a);
                    out.extend_from_slice(b);
                }
            }
        }
    }
    let (zipped, back) = got.split_at(2 * a.len());
    assert_eq!(zipped, [first, second].concat(), "{name}, zip of {element} bytes");
    assert_eq!(back, [a, b].concat(), "{name}, unzip of {element} bytes");
}

/// What became of blocks of `words` words.
struct Moved {
    name: &'static str,
    up: u32,
    word_bytes: usize,
    words: usize,
    input: Vec<u8>,
    numbers: Vec<u64>,
    columns: Vec<Vec<u64>>,
    written: Vec<u8>,
    mixed: Vec<u8>,
}

/// What lies where blocks are mixed in.
fn other(input: &[u8]) -> Vec<u8> {
    input.iter().map(|byte| byte.wrapping_mul(3) ^ 0x5a).collect()
}

/// The blocks of every slot mixed with others, which lie in the first part of its data, in the second, or nowhere.
#[inline(always)]
fn slots<W: Lanes, const N: usize>(isa: W::Isa, words: [W; N], input: &[u8]) {
    let name = core::any::type_name::<W>();
    let (size, lanes) = (input.len() / W::SLOTS, W::LANES / W::SLOTS);
    let (mut mixed, mut unused) = (other(input), [0; MAX_SLOT_BYTES]);
    let mut data = SlotData::new(&mut unused);
    for (slot, bytes) in mixed.chunks_mut(size).enumerate() {
        match slot % 3 {
            0 => data.put(slot, [InOut::in_place(bytes), InOut::empty()]),
            1 => data.put(slot, [InOut::empty(), InOut::in_place(bytes)]),
            _ => {}
        }
    }
    W::xor_slots(isa, words, &mut data);
    for (slot, (input, mixed)) in input.chunks(size).zip(mixed.chunks(size)).enumerate() {
        let other = &other(input);
        let sum: Vec<u8> = input.iter().zip(other).map(|(a, b)| a ^ b).collect();
        assert!(mixed == if slot % 3 < 2 { &sum } else { other }, "{name}, slot {slot}");
    }
    let numbers = stored(W::slot_indices::<N>(isa));
    let all = stored(W::block_indices::<N>(isa));
    for (lane, (number, of_all)) in numbers.into_iter().zip(all).enumerate() {
        let first = ((lane / lanes * lanes) as u64) << up::<W>();
        assert_eq!(number + first, of_all, "{name}, slot_indices of lane {lane}");
    }
}

/// Blocks of `N` words taken in, put out, and mixed with others.
#[inline(always)]
fn blocks<W: Lanes, const N: usize>(isa: W::Isa) {
    let size = W::LANES * N * W::WORD_BYTES;
    let input = some_bytes(size);
    let (mut written, mut mixed) = (input.clone(), other(&input));

    let mut tile = InOut::in_place(&mut written).take(size);
    let words = W::read_blocks::<N>(isa, &mut tile);
    tile.output(0, size).fill(0xee);
    W::write_blocks(words, &mut tile);
    W::xor_blocks(isa, words, &mut InOut::in_place(&mut mixed).take(size));
    let mut columns = Vec::new();
    for word in words {
        columns.push(stored(word));
    }
    let numbers = stored(W::block_indices::<N>(isa));
    slots::<W, N>(isa, words, &input);

    let (up, word_bytes, name) = (up::<W>(), W::WORD_BYTES, core::any::type_name::<W>());
    Moved { name, up, word_bytes, words: N, input, numbers, columns, written, mixed }.check();
}

impl Moved {
    fn check(self) {
        let Self { name, up, word_bytes, words, .. } = self;
        let numbers: Vec<usize> = self.numbers.iter().map(|n| (n >> up) as usize).collect();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..numbers.len()), "{name}, numbers of {words}: {numbers:?}");
        for (w, column) in self.columns.iter().enumerate() {
            assert_eq!(column.len(), numbers.len());
            for (lane, &word) in column.iter().enumerate() {
                let at = (numbers[lane] * words + w) * word_bytes;
                let expected = little(&self.input[at..at + word_bytes]) << up;
                assert_eq!(word, expected, "{name}, word {w} of {words} in lane {lane}");
            }
        }
        assert!(self.written == self.input, "{name}, {words} words read and written");
        let other = other(&self.input);
        let expected: Vec<u8> = self.input.iter().zip(other).map(|(a, b)| a ^ b).collect();
        assert!(self.mixed == expected, "{name}, {words} words mixed");
    }
}

/// One register of each width.
struct EveryRegister;

impl Kernel for EveryRegister {
    type Output = ();
    type Class = AnyWidth<WordOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        macro_rules! each {
            ($($register:ty),*) => {$(
                let operands = Operands::new(bits::<$register>());
                logic::<$register>(isa, &operands);
                shifts::<$register>(isa, &operands);
                memory::<$register>(isa);
                blocks::<$register, 2>(isa);
            )*};
        }
        each!(I::U16, I::U32, I::U64, Narrow<I::U32, 24>, Narrow<I::U64, 48>);
        blocks::<I::U16, 4>(isa);
        blocks::<I::U16, 8>(isa);
        blocks::<I::U32, 4>(isa);
        blocks::<I::U32, 8>(isa);
        blocks::<I::U64, 4>(isa);
        blocks::<I::U64, 8>(isa);
        interleaving::<I::U16>(isa);
        interleaving::<I::U32>(isa);
        interleaving::<I::U64>(isa);
    }
}

#[test]
fn registers_do_what_numbers_do() {
    for backend in Backend::available() {
        dispatch(backend, EveryRegister);
    }
}

/// One register of each width, turned.
struct Turned;

impl Kernel for Turned {
    type Output = ();
    type Class = AnyWidth<WordOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        rotations!(isa, I::U16, 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        rotations!(isa, Narrow<I::U32, 24>,
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23);
        rotations!(isa, Narrow<I::U64, 48>,
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 43 44 45 46 47);
        rotations!(isa, I::U64,
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61
            62 63);
    }
}

#[test]
fn words_are_rotated_by_every_constant() {
    for backend in Backend::available() {
        dispatch(backend, Turned);
    }
}

/// Groups of each width: they only pass operations on, so they get each once.
struct Groups;

impl Kernel for Groups {
    type Output = ();
    type Class = AnyWidth<WordOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        /// Every operation, and the shifts by one count.
        #[inline(always)]
        fn once<W: Lanes>(isa: W::Isa) {
            let operands = &Operands::new(bits::<W>());
            let bits = bits::<W>();
            logic::<W>(isa, operands);
            check! { isa, operands,
                |a, _, _| a.shl(5) => |a, _, _| a << 5;
                |a, _, _| a.shr(5) => |a, _, _| a >> 5;
                |a, _, _| a.upper(5) => |a, _, _| a >> (bits - 5) << (bits - 5);
                |a, _, _| a.rotl::<5>() => |a, _, _| a << 5 | a >> (bits - 5);
            }
            memory::<W>(isa);
        }
        macro_rules! each {
            ($($group:ty),*) => {$(
                once::<$group>(isa);
                blocks::<$group, 2>(isa);
            )*};
        }
        each!(Group<I::U16, 1>, Group<I::U16, 2>, Group<I::U32, 3>, Group<I::U64, 4>);
        each!(Group<Narrow<I::U32, 24>, 3>);
        blocks::<Group<I::U16, 3>, 8>(isa);
        interleaving::<Group<I::U16, 3>>(isa);
        interleaving::<Group<I::U64, 2>>(isa);
    }
}

/// What replaces the nibbles of a word.
fn substituted(word: u64, rows: &[[u8; 16]; 8]) -> u64 {
    (0..8).map(|j| u64::from(rows[j][(word >> (4 * j) & 15) as usize]) << (4 * j)).sum()
}

/// Eight permutations of 0 to 15 without structure.
const fn shuffled(mut random: u64) -> [[u8; 16]; 8] {
    let mut rows = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]; 8];
    let mut row = 0;
    while row < 8 {
        let mut left = 16;
        while left > 1 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let other = (random >> 32) as usize % left;
            left -= 1;
            (rows[row][left], rows[row][other]) = (rows[row][other], rows[row][left]);
        }
        row += 1;
    }
    rows
}

/// Look-ups of nibbles, and all else that GOST 28147-89 does to its registers, which may hold their
/// words in another form.
struct Substitution;

impl Kernel for Substitution {
    type Output = ();
    type Class = AnyWidth<WordOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        const ROWS: [[[u8; 16]; 8]; 2] = [shuffled(1), shuffled(2)];
        static BOXES: [NibbleBoxes; 2] = [NibbleBoxes::new(&ROWS[0]), NibbleBoxes::new(&ROWS[1])];

        #[inline(always)]
        fn turned<W: Nibbles>(isa: W::Isa, operands: &Operands) {
            let turned = |word: u64| u64::from((word as u32).rotate_left(11));
            check! { isa, operands,
                |a, _, _| a.substitute_rotl11(&BOXES[0])
                    => |a, _, _| turned(substituted(a, &ROWS[0]));
                |a, _, _| a.substitute_rotl11(&BOXES[1])
                    => |a, _, _| turned(substituted(a, &ROWS[1]));
                |a, b, c| a.add(b).substitute_rotl11(&BOXES[0]).xor(c)
                    => |a, b, c| turned(substituted(a.wrapping_add(b), &ROWS[0])) ^ c;
                |a, _, _| a.rotl::<11>() => |a, _, _| turned(a);
            }
        }
        let operands = &Operands::new(32);
        turned::<I::Nibbles>(isa, operands);
        logic::<I::Nibbles>(isa, operands);
        shifts::<I::Nibbles>(isa, operands);
    }
}

#[test]
fn nibbles_are_looked_up_in_their_rows() {
    for backend in Backend::available() {
        dispatch(backend, Substitution);
    }
}

/// The groups that ciphers use.
struct Interleaved;

impl Kernel for Interleaved {
    type Output = ();
    type Class = AnyWidth<WordOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        macro_rules! each {
            ($($group:ty, $words:literal;)*) => {$(
                memory::<$group>(isa);
                blocks::<$group, $words>(isa);
            )*};
        }
        each! {
            I::Interleaved<I::U16, 6, 4>, 2;
            I::Interleaved<I::U16, 4, 2>, 4;
            I::Interleaved<I::U16, 2, 1>, 8;
            I::Interleaved<Narrow<I::U32, 24>, 6, 4>, 2;
            I::Interleaved<I::U32, 6, 4>, 2;
            I::Nibbles, 2;
            I::Interleaved<I::U32, 4, 3>, 8;
            I::Interleaved<I::U64, 4, 3>, 8;
            I::Interleaved<Narrow<I::U64, 48>, 6, 4>, 2;
            I::Interleaved<I::U64, 6, 4>, 2;
        }
    }
}

#[test]
fn groups_do_what_numbers_do() {
    for backend in Backend::available() {
        dispatch(backend, Groups);
        dispatch(backend, Interleaved);
    }
}
