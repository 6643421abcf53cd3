/* A burst of PDCP PDUs: integrity and ciphering of 32 packets in one call, and back.
 *
 *     cc pdcp_burst.c $(pkg-config --cflags --libs lanecrypt) && ./a.out
 *
 * TS 38.323: the MAC-I covers the header and the data, the cipher covers the data and the MAC-I. One
 * packet at a time would use one lane of registers that have 4 to 32; a burst uses all of them. The
 * packets can belong to different bearers and different users: each job has the keys of its bearer. */
#include <lanecrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEARERS = 4, BURST = 32, HEADER = 3, MOST = 1500, MAC = 4, ALGORITHM = 3 /* NEA3, NIA3: ZUC */ };
enum { UPLINK = 0 };

/* A bearer with its keys for one direction, at both ends. */
struct bearer {
    lc_pdcp pdcp;
    lc_transmit_guard guard; /* of the sender */
    uint8_t integrity_key[16], cipher_key[16];
};

struct pdu {
    uint8_t bytes[HEADER + MOST + MAC];
    size_t data_len;
    uint32_t count;
    struct bearer *bearer;
};

static struct bearer bearers[BEARERS];
static struct pdu burst[BURST];

static void stop(const char *what, lc_status status)
{
    fprintf(stderr, "%s: %s\n", what, lc_strerror(status));
    exit(EXIT_FAILURE);
}

static void make_bearers(void)
{
    size_t i, j;
    for (i = 0; i < BEARERS; i++) {
        struct bearer *bearer = &bearers[i];
        lc_status status;
        for (j = 0; j < 16; j++) {
            /* Constants here; from the key hierarchy in earnest. */
            bearer->integrity_key[j] = (uint8_t)(i + j);
            bearer->cipher_key[j] = (uint8_t)(0x80 + i + j);
        }
        status = lc_pdcp_init(&bearer->pdcp, sizeof bearer->pdcp, ALGORITHM, bearer->cipher_key, ALGORITHM,
                              bearer->integrity_key, (uint8_t)i, UPLINK, LC_BACKEND_BEST);
        if (status == LC_DONE) {
            status = lc_transmit_guard_init(&bearer->guard, sizeof bearer->guard, 0);
        }
        if (status != LC_DONE) {
            stop("bearer", status);
        }
    }
}

static void make_jobs(lc_pdcp_job *jobs)
{
    size_t i;
    memset(jobs, 0, BURST * sizeof *jobs);
    for (i = 0; i < BURST; i++) {
        jobs[i].context = &burst[i].bearer->pdcp;
        jobs[i].count = burst[i].count;
        jobs[i].header_len = HEADER;
        jobs[i].pdu = burst[i].bytes;
        jobs[i].pdu_len = HEADER + burst[i].data_len + MAC;
    }
}

/* The sender. */
static void protect(lc_pdcp_job *jobs)
{
    size_t i;
    make_jobs(jobs);
    if (lc_pdcp_protect_batch(jobs, BURST) == BURST) {
        return;
    }
    for (i = 0; i < BURST; i++) {
        if (jobs[i].status != LC_DONE) {
            stop("packet", jobs[i].status);
        }
    }
}

/* Whether the first packet is what the two steps make of it. */
static int is_by_steps(struct pdu *pdu)
{
    uint8_t *data = pdu->bytes + HEADER;
    uint8_t *mac = data + pdu->data_len;
    return lc_nia(ALGORITHM, pdu->bearer->integrity_key, pdu->count, 0, UPLINK, pdu->bytes,
                  (uint32_t)(8 * (HEADER + pdu->data_len)), mac) == LC_DONE &&
           lc_nea(ALGORITHM, pdu->bearer->cipher_key, pdu->count, 0, UPLINK, data, data,
                  (uint32_t)(8 * (pdu->data_len + MAC))) == LC_DONE &&
           memcmp(pdu->bytes, burst[0].bytes, sizeof pdu->bytes) == 0;
}

int main(void)
{
    static struct pdu sent[BURST];
    lc_pdcp_job jobs[BURST];
    size_t i, good;

    make_bearers();
    for (i = 0; i < BURST; i++) {
        struct pdu *pdu = &burst[i];
        lc_status status;
        pdu->bearer = &bearers[i % BEARERS];
        pdu->data_len = 40 + 45 * i;
        status = lc_transmit_guard_next(&pdu->bearer->guard, &pdu->count);
        if (status != LC_DONE) {
            stop("COUNT", status);
        }
        pdu->bytes[0] = 0x80;
        pdu->bytes[2] = (uint8_t)pdu->count;
        memset(pdu->bytes + HEADER, (int)i, pdu->data_len);
    }
    memcpy(sent, burst, sizeof sent);
    protect(jobs);
    if (!is_by_steps(&sent[0])) {
        fputs("two steps for one packet differ from the burst\n", stderr);
        return EXIT_FAILURE;
    }

    /* A bit of one packet changes on its way. */
    burst[7].bytes[HEADER + 11] ^= 0x10;
    make_jobs(jobs);
    good = lc_pdcp_open_batch(jobs, BURST);
    for (i = 1; i < BURST; i++) {
        int same = memcmp(sent[i].bytes, burst[i].bytes, HEADER + sent[i].data_len) == 0;
        if (jobs[i].status != (i == 7 ? LC_E_AUTHENTICATION : LC_DONE) || same == (i == 7)) {
            fprintf(stderr, "packet %u: %s\n", (unsigned)i, lc_strerror(jobs[i].status));
            return EXIT_FAILURE;
        }
    }
    printf("%u of %d packets are authentic; packet 7: %s\n", (unsigned)good, BURST, lc_strerror(jobs[7].status));
    for (i = 0; i < BEARERS; i++) {
        lc_pdcp_clear(&bearers[i].pdcp);
    }
    return good == BURST - 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
