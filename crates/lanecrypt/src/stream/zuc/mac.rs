//! Tags: 128-EIA3 and the MACs of ZUC-256, over one message or many.
//!
//! All of them are one universal hash. With W_j the t bits of keystream from bit j on, the tag is
//! the exclusive or of W_j over the ones of a *padded message*: for ZUC-256 that is a one, t - 1
//! zeros, the message, and a one; for EIA3 it is the message and a one, and a last word of
//! keystream is added. Padded messages are taken in rows of 512 bits, beside rows of keystream.
//!
//! A row is hashed by carry-less products. Take the message in 64-bit numbers M_n with its first
//! bit lowest, the keystream in 64-bit numbers Z_n with its first bit highest. Then bit 63 - k of
//! the lower half of M_n Z_n, plus the same of the upper half of M_n Z_(n+1), is the sum of the
//! products m_i z_(i+k): bit k of the tag, for k below 64. The next 64 bits of the tag come from
//! Z_(n+1) and Z_(n+2) in the same way. A tag of 32 bits is the first half of one of 64.

use crate::Tag;
use crate::batch::bytes_for;
use crate::lanes::{AsPairs, Blocks, Isa, Row, Vector as _, unroll, wipe};
use crate::stream::scheduler::{Sink, Task};

/// Which hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 128-EIA3, with tags of 4 bytes.
    Eia3,
    /// The MAC of ZUC-256, with tags of 4, 8 or 16 bytes.
    Zuc256 { tag_bytes: usize },
}

impl Kind {
    pub(super) fn tag_bytes(self) -> usize {
        match self {
            Self::Eia3 => 4,
            Self::Zuc256 { tag_bytes } => tag_bytes,
        }
    }

    /// The bytes of the padded message before the message.
    fn prefix_bytes(self) -> usize {
        match self {
            Self::Eia3 => 0,
            Self::Zuc256 { tag_bytes } => tag_bytes,
        }
    }

    /// A tag from the sum of the windows, its first bit highest.
    pub(super) fn tag(self, sum: u128) -> Tag {
        Tag::new(&sum.to_be_bytes()[..self.tag_bytes()])
    }
}

/// A message with what is put around it.
#[derive(Clone, Copy)]
pub(super) struct Padded<'a> {
    kind: Kind,
    message: &'a [u8],
    bits: u64,
}

impl<'a> Padded<'a> {
    /// The message is the first `bits` bits of the slice, which has them.
    pub(super) fn new(kind: Kind, message: &'a [u8], bits: u64) -> Self {
        Self { kind, message, bits }
    }

    /// The rows of the padded message, whose last bit is a one.
    pub(super) fn rows(&self) -> usize {
        ((8 * self.kind.prefix_bytes() as u64 + self.bits) / 512) as usize + 1
    }

    /// The rows from that one on that are nothing but message.
    fn plain_rows(&self, row: usize) -> &'a [[u8; 64]] {
        let Some(start) = (64 * row).checked_sub(self.kind.prefix_bytes()) else {
            return &[];
        };
        let message = &self.message[..(self.bits / 8) as usize];
        message.get(start..).map_or(&[], |message| message.as_chunks().0)
    }

    /// Any row.
    fn row(&self, row: usize) -> [u8; 64] {
        let prefix = self.kind.prefix_bytes();
        let mut bytes = [0; 64];
        let first = 64 * row;
        if prefix > 0 && row == 0 {
            bytes[0] = 0x80;
        }
        // The bytes of the message, the last perhaps not whole, that fall into this row.
        let end = bytes_for(self.bits) as usize;
        let from = first.max(prefix);
        let to = (first + 64).min(prefix + end);
        if from < to {
            bytes[from - first..to - first]
                .copy_from_slice(&self.message[from - prefix..to - prefix]);
        }
        // Then a one in place of the first bit that is not message, and zeros.
        let last = 8 * prefix as u64 + self.bits;
        let place = (last / 8) as usize;
        if (first..first + 64).contains(&place) {
            let byte = &mut bytes[place - first];
            let one = 0x80 >> (last % 8);
            *byte = (*byte & !(one | (one - 1))) | one;
        }
        bytes
    }

    /// Where in the keystream the word lies that EIA3 adds: the last of L = ceil(LENGTH/32) + 2.
    fn last_word(&self) -> Option<usize> {
        match self.kind {
            Kind::Eia3 => Some(self.bits.div_ceil(32) as usize + 1),
            Kind::Zuc256 { .. } => None,
        }
    }
}

/// The state of a hash of one message.
pub(super) trait Hash: Default {
    /// The sum of the windows, the first bit of the tag highest.
    fn windows(&self) -> u128;
}

/// The sums of the products M_n Z_n, M_n Z_(n+1) and M_n Z_(n+2).
#[derive(Clone, Default)]
pub(super) struct Sums {
    parts: [PartialSums; 3],
}

impl Drop for Sums {
    fn drop(&mut self) {
        wipe(&mut self.parts, [PartialSums([0; 64]); 3]);
    }
}

/// One sum, in as many blocks as the backend's registers have.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct PartialSums([u8; 64]);

impl Default for PartialSums {
    fn default() -> Self {
        Self([0; 64])
    }
}

/// Adds one row of a padded message. `current` is the row of keystream that begins with it,
/// `next` the one after.
#[inline(always)]
fn absorb<I: Isa>(
    isa: I,
    sums: &mut Sums,
    long: bool,
    message: &[u8; 64],
    current: &Row,
    next: &Row,
) {
    let blocks = I::Blocks::BLOCKS;
    let keystream =
        |i: usize| I::Blocks::of_words(isa, if i < 4 { &current.0[4 * i..] } else { &next.0 });
    let [a, b, c] = &mut sums.parts;
    let mut sum_a = I::Blocks::load(isa, &a.0);
    let mut sum_b = I::Blocks::load(isa, &b.0);
    let mut sum_c = I::Blocks::load(isa, &c.0);
    unroll!(4 / blocks, |part| {
        let i = part * blocks;
        let m = I::Blocks::load(isa, &message[16 * i..]).reverse_bits();
        let z = keystream(i);
        let z2 = z.next_block(keystream(i + blocks));
        sum_a = sum_a.xor3(m.clmul::<false, false>(z), m.clmul::<true, true>(z));
        sum_b = sum_b.xor3(m.clmul::<false, true>(z), m.clmul::<true, false>(z2));
        if long {
            sum_c = sum_c.xor3(m.clmul::<false, false>(z2), m.clmul::<true, true>(z2));
        }
    });
    sum_a.store(&mut a.0);
    sum_b.store(&mut b.0);
    if long {
        sum_c.store(&mut c.0);
    }
}

impl Hash for Sums {
    fn windows(&self) -> u128 {
        let [a, b, c] = [0, 1, 2].map(|i: usize| {
            let part = &self.parts[i].0;
            part.chunks_exact(16).fold(0, |sum, block| {
                let mut bytes = [0; 16];
                bytes.copy_from_slice(block);
                sum ^ u128::from_le_bytes(bytes)
            })
        });
        let first = a as u64 ^ (b >> 64) as u64;
        let second = b as u64 ^ (c >> 64) as u64;
        u128::from(first) << 64 | u128::from(second)
    }
}

/// One message in a lane.
pub(super) struct MacTask<'a, H> {
    padded: Padded<'a>,
    pub(super) hash: H,
    /// The row of keystream before the one being made.
    pub(super) previous: Row,
    /// The rows of padded message that go with it: where there are none it is `special`.
    plain: &'a [[u8; 64]],
    special: [u8; 64],
    /// The rows of keystream taken.
    done: usize,
    last_word: u32,
}

impl<H: Hash> Default for MacTask<'_, H> {
    fn default() -> Self {
        Self {
            padded: Padded::new(Kind::Eia3, &[], 0),
            hash: H::default(),
            previous: Row::ZERO,
            plain: &[],
            special: [0; 64],
            done: 0,
            last_word: 0,
        }
    }
}

impl<H> Drop for MacTask<'_, H> {
    fn drop(&mut self) {
        wipe(&mut self.previous, Row::ZERO);
        wipe(&mut self.special, [0; 64]);
        wipe(&mut self.last_word, 0);
    }
}

impl<'a, H: Hash> MacTask<'a, H> {
    /// Takes a message.
    pub(super) fn begin(&mut self, padded: Padded<'a>) {
        self.padded = padded;
        self.hash = H::default();
        self.plain = &[];
        self.special = [0; 64];
        (self.done, self.last_word) = (0, 0);
    }

    /// The tag, once there are no turns left.
    pub(super) fn tag(&self) -> Tag {
        let last_word = u128::from(self.last_word) << 96;
        self.padded.kind.tag(self.hash.windows() ^ last_word)
    }

    /// The length of the tag in bytes.
    #[inline(always)]
    pub(super) fn tag_bytes(&self) -> usize {
        self.padded.kind.tag_bytes()
    }

    /// The row of padded message of a turn: the one that goes with `previous`.
    #[inline(always)]
    pub(super) fn message(&self, turn: usize) -> &[u8; 64] {
        self.plain.get(turn).unwrap_or(&self.special)
    }
}

impl<H: Hash> Task for MacTask<'_, H>
where
    Self: Sink<Order = AsPairs>,
{
    fn turns_left(&self) -> usize {
        // One row of keystream beyond those of the padded message.
        self.padded.rows() + 1 - self.done
    }

    fn prepare(&mut self) -> usize {
        // The first row of keystream has no message before it; zeros add nothing.
        self.special = [0; 64];
        self.plain = &[];
        if let Some(row) = self.done.checked_sub(1) {
            self.plain = self.padded.plain_rows(row);
            if self.plain.is_empty() {
                self.special = self.padded.row(row);
            }
        }
        self.plain.len().max(1)
    }

    fn advance(&mut self, turns: usize, row: &Row) {
        self.plain = self.plain.get(turns..).unwrap_or(&[]);
        self.done += turns;
        // EIA3's last word is in one of the last two rows, and no rows of nothing but message go
        // beyond the first of these, so each of them is seen here.
        if let Some(word) = self.padded.last_word()
            && word / 16 == self.done - 1
        {
            // The words of each pair are exchanged.
            self.last_word = row.0[(word % 16) ^ 1];
        }
    }
}

/// Hashed by carry-less products.
pub(super) type ProductTask<'a> = MacTask<'a, Sums>;

impl Sink for ProductTask<'_> {
    type Order = AsPairs;
    type Live<'b>
        = &'b mut Self
    where
        Self: 'b;

    fn live(&mut self) -> &mut Self {
        self
    }

    #[inline(always)]
    fn take_row<I: Isa>(live: &mut &mut Self, isa: I, turn: usize, row: &Row) {
        let task = &mut **live;
        let long = task.padded.kind == (Kind::Zuc256 { tag_bytes: 16 });
        let message = task.plain.get(turn).unwrap_or(&task.special);
        absorb(isa, &mut task.hash, long, message, &task.previous, row);
        task.previous = *row;
    }
}
