//! SNOW 5G (3GPP TS 35.240): the keystream of as many messages as a register has blocks.
//!
//! A block of a register is one message's: every value of the cipher is a register, and a step goes
//! from words of 16 bits to rounds of AES and back without leaving it.

mod lanes;
mod tests;

use crate::lanes::AesBlocks;

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
