#include "experiments.h"

/* Two blocks side by side: x, y in a1, a2 and a3, a4. */
        .macro  simon_odd2 x, y, v, w, k
        lw      a5, \k(a0)
        slli    t0, \x, 7
        srli    t1, \x, 25
        slli    t2, \v, 7
        srli    t3, \v, 25
        or      t0, t0, t1
        or      t2, t2, t3
        add     t1, \x, \x
        add     t3, \v, \v
        and     t0, t0, \x
        and     t2, t2, \v
        xor     t1, t1, t0
        xor     t3, t3, t2
        slt     t0, \x, zero
        slt     t2, \v, zero
        xor     \y, \y, a5
        xor     \w, \w, a5
        xor     t1, t1, t0
        xor     t3, t3, t2
        xor     \y, \y, t1
        xor     \w, \w, t3
        .endm

        .macro  simon_even2 x, y, v, w, k
        lw      a5, \k(a0)
        slli    t0, \x, 2
        srli    t1, \x, 30
        slli    t2, \v, 2
        srli    t3, \v, 30
        or      t0, t0, t1
        or      t2, t2, t3
        xor     \y, \y, a5
        xor     \w, \w, a5
        slli    t1, \x, 9
        srli    t4, \x, 23
        slli    t3, \v, 9
        srli    t5, \v, 23
        or      t1, t1, t4
        or      t3, t3, t5
        and     t0, t0, t1
        and     t2, t2, t3
        slli    t1, \x, 3
        srli    t4, \x, 29
        slli    t3, \v, 3
        srli    t5, \v, 29
        xor     t0, t0, t1
        xor     t2, t2, t3
        xor     \y, \y, t4
        xor     \w, \w, t5
        xor     \y, \y, t0
        xor     \w, \w, t2
        .endm

        lc_function lanecrypt_simon64_128_encrypt2_interleaved
        mv      t6, a2
        mv      t5, a1
        lw      a2, 0(t5)
        lw      a1, 4(t5)
        lw      a4, 8(t5)
        lw      a3, 12(t5)
        lc_rotl a1, a1, 31, t0
        lc_rotl a3, a3, 31, t0
        addi    a7, a0, 4 * 44
        .balign 4
7:      .set    .Lkey, 0
        .rept   11
        simon_even2 a1, a2, a3, a4, .Lkey
        simon_odd2 a2, a1, a4, a3, .Lkey + 4
        .set    .Lkey, .Lkey + 8
        .endr
        addi    a0, a0, 88
        bne     a0, a7, 7b
        lc_rotl a1, a1, 1, t0
        lc_rotl a3, a3, 1, t0
        sw      a2, 0(t6)
        sw      a1, 4(t6)
        sw      a4, 8(t6)
        sw      a3, 12(t6)
        ret
        lc_end  lanecrypt_simon64_128_encrypt2_interleaved

/* Split halves: round keys (upper | upper, lower | lower) behind the plain ones. */
        .macro  simon_split xh, xl, yh, yl, k
        lw      a5, \k(a0)
        lw      a6, \k + 4(a0)
        lc_split_rotl t0, t1, \xh, \xl, 1, s0, t4, t5
        xor     \yh, \yh, a5
        xor     \yl, \yl, a6
        lc_split_rotl t2, t3, \xh, \xl, 8, s2, t4, t5
        and     t0, t0, t2
        and     t1, t1, t3
        lc_split_rotl t2, t3, \xh, \xl, 2, s1, t4, t5
        xor     \yh, \yh, t0
        xor     \yl, \yl, t1
        xor     \yh, \yh, t2
        xor     \yl, \yl, t3
        .endm

        lc_function lanecrypt_simon64_128_encrypt2_split
        addi    sp, sp, -16
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        sw      s2, 8(sp)
        mv      t6, a2
        mv      t5, a1
        lw      a3, 0(t5)
        lw      a1, 4(t5)
        lw      a4, 8(t5)
        lw      a2, 12(t5)
        li      a5, 0x0000ffff
        lc_swap2 a1, a2, a3, a4, a5, 16, t0, t1
        li      s0, 0x00010001
        li      s1, 0x00030003
        li      s2, 0x00ff00ff
        addi    a0, a0, 4 * 44
        addi    a7, a0, 8 * 44
        .balign 4
7:      .set    .Lkey, 0
        .rept   2
        simon_split a2, a1, a4, a3, .Lkey
        simon_split a4, a3, a2, a1, .Lkey + 8
        .set    .Lkey, .Lkey + 16
        .endr
        addi    a0, a0, 32
        bne     a0, a7, 7b
        li      a5, 0x0000ffff
        lc_swap2 a1, a2, a3, a4, a5, 16, t0, t1
        sw      a3, 0(t6)
        sw      a1, 4(t6)
        sw      a4, 8(t6)
        sw      a2, 12(t6)
        lw      s0, 0(sp)
        lw      s1, 4(sp)
        lw      s2, 8(sp)
        addi    sp, sp, 16
        ret
        lc_end  lanecrypt_simon64_128_encrypt2_split

/* Counter mode with every round of every block computed. */
        lc_function lanecrypt_simon64_128_ctr_plain
        lc_ctr_check64 a2, a5, t0
        mv      t0, a3
        mv      t1, a4
        mv      t2, a5
        mv      t4, a2
        lc_rotl t5, a1, 31, a5
        lc_ctr_threshold 8, t3, t0, t1
1:      mv      a2, t4
        mv      a1, t5
        addi    t4, t4, 1
        simon_rounds 22, 11
        addi    a0, a0, -8 * 22
        add     a5, a1, a1
        slt     a1, a1, zero
        or      a1, a1, a5
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
        lc_end  lanecrypt_simon64_128_ctr_plain
