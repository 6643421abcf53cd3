/*
 * SIMECK-64/128.
 *
 * Round i takes (l, r) to (r ^ (l & S5 l) ^ S1 l ^ k_i, l): two rotations of three RV32I operations,
 * four others, one load. The operations between stand so that no shift result is used by the next
 * instruction and no load by the next two; S1 is made of add and slt, which no core makes late.
 */
#include "lanecrypt_rv32.h"

/* Rounds are written out this many pairs at a time; 22 writes out all of them. */
#ifndef LANECRYPT_SIMECK_UNROLL
#define LANECRYPT_SIMECK_UNROLL 11
#endif
#ifndef LANECRYPT_SIMECK_CTR_UNROLL
#define LANECRYPT_SIMECK_CTR_UNROLL 7
#endif

/* y = z ^ f(x), z being y, or the constant that the nonce and a round key make. */
        .macro  simeck_f x, y, z
        .if     LC_ZBB
        rori    a3, \x, 27
        rori    a4, \x, 31
        and     a3, a3, \x
        xor     \y, \z, a4
        xor     \y, \y, a3
        .else
        slli    a3, \x, 5
        srli    a6, \x, 27
        add     a4, \x, \x
        or      a3, a3, a6
        slt     a6, \x, zero
        and     a3, a3, \x
        xor     \y, \z, a4
        xor     a3, a3, a6
        xor     \y, \y, a3
        .endif
        .endm

        .macro  simeck_round x, y, k
        lw      a5, \k(a0)
        .if     LC_ZBB
        rori    a3, \x, 27
        rori    a4, \x, 31
        xor     \y, \y, a5
        and     a3, a3, \x
        xor     \y, \y, a4
        xor     \y, \y, a3
        .else
        slli    a3, \x, 5
        srli    a6, \x, 27
        add     a4, \x, \x
        or      a3, a3, a6
        slt     a6, \x, zero
        xor     \y, \y, a5
        and     a3, a3, \x
        xor     \y, \y, a4
        xor     a3, a3, a6
        xor     \y, \y, a3
        .endif
        .endm

        .macro  simeck_rounds pairs, unroll, backwards=0
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
        simeck_round a2, a1, .Lkey + 4
        simeck_round a1, a2, .Lkey
        .set    .Lkey, .Lkey - 8
        .endr
        .else
        .set    .Lkey, 0
        .rept   \unroll
        simeck_round a1, a2, .Lkey
        simeck_round a2, a1, .Lkey + 4
        .set    .Lkey, .Lkey + 8
        .endr
        addi    a0, a0, 8 * \unroll
        .endif
        .if     \pairs != \unroll
        bne     a0, a7, 7b
        .endif
        .endm

/* Stores the round key k, and makes in its place the one four rounds on; t is the one after it. */
        .macro  simeck_next k, t, at
        sw      \k, \at(a0)
        lc_rotl t1, \t, 5, t2
        xori    \k, \k, -4
        and     t1, t1, \t
        andi    t2, t0, 1
        srli    t0, t0, 1
        xor     \k, \k, t1
        xor     \k, \k, t2
        lc_rotl t1, \t, 1, t2
        xor     \k, \k, t1
        .endm

        lc_function lanecrypt_simeck64_128_setkey
        lw      a2, 12(a1)
        lw      a3, 8(a1)
        lw      a4, 4(a1)
        lw      a5, 0(a1)
        li      t0, -1130166209          /* the sequence z, first bit lowest: 0xbca3083f */
        addi    a6, a0, 4 * 32
        addi    a7, a0, 4 * 44
1:      simeck_next a2, a3, 0
        simeck_next a3, a4, 4
        simeck_next a4, a5, 8
        simeck_next a5, a2, 12
        addi    a0, a0, 16
        bne     a0, a6, 1b
        li      t0, 0x938               /* z from its bit 32 on */
        mv      a6, a7
        bne     a0, a7, 1b
        ret
        lc_end  lanecrypt_simeck64_128_setkey

        lc_function lanecrypt_simeck64_128_encrypt
        mv      t1, a2
        lw      a2, 4(a1)
        lw      a1, 0(a1)
        simeck_rounds 22, LANECRYPT_SIMECK_UNROLL
        sw      a1, 0(t1)
        sw      a2, 4(t1)
        ret
        lc_end  lanecrypt_simeck64_128_encrypt

        lc_function lanecrypt_simeck64_128_decrypt
        mv      t1, a2
        lw      a2, 4(a1)
        lw      a1, 0(a1)
        addi    a0, a0, 4 * 44
        simeck_rounds 22, LANECRYPT_SIMECK_UNROLL, 1
        sw      a1, 0(t1)
        sw      a2, 4(t1)
        ret
        lc_end  lanecrypt_simeck64_128_decrypt

/* Counter mode, one block at a time: see simon64_128.S; l_1 = counter ^ t5, r_2 = f(l_1) ^ t6. */
        lc_function lanecrypt_simeck64_128_ctr
        lc_ctr_check64 a2, a5, t0
        mv      t0, a3
        mv      t1, a4
        mv      t2, a5
        mv      t4, a2
        lc_ctr_threshold 8, t3, t0, t1
        lw      a5, 0(a0)
        lw      t6, 4(a0)
        addi    a0, a0, 8
        simeck_f a1, t5, a5
        xor     t6, t6, a1
1:      xor     a2, t4, t5
        addi    t4, t4, 1
        simeck_f a2, a1, t6
        simeck_rounds 21, LANECRYPT_SIMECK_CTR_UNROLL
        addi    a0, a0, -8 * 21
        bltu    t2, t3, 5f
        /* Both halves with their bytes turned round, side by side. */
        li      a7, 0x00ff00ff
        srli    a3, a1, 8
        srli    a4, a2, 8
        and     a1, a1, a7
        and     a2, a2, a7
        slli    a1, a1, 8
        slli    a2, a2, 8
        and     a3, a3, a7
        and     a4, a4, a7
        or      a1, a1, a3
        or      a2, a2, a4
        slli    a3, a1, 16
        slli    a4, a2, 16
        srli    a1, a1, 16
        srli    a2, a2, 16
        lw      a5, 0(t0)
        lw      a6, 4(t0)
        or      a1, a1, a3
        or      a2, a2, a4
        xor     a1, a1, a5
        xor     a2, a2, a6
        sw      a1, 0(t1)
        sw      a2, 4(t1)
        addi    t2, t2, -8
        addi    t0, t0, 8
        addi    t1, t1, 8
        bnez    t2, 1b
4:      li      a0, 0
        ret
5:      addi    sp, sp, -16
        .irp    b, 0, 1, 2, 3
        srli    a3, a1, 24 - 8 * \b
        srli    a4, a2, 24 - 8 * \b
        sb      a3, \b(sp)
        sb      a4, 4 + \b(sp)
        .endr
        lc_ctr_bytes 8, t0, t1, t2, a3, a4, a5, a6
        addi    sp, sp, 16
        bnez    t2, 1b
        j       4b
        lc_end  lanecrypt_simeck64_128_ctr
