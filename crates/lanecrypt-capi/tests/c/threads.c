/* Threads that share a ready key, while others start and end. */
#define _POSIX_C_SOURCE 200112L
#include "check.h"

#include <pthread.h>

enum { THREADS = 8, CALLS = 300, JOBS = 40, LEN = 100 };

static lc_aead key;
static lc_mac mac;
static lc_pdcp pdcp;

struct work {
    pthread_t thread;
    unsigned number, wrong;
};

static void *run(void *argument)
{
    struct work *work = (struct work *)argument;
    uint8_t data[JOBS][LEN], tags[JOBS][16], nonces[JOBS][12], tag[16];
    lc_aead_job jobs[JOBS];
    lc_pdcp_job pdus[JOBS];
    unsigned call, i;

    for (call = 0; call < CALLS; call++) {
        memset(jobs, 0, sizeof jobs);
        for (i = 0; i < JOBS; i++) {
            memset(data[i], (int)(work->number + i), LEN);
            memset(nonces[i], (int)call, 12);
            nonces[i][0] = (uint8_t)i;
            jobs[i].context = &key;
            jobs[i].nonce = nonces[i];
            jobs[i].nonce_len = 12;
            jobs[i].in = jobs[i].out = data[i];
            jobs[i].len = LEN - i;
            jobs[i].tag = tags[i];
        }
        work->wrong += lc_aead_seal_batch(LC_AES_256_GCM, LC_BACKEND_BEST, 16, jobs, JOBS) != JOBS;
        for (i = 0; i < JOBS; i++) {
            work->wrong += lc_aead_open(&key, nonces[i], 12, NULL, 0, data[i], data[i], LEN - i, tags[i], 16) != LC_DONE;
            work->wrong += !all(data[i], LEN, (unsigned char)(work->number + i));
        }
        memset(pdus, 0, sizeof pdus);
        for (i = 0; i < JOBS; i++) {
            pdus[i].context = &pdcp;
            pdus[i].pdu = data[i];
            pdus[i].pdu_len = LEN - i;
            pdus[i].header_len = 3;
            pdus[i].count = call * JOBS + i;
        }
        work->wrong += lc_pdcp_protect_batch(pdus, JOBS) != JOBS;
        for (i = 0; i < JOBS; i++) {
            work->wrong += lc_pdcp_open(&pdcp, pdus[i].count, 3, data[i], LEN - i) != LC_DONE;
            work->wrong += !all(data[i], LEN - i - 4, (unsigned char)(work->number + i));
        }
        work->wrong += lc_mac_compute(&mac, NULL, 0, data[0], LEN, tag, 16) != LC_DONE;
        work->wrong += lc_mac_verify(&mac, NULL, 0, data[0], LEN, tag, 16) != LC_DONE;
    }
    return NULL;
}

int main(void)
{
    static struct work work[THREADS];
    static const uint8_t bytes[32] = {9};
    unsigned i;

    IS(lc_init(), LC_DONE);
    IS(lc_aead_init(&key, sizeof key, LC_AES_256_GCM, bytes, 32, 16, LC_BACKEND_BEST), LC_DONE);
    IS(lc_mac_init(&mac, sizeof mac, LC_AES_128_CMAC, bytes, 16, 16, LC_BACKEND_BEST), LC_DONE);
    IS(lc_pdcp_init(&pdcp, sizeof pdcp, 2, bytes, 2, bytes + 16, 5, 1, LC_BACKEND_BEST), LC_DONE);
    for (i = 0; i < THREADS; i++) {
        work[i].number = i;
        CHECK(pthread_create(&work[i].thread, NULL, run, &work[i]) == 0);
    }
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_join(work[i].thread, NULL) == 0);
        CHECK(work[i].wrong == 0);
    }
    lc_aead_clear(&key);
    lc_mac_clear(&mac);
    lc_pdcp_clear(&pdcp);
    return report("threads");
}
