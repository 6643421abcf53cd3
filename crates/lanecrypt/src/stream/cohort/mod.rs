//! A cohort: as many messages as there are lanes, from their loading to their last rows in one kernel. The
//! ciphers whose streams run so say how in [`Core`].
//!
//! All lanes are in step. They run their initialisation, throw one word away, and then make *rows* of
//! sixteen words, 64 bytes, until the longest message has what it needs; the last row is made as far as
//! it is needed. Longer messages have the first lanes. When those of the first register are the only
//! ones left, the others stop.

mod cipher;
mod encrypt;

use core::marker::PhantomData;

use crate::Backend;
use crate::lanes::{
    AnyWidth, ByteOps, Class, Constant, FullWidth, Isa, Kernel, Kernels, Lanes as _, Lanes32, Row,
    RowOrder, SideBySide, Tetrads, WithCopies, constant, overwrites_frames, unroll, wipe,
    wipe_in_kernel,
};

pub(super) use cipher::CipherLane;
pub(super) use encrypt::encrypt;

/// The most lanes of a cohort, and of one of a single register.
pub(super) const MAX_LANES: usize = 32;
pub(super) const MAX_SINGLE: usize = 16;

/// A cipher whose streams are in step: one word of 32 bits a step, after an initialisation of some rounds and
/// one word that is thrown away.
pub(crate) trait Core {
    /// How states come from the rows that keys and IVs were copied to.
    type Loading: Copy;
    /// One of them, for cohorts without messages.
    const LOADING: Self::Loading;
    /// The streams of a register or of several, their LFSRs in rings of sixteen places. Secret.
    type Ring<W: Tetrads>;
    /// What goes from one step to the next in registers.
    type Carry<W: Tetrads>;

    /// The rounds of the initialisation, a multiple of sixteen, not counting the one whose output is thrown
    /// away.
    fn rounds(loading: Self::Loading) -> usize;
    /// Without streams.
    fn new<W: Tetrads>(isa: W::Isa) -> Self::Ring<W>;
    /// Takes streams with keys and IVs, one row each.
    fn load<W: Tetrads>(
        isa: W::Isa,
        ring: &mut Self::Ring<W>,
        loaded: &[Row],
        loading: Self::Loading,
    ) -> Self::Carry<W>;
    /// Takes the streams of the first register of several.
    fn take_first<W: Tetrads, V: Tetrads<Isa = W::Isa>>(
        isa: W::Isa,
        ring: &mut Self::Ring<W>,
        all: &Self::Ring<V>,
        carry: &Self::Carry<V>,
    ) -> Self::Carry<W>;
    /// One step of all lanes, with s0 at a place of the ring, which moves by one. In the initialisation, the
    /// output is fed back.
    fn step<W: Tetrads, const INITIALISE: bool>(
        isa: W::Isa,
        ring: &mut Self::Ring<W>,
        carry: &mut Self::Carry<W>,
        position: usize,
    );
    /// The keystream words of the last sixteen steps. The word of the step at place 0 is the last.
    fn words<W: Tetrads>(ring: &Self::Ring<W>) -> &[W; 16];
    /// Makes all of it zero.
    fn wipe<W: Tetrads>(isa: W::Isa, ring: &mut Self::Ring<W>);
}

/// On which registers a sink is ever run. Nothing is compiled for others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// On one register, on a shorter one for few messages, and on interleaved ones.
    Any,
    /// On one.
    One,
    /// On interleaved ones.
    #[cfg_attr(not(feature = "reference"), allow(dead_code, reason = "for a variant to compare"))]
    Wide,
}

/// What becomes of the keystream of one lane, or of several.
pub(crate) trait Sink: Sized {
    /// Without a message: it takes nothing. Its bytes are zeros where they have values, so that many are made by filling
    /// memory and not by copying.
    const EMPTY: Self;

    /// How the rows are wanted.
    type Order: RowOrder;
    /// How many streams it takes, which are in lanes beside each other. One, if it is run on all kinds of registers.
    const STREAMS: usize = 1;
    /// Which registers it is run on.
    const REGISTERS: Which = Which::Any;

    /// How many words of keystream it needs, of the stream that is needed longest.
    fn words(&self) -> usize;
    /// Takes a row of one of its streams. Called for the streams in turns, for more rows than it needs, and before the
    /// first row with `usize::MAX`.
    fn take_row<I: Isa>(&mut self, isa: I, row_number: usize, stream: usize, row: &Row);
    /// Takes the words of all lanes at once, before the rows; for sinks that work on registers.
    #[inline(always)]
    fn take_words<I: Isa, W: Lanes32<Isa = I>>(
        _isa: I,
        _sinks: &mut [Self],
        _row_number: usize,
        _words: &[W; 16],
    ) {
    }
    /// After the last row.
    #[inline(always)]
    fn end<I: Isa>(&mut self, _isa: I) {}
}

/// How many lanes a backend has: those of interleaved registers, or those of one register.
pub(super) fn lanes(backend: Backend, wide: bool) -> usize {
    let lanes = constant::<CountLanes>(backend);
    if wide { lanes.wide } else { lanes.one }
}

/// How many lanes the registers have that a cohort can run in.
#[derive(Clone, Copy)]
struct LaneCounts {
    /// A register for few messages, which takes less time than a longer one.
    short: usize,
    /// One register.
    one: usize,
    /// Interleaved registers.
    wide: usize,
}

struct CountLanes;

impl Constant for CountLanes {
    type Output = LaneCounts;
    type Ops = ByteOps;
    #[inline(always)]
    fn of<I: Isa>() -> LaneCounts {
        LaneCounts { short: I::ShortU32::LANES, one: I::U32::LANES, wide: I::WideU32::LANES }
    }
}

/// Room for the keys and IVs of so many lanes, a row a lane. Wiped when dropped.
pub(super) struct Loaded<const LANES: usize>([Row; LANES]);

impl<const LANES: usize> Loaded<LANES> {
    pub(super) const EMPTY: Self = Self([Row::ZERO; LANES]);
}

impl<const LANES: usize> Drop for Loaded<LANES> {
    fn drop(&mut self) {
        wipe(&mut self.0, [Row::ZERO; LANES]);
    }
}

/// The lanes that one cohort after another runs in. What is large is borrowed, as it would be copied
/// otherwise.
pub(super) struct Cohort<'s, C: Core, S> {
    pub(super) kernels: &'s mut Kernels,
    loaded: &'s mut [Row],
    loading: C::Loading,
    pub(super) sinks: &'s mut [S],
    /// How many sinks had messages in the last run.
    used: usize,
}

impl<'s, C: Core, S: Sink> Cohort<'s, C, S> {
    /// In as many lanes as the backend has, or more.
    #[inline(always)]
    pub(super) fn new<const LANES: usize, const SINKS: usize>(
        kernels: &'s mut Kernels,
        loaded: &'s mut Loaded<LANES>,
        sinks: &'s mut [S; SINKS],
    ) -> Self {
        const { assert!(SINKS * S::STREAMS == LANES) };
        Self { kernels, loaded: &mut loaded.0, loading: C::LOADING, sinks, used: 0 }
    }

    /// Has a lane loaded, in the same way as all others. On AArch64 it is a function of its own: within the loop over
    /// messages, the compiler has put keys on the stack, in a frame that is not overwritten.
    #[cfg_attr(target_arch = "aarch64", inline(never))]
    #[cfg_attr(not(target_arch = "aarch64"), inline(always))]
    pub(super) fn load(&mut self, lane: usize, load: impl FnOnce(&mut Row) -> C::Loading) {
        self.loading = load(&mut self.loaded[lane]);
    }

    /// Runs the lanes of the first so many sinks, which have been filled.
    pub(super) fn run(&mut self, count: usize) {
        for sink in self.sinks.iter_mut().take(self.used).skip(count) {
            *sink = S::EMPTY;
        }
        self.used = count;
        let longest = |sinks: &[S]| sinks.iter().map(S::words).max().unwrap_or(0);
        if const { matches!(S::REGISTERS, Which::Wide) } {
            let words = longest(&self.sinks[..count]);
            return self.run_in::<Wide>(words, words);
        }
        if const { matches!(S::REGISTERS, Which::One) } {
            return self.run_in::<Only>(longest(&self.sinks[..count]), 0);
        }
        let lanes = constant::<CountLanes>(self.kernels.backend());
        let (mut words, mut others) = (longest(&self.sinks[..count.min(lanes.one)]), 0);
        if count > lanes.one {
            // The first register goes on alone where that is a row or more.
            others = longest(&self.sinks[lanes.one..count]).next_multiple_of(16);
            if others >= words {
                words = words.max(longest(&self.sinks[..count]));
                others = words;
            }
        }
        if others > 0 {
            self.run_in::<Wide>(words, others);
        } else if count <= lanes.short && lanes.short < lanes.one {
            self.run_in::<Short>(words, 0);
        } else {
            self.run_in::<One>(words, 0);
        }
    }

    #[inline(always)]
    fn run_in<R: Registers>(&mut self, words: usize, others: usize) {
        let (loaded, sinks, loading) = (&*self.loaded, &mut *self.sinks, self.loading);
        let registers = PhantomData::<R>;
        self.kernels.run(Run::<C, S, R> { loaded, sinks, loading, words, others, registers });
    }
}

/// A run of all lanes in some registers. There is a kernel for each, because one for all of them would have a frame with
/// room for all, which is overwritten after each batch.
struct Run<'a, C: Core, S, R> {
    loaded: &'a [Row],
    sinks: &'a mut [S],
    loading: C::Loading,
    /// The words that the longest message needs.
    words: usize,
    /// The words that the interleaved registers make together: as many, or whole rows. None, if there is one register.
    others: usize,
    registers: PhantomData<R>,
}

/// The registers that lanes are in.
trait Registers: Sized + 'static {
    type Class: Class;
    fn run<I: Isa, C: Core, S: Sink>(isa: I, run: Run<'_, C, S, Self>);
}

impl<C: Core, S: Sink, R: Registers> Kernel for Run<'_, C, S, R> {
    type Output = ();
    type Class = R::Class;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        // Plain words survive a call, and what is called is not compiled again and again.
        if const { matches!(I::BACKEND, Backend::Portable) } {
            run_called(isa, self);
        } else {
            R::run(isa, self);
        }
    }
}

#[inline(never)]
fn run_called<I: Isa, C: Core, S: Sink, R: Registers>(isa: I, run: Run<'_, C, S, R>) {
    R::run(isa, run);
}

/// A shorter register than the longest, where there is one. Nothing where there is none.
enum Short {}

impl Registers for Short {
    type Class = SideBySide<AnyWidth<ByteOps>>;

    #[inline(always)]
    fn run<I: Isa, C: Core, S: Sink>(isa: I, run: Run<'_, C, S, Self>) {
        if const { I::ShortU32::LANES < I::U32::LANES } {
            run_register::<I, I::ShortU32, C, S, Self>(isa, run);
        }
    }
}

/// A register.
enum One {}

impl Registers for One {
    type Class = WithCopies<FullWidth<ByteOps>>;

    #[inline(always)]
    fn run<I: Isa, C: Core, S: Sink>(isa: I, run: Run<'_, C, S, Self>) {
        run_register::<I, I::U32, C, S, Self>(isa, run);
    }
}

#[inline(always)]
fn run_register<I: Isa, W: Tetrads<Isa = I>, C: Core, S: Sink, R>(isa: I, run: Run<'_, C, S, R>) {
    let Run { loaded, sinks, loading, words, .. } = run;
    // As many as there are; nothing is left of checks then.
    let Some(loaded) = loaded.get(..W::LANES) else { return };
    let mut rows = [Row::ZERO; MAX_LANES];
    let mut ring = C::new::<W>(isa);
    let mut carry = C::load(isa, &mut ring, loaded, loading);
    initialise::<C, W>(isa, &mut ring, &mut carry, C::rounds(loading));
    make_rows::<C, W, S>(isa, &mut ring, &mut carry, &mut rows, sinks, 0, words);
    wipe_ring::<C, W>(isa, &mut ring);
    finish::<W, S>(isa, &mut rows, sinks);
}

/// A register of sinks that are run on nothing else. They work on the blocks of messages, too.
enum Only {}

impl Registers for Only {
    type Class = SideBySide<WithCopies<FullWidth<ByteOps>>>;

    #[inline(always)]
    fn run<I: Isa, C: Core, S: Sink>(isa: I, run: Run<'_, C, S, Self>) {
        run_register::<I, I::U32, C, S, Self>(isa, run);
    }
}

/// Interleaved registers, of which the first goes on alone if its messages are the longest.
enum Wide {}

impl Registers for Wide {
    type Class = WithCopies<FullWidth<ByteOps>>;

    #[inline(always)]
    fn run<I: Isa, C: Core, S: Sink>(isa: I, run: Run<'_, C, S, Self>) {
        let Run { loaded, sinks, loading, words, others, .. } = run;
        let Some(loaded) = loaded.get(..I::WideU32::LANES) else { return };
        let mut rows = [Row::ZERO; MAX_LANES];
        let mut wide = C::new::<I::WideU32>(isa);
        let mut wide_carry = C::load(isa, &mut wide, loaded, loading);
        initialise::<C, I::WideU32>(isa, &mut wide, &mut wide_carry, C::rounds(loading));
        make_rows::<C, I::WideU32, S>(isa, &mut wide, &mut wide_carry, &mut rows, sinks, 0, others);
        if const { matches!(S::REGISTERS, Which::Wide) } || words <= others {
            wipe_ring::<C, I::WideU32>(isa, &mut wide);
            finish::<I::WideU32, S>(isa, &mut rows, sinks);
            return;
        }
        let mut ring = C::new::<I::U32>(isa);
        let mut carry = C::take_first(isa, &mut ring, &wide, &wide_carry);
        wipe_ring::<C, I::WideU32>(isa, &mut wide);
        let (first, rows) = (others / 16, &mut rows);
        make_rows::<C, I::U32, S>(isa, &mut ring, &mut carry, rows, sinks, first, words);
        wipe_ring::<C, I::U32>(isa, &mut ring);
        finish::<I::WideU32, S>(isa, rows, sinks);
    }
}

/// Makes a ring zero, if the shell does not overwrite it.
#[inline(always)]
pub(super) fn wipe_ring<C: Core, W: Tetrads>(isa: W::Isa, ring: &mut C::Ring<W>) {
    if const { !overwrites_frames::<W::Isa>() } {
        C::wipe(isa, ring);
    }
}

#[inline(always)]
fn finish<W: Tetrads, S: Sink>(isa: W::Isa, rows: &mut [Row; MAX_LANES], sinks: &mut [S]) {
    wipe_in_kernel(isa, rows, [Row::ZERO; MAX_LANES]);
    for sink in sinks.iter_mut().take(W::LANES / S::STREAMS) {
        sink.end(isa);
    }
}

/// The initialisation of streams that were loaded. It ends at place 1 of the ring.
#[inline(always)]
pub(super) fn initialise<C: Core, W: Tetrads>(
    isa: W::Isa,
    ring: &mut C::Ring<W>,
    carry: &mut C::Carry<W>,
    rounds: usize,
) {
    for four in 0..rounds / 4 {
        let first = four % 4 * 4;
        unroll!(4, |i| one_step::<C, W, true>(isa, ring, carry, first + i));
    }
    // The word that is thrown away.
    one_step::<C, W, false>(isa, ring, carry, 0);
}

/// A step, which on plain words is long and is called.
#[inline(always)]
pub(super) fn one_step<C: Core, W: Tetrads, const INITIALISE: bool>(
    isa: W::Isa,
    ring: &mut C::Ring<W>,
    carry: &mut C::Carry<W>,
    position: usize,
) {
    if const { matches!(<W::Isa as Isa>::BACKEND, Backend::Portable) } {
        step_called::<C, W, INITIALISE>(isa, ring, carry, position);
    } else {
        C::step::<W, INITIALISE>(isa, ring, carry, position);
    }
}

#[inline(never)]
fn step_called<C: Core, W: Tetrads, const INITIALISE: bool>(
    isa: W::Isa,
    ring: &mut C::Ring<W>,
    carry: &mut C::Carry<W>,
    position: usize,
) {
    C::step::<W, INITIALISE>(isa, ring, carry, position);
}

/// Makes the rows from one on until there are so many words of keystream.
#[inline(always)]
fn make_rows<C: Core, W: Tetrads, S: Sink>(
    isa: W::Isa,
    ring: &mut C::Ring<W>,
    carry: &mut C::Carry<W>,
    rows: &mut [Row; MAX_LANES],
    sinks: &mut [S],
    first: usize,
    words: usize,
) {
    // Nothing is left of the checks of lanes then.
    let Some(sinks) = sinks.get_mut(..W::LANES / S::STREAMS) else { return };
    // The number of the rows that have been made and not been taken.
    let mut made = usize::MAX;
    let mut number = first;
    loop {
        // The rows are taken between the steps that follow: alone they would keep the ports that the
        // steps need waiting. Four steps are written out, as some ciphers make four cells at a time;
        // sixteen would not fit in the first cache.
        let steps = words.saturating_sub(16 * number);
        for four in 0..4 {
            unroll!(4, |i| {
                let slot = 4 * four + i;
                take::<W, S>(isa, rows, sinks, made, slot);
                if slot < steps {
                    one_step::<C, W, false>(isa, ring, carry, (slot + 1) % 16);
                }
            });
        }
        if steps == 0 {
            return;
        }
        S::take_words(isa, sinks, number, C::words(ring));
        W::transpose::<S::Order>(C::words(ring), &mut rows[..]);
        made = number;
        number += 1;
    }
}

/// Hands the rows of a sixteenth of the lanes to their sinks.
#[inline(always)]
fn take<W: Tetrads, S: Sink>(
    isa: W::Isa,
    rows: &[Row; MAX_LANES],
    sinks: &mut [S],
    number: usize,
    slot: usize,
) {
    unroll!(W::LANES.div_ceil(16), |i| {
        let lane = slot * W::LANES.div_ceil(16) + i;
        if lane < W::LANES
            && let Some(sink) = sinks.get_mut(lane / S::STREAMS)
        {
            sink.take_row(isa, number, lane % S::STREAMS, &rows[lane % MAX_LANES]);
        }
    });
}
