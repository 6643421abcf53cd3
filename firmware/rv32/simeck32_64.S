/*
 * SIMECK-32/64, words of 16 bits.
 *
 * One block: a word lies in the upper half of a register, and the lower half holds the same word again,
 * so that a rotation to the left is one shift: what it draws in from below is right as long as the
 * copy lasts. A round uses up five bits of the copy, of which there are sixteen; its result has as many
 * as the shorter of its inputs. So after two rounds at the beginning, it is enough to renew every second
 * word, by three operations: two rounds are 15 operations and two loads, where the plain way (rotations
 * of three operations, and the upper half cleared) takes 22 and two.
 */
#include "lanecrypt_rv32.h"

/* y ^= round(x). */
        .macro  simeck_round x, y, k
        lw      a5, \k(a0)
        slli    a3, \x, 5
        add     a4, \x, \x
        and     a3, a3, \x
        xor     \y, \y, a5
        xor     \y, \y, a4
        xor     \y, \y, a3
        .endm

/* A fresh copy of the upper half of x in the lower; t3 = 0xffff0000. */
        .macro  simeck_renew x
        srli    a3, \x, 16
        and     \x, \x, t3
        or      \x, \x, a3
        .endm

/* One round key of the schedule, k being repeated in both halves; t the one after it. */
        .macro  simeck_next k, t, at
        sw      \k, \at(a0)
        slli    t1, \t, 5
        add     t2, \t, \t
        and     t1, t1, \t
        xor     \k, \k, t2
        andi    t2, t0, 1
        xor     \k, \k, t1
        slli    t2, t2, 16
        srli    t0, t0, 1
        xor     \k, \k, t2
        xor     \k, \k, t4
        srli    t1, \k, 16
        and     \k, \k, t3
        or      \k, \k, t1
        .endm

        lc_function lanecrypt_simeck32_64_setkey
        lhu     a2, 6(a1)
        lhu     a3, 4(a1)
        lhu     a4, 2(a1)
        lhu     a5, 0(a1)
        .irp    k, a2, a3, a4, a5
        slli    t1, \k, 16
        or      \k, \k, t1
        .endr
        li      t0, 0x9a42bb1f - (1 << 32)      /* the sequence z, first bit lowest */
        li      t3, -65536
        li      t4, 0xfffc0000 - (1 << 32)
        addi    a6, a0, 4 * 32
1:      simeck_next a2, a3, 0
        simeck_next a3, a4, 4
        simeck_next a4, a5, 8
        simeck_next a5, a2, 12
        addi    a0, a0, 16
        bne     a0, a6, 1b
        ret
        lc_end  lanecrypt_simeck32_64_setkey

#ifndef LANECRYPT_SIMECK32_CTR_UNROLL
#define LANECRYPT_SIMECK32_CTR_UNROLL 7
#endif

        .macro  simeck_load
        mv      t1, a2
        lhu     a3, 0(a1)
        lhu     a2, 2(a1)
        li      t3, -65536
        slli    a1, a3, 16
        slli    a4, a2, 16
        or      a1, a1, a3
        or      a2, a2, a4
        .endm

        .macro  simeck_store
        srli    a1, a1, 16
        srli    a2, a2, 16
        sh      a1, 0(t1)
        sh      a2, 2(t1)
        ret
        .endm

/* How many of the fifteen steps of two rounds are written out: 15, 5, 3 or 1. */
#ifndef LANECRYPT_SIMECK32_UNROLL
#define LANECRYPT_SIMECK32_UNROLL 5
#endif

        lc_function lanecrypt_simeck32_64_encrypt
        simeck_load
        simeck_round a1, a2, 0
        simeck_round a2, a1, 4
        addi    a7, a0, 8 * 15
        .balign 4
1:      .set    .Lkey, 8
        .rept   LANECRYPT_SIMECK32_UNROLL
        simeck_round a1, a2, .Lkey
        simeck_renew a2
        simeck_round a2, a1, .Lkey + 4
        .set    .Lkey, .Lkey + 8
        .endr
        addi    a0, a0, 8 * LANECRYPT_SIMECK32_UNROLL
        bne     a0, a7, 1b
        simeck_store
        lc_end  lanecrypt_simeck32_64_encrypt

        lc_function lanecrypt_simeck32_64_decrypt
        simeck_load
        simeck_round a2, a1, 4 * 31
        simeck_round a1, a2, 4 * 30
        mv      a7, a0
        addi    a0, a0, 8 * (15 - LANECRYPT_SIMECK32_UNROLL)
        .balign 4
1:      .set    .Lkey, 8 * LANECRYPT_SIMECK32_UNROLL - 8
        .rept   LANECRYPT_SIMECK32_UNROLL
        simeck_round a2, a1, .Lkey + 4
        simeck_renew a1
        simeck_round a1, a2, .Lkey
        .set    .Lkey, .Lkey - 8
        .endr
        addi    a0, a0, -8 * LANECRYPT_SIMECK32_UNROLL
        bgeu    a0, a7, 1b
        simeck_store
        lc_end  lanecrypt_simeck32_64_decrypt

/*
 * Counter mode, one block at a time: see simon64_128.S. l_1 = counter ^ t5 is complete to sixteen bits
 * again, so it is the words of even index that are renewed, from l_4 on.
 */
        lc_function lanecrypt_simeck32_64_ctr
        bnez    a5, 1f
        li      a0, 0
        ret
1:      addi    t0, a5, -1
        srli    t0, t0, 2
        li      t1, 0xffff
        bltu    t1, t0, 2f
        add     t0, t0, a2
        or      t0, t0, a1
        or      t0, t0, a2
        bgeu    t1, t0, 1f
2:      li      a0, -1
        ret
1:      mv      t0, a3
        mv      t1, a4
        mv      t2, a5
        lc_ctr_threshold 4, t4, t0, t1
        slli    a3, a1, 16
        slli    t6, a2, 16
        or      a1, a1, a3
        or      t6, t6, a2
        li      t3, -65536
        li      a2, 0
        simeck_round a1, a2, 0
        simeck_renew a2
        mv      t5, a2
        lw      a5, 4(a0)
        xor     a6, a1, a5
1:      xor     a2, t6, t5
        li      a7, 0x10001
        slli    a3, a2, 5
        add     t6, t6, a7
        add     a4, a2, a2
        and     a3, a3, a2
        xor     a1, a6, a4
        xor     a1, a1, a3
        simeck_round a1, a2, 8
        addi    a7, a0, 8 * 14
        .balign 4
6:      .set    .Lkey, 12
        .rept   LANECRYPT_SIMECK32_CTR_UNROLL
        simeck_round a2, a1, .Lkey
        simeck_renew a1
        simeck_round a1, a2, .Lkey + 4
        .set    .Lkey, .Lkey + 8
        .endr
        addi    a0, a0, 8 * LANECRYPT_SIMECK32_CTR_UNROLL
        bne     a0, a7, 6b
        simeck_round a2, a1, 12
        addi    a0, a0, -8 * 14
        /* The keystream as a little-endian word: two swaps of bytes within halves. */
        li      a5, 0x00ff00ff
        srli    a1, a1, 16
        and     a2, a2, t3
        or      a1, a1, a2
        srli    a3, a1, 8
        and     a1, a1, a5
        and     a3, a3, a5
        slli    a1, a1, 8
        bltu    t2, t4, 5f
        lw      a4, 0(t0)
        or      a1, a1, a3
        addi    t2, t2, -4
        xor     a1, a1, a4
        sw      a1, 0(t1)
        addi    t0, t0, 4
        addi    t1, t1, 4
        bnez    t2, 1b
4:      li      a0, 0
        ret
5:      or      a1, a1, a3
        addi    sp, sp, -16
        sw      a1, 0(sp)
        lc_ctr_bytes 4, t0, t1, t2, a2, a3, a4, a5
        addi    sp, sp, 16
        bnez    t2, 1b
        j       4b
        lc_end  lanecrypt_simeck32_64_ctr

/* --- Two blocks ----------------------------------------------------------------------------- */

/*
 * Bit j of block b lies at place 2 j + b of a register, so that a rotation of both words is one rotation
 * of the register, with nothing to mask. A block to a register, l | r << 16, is how the words come in; five
 * exchanges between the two registers bring every bit to its place. (Halves of one word's blocks in a
 * register each would need four exchanges within each register: eight.)
 */
        .macro  simeck_pair x, y, k
        lw      a5, \k(a0)
        .if     LC_ZBB
        rori    a3, \x, 22
        rori    a4, \x, 30
        xor     \y, \y, a5
        and     a3, a3, \x
        xor     \y, \y, a4
        xor     \y, \y, a3
        .else
        slli    a3, \x, 10
        srli    a6, \x, 22
        slli    a4, \x, 2
        or      a3, a3, a6
        srli    a6, \x, 30
        xor     \y, \y, a5
        and     a3, a3, \x
        xor     \y, \y, a4
        xor     a3, a3, a6
        xor     \y, \y, a3
        .endif
        .endm

/* Exchanges the bits of a where m << s is set with those of b where m is set; m is made on the way if c is given. */
        .macro  simeck_swap a, b, m, s, c
        srli    a3, \a, \s
        .ifnb   \c
        li      \m, \c
        .endif
        xor     a3, a3, \b
        and     a3, a3, \m
        slli    a4, a3, \s
        xor     \b, \b, a3
        xor     \a, \a, a4
        .endm

/* Block 0 in x, block 1 in y to l in x, r in y; leaves the masks in the registers given. */
        .macro  simeck_shuffle x, y, m16, m8, m4, m2, m1
        simeck_swap \x, \y, \m1, 1, 0x55555555
        simeck_swap \x, \y, \m2, 2, 0x33333333
        simeck_swap \x, \y, \m4, 4, 0x0f0f0f0f
        simeck_swap \x, \y, \m8, 8, 0x00ff00ff
        simeck_swap \x, \y, \m16, 16, 0x0000ffff
        .endm

        .macro  simeck_unshuffle x, y, m16, m8, m4, m2, m1
        simeck_swap \x, \y, \m16, 16
        simeck_swap \x, \y, \m8, 8
        simeck_swap \x, \y, \m4, 4
        simeck_swap \x, \y, \m2, 2
        simeck_swap \x, \y, \m1, 1
        .endm

/* The same into the bytes of big-endian words, block 0 in y and block 1 in x: what is exchanged in the
 * second step is what would have stayed. */
        .macro  simeck_unshuffle_bytes x, y, m16, m8, m4, m2, m1
        simeck_swap \x, \y, \m16, 16
        simeck_swap \y, \x, \m8, 8
        simeck_swap \y, \x, \m4, 4
        simeck_swap \y, \x, \m2, 2
        simeck_swap \y, \x, \m1, 1
        .endm

        lc_function lanecrypt_simeck32_64_pair_setkey
        addi    a6, a0, 4 * 32
        li      t1, 0x0f0f0f0f
        li      t2, 0x33333333
        li      t3, 0x55555555
        li      a5, 0x00ff0000
1:      lw      a2, 0(a1)               /* the word, and again in the upper half */
        sw      a2, 0(a0)
        slli    a3, a2, 8
        andi    a4, a2, 0xff
        and     a3, a3, a5
        or      a2, a3, a4
        slli    a3, a2, 4
        or      a2, a2, a3
        and     a2, a2, t1
        slli    a3, a2, 2
        or      a2, a2, a3
        and     a2, a2, t2
        slli    a3, a2, 1
        or      a2, a2, a3
        and     a2, a2, t3
        slli    a3, a2, 1
        or      a2, a2, a3
        sw      a2, 4 * 32(a0)
        addi    a0, a0, 4
        addi    a1, a1, 4
        bne     a0, a6, 1b
        ret
        lc_end  lanecrypt_simeck32_64_pair_setkey

#ifndef LANECRYPT_SIMECK32_PAIR_UNROLL
#define LANECRYPT_SIMECK32_PAIR_UNROLL 16
#endif
#ifndef LANECRYPT_SIMECK32_CTR2_UNROLL
#define LANECRYPT_SIMECK32_CTR2_UNROLL 15
#endif

        .macro  simeck_load2
        mv      t1, a2
        mv      t0, a1
        lhu     a3, 2(t0)
        lhu     a4, 6(t0)
        lhu     a1, 0(t0)
        lhu     a2, 4(t0)
        slli    a3, a3, 16
        slli    a4, a4, 16
        or      a1, a1, a3
        or      a2, a2, a4
        .endm

        .macro  simeck_store2
        sh      a1, 0(t1)
        sh      a2, 4(t1)
        srli    a1, a1, 16
        srli    a2, a2, 16
        sh      a1, 2(t1)
        sh      a2, 6(t1)
        ret
        .endm

        .macro  simeck_block2 backwards
        addi    a0, a0, 4 * 32
        simeck_load2
        simeck_shuffle a1, a2, t6, t2, t3, t4, t5
        .if     \backwards
        mv      a7, a0
        addi    a0, a0, 8 * (16 - LANECRYPT_SIMECK32_PAIR_UNROLL)
        .else
        addi    a7, a0, 8 * 16
        .endif
        .balign 4
7:
        .if     \backwards
        .set    .Lkey, 8 * LANECRYPT_SIMECK32_PAIR_UNROLL - 8
        .rept   LANECRYPT_SIMECK32_PAIR_UNROLL
        simeck_pair a2, a1, .Lkey + 4
        simeck_pair a1, a2, .Lkey
        .set    .Lkey, .Lkey - 8
        .endr
        .if     LANECRYPT_SIMECK32_PAIR_UNROLL != 16
        addi    a0, a0, -8 * LANECRYPT_SIMECK32_PAIR_UNROLL
        bgeu    a0, a7, 7b
        .endif
        .else
        .set    .Lkey, 0
        .rept   LANECRYPT_SIMECK32_PAIR_UNROLL
        simeck_pair a1, a2, .Lkey
        simeck_pair a2, a1, .Lkey + 4
        .set    .Lkey, .Lkey + 8
        .endr
        .if     LANECRYPT_SIMECK32_PAIR_UNROLL != 16
        addi    a0, a0, 8 * LANECRYPT_SIMECK32_PAIR_UNROLL
        bne     a0, a7, 7b
        .endif
        .endif
        simeck_unshuffle a1, a2, t6, t2, t3, t4, t5
        simeck_store2
        .endm

        lc_function lanecrypt_simeck32_64_encrypt2
        simeck_block2 0
        lc_end  lanecrypt_simeck32_64_encrypt2

        lc_function lanecrypt_simeck32_64_decrypt2
        simeck_block2 1
        lc_end  lanecrypt_simeck32_64_decrypt2

/*
 * The counter is kept spread over the even places (t6), where adding one carries through ones put into
 * the odd places. t5 = f(nonce) ^ k_0 and s0 = nonce ^ k_1, both spread.
 */
        lc_function lanecrypt_simeck32_64_ctr2
        or      t0, a3, a4
        andi    t0, t0, 3
        bnez    t0, 2f
        li      t0, 8
        bltu    a5, t0, 2f
        addi    t0, a5, -1              /* what the counter forbids is refused elsewhere */
        srli    t0, t0, 2
        li      t1, 0xffff
        bltu    t1, t0, 2f
        add     t0, t0, a2
        or      t0, t0, a1
        or      t0, t0, a2
        bgeu    t1, t0, 3f
2:      tail    lanecrypt_simeck32_64_ctr
3:      addi    sp, sp, -48
        .irp    r, 1, 2, 3, 4
        sw      s\r, 20 + 4 * \r(sp)
        .endr
        sw      s0, 0(sp)
        sw      a3, 16(sp)
        sw      a0, 4(sp)
        sw      a1, 8(sp)
        sw      a2, 12(sp)
        mv      t0, a3
        mv      t1, a4
        mv      t2, a5
        slli    a2, a2, 16
        or      a1, a1, a2
        mv      a2, a1
        simeck_shuffle a1, a2, s1, s2, s3, s4, t3
        li      t4, -0x55555556
        and     t6, a2, t3
        addi    a0, a0, 4 * 32
        li      a2, 0
        simeck_pair a1, a2, 0
        lw      s0, 4(a0)
        mv      t5, a2
        xor     s0, s0, a1
        addi    a0, a0, 8
1:      or      a3, t6, t4              /* the next counter, */
        addi    a3, a3, 1
        and     a3, a3, t3
        slli    a4, a3, 1
        or      a3, a3, t4              /* and the one after it */
        or      a2, t6, a4
        addi    a3, a3, 1
        xor     a2, a2, t5
        and     t6, a3, t3
        .if     LC_ZBB
        rori    a3, a2, 22
        rori    a4, a2, 30
        and     a3, a3, a2
        xor     a1, s0, a4
        xor     a1, a1, a3
        .else
        slli    a3, a2, 10
        srli    a6, a2, 22
        slli    a4, a2, 2
        or      a3, a3, a6
        srli    a6, a2, 30
        and     a3, a3, a2
        xor     a1, s0, a4
        xor     a3, a3, a6
        xor     a1, a1, a3
        .endif
        .if     LANECRYPT_SIMECK32_CTR2_UNROLL != 15
        addi    a7, a0, 8 * 15
        .endif
        .balign 4
7:      .set    .Lkey, 0
        .rept   LANECRYPT_SIMECK32_CTR2_UNROLL
        simeck_pair a1, a2, .Lkey
        simeck_pair a2, a1, .Lkey + 4
        .set    .Lkey, .Lkey + 8
        .endr
        .if     LANECRYPT_SIMECK32_CTR2_UNROLL != 15
        addi    a0, a0, 8 * LANECRYPT_SIMECK32_CTR2_UNROLL
        bne     a0, a7, 7b
        addi    a0, a0, -8 * 15
        .endif
        simeck_unshuffle_bytes a1, a2, s1, s2, s3, s4, t3
        lw      a5, 0(t0)
        lw      a6, 4(t0)
        li      a7, 8
        xor     a2, a2, a5
        xor     a1, a1, a6
        sw      a2, 0(t1)
        sw      a1, 4(t1)
        addi    t2, t2, -8
        addi    t0, t0, 8
        addi    t1, t1, 8
        bgeu    t2, a7, 1b
        lw      s0, 0(sp)
        lw      a0, 4(sp)
        lw      a1, 8(sp)
        lw      a2, 12(sp)
        lw      a3, 16(sp)
        .irp    r, 1, 2, 3, 4
        lw      s\r, 20 + 4 * \r(sp)
        .endr
        addi    sp, sp, 48
        sub     a3, t0, a3
        srli    a3, a3, 2
        add     a2, a2, a3
        mv      a3, t0
        mv      a4, t1
        mv      a5, t2
        tail    lanecrypt_simeck32_64_ctr
        lc_end  lanecrypt_simeck32_64_ctr2

/* --- Sixteen blocks ------------------------------------------------------------------------- */

/*
 * As for SIMECK-64/128: register c holds the bits c and c + 8 of sixteen words, and a rotation by eight is
 * one by sixteen of the register. Bytes 0 and 1 of it belong to the upper byte of the words, the lower
 * in memory, and bytes 2 and 3 to the lower one; bytes 0 and 2 to blocks 0..7, 1 and 3 to blocks 8..15.
 */
        .macro  simeck_half d, s, t
        .if     LC_ZBB
        rori    \d, \s, 16
        .else
        srli    \d, \s, 16
        slli    \t, \s, 16
        .endif
        .endm

        .macro  simeck_half_join d, t
        .ifeq   LC_ZBB
        or      \d, \d, \t
        .endif
        .endm

/* y ^= a & (the rotated word in t0, t1 if `rotated` is empty, else `rotated`) ^ linear ^ key */
        .macro  simeck_bit y, and, linear, s, k, rotated
        .ifb    \rotated
        simeck_half t0, \s, t1
        .endif
        .ifnb   \k
        lw      t2, \k(t5)
        .endif
        .ifnb   \linear
        xor     \y, \y, \linear
        .endif
        .ifb    \rotated
        simeck_half_join t0, t1
        and     t0, t0, \and
        .else
        and     t0, \and, \rotated
        .endif
        .ifnb   \k
        xor     \y, \y, t2
        .endif
        xor     \y, \y, t0
        .endm

        .macro  simeck_sliced k, x0, x1, x2, x3, x4, x5, x6, x7, y0, y1, y2, y3, y4, y5, y6, y7
        .ifnb   \k
        simeck_half t3, \x7, t4
        xor     \y1, \y1, \x0
        simeck_half_join t3, t4
        simeck_bit \y1, \x1, , \x4, \k+4, 
        simeck_bit \y2, \x2, \x1, \x5, \k+8, 
        simeck_bit \y3, \x3, \x2, \x6, \k+12, 
        simeck_bit \y0, \x0, t3, \x3, \k+0, 
        simeck_bit \y4, \x4, \x3, \x7, \k+16, t3
        simeck_bit \y5, \x5, \x4, zero, \k+20, \x0
        simeck_bit \y6, \x6, \x5, zero, \k+24, \x1
        simeck_bit \y7, \x7, \x6, zero, \k+28, \x2
        .else
        simeck_half t3, \x7, t4
        xor     \y1, \y1, \x0
        simeck_half_join t3, t4
        simeck_bit \y1, \x1, , \x4, , 
        simeck_bit \y2, \x2, \x1, \x5, , 
        simeck_bit \y3, \x3, \x2, \x6, , 
        simeck_bit \y0, \x0, t3, \x3, , 
        simeck_bit \y4, \x4, \x3, \x7, , t3
        simeck_bit \y5, \x5, \x4, zero, , \x0
        simeck_bit \y6, \x6, \x5, zero, , \x1
        simeck_bit \y7, \x7, \x6, zero, , \x2
        .endif
        .endm


/* d = the bytes upper, upper, lower, lower of the word in s, which it has in both halves; t is scratch. */
        .macro  simeck_bytes d, s, t
        srli    \t, \s, 24
        slli    \d, \s, 24
        slli    \s, \s, 8
        srli    \s, \s, 24
        slli    \s, \s, 16
        or      \d, \d, \s
        or      \d, \d, \t
        slli    \t, \t, 8
        or      \d, \d, \t
        .endm

        lc_function lanecrypt_simeck32_64_sliced_setkey
        addi    sp, sp, -16
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        sw      s2, 8(sp)
        addi    s0, a0, 4 * 32
        mv      s1, s0
        mv      s2, a0
        mv      t6, a1
        li      t5, 0x01010101
1:      lw      t1, 0(t6)
        sw      t1, 0(s2)
        simeck_bytes t0, t1, t2
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
        lc_end  lanecrypt_simeck32_64_sliced_setkey

        .macro  simeck_out a, b, c, d, at, t, u, m
        li      \m, 0x0000ff00
        lc_swap2 \a, \a, \b, \b, \m, 8, \t, \u
        lc_swap2 \c, \c, \d, \d, \m, 8, \t, \u
        li      \m, 0x0000ffff
        lc_swap2 \a, \b, \c, \d, \m, 16, \t, \u
        lw      \t, \at(s8)
        lw      \u, \at + 4(s8)
        lw      \m, \at + 32(s8)
        xor     \a, \a, \t
        lw      \t, \at + 36(s8)
        xor     \c, \c, \u
        xor     \b, \b, \m
        sw      \a, \at(s9)
        xor     \d, \d, \t
        sw      \c, \at + 4(s9)
        sw      \b, \at + 32(s9)
        sw      \d, \at + 36(s9)
        .endm

        lc_function lanecrypt_simeck32_64_ctr_sliced
        lc_wide_begin 16, 32, lanecrypt_simeck32_64_ctr, 4
        lw      a0, 32(sp)
        lw      a1, 36(sp)
        slli    a2, a1, 16
        or      a1, a1, a2
        li      a2, 0
        li      t3, -65536
        simeck_round a1, a2, 0
        simeck_renew a2
        lw      a3, 4(a0)
        xor     a1, a1, a3
        simeck_bytes ra, a2, t0
        simeck_bytes t0, a1, t1
        addi    t5, a0, 4 * 32 + 32 * 2
        li      t2, 0x01010101
        lc_expand8 a0, a1, a2, a3, a4, a5, a6, a7, t0, t2, t1
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        sw      a\r, 4 * \r(sp)
        .endr
1:      slli    t0, s11, 16
        or      t1, s11, t0
        simeck_bytes t0, t1, t2
        li      t2, 0x01010101
        xor     t0, t0, ra
        lc_expand8 a0, a1, a2, a3, a4, a5, a6, a7, t0, t2, t1
        li      t0, 0xaaaa0000 - (1 << 32)
        li      t1, 0xcccc0000 - (1 << 32)
        li      t2, 0xf0f00000 - (1 << 32)
        li      t3, 0xff000000 - (1 << 32)
        xor     a0, a0, t0
        xor     a1, a1, t1
        xor     a2, a2, t2
        xor     a3, a3, t3
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        lw      s\r, 4 * \r(sp)
        .endr
        simeck_sliced , a0, a1, a2, a3, a4, a5, a6, a7, s0, s1, s2, s3, s4, s5, s6, s7
        addi    t6, t5, 64 * 15
        .balign 4
6:      simeck_sliced 0, s0, s1, s2, s3, s4, s5, s6, s7, a0, a1, a2, a3, a4, a5, a6, a7
        simeck_sliced 32, a0, a1, a2, a3, a4, a5, a6, a7, s0, s1, s2, s3, s4, s5, s6, s7
        addi    t5, t5, 64
        bne     t5, t6, 6b
        addi    t5, t5, -64 * 15
        lc_transpose8 s0, s1, s2, s3, s4, s5, s6, s7, t2, t0, t1
        lc_transpose8 a0, a1, a2, a3, a4, a5, a6, a7, t2, t0, t1
        simeck_out s0, a0, s1, a1, 0, t0, t1, t2
        simeck_out s2, a2, s3, a3, 8, t0, t1, t2
        simeck_out s4, a4, s5, a5, 16, t0, t1, t2
        simeck_out s6, a6, s7, a7, 24, t0, t1, t2
        addi    s8, s8, 64
        addi    s9, s9, 64
        addi    s10, s10, -64
        addi    s11, s11, 16
        li      t0, 64
        bgeu    s10, t0, 1b
        lc_wide_end 32, lanecrypt_simeck32_64_ctr
        lc_end  lanecrypt_simeck32_64_ctr_sliced

/* --- Thirty-two blocks ---------------------------------------------------------------------- */

/*
 * Bitsliced: a word holds one bit of 32 blocks. Of the newer half, L, all sixteen bits are in registers,
 * x5..x20, and of the older one, R, those of odd index, x21..x28. R's even bits are in memory: bit j of
 * a round's result takes the bits j, j - 5 and j - 1 of its source, so no two of those in memory meet in
 * an and, and loading each once is enough. ra points to the round keys, which are those of the sliced
 * routine: a signed load of one of their bytes makes a mask.
 *
 * In the transposition bit j of l is row j ^ 8, since words are big-endian, and bit j of r row
 * 16 + (j ^ 8); R's bits in memory lie at their rows.
 */
        .macro  simeck_r_reg l, l5, l1, r, key
        lb      t6, \key(ra)
        and     t5, x\l, x\l5
        xor     x\r, x\r, x\l1
        xor     x\r, x\r, t5
        xor     x\r, x\r, t6
        .endm

        .macro  simeck_r_mem l, l5, l1, at, key, loaded
        .ifeq   \loaded
        lw      t4, \at(sp)
        .endif
        lb      t6, \key(ra)
        and     t5, x\l, x\l5
        xor     t5, t5, x\l1
        xor     t4, t4, t5
        xor     t4, t4, t6
        sw      t4, \at(sp)
        .endm

/* What bit j of R gives to the bits j, j + 1 and j + 5 of L, and all else that j and j + 1 take. */
        .macro  simeck_l l, l1, l5, rm5, rp5, rm1, at, key, key1, loaded
        .ifeq   \loaded
        lw      t4, \at(sp)
        .endif
        lb      t6, \key(ra)
        xor     x\l, x\l, x\rm1
        and     t5, t4, x\rm5
        xor     x\l1, x\l1, t4
        xor     x\l, x\l, t6
        lb      t6, \key1(ra)
        xor     x\l, x\l, t5
        and     t5, t4, x\rp5
        xor     x\l5, x\l5, t5
        xor     x\l1, x\l1, t6
        .endm

/* Bit j of R from L; bit j of R, even, to L. `loaded`: it is in t4 already. */
        .macro  simeck_to_r j, loaded=0
        .altmacro
        .if     \j & 1
        simeck_r_reg %(5+\j), %(5+((\j-5)&15)), %(5+((\j-1)&15)), %(21+(\j>>1)), %(4*(\j&7)+2-2*(\j>>3))
        .else
        simeck_r_mem %(5+\j), %(5+((\j-5)&15)), %(5+((\j-1)&15)), %(64+4*(\j^8)), %(4*(\j&7)+2-2*(\j>>3)), \loaded
        .endif
        .noaltmacro
        .endm

        .macro  simeck_to_l j, loaded=0
        .altmacro
        simeck_l %(5+\j), %(6+\j), %(5+((\j+5)&15)), %(21+(((\j-5)&15)>>1)), %(21+(((\j+5)&15)>>1)), %(21+(((\j-1)&15)>>1)), %(64+4*(\j^8)), %(32+4*(\j&7)+2-2*(\j>>3)), %(36+4*(\j&7)+2-2*(\j>>3)), \loaded
        .noaltmacro
        .endm

/* Masks of the bits j and j + 1 of the upper halves of t4 (for L) and t5 (for R). */
        .macro  simeck_masks l, l1, r1, sh, at
        slli    x\l, t4, \sh
        slli    x\l1, t4, \sh - 1
        slli    t6, t5, \sh
        slli    x\r1, t5, \sh - 1
        srai    t6, t6, 31
        srai    x\l, x\l, 31
        srai    x\l1, x\l1, 31
        srai    x\r1, x\r1, 31
        sw      t6, \at(sp)
        .endm

        .macro  simeck_all_masks
        .altmacro
        .set    .Lj, 0
        .rept   8
        simeck_masks %(5+.Lj), %(6+.Lj), %(21+(.Lj>>1)), %(15-.Lj), %(64+4*(.Lj^8))
        .set    .Lj, .Lj + 2
        .endr
        .noaltmacro
        .endm

/* R's bit i is c's and the pattern p of the counters; of p, the round from R gives to L
 * p itself in bit i + 1, p & c_(i-5) in bit i and c_(i+5) & p in bit i + 5. */
        .macro  simeck_pattern i, p
        li      t4, \p
        .altmacro
        .if     \i & 1
        simeck_pattern_bits %(5+\i), %(6+\i), %(10+\i), %(21+(\i>>1)), %(64+4*((\i+11)^8)), %(64+4*((\i+5)^8))
        .else
        simeck_pattern_bits %(5+\i), %(6+\i), %(10+\i), , %(21+((\i+11)>>1)), %(21+((\i+5)>>1)), %(64+4*(\i^8))
        .endif
        .noaltmacro
        .endm

        .macro  simeck_pattern_bits l, l1, l5, r, cm, cp, at
        .ifnb   \r
        lw      t5, \cm(sp)
        lw      t6, \cp(sp)
        xor     x\l1, x\l1, t4
        and     t5, t5, t4
        and     t6, t6, t4
        xor     x\r, x\r, t4
        xor     x\l, x\l, t5
        xor     x\l5, x\l5, t6
        .else
        lw      t6, \at(sp)
        and     t5, x\cm, t4
        xor     x\l1, x\l1, t4
        xor     x\l, x\l, t5
        and     t5, x\cp, t4
        xor     t6, t6, t4
        xor     x\l5, x\l5, t5
        sw      t6, \at(sp)
        .endif
        .endm

/* Rows i, i + 8, i + 16, i + 24: the steps of eight, in registers, and of sixteen, by halves stored. m in t4. */
        .macro  simeck_coarse i
        .altmacro
        .if     \i & 1
        simeck_coarse_rows %(13+\i), %(5+\i), %(25+(\i>>1)), %(21+(\i>>1)), %(4*\i)
        .else
        lw      x6, 64+4*\i(sp)
        lw      x14, 96+4*\i(sp)
        simeck_coarse_rows %(13+\i), %(5+\i), 6, 14, %(4*\i)
        .endif
        .noaltmacro
        .endm

        .macro  simeck_coarse_rows a, b, c, d, at
        lc_swap2 x\a, x\b, x\c, x\d, t4, 8, t5, t6
        lc_bit_halves x\a, x\b, x\c, x\d, \at, sp
        .endm

        .macro  simeck_put4 a, b, c, d, at
        lw      t0, \at(s8)
        lw      t1, \at + 4(s8)
        lw      t2, \at + 8(s8)
        lw      t6, \at + 12(s8)
        xor     \a, \a, t0
        xor     \b, \b, t1
        xor     \c, \c, t2
        xor     \d, \d, t6
        sw      \a, \at(s9)
        sw      \b, \at + 4(s9)
        sw      \c, \at + 8(s9)
        sw      \d, \at + 12(s9)
        .endm

        lc_function lanecrypt_simeck32_64_bitsliced
        lc_wide_begin 32, 160, lanecrypt_simeck32_64_ctr, 4
        lw      a0, 160(sp)
        lw      a1, 164(sp)
        slli    a2, a1, 16
        or      a1, a1, a2
        li      a2, 0
        li      t3, -65536
        simeck_round a1, a2, 0
        lw      a3, 4(a0)
        and     a2, a2, t3
        sw      a2, 128(sp)             /* f(nonce) ^ k_0, in the upper half */
        xor     a1, a1, a3
        sw      a1, 132(sp)             /* nonce ^ k_1 */
        addi    t0, a0, 4 * 32 + 32 * 32
        sw      t0, 136(sp)             /* the end of the round keys */
1:      sw      s8, 140(sp)
        sw      s9, 144(sp)
        sw      s10, 148(sp)
        sw      s11, 152(sp)
        lw      t0, 128(sp)
        lw      t4, 132(sp)
        lw      ra, 160(sp)
        slli    t5, s11, 16
        xor     t5, t5, t0              /* the first words but for the counters' lowest five bits, */
        srli    t0, t5, 16
        slli    t1, t5, 5
        srli    t2, t0, 11
        srli    t0, t0, 15
        slli    t2, t2, 16
        slli    t0, t0, 16
        or      t1, t1, t2
        slli    t2, t5, 1
        and     t1, t1, t5
        or      t2, t2, t0
        xor     t4, t4, t1
        xor     t4, t4, t2              /* and the second */
        simeck_all_masks
        simeck_pattern 0, 0xaaaaaaaa - (1 << 32)
        simeck_pattern 1, 0xcccccccc - (1 << 32)
        simeck_pattern 2, 0xf0f0f0f0 - (1 << 32)
        simeck_pattern 3, 0xff00ff00 - (1 << 32)
        simeck_pattern 4, 0xffff0000 - (1 << 32)
        addi    ra, ra, 4 * 32 + 64
        lw      t4, 64 + 4 * (14 ^ 8)(sp)
        /* Bit 14 stays in t4 from the second round of a pass to the first of the next; 0, 4, 8 and 12 go
         * straight from one round to the other, as those of L that they change then are no longer needed. */
        .balign 4
6:      simeck_to_r 14, 1
        .irp    j, 1, 3, 5, 7, 9, 11, 13, 15
        simeck_to_r \j
        .endr
        .irp    j, 10, 6, 2
        simeck_to_r \j
        .endr
        .irp    j, 0, 4, 8, 12
        simeck_to_r \j
        simeck_to_l \j, 1
        .endr
        .irp    j, 2, 6, 10, 14
        simeck_to_l \j
        .endr
        lw      t5, 136(sp)
        addi    ra, ra, 64
        bne     ra, t5, 6b
        li      t4, 0x00ff00ff
        .irp    i, 1, 3, 5, 7, 0, 2, 4, 6
        simeck_coarse \i
        .endr
        lw      s8, 140(sp)
        lw      s9, 144(sp)
        mv      s11, sp
        addi    ra, sp, 128
        li      t3, 0x55555555
        li      t4, 0x33333333
        li      t5, 0x0f0f0f0f
        .balign 4
6:      .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        lw      a\r, 4 * \r(s11)
        .endr
        lc_transpose8_by t3, t4, t5, a0, a1, a2, a3, a4, a5, a6, a7, t0, t1
        simeck_put4 a0, a1, a2, a3, 0
        simeck_put4 a4, a5, a6, a7, 16
        addi    s11, s11, 32
        addi    s8, s8, 32
        addi    s9, s9, 32
        bne     s11, ra, 6b
        lw      s10, 148(sp)
        lw      s11, 152(sp)
        li      t0, 128
        addi    s10, s10, -128
        addi    s11, s11, 32
        bgeu    s10, t0, 9f
        lc_wide_end 160, lanecrypt_simeck32_64_ctr
9:      j       1b
        lc_end  lanecrypt_simeck32_64_bitsliced

#ifdef LANECRYPT_EXPERIMENTS
#include "bench/experiments_simeck32_64.S"
#endif
