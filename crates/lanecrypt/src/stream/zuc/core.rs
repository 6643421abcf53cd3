//! The core over lanes: bit reorganisation, the nonlinear function F and the LFSR (ETSI/SAGE ZUC
//! specification, section 3), written once for one word and for any register of words.

use super::sbox::{s0, s1};
use crate::lanes::{Bytes, Lanes32};

/// The modulus 2^31 - 1.
pub(super) const P: u32 = 0x7fff_ffff;

/// A value from 1 to 2p, modulo p, from 1 to p.
///
/// Taken as signed it is negative exactly when it exceeds p, and then subtracting p makes it
/// positive; otherwise subtracting p makes it zero or negative. So the larger of the two is the
/// value reduced, with p itself, not zero, standing for zero.
#[inline(always)]
pub(super) fn reduce<W: Lanes32>(value: W, p: W) -> W {
    value.max_signed(value.sub(p))
}

/// What the bit reorganisation makes of the LFSR. With the cells s0 to s15 and
/// `y_i = s(i+2)L || s(i)H`, X1, X2 and X3 are y9, y5 and y0: one value, met three times on its
/// way down.
pub(super) struct Reorganised<W> {
    pub(super) x0: W,
    pub(super) x1: W,
    pub(super) x2: W,
    pub(super) x3: W,
}

/// X0 = s15H || s14L. sH is bits 30 to 15, which the double of a cell has in its upper half.
#[inline(always)]
pub(super) fn x0<W: Lanes32>(s15_doubled: W, s14: W) -> W {
    s15_doubled.select::<0xffff_0000>(s14)
}

/// y_i = s(i+2)L || s(i)H.
#[inline(always)]
pub(super) fn y<W: Lanes32>(s_after_next: W, s_doubled: W) -> W {
    s_after_next.shl_concat::<16>(s_doubled)
}

/// F: takes the memory words R1 and R2 to their next values and returns W.
#[inline(always)]
pub(super) fn f<W: Lanes32 + Bytes>(x: &Reorganised<W>, r: &mut [W; 2]) -> W {
    let [r1, r2] = *r;
    let w = x.x0.xor(r1).add(r2);
    let w1 = r1.add(x.x1);
    let w2 = r2.xor(x.x2);

    // L1(W1L || W2H) and L2(W2L || W1H). Both arguments are halves exchanged: a blend u with
    // argument u <<< 16, and the rotation disappears in those of L1 and L2, of which
    //   L1(x) = x ^ x<<<24 ^ (x ^ x<<<8 ^ x<<<16)<<<2
    //   L2(x) = x ^ x<<<8  ^ (x ^ x<<<8 ^ x<<<16)<<<14.
    let u = w2.select::<0xffff_0000>(w1);
    let (u_8, u_16, u_24) = (u.rotl::<8>(), u.rotl::<16>(), u.rotl::<24>());
    let l1 = u_16.xor3(u_8, u_16.xor3(u_24, u).rotl::<2>());
    // L2 is made rotated by 8: its bytes for S1 then lie where L1 has those for S0 and the other
    // way round, and two blends gather each S-box's bytes, of both words, into one register.
    let v = w1.select::<0xffff_0000>(w2);
    let (v_16, v_24) = (v.rotl::<16>(), v.rotl::<24>());
    let l2_rotated = v_24.xor3(v, v_16.xor3(v_24, v).rotl::<22>());

    let a = s0(l1.select::<0xff00_ff00>(l2_rotated));
    let b = s1(l2_rotated.select::<0xff00_ff00>(l1));
    r[0] = a.select::<0xff00_ff00>(b);
    r[1] = b.interleave_rotl24(a);
    w
}

/// What the feedback of the LFSR, 2^15 s15 + 2^17 s13 + 2^21 s10 + 2^20 s4 + (2^8 + 1) s0,
/// multiplies the cells by: place and factor. The newest comes last: everything else can be done
/// before it is known.
pub(super) const FEEDBACK: [(usize, u32); 5] =
    [(0, 1 << 8 | 1), (4, 1 << 20), (10, 1 << 21), (13, 1 << 17), (15, 1 << 15)];
