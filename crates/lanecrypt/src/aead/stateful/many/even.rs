//! Messages of about the same length, side by side from their beginnings to their tags in one call.
//!
//! The states stay in registers all the time, and no message waits for another one's bookkeeping. Where
//! the lengths differ, what all have is worked on side by side and the rest one message after another.

use core::marker::PhantomData;

use super::kernels::{SIDE_STATE, Side};
use super::{Shape, finish, one_by_one};
use crate::Backend;
use crate::aead::stateful::one::{body, stage, unstage};
use crate::aead::stateful::{
    FIELD, Field32, Serial, State, StatefulAead, lengths, mask, put_field,
};
use crate::batch::{AeadJob, Order};
use crate::lanes::{
    AnyWidth, Constant, InOut, Isa, Kernel, Kernels, MAX_MESSAGES, MessageSet, SideBySide,
    wipe_in_kernel,
};

/// The number of messages in a call.
pub(super) struct EvenPlaces<D>(PhantomData<D>);

/// See [`EvenPlaces`].
#[inline(always)]
fn places<D: StatefulAead, I: Isa>() -> usize {
    const { assert!(D::Even::<I>::MESSAGES <= D::SIDE_BY_SIDE && D::SIDE_BY_SIDE <= MAX_MESSAGES) };
    if D::STATE <= SIDE_STATE && D::RATE <= RATE { D::Even::<I>::MESSAGES } else { 1 }
}

impl<D: StatefulAead> Constant for EvenPlaces<D> {
    type Output = usize;
    type Ops = D::Ops;
    #[inline(always)]
    fn of<I: Isa>() -> usize {
        places::<D, I>()
    }
}

/// Seals or opens every pending job, so many at a time, and those left over one after another.
#[inline(never)]
pub(super) fn run<A: Serial, const OPEN: bool>(
    backend: Backend,
    places: usize,
    shape: &Shape,
    jobs: &mut [AeadJob<'_, A>],
) {
    let mut kernels = Kernels::on(backend);
    let mut tags = Tags { short: [[0; FIELD]; MAX_MESSAGES], long: [[0; FIELD]; MAX_MESSAGES] };
    if shape.falling {
        let rest = match places {
            2 => in_order::<A, OPEN, 2>(&mut kernels, jobs, &mut tags),
            4 => in_order::<A, OPEN, 4>(&mut kernels, jobs, &mut tags),
            8 if const { A::StatefulAead::SIDE_BY_SIDE >= 8 } => {
                in_order::<A, OPEN, 8>(&mut kernels, jobs, &mut tags)
            }
            _ => jobs,
        };
        return one_by_one::<A, OPEN>(backend, rest);
    }
    let mut order = Order::new(jobs.len());
    let (mut numbers, mut count) = ([0; MAX_MESSAGES], 0);
    while let Some(number) =
        order.next(|i| (jobs[i].data.len() as u64).saturating_add(jobs[i].aad.len() as u64))
    {
        if jobs[number].is_pending() {
            numbers[count] = number;
            count += 1;
        }
        if count == places {
            match places {
                2 => chosen::<A, OPEN, 2>(&mut kernels, jobs, &numbers, &mut tags),
                4 => chosen::<A, OPEN, 4>(&mut kernels, jobs, &numbers, &mut tags),
                8 if const { A::StatefulAead::SIDE_BY_SIDE >= 8 } => {
                    chosen::<A, OPEN, 8>(&mut kernels, jobs, &numbers, &mut tags);
                }
                _ => {}
            }
            count = 0;
        }
    }
    // Those left over.
    one_by_one::<A, OPEN>(backend, jobs);
}

/// Seals or opens jobs as they lie, so many at a time. Returns those left over.
#[inline(always)]
fn in_order<'j, 'a, A: Serial, const OPEN: bool, const P: usize>(
    kernels: &mut Kernels,
    jobs: &'j mut [AeadJob<'a, A>],
    tags: &mut Tags,
) -> &'j mut [AeadJob<'a, A>] {
    let (groups, rest) = jobs.as_chunks_mut::<P>();
    for jobs in groups {
        together::<A, OPEN, P>(kernels, jobs.each_mut(), tags);
    }
    rest
}

/// Seals or opens the jobs with the first so many of some numbers.
#[inline(always)]
fn chosen<A: Serial, const OPEN: bool, const P: usize>(
    kernels: &mut Kernels,
    jobs: &mut [AeadJob<'_, A>],
    numbers: &[usize; MAX_MESSAGES],
    tags: &mut Tags,
) {
    let Some(&numbers) = numbers.first_chunk::<P>() else { return };
    let Ok(jobs) = jobs.get_disjoint_mut(numbers) else { return };
    together::<A, OPEN, P>(kernels, jobs, tags);
}

/// Seals or opens some jobs in one call. Not part of its two callers, which would repeat it.
#[inline(never)]
fn together<A: Serial, const OPEN: bool, const P: usize>(
    kernels: &mut Kernels,
    mut jobs: [&mut AeadJob<'_, A>; P],
    tags: &mut Tags,
) {
    kernels.run(Even::<A, OPEN, P> { jobs: &mut jobs, tags });
    for (job, (short, long)) in jobs.iter_mut().zip(tags.short.iter().zip(&tags.long)) {
        let tag_bytes = job.tag_length();
        finish(job, tag_bytes, if tag_bytes == 16 { short } else { long });
    }
}

/// The tags of some messages, in both lengths.
struct Tags {
    short: [Field32; MAX_MESSAGES],
    long: [Field32; MAX_MESSAGES],
}

/// Works on so many messages; makes their tags.
struct Even<'k, 'j, 'a, A, const OPEN: bool, const P: usize> {
    jobs: &'k mut [&'j mut AeadJob<'a, A>; P],
    tags: &'k mut Tags,
}

/// The most bytes of a block of one of several messages.
const RATE: usize = 32;

impl<A: Serial, const OPEN: bool, const P: usize> Kernel for Even<'_, '_, '_, A, OPEN, P> {
    type Output = ();
    type Class = SideBySide<AnyWidth<<A::StatefulAead as StatefulAead>::Ops>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let rate = A::StatefulAead::RATE;
        if P == 1 || places::<A::StatefulAead, I>() != P {
            return;
        }
        let Self { jobs, tags } = self;
        let mut keys = [[0; FIELD]; MAX_MESSAGES];
        let mut nonces = [[0; FIELD]; MAX_MESSAGES];
        let mut ends = [[0; FIELD]; MAX_MESSAGES];
        let mut aads: [&[u8]; P] = [&[]; P];
        let mut data: [InOut<'_>; P] = [const { InOut::empty() }; P];
        let (mut long, mut same_aad, mut same) = (false, true, true);
        let (aad_bytes, bytes) = (jobs[0].aad.len(), jobs[0].data.len());
        for (m, job) in jobs.iter_mut().enumerate() {
            put_field(job.key.bytes(|ready| ready.key()), &mut keys[m]);
            put_field(job.nonce, &mut nonces[m]);
            ends[m] = lengths(job.aad.len() as u64, job.data.len() as u64);
            long |= job.tag_length() != 16;
            same_aad &= job.aad.len() == aad_bytes;
            same &= job.data.len() == bytes;
            aads[m] = job.aad;
            data[m] = job.data.in_out();
        }
        let mut state = <A::StatefulAead as StatefulAead>::Even::<I>::start(isa, &keys, &nonces);
        wipe_in_kernel(isa, &mut keys, [[0; FIELD]; MAX_MESSAGES]);
        let mut rows = [[0; RATE]; MAX_MESSAGES];
        if same_aad {
            let mut left = aad_bytes;
            while left > 0 {
                for (aad, row) in aads.iter_mut().zip(&mut rows) {
                    let (block, rest) = aad.split_at(rate.min(aad.len()));
                    *row = [0; RATE];
                    stage(isa, block, row);
                    *aad = rest;
                }
                state.absorb(isa, &rows);
                left -= rate.min(left);
            }
            let mut set = MessageSet::common(&mut data, rate);
            while set.len() >= rate && set.messages() >= P {
                let mut tiles = set.take(rate);
                if OPEN {
                    state.decrypt(isa, &mut tiles);
                } else {
                    state.encrypt(isa, &mut tiles);
                }
            }
        }
        if same && same_aad {
            let left = bytes % rate;
            if left > 0 {
                let mut tails = [const { InOut::empty() }; P];
                for ((tail, data), row) in tails.iter_mut().zip(&mut data).zip(&mut rows) {
                    *tail = data.split_off(data.len());
                    *row = [0; RATE];
                    stage(isa, tail.input(), row);
                }
                if OPEN {
                    let mask = [mask(left); MAX_MESSAGES];
                    let mask = <A::StatefulAead as StatefulAead>::Even::<I>::read(isa, &mask);
                    state.decrypt_masked(isa, &mut rows, mask);
                } else {
                    state.encrypt(isa, &mut rows);
                }
                for (tail, row) in tails.iter_mut().zip(&rows) {
                    unstage(isa, row, tail.output());
                }
                wipe_in_kernel(isa, &mut rows, [[0; RATE]; MAX_MESSAGES]);
            }
        } else {
            let mut images: [Side; MAX_MESSAGES] = [[0; SIDE_STATE]; MAX_MESSAGES];
            state.save(&mut images);
            for ((aad, data), image) in aads.iter().zip(&mut data).zip(&mut images) {
                let mut one = <A::StatefulAead as StatefulAead>::One::<I>::load(isa, image);
                body::<A::StatefulAead, _, OPEN>(isa, &mut one, aad, data);
                one.save(image);
            }
            state = <A::StatefulAead as StatefulAead>::Even::<I>::load(isa, &images);
            wipe_in_kernel(isa, &mut images, [[0; SIDE_STATE]; MAX_MESSAGES]);
        }
        state.finish(isa, &ends);
        state.tags(16, &mut tags.short);
        if long {
            state.tags(32, &mut tags.long);
        }
    }
}
