/*
 * The firmware that checks and measures. Every routine is first checked against the known answers
 * (the C reference) or against the C reference (the assembly), then measured; what fails a check is
 * reported as failed and not measured. One line of output for each routine:
 *     R name blocks bytes warm-cycles cold-cycles instructions stack-bytes
 * for one call on so many blocks, caches warm and cold, or
 *     F name check-number
 */
#include "../lanecrypt_rv32.h"
#include "../reference.h"
#include "kat.h"

#ifndef LC_FLUSH_BYTES
#define LC_FLUSH_BYTES 8192
#endif
#ifndef LC_CTR_BYTES
#define LC_CTR_BYTES 512
#endif

typedef void (*any)(void);

extern uint32_t lc_cycles(any, const uint32_t *), lc_cycles_cold(any, const uint32_t *);
extern uint32_t lc_instructions(any, const uint32_t *), lc_stack_bytes(any, const uint32_t *);
extern uint32_t lc_abi(any, const uint32_t *);
extern void lc_flush(const void *, uint32_t), lc_nothing(void), lc_putc(int);

/* The reference compiled at -O2 and at -O3. */
#undef LANECRYPT_REFERENCE_H
#undef LANECRYPT_REF
#define LANECRYPT_REF(name) ref_o2_##name
#include "../reference.h"

static int failures, empty_cycles, empty_cold, empty_instructions;

static void text(const char *s) { while (*s) lc_putc(*s++); }

static void number(uint32_t n)
{
    char digits[12];
    int i = 11;
    digits[i] = 0;
    do {
        uint32_t q = n / 10;
        digits[--i] = (char)('0' + (n - q * 10));
        n = q;
    } while (n);
    lc_putc(' ');
    text(digits + i);
}

/* The C library is not linked; the compiler may still call these. */
void *memcpy(void *d, const void *s, size_t n)
{
    for (size_t i = 0; i < n; i++) ((uint8_t *)d)[i] = ((const uint8_t *)s)[i];
    return d;
}

void *memset(void *d, int c, size_t n)
{
    for (size_t i = 0; i < n; i++) ((uint8_t *)d)[i] = (uint8_t)c;
    return d;
}

static int same(const void *a, const void *b, size_t n)
{
    const uint8_t *p = a, *q = b;
    for (size_t i = 0; i < n; i++)
        if (p[i] != q[i]) return 0;
    return 1;
}

static uint32_t seed = 0x12345678;

static uint32_t random32(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

static void fill(void *d, size_t n)
{
    for (size_t i = 0; i < n; i++) ((uint8_t *)d)[i] = (uint8_t)random32();
}

static void measure(const char *name, int blocks, int bytes, any fn, const uint32_t args[6])
{
#if LC_FLUSH_BYTES
    static const uint32_t region[LC_FLUSH_BYTES / 4] = {1};
    lc_flush(region, sizeof region);
    uint32_t cold = lc_cycles_cold(fn, args);
#else
    uint32_t cold = lc_cycles_cold(fn, args);
#endif
    uint32_t warm = lc_cycles(fn, args);
    text("R ");
    text(name);
    number((uint32_t)blocks);
    number((uint32_t)bytes);
    number(warm - (uint32_t)empty_cycles);
    number(cold - (uint32_t)empty_cold);
    number(lc_instructions(fn, args) - (uint32_t)empty_instructions);
    number(lc_stack_bytes(fn, args));
    lc_putc('\n');
}

static int report(const char *name, int failed)
{
    if (failed) {
        text("F ");
        text(name);
        number((uint32_t)failed);
        lc_putc('\n');
        failures++;
    }
    return failed;
}

#define A(x) ((uint32_t)(uintptr_t)(x))
#define ARGS(...) ((const uint32_t[6]){__VA_ARGS__})

/* A block function against `expect`, over n blocks of words: beside the output nothing is written,
 * in place gives the same, and the callee-saved registers come back. */
static int check_block(any fn, const void *key, const void *in, const void *expect, int bytes)
{
    uint8_t out[80] __attribute__((aligned(8)));
    fill(out, sizeof out);
    uint8_t before[80];
    memcpy(before, out, sizeof out);
    if (lc_abi(fn, ARGS(A(key), A(in), A(out + 8)))) return 1;
    if (!same(out + 8, expect, (size_t)bytes)) return 2;
    if (!same(out, before, 8) || !same(out + 8 + bytes, before + 8 + bytes, (size_t)(72 - bytes))) return 3;
    memcpy(out, in, (size_t)bytes);
    lc_abi(fn, ARGS(A(key), A(out), A(out)));
    return same(out, expect, (size_t)bytes) ? 0 : 4;
}

/* What the measured routines read and write lies side by side on a 4 KiB boundary, and the stack ends
 * on one, so that in a small direct-mapped cache they displace each other only when they must. */
static struct {
    uint32_t key[44], rk[44]; /* the assembly's and the reference's */
    uint8_t source[LC_CTR_BYTES + 32], target[LC_CTR_BYTES + 32];
    uint32_t wide[sizeof(lanecrypt_simon64_128_sliced_key) / 4]; /* keys for several blocks */
} hot __attribute__((section(".bss.hot"), aligned(16)));
#define source hot.source
#define target hot.target
#define wide hot.wide
static uint8_t wanted[LC_CTR_BYTES + 32] __attribute__((aligned(16)));

typedef int (*ctr_fn)(const void *, uint32_t, uint32_t, const uint8_t *, uint8_t *, size_t);

/* A counter-mode function against the reference: lengths, alignments, in place, the counter's end. */
static int check_ctr(any fn, const void *key, ctr_fn ref, const void *refkey, int block)
{
    const uint32_t last = block == 8 ? 0xffffffffu : 0xffffu;
#ifdef LC_QUICK /* a slow simulation: all lengths are checked on the others */
    static const uint16_t lengths[] = {0, 1, 8, 21, 73, 512};
#else
    static const uint16_t lengths[] = {0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129,
                                       255, 256, 257, 300, 511, 512};
#endif
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        size_t len = lengths[i], all = len + 12;
        for (int variant = 0; variant < 5; variant++) {
            /* aligned; `in` odd; both odd; in place; in place at the counter's very end */
#ifdef LC_QUICK
            if (len > 200 && variant != 0) continue;
#endif
            int at_in = variant == 1 || variant == 2, at_out = variant == 2 ? 3 : 0;
            uint32_t nonce = random32() & last, counter = random32() & last;
            uint32_t blocks = (uint32_t)((len + (size_t)block - 1) / (size_t)block);
            if (counter > last - blocks) counter = last - blocks;
            if (variant == 4) counter = blocks ? last - blocks + 1 : last;
            source[0]++, source[len / 2] ^= 0x55;
            memcpy(wanted, target, all);
            const uint8_t *in = source + at_in;
            uint8_t *out = target + 4 + at_out;
            if (variant >= 3) {
                memcpy(wanted + 4, source, len);
                memcpy(target + 4, source, len);
                in = out;
            }
            if (ref(refkey, nonce, counter, variant >= 3 ? source : in, wanted + 4 + at_out, len)) return 10;
            if (lc_abi(fn, ARGS(A(key), nonce, counter, A(in), A(out), (uint32_t)len))) return 11;
            if (!same(target, wanted, all)) return 100 + (int)i * 10 + variant;
            if (variant == 4 && counter < last) {
                if (((ctr_fn)fn)(key, nonce, counter + 1, in, out, len) != LANECRYPT_WRAP) return 12;
                if (!same(target, wanted, all)) return 13;
            } else if (((ctr_fn)fn)(key, nonce, counter, source, target, len)) {
                return 14;
            }
        }
    }
    return 0;
}

#define BLOCK(name_, bytes_, fn, key)                                                              \
    measure(name_, (bytes_) / size, bytes_, (any)fn, ARGS(A(key), A(source), A(target)))

#define CTR(name_, fn, key)                                                                        \
    measure(name_, LC_CTR_BYTES / size, LC_CTR_BYTES, (any)fn,                                     \
            ARGS(A(key), 0x1234, 0x100, A(source), A(target), LC_CTR_BYTES))

#define PAIR(c)                                                                                    \
    const any pk = (any)lanecrypt_##c##_pair_setkey;                                               \
    lanecrypt_##c##_pair_setkey((void *)wide, key);                                                 \
    if (!report(#c "/block2", check_##c((any)lanecrypt_##c##_encrypt2, 2, 0, sk, pk))) {           \
        BLOCK(#c "/block2", 2 * size, lanecrypt_##c##_encrypt2, wide);                            \
        measure(#c "/pair_setkey", 1, size, pk, ARGS(A(wide), A(key)));                          \
    }                                                                                              \
    if (!report(#c "/decrypt2", check_##c((any)lanecrypt_##c##_decrypt2, 2, 1, sk, pk)))           \
        BLOCK(#c "/decrypt2", 2 * size, lanecrypt_##c##_decrypt2, wide);                          \
    lanecrypt_##c##_pair_setkey((void *)wide, key);                                               \
    if (!report(#c "/ctr2", check_ctr((any)lanecrypt_##c##_ctr2, wide, (ctr_fn)ref_##c##_ctr, rk, size))) \
        CTR(#c "/ctr2", lanecrypt_##c##_ctr2, wide);

#define SLICED(c) PAIR(c) \
    lanecrypt_##c##_sliced_setkey((void *)wide, key);                                             \
    if (!report(#c "/ctr_sliced", check_ctr((any)lanecrypt_##c##_ctr_sliced, wide, (ctr_fn)ref_##c##_ctr, rk, size))) { \
        CTR(#c "/ctr_sliced", lanecrypt_##c##_ctr_sliced, wide);                                  \
        measure(#c "/sliced_setkey", 1, size, (any)lanecrypt_##c##_sliced_setkey, ARGS(A(wide), A(key))); \
    }

/* The bitsliced routines take the sliced keys. */
#define WIDE(c) SLICED(c) \
    if (!report(#c "/bitsliced", check_ctr((any)lanecrypt_##c##_bitsliced, wide, (ctr_fn)ref_##c##_ctr, rk, size))) \
        CTR(#c "/bitsliced", lanecrypt_##c##_bitsliced, wide);

#ifdef LANECRYPT_EXPERIMENTS
#define DECLARE(name) extern void lanecrypt_##name(void);
DECLARE(simon64_128_encrypt2_interleaved)
DECLARE(simon64_128_encrypt2_split)
DECLARE(simon64_128_ctr_plain)
DECLARE(simeck64_128_encrypt2_interleaved)
DECLARE(simeck64_128_encrypt2_split)
DECLARE(simeck64_128_ctr_plain)
DECLARE(simeck64_128_ctr_resident)
DECLARE(simeck32_64_encrypt_plain)
DECLARE(simeck32_64_encrypt2_packed)
DECLARE(speck64_128_bitsliced)
DECLARE(speck64_128_bitsliced_setkey)

/* Round keys for split halves, behind the others. */
static void simon_split_setkey(uint32_t *k, const uint32_t *rk)
{
    for (int i = 0; i < 44; i++) {
        uint32_t w = i & 1 ? rk[i] << 1 | rk[i] >> 31 : rk[i];
        k[44 + 2 * i] = (w & 0xffff0000u) | w >> 16;
        k[45 + 2 * i] = w << 16 | (w & 0xffffu);
    }
}

static void simeck_split_setkey(uint32_t *k, const uint32_t *rk)
{
    for (int i = 0; i < 44; i++) {
        k[44 + 2 * i] = (rk[i] & 0xffff0000u) | rk[i] >> 16;
        k[45 + 2 * i] = rk[i] << 16 | (rk[i] & 0xffffu);
    }
}

#define TRY_BLOCK(c, name, fn, n, expand, keys)                                                    \
    if (!report(#c name, check_##c((any)fn, n, 0, sk, expand))) BLOCK(#c name, n * size, fn, keys);
#define TRY_CTR(c, name, fn)                                                                       \
    if (!report(#c name, check_ctr((any)fn, key, (ctr_fn)ref_##c##_ctr, rk, size))) CTR(#c name, fn, key);
#define TRY_simon64_128                                                                            \
    TRY_BLOCK(simon64_128, "/block2-interleaved", lanecrypt_simon64_128_encrypt2_interleaved, 2, 0, key) \
    TRY_BLOCK(simon64_128, "/block2-split", lanecrypt_simon64_128_encrypt2_split, 2, (any)simon_split_setkey, wide) \
    TRY_CTR(simon64_128, "/ctr-plain", lanecrypt_simon64_128_ctr_plain)
#define TRY_simeck64_128                                                                           \
    TRY_BLOCK(simeck64_128, "/block2-interleaved", lanecrypt_simeck64_128_encrypt2_interleaved, 2, 0, key) \
    TRY_BLOCK(simeck64_128, "/block2-split", lanecrypt_simeck64_128_encrypt2_split, 2, (any)simeck_split_setkey, wide) \
    TRY_CTR(simeck64_128, "/ctr-plain", lanecrypt_simeck64_128_ctr_plain)                          \
    TRY_CTR(simeck64_128, "/ctr-resident", lanecrypt_simeck64_128_ctr_resident)
#define TRY_simeck32_64                                                                            \
    TRY_BLOCK(simeck32_64, "/block-plain", lanecrypt_simeck32_64_encrypt_plain, 1, 0, key)        \
    TRY_BLOCK(simeck32_64, "/block2-packed", lanecrypt_simeck32_64_encrypt2_packed, 2, 0, key)
#define TRY_speck64_128                                                                            \
    ((void (*)(void *, const void *))lanecrypt_speck64_128_bitsliced_setkey)(wide, key);           \
    if (!report("speck64_128/bitsliced", check_ctr(lanecrypt_speck64_128_bitsliced, wide,          \
                                                   (ctr_fn)ref_speck64_128_ctr, rk, size))) {      \
        CTR("speck64_128/bitsliced", lanecrypt_speck64_128_bitsliced, wide);                       \
        measure("speck64_128/bitsliced_setkey", 1, size, lanecrypt_speck64_128_bitsliced_setkey,   \
                ARGS(A(wide), A(key)));                                                            \
    }
#else
#define TRY_speck64_128
#define TRY_simon64_128
#define TRY_simeck64_128
#define TRY_simeck32_64
#endif

#define PAIR_NO_KEY(c)                                                                             \
    if (!report(#c "/block2", check_##c((any)lanecrypt_##c##_encrypt2, 2, 0, sk, 0)))              \
        BLOCK(#c "/block2", 2 * size, lanecrypt_##c##_encrypt2, key);                             \
    if (!report(#c "/decrypt2", check_##c((any)lanecrypt_##c##_decrypt2, 2, 1, sk, 0)))            \
        BLOCK(#c "/decrypt2", 2 * size, lanecrypt_##c##_decrypt2, key);                           \
    if (!report(#c "/ctr2", check_ctr((any)lanecrypt_##c##_ctr2, key, (ctr_fn)ref_##c##_ctr, rk, size))) \
        CTR(#c "/ctr2", lanecrypt_##c##_ctr2, key);

#ifdef LC_QUICK
#define RANDOM_BLOCKS 2
#else
#define RANDOM_BLOCKS 12
#endif

/* Everything of one cipher. The checks of `more` come from the macro EXTRA_name. */
#define CIPHER(c, word, rounds)                                                                    \
    static int ref_kat_##c(void)                                                                   \
    {                                                                                              \
        word rk[rounds], rk2[rounds], out[2];                                                      \
        for (unsigned i = 0; i < sizeof c##_kat / sizeof *c##_kat; i++) {                          \
            ref_##c##_setkey(rk, c##_kat[i].key);                                                  \
            ref_o2_##c##_setkey(rk2, c##_kat[i].key);                                              \
            if (!same(rk, rk2, sizeof rk)) return 1;                                               \
            ref_##c##_encrypt(rk, c##_kat[i].plain, out);                                          \
            if (!same(out, c##_kat[i].cipher, sizeof out)) return 2;                               \
            ref_o2_##c##_encrypt(rk, c##_kat[i].plain, out);                                       \
            if (!same(out, c##_kat[i].cipher, sizeof out)) return 3;                               \
            ref_##c##_decrypt(rk, c##_kat[i].cipher, out);                                         \
            if (!same(out, c##_kat[i].plain, sizeof out)) return 4;                                \
        }                                                                                          \
        return 0;                                                                                  \
    }                                                                                              \
    /* An assembly block function of n blocks: known answers, then random ones. */                 \
    static int check_##c(any fn, int n, int decrypt, any setkey, any expand)                       \
    {                                                                                              \
        static lanecrypt_##c##_key key;                                                            \
        word rk[rounds], k[4], in[32], out[32];                                                    \
        const unsigned known = sizeof c##_kat / sizeof *c##_kat;                                   \
        for (unsigned i = 0; i < known + RANDOM_BLOCKS; i++) {                                      \
            fill(in, sizeof in);                                                                   \
            fill(k, sizeof k);                                                                     \
            if (i < known) {                                                                       \
                memcpy(k, c##_kat[i].key, sizeof k);                                               \
                memcpy(in + (i & 1 && n > 1 ? 2 : 0), c##_kat[i].plain, 2 * sizeof(word));         \
            }                                                                                      \
            if (lc_abi(setkey, ARGS(A(&key), A(k)))) return 9;                                     \
            if (expand && lc_abi(expand, ARGS(A(wide), A(&key)))) return 8;                        \
            ref_##c##_setkey(rk, k);                                                               \
            for (int j = 0; j < n; j++) ref_##c##_encrypt(rk, in + 2 * j, out + 2 * j);            \
            if (i < known && !same(out + (i & 1 && n > 1 ? 2 : 0), c##_kat[i].cipher,              \
                                   2 * sizeof(word))) return 7;                                    \
            const void *ks = expand ? (const void *)wide : &key;                                   \
            int bad = decrypt ? check_block(fn, ks, out, in, n * 2 * (int)sizeof(word))            \
                              : check_block(fn, ks, in, out, n * 2 * (int)sizeof(word));           \
            if (bad) return bad;                                                                   \
        }                                                                                          \
        return 0;                                                                                  \
    }                                                                                              \
    static void bench_##c(void)                                                                    \
    {                                                                                              \
        enum { size = 2 * sizeof(word) };                                                          \
        lanecrypt_##c##_key *const key = (void *)hot.key;                                          \
        word *const rk = (void *)hot.rk;                                                           \
        static word k[4];                                                                          \
        const any sk = (any)lanecrypt_##c##_setkey;                                                \
        fill(k, sizeof k);                                                                         \
        if (report(#c "/c-o3", ref_kat_##c())) return;                                             \
        ref_##c##_setkey(rk, k);                                                                   \
        BLOCK(#c "/c-o2", size, ref_o2_##c##_encrypt, rk);                                         \
        BLOCK(#c "/c-o3", size, ref_##c##_encrypt, rk);                                            \
        BLOCK(#c "/c-o3-decrypt", size, ref_##c##_decrypt, rk);                                    \
        CTR(#c "/c-o3-ctr", ref_##c##_ctr, rk);                                                    \
        measure(#c "/c-o3-setkey", 1, size, (any)ref_##c##_setkey, ARGS(A(rk), A(k)));             \
        lanecrypt_##c##_setkey(key, k);                                                           \
        if (!report(#c "/block", check_##c((any)lanecrypt_##c##_encrypt, 1, 0, sk, 0))) {          \
            BLOCK(#c "/block", size, lanecrypt_##c##_encrypt, key);                               \
            measure(#c "/setkey", 1, size, sk, ARGS(A(key), A(k)));                               \
        }                                                                                          \
        if (!report(#c "/decrypt", check_##c((any)lanecrypt_##c##_decrypt, 1, 1, sk, 0)))          \
            BLOCK(#c "/decrypt", size, lanecrypt_##c##_decrypt, key);                             \
        if (!report(#c "/ctr", check_ctr((any)lanecrypt_##c##_ctr, key, (ctr_fn)ref_##c##_ctr, rk, size))) \
            CTR(#c "/ctr", lanecrypt_##c##_ctr, key);                                             \
        EXTRA_##c                                                                                  \
    }

#define EXTRA_simon64_128 WIDE(simon64_128) TRY_simon64_128

#define EXTRA_speck64_128 PAIR_NO_KEY(speck64_128) TRY_speck64_128
#define EXTRA_simeck64_128 WIDE(simeck64_128) TRY_simeck64_128
#define EXTRA_simeck32_64 WIDE(simeck32_64) TRY_simeck32_64

CIPHER(simon64_128, uint32_t, 44)
CIPHER(speck64_128, uint32_t, 27)
CIPHER(simeck64_128, uint32_t, 44)
CIPHER(simeck32_64, uint16_t, 32)

int main(void)
{
    const uint32_t args[6] = {0};
    lc_cycles(lc_nothing, args);
    empty_cycles = (int)lc_cycles(lc_nothing, args);
    empty_cold = (int)lc_cycles_cold(lc_nothing, args);
    empty_instructions = (int)lc_instructions(lc_nothing, args);
    text("lanecrypt rv32 begin\n");
    fill(source, sizeof source);
    bench_simon64_128();
    bench_simeck64_128();
    bench_simeck32_64();
    bench_speck64_128();
    text(failures ? "lanecrypt rv32 FAILED\n" : "lanecrypt rv32 ok\n");
    return failures != 0;
}
