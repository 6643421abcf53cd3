/* PDUs of PDCP: what the steps of TS 38.323 give one after another is the expected result. */
#include "check.h"

enum { MAC = 4, MOST = 1600, JOBS = 150, BEARERS = 20 };

#define BEST LC_BACKEND_BEST
#define NONE LC_PDCP_NO_INTEGRITY

/* A bearer, and what it was made of. */
struct bearer {
    lc_pdcp pdcp;
    uint32_t encryption, integrity;
    uint8_t encryption_key[16], integrity_key[16], number, direction;
    size_t mac_len;
};

static struct bearer bearers[BEARERS];
static size_t bearer_count;
static uint8_t pdus[JOBS][MOST], out[JOBS][MOST], single[JOBS][MOST], expected[MOST];

/* Bytes that repeat in every run. */
static uint8_t next_byte(void)
{
    static uint32_t state = 12345;
    state = state * 1664525u + 1013904223u;
    return (uint8_t)(state >> 24);
}

static void fill(uint8_t *at, size_t len)
{
    size_t i;
    for (i = 0; i < len; i++) {
        at[i] = next_byte();
    }
}

/* Whether this build has an algorithm. */
static int present(uint32_t algorithm)
{
    static const uint32_t over[] = {LC_SNOW_3G, LC_AES_128_CTR, LC_ZUC_128};
    return algorithm == 0 || algorithm == NONE || lc_supported(over[algorithm - 1]);
}

/* Every pair of algorithms that this build has; the others are refused. */
static void make_bearers(void)
{
    static const uint32_t numbers[] = {0, 1, 2, 3, NONE};
    size_t i, j;

    for (i = 0; i < 4; i++) {
        for (j = 0; j < 5; j++) {
            struct bearer *bearer = &bearers[bearer_count];
            int both = present(numbers[i]) && present(numbers[j]);
            bearer->encryption = numbers[i];
            bearer->integrity = numbers[j];
            bearer->mac_len = numbers[j] == NONE ? 0 : MAC;
            bearer->number = (uint8_t)((7 * i + j) % 32);
            bearer->direction = (uint8_t)(j % 2);
            fill(bearer->encryption_key, 16);
            fill(bearer->integrity_key, 16);
            IS(lc_pdcp_init(&bearer->pdcp, sizeof bearer->pdcp, bearer->encryption, bearer->encryption_key,
                            bearer->integrity, bearer->mac_len > 0 ? bearer->integrity_key : NULL, bearer->number,
                            bearer->direction, BEST),
               both ? LC_DONE : LC_E_UNSUPPORTED);
            bearer_count += both;
        }
    }
}

/* MAC-I over header and data, then the cipher over data and MAC-I. */
static void steps(const struct bearer *bearer, uint32_t count, size_t header, const uint8_t *pdu, size_t len)
{
    size_t data = len - bearer->mac_len;

    memcpy(expected, pdu, len);
    if (bearer->mac_len > 0) {
        IS(lc_nia(bearer->integrity, bearer->integrity_key, count, bearer->number, bearer->direction, pdu,
                  (uint32_t)(8 * data), expected + data),
           LC_DONE);
    }
    IS(lc_nea(bearer->encryption, bearer->encryption_key, count, bearer->number, bearer->direction, expected + header,
              expected + header, (uint32_t)(8 * (len - header))),
       LC_DONE);
}

static void one_by_one(void)
{
    static const size_t lengths[] = {0, 1, 15, 16, 40, 64, 577, 1504};
    uint8_t *pdu = out[0];
    size_t i, j;

    for (i = 0; i < bearer_count; i++) {
        const struct bearer *bearer = &bearers[i];
        for (j = 0; j < sizeof lengths / sizeof *lengths; j++) {
            size_t header = j % 5, len = header + lengths[j] + bearer->mac_len;
            uint32_t count = (uint32_t)(0xfffffff0u + 3 * i + j);
            fill(pdus[0], len);
            memset(pdu, 0x55, MOST);
            memcpy(pdu, pdus[0], len);
            steps(bearer, count, header, pdu, len);
            IS(lc_pdcp_protect(&bearer->pdcp, count, header, pdu, len), LC_DONE);
            CHECK(memcmp(pdu, expected, len) == 0 && pdu[len] == 0x55);
            IS(lc_pdcp_open(&bearer->pdcp, count, header, pdu, len), LC_DONE);
            CHECK(memcmp(pdu, pdus[0], len - bearer->mac_len) == 0 && pdu[len] == 0x55);
            if (bearer->mac_len > 0) {
                memcpy(pdu, expected, len);
                pdu[len - 1] ^= 1;
                IS(lc_pdcp_open(&bearer->pdcp, count, header, pdu, len), LC_E_AUTHENTICATION);
                CHECK(memcmp(pdu, expected, header) == 0 && all(pdu + header, len - header, 0) && pdu[len] == 0x55);
            }
            if (bearer->mac_len > 0 && bearer->integrity > 0 && len > MAC) {
                /* Another COUNT, another header, a bit of the message. */
                memcpy(pdu, expected, len);
                IS(lc_pdcp_open(&bearer->pdcp, count + 1, header, pdu, len), LC_E_AUTHENTICATION);
                memcpy(pdu, expected, len);
                pdu[0] ^= 0x80;
                IS(lc_pdcp_open(&bearer->pdcp, count, header, pdu, len), LC_E_AUTHENTICATION);
            }
        }
    }
}

/* A batch of so many PDUs of all bearers. */
static void batch(size_t count)
{
    static lc_pdcp_job jobs[JOBS];
    size_t i, right = 0;

    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < count; i++) {
        const struct bearer *bearer = &bearers[(5 * i + count) % bearer_count];
        jobs[i].context = &bearer->pdcp;
        jobs[i].pdu = out[i];
        jobs[i].header_len = (uint32_t)(i % 4);
        jobs[i].pdu_len = i % 4 + (97 * i) % 1500 + bearer->mac_len;
        jobs[i].count = (uint32_t)(1000 * count + i);
        jobs[i].user = &jobs[i];
        fill(pdus[i], MOST);
        memcpy(out[i], pdus[i], MOST);
        memcpy(single[i], pdus[i], MOST);
        IS(lc_pdcp_protect(&bearer->pdcp, jobs[i].count, i % 4, single[i], jobs[i].pdu_len), LC_DONE);
    }
    CHECK(lc_pdcp_protect_batch(jobs, count) == count);
    for (i = 0; i < count; i++) {
        IS(jobs[i].status, LC_DONE);
        CHECK(memcmp(out[i], single[i], MOST) == 0 && jobs[i].user == &jobs[i]);
    }
    /* What is done is not done again. */
    CHECK(lc_pdcp_protect_batch(jobs, count) == count && lc_pdcp_open_batch(jobs, count) == count);
    CHECK(count == 0 || memcmp(out[0], single[0], MOST) == 0);

    /* Opened again; every seventh was damaged. */
    for (i = 0; i < count; i++) {
        jobs[i].status = LC_PENDING;
        if (i % 7 == 3) {
            out[i][jobs[i].pdu_len - 1] ^= 0x10;
            single[i][jobs[i].pdu_len - 1] ^= 0x10;
        }
    }
    for (i = 0; i < count; i++) {
        right += lc_pdcp_open(jobs[i].context, jobs[i].count, i % 4, single[i], jobs[i].pdu_len) == LC_DONE;
    }
    CHECK(lc_pdcp_open_batch(jobs, count) == right);
    for (i = 0; i < count; i++) {
        const struct bearer *bearer = &bearers[(5 * i + count) % bearer_count];
        int wrong = i % 7 == 3 && bearer->mac_len > 0;
        IS(jobs[i].status, wrong ? LC_E_AUTHENTICATION : LC_DONE);
        CHECK(memcmp(out[i], single[i], MOST) == 0);
        if (wrong) {
            CHECK(memcmp(out[i], pdus[i], i % 4) == 0 && all(out[i] + i % 4, jobs[i].pdu_len - i % 4, 0));
        } else if (i % 7 != 3) {
            CHECK(memcmp(out[i], pdus[i], jobs[i].pdu_len - bearer->mac_len) == 0);
        }
    }
}

/* Jobs that are refused beside jobs that are not. */
static void mixed(void)
{
    static lc_pdcp no_pdcp;
    lc_pdcp_job jobs[12];
    size_t i, done = 0;

    memset(jobs, 0, sizeof jobs);
    memset(out, 0x11, sizeof out);
    for (i = 0; i < 12; i++) {
        jobs[i].context = &bearers[0].pdcp;
        jobs[i].pdu = out[i];
        jobs[i].pdu_len = 60;
        jobs[i].header_len = 3;
        jobs[i].count = (uint32_t)i;
    }
    jobs[1].context = NULL;
    jobs[2].context = &no_pdcp;
    jobs[3].pdu = NULL;
    jobs[4].pdu_len = 6;
    jobs[5].header_len = UINT32_MAX;
    jobs[6].pdu_len = SIZE_MAX;
    jobs[7].pdu = (uint8_t *)&bearers[0].pdcp + 100;
    jobs[8].zero = 1;
    jobs[9].reserved[1] = 1;
    jobs[10].status = LC_E_AUTHENTICATION;
    CHECK(lc_pdcp_protect_batch(jobs, 12) == 2);
    IS(jobs[0].status, LC_DONE);
    IS(jobs[1].status, LC_E_ARGUMENT);
    IS(jobs[2].status, LC_E_STATE);
    IS(jobs[3].status, LC_E_ARGUMENT);
    IS(jobs[4].status, LC_E_PDU_LENGTH);
    IS(jobs[5].status, LC_E_PDU_LENGTH);
    IS(jobs[6].status, LC_E_TOO_LONG);
    IS(jobs[7].status, LC_E_OVERLAP);
    IS(jobs[8].status, LC_E_ARGUMENT);
    IS(jobs[9].status, LC_E_ARGUMENT);
    IS(jobs[10].status, LC_E_AUTHENTICATION);
    IS(jobs[11].status, LC_DONE);
    for (i = 0; i < 12; i++) {
        int untouched = all(out[i], MOST, 0x11);
        CHECK(untouched == (jobs[i].status != LC_DONE));
        done += !untouched;
    }
    CHECK(done == 2);
    CHECK(lc_pdcp_protect_batch(NULL, 3) == 0 && lc_pdcp_open_batch(NULL, 0) == 0);
    CHECK(lc_pdcp_open_batch(jobs, (size_t)-1) == 0);
}

static void refused(void)
{
    static lc_pdcp pdcp, moved, no_pdcp;
    static uint8_t key[16] = {7};
    unsigned char memory[sizeof(lc_pdcp) + 64];
    lc_pdcp *misaligned = (lc_pdcp *)(void *)(memory + 1);
    uint8_t pdu[64];

    if (((uintptr_t)misaligned & 63) == 0) {
        misaligned = (lc_pdcp *)(void *)(memory + 2);
    }
    memset(pdu, 0x55, sizeof pdu);
#define INIT(e, ek, i, ik, b, d) lc_pdcp_init(&pdcp, sizeof pdcp, e, ek, i, ik, b, d, BEST)
    IS(lc_pdcp_init(NULL, sizeof pdcp, 0, key, 0, key, 0, 0, BEST), LC_E_ARGUMENT);
    IS(lc_pdcp_init(misaligned, sizeof pdcp, 0, key, 0, key, 0, 0, BEST), LC_E_ARGUMENT);
    IS(lc_pdcp_init(&pdcp, sizeof pdcp - 1, 0, key, 0, key, 0, 0, BEST), LC_E_SIZE);
    IS(lc_pdcp_init(&pdcp, sizeof pdcp, 0, key, 0, key, 0, 0, 7), LC_E_UNKNOWN_BACKEND);
#if defined(__x86_64__)
    IS(lc_pdcp_init(&pdcp, sizeof pdcp, 0, key, 0, key, 0, 0, LC_BACKEND_NEON), LC_E_BACKEND_UNAVAILABLE);
#endif
    IS(INIT(0, NULL, 0, key, 0, 0), LC_E_ARGUMENT);
    IS(INIT(0, key, 0, NULL, 0, 0), LC_E_ARGUMENT);
    IS(INIT(0, key, NONE, key, 0, 0), LC_E_ARGUMENT);
    IS(INIT(NONE, key, 0, key, 0, 0), LC_E_UNKNOWN_ALGORITHM);
    IS(INIT(7, key, 0, key, 0, 0), LC_E_UNKNOWN_ALGORITHM);
    IS(INIT(0, key, 256, key, 0, 0), LC_E_UNKNOWN_ALGORITHM);
    IS(INIT(4, key, 0, key, 0, 0), LC_E_PARAMETER_KIND);
    IS(INIT(0, key, 6, key, 0, 0), LC_E_PARAMETER_KIND);
    IS(INIT(0, key, 0, key, 32, 0), LC_E_BEARER);
    IS(INIT(0, key, 0, key, 0, 2), LC_E_ARGUMENT);
    CHECK(all(&pdcp, sizeof pdcp, 0));
    IS(lc_pdcp_protect(&pdcp, 0, 3, pdu, 60), LC_E_STATE);
    IS(lc_pdcp_open(&pdcp, 0, 3, pdu, 60), LC_E_STATE);
    IS(INIT(0, key, 0, key, 31, 1), LC_DONE);
    IS(lc_pdcp_protect(NULL, 0, 3, pdu, 60), LC_E_ARGUMENT);
    IS(lc_pdcp_open(NULL, 0, 3, pdu, 60), LC_E_ARGUMENT);
    IS(lc_pdcp_open(misaligned, 0, 3, pdu, 60), LC_E_ARGUMENT);
    IS(lc_pdcp_protect(&pdcp, 0, 3, NULL, 60), LC_E_ARGUMENT);
    IS(lc_pdcp_protect(&pdcp, 0, 0, NULL, 0), LC_E_PDU_LENGTH);
    IS(lc_pdcp_protect(&pdcp, 0, 3, pdu, 6), LC_E_PDU_LENGTH);
    IS(lc_pdcp_open(&pdcp, 0, 61, pdu, 64), LC_E_PDU_LENGTH);
    IS(lc_pdcp_open(&pdcp, 0, SIZE_MAX, pdu, 64), LC_E_PDU_LENGTH);
    IS(lc_pdcp_open(&pdcp, 0, 3, pdu, SIZE_MAX), LC_E_TOO_LONG);
    IS(lc_pdcp_protect(&pdcp, 0, 3, (uint8_t *)&pdcp + 8, 60), LC_E_OVERLAP);
    IS(lc_pdcp_open(&pdcp, 0, 3, (uint8_t *)(&pdcp + 1) - 1, 60), LC_E_OVERLAP);
    CHECK(all(pdu, sizeof pdu, 0x55));
    /* What is refused leaves the context as it was. */
    IS(INIT(0, key, 0, key, 32, 0), LC_E_BEARER);
    IS(lc_pdcp_protect(&pdcp, 0, 3, pdu, 7), LC_DONE);
    CHECK(all(pdu, 3, 0x55) && all(pdu + 3, 4, 0) && pdu[7] == 0x55);
    /* No data, no header, no MAC-I. */
    IS(INIT(0, key, NONE, NULL, 0, 0), LC_DONE);
    IS(lc_pdcp_protect(&pdcp, 0, 0, NULL, 0), LC_DONE);
    IS(lc_pdcp_open(&pdcp, 0, 0, NULL, 0), LC_DONE);

    memcpy(&moved, &pdcp, sizeof moved);
    lc_pdcp_clear(&pdcp);
    CHECK(all(&pdcp, sizeof pdcp, 0));
    IS(lc_pdcp_protect(&pdcp, 0, 3, pdu, 60), LC_E_STATE);
    IS(lc_pdcp_protect(&moved, 0, 3, pdu, 60), LC_DONE);
    IS(lc_transmit_guard_count((lc_transmit_guard *)(void *)&moved, 0), LC_E_STATE);
    lc_pdcp_clear(&moved);
    lc_pdcp_clear(&no_pdcp);
    lc_pdcp_clear(NULL);
}

static void guard(void)
{
    static lc_transmit_guard guard, no_guard;
    uint32_t count = 99;

    IS(lc_transmit_guard_init(NULL, sizeof guard, 0), LC_E_ARGUMENT);
    IS(lc_transmit_guard_init(&guard, sizeof guard - 1, 0), LC_E_SIZE);
    IS(lc_transmit_guard_count(&no_guard, 0), LC_E_STATE);
    IS(lc_transmit_guard_next(&no_guard, &count), LC_E_STATE);
    IS(lc_transmit_guard_count(NULL, 0), LC_E_ARGUMENT);
    IS(lc_transmit_guard_next(NULL, &count), LC_E_ARGUMENT);
    IS(lc_transmit_guard_init(&guard, sizeof guard, 0), LC_DONE);
    IS(lc_transmit_guard_next(&guard, NULL), LC_E_ARGUMENT);
    IS(lc_transmit_guard_next(&guard, (uint32_t *)(void *)&guard + 2), LC_E_OVERLAP);
    CHECK(count == 99);
    IS(lc_transmit_guard_next(&guard, &count), LC_DONE);
    CHECK(count == 0);
    IS(lc_transmit_guard_count(&guard, 0), LC_E_COUNT_USED);
    IS(lc_transmit_guard_count(&guard, 5), LC_DONE);
    IS(lc_transmit_guard_count(&guard, 5), LC_E_COUNT_USED);
    IS(lc_transmit_guard_count(&guard, 4), LC_E_COUNT_USED);
    IS(lc_transmit_guard_next(&guard, &count), LC_DONE);
    CHECK(count == 6);
    /* The last ones, and none after them. */
    IS(lc_transmit_guard_init(&guard, sizeof guard, UINT32_MAX - 1), LC_DONE);
    IS(lc_transmit_guard_count(&guard, 7), LC_E_COUNT_USED);
    IS(lc_transmit_guard_next(&guard, &count), LC_DONE);
    CHECK(count == UINT32_MAX - 1);
    IS(lc_transmit_guard_count(&guard, UINT32_MAX), LC_DONE);
    IS(lc_transmit_guard_next(&guard, &count), LC_E_COUNT_USED);
    IS(lc_transmit_guard_count(&guard, UINT32_MAX), LC_E_COUNT_USED);
    IS(lc_transmit_guard_count(&guard, 0), LC_E_COUNT_USED);
    CHECK(count == UINT32_MAX - 1);
}

int main(void)
{
    static const size_t counts[] = {0, 1, 2, 8, 33, 64, 65, JOBS};
    size_t i;

    make_bearers();
    one_by_one();
    for (i = 0; i < sizeof counts / sizeof *counts; i++) {
        batch(counts[i]);
    }
    mixed();
    refused();
    guard();
    for (i = 0; i < BEARERS; i++) {
        lc_pdcp_clear(&bearers[i].pdcp);
        CHECK(all(&bearers[i].pdcp, sizeof bearers[i].pdcp, 0));
    }
    return report("pdcp");
}
