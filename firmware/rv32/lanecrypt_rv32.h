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

#endif
#endif
