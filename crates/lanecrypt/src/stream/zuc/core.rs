//! The core over lanes: bit reorganisation, the nonlinear function F and the LFSR (ETSI/SAGE ZUC
//! specification, section 3), written once for one word and for any register of words.

use super::sbox::{s0, s1};
use crate::lanes::{Bytes, Words};

/// The modulus 2^31 - 1.
pub(super) const P: u32 = 0x7fff_ffff;

/// `a + b` modulo p for values from 1 to p (one of them may be 0), again from 1 to p.
///
/// The sum has 32 bits. Taken as signed it is negative exactly when it exceeds p, and then
/// subtracting p makes it positive; otherwise subtracting p makes it zero or negative. So the
/// larger of the two is the sum reduced, with p itself, not zero, standing for zero.
#[inline(always)]
pub(super) fn add_mod<W: Words>(a: W, b: W, p: W) -> W {
    let sum = a.add(b);
    sum.max_signed(sum.sub(p))
}

/// `2^K * s` modulo p: the rotation of 31 bits. `doubled` is `2 * s`.
#[inline(always)]
fn times_power<const K: u32, W: Words>(s: W, doubled: W) -> W {
    s.shl_concat::<K>(doubled).mask::<P>()
}

/// What one step reads of the LFSR: each cell it needs, and its double where it needs that.
pub(super) struct Taps<W> {
    pub(super) s0: W,
    pub(super) s2: W,
    pub(super) s4: W,
    pub(super) s7: W,
    pub(super) s10: W,
    pub(super) s11: W,
    pub(super) s13: W,
    pub(super) s14: W,
    pub(super) s15: W,
    /// Doubles.
    pub(super) d0: W,
    pub(super) d4: W,
    pub(super) d5: W,
    pub(super) d9: W,
    pub(super) d10: W,
    pub(super) d13: W,
    pub(super) d15: W,
}

/// The feedback of the LFSR, 2^15 s15 + 2^17 s13 + 2^21 s10 + 2^20 s4 + (2^8 + 1) s0. The newest
/// cell comes last: everything else can be done before it is known.
#[inline(always)]
pub(super) fn feedback<W: Words>(t: &Taps<W>, p: W) -> W {
    let a = add_mod(t.s0, times_power::<8, W>(t.s0, t.d0), p);
    let b = add_mod(times_power::<20, W>(t.s4, t.d4), times_power::<21, W>(t.s10, t.d10), p);
    let c = add_mod(a, times_power::<17, W>(t.s13, t.d13), p);
    let older = add_mod(b, c, p);
    add_mod(older, times_power::<15, W>(t.s15, t.d15), p)
}

/// F: takes the memory words R1 and R2 to their next values and returns W.
#[inline(always)]
pub(super) fn f<W: Bytes>(t: &Taps<W>, r: &mut [W; 2]) -> W {
    let [r1, r2] = *r;
    // sH is bits 30 to 15, which the double has in its upper half.
    let x0 = t.d15.select::<0xffff_0000>(t.s14);
    let x1 = t.s11.shl_concat::<16>(t.d9);
    let x2 = t.s7.shl_concat::<16>(t.d5);
    let w = x0.xor(r1).add(r2);
    let w1 = r1.add(x1);
    let w2 = r2.xor(x2);

    // L1(W1L || W2H) and L2(W2L || W1H). Both arguments are halves exchanged: a blend u with
    // argument u <<< 16, and the rotation disappears in those of L1 and L2, of which
    //   L1(x) = x ^ x<<<24 ^ (x ^ x<<<8 ^ x<<<16)<<<2
    //   L2(x) = x ^ x<<<8  ^ (x ^ x<<<8 ^ x<<<16)<<<14.
    let u = w2.select::<0xffff_0000>(w1);
    let (u8, u16, u24) = (u.rotl::<8>(), u.rotl::<16>(), u.rotl::<24>());
    let l1 = u16.xor3(u8, u16.xor3(u24, u).rotl::<2>());
    // L2 is made rotated by 8: its bytes for S1 then lie where L1 has those for S0 and the other
    // way round, and two blends gather each S-box's bytes, of both words, into one register.
    let v = w1.select::<0xffff_0000>(w2);
    let (v16, v24) = (v.rotl::<16>(), v.rotl::<24>());
    let l2_rotated = v24.xor3(v, v16.xor3(v24, v).rotl::<22>());

    let a = s0(l1.select::<0xff00_ff00>(l2_rotated));
    let b = s1(l2_rotated.select::<0xff00_ff00>(l1));
    r[0] = a.select::<0xff00_ff00>(b);
    r[1] = b.select::<0xff00_ff00>(a).rotl::<24>();
    w
}

/// The keystream word of a step, from what F returned.
#[inline(always)]
pub(super) fn keystream<W: Words>(t: &Taps<W>, w: W) -> W {
    w.xor(t.s2.shl_concat::<16>(t.d0))
}
