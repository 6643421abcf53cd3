/*
 * SIMON-64/128, SPECK-64/128, SIMECK-64/128 and SIMECK-32/64 for 32-bit RISC-V: block functions and
 * counter mode in assembly, one .S file per cipher. Copy this header and the .S files you need.
 *
 * All routines: RV32I instructions only (rori and its like when assembled with Zbb or Zbkb), ilp32,
 * callee-saved registers kept, no tables, no branch and no address that depends on a key or on data,
 * nothing written outside the output and the stack. README.md gives cycles, bytes and stack for each.
 *
 * Words and bytes. SIMON and SPECK are little-endian: a block is the bytes of its word y, then those
 * of x, and a key the bytes of k[0], k[1], k[2], k[3]; so a word-aligned byte string is the array of
 * words that these functions take. SIMECK is big-endian: a block is l, then r, a key t2, t1, t0, k0;
 * the block and key functions take the words themselves (lanecrypt_load_be32 makes them from bytes).
 * Arrays of words are aligned as C aligns them. Input and output may be the same array, but may not
 * overlap otherwise.
 *
 * Counter mode. The half of the block that the round function reads first (x, l) is the nonce, the
 * other half (y, r) counts up from `counter`, both in the cipher's byte order: SIMON and SPECK blocks
 * are four bytes of counter, then four of nonce; SIMECK blocks are the nonce, then the counter. Data
 * are bytes of any length and any alignment, faster when `in` and `out` are word-aligned. Returns 0,
 * or LANECRYPT_WRAP when the counter would pass its last value, and then nothing has been written.
 */
#ifndef LANECRYPT_RV32_H
#define LANECRYPT_RV32_H

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

#define LANECRYPT_WRAP (-1)

static inline uint32_t lanecrypt_load_be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline uint16_t lanecrypt_load_be16(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

static inline void lanecrypt_store_be32(uint8_t *p, uint32_t w)
{
    p[0] = (uint8_t)(w >> 24), p[1] = (uint8_t)(w >> 16), p[2] = (uint8_t)(w >> 8), p[3] = (uint8_t)w;
}

static inline void lanecrypt_store_be16(uint8_t *p, uint16_t w)
{
    p[0] = (uint8_t)(w >> 8), p[1] = (uint8_t)w;
}

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The round keys, in the form that the kernels read: not always the one of the ciphers' papers.
 * SIMON: every second one rotated right by one. SIMECK-32/64: each in both halves of its word.
 */
typedef struct { uint32_t rk[44]; } lanecrypt_simon64_128_key;
typedef struct { uint32_t rk[27]; } lanecrypt_speck64_128_key;
typedef struct { uint32_t rk[44]; } lanecrypt_simeck64_128_key;
typedef struct { uint32_t rk[32]; } lanecrypt_simeck32_64_key;

/*
 * Keys for several blocks at a time, made from the others, and holding a copy of them.
 * Pair: the bits of even index of two words in one register, those of odd index in another.
 * Sliced: bits c, c + 8, c + 16, c + 24 of eight words in register c. A key has 0 or 0xff there for each
 * bit; the bitsliced routines read those bytes one by one, and take the same keys.
 */
typedef struct { lanecrypt_simon64_128_key key; uint32_t rk[44][2]; } lanecrypt_simon64_128_pair_key;
typedef struct { lanecrypt_simeck64_128_key key; uint32_t rk[44][2]; } lanecrypt_simeck64_128_pair_key;
typedef struct { lanecrypt_simon64_128_key key; uint32_t rk[44][8]; } lanecrypt_simon64_128_sliced_key;
typedef struct { lanecrypt_simeck64_128_key key; uint32_t rk[44][8]; } lanecrypt_simeck64_128_sliced_key;

#define LANECRYPT_RV32_WIDE(name)                                                                  \
    void lanecrypt_##name##_pair_setkey(lanecrypt_##name##_pair_key *,                             \
                                        const lanecrypt_##name##_key *);                           \
    void lanecrypt_##name##_encrypt2(const lanecrypt_##name##_pair_key *, const uint32_t in[4],    \
                                     uint32_t out[4]);                                             \
    void lanecrypt_##name##_decrypt2(const lanecrypt_##name##_pair_key *, const uint32_t in[4],    \
                                     uint32_t out[4]);                                             \
    int lanecrypt_##name##_ctr2(const lanecrypt_##name##_pair_key *, uint32_t nonce,               \
                                uint32_t counter, const uint8_t *in, uint8_t *out, size_t len);    \
    void lanecrypt_##name##_sliced_setkey(lanecrypt_##name##_sliced_key *,                         \
                                          const lanecrypt_##name##_key *);                         \
    int lanecrypt_##name##_ctr_sliced(const lanecrypt_##name##_sliced_key *, uint32_t nonce,       \
                                      uint32_t counter, const uint8_t *in, uint8_t *out,           \
                                      size_t len);                                                 \
    int lanecrypt_##name##_bitsliced(const lanecrypt_##name##_sliced_key *, uint32_t nonce,        \
                                     uint32_t counter, const uint8_t *in, uint8_t *out,            \
                                     size_t len);

/* SIMECK-32/64 pairs: bit j of block b at place 2 j + b. SPECK needs no other key for two blocks. */
typedef struct { lanecrypt_simeck32_64_key key; uint32_t rk[32]; } lanecrypt_simeck32_64_pair_key;

/* SIMECK-32/64 sliced: sixteen blocks, bits c and c + 8 of their words in register c. */
typedef struct { lanecrypt_simeck32_64_key key; uint32_t rk[32][8]; } lanecrypt_simeck32_64_sliced_key;

void lanecrypt_simeck32_64_sliced_setkey(lanecrypt_simeck32_64_sliced_key *,
                                         const lanecrypt_simeck32_64_key *);
int lanecrypt_simeck32_64_ctr_sliced(const lanecrypt_simeck32_64_sliced_key *, uint32_t nonce,
                                     uint32_t counter, const uint8_t *in, uint8_t *out, size_t len);
int lanecrypt_simeck32_64_bitsliced(const lanecrypt_simeck32_64_sliced_key *, uint32_t nonce,
                                    uint32_t counter, const uint8_t *in, uint8_t *out, size_t len);
void lanecrypt_simeck32_64_pair_setkey(lanecrypt_simeck32_64_pair_key *, const lanecrypt_simeck32_64_key *);
void lanecrypt_simeck32_64_encrypt2(const lanecrypt_simeck32_64_pair_key *, const uint16_t in[4],
                                    uint16_t out[4]);
void lanecrypt_simeck32_64_decrypt2(const lanecrypt_simeck32_64_pair_key *, const uint16_t in[4],
                                    uint16_t out[4]);
int lanecrypt_simeck32_64_ctr2(const lanecrypt_simeck32_64_pair_key *, uint32_t nonce, uint32_t counter,
                               const uint8_t *in, uint8_t *out, size_t len);

void lanecrypt_speck64_128_encrypt2(const lanecrypt_speck64_128_key *, const uint32_t in[4],
                                    uint32_t out[4]);
void lanecrypt_speck64_128_decrypt2(const lanecrypt_speck64_128_key *, const uint32_t in[4],
                                    uint32_t out[4]);
int lanecrypt_speck64_128_ctr2(const lanecrypt_speck64_128_key *, uint32_t nonce, uint32_t counter,
                               const uint8_t *in, uint8_t *out, size_t len);

LANECRYPT_RV32_WIDE(simon64_128)
LANECRYPT_RV32_WIDE(simeck64_128)

#define LANECRYPT_RV32_CIPHER(name, word)                                                          \
    void lanecrypt_##name##_setkey(lanecrypt_##name##_key *key, const word k[4]);                  \
    void lanecrypt_##name##_encrypt(const lanecrypt_##name##_key *key, const word in[2],           \
                                    word out[2]);                                                  \
    void lanecrypt_##name##_decrypt(const lanecrypt_##name##_key *key, const word in[2],           \
                                    word out[2]);                                                  \
    int lanecrypt_##name##_ctr(const lanecrypt_##name##_key *key, uint32_t nonce,                  \
                               uint32_t counter, const uint8_t *in, uint8_t *out, size_t len);

LANECRYPT_RV32_CIPHER(simon64_128, uint32_t)
LANECRYPT_RV32_CIPHER(speck64_128, uint32_t)
LANECRYPT_RV32_CIPHER(simeck64_128, uint32_t)
LANECRYPT_RV32_CIPHER(simeck32_64, uint16_t)

#ifdef __cplusplus
}
#endif

#else /* what the assembly files share */

#if defined(__riscv_zbb) || defined(__riscv_zbkb)
#define LC_ZBB 1
#else
#define LC_ZBB 0
#endif

        .macro  lc_function name
        .section .text.\name, "ax"
        .balign 4
        .globl  \name
        .type   \name, @function
\name:
        .endm

        .macro  lc_end name
        .size   \name, . - \name
        .endm

/* d = s rotated left by n; t is scratch. The shifts stand apart from their uses only where the
 * caller interleaves; a lone rotation uses one shift too early for a core that shifts late. */
        .macro  lc_rotl d, s, n, t
        .if     LC_ZBB
        rori    \d, \s, 32 - \n
        .else
        srli    \t, \s, 32 - \n
        slli    \d, \s, \n
        or      \d, \d, \t
        .endif
        .endm

/* The counter arguments: returns 0 for no bytes, LANECRYPT_WRAP when the last block's counter would
 * be below the first. */
        .macro  lc_ctr_check64 counter, len, t
        bnez    \len, 1f
        li      a0, 0
        ret
1:      addi    \t, \len, -1
        srli    \t, \t, 3
        add     \t, \t, \counter
        bgeu    \t, \counter, 1f
        li      a0, -1
        ret
1:
        .endm

/* th = size where in and out are word-aligned, else more than any length: below it the bytes go one
 * by one. */
        .macro  lc_ctr_threshold size, th, in, out
        or      \th, \in, \out
        andi    \th, \th, 3
        snez    \th, \th
        neg     \th, \th
        srli    \th, \th, 1
        ori     \th, \th, \size
        .endm

/* XORs the bytes of one block at sp onto at most len bytes, and advances. */
        .macro  lc_ctr_bytes size, in, out, len, t, u, p, end
        addi    \p, sp, 0
        addi    \end, sp, \size
2:      lbu     \t, 0(\in)
        lbu     \u, 0(\p)
        addi    \in, \in, 1
        addi    \p, \p, 1
        xor     \t, \t, \u
        sb      \t, 0(\out)
        addi    \out, \out, 1
        addi    \len, \len, -1
        beqz    \len, 3f
        bne     \p, \end, 2b
3:
        .endm


/* --- Several blocks at a time ------------------------------------------------------------- */

/* Exchanges the bits of a where the mask m, shifted left by s, is set with those of b where m is set;
 * and the same for c and d, so that no shift is used at once. */
        .macro  lc_swap2 a, b, c, d, m, s, t, u
        srli    \t, \a, \s
        srli    \u, \c, \s
        xor     \t, \t, \b
        xor     \u, \u, \d
        and     \t, \t, \m
        and     \u, \u, \m
        xor     \b, \b, \t
        slli    \t, \t, \s
        xor     \d, \d, \u
        slli    \u, \u, \s
        xor     \a, \a, \t
        xor     \c, \c, \u
        .endm

/* The 8 x 8 bits in every byte lane of eight words, transposed. */
        .macro  lc_transpose8 a, b, c, d, e, f, g, h, m, t, u
        li      \m, 0x55555555
        lc_swap2 \a, \b, \c, \d, \m, 1, \t, \u
        lc_swap2 \e, \f, \g, \h, \m, 1, \t, \u
        li      \m, 0x33333333
        lc_swap2 \a, \c, \b, \d, \m, 2, \t, \u
        lc_swap2 \e, \g, \f, \h, \m, 2, \t, \u
        li      \m, 0x0f0f0f0f
        lc_swap2 \a, \e, \b, \f, \m, 4, \t, \u
        lc_swap2 \c, \g, \d, \h, \m, 4, \t, \u
        .endm

/* d = 0xff in every byte of which bit c of that byte of s is set, and e the same for c + 1;
 * m = 0x01010101. d, e, t are not s. */
        .macro  lc_expand2 d, e, s, c, m, t
        .if     \c
        srli    \d, \s, \c
        .endif
        srli    \e, \s, \c + 1
        .if     \c
        and     \d, \d, \m
        .else
        and     \d, \s, \m
        .endif
        slli    \t, \d, 8
        and     \e, \e, \m
        sub     \d, \t, \d
        slli    \t, \e, 8
        sub     \e, \t, \e
        .endm

        .macro  lc_expand8 a, b, c, d, e, f, g, h, s, m, t
        lc_expand2 \a, \b, \s, 0, \m, \t
        lc_expand2 \c, \d, \s, 2, \m, \t
        lc_expand2 \e, \f, \s, 4, \m, \t
        lc_expand2 \g, \h, \s, 6, \m, \t
        .endm

/* The bytes of a word in the opposite order. */
        .macro  lc_bswap d, s, m, t
        li      \m, 0x00ff00ff
        srli    \t, \s, 8
        and     \d, \s, \m
        and     \t, \t, \m
        slli    \d, \d, 8
        or      \d, \d, \t
        lc_rotl \d, \d, 16, \t
        .endm

/*
 * The frame of a counter-mode function that takes `blocks` blocks of `size` bytes at a time (a power of
 * two), from counters that are multiples of `blocks`. What comes before the first such counter, what
 * is left in the end, and all of it when in or out is not word-aligned or the counter is to be refused,
 * goes to \single. Between
 * lc_wide_begin and lc_wide_end, once for every group: s8 = in, s9 = out, s10 = bytes left,
 * s11 = counter, the words \local..\local + 7 of the stack hold key and nonce, and `1:` is the loop's label.
 */
        .macro  lc_wide_begin blocks, local, single, size=8
        or      t0, a3, a4
        andi    t0, t0, 3
        bnez    t0, 2f
        neg     t1, a2
        andi    t1, t1, \blocks - 1
        .if     \size == 8
        slli    t1, t1, 3
        .else
        slli    t1, t1, 2
        .endif
        addi    t2, t1, \size * \blocks
        bltu    a5, t2, 2f
        addi    t0, a5, -1
        .if     \size == 8
        srli    t0, t0, 3
        add     t0, t0, a2
        bgeu    t0, a2, 3f
        .else
        srli    t0, t0, 2
        li      t2, 0xffff
        bltu    t2, t0, 2f
        add     t0, t0, a2
        or      t0, t0, a1
        or      t0, t0, a2
        bgeu    t2, t0, 3f
        .endif
2:      tail    \single
3:      addi    sp, sp, -(\local + 64)
        sw      a0, \local(sp)
        sw      a1, \local + 4(sp)
        .set    .Lat, \local + 8
        .irp    r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, ra
        sw      \r, .Lat(sp)
        .set    .Lat, .Lat + 4
        .endr
        mv      s8, a3
        mv      s9, a4
        mv      s10, a5
        mv      s11, a2
        beqz    t1, 1f
        mv      a5, t1
        add     s8, s8, t1
        add     s9, s9, t1
        sub     s10, s10, t1
        .if     \size == 8
        srli    t1, t1, 3
        .else
        srli    t1, t1, 2
        .endif
        add     s11, s11, t1
        call    \single
1:
        .endm

        .macro  lc_wide_end local, single
        lw      a0, \local(sp)
        lw      a1, \local + 4(sp)
        mv      a2, s11
        mv      a3, s8
        mv      a4, s9
        mv      a5, s10
        .set    .Lat, \local + 8
        .irp    r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, ra
        lw      \r, .Lat(sp)
        .set    .Lat, .Lat + 4
        .endr
        addi    sp, sp, \local + 64
        tail    \single
        .endm

/* XORs eight blocks (first words a..h, second words i..p) onto the data. */
        .macro  lc_put8 a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, t, u
        .set    .Lat, 0
        lc_put  \a, \i, \t, \u
        lc_put  \b, \j, \t, \u
        lc_put  \c, \k, \t, \u
        lc_put  \d, \l, \t, \u
        lc_put  \e, \m, \t, \u
        lc_put  \f, \n, \t, \u
        lc_put  \g, \o, \t, \u
        lc_put  \h, \p, \t, \u
        .endm

        .macro  lc_put a, b, t, u
        lw      \t, .Lat(s8)
        lw      \u, .Lat + 4(s8)
        xor     \a, \a, \t
        xor     \b, \b, \u
        sw      \a, .Lat(s9)
        sw      \b, .Lat + 4(s9)
        .set    .Lat, .Lat + 8
        .endm


/*
 * Thirty-two blocks, bitsliced: word j of X (at sp) holds bit j of the newer half of every block, word j
 * of Y (at sp + 128) that of the older. Bit j of a round's result takes the bits j - a, j - b and j - c of
 * its source. Three rounds go through memory together, each `lag` bits behind the one before it,
 * with the last eight bits of the source of each in a ring of registers: x5..x12, x13..x20, x21..x28. What
 * the later rounds lack at the beginning they make up for at the end. Y takes the second round's result
 * and X the third's, so that X is the newer half again.
 *
 * Bit j lies at word j ^ flip, where flip = 24 turns the bytes of big-endian words round. ra points to the
 * round keys, 32 bytes each: 0 or 0xff for bit 8 j + c at byte 4 c + j (or 4 c + 3 - j), of which a signed
 * load makes the mask. As words they would overflow a data cache of 4 KiB.
 */
        .macro  lc_bit_123 a, wa, wb, wc, w0, va, vb, vc, v0, ua, ub, uc, u0, at, key
        .if     \a
        and     x29, x\wa, x\wb
        lw      x\w0, \at(sp)           /* takes the place of bit j - 8 */
        and     x30, x\va, x\vb
        lw      x\v0, 128 + \at(sp)
        and     x31, x\ua, x\ub
        lb      x\u0, \key(ra)
        xor     x29, x29, x\wc
        xor     x30, x30, x\vc
        xor     x31, x31, x\uc
        xor     x\v0, x\v0, x29
        lb      x29, 32 + \key(ra)
        xor     x\v0, x\v0, x\u0
        lb      x\u0, 64 + \key(ra)
        xor     x30, x30, x\w0
        xor     x31, x31, x\v0
        xor     x31, x31, x\u0
        xor     x\u0, x30, x29
        .else
        lw      x\w0, \at(sp)
        lw      x\v0, 128 + \at(sp)
        lb      x29, \key(ra)
        and     x\u0, x\w0, x\wb
        xor     x\v0, x\v0, x\wc
        lb      x30, 32 + \key(ra)
        xor     x\v0, x\v0, x\u0
        xor     x\u0, x\w0, x\vc
        xor     x\v0, x\v0, x29
        lb      x31, 64 + \key(ra)
        and     x29, x\v0, x\vb
        xor     x\u0, x\u0, x30
        xor     x\u0, x\u0, x29
        xor     x29, x\v0, x\uc
        and     x30, x\u0, x\ub
        xor     x29, x29, x31
        xor     x31, x29, x30
        .endif
        sw      x\u0, 128 + \at(sp)
        sw      x31, \at(sp)
        .endm

/* The first two rounds: x' to X, x'' to Y. */
        .macro  lc_bit_12 a, wa, wb, wc, w0, va, vb, vc, v0, u0, at, key
        .if     \a
        and     x29, x\wa, x\wb
        and     x30, x\va, x\vb
        .endif
        lw      x\w0, \at(sp)
        lw      x\v0, 128 + \at(sp)
        lb      x31, \key(ra)
        .ifeq   \a
        and     x29, x\w0, x\wb
        .endif
        xor     x29, x29, x\wc
        xor     x\v0, x\v0, x29
        lb      x\u0, 32 + \key(ra)
        xor     x\v0, x\v0, x31
        .ifeq   \a
        and     x30, x\v0, x\vb
        .endif
        xor     x31, x\w0, x\vc
        xor     x30, x30, x31
        xor     x\u0, x\u0, x30
        sw      x\v0, \at(sp)
        sw      x\u0, 128 + \at(sp)
        .endm

/* The first alone: x' to Y. */
        .macro  lc_bit_1 a, wa, wb, wc, w0, v0, at, key
        .if     \a
        and     x29, x\wa, x\wb
        .endif
        lw      x\w0, \at(sp)
        lw      x\v0, 128 + \at(sp)
        lb      x31, \key(ra)
        .ifeq   \a
        and     x29, x\w0, x\wb
        .endif
        xor     x29, x29, x\wc
        xor     x\v0, x\v0, x29
        xor     x\v0, x\v0, x31
        sw      x\v0, 128 + \at(sp)
        .endm

/* The second and third where the first alone is done. */
        .macro  lc_bit_23 a, va, vb, vc, v0, ua, ub, uc, u0, at, key
        .if     \a
        and     x30, x\va, x\vb
        and     x31, x\ua, x\ub
        .endif
        lw      x\u0, \at(sp)
        lw      x\v0, 128 + \at(sp)
        lb      x29, 32 + \key(ra)
        xor     x\u0, x\u0, x\vc
        .ifeq   \a
        and     x30, x\v0, x\vb
        .endif
        xor     x\u0, x\u0, x30
        lb      x30, 64 + \key(ra)
        xor     x\u0, x\u0, x29
        .ifeq   \a
        and     x31, x\u0, x\ub
        .endif
        xor     x29, x\v0, x\uc
        xor     x31, x31, x29
        xor     x31, x31, x30
        sw      x\u0, 128 + \at(sp)
        sw      x31, \at(sp)
        .endm

/* The third where the first two are done. */
        .macro  lc_bit_3 a, ua, ub, uc, u0, at, key
        .if     \a
        and     x31, x\ua, x\ub
        .endif
        lw      x30, \at(sp)
        lw      x\u0, 128 + \at(sp)
        lb      x29, 64 + \key(ra)
        xor     x30, x30, x\uc
        .ifeq   \a
        and     x31, x\u0, x\ub
        .endif
        xor     x31, x31, x30
        xor     x31, x31, x29
        sw      x31, \at(sp)
        .endm

        .macro  lc_bit_load reg, at
        lw      x\reg, \at(sp)
        .endm

        .macro  lc_bit_three_rounds a, b, c, flip, lag
        .altmacro
        .set    .Lj, 32 - \lag
        .rept   \lag
        lc_bit_load %(5+(.Lj&7)), %(4*(.Lj^\flip))
        .set    .Lj, .Lj + 1
        .endr
        .set    .Lj, 0
        .rept   \lag
        lc_bit_1 \a, %(5+((.Lj-\a)&7)), %(5+((.Lj-\b)&7)), %(5+((.Lj-\c)&7)), %(5+(.Lj&7)), %(13+(.Lj&7)), %(4*(.Lj^\flip)), %(4*(.Lj&7)+((.Lj^\flip)>>3))
        .set    .Lj, .Lj + 1
        .endr
        .rept   \lag
        lc_bit_12 \a, %(5+((.Lj-\a)&7)), %(5+((.Lj-\b)&7)), %(5+((.Lj-\c)&7)), %(5+(.Lj&7)), %(13+((.Lj-\a)&7)), %(13+((.Lj-\b)&7)), %(13+((.Lj-\c)&7)), %(13+(.Lj&7)), %(21+(.Lj&7)), %(4*(.Lj^\flip)), %(4*(.Lj&7)+((.Lj^\flip)>>3))
        .set    .Lj, .Lj + 1
        .endr
        .rept   32 - 2 * \lag
        lc_bit_123 \a, %(5+((.Lj-\a)&7)), %(5+((.Lj-\b)&7)), %(5+((.Lj-\c)&7)), %(5+(.Lj&7)), %(13+((.Lj-\a)&7)), %(13+((.Lj-\b)&7)), %(13+((.Lj-\c)&7)), %(13+(.Lj&7)), %(21+((.Lj-\a)&7)), %(21+((.Lj-\b)&7)), %(21+((.Lj-\c)&7)), %(21+(.Lj&7)), %(4*(.Lj^\flip)), %(4*(.Lj&7)+((.Lj^\flip)>>3))
        .set    .Lj, .Lj + 1
        .endr
        .set    .Lj, 0
        .rept   \lag
        lc_bit_23 \a, %(13+((.Lj-\a)&7)), %(13+((.Lj-\b)&7)), %(13+((.Lj-\c)&7)), %(13+(.Lj&7)), %(21+((.Lj-\a)&7)), %(21+((.Lj-\b)&7)), %(21+((.Lj-\c)&7)), %(21+(.Lj&7)), %(4*(.Lj^\flip)), %(4*(.Lj&7)+((.Lj^\flip)>>3))
        .set    .Lj, .Lj + 1
        .endr
        .rept   \lag
        lc_bit_3 \a, %(21+((.Lj-\a)&7)), %(21+((.Lj-\b)&7)), %(21+((.Lj-\c)&7)), %(21+(.Lj&7)), %(4*(.Lj^\flip)), %(4*(.Lj&7)+((.Lj^\flip)>>3))
        .set    .Lj, .Lj + 1
        .endr
        .noaltmacro
        .endm

/* Y's bit i is c's and the pattern p of the counters; of p, the round from Y gives to X
 * p itself in bit i + c, p & c_(i+a-b) in bit i + a and c_(i+b-a) & p in bit i + b. */
        .macro  lc_bit_pattern a, b, c, flip, i, p
        lw      a0, 128 + 4 * (((\i + \a - \b) & 31) ^ \flip)(sp)
        lw      a1, 128 + 4 * ((\i + \b - \a) ^ \flip)(sp)
        li      s0, \p
        lw      a2, 4 * ((\i + \a) ^ \flip)(sp)
        lw      a3, 4 * ((\i + \b) ^ \flip)(sp)
        and     a0, a0, s0
        and     a1, a1, s0
        lw      a4, 4 * ((\i + \c) ^ \flip)(sp)
        lw      a5, 128 + 4 * (\i ^ \flip)(sp)
        xor     a2, a2, a0
        xor     a3, a3, a1
        xor     a4, a4, s0
        xor     a5, a5, s0
        sw      a2, 4 * ((\i + \a) ^ \flip)(sp)
        sw      a3, 4 * ((\i + \b) ^ \flip)(sp)
        sw      a4, 4 * ((\i + \c) ^ \flip)(sp)
        sw      a5, 128 + 4 * (\i ^ \flip)(sp)
        .endm

/* Masks of the eight highest bits of s to X and of t to Y, at p, and both shifted out. */
        .macro  lc_bit_masks s, t, p, flip, u, v
        .set    .Lj, 7
        .rept   8
        srai    \u, \s, 31
        srai    \v, \t, 31
        slli    \s, \s, 1
        slli    \t, \t, 1
        sw      \u, 4 * .Lj(\p)
        sw      \v, 128 + 4 * .Lj(\p)
        .set    .Lj, .Lj - 1
        .endr
        .endm

/*
 * The 32 x 32 bits at sp and at sp + 128 transposed and put onto the data; the words of the array at
 * \first come first in a block. The steps of eight and sixteen take rows i, i + 8, i + 16, i + 24, and store
 * halves, which does for the step of sixteen; the others take eight rows in a row.
 */
        .macro  lc_bit_out first, second
        mv      s1, sp
        addi    t6, sp, 32
        li      a4, 0x00ff00ff
6:      .irp    at, 0, 128
        lw      a0, \at(s1)
        lw      a1, \at + 32(s1)
        lw      a2, \at + 64(s1)
        lw      a3, \at + 96(s1)
        lc_swap2 a0, a1, a2, a3, a4, 8, a5, s0
        lc_bit_halves a0, a1, a2, a3, \at, s1
        .endr
        addi    s1, s1, 4
        bne     s1, t6, 6b
        mv      t3, sp
        addi    t4, sp, 128
        li      t2, 0x55555555
        li      t5, 0x33333333
        li      t6, 0x0f0f0f0f
6:      .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        lw      s\r, \first + 4 * \r(t3)
        .endr
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        lw      a\r, \second + 4 * \r(t3)
        .endr
        lc_transpose8_by t2, t5, t6, s0, s1, s2, s3, s4, s5, s6, s7, t0, t1
        lc_transpose8_by t2, t5, t6, a0, a1, a2, a3, a4, a5, a6, a7, t0, t1
        lc_put8 s0, s1, s2, s3, s4, s5, s6, s7, a0, a1, a2, a3, a4, a5, a6, a7, t0, t1
        addi    t3, t3, 32
        addi    s8, s8, 64
        addi    s9, s9, 64
        bne     t3, t4, 6b
        .endm

/* Rows i, i + 8, i + 16, i + 24 stored with the upper half of each of the first two exchanged for the
 * lower half of the row sixteen on. */
        .macro  lc_bit_halves a, b, c, d, at, p
        sh      \a, \at(\p)
        sh      \b, \at + 32(\p)
        sh      \c, \at + 2(\p)
        sh      \d, \at + 34(\p)
        srli    \a, \a, 16
        srli    \b, \b, 16
        srli    \c, \c, 16
        srli    \d, \d, 16
        sh      \a, \at + 64(\p)
        sh      \b, \at + 96(\p)
        sh      \c, \at + 66(\p)
        sh      \d, \at + 98(\p)
        .endm

/* lc_transpose8 with the three masks in registers. */
        .macro  lc_transpose8_by m1, m2, m4, a, b, c, d, e, f, g, h, t, u
        lc_swap2 \a, \b, \c, \d, \m1, 1, \t, \u
        lc_swap2 \e, \f, \g, \h, \m1, 1, \t, \u
        lc_swap2 \a, \c, \b, \d, \m2, 2, \t, \u
        lc_swap2 \e, \g, \f, \h, \m2, 2, \t, \u
        lc_swap2 \a, \e, \b, \f, \m4, 4, \t, \u
        lc_swap2 \c, \g, \d, \h, \m4, 4, \t, \u
        .endm

/*
 * The body of a counter-mode function of 32 blocks: \nonce_macro makes f(nonce) ^ k_0, to be added to the
 * counter, in ra, and nonce ^ k_1 in the register given, from the key at a0. After the first round a word is the
 * counter added to a constant, so the second's result is known as masks but for the counter's lowest five
 * bits, which are patterns.
 */
        .macro  lc_bitsliced a, b, c, flip, lag, nonce_macro, first, second, single
        lc_wide_begin 32, 288, \single
        lw      a0, 288(sp)
        lw      a1, 292(sp)
        \nonce_macro a1, t0
        sw      ra, 256(sp)
        sw      t0, 260(sp)
1:      lw      t1, 256(sp)
        lw      t0, 260(sp)
        lw      ra, 288(sp)
        sw      s8, 264(sp)
        sw      s9, 268(sp)
        sw      s10, 272(sp)
        sw      s11, 276(sp)
        xor     t1, t1, s11
        lc_rotl t2, t1, \b, t3
        .if     \a
        lc_rotl t4, t1, \a, t3
        and     t2, t2, t4
        .else
        and     t2, t2, t1
        .endif
        lc_rotl t4, t1, \c, t3
        xor     t0, t0, t2
        addi    ra, ra, 4 * 44 + 64
        xor     t0, t0, t4
        addi    t5, ra, 32 * 42
        sw      t5, 280(sp)
        .if     \flip
        mv      t2, sp
        addi    t3, sp, 128
        .else
        addi    t2, sp, 96
        addi    t3, sp, -32
        .endif
7:      lc_bit_masks t0, t1, t2, \flip, t4, t5
        .if     \flip
        addi    t2, t2, 32
        .else
        addi    t2, t2, -32
        .endif
        bne     t2, t3, 7b
        lc_bit_pattern \a, \b, \c, \flip, 0, 0xaaaaaaaa - (1 << 32)
        lc_bit_pattern \a, \b, \c, \flip, 1, 0xcccccccc - (1 << 32)
        lc_bit_pattern \a, \b, \c, \flip, 2, 0xf0f0f0f0 - (1 << 32)
        lc_bit_pattern \a, \b, \c, \flip, 3, 0xff00ff00 - (1 << 32)
        lc_bit_pattern \a, \b, \c, \flip, 4, 0xffff0000 - (1 << 32)
        .balign 4
6:      lc_bit_three_rounds \a, \b, \c, \flip, \lag
        lw      t0, 280(sp)
        addi    ra, ra, 96
        beq     ra, t0, 5f
        j       6b
5:      lw      s8, 264(sp)
        lw      s9, 268(sp)
        lc_bit_out \first, \second
        lw      s10, 272(sp)
        lw      s11, 276(sp)
        li      t0, 256
        addi    s10, s10, -256
        addi    s11, s11, 32
        bgeu    s10, t0, 9f
        lc_wide_end 288, \single
9:      j       1b
        .endm

#endif
#endif
