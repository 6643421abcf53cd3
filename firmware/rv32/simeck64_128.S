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
/* The same for two blocks (divisors of 22 and of 21). */
#ifndef LANECRYPT_SIMECK_PAIR_UNROLL
#define LANECRYPT_SIMECK_PAIR_UNROLL 11
#endif
#ifndef LANECRYPT_SIMECK_CTR2_UNROLL
#define LANECRYPT_SIMECK_CTR2_UNROLL 7
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

/* XORs the words a1, a2 as eight big-endian bytes onto the data at t0, to t1, of which t2 are left. */
        .macro  simeck_put
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
        .endm

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
        simeck_put
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

/* --- Two blocks ----------------------------------------------------------------------------- */

/*
 * The bits of even index of both blocks' words lie in one register, block 0's in the even places and
 * block 1's in the odd ones, and those of odd index in another. A rotation by an even number is one
 * rotation of each; S1 only renames one of them and rotates the other by two.
 */        .macro  simeck_pair xe, xo, ye, yo, k
        .if     LC_ZBB
        lw      t2, \k(a0)
        rori    a5, \xo, 26
        rori    t0, \xe, 28
        rori    a6, \xo, 30
        lw      t3, \k + 4(a0)
        and     a5, a5, \xe
        and     t0, t0, \xo
        xor     \ye, \ye, t2
        xor     a5, a5, a6
        xor     \yo, \yo, \xe
        xor     \ye, \ye, a5
        xor     \yo, \yo, t3
        xor     \yo, \yo, t0
        .else
        lw      t2, \k(a0)
        slli    a5, \xo, 6
        srli    a6, \xo, 26
        slli    t0, \xe, 4
        or      a5, a5, a6
        srli    a6, \xe, 28
        lw      t3, \k + 4(a0)
        and     a5, a5, \xe
        or      t0, t0, a6
        xor     \ye, \ye, t2
        slli    t1, \xo, 2
        srli    a6, \xo, 30
        and     t0, t0, \xo
        xor     \ye, \ye, a5
        xor     \yo, \yo, t3
        xor     \ye, \ye, t1
        xor     \yo, \yo, t0
        xor     \ye, \ye, a6
        xor     \yo, \yo, \xe
        .endif
        .endm
        .macro  simeck_pairs pairs, unroll, backwards=0
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
        simeck_pair a3, a4, a1, a2, .Lkey + 8
        simeck_pair a1, a2, a3, a4, .Lkey
        .set    .Lkey, .Lkey - 16
        .endr
        .else
        .set    .Lkey, 0
        .rept   \unroll
        simeck_pair a1, a2, a3, a4, .Lkey
        simeck_pair a3, a4, a1, a2, .Lkey + 8
        .set    .Lkey, .Lkey + 16
        .endr
        addi    a0, a0, 16 * \unroll
        .endif
        bne     a0, a7, 7b
        .endm

        lc_function lanecrypt_simeck64_128_pair_setkey
        addi    a6, a0, 4 * 44
        mv      a7, a6
        li      a5, 0x55555555
1:      lw      a2, 0(a1)
        sw      a2, 0(a0)
        lw      a4, 4(a1)
        sw      a4, 4(a0)
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
        lc_end  lanecrypt_simeck64_128_pair_setkey

/* Two blocks' words a1, a3 and a2, a4 into even and odd bits, or back. */
        .macro  simeck_repack
        li      a5, 0x55555555
        lc_swap2 a1, a2, a3, a4, a5, 1, t0, t1
        .endm

        .macro  simeck_block2 backwards
        mv      t4, a2
        mv      t3, a1
        lw      a1, 0(t3)
        lw      a2, 8(t3)
        lw      a3, 4(t3)
        lw      a4, 12(t3)
        addi    a0, a0, 4 * 44 * (1 + 2 * \backwards)
        simeck_repack
        simeck_pairs 22, LANECRYPT_SIMECK_PAIR_UNROLL, \backwards
        simeck_repack
        sw      a1, 0(t4)
        sw      a2, 8(t4)
        sw      a3, 4(t4)
        sw      a4, 12(t4)
        ret
        .endm

        lc_function lanecrypt_simeck64_128_encrypt2
        simeck_block2 0
        lc_end  lanecrypt_simeck64_128_encrypt2

        lc_function lanecrypt_simeck64_128_decrypt2
        simeck_block2 1
        lc_end  lanecrypt_simeck64_128_decrypt2

/*
 * Counter mode, two blocks at a time. As for one block, two rounds shrink: s0, s1 hold f(nonce) ^ k_0,
 * s2, s3 hold nonce ^ k_1.
 */
        lc_function lanecrypt_simeck64_128_ctr2
        lc_ctr_check64 a2, a5, t0
        or      t0, a3, a4
        andi    t0, t0, 3
        bnez    t0, 2f
        li      t0, 16
        bgeu    a5, t0, 3f
2:      tail    lanecrypt_simeck64_128_ctr
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
        simeck_pair a1, a2, a3, a4, 0
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
        rori    a5, a4, 26
        rori    t0, a3, 28
        rori    a6, a4, 30
        and     a5, a5, a3
        and     t0, t0, a4
        xor     a1, s2, a6
        xor     a2, s3, a3
        xor     a1, a1, a5
        xor     a2, a2, t0
        .else
        slli    a5, a4, 6
        srli    a6, a4, 26
        slli    t0, a3, 4
        or      a5, a5, a6
        srli    a6, a3, 28
        slli    t1, a4, 2
        and     a5, a5, a3
        or      t0, t0, a6
        srli    a6, a4, 30
        xor     a1, s2, a5
        and     t0, t0, a4
        xor     a1, a1, t1
        xor     a2, s3, t0
        xor     a1, a1, a6
        xor     a2, a2, a3
        .endif
        simeck_pairs 21, LANECRYPT_SIMECK_CTR2_UNROLL
        addi    a0, a0, -16 * 21
        simeck_repack
        li      a7, 0x00ff00ff
        .irp    r, a1, a2, a3, a4
        srli    a5, \r, 8
        and     \r, \r, a7
        and     a5, a5, a7
        slli    \r, \r, 8
        or      \r, \r, a5
        .endr
        .irp    r, a1, a2, a3, a4
        slli    a5, \r, 16
        srli    \r, \r, 16
        or      \r, \r, a5
        .endr
        lw      a5, 0(s4)
        lw      a6, 4(s4)
        lw      t0, 8(s4)
        lw      t1, 12(s4)
        xor     a1, a1, a5
        xor     a3, a3, a6
        xor     a2, a2, t0
        xor     a4, a4, t1
        sw      a1, 0(s5)
        sw      a3, 4(s5)
        sw      a2, 8(s5)
        sw      a4, 12(s5)
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
        tail    lanecrypt_simeck64_128_ctr
        lc_end  lanecrypt_simeck64_128_ctr2

/* --- Eight blocks --------------------------------------------------------------------------- */

/*
 * Register c holds the bits c, c + 8, c + 16, c + 24 of eight words, byte j bit b being bit 8 j + c of
 * word b. A rotation by one is a renaming, and one register rotated by eight.
 */
        .macro  simeck_rot8 d, s, t
        .if     LC_ZBB
        rori    \d, \s, 8
        .else
        srli    \d, \s, 8
        slli    \t, \s, 24
        .endif
        .endm

        .macro  simeck_rot8_join d, t
        .ifeq   LC_ZBB
        or      \d, \d, \t
        .endif
        .endm

/* y ^= a & (the rotated word in t0, t1 if `rotated` is empty, else `rotated`) ^ linear ^ key */
        .macro  simeck_bit y, and, linear, s, k, rotated
        .ifb    \rotated
        simeck_rot8 t0, \s, t1
        .endif
        .ifnb   \k
        lw      t2, \k(t5)
        .endif
        .ifnb   \linear
        xor     \y, \y, \linear
        .endif
        .ifb    \rotated
        simeck_rot8_join t0, t1
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
        simeck_rot8 t3, \x7, t4
        xor     \y1, \y1, \x0
        simeck_rot8_join t3, t4
        simeck_bit \y1, \x1, , \x4, \k+4, 
        simeck_bit \y2, \x2, \x1, \x5, \k+8, 
        simeck_bit \y3, \x3, \x2, \x6, \k+12, 
        simeck_bit \y0, \x0, t3, \x3, \k+0, 
        simeck_bit \y4, \x4, \x3, \x7, \k+16, t3
        simeck_bit \y5, \x5, \x4, zero, \k+20, \x0
        simeck_bit \y6, \x6, \x5, zero, \k+24, \x1
        simeck_bit \y7, \x7, \x6, zero, \k+28, \x2
        .else
        simeck_rot8 t3, \x7, t4
        xor     \y1, \y1, \x0
        simeck_rot8_join t3, t4
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

        lc_function lanecrypt_simeck64_128_sliced_setkey
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
        lc_bswap t0, t0, t1, t2         /* words of big-endian data */
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
        lc_end  lanecrypt_simeck64_128_sliced_setkey

/* ra = f(nonce) ^ k_0, and d = nonce ^ k_1, from the key at a0. */
        .macro  simeck_nonce nonce, d
        lc_rotl a2, \nonce, 5, a4
        lc_rotl a3, \nonce, 1, a4
        and     a2, a2, \nonce
        lw      a4, 0(a0)
        xor     a2, a2, a3
        xor     ra, a2, a4
        lw      a4, 4(a0)
        xor     \d, \nonce, a4
        .endm

        lc_function lanecrypt_simeck64_128_ctr_sliced
        lc_wide_begin 8, 32, lanecrypt_simeck64_128_ctr
        lw      a0, 32(sp)
        lw      a1, 36(sp)
        simeck_nonce a1, t0
        lc_bswap t0, t0, t1, t2
        lc_bswap a2, ra, t1, t2
        mv      ra, a2
        addi    t5, a0, 4 * 44 + 32 * 2
        li      t2, 0x01010101
        lc_expand8 a0, a1, a2, a3, a4, a5, a6, a7, t0, t2, t1
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        sw      a\r, 4 * \r(sp)
        .endr
1:
        lc_bswap t0, s11, t1, t2
        xor     t0, t0, ra
        li      t2, 0x01010101
        lc_expand8 a0, a1, a2, a3, a4, a5, a6, a7, t0, t2, t1
        lui     t0, 0xaa000
        lui     t1, 0xcc000
        lui     t2, 0xf0000
        xor     a0, a0, t0
        xor     a1, a1, t1
        xor     a2, a2, t2
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        lw      s\r, 4 * \r(sp)
        .endr
        simeck_sliced , a0, a1, a2, a3, a4, a5, a6, a7, s0, s1, s2, s3, s4, s5, s6, s7
        addi    t6, t5, 64 * 21
        .balign 4
6:      simeck_sliced 0, s0, s1, s2, s3, s4, s5, s6, s7, a0, a1, a2, a3, a4, a5, a6, a7
        simeck_sliced 32, a0, a1, a2, a3, a4, a5, a6, a7, s0, s1, s2, s3, s4, s5, s6, s7
        addi    t5, t5, 64
        bne     t5, t6, 6b
        addi    t5, t5, -64 * 21
        lc_transpose8 s0, s1, s2, s3, s4, s5, s6, s7, t2, t0, t1
        lc_transpose8 a0, a1, a2, a3, a4, a5, a6, a7, t2, t0, t1
        lc_put8 s0, s1, s2, s3, s4, s5, s6, s7, a0, a1, a2, a3, a4, a5, a6, a7, t0, t1
        addi    s8, s8, 64
        addi    s9, s9, 64
        addi    s10, s10, -64
        addi    s11, s11, 8
        li      t0, 64
        bgeu    s10, t0, 1b
        lc_wide_end 32, lanecrypt_simeck64_128_ctr
        lc_end  lanecrypt_simeck64_128_ctr_sliced

/* --- Thirty-two blocks ---------------------------------------------------------------------- */

        lc_function lanecrypt_simeck64_128_bitsliced
        lc_bitsliced 0, 5, 1, 24, 5, simeck_nonce, 0, 128, lanecrypt_simeck64_128_ctr
        lc_end  lanecrypt_simeck64_128_bitsliced

#ifdef LANECRYPT_EXPERIMENTS
#include "bench/experiments_simeck64_128.S"
#endif
