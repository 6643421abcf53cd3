#include "experiments.h"

/* Two blocks side by side: l, r in a1, a2 and a3, a4. */
        .macro  simeck_round2 x, y, v, w, k
        lw      a5, \k(a0)
        slli    t0, \x, 5
        srli    t1, \x, 27
        slli    t2, \v, 5
        srli    t3, \v, 27
        or      t0, t0, t1
        or      t2, t2, t3
        xor     \y, \y, a5
        xor     \w, \w, a5
        and     t0, t0, \x
        and     t2, t2, \v
        add     t1, \x, \x
        add     t3, \v, \v
        xor     \y, \y, t0
        xor     \w, \w, t2
        slt     t0, \x, zero
        slt     t2, \v, zero
        xor     \y, \y, t1
        xor     \w, \w, t3
        xor     \y, \y, t0
        xor     \w, \w, t2
        .endm

        lc_function lanecrypt_simeck64_128_encrypt2_interleaved
        mv      t6, a2
        mv      t5, a1
        lw      a1, 0(t5)
        lw      a2, 4(t5)
        lw      a3, 8(t5)
        lw      a4, 12(t5)
        addi    a7, a0, 4 * 44
        .balign 4
7:      .set    .Lkey, 0
        .rept   11
        simeck_round2 a1, a2, a3, a4, .Lkey
        simeck_round2 a2, a1, a4, a3, .Lkey + 4
        .set    .Lkey, .Lkey + 8
        .endr
        addi    a0, a0, 88
        bne     a0, a7, 7b
        sw      a1, 0(t6)
        sw      a2, 4(t6)
        sw      a3, 8(t6)
        sw      a4, 12(t6)
        ret
        lc_end  lanecrypt_simeck64_128_encrypt2_interleaved

        .macro  simeck_split xh, xl, yh, yl, k
        lw      a5, \k(a0)
        lw      a6, \k + 4(a0)
        lc_split_rotl t0, t1, \xh, \xl, 5, t6, t4, t5
        xor     \yh, \yh, a5
        xor     \yl, \yl, a6
        and     t0, t0, \xh
        and     t1, t1, \xl
        lc_split_rotl t2, t3, \xh, \xl, 1, s0, t4, t5
        xor     \yh, \yh, t0
        xor     \yl, \yl, t1
        xor     \yh, \yh, t2
        xor     \yl, \yl, t3
        .endm

        lc_function lanecrypt_simeck64_128_encrypt2_split
        addi    sp, sp, -16
        sw      s0, 0(sp)
        sw      a2, 4(sp)
        mv      t5, a1
        lw      a1, 0(t5)
        lw      a3, 4(t5)
        lw      a2, 8(t5)
        lw      a4, 12(t5)
        li      a5, 0x0000ffff
        lc_swap2 a1, a2, a3, a4, a5, 16, t0, t1
        li      s0, 0x00010001
        li      t6, 0x001f001f
        addi    a0, a0, 4 * 44
        addi    a7, a0, 8 * 44
        .balign 4
7:      .set    .Lkey, 0
        .rept   2
        simeck_split a2, a1, a4, a3, .Lkey
        simeck_split a4, a3, a2, a1, .Lkey + 8
        .set    .Lkey, .Lkey + 16
        .endr
        addi    a0, a0, 32
        bne     a0, a7, 7b
        li      a5, 0x0000ffff
        lc_swap2 a1, a2, a3, a4, a5, 16, t0, t1
        lw      s0, 0(sp)
        lw      t6, 4(sp)
        sw      a1, 0(t6)
        sw      a3, 4(t6)
        sw      a2, 8(t6)
        sw      a4, 12(t6)
        addi    sp, sp, 16
        ret
        lc_end  lanecrypt_simeck64_128_encrypt2_split

/* Counter mode with every round of every block computed. */
        lc_function lanecrypt_simeck64_128_ctr_plain
        lc_ctr_check64 a2, a5, t0
        mv      t0, a3
        mv      t1, a4
        mv      t2, a5
        mv      t4, a2
        mv      t5, a1
        lc_ctr_threshold 8, t3, t0, t1
1:      mv      a2, t4
        mv      a1, t5
        addi    t4, t4, 1
        simeck_rounds 22, 11
        addi    a0, a0, -8 * 22
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
        lc_end  lanecrypt_simeck64_128_ctr_plain

/*
 * One block in 44 rounds with the linear parts kept in other variables: z_i = x_i ^ c_i, where c_i gathers
 * the round keys, moves the exclusive or of the key before the and, but does not remove it. Nothing to
 * measure: the count is the same. What can be left out is the load: sixteen round keys in registers, in
 * counter mode, where the registers are loaded once for all blocks.
 */
        .macro  simeck_resident x, y, key
        slli    a3, \x, 5
        srli    a4, \x, 27
        add     a5, \x, \x
        or      a3, a3, a4
        slt     a4, \x, zero
        xor     \y, \y, \key
        and     a3, a3, \x
        xor     \y, \y, a5
        xor     a3, a3, a4
        xor     \y, \y, a3
        .endm

        lc_function lanecrypt_simeck64_128_ctr_resident
        lc_ctr_check64 a2, a5, t0
        or      t0, a3, a4
        andi    t0, t0, 3
        bnez    t0, 2f
        li      t0, 8
        bgeu    a5, t0, 3f
2:      tail    lanecrypt_simeck64_128_ctr
3:      addi    sp, sp, -64
        .set    .Lat, 0
        .irp    r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, ra, a0, a1
        sw      \r, .Lat(sp)
        .set    .Lat, .Lat + 4
        .endr
        mv      t0, a3
        mv      t1, a4
        mv      t2, a5
        mv      t4, a2
        lw      a5, 0(a0)
        lw      t6, 4(a0)
        simeck_f a1, t5, a5
        xor     t6, t6, a1
        .set    .Lat, 4 * 30
        .irp    r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, ra, t3
        lw      \r, .Lat(a0)
        .set    .Lat, .Lat + 4
        .endr
        addi    a0, a0, 8
1:      xor     a2, t4, t5
        addi    t4, t4, 1
        simeck_f a2, a1, t6
        simeck_rounds 14, 7
        addi    a0, a0, -8 * 14
        simeck_resident a1, a2, s0
        simeck_resident a2, a1, s1
        simeck_resident a1, a2, s2
        simeck_resident a2, a1, s3
        simeck_resident a1, a2, s4
        simeck_resident a2, a1, s5
        simeck_resident a1, a2, s6
        simeck_resident a2, a1, s7
        simeck_resident a1, a2, s8
        simeck_resident a2, a1, s9
        simeck_resident a1, a2, s10
        simeck_resident a2, a1, s11
        simeck_resident a1, a2, ra
        simeck_resident a2, a1, t3
        simeck_put
        li      a5, 8
        bgeu    t2, a5, 1b
        mv      a2, t4
        mv      a3, t0
        mv      a4, t1
        mv      a5, t2
        .set    .Lat, 0
        .irp    r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, ra, a0, a1
        lw      \r, .Lat(sp)
        .set    .Lat, .Lat + 4
        .endr
        addi    sp, sp, 64
        tail    lanecrypt_simeck64_128_ctr
        lc_end  lanecrypt_simeck64_128_ctr_resident
