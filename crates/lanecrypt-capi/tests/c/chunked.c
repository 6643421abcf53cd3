/* Files and streams: messages whole, in order and at any place, and what is refused. */
#include "check.h"

enum {
    CHUNK = 16384,
    SEALED = CHUNK + 16,
    HEADER = 56,
    FULL = 19,
    LAST = 777,
    PLAIN = FULL * CHUNK + LAST,
    ALL = HEADER + FULL * SEALED + LAST + 16
};

static uint8_t plain[PLAIN], sealed[ALL], other[ALL], opened[PLAIN];
static uint8_t key[32], salt[24];
static const uint8_t info[] = "context";
static lc_chunked_sealing sealing;
static lc_chunked_opening opening;

#define BEST LC_BACKEND_BEST

static lc_status start_sealing(uint32_t algorithm, uint8_t *header)
{
    return lc_chunked_sealing_init(&sealing, sizeof sealing, algorithm, key, algorithm == LC_COBBLESTONE_128 ? 16 : 32,
                                   salt, info, sizeof info, header, BEST);
}

static lc_status start_opening(uint32_t algorithm)
{
    return lc_chunked_opening_init(&opening, sizeof opening, algorithm, key, algorithm == LC_COBBLESTONE_128 ? 16 : 32,
                                   sealed, info, sizeof info, BEST);
}

/* A message whole and in pieces of `step` chunks. */
static void message(uint32_t algorithm, size_t key_len, size_t step)
{
    size_t at;
    uint64_t len = 0;

    IS(lc_chunked_sealed_len(PLAIN, &len), LC_DONE);
    CHECK(len == ALL);
    IS(lc_chunked_opened_len(ALL, &len), LC_DONE);
    CHECK(len == PLAIN);
    IS(lc_chunked_seal(algorithm, key, key_len, salt, info, sizeof info, plain, PLAIN, sealed, ALL, BEST), LC_DONE);
    CHECK(memcmp(sealed, salt, 24) == 0);
    memset(opened, 0x55, sizeof opened);
    IS(lc_chunked_open(algorithm, key, key_len, info, sizeof info, sealed, ALL, opened, PLAIN, NULL, BEST), LC_DONE);
    CHECK(memcmp(opened, plain, PLAIN) == 0);

    IS(start_sealing(algorithm, other), LC_DONE);
    IS(start_opening(algorithm), LC_DONE);
    memset(opened, 0x55, sizeof opened);
    for (at = 0; at + step <= FULL; at += step) {
        IS(lc_chunked_sealing_update(&sealing, plain + at * CHUNK, step * CHUNK, other + HEADER + at * SEALED,
                                     step * SEALED),
           LC_DONE);
        IS(lc_chunked_opening_update(&opening, sealed + HEADER + at * SEALED, step * SEALED, opened + at * CHUNK,
                                     step * CHUNK, NULL),
           LC_DONE);
    }
    IS(lc_chunked_sealing_finish(&sealing, plain + at * CHUNK, PLAIN - at * CHUNK, other + HEADER + at * SEALED,
                                 ALL - HEADER - at * SEALED),
       LC_DONE);
    IS(lc_chunked_opening_finish(&opening, sealed + HEADER + at * SEALED, ALL - HEADER - at * SEALED,
                                 opened + at * CHUNK, PLAIN - at * CHUNK, NULL),
       LC_DONE);
    CHECK(memcmp(other, sealed, ALL) == 0 && memcmp(opened, plain, PLAIN) == 0);
    CHECK(all(&sealing, sizeof sealing, 0) && all(&opening, sizeof opening, 0));
    IS(lc_chunked_sealing_finish(&sealing, NULL, 0, other, 16), LC_E_STATE);
    IS(lc_chunked_opening_finish(&opening, sealed, 16, NULL, 0, NULL), LC_E_STATE);

    /* The middle and the end alone. */
    IS(start_opening(algorithm), LC_DONE);
    memset(opened, 0x55, sizeof opened);
    IS(lc_chunked_opening_at(&opening, 7, 0, sealed + HEADER + 7 * SEALED, 2 * SEALED, opened, 2 * CHUNK, NULL),
       LC_DONE);
    CHECK(memcmp(opened, plain + 7 * CHUNK, 2 * CHUNK) == 0);
    IS(lc_chunked_opening_at(&opening, FULL, 1, sealed + HEADER + FULL * SEALED, LAST + 16, opened, LAST, NULL),
       LC_DONE);
    CHECK(memcmp(opened, plain + FULL * CHUNK, LAST) == 0);
    lc_chunked_opening_clear(&opening);
    CHECK(all(&opening, sizeof opening, 0));
}

static void damaged(void)
{
    uint64_t chunk = 99, len = 0;
    uint32_t algorithm = LC_COBBLESTONE_256;

    IS(lc_chunked_seal(algorithm, key, 32, salt, info, sizeof info, plain, PLAIN, sealed, ALL, BEST), LC_DONE);
    sealed[HEADER + 5 * SEALED + 100] ^= 1;
    memset(opened, 0x55, sizeof opened);
    IS(lc_chunked_open(algorithm, key, 32, info, sizeof info, sealed, ALL, opened, PLAIN, &chunk, BEST), LC_E_CHUNK);
    CHECK(chunk == 5 && all(opened, PLAIN, 0));
    IS(start_opening(algorithm), LC_DONE);
    memset(opened, 0x55, sizeof opened);
    chunk = 99;
    IS(lc_chunked_opening_update(&opening, sealed + HEADER, 8 * SEALED, opened, 8 * CHUNK, &chunk), LC_E_CHUNK);
    CHECK(chunk == 5 && memcmp(opened, plain, 5 * CHUNK) == 0 && all(opened + 5 * CHUNK, 3 * CHUNK, 0));
    IS(lc_chunked_opening_at(&opening, 4, 0, sealed + HEADER + 4 * SEALED, 2 * SEALED, opened, 2 * CHUNK, NULL),
       LC_E_CHUNK);
    sealed[HEADER + 5 * SEALED + 100] ^= 1;
    /* The same chunks again, and then an end that is missing. */
    IS(lc_chunked_opening_update(&opening, sealed + HEADER, 8 * SEALED, opened, 8 * CHUNK, &chunk), LC_DONE);
    IS(lc_chunked_opening_finish(&opening, NULL, 0, NULL, 0, &chunk), LC_E_TRUNCATED);
    CHECK(chunk == 8);
    IS(lc_chunked_opening_finish(&opening, sealed + HEADER + 8 * SEALED, SEALED + 15, opened, CHUNK, &chunk),
       LC_E_TRUNCATED);
    CHECK(chunk == 9);
    IS(lc_chunked_open(algorithm, key, 32, info, sizeof info, sealed, HEADER + SEALED, opened, CHUNK, &chunk, BEST),
       LC_E_TRUNCATED);
    CHECK(chunk == 1);
    IS(lc_chunked_opened_len(HEADER + SEALED, &len), LC_E_TRUNCATED);
    IS(lc_chunked_opened_len(HEADER + 15, &len), LC_E_TRUNCATED);
    /* Wrong key, context, header. */
    IS(lc_chunked_open(algorithm, key, 32, info, 3, sealed, ALL, opened, PLAIN, NULL, BEST), LC_E_COMMITMENT);
    key[0] ^= 1;
    IS(start_opening(algorithm), LC_E_COMMITMENT);
    key[0] ^= 1;
    sealed[30] ^= 1;
    IS(start_opening(algorithm), LC_E_COMMITMENT);
    sealed[30] ^= 1;
    /* The context is still that of the message before. */
    IS(lc_chunked_opening_at(&opening, 0, 0, sealed + HEADER, SEALED, opened, CHUNK, NULL), LC_DONE);
    lc_chunked_opening_clear(&opening);
}

static void refused(void)
{
    uint64_t len;
    uint32_t algorithm = LC_COBBLESTONE_256;
    unsigned char memory[sizeof(lc_chunked_opening) + 64];
    lc_chunked_opening *misaligned = (lc_chunked_opening *)(void *)(memory + 1);
    lc_sizes sizes;

    if (((uintptr_t)misaligned & 63) == 0) {
        misaligned = (lc_chunked_opening *)(void *)(memory + 2);
    }
    IS(lc_sizes_of(algorithm, &sizes, sizeof sizes), LC_DONE);
    CHECK(sizes.key == 32 && sizes.nonce == 24 && sizes.tag == 16);
    IS(lc_chunked_sealed_len(0, NULL), LC_E_ARGUMENT);
    IS(lc_chunked_sealed_len(UINT64_C(1) << 52, &len), LC_E_TOO_LONG);
    IS(lc_chunked_opened_len(UINT64_MAX, &len), LC_E_TOO_LONG);
    memset(other, 0x55, sizeof other);
#define SEAL(a, k, n, s, i, j, in, l, out, m) lc_chunked_seal(a, k, n, s, i, j, in, l, out, m, BEST)
    IS(SEAL(algorithm, NULL, 32, salt, NULL, 0, plain, 5, other, 77), LC_E_ARGUMENT);
    IS(SEAL(algorithm, key, 16, salt, NULL, 0, plain, 5, other, 77), LC_E_KEY_LENGTH);
    IS(SEAL(algorithm, key, 32, NULL, NULL, 0, plain, 5, other, 77), LC_E_ARGUMENT);
    IS(SEAL(algorithm, key, 32, salt, NULL, 1, plain, 5, other, 77), LC_E_ARGUMENT);
    IS(SEAL(algorithm, key, 32, salt, NULL, 0, NULL, 5, other, 77), LC_E_ARGUMENT);
    IS(SEAL(algorithm, key, 32, salt, NULL, 0, plain, 5, NULL, 77), LC_E_ARGUMENT);
    IS(SEAL(algorithm, key, 32, salt, NULL, 0, plain, 5, other, 76), LC_E_BUFFER_LENGTH);
    IS(SEAL(algorithm, key, 32, salt, NULL, 0, other + 76, 5, other, 77), LC_E_OVERLAP);
    IS(SEAL(algorithm, key, 32, salt, other, 5, plain, 5, other, 77), LC_E_OVERLAP);
    IS(SEAL(algorithm, key, 32, other + 60, NULL, 0, plain, 5, other, 77), LC_E_OVERLAP);
    IS(SEAL(LC_AES_256_GCM, key, 32, salt, NULL, 0, plain, 5, other, 77), LC_E_UNSUPPORTED);
    IS(SEAL(9999, key, 32, salt, NULL, 0, plain, 5, other, 77), LC_E_UNKNOWN_ALGORITHM);
    IS(lc_chunked_seal(algorithm, key, 32, salt, NULL, 0, plain, 5, other, 77, 99), LC_E_UNKNOWN_BACKEND);
    IS(lc_chunked_open(algorithm, key, 32, NULL, 0, sealed, 55, NULL, 0, NULL, BEST), LC_E_TRUNCATED);
    IS(lc_chunked_open(algorithm, key, 32, info, sizeof info, sealed, ALL, opened, PLAIN - 1, NULL, BEST),
       LC_E_BUFFER_LENGTH);
    CHECK(all(other, sizeof other, 0x55));

    IS(start_sealing(algorithm, NULL), LC_E_ARGUMENT);
    IS(lc_chunked_sealing_init(NULL, sizeof sealing, algorithm, key, 32, salt, NULL, 0, other, BEST), LC_E_ARGUMENT);
    IS(lc_chunked_sealing_init(&sealing, sizeof sealing - 1, algorithm, key, 32, salt, NULL, 0, other, BEST),
       LC_E_SIZE);
    IS(lc_chunked_opening_init(misaligned, sizeof opening, algorithm, key, 32, sealed, NULL, 0, BEST), LC_E_ARGUMENT);
    IS(lc_chunked_opening_init(&opening, sizeof opening, algorithm, key, 32, NULL, NULL, 0, BEST), LC_E_ARGUMENT);
    IS(start_sealing(algorithm, other), LC_DONE);
    memset(other, 0x55, sizeof other);
    IS(lc_chunked_sealing_update(&sealing, plain, CHUNK - 1, other, SEALED), LC_E_PARTIAL_BLOCK);
    IS(lc_chunked_sealing_update(&sealing, plain, CHUNK, other, SEALED - 1), LC_E_BUFFER_LENGTH);
    IS(lc_chunked_sealing_update(&sealing, NULL, CHUNK, other, SEALED), LC_E_ARGUMENT);
    IS(lc_chunked_sealing_update(&sealing, other + 1, CHUNK, other, SEALED), LC_E_OVERLAP);
    IS(lc_chunked_sealing_finish(&sealing, plain, 5, other, 20), LC_E_BUFFER_LENGTH);
    CHECK(all(other, sizeof other, 0x55));
    /* One kind of context is not the other. */
    IS(lc_chunked_opening_update((lc_chunked_opening *)(void *)&sealing, sealed, 0, NULL, 0, NULL), LC_E_STATE);
    IS(lc_chunked_sealing_finish(&sealing, plain, 5, other, 21), LC_DONE);
    IS(lc_chunked_sealing_update(&sealing, NULL, 0, NULL, 0), LC_E_STATE);
    lc_chunked_sealing_clear(NULL);
    lc_chunked_opening_clear(NULL);
    lc_chunked_sealing_clear(&sealing);
}

int main(void)
{
    size_t i, step;

    for (i = 0; i < PLAIN; i++) {
        plain[i] = (uint8_t)(i * 167 + (i >> 8));
    }
    for (i = 0; i < sizeof key; i++) {
        key[i] = (uint8_t)(i * 3 + 1);
    }
    for (i = 0; i < sizeof salt; i++) {
        salt[i] = (uint8_t)(255 - i);
    }
    if (!lc_supported(LC_COBBLESTONE_256)) {
        /* A library without the family. */
        IS(lc_chunked_sealed_len(5, NULL), LC_E_UNSUPPORTED);
        IS(start_sealing(LC_COBBLESTONE_128, other), LC_E_UNSUPPORTED);
        IS(start_opening(LC_COBBLESTONE_128), LC_E_UNSUPPORTED);
        return report("chunked");
    }
    for (step = 1; step <= FULL; step = step * 2 + 1) {
        message(LC_COBBLESTONE_128, 16, step);
        message(LC_COBBLESTONE_256, 32, step);
    }
    damaged();
    refused();
    return report("chunked");
}
