//! Many streams at once: one stream a lane, its LFSR in a column of a ring in memory.
//!
//! A new cell depends on cells 2, 11 and older ones only, so four of them are made at a time, from cells whose
//! bytes are sorted: the multiplications by alpha are then maps of whole registers.

use super::core::{next_cells, s1, s2};
use super::load::cells;
use crate::lanes::{MAX_LANES32, Row, Tetrads, keep_in_memory, unroll, wipe};
use crate::stream::cohort::Core;
use crate::stream::scheduler::Keyed;

/// What streams of SNOW 3G are made from.
pub(crate) enum Streams {}

impl Keyed for Streams {
    type Setup = super::Setup;
    type Order = crate::lanes::AsBytes;
}

/// The rounds of the initialisation, not counting the one whose output is thrown away.
pub(super) const ROUNDS: usize = 32;

/// The streams of a register or of several. Secret: [`Core::wipe`] is called when they are not needed any
/// more.
#[repr(C, align(64))]
pub(crate) struct Ring<W> {
    /// s0 to s15.
    pub(super) cells: [W; 16],
    /// The cells that come into four places, from the first of the four on.
    pub(super) next: [W; 4],
    /// The bytes of the cells of four places each, sorted, and those of `next` where they are known.
    sorted: [[W; 4]; 4],
    /// The keystream words of the last sixteen steps.
    pub(super) words: [W; 16],
}

/// What goes from one step to the next in registers.
pub(crate) struct Carry<W> {
    /// R1 to R3.
    pub(super) r: [W; 3],
    pub(super) s15: W,
}

impl<W: Tetrads> Ring<W> {
    /// Streams at place 0, or at a later one before place 4 when the next cells are given.
    #[inline(always)]
    pub(super) fn with_cells(&mut self, cells: [W; 16], next: Option<[W; 4]>) {
        self.cells = cells;
        unroll!(4, |i| {
            let at = |place: usize| cells[(4 * i + place) % 16];
            self.sorted[i] = W::sort_bytes([at(0), at(1), at(2), at(3)]);
        });
        if let Some(next) = next {
            self.next = next;
            self.sorted[0] = W::sort_bytes(next);
        }
        keep_in_memory(self);
    }
}

impl Core for Streams {
    type Loading = ();
    const LOADING: () = ();
    type Ring<W: Tetrads> = Ring<W>;
    type Carry<W: Tetrads> = Carry<W>;

    #[inline(always)]
    fn rounds((): ()) -> usize {
        ROUNDS
    }

    #[inline(always)]
    fn new<W: Tetrads>(isa: W::Isa) -> Ring<W> {
        let zero = W::splat(isa, 0);
        Ring { cells: [zero; 16], next: [zero; 4], sorted: [[zero; 4]; 4], words: [zero; 16] }
    }

    #[inline(always)]
    fn load<W: Tetrads>(isa: W::Isa, ring: &mut Ring<W>, loaded: &[Row], (): ()) -> Carry<W> {
        let zero = W::splat(isa, 0);
        let mut row = [zero; 16];
        W::columns(isa, loaded, &mut row);
        let cells = cells(isa, &row);
        ring.with_cells(cells, None);
        Carry { r: [zero; 3], s15: cells[15] }
    }

    #[inline(always)]
    fn take_first<W: Tetrads, V: Tetrads<Isa = W::Isa>>(
        isa: W::Isa,
        ring: &mut Ring<W>,
        all: &Ring<V>,
        carry: &Carry<V>,
    ) -> Carry<W> {
        let mut room = [0; MAX_LANES32];
        let mut first = |register: V| {
            register.store_words(&mut room);
            W::load_words(isa, &room)
        };
        for i in 0..16 {
            ring.cells[i] = first(all.cells[i]);
        }
        for i in 0..4 {
            ring.next[i] = first(all.next[i]);
            for j in 0..4 {
                ring.sorted[i][j] = first(all.sorted[i][j]);
            }
        }
        let [r1, r2, r3] = carry.r;
        let carry = Carry { r: [first(r1), first(r2), first(r3)], s15: first(carry.s15) };
        wipe(&mut room, [0; MAX_LANES32]);
        keep_in_memory(ring);
        carry
    }

    #[inline(always)]
    fn step<W: Tetrads, const INITIALISE: bool>(
        _: W::Isa,
        ring: &mut Ring<W>,
        carry: &mut Carry<W>,
        position: usize,
    ) {
        let place = |i: usize| (position + i) % 16;
        let group = position / 4 % 4;
        if position.is_multiple_of(4) {
            let of = |i: usize| &ring.sorted[(group + i) % 4];
            let new = next_cells([of(0), of(1), of(2), of(3)]);
            ring.next = W::unsort_bytes(new);
            // In the initialisation they are not known yet.
            if !INITIALISE {
                ring.sorted[group] = new;
            }
        }
        let [r1, r2, r3] = carry.r;
        let sum = carry.s15.add(r1);
        if !INITIALISE {
            ring.words[place(15)] = sum.xor3(r2, ring.cells[place(0)]);
        }
        carry.r = [r2.add(r3.xor(ring.cells[place(5)])), s1(r1), s2(r2)];
        let mut new = ring.next[position % 4];
        if INITIALISE {
            new = new.xor3(sum, r2);
        }
        ring.cells[place(0)] = new;
        carry.s15 = new;
        if INITIALISE && position % 4 == 3 {
            let at = |i: usize| ring.cells[(4 * group + i) % 16];
            ring.sorted[group] = W::sort_bytes([at(0), at(1), at(2), at(3)]);
        }
        // The ring does not fit the register file: without this the compiler tries, and spills.
        keep_in_memory(ring);
    }

    #[inline(always)]
    fn words<W: Tetrads>(ring: &Ring<W>) -> &[W; 16] {
        &ring.words
    }

    #[inline(always)]
    fn wipe<W: Tetrads>(isa: W::Isa, ring: &mut Ring<W>) {
        *ring = Self::new(isa);
        keep_in_memory(ring);
    }
}
