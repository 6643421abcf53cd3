//! SNOW 5G (3GPP TS 35.240): the keystream of as many messages as a register has blocks.
//!
//! A block of a register is one message's: every value of the cipher is a register, and a step goes
//! from words of 16 bits to rounds of AES and back without leaving it.

mod tests;

use crate::lanes::{AesBlocks, Isa, Kernel, MAX_MESSAGES, MessageSet, Parts};

/// The state of the messages of a register.
#[derive(Clone, Copy)]
struct State<B> {
    /// Cells 0 to 7 and 8 to 15 of LFSR A, words of 16 bits, the first one lowest.
    a: [B; 2],
    /// The same of LFSR B.
    b: [B; 2],
    /// The registers of the finite state machine.
    r: [B; 3],
}

impl<B: AesBlocks> State<B> {
    /// After the initialisation under a key of two blocks and an IV of one.
    #[inline(always)]
    fn new(isa: B::Isa, key: [B; 2], iv: B) -> Self {
        let zero = B::zero(isa);
        let mut state = Self { a: [iv, key[0]], b: [zero, key[1]], r: [zero; 3] };
        for round in 0..16 {
            let z = state.step(isa);
            state.a[1] = state.a[1].xor(z);
            if round >= 14 {
                state.r[0] = state.r[0].xor(key[round - 14]);
            }
        }
        state
    }

    /// The next block of keystream.
    #[inline(always)]
    fn step(&mut self, isa: B::Isa) -> B {
        let ([a, a_next], [b, b_next], [r1, r2, r3]) = (self.a, self.b, self.r);
        let zero = B::zero(isa);
        let z = r1.add::<u16>(b_next).xor(r2);
        self.r =
            [r2.add::<u16>(r3.xor(a_next)).transpose_bytes(), r1.aes_enc(zero), r2.aes_enc(zero)];
        let new_a = times_x::<B>(isa, a, 0x4a6d).xor3(b, a.align::<14>(a_next));
        let new_b = times_x::<B>(isa, b, 0xcc87).xor3(a, b_next);
        (self.a, self.b) = ([a_next, new_a], [b_next, new_b]);
        z
    }
}

/// Every word of 16 bits times x, modulo a polynomial whose lower coefficients are given.
#[inline(always)]
fn times_x<B: AesBlocks>(isa: B::Isa, words: B, polynomial: u16) -> B {
    words.shl::<u16>(1).xor_and(words.sign_mask::<u16>(), B::splat_word(isa, polynomial))
}

/// Encrypts messages with keys and IVs of their own, side by side, whole blocks of each: four of them or
/// one.
struct Encrypt<'a, const FOUR: bool> {
    keys: &'a [[u8; 32]; MAX_MESSAGES],
    ivs: &'a [[u8; 16]; MAX_MESSAGES],
    messages: MessageSet<'a>,
}

impl<const FOUR: bool> Encrypt<'_, FOUR> {
    #[inline(always)]
    fn on<B: AesBlocks + Parts>(mut self, isa: B::Isa) {
        if self.messages.messages() != B::PARTS {
            return;
        }
        let key = [B::gather(isa, self.keys, 0, 0), B::gather(isa, self.keys, 0, 16)];
        let mut state = State::new(isa, key, B::gather(isa, self.ivs, 0, 0));
        while self.messages.len() >= 16 {
            let keystream = state.step(isa);
            let mut blocks = self.messages.take(16);
            B::gather(isa, &blocks, 0, 0).xor(keystream).scatter(&mut blocks, 0, 0);
        }
    }
}

impl<const FOUR: bool> Kernel for Encrypt<'_, FOUR> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if FOUR {
            self.on::<I::Four>(isa);
        } else {
            self.on::<I::One>(isa);
        }
    }
}
