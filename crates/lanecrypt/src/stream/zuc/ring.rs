//! Many streams at once: one stream a lane, its LFSR in a column of a ring in memory.

use super::batch::Zuc;
use super::core::{FEEDBACK, P, Reorganised, f, reduce, x0, y};
use super::setup::Loading;
use crate::lanes::{Bytes, Lanes32, MAX_LANES32, Row, Tetrads, keep_in_memory, unroll, wipe};
use crate::stream::cohort::Core;

/// The streams of a register or of several: a step of all of them is written with the place of s0 in
/// the ring, which moves by one. Secret: [`Ring::wipe`] is called when they are not needed any more.
#[repr(C, align(64))]
pub(crate) struct Ring<W> {
    /// The cells s0 to s15, widened: two registers each.
    cells: [[W; 16]; 2],
    /// y0 to y13 of the cells, two places free.
    y: [W; 16],
    /// The keystream words of the last sixteen steps. The word of the step at place 0 is the last.
    words: [W; 16],
}

/// What goes from one step to the next in registers: waiting for memory would lengthen the chain.
pub(crate) struct Carry<W> {
    /// R1 and R2.
    r: [W; 2],
    s15: W,
    /// s15 and s14 doubled.
    d15: W,
    d14: W,
    x0: W,
    /// s15 widened.
    wide: [W; 2],
}

impl<W: Lanes32 + Bytes> Ring<W> {
    /// Without streams.
    #[inline(always)]
    pub(super) fn new(isa: W::Isa) -> Self {
        let zero = W::splat(isa, 0);
        Self { cells: [[zero; 16]; 2], y: [zero; 16], words: [zero; 16] }
    }

    /// Takes streams with keys and IVs, one row each.
    #[inline(always)]
    pub(super) fn load(&mut self, isa: W::Isa, loaded: &[Row], loading: Loading) -> Carry<W> {
        let zero = W::splat(isa, 0);
        let mut cells = [zero; 16];
        W::columns(isa, loaded, &mut cells);
        loading.make_cells(isa, &mut cells);
        unroll!(16, |i| {
            let [even, odd] = cells[i].widened();
            (self.cells[0][i], self.cells[1][i]) = (even, odd);
            if i < 14 {
                self.y[i] = y(cells[(i + 2) % 16], cells[i].add(cells[i]));
            }
        });
        keep_in_memory(self);
        Carry::new([zero; 2], cells[15], cells[14].add(cells[14]), cells[14])
    }

    /// Takes the streams of the first register of several.
    #[inline(always)]
    pub(super) fn take_first<V>(&mut self, isa: W::Isa, all: &Ring<V>, carry: &Carry<V>) -> Carry<W>
    where
        V: Lanes32<Isa = W::Isa> + Bytes,
    {
        let mut room = [0; MAX_LANES32];
        let mut first = |register: V| {
            register.store_words(&mut room);
            W::load_words(isa, &room)
        };
        for i in 0..16 {
            self.cells[0][i] = first(all.cells[0][i]);
            self.cells[1][i] = first(all.cells[1][i]);
            self.y[i] = first(all.y[i]);
        }
        let carry = Carry {
            r: [first(carry.r[0]), first(carry.r[1])],
            s15: first(carry.s15),
            d15: first(carry.d15),
            d14: first(carry.d14),
            x0: first(carry.x0),
            wide: [first(carry.wide[0]), first(carry.wide[1])],
        };
        wipe(&mut room, [0; MAX_LANES32]);
        keep_in_memory(self);
        carry
    }

    /// Makes all of it zero.
    #[inline(always)]
    pub(super) fn wipe(&mut self, isa: W::Isa) {
        let zero = W::splat(isa, 0);
        for i in 0..16 {
            (self.cells[0][i], self.cells[1][i]) = (zero, zero);
            (self.y[i], self.words[i]) = (zero, zero);
        }
        keep_in_memory(self);
    }
}

impl<W: Lanes32> Carry<W> {
    #[inline(always)]
    fn new(r: [W; 2], s15: W, d14: W, s14: W) -> Self {
        let d15 = s15.add(s15);
        Self { r, s15, d15, d14, x0: x0(d15, s14), wide: s15.widened() }
    }
}

impl Core for Zuc {
    type Loading = Loading;
    const LOADING: Loading = Loading::Cells;
    type Ring<W: Tetrads> = Ring<W>;
    type Carry<W: Tetrads> = Carry<W>;

    #[inline(always)]
    fn rounds(loading: Loading) -> usize {
        loading.rounds()
    }
    #[inline(always)]
    fn new<W: Tetrads>(isa: W::Isa) -> Ring<W> {
        Ring::new(isa)
    }
    #[inline(always)]
    fn load<W: Tetrads>(
        isa: W::Isa,
        ring: &mut Ring<W>,
        loaded: &[Row],
        loading: Loading,
    ) -> Carry<W> {
        ring.load(isa, loaded, loading)
    }
    #[inline(always)]
    fn take_first<W: Tetrads, V: Tetrads<Isa = W::Isa>>(
        isa: W::Isa,
        ring: &mut Ring<W>,
        all: &Ring<V>,
        carry: &Carry<V>,
    ) -> Carry<W> {
        ring.take_first(isa, all, carry)
    }
    #[inline(always)]
    fn step<W: Tetrads, const INITIALISE: bool>(
        isa: W::Isa,
        ring: &mut Ring<W>,
        carry: &mut Carry<W>,
        position: usize,
    ) {
        step::<W, INITIALISE>(isa, ring, carry, position);
    }
    #[inline(always)]
    fn words<W: Tetrads>(ring: &Ring<W>) -> &[W; 16] {
        &ring.words
    }
    #[inline(always)]
    fn wipe<W: Tetrads>(isa: W::Isa, ring: &mut Ring<W>) {
        ring.wipe(isa);
    }
}

/// One step of all lanes, with s0 at a place of the ring. In the initialisation, W is fed back into
/// the LFSRs.
#[inline(always)]
pub(super) fn step<W: Lanes32 + Bytes, const INITIALISE: bool>(
    isa: W::Isa,
    ring: &mut Ring<W>,
    carry: &mut Carry<W>,
    position: usize,
) {
    let place = |i: usize| (position + i) % 16;
    let x = Reorganised {
        x0: carry.x0,
        x1: ring.y[place(9)],
        x2: ring.y[place(5)],
        x3: ring.y[place(0)],
    };
    let w = f(&x, &mut carry.r);
    if !INITIALISE {
        ring.words[place(15)] = w.xor(x.x3);
    }

    let mut sums = W::zero_sums(isa);
    unroll!(FEEDBACK.len(), |term| {
        let (i, factor) = FEEDBACK[term % FEEDBACK.len()];
        let widened = match i {
            15 => carry.wide,
            _ => [ring.cells[0][place(i)], ring.cells[1][place(i)]],
        };
        sums = W::add_products(sums, widened, factor);
    });
    let p = W::splat(isa, P);
    let mut new = reduce(W::fold31(sums), p);
    if INITIALISE {
        // W comes last: it is what everything waits for.
        new = reduce(new.add(w.shr(1)), p);
    }

    let wide = new.widened();
    ring.cells[0][place(0)] = wide[0];
    ring.cells[1][place(0)] = wide[1];
    ring.y[place(14)] = y(new, carry.d14);
    let doubled = new.add(new);
    *carry = Carry {
        r: carry.r,
        s15: new,
        d15: doubled,
        d14: carry.d15,
        x0: x0(doubled, carry.s15),
        wide,
    };
    // The ring does not fit the register file: without this the compiler tries, and spills.
    keep_in_memory(ring);
}
