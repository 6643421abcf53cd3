//! The kernels that process messages side by side, and the states that they leave in memory.
//!
//! Each returns at once where a backend works on one message after another ([`side_by_side`]): it is
//! compiled for every backend, but not called there.

use core::marker::PhantomData;

use crate::aead::stateful::one::body;
use crate::aead::stateful::{Block, Field32, State, StatefulAead};
use crate::lanes::{
    AnyWidth, Constant, FullWidth, InOut, Isa, Kernel, MAX_MESSAGES, MessageSet, SideBySide,
};

/// The length of the longest state of one message that is processed side by side with others.
pub(super) const SIDE_STATE: usize = 256;

/// The state of one message in memory.
pub(super) type Side = [u8; SIDE_STATE];

/// Whether the backend processes several messages side by side, and messages are ever so long that it is worth it. If
/// not, none of these kernels ever runs.
#[inline(always)]
fn side_by_side<D: StatefulAead, I: Isa>() -> bool {
    D::Many::<I>::MESSAGES > 1 && D::STATE <= SIDE_STATE && D::worth_bytes(I::BACKEND) < usize::MAX
}

#[inline]
pub(super) fn copy<D: StatefulAead>(from: &Side, to: &mut Side) {
    let bytes = D::STATE.min(SIDE_STATE);
    to[..bytes].copy_from_slice(&from[..bytes]);
}

/// The number of messages that the backend processes side by side.
pub(super) struct SidePlaces<D>(PhantomData<D>);

impl<D: StatefulAead> Constant for SidePlaces<D> {
    type Output = usize;
    type Ops = D::Ops;
    #[inline(always)]
    fn of<I: Isa>() -> usize {
        if side_by_side::<D, I>() { D::Many::<I>::MESSAGES } else { 1 }
    }
}

/// Makes the states of messages from keys and nonces.
pub(super) struct SideStart<'a, D> {
    pub(super) keys: &'a [Field32; MAX_MESSAGES],
    pub(super) nonces: &'a [Field32; MAX_MESSAGES],
    pub(super) states: &'a mut [Side; MAX_MESSAGES],
    pub(super) stateful: PhantomData<D>,
}

impl<D: StatefulAead> Kernel for SideStart<'_, D> {
    type Output = ();
    type Class = SideBySide<AnyWidth<D::Ops>>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if !side_by_side::<D, I>() {
            return;
        }
        D::Many::<I>::start(isa, self.keys, self.nonces).save(self.states);
    }
}

/// Processes the same number of whole blocks of every message.
pub(super) struct SideBlocks<'a, D, const OPEN: bool> {
    pub(super) states: &'a mut [Side; MAX_MESSAGES],
    pub(super) masks: &'a [Block; MAX_MESSAGES],
    pub(super) message_set: MessageSet<'a>,
    pub(super) stateful: PhantomData<D>,
}

impl<D: StatefulAead, const OPEN: bool> Kernel for SideBlocks<'_, D, OPEN> {
    type Output = ();
    type Class = SideBySide<FullWidth<D::Ops>>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if !side_by_side::<D, I>() {
            return;
        }
        let mut state = D::Many::<I>::load(isa, self.states);
        let mask = D::Many::<I>::read(isa, self.masks);
        let mut message_set = self.message_set;
        while message_set.len() >= D::RATE && message_set.messages() >= D::Many::<I>::MESSAGES {
            let mut tiles = message_set.take(D::RATE);
            if OPEN {
                state.decrypt_masked(isa, &mut tiles, mask);
            } else {
                state.encrypt(isa, &mut tiles);
            }
        }
        state.save(self.states);
    }
}

/// Processes the rest of one message, up to its tag.
pub(super) struct SideRest<'a, D, const OPEN: bool> {
    pub(super) state: &'a mut Side,
    pub(super) aad: &'a [u8],
    pub(super) data: InOut<'a>,
    pub(super) stateful: PhantomData<D>,
}

impl<D: StatefulAead, const OPEN: bool> Kernel for SideRest<'_, D, OPEN> {
    type Output = ();
    type Class = SideBySide<AnyWidth<D::Ops>>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if !side_by_side::<D, I>() {
            return;
        }
        let mut state = D::One::<I>::load(isa, self.state);
        let mut data = self.data;
        body::<D, _, OPEN>(isa, &mut state, self.aad, &mut data);
        state.save(self.state);
    }
}

/// Computes the tags of messages.
pub(super) struct SideFinish<'a, D> {
    pub(super) lengths: &'a [Field32; MAX_MESSAGES],
    pub(super) tag_bytes: usize,
    pub(super) states: &'a [Side; MAX_MESSAGES],
    pub(super) tags: &'a mut [Field32; MAX_MESSAGES],
    pub(super) stateful: PhantomData<D>,
}

impl<D: StatefulAead> Kernel for SideFinish<'_, D> {
    type Output = ();
    type Class = SideBySide<AnyWidth<D::Ops>>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if !side_by_side::<D, I>() {
            return;
        }
        let mut state = D::Many::<I>::load(isa, self.states);
        state.finish(isa, self.lengths);
        state.tags(self.tag_bytes, self.tags);
    }
}
