/*
 * SPECK-64/128.
 *
 * Round i: x = (S-8 x + y) ^ k_i, y = S3 y ^ x: nine operations and a load. S-8 x is added in its two
 * parts, which leaves the addition of y as a filler between a shift and its use.
 */
#include "lanecrypt_rv32.h"

/* Rounds are written out this many at a time (a divisor of 27). */
#ifndef LANECRYPT_SPECK_UNROLL
#define LANECRYPT_SPECK_UNROLL 27
#endif
/* The same of the 26 rounds in counter mode. */
#ifndef LANECRYPT_SPECK_CTR_UNROLL
#define LANECRYPT_SPECK_CTR_UNROLL 26
#endif

/* x in a1, y in a2. */
        .macro  speck_round k
        lw      a5, \k(a0)
        .if     LC_ZBB
        rori    a1, a1, 8
        rori    a3, a2, 29
        add     a1, a1, a2
        xor     a1, a1, a5
        xor     a2, a3, a1
        .else
        srli    a3, a1, 8
        slli    a1, a1, 24
        slli    a4, a2, 3
        add     a3, a3, a2
        srli    a2, a2, 29
        add     a1, a1, a3
        or      a2, a2, a4
        xor     a1, a1, a5
        xor     a2, a2, a1
        .endif
        .endm

/* The round key is in a5 already, and the next below it is loaded on the way. */
        .macro  speck_inverse k
        .if     LC_ZBB
        xor     a2, a2, a1
        xor     a1, a1, a5
        rori    a2, a2, 3
        .if     \k > 0 || LANECRYPT_SPECK_UNROLL != 27
        lw      a5, \k - 4(a0)
        .endif
        sub     a1, a1, a2
        rori    a1, a1, 24
        .else
        xor     a2, a2, a1
        slli    a3, a2, 29
        srli    a2, a2, 3
        xor     a1, a1, a5
        or      a2, a2, a3
        sub     a1, a1, a2
        slli    a3, a1, 8
        srli    a1, a1, 24
        .if     \k > 0 || LANECRYPT_SPECK_UNROLL != 27
        lw      a5, \k - 4(a0)
        .endif
        or      a1, a1, a3
        .endif
        .endm

        .macro  speck_rounds rounds, unroll
        .if     \rounds != \unroll
        addi    a7, a0, 4 * \rounds
        .endif
        .balign 4
7:      .set    .Lkey, 0
        .rept   \unroll
        speck_round .Lkey
        .set    .Lkey, .Lkey + 4
        .endr
        .if     \rounds != \unroll
        addi    a0, a0, 4 * \unroll
        bne     a0, a7, 7b
        .endif
        .endm

/* Stores the round key a2, and makes the next from it and from l. */
        .macro  speck_next l, at
        sw      a2, \at(a0)
        lc_rotl \l, \l, 24, t1
        lc_rotl t2, a2, 3, t1
        add     \l, \l, a2
        xor     \l, \l, t0
        addi    t0, t0, 1
        xor     a2, t2, \l
        .endm

        lc_function lanecrypt_speck64_128_setkey
        lw      a2, 0(a1)
        lw      a3, 4(a1)
        lw      a4, 8(a1)
        lw      a5, 12(a1)
        li      t0, 0
        addi    a6, a0, 4 * 27
1:      speck_next a3, 0
        speck_next a4, 4
        speck_next a5, 8
        addi    a0, a0, 12
        bne     a0, a6, 1b
        ret
        lc_end  lanecrypt_speck64_128_setkey

        lc_function lanecrypt_speck64_128_encrypt
        mv      t1, a2
        lw      a2, 0(a1)
        lw      a1, 4(a1)
        speck_rounds 27, LANECRYPT_SPECK_UNROLL
        sw      a2, 0(t1)
        sw      a1, 4(t1)
        ret
        lc_end  lanecrypt_speck64_128_encrypt

        lc_function lanecrypt_speck64_128_decrypt
        mv      t1, a2
        lw      a2, 0(a1)
        lw      a1, 4(a1)
        lw      a5, 4 * 26(a0)
        .if     LANECRYPT_SPECK_UNROLL != 27
        mv      a7, a0
        addi    a0, a0, 4 * (27 - LANECRYPT_SPECK_UNROLL)
        .endif
        .balign 4
7:      .set    .Lkey, 4 * LANECRYPT_SPECK_UNROLL - 4
        .rept   LANECRYPT_SPECK_UNROLL
        speck_inverse .Lkey
        .set    .Lkey, .Lkey - 4
        .endr
        .if     LANECRYPT_SPECK_UNROLL != 27
        addi    a0, a0, -4 * LANECRYPT_SPECK_UNROLL
        bgeu    a0, a7, 7b
        .endif
        sw      a2, 0(t1)
        sw      a1, 4(t1)
        ret
        lc_end  lanecrypt_speck64_128_decrypt

/*
 * Counter mode, one block at a time. x_0 is the nonce: x_1 = (t5 + counter) ^ t6 with t5 = S-8 nonce
 * and t6 = k_0, which saves a rotation and the load.
 */
        lc_function lanecrypt_speck64_128_ctr
        lc_ctr_check64 a2, a5, t0
        mv      t0, a3
        mv      t1, a4
        mv      t2, a5
        mv      t4, a2
        lc_ctr_threshold 8, t3, t0, t1
        lc_rotl t5, a1, 24, a5
        lw      t6, 0(a0)
        addi    a0, a0, 4
1:      .if     LC_ZBB
        rori    a2, t4, 29
        .else
        slli    a2, t4, 3
        srli    a3, t4, 29
        .endif
        add     a1, t5, t4
        addi    t4, t4, 1
        .ifeq   LC_ZBB
        or      a2, a2, a3
        .endif
        xor     a1, a1, t6
        xor     a2, a2, a1
        speck_rounds 26, LANECRYPT_SPECK_CTR_UNROLL
        .if     LANECRYPT_SPECK_CTR_UNROLL != 26
        addi    a0, a0, -4 * 26
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
        lc_end  lanecrypt_speck64_128_ctr

/* --- Two blocks ----------------------------------------------------------------------------- */

/*
 * Side by side, with one load of the round key for both: addition allows no packing of halves. Block 0
 * is a1, a2 (x, y), block 1 is a3, a4.
 */
        .macro  speck_round2 k
        lw      a5, \k(a0)
        .if     LC_ZBB
        rori    a1, a1, 8
        rori    a3, a3, 8
        add     a1, a1, a2
        add     a3, a3, a4
        rori    a2, a2, 29
        rori    a4, a4, 29
        .else
        srli    a6, a1, 8
        slli    a1, a1, 24
        srli    a7, a3, 8
        slli    a3, a3, 24
        add     a6, a6, a2
        add     a7, a7, a4
        add     a1, a1, a6
        add     a3, a3, a7
        slli    a6, a2, 3
        srli    a2, a2, 29
        slli    a7, a4, 3
        srli    a4, a4, 29
        or      a2, a2, a6
        xor     a1, a1, a5
        or      a4, a4, a7
        xor     a3, a3, a5
        xor     a2, a2, a1
        xor     a4, a4, a3
        .endif
        .if     LC_ZBB
        xor     a1, a1, a5
        xor     a3, a3, a5
        xor     a2, a2, a1
        xor     a4, a4, a3
        .endif
        .endm

        .macro  speck_inverse2 k
        lw      a5, \k(a0)
        xor     a2, a2, a1
        xor     a4, a4, a3
        .if     LC_ZBB
        rori    a2, a2, 3
        rori    a4, a4, 3
        xor     a1, a1, a5
        xor     a3, a3, a5
        sub     a1, a1, a2
        sub     a3, a3, a4
        rori    a1, a1, 24
        rori    a3, a3, 24
        .else
        slli    a6, a2, 29
        srli    a2, a2, 3
        slli    a7, a4, 29
        srli    a4, a4, 3
        or      a2, a2, a6
        xor     a1, a1, a5
        or      a4, a4, a7
        xor     a3, a3, a5
        sub     a1, a1, a2
        sub     a3, a3, a4
        slli    a6, a1, 8
        srli    a1, a1, 24
        slli    a7, a3, 8
        srli    a3, a3, 24
        or      a1, a1, a6
        or      a3, a3, a7
        .endif
        .endm

/* Rounds written out at a time for two blocks (a divisor of 27, and of 26 in counter mode). */
#ifndef LANECRYPT_SPECK_UNROLL2
#define LANECRYPT_SPECK_UNROLL2 9
#endif
#ifndef LANECRYPT_SPECK_CTR_UNROLL2
#define LANECRYPT_SPECK_CTR_UNROLL2 13
#endif

        .macro  speck_block2 backwards
        mv      t1, a2
        mv      t0, a1
        lw      a2, 0(t0)
        lw      a1, 4(t0)
        lw      a4, 8(t0)
        lw      a3, 12(t0)
        .if     \backwards
        mv      t2, a0
        addi    a0, a0, 4 * (27 - LANECRYPT_SPECK_UNROLL2)
        .else
        addi    t2, a0, 4 * 27
        .endif
        .balign 4
7:
        .if     \backwards
        .set    .Lkey, 4 * LANECRYPT_SPECK_UNROLL2
        .rept   LANECRYPT_SPECK_UNROLL2
        .set    .Lkey, .Lkey - 4
        speck_inverse2 .Lkey
        .endr
        addi    a0, a0, -4 * LANECRYPT_SPECK_UNROLL2
        bgeu    a0, t2, 7b
        .else
        .set    .Lkey, 0
        .rept   LANECRYPT_SPECK_UNROLL2
        speck_round2 .Lkey
        .set    .Lkey, .Lkey + 4
        .endr
        addi    a0, a0, 4 * LANECRYPT_SPECK_UNROLL2
        bne     a0, t2, 7b
        .endif
        sw      a2, 0(t1)
        sw      a1, 4(t1)
        sw      a4, 8(t1)
        sw      a3, 12(t1)
        ret
        .endm

        lc_function lanecrypt_speck64_128_encrypt2
        speck_block2 0
        lc_end  lanecrypt_speck64_128_encrypt2

        lc_function lanecrypt_speck64_128_decrypt2
        speck_block2 1
        lc_end  lanecrypt_speck64_128_decrypt2

        lc_function lanecrypt_speck64_128_ctr2
        lc_ctr_check64 a2, a5, t0
        or      t0, a3, a4
        andi    t0, t0, 3
        bnez    t0, 2f
        li      t0, 16
        bgeu    a5, t0, 3f
2:      tail    lanecrypt_speck64_128_ctr
3:      addi    sp, sp, -16
        sw      a1, 0(sp)
        mv      t0, a3
        mv      t1, a4
        mv      t2, a5
        mv      t4, a2
        lc_rotl t5, a1, 24, a5
        lw      t6, 0(a0)
        addi    a0, a0, 4
1:      add     a1, t5, t4
        lc_rotl a2, t4, 3, a5
        addi    t4, t4, 1
        xor     a1, a1, t6
        add     a3, t5, t4
        lc_rotl a4, t4, 3, a5
        xor     a3, a3, t6
        addi    t4, t4, 1
        xor     a2, a2, a1
        xor     a4, a4, a3
        addi    t3, a0, 4 * 26
        .balign 4
7:      .set    .Lkey, 0
        .rept   LANECRYPT_SPECK_CTR_UNROLL2
        speck_round2 .Lkey
        .set    .Lkey, .Lkey + 4
        .endr
        addi    a0, a0, 4 * LANECRYPT_SPECK_CTR_UNROLL2
        bne     a0, t3, 7b
        addi    a0, a0, -4 * 26
        lw      a5, 0(t0)
        lw      a6, 4(t0)
        lw      a7, 8(t0)
        lw      t3, 12(t0)
        xor     a2, a2, a5
        xor     a1, a1, a6
        xor     a4, a4, a7
        xor     a3, a3, t3
        sw      a2, 0(t1)
        sw      a1, 4(t1)
        sw      a4, 8(t1)
        sw      a3, 12(t1)
        addi    t2, t2, -16
        addi    t0, t0, 16
        addi    t1, t1, 16
        li      a5, 16
        bgeu    t2, a5, 1b
        lw      a1, 0(sp)
        addi    sp, sp, 16
        addi    a0, a0, -4
        mv      a2, t4
        mv      a3, t0
        mv      a4, t1
        mv      a5, t2
        tail    lanecrypt_speck64_128_ctr
        lc_end  lanecrypt_speck64_128_ctr2

#ifdef LANECRYPT_EXPERIMENTS
#include "bench/experiments_speck64_128.S"
#endif
