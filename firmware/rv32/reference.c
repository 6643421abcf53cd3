/*
 * SIMON-64/128, SIMECK-32/64, SIMECK-64/128 and SPECK-64/128 in portable C: what the assembly is
 * checked against and compared with. Written for a reader first; the compiler may do with it what
 * it can. LANECRYPT_REF(name) gives the functions another name, so that one program can hold the
 * file compiled in several ways.
 */
#include "reference.h"

static uint32_t rotl(uint32_t x, unsigned r) { return x << r | x >> (32 - r); }
static uint32_t rotr(uint32_t x, unsigned r) { return x >> r | x << (32 - r); }
static uint16_t rotl16(uint16_t x, unsigned r) { return (uint16_t)(x << r | x >> (16 - r)); }

/* --- SIMON-64/128: words k[0..3], blocks (y, x) ------------------------------------------- */

static uint32_t simon_f(uint32_t x) { return (rotl(x, 1) & rotl(x, 8)) ^ rotl(x, 2); }

void LANECRYPT_REF(simon64_128_setkey)(uint32_t rk[44], const uint32_t k[4])
{
    uint64_t z3 = 0x3c2ce51207a635dbu;
    for (int i = 0; i < 4; i++)
        rk[i] = k[i];
    for (int i = 4; i < 44; i++, z3 >>= 1) {
        uint32_t t = rotr(rk[i - 1], 3) ^ rk[i - 3];
        t ^= rotr(t, 1);
        rk[i] = ~rk[i - 4] ^ t ^ (uint32_t)(z3 & 1) ^ 3;
    }
}

void LANECRYPT_REF(simon64_128_encrypt)(const uint32_t rk[44], const uint32_t in[2], uint32_t out[2])
{
    uint32_t y = in[0], x = in[1];
    for (int i = 0; i < 44; i += 2) {
        y ^= simon_f(x) ^ rk[i];
        x ^= simon_f(y) ^ rk[i + 1];
    }
    out[0] = y;
    out[1] = x;
}

void LANECRYPT_REF(simon64_128_decrypt)(const uint32_t rk[44], const uint32_t in[2], uint32_t out[2])
{
    uint32_t y = in[0], x = in[1];
    for (int i = 42; i >= 0; i -= 2) {
        x ^= simon_f(y) ^ rk[i + 1];
        y ^= simon_f(x) ^ rk[i];
    }
    out[0] = y;
    out[1] = x;
}

/* --- SPECK-64/128: words k[0..3], blocks (y, x) ------------------------------------------- */

void LANECRYPT_REF(speck64_128_setkey)(uint32_t rk[27], const uint32_t k[4])
{
    uint32_t l[3] = {k[1], k[2], k[3]}, key = k[0];
    for (uint32_t i = 0; i < 26; i++) {
        rk[i] = key;
        uint32_t *p = &l[i % 3];
        *p = (key + rotr(*p, 8)) ^ i;
        key = rotl(key, 3) ^ *p;
    }
    rk[26] = key;
}

void LANECRYPT_REF(speck64_128_encrypt)(const uint32_t rk[27], const uint32_t in[2], uint32_t out[2])
{
    uint32_t y = in[0], x = in[1];
    for (int i = 0; i < 27; i++) {
        x = (rotr(x, 8) + y) ^ rk[i];
        y = rotl(y, 3) ^ x;
    }
    out[0] = y;
    out[1] = x;
}

void LANECRYPT_REF(speck64_128_decrypt)(const uint32_t rk[27], const uint32_t in[2], uint32_t out[2])
{
    uint32_t y = in[0], x = in[1];
    for (int i = 26; i >= 0; i--) {
        y = rotr(y ^ x, 3);
        x = rotl((x ^ rk[i]) - y, 8);
    }
    out[0] = y;
    out[1] = x;
}

/* --- SIMECK-64/128: words t2, t1, t0, k0, blocks (l, r) ----------------------------------- */

static uint32_t simeck_f(uint32_t x) { return (x & rotl(x, 5)) ^ rotl(x, 1); }

void LANECRYPT_REF(simeck64_128_setkey)(uint32_t rk[44], const uint32_t k[4])
{
    uint64_t z = 0x938bca3083fu;
    uint32_t t2 = k[0], t1 = k[1], t0 = k[2], key = k[3];
    for (int i = 0; i < 44; i++, z >>= 1) {
        rk[i] = key;
        uint32_t next = key ^ simeck_f(t0) ^ 0xfffffffcu ^ (uint32_t)(z & 1);
        key = t0;
        t0 = t1;
        t1 = t2;
        t2 = next;
    }
}

void LANECRYPT_REF(simeck64_128_encrypt)(const uint32_t rk[44], const uint32_t in[2], uint32_t out[2])
{
    uint32_t l = in[0], r = in[1];
    for (int i = 0; i < 44; i += 2) {
        r ^= simeck_f(l) ^ rk[i];
        l ^= simeck_f(r) ^ rk[i + 1];
    }
    out[0] = l;
    out[1] = r;
}

void LANECRYPT_REF(simeck64_128_decrypt)(const uint32_t rk[44], const uint32_t in[2], uint32_t out[2])
{
    uint32_t l = in[0], r = in[1];
    for (int i = 42; i >= 0; i -= 2) {
        l ^= simeck_f(r) ^ rk[i + 1];
        r ^= simeck_f(l) ^ rk[i];
    }
    out[0] = l;
    out[1] = r;
}

/* --- SIMECK-32/64: 16-bit words t2, t1, t0, k0, blocks (l, r) ----------------------------- */

static uint16_t simeck16_f(uint16_t x) { return (x & rotl16(x, 5)) ^ rotl16(x, 1); }

void LANECRYPT_REF(simeck32_64_setkey)(uint16_t rk[32], const uint16_t k[4])
{
    const uint32_t z = 0x9a42bb1fu;
    uint16_t t2 = k[0], t1 = k[1], t0 = k[2], key = k[3];
    for (int i = 0; i < 32; i++) {
        rk[i] = key;
        uint16_t next = (uint16_t)(key ^ simeck16_f(t0) ^ 0xfffcu ^ (z >> i & 1));
        key = t0;
        t0 = t1;
        t1 = t2;
        t2 = next;
    }
}

void LANECRYPT_REF(simeck32_64_encrypt)(const uint16_t rk[32], const uint16_t in[2], uint16_t out[2])
{
    uint16_t l = in[0], r = in[1];
    for (int i = 0; i < 32; i += 2) {
        r ^= simeck16_f(l) ^ rk[i];
        l ^= simeck16_f(r) ^ rk[i + 1];
    }
    out[0] = l;
    out[1] = r;
}

void LANECRYPT_REF(simeck32_64_decrypt)(const uint16_t rk[32], const uint16_t in[2], uint16_t out[2])
{
    uint16_t l = in[0], r = in[1];
    for (int i = 30; i >= 0; i -= 2) {
        l ^= simeck16_f(r) ^ rk[i + 1];
        r ^= simeck16_f(l) ^ rk[i];
    }
    out[0] = l;
    out[1] = r;
}

/* --- Counter mode ------------------------------------------------------------------------- */

/* XORs the bytes of the words w, each of `size` bytes, onto at most len bytes. */
static size_t put(const uint32_t w[2], int size, int big_endian, const uint8_t *in, uint8_t *out,
                  size_t len)
{
    size_t n = len < (size_t)(2 * size) ? len : (size_t)(2 * size);
    for (size_t j = 0; j < n; j++) {
        int at = (int)j % size;
        out[j] = in[j] ^ (uint8_t)(w[j / (size_t)size] >> 8 * (big_endian ? size - 1 - at : at));
    }
    return n;
}

/* Whether len bytes need a counter beyond `last`. */
static int wraps(uint32_t counter, uint32_t last, size_t len, size_t block)
{
    return len != 0 && (counter > last || (len - 1) / block > last - counter);
}

int LANECRYPT_REF(simon64_128_ctr)(const uint32_t rk[44], uint32_t nonce, uint32_t counter,
                                   const uint8_t *in, uint8_t *out, size_t len)
{
    if (wraps(counter, 0xffffffffu, len, 8))
        return -1;
    while (len != 0) {
        uint32_t block[2] = {counter++, nonce};
        LANECRYPT_REF(simon64_128_encrypt)(rk, block, block);
        size_t n = put(block, 4, 0, in, out, len);
        in += n, out += n, len -= n;
    }
    return 0;
}

int LANECRYPT_REF(speck64_128_ctr)(const uint32_t rk[27], uint32_t nonce, uint32_t counter,
                                   const uint8_t *in, uint8_t *out, size_t len)
{
    if (wraps(counter, 0xffffffffu, len, 8))
        return -1;
    while (len != 0) {
        uint32_t block[2] = {counter++, nonce};
        LANECRYPT_REF(speck64_128_encrypt)(rk, block, block);
        size_t n = put(block, 4, 0, in, out, len);
        in += n, out += n, len -= n;
    }
    return 0;
}

int LANECRYPT_REF(simeck64_128_ctr)(const uint32_t rk[44], uint32_t nonce, uint32_t counter,
                                    const uint8_t *in, uint8_t *out, size_t len)
{
    if (wraps(counter, 0xffffffffu, len, 8))
        return -1;
    while (len != 0) {
        uint32_t block[2] = {nonce, counter++};
        LANECRYPT_REF(simeck64_128_encrypt)(rk, block, block);
        size_t n = put(block, 4, 1, in, out, len);
        in += n, out += n, len -= n;
    }
    return 0;
}

int LANECRYPT_REF(simeck32_64_ctr)(const uint16_t rk[32], uint32_t nonce, uint32_t counter,
                                   const uint8_t *in, uint8_t *out, size_t len)
{
    if (len != 0 && (nonce > 0xffffu || wraps(counter, 0xffffu, len, 4)))
        return -1;
    while (len != 0) {
        uint16_t block[2] = {(uint16_t)nonce, (uint16_t)counter++};
        LANECRYPT_REF(simeck32_64_encrypt)(rk, block, block);
        uint32_t words[2] = {block[0], block[1]};
        size_t n = put(words, 2, 1, in, out, len);
        in += n, out += n, len -= n;
    }
    return 0;
}
