/*
 * SPECK-64/128, thirty-two blocks bitsliced, in counter mode: a bit of x' = (S-8 x + y) ^ k and
 * y' = S3 y ^ x' is a full adder of five operations and two exclusive ors. Rotations are renamings, but
 * carries go from bit to bit, and the state is in memory.
 *
 * Two rounds go through memory together, the second eight bits behind: its S-8 x is what the first has
 * just made. The key is `struct { lanecrypt_speck64_128_key key; uint8_t rk[27][32]; }`, the bytes
 * of a round key as in the sliced keys of the other ciphers.
 *
 * Bit j of x lies at x23 + 4 j, from 16 on at x24 + 4 (j - 16). The second round's bit i is stored where
 * bit i + 16 of x has just been read, and the pointers are exchanged after every pass. Bit j of y lies
 * at 128(sp) + 4 j. x5..x16 are the last twelve bits of the first round's y, x17..x20 the last four of
 * the y before it; x21, x22 are the carries.
 */
        .macro  speck_bit_load y, x_at, p, y_at, key
        lw      x\y, \y_at(sp)
        lw      x25, \x_at(x\p)
        lb      x26, \key(ra)
        .endm

/* x26 = bit of x', x\yn = bit of y', where x25 and x\y are added and x26 is the key. */
        .macro  speck_bit_add y, y3, yn, first, last
        xor     x27, x25, x\y
        .if     \first
        xor     x26, x26, x27
        and     x21, x25, x\y
        .elseif \last
        xor     x27, x27, x21
        xor     x26, x26, x27
        .else
        xor     x28, x25, x21
        xor     x26, x26, x27
        and     x27, x27, x28
        xor     x26, x26, x21
        xor     x21, x27, x25
        .endif
        xor     x\yn, x26, x\y3
        .endm

/* The second round's sum of x26 and x\y in x29, and its key in x30. */
        .macro  speck_bit_add2 y, key, first, last
        lb      x30, 32 + \key(ra)
        xor     x29, x26, x\y
        .if     \first
        and     x22, x26, x\y
        .elseif \last
        xor     x29, x29, x22
        .else
        xor     x28, x26, x22
        and     x27, x29, x28
        xor     x29, x29, x22
        xor     x22, x27, x26
        .endif
        .endm

/* What is left of the bit before; the first three of y wait for the last three of the first round's y. */
        .macro  speck_bit_store x_at, p, y3, y_at, wait
        xor     x29, x29, x30
        sw      x29, \x_at(x\p)
        .ifeq   \wait
        xor     x29, x29, x\y3
        sw      x29, \y_at(sp)
        .endif
        .endm

        .macro  speck_bit_keep x_at, p
        sw      x26, \x_at(x\p)
        .endm

        .macro  speck_bit_again x_at, p
        lw      x26, \x_at(x\p)
        .endm

        .macro  speck_bit_mend x_at, p, y, y_at
        lw      x29, \x_at(x\p)
        xor     x29, x29, x\y
        sw      x29, \y_at(sp)
        .endm

        .macro  speck_bit_two_rounds
        lw      x18, 128 + 4 * 29(sp)
        lw      x19, 128 + 4 * 30(sp)
        lw      x20, 128 + 4 * 31(sp)
        .altmacro
        .set    .Lj, 0
        .rept   40
        .if     .Lj < 32
        speck_bit_load %(17+(.Lj&3)), %(4*((.Lj+8)&15)), %(23+(((.Lj+8)>>4)&1)), %(128+4*.Lj), %(4*(.Lj&7)+(.Lj>>3))
        .else
        speck_bit_again %(4*((.Lj+8)&15)), %(23+(((.Lj+8)>>4)&1))
        .endif
        .if     .Lj > 8
        speck_bit_store %(4*((.Lj+7)&15)), %(23+(((.Lj+7)>>4)&1)), %(5+(.Lj%12)), %(128+4*(.Lj-9)), %(.Lj<12)
        .endif
        .if     .Lj < 32
        speck_bit_add %(17+(.Lj&3)), %(17+((.Lj+1)&3)), %(5+(.Lj%12)), %(.Lj==0), %(.Lj==31)
        .endif
        .if     .Lj < 8
        speck_bit_keep %(4*((.Lj+8)&15)), %(23+(((.Lj+8)>>4)&1))
        .else
        speck_bit_add2 %(5+((.Lj+4)%12)), %(4*(.Lj&7)+((.Lj-8)>>3)), %(.Lj==8), %(.Lj==39)
        .endif
        .set    .Lj, .Lj + 1
        .endr
        speck_bit_store %(4*15), 23, %(5+(40%12)), %(128+4*31), 0
        .set    .Lj, 0
        .rept   3
        speck_bit_mend %(4*.Lj), 24, %(5+((29+.Lj)%12)), %(128+4*.Lj)
        .set    .Lj, .Lj + 1
        .endr
        .noaltmacro
        .endm

        lc_function lanecrypt_speck64_128_bitsliced_setkey
        addi    t3, a0, 4 * 27
        mv      t4, t3
        mv      t6, a0
        mv      t2, a1
        li      t5, 0x01010101
1:      lw      t0, 0(t2)
        sw      t0, 0(t6)
        lc_expand8 a0, a1, a2, a3, a4, a5, a6, a7, t0, t5, t1
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        sw      a\r, 4 * \r(t3)
        .endr
        addi    t2, t2, 4
        addi    t6, t6, 4
        addi    t3, t3, 32
        bne     t6, t4, 1b
        ret
        lc_end  lanecrypt_speck64_128_bitsliced_setkey

/* One bit of the nonce, rotated, and one of the counter, p: their sum goes to \at, the carry is in t2. */
        .macro  speck_bit_low j, p
        slli    t0, a1, 31 - \j
        li      t1, \p
        srai    t0, t0, 31
        .if     \j
        xor     a2, t0, t1
        xor     a3, t0, t2
        xor     a4, a2, t2
        and     a2, a2, a3
        xor     t2, a2, t0
        .else
        xor     a4, t0, t1
        and     t2, t0, t1
        .endif
        sw      a4, 256 + 4 * \j(sp)
        .endm

/* The same into the new words: x's bit 0 lies at 64(sp) now. */
        .macro  speck_bit_pattern j, p
        lw      t0, 256 + 4 * \j(sp)
        lw      t1, 64 + 4 * \j(sp)
        lw      t2, 128 + 4 * \j(sp)
        li      t3, \p
        xor     t1, t1, t0
        xor     t2, t2, t0
        sw      t2, 128 + 4 * \j(sp)
        lw      t2, 128 + 4 * (\j + 3)(sp)
        sw      t1, 64 + 4 * \j(sp)
        xor     t2, t2, t3
        sw      t2, 128 + 4 * (\j + 3)(sp)
        .endm

/*
 * The first round: x_0 is the nonce. The sum of the counter's lowest five bits is the same for every
 * group of blocks, and its carry selects between two sums of the others.
 */
        lc_function lanecrypt_speck64_128_bitsliced
        lc_wide_begin 32, 304, lanecrypt_speck64_128_ctr
        lw      a0, 304(sp)
        lw      a1, 308(sp)
        lc_rotl a1, a1, 24, t0
        speck_bit_low 0, 0xaaaaaaaa - (1 << 32)
        speck_bit_low 1, 0xcccccccc - (1 << 32)
        speck_bit_low 2, 0xf0f0f0f0 - (1 << 32)
        speck_bit_low 3, 0xff00ff00 - (1 << 32)
        speck_bit_low 4, 0xffff0000 - (1 << 32)
        andi    a1, a1, -32
        addi    t0, a0, 4 * 27 + 32 * 27
        sw      t2, 276(sp)
        sw      a1, 280(sp)
        sw      t0, 300(sp)
1:      lw      t0, 280(sp)
        lw      ra, 304(sp)
        sw      s8, 284(sp)
        sw      s9, 288(sp)
        sw      s10, 292(sp)
        sw      s11, 296(sp)
        add     t0, t0, s11
        lw      t5, 0(ra)
        addi    t1, t0, 32
        xor     t1, t1, t0
        xor     t0, t0, t5
        lc_rotl a0, t0, 16, t2
        lc_rotl a1, t1, 16, t2
        lc_rotl t2, s11, 3, t5
        lw      t6, 276(sp)
        xor     t0, t0, t2
        addi    t3, sp, 128 + 96
8:      addi    t4, t3, -128
7:      .set    .Lj, 28
        .rept   8
        srai    a2, t0, 31
        srai    a3, t1, 31
        slli    t0, t0, 1
        slli    t1, t1, 1
        and     a3, a3, t6
        xor     a2, a2, a3
        sw      a2, .Lj(t3)
        .set    .Lj, .Lj - 4
        .endr
        addi    t3, t3, -32
        bne     t3, t4, 7b
        mv      t0, a0
        mv      t1, a1
        bgeu    t3, sp, 8b
        speck_bit_pattern 0, 0xaaaaaaaa - (1 << 32)
        speck_bit_pattern 1, 0xcccccccc - (1 << 32)
        speck_bit_pattern 2, 0xf0f0f0f0 - (1 << 32)
        speck_bit_pattern 3, 0xff00ff00 - (1 << 32)
        speck_bit_pattern 4, 0xffff0000 - (1 << 32)
        addi    ra, ra, 4 * 27 + 32
        addi    x23, sp, 64             /* after thirteen passes the pointers are the other way round */
        mv      x24, sp
        .balign 4
6:      speck_bit_two_rounds
        lw      t0, 300(sp)
        mv      t1, x23
        addi    ra, ra, 64
        mv      x23, x24
        mv      x24, t1
        beq     ra, t0, 5f
        j       6b
5:      lw      s8, 284(sp)
        lw      s9, 288(sp)
        lc_bit_out 128, 0
        lw      s10, 292(sp)
        lw      s11, 296(sp)
        li      t0, 256
        addi    s10, s10, -256
        addi    s11, s11, 32
        bgeu    s10, t0, 9f
        lc_wide_end 304, lanecrypt_speck64_128_ctr
9:      j       1b
        lc_end  lanecrypt_speck64_128_bitsliced
