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
