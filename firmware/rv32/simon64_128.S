/*
 * SIMON-64/128.
 *
 * Round i takes (x_i, x_(i-1)) to x_(i+1) = x_(i-1) ^ (S1 x_i & S8 x_i) ^ S2 x_i ^ k_i, where Sn
 * rotates left by n. RV32I has no rotation: three of them are nine of the thirteen operations.
 * Here the words of even index are kept rotated right by one. Then an odd word needs only
 *     S-1 of the sum = S-1 x_(i-1) ^ (x_i & S7 x_i) ^ S1 x_i ^ S-1 k_i         two rotations,
 * an even word, X = S-1 x_i,
 *     x_(i-1) ^ (S2 X & S9 X) ^ S3 X ^ k_i                                     three as before,
 * so that two rounds take 23 operations and not 26. The key schedule rotates the odd round keys, and
 * one half is rotated once at the beginning and once at the end.
 *
 * Shift results are not used by the next instruction, nor loads by the next two: some cores (VexRiscv)
 * would wait. S1 is made of add and slt, which no core makes late.
 */
#include "lanecrypt_rv32.h"

/* Rounds are written out this many at a time, in pairs; 22 writes out all of them. */
#ifndef LANECRYPT_SIMON_UNROLL
#define LANECRYPT_SIMON_UNROLL 11
#endif
#ifndef LANECRYPT_SIMON_CTR_UNROLL
#define LANECRYPT_SIMON_CTR_UNROLL 7
#endif
/* The same for two blocks (divisors of 22 and of 21). */
#ifndef LANECRYPT_SIMON_PAIR_UNROLL
#define LANECRYPT_SIMON_PAIR_UNROLL 11
#endif
#ifndef LANECRYPT_SIMON_CTR2_UNROLL
#define LANECRYPT_SIMON_CTR2_UNROLL 7
#endif

/* y ^= round(x) for x of odd index: y and k are rotated right by one. */
        .macro  simon_odd x, y, k
        lw      a5, \k(a0)
        .if     LC_ZBB
        rori    a3, \x, 25
        rori    a4, \x, 31
        xor     \y, \y, a5
        and     a3, a3, \x
        xor     \y, \y, a4
        xor     \y, \y, a3
        .else
        slli    a3, \x, 7
        srli    a6, \x, 25
        add     a4, \x, \x
        or      a3, a3, a6
        slt     a6, \x, zero
        xor     \y, \y, a5
        and     a3, a3, \x
        xor     a4, a4, a6
        xor     \y, \y, a3
        xor     \y, \y, a4
        .endif
        .endm

/* y ^= round(x) for x of even index, which is rotated right by one. */
        .macro  simon_even x, y, k
        lw      a5, \k(a0)
        .if     LC_ZBB
        rori    a3, \x, 30
        rori    a4, \x, 29
        rori    a6, \x, 23
        xor     \y, \y, a5
        and     a3, a3, a6
        xor     \y, \y, a4
        xor     \y, \y, a3
        .else
        slli    a3, \x, 2
        srli    a6, \x, 30
        slli    a4, \x, 9
        or      a3, a3, a6
        srli    a6, \x, 23
        xor     \y, \y, a5
        or      a4, a4, a6
        slli    a5, \x, 3
        srli    a6, \x, 29
        and     a3, a3, a4
        xor     \y, \y, a5
        xor     a3, a3, a6
        xor     \y, \y, a3
        .endif
        .endm

/* `pairs` pairs of rounds from the keys at a0, which is left behind the last of them; or backwards,
 * from the keys below a0. a7 is scratch where it is a loop. */
        .macro  simon_rounds pairs, unroll, backwards=0
        .if     \pairs != \unroll
        .if     \backwards
        addi    a7, a0, -8 * \pairs
        .else
        addi    a7, a0, 8 * \pairs
        .endif
        .endif
        .balign 4
7:
        .if     \backwards
        addi    a0, a0, -8 * \unroll
        .set    .Lkey, 8 * \unroll - 8
        .rept   \unroll
        simon_odd a2, a1, .Lkey + 4
        simon_even a1, a2, .Lkey
        .set    .Lkey, .Lkey - 8
        .endr
        .else
        .set    .Lkey, 0
        .rept   \unroll
        simon_even a1, a2, .Lkey
        simon_odd a2, a1, .Lkey + 4
        .set    .Lkey, .Lkey + 8
        .endr
        addi    a0, a0, 8 * \unroll
        .endif
        .if     \pairs != \unroll
        bne     a0, a7, 7b
        .endif
        .endm

/* Round keys from four words. */
        .macro  simon_next k0, k1, k3, at
        lc_rotl t1, \k3, 29, t2
        xori    \k0, \k0, -4
        andi    t2, t0, 1
        srli    t0, t0, 1
        xor     \k0, \k0, t2
        xor     t1, t1, \k1
        xor     \k0, \k0, t1
        lc_rotl t1, t1, 31, t2
        xor     \k0, \k0, t1
        .if     \at & 4
        lc_rotl t1, \k0, 31, t2
        sw      t1, \at(a0)
        .else
        sw      \k0, \at(a0)
        .endif
        .endm

        lc_function lanecrypt_simon64_128_setkey
        lw      a2, 0(a1)
        lw      a3, 4(a1)
        lw      a4, 8(a1)
        lw      a5, 12(a1)
        sw      a2, 0(a0)
        lc_rotl t1, a3, 31, t2
        sw      t1, 4(a0)
        sw      a4, 8(a0)
        lc_rotl t1, a5, 31, t2
        sw      t1, 12(a0)
        li      t0, 0x07a635db          /* the sequence z3, first bit lowest */
        addi    a6, a0, 4 * 32
        addi    a7, a0, 4 * 40
1:      addi    a0, a0, 16
        simon_next a2, a3, a5, 0
        simon_next a3, a4, a2, 4
        simon_next a4, a5, a3, 8
        simon_next a5, a2, a4, 12
        bne     a0, a6, 1b
        li      t0, 0x12                /* z3 from its bit 32 on */
        mv      a6, a7
        bne     a0, a7, 1b
        ret
        lc_end  lanecrypt_simon64_128_setkey

        lc_function lanecrypt_simon64_128_encrypt
        lw      a5, 4(a1)
        lw      t0, 0(a1)
        mv      t1, a2
        slli    a1, a5, 31
        srli    a5, a5, 1
        mv      a2, t0
        or      a1, a1, a5
        simon_rounds 22, LANECRYPT_SIMON_UNROLL
        add     a5, a1, a1
        slt     a1, a1, zero
        sw      a2, 0(t1)
        or      a1, a1, a5
        sw      a1, 4(t1)
        ret
        lc_end  lanecrypt_simon64_128_encrypt

        lc_function lanecrypt_simon64_128_decrypt
        lw      a5, 4(a1)
        lw      t0, 0(a1)
        mv      t1, a2
        slli    a1, a5, 31
        srli    a5, a5, 1
        mv      a2, t0
        or      a1, a1, a5
        addi    a0, a0, 4 * 44
        simon_rounds 22, LANECRYPT_SIMON_UNROLL, 1
        add     a5, a1, a1
        slt     a1, a1, zero
        sw      a2, 0(t1)
        or      a1, a1, a5
        sw      a1, 4(t1)
        ret
        lc_end  lanecrypt_simon64_128_decrypt

/*
 * Counter mode, one block at a time. x_0 is the nonce, so x_1 = counter ^ t5 with t5 = f(nonce) ^ k_0
 * made once, and x_2 = f(x_1) ^ t6 with t6 = nonce ^ k_1: of two rounds, nine operations are left.
 */
        lc_function lanecrypt_simon64_128_ctr
        lc_ctr_check64 a2, a5, t0
        mv      t0, a3
        mv      t1, a4
        mv      t2, a5
        mv      t4, a2
        lc_ctr_threshold 8, t3, t0, t1
        li      a2, 0
        lc_rotl a1, a1, 31, a5
        mv      t6, a1
        simon_even a1, a2, 0
        lw      a5, 4(a0)
        mv      t5, a2
        addi    a0, a0, 8
        xor     t6, t6, a5
1:      xor     a2, t4, t5
        addi    t4, t4, 1
        .if     LC_ZBB
        rori    a3, a2, 25
        rori    a4, a2, 31
        and     a3, a3, a2
        xor     a1, t6, a4
        .else
        slli    a3, a2, 7
        srli    a6, a2, 25
        add     a4, a2, a2
        or      a3, a3, a6
        slt     a6, a2, zero
        and     a3, a3, a2
        xor     a4, a4, a6
        xor     a1, t6, a4
        .endif
        xor     a1, a1, a3
        simon_rounds 21, LANECRYPT_SIMON_CTR_UNROLL
        addi    a0, a0, -8 * 21
        .if     LC_ZBB
        rori    a1, a1, 31
        .else
        add     a5, a1, a1
        slt     a1, a1, zero
        or      a1, a1, a5
        .endif
        bltu    t2, t3, 5f
        lw      a3, 0(t0)
        lw      a4, 4(t0)
        addi    t2, t2, -8
        addi    t0, t0, 8
        xor     a3, a3, a2
        xor     a4, a4, a1
        sw      a3, 0(t1)
        sw      a4, 4(t1)
        addi    t1, t1, 8
        bnez    t2, 1b
4:      li      a0, 0
        ret
5:      addi    sp, sp, -16
        sw      a2, 0(sp)
        sw      a1, 4(sp)
        lc_ctr_bytes 8, t0, t1, t2, a3, a4, a5, a6
        addi    sp, sp, 16
        bnez    t2, 1b
        j       4b
        lc_end  lanecrypt_simon64_128_ctr

/* --- Two blocks ----------------------------------------------------------------------------- */

/*
 * The bits of even index of both blocks' words lie in one register, block 0's in the even places and
 * block 1's in the odd ones, and those of odd index in another. A rotation by an even number is one
 * rotation of each; S1 only renames one of them and rotates the other by two.
 */        .macro  simon_pair xe, xo, ye, yo, k
        .if     LC_ZBB
        lw      t2, \k(a0)
        rori    a5, \xo, 30
        rori    t0, \xe, 24
        rori    t1, \xo, 24
        lw      t3, \k + 4(a0)
        rori    a6, \xe, 30
        xor     \ye, \ye, t2
        and     t0, t0, a5
        xor     \yo, \yo, a5
        and     t1, t1, \xe
        xor     \ye, \ye, a6
        xor     \yo, \yo, t3
        xor     \ye, \ye, t0
        xor     \yo, \yo, t1
        .else
        lw      t2, \k(a0)
        slli    a5, \xo, 2
        srli    a6, \xo, 30
        slli    t0, \xe, 8
        or      a5, a5, a6              /* S2 of the odd bits: S1 gives it to the even ones */
        srli    a6, \xe, 24
        slli    t1, \xo, 8
        or      t0, t0, a6
        srli    a6, \xo, 24
        xor     \ye, \ye, t2
        lw      t2, \k + 4(a0)
        or      t1, t1, a6
        and     t0, t0, a5
        xor     \yo, \yo, a5
        slli    a5, \xe, 2
        srli    a6, \xe, 30
        xor     \ye, \ye, t0
        and     t1, t1, \xe
        xor     \ye, \ye, a5
        xor     \yo, \yo, t2
        xor     \ye, \ye, a6
        xor     \yo, \yo, t1
        .endif
        .endm
        .macro  simon_pairs pairs, unroll, backwards=0
        .if     \backwards
        addi    a7, a0, -16 * \pairs
        .else
        addi    a7, a0, 16 * \pairs
        .endif
        .balign 4
7:
        .if     \backwards
        addi    a0, a0, -16 * \unroll
        .set    .Lkey, 16 * \unroll - 16
        .rept   \unroll
        simon_pair a3, a4, a1, a2, .Lkey + 8
        simon_pair a1, a2, a3, a4, .Lkey
        .set    .Lkey, .Lkey - 16
        .endr
        .else
        .set    .Lkey, 0
        .rept   \unroll
        simon_pair a1, a2, a3, a4, .Lkey
        simon_pair a3, a4, a1, a2, .Lkey + 8
        .set    .Lkey, .Lkey + 16
        .endr
        addi    a0, a0, 16 * \unroll
        .endif
        bne     a0, a7, 7b
        .endm

        lc_function lanecrypt_simon64_128_pair_setkey
        addi    a6, a0, 4 * 44
        mv      a7, a6
        li      a5, 0x55555555
1:      lw      a2, 0(a1)
        sw      a2, 0(a0)
        lw      a4, 4(a1)
        sw      a4, 4(a0)
        lc_rotl a4, a4, 1, t0           /* odd round keys are kept rotated */
        and     t0, a2, a5
        srli    t2, a2, 1
        slli    t1, t0, 1
        and     t2, t2, a5
        or      t0, t0, t1
        slli    t1, t2, 1
        sw      t0, 0(a6)
        or      t2, t2, t1
        sw      t2, 4(a6)
        and     t0, a4, a5
        srli    t2, a4, 1
        slli    t1, t0, 1
        and     t2, t2, a5
        or      t0, t0, t1
        slli    t1, t2, 1
        sw      t0, 8(a6)
        or      t2, t2, t1
        sw      t2, 12(a6)
        addi    a0, a0, 8
        addi    a1, a1, 8
        addi    a6, a6, 16
        bne     a0, a7, 1b
        ret
        lc_end  lanecrypt_simon64_128_pair_setkey

/* Two blocks' words a1, a3 and a2, a4 into even and odd bits, or back. */
        .macro  simon_repack
        li      a5, 0x55555555
        lc_swap2 a1, a2, a3, a4, a5, 1, t0, t1
        .endm

        .macro  simon_block2 backwards
        mv      t4, a2
        mv      t3, a1
        lw      a1, 4(t3)
        lw      a2, 12(t3)
        lw      a3, 0(t3)
        lw      a4, 8(t3)
        addi    a0, a0, 4 * 44 * (1 + 2 * \backwards)
        simon_repack
        simon_pairs 22, LANECRYPT_SIMON_PAIR_UNROLL, \backwards
        simon_repack
        sw      a1, 4(t4)
        sw      a2, 12(t4)
        sw      a3, 0(t4)
        sw      a4, 8(t4)
        ret
        .endm

        lc_function lanecrypt_simon64_128_encrypt2
        simon_block2 0
        lc_end  lanecrypt_simon64_128_encrypt2

        lc_function lanecrypt_simon64_128_decrypt2
        simon_block2 1
        lc_end  lanecrypt_simon64_128_decrypt2

/*
 * Counter mode, two blocks at a time. As for one block, two rounds shrink: s0, s1 hold f(nonce) ^ k_0,
 * s2, s3 hold nonce ^ k_1.
 */
        lc_function lanecrypt_simon64_128_ctr2
        lc_ctr_check64 a2, a5, t0
        or      t0, a3, a4
        andi    t0, t0, 3
        bnez    t0, 2f
        li      t0, 16
        bgeu    a5, t0, 3f
2:      tail    lanecrypt_simon64_128_ctr
3:      addi    sp, sp, -48
        .irp    r, 0, 1, 2, 3, 4, 5, 6
        sw      s\r, 4 * \r(sp)
        .endr
        sw      a0, 28(sp)
        sw      a1, 32(sp)
        mv      s4, a3
        mv      s5, a4
        mv      s6, a5
        mv      t5, a2
        addi    a0, a0, 4 * 44
        mv      a2, a1
        li      a3, 0
        li      a4, 0
        li      a5, 0x55555555
        lc_swap2 a1, a2, a3, a4, a5, 1, t0, t1
        simon_pair a1, a2, a3, a4, 0
        lw      s2, 8(a0)
        lw      s3, 12(a0)
        mv      s0, a3
        mv      s1, a4
        xor     s2, s2, a1
        xor     s3, s3, a2
        addi    a0, a0, 16
1:      li      a5, 0x55555555
        addi    t1, t5, 1
        srli    t0, t5, 1
        xor     a3, t5, s0
        xor     t0, t0, t1
        xor     a4, t1, s1
        and     t0, t0, a5
        addi    t5, t5, 2
        slli    t1, t0, 1
        xor     a4, a4, t0
        xor     a3, a3, t1
        .if     LC_ZBB
        rori    a5, a4, 30
        rori    t0, a3, 24
        rori    t1, a4, 24
        rori    a6, a3, 30
        and     t0, t0, a5
        and     t1, t1, a3
        xor     a1, s2, a6
        xor     a2, s3, a5
        xor     a1, a1, t0
        xor     a2, a2, t1
        .else
        slli    a5, a4, 2
        srli    a6, a4, 30
        slli    t0, a3, 8
        or      a5, a5, a6
        srli    a6, a3, 24
        slli    t1, a4, 8
        or      t0, t0, a6
        srli    a6, a4, 24
        and     t0, t0, a5
        xor     a2, s3, a5
        or      t1, t1, a6
        slli    a5, a3, 2
        srli    a6, a3, 30
        xor     a1, s2, t0
        and     t1, t1, a3
        xor     a1, a1, a5
        xor     a2, a2, t1
        xor     a1, a1, a6
        .endif
        simon_pairs 21, LANECRYPT_SIMON_CTR2_UNROLL
        addi    a0, a0, -16 * 21
        simon_repack
        lw      a5, 0(s4)
        lw      a6, 4(s4)
        lw      t0, 8(s4)
        lw      t1, 12(s4)
        xor     a3, a3, a5
        xor     a1, a1, a6
        xor     a4, a4, t0
        xor     a2, a2, t1
        sw      a3, 0(s5)
        sw      a1, 4(s5)
        sw      a4, 8(s5)
        sw      a2, 12(s5)
        addi    s6, s6, -16
        addi    s4, s4, 16
        addi    s5, s5, 16
        li      a5, 16
        bgeu    s6, a5, 1b
        mv      a2, t5
        mv      a3, s4
        mv      a4, s5
        mv      a5, s6
        .irp    r, 0, 1, 2, 3, 4, 5, 6
        lw      s\r, 4 * \r(sp)
        .endr
        lw      a0, 28(sp)
        lw      a1, 32(sp)
        addi    sp, sp, 48
        tail    lanecrypt_simon64_128_ctr
        lc_end  lanecrypt_simon64_128_ctr2

/* --- Eight blocks --------------------------------------------------------------------------- */

/*
 * Register c holds the bits c, c + 8, c + 16, c + 24 of eight words, byte j bit b being bit 8 j + c of
 * word b. A rotation by one is a renaming, and one register rotated by eight.
 */
        .macro  simon_rot8 d, s, t
        .if     LC_ZBB
        rori    \d, \s, 24
        .else
        slli    \d, \s, 8
        srli    \t, \s, 24
        .endif
        .endm

        .macro  simon_rot8_join d, t
        .ifeq   LC_ZBB
        or      \d, \d, \t
        .endif
        .endm

/* y ^= a & (the rotated word in t0, t1 if `rotated` is empty, else `rotated`) ^ linear ^ key */
        .macro  simon_bit y, and, linear, s, k, rotated
        .ifb    \rotated
        simon_rot8 t0, \s, t1
        .endif
        .ifnb   \k
        lw      t2, \k(t5)
        .endif
        xor     \y, \y, \linear
        .ifb    \rotated
        simon_rot8_join t0, t1
        and     t0, t0, \and
        .else
        and     t0, \and, \rotated
        .endif
        .ifnb   \k
        xor     \y, \y, t2
        .endif
        xor     \y, \y, t0
        .endm

        .macro  simon_sliced k, x0, x1, x2, x3, x4, x5, x6, x7, y0, y1, y2, y3, y4, y5, y6, y7
        .ifnb   \k
        simon_rot8 t3, \x7, t0
        simon_rot8 t4, \x6, t1
        simon_rot8_join t3, t0
        simon_rot8_join t4, t1
        simon_bit \y0, t3, t4, \x0, \k+0, 
        simon_bit \y1, \x0, t3, \x1, \k+4, 
        simon_bit \y2, \x1, \x0, \x2, \k+8, 
        simon_bit \y3, \x2, \x1, \x3, \k+12, 
        simon_bit \y4, \x3, \x2, \x4, \k+16, 
        simon_bit \y5, \x4, \x3, \x5, \k+20, 
        simon_bit \y6, \x5, \x4, \x6, \k+24, t4
        simon_bit \y7, \x6, \x5, \x7, \k+28, t3
        .else
        simon_rot8 t3, \x7, t0
        simon_rot8 t4, \x6, t1
        simon_rot8_join t3, t0
        simon_rot8_join t4, t1
        simon_bit \y0, t3, t4, \x0, , 
        simon_bit \y1, \x0, t3, \x1, , 
        simon_bit \y2, \x1, \x0, \x2, , 
        simon_bit \y3, \x2, \x1, \x3, , 
        simon_bit \y4, \x3, \x2, \x4, , 
        simon_bit \y5, \x4, \x3, \x5, , 
        simon_bit \y6, \x5, \x4, \x6, , t4
        simon_bit \y7, \x6, \x5, \x7, , t3
        .endif
        .endm

        lc_function lanecrypt_simon64_128_sliced_setkey
        addi    sp, sp, -16
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        sw      s2, 8(sp)
        addi    s0, a0, 4 * 44
        mv      s1, s0
        mv      s2, a0
        mv      t6, a1
        li      t5, 0x01010101
1:      lw      t0, 0(t6)
        sw      t0, 0(s2)
        andi    t1, s2, 4
        andi    t2, s1, 4
        beq     t1, t2, 2f              /* odd round keys are kept rotated */
        lc_rotl t0, t0, 1, t1
2:
        lc_expand8 a0, a1, a2, a3, a4, a5, a6, a7, t0, t5, t1
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        sw      a\r, 4 * \r(s0)
        .endr
        addi    t6, t6, 4
        addi    s2, s2, 4
        addi    s0, s0, 32
        bne     s2, s1, 1b
        lw      s0, 0(sp)
        lw      s1, 4(sp)
        lw      s2, 8(sp)
        addi    sp, sp, 16
        ret
        lc_end  lanecrypt_simon64_128_sliced_setkey

/* ra = f(nonce) ^ k_0, and d = nonce ^ k_1, from the key at a0. */
        .macro  simon_nonce nonce, d
        lc_rotl a2, \nonce, 1, a4
        lc_rotl a3, \nonce, 8, a4
        and     a2, a2, a3
        lc_rotl a3, \nonce, 2, a4
        lw      a4, 0(a0)
        xor     a2, a2, a3
        xor     ra, a2, a4
        lw      a4, 4(a0)
        lc_rotl a4, a4, 1, a3
        xor     \d, \nonce, a4
        .endm

        lc_function lanecrypt_simon64_128_ctr_sliced
        lc_wide_begin 8, 32, lanecrypt_simon64_128_ctr
        lw      a0, 32(sp)
        lw      a1, 36(sp)
        simon_nonce a1, t0
        addi    t5, a0, 4 * 44 + 32 * 2
        li      t2, 0x01010101
        lc_expand8 a0, a1, a2, a3, a4, a5, a6, a7, t0, t2, t1
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        sw      a\r, 4 * \r(sp)
        .endr
1:
        xor     t0, s11, ra
        li      t2, 0x01010101
        lc_expand8 a0, a1, a2, a3, a4, a5, a6, a7, t0, t2, t1
        xori    a0, a0, 0xaa
        xori    a1, a1, 0xcc
        xori    a2, a2, 0xf0
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        lw      s\r, 4 * \r(sp)
        .endr
        simon_sliced , a0, a1, a2, a3, a4, a5, a6, a7, s0, s1, s2, s3, s4, s5, s6, s7
        addi    t6, t5, 64 * 21
        .balign 4
6:      simon_sliced 0, s0, s1, s2, s3, s4, s5, s6, s7, a0, a1, a2, a3, a4, a5, a6, a7
        simon_sliced 32, a0, a1, a2, a3, a4, a5, a6, a7, s0, s1, s2, s3, s4, s5, s6, s7
        addi    t5, t5, 64
        bne     t5, t6, 6b
        addi    t5, t5, -64 * 21
        lc_transpose8 s0, s1, s2, s3, s4, s5, s6, s7, t2, t0, t1
        lc_transpose8 a0, a1, a2, a3, a4, a5, a6, a7, t2, t0, t1
        lc_put8 a0, a1, a2, a3, a4, a5, a6, a7, s0, s1, s2, s3, s4, s5, s6, s7, t0, t1
        addi    s8, s8, 64
        addi    s9, s9, 64
        addi    s10, s10, -64
        addi    s11, s11, 8
        li      t0, 64
        bgeu    s10, t0, 1b
        lc_wide_end 32, lanecrypt_simon64_128_ctr
        lc_end  lanecrypt_simon64_128_ctr_sliced

/* --- Thirty-two blocks ---------------------------------------------------------------------- */

        lc_function lanecrypt_simon64_128_bitsliced
        lc_bitsliced 1, 8, 2, 0, 8, simon_nonce, 128, 0, lanecrypt_simon64_128_ctr
        lc_end  lanecrypt_simon64_128_bitsliced

#ifdef LANECRYPT_EXPERIMENTS
#include "bench/experiments_simon64_128.S"
#endif
