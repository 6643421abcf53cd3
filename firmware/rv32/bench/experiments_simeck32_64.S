/* One block the plain way: a word in the lower half, rotations of three operations, the upper half
 * cleared. Round keys as the others read them. */
        .macro  simeck_plain x, y, k
        lhu     a5, \k(a0)
        slli    a3, \x, 5
        srli    a4, \x, 11
        slli    a6, \x, 1
        or      a3, a3, a4
        srli    a4, \x, 15
        xor     \y, \y, a5
        and     a3, a3, \x
        or      a6, a6, a4
        xor     \y, \y, a3
        xor     \y, \y, a6
        and     \y, \y, t3
        .endm

        lc_function lanecrypt_simeck32_64_encrypt_plain
        mv      t1, a2
        lhu     a2, 2(a1)
        lhu     a1, 0(a1)
        li      t3, 0xffff
        addi    a7, a0, 4 * 32
        .balign 4
1:      .set    .Lkey, 0
        .rept   8
        simeck_plain a1, a2, .Lkey
        simeck_plain a2, a1, .Lkey + 4
        .set    .Lkey, .Lkey + 8
        .endr
        addi    a0, a0, 64
        bne     a0, a7, 1b
        sh      a1, 0(t1)
        sh      a2, 2(t1)
        ret
        lc_end  lanecrypt_simeck32_64_encrypt_plain

/* Two blocks, one in each half of a register, with what a shift carries across masked out. */
        .macro  simeck_packed x, y, k
        lw      a5, \k(a0)
        slli    a3, \x, 5
        srli    a4, \x, 11
        add     a6, \x, \x
        xor     a4, a4, a3
        xor     \y, \y, a5
        srli    t0, \x, 15
        and     a4, a4, t3
        xor     t0, t0, a6
        xor     a3, a3, a4
        and     t0, t0, t4
        and     a3, a3, \x
        xor     a6, a6, t0
        xor     \y, \y, a3
        xor     \y, \y, a6
        .endm

        lc_function lanecrypt_simeck32_64_encrypt2_packed
        mv      t1, a2
        mv      t0, a1
        lhu     a3, 4(t0)
        lhu     a4, 6(t0)
        lhu     a1, 0(t0)
        lhu     a2, 2(t0)
        slli    a3, a3, 16
        slli    a4, a4, 16
        or      a1, a1, a3
        or      a2, a2, a4
        li      t3, 0x001f001f
        li      t4, 0x00010001
        addi    a7, a0, 4 * 32
        .balign 4
1:      .set    .Lkey, 0
        .rept   8
        simeck_packed a1, a2, .Lkey
        simeck_packed a2, a1, .Lkey + 4
        .set    .Lkey, .Lkey + 8
        .endr
        addi    a0, a0, 64
        bne     a0, a7, 1b
        sh      a1, 0(t1)
        sh      a2, 2(t1)
        srli    a1, a1, 16
        srli    a2, a2, 16
        sh      a1, 4(t1)
        sh      a2, 6(t1)
        ret
        lc_end  lanecrypt_simeck32_64_encrypt2_packed
