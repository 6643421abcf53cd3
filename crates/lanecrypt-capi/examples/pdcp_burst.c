/* A burst of PDCP PDUs: integrity and ciphering of 32 packets in two calls, and back.
 *
 *     cc pdcp_burst.c $(pkg-config --cflags --libs lanecrypt) && ./a.out
 *
 * TS 38.323: the MAC-I covers the header and the data, the cipher covers the data and the MAC-I. One
 * packet at a time would use one lane of registers that have 4 to 32; a burst uses all of them. The
 * packets can belong to different bearers and different users: each job has its own key. */
#include <lanecrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BURST = 32, HEADER = 3, MOST = 1500, MAC = 4, ALGORITHM = 3 /* NEA3, NIA3: ZUC */ };

struct pdu {
    uint8_t bytes[HEADER + MOST + MAC];
    size_t data_len;
    uint32_t count;
    uint8_t bearer;
    uint8_t integrity_key[16], cipher_key[16];
};

static struct pdu burst[BURST];

static void fail(const char *what, const lc_3gpp_job *jobs)
{
    size_t i;
    for (i = 0; i < BURST; i++) {
        if (jobs[i].status != LC_DONE) {
            fprintf(stderr, "%s: packet %u: %s\n", what, (unsigned)i, lc_strerror(jobs[i].status));
        }
    }
    exit(EXIT_FAILURE);
}

/* What both kinds of jobs of a packet have in common. */
static lc_3gpp_job job_of(const struct pdu *pdu, uint8_t direction)
{
    lc_3gpp_job job;
    memset(&job, 0, sizeof job);
    job.count = pdu->count;
    job.bearer = pdu->bearer;
    job.direction = direction;
    return job;
}

static void integrity_jobs(lc_3gpp_job *jobs, uint8_t direction)
{
    size_t i;
    for (i = 0; i < BURST; i++) {
        jobs[i] = job_of(&burst[i], direction);
        jobs[i].key = burst[i].integrity_key;
        jobs[i].in = burst[i].bytes;
        jobs[i].bits = (uint32_t)(8 * (HEADER + burst[i].data_len));
        jobs[i].mac = burst[i].bytes + HEADER + burst[i].data_len;
        jobs[i].mac_len = MAC;
    }
}

static void cipher_jobs(lc_3gpp_job *jobs, uint8_t direction)
{
    size_t i;
    for (i = 0; i < BURST; i++) {
        jobs[i] = job_of(&burst[i], direction);
        jobs[i].key = burst[i].cipher_key;
        jobs[i].in = jobs[i].out = burst[i].bytes + HEADER;
        jobs[i].bits = (uint32_t)(8 * (burst[i].data_len + MAC));
    }
}

/* The sender: MAC-I first, then the cipher over data and MAC-I. */
static void protect(uint8_t direction)
{
    lc_3gpp_job jobs[BURST];

    integrity_jobs(jobs, direction);
    if (lc_nia_batch(ALGORITHM, LC_BACKEND_BEST, jobs, BURST) != BURST) {
        fail("integrity", jobs);
    }
    cipher_jobs(jobs, direction);
    if (lc_nea_batch(ALGORITHM, LC_BACKEND_BEST, jobs, BURST) != BURST) {
        fail("ciphering", jobs);
    }
}

/* The receiver: the other way round. Returns how many packets are authentic. */
static size_t unprotect(uint8_t direction, lc_status *statuses)
{
    lc_3gpp_job jobs[BURST];
    size_t i, good;

    cipher_jobs(jobs, direction);
    if (lc_nea_batch(ALGORITHM, LC_BACKEND_BEST, jobs, BURST) != BURST) {
        fail("deciphering", jobs);
    }
    integrity_jobs(jobs, direction);
    good = lc_nia_verify_batch(ALGORITHM, LC_BACKEND_BEST, jobs, BURST);
    for (i = 0; i < BURST; i++) {
        statuses[i] = jobs[i].status;
    }
    return good;
}

int main(void)
{
    static struct pdu sent[BURST];
    lc_status statuses[BURST];
    uint8_t mac[MAC];
    size_t i, j, good;

    for (i = 0; i < BURST; i++) {
        struct pdu *pdu = &burst[i];
        pdu->data_len = 40 + 45 * i;
        pdu->count = 0x1000 + (uint32_t)i;
        pdu->bearer = (uint8_t)(i % 4);
        for (j = 0; j < 16; j++) {
            /* Constants here; from the key hierarchy in earnest. */
            pdu->integrity_key[j] = (uint8_t)(i + j);
            pdu->cipher_key[j] = (uint8_t)(0x80 + i + j);
        }
        pdu->bytes[0] = 0x80;
        pdu->bytes[2] = (uint8_t)pdu->count;
        memset(pdu->bytes + HEADER, (int)i, pdu->data_len);
    }
    memcpy(sent, burst, sizeof sent);
    protect(0);

    /* The same by one call for each: the first packet. */
    if (lc_nia(ALGORITHM, sent[0].integrity_key, sent[0].count, sent[0].bearer, 0, sent[0].bytes,
               (uint32_t)(8 * (HEADER + sent[0].data_len)), mac) != LC_DONE) {
        return EXIT_FAILURE;
    }
    memcpy(sent[0].bytes + HEADER + sent[0].data_len, mac, MAC);
    if (lc_nea(ALGORITHM, sent[0].cipher_key, sent[0].count, sent[0].bearer, 0, sent[0].bytes + HEADER,
               sent[0].bytes + HEADER, (uint32_t)(8 * (sent[0].data_len + MAC))) != LC_DONE ||
        memcmp(sent[0].bytes, burst[0].bytes, sizeof burst[0].bytes) != 0) {
        fputs("one call for each differs from the burst\n", stderr);
        return EXIT_FAILURE;
    }

    /* A bit of one packet changes on its way. */
    burst[7].bytes[HEADER + 11] ^= 0x10;
    good = unprotect(0, statuses);
    for (i = 1; i < BURST; i++) {
        int same = memcmp(sent[i].bytes, burst[i].bytes, HEADER + sent[i].data_len) == 0;
        if (statuses[i] != (i == 7 ? LC_E_AUTHENTICATION : LC_DONE) || same == (i == 7)) {
            fprintf(stderr, "packet %u: %s\n", (unsigned)i, lc_strerror(statuses[i]));
            return EXIT_FAILURE;
        }
    }
    printf("%u of %d packets are authentic; packet 7: %s\n", (unsigned)good, BURST, lc_strerror(statuses[7]));
    return good == BURST - 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
