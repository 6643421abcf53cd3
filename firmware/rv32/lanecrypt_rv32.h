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
        and     \e, \e, \m
        slli    \t, \d, 8
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
 * Thirty-two blocks, bitsliced: word j of X (at sp) holds bit j of the newer half of every block, word
 * j of Y (at sp + 128) that of the older. Two rounds go through memory together: a new bit j takes the
 * bits j - a, j - b and j - c of the half before it, which are at hand in a ring of eight registers, and
 * the second round follows in the same pass, once `lag` bits of the first are there; what it lacks at the
 * beginning it makes up for at the end. Bit j lies at word j ^ flip, where flip = 24 turns the bytes of
 * big-endian words round. x5..x12 are the ring of the first round's source, x13..x20 of the second's;
 * t5 points to the round keys, 32 bytes each: 0 or 0xff for bit 8 j + c at byte 4 c + j (flipped likewise), which
 * a signed load makes the mask. As words they would overflow a data cache of 4 KiB.
 */
        .macro  lc_bit_pair_step a, b, wa, wb, wc, w0, va, vb, vc, v0, at, key
        .if     \a
        and     s5, x\wa, x\wb
        and     s6, x\va, x\vb
        lw      x\w0, \at(sp)
        lw      x\v0, 128 + \at(sp)
        lb      s7, \key(t5)
        lb      t3, 32 + \key(t5)
        xor     s5, s5, x\wc
        xor     s6, s6, x\vc
        xor     x\v0, x\v0, s5
        xor     s6, s6, x\w0
        xor     x\v0, x\v0, s7
        xor     s6, s6, t3
        .else
        lw      x\w0, \at(sp)
        lw      x\v0, 128 + \at(sp)
        lb      s7, \key(t5)
        lb      t3, 32 + \key(t5)
        and     s5, x\w0, x\wb
        xor     x\v0, x\v0, x\wc
        xor     s5, s5, s7
        xor     x\v0, x\v0, s5
        and     s6, x\v0, x\vb
        xor     t3, t3, x\vc
        xor     s6, s6, x\w0
        xor     s6, s6, t3
        .endif
        sw      x\v0, 128 + \at(sp)
        sw      s6, \at(sp)
        .endm

/* The first round alone: from the array at \from to that at \to, with the words at \key(\kp). */
        .macro  lc_bit_step a, wa, wb, wc, w0, v0, from, old, new, key, kp
        .if     \a
        and     s5, x\wa, x\wb
        .endif
        lw      x\w0, \from(sp)
        .ifnb   \old
        lw      x\v0, \old(sp)
        .endif
        .ifb    \old
        lw      x\v0, \key(\kp)
        .else
        lb      s7, \key(\kp)
        .endif
        .if     \a == 0
        addi    s6, x\wc, 0
        and     s5, x\w0, x\wb
        xor     s5, s5, s6
        .else
        xor     s5, s5, x\wc
        .endif
        xor     x\v0, x\v0, s5
        .ifnb   \old
        xor     x\v0, x\v0, s7
        .endif
        sw      x\v0, \new(sp)
        .endm

/* The second round where the first is done: x' comes from memory again. */
        .macro  lc_bit_last a, va, vb, vc, v0, at, key
        .if     \a
        and     s6, x\va, x\vb
        .endif
        lw      x\v0, 128 + \at(sp)
        lw      s5, \at(sp)
        lb      s7, 32 + \key(t5)
        .if     \a == 0
        and     s6, x\v0, x\vb
        .endif
        xor     s5, s5, x\vc
        xor     s6, s6, s7
        xor     s6, s6, s5
        sw      s6, \at(sp)
        .endm

        .macro  lc_bit_load reg, at
        lw      x\reg, \at(sp)
        .endm

        .macro  lc_bit_two_rounds a, b, c, flip, lag
        .altmacro
        .set    .Lj, 32 - \lag
        .rept   \lag
        lc_bit_load %(5+(.Lj&7)), %(4*(.Lj^\flip))
        .set    .Lj, .Lj + 1
        .endr
        .set    .Lj, 0
        .rept   \lag
        lc_bit_step \a, %(5+((.Lj-\a)&7)), %(5+((.Lj-\b)&7)), %(5+((.Lj-\c)&7)), %(5+(.Lj&7)), %(13+(.Lj&7)), %(4*(.Lj^\flip)), %(128+4*(.Lj^\flip)), %(128+4*(.Lj^\flip)), %(4*(.Lj&7)+((.Lj^\flip)>>3)), t5
        .set    .Lj, .Lj + 1
        .endr
        .rept   32 - \lag
        lc_bit_pair_step \a, \b, %(5+((.Lj-\a)&7)), %(5+((.Lj-\b)&7)), %(5+((.Lj-\c)&7)), %(5+(.Lj&7)), %(13+((.Lj-\a)&7)), %(13+((.Lj-\b)&7)), %(13+((.Lj-\c)&7)), %(13+(.Lj&7)), %(4*(.Lj^\flip)), %(4*(.Lj&7)+((.Lj^\flip)>>3))
        .set    .Lj, .Lj + 1
        .endr
        .set    .Lj, 0
        .rept   \lag
        lc_bit_last \a, %(13+((.Lj-\a)&7)), %(13+((.Lj-\b)&7)), %(13+((.Lj-\c)&7)), %(13+(.Lj&7)), %(4*(.Lj^\flip)), %(4*(.Lj&7)+((.Lj^\flip)>>3))
        .set    .Lj, .Lj + 1
        .endr
        .noaltmacro
        .endm

/* One round from Y to X, whose old words lie at sp + 256. */
        .macro  lc_bit_round a, b, c, flip, lag
        .altmacro
        .set    .Lj, 32 - \lag
        .rept   \lag
        lc_bit_load %(5+(.Lj&7)), %(128+4*(.Lj^\flip))
        .set    .Lj, .Lj + 1
        .endr
        .set    .Lj, 0
        .rept   32
        lc_bit_step \a, %(5+((.Lj-\a)&7)), %(5+((.Lj-\b)&7)), %(5+((.Lj-\c)&7)), %(5+(.Lj&7)), %(13+(.Lj&7)), %(128+4*(.Lj^\flip)), , %(4*(.Lj^\flip)), %(256+4*.Lj), sp
        .set    .Lj, .Lj + 1
        .endr
        .noaltmacro
        .endm

/* Stores all ones or none for every bit of s, lowest first, bit j at word j ^ flip of at(p). */
        .macro  lc_bit_masks s, at, p, flip, t, u
        .set    .Lj, 0
        .rept   16
        slli    \t, \s, 31 - .Lj
        slli    \u, \s, 30 - .Lj
        srai    \t, \t, 31
        srai    \u, \u, 31
        sw      \t, \at + 4 * (.Lj ^ \flip)(\p)
        sw      \u, \at + 4 * ((.Lj + 1) ^ \flip)(\p)
        .set    .Lj, .Lj + 2
        .endr
        .endm

/* The two coarse steps of the 32 x 32 transposition, on the arrays at sp and sp + 128. */
        .macro  lc_transpose32_coarse
        mv      t5, sp
        addi    t6, sp, 32
        li      a6, 0x0000ffff
        li      a7, 0x00ff00ff
6:      .irp    at, 0, 128
        lw      a0, \at(t5)
        lw      a1, \at + 32(t5)
        lw      a2, \at + 64(t5)
        lw      a3, \at + 96(t5)
        lc_swap2 a0, a2, a1, a3, a6, 16, t0, t1
        lc_swap2 a0, a1, a2, a3, a7, 8, t0, t1
        sw      a0, \at(t5)
        sw      a1, \at + 32(t5)
        sw      a2, \at + 64(t5)
        sw      a3, \at + 96(t5)
        .endr
        addi    t5, t5, 4
        bne     t5, t6, 6b
        .endm

/* Both arrays transposed and put onto the data: the words of the array at \first come first in a block. */
        .macro  lc_bit_out first, second
        lc_transpose32_coarse
        mv      t3, sp
        addi    t4, sp, 128
6:      .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        lw      s\r, \first + 4 * \r(t3)
        .endr
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        lw      a\r, \second + 4 * \r(t3)
        .endr
        lc_transpose8 s0, s1, s2, s3, s4, s5, s6, s7, t2, t0, t1
        lc_transpose8 a0, a1, a2, a3, a4, a5, a6, a7, t2, t0, t1
        lc_put8 s0, s1, s2, s3, s4, s5, s6, s7, a0, a1, a2, a3, a4, a5, a6, a7, t0, t1
        addi    t3, t3, 32
        addi    s8, s8, 64
        addi    s9, s9, 64
        bne     t3, t4, 6b
        .endm

#endif
#endif
