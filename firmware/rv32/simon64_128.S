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
