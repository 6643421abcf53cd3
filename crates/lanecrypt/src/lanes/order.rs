//! Which block of a message is in which lane.

/// The most lanes of a register.
pub(super) const MAX_REGISTER_LANES: usize = 32;

/// The number of the block, of `words` words of `bits` bits, that comes to lie where the words in
/// `lane` of registers of `lanes` lanes are joined (see [`Lanes::zip`](super::Lanes::zip)).
const fn block_of_lane(lanes: usize, bits: usize, words: usize, lane: usize) -> usize {
    let register = lanes * bits;
    // Where the first word of the block is: a register, and a bit in it.
    let (mut part, mut at) = (0, lane * bits);
    let mut element = bits;
    while element < words * bits {
        let unit = if element < 128 { 128 } else { 2 * element };
        if unit > register {
            part *= 2;
        } else {
            let (index, half) = (at % unit / element, unit / 2 / element);
            part = 2 * part + index / half;
            at = at / unit * unit + 2 * (index % half) * element;
        }
        element *= 2;
    }
    (part * register + at) / (words * bits)
}

/// The numbers of the blocks in registers of `lanes` words.
pub(super) const fn places(lanes: usize, bits: usize, words: usize) -> [u8; MAX_REGISTER_LANES] {
    let mut numbers = [0; MAX_REGISTER_LANES];
    let mut lane = 0;
    while lane < lanes {
        numbers[lane] = block_of_lane(lanes, bits, words, lane) as u8;
        lane += 1;
    }
    numbers
}

macro_rules! of_words {
    ($($word:ident)*) => {$(
        /// The same as words.
        pub(crate) const fn $word(lanes: usize, words: usize) -> [$word; MAX_REGISTER_LANES] {
            let places = places(lanes, $word::BITS as usize, words);
            let mut numbers = [0; MAX_REGISTER_LANES];
            let mut lane = 0;
            while lane < MAX_REGISTER_LANES {
                numbers[lane] = places[lane] as $word;
                lane += 1;
            }
            numbers
        }
    )*};
}
of_words!(u16 u32 u64);

/// Sixteen bytes as words of so many bytes, each rotated left by whole bytes: the old places.
pub(crate) const fn rotated(word: usize, by: usize) -> [u8; 16] {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        order[i] = (i / word * word + (i + word - by) % word) as u8;
        i += 1;
    }
    order
}

/// Sixteen bytes as words of so many bytes, each with its bytes reversed: the old places.
pub(crate) const fn swapped(word: usize) -> [u8; 16] {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        order[i] = (i / word * word + (word - 1 - i % word)) as u8;
        i += 1;
    }
    order
}
